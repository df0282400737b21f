/// One token of TeX's mouth (TeXbook chapter 7), with the bytes of the formula from which it came.
struct Token {
  enum Kind: UInt8 {
    case end, character, command, space, beginGroup, endGroup, mathShift, alignTab, superscript, `subscript`, tilde
    case parameter
  }

  var kind: Kind
  /// The scalar, the command's number, or the parameter's.
  var value: UInt32
  var start: Int32
  var end: Int32

  func isCharacter(_ ascii: Character) -> Bool { kind == .character && value == ascii.unicodeScalars.first?.value }
}

extension Token {
  /// The bytes of some tokens, the first of which say where they are if the last ones come from a definition.
  static func place(of tokens: [Token]) -> Range<Int> {
    guard let first = tokens.first, let last = tokens.last else { return 0..<0 }
    return Int(first.start)..<Int(max(first.start, first.end, last.end))
  }

  /// The bytes of a token and of the tokens after it, up to another token.
  static func place(from first: Token, before end: Token) -> Range<Int> {
    Int(first.start)..<Int(end.start > first.start ? end.start : max(first.start, first.end))
  }
}
