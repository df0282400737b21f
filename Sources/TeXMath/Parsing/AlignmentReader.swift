internal import TypesetBoxes
internal import TypesetDiagnostics

/// Reads the rows of an environment into an `Alignment`.
struct AlignmentReader {
  /// A row while it is read; its cells are at the end of the parser's.
  private struct OpenRow {
    var row = Alignment.Row()
    var cell = Cell(content: .empty)
    /// True if the cell begins with `\multicolumn`.
    var isSpecial = false
    /// What the column has after each cell's content, if it has not been read yet.
    var suffix: [Token] = []
  }

  private let environment: Environment
  /// With its star.
  private let name: String
  private let begin: Token
  private var alignment = Alignment()
  private var open = OpenRow()
  private var hasExtraCells = false
  /// The cells of the longest row after which amsmath's `\\` takes back the space of a pair, and the cells that it has counted.
  private var mostCells = 0
  private var countedCells = 0
  /// What ended the first row.
  private var secondRow: Token?
  /// True if a column has a width, or material before or after its cells.
  private var hasSpecialColumns = false
  /// Where the noads of the open cell begin, and the cells of the open row.
  private let mark: Int
  private let cellMark: Int

  private init(_ parser: Parser, _ environment: Environment, named name: String, from begin: Token) {
    (self.environment, self.name, self.begin) = (environment, name, begin)
    (mark, cellMark) = (parser.mark, parser.pendingCells.count)
    alignment.manner = environment.manner
    alignment.style = environment.style
    alignment.isTight = environment.isTight
    alignment.isDisplay = environment.isDisplay
    alignment.isSpread = environment.isSpread
    alignment.hasPairs = environment.hasPairs
    alignment.isFlush = environment.isFlush
    alignment.stretch = parser.scope.arrayStretch
    // `\tabcolsep`: 6 pt.
    alignment.columnSep = environment.isText ? Dimension(value: 39_322, unit: .em) : parser.scope.arrayColumnSep
  }

  /// Reads an environment after its name, and appends it.
  ///
  /// - Parameters:
  ///   - name: With its star.
  ///   - lead: What is before the brace of `numcases`.
  static func read(
    _ parser: inout Parser, _ environment: Environment, named name: String, from begin: Token, isStarred: Bool, lead: Field? = nil
  ) {
    var reader = AlignmentReader(parser, environment, named: name, from: begin)
    reader.alignment.lead = lead
    reader.alignment.numbersRows = environment.isDisplay && !isStarred
    let columns = reader.readOptions(&parser, isStarred: isStarred)
    let spaced = environment.hasSpacedColumns ? readSpacedColumns(&parser) : []
    if environment.hasColumns { reader.readColumns(&parser) }
    if environment.statesPairs { reader.readPairs(&parser) }
    reader.readRows(&parser)
    reader.space(spaced, &parser)
    reader.addColumns(&parser, columns)
    if environment.manner == .multline, environment.isDisplay { reader.alignment.numbersLastRowOnly() }
    let noad = Noad(parser.list.add(reader.alignment))
    guard environment.isFenced else { return parser.append(noad) }
    let parts = [
      FencePart(delimiter: environment.left, content: parser.list.add(noad)), FencePart(delimiter: environment.right, content: .empty),
    ]
    parser.append(Noad(parser.list.add(parts), .inner))
  }

  /// plain TeX's `\bordermatrix`, whose rows end with `\cr`.
  static func readBordered(_ parser: inout Parser, _ body: [Token], in delimiters: (left: UInt32, right: UInt32), from begin: Token) {
    let environment = Environment(isTight: true)
    var reader = AlignmentReader(parser, environment, named: "bordermatrix", from: begin)
    reader.alignment.border = delimiters
    parser.putBack("#1\\end{bordermatrix}", body)
    reader.readRows(&parser)
    reader.addColumns(&parser, .center)
    if !reader.alignment.columns.isEmpty { reader.alignment.columns[0].alignment = .left }
    // plain TeX: 2 pt more below the first row.
    if !reader.alignment.rows.isEmpty { reader.alignment.rows[0].gap = Dimension(value: 13_107, unit: .em) }
    parser.append(Noad(parser.list.add(reader.alignment)))
  }

