/// What Roam's exports have in their lines: tasks (`- {{[[TODO]]}} words`, `{{DONE}}`) are boxes, films, sounds and pages of other sites (`{{[[video]]: https://…}}`)
/// are their addresses. All else in double braces is another tool's, or is said to be text.
enum RoamMarks {
  private static let tasks = ["TODO": "[ ]", "DONE": "[x]"]
  /// The same at the middle of a line, where Markdown has no tasks.
  private static let boxes = ["TODO": "\u{2610}", "DONE": "\u{2611}"]
  private static let embedded: Set<String> = ["video", "youtube", "audio", "iframe", "pdf", "tweet", "spotify"]
  /// The bytes that a mark may have.
  private static let longest = 600

  /// True if one may begin at a brace: `{{[[`, and the two words that Roam has without brackets, too.
  static func begin(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "{{[[".utf8) || bytes.starts(with: "{{TODO}}".utf8) || bytes.starts(with: "{{DONE}}".utf8)
  }

  /// A line with what its marks stand for; nil where there is none.
  static func replaced(in line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var index = line.startIndex
    var isCode = false
    var hasChanged = false
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index] == ASCII.openBrace, begin(line[index...]), let (text, end) = text(line[index...], after: out) {
        out += text.utf8
        index = end
        hasChanged = true
        continue
      }
      out.append(line[index])
      index += 1
    }
    return hasChanged ? out : nil
  }

  private static func text(_ mark: ArraySlice<UInt8>, after before: [UInt8]) -> (text: String, end: Int)? {
    let inner = mark.dropFirst(2).prefix(longest).prefix { $0 != ASCII.closeBrace }
    guard mark[inner.endIndex...].starts(with: "}}".utf8) else { return nil }
    let words = String(decoding: inner, as: UTF8.self)
    let colon = words.firstIndex(of: ":") ?? words.endIndex
    let name = words[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
    let value = words[colon...].dropFirst().description.trimmedWhitespace()
    let end = inner.endIndex + 2
    if colon == words.endIndex, let box = boxes[String(name)], let task = tasks[String(name)] {
      return (isBullet(before) && mark[end...].first == ASCII.space ? task : box, end)
    }
    guard embedded.contains(name.lowercased()), value.hasPrefix("http"), !value.contains(where: { " <>".contains($0) }) else { return nil }
    return ("<\(value)>", end)
  }

  /// True for a list's sign with nothing behind it.
  private static func isBullet(_ text: [UInt8]) -> Bool {
    let words = text.drop(while: ASCII.isBlank)
    guard words.last.map(ASCII.isBlank) == true, let first = words.first else { return false }
    let rest = words.drop(while: ASCII.isDigit)
    let sign = rest.first.map { ".)".contains(Character(UnicodeScalar($0))) } ?? false
    let isItem = rest.count < words.count ? sign : "-*+".utf8.contains(first)
    return isItem && rest.dropFirst().allSatisfy(ASCII.isBlank)
  }
}
