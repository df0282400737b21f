import TypesetBoxes
import TypesetStyling

// Rows with blocks in their cells, or with cells that span several rows.

extension TableRows {
  /// True if the cells of a row must be set as flows: for blocks, pictures, or their own alignment or background.
  static func needsFlow(_ row: [Cell]) -> Bool {
    row.contains { $0.blocks >= 0 || $0.vertical != nil || $0.hasGround || $0.rows > 1 || $0.content.hasImages }
  }

  /// Rows that stay together unless they are too tall; pages may end within tall ones.
  func appendFlowed(_ rows: [[Cell]], to out: inout SetBlock) {
    let cells = setFlows(rows, onto: &out)
    let heights = RowHeights(cells, count: rows.count, rule: rule?.thickness ?? .zero, style: style)
    var flowed = place(cells, rows, heights)
    let baseline = style.roomAbove + heights.above[0]
    if isHead || flowed.height <= context.sheet.textHeight / (rows.count > 1 ? 2 : 3) {
      out.list.append(
        flowed.packed(baseline: baseline), height: baseline, depth: flowed.height - baseline, width: columns.width, x: columns.x)
    } else {
      flowed.append(to: &out.list, width: columns.width, x: columns.x, leading: style.leading, room: style.roomAbove)
    }
  }

  /// A cell whose content is set as a list.
  fileprivate struct FlowedCell {
    var cell: Cell
    var flow: CellFlow
    var row: Int
    var column: Int
    var vertical: StyledTree.Table.VerticalAlignment
  }

  private func setFlows(_ rows: [[Cell]], onto out: inout SetBlock) -> [FlowedCell] {
    var cells: [FlowedCell] = []
    let vertical: StyledTree.Table.VerticalAlignment = isHead && rows.count == 1 ? .bottom : .baseline
    for (number, row) in rows.enumerated() {
      let outer = out.structure.enter(StructureElement(.row, parent: -1))
      for (column, cell) in row.prefix(columns.widths.count).enumerated() where !cell.isCovered {
        let element = element(of: cell, in: out)
        let content = out.within(element) { out in flow(of: cell, at: column, onto: &out) }
        guard let content else { continue }
        cells.append(FlowedCell(cell: cell, flow: content, row: number, column: column, vertical: cell.vertical ?? vertical))
      }
      out.structure.leave(to: outer)
    }
    return cells
  }

  /// A cell's content as a list; nil if it is empty.
  private func flow(of cell: Cell, at column: Int, onto out: inout SetBlock) -> CellFlow? {
    guard !cell.isEmpty || cell.hasGround else { return nil }
    let strut = Strut(style.leading).height
    let inside = context.inside(out, measure: max(columns.width(of: cell, at: column), 1.pt))
    var content = SetBlock(in: inside)
    if cell.blocks >= 0 {
      content = inside.set(cell.blocks)
    } else {
      let (lines, shift) = lines(of: cell, at: column, onto: &content)
      content.append(lines, leading: style.leading, x: shift)
    }
    out.takeNotes(of: content)
    return CellFlow(content.list, strut: strut)
  }

  /// The cells of some rows at their positions, with their backgrounds and rules.
  private func place(_ cells: [FlowedCell], _ rows: [[Cell]], _ heights: RowHeights) -> FlowedRows {
    var out = FlowedRows()
    var tops: [Length] = []
    for number in rows.indices {
      if number > 0 {
        out.edges.append(out.height)
        out.rules += rules(above: number, of: rows, at: out.height)
        out.height += rule?.thickness ?? .zero
      }
      tops.append(out.height + style.roomAbove)
      out.height += style.roomAbove + heights.content[number] + style.roomBelow
    }
    for cell in cells {
      let last = min(cell.row + cell.cell.rows, rows.count) - 1
      let bottom = tops[last] + heights.content[last]
      let free = bottom - tops[cell.row] - cell.flow.height
      let drop =
        switch cell.vertical {
        case .baseline: heights.above[cell.row] - cell.flow.baseline
        case .top: Length.zero
        case .middle: free / 2
        case .bottom: free
        }
      let x = columns.left(of: cell.column, reachingOver: cell.cell.columns)
      if cell.cell.hasGround {
        var frame = VFrame(x: x - columns.padding, width: columns.width(of: cell.cell, at: cell.column) + columns.padding * 2)
        frame.fill = cell.cell.background
        if let border = cell.cell.border { (frame.border, frame.borderWidth) = (border, 0.4.pt) }
        frame.overlay = cell.cell.drawing
        out.grounds.append(FlowedRows.Panel(frame: frame, top: tops[cell.row] - style.roomAbove, bottom: bottom + style.roomBelow))
      }
      out.cells.append(FlowedRows.Cell(flow: cell.flow, x: x, top: tops[cell.row] + max(drop, .zero)))
    }
    return out
  }
}

/// The heights of the content of rows that stay together.
private struct RowHeights {
  /// Above the common baseline of each row.
  var above: [Length]
  /// In all.
  var content: [Length]

  init(_ cells: [TableRows.FlowedCell], count: Int, rule: Length, style: BlockStyle) {
    let strut = Strut(style.leading)
    above = [Length](repeating: strut.height, count: count)
    for cell in cells where cell.vertical == .baseline { above[cell.row] = max(above[cell.row], cell.flow.baseline) }
    content = above.map { $0 + strut.depth }
    for cell in cells where cell.cell.rows == 1 { content[cell.row] = max(content[cell.row], need(cell)) }
    // The height of a tall cell beyond its rows goes below the last of them.
    for cell in cells where cell.cell.rows > 1 {
      let last = min(cell.row + cell.cell.rows, count) - 1
      let between = (style.roomAbove + style.roomBelow + rule) * (last - cell.row)
      content[last] += max(.zero, need(cell) - content[cell.row...last].reduce(between, +))
    }
  }

  private func need(_ cell: TableRows.FlowedCell) -> Length {
    cell.flow.height + (cell.vertical == .baseline ? above[cell.row] - cell.flow.baseline : .zero)
  }
}
