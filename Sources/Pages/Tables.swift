import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// A table: columns as wide as their content where it fits, else shared out; heads repeat where pages divide it.
  func appendTable(_ table: StyledTree.Table, style: BlockStyle, in region: Region, into list: inout VList) {
    let count = table.columns.count
    guard count > 0 else { return }
    let padding = table.cellStyle.padding
    let widths = columnWidths(of: table, measure: region.measure - padding * (2 * count))
    let tableWidth = widths.reduce(padding * (2 * count), +)
    let x =
      switch style.align {
      case .center: region.x + (region.measure - tableWidth) / 2
      case .right: region.x + region.measure - tableWidth
      case .justified, .left: region.x
      }
    let layout = TableLayout(columns: table.columns, widths: widths, padding: padding, width: tableWidth, x: x)

    // A frame without looks carries the head over the pages.
    list.frames.append(VFrame(x: x, width: tableWidth))
    let frame = Int32(list.frames.count - 1)
    list.nodes.append(.beginFrame(frame))
    let headStart = Int32(list.nodes.count)
    let color = style.border ?? style.text.color
    appendRule(layout, thickness: style.borderWidth.scaled(by: 1.6), color: color, into: &list)
    for row in table.head { appendRow(row, style: table.headStyle, layout: layout, into: &list) }
    if !table.head.isEmpty { appendRule(layout, thickness: style.borderWidth, color: color, into: &list) }
    let headEnd = Int32(list.nodes.count)
    if headEnd > headStart { list.frames[Int(frame)].head = headStart..<headEnd }
    for (number, row) in table.rows.enumerated() {
      if number > 0 {
        if let line = table.cellStyle.border {
          appendRule(layout, thickness: table.cellStyle.borderWidth, color: line, into: &list)
        }
        list.nodes.append(.penalty(number == 1 || number == table.rows.count - 1 ? 500 : 0))
      }
      appendRow(row, style: table.cellStyle, layout: layout, into: &list)
    }
    appendRule(layout, thickness: style.borderWidth.scaled(by: 1.6), color: color, into: &list)
    list.nodes.append(.endFrame(frame))
  }

  private struct TableLayout {
    var columns: [Tree.Alignment]
    var widths: [Length]
    /// Left and right of each cell.
    var padding: Length
    var width: Length
    var x: Length
  }

  /// Natural widths where they fit; else a fair share of the measure.
  private func columnWidths(of table: StyledTree.Table, measure: Length) -> [Length] {
    var minimum = [Length](repeating: .zero, count: table.columns.count)
    var natural = minimum
    for cells in table.head + table.rows {
      for (column, cell) in cells.prefix(table.columns.count).enumerated() {
        let widths = paragraphs.widths(of: cell.text, attachments: attachments(of: cell, measure: measure))
        minimum[column] = max(minimum[column], widths.minimum)
        natural[column] = max(natural[column], widths.natural)
      }
    }
    let naturalSum = natural.reduce(.zero, +)
    if naturalSum <= measure { return natural }
    // Narrow columns get what they ask for, from the narrowest on; the others share the rest evenly, but for a word that
    // is wider than its share and fits.
    var widths = natural
    var rest = measure
    var left = natural.count
    for column in natural.indices.sorted(by: { natural[$0] < natural[$1] }) {
      let share = rest / max(left, 1)
      widths[column] = min(natural[column], max(share, min(minimum[column], rest / 2)))
      rest -= widths[column]
      left -= 1
    }
    let sum = widths.reduce(.zero, +)
    return sum <= measure ? widths : widths.map { $0.scaled(by: measure.points / max(sum.points, 1)) }
  }

  private func appendRule(_ layout: TableLayout, thickness: Length, color: Color, into list: inout VList) {
    guard thickness > .zero else { return }
    var ink = Ink()
    ink.items.append(.rule(Rect(x: .zero, y: .zero, width: layout.width, height: thickness), color))
    list.append(ink, height: thickness, depth: .zero, width: layout.width, x: layout.x)
  }

  /// One row, its cells' first baselines in line. A row of more than a quarter of a page may be divided between lines.
  private func appendRow(_ cells: [InlineContent], style: BlockStyle, layout: TableLayout, into list: inout VList) {
    var columns: [Lines] = []
    for (column, width) in layout.widths.enumerated() {
      var cellStyle = style
      cellStyle.align =
        switch layout.columns[column] {
        case .none, .left: .left
        case .center: .center
        case .right: .right
        }
      columns.append(column < cells.count ? lines(of: cells[column], style: cellStyle, measure: width) : Lines())
    }
    let room = style.before.natural
    list.nodes.append(.kern(room))
    let height = (columns.map { $0.lines.count }.max() ?? 0) * style.leading.rawValue
    if height > tree.theme.page.textHeight.rawValue / 4 {
      appendDivided(columns, style: style, layout: layout, into: &list)
    } else {
      appendWhole(columns, style: style, layout: layout, into: &list)
    }
    list.nodes.append(.kern(room))
  }

  private func appendWhole(_ columns: [Lines], style: BlockStyle, layout: TableLayout, into list: inout VList) {
    let strut = Self.strut(style.leading)
    var ink = Ink()
    var (height, depth) = strut
    var x = layout.padding
    for (column, lines) in columns.enumerated() {
      let box = pack(lines, leading: style.leading)
      ink.append(box.ink, dx: x, dy: .zero)
      height = max(height, box.height)
      depth = max(depth, box.depth)
      x += layout.widths[column] + layout.padding * 2
    }
    list.append(ink, height: height, depth: depth, width: layout.width, x: layout.x)
  }

  private func appendDivided(_ columns: [Lines], style: BlockStyle, layout: TableLayout, into list: inout VList) {
    let strut = Self.strut(style.leading)
    for number in 0..<(columns.map { $0.lines.count }.max() ?? 0) {
      var ink = Ink()
      var (height, depth) = strut
      var x = layout.padding
      for (column, lines) in columns.enumerated() {
        if number < lines.lines.count {
          let line = lines.lines[number]
          ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: x, dy: .zero)
          height = max(height, line.height)
          depth = max(depth, line.depth)
        }
        x += layout.widths[column] + layout.padding * 2
      }
      if number > 0 { list.nodes.append(.glue(.zero)) }
      list.append(ink, height: height, depth: depth, width: layout.width, x: layout.x)
    }
  }
}
