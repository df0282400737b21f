internal import TypesetBoxes

/// What a diagram of tikz-cd has beyond its cells, which are an `Alignment`'s: arrows, and how far the cells are apart.
struct Diagram {
  var arrows: [DiagramArrow] = []
  var rowSep = Dimension(value: 117_965, unit: .em)
  var columnSep = Dimension(value: 157_286, unit: .em)
  /// `between origins`: the distance is from baseline to baseline, from middle to middle.
  var hasRowOrigins = false
  var hasColumnOrigins = false
  /// `cramped`: cells have less space around them, and the outer cells no space outside.
  var isCramped = false
  /// Set as Xy-pic sets `\xymatrix`: 3 pt around each cell, and the first row on the baseline.
  var isXYMatrix = false
}

/// An arrow of a diagram.
struct DiagramArrow {
  /// Where it begins or ends.
  enum End {
    case cell(row: Int, column: Int)
    /// A label of another arrow, by its name.
    case label(String)
  }

  enum Tip { case none, to, twoHeads, tail, bar, hook(isLeft: Bool), harpoon(isLeft: Bool) }

  enum Dash { case solid, dashed, dotted }

  /// How it runs; angles in degrees, counterclockwise.
  enum Course {
    case straight
    /// The degrees to the left of the straight line at which it leaves and arrives.
    case bent(Double)
    /// It leaves and arrives at angles of the page; nil for the straight line's.
    case angles(out: Double?, in: Double?)
    /// A curve that bulges by twice a third of this, to the right of the straight line (quiver's `curve`).
    case curve(height: Dimension)
  }

  var from: End
  var to: End
  /// Of the command, for diagnostics.
  let token: Token
  var start = Tip.none
  var end = Tip.to
  var isDouble = false
  var isDrawn = true
  var isSquiggly = false
  var dash = Dash.solid
  var course = Course.straight
  /// To the left.
  var shift = Dimension()
  var shortening = (start: Dimension(), end: Dimension())
  var color: Color?
  var crossesOver = false
  var labels: [DiagramLabel] = []
}

/// A label of an arrow.
struct DiagramLabel {
  enum Side { case left, right, middle, above, below, leftOf, rightOf }

  var content = Field.empty
  var name: String?
  /// Thousandths of the way.
  var position: Int32 = 500
  var side = Side.left
  /// The arrow is interrupted around it.
  var isDescription = false
  /// At the size of the cells.
  var isLarge = false
  var isSloped = false
  var color: Color?
}
