import TypesetBoxes

extension VList {
  /// Scales pictures down so that the next one fits on a page: that one only, or all of the page equally.
  ///
  /// - Parameters:
  ///   - page: The nodes that are on it.
  ///   - room: The height left below them.
  /// - Returns: Where that picture ends, and the old versions of the nodes that have changed; nil if it does not fit.
  mutating func shrinkPictures(on page: Range<Int>, toTake room: Length) -> (end: Int, nodes: [(Int, VNode)])? {
    guard let (next, height) = nextPicture(from: page.upperBound, within: room) else { return nil }
    // A hundredth of a point more than needed, for rounding.
    let missing = height - room + 0.01.pt
    let above = page.filter { isPicture($0) }
    for pictures in [[next], above + [next]] {
      guard let factor = factor(for: pictures, toSave: missing) else { continue }
      let old = pictures.map { ($0, nodes[$0]) }
      for node in pictures { scale(node: node, by: max(factor, least(node))) }
      return (next, old)
    }
    return nil
  }

  /// The first picture after a page that could be on it, and the height up to the end of what stays with it.
  private func nextPicture(from start: Int, within room: Length) -> (node: Int, height: Length)? {
    var height = Length.zero
    var picture: Int?
    var isProhibited = false
    for index in start..<nodes.count {
      switch nodes[index] {
      case .box:
        isProhibited = false
        if picture == nil, isPicture(index) { picture = index }
      case .glue: if let picture, !isProhibited { return (picture, height) }
      case .penalty(let penalty):
        if let picture, penalty < Penalty.prohibit { return (picture, height) }
        if penalty <= Penalty.force, height > .zero { return nil }
        isProhibited = penalty >= Penalty.prohibit
      case .kern, .beginFrame, .endFrame: break
      }
      height += self.height(of: nodes[index])
      guard height < (picture == nil ? room : room * 4) else { return nil }
    }
    return picture.map { ($0, height) }
  }

  private func isPicture(_ node: Int) -> Bool { least(node) < 1 }

  private func least(_ node: Int) -> Double {
    if case .box(let box) = nodes[node] { Double(box.leastScale) / 100 } else { 1 }
  }

  /// The common scale at which pictures save a height; each is scaled no further than allowed.
  private func factor(for pictures: [Int], toSave missing: Length) -> Double? {
    var rest = pictures.sorted { least($0) > least($1) }[...]
    var saved = Length.zero
    while let first = rest.first {
      let sum = rest.reduce(Length.zero) { $0 + height($1) }
      let factor = 1 - (missing - saved).points / max(sum.points, 0.01)
      if factor >= least(first) { return factor < 1 ? factor : nil }
      saved += height(first).scaled(by: 1 - least(first))
      rest.removeFirst()
    }
    return nil
  }

  private func height(_ node: Int) -> Length {
    if case .box(let box) = nodes[node] { box.height + box.depth } else { .zero }
  }
}
