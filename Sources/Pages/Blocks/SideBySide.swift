import TypesetBoxes
import TypesetStyling

/// Blocks side by side: columns of a div, parts of a figure.
struct SideBySide {
  let table: StyledTree.Table
  let style: BlockStyle
  let context: BlockContext

  func set() -> SetBlock {
    var out = SetBlock(in: context)
    for (number, row) in table.rows.enumerated() {
      if number > 0 { out.list.nodes.append(.glue(Glue(style.leading / 2))) }
      append(row, to: &out)
    }
    return out
  }

  private func append(_ row: [StyledTree.Table.Cell], to out: inout SetBlock) {
    let gap = min(style.text.size * 3 / 2, context.measure / (table.columns.count * 4))
    var rows = FlowedRows()
    let widths = widths(of: row, gap: gap)
    var x = Length.zero
    if row.count == table.columns.count, row.allSatisfy({ $0.vertical == .bottom }) {
      // Pictures that do not fill the measure are in its middle.
      x = max(context.measure - widths.reduce(gap * (row.count - 1), +), .zero) / 2
    }
    for (cell, width) in zip(row, widths) {
      defer { x += width + gap }
      guard cell.blocks >= 0 else { continue }
      let flow = out.within(.division) { out in
        let content = context.inside(out, measure: width).set(cell.blocks)
        out.takeNotes(of: content)
        return CellFlow(content.list, strut: Strut(style.leading).height)
      }
      rows.cells.append(FlowedRows.Cell(flow: flow, x: x, top: .zero))
    }
    rows.height = rows.cells.map(\.flow.height).max() ?? .zero
    for (index, cell) in row.enumerated() where cell.vertical == .bottom && index < rows.cells.count {
      rows.cells[index].top = rows.height - rows.cells[index].flow.height
    }
    if rows.height > context.sheet.textHeight / 3, row.allSatisfy({ $0.vertical != .bottom }) {
      rows.append(to: &out.list, width: context.measure, x: context.x, leading: style.leading, room: .zero)
    } else {
      let baseline = min(rows.cells.first.map { $0.top + $0.flow.baseline } ?? .zero, rows.height)
      out.list.append(
        rows.packed(baseline: baseline), height: baseline, depth: rows.height - baseline, width: context.measure, x: context.x)
    }
  }

  /// The author's widths, and equal ones for the others; in total no wider than the measure.
  private func widths(of row: [StyledTree.Table.Cell], gap: Length) -> [Length] {
    let count = table.columns.count
    let room = context.measure - gap * (count - 1)
    let wishes = row.map { cell -> Length? in
      switch cell.width {
      case nil, .capitals: nil
      case .absolute(let length): min(length, room)
      case .fraction(let part): room.scaled(by: min(part, 1))
      }
    }
    let given = wishes.compactMap(\.self).reduce(.zero, +)
    let open = max(count - wishes.count, 0) + wishes.count { $0 == nil }
    let least = room / (count * 4)
    let share = open > 0 ? max((room - given) / open, least) : .zero
    let widths = wishes.map { $0 ?? share }
    let sum = widths.reduce(share * max(count - widths.count, 0), +)
    let factor = sum > room ? room.points / max(sum.points, 1) : 1
    return widths.map { max($0.scaled(by: factor), 1.pt) }
  }
}
