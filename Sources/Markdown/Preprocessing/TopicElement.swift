internal import TypesetDiagnostics

/// What Writerside's topics include of each other: `<include from="library.topic" element-id="note"/>`, the element with that name in a topic of
/// XML or Markdown.
enum TopicElement {
  /// The directive on a line of its own.
  static func directive(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard text.hasPrefix("<include "), text.hasSuffix("/>") || text.hasSuffix("></include>") else { return nil }
    func value(_ keys: String...) -> String? {
      for key in keys {
        guard let start = text.firstRange(of: " \(key)=\"")?.upperBound, let end = text[start...].firstIndex(of: "\"") else { continue }
        return String(text[start..<end])
      }
      return nil
    }
    guard let path = value("from", "src"), let name = value("element-id", "include-id"), !path.isEmpty, !name.isEmpty else { return nil }
    return IncludeDirective(form: .whole, path: path, part: .section(name), range: range)
  }

  /// The lines between the tags of the first element with a name; nil if there is none, or none that ends.
  static func lines(named name: String, in text: [UInt8]) -> [IncludeDirective.Line]? {
    let mark = Array(" id=\"\(name)\"".utf8)
    guard let place = text.firstRange(of: mark)?.lowerBound, let open = text[..<place].lastIndex(of: ASCII.less),
      let close = text[place...].firstIndex(of: ASCII.greater), text[close - 1] != UInt8(ascii: "/")
    else { return nil }
    let tag = text[(open + 1)..<place].prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
    guard !tag.isEmpty, let end = end(of: Array(tag), from: close + 1, in: text) else { return nil }
    return IncludeDirective.numbered(text).compactMap { number, range in
      let inner = range.clamped(to: close + 1..<end)
      // The tags' own lines, if nothing else is on them.
      guard range.overlaps(close + 1..<end) || range.isEmpty && (close + 1..<end).contains(range.lowerBound) else { return nil }
      let isCut = inner != range
      return isCut && text[inner].allSatisfy(ASCII.isBlank) ? nil : IncludeDirective.Line(number: number, range: inner)
    }
  }

  /// Where the closing tag of an element begins; others with its tag may be in it.
  private static func end(of tag: [UInt8], from start: Int, in text: [UInt8]) -> Int? {
    var depth = 1
    var index = start
    while let less = text[index...].firstIndex(of: ASCII.less) {
      let isEnd = less + 1 < text.count && text[less + 1] == UInt8(ascii: "/")
      let rest = text[(less + (isEnd ? 2 : 1))...]
      if rest.starts(with: tag), case let next = rest.dropFirst(tag.count).first ?? 0, !ASCII.isLetter(next), next != UInt8(ascii: "-") {
        guard isEnd else {
          let close = rest.firstIndex(of: ASCII.greater) ?? text.endIndex
          if close == text.endIndex || text[close - 1] != UInt8(ascii: "/") { depth += 1 }
          index = less + 1
          continue
        }
        depth -= 1
        if depth == 0 { return less }
      }
      index = less + 1
    }
    return nil
  }
}
