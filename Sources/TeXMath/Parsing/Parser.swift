internal import TypesetBoxes
internal import TypesetDiagnostics

/// Tokens → `MathList`. Total: what cannot be understood becomes its own source in the error colour.
///
/// It reads lists, groups and arguments; what a command does is a row of its family's table in `Commands/`, a function that gets the parser.
/// Such a function reads with `argument()`, `optionalList()`, `group()` and the like, or tokens from `input`; it adds with `append(_:)` to the
/// list that is being read, or with `list.add` to the finished ones; `report` is for diagnostics.
///
/// The noads of open lists are at the end of `pending`, from the list's mark on; a list that ends moves to `list.noads` as one range. So do
/// the cells of open rows with `pendingCells` and `list.cells`.
struct Parser {
  var input: Expander
  var list = MathList()
  private var pending: [Noad] = []
  var pendingCells: [Cell] = []
  private(set) var diagnostics: [MathDiagnostic] = []
  var scope = ParserScope()
  var nesting = 0
  let setting: FormulaSetting
  let budget: Budget
  /// Of the formula, in bytes.
  let length: Int
  /// Letters and the like that are in turned boxes; a letter that is turned twice counts twice.
  var turned = 0
  /// Tokens of arguments that have been translated into TeX.
  var translated = 0
  /// Tokens of arguments that commands have put back, to be read.
  var reread = 0
  /// The command, or the sign of a script, whose arguments are read: where something of it is missing.
  var inHand: Token?
  /// True if it has been reported that an argument of the command in hand is missing.
  private var hasReportedMissing = false
  /// True if letters of text have been reported.
  var hasReportedLetters = false
  /// Commands that use themselves, which has been reported where they are defined.
  var reportedLoops: Set<UInt32> = []
  /// What would end a formula within this one, whose beginning has been reported: `$`, `\)`, `\]`.
  var shiftEnd: String?

  init(
    _ source: [UInt8], in setting: FormulaSetting = .alone, vocabulary: Vocabulary, definitions: Definitions, budget: Budget
  ) {
    input = Expander(source, vocabulary: vocabulary, definitions: definitions, budget: budget)
    length = source.count
    self.setting = setting
    self.budget = budget
    pending.reserveCapacity(64)
    list.noads.reserveCapacity(128)
  }

  /// The whole formula.
  mutating func parse() {
    list.root = parseRows()
    endNests()
    // A formula within text that has no end takes the end of the text's group with it.
    let ends: Set = ["math.missing-brace", "math.missing-end", "math.missing-dollar"]
    if let open = input.unclosed, !diagnostics.contains(where: { ends.contains($0.code) }) {
      report("math.missing-brace", open, "unclosed group", hint: "add }")
    }
    Refusals.unfinished(&self)
    Refusals.openBracket(&self, of: nil)
    if let name = input.lacking, diagnostics.isEmpty {
      report("math.missing-argument", name, "missing argument of \(text(name))", hint: "add {…}")
    }
    if input.isExhausted {
      report(
        "math.macro-limit", 0..<length, "macros expand to more than \(min(input.most.steps, input.most.tokens)) steps",
        hint: "look for a macro that uses itself; the more formulas a document has, the less each may make of macros")
    }
  }

  /// Bounds what readers of the list call themselves for.
  mutating func endNests() {
    if list.endNests(deeperThan: budget.formulaDepth) {
      report(
        "math.nesting", 0..<length, "the formula is nested deeper than \(budget.formulaDepth) levels", hint: "what is deeper is left out")
    }
  }

  /// The top level, where `\\` makes rows although no environment is open.
  private mutating func parseRows() -> Field {
    var lines: [Field] = []
    let mark = pending.count
    while true {
      parseItems(from: mark)
      let token = input.next()
      switch token.kind {
      case .end:
        let last = close(from: mark)
        if lines.isEmpty { return last }
        lines.append(last)
        return stacked(lines)
      case .command where isRowEnd(token):
        Refusals.rowEnd(&self, token, length: length)
        _ = AlignmentReader.rowGap(&self, after: token)
        // In a line of text `\\` ends the line.
        if setting == .inline {
          append(Noad(.lineEnd))
        } else {
          lines.append(close(from: mark))
        }
      case .endGroup: report("math.extra-brace", token, "unmatched }", hint: "write \\} for a visible brace")
      case .alignTab:
        report(
          "math.misplaced-tab", token, "& outside an alignment", hint: "write \\& for the character, or put the rows into aligned")
      case .mathShift: Refusals.mathShift(&self, token)
      default:
        let place = diagnostics.count
        report("math.unmatched", token, "unmatched \(text(token))", hint: command(token) == .end ? "remove it" : "add \\left. before it")
        if command(token) == .end {
          let name = plainText(input.argument())
          if !name.isEmpty, place < diagnostics.count { diagnostics[place].hint = "add \\begin{\(name)}, or remove it" }
        }
        skipNullDelimiter(after: token)
      }
    }
  }

