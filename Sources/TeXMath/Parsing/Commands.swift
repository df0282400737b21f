import TypesetBoxes
import TypesetDiagnostics

extension MathParser {
  /// Reads what begins with `token`, which is no script and ends nothing.
  mutating func parseToken(_ token: Token, into list: inout [Noad]) {
    switch token.kind {
    case .open:
      stream.beginGroup()
      stream.putBack(token)
      let group = argumentList()
      stream.endGroup()
      list.append(Noad(.list(group, .ord), token.range))
    case .character(let scalar): list.append(character(scalar, token.range))
    case .command(let name): command(name, token, into: &list)
    case .space, .parameter, .end, .close, .ampersand, .superscript, .subscript: break
    }
  }

  private func character(_ scalar: Unicode.Scalar, _ range: Range<Int>) -> Noad {
    if scalar == "~" { return Noad(.space(mu: 6), range) }
    if let script = superscripts[scalar] {
      var noad = Noad(.list([], .ord), range)
      noad.superscript = [Noad(.symbol(script, .ord, .normal), range)]
      return noad
    }
    let form = characterForms[scalar] ?? scalar
    let atom = characterClasses[scalar] ?? characterClasses[form] ?? .ord
    if atom == .op { return Noad(.largeOperator(form), range) }
    return Noad(.symbol(form, atom, atom == .ord ? currentAlphabet : .normal), range)
  }

  private mutating func command(_ name: String, _ token: Token, into list: inout [Noad]) {
    let range = token.range
    func add(_ kind: Noad.Kind) { list.append(Noad(kind, range)) }
    if let mu = spaces[name] { return add(.space(mu: mu)) }
    if let alphabet = alphabets[name] {
      let outer = currentAlphabet
      currentAlphabet = alphabet
      let body = argumentList()
      currentAlphabet = outer
      return add(.list(body, .ord))
    }
    if let alphabet = oldAlphabets[name] {
      currentAlphabet = alphabet
      return
    }
    if let font = textFonts[name] { return text(font, range, into: &list) }
    if let accent = accents[name] {
      let base = argumentList()
      return add(.accent(Noad.Accent(base: base, mark: accent.mark, isWide: accent.isWide, isBelow: accent.isBelow)))
    }
    if let arrow = extensibleArrows[name] {
      let below = optionalList()
      return add(.extensibleArrow(arrow, above: argumentList(), below: below))
    }
    if let known = operatorNames[name] {
      return add(.operatorName(letters(known.name, range), hasLimits: known.hasLimits))
    }
    if structure(name, range, into: &list) { return }
    if let symbol = symbols[name] { return add(kind(of: symbol)) }
    unknown(name, range, into: &list)
  }

  private func kind(of symbol: Symbol) -> Noad.Kind {
    let atom: AtomClass
    switch symbol.kind {
    case .op: return .largeOperator(symbol.scalar)
    case .bin: atom = .bin
    case .rel, .over, .under: atom = .rel
    case .open: atom = .open
    case .close: atom = .close
    case .punct: atom = .punct
    case .inner: atom = .inner
    default: atom = .ord
    }
    return .symbol(symbol.scalar, atom, atom == .ord ? currentAlphabet : .normal)
  }

  private mutating func unknown(_ name: String, _ range: Range<Int>, into list: inout [Noad]) {
    let near = nearest(to: name, among: commandNames)
    report("unknown-command", range, "unknown command \\\(name)", hint: near.map { "did you mean \\\($0)?" })
    list.append(Noad(.error("\\" + name), range))
  }

  func letters(_ text: String, _ range: Range<Int>) -> [Noad] {
    text.unicodeScalars.map { scalar in
      scalar == "\u{2009}" ? Noad(.space(mu: 3), range) : Noad(.symbol(scalar == "-" ? "-" : scalar, .ord, .upright), range)
    }
  }

