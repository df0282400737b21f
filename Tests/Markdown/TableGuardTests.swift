import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Tables that no page can show, or that lack too many cells: they are text, and the others stay tables.
@Suite struct TableGuardTests {
  /// How many rows each table has, and the codes of what is said.
  private func read(_ text: String) -> (rows: [Int], codes: [String]) {
    let parsed = parse(Source(name: "a.md", text: text))
    let tables = parsed.tree.nodes.indices.filter { if case .table = parsed.tree.nodes[$0].kind { true } else { false } }
    return (tables.map { parsed.tree.children(of: Tree.Index($0)).reduce(0) { count, _ in count + 1 } }, parsed.diagnostics.map(\.code))
  }

  private func row(_ cell: String, _ count: Int) -> String { String(repeating: "|" + cell, count: count) + "|\n" }

  private let ordinary = "\n| a | b |\n|---|---|\n| 1 | 2 |\n| short\n\n"

  @Test func `a table of more columns than anyone reads is text, and the others stay tables`() {
    let wide = row("a", 2_001) + row("-", 2_001) + row("b", 2_001)
    let found = read(ordinary + wide + ordinary)
    #expect(found.rows == [3, 3])
    #expect(found.codes == ["limit.table"])
    #expect(read(row("a", 2_000) + row("-", 2_000) + row("b", 2_000)).rows == [2])
  }

  @Test func `a wide table in a quote is text too`() {
    let wide = "> " + row("a", 2_001) + "> " + row("-", 2_001) + "> " + row("b", 2_001)
    let found = read(wide + ordinary)
    #expect(found.rows == [3])
    #expect(found.codes == ["limit.table"])
  }

  @Test func `a table whose rows lack too many cells is text, and tables before and after it are not`() {
    let short = row("a", 1_000) + row("-", 1_000) + String(repeating: "|a|\n", count: 300)
    let found = read(ordinary + short + ordinary)
    #expect(found.rows == [3, 3])
    #expect(found.codes == ["limit.table"])
  }

  @Test func `many tables share the number of cells that their rows may lack`() {
    let short = "\n" + row("a", 1_000) + row("-", 1_000) + String(repeating: "|a|\n", count: 90) + "\n"
    let found = read(String(repeating: short, count: 4) + ordinary)
    #expect(found.rows == [91, 91, 3])
    #expect(found.codes == ["limit.table", "limit.table"])
  }

  @Test func `delimiter rows that begin no table hide none below them`() {
    let flood = String(repeating: "a|b\n|-|\n", count: 600)
    let found = read(ordinary + flood + ordinary)
    #expect(found.rows == [3, 3])
    #expect(found.codes.filter { $0 == "limit.table" }.isEmpty)
  }

  @Test func `a table of hundreds of rows of dashes is a table`() {
    let found = read("| a | b |\n|---|---|\n" + String(repeating: "| - | - |\n", count: 1_000) + ordinary)
    #expect(found.rows == [1_001, 3])
    #expect(found.codes == [])
  }

  @Test func `a thousand small tables are tables`() {
    let found = read(String(repeating: ordinary, count: 1_000))
    #expect(found.rows == Array(repeating: 3, count: 1_000))
    #expect(found.codes == [])
  }
}
