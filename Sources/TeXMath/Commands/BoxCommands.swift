internal import TypesetBoxes
internal import TypesetDiagnostics

/// Boxes, rules and groups.
enum BoxCommands {
  private static let frame = NoadKind.boxed(border: .black, fill: nil, isMath: false)

  static let rows: [CommandRow] = [
    CommandRow("bgroup") { parser, _ in
      let field = parser.group()
      parser.append(Noad(nucleus: parser.collapsed(field)))
    },
    CommandRow("begingroup") { parser, call in semiSimpleGroup(&parser, call.token) },
    .readByParser("egroup"), .readByParser("endgroup"),
    CommandRow("boxed", inText: frame) { parser, _ in boxed(&parser) },
    CommandRow("fbox", inText: frame) { parser, _ in parser.append(Noad(frame, nucleus: MathText.argument(&parser))) },
    CommandRow("rule") { parser, _ in
      let raise = parser.input.optionalArgument().map { Scanning.extent(&parser, of: $0) } ?? Dimension()
      let width = Scanning.extent(&parser, of: parser.input.argument())
      let height = Scanning.extent(&parser, of: parser.input.argument())
      parser.append(Noad(.rule(width: width, height: height, raise: raise)))
    },
    CommandRow("cramped") { parser, _ in parser.wrapArgument(.cramped) },
    CommandRow("pmb") { parser, _ in poorBold(&parser) },
    CommandRow("vcenter") { parser, _ in centred(&parser) },
    CommandRow("raisebox") { parser, _ in
      let amount = Scanning.dimension(&parser, of: parser.input.argument())
      _ = parser.input.optionalArgument()
      parser.append(Noad(.raise(amount), nucleus: MathText.argument(&parser)))
    },
    CommandRow("raise") { parser, _ in raised(&parser, by: 1) },
    CommandRow("lower") { parser, _ in raised(&parser, by: -1) },
    CommandRow("moveright") { parser, _ in moved(&parser, by: 1) },
    CommandRow("moveleft") { parser, _ in moved(&parser, by: -1) },
    CommandRow("vbox") { parser, _ in verticalBox(&parser, isTop: false) },
    CommandRow("vtop") { parser, _ in verticalBox(&parser, isTop: true) },
    CommandRow("makebox") { parser, _ in sizedBox(&parser) { MathText.argument(&$0) } },
    CommandRow("mathmakebox") { parser, _ in sizedBox(&parser) { $0.argument() } },
    CommandRow("framebox") { parser, _ in
      _ = (parser.input.optionalArgument().map { Scanning.dimension(&parser, of: $0) }, parser.input.optionalArgument())
      parser.append(Noad(frame, nucleus: MathText.argument(&parser)))
    },
    CommandRow("hbox") { parser, _ in horizontalBox(&parser) },
    CommandRow("parbox") { parser, _ in paragraph(&parser) { MathText.argument(&$0) } },
    CommandRow("scalebox") { parser, call in
      let width = number(&parser, parser.input.argument(), in: -10...10, "0.5") ?? 1
      let height = parser.input.optionalArgument().map { number(&parser, $0, in: -10...10, "0.5") ?? 1 } ?? width
      if width == height, width >= 0.1 { return sized(&parser, MathText.argument(&parser), percent: width * 100) }
      outlined(&parser, call.token, .scaled(x: thousandths(width), y: thousandths(height)))
    },
    CommandRow("rotatebox") { parser, call in
      let options = parser.input.optionalArgument().map { parser.plainText($0) } ?? ""
      let degrees = number(&parser, parser.input.argument(), in: -3600...3600, "45") ?? 0
      var turn = BoxTurn(thousandths: thousandths(degrees))
      origin(of: &turn, options)
      outlined(&parser, call.token, .turned(turn))
    },
    CommandRow("resizebox") { parser, _ in
      func side(_ parser: inout Parser) -> Dimension? {
        let tokens = parser.input.argument()
        return parser.plainText(tokens) == "!" ? nil : Scanning.extent(&parser, of: tokens)
      }
      _ = parser.takeStar()
      let (width, height) = (side(&parser), side(&parser))
      parser.append(Noad(.resized(width: width, height: height), nucleus: MathText.argument(&parser)))
    },
    CommandRow("reflectbox") { parser, call in outlined(&parser, call.token, .scaled(x: -1000, y: 1000)) },
    CommandRow("includegraphics") { parser, call in
      _ = parser.input.optionalArgument()
      let name = parser.argumentText()
      parser.report("math.unsupported", call.token, "pictures are not allowed in formulas", hint: "write ![](\(name)) in the text")
      parser.showSource(name)
    },
    CommandRow("toggle") { parser, _ in
      parser.append(Noad(nucleus: parser.argument()))
      while true {
        let next = parser.input.nextRaw()
        if next.kind == .end || next.kind == .command && parser.input.vocabulary.names.name(next.value) == "endtoggle" { break }
      }
    },
  ]

