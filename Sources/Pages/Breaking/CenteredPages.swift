import TypesetBoxes

extension Penalty {
  /// No page may end here, and what is on the page that begins here is in the middle of its height.
  static let centersPage = 10_001
}

extension VList {
  /// True if such a penalty is among what a page leaves out before its first box.
  func centersPage(before first: Int) -> Bool {
    var index = first - 1
    while index >= 0, nodes[index].isDiscardable {
      if case .penalty(Penalty.centersPage) = nodes[index] { return true }
      index -= 1
    }
    return false
  }
}
