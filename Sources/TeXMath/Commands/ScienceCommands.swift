internal import TypesetDiagnostics

/// The commands of mhchem and siunitx, whose arguments are small languages that are translated into TeX.
enum ScienceCommands {
  static let rows: [CommandRow] = [
    CommandRow("ce") { parser, _ in
      let source = written(&parser)
      guard source.contains("&") else { return putBackGroup(&parser, chemistry(&parser, source)) }
      // mhchem's manual: `\ce{A &<=> B}` within align has the marks of columns in it.
      let cells = source.split(separator: "&", omittingEmptySubsequences: false).map { "{" + chemistry(&parser, String($0)) + "}" }
      parser.input.putBack(parser.input.vocabulary.tokens(of: cells.joined(separator: "&")))
    },
    CommandRow("pu") { parser, _ in putBackGroup(&parser, PhysicalUnit.tex(written(&parser))) },
    CommandRow("num") { parser, call in putBackGroup(&parser, PhysicalUnit.number(sourceAfterOptions(&parser, of: call), hasCross: true)) },
    CommandRow("ang") { parser, call in
      let parts = sourceAfterOptions(&parser, of: call).split(separator: ";", omittingEmptySubsequences: false)
      let signs = ["{}^{\\circ}", "{}^{\\prime}", "{}^{\\prime\\prime}"]
      putBackGroup(&parser, zip(parts, signs).filter { !$0.0.isEmpty }.map { $0 + $1 }.joined())
    },
    CommandRow("si") { parser, call in putBackGroup(&parser, PhysicalUnit.units(sourceAfterOptions(&parser, of: call), dot: "\\,")) },
    CommandRow("unit") { parser, call in putBackGroup(&parser, PhysicalUnit.units(sourceAfterOptions(&parser, of: call), dot: "\\,")) },
    CommandRow("SI") { parser, call in
      let number = PhysicalUnit.number(sourceAfterOptions(&parser, of: call), hasCross: true)
      putBackGroup(&parser, number + "\\," + PhysicalUnit.units(written(&parser), dot: "\\,"))
    },
    CommandRow("qtyrange") { parser, call in quantityRange(&parser, call) },
    CommandRow("SIrange") { parser, call in quantityRange(&parser, call) },
    CommandRow("numlist") { parser, call in
      let numbers = numbers(sourceAfterOptions(&parser, of: call), separator: ";")
      putBackGroup(&parser, series(numbers))
    },
    CommandRow("numproduct") { parser, call in
      putBackGroup(&parser, numbers(sourceAfterOptions(&parser, of: call), separator: "x").joined(separator: "\\times "))
    },
    CommandRow("qtylist") { parser, call in quantityList(&parser, call) },
    CommandRow("SIlist") { parser, call in quantityList(&parser, call) },
    CommandRow("qtyproduct") { parser, call in
      let numbers = numbers(sourceAfterOptions(&parser, of: call), separator: "x")
      putBackGroup(&parser, quantities(numbers, of: written(&parser), &parser).joined(separator: "\\times "))
    },
    CommandRow("numrange") { parser, call in
      let first = PhysicalUnit.number(sourceAfterOptions(&parser, of: call), hasCross: true)
      putBackGroup(&parser, first + "\\text{–}" + PhysicalUnit.number(written(&parser), hasCross: true))
    },
  ]

  private static func numbers(_ source: String, separator: Character) -> [String] {
    source.split(separator: separator).map { PhysicalUnit.number(String($0), hasCross: true) }
  }

  /// siunitx' lists: commas, and before the last one "and".
  private static func series(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: "\\text{, }") + "\\text{ and }" + last
  }

  /// `\qtyrange{5}{20}{\kelvin}`: both numbers have the unit.
  private static func quantityRange(_ parser: inout Parser, _ call: Call) {
    let first = PhysicalUnit.number(sourceAfterOptions(&parser, of: call), hasCross: true)
    let second = PhysicalUnit.number(written(&parser), hasCross: true)
    let unit = "\\," + PhysicalUnit.units(written(&parser), dot: "\\,")
    putBackGroup(&parser, first + unit + "\\text{–}" + second + unit)
  }

  private static func quantityList(_ parser: inout Parser, _ call: Call) {
    let numbers = numbers(sourceAfterOptions(&parser, of: call), separator: ";")
    putBackGroup(&parser, series(quantities(numbers, of: written(&parser), &parser)))
  }

  /// Numbers, each with the unit: thousands of both are millions, and count as what macros make.
  private static func quantities(_ numbers: [String], of source: String, _ parser: inout Parser) -> [String] {
    let unit = "\\," + PhysicalUnit.units(source, dot: "\\,")
    let size = numbers.count * unit.utf8.count
    guard size < 1024 || parser.input.takes(repeated: size) else { return [] }
    return numbers.map { $0 + unit }
  }

  /// The argument that comes next, as it was written.
  private static func written(_ parser: inout Parser) -> String { parser.translatedArgument() }

  /// The argument after options, as it was written; an empty one is reported, since nothing would be visible.
  private static func sourceAfterOptions(_ parser: inout Parser, of call: Call) -> String {
    _ = parser.input.optionalArgument()
    let source = written(&parser)
    if source.allSatisfy(\.isWhitespace) {
      parser.report("math.missing-argument", call.token, "missing argument of \(parser.text(call.token))", hint: "add {…}")
    }
    return source
  }

  private static func putBackGroup(_ parser: inout Parser, _ tex: String) {
    parser.input.putBack(parser.input.vocabulary.tokens(of: "{" + tex + "}"))
  }

  /// mhchem's language, as TeX. Nested formulas (above arrows) are bounded by the nesting of groups.
  private static func chemistry(_ parser: inout Parser, _ source: String) -> String {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    guard parser.nesting <= parser.budget.formulaNesting else { return "" }
    var reader = ChemicalReader(source)
    return reader.tex()
  }
}
