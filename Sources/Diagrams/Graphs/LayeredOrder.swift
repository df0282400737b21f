/// The order within ranks: barycentres, swept down and up; the order with the fewest crossings is kept.
extension LayeredGraph {
  private struct Ordering {
    var places: [Double]
    var ranks: [[Int]]
    let up: [[Int]]
    let down: [[Int]]
  }

  mutating func orderRanks() {
    var (up, down) = (Array(repeating: [Int](), count: items.count), Array(repeating: [Int](), count: items.count))
    for edge in edges where edge.from != edge.to {
      for (upper, lower) in zip(edge.chain, edge.chain.dropFirst()) {
        down[upper].append(lower)
        up[lower].append(upper)
      }
    }
    var ordering = Ordering(places: Array(repeating: 0, count: items.count), ranks: ranks, up: up, down: down)
    number(&ordering)
    sort(&ordering, by: ordering.places)
    var best = ordering.ranks
    var least = crossings(ordering)
    for sweep in 0..<(items.count > 5000 ? 4 : 12) where least > 0 || sweep < 2 {
      sort(&ordering, by: barycentres(ordering, isDown: sweep % 2 == 0))
      let count = crossings(ordering)
      if count < least { (best, least) = (ordering.ranks, count) }
    }
    ranks = best
  }

  private func number(_ ordering: inout Ordering) {
    for rank in ordering.ranks {
      for (index, item) in rank.enumerated() { ordering.places[item] = Double(index) - Double(rank.count - 1) / 2 }
    }
  }

  private func barycentres(_ ordering: Ordering, isDown: Bool) -> [Double] {
    var keys = ordering.places
    for rank in isDown ? ordering.ranks : ordering.ranks.reversed() {
      for item in rank {
        let near = isDown ? ordering.up[item] : ordering.down[item]
        if !near.isEmpty { keys[item] = near.reduce(0) { $0 + keys[$1] } / Double(near.count) }
      }
      // Items at one place keep the order that they have here in all ranks that follow, so that what leads on from them does not cross.
      for (place, item) in rank.sorted(by: { (keys[$0], ordering.places[$0]) < (keys[$1], ordering.places[$1]) }).enumerated() {
        keys[item] += 1e-6 * Double(place)
      }
    }
    return keys
  }

  /// Sorts all ranks; a group has the same place among its siblings in all of them.
  private func sort(_ ordering: inout Ordering, by keys: [Double]) {
    var (sums, counts) = (Array(repeating: 0.0, count: groups.count), Array(repeating: 0.0, count: groups.count))
    for item in items.indices {
      for group in path(of: item) {
        sums[group] += keys[item]
        counts[group] += 1
      }
    }
    let means = zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
    let places = ordering.places
    func precedes(_ first: Int, _ second: Int) -> Bool {
      places[first] != places[second] ? places[first] < places[second] : first < second
    }
    for index in ordering.ranks.indices {
      if groups.isEmpty {
        ordering.ranks[index].sort { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : precedes($0, $1) }
        continue
      }
      ordering.ranks[index].sort { first, second in
        let (a, b) = (path(of: first), path(of: second))
        let depth = zip(a, b).prefix { $0 == $1 }.count
        let one = depth < a.count ? means[a[depth]] : keys[first]
        let other = depth < b.count ? means[b[depth]] : keys[second]
        if one != other { return one < other }
        if depth < a.count || depth < b.count {
          return (depth < a.count ? a[depth] : -1 - first) < (depth < b.count ? b[depth] : -1 - second)
        }
        return precedes(first, second)
      }
    }
    number(&ordering)
  }

  /// Counted with a tree of sums.
  private func crossings(_ ordering: Ordering) -> Int {
    var total = 0
    var index = Array(repeating: 0, count: items.count)
    for rank in ordering.ranks { for (place, item) in rank.enumerated() { index[item] = place } }
    for (upper, lower) in zip(ordering.ranks, ordering.ranks.dropFirst()) {
      var tree = Array(repeating: 0, count: lower.count + 1)
      var seen = 0
      for item in upper {
        let ends = ordering.down[item].map { index[$0] }
        for end in ends {
          var (at, before) = (end + 1, 0)
          while at > 0 {
            before += tree[at]
            at -= at & -at
          }
          total += seen - before
        }
        for end in ends {
          var at = end + 1
          while at < tree.count {
            tree[at] += 1
            at += at & -at
          }
          seen += 1
        }
      }
    }
    return total
  }
}
