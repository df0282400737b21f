import TypesetBoxes
import TypesetMarkdown

// Blocks side by side: pandoc's `columns`, Quarto's `layout-ncol`.

extension BlockStyling {
  /// How many columns the blocks of a div or of a figure are in, if its author says so.
  func columnCount(of index: Tree.Index) -> Int? {
    guard let attributes = tree.attributes(of: index) else { return nil }
    if attributes.classes.contains("columns") {
      let children = Array(tree.children(of: index))
      let areColumns = children.allSatisfy { tree.attributes(of: $0)?.classes.contains("column") == true }
      return areColumns && (2...12).contains(children.count) ? children.count : nil
    }
    guard let count = (attributes["layout-ncol"] ?? attributes["ncol"]).flatMap({ Int($0) }), (2...12).contains(count) else { return nil }
    return count
  }

  /// Adds blocks in this many columns.
  mutating func appendSideBySide(
    _ children: [Tree.Index], columns: Int, inside outer: BlockStyle, _ index: Tree.Index, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    var style = outer.applying(theme[.division], families: theme.families)
    if style.before == .zero { style.before = Glue(style.leading / 2) }
    if style.after == .zero { style.after = Glue(style.leading / 2) }
    var layout = StyledTree.Table(
      columns: [Tree.Alignment](repeating: .none, count: columns), head: [], rows: [], headStyle: style, cellStyle: style)
    layout.isLayout = true
    for start in stride(from: 0, to: children.count, by: columns) {
      let row = children[start..<min(start + columns, children.count)]
      let areFigures = row.allSatisfy { tree.figure($0) != nil }
      layout.rows.append(
        row.map { child in
          let inner = self.style(.division, of: child, inside: style)
          var cell = StyledTree.Table.Cell(InlineContent())
          cell.width = tree.attributes(of: child)?["width"].flatMap { PictureSize($0, em: style.text.size) }
          cell.vertical = areFigures ? .bottom : .top
          let group = add(.group, inner, tree[child].span)
          var lastChild: StyledTree.Index = -1
          if case .division = tree[child].kind {
            if let id = tree.attributes(of: child)?.id { out.blocks[Int(group)].anchor = id }
            for block in tree.children(of: child) { append(block, inside: inner, after: &lastChild, in: group) }
          } else {
            append(child, inside: inner, after: &lastChild, in: group)
          }
          if areFigures, let width = tree.figure(child).flatMap({ tree.attributes(of: $0)?["width"] }), width.hasSuffix("%") {
            // A part's share of the line is its column's.
            fill(group)
          }
          cell.blocks = group
          return cell
        })
    }
    link(add(.table(layout), style, tree[index].span), after: &last, in: parent)
  }

  /// Makes the picture of a group fill the available width.
  private mutating func fill(_ group: StyledTree.Index) {
    for block in out.children(of: group) {
      guard case .figure(var image, let caption) = out[block].kind else { continue }
      image.width = .fraction(1)
      out.blocks[Int(block)].kind = .figure(image, caption: caption)
    }
  }

  /// Adds a figure of several parts: side by side where its author says so, the caption below all.
  mutating func appendFigureGroup(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    noteCaption(of: index)
    var style = self.style(.figure, of: index, inside: outer)
    // A caption stays with what it belongs to.
    if style.keep == .never { style.keep = .always }
    guard let columns = columnCount(of: index), let caption = tree.caption(of: index) else {
      appendGroup(.group, style, index, after: &last, in: parent, role: .division)
      return
    }
    let group = add(.group, style, for: index)
    out.blocks[Int(group)].role = .division
    var lastChild: StyledTree.Index = -1
    let parts = tree.children(of: index).filter { $0 != caption }
    appendSideBySide(parts, columns: columns, inside: style, index, after: &lastChild, in: group)
    append(caption, inside: style, after: &lastChild, in: group)
    link(group, after: &last, in: parent)
  }
}
