import TypesetBoxes
internal import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown
internal import TypesetSettings

/// Tables: cells with their looks and spans.
enum TableStyling {
  /// The cells of a table, each with its looks and its spans.
  static func table(_ index: Tree.Index, columns: [Tree.Alignment], style: BlockStyle, with styling: inout BlockStyling) -> StyledTree.Table
  {
    var style = style
    // Cells have shapes of their own or none.
    style.lines = LineStyle()
    let body = style.applying(styling.theme[.tableCell], families: styling.theme.families)
    let head = style.applying(styling.theme[.tableHead], families: styling.theme.families)
    var table = StyledTree.Table(columns: columns, head: [], rows: [], headStyle: head, cellStyle: body)
    if let caption = styling.tree.caption(of: index) {
      table.caption = FigureStyling.caption(
        caption, of: index, style: style.applying(styling.theme[.caption], families: styling.theme.families).text, with: &styling)
    }
    if let attributes = styling.tree.attributes(of: index) { table.width = attributes.tableWidth(em: body.text.size) }
    let hasRules = !styling.theme.cellRules.isEmpty
    let rowCount = hasRules ? styling.bodyRowCount(of: index) : 0
    for row in styling.tree.children(of: index) {
      guard case .tableRow(let isHeader) = styling.tree[row].kind else { continue }
      let classes = styling.tree.attributes(of: row)?.classes ?? []
      if classes.contains(TableRowClass.notes) {
        table.rows.append([note(row, with: &styling)])
        table.noteCount += 1
        continue
      }
      if classes.contains(TableRowClass.ruled), !isHeader { table.ruled.insert(table.rows.count) }
      let cells = styling.tree.children(of: row).enumerated().map { column, child in
        let given = ClientStyling.cell(
          child, row: isHeader ? table.head.count : table.rows.count, column: column, isHead: isHeader, with: styling)
        let rule = isHeader || !hasRules ? nil : styling.cellRule(child, table.rows.count, of: rowCount, column, of: columns.count)
        return cell(
          child, style: isHeader ? head : body, column: columns.indices.contains(column) ? columns[column] : .none, given: given,
          rule: rule,
          with: &styling)
      }
      if isHeader { table.head.append(cells) } else { table.rows.append(cells) }
    }
    if let attributes = styling.tree.attributes(of: index) { table.setOffTotals(attributes) }
    table.coverSpans()
    table.alignDecimals(letters(of: index, columns: columns.count, with: styling), language: body.text.language)
    table.stripe(styling.theme[.tableRowEven].background)
    return table
  }

  /// The notes of a row below the table's last rule, as small as footnotes.
  private static func note(_ row: Tree.Index, with styling: inout BlockStyling) -> StyledTree.Table.Cell {
    var style = styling.theme.body(language: styling.out.language).applying(styling.theme[.footnote], families: styling.theme.families)
    if style.align == .justified { style.align = .left }
    var note = StyledTree.Table.Cell(InlineContent())
    guard case let cell = styling.tree[row].firstChild, cell >= 0 else { return note }
    note.blocks = styling.add(.group, style, styling.tree[row].span)
    var last: StyledTree.Index = -1
    for child in styling.tree.children(of: cell) { styling.append(child, inside: style, after: &last, in: note.blocks, isTight: true) }
    return note
  }

  /// How the author aligns columns: `align=lSS` of the table, or HTML's `align=char` of their cells.
  static func letters(of index: Tree.Index, columns: Int, with styling: BlockStyling) -> ColumnLetters {
    if let letters = styling.tree.attributes(of: index)?["align"].flatMap(ColumnLetters.init) { return letters }
    var decimals: Set<Int> = []
    for row in styling.tree.children(of: index) {
      for (column, cell) in styling.tree.children(of: row).prefix(columns).enumerated()
      where styling.tree.attributes(of: cell)?["align"] == "char" { decimals.insert(column) }
    }
    return ColumnLetters(decimals)
  }

