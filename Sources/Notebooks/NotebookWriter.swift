internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Writes the cells of a notebook as Markdown, and where each of them is.
struct NotebookWriter {
  private let name: String
  /// The kernel's, as the info of a fence.
  private let language: String
  private var bytes: [UInt8] = []
  private var runs: [Source.Run] = []
  private var remarks: [Diagnostic] = []
  /// Cells so far.
  private var count = 0
  /// True if the last block was written by the author as Markdown.
  private var followsMarkdown = false

  /// So many lines of an output that is text are shown; nil for all.
  var mostLines: Int?
  /// So many bytes of an output that is text are shown.
  private static let mostPrinted = 256 << 10
  /// How many bytes of attachments may still be written into cells, however often these name them.
  private var attachedBytes: Int

  /// - Parameter size: Of the notebook's file, in bytes.
  init(name: String, language: String, size: Int) {
    (self.name, self.language, attachedBytes) = (name, Self.word(language), 2 * size)
  }

  func source(folder: String?) -> Source {
    var source = Source(files: [Source.File(name: name, start: 0, folder: folder)], bytes: bytes, runs: runs)
    source.remarks = remarks
    return source
  }

  mutating func add(_ cell: Notebook.Cell) {
    count += 1
    let place = "\(name), cell \(count)"
    switch cell.kind {
    case .markdown: if !cell.visibility.hidesInput { addMarkdown(MarkdownCell.text(of: cell, within: &attachedBytes), place) }
    case .heading(let level):
      let words = cell.source.split(whereSeparator: \.isNewline).joined(separator: " ")
      addMarkdown(String(repeating: "#", count: min(max(level, 1), 6)) + " " + words, place)
    case .raw: if !cell.visibility.hidesInput { addRaw(cell, place) }
    case .code: addCode(cell, place)
    }
  }

  // MARK: Cells

  private mutating func addMarkdown(_ text: String, _ place: String) {
    guard let first = text.utf8.first(where: { $0 != 0x0A && $0 != 0x0D }) else { return }
    if bytes.isEmpty {
      // Only a raw cell is front matter.
      if text.hasPrefix("---") { write("\n", place, line: 0) }
    } else {
      // Each cell is a separate text: a list does not go on in the next cell.
      let mayContinue = [0x20, 0x09, 0x2D, 0x2B, 0x2A, 0x3A].contains(first) || 0x30...0x39 ~= first
      write(followsMarkdown && mayContinue ? "\n<!-- -->\n\n" : "\n", place, line: 0)
    }
    write(text, place)
    close(text)
    followsMarkdown = true
  }

  private mutating func addRaw(_ cell: Notebook.Cell, _ place: String) {
    switch cell.format?.lowercased() {
    case "text/markdown", "text/x-markdown", "markdown": addMarkdown(cell.source, place)
    case "text/html", "html": if let html = OutputHTML.block(cell.source) { addBlock(html, place) } else { refuse("HTML", place) }
    case "text/latex", "latex", "tex":
      if let formula = OutputFormula.display(cell.source) { addBlock(formula, place) } else { refuse("LaTeX", place) }
    case nil where bytes.isEmpty && cell.source.hasPrefix("---"): addBlock(cell.source, place)
    case nil, "text/plain"?: addFence(cell.source, info: "", place)
    // Meant for another kind of output.
    default: break
    }
  }

  private mutating func addCode(_ cell: Notebook.Cell, _ place: String) {
    let code = CodeCell(cell)
    let visibility = code.visibility
    if !visibility.hidesInput, code.text.contains(where: { !$0.isWhitespace }) {
      let label = cell.number.map { " title=\"In [\($0)]\"" } ?? ""
      let language = code.language.map(Self.word) ?? language
      addFence(code.text, info: language.isEmpty && !label.isEmpty ? "text" + label : language + label, place, line: code.firstLine)
    }
    guard !visibility.hidesOutputs else { return }
    let place = "\(name), output of cell \(count)"
    var printed = ""
    for output in cell.outputs {
      if case .stream(let text) = output {
        printed += text
        continue
      }
      flush(&printed, place)
      switch output {
      case .stream: break
      case .error(let text): addPrinted(text, place)
      case .media(let media): add(media, place)
      }
    }
    flush(&printed, place)
  }

  private mutating func flush(_ printed: inout String, _ place: String) {
    if !printed.isEmpty { addPrinted(printed, place) }
    printed = ""
  }

