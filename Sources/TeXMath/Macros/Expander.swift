internal import TypesetDiagnostics

/// Tokens with macros expanded (TeXbook chapter 20). Definitions end with their group; expansion has a budget.
struct Expander {
  private var lexer: Lexer
  let vocabulary: Vocabulary
  private var lists: [(tokens: [Token], next: Int)] = []
  private var held: [Token] = []
  /// Definitions of the document and of this formula.
  private(set) var definitions: Definitions
  private var saved: [(name: UInt32, old: Macro?, level: Int)] = []
  private var level = 0
  /// `\aftergroup`.
  private var waiting: [(token: Token, level: Int)] = []
  private var expansions = 0
  /// Tokens that expansions have made.
  private var produced = 0
  /// Tokens that may still be read again, many times what the longest formula needs: a command that put back what asks for it would not end.
  private var rereading: Int
  private let budget: Budget
  /// Steps and tokens that expansion may take.
  let most: (steps: Int, tokens: Int)
  private static let standard = Budget()
  private(set) var isExhausted = false
  /// True if an argument was asked for at a place without one.
  var lacksArgument = false
  /// The first macro for which an argument was missing.
  private(set) var lacking: Token?
  /// True if the last group that was read ended with the formula.
  private(set) var isCut = false
  /// The first macro that was used otherwise than its definition allows.
  private(set) var mismatched: Token?
  var hidingComment: Range<Int>? { lexer.hidingComment }
  var doubledCommand: Range<Int>? { lexer.doubledCommand }
  /// The brace of an argument that nothing closes.
  private(set) var unclosed: Token?
  /// The first bracket of an optional argument that nothing closes, and what was taken for the argument.
  var openBracket: (token: Token, argument: [Token])?

  init(_ bytes: [UInt8], vocabulary: Vocabulary, definitions: Definitions, budget: Budget) {
    lexer = Lexer(bytes)
    self.vocabulary = vocabulary
    self.definitions = definitions
    self.budget = budget
    rereading = max(1 << 20, bytes.count * 64)
    // A share of a document with thousands of formulas is small; what the program defines itself makes less than this of a byte.
    let own = bytes.count * 64
    most = (
      min(Self.standard.macroExpansions, max(budget.macroExpansions, own)),
      min(Self.standard.formulaMacroTokens, max(budget.formulaMacroTokens, own))
    )
  }

  /// Counts tokens that a command repeats as made by expansion: nested, they double at each level.
  ///
  /// - Returns: False where that is too much; the command then makes nothing.
  mutating func takes(repeated count: Int) -> Bool {
    guard !isExhausted, produced + count <= most.tokens else {
      isExhausted = true
      return false
    }
    produced += count
    return true
  }

  /// Makes a token the next one.
  mutating func putBack(_ token: Token) {
    rereading -= 1
    if rereading > 0 { held.append(token) } else { isExhausted = true }
  }

  mutating func putBack(_ tokens: [Token]) {
    if !tokens.isEmpty { flushHeld(); lists.append((tokens, 0)) }
  }

  private mutating func flushHeld() {
    if !held.isEmpty {
      lists.append((held.reversed(), 0))
      held.removeAll()
    }
  }

  /// The next token, unexpanded.
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

  /// The next token that is not a macro.
  mutating func next() -> Token {
    while true {
      let token = nextRaw()
      guard token.kind == .command, expandOnce(token) else { return token }
    }
  }

  /// Puts the expansion of a macro where it was called; false if the token is not a macro, or the budget is exhausted.
  mutating func expandOnce(_ token: Token) -> Bool {
    let macro: Macro
    if !definitions.isEmpty, let own = definitions[token.value] {
      macro = own
    } else if case .macro(let index) = vocabulary.meaning(of: token) {
      macro = vocabulary.macros[Int(index)]
    } else if isExpandAfter(token) {
      guard spend() else { return false }
      var passed = [nextRaw()]
      var following = nextRaw()
      // A chain is as long as its author likes: it nests no calls.
      while isExpandAfter(following), spend() {
        passed.append(nextRaw())
        following = nextRaw()
      }
      if isExhausted { return false }
      if following.kind != .command || !expandOnce(following) { putBack(following) }
      for token in passed.reversed() { putBack(token) }
      return true
    } else {
      return false
    }
    guard spend() else { return false }
    let outer = lacksArgument
    lacksArgument = false
    expand(macro, at: token)
    if lacksArgument, lacking == nil, token.end > token.start { lacking = token }
    lacksArgument = outer
    return true
  }

  private func isExpandAfter(_ token: Token) -> Bool {
    guard token.kind == .command, definitions[token.value] == nil, case .command(_, .expandafter) = vocabulary.meaning(of: token)
    else {
      return false
    }
    return true
  }

  private mutating func spend() -> Bool {
    expansions += 1
    if !isExhausted, expansions <= most.steps, lists.count <= 2_000 { return true }
    isExhausted = true
    lists.removeAll()
    held.removeAll()
    return false
  }

