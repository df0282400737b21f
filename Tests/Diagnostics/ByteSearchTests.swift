import Testing
import TypesetDiagnostics

@Suite struct ByteSearchTests {
  private func place(_ wanted: String, in text: String, from start: Int = 0, to end: Int? = nil) -> Int? {
    Array(text.utf8).find(Array(wanted.utf8), from: start, to: end)
  }

  @Test func `the first place at or after the start is found`() {
    #expect(place("ab", in: "abcab") == 0)
    #expect(place("ab", in: "abcab", from: 1) == 3)
    #expect(place("ab", in: "aab", from: -5) == 1)
    #expect(place("aab", in: "aaab") == 1)
  }

  @Test func `a sequence that goes on behind the end is not found`() {
    #expect(place("ab", in: "cab", to: 3) == 1)
    #expect(place("ab", in: "cab", to: 2) == nil)
    #expect(place("ab", in: "cab", to: 99) == 1)
    #expect(place("ab", in: "ca") == nil)
  }

  @Test func `nothing is found in nothing, and nowhere`() {
    #expect(place("", in: "ab") == nil)
    #expect(place("a", in: "") == nil)
    #expect(place("a", in: "a", from: 1) == nil)
    #expect(place("abc", in: "ab") == nil)
  }

  @Test(arguments: ["ab", "abcab", "a text with more than fifteen letters, and an é", ""])
  func `words are found in a text, in a part of it and in letters of several bytes`(text: String) {
    for words in ["a", "ab", "b, and", "é", "letters, and an é", "z"] {
      // The search over letters of the standard library, written out.
      let expected = text.indices.first { text[$0...].hasPrefix(words) }
      #expect(text.firstRange(of: words)?.lowerBound == expected, "\(words)")
      #expect(text.contains(words) == (expected != nil), "\(words)")
      #expect(text.dropFirst().contains(words) == text.indices.dropFirst().contains { text[$0...].hasPrefix(words) }, "\(words)")
    }
    #expect(text.contains("" as String))
    #expect(text.firstRange(of: "" as String) == nil)
  }

  @Test func `a range in a part of a text is one of the text`() throws {
    let text = "één, één."
    let found = try #require(text.dropFirst(3).firstRange(of: "één"))
    #expect(text[found] == "één")
    #expect(text[..<found.lowerBound] == "één, ")
  }

  @Test func `a range in a part of some bytes is one of the bytes`() throws {
    let bytes = Array("één, één.".utf8)
    #expect(bytes[6...].firstRange(of: "één".utf8) == 7..<12)
    #expect(bytes.firstRange(of: Array(", ".utf8)) == 5..<7)
    #expect(bytes[6..<11].firstRange(of: "één".utf8) == nil)
    #expect(bytes.firstRange(of: [UInt8]()) == nil)
  }

  @Test func `words are replaced from the left, once`() {
    #expect("aaa b aa".replacing("aa", with: "a") == "aa b a")
    #expect("abc".replacing("x", with: "y") == "abc")
    #expect("abab".replacing("ab", with: "") == "")
    #expect("abc".replacing("", with: "y") == "abc")
    #expect("a\r\nb".replacing("\n", with: " ") == "a\r b")
  }

  @Test func `as many words are replaced as are allowed`() {
    #expect("1/1/1".replacing("1", with: "n", maxReplacements: 2) == "n/n/1")
    #expect("x1y".dropFirst().replacing("1", with: "n", maxReplacements: 0) == "1y")
  }

  @Test func `each place of some words is found once`() {
    let text = "aaa é aa"
    #expect(text.ranges(of: "aa").map { text.distance(from: text.startIndex, to: $0.lowerBound) } == [0, 6])
    #expect(text.ranges(of: "x").isEmpty && text.ranges(of: "").isEmpty)
  }

  @Test func `a text is divided at words, whose parts may be empty`() {
    #expect("a; b; ".parts(between: "; ") == ["a", "b", ""])
    #expect("; a; b".parts(between: "; ", dividingAtMost: 1) == ["", "a; b"])
    #expect("é".parts(between: "; ") == ["é"])
    #expect("".parts(between: "; ") == [""])
  }
}
