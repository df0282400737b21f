import TypesetDiagnostics

/// Finds the formulas in the text of one block.
struct InlineScanner {
  struct Found {
    var range: Range<Int>
    var body: [Range<Int>]
    var form: FoundMath.Form
  }

  private(set) var found: [Found] = []
  /// The ranges that are formulas in every document.
  var formulas: [Range<Int>] { found.filter { $0.form != .doubleBackticks }.map(\.range) }
  /// Where a letter is inserted, in place of blanks or between two characters, so that delimiters next to it work as East Asian
  /// authors expect.
  private(set) var letters: [Range<Int>] = []
  private var strong = EastAsianStrong()
  /// Replacements for the parser, and the sizes of images that they remove.
  var edits: [Edit] = []
  var imageSizes: [ImageSize] = []
  var diagnostics: [Diagnostic] = []
  /// The position of text with TeX commands between dollars.
  var commandsInText: Int?
  /// True if there is `\(…\)` with other escapes in it: the document escapes its parentheses, as generators of changelogs do.
  var escapesParentheses = false

  let text: BlockText
  let dialect: Dialect
  /// True if the bars of this row are its table's column separators.
  var barsAreColumns = false
  var lists = AttributeLists()

  /// Where the last run of backticks of each length begins; nil before the first search.
  private var lastRuns: [Int: Int]?
  /// The label in a picture's caption, and where the caption's bracket closes.
  var pictureLabel: (name: String, caption: Int)?
  /// The label in a table's caption, written at the caption's end.
  var captionLabel: Edit?
  /// Searches that failed up to the end of the block; they are not repeated.
  var missing = Set<Search>()

  enum Search: Hashable {
    case doubleDollar, closer([UInt8]), mathCode, bracedDollar
  }

  /// Where the last formula ends.
  private var formulaEnd = -1

  /// See `Findings`.
  var cites = false

  init(_ bytes: [UInt8], block: InlineBlock, dialect: Dialect = .general) {
    (text, self.dialect) = (BlockText(block, of: bytes), dialect)
  }

  mutating func scan() {
    defer { if let captionLabel { edits.append(captionLabel) } }
    // Most paragraphs have nothing of interest.
    let signs = InlineSigns(text.bytes)
    strong.readsBlanks = dialect.tool == .mkdocs && text.bytes.holds(" **")
    let readsStars = signs.hasStarsBeforeSigns && dialect.tool.isPandoc || strong.readsBlanks
    guard signs.haveInterest || readsStars else { return }
    var index = 0
    while index < text.count {
      switch text.bytes[index] {
      case ASCII.backslash: index = afterBackslash(index)
      case ASCII.tilde where LaTeXReading.isTie(text.bytes, at: index):
        edits.append(text.edit(index..<index + 1, "\u{A0}"))
        index += 1
      case ASCII.openBrace where text.byte(index + 1) == ASCII.tilde: index = afterReplacement(index)
      case ASCII.backtick:
        if signs.isForeign, index > 0, codeEnd(index) != nil { edits += text.bracketedAddress(before: index) }
        index = afterCode(index)
      case ASCII.less: index = text.afterAngle(index)
      case UInt8(ascii: "^") where signs.hasLists && text.byte(index + 1) == ASCII.openBracket:
        lists.open(isSpan: true)
        // The parser takes `[^[a]` for a reference to a note, and what is in it for its label.
        if index > 0, text.bytes[index - 1] == ASCII.openBracket { letters.append(text.source(index..<index)) }
        index += 2
      case ASCII.openBracket where text.byte(index + 1) == ASCII.openBracket && text.noteTarget(at: index) != nil:
        // The name of a note may have dollars in it; its words alone are shown.
        if signs.hasLists { for _ in 0..<2 { lists.open(isSpan: false) } }
        let bar = text.noteTarget(at: index) ?? index + 1
        edits.append(text.edit(index + 2..<bar + 1, ""))
        index = bar + 1
      case ASCII.openBracket where text.byte(index + 1) == UInt8(ascii: "^") && index > 7 && !ASCII.isBlank(text.bytes[index - 1]):
        edits += text.bracketedAddress(before: index, isNote: true)
        if signs.hasLists { lists.open(isSpan: false) }
        index += 1
      case ASCII.openBracket where signs.hasLists:
        lists.open(isSpan: false)
        index += 1
      case ASCII.closeBracket where signs.hasLists && recordList(afterBracket: index): index = lists.end
      case ASCII.closeBracket where text.byte(index + 1) == ASCII.openParenthesis:
        if signs.hasTargets, let lineBreak = text.lineBreak(inTargetAt: index + 1) {
          edits.append(text.edit(lineBreak..<lineBreak + 1, " "))
        }
        let signsOfCode = signs.hasTargets ? text.codeSigns(inTargetAt: index + 1) : []
        for sign in signsOfCode { edits.append(text.edit(sign..<sign + 1, "")) }
        let end = afterAddress(max(index + 2, (signsOfCode.last ?? 0) + 1))
        if signs.hasSizes, text.byte(end) == ASCII.space, let size = text.imageSize(at: end, after: index) {
          imageSizes.append(size)
          edits.append(Edit(range: size.range, text: []))
        }
        let isLabelled = pictureLabel?.caption == index
        index = signs.hasLists && recordList(inBracesAt: end) ? lists.end : end
        if isLabelled, index == end { labelPicture(endingAt: text.afterTitle(end)) }
      case ASCII.dollar where dialect.has(.dollarMath): index = afterDollar(index)
      case UInt8(ascii: "*") where signs.isForeign || readsStars, ASCII.tilde where signs.isForeign: index = afterDelimiters(index)
      case UInt8(ascii: "*") where signs.hasMath: index = afterStars(index)
      default: index += 1
      }
    }
  }

