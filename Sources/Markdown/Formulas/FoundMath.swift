import TypesetDiagnostics

/// A formula that was found, and what is in its place for the Markdown parser.
struct FoundMath {
  /// How a formula is written; some mean one thing in some documents, and another in others.
  enum Form: Equatable {
    case inline, display
    case singleDollar
    /// `$$…$$` with text on its line: kramdown's inline formula, everybody else's display.
    case doubleDollar(isAmidText: Bool)
    /// `\(…\)`, `\[…\]`; where they aren't evident, the document must have others that are.
    case bracketed(isDisplay: Bool, isEvident: Bool)
    /// `\\(…\\)`, `\\[…\\]`, from tools in which Markdown goes first and halves backslashes.
    case doubled(isDisplay: Bool)
    /// ``` ``…`` ```: a formula in Documenter's pages, code in all others.
    case doubleBackticks
  }

  /// What is replaced, in the author's text.
  var range: Range<Int>
  var math: MathSpan
  var form: Form
  /// In a heading or a table nothing is displayed.
  var isOneLine = false

  /// Displays take the stop after them, so that it does not begin a line of its own.
  mutating func takeStop(in bytes: [UInt8]) {
    var start = range.upperBound
    while start < bytes.count, start < range.upperBound + 3, bytes[start] == ASCII.space { start += 1 }
    let length = MathEvidence.stop(at: start, in: bytes, to: bytes.count)
    guard length > 0 else { return }
    var tex = Array(math.tex.utf8)
    var end = tex.count
    // After a bare environment there is no line to put it on.
    if DisplayOpener.isEnvironment(tex[...]), let last = lastEnd(of: tex) { end = last }
    let resumed = math.source(ofBody: end)
    tex.insert(contentsOf: bytes[start..<start + length], at: end)
    var origins = math.origins.filter { Int($0.body) <= end }
    origins.append(MathSpan.Origin(body: end, source: start))
    if end + length < tex.count {
      origins.append(MathSpan.Origin(body: end + length, source: resumed))
      origins += math.origins.filter { Int($0.body) > end }.map { MathSpan.Origin(body: Int($0.body) + length, source: Int($0.source)) }
    }
    math.tex = String(decoding: tex, as: UTF8.self)
    math.origins = origins
    range = range.lowerBound..<start + length
    math.span = SourceSpan(range.lowerBound, range.upperBound)
  }

  /// Where the last row of an environment ends.
  private func lastEnd(of tex: [UInt8]) -> Int? {
    let word = Array("\\end{".utf8)
    guard var end = tex.indices.last(where: { tex[$0] == word[0] && tex[$0...].starts(with: word) }) else { return nil }
    func trim() { while end > 0, ASCII.isBlank(tex[end - 1]) { end -= 1 } }
    trim()
    if end > 2, tex[end - 1] == ASCII.backslash, tex[end - 2] == ASCII.backslash { end -= 2 }
    trim()
    return end
  }
}

/// How a document writes its formulas, where that can be read in two ways.
public struct FormulaForms: Hashable, Sendable {
  /// `$$…$$` within a line is an inline formula.
  var isKramdown: Bool
  /// `\\(10\\)` is a formula, too.
  var hasBrackets: Bool
  /// `\\\\(…\\\\)`: written for tools in which Markdown goes first.
  var escapesForMarkdown: Bool
}

/// What a whole document says of forms that can be read in two ways.
struct DocumentForms {
  private var singles = 0
  private var shortDoubles = 0
  private var longDoubles = 0
  private(set) var hasBrackets = false
  /// `\\(…\\)` with formulas: the document was written for tools in which Markdown goes first, and its other formulas too.
  private(set) var escapesForMarkdown = false
  /// Jekyll's front matter: kramdown reads the text.
  private let isJekyll: Bool

  init(_ found: [FoundMath], frontMatter: ArraySlice<UInt8>) {
    for item in found {
      switch item.form {
      case .singleDollar: singles += 1
      case .doubleDollar(isAmidText: true): if Self.isShort(item.math.tex) { shortDoubles += 1 } else { longDoubles += 1 }
      case .bracketed(_, isEvident: true): if MathEvidence.isFormula(item.math.tex.utf8, countsLetters: false) { hasBrackets = true }
      case .doubled(isDisplay: false):
        if MathEvidence.isFormula(item.math.tex.utf8, countsLetters: false) { escapesForMarkdown = true }
      default: break
      }
    }
    isJekyll = frontMatter.split(separator: ASCII.newline).contains { $0.starts(with: "layout:".utf8) }
  }

  var forms: FormulaForms { FormulaForms(isKramdown: isKramdown, hasBrackets: hasBrackets, escapesForMarkdown: escapesForMarkdown) }

  /// Who displays with `$$` has other formulas for running text, and no single letters among the displays.
  var isKramdown: Bool {
    singles + (hasBrackets ? 1 : 0) == 0 ? shortDoubles > 0 || isJekyll && longDoubles > 0 : shortDoubles > 4 * singles && !hasBrackets
  }

  /// True if a formula is of the kind that is in running text.
  private static func isShort(_ tex: String) -> Bool {
    tex.utf8.count <= 40 && !["\\frac", "\\sum", "\\int", "\\prod", "\\begin"].contains { tex.contains($0) }
  }
}

