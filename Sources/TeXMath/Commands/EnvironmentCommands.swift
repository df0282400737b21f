internal import TypesetBoxes

/// Environments and what is read in their rows; the environments themselves are in `Parsing/Environments`.
extension Parser {
  static let environmentCommands: [CommandRow] = [
    CommandRow("begin") { parser, call in parser.environment(call.token) },
    .readByParser("end"), .readByParser("\\"), .readByParser("cr"),
    .misplaced("hline"), .misplaced("hdashline"), .misplaced("cline"), .misplaced("multicolumn"),
    CommandRow("newenvironment") { parser, _ in parser.newEnvironment() },
    CommandRow("renewenvironment") { parser, _ in parser.newEnvironment() },
    CommandRow("newcases") { parser, _ in
      let name = parser.plainText(parser.input.argument())
      _ = (parser.input.argument(), parser.input.argument(), parser.input.argument())
      let (left, right) = (parser.input.argument(), parser.input.argument())
      parser.define(
        environment: name, begin: Macro(parameters: 0, body: parser.tokens("\\left#1\\begin{array}{@{}ll@{}}", [left])),
        end: parser.tokens("\\end{array}\\right#1", [right]))
    },
  ]

  /// `\newenvironment{name}[1]{begin}{end}`.
  private mutating func newEnvironment() {
    let star = input.nextRaw()
    if !star.isCharacter("*") { input.putBack(star) }
    let name = plainText(input.argument())
    let count = input.optionalArgument().flatMap { Int(plainText($0)) } ?? 0
    let standard = input.optionalArgument()
    let begin = input.argument()
    let end = input.argument()
    define(environment: name, begin: Macro(parameters: min(count, 9), defaultArgument: standard, body: begin), end: end)
  }

  private mutating func define(environment name: String, begin: Macro, end: [Token]) {
    input.define(environmentName("begin", name), as: begin, isGlobal: false)
    input.define(environmentName("end", name), as: Macro(parameters: 0, body: end), isGlobal: false)
  }
}

extension CommandRow {
  /// A command that only the rows of an array read.
  fileprivate static func misplaced(_ name: String) -> CommandRow {
    CommandRow(name) { parser, call in
      parser.report("math.misplaced", call.token, "\(parser.text(call.token)) is outside an array", hint: nil)
    }
  }
}
