/// Draws commits in the order in which they were made, each branch on its own line.
///
/// A line from one branch to another goes between two commits, so that it crosses neither a commit nor what is written beside one.
struct GitGraphDrawing {
  let graph: GitGraph
  let type: DiagramType
  private var canvas: DiagramCanvas
  private let names: [DiagramLabel]
  private let tags: [[DiagramLabel]]
  /// Where each commit is along the order, and where its room ends.
  private var along: [Double] = []
  private var bounds: [Double] = []
  /// Where each branch is beside the others.
  private var across: [Double] = []
  private var end = 0.0

  init(_ graph: GitGraph, in type: DiagramType) {
    (self.graph, self.type, canvas) = (graph, type, DiagramCanvas(type))
    let measure = (graph.direction.isHorizontal ? 8 : 14) * type.size
    names = graph.commits.map { DiagramLabel($0.isNamed ? $0.id : "", in: type, measure: measure) }
    tags = graph.commits.map { $0.tags.map { DiagramLabel($0, in: type, measure: nil) } }
  }

  private static let colors = ["#3b6ea5", "#c1663f", "#4f8a5b", "#8a6aa3", "#a88a2f", "#5b8f9c", "#9c4f6b", "#6b6f7b"]
  private func color(_ branch: Int) -> String { Self.colors[branch % Self.colors.count] }
  private var isAcross: Bool { graph.direction.isHorizontal }
  private static let scale = 0.85

  mutating func draw() -> DiagramPicture {
    let heads = graph.branches.map { DiagramLabel($0.name, in: type, measure: nil) }
    if isAcross { placeAcross(heads) } else { placeDown(heads) }
    drawBranches(heads)
    for index in graph.commits.indices { drawLines(to: index) }
    for index in graph.commits.indices { draw(index) }
    return canvas.picture(title: graph.title)
  }

  // MARK: Places

  private mutating func placeAcross(_ heads: [DiagramLabel]) {
    let em = type.size
    var x = (heads.map(\.width).max() ?? 0) + 2.4 * em
    for index in graph.commits.indices {
      let wide = max(2.4 * em, Self.scale * names[index].width + 1.2 * em, Self.scale * (tags[index].map(\.width).max() ?? 0) + 1.6 * em)
      along.append(x + wide / 2)
      x += wide
      bounds.append(x)
    }
    end = x
    across = Array(repeating: 0, count: graph.branches.count)
    var y = 0.0
    for lane in graph.lanes {
      let own = graph.commits.indices.filter { graph.commits[$0].branch == lane }
      let above = own.map { Double(tags[$0].count) * 1.4 * em }.max() ?? 0
      let below = own.map { Self.scale * names[$0].height }.max() ?? 0
      y += above + 0.9 * em
      across[lane] = y
      y += below + 1.3 * em
    }
  }

  private mutating func placeDown(_ heads: [DiagramLabel]) {
    let em = type.size
    var y = 2.6 * em
    for index in graph.commits.indices {
      let high = max(2.2 * em, Self.scale * names[index].height + Double(tags[index].count) * 1.4 * em + 0.8 * em)
      along.append(y + high / 2)
      y += high
      bounds.append(y)
    }
    end = y
    across = Array(repeating: 0, count: graph.branches.count)
    var x = 0.0
    for lane in graph.lanes {
      let own = graph.commits.indices.filter { graph.commits[$0].branch == lane }
      let right = own.map { index in max(names[index].width, tags[index].map { $0.width + 0.8 * em }.max() ?? 0) }.max() ?? 0
      let half = heads[lane].width / 2 + 0.6 * em
      x += half
      across[lane] = x
      x += max(half, Self.scale * right + 1.2 * em) + 0.6 * em
    }
    // Upwards, the first commit is the lowest one.
    if graph.direction == .up {
      (along, bounds) = (along.map { end + 2.6 * em - $0 }, bounds.map { end + 2.6 * em - $0 })
    }
  }

  private func point(_ along: Double, _ across: Double) -> DiagramPoint {
    isAcross ? DiagramPoint(along, across) : DiagramPoint(across, along)
  }

  private func place(_ commit: Int) -> DiagramPoint { point(along[commit], across[graph.commits[commit].branch]) }

  // MARK: Lines

  private mutating func drawBranches(_ heads: [DiagramLabel]) {
    let em = type.size
    for (lane, label) in heads.enumerated() {
      let own = graph.commits.indices.filter { graph.commits[$0].branch == lane }
      let pen = DiagramCanvas.Pen(fill: "none", stroke: color(lane), width: 0.9)
      let (wide, high) = (label.width + em, type.leading + 0.4 * em)
      let isUp = graph.direction == .up
      let start = isAcross ? (heads.map(\.width).max() ?? 0) + em : isUp ? end + 0.2 * em : 1.9 * em
      if isAcross {
        canvas.rectangle(start - wide, across[lane] - high / 2, wide, high, radius: 0.4 * em, pen)
        canvas.label(label, start - wide / 2, across[lane])
      } else {
        let top = isUp ? end + 0.4 * em : 0
        canvas.rectangle(across[lane] - wide / 2, top, wide, high, radius: 0.4 * em, pen)
        canvas.label(label, across[lane], top + high / 2)
      }
      // From its name to its last commit, pale.
      let last = own.last.map { along[$0] } ?? start
      let from = isUp ? max(start, last) : start
      let line = [point(from, across[lane]), point(last, across[lane])]
      canvas.polygon(line, isClosed: false, DiagramCanvas.Pen(stroke: "#c8ccd2", width: 0.5, dash: [2, 2]))
    }
  }

