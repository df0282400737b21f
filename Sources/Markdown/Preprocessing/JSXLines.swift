internal import TypesetDiagnostics

/// The source of a page of MDX without the signs of fragments, `<>` and `</>`, and with components that are whole on their lines apart from each other:
/// each of them is Markdown of its own.
func withJSXLines(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .docusaurus, source.holds("</") else { return source }
  var lines = JSXLines()
  return rewritingLines(source, &diagnostics) { line, _ in lines.change(of: line) }
}

private struct JSXLines {
  private var fences = OpenFences()
  private var wasElement = false

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.contains(ASCII.less) else {
      wasElement = false
      return .keep
    }
    let bare = Self.withoutFragments(line)
    let words = bare.map { $0[...] } ?? line
    defer { wasElement = Self.isElement(words) }
    if bare != nil, words.allSatisfy(ASCII.isBlank) { return .write([]) }
    guard wasElement, Self.isElement(words) else { return bare.map { .write($0) } ?? .keep }
    return .write([ASCII.newline] + words)
  }

  /// Nil for a line without fragments.
  private static func withoutFragments(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index] == ASCII.less, let length = ["<>", "</>"].first(where: { line[index...].starts(with: $0.utf8) })?.utf8.count {
        index += length
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out.count < line.count ? out : nil
  }

  /// `<Tabs.Tab>**words**</Tabs.Tab>`: a component with text, from its first tag to its last.
  private static func isElement(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == ASCII.space }
    guard words.count < 4_000, words.first == ASCII.less, let capital = words.dropFirst().first, capital &- 0x41 < 26 else { return false }
    let name = words.dropFirst().prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    var end = words.endIndex
    while end > words.startIndex, ASCII.isBlank(words[end - 1]) { end -= 1 }
    let closer = [ASCII.less, UInt8(ascii: "/")] + Array(name) + [ASCII.greater]
    var search = TagSearch()
    guard let open = search.end(of: Array(words), from: 0, to: words.count).map({ words.startIndex + $0 - 1 }),
      words[..<end].suffix(closer.count).elementsEqual(closer)
    else { return false }
    return open + 1 < end - closer.count && words[open - 1] != UInt8(ascii: "/")
  }
}
