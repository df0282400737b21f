/// The lines between nodes: straight through ranks, curved between them.
extension GraphDrawing {
  /// Where an edge meets a node, from the node's middle, and how far it may be moved to either side.
  private struct Port {
    var offset = 0.0
    var slack = 0.0
  }

  /// Where edges leave and reach nodes: beside each other, in the order of their other ends.
  private func ports() -> (lower: [Port], upper: [Port]) {
    var (below, above) = (Array(repeating: [Int](), count: graph.nodes.count), Array(repeating: [Int](), count: graph.nodes.count))
    for (index, edge) in layered.edges.enumerated() where edge.from != edge.to {
      below[edge.from].append(index)
      above[edge.to].append(index)
    }
    var (lower, upper) = (Array(repeating: Port(), count: layered.edges.count), Array(repeating: Port(), count: layered.edges.count))
    for node in graph.nodes.indices {
      let width = graph.direction.isHorizontal ? bodies[node].height : bodies[node].width
      // On a slope or an arc an edge would miss the point that it goes to.
      let isFlat = bodies[node].inset(at: 0.2 * width, isSide: graph.direction.isHorizontal) == 0
      func spread(_ edges: [Int], _ next: (Int) -> Double, _ ports: inout [Port]) {
        let sorted = edges.sorted { next($0) != next($1) ? next($0) < next($1) : $0 < $1 }
        let step = min(1.4 * type.size, 0.6 * width / Double(max(1, edges.count)))
        let slack = isFlat ? edges.count == 1 ? min(0.8 * type.size, width / 4) : step / 3 : 0
        for (index, edge) in sorted.enumerated() {
          ports[edge] = Port(offset: (Double(index) - Double(edges.count - 1) / 2) * step, slack: slack)
        }
      }
      spread(below[node], { layered.items[layered.edges[$0].chain[1]].x }, &lower)
      spread(above[node], { layered.items[layered.edges[$0].chain[layered.edges[$0].chain.count - 2]].x }, &upper)
    }
    return (lower, upper)
  }

  mutating func drawEdges() {
    let (lower, upper) = ports()
    for index in graph.edges.indices {
      let edge = layered.edges[index]
      if edge.from == edge.to { drawLoop(index) } else { drawEdge(index, lower[index], upper[index]) }
    }
  }

  /// Where an edge meets the outline of what is at its end, along the ranks.
  private func border(_ end: Graph.End, node: Int, offset: Double, isBelow: Bool) -> Double {
    let item = layered.items[node]
    if case .group(let group) = end {
      return isBelow ? layered.groups[group].bottom : layered.groups[group].top
    }
    let isHorizontal = graph.direction.isHorizontal
    let half = (isHorizontal ? bodies[node].width : bodies[node].height) / 2 - bodies[node].inset(at: offset, isSide: isHorizontal)
    return (layered.tops[item.rank] + layered.bottoms[item.rank]) / 2 + (isBelow ? half : -half)
  }

  /// The places across that a line passes, with as few bends as the slack of each allows.
  private static func straightened(_ places: [(x: Double, slack: Double)]) -> [Double] {
    var result: [Double] = []
    while result.count < places.count {
      var (low, high, sum, count) = (-Double.infinity, Double.infinity, 0.0, 0)
      for place in places[result.count...] {
        let (left, right) = (max(low, place.x - place.slack), min(high, place.x + place.slack))
        guard left <= right else { break }
        (low, high, sum, count) = (left, right, sum + place.x, count + 1)
      }
      result += Array(repeating: min(max(sum / Double(count), low), high), count: count)
    }
    return result
  }

