internal import TypesetBoxes
internal import TypesetDiagnostics

/// Commands of TeX itself beyond LaTeX's math, and of packages (mhchem, physics, siunitx, cancel, graphicx).
extension Parser {
  mutating func performOfPackage(_ command: Command, _ token: Token, from mark: Int) {
    switch command {
    case .edef, .xdef: definition(isGlobal: command == .xdef, isExpanded: true)
    case .global: isGlobalNext = true
    case .long, .outer, .protected, .ignorespaces, .noexpand, .adjustlimits, .expandafter: break
    case .hfil, .hfill, .hss: pending.append(Noad(.fill))
    case .futurelet: futureLet()
    case .aftergroup:
      let held = input.nextRaw()
      // Carried out at once where no group is left to wait for.
      if input.afterGroup(held) == false { input.putBack(held) }
    case .char, .unicode: characterByNumber(isUnicode: command == .unicode)
    case .mathchardef:
      let name = input.nextRaw()
      let number = self.number()
      let code = Token(kind: .character, value: UInt32(clamping: number) & 0xFFFF, start: name.start, end: name.end)
      if name.kind == .command {
        input.define(name.value, as: Macro(parameters: 0, defaultArgument: nil, body: [code]), isGlobal: takeGlobal())
      }
    case .verb:
      list.texts.append([.words(text: input.verbatim(), bold: false, italic: false, family: .mono)])
      pending.append(Noad(.text(Int32(list.texts.count - 1))))
    case .limitarrow:
      let scalar = UInt32(plainText(input.argument()), radix: 16) ?? 0x2192
      let mark = pending.count
      operatorName("lim", .noLimits)
      pending.append(Noad(.arrowBelow(scalar), nucleus: close(from: mark)))
    case .chemarrow: arrow(UInt32(plainText(input.argument()), radix: 16) ?? 0x2192, least: 200)
    case .ifdisplaymode, .iftrue, .iffalse, .ifmmode, .ifnum, .ifx, .if, .ifcase: conditional(command)
    case .else, .or: input.skipToFi()
    case .fi: break
    case .csname: csname()
    case .string:
      let next = input.nextRaw()
      appendText(text(next))
    case .uppercase, .lowercase:
      let tokens = input.argument().map { token -> Token in
        var token = token
        if token.kind == .character, let scalar = Unicode.Scalar(token.value) {
          let mapped = command == .uppercase ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
          if let only = mapped.unicodeScalars.first, mapped.unicodeScalars.count == 1 { token.value = only.value }
        }
        return token
      }
      input.putBack(tokens)
    case .raise, .lower, .moveleft, .moveright:
      var amount = dimension()
      let field = argument()
      if command == .moveleft || command == .moveright {
        if command == .moveleft { amount.value = -amount.value }
        let inner = pending.count
        pending.append(Noad(.kern(amount)))
        pending.append(Noad(nucleus: field))
        return pending.append(Noad(nucleus: close(from: inner)))
      }
      if command == .lower { amount.value = -amount.value }
      pending.append(Noad(.raise(amount), nucleus: field))
    case .vbox, .vtop: verticalBox(isTop: command == .vtop)
    case .mathpalette:
      let function = input.argument()
      let rest = input.argument()
      var styles: [Field] = []
      for name in ["displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"] {
        let style = Token(kind: .command, value: input.vocabulary.names.original(name), start: token.start, end: token.end)
        styles.append(sublist(function + [style] + braced(rest)))
      }
      list.choices.append(styles)
      pending.append(Noad(.choice(Int32(list.choices.count - 1))))
    case .skew:
      _ = dimensionlessNumber()
      pending.append(Noad(nucleus: argument()))
    case .buildrel:
      let above = upTo(.over)
      let base = argument()
      var noad = Noad(.atom, .op, nucleus: base)
      noad.limits = .limits
      noad.superscript = sublist(above)
      let start = list.noads.count
      list.noads.append(noad)
      pending.append(Noad(.atom, .rel, nucleus: .list(Int32(start), 1)))
    case .makebox, .mathmakebox, .framebox, .parbox: sizedBox(command)
    case .cancelto:
      let target = argument()
      let crossed = argument()
      let inner = pending.count
      var noad = Noad(.strike(up: true, down: false, across: false), nucleus: crossed)
      noad.superscript = collapsed(target)
      pending.append(noad)
      pending.append(Noad(nucleus: close(from: inner)))
    case .enclosed:
      let name = plainText(input.argument())
      pending.append(Noad(.enclosed(Enclosure(rawValue: name) ?? .box), nucleus: argument()))
    case .enclose: enclose()
    case .bbox:
      let look = input.optionalArgument().map { plainText($0) } ?? ""
      var fill: Color?
      for word in look.split(separator: ",") where fill == nil { fill = color(String(word), model: nil) }
      pending.append(Noad(.boxed(border: look.contains("border") ? .black : nil, fill: fill, isMath: true), nucleus: argument()))
    case .definecolor:
      let name = plainText(input.argument())
      let model = plainText(input.argument())
      let value = input.argument()
      if color(plainText(value), model: model) != nil {
        input.define(colorName(name), as: Macro(parameters: 0, body: tokens("\(model):#1", [value])), isGlobal: true)
      }
    case .toggle:
      pending.append(Noad(nucleus: argument()))
      while true {
        let next = input.nextRaw()
        if next.kind == .end || next.kind == .command && input.vocabulary.names.name(next.value) == "endtoggle" { break }
      }
    case .newenvironment, .renewenvironment: newEnvironment()
    case .NewDocumentCommand: newDocumentCommand()
    case .DeclarePairedDelimiter: pairedDelimiter()
    case .newcases:
      let name = plainText(input.argument())
      _ = (input.argument(), input.argument(), input.argument())
      let (left, right) = (input.argument(), input.argument())
      define(
        environment: name, begin: Macro(parameters: 0, body: tokens("\\left#1\\begin{array}{@{}ll@{}}", [left])),
        end: tokens("\\end{array}\\right#1", [right]))
    case .pairedby: paired()
    case .leftroot, .uproot: _ = input.argument()
    case .scalebox, .rotatebox:
      _ = input.optionalArgument()
      let amount = Double(plainText(input.argument())) ?? 1
      let field = textArgument()
      if command == .scalebox { return sized(field, percent: amount * 100) }
      report("math.unsupported", token, "\\rotatebox is set upright", hint: "put what is rotated into a picture")
      pending.append(Noad(nucleus: field))
    case .resizebox:
      _ = (input.argument(), input.argument())
      pending.append(Noad(nucleus: textArgument()))
    case .reflectbox: pending.append(Noad(nucleus: textArgument()))
    case .includegraphics:
      _ = input.optionalArgument()
      let name = plainText(input.argument())
      report("math.unsupported", token, "pictures cannot stand in formulas", hint: "write ![](\(name)) in the text")
      showSource(name)
    case .hdotsfor:
      let count = min(max(Int(plainText(input.argument())) ?? 1, 1), 100)
      for _ in 0..<count * 2 { pending.append(Noad(.atom, .inner, nucleus: .char(0x2E))) }
    case .rowcolor, .cellcolor: _ = (input.optionalArgument(), input.argument())
    case .tiny, .Tiny, .sixptsize, .scriptsize, .footnotesize, .SMALL, .small, .normalsize, .large, .Large, .LARGE, .huge, .Huge:
      pending.append(Noad(.size(command.textSize ?? 1000)))
    case .textcircled: input.putBack(tokens("\\enclosed{circled}{{\\scriptstyle\\text{#1}}}", [input.argument()]))
    case .xleftequilibrium: arrow(0x21CB)
    case .xrightequilibrium, .equilibriumRight, .equilibriumLeft, .chemequilibrium: arrow(0x21CC)
    case .xrightleftarrows, .xtofrom: arrow(0x21C4)
    case .xlongleftarrow: arrow(0x2190)
    case .xlongleftrightarrow: arrow(0x2194)
    case .xLongrightarrow: arrow(0x21D2)
    case .xLongleftarrow: arrow(0x21D0)
    case .xLongleftrightarrow: arrow(0x21D4)
    case .ce, .pu, .num, .ang, .si, .SI, .unit, .numrange: scientific(command)
    default: physics(command, token)
    }
  }

