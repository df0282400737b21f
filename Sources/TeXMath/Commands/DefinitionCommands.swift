internal import TypesetBoxes
internal import TypesetDiagnostics

/// Definitions by the author.
enum DefinitionCommands {
  static let rows: [CommandRow] = [
    CommandRow("newcommand") { parser, _ in newCommand(&parser, .new) },
    CommandRow("renewcommand") { parser, _ in newCommand(&parser, .renewed) },
    CommandRow("providecommand") { parser, _ in newCommand(&parser, .ifUnknown) },
    .definition("def") { define(&$0, isGlobal: $1) },
    .definition("gdef") { parser, _ in define(&parser, isGlobal: true) },
    .definition("edef") { define(&$0, isGlobal: $1, isExpanded: true) },
    .definition("xdef") { parser, _ in define(&parser, isGlobal: true, isExpanded: true) },
    .definition("let") { alias(&$0, isGlobal: $1) },
    CommandRow("futurelet") { parser, _ in futureLet(&parser) },
    CommandRow("global") { parser, call in global(&parser, call) },
    CommandRow("long") { _, _ in },
    CommandRow("outer") { _, _ in },
    CommandRow("protected") { _, _ in },
    .definition("mathchardef") { characterDefinition(&$0, isGlobal: $1) },
    CommandRow("DeclareMathOperator") { parser, _ in declareOperator(&parser) },
    .definition("NewDocumentCommand") { newDocumentCommand(&$0, isGlobal: $1) },
  ]

  /// The name that `\newcommand` and the like define, braced or bare.
  private static func definedName(_ parser: inout Parser) -> Token? {
    var tokens = parser.input.argument()
    guard let first = tokens.first(where: { $0.kind != .space }), first.kind != .command else {
      if tokens.isEmpty, let command = parser.inHand {
        let name = parser.text(command)
        parser.report("math.missing-argument", command, "missing argument of \(name)", hint: "write \(name){\\name}{…}")
      }
      return tokens.first { $0.kind == .command }
    }
    // `\newcommand{iid}{…}`: the backslash is missing, but the meaning is clear; so it is without braces.
    while tokens.count < 100, let last = tokens.last {
      let next = parser.input.nextRaw()
      guard next.kind == .character, next.start == last.end else {
        parser.input.putBack(next)
        break
      }
      tokens.append(next)
    }
    let name = parser.plainText(tokens).filter { $0 != " " }
    parser.report("math.definition", Token.place(of: tokens), "a command's name begins with \\", hint: "write \\\(name)")
    return Token(kind: .command, value: parser.input.vocabulary.names.number(of: name), start: first.start, end: first.end)
  }

  /// What LaTeX expects of a name that is defined.
  private enum Expectation { case new, renewed, ifUnknown }

  private static func newCommand(_ parser: inout Parser, _ expectation: Expectation) {
    _ = parser.takeStar()
    guard let token = definedName(&parser) else { return }
    let name = token.value
    let stated = parser.input.optionalArgument()
    let count = stated.flatMap { parser.whole($0, in: 0...9) } ?? 0
    if let stated, DocumentNumber.whole(parser.plainText(stated)) == nil {
      parser.report(
        "math.definition", Token.place(of: stated), "\(parser.plainText(stated)) is not a number of arguments",
        hint: "write a number from 0 to 9")
    }
    let standard = parser.input.optionalArgument()
    let body = withoutItself(&parser, token, parser.input.argument())
    reportParameters(of: token, body, count, &parser)
    if parser.input.vocabulary.names.name(name) == "arraystretch", let factor = DocumentNumber.real(parser.plainText(body)), factor > 0,
      factor < 100
    {
      parser.scope.arrayStretch = Int(clamping: factor * 1000)
      return
    }
    if expectation == .ifUnknown {
      if parser.input.definitions[name] != nil { return }
      if isKept(token, &parser) { return }
    }
    let macro = Macro(parameters: count, defaultArgument: standard, body: body)
    report(&parser, token, macro, expectation)
    parser.input.define(name, as: macro, isGlobal: false)
  }

