internal import TypesetBoxes

/// Numbers and lengths (TeX: The Program, part 26).
enum Scanning {
  /// TeX's integers (TeXbook chapter 24): decimal, `'17`, `"3B1`, `` `x ``; also `x3B1` after `\unicode`.
  static func number(_ parser: inout Parser) -> Int {
    var token = parser.input.next()
    while token.kind == .space || token.isCharacter("=") { token = parser.input.next() }
    var isNegative = false
    while token.isCharacter("-") || token.isCharacter("+") {
      if token.isCharacter("-") { isNegative.toggle() }
      token = parser.input.next()
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
    while token.kind == .character, let scalar = Unicode.Scalar(token.value), let digit = Character(scalar).hexDigitValue, digit < radix {
      value = min(value * radix + digit, 0x7FFF_FFFF)
      token = parser.input.next()
    }
    if token.kind != .space { parser.input.putBack(token) }
    return isNegative ? -value : value
  }

  /// `3pt`, `.5em`, `-3mu plus 2mu minus 1mu`; only the natural part counts.
  static func dimension(_ parser: inout Parser) -> Dimension {
    parser.input.skipSpaces()
    let token = parser.input.next()
    let isBraced = token.kind == .beginGroup
    let natural = length(from: isBraced ? parser.input.next() : token, &parser)
    for word in ["plus", "minus"] where skip(word, &parser) { _ = length(from: parser.input.next(), &parser) }
    if isBraced {
      let token = parser.input.next()
      if token.kind != .endGroup { parser.input.putBack(token) }
    }
    return natural
  }

  /// A dimension in braces or brackets that have been read as tokens.
  static func dimension(_ parser: inout Parser, of tokens: [Token]) -> Dimension {
    parser.input.putBack(Token(kind: .command, value: parser.input.vocabulary.names.original("relax"), start: 0, end: 0))
    parser.input.putBack(tokens)
    let out = dimension(&parser)
    var token = parser.input.nextRaw()
    while token.kind != .end, parser.command(token) != .relax { token = parser.input.nextRaw() }
    return out
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
    var fraction = 0.0
    var scale = 0.0
    while token.kind == .character {
      if (0x30...0x39).contains(token.value) {
        if scale == 0 {
          whole = min(whole * 10 + Int(token.value - 0x30), 16_000)
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
    var unit = ""
    while token.kind == .character, unit.count < 2, let scalar = Unicode.Scalar(token.value) {
      unit.unicodeScalars.append(scalar)
      token = parser.input.next()
    }
    parser.input.putBack(token)
    let number = (Double(whole) + fraction) * (isNegative ? -1 : 1)
    if let length = Dimension(number, unit) { return length }
    parser.report("math.unit", token, "a length needs a unit", hint: "add a unit: 3pt, 1em or 3mu")
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
  /// Scaled points, cut to TeX's `\maxdimen`: a sum and a change of sign still fit.
  private static func scaled(_ number: Double) -> Int32 {
    let most = 1_073_741_823.0
    return number.isNaN ? 0 : Int32(min(max((number * 65536).rounded(), -most), most))
  }

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
    if let points {
      self.init(value: Self.scaled(points), unit: .absolute)
      return
    }
    let value = Self.scaled(number)
    switch unit {
    case "em": self.init(value: value, unit: .em)
    case "ex": self.init(value: value, unit: .ex)
    case "mu": self.init(value: value, unit: .mu)
    default: return nil
    }
  }
}
