internal import Glibc
internal import TypesetBoxes

extension DiagramPoint {
  init(degrees: Double) { self.init(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180)) }

  /// Degrees, counterclockwise from the right.
  var angle: Double { x == 0 && y == 0 ? 0 : atan2(y, x) * 180 / .pi }

  func distance(toLineFrom start: Self, to end: Self) -> Double {
    let (line, own) = (end - start, self - start)
    let square = line.x * line.x + line.y * line.y
    let place = square > 0 ? min(1, max(0, (own.x * line.x + own.y * line.y) / square)) : 0
    return (own - line * place).length
  }
}

/// The way of an arrow: a straight line, or a cubic Bézier curve.
struct DiagramCourse {
  private var points: [DiagramPoint]

  init(_ start: DiagramPoint, _ end: DiagramPoint) { points = [start, end] }

  init(_ start: DiagramPoint, _ first: DiagramPoint, _ second: DiagramPoint, _ end: DiagramPoint) { points = [start, first, second, end] }

  var start: DiagramPoint { points[0] }
  var end: DiagramPoint { points[points.count - 1] }
  private var isCurve: Bool { points.count == 4 }

  func moved(_ by: DiagramPoint) -> DiagramCourse {
    var course = self
    course.points = points.map { $0 + by }
    return course
  }

  func point(at time: Double) -> DiagramPoint {
    guard isCurve else { return start + (end - start) * time }
    let rest = 1 - time
    let (first, second) = (points[0] * (rest * rest * rest), points[1] * (3 * rest * rest * time))
    return first + second + points[2] * (3 * rest * time * time) + points[3] * (time * time * time)
  }

  /// The direction in which it goes, with length 1.
  func tangent(at time: Double) -> DiagramPoint {
    guard isCurve else { return (end - start).unit }
    let rest = 1 - time
    let first = (points[1] - points[0]) * (rest * rest)
    let middle = (points[2] - points[1]) * (2 * rest * time)
    return (first + middle + (points[3] - points[2]) * (time * time)).unit
  }

  /// Without some length at its ends; a curve is moved there, which is right for short lengths.
  func shortened(_ start: Double, _ end: Double) -> DiagramCourse {
    guard start != 0 || end != 0 else { return self }
    var course = self
    let (out, into) = (tangent(at: 0) * start, tangent(at: 1) * -end)
    course.points[0] = points[0] + out
    course.points[points.count - 1] = self.end + into
    if isCurve { (course.points[1], course.points[2]) = (points[1] + out, points[2] + into) }
    return course
  }

  /// The parallel at a distance to the left.
  func parallel(_ distance: Double) -> DiagramCourse {
    let (first, last) = (tangent(at: 0).normal * distance, tangent(at: 1).normal * distance)
    return isCurve
      ? DiagramCourse(points[0] + first, points[1] + first, points[2] + last, points[3] + last)
      : DiagramCourse(start + first, end + last)
  }

  /// The curve as straight pieces, short enough to look smooth.
  var pieces: [DiagramPoint] { (0...64).map { point(at: Double($0) / 64) } }

  /// As few straight pieces as are needed to know what is near it.
  var outline: [DiagramPoint] { isCurve ? (0...16).map { point(at: Double($0) / 16) } : points }

  var steps: [InkPath.Step] {
    let ink = points.map(\.inkPoint)
    return isCurve ? [.move(ink[0]), .curve(ink[1], ink[2], ink[3])] : [.move(ink[0]), .line(ink[1])]
  }
}

/// An arrow's lines, with its tips.
struct DiagramShaft {
  private let arrow: DiagramArrow
  private let course: DiagramCourse
  private let lineWidth: Double
  /// Between the lines of a double arrow, from middle to middle.
  private let distance: Double
  private let color: Color
  /// What is left of it where labels and other arrows interrupt it; nil for all of it.
  private var remains: [[DiagramPoint]]?

