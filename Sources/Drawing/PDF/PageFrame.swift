/// What is seen of a page, and how: what a form needs to show it (ISO 32000-1, 7.7.3.3 and 8.10.2).
struct PageFrame: Hashable, Sendable {
  /// Its lower left corner, and its upper right one, in its own units.
  var box: [Double]
  /// Clockwise, in degrees.
  var turn: Double
  /// Points a unit.
  var unit: Double

  private var isSideways: Bool { turn == 90 || turn == 270 }

  /// As it is shown, in points.
  var width: Double { (isSideways ? box[3] - box[1] : box[2] - box[0]) * unit }
  var height: Double { (isSideways ? box[2] - box[0] : box[3] - box[1]) * unit }

  /// Takes its space to points from its lower left corner; nil where it is that already.
  var matrix: [Double]? {
    let matrix: [Double] =
      switch turn {
      case 90: [0, -1, 1, 0, -box[1], box[2]]
      case 180: [-1, 0, 0, -1, box[2], box[3]]
      case 270: [0, 1, -1, 0, box[3], -box[0]]
      default: [1, 0, 0, 1, -box[0], -box[1]]
      }
    let scaled = matrix.map { $0 * unit }
    return scaled == [1, 0, 0, 1, 0, 0] ? nil : scaled
  }
}

extension PDFText {
  /// The box and the matrix of a form that shows a page.
  mutating func add(_ frame: PageFrame) {
    add("/BBox[")
    for (index, number) in frame.box.enumerated() {
      if index > 0 { add(" ") }
      add(number)
    }
    add("]")
    guard let matrix = frame.matrix else { return }
    add("/Matrix[")
    for number in matrix {
      add(precise: number)
      add(" ")
    }
    add("]")
  }
}
