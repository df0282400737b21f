import TypesetBoxes
import TypesetStyling

extension Penalty {
  /// No page may end here, and what is on the page that begins here is in the middle of its height.
  static let centersPage = 10_001
  /// The same for what is at the page's foot.
  static let endsAtFoot = 10_002
}

extension BlockStyle {
  /// What says where on its page a block and what follows it are.
  var pagePenalty: Int? { centersPage ? Penalty.centersPage : endsAtFoot ? Penalty.endsAtFoot : nil }
}

extension VList {
  /// Which part of a page's free height is above what is on it, by such penalties among what the page leaves out before its first box; nil without any.
  func freeAbove(before first: Int) -> Double? {
    var index = first - 1
    while index >= 0, nodes[index].isDiscardable {
      if case .penalty(Penalty.centersPage) = nodes[index] { return Self.middle }
      if case .penalty(Penalty.endsAtFoot) = nodes[index] { return 1 }
      index -= 1
    }
    return nil
  }

  /// The optical middle is above the one that is measured.
  static var middle: Double { 0.44 }
}
