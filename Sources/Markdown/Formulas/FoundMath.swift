import TypesetDiagnostics

/// A formula that was found in the text.
struct FoundMath {
  /// How a formula is written; some mean one thing in some documents, and another in others.
  enum Form: Equatable {
    case inline, display
    case singleDollar
    /// `$$…$$` with text on its line: an inline formula in kramdown, a display everywhere else.
    case doubleDollar(isAmidText: Bool)
    /// `\(…\)`, `\[…\]`; where they aren't evident, the document must have others that are.
    case bracketed(isDisplay: Bool, isEvident: Bool)
    /// `\\(…\\)`, `\\[…\\]`, from tools in which Markdown goes first and halves backslashes.
    case doubled(isDisplay: Bool)
    /// ``` ``…`` ```: a formula in Documenter's pages, code elsewhere.
    case doubleBackticks
    /// Not a formula, but the list of attributes after text in brackets.
    case attributes(Attributes)

    /// True where it depends on the document whether this is a formula.
    func mayBeText(in tool: Dialect.Tool) -> Bool {
      switch self {
      case .bracketed(_, isEvident: false): true
      case .doubleBackticks: tool != .documenter
      default: false
      }
    }
  }

  /// The range that is replaced, in the author's text.
  var range: Range<Int>
  var math: MathSpan
  var form: Form
  /// True in a heading or a table, which have no displays.
  var isOneLine = false

  var isAttributes: Bool { if case .attributes = form { true } else { false } }

