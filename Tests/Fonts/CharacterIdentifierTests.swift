import Testing
import TypesetFonts

@Suite struct CharacterIdentifierTests {
  @Test(arguments: ["Latin Modern Roman", "Latin Modern Math", "Libertinus Serif", "Libertinus Math"])
  func `a program with names of glyphs has no character identifiers`(family: String) throws {
    let face = try #require(FontBook().face(family: family))
    #expect(face.programForm == .cff)
    #expect(!face.hasCharacterIdentifiers)
  }

  @Test(arguments: ["zh", "ja", "ko"])
  func `a program of an East Asian face is keyed by character identifiers`(language: String) throws {
    let face = try #require(FontBook().fallback(for: FallbackRequest(scalars: ["骨"], language: language)))
    #expect(face.programForm == .cff)
    #expect(face.hasCharacterIdentifiers)
  }
}