  /// TeX's `\halign`: a row of templates, then rows of cells, without space other than the templates' space.
  static func readTemplates(_ parser: inout Parser, _ body: [Token], from begin: Token) {
    let names = parser.input.vocabulary.names
    var parts = ColumnTemplate.parts(of: body, names)
    let templates = parts.templates.map { ColumnTemplate($0, names).column }
    var reader = AlignmentReader(parser, Environment(manner: .vertical, hasColumns: true, isText: true), named: "halign", from: begin)
    reader.alignment.columns = templates
    reader.hasSpecialColumns = true
    reader.alignment.position = 0x63
    if parts.rows.last?.kind == .space { parts.rows.removeLast() }
    parser.putBack("#1\\end{halign}", parts.rows)
    reader.readRows(&parser)
    reader.addColumns(&parser, .left)
    parser.append(Noad(parser.list.add(reader.alignment)))
  }

  // MARK: Arguments

  /// `[t]`, and `[r]` of mathtools' `matrix*`.
  ///
  /// - Returns: The alignment of columns without a specification.
  private mutating func readOptions(_ parser: inout Parser, isStarred: Bool) -> ColumnAlignment {
    if environment.hasColumns || [.aligned, .gathered, .multline].contains(environment.manner) { readPosition(&parser) }
    guard isStarred, environment.isTight, let side = parser.input.optionalArgument() else { return environment.alignment }
    guard let first = side.first, first.isCharacter("l") || first.isCharacter("c") || first.isCharacter("r") else {
      parser.report("math.column", begin, "\\begin{\(name)}[\(parser.plainText(side))] has no such column", hint: "write [l], [c] or [r]")
      return .center
    }
    return first.isCharacter("l") ? .left : first.isCharacter("r") ? .right : .center
  }

  /// `[t]`, `[c]` or `[b]`. Other brackets are the beginning of the first row, which TeX takes for a position where they are as short.
  private mutating func readPosition(_ parser: inout Parser) {
    guard let tokens = parser.input.optionalArgument() else { return }
    let place = parser.plainText(tokens)
    if ["t", "c", "b"].contains(place) {
      alignment.position = UInt8(clamping: tokens[0].value)
      return
    }
    // mathtools' `multlined[t][5cm]`, and `multlined[5cm]`.
    if environment.manner == .multline || place.isEmpty { return }
    let at = tokens.first?.start ?? 0
    if tokens.count == 1 {
      parser.report(
        "math.position", tokens[0], "[\(place)] is no position", hint: "write [t], [c] or [b], or {} before the bracket",
        isNote: true)
    }
    parser.input.putBack(
      [Token(kind: .character, value: 0x5B, start: at, end: at)] + tokens + [Token(kind: .character, value: 0x5D, start: at, end: at)])
  }

  /// The columns of an `array`. If they are missing, its first cell is not taken for them.
  private mutating func readColumns(_ parser: inout Parser) {
    let next = Self.peek(&parser)
    if next.kind == .beginGroup || next.kind == .character && ["l", "c", "r"].contains(where: { next.isCharacter($0) }) {
      alignment.columns = ColumnSpecification.columns(&parser, of: parser.input.argument())
      if name == "subarray", alignment.columns.count > 1 {
        parser.report("math.column", next, "subarray has one column", hint: "write \\begin{subarray}{c}, or array")
      }
      hasSpecialColumns = alignment.columns.contains { $0.width != nil || !$0.prefix.isEmpty || !$0.suffix.isEmpty }
      return
    }
    // `\begin{array}.`: what TeX and MathJax take for the specification, whatever it is.
    if next.isCharacter(".") {
      _ = parser.input.nextRaw()
      if case let digit = Self.peek(&parser), digit.kind == .character, (0x30...0x39).contains(digit.value) { parser.input.putBack(next) }
    }
    parser.report(
      "math.missing-columns", begin, "\\begin{\(name)} has no column specification",
      hint: "write \\begin{\(name)}{cc}, with a letter for each column")
  }

