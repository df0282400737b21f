internal import TypesetBoxes
internal import TypesetDiagnostics

/// An environment of the table: how its rows are set and what is around them.
struct Environment {
  var manner = Alignment.Manner.array
  var style = MathStyle.text
  var left: UInt32 = 0
  var right: UInt32 = 0
  var alignment = ColumnAlignment.center
  /// Has a column specification as its argument.
  var hasColumns = false
  var isTight = false
  /// `cases`: the space between the two columns is a quad.
  var isDisplay = false
  var isFenced = false
}

/// Environments by name; a new one is a new row.
let environments: [String: Environment] = [
  "IEEEeqnarray": Environment(manner: .aligned, style: .display, hasColumns: true, isDisplay: true),
  "IEEEeqnarraybox": Environment(manner: .aligned, style: .display, hasColumns: true),
  "Bmatrix": Environment(left: 0x7B, right: 0x7D, isTight: true, isFenced: true),
  "Vmatrix": Environment(left: 0x2016, right: 0x2016, isTight: true, isFenced: true),
  "Bsmallmatrix": Environment(manner: .small, style: .script, left: 0x7B, right: 0x7D, isTight: true, isFenced: true),
  "Vsmallmatrix": Environment(manner: .small, style: .script, left: 0x2016, right: 0x2016, isTight: true, isFenced: true),
  "align": Environment(manner: .aligned, style: .display, isDisplay: true),
  "alignat": Environment(manner: .aligned, style: .display, isDisplay: true),
  "aligned": Environment(manner: .aligned, style: .display),
  "alignedat": Environment(manner: .aligned, style: .display),
  "array": Environment(hasColumns: true),
  "bmatrix": Environment(left: 0x5B, right: 0x5D, isTight: true, isFenced: true),
  "bsmallmatrix": Environment(manner: .small, style: .script, left: 0x5B, right: 0x5D, isTight: true, isFenced: true),
  "cases": Environment(manner: .cases, left: 0x7B, alignment: .left, isFenced: true),
  "darray": Environment(style: .display, hasColumns: true),
  "dcases": Environment(manner: .cases, style: .display, left: 0x7B, alignment: .left, isFenced: true),
  "drcases": Environment(manner: .cases, style: .display, right: 0x7D, alignment: .left, isFenced: true),
  "eqnarray": Environment(manner: .eqnarray, style: .display, isTight: true, isDisplay: true),
  "equation": Environment(manner: .gathered, style: .display, isDisplay: true),
  "flalign": Environment(manner: .aligned, style: .display, isDisplay: true),
  "gather": Environment(manner: .gathered, style: .display, isDisplay: true),
  "gathered": Environment(manner: .gathered, style: .display),
  "lgathered": Environment(manner: .gathered, style: .display, alignment: .left),
  "matrix": Environment(isTight: true),
  "multline": Environment(manner: .multline, style: .display, isDisplay: true),
  "multlined": Environment(manner: .multline, style: .display),
  "pmatrix": Environment(left: 0x28, right: 0x29, isTight: true, isFenced: true),
  "psmallmatrix": Environment(manner: .small, style: .script, left: 0x28, right: 0x29, isTight: true, isFenced: true),
  "rcases": Environment(manner: .cases, right: 0x7D, alignment: .left, isFenced: true),
  "rgathered": Environment(manner: .gathered, style: .display, alignment: .right),
  "smallmatrix": Environment(manner: .small, style: .script, isTight: true),
  "split": Environment(manner: .aligned, style: .display),
  "subarray": Environment(manner: .substack, style: .script, hasColumns: true),
  "tabular": Environment(hasColumns: true),
  "vsmallmatrix": Environment(manner: .small, style: .script, left: 0x7C, right: 0x7C, isTight: true, isFenced: true),
  "xalignat": Environment(manner: .aligned, style: .display, isDisplay: true),
  "xxalignat": Environment(manner: .aligned, style: .display, isDisplay: true),
  "vmatrix": Environment(left: 0x7C, right: 0x7C, isTight: true, isFenced: true),
]

