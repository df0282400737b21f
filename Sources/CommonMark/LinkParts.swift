/// The parts that links and their definitions are written with.
enum LinkParts {
  /// The most characters of a label.
  private static let labelLimit = 999

  /// The text of a label whose `[` is at a place; nil for a label that does not end, is too long or contains a bracket.
  static func label(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
    guard start < end, bytes[start] == Byte.openBracket else { return nil }
    var index = start + 1
    var count = 0
    while index < end, bytes[index] != Byte.closeBracket {
      if bytes[index] == Byte.openBracket { return nil }
      if bytes[index] == Byte.backslash, index + 1 < end, Byte.isPunctuation(bytes[index + 1]) {
        index += 1
        count += 1
      }
      if bytes[index] & 0xC0 != 0x80 { count += 1 }
      if count > labelLimit { return nil }
      index += 1
    }
    return index < end ? start + 1..<index : nil
  }

  /// An address at a place, and where what follows begins.
  static func destination(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (text: Range<Int>, next: Int)? {
    guard start < end else { return nil }
    var index = start
    if bytes[start] == Byte.less {
      index += 1
      while index < end {
        switch bytes[index] {
        case Byte.greater: return (start + 1..<index, index + 1)
        case Byte.less, Byte.newline: return nil
        case Byte.backslash: index += index + 1 < end && Byte.isPunctuation(bytes[index + 1]) ? 2 : 1
        default: index += 1
        }
      }
      return nil
    }
    var depth = 0
    while index < end, bytes[index] > Byte.space, bytes[index] != 0x7F {
      switch bytes[index] {
      case Byte.backslash where index + 1 < end && Byte.isPunctuation(bytes[index + 1]): index += 1
      case Byte.openParenthesis:
        depth += 1
        // As in other parsers: more than that is no address.
        if depth > 32 { return nil }
      case Byte.closeParenthesis:
        if depth == 0 { return (start..<index, index) }
        depth -= 1
      default: break
      }
      index += 1
    }
    return depth == 0 && (index == end || Byte.isSpace(bytes[index])) ? (start..<index, index) : nil
  }

  /// A title in quotes or parentheses at a place: its inner, and where what follows begins.
  static func title(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (text: Range<Int>, next: Int)? {
    guard start < end else { return nil }
    let closer: UInt8
    switch bytes[start] {
    case Byte.quotation, Byte.apostrophe: closer = bytes[start]
    case Byte.openParenthesis: closer = Byte.closeParenthesis
    default: return nil
    }
    var index = start + 1
    while index < end {
      if bytes[index] == closer { return (start + 1..<index, index + 1) }
      if closer == Byte.closeParenthesis, bytes[index] == Byte.openParenthesis { return nil }
      index += bytes[index] == Byte.backslash && index + 1 < end && Byte.isPunctuation(bytes[index + 1]) ? 2 : 1
    }
    return nil
  }

  static func skipSpace(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, Byte.isSpace(bytes[index]) { index += 1 }
    return index
  }

  /// The key of a label: white space is one space, case is folded.
  static func key(of label: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(label.count)
    var isASCII = true
    for byte in bytes[Byte.trimmed(label, in: bytes)] {
      if Byte.isSpace(byte) {
        if key.last != Byte.space { key.append(Byte.space) }
      } else {
        isASCII = isASCII && byte < 0x80
        key.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
    }
    return isASCII ? key : folded(key)
  }

  /// Unicode's full case folding, by way of the capital letters: `ẞ` is `ss`.
  private static func folded(_ key: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for scalar in String(decoding: key, as: UTF8.self).unicodeScalars {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          out.append(contentsOf: upper.properties.lowercaseMapping.utf8)
        }
      }
    }
    return out
  }
}
