internal import TypesetBoxes

/// Definitions by the author.
extension Parser {
  static let definitionCommands: [CommandRow] = [
    CommandRow("newcommand") { parser, _ in parser.newCommand(isOptional: false) },
    CommandRow("renewcommand") { parser, _ in parser.newCommand(isOptional: false) },
    CommandRow("providecommand") { parser, _ in parser.newCommand(isOptional: true) },
    CommandRow("def") { parser, _ in parser.definition(isGlobal: false) },
    CommandRow("gdef") { parser, _ in parser.definition(isGlobal: true) },
    CommandRow("edef") { parser, _ in parser.definition(isGlobal: false, isExpanded: true) },
    CommandRow("xdef") { parser, _ in parser.definition(isGlobal: true, isExpanded: true) },
    CommandRow("let") { parser, _ in parser.alias() },
    CommandRow("futurelet") { parser, _ in parser.futureLet() },
    CommandRow("global") { parser, _ in parser.isGlobalNext = true },
    CommandRow("long") { _, _ in },
    CommandRow("outer") { _, _ in },
    CommandRow("protected") { _, _ in },
    CommandRow("mathchardef") { parser, _ in
      let name = parser.input.nextRaw()
      let number = parser.number()
      let code = Token(kind: .character, value: UInt32(clamping: number) & 0xFFFF, start: name.start, end: name.end)
      if name.kind == .command {
        parser.input.define(
          name.value, as: Macro(parameters: 0, defaultArgument: nil, body: [code]), isGlobal: parser.takeGlobal())
      }
    },
    CommandRow("DeclareMathOperator") { parser, _ in parser.declareOperator() },
    CommandRow("DeclarePairedDelimiter") { parser, _ in parser.pairedDelimiter() },
    CommandRow("NewDocumentCommand") { parser, _ in parser.newDocumentCommand() },
  ]

  /// The name that `\newcommand` and the like define, braced or bare.
  private mutating func definedName() -> Token? {
    let tokens = input.argument()
    if let first = tokens.first(where: { $0.kind != .space }), first.kind == .command { return first }
    // `\newcommand{iid}{…}`: the backslash is forgotten, the meaning is plain.
    let name = plainText(tokens)
    let first = tokens.first ?? input.nextRaw()
    report("math.definition", first, "a command's name begins with \\", hint: "write \\\(name)")
    guard !name.isEmpty else { return nil }
    return Token(kind: .command, value: input.vocabulary.names.number(of: name), start: first.start, end: first.end)
  }

  mutating func newCommand(isOptional: Bool) {
    let star = input.nextRaw()
    if !star.isCharacter("*") { input.putBack(star) }
    guard let token = definedName() else { return }
    let name = token.value
    let count = input.optionalArgument().flatMap { Int(plainText($0)) } ?? 0
    let standard = input.optionalArgument()
    let body = withoutItself(token, input.argument())
    if input.vocabulary.names.name(name) == "arraystretch", let factor = Double(plainText(body)), factor > 0, factor < 100 {
      stretch = Int(factor * 1000)
      return
    }
    if isOptional {
      if input.definitions[name] != nil { return }
      if case .undefined = input.vocabulary.meaning(of: name) {} else { return }
    }
    input.define(name, as: Macro(parameters: min(count, 9), defaultArgument: standard, body: body), isGlobal: false)
  }

  mutating func definition(isGlobal: Bool, isExpanded: Bool = false) {
    input.skipSpaces()
    let name = input.nextRaw()
    guard name.kind == .command else {
      return report("math.definition", name, "\\def needs the name of a command", hint: nil)
    }
    var count = 0
    var delimiters: [[Token]] = [[]]
    while true {
      let token = input.nextRaw()
      if token.kind == .beginGroup || token.kind == .end { break }
      if token.kind == .parameter {
        count += 1
        delimiters.append([])
      } else {
        delimiters[count].append(token)
      }
    }
    let found = input.balanced(isExpanding: isExpanded)
    let body = isExpanded ? found : withoutItself(name, found)
    let isDelimited = delimiters.contains { !$0.isEmpty }
    input.define(
      name.value,
      as: Macro(parameters: count, defaultArgument: nil, body: body, delimiters: isDelimited ? delimiters : nil),
      isGlobal: isGlobal || takeGlobal())
  }

