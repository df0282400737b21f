import TypesetBoxes
import TypesetMarkdown

// Notes and figures in the margin.

extension BlockStyling {
  /// Adds a block that goes into the margin, as small as footnotes.
  ///
  /// - Returns: False for other blocks, and where pages have no room for it.
  mutating func appendMarginNote(_ index: Tree.Index, after last: inout StyledTree.Index, in parent: StyledTree.Index) -> Bool {
    guard theme.page.noteWidth > .zero, MarginContent.isMargin(index, in: tree) else { return false }
    var style = theme.body(language: out.language).applying(theme[.footnote], families: theme.families)
    style.align = .left
    (style.before, style.after, style.firstIndent) = (.zero, .zero, .zero)
    appendGroup(.marginNote, style, index, after: &last, in: parent, isTight: true, role: .division)
    for child in out.children(of: last) { if out[child].side != nil { out.blocks[Int(child)].side = nil } }
    return true
  }
}
