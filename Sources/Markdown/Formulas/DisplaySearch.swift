internal import TypesetDiagnostics

/// What opens a display at the beginning of a line.
struct DisplayOpener {
  enum Kind: Equatable {
    /// Two or more.
    case dollars
    /// `\[`, or `\\[` from tools in which Markdown goes first.
    case bracket(isDoubled: Bool)
    case environment(String)
    /// A line that only defines a command; pandoc reads these outside of formulas too: `\newcommand{\R}{\mathbb{R}}`.
    case definition

    func isRead(in dialect: Dialect) -> Bool {
      switch self {
      case .dollars: dialect.has(.dollarMath)
      case .bracket: dialect.has(.bracketMath)
      case .environment, .definition: true
      }
    }
  }

  var kind: Kind
  /// Bytes of the opener that are not part of the formula: none of an environment's.
  var length: Int

  /// Environments that are displays without dollars, at block level only.
  private static let environments: Set<String> = [
    "CD", "IEEEeqnarray", "align", "alignat", "displaymath", "eqnarray", "equation", "flalign", "gather", "math", "multline", "numcases",
    "prooftree", "subnumcases", "tikzcd",
  ]
  /// Parts of displays, which MathJax reads without dollars like any environment: displays where they stand alone, and a part of what is around them else.
  private static let parts: Set<String> = [
    "Bmatrix", "Vmatrix", "aligned", "alignedat", "array", "bmatrix", "cases", "dcases", "gathered", "matrix", "pmatrix", "rcases",
    "smallmatrix", "split", "vmatrix",
  ]

  /// True for an environment that is a display by itself.
  static func isDisplay(_ name: String) -> Bool { environments.contains(stem(of: name)) }

  /// True for an environment that is never more than a part of a formula.
  static func isPart(_ name: String) -> Bool { parts.contains(stem(of: name)) }

  private static func stem(of name: String) -> String { name.hasSuffix("*") ? String(name.dropLast()) : name }

  private init(kind: Kind, length: Int) { (self.kind, self.length) = (kind, length) }

  static let definition = DisplayOpener(kind: .definition, length: 0)

  init?(_ bytes: [UInt8], at start: Int, lineEnd: Int) {
    func byte(_ index: Int) -> UInt8 { start + index < lineEnd ? bytes[start + index] : 0 }
    switch byte(0) {
    case ASCII.dollar where byte(1) == ASCII.dollar && byte(2) != ASCII.dollar:
      (kind, length) = (.dollars, 2)
    case ASCII.dollar where byte(1) == ASCII.dollar:
      // More dollars, alone on their line, are closed by as many.
      let end = bytes[start..<lineEnd].firstIndex { $0 != ASCII.dollar } ?? lineEnd
      guard bytes[end..<lineEnd].allSatisfy(ASCII.isBlank), end - start <= 16 else { return nil }
      (kind, length) = (.dollars, end - start)
    case ASCII.backslash where byte(1) == ASCII.openBracket:
      (kind, length) = (.bracket(isDoubled: false), 2)
    case ASCII.backslash where byte(1) == ASCII.backslash && byte(2) == ASCII.openBracket:
      (kind, length) = (.bracket(isDoubled: true), 3)
    case ASCII.backslash:
      let head = String(decoding: bytes[start..<min(lineEnd, start + 24)], as: UTF8.self)
      guard head.hasPrefix("\\begin{"), let close = head.firstIndex(of: "}") else { return nil }
      let name = String(head[head.index(head.startIndex, offsetBy: 7)..<close])
      guard Self.isDisplay(name) || Self.isPart(name) else { return nil }
      (kind, length) = (.environment(name), 0)
    default: return nil
    }
  }

  private static let definers = ["newcommand", "renewcommand", "providecommand", "DeclareMathOperator", "def"].map { Array("\\\($0)".utf8) }

  /// True for the first letter of a command that defines.
  static func mayDefine(_ letter: UInt8) -> Bool { definers.contains { $0[1] == letter } }

