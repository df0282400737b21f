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

  @Test(arguments: [
    ("a=\"b\" c:\"d\"", "a=“b” c:“d”"), ("x=\"https://a.org\".", "x=“https://a.org”."), ("a='b'", "a=‘b’"),
    ("\"a=\" and \"b:\"", "“a=” and “b:”"), ("He said:\" x", "He said:” x"),
  ]) func `a value in quotes behind its name has two of them`(text: String, shown: String) {
    var punctuation = SmartPunctuation()
    #expect(punctuation.replace(text, after: nil, language: "en") == shown)
  }

  @Test(arguments: [
    ("zh", "他说\"你好\"，又说\"再见\"。", "他说“你好”，又说“再见”。"), ("zh-TW", "他說\"你好\"。", "他說「你好」。"),
    ("zh-Hans", "\"你好\"是\"hello\"", "“你好”是“hello”"), ("zh", "宽15\"的屏幕", nil), ("zh", "He said \"hello\".", nil),
    ("zh", "用\"a\"和 \"b\" 表示", "用“a”和 \"b\" 表示"), ("ja", "彼は\"はい\"と言った", nil),
    ("zh", "点击 \"OK\"按钮，然后 \"Cancel\"取消", "点击 “OK”按钮，然后 “Cancel”取消"), ("zh", "\"A\"和\"B\"", "“A”和“B”"),
    ("zh", "\"A\"和B", "“A”和B"), ("zh", "宽 5\" 和 6\" 的\"屏幕\"", "宽 5\" 和 6\" 的“屏幕”"),
  ]) func `straight quotes beside Chinese are Chinese ones`(language: String, text: String, shown: String?) {
    var punctuation = SmartPunctuation()
    #expect(punctuation.replace(text, after: nil, language: language) == shown)
  }

  @Test func `Chinese quotes are paired across the pieces of a paragraph`() {
    var punctuation = SmartPunctuation()
    #expect(punctuation.replace("他说\"", after: nil, language: "zh") == "他说“")
    #expect(punctuation.replace("很", after: "说", language: "zh") == nil)
    #expect(punctuation.replace("\"。", after: "好", language: "zh") == "”。")
  }
}