/// Environments that change nothing about the formula in them.
private let transparentEnvironments: Set<String> = [
  "displaymath", "math", "subequations", "spreadlines", "minipage", "empheq",
]

extension Parser {
  /// `\newenvironment` defines two commands, of names that cannot be typed.
  func environmentName(_ side: String, _ name: String) -> UInt32 { input.vocabulary.names.number(of: side + " " + name) }

  /// `\newenvironment`: what it puts before and after.
  private mutating func ownEnvironment(_ begin: Macro, _ end: [Token], name: String, from token: Token) {
    let at = token.start
    func braced(_ tokens: [Token]) -> [Token] {
      [Token(kind: .beginGroup, value: 0x7B, start: at, end: at)] + tokens + [Token(kind: .endGroup, value: 0x7D, start: at, end: at)]
    }
    let opening = input.substituted(begin, at: token)
    let body = input.environmentBody(named: name)
    input.putBack(braced(opening + body + end))
  }

  private mutating func transparent(name: String, from token: Token, inner: String?) {
    let body = input.environmentBody(named: name)
    guard let inner else { return input.putBack(body) }
    input.putBack(tokens("\\begin{\(inner)}#1\\end{\(inner)}", [body]))
  }

  /// mathtools' `cases*` and cases' `numcases`: what is after `&` is text.
  private mutating func casesWithText(_ name: String, _ full: String, _ left: [Token]?) {
    var out: [Token] = []
    var text: [Token]?
    var depth = 0
    func flush() {
      if let words = text { out += tokens("\\text{#1}", [words]) }
      text = nil
    }
    for token in input.environmentBody(named: full) {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .alignTab, text == nil {
        out.append(token)
        text = []
      } else if depth == 0, command(token) == .newline || command(token) == .cr {
        flush()
        out.append(token)
      } else if text != nil {
        text?.append(token)
      } else {
        out.append(token)
      }
    }
    flush()
    isStarredCases = left == nil
    input.putBack((left ?? []) + tokens("\\begin{\(name)}#1\\end{\(name)}", [out]))
  }

