import TypesetBoxes
import TypesetMarkdown

/// Notes and figures in the margin.
enum MarginStyling {
  /// Adds a block that goes into the margin, as small as footnotes.
  ///
  /// - Returns: False for other blocks, and where pages have no room for it.
  static func append(
    _ index: Tree.Index, after last: inout StyledTree.Index, in parent: StyledTree.Index, with styling: inout BlockStyling
  ) -> Bool {
    guard styling.theme.page.noteWidth > .zero, MarginContent.isMargin(index, in: styling.tree) else { return false }
    var style = styling.theme.body(language: styling.out.language).applying(styling.theme[.footnote], families: styling.theme.families)
    style.align = .left
    (style.before, style.after, style.firstIndent) = (.zero, .zero, .zero)
    styling.appendGroup(.marginNote, style, index, after: &last, in: parent, isTight: true, role: .division)
    for child in Array(styling.out.children(of: last)) where styling.out[child].side != nil { styling.out.blocks[Int(child)].side = nil }
    return true
  }
}
