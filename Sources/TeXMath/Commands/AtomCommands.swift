internal import TypesetBoxes

/// Classes of atoms, operators and what is above and below them.
extension Parser {
  static let atomCommands: [CommandRow] = [
    CommandRow("mathord") { parser, _ in parser.classified(.ord) },
    CommandRow("mathop") { parser, _ in parser.classified(.op) },
    CommandRow("mathbin") { parser, _ in parser.classified(.bin) },
    CommandRow("mathrel") { parser, _ in parser.classified(.rel) },
    CommandRow("mathopen") { parser, _ in parser.classified(.open) },
    CommandRow("mathclose") { parser, _ in parser.classified(.close) },
    CommandRow("mathpunct") { parser, _ in parser.classified(.punct) },
    CommandRow("mathinner") { parser, _ in parser.classified(.inner) },
    CommandRow("operatorname") { parser, _ in parser.namedOperator(hasLimits: false) },
    CommandRow("operatornamewithlimits") { parser, _ in parser.namedOperator(hasLimits: true) },
    CommandRow("modname") { parser, _ in
      _ = parser.takeStar()
      let field = parser.operatorLetters()
      parser.append(Noad(.atom, .ord, nucleus: field))
    },
    CommandRow("limits") { parser, call in parser.setLimits(.limits, call) },
    CommandRow("nolimits") { parser, call in parser.setLimits(.noLimits, call) },
    CommandRow("displaylimits") { parser, call in parser.setLimits(.display, call) },
    CommandRow("overset") { parser, _ in
      let script = parser.argument()
      parser.overUnder(parser.argument(), script, isOver: true)
    },
    CommandRow("underset") { parser, _ in
      let script = parser.argument()
      parser.overUnder(parser.argument(), script, isOver: false)
    },
    CommandRow("substack") { parser, _ in parser.substack() },
    CommandRow("sideset") { parser, _ in parser.sideset() },
    CommandRow("smashoperator") { parser, _ in parser.smashOperator() },
    CommandRow("buildrel") { parser, _ in
      let above = parser.upTo(.over)
      let base = parser.argument()
      var noad = Noad(.atom, .op, nucleus: base)
      noad.limits = .limits
      noad.superscript = parser.sublist(above)
      let start = parser.list.noads.count
      parser.list.noads.append(noad)
      parser.append(Noad(.atom, .rel, nucleus: .list(Int32(start), 1)))
    },
    CommandRow("limitarrow") { parser, _ in
      let scalar = UInt32(parser.plainText(parser.input.argument()), radix: 16) ?? 0x2192
      let mark = parser.pending.count
      parser.operatorName("lim", .noLimits)
      parser.append(Noad(.arrowBelow(scalar), nucleus: parser.close(from: mark)))
    },
    CommandRow("not") { parser, call in parser.negate(call.token, from: call.mark) },
    CommandRow("dots") { parser, _ in parser.dots() },
    CommandRow("hdotsfor") { parser, _ in
      let count = min(max(Int(parser.plainText(parser.input.argument())) ?? 1, 1), 100)
      for _ in 0..<count * 2 { parser.append(Noad(.atom, .inner, nucleus: .char(0x2E))) }
    },
    CommandRow("mathchoice") { parser, _ in
      parser.list.choices.append([parser.argument(), parser.argument(), parser.argument(), parser.argument()])
      parser.append(Noad(.choice(Int32(parser.list.choices.count - 1))))
    },
    CommandRow("mathpalette") { parser, call in parser.palette(call.token) },
    CommandRow("char") { parser, _ in parser.characterByNumber(isUnicode: false) },
    CommandRow("unicode") { parser, _ in parser.characterByNumber(isUnicode: true) },
  ]

  private mutating func classified(_ atomClass: AtomClass) {
    input.skipSpaces()
    let next = input.nextRaw()
    input.putBack(next)
    let field = argument()
    var noad = Noad(.atom, atomClass, nucleus: collapsed(field))
    // Without braces the character itself is the nucleus, whatever its class.
    if next.kind != .beginGroup, case .list(let start, 1) = field, case .atom = list.noads[Int(start)].kind {
      noad.nucleus = list.noads[Int(start)].nucleus
    }
    if atomClass == .op { noad.limits = .display }
    pending.append(noad)
  }

  /// The argument of `\operatorname`: upright letters, an apostrophe being no prime.
  private mutating func operatorLetters() -> Field {
    let outer = alphabet
    (alphabet, isOperatorName) = (.roman, true)
    let field = argument()
    (alphabet, isOperatorName) = (outer, false)
    return field
  }

  /// `\operatorname{…}`; with a star its scripts are limits.
  private mutating func namedOperator(hasLimits: Bool) {
    let isStarred = takeStar()
    var noad = Noad(.atom, .op, nucleus: plainHyphens(operatorLetters()))
    noad.limits = hasLimits || isStarred ? .display : .noLimits
    pending.append(noad)
  }

  private mutating func setLimits(_ limits: Limits, _ call: Call) {
    guard pending.count > call.mark, pending[pending.count - 1].atomClass == .op else {
      return report("math.limits", call.token, "\(text(call.token)) must follow an operator", hint: nil)
    }
    pending[pending.count - 1].limits = limits
  }

  private mutating func plainHyphens(_ field: Field) -> Field {
    guard case .list(let start, let count) = field else { return field }
    for index in Int(start)..<Int(start + count) {
      if case .char(0x2212) = list.noads[index].nucleus {
        list.noads[index].nucleus = .char(0x2D)
        list.noads[index].atomClass = .ord
      }
    }
    return field
  }