  mutating func environment(_ token: Token) {
    let full = plainText(input.argument())
    let isStarred = full.hasSuffix("*")
    let name = isStarred ? String(full.dropLast()) : full
    if !input.definitions.isEmpty, let begin = input.definitions[environmentName("begin", full)] {
      let end = input.definitions[environmentName("end", full)]?.body ?? []
      return ownEnvironment(begin, end, name: full, from: token)
    }
    if isStarred, name.hasSuffix("cases") { return casesWithText(name, full, nil) }
    if name == "numcases" || name == "subnumcases" { return casesWithText("cases", full, input.argument()) }
    if name == "CD" { return commutativeDiagram(from: token) }
    if transparentEnvironments.contains(name) {
      if name == "spreadlines" || name == "minipage" { _ = (input.optionalArgument(), input.argument()) }
      if name == "empheq" { _ = input.optionalArgument() }
      return transparent(name: full, from: token, inner: name == "empheq" ? plainText(input.argument()) : nil)
    }
    guard let entry = environments[name] else {
      return unknownEnvironment(full, token)
    }
    var alignment = Alignment()
    alignment.manner = entry.manner
    alignment.style = entry.style
    alignment.isTight = entry.isTight
    alignment.isDisplay = entry.isDisplay
    alignment.stretch = stretch
    alignment.isSpread = ["dcases", "rcases", "drcases"].contains(name) || isStarredCases
    isStarredCases = false
    alignment.columnSep = arrayColumnSep
    var columns = entry.alignment
    if entry.hasColumns || entry.manner == .aligned || entry.manner == .gathered || entry.manner == .multline {
      if let tokens = input.optionalArgument(), let first = tokens.first { alignment.position = UInt8(clamping: first.value) }
    }
    if isStarred, entry.isTight, let tokens = input.optionalArgument(), let first = tokens.first {
      columns = first.isCharacter("l") ? .left : first.isCharacter("r") ? .right : .center
    }
    var spaced: Set<Int> = []
    if name.hasPrefix("IEEE") { spaced = readSpacedColumns() }
    if entry.hasColumns { alignment.columns = columnArgument(of: token, name: full) }
    if name.hasSuffix("alignat") || name == "alignedat" { pairArgument(of: token, name: full) }
    alignment.hasPairs = name == "aligned" || name == "align" || name == "flalign"
    alignment.isFlush = name == "flalign"
    alignment.numbersRows = entry.isDisplay && !isStarred
    rows(of: &alignment, from: token, name: full)
    space(alignment, columns: spaced)
    let width = alignment.rows.map { $0.cells.reduce(0) { $0 + list.cells[$1].span } }.max() ?? 0
    while alignment.columns.count < (name == "cases" ? max(2, width) : width) {
      var column = Alignment.Column()
      let index = alignment.columns.count
      switch entry.manner {
      case .aligned: column.alignment = index % 2 == 0 ? .right : .left
      case .eqnarray: column.alignment = [.right, .center, .left][min(index, 2)]
      default: column.alignment = columns
      }
      alignment.columns.append(column)
    }
    if name == "multline" { alignment.numbersLastRowOnly() }
    list.alignments.append(alignment)
    let noad = Noad(.alignment(Int32(list.alignments.count - 1)), entry.manner == .aligned || entry.manner == .gathered ? .ord : .ord)
    guard entry.isFenced else { return pending.append(noad) }
    let mark = pending.count
    pending.append(noad)
    let content = close(from: mark)
    list.fences.append([FencePart(delimiter: entry.left, content: content), FencePart(delimiter: entry.right, content: .empty)])
    pending.append(Noad(.fence(Int32(list.fences.count - 1)), .inner))
  }

  /// The names in the error colour around the content, which is aligned where it has cells or rows.
  private mutating func unknownEnvironment(_ name: String, _ token: Token) {
    report(
      "math.unknown-environment", token, "unknown environment \(name)",
      hint: nearest(to: name, among: environments.keys.sorted()).map { "did you mean \($0)?" })
    showSource("\\begin{\(name)}")
    let body = input.environmentBody(named: name)
    let isAligned = body.contains { $0.kind == .alignTab || command($0) == .newline || command($0) == .cr }
    let content = isAligned ? tokens("\\begin{matrix}#1\\end{matrix}", [body]) : body
    pending.append(Noad(nucleus: sublist(content)))
    showSource("\\end{\(name)}")
  }

  /// A row of an alignment while it is read.
  private struct OpenRow {
    var row = Alignment.Row()
    var cells: [Cell] = []
    var cell = Cell(content: .empty)
    /// True for a cell that begins with `\multicolumn` and the like.
    var isSpecial = false
  }

  private mutating func rows(of alignment: inout Alignment, from begin: Token, name: String) {
    nesting += 1
    defer { nesting -= 1 }
    let outer = alphabet
    let mark = pending.count
    input.enterGroup()
    defer { input.leaveGroup() }
    if nesting > budget.formulaNesting { return }
    var open = OpenRow()
    beginRow(&open, of: &alignment)
    while true {
      parseItems(from: mark)
      let token = input.next()
      if token.kind == .alignTab {
        finishCell(&open, from: mark)
        if cellCount > budget.alignmentCells {
          report("math.cells", begin, "an alignment has more than \(budget.alignmentCells) cells", hint: nil)
          return skipEnvironment()
        }
        (open.cell, open.isSpecial) = cellStart()
        alphabet = outer
      } else if command(token) == .newline || command(token) == .cr {
        finishCell(&open, from: mark)
        open.row.gap = rowGap()
        finishRow(&open, of: &alignment)
        beginRow(&open, of: &alignment)
        alphabet = outer
      } else if command(token) == .end {
        endRows(&open, of: &alignment, at: token, name: name, from: mark)
        break
      } else if token.kind == .endGroup || token.kind == .end || token.kind == .mathShift {
        report("math.missing-end", begin, "unmatched \\begin{\(name)}", hint: "add \\end{\(name)}")
        if token.kind != .mathShift { input.putBack(token) }
        finishCell(&open, from: mark)
        finishRow(&open, of: &alignment)
        break
      } else {
        report("math.misplaced", token, "\(text(token)) is not allowed here", hint: nil)
        skipNullDelimiter(after: token)
      }
    }
    alphabet = outer
  }

