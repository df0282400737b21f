import Testing
import TypesetDiagnostics

@Suite struct SuggestionTests {
  @Test func `the nearest word is suggested if it is near enough to be meant`() {
    let names = ["frac", "sqrt", "alpha", "beta", "überschrift"]
    for (word, near) in [
      ("frca", "frac"), ("sqrtt", "sqrt"), ("lapha", "alpha"), ("aplha", "alpha"), ("überschirft", "überschrift"),
      ("uberschrift", "überschrift"), ("beta", "beta"), ("zeta", "beta"),
    ] { #expect(nearest(to: word, among: names) == near, "\(word)") }
    for word in ["gamma", "x", "", "betaalpha"] { #expect(nearest(to: word, among: names) == nil, "\(word)") }
    #expect(nearest(to: "alphabet", among: names, within: 2) == nil)
    #expect(nearest(to: "alphabet", among: names, within: 3) == "alpha")
  }

  @Test func `of several the first in the alphabet is suggested, whatever their order`() {
    for names in [["cat", "bat", "rat"], ["rat", "cat", "bat"], ["bat", "rat", "cat"]] {
      #expect(nearest(to: "fat", among: names) == "bat")
    }
  }

  @Test func `words without end are not compared`() {
    let word = String(repeating: "ab", count: 50_000)
    #expect(nearest(to: word, among: Array(repeating: word + "c", count: 1_000)) == nil)
    #expect(nearest(to: "ab", among: Array(repeating: word, count: 1_000)) == nil)
  }
}
