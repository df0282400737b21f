extension LayeredGraph {
  /// From the frame of a group to what is in it, in points.
  var pad: Double { 0.9 * em }

  /// The unknowns that a group's sides are, beside the items'.
  func left(of group: Int) -> Int { items.count + 2 * group }
  func right(of group: Int) -> Int { items.count + 2 * group + 1 }
}

/// Finds the places across the ranks: each item is drawn to the mean of its neighbours, step by step, at the distances that all need.
struct AcrossPlacing {
  /// `second` is at least so far right of `first`.
  private struct Distance {
    var first: Int
    var second: Int
    var least: Double
    /// True for two items that are beside each other in a rank.
    var isBeside = false
  }

  private let graph: LayeredGraph
  private let count: Int
  /// The unknown that each item's place is.
  private var block: [Int]
  /// In an order in which each follows the ones that its first end depends on.
  private var order: [Distance]
  private var links: [(upper: Int, lower: Int, weight: Double)] = []
  /// What leads to the frame of a group, from an item or another frame: it draws all that is in the group.
  private struct FrameLink {
    var group: Int
    var other: Int
    var otherGroup: Int?
    var isBelow: Bool
  }

  private var frameLinks: [FrameLink] = []
  /// The unknowns in each group that has such links.
  private var members: [Int: [Int]] = [:]
  private var isLinked: [Bool]
  /// Distances of what nothing is connected with.
  private var beside: [Distance] = []
  /// What has neither, in groups: places that keep a group together, and single nodes.
  private var loose: [Int] = []
  /// What is connected by links, by a number.
  private var part: [Int]
  private var partCounts: [Double]

  init(_ graph: LayeredGraph) {
    self.graph = graph
    count = graph.items.count + 2 * graph.groups.count
    block = Self.blocks(of: graph)
    var all = Self.distances(graph, block)
    order = Self.sorted(all, count)
    if order.count < all.count {
      // An edge that passes a group on both sides is not straight.
      block = Array(graph.items.indices)
      all = Self.distances(graph, block)
      order = Self.sorted(all, count)
    }
    (isLinked, part) = (Array(repeating: false, count: count), Array(0..<count))
    partCounts = Array(repeating: 0, count: count)
    for edge in graph.edges where edge.from != edge.to {
      for (a, b) in zip(edge.chain, edge.chain.dropFirst()) where block[a] != block[b] {
        (isLinked[block[a]], isLinked[block[b]]) = (true, true)
        let (upper, lower) = (a == edge.from ? edge.fromGroup : nil, b == edge.to ? edge.toGroup : nil)
        if let upper { frameLinks.append(FrameLink(group: upper, other: block[b], otherGroup: lower, isBelow: true)) }
        if let lower { frameLinks.append(FrameLink(group: lower, other: block[a], otherGroup: upper, isBelow: false)) }
        guard upper == nil, lower == nil else { continue }
        let isInner = (graph.items[a].isDummy, graph.items[b].isDummy)
        links.append((block[a], block[b], isInner.0 && isInner.1 ? 8 : isInner.0 || isInner.1 ? 2 : 1))
      }
    }
    for link in frameLinks { members[link.group] = [] }
    if !members.isEmpty {
      for index in graph.items.indices where block[index] == index { for group in graph.path(of: index) { members[group]?.append(index) } }
    }
    beside = order.filter { $0.isBeside && !(isLinked[$0.first] && isLinked[$0.second]) }
    let held = Set(beside.flatMap { [$0.first, $0.second] })
    loose = graph.items.indices.filter { block[$0] == $0 && !isLinked[$0] && !held.contains($0) && graph.items[$0].group != nil }
    part = parts(joiningGroups: false)
    for index in graph.items.indices where block[index] == index { partCounts[part[index]] += 1 }
  }

