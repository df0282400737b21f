internal import TypesetBytes
internal import TypesetDiagnostics

/// Marks around words of an element that stays HTML as tags: what knitr writes below a figure, ``<p class="caption">`code` and *words*</p>``, is Markdown
/// to pandoc.
struct MarksInHTML {
  private(set) var edits: [Edit] = []
  private let bytes: [UInt8]
  private let end: Int

  /// - Parameter range: Between the tags, on one line.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    (self.bytes, end) = (bytes, range.upperBound)
    var index = range.lowerBound
    while index < end {
      switch bytes[index] {
      case ASCII.backslash where bytes[index...].starts(with: "\\(".utf8):
        index = bytes[index..<end].firstRange(of: Array("\\)".utf8))?.upperBound ?? index + 2
      case ASCII.backslash: index += 2
      case ASCII.less: index = afterTag(at: index)
      case UInt8(ascii: "$"): index = (bytes[(index + 1)..<end].firstIndex(of: UInt8(ascii: "$")) ?? index) + 1
      case ASCII.backtick: index = code(at: index)
      case UInt8(ascii: "!"): index = picture(at: index) ?? index + 1
      case ASCII.openBracket: index = link(at: index)
      case UInt8(ascii: "*"), UInt8(ascii: "_"): index = emphasis(at: index)
      default: index += 1
      }
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func put(_ text: String, _ range: Range<Int>) { edits.append(Edit(range: range, text: Array(text.utf8))) }

  private func run(at index: Int) -> Range<Int> { index..<(bytes[index..<end].firstIndex { $0 != bytes[index] } ?? end) }

  /// - Returns: Where reading goes on.
  private mutating func code(at start: Int) -> Int {
    let open = run(at: start)
    var index = open.upperBound
    while let found = bytes[index..<end].firstIndex(of: ASCII.backtick) {
      let close = run(at: found)
      index = close.upperBound
      guard close.count == open.count else { continue }
      put("<code>", open)
      for place in open.upperBound..<close.lowerBound {
        if bytes[place] == ASCII.less { put("&lt;", place..<place + 1) }
        if bytes[place] == UInt8(ascii: "&") { put("&amp;", place..<place + 1) }
      }
      put("</code>", close)
      return index
    }
    return open.upperBound
  }

  /// - Returns: Behind a tag, and behind all of an element whose text is code.
  private func afterTag(at start: Int) -> Int {
    let name = bytes[(start + 1)..<end].prefix(12).prefix { ASCII.isLetter($0) }
    if Self.literal.contains(String(decoding: name, as: UTF8.self).lowercased()),
      let close = bytes[start..<end].firstRange(of: Array("</".utf8) + name)
    {
      return close.upperBound
    }
    return (bytes[start..<end].firstIndex(of: ASCII.greater) ?? start) + 1
  }

  private static let literal: Set<String> = ["code", "pre", "tt", "samp", "kbd", "script", "style", "textarea", "svg", "math"]

  /// Where the words of a link end, its address, and where that ends.
  private func target(at start: Int) -> (words: Range<Int>, address: String, end: Int)? {
    guard let middle = bytes[start..<end].prefix(1_000).firstRange(of: Array("](".utf8)),
      !bytes[(start + 1)..<middle.lowerBound].contains(ASCII.openBracket),
      let close = bytes[middle.upperBound..<end].prefix(2_000).firstIndex(of: ASCII.closeParenthesis)
    else { return nil }
    var address = bytes[middle.upperBound..<close]
    if address.first == ASCII.less, address.last == ASCII.greater { address = address.dropFirst().dropLast() }
    guard !address.isEmpty, !address.contains(where: { $0 <= ASCII.space || "\"<>".utf8.contains($0) }) else { return nil }
    return ((start + 1)..<middle.lowerBound, String(decoding: address, as: UTF8.self), close + 1)
  }

  /// `[words](address)`, whose words may have marks.
  private mutating func link(at start: Int) -> Int {
    guard let (words, address, end) = target(at: start) else { return start + 1 }
    put("<a href=\"\(address)\">", start..<start + 1)
    put("</a>", words.upperBound..<end)
    return start + 1
  }

  /// `![words](address){width=30%}`.
  private mutating func picture(at start: Int) -> Int? {
    guard start + 1 < end, bytes[start + 1] == ASCII.openBracket, let (words, address, close) = target(at: start + 1) else { return nil }
    var tag = "<img src=\"\(address)\" alt=\"\(escapedXML(String(decoding: bytes[words], as: UTF8.self), isAttribute: true))\""
    var last = close
    if close < end, bytes[close] == ASCII.openBrace, let brace = bytes[close..<end].prefix(300).firstIndex(of: ASCII.closeBrace) {
      for word in bytes[(close + 1)..<brace].split(whereSeparator: ASCII.isBlank) {
        guard let sign = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let (key, value) = (word[..<sign].filter { ASCII.isLetter($0) }, word[(sign + 1)...].filter { !"\"'<>".utf8.contains($0) })
        tag += " \(String(decoding: key, as: UTF8.self))=\"\(String(decoding: value, as: UTF8.self))\""
      }
      last = brace + 1
    }
    put(tag + ">", start..<last)
    return last
  }

  /// - Returns: Where reading goes on: behind the opening mark, since marks may be within each other.
  private mutating func emphasis(at start: Int) -> Int {
    let open = run(at: start)
    guard open.count <= 2, open.upperBound < end, !ASCII.isBlank(bytes[open.upperBound]), !edits.contains(where: { $0.range == open }),
      bytes[start] == UInt8(ascii: "*") || !isWord(start - 1)
    else { return open.upperBound }
    var index = open.upperBound
    while let found = bytes[index..<end].firstIndex(of: bytes[start]) {
      let close = run(at: found)
      index = close.upperBound
      guard close.count == open.count, !ASCII.isBlank(bytes[found - 1]), bytes[start] == UInt8(ascii: "*") || !isWord(index) else {
        continue
      }
      put(open.count == 2 ? "<strong>" : "<em>", open)
      put(open.count == 2 ? "</strong>" : "</em>", close)
      break
    }
    return open.upperBound
  }

  private func isWord(_ index: Int) -> Bool {
    index < end && (ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] >= 0x80)
  }
}