  private mutating func beginRow(_ open: inout OpenRow, of alignment: inout Alignment) {
    textRows(&alignment)
    open.row.linesAbove = lineRules()
    (open.cell, open.isSpecial) = cellStart()
  }

  private mutating func finishCell(_ open: inout OpenRow, from mark: Int) {
    open.cell.content = close(from: mark)
    open.cells.append(open.cell)
    cellCount += 1
  }

  private mutating func finishRow(_ open: inout OpenRow, of alignment: inout Alignment) {
    let start = list.cells.count
    list.cells += open.cells
    open.row.cells = start..<list.cells.count
    if alignment.isDisplay {
      open.row.isNumbered = alignment.numbersRows && !list.tagIsStarred
      if list.hasTag { open.row.tag = list.tag }
      open.row.label = list.label
      open.row.tagText = list.tagText
      open.row.equation = alignment.rows.count
      (list.hasTag, list.tagIsStarred, list.label, list.tagText) = (false, false, nil, nil)
    }
    alignment.rows.append(open.row)
    open = OpenRow()
  }

  /// After `\end`: what is below the last `\\` is a row only if there is something.
  private mutating func endRows(
    _ open: inout OpenRow, of alignment: inout Alignment, at token: Token, name: String, from mark: Int
  ) {
    let closing = plainText(input.argument())
    if closing != name {
      report("math.environment-mismatch", token, "\\begin{\(name)} ends with \\end{\(closing)}", hint: "write \\end{\(name)}")
    }
    if open.cells.isEmpty, !open.isSpecial, pending.count == mark {
      alignment.finalLines = open.row.linesAbove
    } else {
      finishCell(&open, from: mark)
      finishRow(&open, of: &alignment)
    }
  }

  /// `\intertext` before a row of an alignment: a row of text, which has no number.
  private mutating func textRows(_ alignment: inout Alignment) {
    guard [.aligned, .gathered, .multline, .eqnarray].contains(alignment.manner) else { return }
    while true {
      input.skipSpaces()
      let token = input.next()
      guard let command = command(token), command == .intertext || command == .shortintertext else { return input.putBack(token) }
      let start = list.cells.count
      list.cells.append(Cell(content: textArgument()))
      var row = Alignment.Row(cells: start..<start + 1)
      // Points at 10 pt, above and below.
      row.gap = Dimension(value: command == .intertext ? 39_322 : 6554, unit: .em)
      (row.isText, row.isNumbered) = (true, false)
      alignment.rows.append(row)
    }
  }

  private mutating func skipEnvironment() {
    var depth = 0
    while true {
      let token = input.nextRaw()
      if token.kind == .end { return }
      if command(token) == .begin { depth += 1 }
      if command(token) == .end {
        if depth == 0 {
          _ = input.argument()
          return
        }
        depth -= 1
      }
    }
  }

