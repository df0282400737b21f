public import TypesetBoxes
public import TypesetStyling

extension PageBuilder {
  /// Finds figures and tables that do not fit and leave much of a page empty, although the following text could fill it.
  ///
  /// - Parameters:
  ///   - order: The order of the blocks.
  ///   - starts: The nodes at which they begin.
  ///   - least: The least white space that counts.
  /// - Returns: Indices in `order` of blocks that should be swapped with the next one.
  public func misfits(
    of list: VList, order: [Int], starts: [Int], lists: [VList], in tree: StyledTree, least: Length
  ) -> [Int] {
    var list = list
    return misfits(on: breakPages(&list).pages, order: order, starts: starts, lists: lists, in: tree, least: least)
  }

  /// The same for pages that are broken.
  func misfits(on pages: [PageBreaks], order: [Int], starts: [Int], lists: [VList], in tree: StyledTree, least: Length) -> [Int] {
    let blocks = tree.children(of: 0)
    let columns = pages.flatMap { page in page.columns.map { ($0, style.textHeight - page.spanningHeight) } }
    var found: [Int] = []
    var place = 0
    for (number, (column, height)) in columns.enumerated().dropLast() where !column.isForced {
      let short = height - column.natural
      let next = columns[number + 1].0.nodes.lowerBound
      while place + 1 < starts.count, starts[place] < column.nodes.upperBound { place += 1 }
      guard short > least, place + 1 < order.count, starts[place] >= column.nodes.upperBound, starts[place] <= next,
        tree.theme.page.floats == nil, tree[blocks[order[place]]].style.float == nil,
        tree[blocks[order[place]]].kind.setting.traits.contains(.mayMove), tree[blocks[order[place + 1]]].mayGoAhead
      else { continue }
      // Enough lines for two of them on either page, or so few that all go before.
      let text = lists[order[place + 1]]
      let lines = text.nodes.reduce(0) { count, node in if case .box = node { count + 1 } else { count } }
      if lines >= 4 || text.naturalHeight + least / 2 <= short { found.append(place) }
    }
    return found
  }
}

extension StyledTree.Block {
  /// True if it may go before a figure: not if that separates it from what follows it.
  fileprivate var mayGoAhead: Bool { kind.setting.traits.contains(.mayGoAhead) && !style.keepWithNext && !style.pageBreak }
}
