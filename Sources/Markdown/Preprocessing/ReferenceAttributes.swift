internal import TypesetDiagnostics

/// The source of a document of pandoc's, or of none that is known, with the attributes of its reference definitions, `[E1]: a.png {#fig-a width=50}`, behind the pictures and links
/// that refer to them.
func withReferenceAttributes(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  // To CommonMark a line with more behind the address defines nothing.
  let tool = dialect?.tool ?? .general
  guard tool.isPandoc || tool == .general, source.holds("]: "),
    source.holds("}\n") || source.bytes.last == ASCII.closeBrace
  else { return source }
  var found = ReferenceAttributes()
  var none: [Diagnostic] = []
  _ = rewritingLines(source, &none) { line, _ in
    found.collect(line)
    return .keep
  }
  guard !found.lists.isEmpty else { return source }
  var written = ReferenceAttributes(lists: found.lists)
  return rewritingLines(source, &diagnostics) { line, _ in written.change(of: line) }
}

private struct ReferenceAttributes {
  /// By labels in lower case.
  private(set) var lists: [String: [UInt8]] = [:]
  private var fences = OpenFences()

  init(lists: [String: [UInt8]] = [:]) { self.lists = lists }

  mutating func collect(_ line: ArraySlice<UInt8>) {
    guard !fences.passesCode(line), lists.count < 1_000, let (label, list) = Self.definition(line) else { return }
    if lists[label] == nil { lists[label] = Array(line[list]) }
  }

  /// `[label]: address "title" {list}`
  private static func definition(_ line: ArraySlice<UInt8>) -> (label: String, list: Range<Int>)? {
    let words = line.drop { $0 == ASCII.space }
    guard words.startIndex - line.startIndex < 4, words.count < 2_000, words.first == ASCII.openBracket,
      let close = words.firstIndex(of: ASCII.closeBracket), words[close...].starts(with: "]:".utf8), close > words.startIndex + 1,
      words[words.startIndex + 1] != UInt8(ascii: "^")
    else { return nil }
    var end = words.endIndex
    while end > close, ASCII.isBlank(words[end - 1]) { end -= 1 }
    guard words[end - 1] == ASCII.closeBrace, let open = words[..<end].lastIndex(of: ASCII.openBrace), ASCII.isBlank(words[open - 1]),
      let read = Attributes.read(words[open..<end]), read.length == end - open
    else { return nil }
    return (key(words[(words.startIndex + 1)..<close]), open..<end)
  }

  private static func key(_ label: ArraySlice<UInt8>) -> String { String(decoding: label, as: UTF8.self).lowercased() }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.contains(ASCII.openBracket), line.count < 20_000 else { return .keep }
    if let (_, list) = Self.definition(line) { return .write(Array(line[..<list.lowerBound])) }
    var out: [UInt8] = []
    var start = line.startIndex
    var index = line.startIndex
    var isCode = false
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index] == ASCII.openBracket, index > line.startIndex, let end = reference(line, index) {
        out += line[start..<end.place] + end.list
        (start, index) = (end.place, end.place)
      } else {
        index += 1
      }
    }
    return out.isEmpty ? .keep : .write(out + line[start...])
  }

  /// The list for `][label]`, `![label]` or `![label][]` whose label begins here, and where it is written.
  private func reference(_ line: ArraySlice<UInt8>, _ open: Int) -> (place: Int, list: [UInt8])? {
    let previous = line[open - 1]
    guard previous == ASCII.closeBracket || previous == UInt8(ascii: "!"),
      let close = line[open...].prefix(200).firstIndex(of: ASCII.closeBracket), let list = lists[Self.key(line[(open + 1)..<close])]
    else { return nil }
    var end = close + 1
    if previous != ASCII.closeBracket, line[end...].starts(with: "[]".utf8) { end += 2 }
    guard end == line.endIndex || !"[({:".utf8.contains(line[end]) else { return nil }
    return (end, list)
  }
}
