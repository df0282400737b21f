internal import Glibc

/// The outlines of flowcharts' shapes that are more than corners (ISO 5807's symbols, as Mermaid names them), as paths.
struct NodeOutline {
  let width: Double
  let height: Double
  let em: Double
  /// The upper left corner.
  let x: Double
  let y: Double

  struct Stroke {
    var path: DiagramPath
    /// True for a line that encloses nothing.
    var isOpen = false
  }

  /// What is drawn, from back to front; empty for a shape that corners or other elements make.
  func strokes(_ shape: NodeShape) -> [Stroke] {
    let (r, b) = (width, height)
    switch shape {
    case .delay: return [closed(move(0, 0), to(r - b / 2, 0), arc(b / 2, b / 2, r - b / 2, b), to(0, b))]
    case .document: return [closed(page(0, 0, r, b))]
    case .linedDocument:
      return [closed(page(0, 0, r, b)), open(move(0.5 * em, 0), to(0.5 * em, b - 0.3 * em))]
    case .taggedDocument: return [closed(page(0, 0, r, b)), tag(b - 0.4 * em)]
    case .tagged: return [closed(box(0, 0, r, b)), tag(b)]
    case .documents: return [0.8, 0.4, 0].map { closed(page($0 * em, (0.8 - $0) * em, r - 0.8 * em, b - 0.8 * em)) }
    case .processes: return [0.8, 0.4, 0].map { closed(box($0 * em, (0.8 - $0) * em, r - 0.8 * em, b - 0.8 * em)) }
    case .tape: return [closed(tape)]
    case .card: return [closed(move(0.7 * em, 0), to(r, 0), to(r, b), to(0, b), to(0, 0.7 * em))]
    case .divided: return [closed(box(0, 0, r, b)), open(move(0, 0.35 * em), to(r, 0.35 * em))]
    case .window:
      return [
        closed(box(0, 0, r, b)), open(move(0, 0.35 * em), to(r, 0.35 * em), move(0.35 * em, 0), to(0.35 * em, b)),
      ]
    case .sloped: return [closed(move(0, 0.7 * em), to(r, 0), to(r, b), to(0, b))]
    case .notchedPentagon:
      let cut = 0.9 * em
      return [closed(move(cut, 0), to(r - cut, 0), to(r, 0.6 * em), to(r, b), to(0, b), to(0, 0.6 * em))]
    case .display:
      let tip = 0.4 * b
      return [closed(move(0, b / 2), to(tip, 0), to(r - b / 2, 0), arc(b / 2, b / 2, r - b / 2, b), to(tip, b))]
    case .stored:
      let depth = 0.6 * em
      return [
        closed(move(depth, 0), to(r, 0), arc(depth, b / 2, r, b, sweep: 0), to(depth, b), arc(depth, b / 2, depth, 0))
      ]
    case .horizontalCylinder:
      let depth = 0.5 * em
      return [
        closed(move(depth, 0), to(r - depth, 0), arc(depth, b / 2, r - depth, b), to(depth, b), arc(depth, b / 2, depth, 0)),
        open(move(r - depth, 0), arc(depth, b / 2, r - depth, b, sweep: 0)),
      ]
    case .cylinder, .linedCylinder:
      let depth = 0.5 * em
      let body = closed(
        move(0, depth), to(0, b - depth), arc(r / 2, depth, r, b - depth, sweep: 0), to(r, depth), arc(r / 2, depth, 0, depth, sweep: 0))
      let lids = shape == .cylinder ? [depth] : [depth, 2 * depth]
      return [body] + lids.map { open(move(0, $0), arc(r / 2, depth, r, $0, sweep: 0)) }
    case .bolt:
      let corners = [(0.62, 0), (0.05, 0.58), (0.45, 0.52), (0.36, 1), (0.95, 0.4), (0.55, 0.46)]
      return [closed(DiagramPath(corners.map { place($0 * r, $1 * b) }))]
    case .cloud: return [closed(cloud)]
    case .bang: return [closed(bang)]
    case .braceLeft: return [brace(at: 0.6 * em, towards: -1)]
    case .braceRight: return [brace(at: r - 0.6 * em, towards: 1)]
    case .braces: return [brace(at: 0.6 * em, towards: -1), brace(at: r - 0.6 * em, towards: 1)]
    default: return []
    }
  }

  // MARK: Parts

  private func closed(_ parts: DiagramPath...) -> Stroke {
    var stroke = Stroke(path: Self.joined(parts))
    stroke.path.close()
    return stroke
  }

  private func open(_ parts: DiagramPath...) -> Stroke { Stroke(path: Self.joined(parts), isOpen: true) }

  private static func joined(_ parts: [DiagramPath]) -> DiagramPath {
    var whole = DiagramPath()
    for part in parts { whole.add(part) }
    return whole
  }

