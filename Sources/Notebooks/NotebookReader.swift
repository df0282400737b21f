package import TypesetDiagnostics
internal import TypesetJSON

/// Reads Jupyter notebooks as sources of Markdown. Nothing is run.
package enum NotebookReader {
  /// Why a file is no notebook.
  package struct Fault: Error {
    package var message: String
    package var hint: String
  }

  /// - Parameters:
  ///   - bytes: The notebook's JSON; of one that is cut off or broken, what is whole before that is read.
  ///   - name: What messages call it.
  ///   - folder: Where relative paths in it start.
  ///   - lines: So many lines of what a program printed are shown; nil leaves that to the notebook's front matter.
  /// - Returns: Its cells as Markdown; each byte knows the cell that it comes from.
  package static func source(of bytes: [UInt8], name: String, folder: String?, lines: Int? = nil) throws(Fault) -> Source {
    let (json, fault) = try json(of: bytes, name)
    guard let notebook = Notebook(json) else {
      throw fault ?? Fault(message: "\(name) has no cells, as a notebook has", hint: "open it in Jupyter and save it again")
    }
    var writer = NotebookWriter(name: name, language: notebook.language, size: bytes.count)
    writer.mostLines = lines ?? notebook.outputLines
    for cell in notebook.cells { writer.add(cell) }
    var source = writer.source(folder: folder)
    if let fault {
      let end = source.bytes.count
      source.remarks.append(
        Diagnostic(
          .warning, "notebook.cut", at: SourceSpan(max(0, end - 1), end), "\(fault.message); what comes after this is left out",
          hint: fault.hint))
    }
    return source
  }

  /// The number of lines that `output-lines` asks for; nil for any other text, or beyond its range.
  package static func lines(_ text: String) -> Int? { Notebook.lines(text) }

  /// The JSON of a file, and what is wrong with it where it is cut off: then what is whole of it.
  private static func json(of bytes: [UInt8], _ name: String) throws(Fault) -> (json: JSON, fault: Fault?) {
    do { return (try JSON(bytes[...]), nil) } catch {
      let place = Source(name: name, bytes: bytes).position(of: error.place)
      let isCut = error.place >= bytes.count
      let fault = Fault(
        message: "\(name):\(place.line):\(place.column): the notebook is broken JSON: \(error.description)",
        hint: isCut ? "it ends too early: save it again in Jupyter" : "open it in Jupyter and save it again")
      guard let whole = CutJSON.closed(bytes[..<error.place]), let json = try? JSON(whole[...]) else { throw fault }
      return (json, fault)
    }
  }
}
