import TypesetBoxes
import TypesetInterface
import TypesetMarkdown

extension BlockStyling {
  /// The cells of a table, each with its looks and its spans.
  mutating func table(_ index: Tree.Index, columns: [Tree.Alignment], style: BlockStyle) -> StyledTree.Table {
    var style = style
    // Cells have shapes of their own or none.
    style.lines = LineStyle()
    let body = style.applying(theme[.tableCell], families: theme.families)
    let head = style.applying(theme[.tableHead], families: theme.families)
    var table = StyledTree.Table(columns: columns, head: [], rows: [], headStyle: head, cellStyle: body)
    if let caption = tree.caption(of: index) {
      table.caption = self.caption(caption, of: index, style: style.applying(theme[.caption], families: theme.families).text)
    }
    if let attributes = tree.attributes(of: index) { table.width = Self.width(attributes, em: body.text.size) }
    for row in tree.children(of: index) {
      guard case .tableRow(let isHeader) = tree[row].kind else { continue }
      let cells = tree.children(of: row).enumerated().map { column, child in
        let given = clientCell(child, row: isHeader ? table.head.count : table.rows.count, column: column, isHead: isHeader)
        return cell(
          child, style: isHeader ? head : body, column: columns.indices.contains(column) ? columns[column] : .none, given: given)
      }
      if isHeader { table.head.append(cells) } else { table.rows.append(cells) }
    }
    finish(&table)
    return table
  }

  /// Drops an empty head, and marks the places that spanning cells cover.
  func finish(_ table: inout StyledTree.Table) {
    // `| | |`: GitHub's tables require a head, even if their authors do not.
    if table.head.joined().allSatisfy({ cell in cell.content.text.text.allSatisfy { $0 == 0x20 } }) { table.head = [] }
    Self.cover(&table.head, columns: table.columns.count)
    Self.cover(&table.rows, columns: table.columns.count)
  }

  /// One cell; `column` is the alignment of its column, `given` the client's looks.
  mutating func cell(
    _ index: Tree.Index, style: BlockStyle, column: Tree.Alignment, given: MarkdownTableCell? = nil
  ) -> StyledTree.Table.Cell {
    var style = style
    if let given { style.text.take(given.style) }
    let attributes = tree.attributes(of: index)
    if let attributes {
      var rule = theme.rule(of: attributes)
      // The cell's ground is the whole cell's, not that of its lines.
      rule.background = nil
      style.text = style.text.applying(rule, families: theme.families)
      style.take(attributes)
      if attributes["header"] == "row" { style.text = style.text.applying(theme[.strong], families: theme.families) }
    }
    let hasBlocks = tree.children(of: index).contains { !tree[$0].kind.isInline }
    var text = style.text
    text.anchor = attributes?.id
    var cell = StyledTree.Table.Cell(hasBlocks ? InlineContent() : inlines.content(of: index, style: text))
    if let attributes {
      cell.take(attributes)
      cell.width = Self.width(attributes, em: style.text.size)
      cell.background = attributes["bgcolor"].flatMap { Color($0) } ?? theme.rule(of: attributes).background
    }
    if let given { take(given, into: &cell, style: style.text, at: tree[index].span) }
    if hasBlocks { cell.blocks = blocks(of: index, style: style, align: cell.align ?? column) }
    return cell
  }

  /// The group of a cell's blocks: as close together as in a tight list, all as the cell is.
  private mutating func blocks(of index: Tree.Index, style: BlockStyle, align: Tree.Alignment) -> StyledTree.Index {
    var style = style
    (style.padding, style.before, style.after, style.background, style.border) = (.zero, .zero, .zero, nil, nil)
    (style.borderWidth, style.paddingTop, style.paddingBottom, style.edges) = (.zero, .zero, .zero, FrameEdges())
    style.align =
      switch align {
      case .none, .left: .left
      case .center: .center
      case .right: .right
      }
    let group = add(.group, style, tree[index].span)
    if let id = tree.attributes(of: index)?.id { out.blocks[Int(group)].anchor = id }
    var last: StyledTree.Index = -1
    for child in tree.children(of: index) {
      let previous = last
      var inner = style
      // Lines that hang from a marker, and code, begin at the left.
      switch tree[child].kind {
      case .list, .codeBlock, .callout, .definitionList: inner.align = .left
      default: break
      }
      append(child, inside: inner, after: &last, in: group, isTight: true)
      let first = previous < 0 ? out.blocks[Int(group)].firstChild : out.blocks[Int(previous)].nextSibling
      guard first >= 0 else { continue }
      switch out.blocks[Int(first)].kind {
      case .figure, .table: out.blocks[Int(first)].style.align = style.align
      case .list: moveItems(of: first)
      case .paragraph where out.blocks[Int(first)].role == nil && previous >= 0:
        out.blocks[Int(first)].style.before = Glue(style.leading * 2 / 5)
      default: break
      }
    }
    return group
  }

  /// Bulleted items are further left than in text: cells are narrow.
  private mutating func moveItems(of list: StyledTree.Index) {
    for item in out.children(of: list) {
      guard case .item(let marker) = out[item].kind, marker.text.text.first.map({ $0 >= 0x80 || $0 == UInt8(ascii: "-") }) == true else {
        continue
      }
      out.blocks[Int(item)].style.inset = out[item].style.inset.scaled(by: 0.6)
    }
  }

  /// The width that `width` or `style` sets.
  static func width(_ attributes: Attributes, em: Length) -> PictureSize? {
    let declared = attributes["style"].flatMap { StyleRule.declarations(of: $0).last { $0.name == "width" }?.value }
    return (declared ?? attributes["width"]).flatMap { PictureSize($0, em: em) }
  }

  /// Marks the places that cells of several rows or columns cover; spans end at the table's edge.
  private static func cover(_ rows: inout [[StyledTree.Table.Cell]], columns: Int) {
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
            while rows[below].count <= right { rows[below].append(StyledTree.Table.Cell(InlineContent())) }
            rows[below][right].isCovered = true
          }
        }
      }
    }
  }
}

extension StyledTree.Table.Cell {
  fileprivate mutating func take(_ attributes: Attributes) {
    func count(_ key: String) -> Int { min(max(attributes[key].flatMap { Int($0) } ?? 1, 1), 1_000) }
    columns = count("colspan")
    rows = count("rowspan")
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
