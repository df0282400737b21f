/// Whether the text between two `$$` is prose: one of them has lost its partner, and what looks like a formula is the text
/// between two formulas.
struct ProseEvidence {
  private var depth = 0
  /// Words in a row, separated by blanks and commas only, and the number of those that only sentences have.
  private var words = 0
  private var joints = 0
  private var ideographs = 0
  private var hasIdeographicStop = false
  private var dollars = 0
  private var hasWord = false
  private var hasFormula = false
  /// True if there is a sentence by the strict measure for one paragraph, and by that for several.
  private var hasLongSentence = false
  private var hasSentence = false
  private var hasBlock = false
  private var hasFence = false
  private var hasBlankLine = false
  private var hasTextAboveBlank = false

  /// Adds one line.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard let start = line.firstIndex(where: { !ASCII.isBlank($0) }) else {
      hasBlankLine = true
      endSentence()
      return
    }
    lookForBlock(line[start...])
    var index = start
    while index < line.endIndex {
      let byte = line[index]
      if ASCII.isLetter(byte) {
        let end = line[index...].firstIndex { !ASCII.isLetter($0) && $0 != UInt8(ascii: "'") } ?? line.endIndex
        // `T, T', T''`: primes make a letter no word.
        let letters = line[index..<end].prefix { $0 != UInt8(ascii: "'") }.count
        if letters > 1 || letters == end - index { addWord(line[index..<end]) }
        index = end
      } else if byte >= 0x80 {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let end = min(index + length, line.endIndex)
        addForeign(line[index..<end])
        index = end
      } else {
        index = addSign(byte, at: index, in: line)
      }
    }
  }

  private mutating func addWord(_ word: ArraySlice<UInt8>) {
    guard depth <= 0 else { return }
    guard word.count > 1 else { return }
    if word.count > 2 { hasWord = true }
    words += 1
    if word.count <= 5, Self.joints.contains(String(decoding: word, as: UTF8.self).lowercased()) { joints += 1 }
  }

  private mutating func addForeign(_ bytes: ArraySlice<UInt8>) {
    guard depth <= 0, let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return }
    switch scalar.value {
    case 0x3001, 0x3002, 0xFF0C, 0xFF1A, 0xFF1B: if ideographs > 0 { hasIdeographicStop = true }
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF:
      ideographs += 1
      hasWord = true
    default: break
    }
  }

  private mutating func addSign(_ byte: UInt8, at index: Int, in line: ArraySlice<UInt8>) -> Int {
    switch byte {
    case ASCII.backslash:
      var end = index + 1
      while end < line.endIndex, ASCII.isLetter(line[end]) { end += 1 }
      // A command, or a sign that formulas alone escape: `(Matr, C\#)`.
      if end > index + 1 || end < line.endIndex && "#{}%&|,;".utf8.contains(line[end]) { hasFormula = true }
      endSentence()
      return max(end, index + 2)
    case ASCII.openBrace: depth += 1
    case ASCII.closeBrace: depth -= 1
    case ASCII.dollar: if depth <= 0 { dollars += 1 }
    case UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "="), UInt8(ascii: "+"), ASCII.less, ASCII.greater, UInt8(ascii: "&"):
      hasFormula = true
      endSentence()
    case UInt8(ascii: "/"), UInt8(ascii: "*"): endSentence()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): hasFormula = true
    default: break
    }
    return index + 1
  }

  private mutating func endSentence() {
    if words >= 4 && joints >= 1 || words >= 6 || ideographs >= 6 || ideographs >= 2 && hasIdeographicStop { hasSentence = true }
    if words >= 5 && joints >= 2 || words >= 10 || ideographs >= 12 && hasIdeographicStop { hasLongSentence = true }
    (words, joints, ideographs, hasIdeographicStop) = (0, 0, 0, false)
  }

  /// Headings, list items, fences, links: these are never in a formula.
  private mutating func lookForBlock(_ line: ArraySlice<UInt8>) {
    let start = line.startIndex
    func byte(_ index: Int) -> UInt8 { start + index < line.endIndex ? line[start + index] : 0 }
    var marker = 0
    switch byte(0) {
    case ASCII.hash:
      while byte(marker) == ASCII.hash { marker += 1 }
      if marker <= 6, byte(marker) == ASCII.space { hasBlock = true }
      return
    case ASCII.backtick:
      if byte(1) == byte(0), byte(2) == byte(0) { hasFence = true }
      return
    case ASCII.tilde:
      // `~~~ (4)` are spaces before a number.
      while byte(marker) == ASCII.tilde { marker += 1 }
      let info = line[(start + marker)...].first { !ASCII.isBlank($0) }
      if marker >= 3, info.map({ ASCII.isLetter($0) || $0 == ASCII.openBrace || $0 == UInt8(ascii: ".") }) ?? true { hasFence = true }
      return
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): marker = 1
    case 0x30...0x39:
      while ASCII.isDigit(byte(marker)) { marker += 1 }
      guard byte(marker) == UInt8(ascii: ".") || byte(marker) == ASCII.closeParenthesis else { return }
      marker += 1
    default: return
    }
    // A row of a formula may begin with a minus; an item begins with a word.
    guard byte(marker) == ASCII.space else { return }
    let word = line[(start + marker)...].drop(while: { ASCII.isBlank($0) || $0 == UInt8(ascii: "*") })
    if word.first.map({ $0 >= 0xE3 }) == true || word.prefix(while: ASCII.isLetter).count >= 2 { hasBlock = true }
  }

  /// True if what was added is text.
  private mutating func isText() -> Bool {
    endSentence()
    if hasFence || hasLongSentence || dollars >= 2 && hasSentence { return true }
    guard hasBlankLine else { return false }
    return hasBlock || hasSentence || dollars >= 2 || hasWord && !hasFormula
  }

  /// True if the lines between two delimiters are text. The first and the last may be empty.
  static func isText(lines: some BidirectionalCollection<ArraySlice<UInt8>>) -> Bool {
    var evidence = ProseEvidence()
    for (number, line) in lines.enumerated() where number > 0 && number + 1 < lines.count || line.contains(where: { !ASCII.isBlank($0) }) {
      evidence.add(line)
    }
    return evidence.isText()
  }

  /// True if lines between two fences of dollars are text all the same: they have code fences, or sentences with formulas of their own.
  static func isTextBetweenFormulas(_ lines: [ArraySlice<UInt8>]) -> Bool {
    var evidence = ProseEvidence()
    for line in lines { evidence.add(line) }
    evidence.endSentence()
    return evidence.hasFence || evidence.dollars >= 2 && evidence.hasSentence
  }

  /// True if this one line is text, or the beginning of another block.
  static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    var evidence = ProseEvidence()
    evidence.add(line)
    evidence.hasBlankLine = true
    return evidence.isText()
  }

  /// True for up to four words, none of which only sentences have, and signs within them: `season:species littorina`.
  static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte >= 0x80 }
    let words = text.split(separator: ASCII.space)
    return words.count <= 4 && text.count <= 60
      && text.indices.allSatisfy { index in
        if isLetter(text[index]) || text[index] == ASCII.space { return true }
        let isWithin = text[..<index].last.map(isLetter) == true && text[(index + 1)...].first.map(isLetter) == true
        return isWithin && "-:.".utf8.contains(text[index])
      } && !words.contains { joints.contains(String(decoding: $0, as: UTF8.self).lowercased()) }
  }

  /// Words that only sentences have, in the languages in which most formulas are explained.
  private static let joints: Set<String> = [
    "the", "is", "are", "of", "and", "we", "that", "then", "this", "with", "for", "from", "to", "in", "by", "on", "as", "be", "can", "has",
    "have", "it", "which", "where", "when", "so", "an", "these", "our", "you", "le", "la", "les", "des", "est", "une", "der", "die", "das",
    "und", "ist", "mit", "el", "los", "que", "es", "con", "para", "por",
  ]
}
