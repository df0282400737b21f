/// Coordinates: everything near what it is connected with, at the distances that all need.
extension LayeredGraph {
  mutating func placeAcross() { take(AcrossPlacing(self).places()) }

  /// Frames are as tight as their contents and titles allow.
  private mutating func take(_ x: [Double]) {
    for index in items.indices { items[index].x = x[index] }
    for index in groups.indices { (groups[index].left, groups[index].right) = (.infinity, -.infinity) }
    for (index, item) in items.enumerated() {
      guard let group = item.group else { continue }
      groups[group].left = min(groups[group].left, x[index] - item.width / 2 + item.blankBefore - pad - groups[group].start)
      groups[group].right = max(groups[group].right, x[index] + item.width / 2 - item.blankAfter + pad)
    }
    for index in groups.indices.reversed() where groups[index].left.isFinite {
      let missing = groups[index].across - (groups[index].right - groups[index].left)
      if missing > 0 {
        let end = min(x[right(of: index)], groups[index].right + missing / 2)
        groups[index].left = max(x[left(of: index)], end - groups[index].across)
        groups[index].right = groups[index].left + groups[index].across
      }
      guard let parent = groups[index].parent else { continue }
      groups[parent].left = min(groups[parent].left, groups[index].left - pad - groups[parent].start)
      groups[parent].right = max(groups[parent].right, groups[index].right + pad)
    }
    let start = min(items.map { $0.x - $0.width / 2 + $0.blankBefore }.min() ?? 0, groups.map(\.left).min() ?? .infinity)
    for index in items.indices { items[index].x -= start }
    for index in groups.indices {
      groups[index].left -= start
      groups[index].right -= start
    }
  }

  mutating func placeAlong() {
    let gap = (isDoubled ? 1.3 : 2.4) * em * spacing
    let heights = ranks.map { rank in rank.map { items[$0].height }.max() ?? 0 }
    var (before, after) = (Array(repeating: 0.0, count: ranks.count), Array(repeating: 0.0, count: ranks.count))
    var (heads, feet) = (Array(repeating: 0.0, count: groups.count), Array(repeating: 0.0, count: groups.count))
    // Inner groups come after outer ones.
    for index in groups.indices.reversed() where !groups[index].ranks.isEmpty {
      let group = groups[index]
      heads[index] += group.before + 0.8 * em
      feet[index] += group.after + 0.8 * em
      let extent = heights[group.ranks].reduce(-gap) { $0 + $1 + gap } + heads[index] + feet[index]
      if extent < group.along { feet[index] += group.along - extent }
      if let parent = group.parent {
        if groups[parent].ranks.lowerBound == group.ranks.lowerBound { heads[parent] = max(heads[parent], heads[index]) }
        if groups[parent].ranks.upperBound == group.ranks.upperBound { feet[parent] = max(feet[parent], feet[index]) }
      }
      before[group.ranks.lowerBound] = max(before[group.ranks.lowerBound], heads[index])
      after[group.ranks.upperBound - 1] = max(after[group.ranks.upperBound - 1], feet[index])
    }
    var y = 0.0
    for rank in ranks.indices {
      y += before[rank]
      tops.append(y)
      bottoms.append(y + heights[rank])
      y += heights[rank] + after[rank] + gap
    }
    for index in groups.indices where !groups[index].ranks.isEmpty {
      groups[index].top = tops[groups[index].ranks.lowerBound] - heads[index]
      groups[index].bottom = bottoms[groups[index].ranks.upperBound - 1] + feet[index]
    }
  }
}
