internal import Glibc

/// The outlines of flowcharts' shapes that are more than corners (ISO 5807's symbols, as Mermaid names them), as paths of SVG.
struct NodeOutline {
  let width: Double
  let height: Double
  let em: Double
  /// The upper left corner.
  let x: Double
  let y: Double

  struct Stroke {
    var data: String
    /// True for a line that encloses nothing.
    var isOpen = false
  }

  /// What is drawn, from back to front; empty for a shape that corners or other elements make.
  func strokes(_ shape: NodeShape) -> [Stroke] {
    let (r, b) = (width, height)
    switch shape {
    case .delay: return [Stroke(data: "\(move(0, 0))\(to(r - b / 2, 0))\(arc(b / 2, b / 2, r - b / 2, b))\(to(0, b))Z")]
    case .document: return [Stroke(data: page(0, 0, r, b))]
    case .linedDocument:
      return [Stroke(data: page(0, 0, r, b)), Stroke(data: move(0.5 * em, 0) + to(0.5 * em, b - 0.3 * em), isOpen: true)]
    case .taggedDocument: return [Stroke(data: page(0, 0, r, b)), tag(b - 0.4 * em)]
    case .tagged: return [Stroke(data: box(0, 0, r, b)), tag(b)]
    case .documents: return [0.8, 0.4, 0].map { Stroke(data: page($0 * em, (0.8 - $0) * em, r - 0.8 * em, b - 0.8 * em)) }
    case .processes: return [0.8, 0.4, 0].map { Stroke(data: box($0 * em, (0.8 - $0) * em, r - 0.8 * em, b - 0.8 * em)) }
    case .tape: return [Stroke(data: tape)]
    case .card: return [Stroke(data: "\(move(0.7 * em, 0))\(to(r, 0))\(to(r, b))\(to(0, b))\(to(0, 0.7 * em))Z")]
    case .divided: return [Stroke(data: box(0, 0, r, b)), Stroke(data: move(0, 0.35 * em) + to(r, 0.35 * em), isOpen: true)]
    case .window:
      let lines = move(0, 0.35 * em) + to(r, 0.35 * em) + move(0.35 * em, 0) + to(0.35 * em, b)
      return [Stroke(data: box(0, 0, r, b)), Stroke(data: lines, isOpen: true)]
    case .sloped: return [Stroke(data: "\(move(0, 0.7 * em))\(to(r, 0))\(to(r, b))\(to(0, b))Z")]
    case .notchedPentagon:
      let cut = 0.9 * em
      return [Stroke(data: "\(move(cut, 0))\(to(r - cut, 0))\(to(r, 0.6 * em))\(to(r, b))\(to(0, b))\(to(0, 0.6 * em))Z")]
    case .display:
      let tip = 0.4 * b
      return [Stroke(data: "\(move(0, b / 2))\(to(tip, 0))\(to(r - b / 2, 0))\(arc(b / 2, b / 2, r - b / 2, b))\(to(tip, b))Z")]
    case .stored:
      let depth = 0.6 * em
      return [
        Stroke(data: "\(move(depth, 0))\(to(r, 0))\(arc(depth, b / 2, r, b, sweep: 0))\(to(depth, b))\(arc(depth, b / 2, depth, 0))Z")
      ]
    case .horizontalCylinder:
      let depth = 0.5 * em
      return [
        Stroke(
          data: "\(move(depth, 0))\(to(r - depth, 0))\(arc(depth, b / 2, r - depth, b))\(to(depth, b))\(arc(depth, b / 2, depth, 0))Z"),
        Stroke(data: move(r - depth, 0) + arc(depth, b / 2, r - depth, b, sweep: 0), isOpen: true),
      ]
    case .cylinder, .linedCylinder:
      let depth = 0.5 * em
      let side = "\(move(0, depth))\(to(0, b - depth))\(arc(r / 2, depth, r, b - depth, sweep: 0))\(to(r, depth))"
      let lids = (shape == .cylinder ? [depth] : [depth, 2 * depth]).map { move(0, $0) + arc(r / 2, depth, r, $0, sweep: 0) }.joined()
      return [Stroke(data: side + arc(r / 2, depth, 0, depth, sweep: 0) + "Z"), Stroke(data: lids, isOpen: true)]
    case .bolt:
      let corners = [(0.62, 0), (0.05, 0.58), (0.45, 0.52), (0.36, 1), (0.95, 0.4), (0.55, 0.46)]
      return [Stroke(data: "M" + corners.map { place($0 * r, $1 * b) }.joined(separator: "L") + "Z")]
    case .cloud: return [Stroke(data: cloud)]
    case .bang: return [Stroke(data: bang)]
    case .braceLeft: return [brace(at: 0.6 * em, towards: -1)]
    case .braceRight: return [brace(at: r - 0.6 * em, towards: 1)]
    case .braces: return [brace(at: 0.6 * em, towards: -1), brace(at: r - 0.6 * em, towards: 1)]
    default: return []
    }
  }

