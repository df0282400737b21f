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
      case ASCII.less: index = (bytes[index..<end].firstIndex(of: ASCII.greater) ?? index) + 1
      case UInt8(ascii: "$"): index = (bytes[(index + 1)..<end].firstIndex(of: UInt8(ascii: "$")) ?? index) + 1
      case ASCII.backtick: index = code(at: index)
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

  /// `[words](address)`, whose words may have marks.
  private mutating func link(at start: Int) -> Int {
    let isPicture = start > bytes.startIndex && bytes[start - 1] == UInt8(ascii: "!")
    guard !isPicture, let middle = bytes[start..<end].prefix(1_000).firstRange(of: Array("](".utf8)),
      !bytes[(start + 1)..<middle.lowerBound].contains(ASCII.openBracket),
      let close = bytes[middle.upperBound..<end].prefix(2_000).firstIndex(of: ASCII.closeParenthesis)
    else { return start + 1 }
    var address = bytes[middle.upperBound..<close]
    if address.first == ASCII.less, address.last == ASCII.greater { address = address.dropFirst().dropLast() }
    guard !address.isEmpty, !address.contains(where: { $0 <= ASCII.space || "\"<>".utf8.contains($0) }) else { return start + 1 }
    put("<a href=\"\(String(decoding: address, as: UTF8.self))\">", start..<start + 1)
    put("</a>", middle.lowerBound..<close + 1)
    return start + 1
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
