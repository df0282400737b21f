/// Repairs emphasis in Chinese, Japanese and Korean, which have no spaces around words: CommonMark does not close `**「重要」**です`,
/// since the stars are between punctuation and a letter (CommonMark, Emphasis, left- and right-flanking). The same holds for Thai and
/// similar scripts, and for Arabic and Hebrew, whose particles are joined to the next word: `و*[رابط](x)*`.
///
/// A character that Markdown reads as a letter, inserted between punctuation and such a delimiter, puts it between letters. In place of
/// the blank in `使用**聚类 **方法` it makes the second `**` a closer.
enum EastAsianEmphasis {
  /// U+FDD2, a noncharacter as those of formulas.
  static let letter: [UInt8] = [0xEF, 0xB7, 0x92]

  /// - Parameters:
  ///   - text: UTF-8.
  ///   - run: The delimiters, `*` or `~`.
  /// - Returns: Whether the letter goes before the run, and whether after it.
  static func gaps(in text: [UInt8], around run: Range<Int>) -> (before: Bool, after: Bool) {
    guard let previous = scalar(endingAt: run.lowerBound, in: text), let next = scalar(at: run.upperBound, in: text),
      !previous.properties.isWhitespace, !next.properties.isWhitespace
    else { return (false, false) }
    if isEastAsian(previous) || isEastAsian(next) { return (isPunctuation(previous), isPunctuation(next)) }
    // Elsewhere a star may refer to a note: one before a comma does not open emphasis.
    return (isJoined(next) && closes(previous), isJoined(previous) && opens(next))
  }

  static func isEastAsian(in text: [UInt8], at index: Int) -> Bool { scalar(at: index, in: text).map(isEastAsian) ?? false }

  /// True at `：`, `，`, `。` and the like.
  static func isFullWidthSign(in text: [UInt8], at index: Int) -> Bool {
    scalar(at: index, in: text).map { isEastAsian($0) && isPunctuation($0) } ?? false
  }

  static func isEastAsian(in text: [UInt8], endingAt end: Int) -> Bool { scalar(endingAt: end, in: text).map(isEastAsian) ?? false }

  private static func scalar(at index: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard index < text.count else { return nil }
    return String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
  }

  private static func scalar(endingAt end: Int, in text: [UInt8]) -> Unicode.Scalar? {
    var start = end - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0, end > start else { return nil }
    return String(decoding: text[start..<end], as: UTF8.self).unicodeScalars.first
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }

  /// True for a script in which emphasis may begin or end between two spaces.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Hebrew, Arabic and the like; Thai, Lao, Tibetan, Burmese; Khmer.
    case 0x0590...0x08FF, 0x0E00...0x109F, 0x1780...0x17FF, 0xFB1D...0xFDCF, 0xFE70...0xFEFC: !isPunctuation(scalar)
    default: false
    }
  }

  private static func opens(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: "\"'`<!\\".unicodeScalars.contains(scalar)
    }
  }

  private static func closes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: true
    default: "\"'`>.!?:؟".unicodeScalars.contains(scalar)
    }
  }

  /// Ideographs, kana, Hangul and their punctuation, full-width forms.
  static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x318F, 0x31A0...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B2FF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// Finds the `**` of a block that are closers although East Asian text has a blank before them.
struct EastAsianStrong {
  /// True for Python-Markdown, in which stars close what is open whatever is before them.
  var readsBlanks = false
  /// Where the content of the open `**` begins, if its first character is an East Asian one.
  private var contentStart: Int?
  /// The number of runs of two stars left; nil before the first.
  private var runsLeft: Int?

  /// `使用**聚类 **方法`: the blank that keeps a `**` from closing, if these stars can only be a closer.
  mutating func blankBeforeCloser(_ run: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    let left = runsLeft ?? Self.runs(in: text, from: run.lowerBound)
    runsLeft = left - 1
    guard let start = contentStart else {
      let opens = readsBlanks ? run.upperBound < text.count && !ASCII.isBlank(text[run.upperBound]) : false
      if opens || EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound) { contentStart = run.upperBound }
      return nil
    }
    var end = run.lowerBound
    while end > start, text[end - 1] == ASCII.space { end -= 1 }
    // If an odd number follows, this one opens what the next one closes.
    guard end > start, end < run.lowerBound, left % 2 == 1,
      readsBlanks || EastAsianEmphasis.isEastAsian(in: text, endingAt: end)
        || EastAsianEmphasis.isFullWidthSign(in: text, at: run.upperBound),
      run.upperBound == text.count || ASCII.isBlank(text[run.upperBound]) || EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound)
        || readsBlanks && ",.;:!?)".utf8.contains(text[run.upperBound])
    else {
      contentStart = end < run.lowerBound && EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound) ? run.upperBound : nil
      return nil
    }
    contentStart = nil
    return end..<run.lowerBound
  }

  /// The number of runs of two stars from an index on.
  private static func runs(in text: [UInt8], from start: Int) -> Int {
    var count = 0
    var length = 0
    for index in start...text.count {
      if index < text.count, text[index] == UInt8(ascii: "*") {
        length += 1
      } else {
        if length == 2 { count += 1 }
        length = 0
      }
    }
    return count
  }
}