  /// amsmath's `\overset`: the class is the base's where that is a binary operator or a relation.
  private mutating func overUnder(_ base: Field, _ script: Field, isOver: Bool) {
    var atomClass = AtomClass.ord
    if case .list(let start, 1) = base {
      let inner = list.noads[Int(start)].atomClass
      if inner == .bin || inner == .rel { atomClass = inner }
    }
    var noad = Noad(.atom, .op, nucleus: base)
    noad.limits = .limits
    if isOver { noad.superscript = collapsed(script) } else { noad.subscript = collapsed(script) }
    let start = list.noads.count
    list.noads.append(noad)
    pending.append(Noad(.atom, atomClass, nucleus: .list(Int32(start), 1)))
  }

  private mutating func sideset() {
    let left = sublist([Token](input.argument()))
    let right = sublist([Token](input.argument()))
    let base = argument()
    var pieces: [Field] = []
    for side in [left, right] {
      if case .list(let start, 1) = side, case .atom = list.noads[Int(start)].kind {
        pieces += [list.noads[Int(start)].superscript, list.noads[Int(start)].subscript]
      } else {
        pieces += [.empty, .empty]
      }
    }
    list.choices.append(pieces + [base])
    var noad = Noad(.sideset, .op, second: .list(Int32(list.choices.count - 1), 0))
    noad.limits = .limits
    pending.append(noad)
  }

  /// amsmath's `\dots`: on the axis before binary operators, relations and large operators, else on the baseline.
  private mutating func dots() {
    input.skipSpaces()
    let raw = input.nextRaw()
    input.putBack(raw)
    let isArrow = raw.kind == .command && ["implies", "impliedby", "iff"].contains(input.vocabulary.names.name(raw.value))
    let next = isArrow ? raw : input.next()
    if !isArrow { input.putBack(next) }
    let isRaised: Bool
    var isIntegral = false
    switch next.kind {
    case .character: isRaised = [.bin, .rel].contains(input.vocabulary.atomClass(of: next.value))
    case .command:
      switch input.vocabulary.meaning(of: next.value) {
      case .symbol(_, let atomClass, _): isRaised = atomClass == .bin || atomClass == .rel
      case .largeOperator(let scalar, _):
        isIntegral = Meaning.isIntegral(scalar)
        isRaised = true
      case .command(_, .not), .command(_, .mathbin), .command(_, .mathrel), .command(_, .xrightarrow), .command(_, .xleftarrow):
        isRaised = true
      default: isRaised = isArrow
      }
    default: isRaised = false
    }
    if isIntegral { pending.append(Noad(.space(mu: -3))) }
    pending.append(Noad(.atom, .inner, nucleus: .char(isRaised ? 0x22EF : 0x2026)))
    if !isRaised, isClosing(next) { pending.append(Noad(.space(mu: 3))) }
  }

  /// True if the token is a closing delimiter, before which amsmath's dots have a thin space.
  private func isClosing(_ token: Token) -> Bool {
    switch token.kind {
    case .end: true
    case .character: [0x29, 0x5D].contains(token.value)
    case .command:
      switch input.vocabulary.meaning(of: token.value) {
      case .symbol(_, .close, _), .command(_, .right): true
      default: false
      }
    default: false
    }
  }

  /// mathtools' `\smashoperator{\sum_{…}}`: an operator whose limits take no width.
  private mutating func smashOperator() {
    // On which side; both are taken.
    _ = input.optionalArgument()
    func lapped(_ field: Field) -> Field {
      if field.isEmpty { return field }
      list.noads.append(Noad(.lap(0), nucleus: field))
      return .list(Int32(list.noads.count - 1), 1)
    }
    let content = argument()
    for var noad in noads(of: content) {
      (noad.superscript, noad.subscript) = (lapped(noad.superscript), lapped(noad.subscript))
      pending.append(noad)
    }
  }

  /// `\mathpalette\command{…}`: the command with each style and the rest.
  private mutating func palette(_ token: Token) {
    let function = input.argument()
    let rest = input.argument()
    var styles: [Field] = []
    for name in ["displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"] {
      let style = Token(kind: .command, value: input.vocabulary.names.original(name), start: token.start, end: token.end)
      styles.append(sublist(function + [style] + braced(rest)))
    }
    list.choices.append(styles)
    pending.append(Noad(.choice(Int32(list.choices.count - 1))))
  }

  private mutating func characterByNumber(isUnicode: Bool) {
    let value: Int
    if isUnicode {
      _ = input.optionalArgument()
      let text = plainText(input.argument())
      value = text.hasPrefix("x") ? Int(text.dropFirst(), radix: 16) ?? 0 : Int(text) ?? 0
    } else {
      let next = input.nextRaw()
      if next.kind == .beginGroup {
        input.putBack(input.balanced())
      } else {
        input.putBack(next)
      }
      value = number()
    }
    guard let scalar = Unicode.Scalar(UInt32(clamping: value)), value > 0x20 else {
      return report("math.number", 0..<0, "\(value) is not a character code", hint: "write \\char\"3B1 or \\char945")
    }
    // The character itself, not the letter of an alphabet.
    pending.append(Noad(.atom, input.vocabulary.atomClass(of: scalar.value), nucleus: .char(scalar.value)))
  }
}
