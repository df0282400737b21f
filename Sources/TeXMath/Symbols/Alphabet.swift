/// Math alphabets of Unicode (UTR #25).
enum Alphabet: UInt8 {
  /// Italic letters, italic small and upright capital Greek, as TeX.
  case normal
  case roman, bold, italic, sansSerif, monospace, blackboard, script, fraktur
  /// `\boldsymbol`: bold of the same slope.
  case boldSymbol
  case boldItalic, sansBold, sansItalic, sansBoldItalic, boldFraktur, boldScript
  /// Of five letters; the others are upright.
  case blackboardItalic

  /// The character of this alphabet for a plain letter or digit; the letter itself if the alphabet lacks it.
  func apply(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x41...0x5A: capital(scalar - 0x41) ?? scalar
    case 0x61...0x7A: small(scalar - 0x61) ?? scalar
    case 0x30...0x39: digit(scalar - 0x30) ?? scalar
    default: scalar >= 0x131 ? greek(scalar) : scalar
    }
  }

  private func capital(_ index: UInt32) -> UInt32? {
    switch self {
    case .normal, .italic: return 0x1D434 + index
    case .roman: return nil
    case .bold: return 0x1D400 + index
    case .sansSerif: return 0x1D5A0 + index
    case .monospace: return 0x1D670 + index
    case .blackboardItalic where index == 3: return 0x2145
    case .blackboard, .blackboardItalic: return Self.blackboardHoles[index] ?? 0x1D538 + index
    case .script: return Self.scriptHoles[index] ?? 0x1D49C + index
    case .fraktur: return Self.frakturHoles[index] ?? 0x1D504 + index
    case .boldSymbol, .boldItalic: return 0x1D468 + index
    case .sansBold: return 0x1D5D4 + index
    case .sansItalic: return 0x1D608 + index
    case .sansBoldItalic: return 0x1D63C + index
    case .boldFraktur: return 0x1D56C + index
    case .boldScript: return 0x1D4D0 + index
    }
  }

  private func small(_ index: UInt32) -> UInt32? {
    switch self {
    case .normal, .italic: return index == 7 ? 0x210E : 0x1D44E + index
    case .roman: return nil
    case .bold: return 0x1D41A + index
    case .sansSerif: return 0x1D5BA + index
    case .monospace: return 0x1D68A + index
    case .blackboardItalic where [3, 4, 8, 9].contains(index): return 0x2146 + (index < 5 ? index - 3 : index - 6)
    case .blackboard, .blackboardItalic: return 0x1D552 + index
    case .script: return index == 4 ? 0x212F : index == 6 ? 0x210A : index == 14 ? 0x2134 : 0x1D4B6 + index
    case .fraktur: return 0x1D51E + index
    case .boldSymbol, .boldItalic: return 0x1D482 + index
    case .sansBold: return 0x1D5EE + index
    case .sansItalic: return 0x1D622 + index
    case .sansBoldItalic: return 0x1D656 + index
    case .boldFraktur: return 0x1D586 + index
    case .boldScript: return 0x1D4EA + index
    }
  }

  private func digit(_ index: UInt32) -> UInt32? {
    switch self {
    case .bold, .boldSymbol, .boldItalic: 0x1D7CE + index
    case .sansSerif: 0x1D7E2 + index
    case .sansBold, .sansBoldItalic: 0x1D7EC + index
    case .monospace: 0x1D7F6 + index
    case .blackboard, .blackboardItalic: 0x1D7D8 + index
    default: nil
    }
  }

  private static let blackboardHoles: [UInt32: UInt32] = [
    2: 0x2102, 7: 0x210D, 13: 0x2115, 15: 0x2119, 16: 0x211A, 17: 0x211D, 25: 0x2124,
  ]
  private static let scriptHoles: [UInt32: UInt32] = [
    1: 0x212C, 4: 0x2130, 5: 0x2131, 7: 0x210B, 8: 0x2110, 11: 0x2112, 12: 0x2133, 17: 0x211B,
  ]
  private static let frakturHoles: [UInt32: UInt32] = [2: 0x212D, 7: 0x210C, 8: 0x2111, 17: 0x211C, 25: 0x2128]
  /// In the order in which they follow omega in the mathematical alphabets.
  private static let greekSymbols: [UInt32: UInt32] = [
    0x2202: 25, 0x3F5: 26, 0x3D1: 27, 0x3F0: 28, 0x3D5: 29, 0x3F1: 30, 0x3D6: 31,
  ]

  private func greek(_ scalar: UInt32) -> UInt32 {
    if scalar == 0x131 || scalar == 0x1D6A4 { return self == .roman ? 0x131 : 0x1D6A4 }
    if scalar == 0x237 || scalar == 0x1D6A5 { return self == .roman ? 0x237 : 0x1D6A5 }
    let isCapital = (0x391...0x3A9).contains(scalar) || scalar == 0x2207 || scalar == 0x3F4
    let offset: UInt32
    if isCapital {
      offset = scalar == 0x2207 ? 25 : scalar == 0x3F4 ? 17 : scalar - 0x391
    } else if (0x3B1...0x3C9).contains(scalar) {
      offset = 26 + scalar - 0x3B1
    } else if let symbol = Self.greekSymbols[scalar] {
      offset = 26 + symbol
    } else {
      return scalar
    }
    switch self {
    case .normal: return isCapital ? scalar : 0x1D6E2 + offset
    case .italic: return 0x1D6E2 + offset
    case .bold: return isCapital ? 0x1D6A8 + offset : 0x1D71C + offset
    case .boldSymbol: return isCapital ? 0x1D6A8 + offset : 0x1D71C + offset
    case .boldItalic: return 0x1D71C + offset
    case .sansBold: return 0x1D756 + offset
    default: return self == .roman || isCapital ? scalar : 0x1D6E2 + offset
    }
  }
}

