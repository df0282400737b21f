/// What a formula is in the words of a language: names of signs, and sentences with places for parts.
///
/// A further language is a table of signs, a table of letters' names, and the phrases.
struct SpeechLanguage: Sendable {
  /// A sentence or a part of one; `1`, `2` stand for its parts.
  enum Phrase: Sendable {
    case fraction, longFraction, half, third, quarter, binomial
    case squareRoot, longSquareRoot, cubeRoot, longCubeRoot, root, longRoot
    case squared, cubed, power, longPower, transposed, inverse, starred, dagger, degrees, prime, doublePrime, triplePrime
    case `subscript`, over, from, sumOver, limit, approaches, yields, base, of
    case absolute, norm, matrix, determinant, row, cases, caseRow, lines, line, endMatrix, endCases, endLines, diagram, diagramArrow,
      inference, byRule, proof, proofStep
    case bra, ket, slash, directLimit, inverseLimit
    case hat, bar, vector, tilde, dot, doubleDot, overline, underline, brace, underBrace, above, below, labelled
    case bold, script, fraktur, doubleStruck, sans, crossedOut, boxed
    case suchThat, given, evaluated, evaluatedFrom
    case superscript, orthogonal, derivative, fromLeft, fromRight
    case congruent, definedAs, distributed, mapsFrom, existsUnique, exclamation, dotOperator, cross, realPart, imaginaryPart
  }

  /// BCP 47.
  let tag: String
  /// Signs by code point, without spaces around.
  let signs: SortedRows
  /// Operators with limits: the words before `of`.
  let operators: SortedRows
  /// Named functions.
  let functions: SortedRows
  let phrases: @Sendable (Phrase) -> String
  /// The verb before the adjectives among the signs, which some places leave out; empty for a language without it.
  let copula: String
  /// Adds words to others, so that their beginning fits what is before it.
  let join: @Sendable (inout [UInt8], String) -> Void

  /// The languages that there are.
  static let all = [english, german]

  /// The language of a text; English for a language without words here.
  init(for tag: String) { self = Self.all.first { $0.speaks(tag) } ?? .english }

  /// True if this is the language of a tag, whatever its country: `de` for `de-AT`.
  func speaks(_ tag: String) -> Bool {
    let (own, other) = (self.tag.utf8, tag.utf8)
    guard other.count >= own.count, zip(own, other).allSatisfy({ $0 == $1 | 0x20 }) else { return false }
    return other.count == own.count || [0x2D, 0x5F].contains(other.dropFirst(own.count).first)
  }

  init(
    _ tag: String, signs: SortedRows, operators: SortedRows, functions: SortedRows, phrases: @escaping @Sendable (Phrase) -> String,
    copula: String = "", join: @escaping @Sendable (inout [UInt8], String) -> Void = { $0 += $1.utf8 }
  ) {
    (self.tag, self.signs, self.operators, self.functions, self.phrases) = (tag, signs, operators, functions, phrases)
    (self.copula, self.join) = (copula, join)
  }

  /// The name of a sign; nil for a sign that is not in the table.
  func name(of scalar: UInt32) -> String? { Self.row(scalar, in: signs) }

  /// What an operator is called before its limits.
  func operatorName(_ scalar: UInt32) -> String? { Self.row(scalar, in: operators) }

  func functionName(_ letters: String) -> String? {
    functions.row(named: letters.utf8).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func row(_ scalar: UInt32, in rows: SortedRows) -> String? {
    // Rows begin with five hexadecimal digits, or six.
    let key = (0..<(scalar > 0xFFFFF ? 6 : 5)).reversed().map { place in
      let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(4 * place)) & 0xF
      return digit < 10 ? 0x30 + digit : 0x37 + digit
    }
    return rows.row(named: key).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Without spaces before commas, commas twice, and a comma at the end.
  static func tidied(_ words: String) -> String {
    var out: [UInt8] = []
    for byte in words.utf8 {
      switch byte {
      case 0x20, 0x0A, 0x09: if let last = out.last, last != 0x20 { out.append(0x20) }
      case 0x2C, 0x3B:
        if out.last == 0x20 { out.removeLast() }
        if let last = out.last, last != 0x2C, last != 0x3B { out.append(byte) }
      default:
        // Not within a number: 3,14.
        let isNumber = (0x30...0x39).contains(byte) && out.dropLast().last.map { (0x30...0x39).contains($0) } == true
        if let last = out.last, last == 0x2C && !isNumber || last == 0x3B { out.append(0x20) }
        out.append(byte)
      }
    }
    while let last = out.last, last == 0x20 || last == 0x2C { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }
}

extension SpeechLanguage.Phrase {
  /// The words for the alphabet of a letter; nil for an alphabet that is not named.
  static func of(_ alphabet: Alphabet) -> Self? {
    switch alphabet {
    case .bold, .boldItalic, .boldSymbol: .bold
    case .script, .boldScript: .script
    case .fraktur, .boldFraktur: .fraktur
    case .blackboard, .blackboardItalic: .doubleStruck
    case .sansSerif, .sansBold, .sansItalic, .sansBoldItalic: .sans
    case .normal, .roman, .italic, .monospace: nil
    }
  }

  /// The words for an accent; nil for an accent that is read by its name.
  static func of(accent: UInt32) -> Self? {
    switch accent {
    case 0x302: .hat
    case 0x303: .tilde
    case 0x304, 0x305: .bar
    case 0x307: .dot
    case 0x308: .doubleDot
    case 0x338: .slash
    case 0x20D7: .vector
    case 0x23DE, 0x23B4, 0x23DC: .brace
    case 0x23DF, 0x23B5, 0x23DD: .underBrace
    default: nil
    }
  }
}
