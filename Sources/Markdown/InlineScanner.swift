import TypesetDiagnostics

/// The lines of one paragraph, heading or table row, as places in the author's text, prefixes left out.
struct InlineBlock {
  var lines: [Range<Int>] = []
  var isTableRow = false
  /// Is a `$$` open at the end of the last line? Then whatever follows is part of the formula.
  private(set) var isInsideDisplay = false

  init() {}

  init(line: Range<Int>, isTableRow: Bool) {
    lines = [line]
    self.isTableRow = isTableRow
  }

  mutating func add(_ line: Range<Int>, in bytes: [UInt8]) {
    lines.append(line)
    var index = line.lowerBound
    while index < line.upperBound {
      switch bytes[index] {
      case ASCII.backslash: index += 2
      case ASCII.backtick where !isInsideDisplay:
        // Code on this line hides its dollars.
        var length = 0
        while index + length < line.upperBound, bytes[index + length] == ASCII.backtick { length += 1 }
        index += length
        var run = 0
        var end = index
        while end < line.upperBound {
          run = bytes[end] == ASCII.backtick ? run + 1 : 0
          end += 1
          if run == length, end >= line.upperBound || bytes[end] != ASCII.backtick {
            index = end
            break
          }
        }
      case ASCII.dollar where index + 1 < line.upperBound && bytes[index + 1] == ASCII.dollar:
        isInsideDisplay.toggle()
        index += 2
      default: index += 1
      }
    }
  }
}

/// Finds the formulas in the text of one block.
struct InlineScanner {
  struct Found {
    var range: Range<Int>
    var body: [Range<Int>]
    var isDisplay: Bool
  }

  private(set) var found: [Found] = []
  /// Where a letter is to be put, so that delimiters beside it mean what they do to East Asian authors.
  private(set) var letters: [Int] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// The block's lines, joined by newlines.
  private let text: [UInt8]
  /// Where each line begins in `text` and in the author's text.
  private let lines: [(start: Int, source: Range<Int>)]
  private let isTableRow: Bool

  /// Searches that went to the end of the block in vain are not made again.
  private var missing = Set<Search>()

  private enum Search: Hashable {
    case backticks(Int), doubleDollar, parenthesis, doubledParenthesis, mathCode, bracedDollar
  }

  init(_ bytes: [UInt8], block: InlineBlock) {
    var text: [UInt8] = []
    var lines: [(start: Int, source: Range<Int>)] = []
    for line in block.lines {
      if !text.isEmpty || !lines.isEmpty { text.append(ASCII.newline) }
      lines.append((text.count, line))
      text += bytes[line]
    }
    self.text = text
    self.lines = lines
    isTableRow = block.isTableRow
  }

  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  mutating func scan() {
    // Most paragraphs have nothing to find.
    var hasMath = false
    var hasDelimiters = false
    var isForeign = false
    for byte in text {
      if byte == ASCII.dollar || byte == ASCII.backslash { hasMath = true }
      if byte == UInt8(ascii: "*") || byte == ASCII.tilde { hasDelimiters = true }
      if byte >= 0xE1 { isForeign = true }
    }
    guard hasMath || hasDelimiters && isForeign else { return }
    var index = 0
    while index < text.count {
      switch text[index] {
      case ASCII.backslash: index = afterBackslash(index)
      case ASCII.backtick: index = afterCode(index)
      case ASCII.less: index = afterAngle(index)
      case ASCII.closeBracket where byte(index + 1) == ASCII.openParenthesis: index = afterDestination(index + 2)
      case ASCII.dollar: index = afterDollar(index)
      case UInt8(ascii: "*") where isForeign, ASCII.tilde where isForeign: index = afterDelimiters(index)
      default: index += 1
      }
    }
  }

  private mutating func afterDelimiters(_ start: Int) -> Int {
    var end = start
    while byte(end) == text[start] { end += 1 }
    // A single tilde is a subscript's.
    guard text[start] != ASCII.tilde || end - start == 2 else { return end }
    let gaps = EastAsianEmphasis.gaps(in: text, around: start..<end)
    if gaps.before { letters.append(source(start)) }
    if gaps.after { letters.append(source(end - 1) + 1) }
    return end
  }

  // MARK: What is no math

