internal import TypesetDiagnostics

/// The source with what a model has thought, which exports of chats have between `<think>` and `</think>`, as a foldable part with a title.
func withThoughtsAsDetails(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("<think>"), source.holds("</think>") else { return source }
  var thoughts = ThoughtMarks(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in thoughts.change(of: line) }
}

private struct ThoughtMarks {
  private static let opener = Array("<think>".utf8)
  private static let closer = Array("</think>".utf8)

  private let bytes: [UInt8]
  /// Where the last thoughts end: what nothing closes is text.
  private let lastEnd: Int
  private var fences = OpenFences()
  private var isOpen = false
  /// True between two tags without words.
  private var isEmpty = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var last = -1
    while let next = bytes.find(Self.closer, from: last + 1) { last = next }
    lastEnd = last
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    if isOpen { return closed(line) }
    let words = line.drop(while: ASCII.isBlank)
    guard words.starts(with: Self.opener), words.startIndex < lastEnd else { return .keep }
    isOpen = true
    let rest = words.dropFirst(Self.opener.count)
    isEmpty = bytes[rest.startIndex...].drop(while: ASCII.isBlank).starts(with: Self.closer)
    let head = isEmpty ? [] : Array("<details>\n<summary>Thinking</summary>\n\n".utf8)
    guard let end = rest.firstRange(of: Self.closer) else { return .write(head + rest) }
    return .write(head + body(rest, upTo: end))
  }

  /// A line within thoughts, which may end them.
  private mutating func closed(_ line: ArraySlice<UInt8>) -> LineChange {
    guard let end = line.firstRange(of: Self.closer) else { return .keep }
    return .write(body(line, upTo: end))
  }

  private mutating func body(_ line: ArraySlice<UInt8>, upTo end: Range<Int>) -> [UInt8] {
    isOpen = false
    return line[..<end.lowerBound] + (isEmpty ? [] : Array("\n\n</details>\n\n".utf8)) + line[end.upperBound...].drop(while: ASCII.isBlank)
  }
}
