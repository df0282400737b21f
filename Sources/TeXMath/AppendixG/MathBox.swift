import TypesetBoxes
import TypesetFonts

/// One glyph or line of a formula, from the reference point of the box that is being made; y grows upwards.
struct Element {
  enum Kind {
    case glyph(id: UInt32, face: FaceID, size: Int)
    case rule(width: Int, height: Int)
    case stroke(dx: Int, dy: Int, width: Int)
    case panel(width: Int, height: Int, fill: Color?, border: Color?, thickness: Int)
    case link(String, width: Int, height: Int)
  }

  var kind: Kind
  var x: Int
  var y: Int
  var color: Color
}

/// A set box: a range of the setter's elements, and its dimensions. To move it is to move its elements; no box is allocated.
struct MathBox {
  var elements: Range<Int>
  var width = 0
  var height = 0
  var depth = 0
  /// Of its last glyph, where that is all it has: TeX's delta.
  var italic = 0
  /// The glyph, where the box is a single character.
  var glyph: UInt32?

  static func empty(at index: Int) -> MathBox { MathBox(elements: index..<index) }
}
