internal import TypesetDiagnostics

/// The commands of mhchem and siunitx, whose arguments are small languages that are translated into TeX.
enum ScienceCommands {
  static let rows: [CommandRow] = [
    CommandRow("ce") { parser, _ in
      let source = written(&parser)
      guard source.contains("&") else { return putBackGroup(&parser, chemistry(&parser, source)) }
      // mhchem's manual: `\ce{A &<=> B}` within align has the marks of columns in it.
      let cells = source.split(separator: "&", omittingEmptySubsequences: false).map { "{" + chemistry(&parser, String($0)) + "}" }
      parser.putBack(madeTeX: cells.joined(separator: "&"))
    },
    // units.sty: a value before the unit is optional.
    CommandRow("units") { parser, _ in
      let value = parser.input.optionalArgument()
      parser.putBack(value == nil ? "\\mathrm{#2}" : "{#1}\\,\\mathrm{#2}", value ?? [], parser.input.argument())
    },
    CommandRow("unitfrac") { parser, _ in
      let value = parser.input.optionalArgument()
      let (upper, lower) = (parser.input.argument(), parser.input.argument())
      parser.putBack((value == nil ? "" : "{#1}\\,") + "\\nicefrac{\\mathrm{#2}}{\\mathrm{#3}}", value ?? [], upper, lower)
    },
    CommandRow("pu") { parser, _ in putBackGroup(&parser, PhysicalUnit.tex(written(&parser))) },
    CommandRow("num") { parser, call in putBackGroup(&parser, numberAfterOptions(&parser, of: call)) },
    CommandRow("ang") { parser, call in
      let tokens = argumentAfterOptions(&parser, of: call)
      let source = parser.input.vocabulary.source(of: tokens)
      if !source.split(separator: ";").allSatisfy({ PhysicalUnit.isNumber(String($0)) }) {
        parser.report("math.number", Token.place(of: tokens), "\(source) is no angle", hint: "write degrees, such as 45 or 12;3;4")
      }
      let parts = source.split(separator: ";", omittingEmptySubsequences: false)
      let signs = ["{}^{\\circ}", "{}^{\\prime}", "{}^{\\prime\\prime}"]
      putBackGroup(&parser, zip(parts, signs).filter { !$0.0.isEmpty }.map { $0 + $1 }.joined())
    },
    CommandRow("si") { parser, call in putBackGroup(&parser, unitAfterOptions(&parser, of: call)) },
    CommandRow("unit") { parser, call in putBackGroup(&parser, unitAfterOptions(&parser, of: call)) },
    CommandRow("SI") { parser, call in
      let number = numberAfterOptions(&parser, of: call)
      putBackGroup(&parser, number + "\\," + unit(&parser))
    },
    CommandRow("qtyrange") { parser, call in quantityRange(&parser, call) },
    CommandRow("SIrange") { parser, call in quantityRange(&parser, call) },
    CommandRow("numlist") { parser, call in
      let numbers = numbers(&parser, of: call, separator: ";")
      putBackGroup(&parser, series(numbers))
    },
    CommandRow("numproduct") { parser, call in
      putBackGroup(&parser, numbers(&parser, of: call, separator: "x").joined(separator: "\\times "))
    },
    CommandRow("qtylist") { parser, call in quantityList(&parser, call) },
    CommandRow("SIlist") { parser, call in quantityList(&parser, call) },
    CommandRow("qtyproduct") { parser, call in
      let numbers = numbers(&parser, of: call, separator: "x")
      putBackGroup(&parser, quantities(numbers, &parser).joined(separator: "\\times "))
    },
    CommandRow("numrange") { parser, call in
      let first = numberAfterOptions(&parser, of: call)
      putBackGroup(&parser, first + "\\text{–}" + number(&parser, parser.translatedArgument()))
    },
  ]

  /// siunitx' numbers in one argument, after options.
  private static func numbers(_ parser: inout Parser, of call: Call, separator: Character) -> [String] {
    argumentAfterOptions(&parser, of: call).split { $0.isCharacter(separator) }.map { number(&parser, Array($0)) }
  }

  private static func numberAfterOptions(_ parser: inout Parser, of call: Call) -> String {
    number(&parser, argumentAfterOptions(&parser, of: call))
  }

