import TypesetDiagnostics

extension [UInt8] {
  /// The warning about `[see @key, p. 3` whose bracket is never closed: its key is a citation in the text, and the rest is text.
  func unclosedCitation(around span: SourceSpan) -> Diagnostic? {
    let key = span.range(within: count)
    guard let open = citationBracket(before: key.lowerBound), !closesBracket(from: key.upperBound) else { return nil }
    let words = String(decoding: self[open..<key.upperBound], as: UTF8.self)
    return Diagnostic(
      .warning, "cite.unclosed", at: SourceSpan(open, key.upperBound), "the citation ‘\(words)’ is never closed", hint: "close it with ]")
  }

  /// The bracket of which a key may be the first, with a few words between them.
  private func citationBracket(before key: Int) -> Int? {
    var index = key
    while index > 0, key - index < 60 {
      index -= 1
      switch self[index] {
      case UInt8(ascii: "["): return index > 0 && "\\]^!".utf8.contains(self[index - 1]) ? nil : index
      case UInt8(ascii: "]"), UInt8(ascii: "@"), UInt8(ascii: "\n"), UInt8(ascii: "`"), UInt8(ascii: "$"): return nil
      default: continue
      }
    }
    return nil
  }

  /// True if the bracket is closed in its paragraph, or may be further on.
  private func closesBracket(from start: Int) -> Bool {
    var (depth, isBlankLine) = (0, false)
    for index in start..<Swift.min(count, start + 2_000) {
      switch self[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: "\n"):
        if isBlankLine { return false }
        isBlankLine = true
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      default: break
      }
      isBlankLine = false
    }
    return count > start + 2_000
  }
}
