internal import TypesetBoxes
internal import TypesetDiagnostics

/// Numbers and lengths (TeX: The Program, part 26).
enum Scanning {
  /// TeX's greatest number.
  private static let mostInteger = 0x7FFF_FFFF
  /// LaTeX's lengths that are the width of the line in the text around a formula.
  private static let lineWidths: Set<String> = ["linewidth", "textwidth", "columnwidth", "hsize", "displaywidth"]
  /// As pictures may have.
  private static let mostLines = 10.0

  /// TeX's integers (TeXbook chapter 24): decimal, `'17`, `"3B1`, `` `x ``; also `x3B1` after `\unicode`.
  static func number(_ parser: inout Parser) -> Int {
    var token = parser.input.next()
    while token.kind == .space || token.isCharacter("=") { token = parser.input.next() }
    var isNegative = false
    while token.isCharacter("-") || token.isCharacter("+") {
      if token.isCharacter("-") { isNegative.toggle() }
      token = parser.input.next()
    }
    if token.kind == .command, parser.input.vocabulary.names.name(token.value) == "numexpr" {
      guard parser.nesting < parser.budget.formulaNesting else { return 0 }
      parser.nesting += 1
      defer { parser.nesting -= 1 }
      return expression(&parser) * (isNegative ? -1 : 1)
    }
    if token.isCharacter("`") {
      let next = parser.input.nextRaw()
      if next.kind == .command { return Int(parser.input.vocabulary.names.name(next.value).unicodeScalars.first?.value ?? 0) }
      return Int(next.value)
    }
    var radix = 10
    if token.isCharacter("\"") { radix = 16 }
    if token.isCharacter("'") { radix = 8 }
    if radix != 10 { token = parser.input.next() }
    var value = 0
    let first = token
    while token.kind == .character, let scalar = Unicode.Scalar(token.value), let digit = Character(scalar).hexDigitValue, digit < radix {
      value = min(value * radix + digit, mostInteger + 1)
      token = parser.input.next()
    }
    if token.kind != .space { parser.input.putBack(token) }
    if value > mostInteger {
      value = mostInteger
      parser.reportRange(
        "this number", at: Token.place(from: first, before: token), taken: isNegative ? -value : value, from: -value, to: value)
    }
    return isNegative ? -value : value
  }

  /// e-TeX's `\numexpr`, up to what cannot be part of it; a `\relax` there is read too.
  static func expression(_ parser: inout Parser) -> Int {
    var (sum, term, sign) = (0, operand(&parser), 1)
    func bounded(_ value: Int) -> Int { min(max(value, -mostInteger), mostInteger) }
    while true {
      var token = parser.input.next()
      while token.kind == .space { token = parser.input.next() }
      if token.isCharacter("*") {
        term = bounded(term * operand(&parser))
      } else if token.isCharacter("/") {
        let divisor = operand(&parser)
        // Rounded, halves away from zero.
        if divisor == 0 {
          parser.report("math.number", token, "a number is divided by 0", hint: nil)
        } else {
          let quotient = (2 * abs(term) + abs(divisor)) / (2 * abs(divisor))
          term = (term < 0) == (divisor < 0) ? quotient : -quotient
        }
      } else if token.isCharacter("+") || token.isCharacter("-") {
        sum = bounded(sum + sign * term)
        (term, sign) = (operand(&parser), token.isCharacter("+") ? 1 : -1)
      } else {
        if parser.command(token) != .relax { parser.input.putBack(token) }
        return bounded(sum + sign * term)
      }
    }
  }

  /// A number, or an expression in parentheses.
  private static func operand(_ parser: inout Parser) -> Int {
    parser.input.skipSpaces()
    let token = parser.input.next()
    guard token.isCharacter("("), parser.nesting < parser.budget.formulaNesting else {
      parser.input.putBack(token)
      return number(&parser)
    }
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    let value = expression(&parser)
    let close = parser.input.next()
    if !close.isCharacter(")") { parser.input.putBack(close) }
    return value
  }

  /// `3pt`, `.5em`, `-3mu plus 2mu minus 1mu`; only the natural part counts.
  static func dimension(_ parser: inout Parser) -> Dimension {
    parser.input.skipSpaces()
    let token = parser.input.next()
    let isBraced = token.kind == .beginGroup
    let natural = length(from: isBraced ? parser.input.next() : token, &parser)
    for word in ["plus", "minus"] where skip(word, &parser) { _ = length(from: parser.input.next(), &parser) }
    if isBraced { _ = parser.input.balanced() }
    return natural
  }

  /// A dimension in braces or brackets that have been read as tokens.
  static func dimension(_ parser: inout Parser, of tokens: [Token]) -> Dimension {
    // Said of the command.
    if tokens.isEmpty, parser.input.lacksArgument { return Dimension() }
    let end = tokens.last?.end ?? 0
    parser.input.putBack(Token(kind: .command, value: parser.input.vocabulary.names.original("relax"), start: end, end: end))
    parser.input.putBack(tokens)
    let out = dimension(&parser)
    var token = parser.input.nextRaw()
    while token.kind != .end, parser.command(token) != .relax { token = parser.input.nextRaw() }
    return out
  }

