internal import TypesetBoxes
internal import TypesetDiagnostics

/// Classes of atoms, operators and their limits.
enum AtomCommands {
  static let rows: [CommandRow] = [
    CommandRow("mathord") { parser, _ in classified(&parser, .ord) },
    CommandRow("mathop") { parser, _ in classified(&parser, .op) },
    CommandRow("mathbin") { parser, _ in classified(&parser, .bin) },
    CommandRow("mathrel") { parser, _ in classified(&parser, .rel) },
    CommandRow("mathopen") { parser, _ in classified(&parser, .open) },
    CommandRow("mathclose") { parser, _ in classified(&parser, .close) },
    CommandRow("mathpunct") { parser, _ in classified(&parser, .punct) },
    CommandRow("mathinner") { parser, _ in classified(&parser, .inner) },
    CommandRow("operatorname") { parser, _ in namedOperator(&parser, hasLimits: false) },
    CommandRow("operatornamewithlimits") { parser, _ in namedOperator(&parser, hasLimits: true) },
    CommandRow("modname") { parser, _ in
      _ = parser.takeStar()
      let field = operatorLetters(&parser)
      parser.append(Noad(.atom, .ord, nucleus: field))
    },
    CommandRow("limits") { parser, call in setLimits(&parser, .limits, call) },
    CommandRow("nolimits") { parser, call in setLimits(&parser, .noLimits, call) },
    CommandRow("displaylimits") { parser, call in setLimits(&parser, .display, call) },
    CommandRow("overset") { parser, _ in
      let script = parser.argument()
      overUnder(&parser, parser.argument(), script, isOver: true)
    },
    CommandRow("underset") { parser, _ in
      let script = parser.argument()
      overUnder(&parser, parser.argument(), script, isOver: false)
    },
    CommandRow("substack") { parser, _ in Substack.read(&parser) },
    CommandRow("crampedsubstack") { parser, _ in Substack.read(&parser, isCramped: true) },
    CommandRow("adjustlimits") { parser, _ in adjustLimits(&parser) },
    CommandRow("xmathstrut") { parser, _ in enlargedStrut(&parser) },
    CommandRow("sideset") { parser, _ in sideset(&parser) },
    CommandRow("smashoperator") { parser, _ in smashOperator(&parser) },
    CommandRow("buildrel") { parser, _ in
      let above = parser.upTo(.over)
      let base = parser.argument()
      var noad = Noad(.atom, .op, nucleus: base)
      noad.limits = .limits
      noad.superscript = parser.sublist(above)
      parser.append(Noad(.atom, .rel, nucleus: parser.list.add(noad)))
    },
    CommandRow("limitarrow") { parser, _ in
      let scalar = UInt32(parser.argumentText(), radix: 16) ?? 0x2192
      let name = operatorNoad(&parser, named: "lim", .noLimits)
      parser.append(Noad(.arrowBelow(scalar), nucleus: parser.list.add(name)))
    },
    CommandRow("not") { parser, call in Negation.negate(&parser, from: call.mark) },
    CommandRow("dots") { parser, _ in dots(&parser) },
    CommandRow("mathchoice") { parser, _ in
      let lists = [parser.argument(), parser.argument(), parser.argument(), parser.argument()]
      parser.append(Noad(parser.list.add(choice: lists)))
    },
    CommandRow("mathpalette") { parser, call in palette(&parser, call.token) },
    CommandRow("char") { parser, _ in characterByNumber(&parser, isUnicode: false) },
    CommandRow("unicode") { parser, _ in characterByNumber(&parser, isUnicode: true) },
  ]

  private static func classified(_ parser: inout Parser, _ atomClass: AtomClass) {
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    let field = parser.argument()
    var noad = Noad(.atom, atomClass, nucleus: parser.collapsed(field))
    // Without braces, the character itself is the nucleus, whatever its class.
    if next.kind != .beginGroup, let only = parser.list.onlyNoad(of: field), case .atom = only.kind { noad.nucleus = only.nucleus }
    if atomClass == .op { noad.limits = .display }
    parser.append(noad)
  }

  /// The argument of `\operatorname`: upright letters, in which an apostrophe is no prime.
  private static func operatorLetters(_ parser: inout Parser) -> Field {
    let outer = parser.scope
    defer { parser.scope = outer }
    (parser.scope.alphabet, parser.scope.isOperatorName) = (.roman, true)
    return parser.argument()
  }

  /// `\operatorname{…}`; with a star its scripts are limits.
  private static func namedOperator(_ parser: inout Parser, hasLimits: Bool) {
    let isStarred = parser.takeStar()
    var noad = Noad(.atom, .op, nucleus: plainHyphens(&parser, operatorLetters(&parser)))
    noad.limits = hasLimits || isStarred ? .display : .noLimits
    parser.append(noad)
  }

  private static func setLimits(_ parser: inout Parser, _ limits: Limits, _ call: Call) {
    guard parser.mark > call.mark, parser[parser.mark - 1].atomClass == .op else {
      return parser.report(
        "math.limits", call.token, "\(parser.text(call.token)) must follow an operator",
        hint: "write it after \\sum, \\int or \\operatorname{…}")
    }
    parser[parser.mark - 1].limits = limits
  }

