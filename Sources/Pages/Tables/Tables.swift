import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

/// A table below its caption: columns as wide as their content if it fits, else broken, scaled down or split; heads repeat on
/// each page.
struct TableBlock: BlockKind {
  var table: StyledTree.Table

  var traits: BlockTraits {
    var traits: BlockTraits = .drawsItsBorder
    if !table.caption.isEmpty { traits.insert(.mayMove) }
    if !table.isLayout { traits.insert(.mayTurn) }
    return traits
  }

  func elements(in context: BlockContext) -> [StructureElement] {
    [StructureElement(table.isLayout ? .division : .table, parent: -1)]
  }

  func scaled(by factor: Double) -> TableBlock {
    var table = table.scaled(by: factor)
    table.caption = table.caption.scaled(by: factor)
    return TableBlock(table: table)
  }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    let demand = TableDemand(of: table, in: context)
    return Widths(minimum: demand.minimumSum + table.padding, natural: demand.naturalSum + table.padding)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    guard !table.columns.isEmpty else { return out }
    if table.isLayout { return SideBySide(table: table, style: style, context: context).set() }
    appendCaption(style, in: context, onto: &out)
    let parts = TableFitting(table: table, context: context).fit(onto: &out)
    // Tables within cells keep their position.
    var context = context
    context.turn = .impossible
    for (number, part) in parts.enumerated() {
      if number > 0 { out.list.nodes.append(.glue(style.after)) }
      let setter = TableSetter(part, style: style, context: context.scaled(by: part.scale))
      guard number > 0 else {
        setter.append(to: &out)
        continue
      }
      // Each further part is a separate table.
      let outer = out.structure.leaveToOuter()
      out.within(.table) { out in setter.append(to: &out) }
      out.structure.leave(to: outer)
    }
    return out
  }

  /// Captions of tables are above them, since tables may extend over pages.
  private func appendCaption(_ style: BlockStyle, in context: BlockContext, onto out: inout SetBlock) {
    guard !table.caption.isEmpty else { return }
    let theme = context.document.tree.theme
    var captionStyle = style.applying(theme[.caption], families: theme.families).readable(on: context.ground)
    // A short caption is over its table.
    if style.align == .left, captionStyle.align == .center { captionStyle.align = .left }
    let lines = out.within(.caption) { out in
      context.captionLines(table.caption, style: captionStyle, measure: context.measure, onto: &out)
    }
    out.append(lines, leading: captionStyle.leading, x: context.x, counts: false)
    out.list.nodes.append(.penalty(Penalty.prohibit))
    out.list.nodes.append(.glue(Glue(captionStyle.before.natural)))
  }
}

extension StyledTree.Table {
  /// The total padding of a row's cells.
  var padding: Length { cellStyle.padding * (2 * columns.count) }
}

/// The columns of a table at their positions.
struct TableColumns {
  var alignments: [Tree.Alignment]
  var widths: [Length]
  var decimals: [DecimalColumn?]
  /// The padding at the left and right of each cell.
  var padding: Length
  /// The width of the whole table.
  var width: Length
  var x: Length
  /// True if the first column is at the right.
  var isMirrored = false

  /// The width of a cell's text.
  func width(of cell: StyledTree.Table.Cell, at column: Int) -> Length {
    let last = min(column + cell.columns, widths.count)
    return widths[column..<last].reduce(padding * (2 * (last - column - 1)), +)
  }

  /// The numbers of a column that is aligned at the decimal sign, if there is room for them.
  func decimals(at column: Int) -> DecimalColumn? {
    guard column < decimals.count, let numbers = decimals[column], numbers.width <= widths[column] else { return nil }
    return numbers
  }

  /// The left edge of the text of a cell that spans some columns.
  func left(of column: Int, reachingOver columns: Int = 1) -> Length {
    let start = widths[..<column].reduce(padding * (2 * column + 1), +)
    guard isMirrored else { return start }
    let last = min(column + columns, widths.count)
    return width - start - widths[column..<last].reduce(padding * (2 * (last - column - 1)), +)
  }
}

/// A horizontal or vertical rule.
struct RuleLine {
  var color: Color
  var thickness: Length
}

/// Sets a table with known column widths.
struct TableSetter {
  private let table: StyledTree.Table
  private let style: BlockStyle
  private let context: BlockContext
  private let columns: TableColumns

  init(_ fitted: FittedTable, style: BlockStyle, context: BlockContext) {
    table = fitted.table
    self.style = style
    self.context = context
    let padding = table.cellStyle.padding
    let width = fitted.widths.reduce(table.padding, +)
    let isMirrored = context.document.beginsAtRight(table)
    // Left is where lines begin.
    let isAtRight = style.align == .right || style.align != .center && isMirrored
    let shift = isAtRight ? context.measure - width : style.align.offset(of: width, in: context.measure)
    columns = TableColumns(
      alignments: table.columns, widths: fitted.widths, decimals: fitted.decimals, padding: padding, width: width, x: context.x + shift,
      isMirrored: isMirrored)
  }