  /// True if `\providecommand` does not define a name, since LaTeX knows it; of a symbol that is reported. What only packages have is defined.
  private static func isKept(_ token: Token, _ parser: inout Parser) -> Bool {
    let name = parser.text(token)
    switch parser.input.vocabulary.meaning(of: token.value) {
    case .undefined: return false
    case .macro: return isLaTeX(token.value, parser.input.vocabulary)
    case .command: return !packages.contains(parser.input.vocabulary.names.name(token.value))
    case .symbol, .largeOperator, .accent:
      guard isLaTeX(token.value, parser.input.vocabulary) else { return false }
      parser.report(
        "math.definition", token, "\(name) is known already, so this definition of it is not used",
        hint: "write \\renewcommand to give \(name) another meaning", isNote: true)
      return true
    default: return true
    }
  }

  /// Reports a name that LaTeX would not define so.
  private static func report(_ parser: inout Parser, _ token: Token, _ macro: Macro, _ expectation: Expectation) {
    let own = parser.input.definitions[token.value]
    let name = parser.text(token)
    switch expectation {
    case .new:
      guard own.map({ !$0.isSame(as: macro) }) ?? isLaTeX(token.value, parser.input.vocabulary) else { return }
      parser.report(
        "math.definition", token, "\(name) is defined already", hint: "write \\renewcommand, as LaTeX needs it", isNote: true)
    case .renewed:
      // A missing part is reported at the command.
      guard own == nil, !parser.input.lacksArgument, case .undefined = parser.input.vocabulary.meaning(of: token) else { return }
      parser.report(
        "math.definition", token, "\(name) has not been defined before", hint: "write \\newcommand, as LaTeX needs it", isNote: true)
    case .ifUnknown: return
    }
  }

  /// True for a command of LaTeX itself, as far as its kind tells: packages' names may be defined by everybody.
  private static func isLaTeX(_ name: UInt32, _ vocabulary: Vocabulary) -> Bool {
    let text = vocabulary.names.name(name)
    switch vocabulary.meaning(of: name) {
    case .symbol, .largeOperator, .accent: return !shortNames.contains(text)
    case .command: return kernel.contains(text)
    case .macro: return textLetters[text] != nil
    default: return false
    }
  }

  private static let kernel = Set((FractionCommands.rows + DelimiterCommands.rows + AtomCommands.rows).map(\.name))

  private static let packages = Set((PairedCommands.rows + ScienceCommands.rows + PhysicsCommands.rows + ProofCommands.rows).map(\.name))

  /// Symbols by names that only KaTeX has.
  private static let shortNames: Set<String> = [
    "alef", "alefsym", "bull", "clubs", "Dagger", "diamonds", "empty", "exist", "hAar", "harr", "hArr", "Harr", "hearts", "image", "infin",
    "isin", "larr", "lArr", "Larr", "lrarr", "lrArr", "Lrarr", "plusmn", "rarr", "rArr", "Rarr", "real", "sdot", "sect", "spades", "sub",
    "sube", "supe", "uarr", "uArr", "Uarr", "darr", "dArr", "Darr", "weierp",
  ]

  /// Reports an argument in a body that the definition does not have.
  private static func reportParameters(of name: Token, _ body: [Token], _ count: Int, _ parser: inout Parser) {
    guard let extra = body.first(where: { $0.kind == .parameter && $0.value > UInt32(count) && $0.value <= 9 }) else { return }
    let own = parser.text(name)
    parser.report(
      "math.definition", extra,
      "\(own) has \(count == 0 ? "no" : "only \(count)") argument\(count == 1 ? "" : "s"), and its body uses #\(extra.value)",
      hint: "state the number of arguments: \\newcommand{\(own)}[\(extra.value)]{…}")
  }