  /// CommonMark, Code spans: past the next run of as many backticks, or past this run where there is none.
  private mutating func afterCode(_ start: Int) -> Int {
    if let end = codeEnd(start) { return end }
    var index = start
    while byte(index) == ASCII.backtick { index += 1 }
    return index
  }

  /// The end of the code span that begins here, if one does.
  private mutating func codeEnd(_ start: Int) -> Int? {
    var length = 0
    while byte(start + length) == ASCII.backtick { length += 1 }
    guard !missing.contains(.backticks(length)) else { return nil }
    var index = start + length
    while index < text.count {
      guard text[index] == ASCII.backtick else {
        index += 1
        continue
      }
      var run = 0
      while byte(index + run) == ASCII.backtick { run += 1 }
      index += run
      if run == length { return index }
    }
    missing.insert(.backticks(length))
    return nil
  }

  /// Tags, comments and autolinks on one line.
  private func afterAngle(_ start: Int) -> Int {
    let next = byte(start + 1)
    guard ASCII.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") else { return start + 1 }
    var index = start + 1
    while index < text.count, text[index] != ASCII.less, text[index] != ASCII.newline {
      if text[index] == ASCII.greater { return index + 1 }
      index += 1
    }
    return start + 1
  }

  /// A link's address, up to its closing parenthesis; a title's dollars are left to the usual rules.
  private func afterDestination(_ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case ASCII.backslash: index += 1
      case ASCII.openParenthesis: depth += 1
      case ASCII.closeParenthesis:
        if depth == 0 { return index + 1 }
        depth -= 1
      case ASCII.space, ASCII.tab, ASCII.newline: return index
      default: break
      }
      index += 1
    }
    return index
  }

  // MARK: Math

  /// `\ref{…}` and `\eqref{…}` in running text, as MathJax takes them: formulas that are their own body.
  private mutating func reference(_ start: Int) -> Int? {
    guard let command = ["\\ref{", "\\eqref{"].first(where: { text[start...].starts(with: $0.utf8) }) else { return nil }
    var index = start + command.utf8.count
    let first = index
    while index < text.count, text[index] != ASCII.closeBrace {
      guard text[index] > ASCII.space, text[index] != ASCII.openBrace, index - first < 200 else { return nil }
      index += 1
    }
    guard index < text.count, index > first else { return nil }
    record(start..<index + 1, body: start..<index + 1, isDisplay: false)
    return index + 1
  }

  /// `\(…\)`, or `\\(…\\)` from tools in which Markdown goes first; any other backslash escapes the next character.
  private mutating func afterBackslash(_ start: Int) -> Int {
    if byte(start + 1) == ASCII.openParenthesis {
      return parenthesized(start, opener: 2, closer: [ASCII.backslash, ASCII.closeParenthesis], .parenthesis)
    }
    if byte(start + 1) == ASCII.backslash, byte(start + 2) == ASCII.openParenthesis {
      return parenthesized(
        start, opener: 3, closer: [ASCII.backslash, ASCII.backslash, ASCII.closeParenthesis], .doubledParenthesis)
    }
    if let end = reference(start) { return end }
    return start + 2
  }

  private mutating func parenthesized(_ start: Int, opener: Int, closer: [UInt8], _ search: Search) -> Int {
    guard !missing.contains(search) else { return start + opener }
    var index = start + opener
    while index + closer.count <= text.count {
      if text[index..<index + closer.count].elementsEqual(closer) {
        // Escaped parentheses in running text have no sign of a formula between them.
        guard MathEvidence.isFormula(text[start + opener..<index], countsLetters: true) else { return start + opener }
        record(start..<index + closer.count, body: start + opener..<index, isDisplay: false)
        return index + closer.count
      }
      index += text[index] == ASCII.backslash && closer.count == 2 ? 2 : 1
    }
    missing.insert(search)
    return start + opener
  }

  private mutating func afterDollar(_ start: Int) -> Int {
    if byte(start + 1) == ASCII.dollar { return doubleDollar(start) }
    if byte(start + 1) == ASCII.backtick, let end = mathCode(start) { return end }
    return singleDollar(start)
  }

  /// `` $`…`$ ``, GitLab's and GitHub's form.
  private mutating func mathCode(_ start: Int) -> Int? {
    guard !missing.contains(.mathCode) else { return nil }
    var index = start + 2
    while index + 1 < text.count {
      if text[index] == ASCII.backtick, text[index + 1] == ASCII.dollar {
        guard index > start + 2 else { return nil }
        record(start..<index + 2, body: start + 2..<index, isDisplay: false)
        return index + 2
      }
      index += 1
    }
    missing.insert(.mathCode)
    return nil
  }

  private mutating func doubleDollar(_ start: Int) -> Int {
    var index = start + 2
    if !missing.contains(.doubleDollar) {
      while index + 1 < text.count {
        if text[index] == ASCII.dollar, text[index + 1] == ASCII.dollar {
          let body = start + 2..<index
          guard text[body].contains(where: { !ASCII.isBlank($0) }) else { return index + 2 }
          record(start..<index + 2, body: body, isDisplay: !hasTextOnBothSides(start, index + 2))
          return index + 2
        }
        index += text[index] == ASCII.backslash ? 2 : 1
      }
      missing.insert(.doubleDollar)
      if MathEvidence.isFormula(text[(start + 2)...].prefix(200), countsLetters: false) {
        let place = source(start)
        diagnostics.append(
          Diagnostic(
            .warning, "math.unclosed", at: SourceSpan(place, place + 2), "this display is never closed",
            hint: "close it with $$ in the same paragraph, or write \\$ for a dollar sign"))
      }
    }
    return start + 2
  }

  /// kramdown's inline formula: `$$x$$` on one line with text before and after it on that line.
  private func hasTextOnBothSides(_ start: Int, _ end: Int) -> Bool {
    guard !text[start..<end].contains(ASCII.newline) else { return false }
    var before = start
    while before > 0, text[before - 1] != ASCII.newline { before -= 1 }
    var after = end
    while after < text.count, text[after] != ASCII.newline { after += 1 }
    return text[before..<start].contains { !ASCII.isBlank($0) } && text[end..<after].contains { !ASCII.isBlank($0) }
  }

  /// Pandoc's rule: nothing blank inside the delimiters, no digit after the closer. Where something is blank inside, the
  /// content must show that it is a formula.
  private mutating func singleDollar(_ start: Int) -> Int {
    guard let end = closer(of: start) else { return start + 1 }
    let body = start + 1..<end
    guard !body.isEmpty, !ASCII.isDigit(byte(end + 1)) else { return start + 1 }
    if ASCII.isBlank(text[start + 1]) || ASCII.isBlank(text[end - 1]) {
      let content = text[body]
      let isMath = MathEvidence.isFormula(content, countsLetters: false) || MathEvidence.isOneLetter(content)
      guard isMath, ASCII.isBlank(text[start + 1]) == ASCII.isBlank(text[end - 1]) else { return start + 1 }
    }
    record(start..<end + 1, body: body, isDisplay: false)
    return end + 1
  }

  /// The next dollar that is neither escaped nor within braces (as in `\text{…$x$…}`); where braces do not balance, the next
  /// one at all. A code span in between ends the search: it binds more tightly.
  private mutating func closer(of start: Int) -> Int? {
    var depth = 0
    var first: Int?
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace: depth -= 1
      case ASCII.backtick:
        if codeEnd(index) != nil { return first }
        while byte(index + 1) == ASCII.backtick { index += 1 }
      case ASCII.dollar:
        if depth <= 0 { return index }
        if missing.contains(.bracedDollar) { return first ?? index }
        if first == nil { first = index }
      default: break
      }
      index += 1
    }
    if first != nil { missing.insert(.bracedDollar) }
    return first
  }

  // MARK: Places

  /// The number of the line that holds a place of `text`.
  private func line(at index: Int) -> Int {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].start <= index { low = middle } else { high = middle }
    }
    return low
  }

  private func source(_ index: Int) -> Int {
    let line = lines[line(at: index)]
    return line.source.lowerBound + index - line.start
  }

  private mutating func record(_ range: Range<Int>, body: Range<Int>, isDisplay: Bool) {
    var pieces: [Range<Int>] = []
    for line in lines[line(at: body.lowerBound)...line(at: body.upperBound)] {
      let low = max(body.lowerBound, line.start)
      let high = min(body.upperBound, line.start + line.source.count)
      if low <= high { pieces.append(line.source.lowerBound + low - line.start..<line.source.lowerBound + high - line.start) }
    }
    found.append(
      Found(range: source(range.lowerBound)..<source(range.upperBound - 1) + 1, body: pieces, isDisplay: isDisplay))
  }
}
