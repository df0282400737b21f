internal import TypesetDiagnostics
internal import TypesetNotebooks

/// An input as Markdown: its own bytes, or what a notebook becomes.
struct InputText {
  let name: String
  private(set) var bytes: [UInt8]
  /// Which file, or cell of a notebook, each byte comes from.
  private(set) var runs: [Source.Run]
  /// What of a notebook can't be set, with places in `bytes`.
  private(set) var notes: [Diagnostic] = []

  /// - Parameters:
  ///   - path: As it was given; `-` is standard input.
  ///   - bytes: All of the file.
  /// - Throws: A failure that says what the input is if it is no Markdown, or what a notebook lacks.
  init(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    let name = path == "-" ? "<stdin>" : path
    self.name = name
    guard InputKind.isNotebook(path, bytes) else {
      try InputKind.check(path, bytes)
      self.bytes = bytes
      runs = [Source.Run(start: 0, file: name)]
      return
    }
    do throws(Notebook.Fault) {
      let text = NotebookText(try Notebook(bytes), name: name)
      (self.bytes, runs, notes) = (text.bytes, text.runs, text.diagnostics)
    } catch {
      let place = error.place.map { Source(name: name, bytes: bytes).position(of: $0) }
      let words = place.map { "\($0.file):\($0.line):\($0.column)" } ?? name
      throw Failure(.inputUnreadable, "\(words): the notebook can't be read: \(error.message)", hint: "save it again with Jupyter")
    }
  }

  /// - Parameter folder: Where relative paths in it start.
  func source(folder: String?) -> Source {
    Source(files: [Source.File(name: name, start: 0, folder: folder)], bytes: bytes, runs: runs)
  }

  /// The runs of the text where it begins at another byte.
  func runs(from start: Int) -> [Source.Run] {
    runs.map { Source.Run(start: $0.start + start, file: $0.file, line: $0.line, column: $0.column) }
  }

  /// Several inputs, one after the other, with an empty line between them; what of notebooks can't be set.
  static func joined(_ texts: [(InputText, folder: String?)]) -> (source: Source, notes: [Diagnostic]) {
    var (files, bytes, runs, notes): ([Source.File], [UInt8], [Source.Run], [Diagnostic]) = ([], [], [], [])
    for (text, folder) in texts {
      if !files.isEmpty { bytes += [0x0A, 0x0A] }
      files.append(Source.File(name: text.name, start: bytes.count, folder: folder))
      runs += text.runs(from: bytes.count)
      notes += text.notes.map { note in
        var note = note
        note.span = note.span.map { SourceSpan(Int($0.start) + bytes.count, Int($0.end) + bytes.count) }
        return note
      }
      bytes += text.bytes
    }
    return (Source(files: files, bytes: bytes, runs: runs), notes)
  }
}
