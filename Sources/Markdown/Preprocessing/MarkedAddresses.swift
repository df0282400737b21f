internal import TypesetDiagnostics

/// The source with the stars in bare addresses as tags, `https://github.com/**USER**/book`, for tools that make no links of bare addresses, so that stars
/// mean there what they mean elsewhere.
func withMarkedAddresses(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, tool.isPandoc || [.myst, .mkdocs, .kramdown].contains(tool), source.holds("://"),
    source.holds("/**")
  else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard !fences.passesCode(line), line.firstRange(of: Array("://".utf8)) != nil else { return .keep }
    return MarkedAddresses.marked(line).map { .write($0) } ?? .keep
  }
}

private enum MarkedAddresses {
  static func marked(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      let previous = index > line.startIndex ? line[index - 1] : ASCII.space
      // Within brackets an address is a link's own.
      guard !isCode, ASCII.isBlank(previous), line[index...].starts(with: "http".utf8) else {
        out.append(line[index])
        index += 1
        continue
      }
      let word = line[index...].prefix { !ASCII.isBlank($0) && $0 != ASCII.less }
      out += replaced(word) ?? Array(word)
      index = word.endIndex
    }
    return out.elementsEqual(line) ? nil : out
  }

  /// `https://a.org/**b**/c` with `<b>b</b>`; nil where the stars are no pair.
  private static func replaced(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    let stars = [UInt8(ascii: "*"), UInt8(ascii: "*")]
    guard let open = word.firstRange(of: stars), let close = word[open.upperBound...].firstRange(of: stars),
      close.lowerBound > open.upperBound,
      word[close.upperBound...].first != stars[0]
    else { return nil }
    var out = Array(word[..<open.lowerBound])
    out += "<b>".utf8
    out += word[open.upperBound..<close.lowerBound]
    out += "</b>".utf8
    out += word[close.upperBound...]
    return out
  }
}
