internal import TypesetBoxes

/// What TeX or KaTeX would refuse, and is set nevertheless.
enum Refusals {
  /// What is known only at the end: a comment that hides something, doubled backslashes, a use of a macro that its definition does not allow.
  static func unfinished(_ parser: inout Parser) {
    if let comment = parser.input.hidingComment {
      parser.report(
        "math.comment", comment, "% makes a comment of what follows it", hint: "write \\% for the sign, or a space before a comment",
        isNote: true)
    }
    if let command = parser.input.doubledCommand {
      parser.report("math.doubled-backslash", command, "two backslashes before the word of an environment", hint: "write one")
    }
    if let name = parser.input.mismatched {
      parser.report(
        "math.macro-use", name, "what follows \(parser.text(name)) does not match its definition",
        hint: "write what \\def\(parser.text(name)) has between its arguments")
    }
  }

  /// Reports a row end outside rows: `\cr`, or a single backslash at the end.
  static func rowEnd(_ parser: inout Parser, _ token: Token, length: Int) {
    if parser.command(token) == .cr {
      parser.report("math.misplaced", token, "\\cr is outside an alignment", hint: "write \\\\ for a new line", isNote: true)
    } else if token.end - token.start == 1, Int(token.end) == length {
      parser.report("math.backslash", token, "a backslash ends the formula", hint: "remove it, or write \\\\ for a new line")
    }
  }

  /// Reports a command with arguments that is itself an argument without braces, where TeX takes the command alone.
  static func bareCommand(_ parser: inout Parser, _ token: Token) {
    guard token.kind == .command, let inHand = parser.inHand else { return }
    switch parser.input.vocabulary.meaning(of: token) {
    case .command, .alphabet: break
    default: return
    }
    let names = parser.input.vocabulary.names
    let name = names.name(token.value)
    let (isScript, outer) = (inHand.kind == .superscript || inHand.kind == .subscript, names.name(inHand.value))
    let isRefused: Bool =
      switch name {
      // LaTeX's fractions begin with a brace.
      case _ where Self.fractions.contains(name): !isScript && Self.fractions.contains(outer)
      case "sqrt": isScript || Self.fractions.contains(outer)
      case "left", "mathllap", "mathrlap", "mathclap": isScript || Self.fractions.contains(outer) || Self.boxes.contains(outer)
      // NFSS: an alphabet's argument begins with a brace, or is one character.
      case _ where isAlphabet(parser.input.vocabulary.meaning(of: token)):
        isAlphabet(parser.input.vocabulary.meaning(of: inHand))
      default: false
      }
    guard isRefused else { return }
    parser.report(
      "math.bare-argument", token, "\\\(name) is the argument of \(parser.text(inHand)) without braces",
      hint: "write \(parser.text(inHand)){\\\(name)\(name == "left" ? " … \\right" : "{…}")}")
  }

  private static let fractions: Set<String> = ["frac", "dfrac", "tfrac", "cfrac"]
  private static let boxes: Set<String> = ["sqrt", "mathllap", "mathrlap", "mathclap"]

  /// Says of the command that was just read, or of a macro, that an optional argument of it has no end.
  static func openBracket(_ parser: inout Parser, of command: Token?) {
    guard let (bracket, argument) = parser.input.openBracket else { return }
    parser.input.openBracket = nil
    let name = command.map { parser.text($0) } ?? ""
    let content = parser.plainText(argument).filter { $0 != " " }
    parser.report(
      "math.missing-bracket", bracket, "the [\(name.isEmpty ? "" : " of \(name)") has no ]",
      hint: name.isEmpty ? "add ]" : "write \(name)[\(content.isEmpty ? "…" : content)]{…}")
  }

  /// Reports a `$` in the formula, once of two.
  static func mathShift(_ parser: inout Parser, _ token: Token) {
    if parser.shiftEnd == "$" { return parser.shiftEnd = nil }
    parser.shiftEnd = "$"
    parser.report("math.nested-dollar", token, "$ inside a formula", hint: "use \\text{… $x$ …}, or \\$ for the sign")
  }