  /// `\text{… $math$ …}`: text, with formulas in it.
  private mutating func text(_ font: Noad.TextFont, _ range: Range<Int>, into list: inout [Noad]) {
    let tokens = stream.argument()
    var content: [Noad] = []
    var run: [Token] = []
    var index = 0
    func flush() {
      let text = plain(run)
      if !text.isEmpty { content.append(Noad(.text(text, font), range)) }
      run = []
    }
    while index < tokens.count {
      if tokens[index].kind == .character("$"), let end = tokens[(index + 1)...].firstIndex(where: { $0.kind == .character("$") }) {
        flush()
        stream.putBack(Token(kind: .close, range: tokens[end].range))
        for token in tokens[index + 1..<end].reversed() { stream.putBack(token) }
        stream.putBack(Token(kind: .open, range: tokens[index].range))
        content += argumentList()
        index = end + 1
        continue
      }
      if case .command(let name) = tokens[index].kind, let inner = textFonts[name], index + 1 < tokens.count,
        tokens[index + 1].kind == .open
      {
        flush()
        var depth = 0
        var end = index + 1
        while end < tokens.count {
          if tokens[end].kind == .open { depth += 1 }
          if tokens[end].kind == .close { depth -= 1 }
          if depth == 0 { break }
          end += 1
        }
        content.append(Noad(.text(plain(Array(tokens[(index + 2)..<max(index + 2, min(end, tokens.count))])), inner), range))
        index = end + 1
        continue
      }
      run.append(tokens[index])
      index += 1
    }
    flush()
    list.append(content.count == 1 ? content[0] : Noad(.list(content, .ord), range))
  }

  /// Text mode's commands as the characters that they stand for.
  private func plain(_ tokens: [Token]) -> String {
    var out = ""
    for token in tokens {
      switch token.kind {
      case .command(let name):
        switch name {
        case " ", ",", ":", ";", "quad", "qquad", "space", "enspace": out += name == "qquad" ? "    " : name == "quad" ? "  " : " "
        case "$", "%", "&", "#", "_", "{", "}": out += name
        case "ldots", "dots", "textellipsis": out += "…"
        case "textbackslash": out += "\\"
        case "\\", "!": out += name == "\\" ? " " : ""
        default: if let symbol = symbols[name] { out.unicodeScalars.append(symbol.scalar) } else { out += "\\" + name }
        }
      case .open, .close, .end, .parameter: break
      case .character("~"): out += "\u{A0}"
      default: out += text(of: [token])
      }
    }
    return out
  }

