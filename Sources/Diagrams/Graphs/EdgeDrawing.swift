/// The lines between nodes.
extension GraphDrawing {
  /// Where an edge meets what is at its end, across the ranks, and between which places it may be moved.
  private struct Port {
    var x = 0.0
    var slack = 0.0
  }

  /// Where edges leave and reach nodes and frames: beside each other, in the order of their other ends.
  private func ports() -> (lower: [Port], upper: [Port]) {
    var (below, above): ([Graph.End: [Int]], [Graph.End: [Int]]) = ([:], [:])
    for (index, edge) in layered.edges.enumerated() where edge.from != edge.to {
      below[edge.fromGroup.map { .group($0) } ?? .node(edge.from), default: []].append(index)
      above[edge.toGroup.map { .group($0) } ?? .node(edge.to), default: []].append(index)
    }
    var (lower, upper) = (Array(repeating: Port(), count: layered.edges.count), Array(repeating: Port(), count: layered.edges.count))
    func spread(_ edges: [Int], _ end: Graph.End, _ next: (Int) -> Double, _ ports: inout [Port]) {
      let sorted = edges.sorted { next($0) != next($1) ? next($0) < next($1) : $0 < $1 }
      for (edge, port) in zip(sorted, self.ports(at: end, towards: sorted.map(next))) { ports[edge] = port }
    }
    for (end, edges) in below { spread(edges, end, { layered.items[layered.edges[$0].chain[1]].x }, &lower) }
    for (end, edges) in above {
      spread(edges, end, { layered.items[layered.edges[$0].chain[layered.edges[$0].chain.count - 2]].x }, &upper)
    }
    return (lower, upper)
  }

  /// Places beside each other: of a node around its middle, of a frame near where the edges lead.
  private func ports(at end: Graph.End, towards places: [Double]) -> [Port] {
    let count = Double(places.count)
    switch end {
    case .group(let group):
      let frame = layered.groups[group]
      let (left, right) = (frame.left + type.size, max(frame.left + type.size, frame.right - type.size))
      if places.count == 1 { return [Port(x: (left + right) / 2, slack: (right - left) / 2)] }
      let step = min(2 * type.size, (right - left) / max(1, count - 1))
      var (low, high) = (places.map { min(max($0, left), right) }, places.map { min(max($0, left), right) })
      for index in places.indices.dropFirst() { high[index] = max(high[index], high[index - 1] + step) }
      for index in places.indices.dropLast().reversed() { low[index] = min(low[index], low[index + 1] - step) }
      return places.indices.map { index in
        let x = min(max((low[index] + high[index]) / 2, left + Double(index) * step), right - (count - 1 - Double(index)) * step)
        return Port(x: x, slack: min(0.5 * type.size, step / 3))
      }
    case .node(let node):
      let isHorizontal = graph.direction.isHorizontal
      let width = isHorizontal ? bodies[node].height : bodies[node].width
      let step = min(1.4 * type.size, 0.6 * width / max(1, count))
      // On a slope or an arc an edge would miss the point that it goes to.
      let isFlat = bodies[node].inset(at: 0.2 * width, isSide: isHorizontal) == 0
      let slack = isFlat ? count == 1 ? min(0.8 * type.size, width / 4) : step / 3 : 0
      return places.indices.map { Port(x: layered.items[node].x + (Double($0) - (count - 1) / 2) * step, slack: slack) }
    }
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
    // Where a rank has only lines, nothing is in their way.
    let passed = laid.chain.dropFirst().dropLast().filter { layered.bottoms[layered.items[$0].rank] > layered.tops[layered.items[$0].rank] }
    let places = Self.straightened(
      [(lower.x, lower.slack)] + passed.map { (layered.items[$0].x, 0.5 * type.size) } + [(upper.x, upper.slack)])
    let (startX, endX) = (places[0], places[places.count - 1])
    let start = border(fromEnd, node: laid.from, offset: startX - first.x, isBelow: true)
    let end = border(toEnd, node: laid.to, offset: endX - last.x, isBelow: false)
    if end - start < type.size { return drawAcross(index) }
    var line = EdgeLine(startX, from: start + Self.length(fromHead) * type.size, to: max(start, layered.bottoms[first.rank]))
    for (item, x) in zip(passed, places.dropFirst()) {
      let place = layered.items[item]
      let (top, bottom) = (layered.tops[place.rank], layered.bottoms[place.rank])
      if place.height > 0 { line.addLabel(x, middle: (top + bottom) / 2, place) } else { line.add(x, from: top, to: bottom) }
      let (low, high) = (point(x, top), point(x, bottom))
      canvas.reach(max(low.x, high.x) + DiagramCanvas.strokeWidth, max(low.y, high.y) + DiagramCanvas.strokeWidth)
    }
    line.add(endX, from: min(end, layered.tops[last.rank]), to: end - Self.length(toHead) * type.size)
    if edge.stroke != .invisible {
      canvas.path(line.path { point($0, $1) }, pen(of: edge))
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

  /// An edge between groups that are beside each other: straight from frame to frame.
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
    if edge.stroke == .dotted { pen.dash = [2.5, 2] }
    return pen
  }

  private mutating func drawLoop(_ index: Int) {
    let edge = graph.edges[index]
    guard edge.from == edge.to else { return }
    if let group = edge.from.group {
      let frame = layered.groups[group]
      guard !frame.ranks.isEmpty else { return }
      return drawLoop(
        index, across: frame.right, along: (frame.top + frame.bottom) / 2, step: min((frame.bottom - frame.top) / 4, 1.5 * type.size))
    }
    let node = layered.edges[index].from
    let item = layered.items[node]
    let isHorizontal = graph.direction.isHorizontal
    let half = (isHorizontal ? bodies[node].height : bodies[node].width) / 2
    let step = (isHorizontal ? bodies[node].width : bodies[node].height) / 4
    drawLoop(
      index, across: item.x + half, along: (layered.tops[item.rank] + layered.bottoms[item.rank]) / 2, step: step,
      inset: bodies[node].inset(at: step, isSide: !isHorizontal))
  }

  /// Draws a loop at the side where across grows.
  ///
  /// - Parameters:
  ///   - side: Where what it leads back to ends.
  ///   - step: From its middle to its ends.
  ///   - inset: How far its ends are from that side.
  private mutating func drawLoop(_ index: Int, across side: Double, along: Double, step: Double, inset: Double = 0) {
    let edge = graph.edges[index]
    let isHorizontal = graph.direction.isHorizontal
    let far = side + 1.6 * type.size
    let (a, b) = (point(side - inset, along - step), point(side - inset + 0.7 * type.size, along + step))
    var line = DiagramPath([a])
    line.curve(point(far, along - step), point(far, along + step), to: b)
    canvas.path(line, pen(of: edge))
    let tip = point(side - inset, along + step)
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
