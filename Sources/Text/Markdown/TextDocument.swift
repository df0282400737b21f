public import TypesetInterface
internal import TypesetDiagnostics
internal import TypesetMarkdown

extension Document {
  /// A document of a text, with its attributes and its blocks.
  ///
  /// `Document(AttributedText(markdown: s))` is typeset like `Document(markdown: s)`, to the byte.
  public init(_ text: AttributedText) {
    let origin = text.origin
    self.init(origin?.source ?? Source(name: "text", text: ""))
    read = ParsedDocument(
      frontMatter: origin?.frontMatter ?? FrontMatter(), tree: text.tree, diagnostics: origin?.diagnostics ?? [], forms: origin?.forms)
  }
}
