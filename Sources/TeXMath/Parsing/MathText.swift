internal import TypesetBoxes
internal import TypesetDiagnostics

/// Text mode: `\text` and its relatives.
enum MathText {
  /// Appends the argument of a text command.
  static func command(_ parser: inout Parser, _ command: ControlWord) {
    let field = argument(&parser, command)
    var noad = parser.list.onlyNoad(of: field) ?? Noad(nucleus: field)
    noad.keepsSize = command == .mbox || command == .hbox
    parser.append(noad)
  }

  /// The next argument in text mode, as a list of one text noad.
  static func argument(_ parser: inout Parser, _ command: ControlWord = .text) -> Field {
    field(&parser, parser.input.argument(), command)
  }

  /// Tokens in text mode, as a list of one text noad.
  static func field(_ parser: inout Parser, _ tokens: [Token], _ command: ControlWord = .text) -> Field {
    var look = Look()
    look.apply(command)
    return TextReader.field(&parser, tokens, look)
  }
}

/// Reads tokens in text mode into words and the formulas between them.
private struct TextReader {
  private var words: Words

  static func field(_ parser: inout Parser, _ tokens: [Token], _ look: Look) -> Field {
    var reader = TextReader(words: Words(look: look))
    reader.read(&parser, TokenReader(tokens))
    reader.words.flush()
    return parser.list.add(Noad(parser.list.add(reader.words.pieces)))
  }

  /// Reads all tokens; the look is the same afterwards.
  private mutating func read(_ parser: inout Parser, _ tokens: TokenReader) {
    var tokens = tokens
    let outer = words.look
    parser.nesting += 1
    defer {
      parser.nesting -= 1
      words.change(to: outer)
    }
    if parser.nesting > parser.budget.formulaNesting { return }
    while let token = tokens.next() {
      switch token.kind {
      case .space, .tilde: words.append(0x20)
      case .character:
        if token.value == 0x25 { CharacterReader.reportPercent(&parser, token) }
        words.append(words.look.family == .mono ? token.value : Self.ligature(token.value, &tokens))
      case .beginGroup:
        tokens.putBack()
        read(&parser, TokenReader(tokens.argument()))
      case .mathShift:
        let isClosed = tokens.hasMathShift
        words.formula(Self.formula(&parser, tokens.upTo { $0.kind == .mathShift }))
        if !isClosed {
          parser.report("math.missing-dollar", token, "a formula within text has no end", hint: "add $, or write \\$ for the sign")
        }
      case .superscript, .subscript:
        words.append(token.value)
        let sign = parser.text(token)
        parser.report(
          "math.text-script", token, "\(sign) in text is no script",
          hint: "write $…$ around the formula, or \\\(sign == "_" ? "_" : "textasciicircum")")
      case .alignTab, .endGroup: words.append(token.value)
      case .parameter:
        words.append(0x23)
        words.append(0x30 + token.value)
      case .end: break
      case .command: readCommand(&parser, token, &tokens)
      }
    }
  }

  /// A formula within text.
  private static func formula(_ parser: inout Parser, _ tokens: [Token]) -> Field {
    let outer = parser.scope.alphabet
    parser.scope.alphabet = .normal
    defer { parser.scope.alphabet = outer }
    return parser.sublist(tokens)
  }

  /// TeX's ligatures of text: quotes and dashes.
  private static func ligature(_ scalar: UInt32, _ tokens: inout TokenReader) -> UInt32 {
    let isDouble = tokens.peek.map { $0.kind == .character && $0.value == scalar } ?? false
    switch scalar {
    case 0x27, 0x60:
      if isDouble { tokens.skip() }
      return scalar == 0x27 ? (isDouble ? 0x201D : 0x2019) : isDouble ? 0x201C : 0x2018
    case 0x22: return 0x201D
    case 0x2D where isDouble:
      tokens.skip()
      guard let third = tokens.peek, third.isCharacter("-") else { return 0x2013 }
      tokens.skip()
      return 0x2014
    default: return scalar
    }
  }