/// Commands that choose an alphabet for their argument.
let alphabetCommands: [String: Alphabet] = [
  "Bbb": .blackboard, "bm": .boldSymbol, "bold": .bold, "boldsymbol": .boldSymbol, "frak": .fraktur,
  "mathbb": .blackboard, "mathbf": .bold, "mathbfit": .boldItalic, "mathbfup": .bold, "mathcal": .script,
  "mathfrak": .fraktur, "mathit": .italic, "mathnormal": .normal, "mathrm": .roman, "mathscr": .script,
  "mathsf": .sansSerif, "mathsfit": .sansItalic, "mathtt": .monospace, "mathup": .roman, "symliteral": .roman,
  "symbb": .blackboard, "symbf": .bold, "symbfit": .boldItalic, "symcal": .script, "symfrak": .fraktur,
  "symit": .italic, "symrm": .roman, "symscr": .script, "symsf": .sansSerif, "symtt": .monospace,
  "symup": .roman, "mathbfscr": .boldScript, "mathbffrak": .boldFraktur, "mathbfsfup": .sansBold,
  "mathbfsfit": .sansBoldItalic, "symbfsfit": .sansBoldItalic, "mathbbit": .blackboardItalic, "symbbit": .blackboardItalic,
]

/// What precedes a letter in unicode-math's names of the letters of an alphabet.
let letterAlphabets: [String: Alphabet] = [
  "mup": .roman, "mit": .italic, "mbf": .bold, "mbfit": .boldItalic, "mscr": .script, "mbfscr": .boldScript, "mfrak": .fraktur,
  "mbffrak": .boldFraktur, "Bbb": .blackboard, "msans": .sansSerif, "mitsans": .sansItalic, "mbfsans": .sansBold,
  "mbfitsans": .sansBoldItalic, "mtt": .monospace,
]

/// Commands that choose an alphabet until the end of the group (plain TeX).
let oldAlphabetCommands: [String: Alphabet] = [
  "bf": .bold, "cal": .script, "it": .italic, "mit": .normal, "rm": .roman, "scr": .script,
  "sf": .sansSerif, "tt": .monospace, "up": .roman, "boldmath": .boldSymbol, "bfseries": .bold,
  "itshape": .italic, "rmfamily": .roman, "sffamily": .sansSerif, "ttfamily": .monospace,
]