  /// The places of all items, and of the groups' sides after them.
  func places() -> [Double] {
    var x = Array(repeating: 0.0, count: count)
    for distance in order { x[distance.second] = max(x[distance.second], x[distance.first] + distance.least) }
    // The last sweeps settle on the mean of both sides, step by step: two neighbours that took each other's place would do so for ever.
    let last = max(12, min(300, 60_000 / max(1, graph.items.count)))
    for sweep in 0..<24 + last {
      let before = x
      x = apart(wanted(x, side: sweep < 24 ? sweep % 3 : 2))
      if sweep >= 24, isSettled(x, before) { break }
    }
    x = apart(tailsAligned(x))
    drawTogether(&x)
    return graph.items.indices.map { x[block[$0]] } + x[graph.items.count...]
  }

  /// True if nothing moves any more, apart from all of it moving together.
  private func isSettled(_ x: [Double], _ before: [Double]) -> Bool {
    var (least, most) = (Double.infinity, -Double.infinity)
    // A place that is another's has no own.
    for index in x.indices where index >= block.count || block[index] == index {
      let move = x[index] - before[index]
      (least, most) = (min(least, move), max(most, move))
    }
    return most - least < 0.004 * graph.em
  }

  // MARK: Unknowns and distances

  /// The inner places of a long edge are one unknown, so that it is straight, but where such edges cross (Brandes and Köpf's blocks).
  private static func blocks(of graph: LayeredGraph) -> [Int] {
    let items = graph.items
    var (next, index) = (Array(repeating: -1, count: items.count), Array(repeating: 0, count: items.count))
    for edge in graph.edges where edge.from != edge.to {
      for (a, b) in zip(edge.chain, edge.chain.dropFirst()) where items[a].isDummy && items[b].isDummy { next[a] = b }
    }
    for rank in graph.ranks { for (place, item) in rank.enumerated() { index[item] = place } }
    var block = Array(items.indices)
    for rank in graph.ranks {
      var furthest = -1
      for item in rank where next[item] >= 0 && index[next[item]] > furthest {
        furthest = index[next[item]]
        block[next[item]] = block[item]
      }
    }
    return block
  }

  private static func distances(_ graph: LayeredGraph, _ block: [Int]) -> [Distance] {
    var result: [Distance] = []
    let pad = graph.pad
    for (index, group) in graph.groups.enumerated() where !group.ranks.isEmpty {
      result.append(Distance(first: graph.left(of: index), second: graph.right(of: index), least: group.across))
      guard let parent = group.parent else { continue }
      result.append(Distance(first: graph.left(of: parent), second: graph.left(of: index), least: pad + graph.groups[parent].start))
      result.append(Distance(first: graph.right(of: index), second: graph.right(of: parent), least: pad))
    }
    for (index, item) in graph.items.enumerated() {
      guard let group = item.group else { continue }
      let least = pad + item.width / 2
      result.append(Distance(first: graph.left(of: group), second: block[index], least: least + graph.groups[group].start))
      result.append(Distance(first: block[index], second: graph.right(of: group), least: least))
    }
    for rank in graph.ranks {
      for (a, b) in zip(rank, rank.dropFirst()) {
        let (one, other) = (graph.path(of: a), graph.path(of: b))
        let depth = zip(one, other).prefix { $0 == $1 }.count
        let isNarrow = graph.items[a].isDummy || graph.items[b].isDummy
        let (inA, inB) = (depth < one.count, depth < other.count)
        let gap =
          (isNarrow ? 1.3 : 2.2) * graph.em + (inA ? 0 : graph.items[a].width / 2) + (inB ? 0 : graph.items[b].width / 2)
        let (first, second) = (inA ? graph.right(of: one[depth]) : block[a], inB ? graph.left(of: other[depth]) : block[b])
        result.append(Distance(first: first, second: second, least: gap, isBeside: true))
      }
    }
    return result
  }