  private func place(_ dx: Double, _ dy: Double) -> DiagramPoint { DiagramPoint(x + dx, y + dy) }
  private func move(_ dx: Double, _ dy: Double) -> DiagramPath { DiagramPath([place(dx, dy)]) }

  private func to(_ dx: Double, _ dy: Double) -> DiagramPath {
    var path = DiagramPath()
    path.line(to: place(dx, dy))
    return path
  }

  private func curve(_ first: DiagramPoint, _ second: DiagramPoint, _ end: DiagramPoint) -> DiagramPath {
    var path = DiagramPath()
    path.curve(first, second, to: end)
    return path
  }

  /// Half an ellipse, to the right of its direction unless `sweep` is 0.
  private func arc(_ rx: Double, _ ry: Double, _ dx: Double, _ dy: Double, sweep: Int = 1) -> DiagramPath {
    var path = DiagramPath()
    path.arc(rx, ry, to: place(dx, dy), isClockwise: sweep == 1)
    return path
  }

  private func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> DiagramPath {
    DiagramPath([
      place(left, top), place(left + width, top), place(left + width, top + height), place(left, top + height),
    ])
  }

  /// A sheet with a wavy foot.
  private func page(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> DiagramPath {
    let low = top + height - 0.3 * em
    var path = DiagramPath([place(left, top), place(left + width, top), place(left + width, low)])
    path.curve(place(left + 0.7 * width, low - 0.5 * em), place(left + 0.3 * width, low + 0.7 * em), to: place(left, low))
    return path
  }

  /// A strip with a wavy head and foot.
  private var tape: DiagramPath {
    let (high, low, step) = (0.4 * em, height - 0.4 * em, 0.6 * em)
    var path = DiagramPath([place(0, high)])
    path.curve(place(0.3 * width, high + step), place(0.7 * width, high - step), to: place(width, high))
    path.line(to: place(width, low))
    path.curve(place(0.7 * width, low - step), place(0.3 * width, low + step), to: place(0, low))
    return path
  }

  /// A folded lower right corner.
  private func tag(_ bottom: Double) -> Stroke {
    open(move(width - 0.9 * em, bottom), to(width, bottom - 0.9 * em))
  }

  /// A place on an ellipse in the middle, by the part of a turn and the part of its radii.
  private func place(turn: Double, reach: Double) -> (x: Double, y: Double) {
    (width / 2 * (1 + reach * sin(2 * .pi * turn)), height / 2 * (1 - reach * cos(2 * .pi * turn)))
  }

  /// Bows around an ellipse.
  private var cloud: DiagramPath {
    let count = max(7, min(15, Int(clamping: (width + height) / (2.2 * em))))
    var last = place(turn: 0, reach: 0.8)
    var path = DiagramPath([place(last.x, last.y)])
    for number in 1...count {
      let next = place(turn: Double(number) / Double(count), reach: 0.8)
      let chord = ((next.x - last.x) * (next.x - last.x) + (next.y - last.y) * (next.y - last.y)).squareRoot()
      path.arc(0.6 * chord, 0.6 * chord, to: place(next.x, next.y))
      last = next
    }
    return path
  }

  /// A star with many points.
  private var bang: DiagramPath {
    let count = 32
    return DiagramPath(
      (0..<count).map { number in
        let point = place(turn: Double(number) / Double(count), reach: number % 2 == 0 ? 1 : 0.84)
        return place(point.x, point.y)
      })
  }

  private func brace(at left: Double, towards side: Double) -> Stroke {
    let (middle, bend) = (height / 2, 0.4 * em * side)
    return open(
      move(left - bend, 0), curve(place(left + bend, 0), place(left, middle), place(left + 1.2 * bend, middle)),
      curve(place(left, middle), place(left + bend, height), place(left - bend, height)))
  }
}

extension NodeBody {
  /// From the middle of the shape to the middle of its text.
  var labelShift: DiagramPoint {
    let em = type.size
    return switch node.shape {
    case .cylinder: DiagramPoint(0, 0.4 * em)
    case .linedCylinder: DiagramPoint(0, 0.65 * em)
    case .triangle: DiagramPoint(0, height / 5)
    case .flippedTriangle: DiagramPoint(0, -height / 5)
    case .document, .taggedDocument: DiagramPoint(0, -0.2 * em)
    case .linedDocument: DiagramPoint(0.3 * em, -0.2 * em)
    case .documents: DiagramPoint(-0.4 * em, 0.2 * em)
    case .processes: DiagramPoint(-0.4 * em, 0.4 * em)
    case .divided, .window: DiagramPoint(0, 0.17 * em)
    case .sloped: DiagramPoint(0, 0.3 * em)
    case .notchedPentagon: DiagramPoint(0, 0.2 * em)
    case .horizontalCylinder: DiagramPoint(-0.4 * em, 0)
    case .braceLeft: DiagramPoint(0.5 * em, 0)
    case .braceRight: DiagramPoint(-0.5 * em, 0)
    default: DiagramPoint(0, 0)
    }
  }
}
