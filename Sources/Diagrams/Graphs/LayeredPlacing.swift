/// Coordinates: everything near what it is connected with, at the distances that all need.
extension LayeredGraph {
  /// `second` is at least so far right of `first`.
  private struct Distance {
    var first: Int
    var second: Int
    var least: Double
  }

  private func left(_ group: Int) -> Int { items.count + 2 * group }
  private func right(_ group: Int) -> Int { items.count + 2 * group + 1 }

  /// The unknown that each item's place is: the inner places of a long edge share one, so that the edge is straight, but where such edges
  /// cross (Brandes and Köpf's blocks).
  private func blocks() -> [Int] {
    var (next, index) = (Array(repeating: -1, count: items.count), Array(repeating: 0, count: items.count))
    for edge in edges where edge.from != edge.to {
      for (a, b) in zip(edge.chain, edge.chain.dropFirst()) where items[a].isDummy && items[b].isDummy { next[a] = b }
    }
    for rank in ranks { for (place, item) in rank.enumerated() { index[item] = place } }
    var block = Array(items.indices)
    for rank in ranks {
      var furthest = -1
      for item in rank where next[item] >= 0 && index[next[item]] > furthest {
        furthest = index[next[item]]
        block[next[item]] = block[item]
      }
    }
    return block
  }

  private func distances(_ block: [Int]) -> [Distance] {
    var result: [Distance] = []
    let pad = 0.9 * em
    for (index, group) in groups.enumerated() where !group.ranks.isEmpty {
      result.append(Distance(first: left(index), second: right(index), least: group.across))
      guard let parent = group.parent else { continue }
      result.append(Distance(first: left(parent), second: left(index), least: pad + groups[parent].start))
      result.append(Distance(first: right(index), second: right(parent), least: pad))
    }
    for (index, item) in items.enumerated() {
      guard let group = item.group else { continue }
      result.append(Distance(first: left(group), second: block[index], least: pad + item.width / 2 + groups[group].start))
      result.append(Distance(first: block[index], second: right(group), least: pad + item.width / 2))
    }
    for rank in ranks {
      for (a, b) in zip(rank, rank.dropFirst()) {
        let (one, other) = (path(of: a), path(of: b))
        let depth = zip(one, other).prefix { $0 == $1 }.count
        let isNarrow = items[a].isDummy || items[b].isDummy
        let (inA, inB) = (depth < one.count, depth < other.count)
        let gap = (isNarrow ? 1.3 : 2.2) * em + (inA ? 0 : items[a].width / 2) + (inB ? 0 : items[b].width / 2)
        result.append(Distance(first: inA ? right(one[depth]) : block[a], second: inB ? left(other[depth]) : block[b], least: gap))
      }
    }
    return result
  }

  /// The distances in an order in which each follows those that its first end depends on.
  private func sorted(_ distances: [Distance], _ count: Int) -> [Distance] {
    var (out, incoming) = (Array(repeating: [Int](), count: count), Array(repeating: 0, count: count))
    for (index, distance) in distances.enumerated() {
      out[distance.first].append(index)
      incoming[distance.second] += 1
    }
    var queue = (0..<count).filter { incoming[$0] == 0 }
    var (next, result) = (0, [Distance]())
    while next < queue.count {
      for index in out[queue[next]] {
        result.append(distances[index])
        let to = distances[index].second
        incoming[to] -= 1
        if incoming[to] == 0 { queue.append(to) }
      }
      next += 1
    }
    return result
  }

  mutating func placeAcross() {
    let count = items.count + 2 * groups.count
    var block = blocks()
    var all = distances(block)
    var order = sorted(all, count)
    if order.count < all.count {
      // An edge that passes a group on both sides is not straight.
      block = Array(items.indices)
      all = distances(block)
      order = sorted(all, count)
    }
    var x = Array(repeating: 0.0, count: count)
    for distance in order { x[distance.second] = max(x[distance.second], x[distance.first] + distance.least) }
    var links: [(Int, Int, Double)] = []
    for edge in edges where edge.from != edge.to {
      for (a, b) in zip(edge.chain, edge.chain.dropFirst()) where block[a] != block[b] {
        links.append((block[a], block[b], items[a].isDummy && items[b].isDummy ? 8 : items[a].isDummy || items[b].isDummy ? 2 : 1))
      }
    }
    // The last sweeps settle on the mean of both sides, step by step: two neighbours that took each other's place would do so for ever.
    let last = max(12, min(300, 60_000 / max(1, items.count)))
    for sweep in 0..<24 + last {
      x = Self.apart(desired(x, links, block, side: sweep < 24 ? sweep % 3 : 2), order)
    }
    x = Self.apart(tailsAligned(x, links), order)
    drawTogether(&x, links, block, all)
    take(items.indices.map { x[block[$0]] } + x[items.count...])
  }

  /// The places nearest to the wanted ones that keep all distances.
  private static func apart(_ wanted: [Double], _ order: [Distance]) -> [Double] {
    var (low, high) = (wanted, wanted)
    for distance in order { high[distance.second] = max(high[distance.second], high[distance.first] + distance.least) }
    for distance in order.reversed() { low[distance.first] = min(low[distance.first], low[distance.second] - distance.least) }
    return zip(low, high).map { ($0 + $1) / 2 }
  }

