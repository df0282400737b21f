import Testing
import TypesetBoxes

@testable import MDTypeset

/// The rules of tables in which cells span several rows or columns.
@Suite struct TableRuleTests {
  /// For each height at which rules are, from the top: which of so many columns of equal width they are below.
  private func rules(_ table: String, columns: Int) -> [String] {
    let page = Typesetter().typeset(Source(name: "a.md", text: table)).pages[0]
    let all = page.ink.items.prefix(page.furniture ?? .max).compactMap { item -> Rect? in
      if case .rule(let rect, _) = item { rect } else { nil }
    }
    guard let left = all.map(\.x).min(), let right = all.map({ $0.x + $0.width }).max() else { return [] }
    return Dictionary(grouping: all) { $0.y }.sorted { $0.key > $1.key }.map { _, rects in
      (0..<columns).map { column in
        let middle = left.points + (right - left).points * (Double(column) + 0.5) / Double(columns)
        return rects.contains { $0.x.points <= middle && middle <= ($0.x + $0.width).points } ? "–" : " "
      }.joined()
    }
  }

  private func table(head: String = "", _ rows: [String]) -> String { "<table>\(head)\(rows.map { "<tr>\($0)</tr>" }.joined())</table>\n" }

  @Test func `between rows a rule leaves out the cells that go on, and none that ends there`() {
    let cell = "<td>mmmm</td>"
    let spanning = "<td rowspan=2>mmmm</td>"
    let bordered = "---\nstyle: {styles: {table-cell: {border: '#000000'}}}\n---\n"
    #expect(
      rules(bordered + table([spanning + cell + cell, cell + cell, cell + cell + cell]), columns: 3) == ["–––", " ––", "–––", "–––"])
  }

  @Test func `in a head a thin rule is below each group of columns that has a name`() {
    let cell = "<td>mmmm</td>"
    let group = "<th colspan=2>mmmm</th>"
    let row = cell + cell + cell + cell
    let names = "<th>mmmm</th><th>mmmm</th><th>mmmm</th><th>mmmm</th>"
    func head(_ first: String) -> String { "<thead><tr>\(first)\(group)</tr><tr>\(names)</tr></thead>" }
    #expect(rules(table(head: head(group), [row]), columns: 4) == ["––––", "––––", "––––", "––––"])
    #expect(rules(table(head: head("<th colspan=2></th>"), [row]), columns: 4) == ["––––", "  ––", "––––", "––––"])
  }
}
