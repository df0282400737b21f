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
}
