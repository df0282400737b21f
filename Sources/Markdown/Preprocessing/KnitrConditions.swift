internal import TypesetDiagnostics

/// The source with what R would put in for conditions on the output, over one line or several: `` `r if (knitr::is_html_output()) '# References'` ``.
/// Markdown for pages of a site is read; LaTeX of its own for PDF is left out.
func withoutKnitrConditions(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let conditions = KnitrCondition.all(in: source.bytes)
  guard !conditions.isEmpty else { return source }
  var next = 0
  return rewritingLines(source, &diagnostics) { line, _ in
    while next < conditions.count, conditions[next].range.upperBound <= line.startIndex { next += 1 }
    var out: [UInt8] = []
    var position = line.startIndex
    var isTouched = false
    for condition in conditions[next...] {
      guard condition.range.lowerBound < line.endIndex else { break }
      for cut in condition.cuts where cut.lowerBound < line.endIndex && cut.upperBound > position {
        out += line[position..<max(position, cut.lowerBound)]
        position = min(line.endIndex, cut.upperBound)
        isTouched = true
      }
    }
    guard isTouched else { return .keep }
    out += line[position...]
    return out.allSatisfy(ASCII.isBlank) ? .write([]) : .write(out)
  }
}

private struct KnitrCondition {
  var range: Range<Int>
  /// What is not read.
  var cuts: [Range<Int>]

  private static let opener = Array("`r if".utf8)
  /// The most bytes of a text in quotes.
  private static let longest = 4_000

  static func all(in bytes: [UInt8]) -> [KnitrCondition] {
    var found: [KnitrCondition] = []
    var position = 0
    while let open = bytes.find(opener, from: position) {
      position = open + opener.count
      guard let condition = read(bytes, from: open) else { continue }
      found.append(condition)
      position = condition.range.upperBound
    }
    return found
  }

  private static func read(_ bytes: [UInt8], from start: Int) -> KnitrCondition? {
    let head = bytes[start...].prefix(120).prefix { $0 != ASCII.newline }
    guard let quote = head.firstIndex(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }) else { return nil }
    let isLaTeX = head[..<quote].firstRange(of: Array("is_latex_output()".utf8)) != nil
    guard isLaTeX || head[..<quote].firstRange(of: Array("is_html_output()".utf8)) != nil,
      let close = bytes[(quote + 1)...].prefix(longest).firstIndex(of: bytes[quote])
    else { return nil }
    var end = close + 1
    while end < bytes.count, ASCII.isBlank(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == ASCII.backtick else { return nil }
    let range = start..<(end + 1)
    return KnitrCondition(range: range, cuts: isLaTeX ? [range] : [start..<(quote + 1), close..<(end + 1)])
  }
}
