// The standard library looks up what a character is in tables of Unicode, even for ASCII, of which most texts are.

extension Character {
  /// The byte of a character of ASCII; nil for others.
  @inline(__always) var asciiByte: UInt8? {
    let bytes = utf8
    guard let first = bytes.first, first < 0x80, bytes.count == 1 else { return nil }
    return first
  }

  /// True for one of some characters, each of one scalar.
  @inline(__always) func isOne(of wanted: Set<Unicode.Scalar>) -> Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, wanted.contains(first) else { return false }
    return scalars.index(after: scalars.startIndex) == scalars.endIndex
  }

  @inline(__always) var isLetter: Bool {
    if let byte = asciiByte { return (0x61...0x7A).contains(byte | 0x20) }
    return unicodeScalars.first?.properties.isAlphabetic ?? false
  }

  @inline(__always) var isNumber: Bool {
    if let byte = asciiByte { return (0x30...0x39).contains(byte) }
    return unicodeScalars.first?.properties.numericType != nil
  }

  @inline(__always) var isWhitespace: Bool {
    if let byte = asciiByte { return byte == 0x20 || (0x09...0x0D).contains(byte) }
    return unicodeScalars.first?.properties.isWhitespace ?? false
  }

  @inline(__always) var isUppercase: Bool {
    if let byte = asciiByte { return (0x41...0x5A).contains(byte) }
    return isUnicodeUppercase
  }

  @inline(__always) var isLowercase: Bool {
    if let byte = asciiByte { return (0x61...0x7A).contains(byte) }
    return isUnicodeLowercase
  }

  private var isUnicodeUppercase: Bool {
    let text = String(self)
    if text.unicodeScalars.count == 1, text.unicodeScalars.first?.properties.isUppercase == true { return true }
    return text == text.uppercased() && text != text.lowercased()
  }

  private var isUnicodeLowercase: Bool {
    let text = String(self)
    if text.unicodeScalars.count == 1, text.unicodeScalars.first?.properties.isLowercase == true { return true }
    return text == text.lowercased() && text != text.uppercased()
  }
}

extension Unicode.Scalar {
  @inline(__always) var isLetter: Bool { isASCII ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic }

  @inline(__always) var isNumber: Bool { isASCII ? (0x30...0x39).contains(value) : properties.numericType != nil }

  @inline(__always) var isWhitespace: Bool { isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace }

  /// True for a mark that combines with the letter before.
  var isCombining: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}

extension String {
  /// The text with a sign of ASCII written another way.
  func replacing(sign: Unicode.Scalar, with other: String) -> String {
    guard utf8.contains(UInt8(ascii: sign)) else { return self }
    var out = ""
    for scalar in unicodeScalars { if scalar == sign { out += other } else { out.unicodeScalars.append(scalar) } }
    return out
  }
}
