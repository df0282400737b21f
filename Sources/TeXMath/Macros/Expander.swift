internal import TypesetDiagnostics

/// Tokens with macros expanded (TeXbook chapter 20). Definitions end with their group; expansion has a budget.
struct Expander {
  private var lexer: Lexer
  let vocabulary: Vocabulary
  private var lists: [(tokens: [Token], next: Int)] = []
  private var held: [Token] = []
  /// Definitions of the document and of this formula.
  private(set) var definitions: [UInt32: Macro]
  private var saved: [(name: UInt32, old: Macro?, level: Int)] = []
  private var level = 0
  private var expansions = 0
  private let budget: Budget
  private(set) var isExhausted = false

  init(_ bytes: [UInt8], vocabulary: Vocabulary, definitions: [UInt32: Macro], budget: Budget) {
    lexer = Lexer(bytes)
    self.vocabulary = vocabulary
    self.definitions = definitions
    self.budget = budget
  }

  mutating func putBack(_ token: Token) { held.append(token) }

  mutating func putBack(_ tokens: [Token]) {
    if !tokens.isEmpty { flushHeld(); lists.append((tokens, 0)) }
  }

  private mutating func flushHeld() {
    if !held.isEmpty {
      lists.append((held.reversed(), 0))
      held.removeAll()
    }
  }

  /// The next token as it stands.
  mutating func nextRaw() -> Token {
    if let token = held.popLast() { return token }
    while let last = lists.indices.last {
      let next = lists[last].next
      if next < lists[last].tokens.count {
        lists[last].next = next + 1
        return lists[last].tokens[next]
      }
      lists.removeLast()
    }
    return lexer.next(vocabulary.names)
  }

  /// The next token that is no macro.
  mutating func next() -> Token {
    while true {
      let token = nextRaw()
      guard token.kind == .command else { return token }
      let macro: Macro
      if !definitions.isEmpty, let own = definitions[token.value] {
        macro = own
      } else if case .macro(let index) = vocabulary.meaning(of: token.value) {
        macro = vocabulary.macros[Int(index)]
      } else {
        return token
      }
      expansions += 1
      if expansions > budget.macroExpansions || lists.count > 2_000 {
        isExhausted = true
        lists.removeAll()
        held.removeAll()
        return token
      }
      expand(macro, at: token)
    }
  }

  private mutating func expand(_ macro: Macro, at call: Token) {
    var arguments: [[Token]] = []
    var wanted = macro.parameters
    if let standard = macro.defaultArgument, wanted > 0 {
      wanted -= 1
      arguments.append(optionalArgument() ?? standard)
    }
    for _ in 0..<max(0, wanted) { arguments.append(argument()) }
    var out: [Token] = []
    out.reserveCapacity(macro.body.count)
    for var token in macro.body {
      if token.kind == .parameter {
        let index = Int(token.value) - 1
        if arguments.indices.contains(index) { out += arguments[index] }
      } else {
        if !macro.isAlias || true { (token.start, token.end) = (call.start, call.end) }
        out.append(token)
      }
      if out.count > budget.macroExpansions * 20 {
        isExhausted = true
        break
      }
    }
    putBack(out)
  }

  /// Is nothing left to read?
  var isAtEnd: Bool {
    mutating get {
      let token = nextRaw()
      putBack(token)
      return token.kind == .end
    }
  }

  mutating func skipSpaces() {
    while true {
      let token = nextRaw()
      if token.kind != .space { putBack(token); return }
    }
  }

  /// An argument without its braces, unexpanded.
  mutating func argument() -> [Token] {
    skipSpaces()
    let first = nextRaw()
    switch first.kind {
    case .beginGroup: return balanced()
    case .end, .endGroup, .alignTab:
      putBack(first)
      return []
    default: return [first]
    }
  }

  /// Up to the closing brace of a group whose opening one has been read.
  mutating func balanced() -> [Token] {
    var out: [Token] = []
    var depth = 0
    while true {
      let token = nextRaw()
      switch token.kind {
      case .end: return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 { return out }
        depth -= 1
      default: break
      }
      out.append(token)
    }
  }

  /// `[…]`, or nil where none stands.
  mutating func optionalArgument() -> [Token]? {
    var spaces: [Token] = []
    var token = nextRaw()
    while token.kind == .space {
      spaces.append(token)
      token = nextRaw()
    }
    guard token.isCharacter("[") else {
      putBack(token)
      for space in spaces.reversed() { putBack(space) }
      return nil
    }
    var out: [Token] = []
    var depth = 0
    while true {
      let token = nextRaw()
      switch token.kind {
      case .end: return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 { putBack(token); return out }
        depth -= 1
      default: if depth == 0, token.isCharacter("]") { return out }
      }
      out.append(token)
    }
  }

  mutating func define(_ name: UInt32, as macro: Macro, isGlobal: Bool) {
    if !isGlobal, level > 0 { saved.append((name, definitions[name], level)) }
    definitions[name] = macro
  }

  mutating func enterGroup() { level += 1 }

  mutating func leaveGroup() {
    while let last = saved.last, last.level >= level {
      definitions[last.name] = last.old
      saved.removeLast()
    }
    level -= 1
  }
}