  /// One cell; `column` is the alignment of its column, `given` the client's looks, `rule` the theme's for cells like it.
  static func cell(
    _ index: Tree.Index, style: BlockStyle, column: Tree.Alignment, given: MarkdownTableCell? = nil, rule: StyleRule? = nil,
    with styling: inout BlockStyling
  ) -> StyledTree.Table.Cell {
    let hasBlocks = styling.tree.children(of: index).contains { !styling.tree[$0].kind.isInline }
    // Most cells are words in their table's looks.
    if !hasBlocks, rule == nil, given == nil, styling.tree[index].attributes < 0, style.text.anchor == nil {
      return StyledTree.Table.Cell(styling.inlines.content(of: index, style: style.text))
    }
    var style = style
    if var rule {
      rule.background = nil
      style.text = style.text.applying(rule, families: styling.theme.families)
    }
    if let given { style.text.take(given.style) }
    let attributes = styling.tree.attributes(of: index)
    if let attributes {
      var rule = styling.theme.rule(of: attributes)
      // The cell's ground is the whole cell's, not that of its lines.
      rule.background = nil
      style.text = style.text.applying(rule, families: styling.theme.families)
      style.take(attributes)
      if attributes["header"] == "row" { style.text = style.text.applying(styling.theme[.strong], families: styling.theme.families) }
    }
    var text = style.text
    text.anchor = attributes?.id
    var cell = StyledTree.Table.Cell(hasBlocks ? InlineContent() : styling.inlines.content(of: index, style: text))
    if let rule { cell.take(rule) }
    if let attributes {
      cell.take(attributes, at: styling.tree[index].span, &styling.inlines.diagnostics)
      cell.width = attributes.tableWidth(em: style.text.size)
      let filled = attributes["bgcolor"].flatMap { Color(latex: $0) }
      if filled == nil, let unknown = attributes["bgcolor"], unknown.hasPrefix("[") { sayUnknown(unknown, at: index, with: &styling) }
      cell.background = filled ?? styling.theme.rule(of: attributes).background ?? cell.background
    }
    if let given { ClientStyling.take(given, into: &cell, style: style.text, at: styling.tree[index].span, with: &styling) }
    if hasBlocks { cell.blocks = blocks(of: index, style: style, align: cell.align ?? column, with: &styling) }
    return cell
  }

  /// Says once that a colour of LaTeX's is not known.
  private static func sayUnknown(_ color: String, at cell: Tree.Index, with styling: inout BlockStyling) {
    let name = color.hasPrefix("[named]") ? String(color.dropFirst(7)) : color
    let message = "the colour ‘\(name)’ of table cells is not known and is left out"
    guard !styling.inlines.diagnostics.contains(where: { $0.message == message }) else { return }
    styling.inlines.diagnostics.append(
      Diagnostic(
        .note, "attribute.value", at: styling.tree[cell].span, message, hint: "write a colour such as red!20, NavyBlue or [HTML]{FFCC00}"))
  }

  /// The group of a cell's blocks: as close together as in a tight list, all as the cell is.
  private static func blocks(of index: Tree.Index, style: BlockStyle, align: Tree.Alignment, with styling: inout BlockStyling)
    -> StyledTree.Index
  {
    var style = style
    (style.padding, style.before, style.after, style.background, style.border) = (.zero, .zero, .zero, nil, nil)
    (style.borderWidth, style.paddingTop, style.paddingBottom, style.edges) = (.zero, .zero, .zero, FrameEdges())
    style.align =
      switch align {
      case .none, .left: .left
      case .center: .center
      case .right: .right
      }
    let group = styling.add(.group, style, styling.tree[index].span)
    if let id = styling.tree.attributes(of: index)?.id { styling.out.blocks[Int(group)].anchor = id }
    var last: StyledTree.Index = -1
    for child in styling.tree.children(of: index) {
      let previous = last
      var inner = style
      // Lines that hang from a marker, and code, begin at the left.
      switch styling.tree[child].kind {
      case .list, .codeBlock, .callout, .definitionList: inner.align = .left
      default: break
      }
      styling.append(child, inside: inner, after: &last, in: group, isTight: true)
      let first = previous < 0 ? styling.out.blocks[Int(group)].firstChild : styling.out.blocks[Int(previous)].nextSibling
      guard first >= 0 else { continue }
      switch styling.out.blocks[Int(first)].kind {
      case .figure, .table: styling.out.blocks[Int(first)].style.align = style.align
      case .list: moveItems(of: first, with: &styling)
      case .paragraph where styling.out.blocks[Int(first)].role == nil && previous >= 0:
        styling.out.blocks[Int(first)].style.before = Glue(style.leading * 2 / 5)
      default: break
      }
    }
    return group
  }

