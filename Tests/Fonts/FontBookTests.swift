import Testing
import TypesetBoxes
import TypesetFonts

@Suite struct FontBookTests {
  @Test func `a bundled family is found without regard to case and spaces`() throws {
    let book = FontBook()
    let face = try #require(book.face(family: "libertinus serif", weight: 700, slant: .italic))
    #expect(face.fileName == "LibertinusSerif-BoldItalic.otf")
    #expect(face.glyph(for: "A") != nil)
    #expect(book.face(family: "Libertinus Serif", weight: 700, slant: .italic) === face)
  }

  @Test func `a font's advances are scaled points`() throws {
    let face = try #require(FontBook().face(family: "Latin Modern Roman"))
    let a = try #require(face.glyph(for: "a"))
    #expect(face.font(size: 10.pt).advance(of: a) == 5.pt)
  }
}
