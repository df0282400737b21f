/// ASCII that the scanners look for.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let hash = UInt8(ascii: "#")
  static let dollar = UInt8(ascii: "$")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let backtick = UInt8(ascii: "`")
  static let openBrace = UInt8(ascii: "{")
  static let pipe = UInt8(ascii: "|")
  static let closeBrace = UInt8(ascii: "}")
  static let tilde = UInt8(ascii: "~")

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  static func isPunctuation(_ byte: UInt8) -> Bool { byte > space && byte < 0x7F && !isDigit(byte) && !isLetter(byte) }
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab || byte == newline || byte == carriageReturn }
}

/// The scanner's position in a line of Markdown; tab stops are at every fourth column (CommonMark, Tabs).
struct LineCursor {
  let bytes: [UInt8]
  /// The end of the line, without its newline.
  let end: Int
  var offset: Int
  var column = 0
  /// Columns of a tab that are not used up yet.
  var pending = 0

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    self.offset = start
    self.end = end
  }

  /// Columns of white space before the next character.
  var indent: Int {
    var columns = pending
    var at = column + pending
    for index in offset..<end {
      switch bytes[index] {
      case ASCII.space: columns += 1; at += 1
      case ASCII.tab:
        let step = 4 - at % 4
        columns += step
        at += step
      default: return columns
      }
    }
    return columns
  }

  var isBlank: Bool {
    for index in offset..<end where !ASCII.isBlank(bytes[index]) { return false }
    return true
  }

  /// The first character that is not white space, and its offset.
  var first: (byte: UInt8, offset: Int)? {
    for index in offset..<end where !ASCII.isBlank(bytes[index]) { return (bytes[index], index) }
    return nil
  }

  /// Passes over up to this many columns of white space.
  mutating func skip(columns: Int) {
    var rest = columns
    let used = min(pending, rest)
    pending -= used
    column += used
    rest -= used
    while rest > 0, offset < end {
      switch bytes[offset] {
      case ASCII.space:
        offset += 1
        column += 1
        rest -= 1
      case ASCII.tab:
        let step = 4 - column % 4
        offset += 1
        column += min(step, rest)
        pending = max(0, step - rest)
        rest -= min(step, rest)
      default: return
      }
    }
  }

  /// Passes over one character that is not white space.
  mutating func skipCharacter() {
    offset += 1
    column += 1
  }
}
