import TypesetBytes

/// Bytes → tokens. Category codes are LaTeX's; a comment ends with its line; zero-width characters are skipped.
struct Lexer {
  private let bytes: [UInt8]
  private(set) var position = 0
  private let end: Int
  private let isOneLine: Bool
  /// The open braces before a place.
  private var braces = (end: 0, depth: 0)
  /// A comment of a formula of one line that is close to what is on both sides: it may be meant as a percent sign.
  private(set) var hidingComment: Range<Int>?
  /// The first `\\begin` or `\\end`, whose backslash was doubled where the formula was quoted: it is read as the command.
  private(set) var doubledCommand: Range<Int>?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
    isOneLine = !bytes.contains(0x0A)
  }

  mutating func next(_ names: CommandNames) -> Token {
    while position < end {
      let start = position
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x5C: return command(from: start, names)
      case 0x20, 0x09, 0x0A, 0x0D:
        while position < end, Self.isSpace(bytes[position]) { position += 1 }
        return token(.space, 0x20, start)
      case 0x7B: return token(.beginGroup, 0x7B, start)
      case 0x7D: return token(.endGroup, 0x7D, start)
      case 0x24:
        if position < end, bytes[position] == 0x24 { position += 1 }
        return token(.mathShift, 0x24, start)
      case 0x26: return token(.alignTab, 0x26, start)
      case 0x5E: return token(.superscript, 0x5E, start)
      case 0x5F: return token(.subscript, 0x5F, start)
      case 0x7E: return token(.tilde, 0x7E, start)
      case 0x23:
        if position < end, (0x31...0x39).contains(bytes[position]) {
          position += 1
          return token(.parameter, UInt32(bytes[position - 1] - 0x30), start)
        }
        return token(.character, 0x23, start)
      case 0x25:
        if isOneLine, isPercentage(at: start) { return token(.character, 0x25, start) }
        if isOneLine, hidingComment == nil, start > 0, position < end, !Self.isSpace(bytes[start - 1]), !Self.isSpace(bytes[position]),
          bytes[position] != 0x25
        {
          hidingComment = start..<end
        }
        while position < end, bytes[position] != 0x0A { position += 1 }
        position = min(position + 1, end)
      case 0x21...0x7F: return token(.character, UInt32(byte), start)
      case 0x00...0x1F: continue
      default:
        position = start
        let scalar = decode()
        switch scalar {
        // In text it asks for the form of the character before it as emoji (UTS #51); formulas pass over it.
        case 0xFE0F where start > 0 && bytes[start - 1] > 0x7F: return token(.character, scalar, start)
        case 0x200B...0x200F, 0x2060...0x2064, 0xFEFF, 0xFE00...0xFE0F, 0x202A...0x202E: continue
        case 0xA0, 0x3000: return token(.tilde, scalar, start)
        case 0x2000...0x200A: return token(.space, 0x20, start)
        default: return token(.character, scalar, start)
        }
      }
    }
    return Token(kind: .end, value: 0, start: Int32(end), end: Int32(end))
  }

  /// True for a % that a comment would make nonsense of: after a digit, at the end, or within braces that the comment would leave open.
  private mutating func isPercentage(at start: Int) -> Bool {
    var before = start
    while before > 0, Self.isSpace(bytes[before - 1]) { before -= 1 }
    if before > 0, (0x30...0x39).contains(bytes[before - 1]) { return true }
    if bytes[(start + 1)...].allSatisfy(Self.isSpace) { return true }
    while braces.end < start {
      switch bytes[braces.end] {
      case 0x5C: braces.end += 1
      case 0x7B: braces.depth += 1
      case 0x7D: braces.depth -= 1
      default: break
      }
      braces.end += 1
    }
    return braces.depth > 0
  }

  /// The bytes between the next byte and the like, on one line; after a star, spaces are visible.
  mutating func verbatim() -> (bytes: [UInt8], isClosed: Bool) {
    let isStarred = position < end && bytes[position] == UInt8(ascii: "*")
    if isStarred { position += 1 }
    // The space after the command is the delimiter before a command (KaTeX).
    if position < end, bytes[position] == 0x5C, position > 0, bytes[position - 1] == 0x20 { position -= 1 }
    guard position < end else { return ([], false) }
    let delimiter = bytes[position]
    let start = position + 1
    var index = start
    while index < end, bytes[index] != delimiter, bytes[index] != 0x0A { index += 1 }
    let isClosed = index < end && bytes[index] == delimiter
    position = min(isClosed ? index + 1 : index, end)
    let found = bytes[min(start, index)..<index]
    return (isStarred ? found.flatMap { $0 == 0x20 ? Array("␣".utf8) : [$0] } : Array(found), isClosed)
  }

  private mutating func command(from start: Int, _ names: CommandNames) -> Token {
    guard position < end else { return token(.command, names.number(of: [0x5C]), start) }
    if bytes[position] == Self.originalMark, position + 1 < end {
      position += 1
      var token = command(from: start, names)
      token.value |= CommandNames.original
      return token
    }
    let first = bytes[position]
    if first.isLetter {
      let nameStart = position
      while position < end, bytes[position].isLetter { position += 1 }
      let number = names.number(of: bytes[nameStart..<position])
      let nameEnd = position
      while position < end, Self.isSpace(bytes[position]) { position += 1 }
      return Token(kind: .command, value: number, start: Int32(start), end: Int32(nameEnd))
    }
    if first == 0x5C, let word = Self.environmentWords.first(where: { bytes[(position + 1)...].starts(with: $0) }) {
      position += word.count
      if doubledCommand == nil { doubledCommand = start..<position }
      return token(.command, names.number(of: word.dropLast()), start)
    }
    let nameStart = position
    _ = decode()
    if isSpaceAfterRow(start) { return token(.space, 0x20, start) }
    if Self.isSpace(first) { return token(.command, names.number(of: [0x20]), start) }
    return token(.command, names.number(of: bytes[nameStart..<position]), start)
  }

  private func token(_ kind: Token.Kind, _ value: UInt32, _ start: Int) -> Token {
    Token(kind: kind, value: value, start: Int32(start), end: Int32(position))
  }

  /// True for the third backslash at the end of a row's line, as authors write it for tools that read Markdown first: the space that it would be
  /// begins a row of nothing.
  private func isSpaceAfterRow(_ start: Int) -> Bool {
    guard start > 1, bytes[start - 1] == 0x5C, bytes[start - 2] == 0x5C, start < 3 || bytes[start - 3] != 0x5C else { return false }
    return bytes[(start + 1)...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } == 0x0A
  }

  private static let environmentWords = [Array("begin{".utf8), Array("end{".utf8)]

  /// One scalar of UTF-8; an invalid byte is U+FFFD.
  private mutating func decode() -> UInt32 {
    let first = bytes[position]
    position += 1
    if first < 0x80 { return UInt32(first) }
    let (count, low): (Int, UInt32) =
      switch first {
      case 0xC2...0xDF: (1, UInt32(first & 0x1F))
      case 0xE0...0xEF: (2, UInt32(first & 0x0F))
      case 0xF0...0xF4: (3, UInt32(first & 0x07))
      default: (0, 0xFFFD)
      }
    var scalar = low
    for _ in 0..<count {
      guard position < end, bytes[position] & 0xC0 == 0x80 else { return 0xFFFD }
      scalar = scalar << 6 | UInt32(bytes[position] & 0x3F)
      position += 1
    }
    return Unicode.Scalar(scalar) == nil ? 0xFFFD : scalar
  }

  /// Follows the backslash of a command with its original meaning, in definitions that are passed on as text.
  static let originalMark: UInt8 = 0x01

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
