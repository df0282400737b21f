import TypesetDiagnostics

/// Letters and signs that authors have written as LaTeX in prose: `Schr\"odinger`, `Erd\H{o}s`, `S{\o}ren`, `\S 3`.
///
/// Markdown reads `\"` as a quotation mark, so an accent without braces counts within words only.
enum LaTeXLetters {
  /// The letter at a backslash, with the braces around it; nil for anything else.
  static func read(_ text: BlockText, at start: Int) -> (range: Range<Int>, words: String)? {
    guard !text.isLaTeX, start + 2 < text.count else { return nil }
    let next = text.bytes[start + 1]
    if next == UInt8(ascii: "S") || next == UInt8(ascii: "P"), let sign = section(text, at: start) { return sign }
    return accented(text, at: start) ?? named(text, at: start)
  }

  /// `\S 3`, `\S\ref{a}`: LaTeX takes the blank behind the command's name.
  private static func section(_ text: BlockText, at start: Int) -> (range: Range<Int>, words: String)? {
    let before = start > 0 ? text.bytes[start - 1] : ASCII.space
    guard before <= ASCII.space || "([~".utf8.contains(before) || before == text.bytes[start + 1] || before >= 0x80 else { return nil }
    var end = start + 2
    var blank = ""
    if text.byte(end) == ASCII.openBrace, text.byte(end + 1) == ASCII.closeBrace {
      (end, blank) = (end + 2, ASCII.isBlank(text.byte(end + 2)) ? "\u{A0}" : "")
    } else if text.byte(end) == ASCII.backslash, text.byte(end + 1) == ASCII.space {
      (end, blank) = (end + 1, "\u{A0}")
    } else if text.byte(end) == ASCII.tilde {
      (end, blank) = (end + 1, "\u{A0}")
    }
    while text.byte(end) == ASCII.space { end += 1 }
    let isReferred = ["\\ref{", "\\cref{", "\\autoref{", "\\S", "\\P"].contains { text.bytes[end...].starts(with: $0.utf8) }
    guard ASCII.isDigit(text.byte(end)) || isReferred else { return nil }
    return (start..<end, (text.bytes[start + 1] == UInt8(ascii: "S") ? "§" : "¶") + blank)
  }

  private static let marks: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "'"): "\u{301}", UInt8(ascii: "`"): "\u{300}", UInt8(ascii: "^"): "\u{302}", UInt8(ascii: "\""): "\u{308}",
    UInt8(ascii: "~"): "\u{303}", UInt8(ascii: "="): "\u{304}", UInt8(ascii: "."): "\u{307}", UInt8(ascii: "c"): "\u{327}",
    UInt8(ascii: "v"): "\u{30C}", UInt8(ascii: "H"): "\u{30B}", UInt8(ascii: "u"): "\u{306}", UInt8(ascii: "k"): "\u{328}",
    UInt8(ascii: "r"): "\u{30A}", UInt8(ascii: "d"): "\u{323}", UInt8(ascii: "b"): "\u{331}",
  ]

  /// Letters that have a character with their accent; a name is to be found by it.
  private static let letters =
    "áéíóúýàèìòùâêîôûäëïöüÿãñõåçčšžřěňľďťćńśźżąęłğıőűāēīōūăĕĭŏŭėėġŕĺĥĵŝŵŷḍḥṣṭṇḷţşķļņŗģÁÉÍÓÚÝÀÈÌÒÙÂÊÎÔÛÄËÏÖÜŸÃÑÕÅÇČŠŽŘĚŇĽĎŤĆŃŚŹŻĄĘŁĞİŐŰĀĒĪŌŪĂĔĬŎŬĖĠŔĹĤĴŜŴŶḌḤṢṬṆḶŢŞĶĻŅŖ"

  /// `\"{o}`, `{\"o}`, `\"o` between letters, `\c{c}`.
  private static func accented(_ text: BlockText, at start: Int) -> (range: Range<Int>, words: String)? {
    let sign = text.bytes[start + 1]
    guard let mark = marks[sign] else { return nil }
    let isInGroup = start > 0 && text.bytes[start - 1] == ASCII.openBrace
    let isBraced = text.bytes[start + 2] == ASCII.openBrace
    var place = start + (isBraced ? 3 : 2)
    // A letter without its dot.
    if text.byte(place) == ASCII.backslash, "ij".utf8.contains(text.byte(place + 1)) { place += 1 }
    let base = text.byte(place)
    guard ASCII.isLetter(base), isBraced || !ASCII.isLetter(sign) else { return nil }
    var (first, end) = (start, place + 1)
    if isBraced {
      guard text.byte(end) == ASCII.closeBrace else { return nil }
      end += 1
    }
    if isInGroup, text.byte(end) == ASCII.closeBrace { (first, end) = (first - 1, end + 1) }
    let before = first > 0 && isLetter(text.bytes[first - 1])
    let after = isLetter(text.byte(end))
    if isBraced || first < start {
      guard before || after, text.byte(end) != ASCII.backslash || sign != UInt8(ascii: "\"") else { return nil }
    } else {
      // Quotation marks are escaped at the ends of words, apostrophes within them.
      guard sign == UInt8(ascii: "\""), before, after, "aeiouAOU".utf8.contains(base) else { return nil }
    }
    var character = String(Unicode.Scalar(base))
    character.unicodeScalars.append(mark)
    return (first..<end, letters.first { String($0) == character }.map(String.init) ?? character)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte >= 0x80 }

  private static let names: [String: String] = [
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "ss": "ß",
    "dh": "ð",
    "th": "þ", "dag": "†", "ddag": "‡", "pounds": "£", "copyright": "©",
  ]

  /// `{\o}`, `\ss{}`: names of letters, which end at braces.
  private static func named(_ text: BlockText, at start: Int) -> (range: Range<Int>, words: String)? {
    let name = LaTeXReading.name(text.bytes, after: start, to: min(text.count, start + 12))
    guard !name.isEmpty, let words = names[String(decoding: text.bytes[name], as: UTF8.self)] else { return nil }
    let end = name.upperBound
    if text.byte(end) == ASCII.openBrace, text.byte(end + 1) == ASCII.closeBrace { return (start..<end + 2, words) }
    if start > 0, text.bytes[start - 1] == ASCII.openBrace, text.byte(end) == ASCII.closeBrace { return (start - 1..<end + 1, words) }
    return nil
  }
}
