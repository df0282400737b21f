internal import TypesetDiagnostics

/// The source with the columns of Obsidian's plugin obsidian-columns, fences ` ```col-md ` within a fence ` ````col `, as columns of divs: what is in
/// them is Markdown.
func withNoteColumns(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("``col-md") || source.holds("~~col-md") else { return source }
  var columns = NoteColumns(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in columns.change(of: line) }
}

private struct NoteColumns {
  private struct Open {
    var fence: CodeFence
    var isColumn: Bool
  }

  let bytes: [UInt8]
  /// The fences of columns that are open, from the outside.
  private var open: [Open] = []
  private var code: CodeFence?
  /// Where the settings of the column end that began last.
  private var settingsEnd = 0
  private var isBelowBlank = true

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let prefix = line.prefix { ASCII.isBlank($0) || $0 == ASCII.greater }
    let wasBelowBlank = isBelowBlank
    isBelowBlank = line.count == prefix.count
    if line.startIndex < settingsEnd { return .drop }
    if code != nil {
      code = CodeFence.after(line, within: code)
      return .keep
    }
    if let last = open.last, CodeFence.after(line, within: last.fence) == nil {
      open.removeLast()
      isBelowBlank = true
      return .write(Array(prefix) + Array((last.isColumn ? ":::" : "::::").utf8) + [ASCII.newline] + Array(prefix))
    }
    guard let fence = CodeFence.after(line, within: nil) else { return .keep }
    let info = String(decoding: line[prefix.endIndex...].drop { $0 == fence.byte }, as: UTF8.self).trimmedWhitespace()
    isBelowBlank = true
    let gap: [UInt8] = wasBelowBlank ? [] : [ASCII.newline] + Array(prefix)
    // Columns hold no columns without a row of their own.
    switch info {
    case "col" where open.last?.isColumn != false && open.count < 8:
      open.append(Open(fence: fence, isColumn: false))
      return .write(Array(prefix) + gap + Array(":::: {.columns}".utf8))
    case "col-md" where open.last?.isColumn == false:
      open.append(Open(fence: fence, isColumn: true))
      passSettings(below: line)
      return .write(Array(prefix) + gap + Array("::: {.column}".utf8) + [ASCII.newline] + Array(prefix))
    default:
      code = fence
      return .keep
    }
  }

  /// Passes the lines `flexGrow=1` … `===` below the head of a column.
  private mutating func passSettings(below head: ArraySlice<UInt8>) {
    var place = bytes[head.endIndex...].firstIndex(of: ASCII.newline).map { $0 + 1 } ?? bytes.count
    for _ in 0..<20 where place < bytes.count {
      let end = bytes[place...].firstIndex(of: ASCII.newline) ?? bytes.count
      let words = bytes[place..<end].drop { ASCII.isBlank($0) || $0 == ASCII.greater }.prefix { $0 != ASCII.carriageReturn }
      if words.count >= 3, words.allSatisfy({ $0 == UInt8(ascii: "=") }) {
        settingsEnd = min(end + 1, bytes.count)
        break
      }
      guard words.contains(UInt8(ascii: "=")), words.first.map(ASCII.isLetter) == true else { break }
      place = end + 1
    }
  }
}
