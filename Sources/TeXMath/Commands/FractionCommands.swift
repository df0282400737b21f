internal import TypesetBoxes
internal import TypesetDiagnostics

/// Fractions and roots.
enum FractionCommands {
  static let rows: [CommandRow] = [
    CommandRow("frac") { parser, _ in
      let (numerator, denominator) = (parser.argument(), parser.argument())
      parser.append(Noad(.fraction(thickness: -1, left: 0, right: 0), .ord, nucleus: numerator, second: denominator))
    },
    CommandRow("cfrac") { parser, _ in continuedFraction(&parser) },
    CommandRow("genfrac") { parser, _ in generalFraction(&parser) },
    CommandRow("sqrt") { parser, _ in
      let degree = parser.input.optionalArgument().map { Self.degree(&parser, $0) }
      let field = parser.argument()
      parser.append(Noad(.radical, nucleus: parser.collapsed(field), second: degree ?? .empty))
    },
    CommandRow("root") { parser, _ in root(&parser) },
    CommandRow("leftroot") { parser, _ in _ = parser.input.argument() },
    CommandRow("uproot") { parser, _ in _ = parser.input.argument() },
    // `InfixFraction` reads these.
    .readByParser("over"), .readByParser("atop"), .readByParser("above"), .readByParser("choose"), .readByParser("brack"),
    .readByParser("brace"), .readByParser("overwithdelims"), .readByParser("atopwithdelims"), .readByParser("abovewithdelims"),
  ]

  private static func continuedFraction(_ parser: inout Parser) {
    let side = parser.input.optionalArgument().map { parser.plainText($0) }
    let (numerator, denominator) = (parser.argument(), parser.argument())
    let display = Noad(.style(.display))
    // LaTeX's `\strut`: 0.84 em high and 0.36 em deep.
    let strut = Noad(.rule(width: Dimension(), height: Dimension(value: 78_643, unit: .em), raise: Dimension(value: -23_593, unit: .em)))
    let top = parser.list.add([strut, Noad(nucleus: numerator)])
    var fraction = Noad(.fraction(thickness: -1, left: 0, right: 0), .inner, nucleus: top, second: denominator)
    fraction.numeratorSide = side == "l" ? .left : side == "r" ? .right : .center
    // `\nulldelimiterspace` on the right is taken back.
    let kern = Noad(.kern(Dimension(value: -7864, unit: .em)))
    parser.append(Noad(nucleus: parser.list.add([display, fraction, kern])))
  }

  private static func generalFraction(_ parser: inout Parser) {
    func scalar(_ tokens: [Token], _ parser: inout Parser) -> UInt32 {
      guard !tokens.isEmpty else { return 0 }
      parser.input.putBack(tokens)
      return DelimiterCommands.delimiter(&parser)
    }
    let left = scalar(parser.input.argument(), &parser)
    let right = scalar(parser.input.argument(), &parser)
    let bar = parser.input.argument()
    let style = parser.input.argument()
    // If arguments are missing, which is reported at the command, this one may not be a thickness.
    let thickness = bar.isEmpty || parser.input.isAtEnd ? -1 : Scanning.dimension(&parser, of: bar).value
    let (numerator, denominator) = (parser.argument(), parser.argument())
    let noad = Noad(
      .fraction(thickness: thickness, left: left, right: right), .inner, nucleus: numerator, second: denominator)
    guard let digit = style.first?.value, (0x30...0x33).contains(digit), let chosen = MathStyle(rawValue: UInt8(digit - 0x30)) else {
      return parser.append(Noad(nucleus: parser.list.add(noad)))
    }
    parser.append(Noad(nucleus: parser.list.add([Noad(.style(chosen)), noad])))
  }

  /// The degree of a root; amsmath's `\leftroot` and `\uproot` at its start move it, in mu of the text.
  private static func degree(_ parser: inout Parser, _ tokens: [Token]) -> Field {
    let names = parser.input.vocabulary.names
    var reader = TokenReader(tokens)
    var (left, up): (Int32, Int32) = (0, 0)
    while let token = reader.next() {
      if token.kind == .space { continue }
      let name = token.kind == .command ? names.name(token.value) : ""
      guard name == "leftroot" || name == "uproot" else {
        reader.putBack()
        break
      }
      let amount = Int32(parser.whole(reader.argument(), in: -1000...1000) ?? 0) * 65536 / 18
      if name == "uproot" { up = amount } else { left = amount }
    }
    let field = parser.sublist(reader.rest())
    guard left != 0 || up != 0 else { return field }
    func kern(_ amount: Int32) -> Noad { Noad(.kern(Dimension(value: amount, unit: .em))) }
    return parser.list.add([kern(-left), Noad(.raise(Dimension(value: up, unit: .em)), nucleus: field), kern(left)])
  }

  /// `\root n \of x`.
  private static func root(_ parser: inout Parser) {
    let degree = parser.upTo(nil)
    let field = parser.argument()
    parser.append(Noad(.radical, nucleus: parser.collapsed(field), second: Self.degree(&parser, degree)))
  }
}

/// A fraction whose command is between numerator and denominator, such as `\over` (TeXbook chapter 17).
struct InfixFraction {
  private var thickness: Int32 = -1
  private var (left, right): (UInt32, UInt32) = (0, 0)

  /// Reads what belongs to the command; nil for another command.
  init?(_ parser: inout Parser, _ command: ControlWord) {
    switch command {
    case .over: break
    case .atop: thickness = 0
    case .above: thickness = Scanning.dimension(&parser).value
    case .choose: (thickness, left, right) = (0, 0x28, 0x29)
    case .brack: (thickness, left, right) = (0, 0x5B, 0x5D)
    case .brace: (thickness, left, right) = (0, 0x7B, 0x7D)
    case .overwithdelims: readDelimiters(&parser)
    case .atopwithdelims:
      readDelimiters(&parser)
      thickness = 0
    case .abovewithdelims:
      readDelimiters(&parser)
      thickness = Scanning.dimension(&parser).value
    default: return nil
    }
  }

  private mutating func readDelimiters(_ parser: inout Parser) {
    left = DelimiterCommands.delimiter(&parser)
    right = DelimiterCommands.delimiter(&parser)
  }

  /// Makes the list before the command the numerator and what follows the denominator.
  func parse(_ parser: inout Parser, _ call: Call, isInDenominator: Bool) {
    let numerator = parser.close(from: call.mark)
    if isInDenominator {
      parser.report(
        "math.ambiguous-fraction", call.token, "\(parser.text(call.token)) follows another fraction in the same group",
        hint: "put braces around the inner fraction")
    }
    parser.nesting += 1
    if parser.nesting <= parser.budget.formulaNesting { parser.parseItems(from: call.mark, isDenominator: true) }
    parser.nesting -= 1
    let denominator = parser.close(from: call.mark)
    parser.append(Noad(.fraction(thickness: thickness, left: left, right: right), .inner, nucleus: numerator, second: denominator))
  }
}