  private static func plainHyphens(_ parser: inout Parser, _ field: Field) -> Field {
    guard case .list(let start, let count) = field else { return field }
    for index in Int(start)..<Int(start + count) {
      if case .char(0x2212) = parser.list.noads[index].nucleus {
        parser.list.noads[index].nucleus = .char(0x2D)
        parser.list.noads[index].atomClass = .ord
      }
    }
    return field
  }

  /// amsmath's `\overset`: the class is the base's where that is a binary operator or a relation.
  private static func overUnder(_ parser: inout Parser, _ base: Field, _ script: Field, isOver: Bool) {
    var atomClass = AtomClass.ord
    if let inner = parser.list.onlyNoad(of: base)?.atomClass, inner == .bin || inner == .rel { atomClass = inner }
    var noad = Noad(.atom, .op, nucleus: base)
    noad.limits = .limits
    if isOver { noad.superscript = parser.collapsed(script) } else { noad.subscript = parser.collapsed(script) }
    parser.append(Noad(.atom, atomClass, nucleus: parser.list.add(noad)))
  }

  /// mathtools' `\adjustlimits\lim_{…}\max_{…}`: the limits of two operators are at one height.
  private static func adjustLimits(_ parser: inout Parser) {
    func pair(_ parser: inout Parser) -> (name: [Token], limit: [Token]) {
      let name = parser.input.argument()
      parser.input.skipSpaces()
      let sign = parser.input.nextRaw()
      if sign.kind != .subscript { parser.input.putBack(sign) }
      return (name, parser.input.argument())
    }
    let (first, second) = (pair(&parser), pair(&parser))
    func isDeep(_ name: [Token]) -> Bool {
      guard let token = name.first, case .operatorName(let letters, _) = parser.input.vocabulary.meaning(of: token) else {
        return false
      }
      return letters.contains { "gjpqy".contains($0) }
    }
    let plain = "\\mathop{#1}\\limits_{#2}"
    let adjusted = "\\mathop{#1\\vphantom{#3}}\\limits_{\\smash[t]{\\cramped{#2}}\\vphantom{\\cramped{#4}}}"
    // The one with the smaller depth is adjusted.
    let isSecond = isDeep(first.name) && !isDeep(second.name)
    let arguments = [first.name, first.limit, second.name, second.limit]
    let swapped = [second.name, second.limit, first.name, first.limit]
    guard parser.input.takes(repeated: arguments.reduce(0) { $0 + $1.count }) else { return }
    parser.input.putBack(parser.tokens(isSecond ? adjusted : plain, swapped))
    parser.input.putBack(parser.tokens(isSecond ? plain : adjusted, arguments))
  }

  /// mathtools' `\xmathstrut[depth]{height}`: a strut enlarged by parts of the math strut's whole height.
  private static func enlargedStrut(_ parser: inout Parser) {
    let depth = parser.input.optionalArgument()
    let above = parser.input.argument()
    let parts = [above, depth ?? above].map { parser.real($0, in: -10...100) ?? 0 }
    // An em is as high as a parenthesis in most faces.
    let kinds = [parts[0], -parts[1]].map { part -> Noad in
      let amount = Dimension(value: Int32(clamping: Int(clamping: part * 65536)), unit: .em)
      return Noad(.raise(amount), nucleus: parser.list.add(Noad(nucleus: .char(0x28))))
    }
    parser.append(
      Noad(.phantom(horizontal: false, vertical: true, isVisible: false), nucleus: parser.list.add(kinds)))
  }

  private static func sideset(_ parser: inout Parser) {
    let left = parser.sublist([Token](parser.input.argument()))
    let right = parser.sublist([Token](parser.input.argument()))
    let base = parser.argument()
    var pieces: [Field] = []
    for side in [left, right] {
      if let noad = parser.list.onlyNoad(of: side), case .atom = noad.kind {
        pieces += [noad.superscript, noad.subscript]
      } else {
        pieces += [.empty, .empty]
      }
    }
    parser.list.choices.append(pieces + [base])
    var noad = Noad(.sideset, .op, second: .list(Int32(parser.list.choices.count - 1), 0))
    noad.limits = .limits
    parser.append(noad)
  }