  /// `*` and `[4pt]` after `\\`. A bracket that holds no length begins the next row.
  mutating func rowGap() -> Dimension {
    let star = input.nextRaw()
    if !star.isCharacter("*") { input.putBack(star) }
    guard let tokens = input.optionalArgument() else { return Dimension() }
    let text = plainText(tokens).filter { $0 != " " }
    let unit = String(text.drop { $0 == "-" || $0 == "+" || $0 == "." || $0.isNumber })
    if let number = Double(text.dropLast(unit.count)), let gap = Self.dimension(number, unit) { return gap }
    let at = tokens.first?.start ?? 0
    input.putBack(
      [Token(kind: .character, value: 0x5B, start: at, end: at)] + tokens + [Token(kind: .character, value: 0x5D, start: at, end: at)])
    return Dimension()
  }

  private mutating func lineRules() -> [Alignment.LineRule] {
    var out: [Alignment.LineRule] = []
    while true {
      var token = input.next()
      while token.kind == .space { token = input.next() }
      switch command(token) {
      case .hline: out.append(Alignment.LineRule())
      case .hdashline: out.append(Alignment.LineRule(isDashed: true))
      case .cline:
        let parts = plainText(input.argument()).split(separator: "-").compactMap { Int($0) }
        if parts.count == 2, parts[0] > 0, parts[0] <= parts[1] { out.append(Alignment.LineRule(columns: parts[0] - 1...parts[1] - 1)) }
      default:
        input.putBack(token)
        return out
      }
    }
  }

  private mutating func cellStart() -> (Cell, Bool) {
    var token = input.next()
    while token.kind == .space { token = input.next() }
    guard command(token) == .multicolumn else {
      input.putBack(token)
      return (Cell(content: .empty), false)
    }
    let span = Int(plainText(input.argument())) ?? 1
    let column = columnSpecification(input.argument()).first
    let content = input.argument()
    input.putBack(content)
    return (Cell(content: .empty, span: max(1, min(span, 1000)), column: column), true)
  }

  /// The columns of an `array`. Where they are missing, its first cell is no column specification.
  private mutating func columnArgument(of begin: Token, name: String) -> [Alignment.Column] {
    input.skipSpaces()
    let next = input.nextRaw()
    input.putBack(next)
    if next.kind == .beginGroup || next.kind == .character && ["l", "c", "r"].contains(where: { next.isCharacter($0) }) {
      return columnSpecification(input.argument())
    }
    report(
      "math.missing-columns", begin, "\\begin{\(name)} has no column specification",
      hint: "write \\begin{\(name)}{cc}, with a letter for each column")
    return []
  }

  /// The columns of `IEEEeqnarray`: capital letters are columns with `{}` around their cells, so that a relation has its space; `s`, `t`, `u` are
  /// columns of text. The letters are left for `columnArgument`.
  private mutating func readSpacedColumns() -> Set<Int> {
    let letters = input.argument()
    let kinds: [Unicode.Scalar: Character] = ["L": "l", "C": "c", "R": "r", "s": "l", "t": "c", "u": "r"]
    var spaced: Set<Int> = []
    var plain = ""
    for token in letters {
      guard let scalar = Unicode.Scalar(token.value), token.kind == .character else { continue }
      if ["L", "C", "R"].contains(scalar) { spaced.insert(plain.count) }
      if let kind = kinds[scalar] { plain.append(kind) } else if ["l", "c", "r"].contains(scalar) { plain.unicodeScalars.append(scalar) }
    }
    input.putBack(braced(input.vocabulary.tokens(of: plain)))
    return spaced
  }

  /// Puts `{}` on both sides of the cells of some columns.
  private mutating func space(_ alignment: Alignment, columns: Set<Int>) {
    guard !columns.isEmpty else { return }
    for row in alignment.rows {
      for (column, cell) in row.cells.enumerated() where columns.contains(column) {
        let mark = pending.count
        let content = noads(of: list.cells[cell].content)
        pending.append(Noad())
        pending += content
        pending.append(Noad())
        list.cells[cell].content = close(from: mark)
      }
    }
  }

