/// Places a graph and draws it.
struct GraphDrawing {
  let graph: Graph
  let type: DiagramType
  var bodies: [NodeBody]
  var labels: [DiagramLabel]
  var titles: [DiagramLabel]
  let notes: BesideNotes
  var layered: LayeredGraph
  var canvas: DiagramCanvas
  /// The extent along the ranks.
  var length = 0.0

  init(_ whole: Graph, in type: DiagramType) throws(DiagramMistake) {
    let nested = NestedGraphs(whole)
    let graph = nested.outer
    (self.graph, self.type, canvas) = (graph, type, DiagramCanvas(type))
    bodies = graph.nodes.map { NodeBody($0, isHorizontal: graph.direction.isHorizontal, in: type) }
    for (index, inner) in nested.inner {
      var drawing = try GraphDrawing(inner, in: type)
      drawing.drawParts()
      bodies[index].enclose(drawing.canvas)
    }
    labels = graph.edges.map { DiagramLabel($0.text, in: type, measure: type.measure * 0.8) }
    titles = graph.groups.map { DiagramLabel($0.text, in: type, measure: type.measure * 1.5) }
    notes = BesideNotes(graph, in: type)
    layered = LayeredGraph(items: [], edges: [], groups: [], em: type.size)
    let first = layers(ends: graph.edges.map { Self.ends(of: $0, in: graph, ranks: nil) })
    var ranked = first
    ranked.breakCycles()
    ranked.rank()
    let ranks = ranked.items.map(\.rank)
    layered = layers(ends: graph.edges.map { Self.ends(of: $0, in: graph, ranks: ranks) })
    guard layered.lay() else {
      throw DiagramMistake(0..<1, "the edges of the diagram pass too many ranks", hint: "divide the diagram")
    }
    length = max(layered.bottoms.last ?? 0, layered.groups.map(\.bottom).max() ?? 0)
  }

  // MARK: What is laid out

  /// The nodes that stand for the ends of an edge: of a group the one that is nearest to the other end.
  private static func ends(of edge: Graph.Edge, in graph: Graph, ranks: [Int]?) -> (Int, Int)? {
    // A frame's edge to itself is beside the frame.
    if edge.from == edge.to, edge.from.group != nil { return nil }
    func node(_ end: Graph.End, isFrom: Bool) -> Int? {
      guard let group = end.group else {
        if case .node(let index) = end { return index }
        return nil
      }
      let members = graph.nodes.indices.filter { graph.isNode($0, in: group) }
      guard let ranks, let first = members.min(by: { ranks[$0] < ranks[$1] }), let last = members.max(by: { ranks[$0] < ranks[$1] }) else {
        return isFrom ? members.last : members.first
      }
      // What leads back to a group from below it reaches its lower side.
      guard case .node(let other) = isFrom ? edge.to : edge.from else { return isFrom ? last : first }
      return isFrom ? ranks[other] < ranks[first] ? first : last : ranks[other] > ranks[last] ? last : first
    }
    guard let from = node(edge.from, isFrom: true), let to = node(edge.to, isFrom: false) else { return nil }
    if from == to, edge.from != edge.to { return nil }
    return (from, to)
  }

  private func layers(ends: [(Int, Int)?]) -> LayeredGraph {
    let isHorizontal = graph.direction.isHorizontal
    var items = zip(graph.nodes, bodies).map { node, body in
      LayeredGraph.Item(
        width: isHorizontal ? body.height : body.width, height: isHorizontal ? body.width : body.height, group: node.group)
    }
    var edges: [LayeredGraph.Edge] = []
    for (index, edge) in graph.edges.enumerated() {
      guard let (from, to) = ends[index] else {
        edges.append(LayeredGraph.Edge(from: 0, to: 0))
        continue
      }
      let label = labels[index]
      var laid = LayeredGraph.Edge(from: from, to: to, length: edge.length, fromGroup: edge.from.group, toGroup: edge.to.group)
      if !label.isEmpty {
        laid.labelWidth = (isHorizontal ? label.height : label.width) + 0.4 * type.size
        laid.labelHeight = (isHorizontal ? label.width : label.height) + 0.4 * type.size
      }
      if from == to {
        items[from].width = max(
          items[from].width, (isHorizontal ? bodies[from].height : bodies[from].width) + 4 * type.size + 2 * laid.labelWidth)
        laid.labelWidth = 0
      }
      edges.append(laid)
    }
    notes.makeRoom(in: &items)
    let groups = zip(graph.groups, titles).map { group, title in
      var laid = LayeredGraph.Group(parent: group.parent)
      guard !title.isEmpty else { return laid }
      let (width, height) = (title.width + 1.6 * type.size, title.height + 0.3 * type.size)
      if isHorizontal { (laid.along, laid.start) = (width, height) } else { laid.across = width }
      if graph.direction == .down { laid.before = height }
      if graph.direction == .up { laid.after = height }
      return laid
    }
    var layered = LayeredGraph(items: items, edges: edges, groups: groups, em: type.size)
    // Ends of relationships need room.
    if graph.nodes.contains(where: { $0.shape == .table }) { layered.spacing = 1.7 }
    return layered
  }

  /// A place of the layout on the page.
  func point(_ across: Double, _ along: Double) -> DiagramPoint {
    switch graph.direction {
    case .down: DiagramPoint(across, along)
    case .up: DiagramPoint(across, length - along)
    case .right: DiagramPoint(along, across)
    case .left: DiagramPoint(length - along, across)
    }
  }

  /// The middle of a node.
  func middle(of node: Int) -> DiagramPoint {
    let item = layered.items[node]
    return point(item.x, (layered.tops[item.rank] + layered.bottoms[item.rank]) / 2)
  }

  // MARK: Drawing

  mutating func draw() -> DiagramPicture {
    drawParts()
    return canvas.picture(title: graph.title)
  }

  private mutating func drawParts() {
    for (index, group) in graph.groups.enumerated() {
      guard let (corner, width, height) = frame(of: index) else { continue }
      canvas.frame(corner.x, corner.y, width, height, group.style, isDashed: group.isRegion)
    }
    drawEdges()
    for (index, group) in graph.groups.enumerated() {
      if let (corner, _, _) = frame(of: index) { canvas.title(titles[index], ofFrame: corner.x, corner.y, group.style) }
    }
    for index in graph.nodes.indices { bodies[index].draw(at: middle(of: index), on: &canvas) }
    drawNotes()
  }

  private mutating func drawNotes() {
    guard !graph.notes.isEmpty else { return }
    var drawn = canvas
    for index in Set(graph.notes.map(\.about)).sorted() {
      let item = layered.items[index]
      let along = (layered.tops[item.rank] + layered.bottoms[item.rank]) / 2
      notes.draw(of: index, bodies[index], in: item, on: &drawn) { point(item.x + $0, along + $1) }
    }
    canvas = drawn
  }

  /// The upper left corner of a frame and its size; nil for one without nodes.
  private func frame(of index: Int) -> (corner: DiagramPoint, width: Double, height: Double)? {
    let group = layered.groups[index]
    guard !group.ranks.isEmpty else { return nil }
    let (a, b) = (point(group.left, group.top), point(group.right, group.bottom))
    return (DiagramPoint(min(a.x, b.x), min(a.y, b.y)), abs(a.x - b.x), abs(a.y - b.y))
  }
}

extension Graph {
  func isNode(_ node: Int, in group: Int) -> Bool {
    var around = nodes[node].group
    while let one = around {
      if one == group { return true }
      around = groups[one].parent
    }
    return false
  }
}
