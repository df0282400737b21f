internal import TypesetBoxes

/// Conditionals and other primitives of TeX that work on tokens.
enum PrimitiveCommands {
  static let rows: [CommandRow] = [
    CommandRow("iftrue") { parser, _ in conditional(&parser, .iftrue) },
    CommandRow("iffalse") { parser, _ in conditional(&parser, .iffalse) },
    CommandRow("ifmmode") { parser, _ in conditional(&parser, .ifmmode) },
    CommandRow("ifdisplaymode") { parser, _ in conditional(&parser, .ifdisplaymode) },
    CommandRow("ifnum") { parser, _ in conditional(&parser, .ifnum) },
    CommandRow("ifx") { parser, _ in conditional(&parser, .ifx) },
    CommandRow("if") { parser, _ in conditional(&parser, .if) },
    CommandRow("ifcase") { parser, _ in conditional(&parser, .ifcase) },
    CommandRow("else") { parser, _ in parser.input.skipToFi() },
    CommandRow("or") { parser, _ in parser.input.skipToFi() },
    CommandRow("fi") { _, _ in },
    CommandRow("relax") { _, _ in },
    CommandRow("ignorespaces") { _, _ in },
    // The expander executes these.
    .readByParser("noexpand"), .readByParser("expandafter"),
    CommandRow("aftergroup") { parser, _ in
      let held = parser.input.nextRaw()
      // Executed at once outside groups.
      if parser.input.afterGroup(held) == false { parser.input.putBack(held) }
    },
    .expansion("the") { parser in value(&parser) },
    .expansion("number") { parser in digits(&parser, Scanning.number(&parser)) },
    CommandRow("csname") { parser, _ in csname(&parser) },
    CommandRow("uppercase") { parser, _ in changeCase(&parser) { $0.properties.uppercaseMapping } },
    CommandRow("lowercase") { parser, _ in changeCase(&parser) { $0.properties.lowercaseMapping } },
  ]

  /// `\if…`: reading continues with the branch that holds; `\else`, `\or` and `\fi` end it.
  private static func conditional(_ parser: inout Parser, _ command: ControlWord) {
    let holds: Bool
    switch command {
    case .iftrue, .ifmmode: holds = true
    case .ifdisplaymode: holds = parser.setting == .display
    case .ifx:
      let (a, b) = (parser.input.nextRaw(), parser.input.nextRaw())
      holds = parser.input.meansTheSame(a, b)
    case .if:
      let (a, b) = (parser.input.next(), parser.input.next())
      holds = a.kind == .command ? b.kind == .command : a.value == b.value
    case .ifnum:
      let left = Scanning.number(&parser)
      var relation = parser.input.next()
      while relation.kind == .space { relation = parser.input.next() }
      let right = Scanning.number(&parser)
      holds = relation.isCharacter("<") ? left < right : relation.isCharacter(">") ? left > right : left == right
    case .ifcase:
      let chosen = Scanning.number(&parser)
      for _ in 0..<max(0, min(chosen, 1000)) where !parser.input.skipToBranch(orAlso: true) { return }
      return
    default: holds = false
    }
    if !holds { _ = parser.input.skipToBranch(orAlso: false) }
  }

  /// `\the\numexpr 1+2\relax`: the digits of a number.
  private static func value(_ parser: inout Parser) {
    parser.input.skipSpaces()
    let token = parser.input.next()
    if token.kind == .command, parser.input.vocabulary.names.name(token.value) == "numexpr" {
      return digits(&parser, Scanning.expression(&parser))
    }
    parser.report("math.unsupported", token, "\\the is for \\numexpr only", hint: "write the number itself")
    parser.input.putBack(token)
  }

  private static func digits(_ parser: inout Parser, _ value: Int) {
    parser.input.putBack(parser.input.vocabulary.tokens(of: String(value)))
  }

  private static func csname(_ parser: inout Parser) {
    var name = ""
    while true {
      let token = parser.input.next()
      if token.kind == .end || token.kind == .command && parser.input.vocabulary.names.name(token.value) == "endcsname" { break }
      if let scalar = Unicode.Scalar(token.value), token.kind != .command { name.unicodeScalars.append(scalar) }
    }
    parser.input.putBack(Token(kind: .command, value: parser.input.vocabulary.names.number(of: name), start: 0, end: 0))
  }

  private static func changeCase(_ parser: inout Parser, _ mapping: (Unicode.Scalar) -> String) {
    parser.input.putBack(mapped(parser.input.argument(), mapping))
  }

  /// Tokens with their characters mapped, where one character becomes one.
  static func mapped(_ tokens: [Token], _ mapping: (Unicode.Scalar) -> String) -> [Token] {
    tokens.map { token -> Token in
      var token = token
      if token.kind == .character, let scalar = Unicode.Scalar(token.value) {
        let mapped = mapping(scalar).unicodeScalars
        if let only = mapped.first, mapped.count == 1 { token.value = only.value }
      }
      return token
    }
  }
}
