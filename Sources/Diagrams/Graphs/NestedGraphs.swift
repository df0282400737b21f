/// Groups with their own direction: each is laid out by itself, and is one node in the graph around it.
struct NestedGraphs {
  /// The graph with such groups as nodes.
  private(set) var outer: Graph
  /// What is in them, by the number of the node in the outer graph.
  private(set) var inner: [Int: Graph] = [:]

  /// The group that a group is in, or is, if that is laid out by itself: the outermost.
  private var homes: [Int?] = []
  /// The graphs of these groups.
  private var graphs: [Int: Graph] = [:]
  /// The number of each node and each group where it is now; of a group that is laid out by itself the number of its node.
  private var nodes: [Int] = []
  private var groups: [Int] = []

  init(_ graph: Graph) {
    outer = graph
    let chosen = Self.chosen(in: graph)
    guard chosen.contains(where: { $0 != nil }) else { return }
    for (index, group) in graph.groups.enumerated() {
      homes.append(group.parent.flatMap { homes[$0] } ?? (chosen[index] == nil ? nil : index))
      if homes[index] == index { graphs[index] = Graph(direction: chosen[index] ?? graph.direction) }
    }
    (outer.nodes, outer.edges, outer.groups, outer.notes) = ([], [], [], [])
    divideGroups(of: graph)
    divideNodes(of: graph)
    divideEdges(of: graph)
    for (root, graph) in graphs { inner[groups[root]] = graph }
  }

  private mutating func divideGroups(of graph: Graph) {
    for (index, group) in graph.groups.enumerated() {
      var kept = group
      kept.parent = group.parent.flatMap { homes[$0] == $0 ? nil : groups[$0] }
      let home = homes[index]
      if home == index {
        groups.append(outer.nodes.count)
        outer.nodes.append(Graph.Node(name: group.name, text: group.text, shape: .frame, style: group.style, group: kept.parent))
      } else {
        groups.append(count(home) { $0.groups.count })
        change(home) { $0.groups.append(kept) }
      }
    }
  }

  private mutating func divideNodes(of graph: Graph) {
    for node in graph.nodes {
      var kept = node
      let home = node.group.flatMap { homes[$0] }
      kept.group = node.group.flatMap { home == $0 ? nil : groups[$0] }
      nodes.append(count(home) { $0.nodes.count })
      change(home) { $0.nodes.append(kept) }
    }
  }

  private mutating func divideEdges(of graph: Graph) {
    for edge in graph.edges {
      var kept = edge
      let (from, to) = (place(edge.from, in: graph), place(edge.to, in: graph))
      guard from.home == to.home else { continue }
      (kept.from, kept.to) = (from.end, to.end)
      change(from.home) { $0.edges.append(kept) }
    }
    for note in graph.notes {
      var kept = note
      kept.about = nodes[note.about]
      change(graph.nodes[note.about].group.flatMap { homes[$0] }) { $0.notes.append(kept) }
    }
  }

  private func place(_ end: Graph.End, in graph: Graph) -> (home: Int?, end: Graph.End) {
    switch end {
    case .node(let node): return (graph.nodes[node].group.flatMap { homes[$0] }, .node(nodes[node]))
    case .group(let group):
      let home = homes[group]
      return home == group ? (nil, .node(groups[group])) : (home, .group(groups[group]))
    }
  }

  private func count(_ home: Int?, _ count: (Graph) -> Int) -> Int { count(home.flatMap { graphs[$0] } ?? outer) }

  /// Changes the graph of a group that is laid out by itself; nil is the outer one.
  private mutating func change(_ home: Int?, _ body: (inout Graph) -> Void) {
    guard let home else { return body(&outer) }
    if graphs[home] != nil { body(&graphs[home, default: Graph()]) }
  }

  /// The direction of each group that goes in another than what is around it, and with whose contents nothing outside of it is connected; nil for
  /// all others.
  private static func chosen(in graph: Graph) -> [Graph.Direction?] {
    var isOpen = Array(repeating: false, count: graph.groups.count)
    var isFilled = isOpen
    func groups(around end: Graph.End) -> [Int] {
      var next: Int?
      switch end {
      case .node(let node): next = graph.nodes[node].group
      // The frame of a group is outside of it.
      case .group(let group): next = graph.groups[group].parent
      }
      var all: [Int] = []
      while let group = next {
        all.append(group)
        next = graph.groups[group].parent
      }
      return all
    }
    for index in graph.nodes.indices { for group in groups(around: .node(index)) { isFilled[group] = true } }
    for edge in graph.edges {
      let (from, to) = (groups(around: edge.from), groups(around: edge.to))
      for group in from where !to.contains(group) { isOpen[group] = true }
      for group in to where !from.contains(group) { isOpen[group] = true }
      // An edge from a group to what is in it.
      if case .group(let group) = edge.from, to.contains(group) { isOpen[group] = true }
      if case .group(let group) = edge.to, from.contains(group) { isOpen[group] = true }
    }
    var around: [Graph.Direction] = []
    return graph.groups.indices.map { index in
      let outer = graph.groups[index].parent.map { around[$0] } ?? graph.direction
      guard let own = graph.groups[index].direction, own != outer, !isOpen[index], isFilled[index] else {
        around.append(outer)
        return nil
      }
      around.append(own)
      return own
    }
  }
}
