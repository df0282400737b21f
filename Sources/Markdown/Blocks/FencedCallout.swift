internal import TypesetDiagnostics

/// Callouts between fences of backticks, which hold Markdown: javascript.info's ```` ```smart header="Words" ````, ```` ````warn ````, and those of
/// Obsidian's admonitions, ```` ```ad-note ````, with `title: Words` on the first lines, and of mdbook-admonish, ```` ```admonish tip title="Words" ````.
struct FencedCallout {
  private let start: Int
  private let byte: UInt8
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
    let info = line.drop { ASCII.isBlank($0) || $0 == ASCII.greater }.drop { $0 == ASCII.backtick || $0 == ASCII.tilde }
    let name = info.prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
    return name.count > 3 && name.starts(with: "ad-".utf8) || untitled.contains { name.elementsEqual($0.utf8) }
  }

  /// Names that are callouts without a title, too; the others may be languages.
  private static let untitled = ["smart", "warn", "ponder", "online", "offline", "admonish"]

  init?(_ cursor: LineCursor, at start: Int, in open: OpenBlocks) {
    let (bytes, end) = (cursor.bytes, cursor.trimmedEnd)
    guard bytes[start] == ASCII.backtick || bytes[start] == ASCII.tilde else { return nil }
    self.start = start
    byte = bytes[start]
    var index = start
    while index < end, bytes[index] == byte { index += 1 }
    // Between tildes only code and these are written, with or without a blank before the name.
    if byte == ASCII.tilde { while index < end, ASCII.isBlank(bytes[index]) { index += 1 } }
    length = index - start
    guard length >= 3, index < end, ASCII.isLetter(bytes[index]) else { return nil }
    let nameStart = index
    while index < end, ASCII.isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    if name == "admonish" {
      let read = AdmonishInfo(bytes, index..<end)
      (kind, title) = (read.kind, read.title)
      return
    }
    guard byte == ASCII.backtick else { return nil }
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
    return BlockOpening(.division(attributes), .fenced(byte: byte, length: length, from: start), title: title, options: options)
  }
}

/// What mdbook-admonish reads behind its name: a kind, then `title="Words", class="a", collapsible=true`, or a title between quotes alone.
private struct AdmonishInfo {
  private(set) var kind = "note"
  private(set) var title: Range<Int>?

  init(_ bytes: [UInt8], _ info: Range<Int>) {
    var index = info.lowerBound
    func skipBlanks() { while index < info.upperBound, ASCII.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 } }
    skipBlanks()
    let name = bytes[index..<info.upperBound].prefix { ASCII.isLetter($0) }
    let next = name.endIndex < info.upperBound ? bytes[name.endIndex] : ASCII.space
    if !name.isEmpty, ASCII.isBlank(next) || next == UInt8(ascii: ",") {
      kind = String(decoding: name, as: UTF8.self).lowercased()
      index = name.endIndex
      skipBlanks()
    }
    let rest = bytes[index..<info.upperBound]
    let key = rest.firstRange(of: Array("title=".utf8))
    guard let open = key?.upperBound ?? (rest.first == UInt8(ascii: "\"") ? index : nil), open < info.upperBound,
      bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'"),
      let close = bytes[(open + 1)..<info.upperBound].firstIndex(of: bytes[open])
    else { return }
    // An empty title is none, not even the kind's name.
    title = open + 1..<close
  }
}
