import Testing

/// What belongs together stands together, wherever the page ends: so many lines stand above it that each place is tried.
@Suite struct PageEndTests {
  /// For each length of the text above: the last line of a page, and the first of the next one.
  private func ends(_ body: String) -> [(last: String, first: String)] {
    (0..<24).flatMap { count -> [(last: String, first: String)] in
      let filler = (["above"] + [String](repeating: "above", count: count)).joined(separator: "\\\n")
      let pages = pageLines("---\npapersize: a6\npage-numbers: false\n---\n\(filler)\n\n\(body)\n\nbelow\n\nbelow\n\nbelow")
      return zip(pages, pages.dropFirst()).compactMap { page, next in
        guard let last = page.last, let first = next.first else { return nil }
        return (last, first)
      }
    }
  }

  /// No page ends behind one of these lines, and the sweep did move all of them to the next page once.
  private func expectKept(_ lines: Set<String>, in body: String, opening: String) {
    let ends = ends(body)
    #expect(ends.filter { lines.contains($0.last) }.map(\.last) == [])
    #expect(ends.contains { $0.first == opening })
  }

  @Test func `a heading stays with a table, its caption too`() {
    expectKept(["head", "Table 1. words", "a"], in: "## head\n\n| a |\n|---|\n| b |\n\n: words", opening: "head")
  }

  @Test func `a heading stays with code, which keeps its title`() {
    expectKept(["head", "title", "one"], in: "## head\n\n```text title=\"title\"\none\ntwo\nthree\nfour\n```", opening: "head")
  }

  @Test func `a heading stays with a display`() {
    expectKept(["head"], in: "## head\n\n$$x=y$$", opening: "head")
  }

  @Test func `headings stay with the list below them`() {
    expectKept(["head", "sub"], in: "## head\n\n### sub\n\n- one\n- two", opening: "head")
  }

  @Test func `a heading stays with a callout, and its title with the text`() {
    expectKept(["head", "Note"], in: "## head\n\n> [!NOTE]\n> one\n>\n> two", opening: "head")
  }

  @Test func `a display stays with its lead-in`() {
    expectKept(["lead"], in: "lead\n\n$$x=y$$\n\nbehind", opening: "lead")
  }

  @Test func `a list stays with the words that end in a colon before it`() {
    expectKept(["lead:"], in: "lead:\n\n- one\n- two", opening: "lead:")
  }

  @Test func `a term stays with its definition`() {
    expectKept(["term"], in: "term\n: definition", opening: "term")
  }
}
