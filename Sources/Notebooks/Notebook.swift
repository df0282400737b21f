import TypesetJSON

/// A Jupyter notebook (nbformat 3 to 4.5) as far as pages show it.
///
/// - Source: The Notebook file format, nbformat's documentation.
package struct Notebook {
  /// What a notebook lacks that is to be one.
  package struct Fault: Error {
    package var message: String
    /// The byte of the file, where there is one.
    package var place: Int?
  }

  var cells: [Cell]
  /// Of its file.
  let byteCount: Int
  /// Of its kernel, as a fence names it; empty where none is named.
  var language: String

  /// - Parameter bytes: JSON.
  package init(_ bytes: [UInt8]) throws(Fault) {
    byteCount = bytes.count
    let json: JSON
    do throws(JSON.Failure) { json = try JSON(bytes[...]) } catch { throw Fault(message: error.description, place: error.place) }
    // nbformat 3 has sheets of cells.
    let sheets = json["worksheets"]?.items
    guard let cells = sheets?.flatMap({ $0["cells"]?.items ?? [] }) ?? json["cells"]?.items else { throw Fault(message: "it has no cells") }
    let metadata = json["metadata"]
    language = (metadata?["language_info"]?["name"]?.text ?? metadata?["kernelspec"]?["language"]?.text ?? "").lowercased()
    self.cells = cells.map(Cell.init)
    if language.isEmpty, let named = cells.lazy.compactMap({ $0["language"]?.text }).first { language = named }
  }

  /// One of its cells.
  struct Cell {
    enum Kind { case markdown, code, raw, heading(level: Int) }

    var kind: Kind
    var source: String
    /// Pictures of a Markdown cell by their names.
    var attachments: JSON?
    /// How often the kernel had run when it ran the cell.
    var count: Int?
    var outputs: [Output]
    /// Of a raw cell.
    var format: String
    var shows: Shown

    init(_ json: JSON) {
      let metadata = json["metadata"]
      source = joined(json["source"] ?? json["input"])
      attachments = json["attachments"]
      count = (json["execution_count"] ?? json["prompt_number"])?.integer
      outputs = json["outputs"]?.items?.map(Output.init) ?? []
      format = (metadata?["raw_mimetype"] ?? metadata?["format"])?.text ?? ""
      shows = Shown(metadata)
      switch json["cell_type"]?.text {
      case "code": kind = .code
      case "raw": kind = .raw
      case "heading": kind = .heading(level: min(max(json["level"]?.integer ?? 1, 1), 6))
      default: kind = .markdown
      }
    }
  }

  /// What of a cell stands on the page.
  struct Shown {
    var isCell = true
    var isInput = true
    var areOutputs = true

    /// The tags of Jupyter Book and nbconvert, and what JupyterLab, the classic notebook and Colab keep of what is folded.
    init(_ metadata: JSON?) {
      let tags = Set(metadata?["tags"]?.items?.compactMap { $0.text?.replacing("_", with: "-") } ?? [])
      let lab = metadata?["jupyter"]
      isCell = tags.isDisjoint(with: ["remove-cell", "hide-cell"])
      isInput =
        tags.isDisjoint(with: ["remove-input", "hide-input"]) && lab?["source_hidden"]?.flag != true
        && metadata?["hide_input"]?.flag != true && metadata?["cellView"]?.text != "form"
      areOutputs =
        tags.isDisjoint(with: ["remove-output", "remove-stdout", "hide-output"]) && lab?["outputs_hidden"]?.flag != true
        && metadata?["collapsed"]?.flag != true
    }
  }

  /// What a cell of code gave.
  struct Output {
    /// Written to standard output or error, or a traceback.
    var text: String?
    /// A result by its MIME types.
    private var data: [(type: String, value: JSON)] = []
    /// Width of a picture in CSS pixels, where it is asked for.
    var width: Int?

    init(_ json: JSON) {
      switch json["output_type"]?.text {
      case "stream": text = joined(json["text"])
      case "error", "pyerr":
        text =
          json["traceback"]?.items?.compactMap(\.text).joined(separator: "\n")
          ?? "\(json["ename"]?.text ?? "Error"): \(json["evalue"]?.text ?? "")"
      default:
        if let members = json["data"]?.members {
          data = members.map { ($0.name, $0.value) }
        } else {
          data = Self.oldNames.compactMap { name, type in json[name].map { (type, $0) } }
        }
        let sizes = json["metadata"]
        width = (sizes?["image/png"]?["width"] ?? sizes?["image/jpeg"]?["width"])?.integer
      }
    }

    /// Keys of nbformat 3.
    private static let oldNames = [
      ("svg", "image/svg+xml"), ("png", "image/png"), ("jpeg", "image/jpeg"), ("html", "text/html"), ("latex", "text/latex"),
      ("json", "application/json"), ("text", "text/plain"),
    ]

    /// The value of a MIME type as text; nil where there is none.
    subscript(type: String) -> String? { data.first { $0.type == type }.map { joined($0.value) } }

    /// The value of a MIME type that is JSON; nil where there is none.
    func json(_ type: String) -> JSON? { data.first { $0.type == type }?.value }

    var types: [String] { data.map(\.type) }
  }
}

/// A text of a notebook: a string, or an array of its lines.
private func joined(_ value: JSON?) -> String {
  value?.text ?? value?.items?.compactMap(\.text).joined() ?? ""
}
