internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown

/// A Jupyter notebook of nbformat 3 to 4.5, as far as its pages show it.
struct Notebook {
  /// One cell in its order.
  struct Cell {
    enum Kind { case markdown, code, raw, heading(level: Int) }

    var kind: Kind
    var source: String
    /// The number of its execution: `In [3]`.
    var number: Int?
    /// The language of code; nil for the kernel's.
    var language: String?
    /// The MIME type or nbconvert's name of a raw cell's format.
    var format: String?
    var outputs: [CellOutput] = []
    /// Files that its Markdown names by `attachment:`.
    var attachments: [(name: String, data: MediaBundle)] = []
    var visibility: CellVisibility
  }

  var cells: [Cell]
  /// Of its kernel; empty if the notebook does not name it.
  var language: String

  /// Nil for JSON that is no notebook.
  init?(_ json: JSON) {
    let metadata = json["metadata"]
    // Before nbformat 4, cells were in worksheets.
    let sheets = json["worksheets"]?.items?.compactMap { $0["cells"]?.items } ?? []
    guard let cells = json["cells"]?.items ?? (sheets.isEmpty ? nil : Array(sheets.joined())) else { return nil }
    self.cells = cells.compactMap(Cell.init)
    language =
      [
        metadata?["language_info"]?["name"]?.text, metadata?["kernelspec"]?["language"]?.text, metadata?["language"]?.text,
        self.cells.lazy.compactMap(\.language).first,
      ].lazy.compactMap { $0 }.first ?? ""
  }
}

extension Notebook {
  /// A number of lines; nil for any other text, or beyond the range of the setting.
  static func lines(_ text: String) -> Int? {
    DocumentNumber.whole(text, in: 0...1_000_000).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// How many lines of an output the notebook wants to show: `output-lines` in the front matter of its first cell.
  var outputLines: Int? {
    guard let first = cells.first, case .raw = first.kind, first.source.hasPrefix("---") else { return nil }
    return FrontMatter.of(Array(first.source.utf8)).text("output-lines").flatMap { Self.lines($0) }
  }
}

extension Notebook.Cell {
  init?(_ json: JSON) {
    guard let type = json["cell_type"]?.text else { return nil }
    let metadata = json["metadata"]
    switch type {
    case "markdown", "html": kind = .markdown
    case "heading": kind = .heading(level: json["level"]?.integer ?? 1)
    case "code": kind = .code
    default: kind = .raw
    }
    source = (json["source"] ?? json["input"])?.joinedText ?? ""
    number = (json["execution_count"] ?? json["prompt_number"])?.integer
    language = (metadata?["vscode"]?["languageId"] ?? json["language"])?.text
    format = (metadata?["format"] ?? metadata?["raw_mimetype"])?.text
    outputs = json["outputs"]?.items?.compactMap(CellOutput.init) ?? []
    attachments = json["attachments"]?.members?.map { ($0.name, MediaBundle($0.value, metadata: nil)) } ?? []
    visibility = CellVisibility(metadata)
  }
}

/// What a cell's metadata keep off the page.
struct CellVisibility {
  var hidesInput = false
  var hidesOutputs = false
  var hidesCell: Bool {
    get { hidesInput && hidesOutputs }
    set { (hidesInput, hidesOutputs) = (newValue, newValue) }
  }

  /// Reads tags as nbconvert and Jupyter Book use them, JupyterLab's own keys, and the keys of the extension `hide_input`.
  init(_ metadata: JSON?) {
    guard let metadata else { return }
    for tag in metadata["tags"]?.items?.compactMap(\.text) ?? [] {
      switch tag.lowercased().replacing("_", with: "-") {
      case "hide-input", "remove-input", "hidden-input": hidesInput = true
      case "hide-output", "remove-output", "remove-outputs", "hide-outputs": hidesOutputs = true
      case "hide-cell", "remove-cell", "hidden": hidesCell = true
      default: break
      }
    }
    let lab = metadata["jupyter"]
    if (metadata["hide_input"] ?? lab?["source_hidden"])?.flag == true { hidesInput = true }
    if (metadata["hide_output"] ?? lab?["outputs_hidden"])?.flag == true { hidesOutputs = true }
  }
}

extension JSON {
  /// A text that is written as one string or as its lines.
  var joinedText: String? {
    switch self {
    case .string(let text): text
    case .array(let lines): lines.compactMap(\.text).joined()
    default: nil
    }
  }
}
