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
  ///   - bytes: The notebook's JSON.
  ///   - name: What messages call it.
  ///   - folder: Where relative paths in it start.
  /// - Returns: Its cells as Markdown; each byte knows the cell that it comes from.
  package static func source(of bytes: [UInt8], name: String, folder: String?) throws(Fault) -> Source {
    let json: JSON
    do { json = try JSON(bytes[...]) } catch {
      let place = Source(name: name, bytes: bytes).position(of: error.place)
      let isCut = error.place >= bytes.count
      throw Fault(
        message: "\(name):\(place.line):\(place.column): the notebook is broken JSON: \(error.description)",
        hint: isCut ? "it ends too early: save it again in Jupyter" : "open it in Jupyter and save it again")
    }
    guard let notebook = Notebook(json) else {
      throw Fault(message: "\(name) has no cells, as a notebook has", hint: "open it in Jupyter and save it again")
    }
    var writer = NotebookWriter(name: name, language: notebook.language, size: bytes.count)
    for cell in notebook.cells { writer.add(cell) }
    return writer.source(folder: folder)
  }
}
