internal import TypesetDiagnostics

/// The commands of mhchem and siunitx, whose arguments are small languages that are translated into TeX.
extension Parser {
  static let scienceCommands: [CommandRow] = [
    CommandRow("ce") { parser, _ in
      let source = parser.written()
      parser.putBackGroup(parser.chemistry(source))
    },
    CommandRow("pu") { parser, _ in parser.putBackGroup(PhysicalUnit.tex(parser.written())) },
    CommandRow("num") { parser, call in parser.putBackGroup(PhysicalUnit.number(parser.sourceAfterOptions(of: call), hasCross: true)) },
    CommandRow("ang") { parser, call in
      let parts = parser.sourceAfterOptions(of: call).split(separator: ";", omittingEmptySubsequences: false)
      let signs = ["{}^{\\circ}", "{}^{\\prime}", "{}^{\\prime\\prime}"]
      parser.putBackGroup(zip(parts, signs).filter { !$0.0.isEmpty }.map { $0 + $1 }.joined())
    },
    CommandRow("si") { parser, call in parser.putBackGroup(PhysicalUnit.units(parser.sourceAfterOptions(of: call), dot: "\\,")) },
    CommandRow("unit") { parser, call in parser.putBackGroup(PhysicalUnit.units(parser.sourceAfterOptions(of: call), dot: "\\,")) },
    CommandRow("SI") { parser, call in
      let number = PhysicalUnit.number(parser.sourceAfterOptions(of: call), hasCross: true)
      parser.putBackGroup(number + "\\," + PhysicalUnit.units(parser.written(), dot: "\\,"))
    },
    CommandRow("numrange") { parser, call in
      let first = PhysicalUnit.number(parser.sourceAfterOptions(of: call), hasCross: true)
      parser.putBackGroup(first + "\\text{–}" + PhysicalUnit.number(parser.written(), hasCross: true))
    },
  ]

  /// The argument that comes next, as it was written.
  private mutating func written() -> String { plainTokens(input.argument()) }

  /// Without an argument nothing would be visible; it has probably been forgotten.
  private mutating func sourceAfterOptions(of call: Call) -> String {
    _ = input.optionalArgument()
    let source = written()
    if source.allSatisfy(\.isWhitespace) {
      report("math.missing-argument", call.token, "missing argument of \(text(call.token))", hint: "add {…}")
    }
    return source
  }

  private mutating func putBackGroup(_ tex: String) { input.putBack(input.vocabulary.tokens(of: "{" + tex + "}")) }

  /// mhchem's language, as TeX. Nested formulas (above arrows) are bounded by the nesting of groups.
  private mutating func chemistry(_ source: String) -> String {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= budget.formulaNesting else { return "" }
    var reader = ChemicalReader(source)
    return reader.tex()
  }
}
