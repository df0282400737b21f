internal import TypesetMarkdown
internal import TypesetStyling

// Tables.

extension HTMLWriter {
  mutating func write(_ table: StyledTree.Table) {
    add("table") { writer in
      if !table.caption.isEmpty, let last = table.caption.text.runs.last {
        let base = table.caption.text.styles[Int(last.style)]
        writer.add("caption", table.caption, inside: base)
      }
      writer.write(table.head[...], of: table, in: "thead", isHead: true)
      writer.write(table.body, of: table, in: "tbody", isHead: false)
      writer.write(table.notes, of: table, in: "tfoot", isHead: false)
    }
  }

  private mutating func write(_ rows: ArraySlice<[StyledTree.Table.Cell]>, of table: StyledTree.Table, in part: String, isHead: Bool) {
    guard !rows.isEmpty else { return }
    add(part) { writer in
      for row in rows where writer.isWhole {
        writer.add("tr") { writer in
          for (column, cell) in row.enumerated() where !cell.isCovered {
            let align = cell.align ?? (table.columns.indices.contains(column) ? table.columns[column] : .none)
            // Notes below a table are as wide as it is.
            let width = part == "tfoot" ? max(table.columns.count, 1) : cell.columns
            writer.write(cell, align, width: width, of: table, isHead: isHead)
          }
        }
      }
    }
  }

  private mutating func write(
    _ cell: StyledTree.Table.Cell, _ align: Tree.Alignment, width: Int, of table: StyledTree.Table, isHead: Bool
  ) {
    var attributes = ""
    if cell.isRowHead { attributes += " scope=\"row\"" }
    if width > 1 { attributes += " colspan=\"\(width)\"" }
    if cell.rows > 1 { attributes += " rowspan=\"\(cell.rows)\"" }
    switch align {
    case .none: break
    case .left: attributes += " style=\"text-align:left\""
    case .center: attributes += " style=\"text-align:center\""
    case .right: attributes += " style=\"text-align:right\""
    }
    var base = isHead ? table.headStyle.text : table.cellStyle.text
    if cell.isRowHead { base.weight = max(base.weight, 700) }
    add(isHead || cell.isRowHead ? "th" : "td", attributes: attributes) { writer in
      if cell.drawing >= 0 { writer.isWhole = false }
      if cell.blocks >= 0 { writer.write(belowItem: cell.blocks) } else { writer.write(cell.content, inside: base) }
    }
  }
}
