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
