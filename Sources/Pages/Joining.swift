public import TypesetBoxes
public import TypesetStyling

/// Joins the lists of a document's blocks, with the larger of the spaces that neighbours ask for between them.
public func join(_ lists: [VList], of tree: StyledTree) -> VList {
  var out = VList()
  var below: Glue?
  var followsText = false
  for (number, (list, block)) in zip(lists, tree.children(of: 0)).enumerated() {
    let style = tree[block].style
    if number == tree.titleCount, number > 0, tree.theme.page.columns > 1 {
      out.nodes.append(.glue(below ?? .zero))
      out.spanning = out.nodes.count
      below = nil
    }
    if out.nodes.count > out.spanning {
      if style.pageBreak { out.nodes.append(.penalty(Penalty.force)) }
      // TeXbook chapter 19, \predisplaypenalty: a display stays with its lead-in.
      if case .display = tree[block].kind, followsText { out.nodes.append(.penalty(Penalty.prohibit)) }
      out.nodes.append(.glue(BlockBuilder.larger(below, style.before)))
    }
    out.append(contentsOf: list)
    below = style.after
    followsText = if case .paragraph = tree[block].kind { true } else { false }
  }
  return out
}
