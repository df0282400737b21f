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
      let amount = Scanning.number(&parser)
      let half = Int32(clamping: max(-1000, min(amount, 1000)) * 65536 / 2)
      let kerns = [half, -half].map { Noad(.kern(Dimension(value: $0, unit: .mu))) }
      let accent = parser.input.argument()
      let base = parser.argument()
      let shifted = parser.list.add([kerns[1], Noad(nucleus: base), kerns[0]])
      // The accent is over the shifted base.
      if let token = accent.first, accent.count == 1,
        case .accent(let scalar, let isWide, let isBelow) = parser.input.vocabulary.meaning(of: token)
      {
        let accented = Noad(.accent(scalar, isWide: isWide, isBelow: isBelow), nucleus: shifted)
        parser.append(Noad(nucleus: parser.list.add([kerns[0], accented, kerns[1]])))
        parser.append(Noad())
      } else {
        parser.append(Noad(nucleus: base))
      }
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
