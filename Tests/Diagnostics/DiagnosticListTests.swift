import Testing
import TypesetDiagnostics

@Suite struct DiagnosticListTests {
  private let source = Source(name: "a.md", text: (1...99).map { "line \($0)\n" }.joined())

  /// The bytes of the number of a line.
  private func span(_ line: Int) -> SourceSpan {
    let start = line < 10 ? (line - 1) * 7 + 5 : 63 + (line - 10) * 8 + 5
    return SourceSpan(start, start + (line < 10 ? 1 : 2))
  }

  private func fault(_ line: Int, _ message: String = "bad", hint: String? = nil, items: [String]? = nil) -> Diagnostic {
    Diagnostic(
      .warning, "a.b", at: span(line), message, hint: hint, gathered: items.map { Diagnostic.Gathered(opening: "no ", items: $0) })
  }

  @Test func `a fault that comes back is shown once with its lines`() {
    let texts = [fault(3, hint: "mend it"), fault(5), fault(7, "worse"), fault(12)].summarized(in: source)
    #expect(
      texts == [
        """
        a.md:3:6: warning: bad [a.b]
            3 | line 3
              |      ^
           hint: mend it
           and 2 more: lines 5, 12

        """,
        """
        a.md:7:6: warning: worse [a.b]
            7 | line 7
              |      ^

        """,
      ])
  }

  @Test(arguments: [
    ([3, 9], "   and 1 more: line 9\n"), ([3, 3], "   and 1 more on this line\n"), ([3, 3, 3], "   and 2 more on these lines\n"),
    ([3, 9, 9], "   and 2 more: line 9\n"), (Array(3...8), "   and 5 more: lines 4, 5, 6, 7, 8\n"),
    (Array(3...70), "   and 67 more: lines 4, 5, 6, 7, 8, …\n"),
  ]) func `the lines of the others`(lines: [Int], end: String) {
    let text = lines.map { fault($0) }.summarized(in: source).joined()
    #expect(text.hasSuffix(end))
  }

  @Test func `faults in other files are named with them`() {
    let source = Source(joining: [("a.md", nil, Array("one\n".utf8)), ("b.md", nil, Array("two\nthree".utf8))])
    let faults = [0, 6, 10].map { Diagnostic(.warning, "x", at: SourceSpan($0, $0 + 1), "bad") }
    #expect(faults.summarized(in: source).joined().hasSuffix("   and 2 more: lines b.md:1, b.md:2\n"))
  }

  @Test func `faults with hints of their own are one sentence, too`() {
    func dead(_ line: Int, _ name: String, _ hint: String?) -> Diagnostic {
      let gathered = Diagnostic.Gathered(opening: "unknown: ", items: [name], hasOwnHint: true)
      return Diagnostic(.warning, "a.b", at: span(line), "unknown \(name)", hint: hint, gathered: gathered)
    }
    let texts = [dead(3, "x", "did you mean y?"), dead(5, "z", nil)].summarized(in: source)
    #expect(
      texts == [
        "a.md:3:6: warning: unknown: x (did you mean y?), z [a.b]\n    3 | line 3\n      |      ^\n   and 1 more: line 5\n"
      ])
    let same = [dead(3, "x", "did you mean y?"), dead(5, "x", "did you mean y?")]
    #expect(same.summarized(in: source).joined().contains("   hint: did you"))
  }

  @Test func `faults of many things are one sentence`() {
    let texts = [fault(3, "no x", items: ["x"]), fault(5, "no y", items: ["y", "x"])].summarized(in: source)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("a.md:3:6: warning: no x, y [a.b]\n") == true)
    let long = String(repeating: "z", count: 60)
    let many = (1...9).map { fault($0, "no x", items: ["\($0)" + long]) }.summarized(in: source)
    #expect(many.joined().contains("no 1\(long) and 8 others [a.b]"))
    #expect([fault(3, "cannot do x", items: ["x"])].summarized(in: source).joined().contains("warning: cannot do x [a.b]"))
  }

  @Test func `more kinds than the limit are counted`() {
    let texts = (1...9).map { fault($0, "bad \($0)") }.summarized(in: source, limit: 4)
    #expect(texts.count == 5)
    #expect(texts.last == "mdtypeset: 5 more kinds of warnings\n")
  }

  @Test func `nothing is said twice at one place`() {
    let faults = [fault(3, hint: "a"), fault(3, hint: "b"), fault(4), fault(3, "other")].inDocumentOrder()
    #expect(faults.map(\.message) == ["bad", "other", "bad"])
  }
}
