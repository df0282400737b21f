internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// Carries out one command.
  mutating func perform(_ token: Token, from mark: Int) {
    switch input.vocabulary.meaning(of: token.value) {
    case .symbol(let scalar, let atomClass, let isAlphabetic):
      var noad = Noad(
        .atom, atomClass,
        nucleus: .char(isAlphabetic || scalar == 0x1D6A4 || scalar == 0x1D6A5 ? alphabet.apply(scalar) : emboldened(scalar)))
      // `\smallint` takes limits as its large sister does.
      if atomClass == .op { noad.limits = .display }
      pending.append(noad)
      if scalar == 0x22EF, input.vocabulary.names.name(token.value).hasPrefix("dots") { spaceAfterDots() }
    case .largeOperator(let scalar, let limits):
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = limits
      pending.append(noad)
    case .accent(let scalar, let isWide, let isBelow):
      let field = collapsed(argument())
      pending.append(Noad(.accent(scalar, isWide: isWide, isBelow: isBelow), nucleus: field))
    case .brace(let scalar, let isBelow):
      let inner = argument()
      let start = list.noads.count
      list.noads.append(Noad(.accent(scalar, isWide: true, isBelow: isBelow), nucleus: inner))
      var noad = Noad(.atom, .op, nucleus: .list(Int32(start), 1))
      noad.limits = .limits
      pending.append(noad)
    case .operatorName(let letters, let limits): operatorName(letters, limits)
    case .space(let mu): pending.append(Noad(.space(mu: mu)))
    case .alphabet(let chosen):
      let outer = alphabet
      alphabet = chosen
      let field = argument()
      alphabet = outer
      appendWord(field, wasBold: chosen == .boldSymbol)
    case .oldAlphabet(let chosen): alphabet = chosen
    case .command(let command): perform(command, token, from: mark)
    case .macro: break
    case .undefined: unknown(token)
    }
  }

  private func emboldened(_ scalar: UInt32) -> UInt32 { alphabet == .boldSymbol ? alphabet.apply(scalar) : scalar }

  /// amsmath: behind `\cdots` a thin space stands before punctuation and closing delimiters.
  private mutating func spaceAfterDots() {
    let next = input.nextRaw()
    input.putBack(next)
    let isClosing =
      switch next.kind {
      case .character: [0x2C, 0x2E, 0x3B, 0x29, 0x5D].contains(next.value)
      case .command:
        switch input.vocabulary.meaning(of: next.value) {
        case .symbol(_, .close, _), .command(.right): true
        default: false
        }
      default: false
      }
    if isClosing { pending.append(Noad(.space(mu: 3))) }
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
      case .command(.not), .command(.mathbin), .command(.mathrel), .command(.xrightarrow), .command(.xleftarrow): isRaised = true
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
      case .symbol(_, .close, _), .command(.right): true
      default: false
      }
    default: false
    }
  }

  /// The argument of an alphabet command: an Ord atom, or the single character that it is.
  private mutating func appendWord(_ field: Field, wasBold: Bool) {
    if case .list(let start, 1) = field, case .atom = list.noads[Int(start)].kind {
      var noad = list.noads[Int(start)]
      // A bold sign is a group of its class: no italic correction stands before it.
      if wasBold, noad.atomClass != .ord, noad.superscript.isEmpty, noad.subscript.isEmpty, !noad.isLargeOperator {
        let inner = Int32(list.noads.count)
        list.noads.append(Noad(nucleus: noad.nucleus))
        noad.nucleus = .list(inner, 1)
      }
      pending.append(noad)
    } else {
      pending.append(Noad(nucleus: collapsed(field)))
    }
  }

  mutating func operatorName(_ letters: String, _ limits: Limits) {
    let mark = pending.count
    for letter in letters.unicodeScalars {
      pending.append(letter == "," ? Noad(.space(mu: 3)) : Noad(nucleus: .char(letter.value)))
    }
    var noad = Noad(.atom, .op, nucleus: close(from: mark))
    noad.limits = limits
    pending.append(noad)
  }

  /// An unknown command is shown as it was written, in the error colour.
  mutating func unknown(_ token: Token) {
    let name = text(token)
    report(
      "math.unknown-command", token, "unknown command \(name)",
      hint: input.vocabulary.suggestions.hint(for: token.value, in: input.vocabulary))
    showSource(name)
  }

  mutating func showSource(_ name: String) {
    list.texts.append([.words(text: Array(name.utf8), bold: false, italic: false, family: .mono)])
    let mark = pending.count
    pending.append(Noad(.color(Color(red: 204, green: 0, blue: 0))))
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
    pending.append(Noad(nucleus: close(from: mark)))
  }

  private mutating func perform(_ command: Command, _ token: Token, from mark: Int) {
    switch command {
    case .frac:
      let (numerator, denominator) = (argument(), argument())
      pending.append(Noad(.fraction(thickness: -1, left: 0, right: 0), .ord, nucleus: numerator, second: denominator))
    case .cfrac: continuedFraction()
    case .genfrac: generalFraction()
    case .sqrt:
      let degree = optionalList()
      let field = argument()
      pending.append(Noad(.radical, nucleus: collapsed(field), second: degree ?? .empty))
    case .root: root()
    case .left: fence(token)
    case .begin: environment(token)
    case .big, .bigl, .bigr, .bigm: bigDelimiter(12, command)
    case .Big, .Bigl, .Bigr, .Bigm: bigDelimiter(18, command)
    case .bigg, .biggl, .biggr, .biggm: bigDelimiter(24, command)
    case .Bigg, .Biggl, .Biggr, .Biggm: bigDelimiter(30, command)
    case .limits, .nolimits, .displaylimits:
      guard pending.count > mark, pending[pending.count - 1].atomClass == .op else {
        return report("math.limits", token, "\(text(token)) must follow an operator", hint: nil)
      }
      pending[pending.count - 1].limits = command == .limits ? .limits : command == .nolimits ? .noLimits : .display
    case .displaystyle: pending.append(Noad(.style(.display)))
    case .textstyle: pending.append(Noad(.style(.text)))
    case .scriptstyle: pending.append(Noad(.style(.script)))
    case .scriptscriptstyle: pending.append(Noad(.style(.scriptScript)))
    case .mathord: classified(.ord)
    case .mathop: classified(.op)
    case .mathbin: classified(.bin)
    case .mathrel: classified(.rel)
    case .mathopen: classified(.open)
    case .mathclose: classified(.close)
    case .mathpunct: classified(.punct)
    case .mathinner: classified(.inner)
    case .operatorname, .operatornamewithlimits, .operatornameMod:
      var isStarred = command == .operatornamewithlimits
      let next = input.nextRaw()
      if next.isCharacter("*") { isStarred = true } else { input.putBack(next) }
      let outer = alphabet
      (alphabet, isOperatorName) = (.roman, true)
      let field = argument()
      (alphabet, isOperatorName) = (outer, false)
      if command == .operatornameMod { return pending.append(Noad(.atom, .ord, nucleus: field)) }
      var noad = Noad(.atom, .op, nucleus: plainHyphens(field))
      noad.limits = isStarred ? .display : .noLimits
      pending.append(noad)
    case .overline: pending.append(Noad(.overline, nucleus: collapsed(argument())))
    case .underline: pending.append(Noad(.underline, nucleus: collapsed(argument())))
    case .overset, .underset:
      let script = argument()
      let base = argument()
      overUnder(base, script, isOver: command == .overset)
    case .substack: substack()
    case .not: negate(token, from: mark)
    case .text, .textrm, .textbf, .textit, .textsf, .texttt, .textnormal, .textup, .textmd, .mbox, .hbox, .emph, .textsl:
      textCommand(command)
    case .phantom: pending.append(Noad(.phantom(horizontal: true, vertical: true, isVisible: false), nucleus: argument()))
    case .hphantom: pending.append(Noad(.phantom(horizontal: true, vertical: false, isVisible: false), nucleus: argument()))
    case .vphantom: pending.append(Noad(.phantom(horizontal: false, vertical: true, isVisible: false), nucleus: argument()))
    case .smash:
      let which = input.optionalArgument()
      let top = which?.contains { $0.isCharacter("t") } ?? true
      let bottom = which?.contains { $0.isCharacter("b") } ?? true
      pending.append(Noad(.smash(top: top, bottom: bottom), nucleus: argument()))
    case .mathllap: pending.append(Noad(.lap(-1), nucleus: argument()))
    case .mathrlap: pending.append(Noad(.lap(1), nucleus: argument()))
    case .mathclap: pending.append(Noad(.lap(0), nucleus: argument()))
    // LaTeX's own are boxes of text.
    case .llap, .rlap, .clap:
      let field = textArgument()
      pending.append(Noad(.lap(command == .llap ? -1 : command == .rlap ? 1 : 0), nucleus: field))
    case .raisebox:
      let amount = dimension(of: input.argument())
      _ = input.optionalArgument()
      let field = textArgument()
      pending.append(Noad(.raise(amount), nucleus: field))
    case .boxed: boxed(border: .black, fill: nil, isMath: true, isDisplay: true)
    case .fbox:
      let field = textArgument()
      pending.append(Noad(.boxed(border: .black, fill: nil, isMath: false), nucleus: field))
    case .rule:
      let raise = input.optionalArgument().map { dimension(of: $0) } ?? Dimension()
      let width = dimension(of: input.argument())
      let height = dimension(of: input.argument())
      pending.append(Noad(.rule(width: width, height: height, raise: raise)))
    case .vcenter: pending.append(Noad(.vcenter, nucleus: argument()))
    case .mathchoice:
      list.choices.append([argument(), argument(), argument(), argument()])
      pending.append(Noad(.choice(Int32(list.choices.count - 1))))
    case .nonscript: pending.append(Noad(.nonscript))
    case .kern, .mkern, .hskip, .mskip: pending.append(Noad(.kern(dimension())))
    case .hspace:
      let next = input.nextRaw()
      if !next.isCharacter("*") { input.putBack(next) }
      pending.append(Noad(.kern(dimension(of: input.argument()))))
    case .space: pending.append(Noad(.kern(Dimension(value: 65536, unit: .textSpace))))
    case .bgroup: pending.append(Noad(nucleus: collapsed(group())))
    case .begingroup: semiSimpleGroup()
    case .negspace, .relax, .nobreak: break
    case .allowbreak: pending.append(Noad(.penalty(0)))
    case .relpenalty, .mathsurround: break
    case .color:
      let color = colorArgument()
      pending.append(Noad(.color(color)))
    case .textcolor:
      let color = colorArgument()
      let inner = pending.count
      let content = argument()
      pending.append(Noad(.color(color)))
      if case .list(let start, let count) = content {
        for index in start..<start + count { pending.append(list.noads[Int(index)]) }
      }
      pending.append(Noad(nucleus: close(from: inner)))
    case .colorbox:
      let fill = colorArgument()
      let field = textArgument()
      pending.append(Noad(.boxed(border: nil, fill: fill, isMath: false), nucleus: field))
    case .fcolorbox:
      let border = colorArgument()
      let fill = colorArgument()
      let field = textArgument()
      pending.append(Noad(.boxed(border: border, fill: fill, isMath: false), nucleus: field))
    case .cancel: pending.append(Noad(.strike(up: true, down: false, across: false), nucleus: argument()))
    case .bcancel: pending.append(Noad(.strike(up: false, down: true, across: false), nucleus: argument()))
    case .xcancel: pending.append(Noad(.strike(up: true, down: true, across: false), nucleus: argument()))
    case .sout: pending.append(Noad(.strike(up: false, down: false, across: true), nucleus: argument()))
    case .xrightarrow: arrow(0x2192)
    case .xleftarrow: arrow(0x2190)
    case .xleftrightarrow: arrow(0x2194)
    case .xRightarrow: arrow(0x21D2)
    case .xLeftarrow: arrow(0x21D0)
    case .xLeftrightarrow: arrow(0x21D4)
    case .xmapsto: arrow(0x21A6)
    case .xlongequal: arrow(0x3D)
    case .xhookrightarrow: arrow(0x21AA)
    case .xhookleftarrow: arrow(0x21A9)
    case .xrightharpoonup: arrow(0x21C0)
    case .xrightharpoondown: arrow(0x21C1)
    case .xleftharpoonup: arrow(0x21BC)
    case .xleftharpoondown: arrow(0x21BD)
    case .xrightleftharpoons: arrow(0x21CC)
    case .xleftrightharpoons: arrow(0x21CB)
    case .xtwoheadrightarrow: arrow(0x21A0)
    case .xtwoheadleftarrow: arrow(0x219E)
    case .tag:
      let next = input.nextRaw()
      let isStarred = next.isCharacter("*")
      if !isStarred { input.putBack(next) }
      let words = input.argument()
      list.tagText = isStarred ? plainTokens(words) : "(" + plainTokens(words) + ")"
      list.tag = textField(words)
      if !isStarred, let last = list.texts.indices.last {
        func sign(_ text: String) -> TextPiece { .words(text: Array(text.utf8), bold: false, italic: false, family: .roman) }
        list.texts[last] = [sign("(")] + list.texts[last] + [sign(")")]
      }
      list.hasTag = true
      list.tagIsStarred = isStarred
    case .notag, .nonumber: list.tagIsStarred = true
    case .dots: dots()
    case .slashed: pending.append(Noad(.accent(0x338, isWide: false, isBelow: false), nucleus: collapsed(argument())))
    case .intertext, .shortintertext: pending.append(Noad(nucleus: textArgument()))
    case .label: list.label = plainText(input.argument())
    case .ref, .eqref: reference(inParentheses: command == .eqref, token)
    case .href:
      let address = plainText(input.argument())
      list.links.append(address)
      pending.append(Noad(.link(Int32(list.links.count - 1)), nucleus: argument()))
    case .url:
      let address = plainText(input.argument())
      list.links.append(address)
      list.texts.append([.words(text: Array(address.utf8), bold: false, italic: false, family: .mono)])
      let inner = pending.count
      pending.append(Noad(.text(Int32(list.texts.count - 1))))
      pending.append(Noad(.link(Int32(list.links.count - 1)), nucleus: close(from: inner)))
    case .newcommand, .renewcommand, .providecommand: newCommand(isOptional: command == .providecommand)
    case .def, .gdef: definition(isGlobal: command == .gdef)
    case .let: alias()
    case .DeclareMathOperator: declareOperator()
    case .setlength:
      let name = plainTokens(input.argument())
      let value = dimension(of: input.argument())
      if name == "\\arraycolsep" { arrayColumnSep = value }
    case .sideset: sideset()
    case .hline, .hdashline, .cline, .multicolumn:
      report("math.misplaced", token, "\(text(token)) stands outside of an array", hint: nil)
    case .over, .atop, .above, .choose, .brack, .brace, .overwithdelims, .atopwithdelims, .abovewithdelims, .middle,
      .right, .end, .newline, .cr, .egroup, .endgroup:
      break
    default: performOfPackage(command, token, from: mark)
    }
  }

  // MARK: One command each

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

  private mutating func bigDelimiter(_ step: Int32, _ command: Command) {
    var scalar = delimiter(answering: bareBraces > 0 ? Self.bareBrace : 0)
    if scalar == Self.bareBrace {
      bareBraces += 1
      scalar = 0x7B
    } else if scalar == 0x7D, bareBraces > 0 {
      bareBraces -= 1
    }
    let atomClass: AtomClass =
      switch command {
      case .bigl, .Bigl, .biggl, .Biggl: .open
      case .bigr, .Bigr, .biggr, .Biggr: .close
      case .bigm, .Bigm, .biggm, .Biggm: .rel
      default: .ord
      }
    pending.append(Noad(.bigDelimiter(scalar, step: step), atomClass))
  }

  private mutating func fence(_ token: Token) {
    nesting += 1
    defer { nesting -= 1 }
    let opening = delimiter()
    var parts = [FencePart(delimiter: opening == Self.bareBrace ? 0x7B : opening, content: .empty)]
    let mark = pending.count
    if nesting > budget.formulaNesting {
      return report("math.nesting", token, "groups are nested deeper than \(budget.formulaNesting)", hint: nil)
    }
    input.enterGroup()
    let outer = alphabet
    while true {
      parseItems(from: mark)
      let next = input.next()
      let command = command(next)
      if command == .middle || command == .right {
        parts[parts.count - 1].content = close(from: mark)
        parts.append(FencePart(delimiter: delimiter(answering: opening), content: .empty))
        if command == .right { break }
      } else {
        report("math.missing-right", token, "\\left has no \\right", hint: "add \\right.")
        parts[parts.count - 1].content = close(from: mark)
        parts.append(FencePart(delimiter: 0, content: .empty))
        input.putBack(next)
        break
      }
    }
    alphabet = outer
    input.leaveGroup()
    list.fences.append(parts)
    pending.append(Noad(.fence(Int32(list.fences.count - 1)), .inner))
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

  mutating func arrow(_ scalar: UInt32, least: Int32 = 0) {
    let below = optionalList() ?? .empty
    let above = argument()
    var noad = Noad(.arrow(scalar, least: least), .rel)
    noad.nucleus = above
    noad.second = below
    pending.append(noad)
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

  private mutating func boxed(border: Color?, fill: Color?, isMath: Bool, isDisplay: Bool) {
    let inner = pending.count
    if isDisplay { pending.append(Noad(.style(.display))) }
    let content = argument()
    if case .list(let start, let count) = content {
      for index in start..<start + count { pending.append(list.noads[Int(index)]) }
    }
    let field = close(from: inner)
    pending.append(Noad(.boxed(border: border, fill: fill, isMath: isMath), nucleus: field))
  }
}