  // MARK: Groups and boxes

  /// `\begingroup … \endgroup`: what is defined ends with it, but it makes no atom.
  mutating func semiSimpleGroup() {
    let field = group()
    guard case .list(let start, let count) = field else { return }
    let noads = list.noads[Int(start)..<Int(start + count)]
    let isLocal = noads.contains { noad in
      switch noad.kind {
      case .style, .color, .size: true
      default: false
      }
    }
    if isLocal { pending.append(Noad(nucleus: field)) } else { pending += noads }
  }

  /// `\root n \of x`.
  mutating func root() {
    let degree = upTo(nil)
    let field = argument()
    pending.append(Noad(.radical, nucleus: collapsed(field), second: sublist(degree)))
  }

  /// Tokens before a command at the same level, which is read too; nil is `\of`.
  private mutating func upTo(_ end: Command?) -> [Token] {
    var out: [Token] = []
    var depth = 0
    while true {
      let token = input.nextRaw()
      switch token.kind {
      case .end: return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 {
          input.putBack(token)
          return out
        }
        depth -= 1
      case .command where depth == 0:
        if let end, command(token) == end { return out }
        if end == nil, input.vocabulary.names.name(token.value) == "of" { return out }
      default: break
      }
      out.append(token)
    }
  }

  func braced(_ tokens: [Token]) -> [Token] {
    let at = tokens.first?.start ?? 0
    return [Token(kind: .beginGroup, value: 0x7B, start: at, end: at)] + tokens + [Token(kind: .endGroup, value: 0x7D, start: at, end: at)]
  }

