import TypesetDiagnostics

/// The lines of one paragraph, heading or table row, as places in the author's text, prefixes left out.
struct InlineBlock {
  var lines: [Range<Int>] = []
  var isTableRow = false
  /// A heading or a title, in which nothing is on lines of its own.
  var isHeading = false
  /// LaTeX that is translated already.
  var isLaTeX = false
  /// True if a single `$` is open at the end of the last line, as far as can be known.
  private(set) var hasOpenDollar = false
  /// True if a `$$` is open at the end of the last line. Then whatever follows is part of the formula.
  var isInsideDisplay: Bool { openDisplay != nil }
  /// Where that `$$` is.
  private(set) var openDisplay: Int?

  init() {}

  init(line: Range<Int>, isTableRow: Bool = false, isHeading: Bool = false) {
    lines = [line]
    self.isTableRow = isTableRow
    self.isHeading = isHeading
  }

  mutating func add(_ line: Range<Int>, in bytes: [UInt8]) {
    lines.append(line)
    var index = line.lowerBound
    var lastRuns: [Int: Int]?
    while index < line.upperBound {
      switch bytes[index] {
      case ASCII.backslash: index += 2
      case ASCII.backtick where !isInsideDisplay:
        // Code on this line hides its dollars.
        let length = Backticks.length(in: bytes, at: index, to: line.upperBound)
        let runs = lastRuns ?? Backticks.lastRuns(in: bytes, index..<line.upperBound)
        lastRuns = runs
        let start = index
        index += length
        if let last = runs[length], last > start {
          index = Backticks.closer(of: length, in: bytes, from: index, to: line.upperBound) ?? index
        }
      case ASCII.dollar where index + 1 < line.upperBound && bytes[index + 1] == ASCII.dollar:
        openDisplay = isInsideDisplay ? nil : index
        index += 2
      case ASCII.dollar:
        hasOpenDollar.toggle()
        index += 1
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
    var form: FoundMath.Form
  }

  private(set) var found: [Found] = []
  /// Where formulas are that are formulas in every document.
  var formulas: [Range<Int>] { found.filter { $0.form != .doubleBackticks }.map(\.range) }
  /// Where a letter is to be put, in place of blanks or between two characters, so that delimiters beside it mean what they do
  /// to East Asian authors.
  private(set) var letters: [Range<Int>] = []
  /// Where the content of the `**` begins that is open, if its first character is an East Asian one.
  private var strongStart: Int?
  /// Runs of two stars that are still to come; nil where it is not known yet.
  private var strongRunsLeft: Int?
  /// What is written differently for the parser, and the sizes of images that are taken out by it.
  var edits: [Edit] = []
  var imageSizes: [ImageSize] = []
  var diagnostics: [Diagnostic] = []
  /// Where text with TeX commands is between dollars.
  var commandsInText: Int?
  /// True if there is `\(…\)` with other escapes in it: the document escapes its parentheses, as programs do that write changelogs.
  var escapesParentheses = false

  /// The block's lines, joined by newlines.
  let text: [UInt8]
  /// Where each line begins in `text` and in the author's text.
  let lines: [(start: Int, source: Range<Int>)]
  let isTableRow: Bool
  let isHeading: Bool
  let isLaTeX: Bool
  /// True if the bars of this row are where its table's columns end.
  var barsAreColumns = false

  /// Where the last run of backticks of each length begins; nil where it is not known yet.
  private var lastRuns: [Int: Int]?
  /// Searches that went to the end of the block without result are not made again.
  var missing = Set<Search>()

  enum Search: Hashable {
    case doubleDollar, closer([UInt8]), mathCode, bracedDollar
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
    isHeading = block.isHeading
    isLaTeX = block.isLaTeX
  }

  func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  mutating func scan() {
    // Most paragraphs have nothing to find.
    var hasMath = false
    var hasDelimiters = false
    var hasSizes = false
    var isForeign = false
    var hasTies = false
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case ASCII.dollar, ASCII.backslash: hasMath = true
      case UInt8(ascii: "*"): hasDelimiters = true
      case ASCII.tilde: (hasDelimiters, hasTies) = (true, hasTies || previous == UInt8(ascii: "."))
      case ASCII.backtick:
        hasDelimiters = true
        if previous == byte { hasMath = true }
      case UInt8(ascii: "="): if previous == ASCII.space { hasSizes = true }
      // Hebrew and what comes after it.
      case 0xD6...: isForeign = true
      default: break
      }
      previous = byte
    }
    guard hasMath || hasSizes || hasTies || hasDelimiters && isForeign else { return }
    var index = 0
    while index < text.count {
      switch text[index] {
      case ASCII.backslash: index = afterBackslash(index)
      case ASCII.tilde where LaTeXReading.isTie(text, at: index):
        replace(index..<index + 1, by: "\u{A0}")
        index += 1
      case ASCII.backtick:
        if isForeign, index > 0, codeEnd(index) != nil { endAddress(before: index) }
        index = afterCode(index)
      case ASCII.less: index = afterAngle(index)
      case ASCII.closeBracket where byte(index + 1) == ASCII.openParenthesis:
        let end = afterDestination(index + 2)
        if hasSizes, byte(end) == ASCII.space { readImageSize(end, after: index) }
        index = end
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
    if text[start] == UInt8(ascii: "*"), end - start == 2, let blank = blankBeforeCloser(start..<end) {
      letters.append(source(blank.lowerBound)..<source(blank.upperBound - 1) + 1)
      return end
    }
    let gaps = EastAsianEmphasis.gaps(in: text, around: start..<end)
    if gaps.before { letters.append(source(start)..<source(start)) }
    if gaps.after { letters.append(source(end - 1) + 1..<source(end - 1) + 1) }
    return end
  }

  /// `使用**聚类 **方法`: the blank that keeps a `**` from closing, where these stars can be nothing but a closer.
  private mutating func blankBeforeCloser(_ run: Range<Int>) -> Range<Int>? {
    let left = strongRunsLeft ?? strongRuns(from: run.lowerBound)
    strongRunsLeft = left - 1
    guard let start = strongStart else {
      if EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound) { strongStart = run.upperBound }
      return nil
    }
    var end = run.lowerBound
    while end > start, text[end - 1] == ASCII.space { end -= 1 }
    // Where an odd number follows, this one opens what the next one closes.
    guard end > start, end < run.lowerBound, left % 2 == 1, EastAsianEmphasis.isEastAsian(in: text, endingAt: end),
      run.upperBound == text.count || ASCII.isBlank(text[run.upperBound]) || EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound)
    else {
      strongStart = end < run.lowerBound && EastAsianEmphasis.isEastAsian(in: text, at: run.upperBound) ? run.upperBound : nil
      return nil
    }
    strongStart = nil
    return end..<run.lowerBound
  }

