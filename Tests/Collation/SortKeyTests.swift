import Testing
import TypesetCollation

@Suite struct SortKeyTests {
  /// Words in the order of a language.
  private func sorted(_ words: [String], in language: String) -> [String] {
    let keys = SortKeys(language: language)
    return words.sorted { keys.key(Array($0.utf16)).lexicographicallyPrecedes(keys.key(Array($1.utf16))) }
  }

  @Test(arguments: [
    ("de", ["a", "ä", "z"]), ("sv", ["a", "z", "ä"]), ("sv-FI", ["a", "z", "ä"]), ("zh-Hans", ["阿", "不"]), ("zh-Hant", ["不", "阿"]),
    ("xx", ["a", "ä", "z"]),
  ])
  func `words are in the order of their language, script and region`(language: String, words: [String]) {
    #expect(sorted(words.reversed(), in: language) == words)
  }

  /// Thai's rules would skip spaces.
  @Test(arguments: ["en", "th"]) func `a space comes before all letters`(language: String) {
    #expect(sorted(["ab", "a c"], in: language) == ["a c", "ab"])
  }
}
