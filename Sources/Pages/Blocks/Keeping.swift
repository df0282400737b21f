import TypesetBoxes

extension VList {
  /// Removes all page breaks from a list whose height is below `limit`.
  mutating func keepTogether(below limit: Length) {
    guard naturalHeight < limit else { return }
    var kept: [VNode] = []
    var hasInk = false
    for node in nodes {
      switch node {
      case .box: hasInk = true
      // The nodes before the first box are the space above.
      case .penalty(let penalty) where hasInk && penalty > Penalty.force: continue
      case .glue where hasInk: kept.append(.penalty(Penalty.prohibit))
      default: break
      }
      kept.append(node)
    }
    nodes = kept
  }
}
