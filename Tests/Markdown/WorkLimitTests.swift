import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// What is left out of a document that is too much work.
@Suite struct WorkLimitTests {
  private func texts(_ document: ParsedDocument) -> [String] {
    func texts(below index: Tree.Index) -> [String] {
      document.tree.children(of: index).flatMap { child -> [String] in
        switch document.tree[child].kind {
        case .text(let text): [text]
        case .codeBlock(_, let literal): [literal]
        default: texts(below: child)
        }
      }
    }
    return texts(below: 0)
  }

  private func parse(_ text: String, _ change: (inout Budget) -> Void) -> ParsedDocument {
    var budget = Budget()
    change(&budget)
    return TypesetMarkdown.parse(Source(name: "a.md", text: text), budget: budget)
  }

  @Test func `listings have lines of their own without a limit of memory, and more with a high one`() {
    let listing = "```\n" + String(repeating: "x\n", count: 1_500) + "```\n\n"
    let text = listing + listing + "end\n"
    let document = parse(text) { $0.codeLines = 2_000 }
    #expect(document.diagnostics.map(\.code) == ["limit.code"])
    let kept = texts(document)
    #expect(kept.map { $0.utf8.count { $0 == 0x0A } } == [1_500, 500, 0] && kept.last == "end")
    #expect(parse(text) { $0.codeLines = 3_001 }.diagnostics.isEmpty)
    var budget = Budget()
    let plain = budget.codeLines
    budget.fit(memory: 2 << 30)
    #expect(plain == 262_144 && budget.codeLines > plain)
  }

  @Test func `a paragraph is cut at the limit of a block, and the next one is whole`() {
    let document = parse("0123456789 *abc* def\n\nsecond\n") { $0.blockBytes = 12 }
    #expect(texts(document) == ["0123456789 ", "a", "second"])
    #expect(document.diagnostics.map(\.code) == ["limit.block"])
    #expect(document.diagnostics[0].severity == .error)
    #expect(document.diagnostics[0].span.map { Int($0.start) } == 12)
  }

  @Test func `a listing is cut at the limit of a block, and what follows stays`() {
    let document = parse("```\n0123456789\nabc\n```\n\nnext\n") { $0.blockBytes = 11 }
    #expect(texts(document) == ["0123456789\n", "next"])
    #expect(document.diagnostics.map(\.code) == ["limit.block"])
  }

  @Test func `listings of more lines than there is room for are cut at a line, once said, and what follows stays`() {
    let listing = "```\n" + String(repeating: "a\n", count: 1_000) + "```\n\n"
    // Room for 1,024 lines, however few nodes there may be.
    let document = parse(listing + listing + "between\n\n" + listing + "next\n") { $0.nodes = 20 }
    #expect(texts(document).map { $0.split(separator: "\n").count } == [1_000, 24, 1, 0, 1])
    #expect(document.diagnostics.map(\.code) == ["limit.code"] && document.diagnostics[0].severity == .error)
    #expect(parse(listing + "next\n") { $0.nodes = 20 }.diagnostics.isEmpty)
  }

  @Test func `work ends in the middle of a list, and what has been read stays`() {
    let text = (1...100).map { "- item \($0)\n" }.joined()
    let all = parse(text) { $0.work = 10_000_000 }
    #expect(texts(all).count == 100)
    #expect(all.diagnostics.isEmpty)
    let cut = parse(text) { $0.work = 2_000_000 }
    let left = texts(cut)
    #expect(left.count > 20 && left.count < 60)
    #expect(left == Array(texts(all).prefix(left.count)))
    #expect(cut.diagnostics.map(\.code) == ["limit.work", "limit.optional-work"])
  }

  @Test func `beyond four fifths optional work is left out, and nothing else`() {
    let text = (1...100).map { "word \($0)\n\n" }.joined()
    var budget = Budget()
    // The least work with which nothing is said.
    budget.work =
      stride(from: 1_000_000, through: 20_000_000, by: 10_000).first { work in parse(text) { $0.work = work }.diagnostics.isEmpty } ?? 0
    let heavy = parse(text) { $0.work = budget.work * 9 / 10 }
    #expect(heavy.diagnostics.map(\.code) == ["limit.optional-work"])
    #expect(texts(heavy).count == 100)
  }

  @Test func `the same tree is cut at the same place`() {
    let text = (1...300).map { "*a* $x_\($0)$ `c`\n\n" }.joined()
    let first = parse(text) { $0.work = 5_000_000 }
    #expect(first.tree.nodes == parse(text) { $0.work = 5_000_000 }.tree.nodes)
    #expect(first.diagnostics.first?.code == "limit.work")
  }
}