  /// amsmath's `\dots`: on the axis before binary operators, relations and large operators, else on the baseline.
  private static func dots(_ parser: inout Parser) {
    parser.input.skipSpaces()
    let raw = parser.input.nextRaw()
    parser.input.putBack(raw)
    let isArrow = raw.kind == .command && ["implies", "impliedby", "iff"].contains(parser.input.vocabulary.names.name(raw.value))
    let next = isArrow ? raw : parser.input.next()
    if !isArrow { parser.input.putBack(next) }
    let isRaised: Bool
    var isIntegral = false
    switch next.kind {
    case .character: isRaised = [.bin, .rel].contains(parser.input.vocabulary.atomClass(of: next.value))
    case .command:
      switch parser.input.vocabulary.meaning(of: next) {
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
    if isIntegral { parser.append(Noad(.space(mu: -3))) }
    parser.append(Noad(.atom, .inner, nucleus: .char(isRaised ? 0x22EF : 0x2026)))
    // In a cell TeX sees the end of the formula that the cell is.
    let endsCell = next.kind == .alignTab && parser.scope.cellsAreFormulas
    if !isRaised, endsCell || isClosing(next, parser.input.vocabulary) { parser.append(Noad(.space(mu: 3))) }
  }

  /// True if the token is a closing delimiter, before which amsmath's dots have a thin space.
  private static func isClosing(_ token: Token, _ vocabulary: Vocabulary) -> Bool {
    switch token.kind {
    case .end: return true
    case .character: return [0x29, 0x5D].contains(token.value)
    case .command:
      switch vocabulary.meaning(of: token) {
      case .symbol(_, .close, _), .command(_, .right): return true
      default: return false
      }
    default: return false
    }
  }

  /// amsmath: after `\dotsc` and `\dotso` a thin space is before closing delimiters.
  static func appendSpaceAfterDots(_ parser: inout Parser, named name: String) {
    guard name == "dotso" || name == "dotsc" else { return }
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    if isClosing(next, parser.input.vocabulary) { parser.append(Noad(.space(mu: 3))) }
  }

  /// amsmath: after `\cdots` a thin space is before punctuation and closing delimiters.
  static func appendSpaceAfterDots(_ parser: inout Parser) {
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    let isPunctuation = next.kind == .character && [0x2C, 0x2E, 0x3B].contains(next.value)
    if isPunctuation || next.kind != .end && isClosing(next, parser.input.vocabulary) { parser.append(Noad(.space(mu: 3))) }
  }

  /// A named operator, such as `sin`; `,` in its name is a thin space.
  static func appendOperator(_ parser: inout Parser, named letters: String, _ limits: Limits) {
    let noad = operatorNoad(&parser, named: letters, limits)
    parser.append(noad)
  }

  private static func operatorNoad(_ parser: inout Parser, named letters: String, _ limits: Limits) -> Noad {
    let name = letters.unicodeScalars.map { $0 == "," ? Noad(.space(mu: 3)) : Noad(nucleus: .char($0.value)) }
    var noad = Noad(.atom, .op, nucleus: parser.list.add(name))
    noad.limits = limits
    return noad
  }

  /// mathtools' `\smashoperator{\sum_{…}}`: an operator in display style whose limits take no width.
  private static func smashOperator(_ parser: inout Parser) {
    // `l` or `r`; both sides are used.
    _ = parser.input.optionalArgument()
    func lapped(_ field: Field) -> Field {
      field.isEmpty ? field : parser.list.add(Noad(.lap(0), nucleus: field))
    }
    let content = parser.argument()
    for var noad in parser.list.noads(of: content) {
      (noad.superscript, noad.subscript) = (lapped(noad.superscript), lapped(noad.subscript))
      guard noad.atomClass == .op else {
        parser.append(noad)
        continue
      }
      noad.limits = .limits
      parser.append(Noad(.atom, .op, nucleus: parser.list.add([Noad(.style(.display)), noad])))
    }
  }

  /// `\mathpalette\command{…}`: the command with each style and the rest.
  private static func palette(_ parser: inout Parser, _ token: Token) {
    let function = parser.input.argument()
    let rest = parser.input.argument()
    var styles: [Field] = []
    for name in ["displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"] {
      let style = Token(kind: .command, value: parser.input.vocabulary.names.original(name), start: token.start, end: token.end)
      guard parser.input.takes(repeated: function.count + rest.count) else { return }
      styles.append(parser.sublist(function + [style] + parser.braced(rest)))
    }
    parser.append(Noad(parser.list.add(choice: styles)))
  }

  private static func characterByNumber(_ parser: inout Parser, isUnicode: Bool) {
    let value: Int
    if isUnicode {
      _ = parser.input.optionalArgument()
      let text = parser.argumentText()
      value = text.hasPrefix("x") ? Int(text.dropFirst(), radix: 16) ?? 0 : DocumentNumber.whole(text) ?? 0
    } else {
      let next = parser.input.nextRaw()
      if next.kind == .beginGroup {
        parser.input.putBack(parser.input.balanced())
      } else {
        parser.input.putBack(next)
      }
      value = Scanning.number(&parser)
    }
    guard let scalar = Unicode.Scalar(UInt32(clamping: value)), value > 0x20 else {
      return parser.report("math.number", 0..<0, "\(value) is not a character code", hint: "write \\char\"3B1 or \\char945")
    }
    if !isUnicode, ![0x25, 0x27, 0x60].contains(scalar.value) {
      // TeX: as if it had been typed.
      return parser.input.putBack(Token(kind: .character, value: scalar.value, start: 0, end: 0))
    }
    // The character itself, not the letter of an alphabet.
    parser.append(Noad(.atom, parser.input.vocabulary.atomClass(of: scalar.value), nucleus: .char(scalar.value)))
  }
}
