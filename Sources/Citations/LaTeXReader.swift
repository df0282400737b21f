/// Reads LaTeX in values: accents, commands, braces that keep capitals. Braces go, formulas stay.
struct LaTeXReader {
  /// The combining mark of an accent.
  private static let marks: [UInt8: Unicode.Scalar] = {
    let list: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("`", "\u{300}"), ("'", "\u{301}"), ("^", "\u{302}"), ("~", "\u{303}"), ("=", "\u{304}"), ("u", "\u{306}"), (".", "\u{307}"),
      ("\"", "\u{308}"), ("r", "\u{30A}"), ("H", "\u{30B}"), ("v", "\u{30C}"), ("d", "\u{323}"), ("c", "\u{327}"), ("k", "\u{328}"),
      ("b", "\u{331}"),
    ]
    return Dictionary(uniqueKeysWithValues: list.map { (UInt8(ascii: $0), $1) })
  }()
  private static let symbols: [String: String] = [
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ",
    "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ldots": "…", "dots": "…", "textendash": "–", "textemdash": "—",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "TeX": "TeX", "LaTeX": "LaTeX",
    "textregistered": "®", "copyright": "©", "S": "§", "pounds": "£", "textdegree": "°", "textasciitilde": "~", "textbackslash": "\\",
    "relax": "", "hyphen": "-",
    "slash": "/", "newline": " ", "par": " ", "texttrademark": "™", "textquotesingle": "'", "guillemotleft": "«", "guillemotright": "»",
  ]
  private static let tags: [String: String] = [
    "emph": "i", "textit": "i", "mkbibemph": "i", "textsl": "i", "textbf": "b", "mkbibbold": "b", "textsc": "sc", "textsuperscript": "sup",
    "textsubscript": "sub",
  ]

  private let bytes: ArraySlice<UInt8>
  private let keepsCapitals: Bool
  /// How deeply braces may still be nested.
  private let levels: Int
  private var index: Int
  private var out: [UInt8] = []

  private init(_ bytes: ArraySlice<UInt8>, keepsCapitals: Bool, levels: Int) {
    (self.bytes, self.keepsCapitals, self.levels) = (bytes, keepsCapitals, levels)
    index = bytes.startIndex
    out.reserveCapacity(bytes.count)
  }

  /// The text with markup as in CSL JSON.
  ///
  /// - Parameter keepsCapitals: True for titles, in which braces keep capitals as they are.
  static func read(_ text: String, keepsCapitals: Bool) -> [UInt8] {
    read(Array(text.utf8)[...], keepsCapitals: keepsCapitals, levels: 30)
  }

  private static func read(_ bytes: ArraySlice<UInt8>, keepsCapitals: Bool, levels: Int) -> [UInt8] {
    var reader = LaTeXReader(bytes, keepsCapitals: keepsCapitals, levels: levels)
    while reader.index < reader.bytes.endIndex { reader.readNext() }
    return reader.out
  }

  private func has(_ byte: Unicode.Scalar, at place: Int) -> Bool { place < bytes.endIndex && bytes[place] == UInt8(ascii: byte) }

  private mutating func readNext() {
    switch bytes[index] {
    case UInt8(ascii: "\\"): readCommand()
    case UInt8(ascii: "{"): readGroup()
    case UInt8(ascii: "}"): index += 1
    case UInt8(ascii: "$"): readFormula()
    case UInt8(ascii: "~"):
      append("\u{A0}")
      index += 1
    case UInt8(ascii: "-"): readDashes()
    case UInt8(ascii: "`"), UInt8(ascii: "'"): readQuotationMark()
    case let byte:
      guard let length = spaceLength(byte) else {
        out.append(byte)
        index += 1
        return
      }
      if out.last != 0x20 { out.append(0x20) }
      index += length
    }
  }

  private mutating func append(_ text: String) { out += text.utf8 }

  /// The bytes of the space at the index; nil for what is no space.
  private func spaceLength(_ byte: UInt8) -> Int? {
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : nil }
    guard [0xC2, 0xE1, 0xE2, 0xE3].contains(byte) else { return nil }
    let length = byte == 0xC2 ? 2 : 3
    let isSpace = String(decoding: bytes[index...].prefix(length), as: UTF8.self).unicodeScalars.first?.properties.isWhitespace ?? false
    return isSpace ? length : nil
  }

  // MARK: Commands

  private mutating func readCommand() {
    index += 1
    guard index < bytes.endIndex else { return }
    let first = bytes[index]
    if first >= 0x80 { return }
    guard first.isLetter else {
      index += 1
      if let mark = Self.marks[first], first != UInt8(ascii: ".") || index < bytes.endIndex, levels > 0 {
        addAccented(by: mark)
      } else if first != UInt8(ascii: "-"), first != UInt8(ascii: "/"), first != UInt8(ascii: ",") {
        out.append(first)
      }
      return
    }
    let start = index
    while index < bytes.endIndex, bytes[index].isLetter { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    if let symbol = Self.symbols[name] {
      append(symbol)
      if has(" ", at: index) { index += 1 }
      if has("{", at: index), has("}", at: index + 1) { index += 2 }
    } else if index == start + 1, let mark = Self.marks[first] {
      if levels > 0 { addAccented(by: mark) }
    } else if let tag = Self.tags[name], levels > 0 {
      addArgument(between: "<\(tag)>", and: "</\(tag)>")
    } else if name == "enquote" || name == "mkbibquote", levels > 0 {
      addArgument(between: "“", and: "”", isQuoted: true)
    } else if Self.sorting.contains(name) {
      _ = argument()
    } else if Self.addresses.contains(name) {
      addAddress()
    } else if name == "href" {
      _ = argument()
    } else if has(" ", at: index) {
      index += 1
    }
  }

  private static let addresses: Set = ["url", "path", "nolinkurl"]

  /// An address, in which only TeX's own signs are written otherwise.
  private mutating func addAddress() {
    let inner = argument()
    for (place, byte) in zip(inner.indices, inner)
    where byte != UInt8(ascii: "\\") || place + 1 == inner.endIndex || !Self.isSign(inner[place + 1]) {
      out.append(byte)
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool { "&_%#$~{}".utf8.contains(byte) }

  /// Commands of bibliographies whose argument only sorts.
  private static let sorting: Set = ["noopsort", "SortNoop", "sortnoop", "NOOPSORT", "SortNOOP"]

  private mutating func addAccented(by mark: Unicode.Scalar) {
    let base = String(decoding: Self.read(argument(), keepsCapitals: false, levels: levels - 1), as: UTF8.self)
    guard var first = base.first else { return }
    // The accent takes the place of the dot.
    if first == "ı" { first = "i" } else if first == "ȷ" { first = "j" }
    append(CaseForm.composed(String(first) + String(mark)))
    append(String(base.dropFirst()))
  }

  private mutating func addArgument(between open: String, and close: String, isQuoted: Bool = false) {
    append(open)
    let made = Self.read(argument(), keepsCapitals: keepsCapitals, levels: levels - 1)
    // What is quoted is another's title, whose capitals are its own.
    out += isQuoted && keepsCapitals && made.hasCapital ? Array("<span class=\"nocase\">".utf8) + made + Array("</span>".utf8) : made
    append(close)
  }

  /// What is in the braces at the index; one letter without braces.
  private mutating func argument() -> ArraySlice<UInt8> {
    while has(" ", at: index) { index += 1 }
    guard index < bytes.endIndex else { return [] }
    let start = index
    guard bytes[index] == UInt8(ascii: "{") else {
      index += 1
      if bytes[start] == UInt8(ascii: "\\") {
        while index < bytes.endIndex, bytes[index].isLetter { index += 1 }
      } else {
        // The bytes that go on a character of UTF-8.
        while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
      }
      return bytes[start..<index]
    }
    var depth = 0
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { break }
    }
    index = min(index, bytes.endIndex)
    return bytes[(start + 1)..<max(start + 1, index - 1)]
  }

  // MARK: Groups, formulas, marks

  private mutating func readGroup() {
    let inner = argument()
    guard levels > 0 else { return }
    let made = Self.read(inner, keepsCapitals: keepsCapitals, levels: levels - 1)
    // `{nm}` has no capital in any style; within a word a brace is no more than TeX's grouping.
    let isWord = (out.last.map { !$0.isLetter && $0 < 0x80 } ?? true || out.suffix(2) == [0xC2, 0xA0]) && (inner.first?.isLetter ?? false)
    let isKept = keepsCapitals && !Self.isCommand(inner) && (isWord || made.hasCapital)
    if isKept { append("<span class=\"nocase\">") }
    out += made
    if isKept { append("</span>") }
  }

  /// A brace around a command alone is part of how it is written: `{\"u}`.
  private static func isCommand(_ inner: ArraySlice<UInt8>) -> Bool {
    guard inner.first == UInt8(ascii: "\\") else { return false }
    return tags[String(decoding: inner.dropFirst().prefix(while: \.isLetter), as: UTF8.self)] == nil
  }

  /// A formula stays as it is.
  private mutating func readFormula() {
    let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "$")) ?? index
    out += bytes[index...end]
    index = end + 1
  }

  private mutating func readDashes() {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "-") }.count
    index += count
    append(count == 2 ? "–" : count == 3 ? "—" : String(repeating: "-", count: count))
  }

  private mutating func readQuotationMark() {
    let isOpening = bytes[index] == UInt8(ascii: "`")
    let isDouble = index + 1 < bytes.endIndex && bytes[index + 1] == bytes[index]
    append(isOpening ? (isDouble ? "“" : "‘") : (isDouble ? "”" : "’"))
    index += isDouble ? 2 : 1
  }
}

extension UInt8 {
  /// True for the letters of ASCII.
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

extension [UInt8] {
  /// True if a letter of the text is a capital.
  fileprivate var hasCapital: Bool {
    if contains(where: { (0x41...0x5A).contains($0) }) { return true }
    return contains { $0 >= 0x80 } && String(decoding: self, as: UTF8.self).contains(where: \.isUppercase)
  }
}
