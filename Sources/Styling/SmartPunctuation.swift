/// Quotes, dashes and ellipses as printers set them, for what authors type (pandoc's `smart`): `"…"`, `'…'`, `--`, `---`, `...`.
struct SmartPunctuation {
  /// Double and single quotes that are open.
  private var isOpen = (double: false, single: false)
  /// Did the last quote open?
  private var hasJustOpened = false

  /// Opening and closing quotes by language: double, then single.
  private static let quotes: [String: [String]] = [
    "de": ["„", "“", "‚", "‘"], "cs": ["„", "“", "‚", "‘"], "sk": ["„", "“", "‚", "‘"], "sl": ["„", "“", "‚", "‘"],
    "fr": ["«\u{202F}", "\u{202F}»", "“", "”"], "es": ["«", "»", "“", "”"], "it": ["«", "»", "“", "”"], "pt": ["“", "”", "‘", "’"],
    "ru": ["«", "»", "„", "“"], "uk": ["«", "»", "„", "“"], "el": ["«", "»", "“", "”"], "pl": ["„", "”", "‚", "’"],
    "hu": ["„", "”", "»", "«"], "ro": ["„", "”", "«", "»"], "nl": ["“", "”", "‘", "’"], "sv": ["”", "”", "’", "’"],
    "fi": ["”", "”", "’", "’"], "da": ["»", "«", "›", "‹"], "nb": ["«", "»", "‘", "’"], "no": ["«", "»", "‘", "’"],
  ]

  /// The text with its punctuation replaced; nil where nothing changes.
  ///
  /// - Parameters:
  ///   - previous: What stands before the text in its paragraph; nil at the beginning.
  mutating func replace(_ text: String, after previous: Unicode.Scalar?, language: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x2D || $0 == 0x2E }) else { return nil }
    let code = String(language.prefix { $0 != "-" && $0 != "_" })
    // Chinese, Japanese and Korean authors type their own signs.
    guard !["zh", "ja", "ko"].contains(code) else { return nil }
    let marks = Self.quotes[code] ?? ["“", "”", "‘", "’"]
    let scalars = Array(text.unicodeScalars)
    var out = String.UnicodeScalarView()
    var last = previous
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      var sign = String(Character(scalar))
      var length = 1
      switch scalar {
      case "\"": sign = double(last, next, marks) ?? sign
      case "'": sign = single(last, next, marks) ?? sign
      case "-":
        let count = scalars[index...].prefix { $0 == "-" }.count
        length = count
        sign = count == 2 ? "–" : count == 3 ? "—" : String(repeating: "-", count: count)
      case ".":
        let count = scalars[index...].prefix { $0 == "." }.count
        length = count
        sign = count == 3 ? "…" : String(repeating: ".", count: count)
      default: break
      }
      out.append(contentsOf: sign.unicodeScalars)
      last = scalar
      index += length
    }
    return String(out)
  }

  private mutating func double(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?, _ marks: [String]) -> String? {
    if last?.isSpacelessCJK ?? false || next?.isSpacelessCJK ?? false { return nil }
    if isOpen.double, !opens(last, marks) || next.map(Self.isSpace) ?? false {
      isOpen.double = false
      hasJustOpened = false
      return marks[1]
    }
    // Inches: nothing was opened that could be closed.
    guard opens(last, marks), !(next.map(Self.isSpace) ?? false) else { return last?.properties.numericType == nil ? marks[1] : nil }
    isOpen.double = true
    hasJustOpened = true
    return marks[0]
  }

  private mutating func single(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?, _ marks: [String]) -> String? {
    if last?.isSpacelessCJK ?? false || next?.isSpacelessCJK ?? false { return nil }
    let isBeforeDigit = next?.properties.numericType != nil
    if opens(last, marks), !(next.map(Self.isSpace) ?? false), !isBeforeDigit {
      isOpen.single = true
      hasJustOpened = true
      return marks[2]
    }
    if let last, last.properties.numericType != nil, !isOpen.single, !(next?.properties.isAlphabetic ?? false) { return nil }
    hasJustOpened = false
    // Between letters and at their end it is an apostrophe, whatever the language.
    if isOpen.single, !(next?.properties.isAlphabetic ?? false) {
      isOpen.single = false
      return marks[3]
    }
    return "’"
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  /// May a quote open after this?
  private func opens(_ last: Unicode.Scalar?, _ marks: [String]) -> Bool {
    guard let last else { return true }
    if last == "\"" || last == "'" { return hasJustOpened }
    if marks[1].unicodeScalars.contains(last) || marks[3].unicodeScalars.contains(last) { return false }
    if Self.isSpace(last) || last == "\u{2028}" { return true }
    switch last {
    case "(", "[", "{", "-", "–", "—", "/", "“", "„", "‘", "‚", "«", "»": return true
    default: return false
    }
  }
}
