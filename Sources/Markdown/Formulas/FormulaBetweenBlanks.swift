internal import TypesetDiagnostics

/// Formulas with blanks inside of their dollars, which pandoc does not take for formulas: what is between them must show it.
extension MathEvidence {
  /// True if a text between blanks reads like a formula, by the rule for one dollar: `$ x_1 $`, `$\alpha $`, `$ O(n) $`.
  static func isFormulaBetweenBlanks(_ body: ArraySlice<UInt8>, previous: UInt8, next: UInt8) -> Bool {
    if isEvidentBetweenBlanks(body) {
      // `$0 $@`: what a shell has.
      return ![previous, next].contains { ASCII.isLetter($0) || ASCII.isDigit($0) || "@{".utf8.contains($0) }
    }
    let isOnBothSides = body.first.map(ASCII.isBlank) == true && body.last.map(ASCII.isBlank) == true
    // `$ s = w_1 * 粉丝数 + w_2 * 股票近期热度 $`: what an equation names has no sentence's signs in it.
    if isOnBothSides, body.contains(UInt8(ascii: "=")), body.contains(UInt8(ascii: "_")), !hasWords(body, of: 2),
      !body.indices.contains(where: { beginsWithFullWidthSign(body[$0...]) })
    {
      return true
    }
    if ProseEvidence.isText(body) { return false }
    guard hasCommandOrScript(body) || isOnBothSides && body.contains(UInt8(ascii: "=")) else { return false }
    // Signs on one side only may be the end of a regular expression, and the text up to the next one.
    return namesCommonCommand(body) || !hasWords(body, of: isOnBothSides ? 2 : 1)
  }

  /// True for what is a formula wherever no letter and no digit is right beside its dollars.
  private static func isEvidentBetweenBlanks(_ body: ArraySlice<UInt8>) -> Bool {
    let isBlankBefore = body.first.map(ASCII.isBlank) == true
    let isBlankAfter = body.last.map(ASCII.isBlank) == true
    let inner = body[...(body.lastIndex { !ASCII.isBlank($0) } ?? body.startIndex)].drop(while: ASCII.isBlank)
    if isOneLetter(body) || isTerse(body) { return true }
    // `$ < $`, `$ 2×2 $`.
    if isBlankBefore, isBlankAfter, isSign(inner) || isProduct(body) { return true }
    // `$ mn<0 $`, `$ y(t)== y(at)$`, `$ [1;16]$`: the last dollar is no amount's.
    if isBlankBefore, isShortEquation(inner) || isNumeral(inner) && (!isBlankAfter || isWhole(inner)) { return true }
    guard isBlankAfter else { return false }
    // `$Gain(D,a) $`, `$ Var(X) $`, `$-1.25 $`, and `$1858.4 + j 1031.4 \ VA $` with a blank that LaTeX keeps.
    return isApplication(inner) || NamedForms.isNamedExpression(inner) || isNumeral(inner) && isWhole(inner)
      || holdsKeptBlank(body) && !hasWord(body, of: 4)
  }

  /// True for a number that no comma or hyphen ends, as an amount before another one: `$5, $6`.
  private static func isWhole(_ number: ArraySlice<UInt8>) -> Bool {
    number.last.map { ASCII.isDigit($0) || ")]}".utf8.contains($0) } == true
  }

  /// `2 \ VA `: a blank with a backslash before it, between others.
  private static func holdsKeptBlank(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.dropFirst().dropLast(2).contains { index in
      text[index] == ASCII.backslash && text[index + 1] == ASCII.space && text[index - 1] != ASCII.backslash
    }
  }

  /// ` m×n `, ` 2×2 `: short names and numbers with one of Unicode's signs of mathematics between them.
  private static func isProduct(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 60, text.contains(where: { $0 >= 0x80 }), !hasWord(text, of: 3) else { return false }
    let others = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
      !$0.isASCII || !($0.properties.isAlphabetic || $0.properties.numericType != nil || " ()[]{},.+-*/=<>|^_'".unicodeScalars.contains($0))
    }
    return !others.isEmpty && others.allSatisfy { "×·÷±−≤≥≠∈⊂⊆→∩∪∘".unicodeScalars.contains($0) }
  }

  /// ` y(t)= y(at)`, `mn<0`: names of one and two letters, signs of arithmetic, parentheses in pairs, and a sign of a relation between them.
  private static func isShortEquation(_ text: ArraySlice<UInt8>) -> Bool {
    func isRelation(_ byte: UInt8) -> Bool { "=<>".utf8.contains(byte) }
    guard text.count < 100, text.dropFirst().dropLast().contains(where: isRelation), text.last.map(isRelation) == false,
      text.first.map(isRelation) == false, !hasWord(text, of: 3)
    else { return false }
    var depth = 0
    for byte in text {
      switch byte {
      case ASCII.openParenthesis: depth += 1
      case ASCII.closeParenthesis: depth -= 1
      default: guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || " +-*/=<>,.".utf8.contains(byte) else { return false }
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// `[1;16]`, `{1, 2}`, `-1`: digits, signs between them, blanks behind commas and semicolons alone.
  private static func isNumeral(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(where: ASCII.isDigit), text.count < 40 else { return false }
    return text.indices.allSatisfy { index in
      if ASCII.isBlank(text[index]) { return index > text.startIndex && ",;".utf8.contains(text[index - 1]) }
      return ASCII.isDigit(text[index]) || "[](){}.,;:+-*/<>=|".utf8.contains(text[index])
    }
  }
}
