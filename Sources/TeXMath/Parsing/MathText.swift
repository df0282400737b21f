internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  mutating func textCommand(_ command: ControlWord) {
    let field = textArgument(command)
    if case .list(let start, 1) = field { pending.append(list.noads[Int(start)]) } else { pending.append(Noad(nucleus: field)) }
  }

  /// An argument in text mode, as a list of one text noad.
  mutating func textArgument(_ command: ControlWord = .text) -> Field { textField(input.argument(), command) }

  mutating func textField(_ tokens: [Token], _ command: ControlWord = .text) -> Field {
    var look = Look()
    apply(command, to: &look)
    return textField(tokens, look)
  }

  private mutating func textField(_ tokens: [Token], _ look: Look) -> Field {
    var words = Words(look: look)
    collect(TextTokens(tokens), &words)
    words.flush()
    list.texts.append(words.pieces)
    let mark = pending.count
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
    return close(from: mark)
  }

  private func apply(_ command: ControlWord, to look: inout Look) {
    switch command {
    case .textbf: look.bold = true
    case .textit, .emph, .textsl: look.italic = true
    case .textsf: look.family = .sans
    case .texttt: look.family = .mono
    case .textrm: look.family = .roman
    case .textup: look.italic = false
    case .textmd: look.bold = false
    case .textnormal: look = Look()
    default: break
    }
  }

  /// Reads tokens in text mode, in one look, until they end.
  private mutating func collect(_ tokens: TextTokens, _ words: inout Words) {
    var tokens = tokens
    let outer = words.look
    nesting += 1
    defer {
      nesting -= 1
      words.change(to: outer)
    }
    if nesting > budget.formulaNesting { return }
    while let token = tokens.next() {
      switch token.kind {
      case .space, .tilde: words.append(0x20)
      case .character:
        if token.value == 0x25 { reportPercent(token) }
        words.append(ligature(token.value, &tokens))
      case .beginGroup:
        tokens.index -= 1
        collect(TextTokens(tokens.argument()), &words)
      case .mathShift: words.formula(textFormula(tokens.upTo { $0.kind == .mathShift }))
      case .superscript, .subscript, .alignTab, .endGroup: words.append(token.value)
      case .parameter:
        words.append(0x23)
        words.append(0x30 + token.value)
      case .end: break
      case .command: textCommand(token, &tokens, &words)
      }
    }
  }

  /// A formula within text.
  private mutating func textFormula(_ tokens: [Token]) -> Field {
    let outer = alphabet
    alphabet = .normal
    defer { alphabet = outer }
    return sublist(tokens)
  }

  /// TeX's ligatures of text: quotes and dashes.
  private func ligature(_ scalar: UInt32, _ tokens: inout TextTokens) -> UInt32 {
    let isDouble = tokens.peek.map { $0.kind == .character && $0.value == scalar } ?? false
    switch scalar {
    case 0x27, 0x60:
      if isDouble { tokens.index += 1 }
      return scalar == 0x27 ? (isDouble ? 0x201D : 0x2019) : isDouble ? 0x201C : 0x2018
    case 0x2D where isDouble:
      tokens.index += 1
      guard let third = tokens.peek, third.isCharacter("-") else { return 0x2013 }
      tokens.index += 1
      return 0x2014
    default: return scalar
    }
  }

  /// One command in text mode.
  private mutating func textCommand(_ token: Token, _ tokens: inout TextTokens, _ words: inout Words) {
    if !input.definitions.isEmpty, let macro = input.definitions[token.value] {
      return ownCommand(macro, token, &tokens, &words)
    }
    if let command = command(token) {
      if isTextCommand(command) {
        let outer = words.look
        var inner = outer
        apply(command, to: &inner)
        words.change(to: inner)
        collect(TextTokens(tokens.argument()), &words)
        return words.change(to: outer)
      }
      if wraps(command, &tokens, &words) { return }
      if let size = command.textSize {
        return words.formula(wrapped(.size(size), textField(tokens.rest(), words.look)))
      }
    }
    if case .oldAlphabet(let chosen) = input.vocabulary.meaning(of: token.value) {
      var look = words.look
      look.bold = chosen == .bold
      look.italic = chosen == .italic
      look.family = chosen == .sansSerif ? .sans : chosen == .monospace ? .mono : .roman
      return words.change(to: look)
    }
    if !namedTextCommand(input.vocabulary.names.name(token.value), &tokens, &words) {
      // Anything else is set as a formula, with its arguments.
      let arguments = definesArguments(token) ? tokens.groups() : []
      words.formula(sublist([token] + arguments))
    }
  }

  /// A command of the document: read on in text mode where all that it represents has a meaning there, else a formula.
  private mutating func ownCommand(_ macro: Macro, _ token: Token, _ tokens: inout TextTokens, _ words: inout Words) {
    guard isTextual(macro, depth: 0) else { return words.formula(sublist([token] + tokens.groups())) }
    let end = Token(kind: .end, value: 0, start: token.end, end: token.end)
    input.putBack(end)
    input.putBack(tokens.rest())
    let body = input.substituted(macro, at: token)
    var rest = body
    while true {
      let next = input.nextRaw()
      if next.kind == .end { break }
      rest.append(next)
    }
    if input.isExhausted { return }
    collect(TextTokens(rest), &words)
  }

  /// True if a macro holds nothing that belongs to formulas alone.
  private func isTextual(_ macro: Macro, depth: Int) -> Bool {
    if depth > 4 { return false }
    var isFormula = false
    return macro.body.allSatisfy { token in
      switch token.kind {
      case .mathShift:
        isFormula.toggle()
        return true
      case .superscript, .subscript, .alignTab: return isFormula
      case .command:
        if isFormula { return true }
        if let own = input.definitions[token.value] { return isTextual(own, depth: depth + 1) }
        if let command = command(token), isTextCommand(command) || wrappers.contains(command) { return true }
        let name = input.vocabulary.names.name(token.value)
        return textLetters[name] != nil || combining[name] != nil || textNames.contains(name)
      default: return true
      }
    }
  }

  /// Commands that put something around words, which keep their look: colours, lines, phantoms, frames, links.
  private mutating func wraps(_ command: ControlWord, _ tokens: inout TextTokens, _ words: inout Words) -> Bool {
    guard wrappers.contains(command) else { return false }
    let look = words.look
    func color(_ parser: inout Parser) -> Color? {
      let model = tokens.optionalArgument().map { parser.plainText($0) }
      let name = parser.plainText(tokens.argument())
      return parser.knownColor(name, model: model)
    }
    switch command {
    case .color:
      let color = color(&self)
      words.formula(wrapped(.color(color), textField(tokens.rest(), look)))
    case .textcolor:
      let color = color(&self)
      words.formula(wrapped(.color(color), textField(tokens.argument(), look)))
    case .colorbox, .fcolorbox:
      let border = command == .fcolorbox ? color(&self) : nil
      let fill = color(&self)
      words.formula(around(.boxed(border: border, fill: fill, isMath: false), textField(tokens.argument(), look)))
    case .href:
      list.links.append(plainText(tokens.argument()))
      let number = Int32(list.links.count - 1)
      words.formula(around(.link(number), textField(tokens.argument(), look)))
    default:
      if command == .smash { _ = tokens.optionalArgument() }
      words.formula(around(command.wrapper, textField(tokens.argument(), look)))
    }
    return true
  }

  /// What a switch (a colour, a size) changes, as a list.
  private mutating func wrapped(_ change: NoadKind, _ field: Field) -> Field {
    let mark = pending.count
    pending.append(Noad(change))
    pending.append(Noad(nucleus: field))
    return close(from: mark)
  }

  private mutating func around(_ kind: NoadKind, _ field: Field) -> Field {
    let mark = pending.count
    pending.append(Noad(kind, nucleus: field))
    return close(from: mark)
  }

  /// Commands that text mode knows by name; false where it does not.
  private mutating func namedTextCommand(_ name: String, _ tokens: inout TextTokens, _ words: inout Words) -> Bool {
    switch name {
    case " ", "\\", "space", "newline": words.append(0x20)
    case "quad": words.space(65536)
    case "qquad": words.space(131_072)
    case "enspace", "enskip": words.space(32768)
    case "%", "$", "&", "#", "_", "{", "}": words.append(name)
    case "textbackslash", "backslash": words.append(0x5C)
    case "ldots", "dots", "textellipsis": words.append(0x2026)
    case "relax", "/", "protect", "noindent", "mdseries", "scshape": break
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
      collect(TextTokens(tokens.argument()), &words)
      _ = tokens.argument()
    case "textsuperscript": words.formula(sublist(self.tokens("{}^{\\text{#1}}", [tokens.argument()])))
    case "textsubscript": words.formula(sublist(self.tokens("{}_{\\text{#1}}", [tokens.argument()])))
    case "textcircled": words.formula(sublist(self.tokens("\\textcircled{#1}", [tokens.argument()])))
    case "t": words.formula(sublist(self.tokens("\\overset{⁀}{\\text{#1}}", [tokens.argument()])))
    case "(": words.formula(textFormula(tokens.upTo { $0.kind == .command && input.vocabulary.names.name($0.value) == ")" }))
    case ")": break
    default:
      if let mark = combining[name], let next = tokens.letter() {
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

  private func definesArguments(_ token: Token) -> Bool {
    switch input.vocabulary.meaning(of: token.value) {
    case .symbol, .largeOperator, .operatorName, .space: false
    default: true
    }
  }

  private func isTextCommand(_ command: ControlWord) -> Bool {
    switch command {
    case .text, .textrm, .textbf, .textit, .textsf, .texttt, .textnormal, .textup, .textmd, .mbox, .hbox, .emph, .textsl: true
    default: false
    }
  }
}

/// How words of text look.
struct Look: Equatable {
  var bold = false
  var italic = false
  var family = TextFamily.roman
}

/// Words as they are gathered: those of one look in one piece.
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

  /// - Parameter amount: 65536 to the em.
  mutating func space(_ amount: Int32) {
    flush()
    pieces.append(.space(Dimension(value: amount, unit: .em)))
  }
}

/// Tokens of text, read one after the other.
private struct TextTokens {
  private let tokens: [Token]
  var index = 0

  init(_ tokens: [Token]) { self.tokens = tokens }

  var peek: Token? { index < tokens.count ? tokens[index] : nil }

  mutating func next() -> Token? {
    guard index < tokens.count else { return nil }
    index += 1
    return tokens[index - 1]
  }

  mutating func rest() -> [Token] {
    defer { index = tokens.count }
    return Array(tokens[index...])
  }

  private mutating func skipSpaces() {
    while let token = peek, token.kind == .space { index += 1 }
  }

  /// A group without its braces, or the next token.
  mutating func argument() -> [Token] {
    skipSpaces()
    guard let first = next() else { return [] }
    guard first.kind == .beginGroup else { return [first] }
    let start = index
    var depth = 0
    while let token = next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup {
        if depth == 0 { return Array(tokens[start..<index - 1]) }
        depth -= 1
      }
    }
    return Array(tokens[start...])
  }

  /// `[…]`, or nil where none is.
  mutating func optionalArgument() -> [Token]? {
    let start = index
    skipSpaces()
    guard let first = next(), first.isCharacter("["), let end = tokens[index...].firstIndex(where: { $0.isCharacter("]") }) else {
      index = start
      return nil
    }
    defer { index = end + 1 }
    return Array(tokens[index..<end])
  }

  /// The groups and brackets that follow at once, with their braces.
  mutating func groups() -> [Token] {
    let start = index
    while let token = peek {
      if token.kind == .beginGroup {
        _ = argument()
      } else if index == start || !token.isCharacter("[") || optionalArgument() == nil {
        break
      }
    }
    return Array(tokens[start..<index])
  }

  /// Up to a token outside of groups, which is read too.
  mutating func upTo(_ isEnd: (Token) -> Bool) -> [Token] {
    let start = index
    var depth = 0
    while let token = next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth <= 0, isEnd(token) { return Array(tokens[start..<index - 1]) }
    }
    return Array(tokens[start...])
  }

  /// The letter below an accent, braced or bare.
  mutating func letter() -> UInt32? {
    let start = index
    let found = argument()
    if found.count == 1, found[0].kind == .character { return found[0].value }
    index = start
    return nil
  }
}

