/// Classes of characters in Chinese, Japanese and Korean typesetting (JLREQ, CLREQ).
enum CJKClass: UInt8 {
  case other
  /// Han, kana, and other characters on the grid.
  case ideograph
  /// Its ink is in the right half: `「（《`.
  case opening
  /// Its ink is in the left half: `，。、」）》`.
  case closing
  /// Its ink is in the middle: Taiwan's `，。`, Japan's `：`. This depends on the face, not on the character.
  case centred

  var isFullWidth: Bool { self != .other }

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0xFF08, 0xFF3B, 0xFF5B: self = .opening
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0xFF09, 0xFF0C, 0xFF0E,
      0xFF1A, 0xFF1B, 0xFF3D, 0xFF5D:
      self = .closing
    case 0x2E80...0x2FFF, 0x3003...0x30FF, 0x3100...0x312F, 0x31A0...0x31FF, 0x3200...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFF, 0x1B000...0x1B16F:
      self = .ideograph
    default: self = .other
    }
  }
}

extension Unicode.Scalar {
  /// Characters that are full-width in East Asian text, and about as wide as a letter elsewhere (UAX #11, ambiguous; JLREQ, cl-19): reference
  /// marks, numbers in circles, Roman numerals, geometric shapes, stars.
  var isGridSign: Bool {
    switch value {
    case 0x203B, 0x2103, 0x2109, 0x2116, 0x2160...0x217F, 0x2460...0x24FF, 0x25A0...0x25A1, 0x25B2...0x25B3, 0x25B6...0x25B7,
      0x25BC...0x25BD, 0x25C0...0x25C1, 0x25C6...0x25C7, 0x25CB, 0x25CE...0x25CF, 0x25EF, 0x2605...0x2606, 0x260E...0x260F, 0x2640, 0x2642,
      0x266A:
      true
    default: false
    }
  }

  /// Combines with the character before it: marks, joiners, variation selectors, skin tones.
  var extendsCluster: Bool {
    if value < 0x300 { return false }
    if value == 0x200D || (0xFE00...0xFE0F).contains(value) || (0x1F3FB...0x1F3FF).contains(value)
      || (0xE0020...0xE007F).contains(value) || value == 0x20E3 || value == 0x200C
    {
      return true
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Full-width closing punctuation, wherever its ink is: no line begins with it.
  var closesFullWidth: Bool {
    switch value {
    case 0xFF01, 0xFF1F, 0xFF0E, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF61, 0xFF64: true
    default: CJKClass(self) == .closing
    }
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// True if no glyph is needed: it is invisible or a control.
  var isIgnorable: Bool {
    switch value {
    case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF: true
    case 0x34F, 0x61C, 0x180B...0x180F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
    case 0..<0x20, 0x7F..<0xA0: true
    default: false
    }
  }
}