  init(_ course: DiagramCourse, _ arrow: DiagramArrow, lineWidth: Double, distance: Double, color: Color) {
    (self.arrow, self.course, self.lineWidth, self.distance, self.color) = (arrow, course, lineWidth, distance, color)
  }

  // MARK: Interruptions

  /// Interrupts it where a label is.
  mutating func cut(within node: DiagramBox.Node) {
    cut { point in
      let distance = point - node.center
      return abs(distance.x) < node.halfWidth && (distance.y > 0 ? distance.y < node.above : -distance.y < node.below)
    }
  }

  /// Interrupts it where another arrow crosses over it.
  mutating func cut(around other: DiagramCourse, clearance: Double) {
    let pieces = other.outline
    cut { point in zip(pieces, pieces.dropFirst()).contains { point.distance(toLineFrom: $0, to: $1) < clearance } }
  }

  private mutating func cut(_ isHidden: (DiagramPoint) -> Bool) {
    var out: [[DiagramPoint]] = []
    for part in remains ?? [shownCourse.pieces] {
      var open: [DiagramPoint] = []
      for point in part {
        if isHidden(point) {
          if open.count > 1 { out.append(open) }
          open = []
        } else {
          open.append(point)
        }
      }
      if open.count > 1 { out.append(open) }
    }
    remains = out
  }

  // MARK: Drawing

  func draw(_ bounds: inout DiagramBounds, _ buffer: inout ElementBuffer) {
    for point in course.pieces { bounds.include(point) }
    let lines = InkPath(steps: lineSteps, stroke: color, width: Length(rawValue: rounded(lineWidth)))
    add(lines, isDashed: true, &buffer)
    let tips =
      tipSteps(arrow.start, at: course.start, course.tangent(at: 0) * -1) + tipSteps(arrow.end, at: course.end, course.tangent(at: 1))
    guard !tips.isEmpty else { return }
    var path = InkPath(steps: tips, stroke: color, width: Length(rawValue: rounded(lineWidth)))
    path.isRound = true
    add(path, isDashed: false, &buffer)
  }

  private func add(_ path: InkPath, isDashed: Bool, _ buffer: inout ElementBuffer) {
    var path = path
    func times(_ factor: Double) -> Length { Length(rawValue: rounded(factor * lineWidth)) }
    if isDashed {
      switch arrow.dash {
      case .solid: break
      case .dashed: path.pattern = [times(7), times(4)]
      case .dotted: path.pattern = [times(1), times(5)]
      }
    }
    buffer.add(path)
  }

  /// The course without what its tips cover.
  private var shownCourse: DiagramCourse {
    course.shortened(covered(by: arrow.start), covered(by: arrow.end))
  }

  private func covered(by tip: DiagramArrow.Tip) -> Double {
    switch tip {
    case .none: 0
    case .to, .twoHeads, .harpoon: arrow.isDouble ? 2.2 * tipUnit : lineWidth
    case .tail: 6.2 * lineWidth
    case .bar: lineWidth / 2
    case .hook: 3.6 * lineWidth
    }
  }

  private var lineSteps: [InkPath.Step] {
    let sides = arrow.isDouble ? [distance / 2, -distance / 2] : [0]
    if let remains {
      return sides.flatMap { side in remains.flatMap { Self.steps(of: $0, side) } }
    }
    if arrow.isSquiggly { return Self.steps(of: zigzag(shownCourse.pieces), 0) }
    return sides.flatMap { side in side == 0 ? shownCourse.steps : shownCourse.parallel(side).steps }
  }

  /// A line through some points, at a distance to the left.
  private static func steps(of points: [DiagramPoint], _ side: Double) -> [InkPath.Step] {
    guard points.count > 1 else { return [] }
    return points.indices.map { index in
      let direction = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
      let point = (points[index] + direction.unit.normal * side).inkPoint
      return index == 0 ? .move(point) : .line(point)
    }
  }

