// Formulas whose letters are names of several letters, with signs that no sentence has.

extension MathEvidence {
  /// `[T.limit, T.base)`, `]lo, hi]`: an interval that is open on one side, between two names or numbers.
  static func isHalfOpenInterval(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 80, let open = text.first, let close = text.last else { return false }
    let isLeftOpen = open == ASCII.openParenthesis || open == ASCII.closeBracket
    let isRightOpen = close == ASCII.closeParenthesis || close == ASCII.openBracket
    guard isLeftOpen || open == ASCII.openBracket, isRightOpen || close == ASCII.closeBracket,
      open == ASCII.closeBracket || close == ASCII.openBracket || isLeftOpen != isRightOpen
    else { return false }
    let ends = text.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return ends.count == 2 && isName(ends[0]) && isName(ends[1].first == ASCII.space ? ends[1].dropFirst() : ends[1])
  }

  /// `T.limit ≤ T.SP ≤ T.base`: names between signs of mathematics.
  static func isRelationOfNames(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.prefix(200).split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard text.count < 200, parts.count > 2, parts.count % 2 == 1 else { return false }
    return parts.enumerated().allSatisfy { $0 % 2 == 0 ? isName($1) : isRelation($1) }
  }

  /// U+2200 to U+22FF: mathematical operators.
  private static func isRelation(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 3 && text.first == 0xE2 && (0x88...0x8B).contains(text[text.startIndex + 1])
  }

  /// Letters, digits, full stops and underscores.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "._-+".utf8.contains($0) }
  }
}