  /// Boxes one below the other; the baseline is the last one's, of `\vtop` the first one's.
  private mutating func verticalBox(isTop: Bool) {
    skipTo()
    var alignment = Alignment()
    alignment.manner = .gathered
    alignment.style = .text
    alignment.columns = [Alignment.Column(alignment: .left)]
    alignment.position = isTop ? 0x74 : 0x62
    if case .list(let start, let count) = argument() {
      for index in start..<start + count {
        list.cells.append(Cell(content: .list(index, 1)))
        alignment.rows.append(Alignment.Row(cells: list.cells.count - 1..<list.cells.count))
      }
    }
    list.alignments.append(alignment)
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
  }

  /// `to 3em` and `spread 3em` before a box's brace; the size is not kept.
  mutating func skipTo() {
    for word in ["to", "spread"] {
      input.skipSpaces()
      var read: [Token] = []
      for letter in word {
        let token = input.nextRaw()
        read.append(token)
        if !token.isCharacter(letter) { break }
      }
      if read.count == word.count, read.last.map({ $0.isCharacter(word.last ?? " ") }) ?? false {
        _ = dimension()
        return
      }
      for token in read.reversed() { input.putBack(token) }
    }
  }

  /// `\makebox[4em][r]{…}` and its like: the content in a box of that width.
  private mutating func sizedBox(_ command: Command) {
    let width = command == .parbox ? nil : input.optionalArgument().map { dimension(of: $0) }
    let place = input.optionalArgument().map { plainText($0) }
    if command == .parbox { _ = input.argument() }
    let field = command == .mathmakebox ? argument() : textArgument()
    if command == .framebox { return pending.append(Noad(.boxed(border: .black, fill: nil, isMath: false), nucleus: field)) }
    guard let width else { return pending.append(Noad(nucleus: field)) }
    let inner = pending.count
    pending.append(Noad(.rule(width: width, height: Dimension(), raise: Dimension())))
    var back = width
    let side: Int32 = place == "l" ? 1 : place == "r" ? -1 : 0
    back.value = side == 1 ? -width.value : side == 0 ? -(width.value / 2) : 0
    pending.append(Noad(.kern(back)))
    pending.append(Noad(.lap(side), nucleus: field))
    back.value = -back.value
    pending.append(Noad(.kern(back)))
    pending.append(Noad(nucleus: close(from: inner)))
  }

  private mutating func sized(_ field: Field, percent: Double) {
    let inner = pending.count
    pending.append(Noad(.size(Int32(clamping: Int((min(max(percent, 10), 1000) * 10).rounded())))))
    pending.append(Noad(nucleus: field))
    pending.append(Noad(nucleus: close(from: inner)))
  }

  /// MathML's `\enclose{circle,updiagonalstrike}{…}`.
  private mutating func enclose() {
    let notations = plainText(input.argument()).split { $0 == " " || $0 == "," }.map(String.init)
    _ = input.optionalArgument()
    var field = argument()
    for notation in notations {
      let kind: NoadKind =
        switch notation {
        case "updiagonalstrike": .strike(up: true, down: false, across: false)
        case "downdiagonalstrike": .strike(up: false, down: true, across: false)
        case "horizontalstrike": .strike(up: false, down: false, across: true)
        default: .enclosed(Enclosure(rawValue: notation) ?? .box)
        }
      list.noads.append(Noad(kind, nucleus: field))
      field = .list(Int32(list.noads.count - 1), 1)
    }
    pending.append(Noad(nucleus: field))
  }