  /// One command in text mode.
  private mutating func readCommand(_ parser: inout Parser, _ token: Token, _ tokens: inout TokenReader) {
    if !parser.input.definitions.isEmpty, let macro = parser.input.definitions[token.value] {
      return readOwnCommand(&parser, macro, token, &tokens)
    }
    let meaning = parser.input.vocabulary.meaning(of: token)
    switch meaning {
    case .command(let row, let word):
      if let word, readWord(&parser, word, &tokens) { return }
      if Commands.all[Int(row)].define != nil || Commands.all[Int(row)].isExpansion { return perform(&parser, row, token, &tokens) }
      if let kind = Commands.all[Int(row)].around {
        if case .smash = kind { _ = tokens.optionalArgument() }
        return words.formula(parser.list.add(Noad(kind, nucleus: Self.field(&parser, tokens.argument(), words.look))))
      }
    case .oldAlphabet(let chosen):
      var look = words.look
      look.bold = chosen == .bold
      look.italic = chosen == .italic
      look.family = chosen == .sansSerif ? .sans : chosen == .monospace ? .mono : .roman
      return words.change(to: look)
    default: break
    }
    if !readNamed(&parser, parser.input.vocabulary.names.name(token.value), &tokens) {
      Refusals.mathInText(&parser, token)
      // Any other command is set as a formula, with its arguments.
      words.formula(parser.sublist([token] + (Self.mayHaveArguments(meaning) ? tokens.groups() : [])))
    }
  }

  /// A command of the document: text if its whole definition has a meaning in text mode, else a formula.
  private mutating func readOwnCommand(_ parser: inout Parser, _ macro: Macro, _ token: Token, _ tokens: inout TokenReader) {
    var steps = 10_000
    guard Self.isTextual(macro, parser.input, depth: 0, &steps) else {
      return words.formula(parser.sublist([token] + tokens.groups()))
    }
    tokens = Self.reading(&parser, tokens, after: token) { $0.input.substituted(macro, at: token) }
  }

  /// Lets the formula's reader take something from the tokens that follow.
  ///
  /// - Parameter body: Returns what is read before the rest.
  private static func reading(
    _ parser: inout Parser, _ tokens: TokenReader, after token: Token, _ body: (inout Parser) -> [Token]
  ) -> TokenReader {
    var tokens = tokens
    let rest = tokens.rest()
    // The rest is copied each time.
    guard parser.input.takes(repeated: rest.count / 8 + 1) else { return TokenReader([]) }
    parser.input.putBack(Token(kind: .end, value: 0, start: token.end, end: token.end))
    parser.input.putBack(rest)
    var out = body(&parser)
    while true {
      let next = parser.input.nextRaw()
      if next.kind == .end { break }
      out.append(next)
    }
    return TokenReader(parser.input.isExhausted ? [] : out)
  }

  /// A definition or an expansion, which the formula's reader executes; the rest is read with it.
  private func perform(_ parser: inout Parser, _ row: Int32, _ token: Token, _ tokens: inout TokenReader) {
    tokens = Self.reading(&parser, tokens, after: token) {
      Commands.all[Int(row)].perform(&$0, Call(token: token, mark: $0.mark))
      return []
    }
  }

  /// True if a macro contains nothing that belongs only in formulas.
  ///
  /// - Parameter steps: How many tokens may still be looked at; a longer macro counts as not textual.
  private static func isTextual(_ macro: Macro, _ input: Expander, depth: Int, _ steps: inout Int) -> Bool {
    steps -= macro.body.count
    if depth > 4 || steps < 0 { return false }
    var isFormula = false
    return macro.body.allSatisfy { token in
      switch token.kind {
      case .mathShift:
        isFormula.toggle()
        return true
      case .superscript, .subscript, .alignTab: return isFormula
      case .command:
        if isFormula { return true }
        if let own = input.definitions[token.value] { return isTextual(own, input, depth: depth + 1, &steps) }
        if case .command(let row, let word) = input.vocabulary.meaning(of: token),
          Commands.all[Int(row)].around != nil || word?.isTextCommand == true || word?.isColorOrLink == true
        {
          return true
        }
        let name = input.vocabulary.names.name(token.value)
        return textLetters[name] != nil || combining[name] != nil || textNames.contains(name)
      default: return true
      }
    }
  }

  /// A text command, a size, a colour or a link; false for another command.
  private mutating func readWord(_ parser: inout Parser, _ command: ControlWord, _ tokens: inout TokenReader) -> Bool {
    let look = words.look
    if command == .begin {
      // An environment within text, such as `tabular`.
      let name = tokens.argument()
      let body = tokens.environmentBody(parser.input.vocabulary.names)
      words.formula(Self.formula(&parser, parser.tokens("\\begin{#1}#2\\end{#1}", [name, body])))
    } else if command.isTextCommand {
      var inner = look
      inner.apply(command)
      words.change(to: inner)
      read(&parser, TokenReader(tokens.argument()))
      words.change(to: look)
    } else if let size = StyleCommands.sizes.first(where: { $0.word == command }) {
      let rest = Noad(nucleus: Self.field(&parser, tokens.rest(), look))
      words.formula(parser.list.add([Noad(.size(size.thousandths, keepsForms: false)), rest]))
    } else {
      return readColorOrLink(&parser, command, &tokens)
    }
    return true
  }

