import Testing

@testable import TypesetStyling

@Suite struct QuotationTests {
  /// A language's marks: outer ones, inner ones.
  @Test(arguments: [
    ("en", "“a ‘b’”"), ("de", "„a ‚b‘“"), ("de-CH", "„a ‚b‘“"), ("fr", "«\u{202F}a “b”\u{202F}»"), ("es", "«a “b”»"), ("pt", "“a ‘b’”"),
    ("ru", "«a „b“»"), ("pl", "„a ‚b’”"), ("hu", "„a »b«”"), ("ro", "„a «b»”"), ("sv", "”a ’b’”"), ("fi", "”a ’b’”"), ("da", "»a ›b‹«"),
    ("nb", "«a ‘b’»"), ("cs", "„a ‚b‘“"),
  ]) func `quotation marks are those of the language`(language: String, shown: String) {
    var punctuation = SmartPunctuation()
    #expect(punctuation.replace("\"a 'b'\"", after: nil, language: language) == shown)
  }
}
