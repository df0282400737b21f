internal import TypesetDiagnostics
internal import TypesetMarkdown

extension Attributes {
  /// A whole number that an attribute is, cut to a range, which is reported; nil where it is none.
  func whole(
    _ name: String, in range: ClosedRange<Int> = DocumentNumber.everyday, at span: SourceSpan, _ diagnostics: inout [Diagnostic]
  ) -> Int? {
    guard let text = self[name] else { return nil }
    return DocumentNumber.whole(text, in: range) { diagnostics.append(.outOfRange("\(name)=\(text)", taken: $0, of: range, at: span)) }
  }
}

extension TextStyle {
  /// The style for words that are not hyphenated.
  var whole: TextStyle {
    var style = self
    style.isHyphenated = false
    return style
  }

  /// The style for a short form of what it means; an empty meaning is none.
  func explained(by meaning: String) -> TextStyle {
    var style = self
    style.expansion = meaning.isEmpty ? nil : meaning
    return style
  }
}
