import TypesetStyling

extension StyledTree {
  /// The figures of the document that are alone between two page breaks.
  func figuresAlone() -> Set<Index> {
    var alone: Set<Index> = []
    let blocks = children(of: 0)
    func isBreak(_ block: Index) -> Bool {
      if case .numbering = self[block].kind { return true }
      return self[block].style.pageBreak || self[block].style.centersPage || self[block].style.endsAtFoot
    }
    for block in blocks {
      // What has places takes no room.
      guard case .slide = self[block].kind,
        case let inner = children(of: block).filter({ if case .placed = self[$0].kind { false } else { true } }),
        inner.count == 1, case .figure = self[inner[0]].kind
      else { continue }
      alone.insert(inner[0])
    }
    for (number, block) in blocks.enumerated() {
      guard case .figure = self[block].kind else { continue }
      let begins = number == 0 || self[block].style.pageBreak || isBreak(blocks[number - 1]) && self[blocks[number - 1]].firstChild < 0
      let ends = number + 1 == blocks.count || isBreak(blocks[number + 1])
      if begins, ends { alone.insert(block) }
    }
    return alone
  }
}
