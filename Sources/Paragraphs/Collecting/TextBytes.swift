/// The bytes of a paragraph's text, with predicates on them: words, numbers, addresses, punctuation.
struct TextBytes {
  let bytes: [UInt8]

  /// True if the digits at a byte are the number for the word before the space: `Figure 2`.
  func isBeforeItsNumber(_ offset: Int) -> Bool {
    guard offset < bytes.count, Self.isDigit(bytes[offset]), offset > 1 else { return false }
    var start = offset - 1
    while start > 0, start > offset - 14,
      Self.isLetter(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] >= 0x80
    {
      start -= 1
    }
    // There is no space before a Chinese or Japanese word.
    if offset > 3, CJKClass(decode(bytes, offset - 4).value) == .ideograph { start = offset - 4 }
    return Self.numbered.contains(String(decoding: bytes[start..<offset - 1], as: UTF8.self))
  }

  /// True if a space is between a number and a percent sign, or a unit at the end of a paragraph.
  func isBeforeItsUnit(_ offset: Int, _ next: Int) -> Bool {
    guard offset > 0, next < bytes.count, Self.isDigit(bytes[offset - 1]) else { return false }
    if bytes[next] == UInt8(ascii: "%") {
      return next + 1 == bytes.count || !Self.isLetter(bytes[next + 1]) && !Self.isDigit(bytes[next + 1])
    }
    guard bytes.count - next <= 8 else { return false }
    let word = bytes[next...].prefix { Self.isLetter($0) || $0 >= 0x80 }
    return bytes[word.endIndex...].allSatisfy(Self.stops.contains) && Self.units.contains(String(decoding: word, as: UTF8.self))
  }

  /// True if a sign between two spaces comes next that separates the parts of a line, `|`, `·` or `•`: it ends a line rather than begins one.
  func isBeforeSeparator(_ next: Int) -> Bool {
    guard next + 1 < bytes.count else { return false }
    switch bytes[next] {
    case UInt8(ascii: "|"): return bytes[next + 1] == 0x20
    case 0xC2: return bytes[next + 1] == 0xB7 && next + 2 < bytes.count && bytes[next + 2] == 0x20
    case 0xE2: return next + 3 < bytes.count && bytes[next + 1] == 0x80 && bytes[next + 2] == 0xA2 && bytes[next + 3] == 0x20
    default: return false
    }
  }

