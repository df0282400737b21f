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
}