extension MathScanner {
  /// Decides what only the whole document can say.
  mutating func settle() {
    let start = textStart
    let forms = forms ?? DocumentForms(found, frontMatter: bytes[..<start]).forms
    self.forms = forms
    found = found.compactMap { item in
      var item = item
      if forms.escapesForMarkdown, isReadByMarkdown(item) { item.undoEscapes() }
      switch item.form {
      case .inline, .singleDollar: break
      case .display: item.math.isDisplay = true
      case .doubleDollar: item.math.isDisplay = !forms.isKramdown || holdsDisplayEnvironment(item.math.tex)
      case .bracketed(let isDisplay, let isEvident):
        guard forms.hasBrackets || isEvident && !escapesParentheses else { return nil }
        item.math.isDisplay = isDisplay
      case .doubled(let isDisplay): item.math.isDisplay = isDisplay
      case .doubleBackticks: guard hasDocumenterBlock else { return nil }
      }
      if item.isOneLine { item.math.isDisplay = false }
      if item.math.isDisplay { item.takeStop(in: bytes) }
      return item
    }
  }

  /// Would Markdown read the formula's text, if it knew of no formulas? Code it leaves alone.
  private func isReadByMarkdown(_ item: FoundMath) -> Bool {
    switch item.form {
    // Here the escapes are undone already.
    case .doubled: false
    case .inline, .doubleBackticks: false
    case .display: bytes[item.range.lowerBound] != ASCII.backtick && bytes[item.range.lowerBound] != ASCII.tilde
    default: true
    }
  }

  /// `$$\begin{CD}…$$` within a line: one dollar more says little (kramdown), but no line holds these.
  private func holdsDisplayEnvironment(_ tex: String) -> Bool {
    guard let name = Array(tex.utf8).firstRange(of: "\\begin{".utf8) else { return false }
    let rest = tex.utf8.dropFirst(name.upperBound)
    return ["CD", "align", "gather", "equation", "multline", "split", "tikzcd"].contains { rest.starts(with: $0.utf8) }
  }

  /// Records a formula whose body is the given pieces of lines.
  mutating func append(body: [Range<Int>], range: Range<Int>, _ form: FoundMath.Form, isTableRow: Bool = false, isHeading: Bool = false) {
    var isDoubled = if case .doubled = form { true } else { false }
    // `$\\{a\\}$`: the braces of a set, doubled for tools in which Markdown goes first.
    if !isDoubled, hasDoubledBraces(body) { isDoubled = true }
    var tex: [UInt8] = []
    var origins: [MathSpan.Origin] = []
    for (number, piece) in body.enumerated() {
      if number > 0 { tex.append(ASCII.newline) }
      var end = piece.upperBound
      if end > piece.lowerBound, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
      origins.append(MathSpan.Origin(body: tex.count, source: piece.lowerBound))
      var index = piece.lowerBound
      while index < end {
        if bytes[index] == ASCII.backslash, index + 1 < end {
          var skipped = 0
          // GFM, Tables: in a row `\|` is `|`, before anything else.
          if isTableRow, bytes[index + 1] == ASCII.pipe { skipped = 1 }
          if isDoubled, skipped == 0 { skipped = doubledBackslashes(index, end) }
          if skipped > 0 {
            index += skipped
            origins.append(MathSpan.Origin(body: tex.count, source: index))
          }
          // A command's own sign is none to look at.
          if bytes[index] == ASCII.backslash, index + 1 < end, !isTableRow || bytes[index + 1] != ASCII.pipe {
            tex.append(bytes[index])
            index += 1
          }
        }
        tex.append(bytes[index])
        index += 1
      }
    }
    if origins.isEmpty { origins = [MathSpan.Origin(body: 0, source: range.lowerBound)] }
    let span = SourceSpan(range.lowerBound, range.upperBound)
    found.append(
      FoundMath(
        range: range, math: MathSpan(tex: String(decoding: tex, as: UTF8.self), isDisplay: false, span: span, origins: origins),
        form: form, isOneLine: isTableRow || isHeading))
  }

  /// How many of the backslashes at a place were written for Markdown: of `\\{`, `\\frac` and `\_` one, of `\\\\` two.
  private func doubledBackslashes(_ index: Int, _ end: Int) -> Int {
    let next = bytes[index + 1]
    guard next == ASCII.backslash else { return next == UInt8(ascii: "_") || next == UInt8(ascii: "*") ? 1 : 0 }
    guard index + 2 < end else { return 0 }
    let after = bytes[index + 2]
    if after == ASCII.backslash { return index + 3 < end && bytes[index + 3] == ASCII.backslash ? 2 : 0 }
    // `\\` before a blank or `[2pt]` ends a row.
    return ASCII.isLetter(after) || "{}_,;:!|%#&$".utf8.contains(after) ? 1 : 0
  }

  private func hasDoubledBraces(_ body: [Range<Int>]) -> Bool {
    func has(_ brace: UInt8) -> Bool {
      body.contains { piece in
        piece.dropFirst(2).contains { bytes[$0] == brace && bytes[$0 - 1] == ASCII.backslash && bytes[$0 - 2] == ASCII.backslash }
      }
    }
    return has(ASCII.closeBrace) && has(ASCII.openBrace)
  }
}