  func color(_ name: String, model: String?) -> Color? {
    if !input.definitions.isEmpty, model == nil, let own = input.definitions[colorName(name)] {
      let parts = plainText(own.body).split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? TeXMath.color(named: String(parts[1]), model: String(parts[0])) : nil
    }
    return TeXMath.color(named: name, model: model)
  }

  /// `\definecolor` defines a command of a name that nobody can type.
  private func colorName(_ name: String) -> UInt32 { input.vocabulary.names.number(of: "color " + name) }

  mutating func appendText(_ text: String) {
    list.texts.append([.words(text: Array(text.utf8), bold: false, italic: false, family: .roman)])
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
  }

  // MARK: TeX's mouth

  /// Was the definition that comes preceded by `\global`?
  mutating func takeGlobal() -> Bool {
    defer { isGlobalNext = false }
    return isGlobalNext
  }

  private mutating func futureLet() {
    let name = input.nextRaw()
    let first = input.nextRaw()
    let second = input.nextRaw()
    if name.kind == .command {
      input.define(name.value, as: meaning(of: second), isGlobal: false)
    }
    input.putBack(second)
    input.putBack(first)
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

  private mutating func dimensionlessNumber() -> Int {
    let token = input.next()
    if token.kind == .character, (0x30...0x39).contains(token.value) { return Int(token.value - 0x30) }
    input.putBack(token)
    return 0
  }

  private mutating func characterByNumber(isUnicode: Bool) {
    let value: Int
    if isUnicode {
      _ = input.optionalArgument()
      let text = plainText(input.argument())
      value = text.hasPrefix("x") ? Int(text.dropFirst(), radix: 16) ?? 0 : Int(text) ?? 0
    } else {
      let next = input.nextRaw()
      if next.kind == .beginGroup {
        input.putBack(input.balanced())
      } else {
        input.putBack(next)
      }
      value = number()
    }
    guard let scalar = Unicode.Scalar(UInt32(clamping: value)), value > 0x20 else {
      return report("math.number", 0..<0, "\(value) is no character", hint: "write \\char\"3B1 or \\char945")
    }
    // The character itself, not the letter of an alphabet.
    pending.append(Noad(.atom, input.vocabulary.atomClass(of: scalar.value), nucleus: .char(scalar.value)))
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

  /// `\if…`: the branch that holds is read on; `\else`, `\or` and `\fi` end it.
  private mutating func conditional(_ command: Command) {
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

  // MARK: Definitions

  /// `\newenvironment{name}[1]{begin}{end}`.
  private mutating func newEnvironment() {
    let star = input.nextRaw()
    if !star.isCharacter("*") { input.putBack(star) }
    let name = plainText(input.argument())
    let count = input.optionalArgument().flatMap { Int(plainText($0)) } ?? 0
    let standard = input.optionalArgument()
    let begin = input.argument()
    let end = input.argument()
    define(environment: name, begin: Macro(parameters: min(count, 9), defaultArgument: standard, body: begin), end: end)
  }

  private mutating func define(environment name: String, begin: Macro, end: [Token]) {
    input.define(environmentName("begin", name), as: begin, isGlobal: false)
    input.define(environmentName("end", name), as: Macro(parameters: 0, body: end), isGlobal: false)
  }

  /// mathtools' `\DeclarePairedDelimiter\abs{\lvert}{\rvert}`: `\abs*` grows, `\abs[\big]` is of that size.
  private mutating func pairedDelimiter() {
    guard let name = input.argument().first, name.kind == .command else { return }
    let (left, right) = (input.argument(), input.argument())
    input.define(name.value, as: Macro(parameters: 0, body: tokens("\\pairedby{#1}{#2}", [left, right])), isGlobal: true)
  }

  private mutating func paired() {
    let pair = (left: input.argument(), right: input.argument())
    if takeStar() { return input.putBack(tokens("\\left#1#3\\right#2", [pair.left, pair.right, input.argument()])) }
    if let size = input.optionalArgument() {
      return input.putBack(tokens("\\mathopen{#4#1}#3\\mathclose{#4#2}", [pair.left, pair.right, input.argument(), size]))
    }
    input.putBack(tokens("#1#3#2", [pair.left, pair.right, input.argument()]))
  }

  /// `\NewDocumentCommand{\a}{m O{x} m}{…}`: mandatory arguments, and an optional one at the front.
  private mutating func newDocumentCommand() {
    guard let name = input.argument().first, name.kind == .command else { return }
    let specification = input.argument()
    let body = input.argument()
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
    input.define(name.value, as: Macro(parameters: min(count, 9), defaultArgument: standard, body: body), isGlobal: takeGlobal())
  }
}
