import TypesetBoxes
import TypesetMarkdown

extension BlockStyling {
  /// The cells of a table, each with its looks and with how far it reaches.
  mutating func table(_ index: Tree.Index, columns: [Tree.Alignment], style: BlockStyle) -> StyledTree.Table {
    var style = style
    // Cells have shapes of their own or none.
    style.lines = LineStyle()
    let cell = style.applying(theme[.tableCell], families: theme.families)
    let head = style.applying(theme[.tableHead], families: theme.families)
    var table = StyledTree.Table(columns: columns, head: [], rows: [], headStyle: head, cellStyle: cell)
    if let caption = tree.caption(of: index) {
      table.caption = self.caption(caption, of: index, style: style.applying(theme[.caption], families: theme.families).text)
    }
    for row in tree.children(of: index) {
      guard case .tableRow(let isHeader) = tree[row].kind else { continue }
      let text = isHeader ? head.text : cell.text
      let cells = tree.children(of: row).map { child in
        var cell = StyledTree.Table.Cell(inlines.content(of: child, style: text))
        if let attributes = tree.attributes(of: child) { cell.take(attributes) }
        return cell
      }
      if isHeader { table.head.append(cells) } else { table.rows.append(cells) }
    }
    // `| | |`: GitHub's tables need a head, their authors not always.
    if table.head.joined().allSatisfy({ cell in cell.content.text.text.allSatisfy { $0 == 0x20 } }) { table.head = [] }
    Self.cover(&table.head, columns: columns.count)
    Self.cover(&table.rows, columns: columns.count)
    return table
  }

  /// Marks the places that cells of several rows or columns reach over; none reaches past the table's end.
  private static func cover(_ rows: inout [[StyledTree.Table.Cell]], columns: Int) {
    for row in rows.indices {
      for column in rows[row].indices where !rows[row][column].isCovered {
        let cell = rows[row][column]
        guard cell.columns > 1 || cell.rows > 1 else { continue }
        let width = min(cell.columns, columns - column)
        let height = min(cell.rows, rows.count - row)
        rows[row][column].columns = max(width, 1)
        rows[row][column].rows = max(height, 1)
        for below in row..<row + max(height, 1) {
          for right in column..<column + max(width, 1) where below != row || right != column {
            while rows[below].count <= right { rows[below].append(StyledTree.Table.Cell(InlineContent())) }
            rows[below][right].isCovered = true
          }
        }
      }
    }
  }
}

extension StyledTree.Table.Cell {
  fileprivate mutating func take(_ attributes: Attributes) {
    func count(_ key: String) -> Int { min(max(attributes[key].flatMap { Int($0) } ?? 1, 1), 1_000) }
    columns = count("colspan")
    rows = count("rowspan")
    let style = attributes["style"].map { StyleRule(css: $0).align } ?? nil
    switch style ?? attributes["align"].flatMap({ Alignment(css: $0) }) {
    case .left, .justified: align = .left
    case .center: align = .center
    case .right: align = .right
    case nil: break
    }
  }
}
