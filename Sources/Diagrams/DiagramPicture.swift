package import TypesetBoxes

/// A point in points from the top left corner.
package struct DiagramPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  func moved(_ dx: Double, _ dy: Double) -> DiagramPoint { DiagramPoint(x + dx, y + dy) }
}

/// A drawn diagram: shapes and words from back to front, in points from its upper left corner, y downwards.
package struct DiagramPicture: Hashable, Sendable {
  /// Lines and curves, filled by the nonzero winding rule, stroked, or both.
  package struct Shape: Hashable, Sendable {
    package var steps: [PathStep<DiagramPoint>]
    /// The colour inside; nil for a shape that is only stroked.
    package var fill: Color?
    /// The colour of the line; nil for a shape that is only filled.
    package var stroke: Color?
    /// Of the stroke, in points.
    package var width: Double
    /// Points on, off, on … along the path; empty for a full line.
    package var dashes: [Double]
  }

  /// Which part of words is at their place.
  package enum Anchor: Hashable, Sendable { case start, middle, end }

  /// One line of words, which may hold formulas between dollars.
  package struct Words: Hashable, Sendable {
    /// Pieces of the line, each in one look, from left to right.
    package var runs: [DiagramRun]
    /// On the baseline.
    package var place: DiagramPoint
    /// The part of the words that is at `place`.
    package var anchor: Anchor
    /// In points.
    package var size: Double
    package var color: Color
    /// True if they are read upwards.
    package var isTurned = false
  }

  /// A shape, words, or an area with a link.
  package enum Item: Hashable, Sendable {
    case shape(Shape)
    case words(Words)
    /// An area that leads to an address, by its upper left corner.
    case link(String, DiagramPoint, width: Double, height: Double)

    func moved(_ dx: Double, _ dy: Double) -> Item {
      switch self {
      case .shape(var shape):
        shape.steps = shape.steps.map { $0.mapped { $0.moved(dx, dy) } }
        return .shape(shape)
      case .words(var words):
        words.place = words.place.moved(dx, dy)
        return .words(words)
      case .link(let address, let corner, let width, let height):
        return .link(address, corner.moved(dx, dy), width: width, height: height)
      }
    }
  }

  /// In points.
  package var width: Double
  /// In points.
  package var height: Double
  /// From back to front.
  package var items: [Item]
}
