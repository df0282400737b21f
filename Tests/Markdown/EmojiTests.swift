import Testing

@testable import TypesetMarkdown

/// Emoji by their short names.
@Suite struct EmojiTests {
  @Test func `each name of the table gives its emoji`() {
    for entry in emojiTable.split(separator: ";") {
      let words = entry.split { $0 == " " || $0 == "\n" }
      for name in words.dropFirst() { #expect(emoji(named: String(name)) == words.first.map(String.init), "\(name)") }
    }
  }

  @Test(arguments: [("rocket", "🚀"), ("ROCKET", "🚀"), ("+1", "👍"), ("zzz", "💤")])
  func `a name is found whatever its case`(name: String, expected: String) {
    #expect(emoji(named: name) == expected)
  }

  @Test(arguments: ["", "rocketx", "rocke", "🚀", "zzz;", "; ", "a b"])
  func `what is no name gives nothing`(name: String) {
    #expect(emoji(named: name) == nil)
  }
}
