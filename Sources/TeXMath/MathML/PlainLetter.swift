/// A letter or digit of Unicode's mathematical alphabets, taken apart (UTR #25): for MathML and for speech.
struct PlainLetter: Equatable {
  /// The plain letter: `x` for 𝑥, `α` for 𝛼.
  var scalar: UInt32
  /// The alphabet; `.italic` also for 𝑥, which is what TeX makes of a typed letter.
  var alphabet: Alphabet

  /// A character that is of no alphabet is itself, upright.
  init(_ scalar: UInt32) {
    (self.scalar, alphabet) = (scalar, .roman)
    switch scalar {
    case 0x1D400...0x1D6A3: readLetter()
    case 0x1D6A4: (self.scalar, alphabet) = (0x131, .italic)
    case 0x1D6A5: (self.scalar, alphabet) = (0x237, .italic)
    case 0x1D6A8...0x1D7C9: readGreek()
    case 0x1D7CE...0x1D7FF: readDigit()
    case 0x2100...0x214F:
      if let (letter, alphabet) = Self.letterlike[scalar] { (self.scalar, self.alphabet) = (letter, alphabet) }
    default: break
    }
  }

  private static let alphabets: [Alphabet] = [
    .bold, .italic, .boldItalic, .script, .boldScript, .fraktur, .blackboard, .boldFraktur, .sansSerif, .sansBold, .sansItalic,
    .sansBoldItalic, .monospace,
  ]

  /// The letters that Unicode had before the alphabets.
  private static let letterlike: [UInt32: (UInt32, Alphabet)] = [
    0x2102: (0x43, .blackboard), 0x210A: (0x67, .script), 0x210B: (0x48, .script), 0x210C: (0x48, .fraktur), 0x210D: (0x48, .blackboard),
    0x210E: (0x68, .italic), 0x2110: (0x49, .script), 0x2111: (0x49, .fraktur), 0x2112: (0x4C, .script), 0x2115: (0x4E, .blackboard),
    0x2119: (0x50, .blackboard), 0x211A: (0x51, .blackboard), 0x211B: (0x52, .script), 0x211C: (0x52, .fraktur),
    0x211D: (0x52, .blackboard), 0x2124: (0x5A, .blackboard), 0x2128: (0x5A, .fraktur), 0x212C: (0x42, .script), 0x212D: (0x43, .fraktur),
    0x212F: (0x65, .script), 0x2130: (0x45, .script), 0x2131: (0x46, .script), 0x2133: (0x4D, .script), 0x2134: (0x6F, .script),
  ]

  private mutating func readLetter() {
    let index = scalar - 0x1D400
    alphabet = Self.alphabets[Int(index / 52)]
    let letter = index % 52
    scalar = letter < 26 ? 0x41 + letter : 0x61 + letter - 26
  }

  private mutating func readGreek() {
    let index = scalar - 0x1D6A8
    alphabet = [Alphabet.bold, .italic, .boldItalic, .sansBold, .sansBoldItalic][Int(index / 58)]
    switch index % 58 {
    case 17: scalar = 0x3F4
    case 25: scalar = 0x2207
    case let letter where letter < 25: scalar = 0x391 + letter
    case let letter where letter < 51: scalar = 0x3B1 + letter - 26
    case let letter: scalar = [0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6][Int(letter) - 51]
    }
  }

  private mutating func readDigit() {
    let index = scalar - 0x1D7CE
    alphabet = [Alphabet.bold, .blackboard, .sansSerif, .sansBold, .monospace][Int(index / 10)]
    scalar = 0x30 + index % 10
  }

  /// True for letters of Latin and Greek, and for what is read as one.
  var isLetter: Bool {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0x131, 0x237, 0x391...0x3C9, 0x3D0...0x3F5, 0x2113, 0x210F, 0x2118, 0x2135...0x2138, 0xC0...0x24F,
      0x400...0x4FF:
      scalar != 0xD7 && scalar != 0xF7
    default: false
    }
  }

  var isDigit: Bool { (0x30...0x39).contains(scalar) }
}
