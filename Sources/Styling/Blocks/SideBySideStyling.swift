import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown

// Blocks side by side: pandoc's `columns`, Quarto's `layout-ncol`.

/// Blocks side by side: pandoc's `columns`, Quarto's `layout-ncol`.
enum SideBySideStyling {
  /// Adds rows of blocks.
  static func append(
    _ rows: PartRows, inside outer: BlockStyle, _ index: Tree.Index, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var style = outer.applying(styling.theme[.division], families: styling.theme.families)
    if style.before == .zero { style.before = Glue(style.leading / 2) }
    if style.after == .zero { style.after = Glue(style.leading / 2) }
    var layout: StyledTree.Table?
    for row in rows.rows {
      let columns = rows.columns ?? row.count
      if layout?.columns.count != columns {
        if let layout { styling.link(styling.add(.table(layout), style, styling.tree[index].span), after: &last, in: parent) }
        layout = StyledTree.Table(
          columns: [Tree.Alignment](repeating: .none, count: columns), head: [], rows: [], headStyle: style, cellStyle: style)
        layout?.isLayout = true
      }
      let areFigures = row.allSatisfy { part in part.nodes.count == 1 && part.nodes.allSatisfy { styling.tree.isPicturePart($0) } }
      layout?.rows.append(row.map { cell(of: $0, areFigures: areFigures, style: style, with: &styling) })
    }
    if let layout { styling.link(styling.add(.table(layout), style, styling.tree[index].span), after: &last, in: parent) }
  }

  private static func cell(
    of part: PartRows.Part, areFigures: Bool, style: BlockStyle, with styling: inout BlockStyling
  ) -> StyledTree.Table.Cell {
    var cell = StyledTree.Table.Cell(InlineContent())
    cell.width = part.share.map { .fraction($0) }
    guard let first = part.nodes.first else { return cell }
    cell.width = cell.width ?? styling.tree.attributes(of: first)?.columnWidth(em: style.text.size)
    cell.vertical = areFigures ? .bottom : .top
    let outer = styling.style(.division, of: first, inside: style)
    let group = styling.add(.group, outer, styling.tree[first].span)
    var lastChild: StyledTree.Index = -1
    for child in part.nodes {
      let inner = child == first ? outer : styling.style(.division, of: child, inside: style)
      if case .division = styling.tree[child].kind {
        if let id = styling.tree.attributes(of: child)?.id { styling.out.blocks[Int(group)].anchor = id }
        for block in styling.tree.children(of: child) { styling.append(block, inside: inner, after: &lastChild, in: group) }
      } else {
        styling.append(child, inside: inner, after: &lastChild, in: group)
      }
    }
    if areFigures, let width = styling.tree.figure(first).flatMap({ styling.tree.attributes(of: $0)?["width"] }), width.hasSuffix("%") {
      // A part's share of the line is its column's.
      fill(group, with: &styling)
    }
    cell.blocks = group
    return cell
  }

  /// Makes the picture of a group fill the available width.
  private static func fill(_ group: StyledTree.Index, with styling: inout BlockStyling) {
    for block in Array(styling.out.children(of: group)) {
      guard case .figure(var image, let caption) = styling.out[block].kind else { continue }
      image.width = .fraction(1)
      styling.out.blocks[Int(block)].kind = .figure(image, caption: caption)
    }
  }

  /// Adds a figure of several parts: side by side where its author says so, the caption below all.
  static func appendFigure(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    FigureStyling.noteCaption(of: index, with: &styling)
    var style = styling.style(.figure, of: index, inside: outer)
    // A caption stays with what it belongs to.
    if style.keep == .never { style.keep = .always }
    let caption = styling.tree.caption(of: index)
    let parts = styling.tree.children(of: index).filter { $0 != caption }
    guard let rows = PartRows(parts, in: index, of: styling.tree) else {
      styling.appendGroup(.group, style, index, after: &last, in: parent, role: .division)
      return
    }
    let group = styling.add(.group, style, for: index)
    styling.out.blocks[Int(group)].role = .division
    var lastChild: StyledTree.Index = -1
    let isAbove = caption == styling.tree[index].firstChild
    if isAbove, let caption { styling.append(caption, inside: style, after: &lastChild, in: group) }
    append(rows, inside: style, index, after: &lastChild, in: group, with: &styling)
    if !isAbove, let caption { styling.append(caption, inside: style, after: &lastChild, in: group) }
    styling.link(group, after: &last, in: parent)
  }
}

extension Tree {
  /// True for a picture with or without a caption, alone in its place.
  fileprivate func isPicturePart(_ part: Index) -> Bool {
    if figure(part) != nil { return true }
    guard case .figure = self[part].kind else { return false }
    return !children(of: part).contains { if case .table = self[$0].kind { true } else { false } }
  }

  /// The number of columns that the blocks of a div or of a figure are in, if its author says so.
  func columnCount(of index: Index) -> Int? {
    guard let attributes = self.attributes(of: index) else { return nil }
    if attributes.classes.contains("columns") {
      let children = Array(self.children(of: index))
      let areColumns = children.allSatisfy { self.attributes(of: $0)?.classes.contains("column") == true }
      // Marp's decks have columns by a style of their own, for divs without a class.
      let areDivisions = children.count < 5 && children.allSatisfy { self[$0].kind == .division }
      // A column alone leaves the rest of the line to a picture that has its place there.
      if areColumns, children.count == 1, self.attributes(of: children[0])?["width"]?.hasSuffix("%") == true { return 2 }
      return (areColumns || areDivisions) && (2...12).contains(children.count) ? children.count : nil
    }
    if let count = attributes.gridColumns, isPlainGrid(index) { return count }
    guard let count = (attributes["layout-ncol"] ?? attributes["ncol"]).flatMap({ DocumentNumber.whole($0) }), (2...12).contains(count)
    else { return nil }
    return count
  }

  /// True if a grid has several children, none of which spans columns.
  private func isPlainGrid(_ grid: Index) -> Bool {
    let children = Array(self.children(of: grid))
    return children.count > 1
      && !children.contains { attributes(of: $0)?.classes.contains { $0.contains("span-") || $0.hasPrefix("col-start") } ?? false }
  }
}

extension Attributes {
  /// The width of a column. A number without a unit is per cent, or a share of one: in points no line of words would fit.
  fileprivate func columnWidth(em: Length) -> PictureSize? {
    guard let width = self["width"] else { return nil }
    if classes.contains("column"), let number = DocumentNumber.real(width, in: 0.01...100) {
      return .fraction(number > 1 ? number / 100 : number)
    }
    return PictureSize(width, em: em)
  }

  /// The columns that classes of Tailwind and UnoCSS give a div: `class="grid grid-cols-2"`, `grid="~ cols-2 gap-4"`, `grid-cols-2`.
  fileprivate var gridColumns: Int? {
    let names: [Substring] =
      classes.contains("grid")
      ? classes.map { $0[...] } : pairs.flatMap { $0.key == "grid" ? $0.value.split(separator: " ") : [$0.key[...]] }
    for name in names {
      let count = name.hasPrefix("grid-cols-") ? name.dropFirst(10) : name.hasPrefix("cols-") ? name.dropFirst(5) : ""
      if let count = DocumentNumber.whole(String(count)), (2...4).contains(count) { return count }
    }
    return nil
  }
}
