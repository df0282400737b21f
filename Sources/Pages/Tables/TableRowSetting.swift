import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

/// Sets rows of a table: of its head, or of its body.
struct TableRows {
  typealias Cell = StyledTree.Table.Cell

  let columns: TableColumns
  let style: BlockStyle
  /// Between rows.
  let rule: RuleLine?
  let isHead: Bool
  let context: BlockContext
  /// Rows with a rule above them, and that rule.
  var ruled: Set<Int> = []
  var groupRule: RuleLine?

  /// A cell with lines of text, set.
  private struct SetCell {
    var lines: Lines
    var x: Length
  }

  func append(_ rows: [[Cell]], to out: inout SetBlock) {
    var number = 0
    while number < rows.count {
      let end = Self.end(ofRowsFrom: number, in: rows)
      if number > 0 {
        if let rule { out.list.append(rule, columns) } else if ruled.contains(number), let groupRule { out.list.append(groupRule, columns) }
        if !isHead { out.list.nodes.append(.penalty(number == 1 || end == rows.count ? 500 : 0)) }
      }
      if end == number + 1, !Self.needsFlow(rows[number]) {
        append(rows[number], to: &out)
      } else {
        appendFlowed(Array(rows[number..<end]), to: &out)
      }
      if isHead, end < rows.count {
        let rules = partialRules(below: rows[end - 1])
        if !rules.items.isEmpty { out.list.append(rules, height: Self.thinRule, depth: .zero, width: columns.width, x: columns.x) }
      }
      number = end
    }
  }

  /// Rows that a cell spans stay together.
  private static func end(ofRowsFrom first: Int, in rows: [[Cell]]) -> Int {
    var end = first + 1
    var row = first
    while row < end {
      for cell in rows[row] where !cell.isCovered { end = max(end, min(row + cell.rows, rows.count)) }
      row += 1
    }
    return end
  }

  /// The lines of a cell without blocks, and how far to the right of the cell's edge they begin: numbers are aligned at their signs.
  func lines(of cell: Cell, at column: Int, onto out: inout SetBlock) -> (lines: Lines, shift: Length) {
    var style = style
    let width = columns.width(of: cell, at: column)
    if cell.decimal != nil, let numbers = columns.decimals(at: column) {
      (style.align, style.authorAlign) = (.left, nil)
      let shift = numbers.shift(of: cell, in: width, aligned: cell.align ?? columns.alignments[column], in: context)
      return (context.lines(of: cell.content, style: style, measure: width - shift, onto: &out), shift)
    }
    let given = cell.align ?? (cell.columns > 1 ? .center : columns.alignments[column])
    style.align =
      switch given {
      // In a mirrored table, numbers are at the side where the column begins.
      case .none: columns.isMirrored && !context.document.paragraphs.beginsAtRight(cell.content.text) ? .right : .left
      case .left: .left
      case .center: .center
      case .right: .right
      }
    // Sides that the author names are the page's, whichever way the text runs; `:--` in a column is where its text begins.
    style.authorAlign = cell.align != nil || given == .right ? style.align : nil
    return (context.lines(of: cell.content, style: style, measure: width, onto: &out), .zero)
  }

  /// The cells of one row that are not empty.
  private func set(_ cells: [Cell], onto out: inout SetBlock) -> [SetCell] {
    out.within(.row) { out in
      var set: [SetCell] = []
      for (column, cell) in cells.prefix(columns.widths.count).enumerated() where !cell.isCovered {
        out.within(element(of: cell, in: out)) { out in
          guard !cell.isEmpty else { return }
          let (lines, shift) = lines(of: cell, at: column, onto: &out)
          set.append(SetCell(lines: lines, x: columns.left(of: column, reachingOver: cell.columns) + shift))
        }
      }
      return set
    }
  }

  func element(of cell: Cell, in out: borrowing SetBlock) -> StructureElement {
    var element = StructureElement(out.structure.isWithinTableHead || cell.isRowHead ? .headCell : .cell, parent: -1)
    (element.columns, element.rows) = (Int32(clamping: cell.columns), Int32(clamping: cell.rows))
    return element
  }

  /// One row, with its cells' first baselines aligned, in heads their last ones. A row of more than a third of a page may be split
  /// between lines.
  private func append(_ cells: [Cell], to out: inout SetBlock) {
    let cells = set(cells, onto: &out)
    let count = cells.map { $0.lines.lines.count }.max() ?? 0
    if !isHead, style.leading * count > context.sheet.textHeight / 3 { return appendDivided(cells, count: count, to: &out.list) }
    // The space above and below belongs to the boxes, so that it does not vanish at the top of a page.
    let row = packed(cells)
    out.list.append(
      row.ink, height: row.height + style.roomAbove, depth: row.depth + style.roomBelow, width: columns.width, x: columns.x)
  }

  private func packed(_ cells: [SetCell]) -> SetInk {
    let strut = Strut(style.leading)
    let boxes = cells.map { SetInk($0.lines, leading: style.leading) }
    var row = SetInk()
    row.height = boxes.reduce(strut.height) { max($0, $1.height) }
    row.depth = boxes.reduce(strut.depth) { max($0, $1.depth) }
    for (cell, box) in zip(cells, boxes) { row.ink.append(box.ink, dx: cell.x, dy: isHead ? -(row.depth - box.depth) : .zero) }
    return row
  }

  private func appendDivided(_ cells: [SetCell], count: Int, to list: inout VList) {
    let strut = Strut(style.leading)
    for number in 0..<count {
      var ink = Ink()
      var (height, depth) = (strut.height, strut.depth)
      for cell in cells where number < cell.lines.lines.count {
        let line = cell.lines.lines[number]
        ink.append(line, of: cell.lines, dx: cell.x)
        height = max(height, line.height)
        depth = max(depth, line.depth)
      }
      if number > 0 {
        if number == 1 || number == count - 1 { list.nodes.append(.penalty(Penalty.prohibit)) }
        // The space above is visible only at the top of a page.
        list.nodes.append(.glue(Glue(-style.roomAbove)))
      }
      height += style.roomAbove
      if number == count - 1 { depth += style.roomBelow }
      list.append(ink, height: height, depth: depth, width: columns.width, x: columns.x)
    }
  }
}