  /// Gives a picture the name that `\label` has in its caption.
  private mutating func labelPicture(endingAt end: Int) {
    guard let name = pictureLabel?.name, end > 0 else { return }
    let hasList = text.byte(end) == ASCII.openBrace
    let place = text.source(hasList ? end : end - 1) + 1
    edits.append(Edit(range: place..<place, text: Array((hasList ? "#\(name) " : "{#\(name)}").utf8)))
  }

  /// CriticMarkup's `{~~old~>new~~}` is a deletion and an addition.
  private mutating func afterReplacement(_ start: Int) -> Int {
    let words = text.bytes[min(start + 3, text.count)...].prefix(400)
    guard text.byte(start + 2) == ASCII.tilde, let middle = words.firstRange(of: Array("~>".utf8)),
      let end = words[middle.upperBound...].firstRange(of: Array("~~}".utf8))
    else { return start + 1 }
    edits.append(text.edit(start + 1..<start + 3, "--"))
    edits.append(text.edit(middle, "--}{++"))
    edits.append(text.edit(end.lowerBound..<end.lowerBound + 2, "++"))
    return end.upperBound
  }

  private mutating func afterDelimiters(_ start: Int) -> Int {
    var end = start
    while text.byte(end) == text.bytes[start] { end += 1 }
    // A single tilde is for a subscript.
    guard text.bytes[start] != ASCII.tilde || end - start == 2 else { return end }
    if text.bytes[start] == UInt8(ascii: "*"), end - start == 2, let blank = strong.blankBeforeCloser(start..<end, in: text.bytes) {
      letters.append(text.source(blank))
      return end
    }
    if text.bytes[start] == UInt8(ascii: "*"), text.gapBesideFormula(endingAt: formulaEnd, start..<end) != nil { return afterStars(start) }
    if opensBeforeSign(start..<end) {
      letters.append(text.source(end - 1) + 1..<text.source(end - 1) + 1)
      return end
    }
    let gaps = EastAsianEmphasis.gaps(in: text.bytes, around: start..<end)
    if gaps.before { letters.append(text.source(start)..<text.source(start)) }
    if gaps.after { letters.append(text.source(end - 1) + 1..<text.source(end - 1) + 1) }
    return end
  }

  /// pandoc: a star opens emphasis before whatever is no blank, `x*=y*`; CommonMark wants a letter there behind another one.
  private func opensBeforeSign(_ run: Range<Int>) -> Bool {
    guard dialect.tool.isPandoc, text.bytes[run.lowerBound] == UInt8(ascii: "*"), run.count < 3, run.lowerBound > 0 else { return false }
    let (previous, next) = (text.bytes[run.lowerBound - 1], text.byte(run.upperBound))
    return (ASCII.isLetter(previous) || ASCII.isDigit(previous)) && InlineSigns.opened.contains(next)
  }

  private mutating func afterStars(_ start: Int) -> Int {
    var end = start
    while text.byte(end) == UInt8(ascii: "*") { end += 1 }
    if let gap = text.gapBesideFormula(endingAt: formulaEnd, start..<end) { letters.append(text.source(gap)..<text.source(gap)) }
    return end
  }

  // MARK: Not math

  /// CommonMark, Code spans: past the next run of as many backticks, or past this run if there is none.
  private mutating func afterCode(_ start: Int) -> Int {
    var index = start
    while text.byte(index) == ASCII.backtick { index += 1 }
    guard let end = codeEnd(start) else { return index }
    let body = index..<end - (index - start)
    if index - start == 2, !text.bytes[body].contains(ASCII.backtick), text.bytes[body].contains(where: { !ASCII.isBlank($0) }) {
      record(start..<end, body: body, .doubleBackticks)
    }
    return end
  }

  /// The end of the code span that begins here, if one does.
  mutating func codeEnd(_ start: Int) -> Int? {
    let length = Backticks.length(in: text.bytes, at: start, to: text.count)
    let runs = lastRuns ?? Backticks.lastRuns(in: text.bytes, 0..<text.count)
    lastRuns = runs
    guard let last = runs[length], last > start else { return nil }
    return Backticks.closer(of: length, in: text.bytes, from: start + length, to: text.count)
  }

  /// The end of a link's address; one with blanks is written for the parser as it wants it, in angle brackets.
  private mutating func afterAddress(_ start: Int) -> Int {
    let end = text.afterDestination(start)
    guard text.byte(end) == ASCII.space, let close = text.spacedAddressEnd(from: start, blank: end, inPandoc: dialect.tool.isPandoc) else {
      return end
    }
    edits.append(Edit(range: text.source(start)..<text.source(start), text: [ASCII.less]))
    edits.append(Edit(range: text.source(close)..<text.source(close), text: [ASCII.greater]))
    return close + 1
  }

  // MARK: Results

  mutating func record(_ attributes: Attributes, _ range: Range<Int>) {
    found.append(Found(range: text.source(range), body: [], form: .attributes(attributes)))
  }

  mutating func record(_ range: Range<Int>, body: Range<Int>, _ form: FoundMath.Form) {
    formulaEnd = form.mayBeText(in: dialect.tool) ? -1 : range.upperBound
    found.append(Found(range: text.source(range), body: text.pieces(body), form: form))
  }
}