  private mutating func drawEdge(_ index: Int, _ lower: Port, _ upper: Port) {
    let (edge, laid) = (graph.edges[index], layered.edges[index])
    let (fromEnd, toEnd) = laid.isReversed ? (edge.to, edge.from) : (edge.from, edge.to)
    let (fromHead, toHead) = laid.isReversed ? (edge.toHead, edge.fromHead) : (edge.fromHead, edge.toHead)
    let (first, last) = (layered.items[laid.from], layered.items[laid.to])
    let passed = laid.chain.dropFirst().dropLast()
    func slack(_ port: Port, _ end: Graph.End) -> Double { if case .group = end { 1.5 * type.size } else { port.slack } }
    let places = Self.straightened(
      [(first.x + lower.offset, slack(lower, fromEnd))] + passed.map { (layered.items[$0].x, 0.5 * type.size) }
        + [(last.x + upper.offset, slack(upper, toEnd))])
    let (startX, endX) = (places[0], places[places.count - 1])
    let start = border(fromEnd, node: laid.from, offset: startX - first.x, isBelow: true)
    let end = border(toEnd, node: laid.to, offset: endX - last.x, isBelow: false)
    if end - start < type.size { return drawAcross(index) }
    // Pairs of places: straight from the first to the second, curved to the next pair.
    var pairs = [(startX, start + Self.length(fromHead) * type.size, max(start, layered.bottoms[first.rank]), false)]
    for (item, x) in zip(passed, places.dropFirst()) {
      let place = layered.items[item]
      let (top, bottom) = (layered.tops[place.rank], layered.bottoms[place.rank])
      // A label is in the middle of its rank, which may be higher.
      let room = place.height > 0 ? (bottom - top - place.height) / 2 : 0
      if room > 0 { pairs.append((x, top, top + room, false)) }
      pairs.append((x, top + room, bottom - room, place.height > 0))
      if room > 0 { pairs.append((x, bottom - room, bottom, false)) }
      let (low, high) = (point(x, top), point(x, bottom))
      canvas.reach(max(low.x, high.x) + DiagramCanvas.strokeWidth, max(low.y, high.y) + DiagramCanvas.strokeWidth)
    }
    pairs.append((endX, min(end, layered.tops[last.rank]), end - Self.length(toHead) * type.size, false))
    if edge.stroke != .invisible {
      canvas.path(path(pairs), pen(of: edge))
      let (a, b) = (point(startX, start), point(endX, end))
      let (down, up) = (direction(1), direction(-1))
      drawHead(fromHead, at: a, towards: up, style: edge.style)
      drawHead(toHead, at: b, towards: down, style: edge.style)
      canvas.reach(a.x, a.y)
      drawEndTexts(laid.isReversed ? (edge.toText, edge.fromText) : (edge.fromText, edge.toText), a, b)
    }
    for (item, x) in zip(passed, places.dropFirst()) where layered.items[item].height > 0 {
      let place = layered.items[item]
      let middle = point(x, (layered.tops[place.rank] + layered.bottoms[place.rank]) / 2)
      canvas.label(labels[index], middle.x, middle.y, style: edge.style)
    }
  }

  /// An edge between groups that stand beside each other: straight from frame to frame.
  private mutating func drawAcross(_ index: Int) {
    let (edge, laid) = (graph.edges[index], layered.edges[index])
    let (fromNode, toNode) = laid.isReversed ? (laid.to, laid.from) : (laid.from, laid.to)
    let (from, to) = (extent(edge.from, node: fromNode), extent(edge.to, node: toNode))
    let along = (max(from.top, to.top) + min(from.bottom, to.bottom)) / 2
    let isRight = from.left + from.right < to.left + to.right
    let (start, end) = (isRight ? from.right : from.left, isRight ? to.left : to.right)
    let sign = isRight ? 1.0 : -1.0
    let (a, b) = (point(start, along), point(end, along))
    let (origin, step) = (point(0, 0), point(sign, 0))
    let towards = DiagramPoint(step.x - origin.x, step.y - origin.y)
    let tail = point(start + sign * Self.length(edge.fromHead) * type.size, along)
    let tip = point(end - sign * Self.length(edge.toHead) * type.size, along)
    if edge.stroke != .invisible {
      canvas.polygon([tail, tip], isClosed: false, pen(of: edge))
      drawHead(edge.fromHead, at: a, towards: DiagramPoint(-towards.x, -towards.y), style: edge.style)
      drawHead(edge.toHead, at: b, towards: towards, style: edge.style)
    }
    canvas.label(labels[index], (a.x + b.x) / 2, (a.y + b.y) / 2 - labels[index].height / 2 - 2, style: edge.style)
  }

  /// The frame of an end.
  private func extent(_ end: Graph.End, node: Int) -> (left: Double, right: Double, top: Double, bottom: Double) {
    if case .group(let group) = end {
      let frame = layered.groups[group]
      return (frame.left, frame.right, frame.top, frame.bottom)
    }
    let item = layered.items[node]
    return (item.x - item.width / 2, item.x + item.width / 2, layered.tops[item.rank], layered.bottoms[item.rank])
  }

