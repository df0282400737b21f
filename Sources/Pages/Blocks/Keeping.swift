import TypesetBoxes

extension VList {
  /// Takes all places for page breaks from a list that is lower than `limit`.
  mutating func keepTogether(below limit: Length) {
    guard naturalHeight < limit else { return }
    var kept: [VNode] = []
    var hasInk = false
    for node in nodes {
      switch node {
      case .box: hasInk = true
      // What is before the first box is the space above.
      case .penalty(let penalty) where hasInk && penalty > Penalty.force: continue
      case .glue where hasInk: kept.append(.penalty(Penalty.prohibit))
      default: break
      }
      kept.append(node)
    }
    nodes = kept
  }
}