  /// Commands that build something. False where the name is none of them.
  private mutating func structure(_ name: String, _ range: Range<Int>, into list: inout [Noad]) -> Bool {
    func add(_ kind: Noad.Kind) { list.append(Noad(kind, range)) }
    switch name {
    case "frac":
      let numerator = argumentList()
      add(.fraction(Noad.Fraction(numerator: numerator, denominator: argumentList())))
    case "cfrac":
      _ = stream.bracketed()
      let numerator = argumentList()
      var fraction = Noad.Fraction(numerator: numerator, denominator: argumentList())
      fraction.style = .display
      fraction.isContinued = true
      add(.fraction(fraction))
    case "genfrac":
      let left = genfracDelimiter()
      let right = genfracDelimiter()
      let thickness = textArgument()
      let style = textArgument()
      let numerator = argumentList()
      var fraction = Noad.Fraction(numerator: numerator, denominator: argumentList())
      (fraction.left, fraction.right) = (left, right)
      fraction.thickness = Dimension(text: thickness)
      fraction.style = Int(style).flatMap { MathStyle(rawValue: UInt8(clamping: $0)) }
      add(.fraction(fraction))
    case "sqrt":
      let degree = optionalList()
      add(.radical(degree: degree, argumentList()))
    case "root":
      let degree = parseRoot()
      add(.radical(degree: degree, argumentList()))
    case "overline": add(.overline(argumentList()))
    case "underline", "underbar": add(.underline(argumentList()))
    case "left": fenced(range, into: &list)
    case "big", "Big", "bigg", "Bigg": sized(name, .ord, range, into: &list)
    case "bigl", "Bigl", "biggl", "Biggl": sized(String(name.dropLast()), .open, range, into: &list)
    case "bigr", "Bigr", "biggr", "Biggr": sized(String(name.dropLast()), .close, range, into: &list)
    case "bigm", "Bigm", "biggm", "Biggm": sized(String(name.dropLast()), .rel, range, into: &list)
    case "limits", "nolimits", "displaylimits":
      if !list.isEmpty { list[list.count - 1].limits = name == "displaylimits" ? nil : name == "limits" }
    case "displaystyle": add(.style(.display))
    case "textstyle": add(.style(.text))
    case "scriptstyle": add(.style(.script))
    case "scriptscriptstyle": add(.style(.scriptScript))
    case "operatorname", "operatornamewithlimits":
      let next = stream.next()
      let isStarred = next.kind == .character("*")
      if !isStarred { stream.putBack(next) }
      let outer = currentAlphabet
      currentAlphabet = .upright
      let body = argumentList().map { noad in
        if case .symbol("\u{2212}", _, _) = noad.kind { return Noad(.symbol("-", .ord, .upright), noad.range) }
        if case .symbol("\u{2217}", _, _) = noad.kind { return Noad(.symbol("*", .ord, .upright), noad.range) }
        return noad
      }
      currentAlphabet = outer
      add(.operatorName(body, hasLimits: isStarred || name == "operatornamewithlimits"))
    case "mathord": add(.list(argumentList(), .ord))
    case "mathop": add(.operatorName(argumentList(), hasLimits: true))
    case "mathbin": add(.list(argumentList(), .bin))
    case "mathrel": add(.list(argumentList(), .rel))
    case "mathopen": add(.list(argumentList(), .open))
    case "mathclose": add(.list(argumentList(), .close))
    case "mathpunct": add(.list(argumentList(), .punct))
    case "mathinner": add(.list(argumentList(), .inner))
    case "overset", "stackrel":
      let above = argumentList()
      let base = argumentList()
      add(.stacked(base: base, above: above, below: nil, name == "stackrel" ? .rel : atomClass(of: base)))
    case "underset":
      let below = argumentList()
      let base = argumentList()
      add(.stacked(base: base, above: nil, below: below, atomClass(of: base)))
    case "substack":
      add(.alignment(rows(.substack, columns: [.center])))
    case "phantom": add(.phantom(argumentList(), width: true, height: true, depth: true))
    case "hphantom": add(.phantom(argumentList(), width: true, height: false, depth: false))
    case "vphantom": add(.phantom(argumentList(), width: false, height: true, depth: true))
    case "mathstrut": add(.phantom([Noad(.symbol("(", .open, .normal), range)], width: false, height: true, depth: true))
    case "smash":
      let option = stream.bracketed().map { text(of: $0) } ?? "tb"
      add(.smash(argumentList(), top: option.contains("t"), bottom: option.contains("b")))
    case "mathllap", "llap": add(.lap(argumentList(), -1))
    case "mathrlap", "rlap": add(.lap(argumentList(), 1))
    case "mathclap", "clap": add(.lap(argumentList(), 0))
    case "boxed", "fbox": add(.boxed(argumentList(), fill: nil, border: .black))
    case "colorbox":
      let color = colorArgument()
      add(.boxed(argumentList(), fill: color, border: nil))
    case "fcolorbox":
      let border = colorArgument()
      let fill = colorArgument()
      add(.boxed(argumentList(), fill: fill, border: border))
    case "cancel": add(.cancel(argumentList(), rising: true, falling: false, horizontal: false))
    case "bcancel": add(.cancel(argumentList(), rising: false, falling: true, horizontal: false))
    case "xcancel": add(.cancel(argumentList(), rising: true, falling: true, horizontal: false))
    case "sout", "slashed": add(.cancel(argumentList(), rising: name == "slashed", falling: false, horizontal: name == "sout"))
    case "textcolor":
      let color = colorArgument()
      add(.color(color, argumentList()))
    case "color":
      let color = colorArgument()
      add(.color(color, parseList(until: .group)))
    case "href":
      let url = textArgument()
      add(.link(url, argumentList()))
    case "url":
      let url = textArgument()
      add(.link(url, [Noad(.text(url, .mono), range)]))
    case "not": not(range, into: &list)
    case "kern", "mkern", "mskip", "hskip", "hspace", "mspace":
      if name == "hspace" || name == "mspace" {
        let next = stream.next()
        if next.kind != .character("*") { stream.putBack(next) }
      }
      guard let length = dimension() else {
        report("length", range, "\\\(name) needs a length", hint: "such as 3mu or 1em")
        return true
      }
      skipGlue()
      add(length.mu != 0 ? .space(mu: length.mu) : .kern(length.points.pt, em: length.em + length.ex * 0.43))
    case "rule":
      let raise = stream.bracketed().flatMap { Dimension(text: text(of: $0)) } ?? .zero
      let width = Dimension(text: textArgument()) ?? .zero
      add(.rule(width: width, height: Dimension(text: textArgument()) ?? .zero, raise: raise))
    case "raisebox":
      let raise = Dimension(text: textArgument()) ?? .zero
      add(.raise(raise, argumentList()))
    case "mathchoice":
      let display = argumentList()
      let text = argumentList()
      let script = argumentList()
      add(.choice(display, text, script, argumentList()))
    case "sideset": sideset(range, into: &list)
    case "tag":
      let next = stream.next()
      let isStarred = next.kind == .character("*")
      if !isStarred { stream.putBack(next) }
      let text = textArgument()
      tag = isStarred ? text : "(\(text))"
    case "label": _ = textArgument()
    case "notag", "nonumber", "nonscript", "allowbreak", "nobreak", "relax", "protect", "hfill", "hfil", "strut", "displaywidth": break
    case "ref", "eqref": add(.text(name == "ref" ? textArgument() : "(\(textArgument()))", .roman))
    case "newcommand", "renewcommand", "providecommand", "DeclareMathOperator", "def", "gdef", "edef", "xdef", "let":
      define(name, range)
    case "begin": environment(range, into: &list)
    case "#", "$", "%", "&", "_": add(.symbol(Unicode.Scalar(UInt8(name.utf8.first ?? 0x23)), .ord, .upright))
    case "{", "lbrace": add(.symbol("{", .open, .normal))
    case "}", "rbrace": add(.symbol("}", .close, .normal))
    case "|": add(.symbol("\u{2016}", .ord, .normal))
    case "tiny", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "scriptsize", "footnotesize": break
    case "middle": break
    default: return false
    }
    return true
  }

