internal import TypesetDiagnostics

/// Typographic quotes, dashes and ellipses for what authors type (pandoc's `smart`): `"…"`, `'…'`, `--`, `---`, `...`.
struct SmartPunctuation {
  /// Double and single quotes that are open.
  private var isOpen = (double: false, single: false)
  /// True if a double quote is open that stays straight among Chinese text.
  private var hasLatinOpen = false
  /// True if the last quote was an opening one.
  private var hasJustOpened = false

  /// Opening and closing quotes by language: double, then single.
  private static let quotes: [String: [String]] = [
    "de": ["„", "“", "‚", "‘"], "cs": ["„", "“", "‚", "‘"], "sk": ["„", "“", "‚", "‘"], "sl": ["„", "“", "‚", "‘"],
    "fr": ["«\u{202F}", "\u{202F}»", "“", "”"], "es": ["«", "»", "“", "”"], "it": ["«", "»", "“", "”"], "pt": ["“", "”", "‘", "’"],
    "ru": ["«", "»", "„", "“"], "uk": ["«", "»", "„", "“"], "el": ["«", "»", "“", "”"], "pl": ["„", "”", "‚", "’"],
    "hu": ["„", "”", "»", "«"], "ro": ["„", "”", "«", "»"], "nl": ["“", "”", "‘", "’"], "sv": ["”", "”", "’", "’"],
    "fi": ["”", "”", "’", "’"], "da": ["»", "«", "›", "‹"], "nb": ["«", "»", "‘", "’"], "no": ["«", "»", "‘", "’"],
  ]

