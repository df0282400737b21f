import TypesetBoxes
import TypesetStyling

extension BlockBuilder {
  /// Takes all places for page breaks from the nodes after `first`, if they are no higher than a part of a page's text.
  func keepTogether(from first: Int, upTo part: Double, in list: inout VList) {
    let nodes = list.nodes[first...]
    guard list.naturalHeight(of: first..<list.nodes.count) < sheet.textHeight.scaled(by: part) else { return }
    var kept: [VNode] = []
    var hasInk = false
    for node in nodes {
      switch node {
      case .box: hasInk = true
      // What stands before the first box is the space above.
      case .penalty(let penalty) where hasInk && penalty > Penalty.force: continue
      case .glue where hasInk: kept.append(.penalty(Penalty.prohibit))
      default: break
      }
      kept.append(node)
    }
    list.nodes.replaceSubrange(first..., with: kept)
  }
}
