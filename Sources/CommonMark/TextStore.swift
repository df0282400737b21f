import TypesetBytes

/// The source, and after it the texts that differ from their source, with the way back.
struct TextStore: Sendable {
  private(set) var bytes: [UInt8]
  /// How many bytes the source has.
  let sourceCount: Int
  private let hasNUL: Bool
  /// Bytes from `position` up to the next entry's are at `source` and after it. In order of positions, which are after the source.
  private var origins: [Origin] = []

  private struct Origin: Sendable {
    var position: Int32
    var source: Int32
  }

  init(_ source: [UInt8]) {
    bytes = source
    sourceCount = source.count
    hasNUL = source.contains(0)
  }

  var end: Int { bytes.count }

  /// The bytes that follow are at a place of the source.
  mutating func begin(at source: Int) {
    origins.append(Origin(position: Int32(truncatingIfNeeded: bytes.count), source: Int32(truncatingIfNeeded: source)))
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Copies bytes; NUL becomes U+FFFD, as CommonMark asks.
  mutating func append(_ range: Range<Int>, keepsNUL: Bool = true) {
    for index in range {
      let byte = bytes[index]
      if byte == 0, !keepsNUL {
        for replacement in UTF8.encodedReplacementCharacter {
          begin(at: source(of: index))
          bytes.append(replacement)
        }
        begin(at: source(of: index) + 1)
      } else {
        bytes.append(byte)
      }
    }
  }

  /// Copies bytes with the way back to their places.
  mutating func appendMapped(_ range: Range<Int>, from source: Int) {
    begin(at: source)
    var expected = source
    for index in range {
      if index >= sourceCount, index > range.lowerBound {
        expected += 1
        let place = self.source(of: index)
        if place != expected { begin(at: place) }
        expected = place
      }
      bytes.append(bytes[index])
    }
  }

  /// The text of a cell, without the backslashes before its bars.
  mutating func joinCell(_ text: Range<Int>) -> Range<Int> {
    func isEscaped(_ index: Int) -> Bool {
      bytes[index] == Byte.backslash && index + 1 < text.upperBound && bytes[index + 1] == Byte.bar
    }
    guard hasNUL || text.contains(where: isEscaped) else { return text }
    let start = end
    begin(at: text.lowerBound)
    for index in text {
      if index + 1 < text.upperBound, bytes[index] == Byte.backslash, bytes[index + 1] == Byte.bar {
        begin(at: index + 1)
      } else {
        append(index..<index + 1, keepsNUL: false)
      }
    }
    return start..<end
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
  }

  /// Takes back what was appended last.
  mutating func cut(to end: Int) {
    bytes.removeSubrange(end...)
    while let last = origins.last, Int(last.position) >= end { origins.removeLast() }
  }

  /// Where a byte is in the source.
  func source(of position: Int) -> Int {
    guard position >= sourceCount, !origins.isEmpty else { return min(position, sourceCount) }
    let origin = origins[max(0, origins.partitioningIndex { Int($0.position) > position } - 1)]
    return min(Int(origin.source) + max(0, position - Int(origin.position)), sourceCount)
  }

  /// Where a part of a text at a place is.
  func source(of part: Range<Int>, literal: Range<Int>, at place: Range<Int>) -> Range<Int> {
    let start = part.lowerBound <= literal.lowerBound ? place.lowerBound : source(of: part.lowerBound)
    let end = part.upperBound >= literal.upperBound ? place.upperBound : source(of: part.upperBound)
    return start..<max(start, end)
  }

  /// The place after the last byte of a range that ends here.
  func source(ofEnd position: Int) -> Int { position <= sourceCount ? position : source(of: position - 1) + 1 }
}

/// Classes of bytes.
enum Byte {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let exclamation = UInt8(ascii: "!")
  static let quotation = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let ampersand = UInt8(ascii: "&")
  static let apostrophe = UInt8(ascii: "'")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let asterisk = UInt8(ascii: "*")
  static let plus = UInt8(ascii: "+")
  static let hyphen = UInt8(ascii: "-")
  static let period = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let less = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let caret = UInt8(ascii: "^")
  static let underscore = UInt8(ascii: "_")
  static let backtick = UInt8(ascii: "`")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let bar = UInt8(ascii: "|")
  static let tilde = UInt8(ascii: "~")

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
  /// Spaces, tabs, the ends of lines, form feeds and vertical tabs.
  static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte &- 0x09 < 5 }
  /// What a backslash escapes.
  static func isPunctuation(_ byte: UInt8) -> Bool { byte > space && byte < 0x7F && !isLetterOrDigit(byte) }

  /// The range without white space at its ends.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// Words that bytes are compared with.
enum Words {
  static let arrow: [UInt8] = Array("->".utf8)
  static let attributeSigns: [UInt8] = Array("@#()[]*?$".utf8)
  static let byteOrderMark: [UInt8] = Array("\u{FEFF}".utf8)
  static let cdata: [UInt8] = Array("[CDATA[".utf8)
  static let cdataEnd: [UInt8] = Array("]]>".utf8)
  static let commentEnd: [UInt8] = Array("-->".utf8)
  static let emptyTagEnd: [UInt8] = Array("/>".utf8)
  static let ftp: [UInt8] = Array("ftp".utf8)
  static let http: [UInt8] = Array("http".utf8)
  static let httpScheme: [UInt8] = Array("http://".utf8)
  static let https: [UInt8] = Array("https".utf8)
  static let instructionEnd: [UInt8] = Array("?>".utf8)
  static let mailto: [UInt8] = Array("mailto".utf8)
  static let mailtoScheme: [UInt8] = Array("mailto:".utf8)
  static let none: [UInt8] = []
  static let tagEnd: [UInt8] = Array(">".utf8)
  static let twoHyphens: [UInt8] = Array("--".utf8)
  static let www: [UInt8] = Array("www.".utf8)
  static let xmpp: [UInt8] = Array("xmpp".utf8)
}

extension TextStore {
  /// The text of a leaf's lines, with line feeds between them, as a range of `bytes`; in the source, if it is there in one piece.
  mutating func join(_ lines: ArraySlice<BlockLine>, endsLast: Bool = false) -> Range<Int> {
    guard let first = lines.first, let last = lines.last else { return end..<end }
    var isWhole = !hasNUL && (!endsLast || last.text.upperBound < sourceCount && bytes[last.text.upperBound] == Byte.newline)
    var previous = first.text.lowerBound - 1
    for line in lines where isWhole {
      isWhole = line.spaces == 0 && line.text.lowerBound == previous + 1
      previous = line.text.upperBound
      if isWhole, line.text.upperBound < last.text.upperBound { isWhole = bytes[line.text.upperBound] == Byte.newline }
    }
    if isWhole { return first.text.lowerBound..<last.text.upperBound + (endsLast ? 1 : 0) }
    let start = end
    for (index, line) in zip(lines.indices, lines) {
      begin(at: line.text.lowerBound)
      for _ in 0..<line.spaces { append(Byte.space) }
      if line.spaces > 0 { begin(at: line.text.lowerBound) }
      append(line.text, keepsNUL: false)
      if index < lines.endIndex - 1 || endsLast { append(Byte.newline) }
    }
    return start..<end
  }
}
