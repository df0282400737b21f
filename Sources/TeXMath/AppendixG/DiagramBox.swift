internal import CHarfBuzz
internal import TypesetBoxes

/// tikz-cd's diagrams: cells in a grid, with arrows between their borders.
///
/// Distances and shapes follow tikz-cd 1.0 and TikZ: cells with 1 ex beside and 0.85 ex above and below them, arrows from border to border
/// on the math axis, labels in script style 0.5 ex away.
struct DiagramBox {
  /// A cell, or a label to which arrows lead.
  struct Node {
    /// The point that arrows aim at.
    var center: DiagramPoint
    var halfWidth = 0.0
    var above = 0.0
    var below = 0.0

    /// Where a ray from the centre crosses the border.
    func border(toward direction: DiagramPoint) -> DiagramPoint {
      let half = direction.y > 0 ? above : below
      let (dx, dy) = (abs(direction.x), abs(direction.y))
      let factor = min(dx > 0 ? halfWidth / dx : .infinity, dy > 0 ? half / dy : .infinity)
      return factor.isFinite ? center + direction * factor : center
    }
  }

  private let layout: Layout
  private let diagram: Diagram
  private let alignment: Alignment
  private let first: Int
  /// By row and column.
  private var nodes: [[Node]] = []
  private var named: [String: Node] = [:]
  private var shafts: [DiagramShaft] = []
  /// Of the grid, y upwards from the baseline of the first row.
  private var bounds = DiagramBounds()

  private init(_ alignment: Alignment, _ diagram: Diagram, _ layout: Layout, first: Int) {
    (self.alignment, self.diagram, self.layout, self.first) = (alignment, diagram, layout, first)
  }

  static func set(_ alignment: Alignment, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    guard layout.list.diagrams.indices.contains(alignment.diagram) else { return Extent(first: buffer.count) }
    var box = DiagramBox(alignment, layout.list.diagrams[alignment.diagram], layout, first: buffer.count)
    box.setCells(&buffer)
    let grid = box.bounds
    for arrow in box.diagram.arrows { box.add(arrow, &buffer) }
    for shaft in box.shafts { shaft.draw(&box.bounds, &buffer) }
    // A single row, and Xy-pic's first one, keep their baseline; others are centred on the formula's.
    let up = alignment.rows.count == 1 || box.diagram.isXYMatrix ? 0 : -(grid.top + grid.bottom) / 2
    let bounds = box.bounds
    buffer.move(from: box.first, rounded(-bounds.left), rounded(up))
    return Extent(
      width: rounded(bounds.right - bounds.left), height: max(0, rounded(bounds.top + up)), depth: max(0, rounded(-bounds.bottom - up)),
      first: box.first)
  }

