/// What an author writes to cite: `[see @key, p. 33; -@other]`, `@key [p. 33]`.
package struct WrittenCitation: Sendable, Hashable {
  package var cites: [Cite]
  /// True where the author's name is part of the sentence: `@key`.
  package var isInText = false
  /// What the author's name ends in: `@key ['s, 35]` of apaquarto is "Smith's (2020, p. 35)".
  package var possessive = ""
  /// Where each key is in the text, in bytes.
  package var places: [Range<Int>] = []

  /// - Parameter text: From `[` to `]`, or from `@`.
  package init?(_ text: String) {
    cites = []
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return nil }
    isInText = first != UInt8(ascii: "[")
    var start = isInText ? 0 : 1
    let end = isInText ? bytes.count : bytes.count - 1
    var index = start
    var parts: [Range<Int>] = []
    // `@key [p. 33; see also @other]`
    let tail = isInText ? bytes.firstIndex(of: UInt8(ascii: "[")) : nil
    if isInText {
      start = 0
      index = tail ?? end
    }
    if isInText, tail == nil {
      parts = [0..<bytes.count]
    } else {
      var depth = 0
      let end = isInText ? bytes.count - 1 : end
      while index < end {
        if bytes[index] == UInt8(ascii: "{") { depth += 1 } else if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
        if depth <= 0, bytes[index] == UInt8(ascii: ";") || Self.isListComma(bytes, index, from: start) {
          parts.append(start..<index)
          start = index + 1
        }
        index += 1
      }
      if start <= end { parts.append(start..<end) }
    }
    for part in parts {
      guard let at = part.first(where: { bytes[$0] == UInt8(ascii: "@") && Self.mayBegin(bytes, $0, part.lowerBound) }) else { continue }
      guard let (key, keyEnd) = Self.key(bytes, at + 1, limit: part.upperBound) else { continue }
      var cite = Cite(id: key)
      var before = String(decoding: bytes[part.lowerBound..<at], as: UTF8.self)
      if before.hasSuffix("-") {
        before.removeLast()
        cite.suppressesAuthor = true
      }
      cite.prefix = before.trimmed()
      if !cite.prefix.isEmpty { cite.prefix += " " }
      var after = String(decoding: bytes[keyEnd..<part.upperBound], as: UTF8.self)
      if isInText, cites.isEmpty {
        // `@key [p. 33]`
        after = after.trimmed()
        if after.hasPrefix("[") { after.removeFirst() }
        if after.hasSuffix("]"), tail == nil { after.removeLast() }
        after = takePossessive(after)
      }
      cite.readTail(after)
      places.append(at..<keyEnd)
      cites.append(cite)
    }
    if cites.isEmpty { return nil }
  }

  /// Takes apaquarto's tags from the beginning of what is in brackets: `'s`, and `&` for the word between names.
  private mutating func takePossessive(_ tail: String) -> String {
    var rest = tail[...]
    var taken = ""
    while let tag = ["'s", "’s", "'", "’", "&"].first(where: rest.hasPrefix) {
      let next = rest.dropFirst(tag.count)
      guard next.isEmpty || next.first == " " || next.first == "," else { break }
      if tag != "&" { taken = "’" + tag.dropFirst() }
      rest = next.drop { $0 == " " || $0 == "," }
    }
    guard !taken.isEmpty else { return tail }
    possessive = taken
    return String(rest)
  }

  /// True for the comma in `[@key, @other]`: a key is before it and after it, and nothing else.
  private static func isListComma(_ bytes: [UInt8], _ comma: Int, from start: Int) -> Bool {
    guard bytes[comma] == UInt8(ascii: ",") else { return false }
    func mark(_ index: Int) -> Int? {
      var index = index
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
      return index < bytes.count && bytes[index] == UInt8(ascii: "@") ? index : nil
    }
    guard let before = mark(start), mark(comma + 1) != nil, let (_, end) = key(bytes, before + 1, limit: comma) else { return false }
    return end == comma
  }

  private static func mayBegin(_ bytes: [UInt8], _ at: Int, _ start: Int) -> Bool {
    at == start || [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "-"), UInt8(ascii: "("), 0xA0].contains(bytes[at - 1])
  }

  private static func key(_ bytes: [UInt8], _ start: Int, limit: Int) -> (String, Int)? {
    guard start < limit else { return nil }
    if bytes[start] == UInt8(ascii: "{") {
      guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      return (String(decoding: bytes[(start + 1)..<end], as: UTF8.self), end + 1)
    }
    func isWord(_ index: Int) -> Bool {
      guard index < limit else { return false }
      let byte = bytes[index]
      return byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    guard isWord(start) else { return nil }
    var end = start
    while isWord(end) || end < limit && Array(":.#$%&-+?<>~/".utf8).contains(bytes[end]) && isWord(end + 1) { end += 1 }
    return (String(decoding: bytes[start..<end], as: UTF8.self), end)
  }
}

