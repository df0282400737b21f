import Testing
import TypesetBoxes
import TypesetFonts

/// What documents of one process share.
@Suite struct SharedWorkTests {
  private let fonts = FontBook(ignoresSystemFonts: true)

  @Test func `words are kept for the next document until they are more than a language has`() throws {
    let shared = SharedWork()
    let face = try #require(fonts.face(family: "Libertinus Serif")).id
    func shape(_ words: Range<Int>) -> Int {
      let loan = shared.shaper(for: fonts)
      let context = loan.shaper.context(ShapingKey(face: face, size: 10.pt, language: "en"))
      for word in words { _ = loan.shaper.shape(Array("\(word)".utf8)[...], in: context) }
      return loan.shaper.glyphs.count
    }
    #expect(shape(1_000_000..<1_000_100) == 700)
    #expect(shape(1_000_000..<1_000_100) == 700)
    let count = SharedWork.mostGlyphsOfStrangers / 7
    for start in stride(from: 1_000_100, to: 1_000_100 + count, by: 1_000) { _ = shape(start..<start + 1_000) }
    #expect(shape(1_000_000..<1_000_100) < 10_000, "the amounts of thousands of letters are not kept")
  }

  @Test func `a subset is planned, made and compressed once for files that show the same glyphs`() throws {
    let face = try #require(fonts.face(family: "Libertinus Serif"))
    let glyphs = try "Statement".unicodeScalars.map { try #require(face.glyph(for: $0)) }
    let plan = try #require(face.sharedSubsetPlan(keeping: Array(Set(glyphs))))
    #expect(face.sharedSubsetPlan(keeping: Array(Set(glyphs)).reversed()) === plan)
    #expect(face.subsetPlan(keeping: glyphs) !== plan)
    #expect(face.sharedSubsetPlan(keeping: Array(Set(glyphs.dropFirst()))) !== plan)
    var packs = 0
    func packed() -> PackedProgram {
      plan.packedProgram { bytes in
        packs += 1
        return bytes + [0]
      }
    }
    let first = packed()
    #expect(packed() == first && packs == 1)
    let fresh = try #require(face.subsetPlan(keeping: glyphs))
    #expect(fresh.program()?.bytes == Array(first.bytes.dropLast()) && first.count + 1 == first.bytes.count)
    for glyph in glyphs { #expect(fresh.number(of: glyph) == plan.number(of: glyph)) }
    // A file like none of the last ones replaces the oldest.
    for glyph in 100..<UInt32(200) { _ = face.sharedSubsetPlan(keeping: [glyph]) }
    #expect(face.keptSubsetPlans == 16)
    #expect(face.sharedSubsetPlan(keeping: Array(Set(glyphs))) !== plan)
  }
}