  /// Arguments that end where their delimiter is (TeXbook chapter 20).
  private mutating func delimited(_ delimiters: [[Token]], at call: Token) -> [[Token]] {
    func differs() { if mismatched == nil, call.end > call.start { mismatched = call } }
    func isSame(_ a: Token, _ b: Token) -> Bool { a.kind == b.kind && a.value == b.value }
    for wanted in delimiters[0] {
      let token = nextRaw()
      if !isSame(token, wanted) {
        putBack(token)
        differs()
      }
    }
    var arguments: [[Token]] = []
    for delimiter in delimiters.dropFirst() {
      guard let last = delimiter.last else {
        arguments.append(argument())
        continue
      }
      var found: [Token] = []
      var depth = 0
      while true {
        let token = nextRaw()
        if token.kind == .end {
          differs()
          break
        }
        let outer = depth
        if token.kind == .beginGroup { depth += 1 }
        if token.kind == .endGroup { depth -= 1 }
        found.append(token)
        // `#{` ends with the brace, which the body has too.
        if (last.kind == .beginGroup ? outer : depth) == 0, isSame(token, last), found.count >= delimiter.count,
          zip(found.suffix(delimiter.count), delimiter).allSatisfy({ isSame($0, $1) })
        {
          found.removeLast(delimiter.count)
          break
        }
      }
      // A group that is the whole argument loses its braces.
      if found.count >= 2, found[0].kind == .beginGroup, found[found.count - 1].kind == .endGroup, Self.isOneGroup(found) {
        found = Array(found[1..<found.count - 1])
      }
      arguments.append(found)
    }
    return arguments
  }

