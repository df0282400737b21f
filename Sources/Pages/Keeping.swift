import TypesetBoxes
import TypesetStyling

extension BlockBuilder {
  /// Takes all places for page breaks from the nodes after `first`, if they are no higher than a part of a page's text.
  func keepTogether(from first: Int, upTo part: Double, in list: inout VList) {
    let nodes = list.nodes[first...]
    let height = nodes.reduce(Length.zero) { height, node in
      switch node {
      case .box(let box): height + box.height + box.depth
      case .glue(let glue): height + glue.natural
      case .kern(let kern): height + kern
      case .penalty, .beginFrame, .endFrame: height
      }
    }
    guard height < sheet.textHeight.scaled(by: part) else { return }
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
