internal import TypesetBoxes
internal import TypesetDiagnostics

/// Environments, and commands that belong in their rows; the table of environments is in `Parsing/Environments`.
enum EnvironmentCommands {
  static let rows: [CommandRow] = [
    CommandRow("begin") { parser, call in read(&parser, parser.argumentText(), call.token) },
    .readByParser("end"), .readByParser("\\"), .readByParser("cr"),
    .misplaced("hline"), .misplaced("hdashline"), .misplaced("cline"), .misplaced("multicolumn"),
    CommandRow("newenvironment") { parser, _ in newEnvironment(&parser) },
    CommandRow("renewenvironment") { parser, _ in newEnvironment(&parser) },
    CommandRow("newcases") { parser, _ in
      let name = parser.argumentText()
      _ = (parser.input.argument(), parser.input.argument(), parser.input.argument())
      let (left, right) = (parser.input.argument(), parser.input.argument())
      define(
        &parser, environment: name, begin: Macro(parameters: 0, body: parser.tokens("\\left#1\\begin{array}{@{}ll@{}}", [left])),
        end: parser.tokens("\\end{array}\\right#1", [right]))
    },
  ]

  /// Reads an environment whose `\begin{…}` has been read.
  ///
  /// - Parameters:
  ///   - full: Its name, with its star.
  ///   - isSpread: Rows are as far apart as mathtools sets them.
  private static func read(_ parser: inout Parser, _ full: String, _ begin: Token, isSpread: Bool = false) {
    let isStarred = full.hasSuffix("*")
    let name = isStarred ? String(full.dropLast()) : full
    if readOwn(&parser, full, begin) { return }
    if isStarred, name.hasSuffix("cases") { return casesWithText(&parser, name, full, begin, left: nil) }
    if name == "numcases" || name == "subnumcases" {
      return casesWithText(&parser, "cases", full, begin, left: parser.input.argument())
    }
    if name == "CD" { return CommutativeDiagram.read(&parser) }
    if transparentEnvironments.contains(name) { return readTransparent(&parser, name, full) }
    guard var environment = environments[name] else { return unknown(&parser, full, begin) }
    if isSpread { environment.isSpread = true }
    AlignmentReader.read(&parser, environment, named: full, from: begin, isStarred: isStarred)
  }

  /// An environment that `\newenvironment` has defined; false for another one.
  private static func readOwn(_ parser: inout Parser, _ name: String, _ token: Token) -> Bool {
    guard !parser.input.definitions.isEmpty,
      let begin = parser.input.definitions[Environment.definedName("begin", name, parser.input.vocabulary)]
    else { return false }
    let end = parser.input.definitions[Environment.definedName("end", name, parser.input.vocabulary)]?.body ?? []
    let opening = parser.input.substituted(begin, at: token)
    let body = parser.input.environmentBody(named: name)
    parser.input.putBack(parser.braced(opening + body + end))
    return true
  }

  private static func readTransparent(_ parser: inout Parser, _ name: String, _ full: String) {
    if name == "spreadlines" || name == "minipage" { _ = (parser.input.optionalArgument(), parser.input.argument()) }
    guard name == "empheq" else { return parser.input.putBack(parser.input.environmentBody(named: full)) }
    _ = parser.input.optionalArgument()
    let inner = parser.argumentText()
    parser.putBack("\\begin{\(inner)}#1\\end{\(inner)}", parser.input.environmentBody(named: full))
  }

  /// mathtools' `cases*` and cases' `numcases`: the cells after `&` are text.
  ///
  /// - Parameters:
  ///   - name: The environment that it becomes.
  ///   - left: The left side of `numcases`; nil for `cases*`, whose rows are as far apart as mathtools sets them.
  private static func casesWithText(_ parser: inout Parser, _ name: String, _ full: String, _ begin: Token, left: [Token]?) {
    var out: [Token] = []
    var text: [Token]?
    var depth = 0
    func flush() {
      if let words = text { out += parser.tokens("\\text{#1}", [words]) }
      text = nil
    }
    for token in parser.input.environmentBody(named: full) {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .alignTab, text == nil {
        out.append(token)
        text = []
      } else if depth == 0, parser.isRowEnd(token) {
        flush()
        out.append(token)
      } else if text != nil {
        text?.append(token)
      } else {
        out.append(token)
      }
    }
    flush()
    if let left { return parser.putBack("#1\\begin{\(name)}#2\\end{\(name)}", left, out) }
    parser.putBack("#1\\end{\(name)}", out)
    read(&parser, name, begin, isSpread: true)
  }

  /// The names in the error colour around the content, which is aligned where it has cells or rows.
  private static func unknown(_ parser: inout Parser, _ name: String, _ token: Token) {
    guard !name.isEmpty else {
      return parser.report(
        "math.unknown-environment", token, "\\begin needs the name of an environment", hint: "write \\begin{aligned}, for instance")
    }
    parser.report(
      "math.unknown-environment", token, "unknown environment \(name)",
      hint: nearest(to: name, among: environments.keys.sorted()).map { "did you mean \($0)?" })
    parser.showSource("\\begin{\(name)}")
    let body = parser.input.environmentBody(named: name)
    let isAligned = body.contains { $0.kind == .alignTab || parser.isRowEnd($0) }
    let content = isAligned ? parser.tokens("\\begin{matrix}#1\\end{matrix}", [body]) : body
    parser.append(Noad(nucleus: parser.sublist(content)))
    parser.showSource("\\end{\(name)}")
  }

  /// `\newenvironment{name}[1]{begin}{end}`.
  private static func newEnvironment(_ parser: inout Parser) {
    _ = parser.takeStar()
    let name = parser.argumentText()
    let count = parser.input.optionalArgument().flatMap { parser.whole($0, in: 0...9) } ?? 0
    let standard = parser.input.optionalArgument()
    let begin = parser.input.argument()
    let end = parser.input.argument()
    define(&parser, environment: name, begin: Macro(parameters: count, defaultArgument: standard, body: begin), end: end)
  }

  private static func define(_ parser: inout Parser, environment name: String, begin: Macro, end: [Token]) {
    let vocabulary = parser.input.vocabulary
    parser.input.define(Environment.definedName("begin", name, vocabulary), as: begin, isGlobal: false)
    parser.input.define(Environment.definedName("end", name, vocabulary), as: Macro(parameters: 0, body: end), isGlobal: false)
  }
}

extension CommandRow {
  /// A command that only the rows of an array read.
  fileprivate static func misplaced(_ name: String) -> CommandRow {
    CommandRow(name) { parser, call in
      parser.report("math.misplaced", call.token, "\(parser.text(call.token)) is outside an array", hint: "write it in a row of array")
    }
  }
}
