/// Callouts between fences of backticks, which hold Markdown: javascript.info's ```` ```smart header="Words" ````, ```` ````warn ````, and those of
/// Obsidian's admonitions, ```` ```ad-note ````, with `title: Words` on the first lines.
struct FencedCallout {
  private let start: Int
  private let length: Int
  private let kind: String
  private var title: Range<Int>?
  /// The words of a title on a line below.
  private var words: String?
  private var options: Range<Int>?

  /// What the names are called elsewhere; those without another name are blocks without a frame.
  private static let kinds = [
    "smart": "note", "warn": "warning", "ponder": "question", "quote": "callout-quote", "compare": "callout-note", "online": "",
    "offline": "",
  ]

  /// True for a line that opens one whatever follows its name.
  static func isOpened(by line: ArraySlice<UInt8>) -> Bool {
    let info = line.drop { ASCII.isBlank($0) || $0 == ASCII.greater }.drop { $0 == ASCII.backtick }
    let name = info.prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
    return name.count > 3 && name.starts(with: "ad-".utf8) || untitled.contains { name.elementsEqual($0.utf8) }
  }

  /// Names that are callouts without a title, too; the others may be languages.
  private static let untitled = ["smart", "warn", "ponder", "online", "offline"]

  init?(_ cursor: LineCursor, at start: Int, in open: OpenBlocks) {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    guard bytes[start] == ASCII.backtick else { return nil }
    self.start = start
    var index = start
    while index < end, bytes[index] == ASCII.backtick { index += 1 }
    length = index - start
    guard length >= 3, index < end, ASCII.isLetter(bytes[index]) else { return nil }
    let nameStart = index
    while index < end, ASCII.isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    if name.hasPrefix("ad-"), index == end {
      kind = String(name.dropFirst(3))
      readOptions(below: cursor, in: open)
      return
    }
    guard let known = Self.kinds[name] else { return nil }
    kind = known
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    guard index < end else {
      guard Self.untitled.contains(name) else { return nil }
      return
    }
    for key in ["header=", "title=", "author="] where bytes[index..<end].starts(with: key.utf8) {
      let quote = index + key.utf8.count
      guard quote < end, bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'") else { return nil }
      let close =
        name == "compare" ? bytes[(quote + 1)..<end].firstIndex(of: bytes[quote]) : bytes[(quote + 1)..<end].lastIndex(of: bytes[quote])
      guard let close else { return nil }
      if close > quote + 1 { title = quote + 1..<close }
      return
    }
    return nil
  }

  /// `title: Words`, `collapse: open` on the lines below.
  private mutating func readOptions(below cursor: LineCursor, in open: OpenBlocks) {
    guard open.isEmpty else { return }
    let bytes = cursor.bytes
    var position = cursor.end + 1
    var last: Int?
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      guard let key = ["title:", "collapse:", "icon:", "color:"].first(where: { line.starts(with: $0.utf8) }) else { break }
      if key == "title:" {
        let words = line.dropFirst(key.utf8.count).drop(while: ASCII.isBlank)
        if !words.isEmpty { self.words = String(decoding: words, as: UTF8.self).trimmedWhitespace() }
      }
      last = end
      position = end + 1
    }
    options = last.map { cursor.end + 1..<$0 }
  }

  var opening: BlockOpening {
    var attributes = Attributes(classes: kind.isEmpty ? [] : [kind])
    if let words { attributes.pairs.append(Attributes.Pair("title", words)) }
    return BlockOpening(.division(attributes), .fenced(byte: ASCII.backtick, length: length, from: start), title: title, options: options)
  }
}
