internal import TypesetDiagnostics

/// The source of a specification of mdBook's, whose rules have lines such as `r[expr.if.intro]`: words in brackets that nothing in it defines are
/// names of the grammar, to which the book's own program makes links.
func withoutRuleLinks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.find(Array("\nr[".utf8)) != nil || source.bytes.starts(with: "r[".utf8), let links = RuleLinks(source.bytes) else {
    return source
  }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, line.contains(ASCII.openBracket), let plain = links.withoutBrackets(line) else { return .keep }
    return .write(plain)
  }
}

private struct RuleLinks {
  private var defined: Set<String> = []

  /// Nil for a text without names of rules.
  init?(_ bytes: [UInt8]) {
    var hasRules = false
    for line in bytes.split(separator: ASCII.newline) {
      if line.starts(with: "r[".utf8), line.last == ASCII.closeBracket, line.contains(UInt8(ascii: ".")) { hasRules = true }
      guard line.first == ASCII.openBracket, let close = line.firstIndex(of: ASCII.closeBracket), close + 1 < line.endIndex,
        line[close + 1] == UInt8(ascii: ":")
      else { continue }
      defined.insert(String(decoding: line[..<close].dropFirst(), as: UTF8.self).lowercased())
    }
    guard hasRules else { return nil }
  }

  /// Nil for a line without such words.
  func withoutBrackets(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var (index, isCode, hasChanged) = (line.startIndex, false, false)
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      guard !isCode, byte == ASCII.openBracket, let close = Self.end(of: line, from: index, after: out.last) else {
        out.append(byte)
        index += 1
        continue
      }
      let words = line[(index + 1)..<close]
      if defined.contains(String(decoding: words, as: UTF8.self).lowercased()) {
        out += line[index...close]
      } else {
        out += words
        hasChanged = true
      }
      index = close + 1
    }
    return hasChanged ? out : nil
  }

  /// The bracket that closes words of letters alone, which no address, label or definition follows.
  private static func end(of line: ArraySlice<UInt8>, from open: Int, after previous: UInt8?) -> Int? {
    if let previous, ASCII.isLetter(previous) || "]!#\\$".utf8.contains(previous) { return nil }
    let words = line[(open + 1)...].prefix(60).prefix { ASCII.isLetter($0) || $0 == ASCII.space || $0 == UInt8(ascii: "-") }
    let close = words.endIndex
    guard words.count > 2, close < line.endIndex, line[close] == ASCII.closeBracket else { return nil }
    guard close + 1 < line.endIndex else { return close }
    return "([:".utf8.contains(line[close + 1]) ? nil : close
  }
}
