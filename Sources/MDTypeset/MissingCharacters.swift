internal import TypesetDiagnostics

extension Diagnostic {
  /// What is said of characters without a font, at the first of them instead of its block.
  func atCharacter(in source: Source) -> Diagnostic {
    guard code == "font.missing-glyph", let block = span?.range(within: source.bytes.count) else { return self }
    var found = self
    let starts = (gathered?.items ?? []).compactMap { item -> Range<Int>? in
      guard let number = item.firstRange(of: "U+"), let value = UInt32(item[number.upperBound...].prefix { $0.isHexDigit }, radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return source.bytes[block].firstRange(of: Array(String(Character(scalar)).utf8))
    }
    if let first = starts.min(by: { $0.lowerBound < $1.lowerBound }) { found.span = SourceSpan(first.lowerBound, first.upperBound) }
    return found
  }
}
