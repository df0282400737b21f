/// What a cell of a table shows.
enum CellText {
  /// True for a paragraph that is just its cell's text; a display with a name keeps its paragraph, and becomes a block with its number at the margin.
  static func isAll(_ index: Tree.Index, in tree: borrowing Tree) -> Bool {
    guard case .paragraph = tree[index].kind else { return false }
    var children = Array(tree.children(of: index))[...]
    guard let first = children.popFirst(), case .math(let span) = tree[first].kind, span.isDisplay, !children.isEmpty else { return true }
    for child in children where tree.attributeList(in: child) == nil {
      guard case .text(let text) = tree[child].kind else { return true }
      let words = text.trimmedWhitespace()
      guard words.isEmpty || words.hasPrefix("{#") && words.hasSuffix("}") else { return true }
    }
    return false
  }
}