  /// The number of pairs of `alignat`, which is not needed; without braces, only a digit is taken for it.
  private func readPairs(_ parser: inout Parser) {
    let next = Self.peek(&parser)
    if next.kind == .beginGroup || next.kind == .character && (0x30...0x39).contains(next.value) {
      _ = parser.input.argument()
    } else {
      parser.report(
        "math.missing-columns", begin, "\\begin{\(name)} does not state its number of columns", hint: "write \\begin{\(name)}{2}")
    }
  }

  private static func peek(_ parser: inout Parser) -> Token {
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    return next
  }

  /// The columns of `IEEEeqnarray`: capital letters are columns with `{}` around their cells, so that a relation has its space; `s`, `t`, `u` are
  /// columns of text. The letters are put back as a plain specification.
  private static func readSpacedColumns(_ parser: inout Parser) -> Set<Int> {
    let letters = parser.input.argument()
    let kinds: [Unicode.Scalar: Character] = ["L": "l", "C": "c", "R": "r", "s": "l", "t": "c", "u": "r"]
    var spaced: Set<Int> = []
    var plain = ""
    for token in letters {
      guard let scalar = Unicode.Scalar(token.value), token.kind == .character else { continue }
      if ["L", "C", "R"].contains(scalar) { spaced.insert(plain.count) }
      if let kind = kinds[scalar] { plain.append(kind) } else if ["l", "c", "r"].contains(scalar) { plain.unicodeScalars.append(scalar) }
    }
    parser.input.putBack(parser.braced(parser.input.vocabulary.tokens(of: plain)))
    return spaced
  }

  // MARK: Rows

  private mutating func readRows(_ parser: inout Parser) {
    parser.nesting += 1
    parser.input.enterGroup()
    let (outer, hadTextRows, wereFormulas) = (parser.scope.alphabet, parser.scope.hasTextRows, parser.scope.cellsAreFormulas)
    (parser.scope.hasTextRows, parser.scope.cellsAreFormulas) = (hasTextRows, [.array, .cases, .small].contains(alignment.manner))
    defer {
      (parser.scope.hasTextRows, parser.scope.cellsAreFormulas) = (hadTextRows, wereFormulas)
      parser.input.leaveGroup()
      parser.nesting -= 1
    }
    if parser.nesting > parser.budget.formulaNesting { return }
    beginRow(&parser)
    while true {
      parser.parseItems(from: mark)
      let token = parser.input.next()
      if !open.suffix.isEmpty, parser.mark > mark, token.kind == .alignTab || parser.isRowEnd(token) || parser.command(token) == .end {
        parser.input.putBack(token)
        parser.input.putBack(open.suffix)
        open.suffix = []
      } else if token.kind == .alignTab {
        finishCell(&parser)
        if parser.list.cells.count + parser.pendingCells.count > parser.budget.alignmentCells {
          parser.report("math.cells", begin, "an alignment has more than \(parser.budget.alignmentCells) cells", hint: nil)
          parser.pendingCells.removeSubrange(cellMark...)
          return Self.skipEnvironment(&parser)
        }
        reportExtraCell(&parser, token)
        beginCell(&parser)
        parser.scope.alphabet = outer
      } else if parser.isRowEnd(token) {
        finishCell(&parser)
        // TeX's `\cr` has no argument: a bracket that is no length begins the next row.
        open.row.gap = Self.rowGap(&parser, after: parser.command(token) == .newline ? token : nil)
        if parser.command(token) == .newline { countCells(parser.pendingCells.count - cellMark) }
        finishRow(&parser)
        if secondRow == nil { secondRow = token }
        beginRow(&parser)
        parser.scope.alphabet = outer
      } else if parser.command(token) == .end {
        end(&parser, at: token)
        break
      } else if token.kind == .endGroup || token.kind == .end || token.kind == .mathShift {
        parser.report("math.missing-end", begin, "unmatched \\begin{\(name)}", hint: "add \\end{\(name)}")
        if token.kind != .mathShift { parser.input.putBack(token) }
        finishCell(&parser)
        finishRow(&parser)
        break
      } else {
        parser.report("math.misplaced", token, "\(parser.text(token)) is not allowed here", hint: nil)
        parser.skipNullDelimiter(after: token)
      }
    }
    parser.scope.alphabet = outer
  }

