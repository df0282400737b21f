/// Boxes in ranks from top to bottom, and the frames of groups around them; the caller turns the result for other directions.
struct LayeredGraph {
  struct Item {
    var width: Double
    var height: Double
    var group: Int?
    var rank = 0
    var x = 0.0
    /// What of its width is kept free at either side, and is no part of the picture.
    var blankBefore = 0.0
    var blankAfter = 0.0
    /// A place that an edge passes, or that keeps a group together.
    var isDummy = false
  }

  struct Edge {
    var from: Int
    var to: Int
    var length = 1
    var labelWidth = 0.0
    var labelHeight = 0.0
    /// The items that it passes from the upper to the lower end, both included.
    var chain: [Int] = []
    var isReversed = false
    /// The group whose frame the edge ends at, at either end; nil where it ends at the item.
    var fromGroup: Int?
    var toGroup: Int?
  }

  struct Group {
    var parent: Int?
    /// The least size of its frame across ranks and along them.
    var across = 0.0
    var along = 0.0
    /// From its frame to its contents: before and after the first and last rank, and at the side where items begin.
    var before = 0.0
    var after = 0.0
    var start = 0.0
    var ranks = 0..<0
    var left = 0.0
    var right = 0.0
    var top = 0.0
    var bottom = 0.0
  }

  /// All distances are in ems.
  let em: Double
  var items: [Item]
  var edges: [Edge]
  var groups: [Group]
  /// The real items come first.
  let itemCount: Int
  var ranks: [[Int]] = []
  var tops: [Double] = []
  var bottoms: [Double] = []
  /// The groups around each group, outermost first, itself last.
  var paths: [[Int]] = []
  /// True if every edge has a rank for its label.
  let isDoubled: Bool
  /// How much wider than usual the gaps between ranks are.
  var spacing = 1.0

  /// More places than this are too many for a picture.
  static let mostItems = 40_000

  init(items: [Item], edges: [Edge], groups: [Group], em: Double) {
    (self.items, self.edges, self.groups, self.em, itemCount) = (items, edges, groups, em, items.count)
    var pairs: Set<[Int]> = []
    isDoubled = edges.contains { $0.labelWidth > 0 || !pairs.insert([min($0.from, $0.to), max($0.from, $0.to)]).inserted }
    if isDoubled { for index in edges.indices { self.edges[index].length *= 2 } }
    for group in groups { paths.append((group.parent.map { $0 < paths.count ? paths[$0] : [] } ?? []) + [paths.count]) }
  }

  /// Finds all places.
  ///
  /// - Returns: False if there are too many.
  mutating func lay() -> Bool {
    breakCycles()
    rank()
    guard chain() else { return false }
    orderRanks()
    placeAcross()
    placeAlong()
    return true
  }

  func path(of item: Int) -> [Int] { items[item].group.map { paths[$0] } ?? [] }

  // MARK: Ranks