  private mutating func drawLines(to index: Int) {
    let commit = graph.commits[index]
    for (number, parent) in commit.parents.enumerated() {
      let from = graph.commits[parent]
      let isMerge = number > 0
      let pen = DiagramCanvas.Pen(
        stroke: color(isMerge ? from.branch : commit.branch), width: 1.6, dash: isMerge && commit.look == .picked ? [3, 2] : [])
      let (a, b) = (along[parent], along[index])
      let (laneA, laneB) = (across[from.branch], across[commit.branch])
      guard laneA != laneB else {
        canvas.polygon([point(a, laneA), point(b, laneB)], isClosed: false, pen)
        continue
      }
      // A branch leaves after its parent, a merged one arrives before the commit.
      let turn = bounds[isMerge ? max(index - 1, 0) : parent]
      canvas.path(rounded(from: point(a, laneA), turn, to: point(b, laneB)), pen)
    }
  }

  /// A line that goes along, then across, then along, with round corners.
  private func rounded(from: DiagramPoint, _ turn: Double, to: DiagramPoint) -> DiagramPath {
    let corners =
      isAcross ? [DiagramPoint(turn, from.y), DiagramPoint(turn, to.y)] : [DiagramPoint(from.x, turn), DiagramPoint(to.x, turn)]
    let points = [from] + corners + [to]
    var path = DiagramPath([from])
    for index in 1...2 {
      let corner = points[index]
      let radius = min(0.7 * type.size, distance(points[index - 1], corner) / 2, distance(corner, points[index + 1]) / 2)
      path.line(to: toward(points[index - 1], from: corner, by: radius))
      path.bend(corner, to: toward(points[index + 1], from: corner, by: radius))
    }
    path.line(to: to)
    return path
  }

  private func distance(_ a: DiagramPoint, _ b: DiagramPoint) -> Double { abs(a.x - b.x) + abs(a.y - b.y) }

  private func toward(_ goal: DiagramPoint, from: DiagramPoint, by length: Double) -> DiagramPoint {
    let whole = max(distance(from, goal), 0.001)
    return DiagramPoint(from.x + (goal.x - from.x) / whole * length, from.y + (goal.y - from.y) / whole * length)
  }

  // MARK: Commits

  private mutating func draw(_ index: Int) {
    let em = type.size
    let commit = graph.commits[index]
    let at = place(index)
    let radius = 0.42 * em
    let full = DiagramCanvas.Pen(fill: color(commit.branch), stroke: "#ffffff", width: 0.8)
    let light = DiagramCanvas.Pen(fill: "#ffffff", stroke: color(commit.branch), width: 1.2)
    switch commit.look {
    case .normal: canvas.ellipse(at.x, at.y, radius, radius, full)
    case .highlighted: canvas.rectangle(at.x - radius, at.y - radius, 2 * radius, 2 * radius, full)
    case .merged:
      canvas.ellipse(at.x, at.y, radius, radius, light)
      canvas.ellipse(at.x, at.y, 0.5 * radius, 0.5 * radius, DiagramCanvas.Pen(fill: color(commit.branch), stroke: "none"))
    case .reversed:
      canvas.ellipse(at.x, at.y, radius, radius, light)
      let d = 0.5 * radius
      canvas.line(at.x - d, at.y - d, at.x + d, at.y + d, light)
      canvas.line(at.x - d, at.y + d, at.x + d, at.y - d, light)
    case .picked: canvas.ellipse(at.x, at.y, radius, radius, light)
    }
    let name = names[index]
    let scale = Self.scale
    if isAcross {
      if !name.isEmpty { canvas.label(name, at.x, at.y + 0.6 * em + scale * name.height / 2, scale: scale) }
      for (number, tag) in tags[index].enumerated() {
        draw(tag, at.x - (scale * tag.width + 0.6 * em) / 2, at.y - 1.2 * em - Double(number) * 1.4 * em)
      }
      return
    }
    let left = at.x + 0.8 * em
    let count = Double(tags[index].count)
    let top = at.y - (scale * name.height + count * 1.4 * em) / 2
    if !name.isEmpty { canvas.label(name, left, top + scale * name.height / 2, anchor: .start, scale: scale) }
    for (number, tag) in tags[index].enumerated() { draw(tag, left, top + scale * name.height + (Double(number) + 0.5) * 1.4 * em) }
  }

  /// A tag from its left end, around a height.
  private mutating func draw(_ tag: DiagramLabel, _ left: Double, _ y: Double) {
    let em = type.size
    let wide = Self.scale * tag.width + 0.6 * em
    canvas.rectangle(
      left, y - 0.58 * em, wide, 1.16 * em, radius: 0.15 * em, DiagramCanvas.Pen(fill: "#fff8dc", stroke: "#b9ad7a", width: 0.5))
    canvas.label(tag, left + wide / 2, y, scale: Self.scale)
  }
}