/// Commands that are around words of text without changing how they look.
private let wrappers: Set<ControlWord> = [
  .color, .textcolor, .colorbox, .fcolorbox, .href, .underline, .overline, .phantom, .hphantom, .vphantom, .smash, .cancel, .bcancel,
  .xcancel, .sout, .fbox, .boxed, .llap, .rlap, .clap, .mathllap, .mathrlap, .mathclap,
]

extension ControlWord {
  /// What a command without further arguments puts around words.
  fileprivate var wrapper: NoadKind {
    switch self {
    case .underline: .underline
    case .overline: .overline
    case .phantom: .phantom(horizontal: true, vertical: true, isVisible: false)
    case .hphantom: .phantom(horizontal: true, vertical: false, isVisible: false)
    case .vphantom: .phantom(horizontal: false, vertical: true, isVisible: false)
    case .smash: .smash(top: true, bottom: true)
    case .cancel: .strike(up: true, down: false, across: false)
    case .bcancel: .strike(up: false, down: true, across: false)
    case .xcancel: .strike(up: true, down: true, across: false)
    case .sout: .strike(up: false, down: false, across: true)
    case .fbox, .boxed: .boxed(border: .black, fill: nil, isMath: false)
    case .llap, .mathllap: .lap(-1)
    case .rlap, .mathrlap: .lap(1)
    default: .lap(0)
    }
  }