  /// The number of pairs of `alignat`, which is not needed; without braces it may be the first cell.
  private mutating func pairArgument(of begin: Token, name: String) {
    input.skipSpaces()
    let next = input.nextRaw()
    input.putBack(next)
    if next.kind == .beginGroup || next.kind == .character && (0x30...0x39).contains(next.value) {
      _ = input.argument()
    } else {
      report("math.missing-columns", begin, "\\begin{\(name)} does not state its number of columns", hint: "write \\begin{\(name)}{2}")
    }
  }

  /// `|l|@{}c*{3}{r}`.
  mutating func columnSpecification(_ tokens: [Token]) -> [Alignment.Column] {
    var columns: [Alignment.Column] = []
    var before: [ColumnGap] = []
    var noSep = false
    var index = 0
    var tokens = tokens
    func argument() -> [Token] {
      while index < tokens.count, tokens[index].kind == .space { index += 1 }
      guard index < tokens.count else { return [] }
      guard tokens[index].kind == .beginGroup else {
        index += 1
        return [tokens[index - 1]]
      }
      var depth = 0
      let start = index + 1
      while index < tokens.count {
        if tokens[index].kind == .beginGroup { depth += 1 }
        if tokens[index].kind == .endGroup {
          depth -= 1
          if depth == 0 { break }
        }
        index += 1
      }
      index += 1
      return Array(tokens[start..<max(start, min(index - 1, tokens.count))])
    }
    func gap(_ gap: ColumnGap) {
      if columns.isEmpty { before.append(gap) } else { columns[columns.count - 1].after.append(gap) }
    }
    while index < tokens.count, columns.count < 1000 {
      let token = tokens[index]
      index += 1
      guard token.kind == .character, let letter = Unicode.Scalar(token.value) else { continue }
      switch letter {
      case "l", "c", "r", "p", "m", "b", "X":
        var column = Alignment.Column()
        column.alignment = letter == "c" ? .center : letter == "r" ? .right : .left
        column.before = before
        column.noSepBefore = noSep
        if letter == "p" || letter == "m" || letter == "b" { _ = argument() }
        columns.append(column)
        before = []
        noSep = false
      case "|": gap(.rule)
      case ":": gap(.dashedRule)
      case "@", "!":
        let material = sublist(argument())
        gap(.material(material))
        if letter == "@" {
          if columns.isEmpty { noSep = true } else { columns[columns.count - 1].noSepAfter = true; noSep = true }
        }
      case "*":
        let count = min(Int(plainText(argument())) ?? 1, 100)
        let repeated = argument()
        tokens.insert(contentsOf: Array(repeating: repeated, count: max(0, count)).joined(), at: min(index, tokens.count))
      default: break
      }
    }
    return columns
  }

  mutating func substack() {
    var alignment = Alignment()
    alignment.manner = .substack
    alignment.style = .script
    alignment.columns = [Alignment.Column()]
    input.skipSpaces()
    let first = input.next()
    let mark = pending.count
    nesting += 1
    defer { nesting -= 1 }
    if first.kind != .beginGroup {
      // One thing without braces.
      input.putBack(Token(kind: .endGroup, value: 0x7D, start: first.end, end: first.end))
      input.putBack(first)
    } else if nesting > budget.formulaNesting {
      _ = input.balanced()
      return report("math.nesting", first, "groups are nested deeper than \(budget.formulaNesting)", hint: nil)
    }
    input.enterGroup()
    defer { input.leaveGroup() }
    let outer = alphabet
    defer { alphabet = outer }
    while nesting <= budget.formulaNesting {
      parseItems(from: mark)
      let token = input.next()
      let start = list.cells.count
      list.cells.append(Cell(content: close(from: mark)))
      var row = Alignment.Row(cells: start..<start + 1)
      let isEnd = !(command(token) == .newline || command(token) == .cr)
      if !isEnd { row.gap = rowGap() }
      alignment.rows.append(row)
      if isEnd { break }
    }
    list.alignments.append(alignment)
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
  }
}