  /// Adds the punctuation after a display to it, so that it does not begin a line of its own.
  mutating func takeStop(in bytes: [UInt8]) {
    var start = range.upperBound
    while start < bytes.count, start < range.upperBound + 3, bytes[start] == ASCII.space { start += 1 }
    let length = MathEvidence.stop(at: start, in: bytes, to: bytes.count)
    guard length > 0 else { return }
    var tex = Array(math.tex.utf8)
    var end = tex.count
    // In a bare environment it goes at the end of the last row.
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

  /// Aligns the rows of a display that has `&` and `\\\\` outside of environments, as Sphinx does.
  mutating func alignRows() {
    let tex = Array(math.tex.utf8)
    guard tex.contains(UInt8(ascii: "&")), Self.hasAlignedRows(tex), !math.tex.contains("\\tag"), !math.tex.contains("\\label") else {
      return
    }
    insert([(0, "\\begin{aligned}"), (tex.count, "\\end{aligned}")])
  }

  /// Puts equations with blank lines between them one below the other, as Sphinx does.
  ///
  /// - Returns: False for one equation.
  mutating func divideEquations() -> Bool {
    let tex = Array(math.tex.utf8)
    var parts: [Range<Int>] = []
    var (depth, isBelow) = (0, false)
    for line in tex.split(separator: ASCII.newline, omittingEmptySubsequences: false) {
      let isBlank = line.allSatisfy { ASCII.isBlank($0) || $0 == ASCII.carriageReturn }
      if !isBlank {
        if isBelow, let start = parts.last?.lowerBound {
          parts[parts.count - 1] = start..<line.endIndex
        } else {
          parts.append(line.startIndex..<line.endIndex)
        }
        depth += Self.groups(openIn: line)
      }
      isBelow = !isBlank || depth > 0
    }
    guard parts.count > 1, !math.tex.contains("\\tag"), !math.tex.contains("\\label") else { return false }
    var pieces: [(Int, String)] = [(0, "\\begin{aligned}")]
    for part in parts {
      let hasRows = tex[part].firstRange(of: Array("\\\\".utf8)) != nil
      if hasRows { pieces += [(part.lowerBound, "\\begin{split}"), (part.upperBound, "\\end{split}")] }
      if part.upperBound < (parts.last?.lowerBound ?? 0) { pieces.append((part.upperBound, "\\\\")) }
    }
    insert(pieces + [(tex.count, "\\end{aligned}")])
    return true
  }

  /// How many groups and environments a line opens that it does not close.
  private static func groups(openIn line: ArraySlice<UInt8>) -> Int {
    var walk = GroupWalk(line)
    while walk.next() != nil {}
    return walk.depth
  }

  /// Puts text that the author has not written into the formula; what is behind it keeps its places.
  ///
  /// - Parameter pieces: In order.
  private mutating func insert(_ pieces: [(place: Int, text: String)]) {
    let tex = Array(math.tex.utf8)
    var (out, origins): ([UInt8], [MathSpan.Origin]) = ([], [])
    var place = 0
    for piece in pieces + [(tex.count, "")] {
      let shift = out.count - place
      if piece.place > place || place == 0 { origins.append(MathSpan.Origin(body: out.count, source: math.source(ofBody: place))) }
      origins += math.origins.filter { place < $0.body && $0.body < piece.place }.map {
        MathSpan.Origin(body: Int($0.body) + shift, source: Int($0.source))
      }
      out += tex[place..<piece.place] + Array(piece.text.utf8)
      place = piece.place
    }
    (math.tex, math.origins) = (String(decoding: out, as: UTF8.self), origins)
  }

  /// True if there are a `&` and a `\\\\` outside of braces and environments.
  private static func hasAlignedRows(_ tex: [UInt8]) -> Bool {
    var (hasTab, hasRow) = (false, false)
    var walk = GroupWalk(tex[...])
    while let index = walk.next() {
      guard walk.depth == 0 else { continue }
      if tex[index] == UInt8(ascii: "&") { hasTab = true }
      if tex[index...].starts(with: "\\\\".utf8) { hasRow = true }
    }
    return hasTab && hasRow
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

/// The way through a formula from sign to sign, with the depth of groups and environments.
private struct GroupWalk {
  private let tex: ArraySlice<UInt8>
  private var place: Int
  /// How many groups and environments are open behind the sign that was found last.
  private(set) var depth = 0

  init(_ tex: ArraySlice<UInt8>) { (self.tex, place) = (tex, tex.startIndex) }

  /// The place of the next sign; a command and an escaped sign are at their backslash.
  mutating func next() -> Int? {
    guard place < tex.endIndex else { return nil }
    let found = place
    switch tex[found] {
    case ASCII.openBrace: depth += 1
    case ASCII.closeBrace: depth -= 1
    case ASCII.backslash:
      if tex[found...].starts(with: "\\begin{".utf8) { depth += 1 }
      if tex[found...].starts(with: "\\end{".utf8) { depth -= 1 }
      place += 1
    default: break
    }
    place += 1
    return found
  }
}

/// How a document writes its formulas, where a form is ambiguous.
public struct FormulaForms: Hashable, Sendable {
  /// `$$…$$` within a line is an inline formula.
  var isKramdown: Bool
  /// `\\(10\\)` is a formula, too.
  var hasBrackets: Bool
  /// `\\\\(…\\\\)`: written for tools in which Markdown goes first.
  var escapesForMarkdown: Bool
  /// Some formula has `x\_1`: so have all others, where Markdown goes first.
  var escapesSubscripts = false
  /// Some formula has `p(a\|b)`: Markdown reads the text of formulas, and `\|` is a bar in all of them.
  var escapesBars = false
}

/// What the whole document shows about ambiguous forms.
struct DocumentForms: Sendable, Hashable {
  private var singles = 0
  private var shortDoubles = 0
  private var longDoubles = 0
  /// How many formulas are between brackets for sure.
  private var brackets = 0
  /// `\\(…\\)` with formulas: the document was written for tools in which Markdown goes first, and its other formulas too.
  private var escaped = 0
  /// How many formulas have an escaped underscore that can only be a subscript.
  private var subscripts = 0
  /// How many formulas have bars that are escaped for Markdown.
  private var bars = 0
  /// Jekyll's front matter: kramdown reads the text.
  private let isJekyll: Bool

  init(_ found: [FoundMath], frontMatter: ArraySlice<UInt8>) {
    for item in found {
      if item.hasEscapedSubscript { subscripts += 1 }
      if item.hasEscapedBars { bars += 1 }
      switch item.form {
      case .singleDollar: singles += 1
      case .doubleDollar(isAmidText: true): if Self.isShort(item.math.tex) { shortDoubles += 1 } else { longDoubles += 1 }
      case .bracketed(_, isEvident: true): if MathEvidence.isFormula(item.math.tex.utf8, countsLetters: false) { brackets += 1 }
      case .doubled(isDisplay: false): if MathEvidence.isFormula(item.math.tex.utf8, countsLetters: false) { escaped += 1 }
      default: break
      }
    }
    isJekyll = frontMatter.split(separator: ASCII.newline).contains { $0.starts(with: "layout:".utf8) }
  }

  /// The same with what a part of the document shows after an edit.
  func replacing(_ old: DocumentForms, by new: DocumentForms) -> DocumentForms {
    var out = self
    out.singles += new.singles - old.singles
    out.shortDoubles += new.shortDoubles - old.shortDoubles
    out.longDoubles += new.longDoubles - old.longDoubles
    out.brackets += new.brackets - old.brackets
    out.escaped += new.escaped - old.escaped
    out.subscripts += new.subscripts - old.subscripts
    out.bars += new.bars - old.bars
    return out
  }

  private var hasBrackets: Bool { brackets > 0 }

  var forms: FormulaForms {
    FormulaForms(
      isKramdown: isKramdown, hasBrackets: hasBrackets, escapesForMarkdown: escaped > 0, escapesSubscripts: subscripts > 0,
      escapesBars: bars > 0)
  }

  /// An author who displays with `$$` uses another form for running text, and has no single letters among the displays.
  var isKramdown: Bool {
    singles + (hasBrackets ? 1 : 0) == 0 ? shortDoubles > 0 || isJekyll && longDoubles > 0 : shortDoubles > 4 * singles && !hasBrackets
  }

  /// True if a formula looks like those in running text.
  private static func isShort(_ tex: String) -> Bool {
    tex.utf8.count <= 40 && !["\\frac", "\\sum", "\\int", "\\prod", "\\begin"].contains { tex.contains($0) }
  }
}
