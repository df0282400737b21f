/// One step of a path over a type of points.
public enum PathStep<Point: Hashable & Sendable>: Hashable, Sendable {
  case move(Point)
  case line(Point)
  /// A cubic Bézier curve: two control points and its end.
  case curve(Point, Point, Point)
  case close

  /// The step with its points mapped.
  @inlinable public func mapped<Other: Hashable & Sendable>(_ point: (Point) -> Other) -> PathStep<Other> {
    switch self {
    case .move(let to): .move(point(to))
    case .line(let to): .line(point(to))
    case .curve(let first, let second, let to): .curve(point(first), point(second), point(to))
    case .close: .close
    }
  }
}

/// Lines and curves, filled or stroked.
public struct InkPath: Hashable, Sendable {
  /// A point; y grows upwards.
  public struct Point: Hashable, Sendable {
    public var x: Length
    public var y: Length

    public init(x: Length, y: Length) {
      self.x = x
      self.y = y
    }
  }

  public typealias Step = PathStep<Point>

  /// Moves, lines and curves, in order.
  public var steps: [Step]
  /// By the nonzero winding rule, unless `isEvenOdd`.
  public var fill: Color?
  /// True to fill by the even-odd rule.
  public var isEvenOdd = false
  /// Corners and ends of the stroke are round, else they are mitred and cut off.
  public var isRound = false
  /// The colour of the line along the path; nil for a path that is only filled.
  public var stroke: Color?
  /// The thickness of the stroke; ignored without `stroke`.
  public var width: Length
  /// On and off along the path; zero is a full line.
  public var dash: Length
  /// On, off, on … along the path, in place of `dash`; with round ends, nothing on is a dot.
  public var pattern: [Length] = []

  /// The lengths on and off along the path; empty for a full line.
  public var dashes: [Length] { pattern.isEmpty ? (dash > .zero ? [dash] : []) : pattern }

  public init(steps: [Step], fill: Color? = nil, stroke: Color? = nil, width: Length = .zero, dash: Length = .zero) {
    self.steps = steps
    self.fill = fill
    self.stroke = stroke
    self.width = width
    self.dash = dash
  }

  /// The path with all its points mapped.
  public func mapped(_ point: (Point) -> Point) -> InkPath {
    var path = self
    path.steps = steps.map { $0.mapped(point) }
    return path
  }

  func moved(_ dx: Length, _ dy: Length) -> InkPath { mapped { Point(x: $0.x + dx, y: $0.y + dy) } }

  /// A rectangle that holds all points of the path.
  public var bounds: Rect {
    var edges: (left: Length, bottom: Length, right: Length, top: Length)?
    func add(_ point: Point) {
      guard let known = edges else {
        edges = (point.x, point.y, point.x, point.y)
        return
      }
      edges = (min(known.left, point.x), min(known.bottom, point.y), max(known.right, point.x), max(known.top, point.y))
    }
    for step in steps {
      switch step {
      case .move(let to), .line(let to): add(to)
      case .curve(let first, let second, let to):
        add(first)
        add(second)
        add(to)
      case .close: break
      }
    }
    guard let edges else { return Rect(x: .zero, y: .zero, width: .zero, height: .zero) }
    return Rect(x: edges.left, y: edges.bottom, width: edges.right - edges.left, height: edges.top - edges.bottom)
  }
}

extension PathStep<InkPath.Point> {
  /// A rectangle, counterclockwise from its lower left corner.
  public static func rectangle(_ rect: Rect) -> [Self] {
    let (right, top) = (rect.x + rect.width, rect.y + rect.height)
    return [
      .move(Point(x: rect.x, y: rect.y)), .line(Point(x: right, y: rect.y)), .line(Point(x: right, y: top)),
      .line(Point(x: rect.x, y: top)), .close,
    ]
  }
}
