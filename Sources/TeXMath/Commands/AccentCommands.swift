internal import TypesetBoxes

/// Lines, strokes and frames at an argument; accents themselves are rows of `accentRows`.
extension Parser {
  static let accentCommands: [CommandRow] = [
    CommandRow("overline") { parser, _ in parser.append(Noad(.overline, nucleus: parser.collapsedArgument())) },
    CommandRow("underline") { parser, _ in parser.append(Noad(.underline, nucleus: parser.collapsedArgument())) },
    CommandRow("slashed") { parser, _ in
      parser.append(Noad(.accent(0x338, isWide: false, isBelow: false), nucleus: parser.collapsedArgument()))
    },
    CommandRow("skew") { parser, _ in
      parser.skipDigit()
      parser.append(Noad(nucleus: parser.argument()))
    },
    CommandRow("cancel") { parser, _ in parser.wrapArgument(.strike(up: true, down: false, across: false)) },
    CommandRow("bcancel") { parser, _ in parser.wrapArgument(.strike(up: false, down: true, across: false)) },
    CommandRow("xcancel") { parser, _ in parser.wrapArgument(.strike(up: true, down: true, across: false)) },
    CommandRow("sout") { parser, _ in parser.wrapArgument(.strike(up: false, down: false, across: true)) },
    CommandRow("cancelto") { parser, _ in
      let target = parser.argument()
      let crossed = parser.argument()
      let inner = parser.pending.count
      var noad = Noad(.strike(up: true, down: false, across: false), nucleus: crossed)
      noad.superscript = parser.collapsed(target)
      parser.append(noad)
      parser.append(Noad(nucleus: parser.close(from: inner)))
    },
    CommandRow("enclosed") { parser, _ in
      let name = parser.plainText(parser.input.argument())
      parser.wrapArgument(.enclosed(Enclosure(rawValue: name) ?? .box))
    },
    CommandRow("enclose") { parser, _ in parser.enclose() },
    CommandRow("textcircled") { parser, _ in
      parser.putBack("\\enclosed{circled}{{\\scriptstyle\\text{#1}}}", parser.input.argument())
    },
  ]

  private mutating func collapsedArgument() -> Field { collapsed(argument()) }

  /// plainTeX's `\skew`: one digit, which is not used.
  private mutating func skipDigit() {
    let token = input.next()
    if token.kind != .character || !(0x30...0x39).contains(token.value) { input.putBack(token) }
  }

  /// MathML's `\enclose{circle,updiagonalstrike}{…}`.
  private mutating func enclose() {
    let notations = plainText(input.argument()).split { $0 == " " || $0 == "," }.map(String.init)
    _ = input.optionalArgument()
    var field = argument()
    for notation in notations {
      let kind: NoadKind =
        switch notation {
        case "updiagonalstrike": .strike(up: true, down: false, across: false)
        case "downdiagonalstrike": .strike(up: false, down: true, across: false)
        case "horizontalstrike": .strike(up: false, down: false, across: true)
        default: .enclosed(Enclosure(rawValue: notation) ?? .box)
        }
      list.noads.append(Noad(kind, nucleus: field))
      field = .list(Int32(list.noads.count - 1), 1)
    }
    pending.append(Noad(nucleus: field))
  }
}
