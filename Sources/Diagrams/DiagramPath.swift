internal import Glibc
import TypesetBoxes

/// A path as it is drawn, in points.
struct DiagramPath {
  private enum Step {
    case move(DiagramPoint)
    case line(DiagramPoint)
    case curve(DiagramPoint, DiagramPoint, DiagramPoint)
    /// A quadratic curve: its control point and its end.
    case bend(DiagramPoint, DiagramPoint)
    case arc(rx: Double, ry: Double, DiagramPoint, isLarge: Bool, isClockwise: Bool)
    case close
  }

  private var path: [Step] = []

  init() {}

  init(_ points: [DiagramPoint], isClosed: Bool = false) {
    for (index, point) in points.enumerated() { if index == 0 { move(to: point) } else { line(to: point) } }
    if isClosed { close() }
  }

  mutating func move(to point: DiagramPoint) { path.append(.move(point)) }
  mutating func line(to point: DiagramPoint) { path.append(.line(point)) }
  mutating func curve(_ first: DiagramPoint, _ second: DiagramPoint, to point: DiagramPoint) { path.append(.curve(first, second, point)) }
  mutating func bend(_ control: DiagramPoint, to point: DiagramPoint) { path.append(.bend(control, point)) }
  mutating func close() { path.append(.close) }

  /// A part of an ellipse whose axes are parallel to the page's edges (SVG 2, 9.3.8): the radii are made larger where they do not reach.
  mutating func arc(_ rx: Double, _ ry: Double, to point: DiagramPoint, isLarge: Bool = false, isClockwise: Bool = true) {
    path.append(.arc(rx: rx, ry: ry, point, isLarge: isLarge, isClockwise: isClockwise))
  }

  mutating func add(_ other: DiagramPath) { path += other.path }

  /// The path in straight lines and cubic curves.
  var steps: [PathStep<DiagramPoint>] {
    var out: [PathStep<DiagramPoint>] = []
    out.reserveCapacity(path.count)
    var (start, at) = (DiagramPoint(0, 0), DiagramPoint(0, 0))
    for step in path {
      switch step {
      case .move(let to):
        out.append(.move(to))
        (start, at) = (to, to)
      case .line(let to):
        out.append(.line(to))
        at = to
      case .curve(let first, let second, let to):
        out.append(.curve(first, second, to))
        at = to
      case .bend(let control, let to):
        func third(_ end: DiagramPoint) -> DiagramPoint {
          DiagramPoint(end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3)
        }
        out.append(.curve(third(at), third(to), to))
        at = to
      case .arc(let rx, let ry, let to, let isLarge, let isClockwise):
        Self.add(rx, ry, from: at, to: to, isLarge, isClockwise, to: &out)
        at = to
      case .close:
        out.append(.close)
        at = start
      }
    }
    return out
  }

  /// The parts of an ellipse as curves, each of up to a right angle (SVG 2, appendix B.2.4, without rotation).
  private static func add(
    _ rx: Double, _ ry: Double, from: DiagramPoint, to: DiagramPoint, _ isLarge: Bool, _ isClockwise: Bool,
    to out: inout [PathStep<DiagramPoint>]
  ) {
    let (dx, dy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    guard rx > 0, ry > 0, dx != 0 || dy != 0 else { return out.append(.line(to)) }
    // On a circle of radius 1 half the chord is so long.
    let half = ((dx / rx) * (dx / rx) + (dy / ry) * (dy / ry)).squareRoot()
    let scale = max(1, half)
    let (rx, ry) = (rx * scale, ry * scale)
    let (ux, uy) = (dx / rx, dy / ry)
    let length = min(half / scale, 1)
    let away = (max(0, 1 - length * length)).squareRoot() / length * (isLarge == isClockwise ? -1 : 1)
    let (cx, cy) = (away * uy, -away * ux)
    let (first, last) = (atan2(uy - cy, ux - cx), atan2(-uy - cy, -ux - cx))
    var sweep = last - first
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let center = DiagramPoint((from.x + to.x) / 2 + cx * rx, (from.y + to.y) / 2 + cy * ry)
    let count = max(1, Int(clamping: (abs(sweep) / (.pi / 2) - 0.001).rounded(.up)))
    let step = sweep / Double(count)
    let pull = 4.0 / 3.0 * tan(step / 4)
    func place(_ angle: Double, _ tangent: Double) -> DiagramPoint {
      DiagramPoint(center.x + rx * (cos(angle) - tangent * sin(angle)), center.y + ry * (sin(angle) + tangent * cos(angle)))
    }
    for number in 0..<count {
      let (a, b) = (first + Double(number) * step, first + Double(number + 1) * step)
      out.append(.curve(place(a, pull), place(b, -pull), number == count - 1 ? to : place(b, 0)))
    }
  }

  /// The ellipse around a place.
  static func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> DiagramPath {
    var path = DiagramPath([DiagramPoint(x + rx, y)])
    path.arc(rx, ry, to: DiagramPoint(x - rx, y))
    path.arc(rx, ry, to: DiagramPoint(x + rx, y))
    path.close()
    return path
  }

  /// A rectangle, with round corners where the radius is above zero.
  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0) -> DiagramPath {
    let (right, bottom) = (x + width, y + height)
    let r = max(0, min(radius, width / 2, height / 2))
    guard r > 0 else {
      let corners = [DiagramPoint(x, y), DiagramPoint(right, y), DiagramPoint(right, bottom), DiagramPoint(x, bottom)]
      return DiagramPath(corners, isClosed: true)
    }
    var path = DiagramPath([DiagramPoint(x + r, y), DiagramPoint(right - r, y)])
    path.arc(r, r, to: DiagramPoint(right, y + r))
    path.line(to: DiagramPoint(right, bottom - r))
    path.arc(r, r, to: DiagramPoint(right - r, bottom))
    path.line(to: DiagramPoint(x + r, bottom))
    path.arc(r, r, to: DiagramPoint(x, bottom - r))
    path.line(to: DiagramPoint(x, y + r))
    path.arc(r, r, to: DiagramPoint(x + r, y))
    path.close()
    return path
  }
}
