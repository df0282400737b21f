@testable import MDTypeset
import Testing
import TypesetBoxes
import TypesetFonts

/// Pictures of single formulas.
@Suite struct FormulaPictureTests {
  /// - Returns: The page, and its ink edge by edge from the page's upper left corner, y upwards.
  private func page(_ tex: String) throws -> (page: Page, left: Length, right: Length, bottom: Length, top: Length) {
    let formulas = try #require(FormulaTypesetter(font: "Libertinus Math", size: 10))
    let page = formulas.document(tex, isDisplay: false, color: nil).document.pages[0]
    let fonts = FontBook()
    _ = fonts.face(family: "Libertinus Math")
    var edges = (left: Length.zero, right: Length.zero, bottom: Length.zero, top: -page.height)
    for case .run(let run) in page.ink.items {
      // The run's text face would have another number: these formulas have none.
      let font = fonts.face(run.face).font(size: run.size)
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let bounds = font.inkBounds(of: glyph.id) else { continue }
        edges.left = min(edges.left, run.x + Length(rawValue: Int(glyph.x)) + bounds.x)
        edges.right = max(edges.right, run.x + Length(rawValue: Int(glyph.x)) + bounds.x + bounds.width)
        edges.bottom = min(edges.bottom, run.y + Length(rawValue: Int(glyph.y)) + bounds.y)
        edges.top = max(edges.top, run.y + Length(rawValue: Int(glyph.y)) + bounds.y + bounds.height)
      }
    }
    return (page, edges.left, edges.right, edges.bottom, edges.top)
  }

  @Test(arguments: ["f", "\\mathrlap{abc}x", "a\\mathllap{wxyz}", "\\vec{f}", "\\smash{\\sum_i^n}", "x", "\\mathit{j}", "f'"])
  func `all ink of a formula is in its picture`(tex: String) throws {
    let found = try page(tex)
    #expect(found.left >= .zero)
    #expect(found.right <= found.page.width)
    #expect(found.bottom >= -found.page.height)
    #expect(found.top <= .zero)
  }
}