  /// One number of siunitx; anything else is reported, and set as it is.
  private static func number(_ parser: inout Parser, _ tokens: [Token]) -> String {
    let source = parser.input.vocabulary.source(of: tokens)
    if !PhysicalUnit.isNumber(source), !tokens.isEmpty {
      parser.report("math.number", Token.place(of: tokens), "\(source) is no number", hint: "write a number, such as 1.5e3")
    }
    return PhysicalUnit.number(source, hasCross: true)
  }

  private static func unitAfterOptions(_ parser: inout Parser, of call: Call) -> String {
    unit(&parser, argumentAfterOptions(&parser, of: call))
  }

  private static func unit(_ parser: inout Parser) -> String { unit(&parser, parser.translatedArgument()) }

  /// A unit of siunitx; commands that mean nothing are reported, and shown in the error colour.
  private static func unit(_ parser: inout Parser, _ tokens: [Token]) -> String {
    let vocabulary = parser.input.vocabulary
    var unknown: Set<String> = []
    for token in tokens where token.kind == .command {
      let name = vocabulary.names.name(token.value)
      guard !PhysicalUnit.knows(name), parser.input.definitions[token.value] == nil,
        case .undefined = vocabulary.meaning(of: token), unknown.insert(name).inserted
      else { continue }
      parser.report(
        "math.unknown-command", token, "unknown unit \\\(name)",
        hint: nearest(to: name, among: PhysicalUnit.allNames).map { "did you mean \\\($0)?" })
    }
    return PhysicalUnit.units(vocabulary.source(of: tokens), dot: "\\,", unknown: unknown)
  }

  /// siunitx' lists: commas, and before the last one "and".
  private static func series(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: "\\text{, }") + "\\text{ and }" + last
  }

  /// `\qtyrange{5}{20}{\kelvin}`: both numbers have the unit.
  private static func quantityRange(_ parser: inout Parser, _ call: Call) {
    let first = numberAfterOptions(&parser, of: call)
    let second = number(&parser, parser.translatedArgument())
    let unit = "\\," + unit(&parser)
    putBackGroup(&parser, first + unit + "\\text{–}" + second + unit)
  }

  private static func quantityList(_ parser: inout Parser, _ call: Call) {
    let numbers = numbers(&parser, of: call, separator: ";")
    putBackGroup(&parser, series(quantities(numbers, &parser)))
  }

  /// Numbers, each with the unit that follows: thousands of both are millions, and count as what macros make.
  private static func quantities(_ numbers: [String], _ parser: inout Parser) -> [String] {
    let unit = "\\," + unit(&parser)
    let size = numbers.count * unit.utf8.count
    guard size < 1024 || parser.input.takes(repeated: size) else { return [] }
    return numbers.map { $0 + unit }
  }

  /// The argument that comes next, as it was written.
  private static func written(_ parser: inout Parser) -> String { parser.input.vocabulary.source(of: parser.translatedArgument()) }

  /// The argument after options; an empty one is reported, since nothing would be visible.
  private static func argumentAfterOptions(_ parser: inout Parser, of call: Call) -> [Token] {
    _ = parser.input.optionalArgument()
    let tokens = parser.translatedArgument()
    if tokens.allSatisfy({ $0.kind == .space }) {
      parser.report("math.missing-argument", call.token, "missing argument of \(parser.text(call.token))", hint: "add {…}")
      return []
    }
    return tokens
  }

  private static func putBackGroup(_ parser: inout Parser, _ tex: String) { parser.putBack(madeTeX: "{" + tex + "}") }

  /// mhchem's language, as TeX. Nested formulas (above arrows) are bounded by the nesting of groups.
  private static func chemistry(_ parser: inout Parser, _ source: String) -> String {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    guard parser.nesting <= parser.budget.formulaNesting else { return "" }
    var reader = ChemicalReader(source)
    let tex = reader.tex()
    if let open = reader.open, let command = parser.inHand {
      let end = open == "[" ? "]" : String(open)
      parser.report("math.missing-bracket", command, "a \(open) in \(parser.text(command)) has no end", hint: "add \(end)")
    }
    return tex
  }
}
