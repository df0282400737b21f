internal import TypesetDiagnostics
public import TypesetInterface
public import TypesetOutput
internal import TypesetSettings
public import TypesetText

extension Typesetter {
  /// Typesets Markdown as it is, without modifiers.
  ///
  /// ```swift
  /// try Typesetter().typeset(markdown: "Euler: $e^{i\\pi}+1=0$").write(to: "euler.pdf")
  /// ```
  ///
  /// Never fails: problems of the text are in the result's ``TypesetDocument/diagnostics``.
  public func typeset(markdown: String) -> TypesetDocument { typeset(Document(markdown: markdown)) }

  /// Typesets a text: that of `AttributedText(markdown: s)` like the Markdown itself, to the byte.
  public func typeset(_ text: AttributedText) -> TypesetDocument { typeset(Document(text)) }

  /// Typesets a document, with its modifiers and its resources.
  ///
  /// Never fails: problems are in the result's ``TypesetDocument/diagnostics``. Several threads may typeset documents, each with its pictures.
  public func typeset(_ document: Document) -> TypesetDocument { prepared(for: document).typeset(document.source) }

  /// This typesetter with what a document asks for.
  package func prepared(for document: Document) -> Typesetter {
    var typesetter = self
    if let theme = document.theme {
      typesetter.options.theme = theme.text.map { .file(Source(name: theme.name, text: $0)) } ?? .builtIn(named: theme.name)
      // Its diagnostic is that of front matter.
      if typesetter.options.theme == nil { typesetter.options.variables.append(Variable(key: "theme", value: theme.name)) }
    }
    typesetter.options.variables += document.settings.map { Variable($0) }
    if !document.macros.isEmpty { typesetter.options.mathMacros += "\n" + document.macros }
    if let time = document.time { typesetter.time = time }
    if !document.isPlain { typesetter.document = document }
    let (texts, pictures) = ProvidedFiles.access(to: document.resources, or: files, options.budget)
    typesetter.files = texts
    typesetter.pictures = Self.pictures(typesetter.options, pictures, fonts)
    return typesetter
  }
}
