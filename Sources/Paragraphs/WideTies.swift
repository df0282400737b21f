import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension Collector {
  /// Lets lines end at the no-break spaces of pieces that are wider than the measure, as a last resort: words in the next column of a table would be
  /// printed over.
  mutating func releaseWideTies() {
    guard hyphenates, opportunities != nil, text.text.find(Self.noBreakSpace, from: 0) != nil else { return }
    var width = 0
    var ties: [Int] = []
    for index in list.nodes.indices {
      let node = list.nodes[index]
      switch node.kind {
      case .penalty where node.penalty >= Penalty.prohibit:
        if isTie(index + 1) { ties.append(index) }
      case .glue where !node.isBreakable || ties.last == index - 1, .box, .kern: width += node.width
      case .penalty, .glue, .discretionary:
        release(ties, width)
        width = node.kind == .discretionary ? Int(node.post) : 0
        ties.removeAll(keepingCapacity: true)
      }
    }
    release(ties, width)
  }

  private static let noBreakSpace: [UInt8] = [0xC2, 0xA0]

  private func isTie(_ index: Int) -> Bool {
    guard index < list.nodes.count, list.nodes[index].kind == .glue, list.nodes[index].text.count == 2 else { return false }
    return text.text[Int(list.nodes[index].text.lowerBound)..<Int(list.nodes[index].text.upperBound)].elementsEqual(Self.noBreakSpace)
  }

  private mutating func release(_ ties: [Int], _ width: Int) {
    guard width > measure else { return }
    for tie in ties { list.nodes[tie].penalty = Int32(WordPlaces.lastResort) }
  }
}
