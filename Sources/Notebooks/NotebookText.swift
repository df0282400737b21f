package import TypesetDiagnostics
import TypesetFiles
import TypesetJSON

/// A notebook as Markdown.
package struct NotebookText {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Where each cell begins; a run is named after the file and the cell, its lines are those of the cell.
  package private(set) var runs: [Source.Run]
  /// What could not be set, with places in `bytes`.
  package private(set) var diagnostics: [Diagnostic] = []
  /// A longer text that a program printed is cut.
  private static let mostOutput = 1 << 18
  private let language: String
  /// So many bytes of pictures may still stand in cells, however often these name them.
  private var pictureBytes: Int
  private var toldTypes: Set<String> = []
  /// True if the last cell was Markdown.
  private var endsWithMarkdown = false

  /// - Parameter name: What messages call the notebook.
  package init(_ notebook: Notebook, name: String) {
    language = notebook.language
    pictureBytes = 2 * notebook.byteCount
    runs = [Source.Run(start: 0, file: name)]
    for (index, cell) in notebook.cells.enumerated() where cell.shows.isCell {
      let number = "\(name) cell \(index + 1)"
      add(cell) { start in Source.Run(start: start, file: number) }
    }
  }

  private mutating func add(_ cell: Notebook.Cell, run: (Int) -> Source.Run) {
    switch cell.kind {
    case .markdown:
      begin(run)
      addMarkdown(CellPictures(cell.attachments).inserted(in: cell.source, within: &pictureBytes))
    case .heading(let level):
      begin(run)
      bytes += (String(repeating: "#", count: level) + " " + cell.source.split(separator: "\n").joined(separator: " ")).utf8
    case .raw:
      begin(run)
      addRaw(cell)
    case .code:
      addCode(cell, run: run)
    }
    end()
  }

  /// A cell begins here, after an empty line.
  private mutating func begin(_ run: (Int) -> Source.Run) {
    let run = run(bytes.count)
    if runs.last?.start == run.start { runs[runs.count - 1] = run } else { runs.append(run) }
  }

  /// An empty line ends what stands here so far.
  private mutating func end() {
    guard !bytes.isEmpty else { return }
    let ends = bytes.suffix(2).reversed().prefix { $0 == 0x0A }.count
    bytes += repeatElement(0x0A, count: 2 - ends)
  }

  /// A text that ends with its cell: what it leaves open is closed, and a list does not go on in the next cell.
  private mutating func addMarkdown(_ text: String) {
    if endsWithMarkdown, let first = text.utf8.first, Self.mayContinueList(first) { bytes += "<!-- -->\n\n".utf8 }
    bytes += text.utf8
    let closing = OpenFence.closing(of: text)
    if !closing.isEmpty { bytes += "\n\(closing)".utf8 }
    endsWithMarkdown = true
  }

  /// True for blanks and for what begins an item.
  private static func mayContinueList(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || "-+*:0123456789".utf8.contains(byte)
  }

  /// What is for one format of nbconvert; front matter and what names no format are Markdown.
  private mutating func addRaw(_ cell: Notebook.Cell) {
    switch cell.format {
    case "text/latex", "latex", "tex", "pdf": addFence("{=latex}", cell.source)
    case "text/html", "html": addFence("{=html}", cell.source)
    case "", "text/markdown", "markdown": bytes += cell.source.utf8
    default: break
    }
  }

  // MARK: Code

  private mutating func addCode(_ cell: Notebook.Cell, run: (Int) -> Source.Run) {
    endsWithMarkdown = false
    let options = CellOptions(cell.source)
    guard options.isIncluded else { return }
    let code = options.code
    if cell.shows.isInput, options.isEchoed, !code.isEmpty {
      let title = cell.count.map { " title=\"In [\($0)]\"" } ?? ""
      let name = CellOptions.language(ofMagic: code) ?? language
      let head = name.isEmpty && title.isEmpty ? "" : (name.isEmpty ? "text" : name) + title
      let fence = Self.fence(around: code)
      bytes += "\(fence)\(head)\n".utf8
      // The cell's lines begin here, without those of options.
      begin { start in
        var run = run(start)
        run.line += options.lineCount
        return run
      }
      bytes += "\(code)\n\(fence)".utf8
      end()
    }
    guard cell.shows.areOutputs, options.showsOutputs else { return }
    var caption = options.caption
    for output in Self.gathered(cell.outputs) {
      begin(run)
      add(output, caption: &caption)
      end()
    }
  }

  /// Streams that follow each other are one text.
  private static func gathered(_ outputs: [Notebook.Output]) -> [Notebook.Output] {
    var all: [Notebook.Output] = []
    for output in outputs {
      if let text = output.text, let last = all.last?.text {
        all[all.count - 1].text = last + text
      } else {
        all.append(output)
      }
    }
    return all
  }

  // MARK: Outputs

  private mutating func add(_ output: Notebook.Output, caption: inout (text: String, label: String?)?) {
    if let text = output.text { return addPrinted(text) }
    let html = output["text/html"]
    if let latex = output["text/latex"], html?.contains("<table") != true { return addLaTeX(latex) }
    if let picture = picture(of: output) {
      bytes += "![\(caption.map { CellOptions.escaped($0.text) } ?? "")](\(picture))".utf8
      let marks = [caption?.label.map { "#\($0)" }, output.width.map { "width=\($0)px" }].compactMap(\.self)
      if !marks.isEmpty { bytes += "{\(marks.joined(separator: " "))}".utf8 }
      caption = nil
      return
    }
    if let html, let table = OutputTable(html) {
      bytes += table.html.utf8
    } else if let markdown = output["text/markdown"] {
      bytes += markdown.utf8
    } else if let json = output.json("application/json") {
      addFence("json", json.description)
    } else {
      addPlain(output)
    }
  }

  /// The address of a result that is a picture.
  private func picture(of output: Notebook.Output) -> String? {
    if let svg = output["image/svg+xml"] { return "data:image/svg+xml;base64," + base64(Array(svg.utf8)) }
    for type in ["image/png", "image/jpeg", "image/webp", "image/gif"] {
      if let data = output[type] { return dataURL(type, data) }
    }
    return nil
  }

  /// What a library writes for TeX: a formula between dollars, an environment, or text.
  private mutating func addLaTeX(_ latex: String) {
    var text = latex.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    // SymPy: `$\displaystyle x$`.
    if text.hasPrefix("$"), text.hasSuffix("$"), !text.hasPrefix("$$"), text.count > 2 { text = "$" + text + "$" }
    bytes += text.utf8
  }

  private mutating func addPlain(_ output: Notebook.Output) {
    if let text = output["text/plain"] { addPrinted(text) }
    let others = output.types.filter { $0 != "text/plain" }
    guard let type = others.first(where: { $0 != "text/html" }) ?? others.first, toldTypes.insert(type).inserted else { return }
    let form = output["text/plain"] == nil ? "left out" : "shown as its text"
    let place = SourceSpan(max(bytes.count - 1, 0), max(bytes.count - 1, 0))
    diagnostics.append(
      Diagnostic(
        .note, "notebook.output", at: place, "a result of the type \(type) is \(form)",
        hint: "a picture (PNG, JPEG, SVG), a table or Markdown in its place can be set"))
  }

  private mutating func addPrinted(_ text: String) {
    let bytes = text.utf8
    guard bytes.count > Self.mostOutput else { return addFence("text", TerminalText.plain(text)) }
    let start = self.bytes.count
    addFence("text", TerminalText.plain(String(decoding: bytes.prefix(Self.mostOutput), as: UTF8.self)))
    diagnostics.append(
      Diagnostic(
        .warning, "limit.output", at: SourceSpan(start, min(start + 1, self.bytes.count)),
        "an output has \(bytes.count) bytes; the first \(Self.mostOutput) are shown", hint: "print less, or write it to a file"))
  }

  /// A fence that the text does not end.
  private mutating func addFence(_ head: String, _ text: String) {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    guard !text.isEmpty else { return }
    let fence = Self.fence(around: text)
    bytes += "\(fence)\(head)\n\(text)\n\(fence)".utf8
  }

  private static func fence(around text: some StringProtocol) -> String {
    var (longest, run) = (2, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest + 1)
  }
}