  private mutating func stacked(_ lines: [Field]) -> Field {
    var alignment = Alignment()
    alignment.manner = .gathered
    alignment.style = .display
    alignment.columns = [Alignment.Column()]
    for line in lines { alignment.rows.append(Alignment.Row(cells: list.add(cell: line))) }
    return list.add(Noad(list.add(alignment)))
  }

  // MARK: Lists

  /// Where a list begins whose noads are appended from now on.
  var mark: Int { pending.count }

  mutating func append(_ noad: Noad) { pending.append(noad) }

  mutating func append(contentsOf noads: ArraySlice<Noad>) { pending += noads }

  /// A noad of an open list; the last one is at `mark - 1`.
  subscript(index: Int) -> Noad {
    get { pending[index] }
    _modify { yield &pending[index] }
  }

  /// Moves what is pending from `mark` into a list.
  mutating func close(from mark: Int) -> Field {
    let start = list.noads.count
    list.noads.append(contentsOf: pending[mark...])
    pending.removeSubrange(mark...)
    return .list(Int32(start), Int32(list.noads.count - start))
  }

  /// Moves the pending cells from `mark` into `list.cells`.
  mutating func closeRow(from mark: Int) -> Range<Int> {
    let start = list.cells.count
    list.cells.append(contentsOf: pendingCells[mark...])
    pendingCells.removeSubrange(mark...)
    return start..<list.cells.count
  }

  /// A list of one plain character is that character (TeX: The Program, § 1186).
  mutating func collapsed(_ field: Field) -> Field {
    guard let noad = list.onlyNoad(of: field), case .atom = noad.kind, noad.atomClass == .ord, !noad.hasScripts, !noad.isLargeOperator
    else { return field }
    return noad.nucleus
  }

  /// A group after its opening brace.
  ///
  /// - Parameters:
  ///   - open: The brace, where its author has written it.
  ///   - isAtom: It is no argument: TeX does nothing about a `\\` in it.
  mutating func group(from open: Token? = nil, isAtom: Bool = false) -> Field {
    let mark = pending.count
    nesting += 1
    defer { nesting -= 1 }
    if nesting > budget.formulaNesting {
      let skipped = input.balanced()
      let at = skipped.first.map { Int($0.start)..<Int(max($0.start, skipped.last?.end ?? $0.end)) } ?? 0..<0
      report("math.nesting", at, "groups are nested deeper than \(budget.formulaNesting)", hint: nil)
      return close(from: mark)
    }
    input.enterGroup()
    let outer = scope
    // A row can't end within the group.
    scope.hasTextRows = false
    while true {
      parseItems(from: mark)
      let token = input.next()
      if token.kind == .endGroup || token.kind == .end || command(token) == .egroup || command(token) == .endgroup {
        if token.kind == .end { report("math.missing-brace", open ?? token, "unclosed group", hint: "add }") }
        Refusals.groupEnd(&self, of: open, token)
        break
      }
      if isAtom, isRowEnd(token) { continue }
      if isBoundary(token) {
        report("math.missing-brace", open ?? token, "unclosed group before \(text(token))", hint: "add }")
        input.putBack(token)
        break
      }
      report("math.misplaced", token, "\(text(token)) is not allowed in a group", hint: nil)
      skipNullDelimiter(after: token)
    }
    scope = outer
    input.leaveGroup()
    return close(from: mark)
  }

  /// The delimiter of an unmatched `\right` is visible, except for the dot of an empty one.
  mutating func skipNullDelimiter(after token: Token) {
    guard command(token) == .right || command(token) == .middle else { return }
    let next = input.nextRaw()
    if !next.isCharacter(".") { input.putBack(next) }
  }

  private func isBoundary(_ token: Token) -> Bool {
    token.kind == .mathShift || command(token) == .end
  }

