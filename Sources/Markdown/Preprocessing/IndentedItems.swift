internal import TypesetDiagnostics

/// The source of a page of MDX, which has no code by indent, with its indented items where Markdown reads them as such.
func withIndentedItems(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .docusaurus, source.bytes.firstRange(of: Array("\n    ".utf8)) != nil else { return source }
  var items = IndentedItems()
  return rewritingLines(source, &diagnostics) { line, _ in items.change(of: line) }
}

private struct IndentedItems {
  private var fences = OpenFences()
  private var indented = IndentedCode()
  /// How many blanks the lines of the list lose that is open.
  private var blanks = 0

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    let isCode = indented.pass(line)
    guard line.contains(where: { !ASCII.isBlank($0) }) else { return .keep }
    guard isCode else {
      blanks = 0
      return .keep
    }
    if blanks == 0, Self.isItem(line) { blanks = line.prefix { $0 == ASCII.space }.count - indented.column }
    guard blanks > 0, line.prefix(blanks).allSatisfy({ $0 == ASCII.space }) else { return .keep }
    return .write(Array(line.dropFirst(blanks)))
  }

  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == ASCII.space }
    let digits = words.prefix(10).prefix(while: ASCII.isDigit)
    let sign = words[digits.endIndex...].first ?? 0
    guard digits.isEmpty ? "-*+".utf8.contains(sign) : ".)".utf8.contains(sign) else { return false }
    return words[digits.endIndex...].dropFirst().first == ASCII.space
  }
}
