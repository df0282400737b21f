/// The line of an edge through the ranks: straight through ranks with nodes, curved between them, and smooth behind its label.
struct EdgeLine {
  private struct Knot {
    var x: Double
    var y: Double
    /// How far the line goes across the ranks for each step along them.
    var slope = 0.0
    /// True where the line makes room for its label, up to the next knot.
    var isGap = false
  }

  private var knots: [Knot]

  /// A line that begins straight.
  init(_ x: Double, from start: Double, to end: Double) {
    knots = [Knot(x: x, y: start)]
    if end > start + 0.05 { knots.append(Knot(x: x, y: end)) }
  }

  /// A straight part.
  mutating func add(_ x: Double, from start: Double, to end: Double) {
    knots.append(Knot(x: x, y: start))
    if end > start + 0.05 { knots.append(Knot(x: x, y: end)) }
  }

  /// The room of a label, of which the line is free.
  mutating func addLabel(_ x: Double, middle: Double, _ place: LayeredGraph.Item) {
    knots.append(Knot(x: x, y: middle - place.height / 2, isGap: true))
    knots.append(Knot(x: x, y: middle + place.height / 2))
    label = (knots.count - 2, place.width)
  }

  private var label: (first: Int, width: Double)?

  /// The line leads to its label and on from it in one direction, as the knots before and behind tell (Fritsch and Carlson's slopes, so that it
  /// does not go beyond them).
  private var smoothed: [Knot] {
    guard let label, label.first > 0, label.first + 2 < knots.count else { return knots }
    var knots = knots
    let (before, top, bottom, after) = (knots[label.first - 1], knots[label.first], knots[label.first + 1], knots[label.first + 2])
    let (height, middle) = (bottom.y - top.y, (top.y + bottom.y) / 2)
    let (one, other) = ((top.x - before.x) / max(1, middle - before.y), (after.x - top.x) / max(1, after.y - middle))
    guard one * other > 0 else { return knots }
    let most = min(1, 0.8 * label.width / max(1, height))
    let slope = max(-most, min(most, 2 * one * other / (one + other)))
    (knots[label.first].slope, knots[label.first + 1].slope) = (slope, slope)
    knots[label.first].x -= slope * height / 2
    knots[label.first + 1].x += slope * height / 2
    return knots
  }

  /// The path.
  ///
  /// - Parameter point: A place across and along the ranks on the picture.
  func path(_ point: (Double, Double) -> DiagramPoint) -> DiagramPath {
    let knots = smoothed
    var path = DiagramPath()
    path.move(to: point(knots[0].x, knots[0].y))
    for (before, knot) in zip(knots, knots.dropFirst()) {
      let far = knot.y - before.y
      if before.isGap {
        path.move(to: point(knot.x, knot.y))
      } else if abs(before.x - knot.x) < 0.05, before.slope == 0, knot.slope == 0 {
        path.line(to: point(knot.x, knot.y))
      } else {
        let (first, last) = (far * (before.slope == 0 ? 0.5 : 1.0 / 3), far * (knot.slope == 0 ? 0.5 : 1.0 / 3))
        path.curve(
          point(before.x + before.slope * first, before.y + first), point(knot.x - knot.slope * last, knot.y - last),
          to: point(knot.x, knot.y))
      }
    }
    return path
  }
}
