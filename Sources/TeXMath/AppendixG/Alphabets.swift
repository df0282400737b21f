/// The character of the math font for a letter in an alphabet (Unicode's Mathematical Alphanumeric Symbols, U+1D400…).
func mathCharacter(_ scalar: Unicode.Scalar, in alphabet: MathAlphabet) -> Unicode.Scalar {
  let value = scalar.value
  func at(_ base: UInt32, _ offset: UInt32) -> Unicode.Scalar { Unicode.Scalar(base + offset) ?? scalar }
  switch value {
  case 0x41...0x5A, 0x61...0x7A:
    let isUpper = value < 0x61
    let offset = isUpper ? value - 0x41 : value - 0x61 + 26
    guard let base = latin(alphabet) else { return scalar }
    let mapped = base + offset
    return letterlike[mapped] ?? at(mapped, 0)
  case 0x30...0x39:
    let bases: [MathAlphabet: UInt32] = [
      .bold: 0x1D7CE, .boldItalic: 0x1D7CE, .blackboard: 0x1D7D8, .sans: 0x1D7E2, .sansBold: 0x1D7EC, .mono: 0x1D7F6,
    ]
    return bases[alphabet].map { at($0, value - 0x30) } ?? scalar
  case 0x391...0x3A9, 0x3B1...0x3C9, 0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1, 0x3F5, 0x2202, 0x2207, 0x3F4:
    return greek(scalar, alphabet)
  case 0x131 where alphabet == .normal || alphabet == .italic: return "\u{1D6A4}"
  case 0x237 where alphabet == .normal || alphabet == .italic: return "\u{1D6A5}"
  default: return scalar
  }
}

private func latin(_ alphabet: MathAlphabet) -> UInt32? {
  switch alphabet {
  case .normal, .italic: 0x1D434
  case .upright: nil
  case .bold: 0x1D400
  case .boldItalic: 0x1D468
  case .script: 0x1D49C
  case .boldScript: 0x1D4D0
  case .fraktur: 0x1D504
  case .boldFraktur: 0x1D56C
  case .blackboard: 0x1D538
  case .sans: 0x1D5A0
  case .sansBold: 0x1D5D4
  case .sansItalic: 0x1D608
  case .mono: 0x1D670
  }
}

/// Letters whose place in the block is empty, since they had one elsewhere before.
private let letterlike: [UInt32: Unicode.Scalar] = [
  0x1D455: "\u{210E}", 0x1D49D: "\u{212C}", 0x1D4A0: "\u{2130}", 0x1D4A1: "\u{2131}", 0x1D4A3: "\u{210B}",
  0x1D4A4: "\u{2110}", 0x1D4A7: "\u{2112}", 0x1D4A8: "\u{2133}", 0x1D4AD: "\u{211B}", 0x1D4BA: "\u{212F}",
  0x1D4BC: "\u{210A}", 0x1D4C4: "\u{2134}", 0x1D506: "\u{212D}", 0x1D50B: "\u{210C}", 0x1D50C: "\u{2111}",
  0x1D515: "\u{211C}", 0x1D51D: "\u{2128}", 0x1D53A: "\u{2102}", 0x1D53F: "\u{210D}", 0x1D545: "\u{2115}",
  0x1D547: "\u{2119}", 0x1D548: "\u{211A}", 0x1D549: "\u{211D}", 0x1D551: "\u{2124}",
]

private func greek(_ scalar: Unicode.Scalar, _ alphabet: MathAlphabet) -> Unicode.Scalar {
  let base: UInt32
  switch alphabet {
  // Capital Greek is upright in TeX's way, small letters italic.
  case .normal where (0x391...0x3A9).contains(scalar.value) || scalar.value == 0x2207: return scalar
  case .normal, .italic: base = 0x1D6E2
  case .bold: base = 0x1D6A8
  case .boldItalic: base = (0x391...0x3A9).contains(scalar.value) || scalar.value == 0x2207 ? 0x1D6A8 : 0x1D71C
  case .sansBold: base = 0x1D756
  default: return scalar
  }
  let offset: UInt32
  switch scalar.value {
  case 0x3F4: offset = 17
  case 0x391...0x3A9: offset = scalar.value - 0x391
  case 0x2207: offset = 25
  case 0x3B1...0x3C9: offset = scalar.value - 0x3B1 + 26
  case 0x2202: offset = 51
  case 0x3F5: offset = 52
  case 0x3D1: offset = 53
  case 0x3F0: offset = 54
  case 0x3D5: offset = 55
  case 0x3F1: offset = 56
  case 0x3D6: offset = 57
  default: return scalar
  }
  return Unicode.Scalar(base + offset) ?? scalar
}