  /// How many runs of two stars there are from a place on.
  private func strongRuns(from start: Int) -> Int {
    var count = 0
    var length = 0
    for index in start...text.count {
      if byte(index) == UInt8(ascii: "*") {
        length += 1
      } else {
        if length == 2 { count += 1 }
        length = 0
      }
    }
    return count
  }

  // MARK: What is no math

  /// CommonMark, Code spans: past the next run of as many backticks, or past this run where there is none.
  private mutating func afterCode(_ start: Int) -> Int {
    var index = start
    while byte(index) == ASCII.backtick { index += 1 }
    guard let end = codeEnd(start) else { return index }
    let body = index..<end - (index - start)
    if index - start == 2, !text[body].contains(ASCII.backtick), text[body].contains(where: { !ASCII.isBlank($0) }) {
      record(start..<end, body: body, .doubleBackticks)
    }
    return end
  }

  /// The end of the code span that begins here, if one does.
  mutating func codeEnd(_ start: Int) -> Int? {
    let length = Backticks.length(in: text, at: start, to: text.count)
    let runs = lastRuns ?? Backticks.lastRuns(in: text, 0..<text.count)
    lastRuns = runs
    guard let last = runs[length], last > start else { return nil }
    return Backticks.closer(of: length, in: text, from: start + length, to: text.count)
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

  // MARK: Places

  /// The number of the line that holds a place of `text`.
  func line(at index: Int) -> Int {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].start <= index { low = middle } else { high = middle }
    }
    return low
  }

  func source(_ index: Int) -> Int {
    let line = lines[line(at: index)]
    return line.source.lowerBound + index - line.start
  }

  mutating func record(_ range: Range<Int>, body: Range<Int>, _ form: FoundMath.Form) {
    var pieces: [Range<Int>] = []
    for line in lines[line(at: body.lowerBound)...line(at: body.upperBound)] {
      let low = max(body.lowerBound, line.start)
      let high = min(body.upperBound, line.start + line.source.count)
      if low <= high { pieces.append(line.source.lowerBound + low - line.start..<line.source.lowerBound + high - line.start) }
    }
    found.append(Found(range: source(range.lowerBound)..<source(range.upperBound - 1) + 1, body: pieces, form: form))
  }
}