  /// A colour or a link around words, which keep their look; false for another command.
  private mutating func readColorOrLink(_ parser: inout Parser, _ command: ControlWord, _ tokens: inout TokenReader) -> Bool {
    let look = words.look
    func color(_ parser: inout Parser) -> Color? {
      let model = tokens.optionalArgument().map { parser.plainText($0) }
      let name = parser.plainText(tokens.argument())
      return StyleCommands.knownColor(&parser, name, model: model)
    }
    switch command {
    case .color:
      let color = color(&parser)
      words.formula(parser.list.add([Noad(.color(color)), Noad(nucleus: Self.field(&parser, tokens.rest(), look))]))
    case .textcolor:
      let color = color(&parser)
      words.formula(parser.list.add([Noad(.color(color)), Noad(nucleus: Self.field(&parser, tokens.argument(), look))]))
    case .colorbox, .fcolorbox:
      let border = command == .fcolorbox ? color(&parser) : nil
      let fill = color(&parser)
      let content = Self.field(&parser, tokens.argument(), look)
      words.formula(parser.list.add(Noad(.boxed(border: border, fill: fill, isMath: false), nucleus: content)))
    case .href:
      let link = parser.list.add(link: parser.plainText(tokens.argument()))
      words.formula(parser.list.add(Noad(link, nucleus: Self.field(&parser, tokens.argument(), look))))
    default: return false
    }
    return true
  }

  /// A command with a meaning in text mode; false for another one.
  private mutating func readNamed(_ parser: inout Parser, _ name: String, _ tokens: inout TokenReader) -> Bool {
    switch name {
    case " ", "space": words.append(0x20)
    case "\\", "newline", "tabularnewline":
      if let next = tokens.peek, next.isCharacter("*") { tokens.skip() }
      _ = tokens.optionalArgument()
      words.add(.lineEnd)
    case "kern", "mkern", "hskip", "mskip": words.add(.space(Scanning.dimension(&parser, of: tokens.length())))
    case "hspace":
      if let next = tokens.peek, next.isCharacter("*") { tokens.skip() }
      words.add(.space(Scanning.dimension(&parser, of: tokens.argument())))
    case "hfil": words.add(.fill(.hfil))
    case "hfill": words.add(.fill(.hfill))
    case "hss": words.add(.fill(.hss))
    case "uppercase", "MakeUppercase", "MakeTextUppercase":
      read(&parser, TokenReader(PrimitiveCommands.mapped(tokens.argument()) { $0.properties.uppercaseMapping }))
    case "lowercase", "MakeLowercase", "MakeTextLowercase":
      read(&parser, TokenReader(PrimitiveCommands.mapped(tokens.argument()) { $0.properties.lowercaseMapping }))
    case "string": if let next = tokens.next() { words.append(parser.text(next)) }
    case "TeX": logo(&parser, "")
    case "LaTeX": logo(&parser, "L")
    case "KaTeX": logo(&parser, "K")
    case "quad": words.space(65536)
    case "qquad": words.space(131_072)
    case "enspace", "enskip": words.space(32768)
    case "%", "$", "&", "#", "_", "{", "}": words.append(name)
    case "textbackslash", "backslash": words.append(0x5C)
    case "ldots", "dots", "textellipsis": words.append(0x2026)
    case "relax", "/", "protect", "noindent", "mdseries", "scshape", "raggedright", "raggedleft", "centering", "arraybackslash", "strut":
      break
    case "upshape":
      var look = words.look
      look.italic = false
      words.change(to: look)
    case "normalfont": words.change(to: Look())
    case "slshape", "em", "sl":
      var look = words.look
      look.italic = true
      words.change(to: look)
    case "TextOrMath":
      read(&parser, TokenReader(tokens.argument()))
      _ = tokens.argument()
    case "textsuperscript": words.formula(parser.sublist(parser.tokens("{}^{\\text{#1}}", [tokens.argument()])))
    case "textsubscript": words.formula(parser.sublist(parser.tokens("{}_{\\text{#1}}", [tokens.argument()])))
    case "textcircled": words.formula(parser.sublist(parser.tokens("\\textcircled{#1}", [tokens.argument()])))
    case "t":
      var letters = TokenReader(tokens.argument())
      if let first = letters.letter() {
        words.append(first)
        words.append(0x361)
      }
      read(&parser, letters)
    case "(":
      let names = parser.input.vocabulary.names
      words.formula(Self.formula(&parser, tokens.upTo { $0.kind == .command && names.name($0.value) == ")" }))
    case ")":
      if let place = parser.inHand {
        parser.report("math.unmatched", place, "\\) in text has no \\(", hint: "add \\( before the formula")
      }
    default:
      if let mark = combining[name], let next = Self.letter(parser, &tokens, below: mark) {
        words.append(next)
        words.append(mark)
      } else if let letters = textLetters[name] {
        words.append(letters)
      } else {
        return false
      }
    }
    return true
  }