  /// The extent of a rule or a box: as KaTeX cuts sizes, so that what follows stays on the page.
  static func extent(_ parser: inout Parser, of tokens: [Token]) -> Dimension {
    let known = parser.diagnostics.count
    var length = dimension(&parser, of: tokens)
    guard length.unit != .measure else { return length }
    let (most, unit) = length.unit == .absolute ? (5000, "pt") : (500, "em")
    guard length.value.magnitude > most << 16 else { return length }
    length.value = Int32(clamping: most << 16) * length.value.signum()
    // This range is the narrower one.
    parser.dropReports(after: known)
    parser.reportRange(
      "this length", at: Token.place(of: tokens), taken: "\(length.value >> 16)\(unit)", from: "-\(most)\(unit)", to: "\(most)\(unit)")
    return length
  }

  /// Sign, number and unit.
  private static func length(from first: Token, _ parser: inout Parser) -> Dimension {
    var token = first
    var isNegative = false
    while token.isCharacter("-") || token.isCharacter("+") || token.isCharacter("=") || token.kind == .space {
      if token.isCharacter("-") { isNegative.toggle() }
      token = parser.input.next()
    }
    var whole = 0
    var hasDigits = false
    var fraction = 0.0
    var scale = 0.0
    while token.kind == .character {
      if (0x30...0x39).contains(token.value) {
        hasDigits = true
        if scale == 0 {
          whole = min(whole * 10 + Int(token.value - 0x30), 1 << 40)
        } else {
          fraction += Double(token.value - 0x30) * scale
          scale /= 10
        }
      } else if token.isCharacter("."), scale == 0 {
        scale = 0.1
      } else {
        break
      }
      token = parser.input.next()
    }
    while token.kind == .space { token = parser.input.next() }
    if token.kind == .command, lineWidths.contains(parser.input.vocabulary.names.name(token.value)) {
      let share = hasDigits ? Double(whole) + fraction : 1
      return Dimension(value: Int32(min(share, mostLines) * 65536) * (isNegative ? -1 : 1), unit: .measure)
    }
    let unitStart = token
    var unit: [Token] = []
    while token.kind == .character, unit.count < 2 {
      unit.append(token)
      token = parser.input.next()
    }
    parser.input.putBack(token)
    let unitName = parser.plainText(unit)
    let number = (Double(whole) + fraction) * (isNegative ? -1 : 1)
    if let length = Dimension(number, unitName) {
      if !hasDigits {
        parser.report("math.unit", unitStart, "a length needs a number before its unit", hint: "write 1\(unitName), for instance")
      }
      if length.isMost {
        let end = Dimension.most(length.unit == .absolute ? "pt" : unitName)
        parser.reportRange(
          "this length", at: Token.place(from: first, before: token), taken: (isNegative ? "-" : "") + end, from: "-" + end, to: end)
      }
      return length
    }
    // Before an open bracket is closed, what an argument is can only be guessed.
    if parser.input.openBracket == nil {
      parser.report(
        "math.unit", Token.place(of: unit.isEmpty ? [token] : hasDigits ? unit : [unitStart]),
        "a length needs \(hasDigits ? "" : "a number and ")a unit",
        hint: hasDigits ? "add a unit: 3pt, 1em or 3mu" : "write 3pt, 1em or 3mu")
    }
    // TeX: what is no unit is read after the length.
    for token in unit.reversed() { parser.input.putBack(token) }
    return Dimension()
  }

  /// Skips spaces and a word after them; false for another word.
  private static func skip(_ word: String, _ parser: inout Parser) -> Bool {
    parser.input.skipSpaces()
    var read: [Token] = []
    for letter in word {
      let token = parser.input.nextRaw()
      read.append(token)
      guard token.isCharacter(letter) else {
        for token in read.reversed() { parser.input.putBack(token) }
        return false
      }
    }
    return true
  }
}

extension Dimension {
  /// TeX's `\maxdimen`, 16383.99998 pt in scaled points: a sum and a change of sign still fit.
  static let mostValue = 0x3FFF_FFFF

  /// True if a number had to be cut, or was just as large.
  fileprivate var isMost: Bool { abs(Int(value)) == Self.mostValue }

  /// As it is written in messages.
  fileprivate static func most(_ unit: String) -> String { "16383.99\(unit)" }

  /// A number of units, by TeX's name of the unit; nil for an unknown unit.
  init?(_ number: Double, _ unit: String) {
    let points: Double? =
      switch unit {
      case "pt": number
      case "bp", "px": number * 1.00375
      case "in": number * 72.27
      case "cm": number * 28.452_756
      case "mm": number * 2.845_275_6
      case "pc": number * 12
      case "dd": number * 1.070_008
      case "cc": number * 12.840_1
      case "sp": number / 65536
      default: nil
      }
    let limit = Self.mostValue
    func scaled(_ number: Double) -> Int32 { Int32(DocumentNumber((number * 65536).rounded()).clamped(to: -limit...limit)) }
    if let points {
      self.init(value: scaled(points), unit: .absolute)
      return
    }
    let value = scaled(number)
    switch unit {
    case "em": self.init(value: value, unit: .em)
    case "ex": self.init(value: value, unit: .ex)
    case "mu": self.init(value: value, unit: .mu)
    default: return nil
    }
  }
}
