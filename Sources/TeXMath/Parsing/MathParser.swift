import TypesetBoxes
import TypesetDiagnostics

/// LaTeX to a math list. Total: what can't be read becomes an error noad that shows its source, and the rest goes on.
struct MathParser {
  var stream: TokenStream
  var diagnostics: [MathDiagnostic] = []
  /// Equation tags at the top level.
  var tag: String?
  let source: [UInt8]
  let isDisplay: Bool
  private var depth = 0
  private let maximumDepth: Int
  private let maximumCells: Int
  /// How deep in alignments, where `&` and `\\` mean something.
  private var alignmentDepth = 0
  private var alphabet = MathAlphabet.normal

  init(_ source: [UInt8], isDisplay: Bool, macros: [String: Macro], budget: Budget) {
    self.source = source
    self.isDisplay = isDisplay
    stream = TokenStream(source, macros: macros, budget: budget.macroExpansions)
    maximumDepth = budget.formulaNesting
    maximumCells = budget.alignmentCells
  }

  /// What ends a list.
  enum Terminator: Equatable {
    case end, group, bracket, cell, rightDelimiter, environment
  }

  mutating func report(_ code: String, _ range: Range<Int>, _ message: String, hint: String? = nil) {
    guard diagnostics.count < 100 else { return }
    diagnostics.append(MathDiagnostic(code, range, message, hint: hint))
  }

  /// The whole formula. Rows without an environment are set one below the other.
  mutating func parse() -> [Noad] {
    var rows: [[Noad]] = []
    var list: [Noad] = []
    while true {
      list += parseList(until: .end)
      let token = stream.next()
      switch token.kind {
      case .end:
        if stream.hasRunOut {
          report("macro-limit", token.range, "macros expand without end", hint: "look for a definition that contains itself")
        }
        if rows.isEmpty { return list }
        rows.append(list)
        var alignment = Noad.Alignment(kind: .gathered, columns: [.center])
        alignment.isDisplay = true
        alignment.rows = rows.map { [$0] }
        return [Noad(.alignment(alignment), 0..<source.count)]
      case .close:
        report("unmatched-brace", token.range, "this brace closes nothing", hint: "remove it, or write \\} for a brace that shows")
      case .ampersand:
        report("ampersand", token.range, "& stands outside of an alignment", hint: "write \\& for an ampersand, or use aligned")
      case .command("\\"), .command("newline"), .command("cr"):
        _ = rowGap()
        rows.append(list)
        list = []
      case .command("right"), .command("middle"):
        report("unmatched-right", token.range, "\\right stands without \\left", hint: "begin with \\left. where nothing should show")
        _ = delimiter()
      case .command("end"):
        report("unmatched-end", token.range, "\\end{\(textArgument())} stands without \\begin")
      default: break
      }
    }
  }

  /// Noads up to a terminator, which is left for the caller.
  mutating func parseList(until terminator: Terminator) -> [Noad] {
    var list: [Noad] = []
    let outerAlphabet = alphabet
    defer { alphabet = outerAlphabet }
    guard depth < maximumDepth else {
      let token = stream.peek()
      if !diagnostics.contains(where: { $0.code == "math.nesting" }) {
        report("nesting", token.range, "groups nest deeper than \(maximumDepth)")
      }
      skipGroup()
      return []
    }
    depth += 1
    defer { depth -= 1 }
    while true {
      let token = stream.next()
      switch token.kind {
      case .end, .close, .ampersand:
        stream.putBack(token)
        return list
      case .character("]") where terminator == .bracket:
        stream.putBack(token)
        return list
      case .command("\\"), .command("cr"), .command("newline"):
        stream.putBack(token)
        return list
      case .command("right"), .command("middle"), .command("end"):
        stream.putBack(token)
        return list
      case .command("over"), .command("atop"), .command("choose"), .command("brack"), .command("brace"), .command("above"):
        return [infix(token, numerator: list, until: terminator)]
      case .superscript, .subscript, .character("'"), .character("\u{2032}"):
        attachScript(token, to: &list)
      case .space: continue
      default:
        parseToken(token, into: &list)
      }
    }
  }

  /// Passes over the rest of a group that is too deep.
  private mutating func skipGroup() {
    var level = 0
    while true {
      let token = stream.raw()
      switch token.kind {
      case .end:
        stream.putBack(token)
        return
      case .open: level += 1
      case .close:
        if level == 0 {
          stream.putBack(token)
          return
        }
        level -= 1
      default: break
      }
    }
  }