  /// True if a sign that ends words comes next, alone as in French, `des mots :` or `« des mots »`: it begins no line (UAX #14, LB13).
  func isBeforeLoneSign(_ next: Int) -> Bool {
    guard next < bytes.count else { return false }
    let length: Int
    switch bytes[next] {
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "?"): length = 1
    case 0xC2 where next + 1 < bytes.count && bytes[next + 1] == 0xBB: length = 2
    default: return false
    }
    return next + length == bytes.count || bytes[next + length] == 0x20 || bytes[next + length] == 0x0A
  }

  /// True for `@name`, whose hyphens are not breaks.
  func isMention(_ range: Range<Int>) -> Bool {
    let start = bytes[range.lowerBound] == UInt8(ascii: "(") ? range.lowerBound + 1 : range.lowerBound
    return start + 1 < range.upperBound && bytes[start] == UInt8(ascii: "@") && Self.isLetter(bytes[start + 1])
  }

  func isAddress(_ range: Range<Int>) -> Bool {
    guard range.count > 12 else { return false }
    let word = bytes[range]
    return word.starts(with: "http".utf8) || word.starts(with: "www.".utf8)
      || word.contains(UInt8(ascii: "/")) && word.contains(UInt8(ascii: "."))
  }

  /// True if the sign at a byte is part of a number or version (`1.15.0`, `8080:80`), or of the dashes before an option's name.
  func isWithinNumberOrOption(_ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "_"):
      return Self.isDigit(bytes[index - 1]) && Self.isDigit(bytes[index + 1])
    case UInt8(ascii: "-"): return bytes[index - 1] == UInt8(ascii: "-")
    default: return false
    }
  }

  /// True if a blank, or nothing, is before a byte. A dash there belongs to the text after it.
  func beginsAfterSpace(_ offset: Int) -> Bool { offset <= 0 || isBlank(offset - 1) }

  func isBlank(_ offset: Int) -> Bool { bytes.indices.contains(offset) && (bytes[offset] == 0x20 || bytes[offset] == 0x0A) }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// U+2060 forbids a break (UAX #14 LB11).
  func isWordJoiner(_ index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x81 && bytes[index + 2] == 0xA0
  }

  /// An en or em dash, after which a line may end as after a hyphen.
  func isDash(endingAt end: Int) -> Bool {
    return end >= 3 && end <= bytes.count && bytes[end - 3] == 0xE2 && bytes[end - 2] == 0x80
      && (bytes[end - 1] == 0x93 || bytes[end - 1] == 0x94)
  }

  /// Where the punctuation at the end of a word begins: the word's end without punctuation.
  func trailingPunctuation(of range: Range<Int>) -> Int {
    let last = range.last { bytes[$0] >= 0x80 || Self.isLetter(bytes[$0]) || Self.isDigit(bytes[$0]) }
    return last.map { $0 + 1 } ?? range.lowerBound
  }

  /// The word without the punctuation around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    func isPunctuation(_ index: Int) -> Bool { bytes[index] < 0x80 && !Self.isLetter(bytes[index]) && !Self.isDigit(bytes[index]) }
    while low < high, isPunctuation(low) || isQuote(low) > 0 { low += max(1, isQuote(low)) }
    while high > low, isPunctuation(high - 1) || high - 3 >= low && isQuote(high - 3) > 0 {
      high -= isPunctuation(high - 1) ? 1 : 3
    }
    return low..<high
  }

  /// The length of a curly quote, dash or ellipsis at an index (U+2010…U+2027), else 0.
  func isQuote(_ index: Int) -> Int {
    guard index + 2 < bytes.count, bytes[index] == 0xE2, bytes[index + 1] == 0x80, (0x90...0xA7).contains(bytes[index + 2]) else {
      return 0
    }
    return 3
  }

  /// True for ASCII that is neither a letter nor a digit, such as brackets, quotes and punctuation, and for full-width symbols.
  ///
  /// - Parameter index: The index of any of the character's bytes.
  func isSign(at index: Int) -> Bool {
    let byte = bytes[index]
    guard byte >= 0x80 else { return !Self.isLetter(byte) && !(0x30...0x39).contains(byte) }
    var start = index
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return decode(bytes, start).value.isGridSign
  }

  /// True for U+FFFC, which represents an attachment.
  func isAttachment(at offset: Int) -> Bool {
    offset + 2 < bytes.count && bytes[offset] == 0xEF && bytes[offset + 1] == 0xBF && bytes[offset + 2] == 0xBC
  }

  private static let stops = Set(".,;:!?)]".utf8)

  /// Units and currencies that are often written after a number.
  private static let units: Set<String> = [
    "ns", "\u{B5}s", "\u{3BC}s", "us", "ms", "s", "min", "h", "nm", "\u{B5}m", "\u{3BC}m", "mm", "cm", "m", "km", "mg", "g", "kg", "t",
    "ml", "l", "L", "Hz", "kHz", "MHz", "GHz", "V", "mV", "kV", "A", "mA", "W", "kW", "MW", "kWh", "J", "kJ", "N", "Pa", "kPa", "MPa",
    "bar",
    "K", "mol", "eV", "keV", "MeV", "GeV", "TeV", "dB", "bit", "bits", "B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB",
    "TiB", "pt", "px", "em", "ppm", "fps", "rpm", "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "\u{20AC}", "\u{B0}C", "\u{B0}F", "\u{3A9}",
  ]

  /// Words that stay on the line of the number after them.
  private static let numbered: Set<String> = [
    "Figure", "Figures", "Fig.", "Figs.", "Table", "Tables", "Tab.", "Listing", "Listings", "Equation", "Equations", "Eq.", "Eqs.",
    "Section", "Sections", "Sec.", "Chapter", "Chapters", "Ch.", "Theorem", "Lemma", "Definition", "Example", "Algorithm", "Appendix",
    "Abbildung", "Abb.", "Tabelle", "Kapitel", "Abschnitt", "Gleichung", "Figura", "Tabla", "Tableau", "Chapitre", "Cap\u{ED}tulo",
    "\u{56FE}", "\u{5716}", "\u{56F3}", "\u{8868}",
  ]

  /// Bytes after which an address may be broken.
  private static let separators = Set("/?&=.-_:#%+,;@".utf8)

  /// True if a line may end between two bytes of an address.
  func isAddressJoint(after index: Int) -> Bool {
    Self.separators.contains(bytes[index]) && !Self.separators.contains(bytes[index + 1]) && !isWithinNumberOrOption(index)
  }
}

extension TextBytes {
  /// TeX's space factor (TeXbook chapter 12, with plain TeX's codes) at an offset, in thousandths: 3000 after a sentence. A full stop
  /// after a capital ends an abbreviation.
  func spaceFactor(before offset: Int) -> Int {
    var index = offset
    while index > 0 {
      index -= 1
      while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
      let scalar = decode(bytes, index).value
      let factor: Int
      switch scalar {
      // Closing punctuation does not change the factor.
      case ")", "]", "'", "\"", "\u{2019}", "\u{201D}", "\u{BB}": continue
      case ".", "?", "!": factor = 3000
      case ":": factor = 2000
      case ";": factor = 1500
      case ",": factor = 1250
      default: return 1000
      }
      guard index > 0 else { return factor }
      var before = index - 1
      while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
      return decode(bytes, before).value.properties.isUppercase ? 1000 : factor
    }
    return 1000
  }
}
