package import TypesetDiagnostics

extension Diagnostic {
  /// Diagnostics about characters without a font, at the first of them instead of at its block.
  package func atCharacter(in source: Source) -> Diagnostic {
    guard code == "font.missing-glyph", let block = span?.range(within: source.bytes.count) else { return self }
    var found = self
    let wanted = Set(
      (gathered?.items ?? []).compactMap { item in
        item.parts(between: "U+", dividingAtMost: 1).last.flatMap { UInt32($0.prefix { $0.isHexDigit }, radix: 16) }
      })
    if let first = source.bytes.first(of: wanted, in: block) { found.span = SourceSpan(first.lowerBound, first.upperBound) }
    return found
  }
}

extension [UInt8] {
  /// The position of the first of some characters in a range of UTF-8 text, in one pass.
  fileprivate func first(of scalars: Set<UInt32>, in range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = self[index]
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= range.upperBound else { return nil }
      var value = length == 1 ? UInt32(byte) : UInt32(byte) & (0x7F >> UInt32(length))
      for follower in self[index + 1..<index + length] { value = value << 6 | UInt32(follower & 0x3F) }
      if scalars.contains(value) { return index..<index + length }
      index += length
    }
    return nil
  }
}