  /// True if a line is one definition, whose braces are closed where the line ends, and nothing else.
  static func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == ASCII.backslash, let name = definers.first(where: { line.starts(with: $0) }) else { return false }
    var index = line.startIndex + name.count
    // `\newcommand*`.
    if index < line.endIndex, line[index] == UInt8(ascii: "*") { index += 1 }
    // `\def \va {…}`.
    while index < line.endIndex, ASCII.isBlank(line[index]) { index += 1 }
    guard index < line.endIndex, line[index] == UInt8(ascii: "{") || line[index] == ASCII.backslash else { return false }
    // The name is in braces of its own or without any, its meaning in braces.
    var groups = line[index] == ASCII.backslash ? 1 : 2
    var depth = 0
    while index < line.endIndex {
      guard groups > 0 || ASCII.isBlank(line[index]) else { return false }
      switch line[index] {
      case ASCII.backslash: index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { groups -= 1 }
        if depth < 0 { return false }
      default: break
      }
      index += 1
    }
    return depth == 0 && groups == 0
  }

  /// The lines of a definition, the last of which closes its braces; nil for anything else.
  static func definitionLines(_ bytes: [UInt8], from start: Int, to lineEnd: Int, mostLines: Int) -> [Range<Int>]? {
    guard definers.contains(where: { bytes[start..<lineEnd].starts(with: $0) }) else { return nil }
    var lines: [Range<Int>] = []
    var lineStart = start
    var depth = 0
    while lineStart < bytes.count, lines.count < mostLines, lineStart - start < 4_000 {
      let end = bytes[lineStart...].firstIndex(of: ASCII.newline) ?? bytes.count
      guard bytes[lineStart..<end].contains(where: { !ASCII.isBlank($0) }) else { return nil }
      lines.append(lineStart..<end)
      var index = lineStart
      while index < end {
        switch bytes[index] {
        case ASCII.backslash: index += 1
        case ASCII.openBrace: depth += 1
        case ASCII.closeBrace: depth -= 1
        default: break
        }
        index += 1
      }
      if depth == 0, isDefinition(bytes[start..<end]) { return lines }
      lineStart = end + 1
    }
    return nil
  }

  /// True if a text is an environment that is a display by itself, from its `\begin` on.
  static func isEnvironment(_ text: ArraySlice<UInt8>) -> Bool {
    guard let start = text.firstIndex(where: { !ASCII.isBlank($0) }), text[start] == ASCII.backslash else { return false }
    let head = Array(text[start...].prefix(24))
    guard case .environment(let name) = DisplayOpener(head, at: 0, lineEnd: head.count)?.kind else { return false }
    return isDisplay(name)
  }

  /// True for a formula that is a display wherever it stands, `$$\begin{CD}…$$`: two dollars within a paragraph may be an inline formula (kramdown),
  /// but these environments are displays, and so is what has a number of its own.
  static func isDisplayAnywhere(_ tex: [UInt8]) -> Bool {
    if tex.firstRange(of: "\\tag{".utf8) != nil { return true }
    guard let name = tex.firstRange(of: "\\begin{".utf8) else { return false }
    let rest = tex[name.upperBound...]
    return ["CD", "align", "gather", "equation", "multline", "split", "prooftree", "tikzcd"].contains { rest.starts(with: $0.utf8) }
  }

  /// True for a reference and no more, `\eqref{eq:a}`, which nobody sets on a line of its own within text.
  static func isReference(_ tex: String) -> Bool {
    let words = tex.trimmedWhitespace()
    guard words.hasPrefix("\\ref{") || words.hasPrefix("\\eqref{"), words.hasSuffix("}") else { return false }
    return words.count(where: { $0 == "{" || $0 == "\\" }) == 2
  }

  /// True for an environment and no more, with blanks around it: ` \begin{equation} x \end{equation} `.
  static func isWholeEnvironment(_ text: ArraySlice<UInt8>) -> Bool {
    guard isEnvironment(text), let last = text.lastIndex(where: { !ASCII.isBlank($0) }), text[last] == ASCII.closeBrace else {
      return false
    }
    let name = text[..<last].reversed().prefix(20).prefix { $0 != ASCII.openBrace }
    return text[..<(last - name.count)].suffix(5).elementsEqual("\\end{".utf8)
  }

  /// How a formula between these delimiters is written.
  var form: FoundMath.Form {
    switch kind {
    case .bracket(isDoubled: true): .doubled(isDisplay: true)
    case .bracket: .bracketed(isDisplay: true, isEvident: true)
    default: .display
    }
  }

  /// What the author should write to close it.
  var closerName: String {
    switch kind {
    case .dollars: String(repeating: "$", count: length)
    case .bracket(let isDoubled): isDoubled ? "\\\\]" : "\\]"
    case .environment(let name): "\\end{\(name)}"
    case .definition: ""
    }
  }
}