  private static func define(_ parser: inout Parser, isGlobal: Bool, isExpanded: Bool = false) {
    parser.input.skipSpaces()
    let name = parser.input.nextRaw()
    guard name.kind == .command else {
      return parser.report(
        "math.definition", name, "\\def needs the name of a command",
        hint: "write \\def\\\(name.kind == .character ? parser.text(name) : "name{…}")")
    }
    var count = 0
    var delimiters: [[Token]] = [[]]
    // The brace of `#{`, which is a delimiter and stays.
    var brace: Token?
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .beginGroup {
        guard let last = delimiters[count].last, last.isCharacter("#") else { break }
        delimiters[count][delimiters[count].count - 1] = token
        brace = token
        break
      }
      if token.kind == .end {
        return parser.report("math.definition", name, "the definition of \(parser.text(name)) has no body", hint: "add {…}")
      }
      if token.isCharacter("#") { reportParameterName(&parser, token) }
      if token.kind == .parameter {
        if token.value != UInt32(count + 1) {
          parser.report(
            "math.definition", token, "the arguments of \(parser.text(name)) are not in order", hint: "write #\(count + 1) here")
        }
        count += 1
        delimiters.append([])
      } else {
        delimiters[count].append(token)
      }
    }
    let found = parser.input.balanced(isExpanding: isExpanded)
    if isExpanded { found.forEach { reportUnknown(&parser, $0) } }
    let body = (isExpanded ? found : withoutItself(&parser, name, found)) + (brace.map { [$0] } ?? [])
    reportParameters(of: name, body, count, &parser)
    let isDelimited = delimiters.contains { !$0.isEmpty }
    parser.input.define(
      name.value,
      as: Macro(parameters: count, defaultArgument: nil, body: body, delimiters: isDelimited ? delimiters : nil),
      isGlobal: isGlobal)
  }

  /// `#a` before a definition's body; `#{` is TeX's own.
  private static func reportParameterName(_ parser: inout Parser, _ token: Token) {
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    guard next.kind != .beginGroup else { return }
    parser.report("math.definition", token, "an argument of a definition has a number", hint: "write #1")
  }

  /// A command in the body of `\edef` that means nothing.
  private static func reportUnknown(_ parser: inout Parser, _ token: Token) {
    guard token.kind == .command, parser.input.definitions[token.value] == nil,
      case .undefined = parser.input.vocabulary.meaning(of: token)
    else { return }
    parser.report(
      "math.unknown-command", token, "unknown command \(parser.text(token))",
      hint: parser.input.vocabulary.suggestions.hint(for: token.value, in: parser.input.vocabulary))
  }

  private static func alias(_ parser: inout Parser, isGlobal: Bool) {
    parser.input.skipSpaces()
    let name = parser.input.nextRaw()
    parser.input.skipSpaces()
    var target = parser.input.nextRaw()
    if target.kind == .end {
      return parser.report("math.definition", name, "\\let needs a command and what it is to be", hint: "write \\let\\a=\\b")
    }
    if target.isCharacter("=") {
      target = parser.input.nextRaw()
      // TeX: one space may follow.
      if target.kind == .space { target = parser.input.nextRaw() }
    }
    guard name.kind == .command, name.value != target.value || target.kind != .command else { return }
    parser.input.define(name.value, as: meaning(&parser, of: target), isGlobal: isGlobal)
  }

  /// The present meaning of a token, as `\let` copies it: later definitions don't change the copy (TeXbook chapter 20).
  private static func meaning(_ parser: inout Parser, of token: Token) -> Macro {
    if token.kind == .command, let macro = parser.input.definitions[token.value] { return macro }
    var token = token
    if token.kind == .command { token.value |= CommandNames.original }
    return Macro(parameters: 0, body: [token], isAlias: true)
  }

  /// A command's body, in which the command itself has its original meaning: TeX would expand it without end.
  ///
  /// The body stays as it is if a conditional may end the recursion.
  private static func withoutItself(_ parser: inout Parser, _ name: Token, _ body: [Token]) -> [Token] {
    func isItself(_ token: Token) -> Bool { token.kind == .command && token.value == name.value }
    guard body.contains(where: isItself), !body.contains(where: { parser.command($0)?.mayEndRecursion ?? false }) else { return body }
    let own = parser.text(name)
    parser.reportedLoops.insert(name.value)
    parser.report(
      "math.recursive-macro", name, "\(own) is used in its own definition",
      hint: "save its old meaning first: \\let\\old\(own.dropFirst())\(own)")
    return body.map { token in
      var token = token
      if isItself(token) { token.value |= CommandNames.original }
      return token
    }
  }

  private static func declareOperator(_ parser: inout Parser) {
    let isStarred = parser.takeStar()
    guard let name = definedName(&parser)?.value else { return }
    let body = parser.input.argument()
    func token(_ kind: Token.Kind, _ value: UInt32) -> Token { Token(kind: kind, value: value, start: 0, end: 0) }
    let command = parser.input.vocabulary.names.original(isStarred ? "operatornamewithlimits" : "operatorname")
    parser.input.define(
      name,
      as: Macro(
        parameters: 0, defaultArgument: nil,
        body: [token(.command, command), token(.beginGroup, 0x7B)] + body + [token(.endGroup, 0x7D)]), isGlobal: true)
  }

  /// TeX's `\global`: the definition that follows holds in all groups. Other prefixes may be between the two.
  private static func global(_ parser: inout Parser, _ call: Call) {
    func noDefinition(_ token: Token) {
      parser.input.putBack(token)
      parser.report("math.definition", call.token, "\\global needs a definition after it", hint: "write \\global\\def…, or remove it")
    }
    while true {
      let token = parser.input.next()
      if token.kind == .space { continue }
      guard token.kind == .command, case .command(let row, _) = parser.input.vocabulary.meaning(of: token) else {
        return noDefinition(token)
      }
      let command = Commands.all[Int(row)]
      if let define = command.define { return define(&parser, true) }
      guard prefixes.contains(command.name) else { return noDefinition(token) }
    }
  }

  private static let prefixes: Set<String> = ["global", "long", "outer", "protected", "relax"]

  private static func characterDefinition(_ parser: inout Parser, isGlobal: Bool) {
    let name = parser.input.nextRaw()
    let number = Scanning.number(&parser)
    guard name.kind == .command else { return }
    // TeX's code: class, family, character (TeXbook chapter 17); the character itself, unless the code chooses another class.
    let classes = ["mathord", "mathop", "mathbin", "mathrel", "mathopen", "mathclose", "mathpunct"]
    let (kind, code) = (number >> 12 & 7, number & 0xFF)
    let body = kind < classes.count ? "\\\(classes[kind]){\\unicode{\(code)}}" : "\\char\(code)\\relax"
    parser.input.define(name.value, as: Macro(parameters: 0, body: parser.tokens(body, [])), isGlobal: isGlobal)
  }

  private static func futureLet(_ parser: inout Parser) {
    let name = parser.input.nextRaw()
    let first = parser.input.nextRaw()
    let second = parser.input.nextRaw()
    if name.kind == .command {
      parser.input.define(name.value, as: meaning(&parser, of: second), isGlobal: false)
    }
    parser.input.putBack(second)
    parser.input.putBack(first)
  }

  /// `\NewDocumentCommand{\a}{m O{x} m}{…}`: mandatory arguments, and an optional one at the front.
  private static func newDocumentCommand(_ parser: inout Parser, isGlobal: Bool) {
    guard let name = parser.input.argument().first, name.kind == .command else { return }
    let specification = parser.input.argument()
    let body = parser.input.argument()
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
    parser.input.define(name.value, as: Macro(parameters: count, defaultArgument: standard, body: body), isGlobal: isGlobal)
  }
}
