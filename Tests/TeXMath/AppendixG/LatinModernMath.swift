import Testing
import TypesetFonts

@testable import TeXMath

/// What the rules of Appendix G are given in tests: Latin Modern Math at 10 pt, with Latin Modern Roman for text.
struct LatinModernMath {
  let context: MathContext
  let texts: TextFaces

  init() throws {
    let fonts = FontBook()
    let face = MathFace(try #require(fonts.face(family: "Latin Modern Math")))
    context = MathContext(face, size: 10 * 65536)
    texts = TextFaces(face, fonts: fonts, families: ["Latin Modern Roman"])
  }
}
