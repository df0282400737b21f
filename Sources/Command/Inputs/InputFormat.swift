internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetNotebooks
internal import TypesetPandoc

/// What an input is written in, and the Markdown that it becomes.
enum InputFormat {
  case markdown, notebook, pandoc

  /// The source of an input.
  ///
  /// - Parameters:
  ///   - name: As it was given, or `<stdin>`.
  ///   - bytes: All of the file.
  ///   - folder: Where relative paths in it start.
  static func source(_ name: String, _ bytes: [UInt8], folder: String, _ options: TypesetterOptions) throws(Failure) -> Source {
    switch InputFormat(of: name, bytes, from: options.variables.last { $0.key == "from" }?.value) {
    case .notebook:
      do throws(NotebookReader.Fault) {
        let lines = options.variables.last { $0.key == "output-lines" }.flatMap { NotebookReader.lines($0.value) }
        return try NotebookReader.source(of: bytes, name: name, folder: folder, lines: lines)
      } catch {
        throw Failure(.inputUnreadable, error.message, hint: error.hint)
      }
    case .pandoc:
      do throws(PandocReader.Fault) {
        return try PandocReader.source(of: bytes, name: name, folder: folder)
      } catch {
        throw Failure(.inputUnreadable, error.message, hint: error.hint)
      }
    case .markdown:
      try InputKind.check(name == "<stdin>" ? "-" : name, bytes)
      return Source(name: name, bytes: bytes, folder: folder)
    }
  }

  /// - Parameter from: The format that the caller names; only one that is no Markdown counts.
  init(of name: String, _ bytes: [UInt8], from: String?) {
    // A mapping may be front matter; cells are a notebook's.
    let isObject = bytes.prefix(64).first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
    let isNotebook =
      from == "ipynb"
      // The source that a PDF carries of a notebook is Markdown by that name.
      || isObject && name.lowercased().hasSuffix(".ipynb")
      || isObject && bytes.prefix(4096).firstRange(of: Array("\"cell_type\"".utf8)) != nil
    let isPandoc =
      from == "json" || from == "pandoc-json"
      || isObject && bytes.prefix(4096).firstRange(of: Array("\"pandoc-api-version\"".utf8)) != nil
    self = isPandoc ? .pandoc : isNotebook ? .notebook : .markdown
  }
}
