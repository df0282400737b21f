import TypesetBoxes
import TypesetStyling

// Rows with more than lines of text in their cells, or with cells that reach over several rows.

extension BlockBuilder {
  /// Must the cells of a row be set as flows: for blocks, pictures, or a place or ground of their own?
  func needsFlow(_ row: [StyledTree.Table.Cell]) -> Bool {
    row.contains { $0.blocks >= 0 || $0.vertical != nil || $0.background != nil || $0.rows > 1 || $0.content.hasImages }
  }

  /// Rows that stay together where they are not too high; pages may end within those that are.
  func appendFlowed(
    _ rows: [[StyledTree.Table.Cell]], style: BlockStyle, rule: (color: Color, thickness: Length)?, isHead: Bool, layout: TableLayout,
    into list: inout VList
  ) {
    var (flowed, baseline) = flow(rows, style: style, rule: rule, isHead: isHead, layout: layout)
    let limit = sheet.textHeight / (rows.count > 1 ? 2 : 3)
    if isHead || flowed.height <= limit {
      list.append(flowed.packed(baseline: baseline), height: baseline, depth: flowed.height - baseline, width: layout.width, x: layout.x)
    } else {
      flowed.append(to: &list, width: layout.width, x: layout.x, leading: style.leading, room: style.roomAbove)
    }
  }

  private struct FlowedCell {
    var cell: StyledTree.Table.Cell
    var flow: CellFlow
    var row: Int
    var column: Int
    var vertical: StyledTree.Table.VerticalAlignment
  }

  /// The cells of some rows at their places, and the first row's baseline.
  private func flow(
    _ rows: [[StyledTree.Table.Cell]], style: BlockStyle, rule: (color: Color, thickness: Length)?, isHead: Bool, layout: TableLayout
  ) -> (rows: FlowedRows, baseline: Length) {
    let (roomAbove, roomBelow) = (style.roomAbove, style.roomBelow)
    let line = rule?.thickness ?? .zero
    let strut = Self.strut(style.leading)
    var cells: [FlowedCell] = []
    for (number, row) in rows.enumerated() {
      within(.row) {
        for (column, cell) in row.prefix(layout.widths.count).enumerated() where !cell.isCovered {
          guard let flow = within(element(of: cell), { flow(of: cell, at: column, style: style, layout: layout) }) else { continue }
          let vertical = cell.vertical ?? (isHead && rows.count == 1 ? .bottom : .baseline)
          cells.append(FlowedCell(cell: cell, flow: flow, row: number, column: column, vertical: vertical))
        }
      }
    }
    // Heights of the rows' content: above the common baseline and in all.
    var above = [Length](repeating: strut.height, count: rows.count)
    for cell in cells where cell.vertical == .baseline { above[cell.row] = max(above[cell.row], cell.flow.baseline) }
    var heights = above.map { $0 + strut.depth }
    func need(_ cell: FlowedCell) -> Length {
      cell.flow.height + (cell.vertical == .baseline ? above[cell.row] - cell.flow.baseline : .zero)
    }
    for cell in cells where cell.cell.rows == 1 { heights[cell.row] = max(heights[cell.row], need(cell)) }
    // What a tall cell needs beyond its rows goes below the last of them.
    for cell in cells where cell.cell.rows > 1 {
      let last = min(cell.row + cell.cell.rows, rows.count) - 1
      let have = heights[cell.row...last].reduce((roomAbove + roomBelow + line) * (last - cell.row), +)
      heights[last] += max(.zero, need(cell) - have)
    }
    var out = FlowedRows()
    var tops: [Length] = []
    var y = Length.zero
    for number in rows.indices {
      if number > 0 {
        out.edges.append(y)
        if isHead {
          for item in partialRules(below: rows[number - 1], style: style, layout: layout).items {
            if case .rule(let rect, let color) = item { out.rules.append((rect.moved(.zero, -y), color)) }
          }
        }
        if let rule { out.rules += rules(rule, y: y, but: reached(rows, in: number), layout: layout) }
        y += line
      }
      tops.append(y + roomAbove)
      y += roomAbove + heights[number] + roomBelow
    }
    out.height = y
    for cell in cells {
      let last = min(cell.row + cell.cell.rows, rows.count) - 1
      let free = tops[last] + heights[last] - tops[cell.row] - cell.flow.height
      let drop =
        switch cell.vertical {
        case .baseline: above[cell.row] - cell.flow.baseline
        case .top: Length.zero
        case .middle: free / 2
        case .bottom: free
        }
      let x = layout.left(of: cell.column, reachingOver: cell.cell.columns)
      if let color = cell.cell.background {
        let width = layout.width(of: cell.cell, at: cell.column) + layout.padding * 2
        var frame = VFrame(x: x - layout.padding, width: width)
        frame.fill = color
        out.grounds.append(
          FlowedRows.Panel(frame: frame, top: tops[cell.row] - roomAbove, bottom: tops[last] + heights[last] + roomBelow))
      }
      out.cells.append(FlowedRows.Cell(flow: cell.flow, x: x, top: tops[cell.row] + max(drop, .zero)))
    }
    return (out, roomAbove + above[0])
  }

  /// A cell's content as a list; nil where it is empty.
  private func flow(of cell: StyledTree.Table.Cell, at column: Int, style: BlockStyle, layout: TableLayout) -> CellFlow? {
    guard !cell.isEmpty || cell.background != nil else { return nil }
    var list = VList()
    if cell.blocks >= 0 {
      // What stands in a cell knows nothing of the space around the table.
      let outer = spaceBelow
      spaceBelow = nil
      build(cell.blocks, x: .zero, measure: max(layout.width(of: cell, at: column), 1.pt), into: &list)
      spaceBelow = outer
    } else {
      append(lines(of: cell, at: column, style: style, layout: layout), leading: style.leading, x: .zero, into: &list)
    }
    return CellFlow(list, strut: Self.strut(style.leading).height)
  }

  /// Columns that cells of the rows above reach through into a row.
  private func reached(_ rows: [[StyledTree.Table.Cell]], in number: Int) -> Set<Int> {
    var out: Set<Int> = []
    for (row, cells) in rows[..<number].enumerated() {
      for (column, cell) in cells.enumerated() where !cell.isCovered && row + cell.rows > number {
        out.formUnion(column..<column + cell.columns)
      }
    }
    return out
  }

  /// A rule above a row, but for some columns.
  private func rules(
    _ rule: (color: Color, thickness: Length), y: Length, but reached: Set<Int>, layout: TableLayout
  ) -> [(rect: Rect, color: Color)] {
    layout.widths.indices.filter { !reached.contains($0) }.map { column in
      let x = layout.left(of: column) - layout.padding
      return (Rect(x: x, y: -y - rule.thickness, width: layout.widths[column] + layout.padding * 2, height: rule.thickness), rule.color)
    }
  }
}
