internal import TypesetDiagnostics

/// A place in the source of a diagram that moves on.
struct DiagramScanner {
  let bytes: [UInt8]
  var at = 0
  /// The title of the front matter.
  private(set) var title = ""

  /// Skips front matter.
  init(_ source: String) {
    bytes = Self.plain(Array(source.utf8))
    skipSpace()
    guard starts("---") else { return }
    nextLine()
    while at < bytes.count {
      skipBlanks()
      if starts("---") { break }
      if take("title:") { title = Self.unquoted(restOfLine()) }
      nextLine()
    }
    nextLine()
  }

  /// No-break spaces, with which browsers copy indents, are two spaces each, so that places stay.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0xC2) else { return bytes }
    var bytes = bytes
    for index in bytes.indices.dropLast() where bytes[index] == 0xC2 && bytes[index + 1] == 0xA0 {
      (bytes[index], bytes[index + 1]) = (0x20, 0x20)
    }
    return bytes
  }

  var isAtEnd: Bool { at >= bytes.count }
  var byte: UInt8 { at < bytes.count ? bytes[at] : 0x0A }
  /// The byte some places further on.
  func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0x0A }
  var isAtLineEnd: Bool { byte == 0x0A }

  /// A number as a diagram writes it; nil for any other text. One beyond the range is a mistake, since no picture of it would be true.
  func number(_ text: some StringProtocol, in range: ClosedRange<Double>, from start: Int) throws(DiagramMistake) -> Double? {
    var isBeyond = false
    let value = DocumentNumber.real(text, in: range) { _ in isBeyond = true }
    guard isBeyond else { return value }
    throw mistake(
      "the number \(text.prefix(40)) is out of range", from: start, hint: "write a number from \(range.lowerBound) to \(range.upperBound)")
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self) }

  func starts(_ word: String) -> Bool { bytes[min(at, bytes.count)...].starts(with: word.utf8) }

  mutating func take(_ word: String) -> Bool {
    guard starts(word) else { return false }
    at += word.utf8.count
    return true
  }

  /// Takes a word that no letter follows.
  mutating func takeWord(_ word: String) -> Bool {
    let end = at + word.utf8.count
    guard starts(word), end >= bytes.count || !Self.isLetter(bytes[end]) else { return false }
    at = end
    return true
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0D { at += 1 }
  }

  /// Blanks, ends of lines, comments and directives.
  mutating func skipSpace() {
    while at < bytes.count {
      skipBlanks()
      if starts("%%{") {
        while at < bytes.count, !starts("}%%") { at += 1 }
        at = min(at + 3, bytes.count)
      } else if starts("%%") {
        nextLine()
      } else if at < bytes.count, bytes[at] == 0x0A {
        at += 1
      } else {
        return
      }
    }
  }

  mutating func nextLine() {
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    at = min(at + 1, bytes.count)
  }

  /// Passes over a line that draws nothing: one that begins with one of some words, `accTitle: …`, and `accDescr: …`, whose text may be
  /// in braces over several lines.
  mutating func skipSilentLine(_ words: [String] = []) -> Bool {
    if takeWord("accDescr") {
      skipBlanks()
      if byte == UInt8(ascii: "{") {
        while !isAtEnd, byte != UInt8(ascii: "}") { at += 1 }
      }
    } else if !takeWord("accTitle"), !words.contains(where: { takeWord($0) }) {
      return false
    }
    nextLine()
    return true
  }

  /// The text up to the end of the line, without blanks at its ends.
  mutating func restOfLine() -> String {
    skipBlanks()
    return trimmed(upTo: bytes[at...].firstIndex(of: 0x0A) ?? bytes.count)
  }

  /// The text up to a place, which is reached.
  mutating func trimmed(upTo end: Int) -> String {
    skipBlanks()
    var last = end
    while last > at, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 || bytes[last - 1] == 0x0D { last -= 1 }
    defer { at = end }
    return last > at ? text(at..<last) : ""
  }

  /// Where a word begins that is on this line.
  func find(_ word: String) -> Int? {
    let word = Array(word.utf8)
    guard let first = word.first else { return nil }
    var index = at
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == first, bytes[index...].starts(with: word) { return index }
      index += 1
    }
    return nil
  }

  /// Letters, digits and underscores.
  mutating func word() -> String {
    let start = at
    while at < bytes.count, Self.isLetter(bytes[at]) { at += 1 }
    return text(start..<at)
  }

  /// What is left of the line at a place, for a message.
  func rest(from start: Int) -> Range<Int> {
    let end = bytes[min(start, bytes.count)...].prefix(40).firstIndex(of: 0x0A) ?? min(start + 40, bytes.count)
    return start..<max(start, end)
  }

  func mistake(_ what: String, from start: Int? = nil, hint: String? = nil) -> DiagramMistake {
    let range = rest(from: start ?? at)
    var shown = Self.unspaced(text(range))
    if range.count == 40 { shown += "…" }
    return DiagramMistake(range, shown.isEmpty ? what : "\(what): \(shown)", hint: hint)
  }

  private static func unspaced(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " || $0 == "\r" || $0 == "\u{FFFD}" }.reversed())
  }

  static func unquoted(_ text: String) -> String {
    guard text.utf8.count > 1, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else { return text }
    return String(text.dropFirst().dropLast())
  }
}