  /// The text with its punctuation replaced; nil if nothing changes.
  ///
  /// - Parameters:
  ///   - previous: What is before the text in its paragraph; nil at the beginning.
  mutating func replace(_ text: String, after previous: @autoclosure () -> Unicode.Scalar?, language: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in unsafe replace(bytes, after: previous, language: language) }
  }

  /// `with --share`, `"--share"`: an option of a command; what is between two words has blanks on both sides, or on none.
  private func beginsOption(at end: Int, in bytes: UnsafeBufferPointer<UInt8>, after last: Unicode.Scalar?) -> Bool {
    guard end < bytes.count, unsafe (0x61...0x7A).contains(bytes[end]) else { return false }
    switch last {
    // `-h/--help`, `[-a|--all]`
    case "(", "[", "/", "|": return true
    case "\"", "'": return hasJustOpened
    case nil, " ", "\u{A0}", "\n": return unsafe !Self.closesDashes(after: end, in: bytes) && !Self.goesOn(at: end, in: bytes)
    default: return false
    }
  }

  /// Words with which a sentence goes on behind a dash, and that no option is called.
  private static let connectives: Set = [
    "a", "although", "because", "but", "even", "it", "since", "so", "that", "the", "this", "though", "we", "when", "where", "which",
    "while",
    "who",
  ]

  /// `--when serializing`
  private static func goesOn(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = start
    while end < bytes.count, end - start < 9, unsafe (0x61...0x7A).contains(bytes[end]) { end += 1 }
    guard end + 1 < bytes.count, unsafe bytes[end] == 0x20 else { return false }
    return unsafe connectives.contains(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  /// `-->` and `<--` are arrows; in `git checkout -- file` and `npm test -- --all` dashes are a word of the command.
  private func isCommandsOrArrow(_ dashes: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (dashes.lowerBound, dashes.upperBound)
    if end < bytes.count, unsafe bytes[end] == 0x3E { return true }
    if start > 0, unsafe bytes[start - 1] == 0x3C { return true }
    guard dashes.count == 2, start > 1, end + 1 < bytes.count, unsafe bytes[start - 1] == 0x20, unsafe bytes[end] == 0x20 else {
      return false
    }
    // An option after them, or before them.
    if unsafe bytes[end + 1] == 0x2D { return true }
    let words = unsafe String(decoding: bytes[max(0, start - 60)..<(start - 1)], as: UTF8.self).split(separator: " ").suffix(3).map(
      String.init)
    return words.last.map { $0.hasPrefix("-") && $0.contains { $0 != "-" } } == true || words.contains(where: Self.commands.contains)
  }

  /// Programs to which `--` ends the options.
  private static let commands = ["git", "npm", "yarn", "pnpm", "cargo", "docker", "xargs", "sudo"]

  /// `--and so on-- `: the next dashes follow a word immediately, and a blank or a stop follows them, so that both are dashes.
  private static func closesDashes(after start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = start
    while index + 1 < bytes.count {
      if unsafe bytes[index] == 0x2D, unsafe bytes[index + 1] == 0x2D {
        let next = unsafe index + 2 < bytes.count ? bytes[index + 2] : 0x20
        return unsafe bytes[index - 1] != 0x20 && [0x20, 0x0A, 0x2C, 0x2E, 0x3B, 0x3A, 0x29].contains(next)
      }
      index += 1
    }
    return false
  }

  private mutating func replace(
    _ bytes: UnsafeBufferPointer<UInt8>, after previous: () -> Unicode.Scalar?, language: String
  ) -> String? {
    let code = String(language.prefix { $0 != "-" && $0 != "_" })
    let isFrench = code == "fr"
    guard unsafe Self.isWorthALook(bytes) || isFrench else { return nil }
    // Chinese and Japanese authors type their own punctuation, but for dashes, and Chinese ones for quotes.
    if code == "zh" || code == "ja" {
      return unsafe replaceEastAsian(bytes, after: previous, marks: code == "zh" ? Self.chineseMarks(language) : nil)
    }
    let marks = Self.quotes[code] ?? ["“", "”", "‘", "’"]
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      switch byte {
      case 0x22, 0x27:
        let last = unsafe index == 0 ? previous() : Self.scalar(endingAt: index, in: bytes)
        let next = unsafe Self.scalar(at: index + 1, in: bytes)
        if let sign = byte == 0x22 ? double(last, next, marks) : single(last, next, marks) {
          out += Array(sign.utf8)
        } else {
          out.append(byte)
        }
        index += 1
      case 0x2D, 0x2E:
        var end = index
        while end < bytes.count, unsafe bytes[end] == byte { end += 1 }
        switch (byte, end - index) {
        case (0x2D, 2...3) where unsafe isCommandsOrArrow(index..<end, in: bytes): unsafe out += bytes[index..<end]
        case (0x2D, 2):
          let last = unsafe index == 0 ? previous() : Self.scalar(endingAt: index, in: bytes)
          out += unsafe beginsOption(at: end, in: bytes, after: last) ? Array("--".utf8) : Array("–".utf8)
        case (0x2D, 3): out += Array("—".utf8)
        case (0x2E, 3): out += Array("…".utf8)
        default: unsafe out += bytes[index..<end]
        }
        index = end
      case 0x21 where isFrench, 0x3A where isFrench, 0x3B where isFrench, 0x3F where isFrench:
        unsafe addFrenchSpace(to: &out, before: byte, next: Self.scalar(at: index + 1, in: bytes))
        out.append(byte)
        index += 1
      case 0xC2 where isFrench && index + 1 < bytes.count:
        // « and », whose spaces lie inside.
        let sign = unsafe bytes[index + 1]
        if sign == 0xBB, out.last == 0x20 { out.replaceSubrange(out.count - 1..<out.count, with: Self.narrowSpace) }
        out += [byte, sign]
        index += 2
        if sign == 0xAB, index < bytes.count, unsafe bytes[index] == 0x20 {
          out += Self.narrowSpace
          index += 1
        }
      default:
        out.append(byte)
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Opening and closing: those of GB/T 15834, or of Taiwan and Hong Kong.
  private static func chineseMarks(_ language: String) -> (String, String) {
    let isTraditional = ["Hant", "TW", "HK", "MO"].contains { language.contains($0) }
    return isTraditional ? ("「", "」") : ("“", "”")
  }

  /// The straight quotes of a text that become Chinese ones, in order. Pairs are decided together: one with a Chinese character beside either
  /// quote, within it or outside, is Chinese; those of English words and of inches stay.
  private mutating func chineseQuotes(
    _ bytes: UnsafeBufferPointer<UInt8>, after previous: () -> Unicode.Scalar?, _ marks: (String, String)
  ) -> [(place: Int, mark: String)] {
    let places = bytes.indices.filter { unsafe bytes[$0] == 0x22 }
    guard let first = places.first else { return [] }
    func last(_ place: Int) -> Unicode.Scalar? { unsafe place == 0 ? previous() : Self.scalar(endingAt: place, in: bytes) }
    func next(_ place: Int) -> Unicode.Scalar? { unsafe Self.scalar(at: place + 1, in: bytes) }
    func isBesideChinese(_ place: Int) -> Bool { last(place)?.isSpacelessCJK ?? false || next(place)?.isSpacelessCJK ?? false }
    // What comes after the text is not known at its end.
    func mayOpen(_ place: Int) -> Bool {
      let isInch = last(place).map { $0.properties.numericType != nil && !$0.isSpacelessCJK } ?? false
      return !isInch && next(place).map { !Self.isSpace($0) && !"。，、；：？！）」』》".unicodeScalars.contains($0) } ?? true
    }
    var out: [(place: Int, mark: String)] = []
    var rest = places[...]
    if isOpen.double || hasLatinOpen {
      if isOpen.double { out.append((first, marks.1)) }
      (isOpen.double, hasLatinOpen) = (false, false)
      rest.removeFirst()
    }
    while let open = rest.popFirst() {
      guard mayOpen(open) else { continue }
      guard let close = rest.first else {
        isOpen.double = isBesideChinese(open)
        hasLatinOpen = !isOpen.double
        if isOpen.double { out.append((open, marks.0)) }
        break
      }
      guard !(last(close).map(Self.isSpace) ?? false) else { continue }
      rest.removeFirst()
      if isBesideChinese(open) || isBesideChinese(close) { out += [(open, marks.0), (close, marks.1)] }
    }
    return out
  }

  /// `好---的` and `好--的` in Chinese and Japanese: a dash as wide as two characters (GB/T 15834, 4.13); between numbers it is one for ranges.
  ///
  /// - Parameter marks: What straight quotes become; nil leaves them.
  private mutating func replaceEastAsian(
    _ bytes: UnsafeBufferPointer<UInt8>, after previous: () -> Unicode.Scalar?, marks: (String, String)?
  ) -> String? {
    var out: [UInt8] = []
    var copied = 0
    var index = 0
    var quotes = (marks.map { unsafe chineseQuotes(bytes, after: previous, $0) } ?? [])[...]
    while index < bytes.count {
      if let quote = quotes.first, quote.place == index {
        unsafe out += bytes[copied..<index] + Array(quote.mark.utf8)
        copied = index + 1
        quotes.removeFirst()
      }
      guard unsafe bytes[index] == 0x2D else {
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, unsafe bytes[end] == 0x2D { end += 1 }
      let dashes = index..<end
      index = end
      guard 2...3 ~= dashes.count, unsafe !isCommandsOrArrow(dashes, in: bytes) else { continue }
      let last = unsafe dashes.lowerBound == 0 ? previous() : Self.scalar(endingAt: dashes.lowerBound, in: bytes)
      let next = unsafe Self.scalar(at: end, in: bytes)
      guard let sign = unsafe Self.eastAsianDash(last, next, count: dashes.count) ?? Self.latinDash(dashes, last, next, bytes) else {
        continue
      }
      unsafe out += bytes[copied..<dashes.lowerBound] + Array(sign.utf8)
      copied = end
    }
    guard copied > 0 else { return nil }
    unsafe out += bytes[copied...]
    return String(decoding: out, as: UTF8.self)
  }

  /// What hyphens between two characters of Chinese or Japanese text become; nil if they stay.
  private static func eastAsianDash(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?, count: Int) -> String? {
    guard let last, let next else { return nil }
    if count == 2, "0"..."9" ~= last, "0"..."9" ~= next { return "–" }
    let isBesideText =
      last.isSpacelessCJK && (next.isSpacelessCJK || count == 3 && !isSpace(next)) || next.isSpacelessCJK && count == 3 && !isSpace(last)
    return isBesideText ? "——" : nil
  }

  /// Three hyphens between Latin words, or before the name that a text begins with (`> --- John Gruber`): a dash, as in other languages.
  private static func latinDash(
    _ dashes: Range<Int>, _ last: Unicode.Scalar?, _ next: Unicode.Scalar?, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    func isLatin(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { isSpace($0) || $0.properties.isAlphabetic } ?? false }
    guard dashes.count == 3, isLatin(next) else { return nil }
    guard last == nil else { return isLatin(last) ? "—" : nil }
    var place = dashes.upperBound
    while place < bytes.count, unsafe bytes[place] == 0x20 { place += 1 }
    return unsafe scalar(at: place, in: bytes).map { $0.isSpacelessCJK ? "——" : "—" }
  }

  /// U+202F, a no-break space.
  private static let narrowSpace = Array("\u{202F}".utf8)

  /// The space that French sets before its high punctuation, whether the author has typed one or none (Imprimerie nationale, Lexique):
  /// a whole one before a colon, a narrow one before the others.
  private func addFrenchSpace(to out: inout [UInt8], before sign: UInt8, next: Unicode.Scalar?) {
    let space = sign == 0x3A ? Array("\u{A0}".utf8) : Self.narrowSpace
    guard let last = out.last else { return }
    if last == 0x20 {
      if out.count > 1 { out.replaceSubrange(out.count - 1..<out.count, with: space) }
      return
    }
    // Without a space it may be a time, an address, a row of signs.
    let endsWord = last >= 0x80 || last == 0x29 || (last | 0x20 >= 0x61 && last | 0x20 <= 0x7A)
    let isSpaced = out.suffix(3).elementsEqual(Self.narrowSpace) || out.suffix(2).elementsEqual([0xC2, 0xA0])
    guard endsWord, !isSpaced,
      next.map({ $0.properties.isWhitespace || $0 == "\u{BB}" || $0 == ")" || $0 == "\"" || $0 == "!" || $0 == "?" }) ?? true
    else { return }
    out += space
  }

  /// True if there are quotes, or dashes or dots in a row. Most texts have none.
  private static func isWorthALook(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      if byte == 0x22 || byte == 0x27 || (byte == 0x2D || byte == 0x2E) && byte == last { return true }
      last = byte
    }
    return false
  }

  private static func scalar(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    return unsafe String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  private static func scalar(endingAt index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    var start = index - 1
    while start > 0, unsafe bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return unsafe String(decoding: bytes[start..<index], as: UTF8.self).unicodeScalars.first
  }

  private mutating func double(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?, _ marks: [String]) -> String? {
    if last?.isSpacelessCJK ?? false || next?.isSpacelessCJK ?? false { return nil }
    if isOpen.double, !opens(last, marks) || next.map(Self.isSpace) ?? false {
      isOpen.double = false
      hasJustOpened = false
      return marks[1]
    }
    // Inches: nothing was opened that could be closed.
    guard opens(last, marks) || beginsValue(last, next), !(next.map(Self.isSpace) ?? false) else {
      return last?.properties.numericType == nil ? marks[1] : nil
    }
    isOpen.double = true
    hasJustOpened = true
    return marks[0]
  }

  private mutating func single(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?, _ marks: [String]) -> String? {
    if last?.isSpacelessCJK ?? false || next?.isSpacelessCJK ?? false { return nil }
    let isBeforeDigit = next?.properties.numericType != nil
    if opens(last, marks) || !isOpen.single && beginsValue(last, next), !(next.map(Self.isSpace) ?? false), !isBeforeDigit {
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

  /// True where a value in quotes begins: `a="b"`, `c:"d"`. Asked where no quote is open: what is closed may end in the same signs.
  private func beginsValue(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let last, let next else { return false }
    return "=:|<".unicodeScalars.contains(last) && (next.properties.isAlphabetic || next.properties.numericType != nil)
  }

  /// True if a quote may open after this.
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
