internal import MDTypeset
internal import TypesetBoxes
internal import TypesetComparing
internal import TypesetFonts
internal import TypesetOutput

/// Sets the formulas of a record from their LaTeX, with the definitions of the present document.
final class RecordFormulas {
  private struct Font: Hashable {
    var face: FaceID
    var size: Length
  }

  private let fonts: FontBook
  private let definitions: String
  private var typesetters: [Font: FormulaTypesetter] = [:]

  init(fonts: FontBook, definitions: String) { (self.fonts, self.definitions) = (fonts, definitions) }

  /// - Returns: Nil if it cannot be read: then its LaTeX says more than a message in its place.
  func set(_ tex: String, _ face: Face, _ size: Length, isDisplay: Bool, _ color: Color) -> RecordDrawing.SetFormula? {
    let font = Font(face: face.id, size: size)
    let typesetter = typesetters[font] ?? FormulaTypesetter(fonts: fonts, face: face, size: size, definitions: definitions)
    typesetters[font] = typesetter
    let formula = typesetter.typeset(tex, isDisplay: isDisplay, color: color)
    guard !formula.diagnostics.contains(where: { $0.severity == .error }), let page = formula.document.pages.first else { return nil }
    return RecordDrawing.SetFormula(
      ink: page.ink, left: formula.origin.x.pt, baseline: -formula.origin.y.pt, width: formula.width.pt)
  }
}