  /// `\genfrac`'s delimiters may be braced, bare or missing.
  private mutating func genfracDelimiter() -> Delimiter {
    let tokens = stream.argument().filter { $0.kind != .space }
    guard let first = tokens.first else { return .none }
    stream.putBack(first)
    return delimiter()
  }

  private mutating func parseRoot() -> [Noad] {
    var degree: [Noad] = []
    while true {
      let token = stream.next()
      if token.kind == .end || token.kind == .command("of") { return degree }
      parseToken(token, into: &degree)
    }
  }

  private func atomClass(of base: [Noad]) -> AtomClass {
    guard base.count == 1 else { return .ord }
    switch base[0].kind {
    case .symbol(_, let atom, _), .list(_, let atom): return atom
    case .largeOperator, .operatorName: return .op
    case .extensibleArrow: return .rel
    default: return .ord
    }
  }

  private mutating func sized(_ name: String, _ atom: AtomClass, _ range: Range<Int>, into list: inout [Noad]) {
    let factors: [String: Double] = ["big": 1, "Big": 1.5, "bigg": 2, "Bigg": 2.5]
    let factor = factors[name] ?? 1
    list.append(Noad(.sizedDelimiter(delimiter(), factor, atom), range))
  }

  private mutating func fenced(_ range: Range<Int>, into list: inout [Noad]) {
    var delimiters = [delimiter()]
    var parts: [[Noad]] = []
    stream.beginGroup()
    defer { stream.endGroup() }
    while true {
      parts.append(parseList(until: .rightDelimiter))
      let token = stream.next()
      switch token.kind {
      case .command("middle"):
        delimiters.append(delimiter())
      case .command("right"):
        delimiters.append(delimiter())
        list.append(Noad(.fenced(delimiters: delimiters, parts: parts), range))
        return
      case .ampersand where !isInAlignment:
        report("ampersand", token.range, "& stands outside of an alignment", hint: "write \\& for an ampersand, or use aligned")
      case .command("\\") where !isInAlignment, .command("newline") where !isInAlignment:
        _ = rowGap()
      default:
        stream.putBack(token)
        report("missing-right", range, "\\left has no \\right", hint: "end it with \\right. where nothing should show")
        list.append(Noad(.fenced(delimiters: delimiters + [.none], parts: parts), range))
        return
      }
    }
  }

  /// `\not` before a relation.
  private mutating func not(_ range: Range<Int>, into list: inout [Noad]) {
    let body = argumentList()
    guard body.count == 1, case .symbol(let scalar, let atom, let alphabet) = body[0].kind else {
      list.append(Noad(.cancel(body, rising: true, falling: false, horizontal: false), range))
      return
    }
    if let negated = negations[scalar] {
      list.append(Noad(.symbol(negated, atom, alphabet), range))
    } else {
      let slash = Noad(.symbol("\u{338}", .ord, .normal), range)
      list.append(Noad(.list([slash] + body, atom == .ord ? .ord : .rel), range))
    }
  }