  /// True for the `\)` of a `\(` that is to be reported, or has been, as unknown.
  static func closesShift(_ parser: inout Parser, _ token: Token) -> Bool {
    let name = parser.text(token)
    if let end = ["\\(": "\\)", "\\[": "\\]"][name] {
      parser.shiftEnd = end
      return false
    }
    guard name == parser.shiftEnd else { return false }
    parser.shiftEnd = nil
    return true
  }

  /// Reports a group that ends with another token than the one that belongs to its beginning.
  static func groupEnd(_ parser: inout Parser, of open: Token?, _ end: Token) {
    guard let open, end.kind != .end else { return }
    let isSemiSimple = parser.command(open) == .begingroup
    guard isSemiSimple != (parser.command(end) == .endgroup) else { return }
    parser.report(
      "math.group-end", end, "\(parser.text(open)) is closed by \(parser.text(end))",
      hint: isSemiSimple ? "write \\endgroup" : "write \(open.kind == .beginGroup ? "}" : "\\egroup")")
  }

  /// Says once of a formula that it has letters that no math font has.
  static func textLetter(_ parser: inout Parser, _ token: Token) {
    guard !parser.scope.alphabet.isUpright, !parser.scope.isOperatorName, token.end > token.start, !parser.hasReportedLetters else {
      return
    }
    parser.hasReportedLetters = true
    let letter = parser.text(token)
    if token.value == 0xFFFD {
      return parser.report("math.character", token, "a character that cannot be read", hint: "save the file as UTF-8", isNote: true)
    }
    parser.report("math.text-letter", token, "\(letter) is no letter of mathematics", hint: "write \\text{\(letter)}", isNote: true)
  }

  /// Reports an environment for displays within a line.
  static func display(_ parser: inout Parser, _ name: String, _ inner: String?, _ token: Token) {
    guard parser.setting == .inline, token.end > token.start else { return }
    parser.report(
      "math.display-inline", token, "\\begin{\(name)} is for displays, and stands in a line of text",
      hint: inner.map { "write \\begin{\($0)}, or $$ around the formula" } ?? "write $$ around the formula", isNote: name == "CD")
  }

  /// Reports a command in text mode that has a meaning only in formulas.
  static func mathInText(_ parser: inout Parser, _ token: Token) {
    guard token.value & CommandNames.original == 0, token.end > token.start else { return }
    let isMath: Bool =
      switch parser.input.vocabulary.meaning(of: token) {
      case .symbol, .largeOperator, .accent, .brace, .operatorName, .alphabet: true
      case .command(let row, _): FractionCommands.names.contains(Commands.all[Int(row)].name)
      case .macro: formulaMacros.contains(parser.input.vocabulary.names.name(token.value))
      default: false
      }
    guard isMath, !textSymbols.contains(parser.input.vocabulary.names.name(token.value)) else { return }
    let name = parser.text(token)
    parser.report("math.text-mode", token, "\(name) in text belongs into a formula", hint: "write $\(name)…$ within the text")
  }

  /// Symbols that LaTeX sets in text too.
  private static let textSymbols: Set<String> = [
    "checkmark", "circledR", "maltese", "yen", "backprime", "mathsection", "mathparagraph", "vdots", "sect", "bull", "Dagger",
  ]

  private static let formulaMacros: Set<String> = ["phase", "binom", "dbinom", "tbinom", "dfrac", "tfrac"]

  /// True for a definition, which is no argument.
  static func isDefinition(_ token: Token, _ parser: Parser) -> Bool {
    guard token.kind == .command, case .command(let row, _) = parser.input.vocabulary.meaning(of: token) else { return false }
    return Commands.all[Int(row)].define != nil
  }

  static func isAlphabet(_ meaning: Meaning) -> Bool { if case .alphabet = meaning { true } else { false } }
}

extension ControlWord {
  var isInfixFraction: Bool {
    switch self {
    case .over, .atop, .above, .choose, .brack, .brace, .overwithdelims, .atopwithdelims, .abovewithdelims: true
    default: false
    }
  }
}

extension FractionCommands {
  /// The commands of fractions and roots.
  static let names = Set(rows.map(\.name))
}

extension Alphabet {
  /// True where LuaTeX takes the letters of text.
  var isUpright: Bool { self != .normal }
}
