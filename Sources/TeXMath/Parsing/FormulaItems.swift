internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// One item, and the scripts or limits that follow it are read as items of their own, onto the last noad.
  mutating func parseItem(_ token: Token, from mark: Int) {
    switch token.kind {
    case .character: character(token.value, token, from: mark)
    case .beginGroup:
      let field = group()
      appendGroup(field)
    case .superscript, .subscript: script(token, from: mark)
    case .tilde: pending.append(Noad(.kern(Dimension(value: 65536, unit: .textSpace))))
    case .command: perform(token, from: mark)
    case .parameter: report("math.parameter", token, "#\(token.value) is outside a definition", hint: "write \\# for the character")
    default: break
    }
  }

  /// `{…}` is an Ord atom; one accent alone stays an accent (TeX: The Program, § 1186).
  private mutating func appendGroup(_ field: Field) {
    if case .list(let start, 1) = field {
      let noad = list.noads[Int(start)]
      if case .accent = noad.kind {
        pending.append(noad)
        return
      }
    }
    pending.append(Noad(nucleus: collapsed(field)))
  }

  private mutating func character(_ scalar: UInt32, _ token: Token, from mark: Int) {
    var scalar = scalar
    switch scalar {
    case 0x27 where isOperatorName: scalar = 0x27
    case 0x27, 0x2032, 0x2033, 0x2034, 0x2019: return primes(scalar, from: mark)
    case 0x2A: scalar = 0x2217
    case 0x2D: scalar = 0x2212
    case 0x3A: scalar = 0x2236
    case 0x60: scalar = 0x2018
    case 0x25: reportPercent(token)
    case 0xB7: scalar = 0x22C5
    case 0xB2, 0xB3, 0xB9, 0x2070...0x208E:
      if let (plain, isAbove) = Self.typedScript(scalar) { return typedScript(plain, isAbove, from: mark) }
    default: break
    }
    if scalar >= 0x80, scalar < 0x2000 || scalar > 0x2BFF, !(0x1D400...0x1D7FF).contains(scalar),
      !(0x370...0x3FF).contains(scalar),
      ![0xAC, 0xB0, 0xB1, 0xD7, 0xF7, 0xA7, 0xB6, 0xA3, 0xA5, 0xA9, 0xAE, 0x131, 0x237].contains(scalar),
      !(0x27C0...0x2AFF).contains(scalar)
    {
      var bytes: [UInt8] = []
      append(scalar, to: &bytes)
      list.texts.append([.words(text: bytes, bold: false, italic: false, family: .roman)])
      pending.append(Noad(.text(Int32(list.texts.count - 1))))
      return
    }
    let atomClass = input.vocabulary.atomClass(of: scalar == 0x2236 ? 0x3A : scalar == 0x2212 ? 0x2D : scalar == 0x2217 ? 0x2A : scalar)
    if atomClass == .op {
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = Meaning.isIntegral(scalar) ? .noLimits : .display
      pending.append(noad)
      return
    }
    pending.append(Noad(.atom, atomClass, nucleus: .char(alphabet.apply(scalar))))
  }

  /// TeX would take the rest of the line for a comment.
  mutating func reportPercent(_ token: Token) {
    report("math.percent", token, "an unescaped % begins a comment in TeX; it is typeset as a percent sign", hint: "write \\%")
  }

  // MARK: Scripts

  private mutating func ensureScriptable(from mark: Int) {
    if pending.count > mark {
      switch pending[pending.count - 1].kind {
      case .style, .space, .kern, .nonscript, .penalty, .lineEnd, .color, .size, .fill, .choice: break
      default: return
      }
    }
    pending.append(Noad())
  }

  private mutating func script(_ token: Token, from mark: Int) {
    ensureScriptable(from: mark)
    let index = pending.count - 1
    let isAbove = token.kind == .superscript
    let taken = isAbove ? !pending[index].superscript.isEmpty : !pending[index].subscript.isEmpty
    let outer = alphabet
    if nesting > budget.formulaNesting { return }
    let field = collapsed(argument())
    alphabet = outer
    if taken {
      report(
        isAbove ? "math.double-superscript" : "math.double-subscript", token,
        isAbove ? "a second superscript follows the first" : "a second subscript follows the first",
        hint: "use braces to group")
      var noad = Noad()
      if isAbove { noad.superscript = field } else { noad.subscript = field }
      pending.append(noad)
    } else if isAbove {
      pending[index].superscript = field.isEmpty ? .list(0, 0) : field
    } else {
      pending[index].subscript = field.isEmpty ? .list(0, 0) : field
    }
  }

  /// `'` … `''''` are one character of the superscript (unicode-math), before what `^` adds.
  private mutating func primes(_ first: UInt32, from mark: Int) {
    ensureScriptable(from: mark)
    let index = pending.count - 1
    var count = first == 0x2033 ? 2 : first == 0x2034 ? 3 : 1
    var token = input.next()
    while token.kind == .character && (token.value == 0x27 || token.value == 0x2032) {
      count += 1
      token = input.next()
    }
    let listMark = pending.count
    if !pending[index].superscript.isEmpty { pending.append(Noad(nucleus: pending[index].superscript)) }
    while count > 0 {
      let now = min(count, 4)
      pending.append(Noad(nucleus: .char([0x2032, 0x2033, 0x2034, 0x2057][now - 1])))
      count -= now
    }
    if token.kind == .superscript {
      let field = collapsed(argument())
      if case .list(let start, let size) = field {
        for position in start..<start + size { pending.append(list.noads[Int(position)]) }
      } else {
        pending.append(Noad(nucleus: field))
      }
    } else {
      input.putBack(token)
    }
    pending[index].superscript = collapsed(close(from: listMark))
  }

  private static func typedScript(_ scalar: UInt32) -> (UInt32, Bool)? {
    switch scalar {
    case 0xB2: (0x32, true)
    case 0xB3: (0x33, true)
    case 0xB9: (0x31, true)
    case 0x2070, 0x2074...0x2079: (scalar - 0x2070 + 0x30, true)
    case 0x2080...0x2089: (scalar - 0x2080 + 0x30, false)
    case 0x207A, 0x208A: (0x2B, scalar < 0x2080)
    case 0x207B, 0x208B: (0x2212, scalar < 0x2080)
    case 0x207C, 0x208C: (0x3D, scalar < 0x2080)
    case 0x207D, 0x208D: (0x28, scalar < 0x2080)
    case 0x207E, 0x208E: (0x29, scalar < 0x2080)
    case 0x207F: (0x1D45B, true)
    case 0x2071: (0x1D456, true)
    default: nil
    }
  }

  private mutating func typedScript(_ plain: UInt32, _ isAbove: Bool, from mark: Int) {
    ensureScriptable(from: mark)
    let index = pending.count - 1
    let old = isAbove ? pending[index].superscript : pending[index].subscript
    let listMark = pending.count
    if case .list(let start, let size) = old {
      for position in start..<start + size { pending.append(list.noads[Int(position)]) }
    } else if !old.isEmpty {
      pending.append(Noad(nucleus: old))
    }
    pending.append(Noad(.atom, input.vocabulary.atomClass(of: plain), nucleus: .char(plain)))
    let field = collapsed(close(from: listMark))
    if isAbove { pending[index].superscript = field } else { pending[index].subscript = field }
  }

  func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar.init())
  }

  // MARK: Dimensions

  /// A delimiter after `\left`, `\big` and the like; zero is `.`.
  ///
  /// - Parameter opening: Of a closing delimiter, the one that it answers: a bare `{` may be answered by a bare `}`.
  mutating func delimiter(answering opening: UInt32 = 0) -> UInt32 {
    input.skipSpaces()
    var token = input.next()
    if token.kind == .endGroup, opening == Self.bareBrace { return 0x7D }
    if token.kind == .beginGroup {
      let tokens = input.balanced()
      let first = tokens.first { $0.kind != .space }
      guard let first, tokens.filter({ $0.kind != .space }).count == 1 else {
        // `\left{ x \right}`: a brace without its backslash.
        report("math.bare-brace", token, "expected a delimiter, found {", hint: "write \\{, and \\} at the end")
        input.putBack(Token(kind: .endGroup, value: 0x7D, start: token.end, end: token.end))
        input.putBack(tokens)
        return Self.bareBrace
      }
      token = first
    }
    switch token.kind {
    case .character:
      switch token.value {
      case 0x2E: return 0
      case 0x3C: return 0x27E8
      case 0x3E: return 0x27E9
      default: return token.value
      }
    case .command:
      if case .symbol(let scalar, _, _) = input.vocabulary.meaning(of: token.value) { return scalar }
      report("math.delimiter", token, "\(text(token)) is not a delimiter", hint: "write . for none")
      return 0
    default:
      report("math.delimiter", token, "missing delimiter", hint: "write . for none")
      input.putBack(token)
      return 0
    }
  }

  /// A brace that was written without its backslash; only `Parser` knows it.
  static let bareBrace: UInt32 = 0xF_FFFF

  /// `3pt`, `.5em`, `-3mu plus 2mu minus 1mu`; only the natural part counts.
  mutating func dimension() -> Dimension {
    input.skipSpaces()
    var isNegative = false
    var token = input.next()
    let isBraced = token.kind == .beginGroup
    if isBraced { token = input.next() }
    while token.isCharacter("-") || token.isCharacter("+") || token.isCharacter("=") || token.kind == .space {
      if token.isCharacter("-") { isNegative.toggle() }
      token = input.next()
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
      token = input.next()
    }
    while token.kind == .space { token = input.next() }
    var unit = ""
    while token.kind == .character, unit.count < 2, let scalar = Unicode.Scalar(token.value) {
      unit.unicodeScalars.append(scalar)
      token = input.next()
    }
    input.putBack(token)
    let number = (Double(whole) + fraction) * (isNegative ? -1 : 1)
    let out = Self.dimension(number, unit)
    if out == nil { report("math.unit", token, "a length needs a unit", hint: "add a unit: 3pt, 1em or 3mu") }
    skipStretch()
    if isBraced {
      let token = input.next()
      if token.kind != .endGroup { input.putBack(token) }
    }
    return out ?? Dimension()
  }

  static func dimension(_ number: Double, _ unit: String) -> Dimension? {
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
    if let points { return Dimension(value: Int32(clamping: Int((points * 65536).rounded())), unit: .absolute) }
    let value = Int32(clamping: Int((number * 65536).rounded()))
    return switch unit {
    case "em": Dimension(value: value, unit: .em)
    case "ex": Dimension(value: value, unit: .ex)
    case "mu": Dimension(value: value, unit: .mu)
    default: nil
    }
  }

  private mutating func skipStretch() {
    for word in ["plus", "minus"] {
      input.skipSpaces()
      var read: [Token] = []
      var matches = true
      for letter in word {
        let token = input.nextRaw()
        read.append(token)
        if !token.isCharacter(letter) { matches = false; break }
      }
      guard matches else {
        for token in read.reversed() { input.putBack(token) }
        continue
      }
      _ = dimension()
    }
  }

  /// A dimension in braces or brackets that have been read as tokens.
  mutating func dimension(of tokens: [Token]) -> Dimension {
    input.putBack(Token(kind: .command, value: input.vocabulary.names.original("relax"), start: 0, end: 0))
    input.putBack(tokens)
    let out = dimension()
    var token = input.nextRaw()
    while token.kind != .end, command(token) != .relax { token = input.nextRaw() }
    return out
  }
}
