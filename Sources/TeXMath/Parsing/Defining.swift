internal import TypesetBoxes

extension Parser {
  /// The name that `\newcommand` and its like define, braced or bare.
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

  /// What a token stands for now, as `\let` copies it: later definitions don't change the copy (TeXbook chapter 20).
  func meaning(of token: Token) -> Macro {
    if token.kind == .command, let macro = input.definitions[token.value] { return macro }
    var token = token
    if token.kind == .command { token.value |= CommandNames.original }
    return Macro(parameters: 0, body: [token], isAlias: true)
  }

  /// A command's body, in which the command itself stands for what the tables say: TeX would expand it without end.
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

  /// The characters of tokens that mean themselves.
  func plainText(_ tokens: [Token]) -> String {
    var out = ""
    for token in tokens {
      if token.kind == .command {
        let name = input.vocabulary.names.name(token.value)
        if name.utf8.count == 1 { out += name }
      } else if token.kind == .parameter {
        out += "#\(token.value)"
      } else if let scalar = Unicode.Scalar(token.value) {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Tokens as an author would write them; a letter after a command stays apart from it.
  ///
  /// - Parameter isMarked: Commands in their meaning of the tables are marked as such, for the lexer.
  func plainTokens(_ tokens: [Token], isMarked: Bool = false) -> String {
    var out = ""
    var isAfterCommand = false
    let mark = String(Unicode.Scalar(Lexer.originalMark))
    for token in tokens {
      if isAfterCommand, token.kind == .character, (0x61...0x7A).contains(token.value | 0x20) { out += " " }
      if isMarked, token.kind == .command, token.value & CommandNames.original != 0 {
        out += "\\" + mark + text(token).dropFirst()
      } else if isMarked, token.isCharacter("%") {
        out += "\\%"
      } else {
        out += token.kind == .parameter ? "#\(token.value)" : text(token)
      }
      isAfterCommand = token.kind == .command && (out.utf8.last.map { (0x61...0x7A).contains($0 | 0x20) } ?? false)
    }
    return out
  }

  mutating func colorArgument() -> Color? {
    let model = input.optionalArgument().map { plainText($0) }
    return knownColor(plainText(input.argument()), model: model)
  }

  /// A colour by its name; an unknown one is reported.
  mutating func knownColor(_ name: String, model: String?) -> Color? {
    if let color = color(name, model: model) { return color }
    report("math.color", 0..<0, "unknown colour \(name)", hint: "write a name, or #rrggbb")
    return nil
  }
}
