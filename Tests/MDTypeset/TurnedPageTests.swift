import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Landscape pages within an upright document.
@Suite struct TurnedPageTests {
  /// For each page `upright` or `landscape`, and the words on it.
  private func pages(_ text: String) -> [String] {
    let sizes = Typesetter().typeset(Source(name: "a.md", text: text)).pages.map { $0.width < $0.height ? "upright" : "landscape" }
    return zip(sizes, pageLines(text)).map { "\($0): " + $1.joined(separator: " ") }
  }

  @Test func `a div of the class landscape stands on a landscape page`() {
    #expect(pages("a\n\n::: {.landscape}\nb\n:::\n\nc") == ["upright: a", "landscape: b", "upright: c"])
  }

  @Test func `landscape blocks that follow one another share their pages`() {
    #expect(pages("::: {.landscape}\na\n:::\n\n::: {.landscape}\nb\n:::\n\nc") == ["landscape: a b", "upright: c"])
  }

  @Test func `a landscape document has no pages to turn`() {
    #expect(pages("---\nlandscape: true\n---\na\n\n::: {.landscape}\nb\n:::") == ["landscape: a b"])
  }

  /// A table that is too wide for an upright page, with rows that are numbered.
  private func wide(_ first: String = "#", rows: Int) -> String {
    let words = (1...6).map { "incomprehensible\($0)" }
    return "|\(first)|" + words.joined(separator: "|") + "|\n|" + String(repeating: "-|", count: 7) + "\n"
      + (1...rows).map { "|\($0)|" + String(repeating: "`incomprehensible`|", count: 6) }.joined(separator: "\n")
  }

  @Test func `a wide table that fills at least half of a landscape page is turned with its heading`() {
    #expect(pages("a\n\n## b\n\n\(wide(rows: 18))\n\nc").map { $0.prefix { $0 != ":" } } == ["upright", "landscape", "upright"])
    #expect(pages("---\nwide-tables: divide\n---\na\n\n## b\n\n\(wide(rows: 18))\n\nc").allSatisfy { $0.hasPrefix("upright") })
    #expect(Typesetter().typeset(Source(name: "a.md", text: wide(rows: 18))).diagnostics.map(\.code) == ["table.turned"])
  }

  @Test func `no page is turned where a heading and its lead-in push the last rows to a second one`() {
    let lead = "Words that lead to the table, " + String(repeating: "and say at length what is in it, ", count: 14) + "as follows:"
    let shown = pages("a\n\n## b\n\n\(lead)\n\n\(wide(rows: 20))\n\nc").map { $0.prefix { $0 != ":" } }
    #expect(!shown.contains("landscape"))
  }

  @Test func `no page is turned for a few rows`() {
    #expect(pages("a\n\n## b\n\n\(wide(rows: 3))\n\nc").map { $0.prefix { $0 != ":" } } == ["upright"])
  }

  @Test func `tables that are too wide are turned where front matter says so, others stay`() {
    let words = (1...14).map { "incomprehensible\($0)" }
    let wide = "|" + words.joined(separator: "|") + "|\n|" + String(repeating: "-|", count: 14)
    let narrow = "| x |\n|---|"
    let matter = "---\nwide-tables: turn\n---\n"
    #expect(pages("\(matter)a\n\n\(narrow)\n\nb").count == 1)
    #expect(pages("\(matter)a\n\n\(wide)\n\nb").map { $0.prefix { $0 != ":" } } == ["upright", "landscape", "upright"])
    #expect(pages("a\n\n\(wide)\n\nb").count == 1)
  }
}