  /// Bulleted items are further left than in text: cells are narrow.
  private static func moveItems(of list: StyledTree.Index, with styling: inout BlockStyling) {
    for item in Array(styling.out.children(of: list)) {
      guard case .item(let marker) = styling.out[item].kind, marker.text.text.first.map({ $0 >= 0x80 || $0 == UInt8(ascii: "-") }) == true
      else {
        continue
      }
      styling.out.blocks[Int(item)].style.inset = styling.out[item].style.inset.scaled(by: 0.6)
    }
  }
}

extension StyledTree.Table {
  /// Gives every second row below the head a ground, but for cells that have one of their own.
  mutating func stripe(_ color: Color?) {
    guard let color else { return }
    for row in body.indices where row % 2 == 1 {
      for cell in rows[row].indices where rows[row][cell].background == nil { rows[row][cell].background = color }
    }
  }

  /// Sets off the last row of a table with the class `total`, or as many as `total=2` says.
  fileprivate mutating func setOffTotals(_ attributes: Attributes) {
    let wanted = attributes["total"].flatMap { DocumentNumber.whole($0, in: 0...1_000) } ?? (attributes.classes.contains("total") ? 1 : 0)
    if wanted > 0, wanted < body.count { ruled.insert(body.count - wanted) }
  }

  /// Drops an empty head, and marks the places that cells of several rows or columns cover.
  mutating func coverSpans() {
    // `| | |`: GitHub's tables require a head, even if their authors do not.
    if head.joined().allSatisfy({ cell in cell.content.text.text.allSatisfy { $0 == 0x20 } }) { head = [] }
    Self.cover(&head, columns: columns.count)
    Self.cover(&rows, columns: columns.count)
  }

  /// Marks the places that cells of several rows or columns cover; spans end at the table's edge.
  private static func cover(_ rows: inout [[Cell]], columns: Int) {
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
            while rows[below].count <= right { rows[below].append(Cell(InlineContent())) }
            rows[below][right].isCovered = true
          }
        }
      }
    }
  }
}

extension Attributes {
  /// The width of a table or cell that `width` or `style` sets.
  func tableWidth(em: Length) -> PictureSize? {
    let declared = self["style"].flatMap { StyleRule.declarations(of: $0).last { $0.name == "width" }?.value }
    return (declared ?? self["width"]).flatMap { PictureSize($0, em: em) }
  }
}

extension BlockStyling {
  /// The number of a table's rows below its head.
  fileprivate func bodyRowCount(of table: Tree.Index) -> Int {
    tree.children(of: table).count {
      guard case .tableRow(false) = tree[$0].kind else { return false }
      return tree.attributes(of: $0)?.classes.contains(TableRowClass.notes) != true
    }
  }

  /// What the theme wants for a cell in particular; nil if it wants nothing.
  fileprivate func cellRule(_ cell: Tree.Index, _ row: Int, of rows: Int, _ column: Int, of columns: Int) -> StyleRule? {
    let rules = theme.cellRules.filter { $0.holds(row: row, of: rows, column: column, of: columns) { tree.plainText(of: cell).trimmed() } }
    return rules.isEmpty ? nil : rules.dropFirst().reduce(rules[0].rule) { $0.overlaid(by: $1.rule) }
  }
}

extension StyledTree.Table.Cell {
  fileprivate mutating func take(_ rule: StyleRule) {
    (background, border) = (rule.background ?? background, rule.border ?? border)
    switch rule.align {
    case .left, .justified: align = .left
    case .center: align = .center
    case .right: align = .right
    case nil: break
    }
  }

  fileprivate mutating func take(_ attributes: Attributes, at span: SourceSpan, _ diagnostics: inout [Diagnostic]) {
    columns = attributes.whole("colspan", in: 1...1_000, at: span, &diagnostics) ?? 1
    rows = attributes.whole("rowspan", in: 1...1_000, at: span, &diagnostics) ?? 1
    let style = attributes["style"].map { StyleRule(css: $0).align } ?? nil
    switch style ?? attributes["align"].flatMap({ Alignment(css: $0) }) {
    case .left, .justified: align = .left
    case .center: align = .center
    case .right: align = .right
    case nil: break
    }
    let declared = attributes["style"].flatMap { StyleRule.declarations(of: $0).last { $0.name == "vertical-align" }?.value }
    switch (declared ?? attributes["valign"])?.lowercased() {
    case "top": vertical = .top
    case "middle", "center": vertical = .middle
    case "bottom": vertical = .bottom
    case "baseline": vertical = .baseline
    default: break
    }
    isRowHead = attributes["header"] == "row"
  }
}
