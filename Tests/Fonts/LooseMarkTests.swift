import Testing
import TypesetBoxes
import TypesetFonts

/// Combining marks on letters for which the font has no places of marks.
@Suite struct LooseMarkTests {
  private let fonts = FontBook(ignoresSystemFonts: true)

  /// Where the ink of the letter and of the mark is.
  private func shape(_ text: String, _ family: String) throws -> (letter: Rect, mark: Rect) {
    let face = try #require(fonts.face(family: family))
    let shaper = Shaper(fonts: fonts)
    let context = shaper.context(ShapingKey(face: face.id, size: 10.pt, language: "en"))
    let glyphs = Array(shaper.glyphs(of: shaper.shape(Array(text.utf8)[...], in: context)))
    try #require(glyphs.count == 2)
    let font = shaper.font(of: context)
    var mark = try #require(font.inkBounds(of: glyphs[1].id))
    mark.x += Length(rawValue: Int(glyphs[0].advance + glyphs[1].dx))
    mark.y += Length(rawValue: Int(glyphs[1].dy))
    return (try #require(font.inkBounds(of: glyphs[0].id)), mark)
  }

  @Test(arguments: ["Source Code Pro", "Libertinus Serif"], ["λ\u{304}", "ζ\u{302}", "λ\u{303}"])
  func `a mark that the font attaches to no such letter is over its middle`(family: String, text: String) throws {
    let (letter, mark) = try shape(text, family)
    let distance = letter.x + letter.width / 2 - (mark.x + mark.width / 2)
    #expect(abs(distance.rawValue) < 0.5.pt.rawValue && mark.y >= letter.y + letter.height)
  }

  @Test func `below a letter marks are below its ink`() throws {
    let (letter, mark) = try shape("λ\u{331}", "Source Code Pro")
    #expect(mark.y + mark.height <= letter.y)
  }
}
