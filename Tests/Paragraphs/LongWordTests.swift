import Testing

@testable import TypesetParagraphs

/// No word makes the work of its shaping grow with the square of its length.
@Suite struct LongWordTests {
  private func cuts(_ text: String) -> [Int] {
    let bytes = Array(text.utf8)
    return LongWord.cuts(in: bytes, 0..<bytes.count)
  }

  @Test(arguments: ["word", "Donaudampfschifffahrtsgesellschaftskapitän", "क्षत्रिय", "👩‍👩‍👧‍👦", String(repeating: "ab", count: 2_000)])
  func `words that people write are shaped whole`(_ word: String) {
    #expect(cuts(word).isEmpty)
  }

  @Test func `a cluster is cut after each 31 of its characters`() {
    // A base of one byte, marks of two.
    #expect(cuts("a" + String(repeating: "\u{301}", count: 100)) == [61, 123, 185])
  }

  @Test func `joined emoji are cut like marks`() {
    let cuts = cuts(String(repeating: "👨\u{200D}", count: 100))
    #expect(cuts.count == 6)
  }

  @Test func `a word of many letters is cut where a cluster begins`() {
    let cuts = cuts(String(repeating: "a\u{301}", count: 4_000))
    #expect(cuts.count == 2)
    #expect(cuts.allSatisfy { $0.isMultiple(of: 3) })
  }
}
