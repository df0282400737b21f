import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// Divs, definition lists and page breaks, and the captions of what is in divs.
enum DivisionStyling {
  static func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    let tree = styling.tree
    if let picture = tree.sidePicture(of: index) {
      SidePictureStyling.append(picture, of: index, inside: outer, after: &last, in: parent, with: &styling)
      return
    }
    if MarginStyling.append(index, after: &last, in: parent, with: &styling) { return }
    if let arrow = styling.arrow(index) {
      styling.out.drawings.pages.append(arrow)
      return
    }
    if SlideStyling.append(index, inside: outer, after: &last, in: parent, with: &styling) { return }
    if CenteredPageStyling.append(index, inside: outer, after: &last, in: parent, with: &styling) { return }
    if let kind = PaperBlock(of: index, in: tree) {
      kind.append(index, inside: outer, after: &last, in: parent, with: &styling)
      return
    }
    let style = styling.style(.division, of: index, inside: outer)
    if let columns = CardStyling.columns(of: index, tree, &styling.inlines.diagnostics) {
      CardStyling.append(index, columns: columns, inside: style, after: &last, in: parent, with: &styling)
    } else if let rows = PartRows(Array(tree.children(of: index)), in: index, of: tree) {
      SideBySideStyling.append(rows, inside: style, index, after: &last, in: parent, with: &styling)
    } else {
      styling.appendGroup(.group, style, index, after: &last, in: parent, role: .division)
    }
  }

  static func appendCaption(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    let style = styling.style(.caption, of: index, inside: outer)
    let caption = FigureStyling.caption(index, of: styling.tree[index].parent, style: style.text, with: &styling)
    let block = styling.add(.paragraph(caption), style, for: index)
    styling.out.blocks[Int(block)].role = .caption
    styling.link(block, after: &last, in: parent)
  }

  static func appendTerm(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var style = styling.style(.definitionTerm, of: index, inside: outer)
    // Terms of one definition are together.
    if last >= 0, styling.out.blocks[Int(last)].style.keepWithNext { style.before = .zero }
    styling.appendInlines(index, style, after: &last, in: parent, role: .label)
  }

  static func appendDefinitions(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var style = styling.style(.division, of: index, inside: outer)
    let theme = styling.theme
    let paragraph = outer.applying(theme[.paragraph], families: theme.families).after
    if style.after.natural < paragraph.natural { style.after = paragraph }
    styling.appendGroup(.group, style, index, after: &last, in: parent, role: .list)
  }

  static func appendPageBreak(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var style = styling.style(.division, of: index, inside: outer)
    style.pageBreak = true
    styling.link(styling.add(.group, style, for: index), after: &last, in: parent)
  }
}