  /// `\begingroup … \endgroup`: definitions end with it, but it makes no atom.
  private static func semiSimpleGroup(_ parser: inout Parser, _ begin: Token) {
    let field = parser.group(from: begin)
    guard case .list(let start, let count) = field else { return }
    let noads = parser.list.noads[Int(start)..<Int(start + count)]
    let isLocal = noads.contains { noad in
      switch noad.kind {
      case .style, .color, .size: true
      default: false
      }
    }
    if isLocal { parser.append(Noad(nucleus: field)) } else { parser.append(contentsOf: noads) }
  }

  /// amsmath's `\boxed`: its content is in display style.
  private static func boxed(_ parser: inout Parser) {
    let inner = parser.mark
    parser.append(Noad(.style(.display)))
    let content = parser.argument()
    parser.append(contentsOf: parser.list.noads(of: content))
    let field = parser.close(from: inner)
    parser.append(Noad(.boxed(border: .black, fill: nil, isMath: true), nucleus: field))
  }

  /// amsbsy's `\pmb`, of the class of what it makes bold.
  private static func poorBold(_ parser: inout Parser) {
    let field = parser.argument()
    var atomClass = AtomClass.ord
    if let only = parser.list.onlyNoad(of: field), [.bin, .rel].contains(only.atomClass) { atomClass = only.atomClass }
    let bold = parser.list.add(Noad(.poorBold, nucleus: field))
    parser.append(Noad(.atom, atomClass, nucleus: bold))
  }

  /// `\vcenter`: a formula, or boxes below one another.
  private static func centred(_ parser: inout Parser) {
    let content = parser.argument()
    let boxes = parser.list.noads(of: content)
    let areBoxes =
      boxes.count > 1
      && boxes.allSatisfy { noad in
        switch noad.kind {
        case .text, .sizedBox, .fill: true
        default: false
        }
      }
    guard areBoxes else { return parser.append(Noad(.vcenter, nucleus: content)) }
    parser.append(Noad(parser.list.add(stack(&parser, content, position: 0x63, extent: nil))))
  }

  private static func raised(_ parser: inout Parser, by sign: Int32) {
    var amount = Scanning.dimension(&parser)
    amount.value *= sign
    parser.append(Noad(.raise(amount), nucleus: parser.argument()))
  }

  private static func moved(_ parser: inout Parser, by sign: Int32) {
    var amount = Scanning.dimension(&parser)
    amount.value *= sign
    let field = parser.argument()
    parser.append(Noad(nucleus: parser.list.add([Noad(.kern(amount)), Noad(nucleus: field)])))
  }

  /// Boxes below one another, on the baseline of the last box; `\vtop` takes the baseline of the first box.
  private static func verticalBox(_ parser: inout Parser, isTop: Bool) {
    let extent = givenSize(&parser)?.size
    let content = parser.argument()
    parser.append(Noad(parser.list.add(stack(&parser, content, position: isTop ? 0x74 : 0x62, extent: extent))))
  }

  /// The boxes of a list below one another.
  private static func stack(_ parser: inout Parser, _ content: Field, position: UInt8, extent: Dimension?) -> Alignment {
    var alignment = Alignment()
    alignment.manner = .vertical
    alignment.style = .text
    alignment.extent = extent
    alignment.columns = [Alignment.Column(alignment: .left)]
    alignment.position = position
    if case .list(let start, let count) = content {
      for index in start..<start + count {
        var row = Alignment.Row(cells: parser.list.add(cell: .list(index, 1)))
        if case .fill = parser.list.noads[Int(index)].kind { (row.cells, row.isFill) = (0..<0, true) }
        alignment.rows.append(row)
      }
    }
    return alignment
  }