  /// `{a \over b}`: the whole group is a fraction (TeXbook chapter 17).
  private mutating func infix(_ token: Token, numerator: [Noad], until terminator: Terminator) -> Noad {
    guard case .command(let name) = token.kind else { return Noad(.error(""), token.range) }
    var fraction = Noad.Fraction(numerator: numerator, denominator: [])
    switch name {
    case "atop": fraction.thickness = .zero
    case "above": fraction.thickness = dimension() ?? .zero
    case "choose":
      fraction.thickness = .zero
      (fraction.left, fraction.right) = (.symbol("("), .symbol(")"))
    case "brack":
      fraction.thickness = .zero
      (fraction.left, fraction.right) = (.symbol("["), .symbol("]"))
    case "brace":
      fraction.thickness = .zero
      (fraction.left, fraction.right) = (.symbol("{"), .symbol("}"))
    default: break
    }
    fraction.denominator = parseList(until: terminator)
    return Noad(.fraction(fraction), token.range)
  }

  // MARK: Scripts

  private mutating func attachScript(_ token: Token, to list: inout [Noad]) {
    if list.isEmpty || !list[list.count - 1].takesScripts { list.append(Noad(.list([], .ord), token.range.lowerBound..<token.range.lowerBound)) }
    let last = list.count - 1
    switch token.kind {
    case .subscript:
      let script = argumentList()
      if list[last].subscript != nil {
        report("double-subscript", token.range, "a second subscript", hint: "use braces to say which belongs to which: {a_b}_c")
        list.append(Noad(.list([], .ord), token.range))
        list[last + 1].subscript = script
      } else {
        list[last].subscript = script
      }
    case .superscript:
      let script = argumentList()
      if list[last].superscript != nil {
        report("double-superscript", token.range, "a second superscript", hint: "use braces to say which belongs to which: {a^b}^c")
        list.append(Noad(.list([], .ord), token.range))
        list[last + 1].superscript = script
      } else {
        list[last].superscript = script
      }
    default:
      // Primes come as one character, with what stands after them raised in the same superscript.
      var count = 1
      var next = stream.next()
      while next.kind == .character("'") || next.kind == .character("\u{2032}") || next.kind == .space {
        if next.kind != .space { count += 1 }
        next = stream.next()
      }
      let forms: [Unicode.Scalar] = ["\u{2032}", "\u{2033}", "\u{2034}", "\u{2057}"]
      var primes: [Noad] = []
      while count > 0 {
        let part = min(count, 4)
        primes.append(Noad(.symbol(forms[part - 1], .ord, .normal), token.range))
        count -= part
      }
      if next.kind == .superscript { primes += argumentList() } else { stream.putBack(next) }
      if list[last].superscript != nil {
        report("double-superscript", token.range, "a prime after a superscript", hint: "write the prime first: x'^2")
        list.append(Noad(.list([], .ord), token.range))
        list[last + 1].superscript = primes
      } else {
        list[last].superscript = primes
      }
    }
  }

  // MARK: Arguments

  /// One argument as a list: a group, or one token with what it needs.
  mutating func argumentList() -> [Noad] {
    var token = stream.next()
    while token.kind == .space { token = stream.next() }
    switch token.kind {
    case .open:
      stream.beginGroup()
      let list = parseList(until: .group)
      endGroup(openedAt: token.range)
      return list
    case .end, .close, .ampersand, .command("\\"), .command("right"), .command("end"):
      stream.putBack(token)
      report("missing-argument", token.range, "something is missing here", hint: "put it in braces: {…}")
      return []
    case .superscript, .subscript:
      report("missing-argument", token.range, "something is missing before this", hint: "put it in braces: {…}")
      return []
    default:
      var list: [Noad] = []
      guard depth < maximumDepth else {
        report("nesting", token.range, "groups nest deeper than \(maximumDepth)")
        return []
      }
      depth += 1
      parseToken(token, into: &list)
      depth -= 1
      return list
    }
  }

  private mutating func endGroup(openedAt range: Range<Int>) {
    while true {
      let token = stream.next()
      stream.endGroup()
      switch token.kind {
      case .close: return
      case .end:
        report("missing-brace", range, "this brace is never closed", hint: "add }")
        stream.putBack(token)
        return
      case .ampersand, .command("\\"), .command("cr"), .command("newline"):
        if alignmentDepth > 0 {
          report("missing-brace", range, "this brace is not closed before the cell ends", hint: "add }")
          stream.putBack(token)
          return
        }
        if token.kind == .ampersand {
          report("ampersand", token.range, "& stands outside of an alignment", hint: "write \\& for an ampersand, or use aligned")
        }
        stream.beginGroup()
        _ = parseList(until: .group)
      case .command("right"), .command("middle"), .command("end"):
        report("missing-brace", range, "this brace is not closed", hint: "add }")
        stream.putBack(token)
        return
      default: return
      }
    }
  }