  /// Says once of an environment that a row has more cells than there are columns.
  private mutating func reportExtraCell(_ parser: inout Parser, _ token: Token) {
    let most =
      environment.hasColumns
      ? alignment.columns.count
      : environment.manner == .cases || name == "split" ? 2 : environment.manner == .gathered ? 1 : 0
    guard most > 0, !hasExtraCells, parser.pendingCells[cellMark...].reduce(0, { $0 + $1.span }) >= most else { return }
    hasExtraCells = true
    parser.report(
      "math.extra-cell", token, "this row has more than the \(most) \(most == 1 ? "column" : "columns") of \(name)",
      hint: environment.manner == .gathered
        ? "write align for columns, or \\& for the character"
        : environment.hasColumns ? "add a letter for each column to {…}, or end the row with \\\\" : "end the row with \\\\, or use array"
    )
  }

  private mutating func beginRow(_ parser: inout Parser) {
    readTextRows(&parser)
    open.row.linesAbove = Self.lineRules(&parser)
    beginCell(&parser)
  }

  private mutating func beginCell(_ parser: inout Parser) {
    var token = parser.input.next()
    while token.kind == .space { token = parser.input.next() }
    if parser.command(token) == .hdotsfor { return beginDots(&parser) }
    guard parser.command(token) == .multicolumn else {
      parser.input.putBack(token)
      (open.cell, open.isSpecial) = (Cell(content: .empty), false)
      if parser.command(token) != .end { beginColumn(&parser) }
      return
    }
    let span = parser.whole(parser.input.argument(), in: 1...1000) ?? 1
    let column = ColumnSpecification.columns(&parser, of: parser.input.argument()).first
    (open.cell, open.isSpecial) = (Cell(content: .empty, span: span, column: column), true)
    let content = parser.input.argument()
    // `\multicolumn{2}{c}{$\dots$}`: authors who think that its text is no formula.
    if environment.isText { appendText(&parser, content, column) } else { parser.input.putBack(Self.withoutShifts(content)) }
  }

  /// Tokens without the dollars that are in no group.
  private static func withoutShifts(_ tokens: [Token]) -> [Token] {
    var depth = 0
    return tokens.filter { token in
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      return token.kind != .mathShift || depth > 0
    }
  }

  /// `\hdotsfor[1.5]{3}`: dots over some columns.
  private mutating func beginDots(_ parser: inout Parser) {
    let factor = parser.input.optionalArgument().flatMap { parser.real($0, in: 0...100) } ?? 1
    let span = parser.whole(parser.input.argument(), in: 1...1000) ?? 1
    (open.cell, open.isSpecial) = (Cell(content: .empty, span: span, column: Alignment.Column(alignment: .left)), true)
    open.cell.dots = max(1, Int(clamping: factor * 1500))
  }

  /// What the column of the open cell has before its content; a cell of text is read whole.
  private mutating func beginColumn(_ parser: inout Parser) {
    guard environment.isText || hasSpecialColumns else { return }
    let index = parser.pendingCells[cellMark...].reduce(0) { $0 + $1.span }
    let column = index < alignment.columns.count ? alignment.columns[index] : nil
    open.suffix = []
    guard environment.isText || column?.width != nil else {
      if let column, !column.prefix.isEmpty || !column.suffix.isEmpty,
        parser.input.takes(repeated: column.prefix.count + column.suffix.count)
      {
        parser.input.putBack(column.prefix)
        open.suffix = column.suffix
      }
      return
    }
    appendText(&parser, Self.cellTokens(&parser), column)
  }

