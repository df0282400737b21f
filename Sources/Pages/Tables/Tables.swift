import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// A table below its caption: columns as wide as their content where it fits, else broken, smaller or divided; heads repeat
  /// where pages divide it.
  func appendTable(_ table: StyledTree.Table, style: BlockStyle, at span: SourceSpan, in region: Region, into list: inout VList) {
    guard !table.columns.isEmpty else { return }
    if table.isLayout { return appendSideBySide(table, style: style, in: region, into: &list) }
    appendCaption(of: table, style: style, in: region, into: &list)
    let parts = fit(table, measure: region.measure, at: span)
    // What is set upright is dropped where a landscape page is wanted; tables within cells stay in their places.
    if turn == .wanted, !isOnTurnedSheet { return }
    turn = .impossible
    for (number, part) in parts.enumerated() {
      if number > 0 { list.nodes.append(.glue(style.after)) }
      // Each further part is a table of its own.
      if number == 0 {
        atScale(part.scale) { append(part, style: style, in: region, into: &list) }
      } else {
        let outer = structure.leaveToOuter()
        within(.table) { atScale(part.scale) { append(part, style: style, in: region, into: &list) } }
        structure.leave(to: outer)
      }
    }
  }

  /// Captions of tables stand above them, since tables may go on for pages.
  private func appendCaption(of table: StyledTree.Table, style: BlockStyle, in region: Region, into list: inout VList) {
    guard !table.caption.isEmpty else { return }
    let captionStyle = style.applying(tree.theme[.caption], families: tree.theme.families)
    let lines = within(.caption) { captionLines(table.caption, style: captionStyle, measure: region.measure) }
    append(lines, leading: captionStyle.leading, x: region.x, into: &list)
    list.nodes.append(.penalty(Penalty.prohibit))
    list.nodes.append(.glue(Glue(captionStyle.before.natural)))
  }

  private func append(_ fitted: FittedTable, style: BlockStyle, in region: Region, into list: inout VList) {
    let table = fitted.table
    let padding = table.cellStyle.padding
    let width = fitted.widths.reduce(padding * (2 * fitted.widths.count), +)
    let x =
      switch style.align {
      case .center: region.x + (region.measure - width) / 2
      case .right: region.x + region.measure - width
      // Left is where lines begin.
      case .justified, .left: beginsAtRight(table) ? region.x + region.measure - width : region.x
      }
    var layout = TableLayout(columns: table.columns, widths: fitted.widths, padding: padding, width: width, x: x)
    layout.isMirrored = beginsAtRight(table)
    let color = style.border ?? style.text.color

    // A frame without looks carries the head over the pages.
    var carrier = VFrame(x: x, width: width)
    carrier.closing = (color, style.borderWidth)
    list.frames.append(carrier)
    let frame = Int32(list.frames.count - 1)
    list.nodes.append(.beginFrame(frame))
    let headStart = Int32(list.nodes.count)
    appendRule(layout, thickness: style.borderWidth.scaled(by: 1.6), color: color, into: &list)
    let headElement = structure.count
    within(.tableHead) { appendRows(table.head, style: table.headStyle, rule: nil, isHead: true, layout: layout, into: &list) }
    // A head that takes much of a page is neither repeated nor kept in one piece.
    let isRepeated = list.naturalHeight(of: Int(headStart)..<list.nodes.count) <= sheet.textHeight / 3
    if !isRepeated {
      list.nodes.removeSubrange(Int(headStart)...)
      structure.removeAll(from: headElement)
      appendRule(layout, thickness: style.borderWidth.scaled(by: 1.6), color: color, into: &list)
      within(.tableHead) { appendRows(table.head, style: table.headStyle, rule: nil, isHead: false, layout: layout, into: &list) }
    }
    if !table.head.isEmpty { appendRule(layout, thickness: style.borderWidth, color: color, into: &list) }
    let headEnd = Int32(list.nodes.count)
    if headEnd > headStart, isRepeated { list.frames[Int(frame)].head = headStart..<headEnd }
    let line = table.cellStyle.border.map { (color: $0, thickness: table.cellStyle.borderWidth) }
    var cellStyle = table.cellStyle
    // Where cells have space within them, rows need more to be told apart.
    if table.rows.joined().contains(where: { $0.blocks >= 0 }) { cellStyle.before.natural += cellStyle.leading / 6 }
    within(.tableBody) { appendRows(table.rows, style: cellStyle, rule: line, isHead: false, layout: layout, into: &list) }
    appendRule(layout, thickness: style.borderWidth.scaled(by: 1.6), color: color, into: &list)
    list.nodes.append(.endFrame(frame))
    keepWhole(from: Int(headStart), mayMove: sheet.movesFigures && !table.caption.isEmpty, in: &list)
  }

  /// A short table stands on one page; how short it must be depends on whether text may fill the room that it leaves.
  private func keepWhole(from first: Int, mayMove: Bool, in list: inout VList) {
    guard list.naturalHeight(of: first..<list.nodes.count) <= sheet.textHeight.scaled(by: mayMove ? 0.62 : 0.2) else { return }
    for index in first..<list.nodes.count {
      if case .penalty = list.nodes[index] { list.nodes[index] = .penalty(Penalty.prohibit) }
    }
  }

  /// Does the first text in it run right to left (UAX #9, rules P2 and P3)?
  private func beginsAtRight(_ table: StyledTree.Table) -> Bool {
    for row in table.head + table.rows {
      guard let cell = row.first(where: { !$0.isEmpty }) else { continue }
      return cell.blocks < 0 ? paragraphs.beginsAtRight(cell.content.text) : beginsAtRight(cell.blocks)
    }
    return tree.theme.page.isRightToLeft
  }

  struct TableLayout {
    var columns: [Tree.Alignment]
    var widths: [Length]
    /// Left and right of each cell.
    var padding: Length
    var width: Length
    var x: Length
    /// The first column stands at the right.
    var isMirrored = false

    /// The width of a cell's text.
    func width(of cell: StyledTree.Table.Cell, at column: Int) -> Length {
      let last = min(column + cell.columns, widths.count)
      return widths[column..<last].reduce(padding * (2 * (last - column - 1)), +)
    }

    /// Left edge of the text of a cell that reaches over some columns.
    func left(of column: Int, reachingOver columns: Int = 1) -> Length {
      let start = widths[..<column].reduce(padding * (2 * column + 1), +)
      guard isMirrored else { return start }
      let last = min(column + columns, widths.count)
      return width - start - widths[column..<last].reduce(padding * (2 * (last - column - 1)), +)
    }
  }

  /// One cell, set.
  private struct SetCell {
    var lines: Lines
    var x: Length
  }

  private func appendRows(
    _ rows: [[StyledTree.Table.Cell]], style: BlockStyle, rule: (color: Color, thickness: Length)?, isHead: Bool, layout: TableLayout,
    into list: inout VList
  ) {
    var number = 0
    while number < rows.count {
      // Rows that a cell reaches over stay together.
      var end = number + 1
      var row = number
      while row < end {
        for cell in rows[row] where !cell.isCovered { end = max(end, min(row + cell.rows, rows.count)) }
        row += 1
      }
      if number > 0 {
        if let rule { appendRule(layout, thickness: rule.thickness, color: rule.color, into: &list) }
        if !isHead { list.nodes.append(.penalty(number == 1 || end == rows.count ? 500 : 0)) }
      }
      if end == number + 1, !needsFlow(rows[number]) {
        appendRow(rows[number], style: style, isHead: isHead, layout: layout, into: &list)
      } else {
        appendFlowed(Array(rows[number..<end]), style: style, rule: rule, isHead: isHead, layout: layout, into: &list)
      }
      if isHead, end < rows.count {
        let rules = partialRules(below: rows[end - 1], style: style, layout: layout)
        if !rules.items.isEmpty { list.append(rules, height: 0.35.pt, depth: .zero, width: layout.width, x: layout.x) }
      }
      number = end
    }
  }

  private func set(_ cell: StyledTree.Table.Cell, at column: Int, style: BlockStyle, layout: TableLayout) -> SetCell {
    SetCell(
      lines: lines(of: cell, at: column, style: style, layout: layout), x: layout.left(of: column, reachingOver: cell.columns))
  }

  /// The lines of a cell that has no blocks in it.
  func lines(of cell: StyledTree.Table.Cell, at column: Int, style: BlockStyle, layout: TableLayout) -> Lines {
    var cellStyle = style
    cellStyle.align =
      switch cell.align ?? (cell.columns > 1 ? .center : layout.columns[column]) {
      // Numbers too stand where a mirrored column begins.
      case .none: layout.isMirrored && !paragraphs.beginsAtRight(cell.content.text) ? .right : .left
      case .left: .left
      case .center: .center
      case .right: .right
      }
    return lines(of: cell.content, style: cellStyle, measure: layout.width(of: cell, at: column))
  }

  /// The cells of one row that are not empty.
  private func set(_ cells: [StyledTree.Table.Cell], style: BlockStyle, layout: TableLayout) -> [SetCell] {
    within(.row) {
      cells.prefix(layout.widths.count).enumerated().compactMap { column, cell in
        guard !cell.isCovered else { return nil }
        return within(element(of: cell)) { cell.isEmpty ? nil : set(cell, at: column, style: style, layout: layout) }
      }
    }
  }

  func element(of cell: StyledTree.Table.Cell) -> StructureElement {
    var element = StructureElement(structure.isWithinTableHead || cell.isRowHead ? .headCell : .cell, parent: -1)
    (element.columns, element.rows) = (Int32(clamping: cell.columns), Int32(clamping: cell.rows))
    return element
  }

  /// One row, its cells' first baselines in line, in heads their last ones. A row of more than a third of a page may be divided
  /// between lines.
  private func appendRow(
    _ cells: [StyledTree.Table.Cell], style: BlockStyle, isHead: Bool, layout: TableLayout, into list: inout VList
  ) {
    let cells = set(cells, style: style, layout: layout)
    // The room above and below belongs to the boxes, so that it does not vanish at the top of a page.
    let height = (cells.map { $0.lines.lines.count }.max() ?? 0) * style.leading.rawValue
    if !isHead, height > sheet.textHeight.rawValue / 3 {
      appendDivided(cells.map { ($0.lines, $0.x) }, style: style, layout: layout, into: &list)
    } else {
      let (ink, height, depth) = packed(cells, style: style, isHead: isHead)
      list.append(ink, height: height + style.roomAbove, depth: depth + style.roomBelow, width: layout.width, x: layout.x)
    }
  }

  private func packed(_ cells: [SetCell], style: BlockStyle, isHead: Bool) -> (ink: Ink, height: Length, depth: Length) {
    var (height, depth) = Self.strut(style.leading)
    let boxes = cells.map { pack($0.lines, leading: style.leading) }
    for box in boxes {
      height = max(height, box.height)
      depth = max(depth, box.depth)
    }
    var ink = Ink()
    for (cell, box) in zip(cells, boxes) { ink.append(box.ink, dx: cell.x, dy: isHead ? -(depth - box.depth) : .zero) }
    return (ink, height, depth)
  }

  /// In heads of several rows: a thin rule below each cell that reaches over several columns, as booktabs' `\cmidrule`.
  func partialRules(below row: [StyledTree.Table.Cell], style: BlockStyle, layout: TableLayout) -> Ink {
    var ink = Ink()
    for (column, cell) in row.prefix(layout.widths.count).enumerated()
    where !cell.isCovered && cell.columns > 1 && cell.rows == 1 && !cell.isEmpty {
      let width = layout.width(of: cell, at: column)
      ink.items.append(
        .rule(Rect(x: layout.left(of: column, reachingOver: cell.columns), y: .zero, width: width, height: 0.35.pt), style.text.color))
    }
    return ink
  }

  private func appendRule(_ layout: TableLayout, thickness: Length, color: Color, into list: inout VList) {
    guard thickness > .zero else { return }
    var ink = Ink()
    ink.items.append(.rule(Rect(x: .zero, y: .zero, width: layout.width, height: thickness), color))
    list.append(ink, height: thickness, depth: .zero, width: layout.width, x: layout.x)
  }

  private func appendDivided(_ columns: [(lines: Lines, x: Length)], style: BlockStyle, layout: TableLayout, into list: inout VList) {
    let strut = Self.strut(style.leading)
    let count = columns.map { $0.lines.lines.count }.max() ?? 0
    for number in 0..<count {
      var ink = Ink()
      var (height, depth) = strut
      for (lines, x) in columns where number < lines.lines.count {
        let line = lines.lines[number]
        ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: x, dy: .zero)
        height = max(height, line.height)
        depth = max(depth, line.depth)
      }
      if number > 0 {
        if number == 1 || number == count - 1 { list.nodes.append(.penalty(Penalty.prohibit)) }
        // Of the space above nothing is seen but at the top of a page.
        list.nodes.append(.glue(Glue(-style.roomAbove)))
      }
      height += style.roomAbove
      if number == count - 1 { depth += style.roomBelow }
      list.append(ink, height: height, depth: depth, width: layout.width, x: layout.x)
    }
  }
}