  private func length(_ dimension: Dimension) -> Double { Double(layout.length(dimension, .text)) }
  private var ex: Double { length(Dimension(value: 65536, unit: .ex)) }
  private var axis: Double { Double(layout.context.axisHeight(.text)) }
  /// Between what a cell or label measures and where arrows meet it.
  private var outerSep: Double { lineWidth / 2 }
  private var lineWidth: Double { Double(layout.constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, .text)) }

  // MARK: Cells

  private mutating func setCells(_ buffer: inout ElementBuffer) {
    var set: [[(extent: Extent, end: Int, isNode: Bool)]] = []
    for row in alignment.rows {
      set.append(
        row.cells.map { index in
          let content = layout.list.cells[index].content
          let extent = layout.box(content, .text, cramped: false, &buffer)
          return (extent, buffer.count, !content.isEmpty)
        })
    }
    let em = length(Dimension(value: 65536, unit: .em))
    let margin = length(Dimension(value: 3 * 65536, unit: .absolute))
    let (padX, padY) = diagram.isXYMatrix ? (margin, margin) : diagram.isCramped ? (0.3 * em, 0.3 * em) : (ex, 0.85 * ex)
    var widths = [Double](repeating: 0, count: alignment.columns.count)
    for row in set {
      for (column, cell) in row.enumerated() where cell.isNode {
        widths[column] = max(widths[column], Double(cell.extent.width) + 2 * padX)
      }
    }
    let columnSep = length(diagram.columnSep)
    var middles: [Double] = []
    var edge = 0.0
    for (column, width) in widths.enumerated() {
      if column == 0 {
        middles.append(width / 2)
      } else {
        middles.append(diagram.hasColumnOrigins ? (middles.last ?? 0) + columnSep : edge + columnSep + width / 2)
      }
      edge = (middles.last ?? 0) + width / 2
    }
    bounds.include(DiagramPoint(x: 0, y: 0))
    bounds.include(DiagramPoint(x: edge, y: 0))
    var baseline = 0.0
    for (row, cells) in set.enumerated() {
      let extents = cells.lazy.filter(\.isNode).map(\.extent)
      let height = extents.map { Double($0.height) + padY }.max() ?? 0
      let depth = extents.map { Double($0.depth) + padY }.max() ?? 0
      if row > 0 { baseline -= diagram.hasRowOrigins ? length(diagram.rowSep) : lastDepth + length(diagram.rowSep) + height }
      lastDepth = depth
      bounds.include(DiagramPoint(x: 0, y: baseline + height))
      bounds.include(DiagramPoint(x: 0, y: baseline - depth))
      nodes.append([])
      for (column, cell) in cells.enumerated() {
        let x = middles[column] - Double(cell.extent.width) / 2
        buffer.move(cell.extent.first..<cell.end, rounded(x), rounded(baseline))
        var node = Node(center: DiagramPoint(x: middles[column], y: baseline + axis))
        if cell.isNode {
          node.halfWidth = Double(cell.extent.width) / 2 + padX + outerSep
          node.above = Double(cell.extent.height) + padY - axis + outerSep
          node.below = Double(cell.extent.depth) + padY + axis + outerSep
        }
        nodes[row].append(node)
      }
    }
    // `cramped`: no space outside.
    if diagram.isCramped { bounds.inset(0.3 * em) }
  }

  /// Of the row before.
  private var lastDepth = 0.0

  private func node(_ end: DiagramArrow.End) -> Node? {
    switch end {
    case .label(let name): named[name]
    case .cell(let row, let column):
      nodes.indices.contains(row) ? (nodes[row].indices.contains(column) ? nodes[row][column] : nil) : nil
    }
  }

  // MARK: Arrows

  private mutating func add(_ arrow: DiagramArrow, _ buffer: inout ElementBuffer) {
    guard let from = node(arrow.from), let to = node(arrow.to) else { return }
    var course = course(of: arrow, from, to)
    if arrow.shift.value != 0 {
      let normal = (course.end - course.start).unit.normal
      course = course.moved(normal * length(arrow.shift))
    }
    course = course.shortened(length(arrow.shortening.start), length(arrow.shortening.end))
    var shaft = DiagramShaft(course, arrow, lineWidth: lineWidth, distance: lineDistance, color: arrow.color ?? buffer.color)
    for label in arrow.labels { add(label, of: course, color: arrow.color, &shaft, &buffer) }
    guard arrow.isDrawn else { return }
    if arrow.crossesOver {
      for index in shafts.indices { shafts[index].cut(around: course, clearance: 0.75 * ex) }
    }
    shafts.append(shaft)
  }

  /// TikZ' ways from node to node.
  private func course(of arrow: DiagramArrow, _ from: Node, _ to: Node) -> DiagramCourse {
    let straight = to.center - from.center
    let angle = straight.angle
    func bent(_ out: Double, _ into: Double) -> DiagramCourse {
      let (leaving, arriving) = (DiagramPoint(degrees: out), DiagramPoint(degrees: into))
      let (start, end) = (from.border(toward: leaving), to.border(toward: arriving))
      // A loop needs room: TikZ' looseness 8 of the distance that is left.
      let isLoop = straight.length < 1
      let reach =
        isLoop ? max(8 * 0.3915 * (end - start).length, 2 * length(Dimension(value: 65536, unit: .em))) : 0.3915 * (end - start).length
      return DiagramCourse(start, start + leaving * reach, end + arriving * reach, end)
    }
    switch arrow.course {
    case .bent(let degrees): return bent(angle + degrees, angle + 180 - degrees)
    case .angles(let out, let into): return bent(out ?? angle, into ?? angle + 180)
    case .curve(let height):
      let side = straight.unit.normal * -length(height)
      let (first, second) = (from.center + straight * 0.35 + side, from.center + straight * 0.65 + side)
      return DiagramCourse(from.border(toward: first - from.center), first, second, to.border(toward: second - to.center))
    case .straight: return DiagramCourse(from.border(toward: straight), to.border(toward: straight * -1))
    }
  }

  /// Between the two lines of a double arrow: as in the font's equals sign.
  private var lineDistance: Double {
    let metrics = layout.face.metrics(of: layout.face.glyph(0x3D))
    let whole = Double(layout.scaled(Int(metrics.height) + Int(metrics.depth), .text)) - lineWidth
    return whole > lineWidth ? whole : 5 * lineWidth
  }

  // MARK: Labels

  private mutating func add(
    _ label: DiagramLabel, of course: DiagramCourse, color: Color?, _ shaft: inout DiagramShaft, _ buffer: inout ElementBuffer
  ) {
    let outer = buffer.color
    buffer.color = label.color ?? color ?? outer
    let extent = layout.box(label.content, label.isLarge ? .text : .script, cramped: false, &buffer)
    buffer.color = outer
    let position = Double(label.position) / 1000
    let (point, tangent) = (course.point(at: position), course.tangent(at: position))
    let (width, height) = (Double(extent.width), Double(extent.height + extent.depth))
    let isEmpty = extent.width == 0 && height == 0
    let pad = isEmpty ? 0 : 0.5 * ex
    let (halfWidth, halfHeight) = (width / 2 + pad, height / 2 + pad)
    let shift = Self.shift(label.side, tangent)
    let border = isEmpty ? 0 : outerSep
    let center = DiagramPoint(x: point.x + shift.x * (halfWidth + border), y: point.y + shift.y * (halfHeight + border))
    buffer.move(from: extent.first, rounded(center.x - width / 2), rounded(center.y - height / 2 + Double(extent.depth)))
    let node = Node(center: center, halfWidth: halfWidth + border, above: halfHeight + border, below: halfHeight + border)
    if let name = label.name { named[name] = node }
    if !isEmpty {
      bounds.include(DiagramPoint(x: center.x - halfWidth, y: center.y - halfHeight))
      bounds.include(DiagramPoint(x: center.x + halfWidth, y: center.y + halfHeight))
      if label.isDescription { shaft.cut(within: node) }
    }
  }

  /// Where a label's middle is from the point on the arrow, in halves of its size: TikZ' `auto` puts a side or a corner of it there.
  private static func shift(_ side: DiagramLabel.Side, _ tangent: DiagramPoint) -> DiagramPoint {
    switch side {
    case .middle: return DiagramPoint(x: 0, y: 0)
    case .above: return DiagramPoint(x: 0, y: 1)
    case .below: return DiagramPoint(x: 0, y: -1)
    case .leftOf: return DiagramPoint(x: -1, y: 0)
    case .rightOf: return DiagramPoint(x: 1, y: 0)
    case .left, .right:
      func sign(_ value: Double) -> Double { value > 0.05 ? 1 : value < -0.05 ? -1 : 0 }
      let left = DiagramPoint(x: -sign(tangent.y), y: sign(tangent.x))
      return side == .left ? left : left * -1
    }
  }
}

/// A point in scaled points, or a direction; y upwards.
struct DiagramPoint {
  var x: Double
  var y: Double

  init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor) }

  var length: Double { (x * x + y * y).squareRoot() }
  /// The same direction with length 1; zero stays zero.
  var unit: Self { length > 0 ? self * (1 / length) : self }
  /// To the left of it.
  var normal: Self { Self(x: -y, y: x) }
  var inkPoint: InkPath.Point { InkPath.Point(x: Length(rawValue: rounded(x)), y: Length(rawValue: rounded(y))) }
}

struct DiagramBounds {
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0

  mutating func include(_ point: DiagramPoint) {
    (left, right) = (min(left, point.x), max(right, point.x))
    (bottom, top) = (min(bottom, point.y), max(top, point.y))
  }

  mutating func inset(_ amount: Double) {
    (left, right, bottom, top) = (left + amount, right - amount, bottom + amount, top - amount)
  }
}

func rounded(_ value: Double) -> Int { Int(clamping: value.rounded()) }
