/// The beginning of a string, and how the string is to be read.
struct StringOpener {
  /// The number of its form among the language's.
  private(set) var rule = 0
  private(set) var hashes = 0
  private(set) var escapes = false
  private(set) var interpolates = false
  /// After the opener.
  private(set) var contentStart: Int
  /// Where the string ends, if that is known already: C++'s raw strings.
  private(set) var end: Int?

  /// - Parameters:
  ///   - prefix: Where letters begin that belong to the string.
  ///   - quote: Where the opener is.
  init?(_ code: some CodeReading, _ language: CompiledGrammar, from prefix: Int, at quote: Int) {
    var hashes = 0
    while code.byte(quote + hashes) == UInt8(ascii: "#"), hashes < 250 { hashes += 1 }
    let letters = code.bytes[prefix..<quote]
    for (number, string) in language.strings.enumerated() {
      let rule = string.rule
      guard code.has(string.open, at: quote + (rule.hasHashes ? hashes : 0)), rule.hasHashes || hashes == 0 else { continue }
      let isRaw = letters.contains { $0 | 0x20 == UInt8(ascii: "r") || $0 == UInt8(ascii: "@") }
      contentStart = quote + (rule.hasHashes ? hashes : 0) + string.open.count
      if isRaw, string.open == [UInt8(ascii: "\"")], code.byte(quote + 1) != UInt8(ascii: "\""),
        let end = Self.delimitedEnd(code, language, at: quote)
      {
        self.end = end
        return
      }
      if rule.longest < .max, !Self.closes(string.close, code, language, from: contentStart, within: rule.longest) { continue }
      self.rule = number
      self.hashes = rule.hasHashes ? hashes : 0
      escapes = rule.escape == .backslash && !isRaw
      interpolates =
        !string.interpolation.isEmpty
        && (rule.interpolatingPrefixes.map { prefixes in letters.contains { prefixes.utf8.contains($0) } } ?? true)
      return
    }
    return nil
  }

  private static func closes(
    _ close: [UInt8], _ code: some CodeReading, _ language: CompiledGrammar, from offset: Int, within longest: Int
  ) -> Bool {
    var position = offset
    if language.grammar.hasLifetimes, code.byte(offset) != UInt8(ascii: "\\") {
      // A character, else it is a lifetime.
      position += 1
      while code.byte(position) & 0xC0 == 0x80 { position += 1 }
      return code.has(close, at: position)
    }
    while position < min(code.end, offset + longest) {
      if code.bytes[position] == 0x0A { return false }
      if code.bytes[position] == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if code.has(close, at: position) { return position > offset }
      position += 1
    }
    return false
  }

  /// The end of C++'s `R"name( … )name"`.
  private static func delimitedEnd(_ code: some CodeReading, _ language: CompiledGrammar, at quote: Int) -> Int? {
    guard language.grammar.hasDirectives, language.grammar.stringPrefixes.utf8.contains(UInt8(ascii: "R")) else { return nil }
    var open = quote + 1
    while open < code.end, open - quote <= 17, code.bytes[open].isNameByte { open += 1 }
    guard code.byte(open) == UInt8(ascii: "(") else { return nil }
    let close = [UInt8(ascii: ")")] + code.bytes[quote + 1..<open] + [UInt8(ascii: "\"")]
    var stop = open + 1
    while stop < code.end, !code.has(close, at: stop) { stop += 1 }
    return min(code.end, stop + close.count)
  }
}