  /// A cell in text mode, in lines where its column has a width.
  private func appendText(_ parser: inout Parser, _ tokens: [Token], _ column: Alignment.Column?) {
    var tokens = tokens[...]
    while tokens.last?.kind == .space { tokens.removeLast() }
    tokens = tokens.drop { $0.kind == .space }
    if tokens.isEmpty { return }
    let (prefix, suffix) = (column?.prefix ?? [], column?.suffix ?? [])
    let isRepeated = prefix.isEmpty && suffix.isEmpty || parser.input.takes(repeated: prefix.count + suffix.count)
    let field = MathText.field(&parser, isRepeated ? prefix + tokens + suffix : Array(tokens))
    if let width = column?.width {
      parser.append(Noad(.paragraph(width: width, position: column?.place ?? 0x74, hasStruts: true), nucleus: field))
    } else {
      parser.append(Noad(nucleus: field))
    }
  }

  /// The tokens of a cell, up to what ends it.
  private static func cellTokens(_ parser: inout Parser) -> [Token] {
    var out: [Token] = []
    var (depth, environments) = (0, 0)
    while true {
      let token = parser.input.nextRaw()
      var ends = token.kind == .end || token.kind == .endGroup && depth == 0
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0 {
        let command = parser.command(token)
        if environments == 0, token.kind == .alignTab || parser.isRowEnd(token) || command == .end { ends = true }
        if command == .begin { environments += 1 }
        if command == .end { environments -= 1 }
      }
      if ends {
        parser.input.putBack(token)
        return out
      }
      out.append(token)
    }
  }

  private mutating func finishCell(_ parser: inout Parser) {
    open.cell.content = parser.close(from: mark)
    parser.pendingCells.append(open.cell)
  }

  private mutating func finishRow(_ parser: inout Parser) {
    open.row.cells = parser.closeRow(from: cellMark)
    if alignment.isDisplay {
      open.row.isNumbered = alignment.numbersRows && !parser.list.tagIsStarred
      if parser.list.hasTag { open.row.tag = parser.list.tag }
      open.row.label = parser.list.label
      open.row.tagText = parser.list.tagText
      open.row.equation = alignment.rows.count
      (parser.list.hasTag, parser.list.tagIsStarred, parser.list.label, parser.list.tagText) = (false, false, nil, nil)
    }
    alignment.rows.append(open.row)
    open = OpenRow()
  }

  /// After `\end`: what follows the last `\\` is a row only if it is not empty.
  private mutating func end(_ parser: inout Parser, at token: Token) {
    let closing = parser.argumentText()
    if closing != name {
      parser.report("math.environment-mismatch", token, "\\begin{\(name)} ends with \\end{\(closing)}", hint: "write \\end{\(name)}")
    }
    if parser.pendingCells.count == cellMark, !open.isSpecial, parser.mark == mark {
      alignment.finalLines = open.row.linesAbove
    } else {
      finishCell(&parser)
      finishRow(&parser)
    }
    if environment.manner == .gathered, name == "equation" || name == "equation*", alignment.rows.count > 1, let secondRow {
      parser.report(
        "math.rows", secondRow, "\(name) has one row", hint: "write gather, or split within \(name)")
    }
  }

  /// amsmath's `\math@cr@@@aligned`: a cell of −10 pt is after the row where the number of all cells so far is even.
  private mutating func countCells(_ count: Int) {
    countedCells += count
    guard countedCells.isMultiple(of: 2) else { return }
    countedCells += 1
    mostCells = max(mostCells, count)
  }

  private var hasTextRows: Bool { [.aligned, .gathered, .multline, .eqnarray].contains(alignment.manner) }

  /// `\intertext` before a row of an alignment: a row of text, which has no number.
  private mutating func readTextRows(_ parser: inout Parser) {
    guard hasTextRows else { return }
    while true {
      parser.input.skipSpaces()
      let token = parser.input.next()
      guard let command = parser.command(token), command == .intertext || command == .shortintertext else {
        return parser.input.putBack(token)
      }
      let text = MathText.argument(&parser)
      var row = Alignment.Row(cells: parser.list.add(cell: text))
      // Above and below, 6 and 1 pt at 10 pt.
      row.gap = Dimension(value: command == .intertext ? 39_322 : 6554, unit: .em)
      (row.isText, row.isNumbered) = (true, false)
      alignment.rows.append(row)
    }
  }