  private static func isOneGroup(_ tokens: [Token]) -> Bool {
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0 { return index == tokens.count - 1 }
    }
    return false
  }

  /// The bytes up to a delimiter, as `\verb` takes them; only where nothing has been read ahead.
  mutating func verbatim() -> (bytes: [UInt8], isClosed: Bool) {
    held.isEmpty && lists.isEmpty ? lexer.verbatim() : ([], true)
  }

  private mutating func expand(_ macro: Macro, at call: Token) { putBack(substituted(macro, at: call)) }

  /// A macro's body with its arguments, which are read, in their places.
  mutating func substituted(_ macro: Macro, at call: Token) -> [Token] {
    var arguments: [[Token]] = []
    var wanted = macro.parameters
    if let delimiters = macro.delimiters {
      arguments = delimited(delimiters, at: call)
      wanted = 0
    } else if let standard = macro.defaultArgument, wanted > 0 {
      wanted -= 1
      arguments.append(optionalArgument() ?? standard)
    }
    for _ in 0..<max(0, wanted) { arguments.append(argument()) }
    var out: [Token] = []
    out.reserveCapacity(macro.body.count)
    var isDoubled = false
    for var token in macro.body {
      if token.kind == .parameter, !isDoubled {
        let index = Int(token.value) - 1
        if arguments.indices.contains(index) { out += arguments[index] }
      } else {
        // `##1` is the parameter of a definition within this one.
        if isDoubled, token.kind == .parameter { out.removeLast() }
        isDoubled = !isDoubled && token.isCharacter("#")
        (token.start, token.end) = (call.start, call.end)
        out.append(token)
      }
      if produced + out.count > most.tokens {
        isExhausted = true
        break
      }
    }
    produced += out.count
    return out
  }

  /// The tokens up to the `\end{name}` of an environment whose beginning has been read.
  mutating func environmentBody(named name: String) -> [Token] {
    isCut = false
    var out: [Token] = []
    var depth = 0
    while true {
      let token = nextRaw()
      if token.kind == .end {
        isCut = true
        return out
      }
      let isBegin = isCommand(token, .begin)
      guard isBegin || isCommand(token, .end) else {
        out.append(token)
        continue
      }
      let argument = argument()
      let isSame = argument.map { Unicode.Scalar($0.value).map { String(Character($0)) } ?? "" }.joined() == name
      if isSame, !isBegin {
        if depth == 0 {
          isCut = false
          return out
        }
        depth -= 1
      }
      if isSame, isBegin { depth += 1 }
      out.append(token)
      out.append(Token(kind: .beginGroup, value: 0x7B, start: token.start, end: token.end))
      out += argument
      out.append(Token(kind: .endGroup, value: 0x7D, start: token.start, end: token.end))
    }
  }

  private func isCommand(_ token: Token, _ command: ControlWord) -> Bool {
    if token.kind == .command, case .command(_, command) = vocabulary.meaning(of: token) { true } else { false }
  }

  // MARK: Conditionals

  /// Skips to the branch of a conditional that comes next.
  ///
  /// - Parameter orAlso: `\or` begins a branch too.
  /// - Returns: False where the conditional ended.
  mutating func skipToBranch(orAlso: Bool) -> Bool {
    var depth = 0
    while true {
      let token = nextRaw()
      if token.kind == .end { return false }
      guard token.kind == .command, case .command(_, let command) = vocabulary.meaning(of: token) else { continue }
      switch command {
      case .ifdisplaymode, .iftrue, .iffalse, .ifmmode, .ifnum, .ifx, .if, .ifcase: depth += 1
      case .fi:
        if depth == 0 { return false }
        depth -= 1
      case .else: if depth == 0 { return true }
      case .or: if depth == 0, orAlso { return true }
      default: break
      }
    }
  }

  /// Skips to after the `\fi` of the conditional whose branch ends here.
  mutating func skipToFi() {
    while skipToBranch(orAlso: true) {}
  }

  /// True for a command that a document defines by itself, and that means nothing else.
  func callsItself(_ token: Token) -> Bool {
    token.value & CommandNames.original != 0 && definitions[token.value & ~CommandNames.original] != nil
  }

  /// What `\let` made the token mean.
  private func resolved(_ token: Token) -> Token {
    guard token.kind == .command else { return token }
    guard let macro = definitions[token.value] else {
      var original = token
      original.value |= CommandNames.original
      return original
    }
    return macro.isAlias ? macro.body.first ?? token : token
  }

  /// TeX's `\ifx`.
  func meansTheSame(_ a: Token, _ b: Token) -> Bool {
    let (a, b) = (resolved(a), resolved(b))
    guard a.kind == .command, b.kind == .command else { return a.kind == b.kind && a.value == b.value }
    if a.value == b.value { return true }
    guard let first = definitions[a.value], let second = definitions[b.value] else { return false }
    return first.parameters == second.parameters && first.body.count == second.body.count
      && zip(first.body, second.body).allSatisfy { $0.kind == $1.kind && $0.value == $1.value }
  }

  /// Keeps a token until the group ends; false if no group is open.
  mutating func afterGroup(_ token: Token) -> Bool {
    guard level > 0 else { return false }
    waiting.append((token, level))
    return true
  }

  /// True if nothing is left to read.
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
    case .beginGroup:
      let out = balanced()
      if isCut, unclosed == nil { unclosed = first }
      return out
    case .end, .endGroup, .alignTab:
      lacksArgument = true
      putBack(first)
      return []
    default: return [first]
    }
  }

  /// Up to the closing brace of a group whose opening one has been read.
  ///
  /// - Parameter isExpanding: With macros expanded, but for what follows `\noexpand`: what `\edef` stores (TeXbook chapter 20).
  mutating func balanced(isExpanding: Bool = false) -> [Token] {
    isCut = false
    var out: [Token] = []
    var depth = 0
    while !isExpanding || out.count < most.tokens {
      var token = isExpanding ? next() : nextRaw()
      if isExpanding, isCommand(token, .noexpand) { token = nextRaw() }
      switch token.kind {
      case .end:
        isCut = true
        return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 { return out }
        depth -= 1
      default: break
      }
      out.append(token)
    }
    return out
  }

  /// `[…]`, or nil if no bracket follows. Without its end the argument is what is before the first brace, or one token; the rest is read after it.
  mutating func optionalArgument() -> [Token]? {
    guard let (bracket, found) = bracketed() else { return nil }
    guard isCut else { return found }
    let end = found.firstIndex { $0.kind == .beginGroup } ?? min(1, found.count)
    let argument = Array(found[..<end])
    if openBracket == nil { openBracket = (bracket, argument) }
    if takes(repeated: found.count - end) { putBack(Array(found[end...])) }
    return argument
  }

  /// A bracket, and what is between it and its end, or the end of the group, which `isCut` tells.
  mutating func bracketed() -> (bracket: Token, tokens: [Token])? {
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
    let bracket = token
    isCut = false
    var out: [Token] = []
    var depth = 0
    while true {
      let token = nextRaw()
      switch token.kind {
      case .end:
        isCut = true
        return (bracket, out)
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 {
          isCut = true
          putBack(token)
          return (bracket, out)
        }
        depth -= 1
      default: if depth == 0, token.isCharacter("]") { return (bracket, out) }
      }
      out.append(token)
    }
  }

  mutating func define(_ name: UInt32, as macro: Macro, isGlobal: Bool) {
    if isGlobal {
      // No open group may restore an older meaning.
      saved.removeAll { $0.name == name }
    } else if level > 0 {
      saved.append((name, definitions.own[name], level))
    }
    definitions.set(name, to: macro)
  }

  mutating func enterGroup() { level += 1 }

  mutating func leaveGroup() {
    while let last = saved.last, last.level >= level {
      definitions.set(last.name, to: last.old)
      saved.removeLast()
    }
    level -= 1
    while let last = waiting.last, last.level > level {
      putBack(last.token)
      waiting.removeLast()
    }
  }
}
