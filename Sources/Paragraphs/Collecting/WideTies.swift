import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension ParagraphList {
  /// Lets lines end at the no-break spaces of pieces that are wider than the measure, as a last resort: words in the next column of a table would be
  /// printed over.
  mutating func releaseTies(in text: [UInt8], widerThan measure: Int) {
    guard text.find(WideTie.space, from: 0) != nil else { return }
    var width = 0
    var ties: [Int] = []
    for index in nodes.indices {
      let node = nodes[index]
      switch node.kind {
      case .penalty where node.penalty >= Penalty.prohibit:
        if isTie(index + 1, text) { ties.append(index) }
      case .glue where !node.isBreakable || ties.last == index - 1, .box, .kern: width += node.width
      case .penalty, .glue, .discretionary:
        if width > measure { release(ties) }
        width = node.kind == .discretionary ? Int(node.post) : 0
        ties.removeAll(keepingCapacity: true)
      }
    }
    if width > measure { release(ties) }
  }

  private func isTie(_ index: Int, _ text: [UInt8]) -> Bool {
    guard index < nodes.count, nodes[index].kind == .glue, nodes[index].text.count == 2 else { return false }
    return text[Int(nodes[index].text.lowerBound)..<Int(nodes[index].text.upperBound)].elementsEqual(WideTie.space)
  }

  private mutating func release(_ ties: [Int]) {
    for tie in ties { nodes[tie].penalty = Int32(WordPlaces.lastResort) }
  }
}

private enum WideTie {
  /// A no-break space.
  static let space: [UInt8] = [0xC2, 0xA0]
}
