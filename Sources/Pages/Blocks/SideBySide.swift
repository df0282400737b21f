import TypesetBoxes
import TypesetStyling

extension BlockBuilder {
  /// Blocks side by side: columns of a div, parts of a figure.
  func appendSideBySide(_ table: StyledTree.Table, style: BlockStyle, in region: Region, into list: inout VList) {
    let strut = Self.strut(style.leading)
    let gap = min(style.text.size * 3 / 2, region.measure / (table.columns.count * 4))
    for (number, row) in table.rows.enumerated() {
      if number > 0 { list.nodes.append(.glue(Glue(style.leading / 2))) }
      var rows = FlowedRows()
      var x = Length.zero
      for (cell, width) in zip(row, widths(of: row, count: table.columns.count, gap: gap, measure: region.measure)) {
        defer { x += width + gap }
        guard cell.blocks >= 0 else { continue }
        var content = VList()
        let outer = spaceBelow
        spaceBelow = nil
        within(.division) { build(cell.blocks, x: .zero, measure: width, into: &content) }
        spaceBelow = outer
        rows.cells.append(FlowedRows.Cell(flow: CellFlow(content, strut: strut.height), x: x, top: .zero))
      }
      rows.height = rows.cells.map(\.flow.height).max() ?? .zero
      for (index, cell) in row.enumerated() where cell.vertical == .bottom && index < rows.cells.count {
        rows.cells[index].top = rows.height - rows.cells[index].flow.height
      }
      if rows.height > sheet.textHeight / 3, row.allSatisfy({ $0.vertical != .bottom }) {
        rows.append(to: &list, width: region.measure, x: region.x, leading: style.leading, room: .zero)
      } else {
        let baseline = min(rows.cells.first.map { $0.top + $0.flow.baseline } ?? .zero, rows.height)
        list.append(
          rows.packed(baseline: baseline), height: baseline, depth: rows.height - baseline, width: region.measure, x: region.x)
      }
    }
  }

  /// As their author wants them, the others alike; all together no wider than there is room.
  private func widths(of row: [StyledTree.Table.Cell], count: Int, gap: Length, measure: Length) -> [Length] {
    let room = measure - gap * (count - 1)
    var widths = row.map { cell -> Length? in
      switch cell.width {
      case nil: nil
      case .absolute(let length): min(length, room)
      case .fraction(let part): room.scaled(by: min(part, 1))
      }
    }
    let given = widths.compactMap(\.self).reduce(.zero, +)
    let open = max(count - widths.count, 0) + widths.count { $0 == nil }
    let least = room / (count * 4)
    let share = open > 0 ? max((room - given) / open, least) : .zero
    widths = widths.map { $0 ?? share }
    let sum = widths.compactMap(\.self).reduce(share * max(count - widths.count, 0), +)
    let factor = sum > room ? room.points / max(sum.points, 1) : 1
    return widths.map { max(($0 ?? share).scaled(by: factor), 1.pt) }
  }
}
