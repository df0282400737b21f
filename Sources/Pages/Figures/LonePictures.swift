import TypesetBoxes
import TypesetStyling

extension BlockBuilder {
  /// Is a block of the document all that is between two page breaks?
  func isAloneOnPage(_ index: StyledTree.Index) -> Bool {
    if let known = blocksAlone { return known.contains(index) }
    var alone: Set<StyledTree.Index> = []
    let blocks = tree.children(of: 0)
    func isBreak(_ block: StyledTree.Index) -> Bool {
      if case .numbering = tree[block].kind { return true }
      return tree[block].style.pageBreak
    }
    for (number, block) in blocks.enumerated() {
      guard case .figure = tree[block].kind else { continue }
      let begins = number == 0 || tree[block].style.pageBreak || isBreak(blocks[number - 1]) && tree[blocks[number - 1]].firstChild < 0
      let ends = number + 1 == blocks.count || isBreak(blocks[number + 1])
      if begins, ends { alone.insert(block) }
    }
    blocksAlone = alone
    return alone.contains(index)
  }
}