extension Cite {
  private static let labels: [(String, String)] = [
    ("book", "book"), ("bk.", "book"), ("bks.", "book"), ("chapter", "chapter"), ("chapters", "chapter"), ("chap.", "chapter"),
    ("chaps.", "chapter"), ("ch.", "chapter"), ("chs.", "chapter"),
    ("column", "column"), ("col.", "column"), ("cols.", "column"), ("figure", "figure"), ("fig.", "figure"), ("figs.", "figure"),
    ("folio", "folio"),
    ("fol.", "folio"), ("number", "issue"), ("no.", "issue"), ("nos.", "issue"), ("line", "line"), ("lines", "line"), ("l.", "line"),
    ("ll.", "line"),
    ("note", "note"), ("n.", "note"), ("nn.", "note"), ("opus", "opus"), ("op.", "opus"), ("page", "page"), ("pages", "page"),
    ("pp.", "page"),
    ("p.", "page"), ("paragraph", "paragraph"), ("para.", "paragraph"), ("paras.", "paragraph"), ("¶", "paragraph"), ("part", "part"),
    ("pt.", "part"),
    ("pts.", "part"), ("section", "section"), ("sec.", "section"), ("secs.", "section"), ("§§", "section"), ("§", "section"),
    ("sub verbo", "sub verbo"), ("s.v.", "sub verbo"), ("s.vv.", "sub verbo"), ("verse", "verse"), ("v.", "verse"), ("vv.", "verse"),
    ("volume", "volume"), ("vol.", "volume"), ("vols.", "volume"), ("theorem", "theorem"), ("lemma", "lemma"), ("S.", "page"),
    ("Kap.", "chapter"),
  ]

  /// Takes the label from a locator that has it: `vol. 1, fol. 186`.
  mutating func readLabel() {
    guard label.isEmpty, let first = locator.first(where: { !$0.isWhitespace }), first.isLetter || first == "§" || first == "¶" else {
      return
    }
    let text = locator.trimmed()
    for (word, name) in Self.labels where text.hasPrefix(word + " ") && word.hasSuffix(".") {
      (label, locator) = (name, text.dropFirst(word.count).trimmed())
      return
    }
  }

  /// Takes a locator and what follows it from the text after a key: `, pp. 33-35 and passim`.
  package mutating func readTail(_ text: String) {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
    let hasComma = rest.first == ","
    if hasComma { rest = rest.dropFirst() }
    while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
    var label = ""
    for (word, name) in Self.labels where rest.hasPrefix(word) {
      let after = rest.dropFirst(word.count)
      guard after.first.map({ $0.isWhitespace || $0 == "\u{A0}" || $0.isNumber || "{".contains($0) }) ?? false, word.count > label.count
      else { continue }
      label = word
      self.label = name
    }
    var number = rest.dropFirst(label.count)
    while number.first?.isWhitespace == true { number = number.dropFirst() }
    if number.first == "{", let end = number.firstIndex(of: "}") {
      locator = String(number[number.index(after: number.startIndex)..<end])
      if label.isEmpty { readLabel() }
      rest = number[number.index(after: end)...]
    } else {
      var end = number.startIndex
      // Numbers, roman ones too, with ranges and lists of them.
      while end < number.endIndex {
        let word = number[end...].prefix { !$0.isWhitespace && $0 != "," }
        let isNumber =
          word.contains(where: \.isNumber)
          || !word.isEmpty && word.allSatisfy { "ivxlcdmIVXLCDM–-".contains($0) } && (!label.isEmpty || end > number.startIndex)
        guard isNumber else { break }
        end = word.endIndex
        var next = end
        while next < number.endIndex, number[next].isWhitespace || number[next] == "," || number[next] == "&" {
          next = number.index(after: next)
        }
        let following = number[next...].prefix { !$0.isWhitespace && $0 != "," }
        guard following.first?.isNumber == true else { break }
        end = next
      }
      locator = number[..<end].trimmed()
      if locator.isEmpty {
        self.label = ""
        suffix = text.trimmed()
        if !suffix.isEmpty, !hasComma { suffix = " " + suffix }
        return
      }
      rest = number[end...]
    }
    if self.label.isEmpty { self.label = "page" }
    let tail = rest.trimmed()
    suffix = tail.isEmpty ? "" : rest.first?.isWhitespace == true ? " " + tail : tail
  }
}