  private static func skipEnvironment(_ parser: inout Parser) {
    var depth = 0
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .end { return }
      if parser.command(token) == .begin { depth += 1 }
      if parser.command(token) == .end {
        if depth == 0 {
          _ = parser.input.argument()
          return
        }
        depth -= 1
      }
    }
  }

  /// `*` and `[4pt]` after `\\`. A bracket that holds no length begins the next row.
  ///
  /// - Parameter rowEnd: The `\\`, where a bracket that follows it at once is reported.
  static func rowGap(_ parser: inout Parser, after rowEnd: Token? = nil) -> Dimension {
    _ = parser.takeStar()
    guard let (bracket, tokens) = parser.input.bracketed() else { return Dimension() }
    let text = parser.plainText(tokens).filter { $0 != " " }
    if parser.input.isCut {
      let start = Int(bracket.start)
      let number = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      if let rowEnd, start == rowEnd.end, !number.isEmpty {
        parser.report(
          "math.missing-bracket", start..<start + 1, "the [ after \\\\ has no ]",
          hint: "write \\\\[\(number)pt], or a space before the bracket")
      }
      guard parser.input.takes(repeated: tokens.count) else { return Dimension() }
      parser.input.putBack([bracket] + tokens)
      return Dimension()
    }
    let unit = String(text.drop { $0 == "-" || $0 == "+" || $0 == "." || $0.isNumber })
    if DocumentNumber(text.dropLast(unit.count)) != nil, Dimension(0, unit) != nil { return Scanning.dimension(&parser, of: tokens) }
    let at = tokens.first?.start ?? 0
    if text.first?.isNumber ?? false, !unit.isEmpty, unit.utf8.count <= 3, unit.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }),
      let last = tokens.last
    {
      parser.report(
        "math.unit", Int(at)..<Int(max(at, last.end)), "unknown unit \(unit)", hint: "write a unit of TeX: pt, em, ex, mm or cm")
    } else if let rowEnd, at == rowEnd.end + 1, rowEnd.end > rowEnd.start {
      parser.report(
        "math.row-gap", Token.place(of: tokens), "\\\\[\(text)] states no length",
        hint: "write a length such as 1ex, or a space before the bracket", isNote: true)
    }
    parser.input.putBack(
      [Token(kind: .character, value: 0x5B, start: at, end: at)] + tokens + [Token(kind: .character, value: 0x5D, start: at, end: at)])
    return Dimension()
  }

  private static func lineRules(_ parser: inout Parser) -> [Alignment.LineRule] {
    var out: [Alignment.LineRule] = []
    while true {
      var token = parser.input.next()
      while token.kind == .space { token = parser.input.next() }
      switch parser.command(token) {
      case .hline: out.append(Alignment.LineRule())
      case .hdashline: out.append(Alignment.LineRule(isDashed: true))
      case .cline:
        let parts = parser.argumentText().split(separator: "-").compactMap { DocumentNumber.whole($0) }
        if parts.count == 2, parts[0] > 0, parts[0] <= parts[1] { out.append(Alignment.LineRule(columns: parts[0] - 1...parts[1] - 1)) }
      case .toprule: out.append(ruled(&parser, em: 80, above: 0, below: 650))
      case .midrule: out.append(ruled(&parser, em: 50, above: 400, below: 650))
      case .bottomrule: out.append(ruled(&parser, em: 80, above: 400, below: 0))
      case .addlinespace:
        let space = parser.input.optionalArgument().map { Scanning.dimension(&parser, of: $0) }
        out.append(Alignment.LineRule(thickness: Dimension(), above: space ?? Dimension(value: 32768, unit: .em)))
      case .cmidrule: out.append(partialRule(&parser))
      default:
        parser.input.putBack(token)
        return out
      }
    }
  }

  /// A rule of booktabs: `\toprule[1pt]`.
  ///
  /// - Parameters:
  ///   - em: Its own thickness, in thousandths of an em.
  ///   - above: The space above, in thousandths of an ex.
  ///   - below: The space below.
  private static func ruled(_ parser: inout Parser, em: Int32, above: Int32, below: Int32) -> Alignment.LineRule {
    let own = parser.input.optionalArgument().map { Scanning.dimension(&parser, of: $0) }
    func ex(_ amount: Int32) -> Dimension { Dimension(value: amount * 65536 / 1000, unit: .ex) }
    return Alignment.LineRule(
      thickness: own ?? Dimension(value: em * 65536 / 1000, unit: .em), above: ex(above), below: ex(below))
  }

  /// `\cmidrule(lr){1-2}`.
  private static func partialRule(_ parser: inout Parser) -> Alignment.LineRule {
    var rule = ruled(&parser, em: 30, above: 400, below: 650)
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    if next.isCharacter("(") {
      while true {
        let token = parser.input.nextRaw()
        if token.kind != .character || token.isCharacter(")") { break }
        if token.isCharacter("l") { rule.trims.left = true }
        if token.isCharacter("r") { rule.trims.right = true }
      }
    } else {
      parser.input.putBack(next)
    }
    let parts = parser.argumentText().split(separator: "-").compactMap { DocumentNumber.whole($0) }
    if parts.count == 2, parts[0] > 0, parts[0] <= parts[1] { rule.columns = parts[0] - 1...parts[1] - 1 }
    return rule
  }

  // MARK: Columns

  /// Puts `{}` on both sides of the cells of some columns.
  private func space(_ columns: Set<Int>, _ parser: inout Parser) {
    guard !columns.isEmpty else { return }
    for row in alignment.rows {
      for (column, cell) in row.cells.enumerated() where columns.contains(column) {
        let content = parser.list.noads(of: parser.list.cells[cell].content)
        parser.list.cells[cell].content = parser.list.add([Noad()] + content + [Noad()])
      }
    }
  }

  /// Adds columns without a specification, up to the number of the widest row.
  private mutating func addColumns(_ parser: inout Parser, _ other: ColumnAlignment) {
    let width = alignment.rows.map { $0.cells.reduce(0) { $0 + parser.list.cells[$1].span } }.max() ?? 0
    while alignment.columns.count < max(width, environment.leastColumns) {
      let index = alignment.columns.count
      let side: ColumnAlignment =
        switch environment.manner {
        case .aligned: index % 2 == 0 ? .right : .left
        case .eqnarray: [.right, .center, .left][min(index, 2)]
        default: other
        }
      alignment.columns.append(Alignment.Column(alignment: side))
    }
    alignment.endsWithSpace = environment.hasPairs && !environment.isDisplay && width.isMultiple(of: 2) && mostCells < width
  }
}