  /// LaTeX's sizes, in thousandths of the formula's; nil for another command.
  var textSize: Int32? {
    switch self {
    case .tiny, .Tiny: 500
    case .sixptsize: 600
    case .scriptsize: 700
    case .footnotesize, .SMALL: 800
    case .small: 900
    case .normalsize: 1000
    case .large: 1200
    case .Large: 1440
    case .LARGE: 1728
    case .huge: 2074
    case .Huge: 2488
    default: nil
    }
  }
}

/// Names that `namedTextCommand` knows.
private let textNames: Set<String> = [
  " ", "\\", "space", "quad", "qquad", "enspace", "enskip", "%", "$", "&", "#", "_", "{", "}", "textbackslash", "ldots", "dots",
  "textellipsis", "relax", "/", "upshape", "normalfont", "slshape", "em", "sl", "textsuperscript", "textsubscript", "textcircled", "bf",
  "it", "rm", "sf", "tt", "bfseries", "itshape", "sffamily", "ttfamily", "rmfamily", "(", ")",
]

/// Accents of text mode: the combining character that follows the letter.
private let combining: [String: UInt32] = [
  "\"": 0x308, "'": 0x301, ".": 0x307, "=": 0x304, "H": 0x30B, "^": 0x302, "`": 0x300, "c": 0x327, "d": 0x323,
  "k": 0x328, "r": 0x30A, "u": 0x306, "v": 0x30C, "~": 0x303, "b": 0x331,
]