  mutating func optionalList() -> [Noad]? {
    var token = stream.next()
    while token.kind == .space { token = stream.next() }
    guard token.kind == .character("[") else {
      stream.putBack(token)
      return nil
    }
    let list = parseList(until: .bracket)
    let close = stream.next()
    if close.kind != .character("]") {
      report("missing-bracket", token.range, "this bracket is never closed", hint: "add ]")
      stream.putBack(close)
    }
    return list
  }

  /// An argument's tokens as text.
  mutating func textArgument() -> String { text(of: stream.argument()) }

  func text(of tokens: [Token]) -> String {
    var out = ""
    for token in tokens {
      switch token.kind {
      case .command(let name): out += "\\" + name
      case .character(let scalar): out.unicodeScalars.append(scalar)
      case .open: out += "{"
      case .close: out += "}"
      case .ampersand: out += "&"
      case .superscript: out += "^"
      case .subscript: out += "_"
      case .space: out += " "
      case .parameter(let number): out += "#\(number)"
      case .end: break
      }
    }
    return out
  }

  /// A length such as `3pt`, `1em`, `18mu`, braced or not.
  mutating func dimension() -> Dimension? {
    var token = stream.next()
    while token.kind == .space { token = stream.next() }
    if token.kind == .open {
      stream.putBack(token)
      return Dimension(text: textArgument())
    }
    var word = ""
    var isUnit = false
    while true {
      guard case .character(let scalar) = token.kind else { break }
      let isNumber = ("0"..."9").contains(scalar) || ["-", "+", ".", ","].contains(scalar)
      if isNumber, isUnit { break }
      if !isNumber {
        guard ("a"..."z").contains(scalar) else { break }
        isUnit = true
      }
      word.unicodeScalars.append(scalar)
      if isUnit, Dimension(text: word) != nil {
        token = stream.next()
        break
      }
      token = stream.next()
      while token.kind == .space, !isUnit { token = stream.next() }
    }
    stream.putBack(token)
    return Dimension(text: word)
  }

  /// The delimiter after `\left` and its kin.
  mutating func delimiter() -> Delimiter {
    var token = stream.next()
    while token.kind == .space { token = stream.next() }
    switch token.kind {
    case .character("."): return .none
    case .character("<"): return .symbol("\u{27E8}")
    case .character(">"): return .symbol("\u{27E9}")
    case .character(let scalar): return .symbol(scalar)
    case .command(let name):
      if let scalar = delimiterNames[name] { return .symbol(scalar) }
      if let symbol = symbols[name] { return .symbol(symbol.scalar) }
    case .open:
      // `\left{(}`: a braced delimiter.
      stream.putBack(token)
      let tokens = stream.argument()
      for token in tokens.reversed() { stream.putBack(token) }
      if !tokens.isEmpty { return delimiter() }
    default:
      stream.putBack(token)
    }
    report("missing-delimiter", token.range, "a delimiter is missing here", hint: "write . for one that does not show")
    return .none
  }

  var alignmentLevel: Int { alignmentDepth }
  mutating func enterAlignment() { alignmentDepth += 1 }
  mutating func leaveAlignment() { alignmentDepth -= 1 }
  var currentAlphabet: MathAlphabet {
    get { alphabet }
    set { alphabet = newValue }
  }
  var cellLimit: Int { maximumCells }
}

extension Noad {
  /// Can a script be attached? Not to spaces and styles.
  var takesScripts: Bool {
    switch kind {
    case .space, .kern, .style: false
    default: true
    }
  }
}

extension Dimension {
  /// `3pt`, `1.5em`, `-2mu`; a bare number is none.
  init?(text: String) {
    let text = text.filter { !$0.isWhitespace }
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard let value = Double(digits), value.isFinite, abs(value) < 100_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "pt", "bp": points = value
    case "em": em = value
    case "ex": ex = value
    case "mu": mu = value
    case "mm": points = value * 72 / 25.4
    case "cm": points = value * 72 / 2.54
    case "in": points = value * 72
    case "px": points = value * 0.75
    case "pc": points = value * 12
    case "sp": points = value / 65536
    default: return nil
    }
  }
}