  private mutating func drawEndTexts(_ texts: (String, String), _ a: DiagramPoint, _ b: DiagramPoint) {
    for (text, place, side) in [(texts.0, a, 1.0), (texts.1, b, -1.0)] where !text.isEmpty {
      let label = DiagramLabel(text, in: type, measure: nil)
      let along = direction(side)
      let x = place.x + 1.5 * along.x * type.size + (along.y != 0 ? 0.5 * type.size : 0)
      let y = place.y + 1.4 * along.y * type.size - (along.x != 0 ? 0.8 * type.size : 0)
      canvas.label(label, x, y, anchor: along.x < 0 ? .end : .start, scale: 0.9)
    }
  }

  /// One step along the ranks.
  private func direction(_ sign: Double) -> DiagramPoint {
    let (a, b) = (point(0, 0), point(0, sign))
    return DiagramPoint(b.x - a.x, b.y - a.y)
  }

  func pen(of edge: Graph.Edge) -> DiagramCanvas.Pen {
    var pen = DiagramCanvas.Pen(stroke: DiagramCanvas.ink, width: edge.stroke == .thick ? 1.7 : 0.8, styled: edge.style.without("fill"))
    if edge.stroke == .dotted { pen.dash = "2.5 2" }
    return pen
  }

  private func path(_ pairs: [(Double, Double, Double, Bool)]) -> String {
    var data = ""
    func text(_ x: Double, _ y: Double) -> String {
      let place = point(x, y)
      return "\(DiagramCanvas.number(place.x)) \(DiagramCanvas.number(place.y))"
    }
    for (index, (x, top, bottom, isLabel)) in pairs.enumerated() {
      if index == 0 {
        data = "M\(text(x, top))"
      } else {
        let (before, _, start, _) = pairs[index - 1]
        let middle = (start + top) / 2
        data += abs(before - x) < 0.05 ? "L\(text(x, top))" : "C\(text(before, middle)) \(text(x, middle)) \(text(x, top))"
      }
      // The line makes room for its label.
      if isLabel { data += "M\(text(x, bottom))" } else if abs(bottom - top) > 0.05 { data += "L\(text(x, bottom))" }
    }
    return data
  }

  private mutating func drawLoop(_ index: Int) {
    let (edge, node) = (graph.edges[index], layered.edges[index].from)
    guard case .node = edge.from, edge.from == edge.to else { return }
    let item = layered.items[node]
    let isHorizontal = graph.direction.isHorizontal
    let half = (isHorizontal ? bodies[node].height : bodies[node].width) / 2
    let along = (layered.tops[item.rank] + layered.bottoms[item.rank]) / 2
    let step = (isHorizontal ? bodies[node].width : bodies[node].height) / 4
    let inset = bodies[node].inset(at: step, isSide: !isHorizontal)
    let far = item.x + half + 1.6 * type.size
    let n = { (place: DiagramPoint) in "\(DiagramCanvas.number(place.x)) \(DiagramCanvas.number(place.y))" }
    let (a, b) = (point(item.x + half - inset, along - step), point(item.x + half - inset + 0.7 * type.size, along + step))
    canvas.path("M\(n(a))C\(n(point(far, along - step))) \(n(point(far, along + step))) \(n(b))", pen(of: edge))
    let tip = point(item.x + half - inset, along + step)
    drawHead(edge.toHead, at: tip, towards: isHorizontal ? DiagramPoint(0, -1) : DiagramPoint(-1, 0), style: edge.style)
    let (label, place) = (labels[index], point(far, along))
    if isHorizontal {
      canvas.label(label, place.x, place.y + label.height / 2, style: edge.style)
    } else {
      canvas.label(label, place.x, place.y, anchor: .start, style: edge.style)
    }
    canvas.reach(place.x, place.y)
  }

  // MARK: Ends

  /// How much of the line an end takes, in ems.
  static func length(_ head: Graph.Head) -> Double {
    switch head {
    case .none, .bar, .one, .zeroOrOne, .many, .zeroOrMany, .open, .cross: 0
    case .arrow: 0.65
    case .circle: 0.55
    case .triangle: 0.9
    case .diamond, .filledDiamond: 1.3
    }
  }

  /// - Parameter towards: The direction in which the line reaches the place.
  mutating func drawHead(_ head: Graph.Head, at place: DiagramPoint, towards: DiagramPoint, style: DiagramStyle) {
    canvas.head(head, at: place, towards: towards, style: style)
  }
}
