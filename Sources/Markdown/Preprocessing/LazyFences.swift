internal import TypesetDiagnostics

/// pandoc's items take the lines below them up to a blank one, whatever their indent: code whose lines and closing fence are at the margin, below an
/// opening fence in an item, is the item's.
func withFencesInItems(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool.isPandoc == true, source.bytes.firstRange(of: Array(" ```".utf8)) != nil else { return source }
  var fences = LazyFences()
  return rewritingLines(source, &diagnostics) { line, _ in fences.change(of: line) }
}

private struct LazyFences {
  private var isInItem = false
  private var isBelowBlank = true
  private var fence: CodeFence?
  /// Of the opening fence in an item above which no blank line is; nil in code elsewhere.
  private var indent: Int?

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let own = line.prefix { $0 == ASCII.space }.count
    let isBlank = line.allSatisfy { ASCII.isBlank($0) }
    defer { isBelowBlank = isBlank }
    let wasCode = fence != nil
    fence = CodeFence.after(line, within: fence)
    if wasCode {
      if isBlank { indent = nil }
      guard let indent, own < indent, !isBlank else { return .keep }
      return .write([UInt8](repeating: ASCII.space, count: indent - own) + line)
    }
    if fence != nil {
      indent = isInItem && own > 0 && !isBelowBlank ? own : nil
    } else if Self.isItem(line.dropFirst(own)) {
      isInItem = true
    } else if isBelowBlank, own == 0, !isBlank {
      isInItem = false
    }
    return .keep
  }

  /// `- `, `* `, `1. `
  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    let digits = line.prefix { ASCII.isDigit($0) }.count
    let rest = line.dropFirst(digits)
    guard let sign = rest.first, let next = rest.dropFirst().first, ASCII.isBlank(next) else { return false }
    return digits > 0 ? sign == UInt8(ascii: ".") || sign == ASCII.closeParenthesis : "-*+".utf8.contains(sign)
  }
}
