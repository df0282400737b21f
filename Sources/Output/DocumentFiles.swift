internal import TypesetDiagnostics
internal import TypesetFiles
public import TypesetInterface

extension Document {
  /// A Markdown file, with the pictures and included files in its folder and below.
  ///
  /// ```swift
  /// try Typesetter().typeset(Document(file: "manual/intro.md")).write(to: "intro.pdf")
  /// ```
  ///
  /// Other folders may be read with ``markdownResources(_:)-(ResourceProvider)``, which replaces the file's own.
  ///
  /// - Parameter path: Relative to the process's working folder; diagnostics call the document by it.
  /// - Throws: ``DocumentError/unreadable(path:reason:)``.
  public init(file path: String) throws(DocumentError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do {
      self.init(Source(name: path, bytes: try readFile(path, limit: Budget().sourceBytes), folder: folder))
    } catch {
      throw .unreadable(path: path, reason: error.words)
    }
    resources = FolderResources(folder)
  }
}