  func command(_ token: Token) -> ControlWord? {
    guard token.kind == .command, case .command(_, let word) = input.vocabulary.meaning(of: token) else { return nil }
    return word
  }

  /// True for `\\` and `\cr`.
  func isRowEnd(_ token: Token) -> Bool {
    let command = command(token)
    return command == .newline || command == .cr
  }

  /// The argument of a command: a group, or one item.
  mutating func argument() -> Field {
    input.skipSpaces()
    let token = input.next()
    switch token.kind {
    case .space: return argument()
    case .beginGroup: return group(from: token)
    case .end, .endGroup, .alignTab, .superscript, .subscript:
      reportMissingArgument(at: token)
      input.putBack(token)
      return .empty
    default:
      Refusals.bareCommand(&self, token)
      if nesting > budget.formulaNesting { return .empty }
      if let what = command(token), Self.endsList(what) || what.isInfixFraction {
        reportMissingArgument(at: token)
        input.putBack(token)
        return .empty
      }
      if Refusals.isDefinition(token, self) { reportMissingArgument(at: token) }
      let mark = pending.count
      nesting += 1
      parseItem(token, from: mark)
      nesting -= 1
      return close(from: mark)
    }
  }

  /// `[…]` as a list.
  mutating func optionalList() -> Field? {
    guard let tokens = input.optionalArgument() else { return nil }
    return sublist(tokens)
  }

  /// A list from tokens that have been read already.
  mutating func sublist(_ tokens: [Token]) -> Field {
    let at = tokens.last?.end ?? 0
    input.putBack(Token(kind: .endGroup, value: 0x7D, start: at, end: at))
    input.putBack(tokens)
    return group()
  }

  static func endsList(_ command: ControlWord) -> Bool {
    switch command {
    case .right, .middle, .end, .newline, .cr, .egroup, .endgroup: true
    default: false
    }
  }

  /// Reads items until something that ends a list; that token is left for the caller.
  ///
  /// - Parameter isDenominator: The list is the denominator of an `\over`, which may not be followed by another one.
  mutating func parseItems(from mark: Int, isDenominator: Bool = false) {
    while true {
      let token = input.next()
      switch token.kind {
      case .end, .endGroup, .alignTab, .mathShift:
        input.putBack(token)
        return
      case .space: continue
      case .command:
        if let command = command(token) {
          if Self.endsList(command) {
            input.putBack(token)
            return
          }
          if let fraction = InfixFraction(&self, command) {
            return fraction.parse(&self, Call(token: token, mark: mark), isInDenominator: isDenominator)
          }
        }
        parseItem(token, from: mark)
      default: parseItem(token, from: mark)
      }
    }
  }

  /// Reads one item. Scripts and limits are separate items, which change the last noad.
  mutating func parseItem(_ token: Token, from mark: Int) {
    switch token.kind {
    case .character: CharacterReader.read(&self, token, from: mark)
    case .beginGroup: appendGroup(group(from: token, isAtom: true))
    case .superscript, .subscript: ScriptReader.read(&self, token, from: mark)
    case .tilde:
      // LaTeX's definition ends with `{}`.
      append(Noad(.kern(.textSpace)))
      append(Noad())
    case .command: perform(token, from: mark)
    case .parameter: report("math.parameter", token, "#\(token.value) is outside a definition", hint: "write \\# for the character")
    default: break
    }
  }

  /// `{…}` is an Ord atom; one accent alone stays an accent (TeX: The Program, § 1186).
  private mutating func appendGroup(_ field: Field) {
    if let noad = list.onlyNoad(of: field), case .accent = noad.kind { return append(noad) }
    append(Noad(nucleus: collapsed(field)))
  }

  // MARK: Reports

  /// Says once of a command that an argument is missing.
  private mutating func reportMissingArgument(at token: Token) {
    guard !hasReportedMissing else { return }
    hasReportedMissing = true
    // What is unclosed, or has been reported of the command, explains it.
    if let last = diagnostics.last, last.code == "math.missing-brace" || last.code == "math.missing-bracket" { return }
    if input.openBracket != nil { return }
    if let last = diagnostics.last, let inHand, last.range == Int(inHand.start)..<Int(max(inHand.start, inHand.end)) { return }
    guard let inHand else { return report("math.missing-argument", token, "missing argument", hint: "add {…}") }
    report("math.missing-argument", inHand, "missing argument of \(text(inHand))", hint: "add {…}")
  }