/// Letters and signs of text mode by name.
private let textLetters: [String: String] = [
  "DH": "Ð", "DJ": "Đ", "L": "Ł", "NG": "Ŋ", "TH": "Þ", "dh": "ð", "dj": "đ", "l": "ł", "ng": "ŋ", "th": "þ", "dag": "†", "ddag": "‡",
  "textasteriskcentered": "∗", "textbardbl": "‖", "textbullet": "•", "textcelsius": "℃", "textcent": "¢", "textcopyright": "©",
  "textcurrency": "¤", "textdagger": "†", "textdaggerdbl": "‡", "textdiv": "÷", "texteuro": "€", "textexclamdown": "¡",
  "textlangle": "⟨", "textleftarrow": "←", "textminus": "−", "textmu": "µ", "textnumero": "№", "textohm": "Ω", "textonehalf": "½",
  "textonequarter": "¼", "textordfeminine": "ª", "textordmasculine": "º", "textparagraph": "¶", "textperthousand": "‰", "textpm": "±",
  "textquestiondown": "¿", "textquotedbl": "\"", "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'",
  "textrangle": "⟩", "textrightarrow": "→", "textsection": "§", "textsterling": "£", "textthreequarters": "¾", "texttimes": "×",
  "texttrademark": "™", "textvisiblespace": "␣", "textyen": "¥", "euro": "€", "celsius": "℃", "perthousand": "‰",
  "AA": "Å", "AE": "Æ", "LaTeX": "LaTeX", "O": "Ø", "OE": "Œ", "P": "¶", "S": "§", "TeX": "TeX", "aa": "å", "ae": "æ",
  "copyright": "©", "degree": "°", "i": "ı", "j": "ȷ", "o": "ø", "oe": "œ", "pounds": "£", "ss": "ß",
  "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|",
  "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textdegree": "°",
  "textunderscore": "_", "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textregistered": "®",
]
