internal import TypesetDiagnostics

/// The source of a page of MDX, which has no code by indent, with its indented items and text where Markdown reads them as such. Within components the
/// indent is the component's.
func withIndentedItems(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .docusaurus, source.bytes.firstRange(of: Array("\n    ".utf8)) != nil else { return source }
  var items = IndentedItems(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in items.change(of: line) }
}

private struct IndentedItems {
  private let bytes: [UInt8]
  private var fences = OpenFences()
  private var indented = IndentedCode()
  /// How many blanks the lines of the list or the text lose that is open.
  private var blanks = 0
  /// How many components are open.
  private var depth = 0
  private var isInCode = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isBlank = line.allSatisfy(ASCII.isBlank)
    let isInList = blanks > 0 && (isBlank || line.count > blanks && line.prefix(blanks).allSatisfy { $0 == ASCII.space })
    if !isInList { blanks = 0 }
    let isCode = fences.passesCode(line)
    guard !isBlank, !isInList else {
      if blanks == 0 { _ = indented.pass(line) }
      return isBlank ? .keep : .write(Array(line.dropFirst(blanks)))
    }
    guard !isCode else { return .keep }
    depth = max(0, depth + Self.opened(by: line))
    guard indented.pass(line), depth == 0 else {
      isInCode = false
      return .keep
    }
    isInCode = isInCode || !Self.isItem(line) && !IndentedText.isText(bytes, from: line.startIndex)
    guard !isInCode else { return .keep }
    let indent = line.prefix { $0 == ASCII.space }.count - indented.column
    guard indent > 0 else { return .keep }
    blanks = indent
    return .write(Array(line.dropFirst(blanks)))
  }

  /// How many more components a line opens than it closes.
  private static func opened(by line: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var isOpening = false
    for index in line.indices.dropLast() {
      let next = line[index + 1]
      if line[index] == ASCII.less {
        isOpening = next &- 0x41 < 26
        if isOpening { depth += 1 }
        if next == UInt8(ascii: "/"), line[index...].dropFirst(2).first.map({ $0 &- 0x41 < 26 }) == true { depth -= 1 }
      } else if isOpening, line[index] == UInt8(ascii: "/"), next == ASCII.greater {
        depth -= 1
        isOpening = false
      }
    }
    return depth
  }

  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == ASCII.space }
    let digits = words.prefix(10).prefix(while: ASCII.isDigit)
    let sign = words[digits.endIndex...].first ?? 0
    guard digits.isEmpty ? "-*+".utf8.contains(sign) : ".)".utf8.contains(sign) else { return false }
    return words[digits.endIndex...].dropFirst().first == ASCII.space
  }
}