  private static func sorted(_ distances: [Distance], _ count: Int) -> [Distance] {
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

  /// What is connected, by the number of one of its members.
  private func parts(joiningGroups joins: Bool) -> [Int] {
    var roots = Array(0..<count)
    func root(_ index: Int) -> Int {
      var index = index
      while roots[index] != index {
        roots[index] = roots[roots[index]]
        index = roots[index]
      }
      return index
    }
    for link in links { roots[root(link.upper)] = root(link.lower) }
    for link in frameLinks { if let member = members[link.group]?.first { roots[root(member)] = root(link.other) } }
    for index in graph.items.indices {
      roots[root(index)] = root(block[index])
      for group in joins ? graph.path(of: index) : [] {
        roots[root(graph.left(of: group))] = root(index)
        roots[root(graph.right(of: group))] = root(index)
      }
    }
    return roots.indices.map { root($0) }
  }

  // MARK: Sweeps

  /// The places nearest to the wanted ones that keep all distances.
  private func apart(_ wanted: [Double]) -> [Double] {
    var (low, high) = (wanted, wanted)
    for distance in order { high[distance.second] = max(high[distance.second], high[distance.first] + distance.least) }
    for distance in order.reversed() { low[distance.first] = min(low[distance.first], low[distance.second] - distance.least) }
    for index in low.indices { low[index] = (low[index] + high[index]) / 2 }
    return low
  }

  /// Where items would be if there were no others: the mean of their neighbours above (0), below (1), or on both sides (2).
  private func wanted(_ x: [Double], side: Int) -> [Double] {
    var (sums, weights) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
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
    let shifts = frameShifts(x, side: side, &sums, &weights)
    // What nothing is connected with keeps to what is beside it.
    for distance in beside {
      if !isLinked[distance.first] {
        sums[distance.first] += x[distance.second] - distance.least
        weights[distance.first] += 1
      }
      if !isLinked[distance.second] {
        sums[distance.second] += x[distance.first] + distance.least
        weights[distance.second] += 1
      }
    }
    var wanted = x
    let step = side == 2 ? 0.6 : 1
    for index in graph.items.indices where weights[index] > 0 { wanted[index] += step * (sums[index] / weights[index] - x[index]) }
    for (group, shift) in shifts { for index in members[group] ?? [] { wanted[index] += step / 2 * shift } }
    stayInPlace(&wanted, x)
    moveLoose(&wanted)
    addGroups(to: &wanted)
    return wanted
  }

  /// What leads to a frame wants to be where its middle is, and draws all that is in it as one.
  ///
  /// - Returns: How far each group would move.
  private func frameShifts(_ x: [Double], side: Int, _ sums: inout [Double], _ weights: inout [Double]) -> [(group: Int, shift: Double)] {
    var shifts: [Int: (sum: Double, count: Double)] = [:]
    func middle(_ group: Int) -> Double { (x[graph.left(of: group)] + x[graph.right(of: group)]) / 2 }
    for link in frameLinks {
      let place = middle(link.group)
      if link.otherGroup == nil, side != (link.isBelow ? 1 : 0) {
        sums[link.other] += place
        weights[link.other] += 1
      }
      if side != (link.isBelow ? 0 : 1) {
        let before = shifts[link.group] ?? (0, 0)
        shifts[link.group] = (before.sum + (link.otherGroup.map(middle) ?? x[link.other]) - place, before.count + 1)
      }
    }
    return shifts.map { ($0.key, $0.value.sum / $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// Means are no forces between two: without this a part would wander off, and leave behind what nothing is connected with.
  private func stayInPlace(_ wanted: inout [Double], _ x: [Double]) {
    var shifts = Array(repeating: 0.0, count: count)
    for index in graph.items.indices where block[index] == index && isLinked[index] { shifts[part[index]] += wanted[index] - x[index] }
    for index in graph.items.indices where isLinked[index] { wanted[index] -= shifts[part[index]] / partCounts[part[index]] }
  }

  /// Moves loose items into the middle of their groups.
  private func moveLoose(_ wanted: inout [Double]) {
    guard !loose.isEmpty else { return }
    var (sums, counts) = (Array(repeating: 0.0, count: graph.groups.count), Array(repeating: 0.0, count: graph.groups.count))
    let isLoose = Set(loose)
    for index in graph.items.indices where !isLoose.contains(index) {
      for group in graph.path(of: index) {
        sums[group] += wanted[block[index]]
        counts[group] += 1
      }
    }
    for index in loose {
      guard let group = graph.path(of: index).last(where: { counts[$0] > 0 }) else { continue }
      wanted[index] = sums[group] / counts[group]
    }
  }

  /// The sides of groups as far out as what is in them wants: else each sweep would push it, and it would wander off.
  private func addGroups(to wanted: inout [Double]) {
    for index in graph.groups.indices { (wanted[graph.left(of: index)], wanted[graph.right(of: index)]) = (.infinity, -.infinity) }
    func enclose(_ left: Double, _ right: Double, in group: Int) {
      let (first, last) = (graph.left(of: group), graph.right(of: group))
      wanted[first] = min(wanted[first], left - graph.pad - graph.groups[group].start)
      wanted[last] = max(wanted[last], right + graph.pad)
    }
    for (index, item) in graph.items.enumerated() {
      guard let group = item.group else { continue }
      enclose(wanted[block[index]] - item.width / 2, wanted[block[index]] + item.width / 2, in: group)
    }
    // Inner groups come after outer ones.
    for index in graph.groups.indices.reversed() {
      let (left, right) = (graph.left(of: index), graph.right(of: index))
      guard wanted[left].isFinite else {
        (wanted[left], wanted[right]) = (0, 0)
        continue
      }
      let missing = max(0, graph.groups[index].across - (wanted[right] - wanted[left])) / 2
      (wanted[left], wanted[right]) = (wanted[left] - missing, wanted[right] + missing)
      if let parent = graph.groups[index].parent { enclose(wanted[left], wanted[right], in: parent) }
    }
  }

  // MARK: Afterwards

  /// The places with chains that lead to an end below or above what they hang on, if they are all that hangs on that side of it.
  private func tailsAligned(_ x: [Double]) -> [Double] {
    var (up, down) = (Array(repeating: [Int](), count: count), Array(repeating: [Int](), count: count))
    for link in links {
      down[link.upper].append(link.lower)
      up[link.lower].append(link.upper)
    }
    var wanted = x
    for (forward, back) in [(up, down), (down, up)] {
      for end in graph.items.indices where forward[end].count == 1 && back[end].isEmpty {
        var chain = [end]
        var next = forward[end][0]
        while forward[next].count == 1, back[next].count == 1 {
          chain.append(next)
          next = forward[next][0]
        }
        guard back[next].count == 1 else { continue }
        // Of a chain by itself the widest has the least room beside it.
        let isWhole = forward[next].isEmpty
        let anchor = isWhole ? (chain + [next]).max { graph.items[$0].width < graph.items[$1].width } ?? next : next
        for item in isWhole ? chain + [next] : chain { wanted[item] = wanted[anchor] }
      }
    }
    addGroups(to: &wanted)
    return wanted
  }

  /// Moves what nothing connects with the rest to the left, as far as it may be.
  private func drawTogether(_ x: inout [Double]) {
    let part = parts(joiningGroups: true)
    guard Set(part[..<graph.items.count]).count > 1 else { return }
    var before: [Int: [Distance]] = [:]
    for distance in order where part[distance.first] != part[distance.second] {
      before[part[distance.second], default: []].append(distance)
    }
    var leftmost: [Int: Double] = [:]
    for index in graph.items.indices { leftmost[part[index]] = min(leftmost[part[index]] ?? .infinity, x[block[index]]) }
    for (one, _) in leftmost.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      let room = (before[one] ?? []).reduce(Double.infinity) { min($0, x[$1.second] - x[$1.first] - $1.least) }
      guard room.isFinite, room > 0 else { continue }
      for index in x.indices where part[index] == one { x[index] -= room }
    }
  }
}