  private mutating func sideset(_ range: Range<Int>, into list: inout [Noad]) {
    var left = Noad(.list([], .ord), range)
    let before = argumentList()
    if let first = before.first { (left.superscript, left.subscript) = (first.superscript, first.subscript) }
    let after = argumentList()
    var base: [Noad] = []
    let token = stream.next()
    parseToken(token, into: &base)
    if var op = base.first {
      op.limits = false
      if let first = after.first { (op.superscript, op.subscript) = (first.superscript, first.subscript) }
      list.append(Noad(.operatorName([left, op], hasLimits: true), range))
    }
  }

  private mutating func colorArgument() -> Color {
    let model = stream.bracketed().map { text(of: $0) }
    let name = textArgument()
    if let color = mathColor(name, model: model) { return color }
    report("color", 0..<0, "unknown colour \(name)", hint: "write a name such as red, or #1a2b3c")
    return .black
  }

  /// `plus …` and `minus …` after a length: glue in a formula is set at its natural width.
  private mutating func skipGlue() {
    for word in ["plus", "minus"] {
      var read: [Token] = []
      var isMatch = true
      for scalar in word.unicodeScalars {
        var token = stream.next()
        while token.kind == .space, read.isEmpty { token = stream.next() }
        read.append(token)
        if token.kind != .character(scalar) {
          isMatch = false
          break
        }
      }
      if isMatch { _ = dimension() } else { for token in read.reversed() { stream.putBack(token) } }
    }
  }

  /// `\newcommand{\name}[n][default]{body}`, `\def\name#1{body}`, `\let\a=\b`.
  private mutating func define(_ kind: String, _ range: Range<Int>) {
    var token = stream.raw()
    if token.kind == .character("*") { token = stream.raw() }
    while token.kind == .space { token = stream.raw() }
    if token.kind == .open {
      token = stream.raw()
      let close = stream.raw()
      if close.kind != .close { stream.putBack(close) }
    }
    guard case .command(let name) = token.kind else {
      report("definition", range, "a definition needs a command name", hint: "\\newcommand{\\name}{…}")
      return
    }
    var macro = Macro(body: [])
    switch kind {
    case "let":
      var next = stream.raw()
      while next.kind == .space || next.kind == .character("=") { next = stream.raw() }
      macro.body = [next]
      if case .command(let other) = next.kind, let known = stream.macro(other) { macro = known }
    case "DeclareMathOperator":
      macro.body = TokenStream.tokens(of: "\\operatorname{") + stream.argument() + TokenStream.tokens(of: "}")
    case "def", "gdef", "edef", "xdef":
      while true {
        let next = stream.raw()
        if case .parameter(let number) = next.kind {
          macro.arguments = max(macro.arguments, number)
          continue
        }
        stream.putBack(next)
        break
      }
      macro.body = stream.argument()
    default:
      if let count = stream.bracketed() { macro.arguments = min(max(Int(text(of: count)) ?? 0, 0), 9) }
      macro.optional = stream.bracketed()
      macro.body = stream.argument()
      if kind == "providecommand", stream.macro(name) != nil { return }
    }
    stream.define(name, macro, isGlobal: kind == "gdef" || kind == "xdef")
  }
}

/// Superscript digits and letters that are typed as characters of their own.
private let superscripts: [Unicode.Scalar: Unicode.Scalar] = [
  "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9", "⁺": "+", "⁻": "\u{2212}",
  "ⁿ": "n", "ⁱ": "i",
]

/// All names that a misspelt command is compared with; those of the tables and those that build something.
private let commandNames: [String] =
  [
    "frac", "sqrt", "left", "right", "begin", "end", "overline", "underline", "operatorname", "text", "mathrm", "binom", "dfrac",
    "tfrac", "cfrac", "overset", "underset", "stackrel", "phantom", "boxed", "cancel", "textcolor", "limits", "substack",
    "displaystyle", "textstyle", "quad", "qquad", "big", "Big", "bigg", "Bigg", "tag", "middle", "not",
  ] + Array(alphabets.keys) + Array(accents.keys) + Array(operatorNames.keys) + Array(builtInMacros.keys)
  + Array(extensibleArrows.keys) + symbols.keys.filter { $0.count > 1 }.sorted()
