internal import TypesetBoxes
internal import TypesetDiagnostics

/// Superscripts, subscripts and primes, which change the noad before them.
enum ScriptReader {
  /// The noad that gets a script: the last one, or an empty one if that is no atom.
  private static func base(_ parser: inout Parser, from mark: Int) -> Int {
    if parser.mark == mark || !parser[parser.mark - 1].isAtom { parser.append(Noad()) }
    return parser.mark - 1
  }

  static func read(_ parser: inout Parser, _ token: Token, from mark: Int) {
    let index = base(&parser, from: mark)
    let isAbove = token.kind == .superscript
    if parser[index].atomClass == .op { takeLimits(&parser, of: index) }
    let taken = isAbove ? !parser[index].superscript.isEmpty : !parser[index].subscript.isEmpty
    let outer = parser.scope.alphabet
    if parser.nesting > parser.budget.formulaNesting { return }
    var field = Field.empty
    parser.withInHand(token) { $0.readScript(into: &field) }
    parser.scope.alphabet = outer
    if taken {
      parser.report(
        isAbove ? "math.double-superscript" : "math.double-subscript", token,
        isAbove ? "a second superscript follows the first" : "a second subscript follows the first",
        hint: "use braces to group")
      var noad = Noad()
      if isAbove { noad.superscript = field } else { noad.subscript = field }
      parser.append(noad)
    } else if isAbove {
      parser[index].superscript = field.isEmpty ? .list(0, 0) : field
    } else {
      parser[index].subscript = field.isEmpty ? .list(0, 0) : field
    }
  }

  /// `\sum_\limits{i}`, which MathJax reads as `\sum\limits_{i}`.
  private static func takeLimits(_ parser: inout Parser, of index: Int) {
    parser.input.skipSpaces()
    let token = parser.input.nextRaw()
    switch token.kind == .command ? parser.input.vocabulary.names.name(token.value) : "" {
    case "limits": parser[index].limits = .limits
    case "nolimits": parser[index].limits = .noLimits
    default: parser.input.putBack(token)
    }
  }

  /// `'` … `''''` are one character of the superscript (unicode-math); a superscript after `^` follows it.
  static func readPrimes(_ parser: inout Parser, _ sign: Token, from mark: Int) {
    let index = base(&parser, from: mark)
    let first = sign.value
    if !parser[index].superscript.isEmpty {
      let arePrimes = parser.isPrimes(parser[index].superscript)
      parser.report(
        "math.double-superscript", sign, arePrimes ? "more primes follow a script" : "a prime follows a superscript",
        hint: arePrimes ? "write all primes together: x''_2" : "write the prime first, or braces to group: {x^2}'")
    }
    var count = first == 0x2033 ? 2 : first == 0x2034 ? 3 : 1
    var token = parser.input.next()
    while token.kind == .character && (token.value == 0x27 || token.value == 0x2032) {
      count += 1
      token = parser.input.next()
    }
    let listMark = parser.mark
    if !parser[index].superscript.isEmpty { parser.append(Noad(nucleus: parser[index].superscript)) }
    // unicode-math has ready-made characters up to four.
    if count <= 4 {
      parser.append(Noad(nucleus: .char([0x2032, 0x2033, 0x2034, 0x2057][count - 1])))
    } else {
      for index in 0..<count {
        // unicode-math's `primekern`: half a thin space closer.
        if index > 0 { parser.append(Noad(.kern(Dimension(value: -98_304, unit: .mu)))) }
        parser.append(Noad(nucleus: .char(0x2032)))
      }
    }
    if token.kind == .superscript {
      let field = parser.collapsed(parser.argument())
      appendContent(&parser, of: field)
    } else {
      parser.input.putBack(token)
    }
    parser[index].superscript = parser.collapsed(parser.close(from: listMark))
  }

  /// A backtick is a reversed prime of the superscript (unicode-math).
  static func readReversedPrime(_ parser: inout Parser, from mark: Int) {
    let index = base(&parser, from: mark)
    let listMark = parser.mark
    if !parser[index].superscript.isEmpty { appendContent(&parser, of: parser[index].superscript) }
    parser.append(Noad(nucleus: .char(0x2035)))
    parser[index].superscript = parser.collapsed(parser.close(from: listMark))
  }

  private static func appendContent(_ parser: inout Parser, of field: Field) {
    if case .list = field { parser.append(contentsOf: parser.list.noads(of: field)) } else { parser.append(Noad(nucleus: field)) }
  }

  /// The full-size character of a typed superscript or subscript.
  private static func plain(_ scalar: UInt32) -> (scalar: UInt32, isAbove: Bool)? {
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

  /// A typed `²` or `₂`; false for another character.
  static func readsTyped(_ parser: inout Parser, _ scalar: UInt32, from mark: Int) -> Bool {
    guard let (plain, isAbove) = plain(scalar) else { return false }
    let index = base(&parser, from: mark)
    let old = isAbove ? parser[index].superscript : parser[index].subscript
    let listMark = parser.mark
    if !old.isEmpty { appendContent(&parser, of: old) }
    parser.append(Noad(.atom, parser.input.vocabulary.atomClass(of: plain), nucleus: .char(plain)))
    let field = parser.collapsed(parser.close(from: listMark))
    if isAbove { parser[index].superscript = field } else { parser[index].subscript = field }
    return true
  }
}

extension Parser {
  fileprivate mutating func readScript(into field: inout Field) { field = collapsed(argument()) }

  /// True for a superscript of primes alone.
  fileprivate func isPrimes(_ field: Field) -> Bool {
    func isPrime(_ field: Field) -> Bool {
      if case .char(let scalar) = field { (0x2032...0x2034).contains(scalar) || scalar == 0x2057 } else { false }
    }
    guard case .list = field else { return isPrime(field) }
    return list.noads(of: field).allSatisfy { isPrime($0.nucleus) && !$0.hasScripts }
  }
}
