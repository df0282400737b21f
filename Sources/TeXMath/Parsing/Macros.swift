/// A definition: how many arguments, the default of an optional first one, what it stands for.
struct Macro {
  var arguments = 0
  var optional: [Token]?
  var body: [Token]
}

/// Tokens with all definitions expanded; reading is by one token at a time, with any number of them put back.
struct TokenStream {
  private var lexer: Lexer
  /// Put back or come out of macros; the last is the next.
  private var pending: [Token] = []
  private(set) var scopes: [[String: Macro]]
  /// Expansions that are left, so that `\def\a{\a\a}` ends.
  private var budget: Int
  private(set) var hasRunOut = false

  init(_ bytes: [UInt8], macros: [String: Macro], budget: Int) {
    lexer = Lexer(bytes)
    scopes = [macros]
    self.budget = budget
  }

  mutating func beginGroup() { scopes.append([:]) }
  mutating func endGroup() { if scopes.count > 1 { scopes.removeLast() } }

  mutating func define(_ name: String, _ macro: Macro, isGlobal: Bool) {
    scopes[isGlobal ? 0 : scopes.count - 1][name] = macro
  }

  func macro(_ name: String) -> Macro? {
    for scope in scopes.reversed() {
      if let macro = scope[name] { return macro }
    }
    return builtInMacros[name]
  }

  mutating func putBack(_ token: Token) { pending.append(token) }

  /// The next token as it stands.
  mutating func raw() -> Token { pending.popLast() ?? lexer.next() }

  /// The next token after expansion.
  mutating func next() -> Token {
    while true {
      let token = raw()
      guard case .command(let name) = token.kind, let macro = macro(name) else { return token }
      guard budget > 0 else {
        hasRunOut = true
        pending.removeAll()
        return Token(kind: .end, range: token.range)
      }
      budget -= 1
      expand(macro, at: token.range)
    }
  }

  mutating func peek() -> Token {
    let token = next()
    putBack(token)
    return token
  }

  private mutating func expand(_ macro: Macro, at range: Range<Int>) {
    var arguments: [[Token]] = []
    var left = macro.arguments
    if let optional = macro.optional {
      left -= 1
      arguments.append(bracketed() ?? optional)
    }
    for _ in 0..<max(left, 0) { arguments.append(argument()) }
    guard pending.count < 200_000 else {
      hasRunOut = true
      return
    }
    for token in macro.body.reversed() {
      if case .parameter(let number) = token.kind {
        guard number <= arguments.count else { continue }
        pending.append(contentsOf: arguments[number - 1].reversed())
      } else {
        // What a macro brings stands where the macro does.
        pending.append(Token(kind: token.kind, range: range))
      }
    }
  }

  /// One argument, its braces taken off; unexpanded.
  mutating func argument() -> [Token] {
    var token = raw()
    while token.kind == .space { token = raw() }
    guard token.kind == .open else { return token.kind == .end ? [] : [token] }
    var tokens: [Token] = []
    var depth = 1
    while true {
      let token = raw()
      switch token.kind {
      case .end: return tokens
      case .open: depth += 1
      case .close:
        depth -= 1
        if depth == 0 { return tokens }
      default: break
      }
      tokens.append(token)
    }
  }

  /// `[…]`, if it comes next.
  mutating func bracketed() -> [Token]? {
    var token = raw()
    var skipped: [Token] = []
    while token.kind == .space {
      skipped.append(token)
      token = raw()
    }
    guard token.kind == .character("[") else {
      putBack(token)
      for space in skipped { putBack(space) }
      return nil
    }
    var tokens: [Token] = []
    var depth = 0
    while true {
      let token = raw()
      switch token.kind {
      case .end: return tokens
      case .open: depth += 1
      case .close: depth -= 1
      case .character("]") where depth <= 0: return tokens
      default: break
      }
      tokens.append(token)
    }
  }

  /// The tokens of a text.
  static func tokens(of text: String) -> [Token] {
    var lexer = Lexer(Array(text.utf8))
    var tokens: [Token] = []
    while true {
      let token = lexer.next()
      if token.kind == .end { return tokens }
      tokens.append(token)
    }
  }
}

/// Commands that are short for others: name, number of arguments, what they stand for. A macro a line.
private let macroTable: [(String, Int, String)] = [
  ("dfrac", 2, #"\genfrac{}{}{}{0}{#1}{#2}"#),
  ("tfrac", 2, #"\genfrac{}{}{}{1}{#1}{#2}"#),
  ("binom", 2, #"\genfrac{(}{)}{0pt}{}{#1}{#2}"#),
  ("dbinom", 2, #"\genfrac{(}{)}{0pt}{0}{#1}{#2}"#),
  ("tbinom", 2, #"\genfrac{(}{)}{0pt}{1}{#1}{#2}"#),
  ("bmod", 0, #"\mskip1mu\mathbin{\operatorname{mod}}\mskip1mu"#),
  ("pmod", 1, #"\mathchoice{\mskip18mu}{\mskip8mu}{\mskip8mu}{\mskip8mu}({\operatorname{mod}}\mskip6mu#1)"#),
  ("pod", 1, #"\mathchoice{\mskip18mu}{\mskip8mu}{\mskip8mu}{\mskip8mu}(#1)"#),
  ("mod", 1, #"\mathchoice{\mskip18mu}{\mskip12mu}{\mskip12mu}{\mskip12mu}{\operatorname{mod}}\,\,#1"#),
  ("implies", 0, #"\;\Longrightarrow\;"#),
  ("impliedby", 0, #"\;\Longleftarrow\;"#),
  ("iff", 0, #"\;\Longleftrightarrow\;"#),
  ("argmax", 0, #"\operatorname*{arg\,max}"#),
  ("argmin", 0, #"\operatorname*{arg\,min}"#),
  ("varliminf", 0, #"\mathop{\underline{\operatorname{lim}}}"#),
  ("varlimsup", 0, #"\mathop{\overline{\operatorname{lim}}}"#),
  ("bra", 1, #"\mathinner{\langle{#1}|}"#),
  ("ket", 1, #"\mathinner{|{#1}\rangle}"#),
  ("braket", 1, #"\mathinner{\langle{#1}\rangle}"#),
  ("Bra", 1, #"\left\langle#1\right|"#),
  ("Ket", 1, #"\left|#1\right\rangle"#),
  ("TeX", 0, #"\text{T}\kern-.1667em\raisebox{-.5ex}{\text{E}}\kern-.125em\text{X}"#),
  ("LaTeX", 0, #"\text{L}\kern-.36em\raisebox{.21em}{\scriptstyle\text{A}}\kern-.15em\TeX"#),
  ("Set", 1, #"\left\{\:#1\:\right\}"#),
  ("set", 1, #"\mathinner{\lbrace\,#1\,\rbrace}"#),
]

let builtInMacros: [String: Macro] = Dictionary(
  uniqueKeysWithValues: macroTable.map { ($0.0, Macro(arguments: $0.1, body: TokenStream.tokens(of: $0.2))) })
