/// The notes beside the nodes of a graph: across the ranks, so that no edge runs through them.
struct BesideNotes {
  private struct Placed {
    var note: Graph.Note
    var body: NodeBody
  }

  private let notes: [Placed]
  /// The nodes with edges that lead back to them, which are drawn at the side of later notes.
  private let loops: Set<Graph.End>
  private let isHorizontal: Bool
  private let em: Double

  init(_ graph: Graph, in type: DiagramType) {
    isHorizontal = graph.direction.isHorizontal
    em = type.size
    loops = Set(graph.edges.lazy.filter { $0.from == $0.to }.map(\.from))
    notes = graph.notes.map { note in
      Placed(note: note, body: NodeBody(Graph.Node(name: "", text: note.text, shape: .note), isHorizontal: false, in: type))
    }
  }

  /// From a node to its notes.
  private var gap: Double { 1.6 * em }
  /// Between the notes of one side.
  private var space: Double { 0.6 * em }

  private func across(_ body: NodeBody) -> Double { isHorizontal ? body.height : body.width }
  private func along(_ body: NodeBody) -> Double { isHorizontal ? body.width : body.height }

  private func extent(of node: Int, isBefore: Bool) -> (across: Double, along: Double) {
    let bodies = notes.filter { $0.note.about == node && $0.note.isBefore == isBefore }.map(\.body)
    guard !bodies.isEmpty else { return (0, 0) }
    return (gap + (bodies.map(across).max() ?? 0), bodies.reduce(-space) { $0 + along($1) + space })
  }

  /// Makes room at both sides of the nodes that have notes: a node stays in the middle of its item, where its edges are.
  func makeRoom(in items: inout [LayeredGraph.Item]) {
    for node in Set(notes.map(\.note.about)) {
      let (before, after) = (extent(of: node, isBefore: true), extent(of: node, isBefore: false))
      let side = max(before.across, after.across)
      items[node].width += 2 * side
      items[node].height = max(items[node].height, before.along, after.along)
      (items[node].blankBefore, items[node].blankAfter) = (side - before.across, side - after.across)
    }
  }

  /// Draws the notes of a node, each with a line to it.
  ///
  /// - Parameter point: The place of what is so far across and along from the node's middle.
  func draw(
    of node: Int, _ body: NodeBody, in item: LayeredGraph.Item, on canvas: inout DiagramCanvas, _ point: (Double, Double) -> DiagramPoint
  ) {
    for isBefore in [true, false] {
      let extent = extent(of: node, isBefore: isBefore)
      let side = item.width / 2 - (isBefore ? item.blankBefore : item.blankAfter) - extent.across
      let sign = isBefore ? -1.0 : 1.0
      let hasLoop = !isBefore && loops.contains(.node(node))
      var start = -extent.along / 2
      for placed in notes where placed.note.about == node && placed.note.isBefore == isBefore {
        let middle = start + along(placed.body) / 2
        let edge = hasLoop ? -along(body) / 2 : min(max(middle, -along(body) / 2), along(body) / 2)
        let (from, to) = (point(sign * across(body) / 2, edge * 0.8), point(sign * (side + gap), hasLoop ? edge * 0.8 : middle))
        canvas.path(DiagramPath([from, to]), DiagramCanvas.Pen(dash: [2, 2]))
        placed.body.draw(at: point(sign * (side + gap + across(placed.body) / 2), middle), on: &canvas)
        start += along(placed.body) + space
      }
    }
  }
}