  /// Turns edges that lead back.
  mutating func breakCycles() {
    var out = Array(repeating: [Int](), count: itemCount)
    for (index, edge) in edges.enumerated() where edge.from != edge.to { out[edge.from].append(index) }
    var state = Array(repeating: 0, count: itemCount)
    for root in 0..<itemCount where state[root] == 0 {
      var stack = [(item: root, next: 0)]
      state[root] = 1
      while let (item, next) = stack.last {
        guard next < out[item].count else {
          state[item] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let to = edges[out[item][next]].to
        if state[to] == 1 { edges[out[item][next]].isReversed = true }
        if state[to] == 0 {
          state[to] = 1
          stack.append((to, 0))
        }
      }
    }
    for index in edges.indices where edges[index].isReversed {
      (edges[index].from, edges[index].to) = (edges[index].to, edges[index].from)
      (edges[index].fromGroup, edges[index].toGroup) = (edges[index].toGroup, edges[index].fromGroup)
    }
  }

  /// Ranks by longest paths; items that nothing leads to are directly above what they lead to.
  mutating func rank() {
    var (out, isSource) = (Array(repeating: [Int](), count: itemCount), Array(repeating: true, count: itemCount))
    for (index, edge) in edges.enumerated() where edge.from != edge.to {
      out[edge.from].append(index)
      isSource[edge.to] = false
    }
    let sources = (0..<itemCount).filter { isSource[$0] }
    // What leads to a frame is above all that is in it: where a source is lower for that, what follows it is, too.
    var least = Array(repeating: 0, count: itemCount)
    for _ in 0..<4 {
      rankPaths(from: sources, out, least)
      guard raise(&least, of: sources) else { break }
    }
    for item in sources { items[item].rank = out[item].map { items[edges[$0].to].rank - edges[$0].length }.min() ?? items[item].rank }
    var first = Array(repeating: Int.max, count: groups.count)
    let lone = sources.filter { out[$0].isEmpty }
    let isLone = Set(lone)
    for item in 0..<itemCount where !isLone.contains(item) {
      for group in path(of: item) { first[group] = min(first[group], items[item].rank) }
    }
    // Unconnected nodes are beside the first node of their group.
    for item in lone { items[item].rank = path(of: item).last { first[$0] < .max }.map { first[$0] } ?? least[item] }
  }

  /// Ranks by longest paths, each source at its least rank.
  private mutating func rankPaths(from sources: [Int], _ out: [[Int]], _ least: [Int]) {
    var incoming = Array(repeating: 0, count: itemCount)
    for edge in edges where edge.from != edge.to { incoming[edge.to] += 1 }
    for item in items.indices { items[item].rank = item < itemCount ? least[item] : 0 }
    var (queue, next) = (sources, 0)
    while next < queue.count {
      let item = queue[next]
      next += 1
      for index in out[item] {
        let to = edges[index].to
        items[to].rank = max(items[to].rank, items[item].rank + edges[index].length)
        incoming[to] -= 1
        if incoming[to] == 0 { queue.append(to) }
      }
    }
  }

  /// - Returns: True if a source has to be lower than it is, since something leads to a frame that it is in.
  private func raise(_ least: inout [Int], of sources: [Int]) -> Bool {
    var (lowest, isChanged) = ([Int: Int](), false)
    for edge in edges where edge.from != edge.to {
      guard let group = edge.toGroup else { continue }
      lowest[group] = max(lowest[group] ?? 0, items[edge.from].rank + edge.length)
    }
    guard !lowest.isEmpty else { return false }
    for item in sources {
      let rank = path(of: item).compactMap { lowest[$0] }.max() ?? 0
      if rank > least[item] { (least[item], isChanged) = (rank, true) }
    }
    return isChanged
  }

  /// Divides edges into steps from one rank to the next, and fills the ranks.
  private mutating func chain() -> Bool {
    let most = max(0, items.map(\.rank).max() ?? 0)
    guard edges.reduce(itemCount, { $0 + abs(items[$1.to].rank - items[$1.from].rank) }) < Self.mostItems else { return false }
    for index in edges.indices {
      let edge = edges[index]
      let (first, last) = (items[edge.from].rank, items[edge.to].rank)
      var chain = [edge.from]
      if edge.from != edge.to, last > first + 1 {
        let common = zip(path(of: edge.from), path(of: edge.to)).prefix { $0 == $1 }.last?.0
        let middle = (first + last) / 2
        for rank in (first + 1)..<last {
          let isLabel = rank == middle && edge.labelWidth > 0
          chain.append(items.count)
          items.append(
            Item(
              width: isLabel ? edge.labelWidth : 0, height: isLabel ? edge.labelHeight : 0, group: common, rank: rank, isDummy: true))
        }
      }
      edges[index].chain = chain + [edge.to]
    }
    return fillGroups(most)
  }

  /// Keeps a place in every rank that a group reaches.
  private mutating func fillGroups(_ most: Int) -> Bool {
    var taken = Array(repeating: Set<Int>(), count: groups.count)
    for index in items.indices { for group in path(of: index) { taken[group].insert(items[index].rank) } }
    for (group, ranks) in taken.enumerated() {
      guard let first = ranks.min(), let last = ranks.max() else { continue }
      groups[group].ranks = first..<(last + 1)
      for rank in first...last where !ranks.contains(rank) {
        items.append(Item(width: 0, height: 0, group: group, rank: rank, isDummy: true))
      }
      guard items.count < Self.mostItems else { return false }
    }
    ranks = Array(repeating: [], count: most + 1)
    for index in items.indices { ranks[items[index].rank].append(index) }
    return true
  }
}
