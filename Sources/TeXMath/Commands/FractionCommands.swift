internal import TypesetBoxes

/// Fractions and roots.
extension Parser {
  static let fractionCommands: [CommandRow] = [
    CommandRow("frac") { parser, _ in
      let (numerator, denominator) = (parser.argument(), parser.argument())
      parser.append(Noad(.fraction(thickness: -1, left: 0, right: 0), .ord, nucleus: numerator, second: denominator))
    },
    CommandRow("cfrac") { parser, _ in parser.continuedFraction() },
    CommandRow("genfrac") { parser, _ in parser.generalFraction() },
    CommandRow("sqrt") { parser, _ in
      let degree = parser.optionalList()
      let field = parser.argument()
      parser.append(Noad(.radical, nucleus: parser.collapsed(field), second: degree ?? .empty))
    },
    CommandRow("root") { parser, _ in parser.root() },
    CommandRow("leftroot") { parser, _ in _ = parser.input.argument() },
    CommandRow("uproot") { parser, _ in _ = parser.input.argument() },
    // `Parser.parseInfix` reads these.
    .readByParser("over"), .readByParser("atop"), .readByParser("above"), .readByParser("choose"), .readByParser("brack"),
    .readByParser("brace"), .readByParser("overwithdelims"), .readByParser("atopwithdelims"), .readByParser("abovewithdelims"),
  ]

  private mutating func continuedFraction() {
    let side = input.optionalArgument().map { plainText($0) }
    let (numerator, denominator) = (argument(), argument())
    let outer = pending.count
    pending.append(Noad(.style(.display)))
    pending.append(
      Noad(.rule(width: Dimension(), height: Dimension(value: 78_643, unit: .em), raise: Dimension(value: -23_593, unit: .em))))
    pending.append(Noad(nucleus: numerator))
    let top = close(from: outer)
    pending.append(Noad(.style(.display)))
    pending.append(Noad(nucleus: denominator))
    let bottom = close(from: outer)
    pending.append(Noad(.style(.display)))
    var fraction = Noad(.fraction(thickness: -1, left: 0, right: 0), .inner, nucleus: top, second: bottom)
    fraction.numeratorSide = side == "l" ? .left : side == "r" ? .right : .center
    pending.append(fraction)
    pending.append(Noad(.kern(Dimension(value: -7864, unit: .em))))
    pending.append(Noad(nucleus: close(from: outer)))
  }

  private mutating func generalFraction() {
    func scalar(_ tokens: [Token], _ parser: inout Parser) -> UInt32 {
      guard !tokens.isEmpty else { return 0 }
      parser.input.putBack(tokens)
      return parser.delimiter()
    }
    let left = scalar(input.argument(), &self)
    let right = scalar(input.argument(), &self)
    let bar = input.argument()
    let thickness = bar.isEmpty ? -1 : dimension(of: bar).value
    let style = input.argument()
    let (numerator, denominator) = (argument(), argument())
    let noad = Noad(
      .fraction(thickness: thickness, left: left, right: right), .inner, nucleus: numerator, second: denominator)
    let outer = pending.count
    if let digit = style.first?.value, (0x30...0x33).contains(digit), let chosen = MathStyle(rawValue: UInt8(digit - 0x30)) {
      pending.append(Noad(.style(chosen)))
    }
    pending.append(noad)
    pending.append(Noad(nucleus: close(from: outer)))
  }

  /// `\root n \of x`.
  mutating func root() {
    let degree = upTo(nil)
    let field = argument()
    pending.append(Noad(.radical, nucleus: collapsed(field), second: sublist(degree)))
  }

  /// Tokens before a command at the same level, which is read too; nil is `\of`.
  mutating func upTo(_ end: ControlWord?) -> [Token] {
    var out: [Token] = []
    var depth = 0
    while true {
      let token = input.nextRaw()
      switch token.kind {
      case .end: return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 {
          input.putBack(token)
          return out
        }
        depth -= 1
      case .command where depth == 0:
        if let end, command(token) == end { return out }
        if end == nil, input.vocabulary.names.name(token.value) == "of" { return out }
      default: break
      }
      out.append(token)
    }
  }
}
