import Testing

@testable import MDTypeset

/// Blocks in columns, figures of several parts.
@Suite struct SideBySideTests {
  private let picture = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='20'%20height='20'/%3E"

  @Test func `columns stand beside one another`() {
    #expect(pageLines(":::: {.columns}\n::: {.column width=30%}\na\n:::\n\n::: {.column}\nb\n\nc\n:::\n::::\n\nd") == [["a b", "c", "d"]])
  }

  @Test func `the parts of a figure are lettered and can be referred to`() {
    let figure = "::: {#fig-x layout-ncol=2}\n![A](\(picture)){#fig-a}\n\n![B](\(picture)){#fig-b}\n\nWhole\n:::"
    #expect(
      pageLines("\(figure)\n\nSee @fig-x and @fig-b") == [["(a) A (b) B", "Figure 1. Whole", "See Figure 1 and Figure 1b"]])
  }

  @Test func `lists of figures name the whole, not its parts`() {
    let figure = "::: {#fig-x layout-ncol=2}\n![A](\(picture))\n\n![B](\(picture))\n\nWhole\n:::"
    let lines = pageLines("---\nlof: true\n---\n\(figure)\n\nSee @fig-x.")[0]
    #expect(lines[1].hasPrefix("1 Whole") && lines[2] == "(a) A (b) B")
  }

  @Test func `columns longer than a page are divided, and nothing is lost`() {
    let long = (1...80).map { "w\($0)" }.joined(separator: "\n\n")
    let pages = pageLines(":::: {.columns}\n::: {.column}\n\(long)\n:::\n\n::: {.column}\nb\n:::\n::::")
    #expect(pages.count > 1)
    #expect(pages.joined().flatMap { $0.split(separator: " ").map(String.init) }.sorted() == (["b"] + (1...80).map { "w\($0)" }).sorted())
  }
}