  /// What a program wrote, up to a limit.
  private mutating func addPrinted(_ text: String, _ place: String) {
    let size = text.utf8.count
    let start = bytes.count
    let shown = TerminalText(
      shortened(size > Self.mostPrinted ? String(decoding: text.utf8.prefix(Self.mostPrinted), as: UTF8.self) : text))
    let looks = shown.looks.attribute
    addFence(shown.text, info: looks.isEmpty ? "" : "text looks=\"\(looks)\"", place)
    guard size > Self.mostPrinted else { return }
    remarks.append(
      Diagnostic(
        .warning, "notebook.output", at: SourceSpan(start, bytes.count),
        "cell \(count) has an output of \(size >> 10) KB; the first \(Self.mostPrinted >> 10) KB are shown",
        hint: "print less, or write it to a file"))
  }

  /// The first and last lines of a text that is longer than asked for; a line between them says how many are left out.
  private func shortened(_ text: String) -> String {
    guard let mostLines, mostLines > 0 else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count > mostLines + 1 else { return text }
    let last = mostLines / 4
    let first = mostLines - last
    let count = lines.count - mostLines
    return (lines.prefix(first) + ["\u{1B}[0m… \(count) more lines"] + lines.suffix(last)).joined(separator: "\n") + "\n"
  }

  // MARK: Outputs

  /// The format that says most on a page.
  private mutating func add(_ media: MediaBundle, _ place: String) {
    if let latex = media.text("text/latex"), let formula = OutputFormula.display(latex) {
      addBlock(formula, place)
    } else if let picture = media.picture {
      let width = picture.width.map { " width=\"\($0)\"" } ?? ""
      addBlock("<img src=\"\(picture.address)\" alt=\"Output of cell \(count)\"\(width)>", place)
    } else if let markdown = media.text("text/markdown") {
      addMarkdown(markdown, place)
    } else if let words = media.text("text/plain"), media.text("text/html").map(OutputHTML.isStyledDiagram) == true {
      addPrinted(words, place)
    } else if !media.needsBrowser, let html = media.text("text/html").flatMap(OutputHTML.block) {
      addBlock(html, place)
    } else {
      let isLost = media.needsBrowser || media.text("text/html") != nil
      // IPython's words for JSON name only its class.
      let plain = media.text("text/plain").flatMap { $0.hasPrefix("<IPython.core.display.") && !isLost ? nil : $0 }
      if let plain {
        if isLost { refuse("its text is in its place", place) }
        addPrinted(plain, place)
      } else if let json = media.text("application/json") {
        addFence(json, info: "json", place)
      } else if isLost {
        refuse("it has no text", place)
      }
    }
  }

  private mutating func refuse(_ words: String, _ place: String) {
    remarks.append(
      Diagnostic(
        .note, "notebook.output", at: SourceSpan(max(0, bytes.count - 1), bytes.count),
        "cell \(count) has an output that only a browser or another program can show: \(words)",
        hint: "save the plot as a picture (PNG or SVG), or the value as text, in the notebook",
        gathered: Diagnostic.Gathered(opening: "outputs that only a browser or another program can show: ", items: ["cell \(count)"])))
  }

  // MARK: Blocks

  private mutating func addBlock(_ text: String, _ place: String) {
    if !bytes.isEmpty { write("\n", place, line: 0) }
    write(text + "\n", place)
    followsMarkdown = false
  }

  /// Code between fences longer than any in it.
  private mutating func addFence(_ text: String, info: String, _ place: String, line: Int = 1) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let fence = String(repeating: "`", count: max(3, Self.longestRun(of: 0x60, in: text) + 1))
    write((bytes.isEmpty ? "" : "\n") + fence + info + "\n", place, line: line)
    write(text + (text.hasSuffix("\n") ? "" : "\n"), place, line: line)
    write(fence + "\n", place, line: line)
    followsMarkdown = false
  }

  private mutating func write(_ text: String, _ place: String, line: Int = 1) {
    guard !text.isEmpty else { return }
    runs.append(Source.Run(start: bytes.count, file: place, line: max(line, 1)))
    bytes += text.utf8
  }

  /// Ends what a cell leaves open, so that it does not go on in the next one.
  private mutating func close(_ text: String) {
    let end = (text.hasSuffix("\n") ? "" : "\n") + MarkdownCell.closing(of: text)
    bytes += end.utf8
  }

  private static func longestRun(of byte: UInt8, in text: String) -> Int {
    var (longest, length) = (0, 0)
    for next in text.utf8 {
      length = next == byte ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest
  }

  /// The first word of a language's name, without what has a meaning in an info string.
  private static func word(_ language: String) -> String {
    String(language.lowercased().prefix(40).prefix { $0.isLetter || $0.isNumber || "+-#_.".contains($0) })
  }
}
