internal import TypesetBoxes
internal import TypesetDiagnostics

/// Tokens → `MathList`. Total: what cannot be understood becomes its own source in the error colour.
///
/// Noads of an open list are at the end of `pending`, from the list's mark on; a list that ends moves to
/// `list.noads` as one range.
struct Parser {
  var input: Expander
  var list = MathList()
  var pending: [Noad] = []
  var diagnostics: [MathDiagnostic] = []
  var alphabet = Alphabet.normal
  var nesting = 0
  var stretch = 1000
  var arrayColumnSep: Dimension?
  var cellCount = 0
  var isGlobalNext = false
  /// At which nesting a denominator after `\over` is being read.
  private var denominatorNesting = -1
  /// How many of `\big{` and the like, a bare brace, wait for their partners.
  var bareBraces = 0
  /// In `\\operatorname` an apostrophe is no prime.
  var isOperatorName = false
  /// `cases*` becomes `cases` with rows as mathtools sets them.
  var isStarredCases = false
  var setting = FormulaSetting.alone
  /// LaTeX's `\if@display`.
  var isDisplayMode: Bool { setting == .display }
  /// In a line of text `\\` ends the line.
  var isInline: Bool { setting == .inline }
  let budget: Budget
  let source: [UInt8]

  init(_ source: [UInt8], vocabulary: Vocabulary, definitions: Definitions, budget: Budget) {
    input = Expander(source, vocabulary: vocabulary, definitions: definitions, budget: budget)
    self.source = source
    self.budget = budget
    pending.reserveCapacity(64)
    list.noads.reserveCapacity(128)
  }