  /// `to 3em` or `spread 3em` before a box's brace.
  static func givenSize(_ parser: inout Parser) -> (size: Dimension, isSpread: Bool)? {
    for word in ["to", "spread"] {
      parser.input.skipSpaces()
      var read: [Token] = []
      for letter in word {
        let token = parser.input.nextRaw()
        read.append(token)
        if !token.isCharacter(letter) { break }
      }
      if read.count == word.count, read.last.map({ $0.isCharacter(word.last ?? " ") }) ?? false {
        return (Scanning.dimension(&parser), word == "spread")
      }
      for token in read.reversed() { parser.input.putBack(token) }
    }
    return nil
  }

  /// `\hbox` with or without a size.
  private static func horizontalBox(_ parser: inout Parser) {
    guard let given = givenSize(&parser) else { return MathText.command(&parser, .hbox) }
    let content = MathText.argument(&parser, .hbox)
    parser.append(Noad(.sizedBox(width: given.size, isSpread: given.isSpread), nucleus: content))
  }

  /// `\parbox[t]{3cm}{…}` after its name, and `minipage` up to its content.
  static func paragraph(_ parser: inout Parser, content: (inout Parser) -> Field) {
    let place = parser.input.optionalArgument().map { parser.plainText($0) }
    while parser.input.optionalArgument() != nil {}
    let width = Scanning.extent(&parser, of: parser.input.argument())
    let position = place?.utf8.first ?? 0x63
    parser.append(Noad(.paragraph(width: width, position: position, hasStruts: false), nucleus: content(&parser)))
  }

  /// `\makebox[4em][r]{…}` and the like: the content in a box of that width.
  private static func sizedBox(_ parser: inout Parser, content: (inout Parser) -> Field) {
    let width = parser.input.optionalArgument().map { Scanning.extent(&parser, of: $0) }
    let place = parser.input.optionalArgument().map { parser.plainText($0) }
    let field = content(&parser)
    guard let width else { return parser.append(Noad(nucleus: field)) }
    let room = Noad(.rule(width: width, height: Dimension(), raise: Dimension()))
    let side: Int32 = place == "l" ? 1 : place == "r" ? -1 : 0
    let back = side == 1 ? -width.value : side == 0 ? -(width.value / 2) : 0
    let kerns = [back, -back].map { Noad(.kern(Dimension(value: $0, unit: width.unit))) }
    parser.append(Noad(nucleus: parser.list.add([room, kerns[0], Noad(.lap(side), nucleus: field), kerns[1]])))
  }

  /// A text that is turned or mirrored, as far as the budget has letters for it.
  private static func outlined(_ parser: inout Parser, _ command: Token, _ kind: NoadKind) {
    let (noads, texts) = (parser.list.noads.count, parser.list.texts.count)
    let field = MathText.argument(&parser)
    parser.turned += parser.list.visibleCount(afterNoads: noads, texts: texts)
    if parser.turned <= parser.budget.turnedLetters { return parser.append(Noad(kind, nucleus: field)) }
    parser.report(
      "math.turned", command, "this box is not turned: a formula may have \(parser.budget.turnedLetters) turned letters here",
      hint: "use a picture for turned material")
    parser.append(Noad(nucleus: field))
  }

  /// graphicx' `origin=`: letters for left, right, centre, top, bottom and the baseline. A lone `c` is the centre both ways.
  private static func origin(of turn: inout BoxTurn, _ options: String) {
    for option in options.split(separator: ",") {
      let parts = option.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == "origin" else { continue }
      (turn.x, turn.y) = (.middle, .middle)
      for letter in parts[1] {
        switch letter {
        case "l": turn.x = .start
        case "r": turn.x = .end
        case "t": turn.y = .top
        case "b": turn.y = .bottom
        case "B": turn.y = .baseline
        default: break
        }
      }
    }
  }

  /// A factor or an angle.
  private static func number(_ parser: inout Parser, _ tokens: [Token], in range: ClosedRange<Double>, _ example: String) -> Double? {
    let value = parser.real(tokens, in: range)
    if value == nil, !tokens.isEmpty {
      let source = parser.input.vocabulary.source(of: tokens)
      parser.report("math.number", Token.place(of: tokens), "\(source) is no number", hint: "write a number, such as \(example)")
    }
    return value
  }

  private static func thousandths(_ value: Double) -> Int32 { Int32(clamping: Int(clamping: (value * 1000).rounded())) }

  private static func sized(_ parser: inout Parser, _ field: Field, percent: Double) {
    let thousandths = Int32(clamping: Int(clamping: (min(max(percent, 10), 1000) * 10).rounded()))
    let size = Noad(.size(thousandths))
    parser.append(Noad(nucleus: parser.list.add([size, Noad(nucleus: field)])))
  }
}
