import TypesetBytes

/// Reads code by its grammar, in one pass from left to right; nothing is read twice, except for a bounded lookahead.
struct CodeLexer: CodeReading {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  let language: CompiledGrammar
  var index: Int
  var sink: TokenSink
  /// What encloses the place, innermost last; never deeper than `deepest`.
  var contexts: [Context] = []
  /// True if a value ends right before. A `/` then divides, and a `<` compares.
  var followsOperand = false
  /// The last byte that was no space.
  var lastByte: UInt8 = 0x0A
  /// What the next word is, after a word that declares.
  var declares: TokenClass?
  /// Shell: the next word is a command; it will be after the next blank.
  var isAtCommand = true
  var isAssigning = false
  /// The string that was begun last is where keys are.
  var mayBeKey = false
  var pendingHeredocs: [Heredoc] = []

  static let deepest = 48

  enum Context {
    /// Code inside a string or markup, up to a bracket.
    case code(open: UInt8, close: UInt8, depth: Int)
    case text(rule: Int, hashes: Int, escapes: Bool, interpolates: Bool)
    case tag(isClosing: Bool)
    case children
  }

  struct Heredoc {
    var delimiter: Range<Int>
    var interpolates: Bool
  }

  init(_ bytes: [UInt8], _ range: Range<Int>, _ language: CompiledGrammar, _ sink: TokenSink) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    index = start
    self.language = language
    self.sink = sink
  }

  mutating func lex() {
    if index + 1 < end, bytes[index] == UInt8(ascii: "#"), bytes[index + 1] == UInt8(ascii: "!"), index == 0 {
      add(.comment, until: lineEnd(from: index))
    }
    while index < end {
      switch contexts.last {
      case nil, .code: lexCode()
      case .text(let rule, let hashes, let escapes, let interpolates):
        lexText(rule, hashes: hashes, escapes: escapes, interpolates: interpolates)
      case .tag(let isClosing): lexTag(isClosing: isClosing)
      case .children: lexChildren()
      }
    }
  }

  // MARK: Code

  /// Reads code until something begins or ends that is not code.
  mutating func lexCode() {
    let depth = contexts.count
    let grammar = language.grammar
    while index < end, contexts.count == depth {
      let byte = bytes[index]
      if byte.isSpace {
        if byte == 0x0A { endLine() }
        if isAssigning {
          isAssigning = false
          isAtCommand = true
        }
        index += 1
        continue
      }
      let starts = language.starts[Int(byte)]
      if starts.contains(.comment), lexComment() { continue }
      if starts.contains(.string), lexString(from: index, at: index) { continue }
      if starts.contains(.digit) || byte == UInt8(ascii: ".") && !followsOperand && self.byte(index + 1).isDigit {
        lexNumber()
      } else if starts.contains(.sigil), lexSigil() {
        followsOperand = true
      } else if starts.contains(.word) {
        lexWord()
      } else if !lexSpecial(byte, grammar) {
        lexSign(byte)
      }
      if index > start { lastByte = bytes[index - 1] }
    }
  }

  private mutating func endLine() {
    if !(lastByte == UInt8(ascii: "\\") && index > start && bytes[index - 1] == lastByte) { isAtCommand = true }
    if !pendingHeredocs.isEmpty {
      let pending = pendingHeredocs
      pendingHeredocs = []
      for heredoc in pending { lexHeredoc(heredoc) }
    }
    if language.grammar.hasCommands { followsOperand = false }
    lastByte = 0x0A
  }

  /// A sign: it may end the code inside a string, and decides whether an operand may follow.
  private mutating func lexSign(_ byte: UInt8) {
    if case .code(let open, let close, let depth) = contexts.last {
      if byte == close, depth == 0 {
        contexts.removeLast()
        // A bracket of markup and of strings is part of their syntax.
        add(.escape, until: index + 1)
        followsOperand = true
        return
      }
      let change = byte == close ? -1 : byte == open ? 1 : 0
      if change != 0 { contexts[contexts.count - 1] = .code(open: open, close: close, depth: depth + change) }
    }
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): followsOperand = true
    case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "`"):
      isAtCommand = true
      followsOperand = false
    default: followsOperand = false
    }
    if byte != UInt8(ascii: "*"), byte != UInt8(ascii: "&") { declares = nil }
    index += 1
  }

  private mutating func lexSpecial(_ byte: UInt8, _ grammar: Grammar) -> Bool {
    let next = self.byte(index + 1)
    switch byte {
    case UInt8(ascii: "@") where grammar.hasAtAttributes && next.isNameByte && !followsOperand:
      var stop = nameEnd(from: index + 1)
      while self.byte(stop) == UInt8(ascii: "."), self.byte(stop + 1).isLetter { stop = nameEnd(from: stop + 1) }
      add(.attribute, until: stop)
    case UInt8(ascii: "#") where grammar.hasHashAttributes && (next == UInt8(ascii: "[") || next == UInt8(ascii: "!")):
      guard let stop = bracketEnd(from: index) else { return false }
      add(.attribute, until: stop)
    case UInt8(ascii: "#") where grammar.hasDirectives: lexDirective()
    case UInt8(ascii: "/") where grammar.hasRegexes && !followsOperand:
      guard let stop = regexEnd(from: index) else { return false }
      add(.string, until: stop)
      followsOperand = true
    case UInt8(ascii: "<") where grammar.hasTags && !followsOperand && (next.isLetter || next == UInt8(ascii: ">")):
      guard contexts.count < Self.deepest else { return false }
      contexts.append(.tag(isClosing: false))
      add(.tag, until: index + 1)
      if self.byte(index).isLetter { lexTagName() }
    case UInt8(ascii: "<") where grammar.heredocs != .none && next == byte: return lexHeredocStart(grammar.heredocs)
    case UInt8(ascii: ":") where grammar.hasSymbols && (next.isLetter || next == UInt8(ascii: "_")):
      guard index == start || !(bytes[index - 1].isNameByte || bytes[index - 1] == byte) else { return false }
      add(.constant, until: nameEnd(from: index + 1))
      followsOperand = true
    case UInt8(ascii: "'") where grammar.hasLifetimes && next.isNameByte:
      add(.attribute, until: nameEnd(from: index + 1))
    case UInt8(ascii: "[") where grammar.hasLongBrackets:
      guard let level = longBracket(at: index) else { return false }
      add(.string, until: longBracketEnd(level, from: index))
      followsOperand = true
    case UInt8(ascii: "-") where grammar.hasCommands && (next.isLetter || next == byte):
      var stop = index
      while stop < end, bytes[stop].isNameByte || bytes[stop] == byte { stop += 1 }
      add(.property, until: stop)
      isAtCommand = false
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "~"):
      guard grammar.hasCommands, isAtCommand else { return false }
      lexWord()
    default: return false
    }
    return true
  }

  private mutating func lexDirective() {
    var stop = index + 1
    while stop < end, bytes[stop].isBlank { stop += 1 }
    let name = stop
    stop = nameEnd(from: name)
    guard stop > name else {
      index += 1
      return
    }
    let isInclude = has(Array("include".utf8), at: name) || has(Array("import".utf8), at: name)
    let isDefine = has(Array("define".utf8), at: name)
    add(.attribute, until: stop)
    if isDefine { declares = .constant }
    guard isInclude else { return }
    while index < end, bytes[index].isBlank { index += 1 }
    if byte(index) == UInt8(ascii: "<") {
      var close = index
      while close < end, bytes[close] != 0x0A, bytes[close] != UInt8(ascii: ">") { close += 1 }
      if byte(close) == UInt8(ascii: ">") { add(.string, until: close + 1) }
    }
  }

  private mutating func lexNumber() {
    var stop = numberEnd(from: index, hasQuotes: language.grammar.hasDirectives)
    // A word of a shell that begins with digits is no number.
    if language.grammar.hasCommands, stop < end, language.starts[Int(bytes[stop])].contains(.wordPart) {
      while stop < end, language.starts[Int(bytes[stop])].contains(.wordPart) { stop += 1 }
      index = stop
    } else {
      add(.number, until: max(stop, index + 1))
    }
    followsOperand = true
    isAtCommand = false
  }
}
