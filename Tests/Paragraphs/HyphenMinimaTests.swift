import Testing

@testable import TypesetParagraphs

@Suite struct HyphenMinimaTests {
  /// Letters before and after a hyphen, where the patterns of a language say nothing of it.
  @Test(arguments: [
    ("en cs sk et fr ga cy", 2, 3), ("af hi bn gu kn ml mr or pa ta te as el zh", 1, 2), ("de nl it es pt ru pl sv da nb fi hu", 2, 2),
  ])
  func `each language has its least letters`(languages: String, left: Int, right: Int) {
    for language in languages.split(separator: " ").map(String.init) {
      #expect(HyphenationCustom.minima(of: language) == (left, right), "\(language)")
    }
  }

  /// Debian has no patterns for Turkish.
  @Test(arguments: [
    ("matematiksel", "ma-te-ma-tik-sel"), ("karşılaştırma", "kar-şı-laş-tır-ma"), ("kontrol", "kont-rol"), ("saat", "saat"),
  ])
  func `Turkish words are divided at their syllables`(word: String, divided: String) throws {
    let hyphenator = try #require(Hyphenator(language: "tr"))
    var bytes = Array(word.utf8)
    for point in hyphenator.divisions(of: bytes[...]).points.sorted(by: >) { bytes.insert(UInt8(ascii: "-"), at: point) }
    #expect(String(decoding: bytes, as: UTF8.self) == divided)
  }
}
