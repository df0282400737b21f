internal import TypesetDiagnostics

/// Citations of pandoc, `[see @key, p. 3; @other]`: by their keys, or as they are written for whoever has the bibliography.
package enum CitedWorks {
  /// True if a document's front matter names a bibliography; elsewhere `@name` is a person.
  package static func areCited(in frontMatter: FrontMatter) -> Bool {
    !areKept(in: frontMatter) && frontMatter.value("bibliography", "references", "csl", "nocite") != nil
  }

  /// True if the document asks for citations as they are written: `citeproc: false`.
  package static func areKept(in frontMatter: FrontMatter) -> Bool { frontMatter.flag("citeproc") == false }

  /// The citation in brackets that begins at an index.
  static func read(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var shown: [UInt8] = []
    var index = start + 1
    var hasKey = false
    let limit = min(bytes.count, start + 600)
    while index < limit {
      let byte = bytes[index]
      let previous = bytes[index - 1]
      let mayBegin =
        previous == ASCII.openBracket || previous == UInt8(ascii: "-") || previous == UInt8(ascii: ";") || ASCII.isBlank(previous)
      if byte == ASCII.closeBracket {
        // `[@key](address)` is a link that was not closed in this text.
        guard hasKey, index + 1 == bytes.count || bytes[index + 1] != ASCII.openParenthesis else { return nil }
        return ([.text("["), .text(String(decoding: shown, as: UTF8.self)), .text("]")], index + 1 - start)
      }
      if byte == ASCII.openBracket { return nil }
      if byte == UInt8(ascii: "@"), mayBegin, let end = keyEnd(bytes, index + 1, inBrackets: true) {
        hasKey = true
        // `-@key` leaves out the author, whom the text names.
        if shown.last == UInt8(ascii: "-") { shown.removeLast() }
        // `[@a;@b]`: a space, at which the line may end.
        if shown.last == UInt8(ascii: ";") { shown.append(ASCII.space) }
        shown += bytes[(index + 1)..<end]
        index = end
      } else {
        shown.append(byte)
        index += 1
      }
    }
    return nil
  }

  /// What begins the label of a `reference` that is a citation as its author wrote it, if `ParseOptions.keepsCitations` asks for that.
  package static let mark = "\u{1}"

  /// A citation as it is written: `[see @key, p. 3]`, `@key [p. 3]`, `@{odd key}`.
  static func written(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var end = start
    if bytes[start] == ASCII.openBracket {
      guard let close = bracketEnd(bytes, start), hasOwnKey(bytes[start..<close]) else { return nil }
      // `[@key](address)` is a link that was not closed in this text.
      if close < bytes.count, bytes[close] == ASCII.openParenthesis { return nil }
      end = close
    } else {
      guard let key = keyEnd(bytes, start + 1) ?? bracedEnd(bytes, start + 1) else { return nil }
      end = key
      // `@key [p. 3]`, and without the blank.
      let bracket = key < bytes.count && bytes[key] == ASCII.space ? key + 1 : key
      if bracket < bytes.count, bytes[bracket] == ASCII.openBracket, let close = bracketEnd(bytes, bracket),
        close >= bytes.count || bytes[close] != ASCII.openParenthesis, !hasKey(bytes[bracket..<close].prefix { $0 != UInt8(ascii: ";") })
      {
        end = close
      }
    }
    return ([.reference(label: mark + String(decoding: bytes[start..<end], as: UTF8.self))], end - start)
  }

  /// `[@a;@b]` as it stands where nothing is cited, with a space after each semicolon, at which the line may end; nil where it needs none.
  static func spaced(_ bytes: [UInt8], _ start: Int) -> (text: String, length: Int)? {
    guard begins(bytes, start), let end = bracketEnd(bytes, start), end == bytes.count || bytes[end] != ASCII.openParenthesis,
      bytes[start..<end].firstRange(of: Array(";@".utf8)) ?? bytes[start..<end].firstRange(of: Array(";-@".utf8)) != nil
    else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self).replacing(";@", with: "; @").replacing(";-@", with: "; -@"), end - start)
  }

  /// Obsidian's `[[@key]]`, the note on a work.
  static func wikiLink(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    guard start + 4 < bytes.count, bytes[start + 1] == ASCII.openBracket, bytes[start + 2] == UInt8(ascii: "@"),
      let end = keyEnd(bytes, start + 3), end + 1 < bytes.count, bytes[end] == ASCII.closeBracket, bytes[end + 1] == ASCII.closeBracket
    else { return nil }
    return ([.reference(label: mark + "[" + String(decoding: bytes[(start + 2)..<end], as: UTF8.self) + "]")], end + 2 - start)
  }

  /// A citation as pandoc writes it, of keys as other tools have them.
  static func written(_ keys: [String], before: String, after: String, isInText: Bool, leavesOutAuthor: Bool = false) -> String {
    let marked = keys.map { key -> String in
      let bare = key.trimmedWhitespace()
      let bytes = Array(bare.utf8)
      return (leavesOutAuthor ? "-@" : "@") + (keyEnd(bytes, 0) == bytes.count ? bare : "{\(bare)}")
    }
    let tail = after.isEmpty ? "" : ", " + after
    guard isInText else { return "[" + (before.isEmpty ? "" : before + " ") + marked.joined(separator: "; ") + tail + "]" }
    return marked.joined(separator: "; ") + (after.isEmpty ? "" : " [\(after)]")
  }

  /// The label of `@key` or `@key [p. 3]` for a citation that leaves out the author, `[-@key, p. 3]`.
  static func withoutAuthor(_ label: String) -> String {
    let words = label.dropFirst(mark.count)
    guard words.first == "@" else { return label }
    guard words.last == "]", let open = words.firstIndex(of: "[") else { return mark + "[-" + words + "]" }
    return mark + "[-" + String(words[..<open]).trimmedWhitespace() + ", " + words[words.index(after: open)...]
  }

  /// True if `[@key` or `[-@key` is at an index.
  static func begins(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard bytes[start] == ASCII.openBracket, start + 2 < bytes.count else { return false }
    let at = bytes[start + 1] == UInt8(ascii: "-") ? start + 2 : start + 1
    return bytes[at] == UInt8(ascii: "@") && keyEnd(bytes, at + 1, inBrackets: true) != nil
  }

  /// True for a key within a sentence that names a work, `@knuth1984`, `@vaswani2017attention`: letters and a year, and perhaps a word of its title.
  /// Other words after the sign may be people.
  ///
  /// - Parameter hasTitle: True where a word of the title must follow, since nothing else says that `@name2020` is no person.
  package static func isWork(_ bytes: [UInt8], _ start: Int, after previous: UInt8, hasTitle: Bool = false) -> Bool {
    guard bytes[start] == UInt8(ascii: "@"),
      previous == 0 || previous == ASCII.openParenthesis || ASCII.isBlank(previous) || previous == ASCII.newline,
      let end = keyEnd(bytes, start + 1), end - start < 60
    else { return false }
    var key = bytes[(start + 1)..<end]
    while let last = key.last, ASCII.isLetter(last) { key = key.dropLast() }
    guard !hasTitle || end - key.endIndex >= 3 else { return false }
    let year = key.drop { !ASCII.isDigit($0) }
    guard year.count == 4, let first = year.first, let second = year.dropFirst().first else { return false }
    let isYear = first == UInt8(ascii: "1") && second >= UInt8(ascii: "5") || first == UInt8(ascii: "2") && second == UInt8(ascii: "0")
    return isYear && key.dropLast(4).count(where: ASCII.isLetter) >= 3
  }

  /// After the bracket that closes one; nil beyond 600 bytes.
  private static func bracketEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var depth = 0
    for index in start..<min(bytes.count, start + 600) {
      if bytes[index] == ASCII.openBracket { depth += 1 }
      if bytes[index] == ASCII.closeBracket { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }

  private static func bracedEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    return bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
  }

  /// The first byte of U+00C0 to U+052F.
  private static func isLead(_ byte: UInt8) -> Bool { (0xC3...0xD4).contains(byte) }

  /// True for a text in brackets with a key that is in no brackets within it: `[words [@key] and others]` is text with a citation.
  static func hasOwnKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard hasKey(bytes), bytes.dropFirst().contains(ASCII.openBracket) else { return hasKey(bytes) }
    var outside: [UInt8] = []
    var depth = 0
    for byte in bytes {
      if byte == ASCII.openBracket { depth += 1 }
      if depth <= 1 { outside.append(byte) }
      if byte == ASCII.closeBracket { depth -= 1 }
    }
    return hasKey(outside[...])
  }

  static func hasKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "@"), index > bytes.startIndex, index + 1 < bytes.endIndex else { return false }
      let previous = bytes[index - 1]
      let mayBegin =
        previous == ASCII.openBracket || previous == UInt8(ascii: "-") || previous == UInt8(ascii: ";") || ASCII.isBlank(previous)
      let next = bytes[index + 1]
      return mayBegin
        && (ASCII.isLetter(next) || ASCII.isDigit(next) || isLead(next) || (0xE3...0xED).contains(next) || "_{".utf8.contains(next))
    }
  }

  /// Where a key ends: letters, digits and `_`, with single punctuation marks between them. Letters are those of Latin, Greek and Cyrillic: Chinese
  /// follows a key without a space.
  ///
  /// - Parameter inBrackets: True for `[@key]`, whose keys may have letters of Chinese, Japanese and Korean, too.
  package static func keyEnd(_ bytes: [UInt8], _ start: Int, inBrackets: Bool = false) -> Int? {
    func isWord(_ index: Int) -> Bool {
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      if ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || isLead(byte) { return true }
      if inBrackets, isEastAsianLead(bytes, index) { return true }
      guard byte & 0xC0 == 0x80, index > start else { return false }
      return isLead(bytes[index - 1])
        || inBrackets && (index - 2..<index).contains { $0 >= start && isEastAsianLead(bytes, $0) }
    }
    guard isWord(start) else { return nil }
    var end = start
    while isWord(end) || end < bytes.count && ":.#$%&-+?<>~/".utf8.contains(bytes[end]) && isWord(end + 1) { end += 1 }
    return end
  }

  /// The first byte of kana, an ideograph of the basic plane or a Hangul syllable: U+3040 to U+DFFF, after the punctuation of U+3000.
  private static func isEastAsianLead(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0xE3: index + 1 < bytes.count && bytes[index + 1] > 0x80
    case 0xE4...0xED: true
    default: false
    }
  }
}