  private var rule: RuleLine { RuleLine(color: style.border ?? style.text.color, thickness: style.borderWidth) }
  private var thickRule: RuleLine { RuleLine(color: rule.color, thickness: rule.thickness.scaled(by: 1.6)) }

  func append(to out: inout SetBlock) {
    // An invisible frame carries the head over the pages.
    var carrier = VFrame(x: columns.x, width: columns.width)
    carrier.closing = (rule.color, rule.thickness)
    let frame = out.begin(carrier)
    let headStart = out.list.nodes.count
    let isRepeated = appendHead(to: &out)
    let headEnd = out.list.nodes.count
    if headEnd > headStart, isRepeated { out.list.frames[Int(frame)].head = Int32(headStart)..<Int32(headEnd) }
    var cellStyle = table.cellStyle
    let line = cellStyle.border.map { RuleLine(color: $0, thickness: cellStyle.borderWidth) }
    // If cells have space within them, rows need more space between them.
    if table.body.joined().contains(where: { $0.blocks >= 0 }) { cellStyle.before.natural += cellStyle.leading / 6 }
    var body = TableRows(columns: columns, style: cellStyle, rule: line, isHead: false, context: context)
    body.ruled = line == nil ? table.ruled : []
    body.groupRule = rule
    out.within(.tableBody) { out in body.append(Array(table.body), to: &out) }
    out.list.append(thickRule, columns)
    out.end(frame)
    appendNotes(to: &out)
    keepWhole(from: headStart, in: &out.list)
  }

  /// The notes below the table, as wide as it is, but no narrower than lines can be read.
  private func appendNotes(to out: inout SetBlock) {
    guard table.noteCount > 0 else { return }
    let natural = table.notes.joined().map { context.widths(of: $0, share: context.measure).natural }.max() ?? .zero
    let width = min(context.measure, max(columns.width - columns.padding * 2, min(natural + 1.pt, table.cellStyle.text.size * 24)))
    let free = context.measure - width
    let x = min(max(columns.x - context.x + (columns.width - width) / (isCentred ? 2 : 1), .zero), free)
    let left = isCentred ? x : min(max(columns.x - context.x + columns.padding, .zero), free)
    out.within(.tableBody) { out in
      for (number, row) in table.notes.enumerated() {
        guard let cell = row.first, cell.blocks >= 0 else { continue }
        out.list.nodes.append(.penalty(Penalty.prohibit))
        out.list.nodes.append(.glue(Glue(table.cellStyle.leading.scaled(by: number == 0 ? 0.35 : 0.15))))
        out.within(.row) { out in
          var element = StructureElement(.cell, parent: -1)
          element.columns = Int32(clamping: table.columns.count)
          out.within(element) { out in
            let inner = context.following(out).moved(to: context.x + left, measure: width)
            out.append(inner.set(cell.blocks))
          }
        }
      }
    }
    out.spaceBelow = nil
  }

  private var isCentred: Bool { style.align == .center }

  /// The head between its rules.
  ///
  /// - Returns: False if it takes so much of a page that it is neither repeated nor kept in one piece.
  private func appendHead(to out: inout SetBlock) -> Bool {
    out.list.append(thickRule, columns)
    var head = setHead(isHead: true, after: out)
    let isRepeated = head.list.naturalHeight + max(thickRule.thickness, .zero) <= context.sheet.textHeight / 3
    if !isRepeated { head = setHead(isHead: false, after: out) }
    out.append(head)
    if !table.head.isEmpty { out.list.append(rule, columns) }
    return isRepeated
  }

  private func setHead(isHead: Bool, after out: SetBlock) -> SetBlock {
    var head = SetBlock(in: context.following(out))
    let rows = TableRows(columns: columns, style: table.headStyle, rule: nil, isHead: isHead, context: context)
    head.within(.tableHead) { head in rows.append(table.head, to: &head) }
    return head
  }

  /// A short table stays on one page; the limit depends on whether text may fill the space that it leaves. One of few rows is split where a
  /// quarter of the page would be left empty otherwise.
  private func keepWhole(from first: Int, in list: inout VList) {
    let mayMove = context.sheet.movesFigures && !table.caption.isEmpty
    let height = list.naturalHeight(of: first..<list.nodes.count)
    let isShort = height <= context.sheet.textHeight.scaled(by: mayMove ? 0.62 : 0.2)
    guard isShort || table.body.count < 10 && height <= context.sheet.textHeight.scaled(by: 0.45) else { return }
    for index in first..<list.nodes.count {
      guard case .penalty(let penalty) = list.nodes[index] else { continue }
      // The badness of a page of which a quarter is empty.
      list.nodes[index] = .penalty(isShort || penalty >= 500 ? Penalty.prohibit : 400)
    }
  }
}