  /// tikz-cd's `squiggly`: a zigzag between straight ends.
  private func zigzag(_ points: [DiagramPoint]) -> [DiagramPoint] {
    let lengths = zip(points, points.dropFirst()).map { ($1 - $0).length }
    let whole = lengths.reduce(0, +)
    let (ends, height) = (6 * lineWidth, 1.9 * lineWidth)
    let room = whole - 2 * ends
    // Very long arrows have longer waves.
    let wave = max(9.25 * lineWidth, room / 60)
    guard room > wave, wave > 0, let first = points.first, let last = points.last else { return points }
    let count = Int(clamping: (room / wave).rounded(.down))
    /// The point after some length, moved to the left.
    func place(_ way: Double, _ side: Double) -> DiagramPoint {
      var rest = way
      for (index, length) in lengths.enumerated() {
        if rest <= length || index == lengths.count - 1 {
          let direction = (points[index + 1] - points[index]).unit
          return points[index] + direction * rest + direction.normal * side
        }
        rest -= length
      }
      return first
    }
    var out = [first, place(ends, 0)]
    for number in 0..<count {
      let start = ends + Double(number) * wave
      out += [place(start + wave / 4, height), place(start + 3 * wave / 4, -height)]
    }
    return out + [place(ends + Double(count) * wave, 0), last]
  }

  // MARK: Tips

  /// A quarter of the width of a double arrow's head, roughly.
  private var tipUnit: Double { 0.45 * distance }

  /// - Parameter direction: Out of the shaft.
  private func tipSteps(_ tip: DiagramArrow.Tip, at end: DiagramPoint, _ direction: DiagramPoint) -> [InkPath.Step] {
    let (along, left) = (direction, direction.normal)
    func place(_ x: Double, _ y: Double) -> InkPath.Point { (end + along * (x * lineWidth) + left * (y * lineWidth)).inkPoint }
    /// Computer Modern's head: 6.2 times as long as its line is thick, and 13 times as wide.
    func head(at x: Double, sides: [Double] = [1, -1], isReversed: Bool = false) -> [InkPath.Step] {
      let sign = isReversed ? -1.0 : 1
      return sides.flatMap { side -> [InkPath.Step] in
        [
          .move(place(x - sign * 5.7, side * 6)),
          .curve(place(x - sign * 5.3, side * 3.75), place(x - sign * 1.15, side * 0.4), place(x, 0)),
        ]
      }
    }
    switch tip {
    case .none: return []
    case .to where arrow.isDouble, .twoHeads where arrow.isDouble: return doubleHead(at: end, along)
    case .to: return head(at: -0.5)
    case .twoHeads: return head(at: -0.5) + head(at: -4.1)
    case .tail: return head(at: -6.2, isReversed: true)
    case .bar:
      let half = arrow.isDouble ? max(4.1, (distance / 2 + 3 * lineWidth) / lineWidth) : 4.1
      return [.move(place(-0.5, half)), .line(place(-0.5, -half))]
    case .harpoon(let isLeft): return head(at: -0.5, sides: [isLeft ? 1 : -1])
    case .hook(let isLeft):
      // Seen along the arrow; the tip at its start looks the other way.
      let side = isLeft ? -1.0 : 1
      return [
        .move(place(-3.6, 0)), .curve(place(-1.2, 0), place(0, side * 1.2), place(0, side * 2.7)),
        .curve(place(0, side * 4.2), place(-1.2, side * 5.4), place(-3.6, side * 5.4)),
      ]
    }
  }

  /// TikZ' `Implies`.
  private func doubleHead(at end: DiagramPoint, _ along: DiagramPoint) -> [InkPath.Step] {
    let tip = end - along * (lineWidth / 2 + 2 * tipUnit)
    func place(_ x: Double, _ y: Double) -> InkPath.Point { (tip + along * (x * tipUnit) + along.normal * (y * tipUnit)).inkPoint }
    return [1.0, -1].flatMap { side -> [InkPath.Step] in
      [.move(place(-1.4, side * 2.65)), .curve(place(-0.75, side * 1.25), place(1, side * 0.05), place(2, 0))]
    }
  }
}
