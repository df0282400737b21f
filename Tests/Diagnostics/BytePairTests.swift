import Testing

@testable import TypesetDiagnostics

@Suite struct BytePairTests {
  @Test(arguments: ["", "a", "{{< x >}}", "Words: 词语 and $x$.\n\n```c\nint a;\n```\n", "\u{0}\u{0}", "ÿ|þ"])
  func `what a source with pairs holds is what its bytes hold`(text: String) {
    let source = Source(name: "a.md", text: text).withPairs()
    let bytes = Array(text.utf8)
    for start in 0...bytes.count {
      for end in start...bytes.count {
        // A piece of the text, and the same with another last byte.
        let piece = String(decoding: bytes[start..<end], as: UTF8.self)
        for wanted in [piece, piece + "q", "q" + piece] { #expect(source.holds(wanted) == bytes.holds(wanted), "\(wanted)") }
      }
    }
    for byte in UInt8.min...UInt8.max {
      let isThere = zip(bytes, bytes.dropFirst()).contains { $0 >= 0x80 && $1 == byte }
      #expect(source.mayHold(behindLetters: byte) == isThere)
    }
  }

  @Test func `a source without pairs may hold anything`() {
    let source = Source(name: "a.md", text: "words")
    #expect(source.mayHold("{{") && source.mayHold(behindLetters: 0x7C) && !source.holds("{{"))
    let known = source.withPairs()
    #expect(!known.mayHold("{{") && known.mayHold("wor") && known.mayHold(anyOf: ["{{", "or"]) && !known.mayHold(anyOf: ["{{", "}}"]))
  }
}
