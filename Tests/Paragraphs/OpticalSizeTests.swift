import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// Faces that are drawn for a size.
@Suite struct OpticalSizeTests {
  private let book = FontBook(ignoresSystemFonts: true, fontPaths: [Bundle.module.bundlePath])

  @Test(arguments: [(6.0, "lmroman6"), (8.0, "lmroman8"), (9.2, "lmroman9"), (10.0, "lmroman10"), (12.0, "lmroman12"), (20.0, "lmroman17")])
  func `Latin Modern has the face that LaTeX takes for a size`(_ size: Double, _ file: String) throws {
    let face = try #require(book.face(family: "Latin Modern Roman", size: size.pt))
    #expect(face.fileName == file + "-regular.otf")
  }

  @Test func `who names no size has the face for ten points`() throws {
    #expect(try #require(book.face(family: "Latin Modern Roman")).fileName == "lmroman10-regular.otf")
  }

  @Test func `slope and weight come before the size`() throws {
    #expect(
      try #require(book.face(family: "Latin Modern Roman", weight: 700, slant: .italic, size: 6.pt)).fileName == "lmroman10-bolditalic.otf")
  }

  /// Made for this test: its A is wider below 12 pt and narrower above.
  private var variable: String { Bundle.module.path(forResource: "Fixtures/optical", ofType: "ttf") ?? "" }

  @Test func `the axis of a variable font follows the size, within its range`() throws {
    func width(_ size: Double) throws -> Double {
      let face = try #require(book.face(family: variable, size: size.pt))
      return face.thousandths(ofAdvance: try #require(face.glyph(for: "A")))
    }
    #expect(try width(12) == 600)
    #expect(try width(6) == 720)
    #expect(try width(2) == 720)
    #expect(try width(72) == 480)
  }

  @Test func `an optical size that is asked for holds`() throws {
    let face = try #require(book.face(family: variable + ":opsz=6", size: 72.pt))
    #expect(face.thousandths(ofAdvance: try #require(face.glyph(for: "A"))) == 720)
  }
}