  /// The whole formula.
  mutating func parse() {
    list.root = parseRows()
    if input.isExhausted {
      report(
        "math.macro-limit", 0..<source.count, "macros expand to more than \(budget.macroExpansions) steps",
        hint: "look for a macro that uses itself")
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
      case .command where command(token) == .newline || command(token) == .cr:
        _ = rowGap()
        if isInline {
          pending.append(Noad(.lineEnd))
        } else {
          lines.append(close(from: mark))
        }
      case .endGroup: report("math.extra-brace", token, "unmatched }", hint: "write \\} for a visible brace")
      case .alignTab:
        report(
          "math.misplaced-tab", token, "& outside an alignment", hint: "write \\& for the character, or put the rows into aligned")
      case .mathShift: report("math.nested-dollar", token, "$ inside a formula", hint: "use \\text{… $x$ …}, or \\$ for the sign")
      default:
        report("math.unmatched", token, "unmatched \(text(token))", hint: nil)
        if command(token) == .end { _ = input.argument() }
        skipNullDelimiter(after: token)
      }
    }
  }

  private mutating func stacked(_ lines: [Field]) -> Field {
    var alignment = Alignment()
    alignment.manner = .gathered
    alignment.style = .display
    alignment.columns = [Alignment.Column()]
    for line in lines {
      let start = list.cells.count
      list.cells.append(Cell(content: line))
      alignment.rows.append(Alignment.Row(cells: start..<start + 1))
    }
    list.alignments.append(alignment)
    let mark = pending.count
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
    return close(from: mark)
  }

  // MARK: Lists

  /// Moves what is pending from `mark` into a list.
  mutating func close(from mark: Int) -> Field {
    let start = list.noads.count
    list.noads.append(contentsOf: pending[mark...])
    pending.removeSubrange(mark...)
    return .list(Int32(start), Int32(list.noads.count - start))
  }

  /// A list of one plain character is that character (TeX: The Program, § 1186).
  mutating func collapsed(_ field: Field) -> Field {
    guard case .list(let start, 1) = field else { return field }
    let noad = list.noads[Int(start)]
    guard case .atom = noad.kind, noad.atomClass == .ord, noad.superscript.isEmpty, noad.subscript.isEmpty,
      !noad.isLargeOperator
    else { return field }
    return noad.nucleus
  }

  mutating func group() -> Field {
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
    let outer = (alphabet, stretch, arrayColumnSep)
    while true {
      parseItems(from: mark)
      let token = input.next()
      if token.kind == .endGroup || token.kind == .end || command(token) == .egroup || command(token) == .endgroup {
        if token.kind == .end { report("math.missing-brace", token, "unclosed group", hint: "add }") }
        break
      }
      if isBoundary(token) {
        report("math.missing-brace", token, "unclosed group before \(text(token))", hint: "add }")
        input.putBack(token)
        break
      }
      report("math.misplaced", token, "\(text(token)) is not allowed in a group", hint: nil)
      skipNullDelimiter(after: token)
    }
    (alphabet, stretch, arrayColumnSep) = outer
    input.leaveGroup()
    return close(from: mark)
  }

  /// The delimiter of an unmatched `\right` shows, but for the dot that represents none.
  mutating func skipNullDelimiter(after token: Token) {
    guard command(token) == .right || command(token) == .middle else { return }
    let next = input.nextRaw()
    if !next.isCharacter(".") { input.putBack(next) }
  }

  private func isBoundary(_ token: Token) -> Bool {
    token.kind == .mathShift || command(token) == .end
  }

  func command(_ token: Token) -> ControlWord? {
    guard token.kind == .command, case .command(_, let word) = input.vocabulary.meaning(of: token.value) else { return nil }
    return word
  }

  /// The argument of a command: a group, or one thing.
  mutating func argument() -> Field {
    input.skipSpaces()
    let token = input.next()
    switch token.kind {
    case .space: return argument()
    case .beginGroup: return group()
    case .end, .endGroup, .alignTab:
      report("math.missing-argument", token, "missing argument", hint: "add {…}")
      input.putBack(token)
      return .empty
    default:
      if nesting > budget.formulaNesting { return .empty }
      if let what = command(token), Self.endsList(what) {
        report("math.missing-argument", token, "missing argument before \(text(token))", hint: "add {…}")
        input.putBack(token)
        return .empty
      }
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

  /// Items until something that ends a list; that token is left for the caller.
  mutating func parseItems(from mark: Int) {
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
          if parseInfix(command, token, from: mark) { return }
        }
        parseItem(token, from: mark)
      default: parseItem(token, from: mark)
      }
    }
  }

  /// `\over` and the like: all before is the numerator, all after the denominator.
  private mutating func parseInfix(_ command: ControlWord, _ token: Token, from mark: Int) -> Bool {
    var (thickness, left, right): (Int32, UInt32, UInt32) = (-1, 0, 0)
    switch command {
    case .over: break
    case .atop: thickness = 0
    case .above: thickness = dimension().value
    case .choose: (thickness, left, right) = (0, 0x28, 0x29)
    case .brack: (thickness, left, right) = (0, 0x5B, 0x5D)
    case .brace: (thickness, left, right) = (0, 0x7B, 0x7D)
    case .overwithdelims: (left, right) = (delimiter(), delimiter())
    case .atopwithdelims: (thickness, left, right) = (0, delimiter(), delimiter())
    case .abovewithdelims:
      (left, right) = (delimiter(), delimiter())
      thickness = dimension().value
    default: return false
    }
    let numerator = close(from: mark)
    if nesting == denominatorNesting {
      report(
        "math.ambiguous-fraction", token, "\(text(token)) follows another fraction in the same group",
        hint: "put braces around the inner fraction")
    }
    let outer = denominatorNesting
    nesting += 1
    denominatorNesting = nesting
    if nesting <= budget.formulaNesting { parseItems(from: mark) }
    nesting -= 1
    denominatorNesting = outer
    let denominator = close(from: mark)
    pending.append(
      Noad(.fraction(thickness: thickness, left: left, right: right), .inner, nucleus: numerator, second: denominator))
    return true
  }

  // MARK: Reports

  mutating func report(_ code: String, _ token: Token, _ message: String, hint: String?) {
    report(code, Int(token.start)..<Int(max(token.start, token.end)), message, hint: hint)
  }

  mutating func report(_ code: String, _ range: Range<Int>, _ message: String, hint: String?) {
    guard diagnostics.count < 100 else { return }
    diagnostics.append(MathDiagnostic(code: code, range: range, message: message, hint: hint))
  }

  func text(_ token: Token) -> String {
    switch token.kind {
    case .command: "\\" + input.vocabulary.names.name(token.value)
    case .end: "the end"
    default: Unicode.Scalar(token.value).map { String(Character($0)) } ?? ""
    }
  }
}