  /// The places with chains that lead to an end below or above what they hang on, if they are all that hangs on that side of it.
  private func tailsAligned(_ x: [Double], _ links: [(Int, Int, Double)]) -> [Double] {
    var (up, down) = (Array(repeating: [Int](), count: x.count), Array(repeating: [Int](), count: x.count))
    for (upper, lower, _) in links {
      down[upper].append(lower)
      up[lower].append(upper)
    }
    var wanted = x
    for (forward, back) in [(up, down), (down, up)] {
      for end in items.indices where forward[end].count == 1 && back[end].isEmpty {
        var chain = [end]
        var next = forward[end][0]
        while forward[next].count == 1, back[next].count == 1 {
          chain.append(next)
          next = forward[next][0]
        }
        if back[next].count == 1 { for item in chain { wanted[item] = x[next] } }
      }
    }
    return wanted
  }

  /// Moves what nothing connects with the rest to the left, as far as it may be.
  private func drawTogether(_ x: inout [Double], _ links: [(Int, Int, Double)], _ block: [Int], _ distances: [Distance]) {
    var roots = Array(x.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while roots[index] != index {
        roots[index] = roots[roots[index]]
        index = roots[index]
      }
      return index
    }
    for (a, b, _) in links { roots[root(a)] = root(b) }
    for index in items.indices {
      roots[root(index)] = root(block[index])
      for group in path(of: index) {
        roots[root(left(group))] = root(index)
        roots[root(right(group))] = root(index)
      }
    }
    let part = x.indices.map { root($0) }
    guard Set(part[..<items.count]).count > 1 else { return }
    var before: [Int: [Distance]] = [:]
    for distance in distances where part[distance.first] != part[distance.second] {
      before[part[distance.second], default: []].append(distance)
    }
    var leftmost: [Int: Double] = [:]
    for index in items.indices { leftmost[part[index]] = min(leftmost[part[index]] ?? .infinity, x[block[index]]) }
    for (one, _) in leftmost.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      let room = (before[one] ?? []).reduce(Double.infinity) { min($0, x[$1.second] - x[$1.first] - $1.least) }
      guard room.isFinite, room > 0 else { continue }
      for index in x.indices where part[index] == one { x[index] -= room }
    }
  }

  /// Where items would be if there were no others: the mean of their neighbours above (0), below (1), or on both sides (2).
  private func desired(_ x: [Double], _ links: [(Int, Int, Double)], _ block: [Int], side: Int) -> [Double] {
    var (sums, weights) = (Array(repeating: 0.0, count: x.count), Array(repeating: 0.0, count: x.count))
    for (upper, lower, weight) in links {
      if side != 1 {
        sums[lower] += weight * x[upper]
        weights[lower] += weight
      }
      if side != 0 {
        sums[upper] += weight * x[lower]
        weights[upper] += weight
      }
    }
    var wanted = x
    let step = side == 2 ? 0.6 : 1
    for index in items.indices where weights[index] > 0 { wanted[index] += step * (sums[index] / weights[index] - x[index]) }
    for index in groups.indices { (wanted[left(index)], wanted[right(index)]) = (.infinity, -.infinity) }
    for (index, item) in items.enumerated() {
      for group in path(of: index) {
        wanted[left(group)] = min(wanted[left(group)], wanted[block[index]] - item.width / 2 - em)
        wanted[right(group)] = max(wanted[right(group)], wanted[block[index]] + item.width / 2 + em)
      }
    }
    for index in groups.indices where !wanted[left(index)].isFinite { (wanted[left(index)], wanted[right(index)]) = (0, 0) }
    return wanted
  }

  /// Frames are as tight as their contents and titles allow.
  private mutating func take(_ x: [Double]) {
    for index in items.indices { items[index].x = x[index] }
    let pad = 0.9 * em
    for index in groups.indices { (groups[index].left, groups[index].right) = (.infinity, -.infinity) }
    for (index, item) in items.enumerated() {
      guard let group = item.group else { continue }
      groups[group].left = min(groups[group].left, x[index] - item.width / 2 - pad - groups[group].start)
      groups[group].right = max(groups[group].right, x[index] + item.width / 2 + pad)
    }
    for index in groups.indices.reversed() where groups[index].left.isFinite {
      let missing = groups[index].across - (groups[index].right - groups[index].left)
      if missing > 0 {
        let end = min(x[right(index)], groups[index].right + missing / 2)
        groups[index].left = max(x[left(index)], end - groups[index].across)
        groups[index].right = groups[index].left + groups[index].across
      }
      guard let parent = groups[index].parent else { continue }
      groups[parent].left = min(groups[parent].left, groups[index].left - pad - groups[parent].start)
      groups[parent].right = max(groups[parent].right, groups[index].right + pad)
    }
    let start = min(items.map { $0.x - $0.width / 2 }.min() ?? 0, groups.map(\.left).min() ?? 0)
    for index in items.indices { items[index].x -= start }
    for index in groups.indices {
      groups[index].left -= start
      groups[index].right -= start
    }
  }

  mutating func placeAlong() {
    let gap = (isDoubled ? 1.1 : 2.4) * em * spacing
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