  /// The letter that gets an accent: a character, a letter by its name, or a space without either.
  private static func letter(_ parser: Parser, _ tokens: inout TokenReader, below mark: UInt32) -> UInt32? {
    if let letter = tokens.letter() { return letter }
    let start = tokens
    let found = tokens.argument()
    if found.allSatisfy({ $0.kind == .space }) { return 0x20 }
    if found.count == 1, found[0].kind == .command, let letters = textLetters[parser.input.vocabulary.names.name(found[0].value)] {
      // `\i` and `\j` are there to lose their dots, as the composed letters do.
      let isBelow = [0x323, 0x327, 0x328, 0x332].contains(mark)
      if letters == "ı", !isBelow { return 0x69 }
      if letters == "ȷ", !isBelow { return 0x6A }
      return letters.unicodeScalars.first?.value
    }
    tokens = start
    return nil
  }

  /// The logo of TeX, after the letters of another one that are before it (LaTeX's and KaTeX's own measures).
  private mutating func logo(_ parser: inout Parser, _ first: String) {
    func em(_ amount: Double) -> Dimension { Dimension(amount, "em") ?? Dimension() }
    if !first.isEmpty {
      words.append(first)
      words.add(.space(em(first == "K" ? -0.17 : -0.36)))
      let small = [Noad(.size(700)), Noad(parser.list.add([words.piece(of: "A")]))]
      words.formula(parser.list.add(Noad(.raise(em(0.176)), nucleus: parser.list.add(small))))
      words.add(.space(em(-0.15)))
    }
    words.append("T")
    words.add(.space(em(-0.1667)))
    let low = Noad(parser.list.add([words.piece(of: "E")]))
    words.formula(parser.list.add(Noad(.raise(Dimension(-0.5, "ex") ?? Dimension()), nucleus: parser.list.add(low))))
    words.add(.space(em(-0.125)))
    words.append("X")
  }

  private static func mayHaveArguments(_ meaning: Meaning) -> Bool {
    switch meaning {
    case .symbol, .largeOperator, .operatorName, .space: false
    default: true
    }
  }
}

/// The look of words of text.
private struct Look: Equatable {
  var bold = false
  var italic = false
  var family = TextFamily.roman

  /// What a text command changes.
  mutating func apply(_ command: ControlWord) {
    switch command {
    case .textbf: bold = true
    case .textit, .emph, .textsl: italic = true
    case .textsf: family = .sans
    case .texttt: family = .mono
    case .textrm: family = .roman
    case .textup: italic = false
    case .textmd: bold = false
    case .textnormal: self = Look()
    default: break
    }
  }
}

/// Collects words: neighboring words of the same look are one piece.
private struct Words {
  private(set) var pieces: [TextPiece] = []
  private(set) var look: Look
  private var bytes: [UInt8] = []

  init(look: Look) { self.look = look }

  mutating func append(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar), let encoded = UTF8.encode(scalar) else { return }
    bytes.append(contentsOf: encoded)
  }

  mutating func append(_ text: String) { bytes += Array(text.utf8) }

  mutating func flush() {
    if !bytes.isEmpty { pieces.append(.words(text: bytes, bold: look.bold, italic: look.italic, family: look.family)) }
    bytes.removeAll()
  }

  mutating func change(to new: Look) {
    if new == look { return }
    flush()
    look = new
  }

  mutating func formula(_ field: Field) {
    flush()
    pieces.append(.formula(field))
  }

  /// - Parameter amount: In 65536ths of an em.
  mutating func space(_ amount: Int32) { add(.space(Dimension(value: amount, unit: .em))) }

  mutating func add(_ piece: TextPiece) {
    flush()
    pieces.append(piece)
  }

  /// Letters in the present look.
  func piece(of text: String) -> TextPiece {
    .words(text: Array(text.utf8), bold: look.bold, italic: look.italic, family: look.family)
  }
}
