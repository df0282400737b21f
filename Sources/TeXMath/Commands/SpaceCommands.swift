internal import TypesetBoxes

/// Spaces, breaks, and phantoms.
enum SpaceCommands {
  static let rows: [CommandRow] = [
    CommandRow("kern") { parser, _ in parser.append(Noad(.kern(Scanning.dimension(&parser)))) },
    CommandRow("mkern") { parser, _ in parser.append(Noad(.kern(Scanning.dimension(&parser)))) },
    CommandRow("hskip") { parser, _ in parser.append(Noad(.kern(Scanning.dimension(&parser)))) },
    CommandRow("mskip") { parser, _ in parser.append(Noad(.kern(Scanning.dimension(&parser)))) },
    CommandRow("hspace") { parser, _ in
      _ = parser.takeStar()
      parser.append(Noad(.kern(Scanning.dimension(&parser, of: parser.input.argument()))))
    },
    // TeX puts it below the line of a formula, where nothing is left of it here.
    CommandRow("vspace") { parser, _ in
      _ = parser.takeStar()
      _ = parser.input.argument()
    },
    CommandRow(" ") { parser, _ in parser.append(Noad(.kern(.textSpace))) },
    CommandRow("hfil") { parser, _ in parser.append(Noad(.fill(.hfil))) },
    CommandRow("hfill") { parser, _ in parser.append(Noad(.fill(.hfill))) },
    CommandRow("hss") { parser, _ in parser.append(Noad(.fill(.hss))) },
    CommandRow("vfil") { parser, _ in parser.append(Noad(.fill(.hfil))) },
    CommandRow("vfill") { parser, _ in parser.append(Noad(.fill(.hfill))) },
    CommandRow("vss") { parser, _ in parser.append(Noad(.fill(.hss))) },
    CommandRow("vline") { parser, _ in parser.append(Noad(.columnRule)) },
    CommandRow("allowbreak") { parser, _ in parser.append(Noad(.penalty(0))) },
    CommandRow("/") { _, _ in },
    CommandRow("nobreak") { _, _ in },
    CommandRow("nolinebreak") { parser, _ in _ = parser.input.optionalArgument() },
    CommandRow("relpenalty") { _, _ in },
    CommandRow("mathsurround") { _, _ in },
    .around("phantom", .phantom(horizontal: true, vertical: true, isVisible: false)),
    .around("hphantom", .phantom(horizontal: true, vertical: false, isVisible: false)),
    .around("vphantom", .phantom(horizontal: false, vertical: true, isVisible: false)),
    CommandRow("smash", inText: .smash(top: true, bottom: true)) { parser, _ in
      let which = parser.input.optionalArgument()
      let top = which?.contains { $0.isCharacter("t") } ?? true
      let bottom = which?.contains { $0.isCharacter("b") } ?? true
      parser.wrapArgument(.smash(top: top, bottom: bottom))
    },
    .around("mathllap", .lap(-1)),
    .around("mathrlap", .lap(1)),
    .around("mathclap", .lap(0)),
    // LaTeX's laps are boxes of text.
    CommandRow("llap", inText: .lap(-1)) { parser, _ in parser.append(Noad(.lap(-1), nucleus: MathText.argument(&parser))) },
    CommandRow("rlap", inText: .lap(1)) { parser, _ in parser.append(Noad(.lap(1), nucleus: MathText.argument(&parser))) },
    CommandRow("clap", inText: .lap(0)) { parser, _ in parser.append(Noad(.lap(0), nucleus: MathText.argument(&parser))) },
    CommandRow("setlength") { parser, _ in
      let name = parser.argumentSource()
      let value = Scanning.dimension(&parser, of: parser.input.argument())
      if name == "\\arraycolsep" { parser.scope.arrayColumnSep = value }
    },
  ]
}