  // MARK: Parts

  private func place(_ dx: Double, _ dy: Double) -> String { "\(DiagramCanvas.number(x + dx)) \(DiagramCanvas.number(y + dy))" }
  private func move(_ dx: Double, _ dy: Double) -> String { "M" + place(dx, dy) }
  private func to(_ dx: Double, _ dy: Double) -> String { "L" + place(dx, dy) }

  /// Half an ellipse, to the right of its direction unless `sweep` is 0.
  private func arc(_ rx: Double, _ ry: Double, _ dx: Double, _ dy: Double, sweep: Int = 1) -> String {
    "A\(DiagramCanvas.number(rx)) \(DiagramCanvas.number(ry)) 0 0 \(sweep) \(place(dx, dy))"
  }

  private func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> String {
    move(left, top) + to(left + width, top) + to(left + width, top + height) + to(left, top + height) + "Z"
  }

  /// A sheet with a wavy foot.
  private func page(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> String {
    let low = top + height - 0.3 * em
    let wave = "C\(place(left + 0.7 * width, low - 0.5 * em)) \(place(left + 0.3 * width, low + 0.7 * em)) \(place(left, low))"
    return "\(move(left, top))\(to(left + width, top))\(to(left + width, low))\(wave)Z"
  }

  /// A strip with a wavy head and foot.
  private var tape: String {
    let (high, low, step) = (0.4 * em, height - 0.4 * em, 0.6 * em)
    let head = "C\(place(0.3 * width, high + step)) \(place(0.7 * width, high - step)) \(place(width, high))"
    let foot = "C\(place(0.7 * width, low - step)) \(place(0.3 * width, low + step)) \(place(0, low))"
    return "\(move(0, high))\(head)\(to(width, low))\(foot)Z"
  }

  /// A folded lower right corner.
  private func tag(_ bottom: Double) -> Stroke {
    Stroke(data: move(width - 0.9 * em, bottom) + to(width, bottom - 0.9 * em), isOpen: true)
  }

  /// A place on an ellipse in the middle, by the part of a turn and the part of its radii.
  private func place(turn: Double, reach: Double) -> (x: Double, y: Double) {
    (width / 2 * (1 + reach * sin(2 * .pi * turn)), height / 2 * (1 - reach * cos(2 * .pi * turn)))
  }

  /// Bows around an ellipse.
  private var cloud: String {
    let count = max(7, min(15, Int(clamping: (width + height) / (2.2 * em))))
    var (data, last) = ("", place(turn: 0, reach: 0.8))
    data = move(last.x, last.y)
    for number in 1...count {
      let next = place(turn: Double(number) / Double(count), reach: 0.8)
      let chord = ((next.x - last.x) * (next.x - last.x) + (next.y - last.y) * (next.y - last.y)).squareRoot()
      data += arc(0.6 * chord, 0.6 * chord, next.x, next.y)
      last = next
    }
    return data + "Z"
  }

  /// A star with many points.
  private var bang: String {
    let count = 32
    return (0..<count).map { number in
      let point = place(turn: Double(number) / Double(count), reach: number % 2 == 0 ? 1 : 0.84)
      return number == 0 ? move(point.x, point.y) : to(point.x, point.y)
    }
    .joined() + "Z"
  }

  private func brace(at left: Double, towards side: Double) -> Stroke {
    let (middle, bend) = (height / 2, 0.4 * em * side)
    let upper = "C\(place(left + bend, 0)) \(place(left, middle)) \(place(left + 1.2 * bend, middle))"
    let lower = "C\(place(left, middle)) \(place(left + bend, height)) \(place(left - bend, height))"
    return Stroke(data: move(left - bend, 0) + upper + lower, isOpen: true)
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
