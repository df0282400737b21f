extension RawMarkup {
  /// True for `word[^5]`, a reference to a footnote even where none is defined: patterns stand by themselves, or repeat.
  static func isNumbered(_ bytes: ArraySlice<UInt8>, after previous: UInt8) -> Bool {
    let number = bytes.dropFirst(2).prefix(4).prefix(while: ASCII.isDigit)
    guard !number.isEmpty, bytes[number.endIndex...].first == ASCII.closeBracket, number.first != UInt8(ascii: "0"),
      ASCII.isLetter(previous) || previous >= 0x80 || ".,;:!?)\"".utf8.contains(previous)
    else { return false }
    let next = bytes[number.endIndex...].dropFirst().first
    return next.map { ASCII.isBlank($0) || $0 >= 0x80 || ".,;:!?)\"[".utf8.contains($0) } ?? true
  }
}
