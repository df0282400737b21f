internal import TypesetBoxes

/// Boxes, rules and groups.
extension Parser {
  static let boxCommands: [CommandRow] = [
    CommandRow("bgroup") { parser, _ in
      let field = parser.group()
      parser.append(Noad(nucleus: parser.collapsed(field)))
    },
    CommandRow("begingroup") { parser, _ in parser.semiSimpleGroup() },
    .readByParser("egroup"), .readByParser("endgroup"),
    CommandRow("boxed") { parser, _ in parser.boxed() },
    CommandRow("fbox") { parser, _ in
      parser.append(Noad(.boxed(border: .black, fill: nil, isMath: false), nucleus: parser.textArgument()))
    },
    CommandRow("rule") { parser, _ in
      let raise = parser.input.optionalArgument().map { parser.dimension(of: $0) } ?? Dimension()
      let width = parser.dimension(of: parser.input.argument())
      let height = parser.dimension(of: parser.input.argument())
      parser.append(Noad(.rule(width: width, height: height, raise: raise)))
    },
    CommandRow("vcenter") { parser, _ in parser.wrapArgument(.vcenter) },
    CommandRow("raisebox") { parser, _ in
      let amount = parser.dimension(of: parser.input.argument())
      _ = parser.input.optionalArgument()
      parser.append(Noad(.raise(amount), nucleus: parser.textArgument()))
    },
    CommandRow("raise") { parser, _ in parser.raised(by: 1) },
    CommandRow("lower") { parser, _ in parser.raised(by: -1) },
    CommandRow("moveright") { parser, _ in parser.moved(by: 1) },
    CommandRow("moveleft") { parser, _ in parser.moved(by: -1) },
    CommandRow("vbox") { parser, _ in parser.verticalBox(isTop: false) },
    CommandRow("vtop") { parser, _ in parser.verticalBox(isTop: true) },
    CommandRow("makebox") { parser, _ in parser.sizedBox { $0.textArgument() } },
    CommandRow("mathmakebox") { parser, _ in parser.sizedBox { $0.argument() } },
    CommandRow("framebox") { parser, _ in
      _ = (parser.input.optionalArgument().map { parser.dimension(of: $0) }, parser.input.optionalArgument())
      parser.append(Noad(.boxed(border: .black, fill: nil, isMath: false), nucleus: parser.textArgument()))
    },
    CommandRow("parbox") { parser, _ in
      _ = (parser.input.optionalArgument(), parser.input.argument())
      parser.append(Noad(nucleus: parser.textArgument()))
    },
    CommandRow("scalebox") { parser, _ in
      _ = parser.input.optionalArgument()
      let amount = Double(parser.plainText(parser.input.argument())) ?? 1
      let field = parser.textArgument()
      parser.sized(field, percent: amount * 100)
    },
    CommandRow("rotatebox") { parser, call in
      _ = (parser.input.optionalArgument(), parser.input.argument())
      let field = parser.textArgument()
      parser.report("math.unsupported", call.token, "\\rotatebox is not rotated", hint: "use a picture for rotated material")
      parser.append(Noad(nucleus: field))
    },
    CommandRow("resizebox") { parser, _ in
      _ = (parser.input.argument(), parser.input.argument())
      parser.append(Noad(nucleus: parser.textArgument()))
    },
    CommandRow("reflectbox") { parser, _ in parser.append(Noad(nucleus: parser.textArgument())) },
    CommandRow("includegraphics") { parser, call in
      _ = parser.input.optionalArgument()
      let name = parser.plainText(parser.input.argument())
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

  /// `\begingroup … \endgroup`: what is defined ends with it, but it makes no atom.
  mutating func semiSimpleGroup() {
    let field = group()
    guard case .list(let start, let count) = field else { return }
    let noads = list.noads[Int(start)..<Int(start + count)]
    let isLocal = noads.contains { noad in
      switch noad.kind {
      case .style, .color, .size: true
      default: false
      }
    }
    if isLocal { pending.append(Noad(nucleus: field)) } else { pending += noads }
  }

  /// amsmath's `\boxed`: what is in it is in display style.
  private mutating func boxed() {
    let inner = pending.count
    pending.append(Noad(.style(.display)))
    let content = argument()
    pending += noads(of: content)
    let field = close(from: inner)
    pending.append(Noad(.boxed(border: .black, fill: nil, isMath: true), nucleus: field))
  }

  private mutating func raised(by sign: Int32) {
    var amount = dimension()
    amount.value *= sign
    pending.append(Noad(.raise(amount), nucleus: argument()))
  }

  private mutating func moved(by sign: Int32) {
    var amount = dimension()
    amount.value *= sign
    let field = argument()
    let inner = pending.count
    pending.append(Noad(.kern(amount)))
    pending.append(Noad(nucleus: field))
    pending.append(Noad(nucleus: close(from: inner)))
  }

  /// Boxes one below the other; the baseline is the last one's, of `\vtop` the first one's.
  private mutating func verticalBox(isTop: Bool) {
    skipTo()
    var alignment = Alignment()
    alignment.manner = .gathered
    alignment.style = .text
    alignment.columns = [Alignment.Column(alignment: .left)]
    alignment.position = isTop ? 0x74 : 0x62
    if case .list(let start, let count) = argument() {
      for index in start..<start + count {
        list.cells.append(Cell(content: .list(index, 1)))
        alignment.rows.append(Alignment.Row(cells: list.cells.count - 1..<list.cells.count))
      }
    }
    list.alignments.append(alignment)
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
  }

  /// `to 3em` and `spread 3em` before a box's brace; the size is not kept.
  mutating func skipTo() {
    for word in ["to", "spread"] {
      input.skipSpaces()
      var read: [Token] = []
      for letter in word {
        let token = input.nextRaw()
        read.append(token)
        if !token.isCharacter(letter) { break }
      }
      if read.count == word.count, read.last.map({ $0.isCharacter(word.last ?? " ") }) ?? false {
        _ = dimension()
        return
      }
      for token in read.reversed() { input.putBack(token) }
    }
  }

  /// `\makebox[4em][r]{…}` and the like: the content in a box of that width.
  private mutating func sizedBox(content: (inout Parser) -> Field) {
    let width = input.optionalArgument().map { dimension(of: $0) }
    let place = input.optionalArgument().map { plainText($0) }
    let field = content(&self)
    guard let width else { return pending.append(Noad(nucleus: field)) }
    let inner = pending.count
    pending.append(Noad(.rule(width: width, height: Dimension(), raise: Dimension())))
    var back = width
    let side: Int32 = place == "l" ? 1 : place == "r" ? -1 : 0
    back.value = side == 1 ? -width.value : side == 0 ? -(width.value / 2) : 0
    pending.append(Noad(.kern(back)))
    pending.append(Noad(.lap(side), nucleus: field))
    back.value = -back.value
    pending.append(Noad(.kern(back)))
    pending.append(Noad(nucleus: close(from: inner)))
  }

  private mutating func sized(_ field: Field, percent: Double) {
    let inner = pending.count
    pending.append(Noad(.size(Int32(clamping: Int((min(max(percent, 10), 1000) * 10).rounded())))))
    pending.append(Noad(nucleus: field))
    pending.append(Noad(nucleus: close(from: inner)))
  }
}
