/// Tokens of an argument, read one after the other.
struct TokenReader {
  private var tokens: [Token]
  private(set) var index = 0

  init(_ tokens: [Token]) { self.tokens = tokens }

  var peek: Token? { index < tokens.count ? tokens[index] : nil }

  /// The token that was read last.
  var last: Token? { index > 0 && index <= tokens.count ? tokens[index - 1] : nil }

  mutating func next() -> Token? {
    guard index < tokens.count else { return nil }
    index += 1
    return tokens[index - 1]
  }

  /// Skips the next token.
  mutating func skip() { index += 1 }

  /// Makes the token that was read last the next one again.
  mutating func putBack() { index -= 1 }

  /// Reads other tokens before the rest.
  mutating func insert(_ other: some Collection<Token>) { tokens.insert(contentsOf: other, at: index) }

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

  /// `[…]`, or nil if no bracket follows.
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

  /// The tokens before one outside groups, which is read too.
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

  /// True if a `$` is among the tokens that have not been read.
  var hasMathShift: Bool { tokens[index...].contains { $0.kind == .mathShift } }

  /// The tokens of a length: sign, number and unit.
  mutating func length() -> [Token] {
    skipSpaces()
    let start = index
    while let token = peek, token.kind == .character, !(0x41...0x7A).contains(token.value) { index += 1 }
    skipSpaces()
    for _ in 0..<2 where peek.map({ $0.kind == .character && (0x61...0x7A).contains($0.value) }) ?? false { index += 1 }
    if let token = peek, token.kind == .space { index += 1 }
    return Array(tokens[start..<index])
  }

  /// The tokens of an environment after its name, up to its `\end`, which is read too.
  mutating func environmentBody(_ names: CommandNames) -> [Token] {
    let start = index
    var depth = 0
    while let token = next() {
      guard token.kind == .command else { continue }
      switch names.name(token.value) {
      case "begin": depth += 1
      case "end" where depth == 0:
        let body = Array(tokens[start..<index - 1])
        _ = argument()
        return body
      case "end": depth -= 1
      default: break
      }
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
