internal import TypesetBoxes

/// Lines, strokes and frames around an argument; accents themselves are rows of `accentRows`.
enum AccentCommands {
  static let rows: [CommandRow] = [
    CommandRow("overline", inText: .overline) { parser, _ in parser.append(Noad(.overline, nucleus: collapsedArgument(&parser))) },
    CommandRow("underline", inText: .underline) { parser, _ in parser.append(Noad(.underline, nucleus: collapsedArgument(&parser))) },
    CommandRow("slashed") { parser, _ in
      parser.append(Noad(.accent(0x338, isWide: false, isBelow: false), nucleus: collapsedArgument(&parser)))
    },
    CommandRow("skew") { parser, _ in
      skipDigit(&parser)
      parser.append(Noad(nucleus: parser.argument()))
    },
    .around("cancel", .strike(up: true, down: false, across: false)),
    .around("bcancel", .strike(up: false, down: true, across: false)),
    .around("xcancel", .strike(up: true, down: true, across: false)),
    .around("sout", .strike(up: false, down: false, across: true)),
    CommandRow("cancelto") { parser, _ in
      let target = parser.argument()
      let crossed = parser.argument()
      var noad = Noad(.strike(up: true, down: false, across: false), nucleus: crossed)
      noad.superscript = parser.collapsed(target)
      parser.append(Noad(nucleus: parser.list.add(noad)))
    },
    CommandRow("enclosed") { parser, _ in
      let name = parser.argumentText()
      parser.wrapArgument(.enclosed(Enclosure(rawValue: name) ?? .box))
    },
    CommandRow("enclose") { parser, _ in enclose(&parser) },
    CommandRow("textcircled") { parser, _ in
      parser.putBack("\\enclosed{circled}{{\\scriptstyle\\text{#1}}}", parser.input.argument())
    },
  ]

  private static func collapsedArgument(_ parser: inout Parser) -> Field { parser.collapsed(parser.argument()) }

  /// The digit of plain TeX's `\skew`, which is not used.
  private static func skipDigit(_ parser: inout Parser) {
    let token = parser.input.next()
    if token.kind != .character || !(0x30...0x39).contains(token.value) { parser.input.putBack(token) }
  }

  /// MathML's `\enclose{circle,updiagonalstrike}{…}`.
  private static func enclose(_ parser: inout Parser) {
    let notations = parser.argumentText().split { $0 == " " || $0 == "," }.map(String.init)
    _ = parser.input.optionalArgument()
    var field = parser.argument()
    for notation in notations {
      let kind: NoadKind =
        switch notation {
        case "updiagonalstrike": .strike(up: true, down: false, across: false)
        case "downdiagonalstrike": .strike(up: false, down: true, across: false)
        case "horizontalstrike": .strike(up: false, down: false, across: true)
        default: .enclosed(Enclosure(rawValue: notation) ?? .box)
        }
      field = parser.list.add(Noad(kind, nucleus: field))
    }
    parser.append(Noad(nucleus: field))
  }
}