  /// Lets a command, or the sign of a script, read its arguments.
  mutating func withInHand(_ token: Token, _ body: (inout Parser) -> Void) {
    let outer = (inHand, hasReportedMissing, input.lacksArgument)
    (inHand, hasReportedMissing, input.lacksArgument) = (token, false, false)
    body(&self)
    if input.lacksArgument { reportMissingArgument(at: token) }
    Refusals.openBracket(&self, of: token)
    (inHand, hasReportedMissing, input.lacksArgument) = outer
  }

  mutating func report(_ code: String, _ token: Token, _ message: String, hint: String?, isNote: Bool = false) {
    report(code, Int(token.start)..<Int(max(token.start, token.end)), message, hint: hint, isNote: isNote)
  }

  mutating func report(_ code: String, _ range: Range<Int>, _ message: String, hint: String?, isNote: Bool = false) {
    guard diagnostics.count < 100 else { return }
    // Tokens that the program has inserted have no place in the source.
    var range = range
    if range.isEmpty, let inHand, inHand.end > inHand.start { range = Int(inHand.start)..<Int(inHand.end) }
    diagnostics.append(MathDiagnostic(code: code, range: range, message: message, hint: hint, isNote: isNote))
  }

  /// Takes back all reports but the first ones.
  mutating func dropReports(after count: Int) { diagnostics.removeSubrange(count...) }

  /// Reports that a number is beyond its range.
  ///
  /// - Parameters:
  ///   - name: What it is: `this length`.
  ///   - place: Its bytes.
  mutating func reportRange<Number: CustomStringConvertible>(
    _ name: String, at place: Range<Int>, taken: some CustomStringConvertible, from least: Number, to most: Number
  ) {
    let (message, hint) = DocumentNumber.outOfRange(name, taken: taken, from: least, to: most)
    report("math.range", place, message, hint: hint)
  }

  /// A whole number in tokens that have been read, cut to a range, which is reported; nil for anything else.
  mutating func whole(_ tokens: [Token], in range: ClosedRange<Int>) -> Int? {
    DocumentNumber.whole(plainText(tokens), in: range) { reportCut(tokens, to: $0, of: range) }
  }

  /// The same for a number that may have a fraction.
  mutating func real(_ tokens: [Token], in range: ClosedRange<Double>) -> Double? {
    DocumentNumber.real(plainText(tokens), in: range) { reportCut(tokens, to: $0, of: range) }
  }

  private mutating func reportCut<Number: CustomStringConvertible>(_ tokens: [Token], to taken: Number, of range: ClosedRange<Number>) {
    reportRange("this number", at: Token.place(of: tokens), taken: taken, from: range.lowerBound, to: range.upperBound)
  }

  func text(_ token: Token) -> String { input.vocabulary.text(token) }

  /// An unknown command is shown as it was written, in the error colour.
  mutating func unknown(_ token: Token) {
    let (name, isLoop) = (text(token), input.callsItself(token))
    // A macro that is too much is known, and of a formula within the formula the beginning is reported.
    guard !input.isExhausted, !Refusals.closesShift(&self, token) else { return showSource(name) }
    if isLoop, reportedLoops.contains(token.value & ~CommandNames.original) { return showSource(name) }
    report(
      isLoop ? "math.macro-loop" : "math.unknown-command", token, isLoop ? "the macro \(name) calls itself" : "unknown command \(name)",
      hint: isLoop ? nil : input.vocabulary.suggestions.hint(for: token.value, in: input.vocabulary))
    showSource(name)
  }

  /// Shows TeX in the error colour.
  mutating func showSource(_ name: String) {
    let source = Noad(list.add(name, .mono))
    append(Noad(nucleus: list.add([Noad(.color(Color(red: 204, green: 0, blue: 0))), source])))
  }
}

/// What commands change until the end of their group.
struct ParserScope {
  var alphabet = Alphabet.normal
  /// True in the name of an operator, where an apostrophe is no prime.
  var isOperatorName = false
  /// True in the rows of an alignment between which `\intertext` may be.
  var hasTextRows = false
  /// True in the rows of `array` and similar environments, whose cells end as formulas do (`$`).
  var cellsAreFormulas = false
  /// `\arraystretch`, in thousandths.
  var arrayStretch = 1000
  /// `\arraycolsep`; nil is LaTeX's own.
  var arrayColumnSep: Dimension?
  /// The number of `\big{` and the like, with a bare brace, whose partners have not been read.
  var bareBraces = 0
}
