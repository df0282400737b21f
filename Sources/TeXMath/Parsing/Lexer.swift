/// A token of TeX's (TeXbook chapter 7), with its place in the formula's source.
struct Token: Equatable {
  enum Kind: Equatable {
    /// Without the backslash.
    case command(String)
    case character(Unicode.Scalar)
    case open, close
    case ampersand
    case superscript, `subscript`
    /// White space between tokens; math ignores it, text does not.
    case space
    /// `#1` in a macro's body.
    case parameter(Int)
    case end
  }

  var kind: Kind
  var range: Range<Int>

  static func == (a: Token, b: Token) -> Bool { a.kind == b.kind }
}

/// Reads UTF-8 as tokens. Comments vanish, as do zero-width characters, which copying from web pages leaves behind.
struct Lexer {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token {
    guard index < bytes.count else { return Token(kind: .end, range: bytes.count..<bytes.count) }
    let start = index
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\\"): return command(start)
    case UInt8(ascii: "{"): return single(.open)
    case UInt8(ascii: "}"): return single(.close)
    case UInt8(ascii: "&"): return single(.ampersand)
    case UInt8(ascii: "^"): return single(.superscript)
    case UInt8(ascii: "_"): return single(.subscript)
    case UInt8(ascii: "%"):
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      return next()
    case UInt8(ascii: "#") where index + 1 < bytes.count && bytes[index + 1] &- 0x31 < 9:
      index += 2
      return Token(kind: .parameter(Int(bytes[start + 1] - 0x30)), range: start..<index)
    case 0x20, 0x09, 0x0A, 0x0D:
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      return Token(kind: .space, range: start..<index)
    default:
      let (scalar, length) = Self.decode(bytes, index)
      index += length
      switch scalar.value {
      case 0x200B...0x200F, 0x2060...0x2064, 0xFEFF, 0x00AD: return next()
      default: return Token(kind: .character(scalar), range: start..<index)
      }
    }
  }

  private mutating func single(_ kind: Token.Kind) -> Token {
    index += 1
    return Token(kind: kind, range: index - 1..<index)
  }

  private mutating func command(_ start: Int) -> Token {
    index += 1
    guard index < bytes.count else { return Token(kind: .command(""), range: start..<index) }
    let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
    if isLetter(bytes[index]) {
      while index < bytes.count, isLetter(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start + 1..<index], as: UTF8.self)
      let end = index
      // Spaces after a control word are its own (TeXbook chapter 8).
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      return Token(kind: .command(name), range: start..<end)
    }
    let (scalar, length) = Self.decode(bytes, index)
    index += length
    return Token(kind: .command(String(Character(scalar))), range: start..<index)
  }

  private static func decode(_ bytes: [UInt8], _ index: Int) -> (Unicode.Scalar, Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= bytes.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
