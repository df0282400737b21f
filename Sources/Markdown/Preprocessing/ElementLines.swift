internal import TypesetDiagnostics

/// The source of a chat with blank lines below and above tags that are no element's of HTML, each alone on its line, `<artifact title="a">` and `</artifact>`:
/// what models write between them is Markdown. Names with underscores, `<tool_call>`, are elements, too.
func withElementsOnLines(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .chat, source.holds("\n</") else { return source }
  var lines = ElementLines(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in lines.change(of: line) }
}

private struct ElementLines {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// Where the nearest end tag of a name begins, or the length of the text if none follows: a text of openers without an end is searched once.
  private var nextEnds: [String: Int] = [:]

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.first == ASCII.less, line.last == ASCII.greater,
      !line.dropFirst().dropLast().contains(where: { $0 == ASCII.less || $0 == ASCII.greater })
    else { return .keep }
    let isEnd = line.dropFirst().first == UInt8(ascii: "/")
    let start = line.startIndex + (isEnd ? 2 : 1)
    let name = line[start...].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }
    guard name.first.map(ASCII.isLetter) == true, case let next = line[name.endIndex], next == ASCII.greater || ASCII.isBlank(next),
      case let words = String(decoding: name, as: UTF8.self), !HTMLNames.isKnown(words.lowercased()),
      isEnd || hasEnd(of: words, after: line.endIndex)
    else { return .keep }
    let tag = line[..<start] + name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 } + line[name.endIndex...]
    return .write(isEnd ? [ASCII.newline] + tag : tag + [ASCII.newline])
  }

  private mutating func hasEnd(of name: String, after index: Int) -> Bool {
    if let known = nextEnds[name], known >= index { return known < bytes.count }
    let end = bytes.find(Array("\n</\(name)>".utf8), from: index) ?? bytes.count
    nextEnds[name] = end
    return end < bytes.count
  }
}
