import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings
import TypesetStyling

/// Rules for some cells, callouts that join, and tints.
@Suite struct ThemeChoiceTests {
  private func theme(_ text: String) -> Theme { Theme.read(Source(name: "t.yaml", text: text)).theme }

  private func styled(_ text: String, _ theme: Theme) -> StyledTree {
    style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: "en")
  }

  private func cells(_ text: String, _ rules: String) throws -> [[StyledTree.Table.Cell]] {
    let tree = styled(text, theme("styles:\n" + rules))
    let tables = tree.blocks.compactMap { if case .table(let table) = $0.kind { table } else { nil } }
    return try #require(tables.first).rows
  }

  private static let table = "| a | b | c |\n|---|---|---|\n| 1 | 95 % | x |\n| 2 | −3.5 | y |\n| 3 | 1,200 | z |\n"
  private static let red = Color(red: 255, green: 0, blue: 0)

  /// Which cells, row by row from 0, have the ground of a rule.
  @Test(arguments: [
    ("col=2", [[1], [1], [1]]), ("col=last", [[2], [2], [2]]), ("row=2", [[], [0, 1, 2], []]), ("row=last", [[], [], [0, 1, 2]]),
    ("row=even", [[], [0, 1, 2], []]), ("row=odd", [[0, 1, 2], [], [0, 1, 2]]), ("col=2][row=1", [[1], [], []]),
    ("value<0", [[], [1], []]), ("value>=95", [[1], [], [1]]), ("value = 2", [[], [0], []]), ("col=1][value<=2", [[0], [0], []]),
  ])
  func `rules choose cells by column, row and value`(key: String, expected: [[Int]]) throws {
    let rows = try cells(Self.table, "  table-cell[\(key)]: {background: \"#ff0000\"}\n")
    #expect(rows.map { row in row.indices.filter { row[$0].background == Self.red } } == expected)
  }

  @Test func `a rule changes letters, alignment and borders, later rules go over earlier ones, the author's own over all`() throws {
    let rows = try cells(
      Self.table,
      "  table-cell[col=2]: {color: \"#ff0000\", weight: 700, align: right}\n  table-cell[row=1]: {color: \"#0000ff\", border: \"#00ff00\"}\n"
    )
    #expect(rows[0][1].content.text.styles.map(\.color) == [Color(red: 0, green: 0, blue: 255)])
    #expect(rows[0][1].content.text.styles.map(\.weight) == [700] && rows[0][1].align == .right)
    #expect(rows[0][0].border == Color(red: 0, green: 255, blue: 0) && rows[1][0].border == nil)
    #expect(rows[1][1].content.text.styles.map(\.color) == [Self.red] && rows[1][0].align == nil)
    let html = "<table><tr><th>a</th></tr><tr><td bgcolor=\"#00ff00\">1</td></tr></table>\n"
    let own = try cells(html, "  table-cell[col=1]: {background: \"#ff0000\"}\n")
    #expect(own[0][0].background == Color(red: 0, green: 255, blue: 0))
  }

  @Test(arguments: ["col=0", "col=x", "value", "value=x", "row>2", "col=1][", "", "colour=2"])
  func `a rule for no cell is reported`(key: String) {
    let found = Theme.read(Source(name: "t.yaml", text: "styles:\n  \"table-cell[\(key)]\": {weight: 700}\n")).diagnostics
    #expect(found.map(\.code) == ["settings.unknown-key"] && found[0].hint?.contains("table-cell[col=2]") == true)
  }

  @Test func `rules for cells in the wrong place are told where they go`() {
    let found = Theme.read(Source(name: "t.yaml", text: "table-cell[col=1]: {weight: 700}\n")).diagnostics
    #expect(found.map(\.hint) == ["rules for cells go under styles"])
  }

  // MARK: Callouts

  private func groups(_ text: String, _ theme: Theme) -> [BlockStyle] {
    let tree = styled(text, theme)
    return tree.children(of: 0).map { tree[$0].style }
  }

  @Test func `callouts of one kind that follow each other join where the theme says so`() {
    let text = "> [!NOTE]\n> One.\n\n<!-- -->\n\n> [!NOTE]\n> Two.\n\n<!-- -->\n\n> [!TIP]\n> Three.\n"
    let apart = groups(text, theme("styles: {callout: {before: 9pt, after: 8pt, radius: 3pt}}"))
    #expect(apart.map(\.after.natural) == [8.pt, 8.pt, 8.pt] && apart.map(\.before.natural) == [9.pt, 9.pt, 9.pt])
    let joined = groups(text, theme("body: {join-callouts: true}\nstyles: {callout: {before: 9pt, after: 8pt, radius: 3pt}}"))
    #expect(joined.map(\.after.natural) == [.zero, 8.pt, 8.pt] && joined.map(\.before.natural) == [9.pt, .zero, 9.pt])
    #expect(joined.map(\.radius) == [.zero, .zero, 3.pt])
  }

  @Test(arguments: [
    ("purple/20%", UInt32(0x8000_8033) as UInt32?), ("#8000ff33", 0x8000_FF33), ("teal", 0x0080_80FF), ("purple/x", nil),
    ("purple/120%", nil),
    ("nocolour/20%", nil),
  ])
  func `a callout has the tint that its author wants`(tint: String, rgba: UInt32?) {
    let plain = groups("::: {.callout-note}\nText.\n:::\n", Theme.standard)[0].background
    let tinted = groups("::: {.callout-note tint=\"\(tint)\"}\nText.\n:::\n", Theme.standard)[0].background
    #expect(tinted == rgba.map { Color(rgba: $0) } ?? plain)
  }
}
