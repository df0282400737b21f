internal import TypesetBoxes

/// Conditionals and other primitives of TeX that work on tokens.
extension Parser {
  static let primitiveCommands: [CommandRow] = [
    CommandRow("iftrue") { parser, _ in parser.conditional(.iftrue) },
    CommandRow("iffalse") { parser, _ in parser.conditional(.iffalse) },
    CommandRow("ifmmode") { parser, _ in parser.conditional(.ifmmode) },
    CommandRow("ifdisplaymode") { parser, _ in parser.conditional(.ifdisplaymode) },
    CommandRow("ifnum") { parser, _ in parser.conditional(.ifnum) },
    CommandRow("ifx") { parser, _ in parser.conditional(.ifx) },
    CommandRow("if") { parser, _ in parser.conditional(.if) },
    CommandRow("ifcase") { parser, _ in parser.conditional(.ifcase) },
    CommandRow("else") { parser, _ in parser.input.skipToFi() },
    CommandRow("or") { parser, _ in parser.input.skipToFi() },
    CommandRow("fi") { _, _ in },
    CommandRow("relax") { _, _ in },
    CommandRow("ignorespaces") { _, _ in },
    // The expander carries these out.
    .readByParser("noexpand"), .readByParser("expandafter"),
    CommandRow("aftergroup") { parser, _ in
      let held = parser.input.nextRaw()
      // Carried out at once where no group is left to wait for.
      if parser.input.afterGroup(held) == false { parser.input.putBack(held) }
    },
    CommandRow("csname") { parser, _ in parser.csname() },
    CommandRow("uppercase") { parser, _ in parser.changeCase { $0.properties.uppercaseMapping } },
    CommandRow("lowercase") { parser, _ in parser.changeCase { $0.properties.lowercaseMapping } },
  ]

  /// `\if…`: the branch that holds is read on; `\else`, `\or` and `\fi` end it.
  private mutating func conditional(_ command: ControlWord) {
    let holds: Bool
    switch command {
    case .iftrue, .ifmmode: holds = true
    case .ifdisplaymode: holds = isDisplayMode
    case .ifx:
      let (a, b) = (input.nextRaw(), input.nextRaw())
      holds = input.meansTheSame(a, b)
    case .if:
      let (a, b) = (input.next(), input.next())
      holds = a.kind == .command ? b.kind == .command : a.value == b.value
    case .ifnum:
      let left = number()
      var relation = input.next()
      while relation.kind == .space { relation = input.next() }
      let right = number()
      holds = relation.isCharacter("<") ? left < right : relation.isCharacter(">") ? left > right : left == right
    case .ifcase:
      let chosen = number()
      for _ in 0..<max(0, min(chosen, 1000)) where !input.skipToBranch(orAlso: true) { return }
      return
    default: holds = false
    }
    if !holds { _ = input.skipToBranch(orAlso: false) }
  }

  private mutating func csname() {
    var name = ""
    while true {
      let token = input.next()
      if token.kind == .end || token.kind == .command && input.vocabulary.names.name(token.value) == "endcsname" { break }
      if let scalar = Unicode.Scalar(token.value), token.kind != .command { name.unicodeScalars.append(scalar) }
    }
    input.putBack(Token(kind: .command, value: input.vocabulary.names.number(of: name), start: 0, end: 0))
  }

  private mutating func changeCase(_ mapping: (Unicode.Scalar) -> String) {
    let tokens = input.argument().map { token -> Token in
      var token = token
      if token.kind == .character, let scalar = Unicode.Scalar(token.value) {
        let mapped = mapping(scalar).unicodeScalars
        if let only = mapped.first, mapped.count == 1 { token.value = only.value }
      }
      return token
    }
    input.putBack(tokens)
  }

  /// TeX's integers (TeXbook chapter 24): decimal, `'17`, `"3B1`, `` `x ``; also `x3B1` after `\unicode`.
  mutating func number() -> Int {
    var token = input.next()
    while token.kind == .space || token.isCharacter("=") { token = input.next() }
    var isNegative = false
    while token.isCharacter("-") || token.isCharacter("+") {
      if token.isCharacter("-") { isNegative.toggle() }
      token = input.next()
    }
    if token.isCharacter("`") {
      let next = input.nextRaw()
      if next.kind == .command { return Int(input.vocabulary.names.name(next.value).unicodeScalars.first?.value ?? 0) }
      return Int(next.value)
    }
    var radix = 10
    if token.isCharacter("\"") { radix = 16 }
    if token.isCharacter("'") { radix = 8 }
    if radix != 10 { token = input.next() }
    var value = 0
    while token.kind == .character, let scalar = Unicode.Scalar(token.value), let digit = Character(scalar).hexDigitValue, digit < radix {
      value = min(value * radix + digit, 0x7FFF_FFFF)
      token = input.next()
    }
    if token.kind != .space { input.putBack(token) }
    return isNegative ? -value : value
  }
}