/// amsmath's `\substack`: lines below one another, in script style.
enum Substack {
  static func read(_ parser: inout Parser, isCramped: Bool = false) {
    var alignment = Alignment()
    alignment.isCramped = isCramped
    alignment.manner = .substack
    alignment.style = .script
    alignment.columns = [Alignment.Column()]
    parser.input.skipSpaces()
    let first = parser.input.next()
    let mark = parser.mark
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    if first.kind != .beginGroup {
      // One thing without braces.
      parser.input.putBack(Token(kind: .endGroup, value: 0x7D, start: first.end, end: first.end))
      parser.input.putBack(first)
    } else if parser.nesting > parser.budget.formulaNesting {
      _ = parser.input.balanced()
      return parser.report("math.nesting", first, "groups are nested deeper than \(parser.budget.formulaNesting)", hint: nil)
    }
    parser.input.enterGroup()
    defer { parser.input.leaveGroup() }
    let outer = parser.scope
    defer { parser.scope = outer }
    // Lines that are no rows of the alignment around them.
    parser.scope.hasTextRows = false
    while parser.nesting <= parser.budget.formulaNesting {
      parser.parseItems(from: mark)
      let end = parser.input.next()
      if end.kind == .end { parser.report("math.missing-brace", first, "unclosed group", hint: "add }") }
      let isLast = !parser.isRowEnd(end)
      var row = Alignment.Row(cells: parser.list.add(cell: parser.close(from: mark)))
      if !isLast { row.gap = AlignmentReader.rowGap(&parser) }
      alignment.rows.append(row)
      if isLast { break }
    }
    parser.append(Noad(parser.list.add(alignment)))
  }
}