extension MathSpan {
  /// True if each line of the formula is a definition: it shows nothing, and takes no space.
  package var onlyDefines: Bool {
    let head = tex.utf8.drop { ASCII.isBlank($0) || $0 == ASCII.newline }.prefix(2)
    guard head.first == ASCII.backslash, let letter = head.last, DisplayOpener.mayDefine(letter) else { return false }
    var defines = false
    let bytes = Array(tex.utf8)
    // One definition may have several lines.
    if DisplayOpener.isDefinition(bytes.drop { ASCII.isBlank($0) || $0 == ASCII.newline }) { return true }
    for line in bytes.lazy.split(separator: ASCII.newline) where !line.allSatisfy(ASCII.isBlank) {
      guard DisplayOpener.isDefinition(ArraySlice(line.drop(while: ASCII.isBlank))) else { return false }
      defines = true
    }
    return defines
  }
}

/// Looks for the closer of a display line by line, and keeps the pieces of lines before it.
struct DisplaySearch {
  let opener: DisplayOpener
  let bytes: [UInt8]
  private(set) var body: [Range<Int>] = []
  private(set) var hasBlankLine = false
  /// True if the same environment begins again. It never holds itself, so this one was not closed.
  private(set) var beginsAgain = false
  private var hasBegun = false
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

  /// The end of the closer in a line. The piece before it becomes part of the body.
  mutating func closer(in line: Range<Int>) -> Int? {
    var index = line.lowerBound
    while index < line.upperBound {
      if !reopener.isEmpty, isAt(index, reopener, line) {
        if hasBegun {
          beginsAgain = true
          return nil
        }
        hasBegun = true
        index += reopener.count
      } else if isAt(index, closer, line) {
        let after = index + closer.count
        body.append(line.lowerBound..<(reopener.isEmpty ? index : after))
        return after
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

  /// True if the body looks like a formula. Brackets may be escaped ones in text, and the text between two `$$` may be between two displays
  /// of which one has lost a delimiter.
  ///
  /// - Parameter isFenced: True if the delimiters have nothing beside them: without a blank line within the formula, words don't matter.
  func isMath(isFenced: Bool) -> Bool {
    guard body.contains(where: { bytes[$0].contains { !ASCII.isBlank($0) } }) else { return false }
    switch opener.kind {
    case .environment: return !hasBlankLine || !hasPicture
    case .definition: return true
    case .bracket(isDoubled: true): return !isText
    case .bracket:
      return body.contains { MathEvidence.isFormula(bytes[$0], countsLetters: true) } && !isText
        && !body.contains { MathEvidence.isLink(bytes[$0]) }
    case .dollars: return !(isFenced && (!hasBlankLine || isPaddedFormula) ? isTextBetweenFormulas : isText)
    }
  }

  /// True for a line with a picture in HTML, which is in a paragraph of its own.
  private var hasPicture: Bool { body.contains { bytes[$0].drop(while: ASCII.isBlank).starts(with: "<img ".utf8) } }

  var isText: Bool { ProseEvidence.isText(lines: body.map { bytes[$0] }) }
  private var isTextBetweenFormulas: Bool { ProseEvidence.isTextBetweenFormulas(body.map { withoutComment(bytes[$0]) }) }

  /// True for lines without a blank one between them that have commands of LaTeX and no dollar: blank lines are around them alone.
  private var isPaddedFormula: Bool {
    let lines = body.map { bytes[$0] }
    func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(ASCII.isBlank) }
    guard let first = lines.firstIndex(where: { !isBlank($0) }), let last = lines.lastIndex(where: { !isBlank($0) }) else { return false }
    return !lines[first...last].contains { isBlank($0) || $0.contains(ASCII.dollar) }
      && lines[first...last].contains { line in
        line.indices.dropLast().contains { line[$0] == ASCII.backslash && ASCII.isLetter(line[$0 + 1]) }
      }
  }

  /// A line without LaTeX's comment, which may be in any words.
  private func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "%") { return line[..<index] }
      index += line[index] == ASCII.backslash ? 2 : 1
    }
    return line
  }

  /// The lines of an unclosed display that are formula: up to a blank line, or one that is text.
  func formulaLines(isClosedByLast: Bool) -> [Range<Int>] {
    let lines = Array(
      (isClosedByLast ? body.dropLast() : body[...]).prefix { line in
        line.lowerBound == body[0].lowerBound && bytes[line].allSatisfy(ASCII.isBlank)
          || bytes[line].contains { !ASCII.isBlank($0) } && !ProseEvidence.isText(bytes[line])
      })
    return lines.contains { MathEvidence.isFormula(bytes[$0], countsLetters: false) } ? lines : []
  }
}