  mutating func alias() {
    input.skipSpaces()
    let name = input.nextRaw()
    input.skipSpaces()
    var target = input.nextRaw()
    if target.isCharacter("=") {
      input.skipSpaces()
      target = input.nextRaw()
    }
    guard name.kind == .command, name.value != target.value || target.kind != .command else { return }
    input.define(name.value, as: meaning(of: target), isGlobal: takeGlobal())
  }

  /// What a token represents now, as `\let` copies it: later definitions don't change the copy (TeXbook chapter 20).
  func meaning(of token: Token) -> Macro {
    if token.kind == .command, let macro = input.definitions[token.value] { return macro }
    var token = token
    if token.kind == .command { token.value |= CommandNames.original }
    return Macro(parameters: 0, body: [token], isAlias: true)
  }

  /// A command's body, in which the command itself represents what the tables say: TeX would expand it without end.
  ///
  /// Where a conditional may end the recursion, it is left alone.
  private mutating func withoutItself(_ name: Token, _ body: [Token]) -> [Token] {
    func isItself(_ token: Token) -> Bool { token.kind == .command && token.value == name.value }
    guard body.contains(where: isItself), !body.contains(where: { command($0)?.mayEndRecursion ?? false }) else { return body }
    let own = text(name)
    report(
      "math.recursive-macro", name, "\(own) is used in its own definition",
      hint: "save its old meaning first: \\let\\old\(own.dropFirst())\(own)")
    return body.map { token in
      var token = token
      if isItself(token) { token.value |= CommandNames.original }
      return token
    }
  }

  mutating func declareOperator() {
    let star = input.nextRaw()
    let isStarred = star.isCharacter("*")
    if !isStarred { input.putBack(star) }
    guard let name = definedName()?.value else { return }
    let body = input.argument()
    func token(_ kind: Token.Kind, _ value: UInt32) -> Token { Token(kind: kind, value: value, start: 0, end: 0) }
    let command = input.vocabulary.names.original(isStarred ? "operatornamewithlimits" : "operatorname")
    input.define(
      name,
      as: Macro(
        parameters: 0, defaultArgument: nil,
        body: [token(.command, command), token(.beginGroup, 0x7B)] + body + [token(.endGroup, 0x7D)]), isGlobal: true)
  }

  /// True if the definition that follows was preceded by `\global`.
  mutating func takeGlobal() -> Bool {
    defer { isGlobalNext = false }
    return isGlobalNext
  }

  private mutating func futureLet() {
    let name = input.nextRaw()
    let first = input.nextRaw()
    let second = input.nextRaw()
    if name.kind == .command {
      input.define(name.value, as: meaning(of: second), isGlobal: false)
    }
    input.putBack(second)
    input.putBack(first)
  }

  /// mathtools' `\DeclarePairedDelimiter\abs{\lvert}{\rvert}`: `\abs*` grows, `\abs[\big]` is of that size.
  private mutating func pairedDelimiter() {
    guard let name = input.argument().first, name.kind == .command else { return }
    let (left, right) = (input.argument(), input.argument())
    input.define(name.value, as: Macro(parameters: 0, body: tokens("\\pairedby{#1}{#2}", [left, right])), isGlobal: true)
  }

  /// `\NewDocumentCommand{\a}{m O{x} m}{…}`: mandatory arguments, and an optional one at the front.
  private mutating func newDocumentCommand() {
    guard let name = input.argument().first, name.kind == .command else { return }
    let specification = input.argument()
    let body = input.argument()
    var count = 0
    var standard: [Token]?
    var index = 0
    while index < specification.count {
      let token = specification[index]
      index += 1
      guard token.kind == .character else { continue }
      if token.isCharacter("m") { count += 1 }
      if token.isCharacter("o") || token.isCharacter("O") {
        count += 1
        if count == 1 { standard = [] }
        if token.isCharacter("O"), index < specification.count, specification[index].kind == .beginGroup {
          let end = specification[index...].firstIndex { $0.kind == .endGroup } ?? specification.count - 1
          if count == 1 { standard = Array(specification[index + 1..<max(index + 1, end)]) }
          index = end + 1
        }
      }
    }
    input.define(name.value, as: Macro(parameters: min(count, 9), defaultArgument: standard, body: body), isGlobal: takeGlobal())
  }
}
