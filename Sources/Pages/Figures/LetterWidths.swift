import TypesetBoxes
import TypesetFonts

/// How wide the letters of a face are, each asked for once.
final class LetterWidths {
  private let face: Face
  private let font: Font
  private var known: [Unicode.Scalar: Double?] = [:]

  init(_ face: Face) {
    self.face = face
    font = face.font(size: 1000.pt)
  }

  /// In ems; nil for what is not in the face.
  func width(of scalar: Unicode.Scalar) -> Double? {
    if let width = known[scalar] { return width }
    let width = face.glyph(for: scalar).map { font.advance(of: $0).points / 1000 }
    known[scalar] = .some(width)
    return width
  }
}
