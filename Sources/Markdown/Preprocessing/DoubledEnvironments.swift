internal import TypesetDiagnostics

/// The source of a site of Hugo's or Zola's whose displays have no dollars and doubled signs, `\\begin{CD} … \\\\ … \\end{CD}`: Markdown takes one backslash of
/// two, and MathJax reads what is left.
func withEnvironmentsUnescaped(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .hugo || dialect?.tool == .zola, source.holds("\\\\begin{") else { return source }
  var environments = DoubledEnvironments(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in environments.change(of: line) }
}

private struct DoubledEnvironments {
  private var fences = OpenFences()
  private var closers: CloserSearch
  /// Where the open environment ends.
  private var end = 0

  init(_ bytes: [UInt8]) { closers = CloserSearch(bytes) }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    if line.startIndex >= end, let name = Self.name(line) {
      end = closers.end(of: "\\\\end{\(name)}", from: line.startIndex) ?? 0
    }
    guard line.startIndex < end else { return .keep }
    var out: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      // The signs that Markdown escapes.
      if index < end, line[index] == ASCII.backslash, index + 1 < line.endIndex, Self.isSign(line[index + 1]) { index += 1 }
      out.append(line[index])
      index += 1
    }
    return .write(out)
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte > ASCII.space && byte < 0x7F && !ASCII.isLetter(byte) && !ASCII.isDigit(byte)
  }

  /// The environment that begins a line with two backslashes, if it is a display by itself.
  private static func name(_ line: ArraySlice<UInt8>) -> String? {
    let text = line.drop(while: ASCII.isBlank)
    guard text.startIndex - line.startIndex < 4, text.starts(with: "\\\\begin{".utf8) else { return nil }
    let name = text.dropFirst(8).prefix(20).prefix { $0 != ASCII.closeBrace }
    let words = String(decoding: name, as: UTF8.self)
    return DisplayOpener.isDisplay(words) ? words : nil
  }
}
