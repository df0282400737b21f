internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetFiles
public import TypesetInterface
internal import TypesetStyling

extension Typesetter {
  /// Typesets Markdown as it is, without modifiers.
  ///
  /// ```swift
  /// try Typesetter().typeset(markdown: "Euler: $e^{i\\pi}+1=0$").write(to: "euler.pdf")
  /// ```
  ///
  /// Never fails: what is wrong with the text is in the result's ``TypesetDocument/diagnostics``.
  public func typeset(markdown: String) -> TypesetDocument { typeset(Document(markdown: markdown)) }

  /// Typesets a document, with its modifiers and its resources.
  ///
  /// Never fails: what is wrong with the document is in the result's ``TypesetDocument/diagnostics``. Documents may be typeset side by side
  /// from several threads; each has its own pictures.
  public func typeset(_ document: Document) -> TypesetDocument { prepared(for: document).typeset(document.source) }

  /// This typesetter with what a document asks for.
  func prepared(for document: Document) -> Typesetter {
    var typesetter = self
    if let theme = document.theme {
      if let text = theme.text {
        typesetter.options.theme = .file(Source(name: theme.name, text: text))
      } else if Theme.builtInNames.contains(theme.name) {
        typesetter.options.theme = .builtIn(theme.name)
      } else {
        // Its diagnostic is that of front matter.
        typesetter.options.theme = nil
        typesetter.options.variables.append(Variable(key: "theme", value: theme.name))
      }
    }
    typesetter.options.variables += document.settings.map { Variable($0) }
    if !document.macros.isEmpty { typesetter.options.mathMacros += "\n" + document.macros }
    if let time = document.time { typesetter.time = time }
    if !document.isPlain { typesetter.document = document }
    let (texts, pictures) = access(to: document.resources)
    typesetter.files = texts
    typesetter.pictures = Self.pictures(typesetter.options, pictures, fonts)
    return typesetter
  }

  /// What may be read through a provider, as text and as pictures; without one what the typesetter's own roots allow.
  private func access(to provider: (any ResourceProvider)?) -> (texts: FileAccess, pictures: FileAccess) {
    guard let provider else { return (files, files) }
    if let folders = provider as? FolderResources {
      let files = FileAccess(roots: folders.roots)
      return (files, files)
    }
    let supply = Supply(provider)
    return (
      FileAccess { path, folder throws(FileFailure) in try supply.load(path, folder, .text) },
      FileAccess { path, folder throws(FileFailure) in try supply.load(path, folder, .picture) }
    )
  }
}

/// A provider that is asked once for each reference.
private final class Supply: Sendable {
  private let provider: any ResourceProvider
  private let known = Mutex<[ResourceRequest: Result<[UInt8], FileFailure>]>([:])

  init(_ provider: any ResourceProvider) { self.provider = provider }

  func load(_ path: String, _ folder: String?, _ purpose: ResourceRequest.Purpose) throws(FileFailure) -> [UInt8] {
    let request = ResourceRequest(reference: path, folder: folder, purpose: purpose)
    if let result = known.withLock({ $0[request] }) { return try result.get() }
    let result: Result<[UInt8], FileFailure>
    do {
      result = .success(try provider.load(request))
    } catch {
      result = .failure(FileFailure(error))
    }
    known.withLock { $0[request] = result }
    return try result.get()
  }
}

extension FileFailure {
  /// What a provider throws.
  init(_ error: any Error) {
    switch error {
    case ResourceError.missing: self = .missing
    case ResourceError.denied: self = .outside(root: "/")
    default: self = .unreadable(reason: "\(error)")
    }
  }
}
