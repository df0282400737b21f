/// What opens a display at the beginning of a line.
struct DisplayOpener {
  enum Kind: Equatable {
    case dollars
    /// `\[`, or `\\[` from tools in which Markdown goes first.
    case bracket(isDoubled: Bool)
    case environment(String)
  }

  var kind: Kind
  /// Bytes of the opener that are not part of the formula: none of an environment's.
  var length: Int

  /// Environments that stand without dollars, at block level only.
  static let environments: Set<String> = [
    "align", "alignat", "displaymath", "eqnarray", "equation", "flalign", "gather", "math", "multline",
  ]

  init?(_ bytes: [UInt8], at start: Int, lineEnd: Int) {
    func byte(_ index: Int) -> UInt8 { start + index < lineEnd ? bytes[start + index] : 0 }
    switch byte(0) {
    case ASCII.dollar where byte(1) == ASCII.dollar && byte(2) != ASCII.dollar:
      (kind, length) = (.dollars, 2)
    case ASCII.backslash where byte(1) == ASCII.openBracket:
      (kind, length) = (.bracket(isDoubled: false), 2)
    case ASCII.backslash where byte(1) == ASCII.backslash && byte(2) == ASCII.openBracket:
      (kind, length) = (.bracket(isDoubled: true), 3)
    case ASCII.backslash:
      let head = String(decoding: bytes[start..<min(lineEnd, start + 24)], as: UTF8.self)
      guard head.hasPrefix("\\begin{"), let close = head.firstIndex(of: "}") else { return nil }
      let name = String(head[head.index(head.startIndex, offsetBy: 7)..<close])
      guard Self.environments.contains(name.hasSuffix("*") ? String(name.dropLast()) : name) else { return nil }
      (kind, length) = (.environment(name), 0)
    default: return nil
    }
  }

  /// What the author should write to close it.
  var closerName: String {
    switch kind {
    case .dollars: "$$"
    case .bracket(let isDoubled): isDoubled ? "\\\\]" : "\\]"
    case .environment(let name): "\\end{\(name)}"
    }
  }
}

/// Looks for the closer of a display line by line, and keeps the pieces of lines before it.
struct DisplaySearch {
  let opener: DisplayOpener
  let bytes: [UInt8]
  private(set) var body: [Range<Int>] = []
  private(set) var hasBlankLine = false
  private var depth = 0
  private let closer: [UInt8]
  private let reopener: [UInt8]

  init(_ opener: DisplayOpener, _ bytes: [UInt8]) {
    self.opener = opener
    self.bytes = bytes
    closer = Array(opener.closerName.utf8)
    reopener = if case .environment(let name) = opener.kind { Array("\\begin{\(name)}".utf8) } else { [] }
  }

  mutating func addLine(_ line: Range<Int>, isBlank: Bool) {
    if isBlank { hasBlankLine = true }
    body.append(line)
  }

  /// Where the closer begins in a line, and where what follows it begins. The piece before it becomes part of the body.
  mutating func closer(in line: Range<Int>) -> Int? {
    var index = line.lowerBound
    while index < line.upperBound {
      if !reopener.isEmpty, isAt(index, reopener, line) {
        depth += 1
        index += reopener.count
      } else if isAt(index, closer, line) {
        let after = index + closer.count
        if reopener.isEmpty {
          body.append(line.lowerBound..<index)
          return after
        }
        depth -= 1
        index = after
        if depth <= 0 {
          body.append(line.lowerBound..<after)
          return after
        }
      } else if bytes[index] == ASCII.backslash {
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }

  private func isAt(_ index: Int, _ word: [UInt8], _ line: Range<Int>) -> Bool {
    guard index + word.count <= line.upperBound else { return false }
    for (offset, byte) in word.enumerated() where bytes[index + offset] != byte { return false }
    return true
  }

  /// Does the body look like a formula? Brackets may be escaped ones in text; dollars and environments are no accident.
  var isMath: Bool {
    guard case .bracket = opener.kind else { return body.contains { bytes[$0].contains { !ASCII.isBlank($0) } } }
    return body.contains { MathEvidence.isFormula(bytes[$0], countsLetters: true) }
  }
}

/// Whether characters between ambiguous delimiters are a formula or text.
enum MathEvidence {
  /// A command, `_`, `^`, `=`; where letters count, also a letter that stands alone.
  static func isFormula(_ text: some Collection<UInt8>, countsLetters: Bool) -> Bool {
    var wordLength = 0
    var hasLoneLetter = false
    var lone: UInt8 = 0
    func endWord() -> Bool { wordLength == 1 && lone != UInt8(ascii: "a") && lone != UInt8(ascii: "I") && lone != UInt8(ascii: "A") }
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "="): return true
      default: break
      }
      if previous == ASCII.backslash, ASCII.isLetter(byte) { return true }
      if ASCII.isLetter(byte) || byte >= 0x80 {
        wordLength += 1
        lone = byte
      } else {
        if endWord() { hasLoneLetter = true }
        wordLength = 0
      }
      previous = byte
    }
    if endWord() { hasLoneLetter = true }
    return countsLetters && hasLoneLetter
  }

  /// `x`, `$ x $`: one letter and nothing else but white space.
  static func isOneLetter(_ text: some Collection<UInt8>) -> Bool {
    let word = text.filter { !ASCII.isBlank($0) }
    return word.count == 1 && word.allSatisfy(ASCII.isLetter)
  }
}
