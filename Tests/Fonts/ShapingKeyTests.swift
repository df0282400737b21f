import Testing
import TypesetBoxes
import TypesetFonts

/// What words are shaped with, and found by.
@Suite struct ShapingKeyTests {
  private let book = FontBook(ignoresSystemFonts: true)

  private func face(_ weight: Int) throws -> FaceID { try #require(book.face(family: "Libertinus Serif", weight: weight)).id }

  /// A change of each field, by its name.
  private func changes() throws -> [(field: String, change: (inout ShapingKey) -> Void)] {
    let bold = try face(700)
    return [
      ("font", { $0.font.face = bold }), ("font", { $0.font.size = 11.pt }),
      ("features", { $0.features = [ShapingKey.Feature(tag: "smcp", value: 1)] }),
      ("features", { $0.features = [ShapingKey.Feature(tag: "smcp", value: 0)] }), ("language", { $0.language = "tr" }),
      ("isRightToLeft", { $0.isRightToLeft = true }), ("uppercases", { $0.uppercases = true }),
    ]
  }

  @Test func `another value of any field is another context`() throws {
    let shaper = Shaper(fonts: book)
    let plain = ShapingKey(face: try face(400), size: 10.pt, language: "en")
    var contexts: Set = [shaper.context(plain)]
    let changes = try changes()
    for (_, change) in changes {
      var key = plain
      change(&key)
      contexts.insert(shaper.context(key))
    }
    #expect(contexts.count == changes.count + 1)
    #expect(contexts.contains(shaper.context(plain)))
  }

  @Test func `the table of changes has every field`() throws {
    let plain = ShapingKey(face: try face(400), size: 10.pt, language: "en")
    let fields = Mirror(reflecting: plain).children.compactMap(\.label)
    #expect(try Set(changes().map(\.field)) == Set(fields))
    #expect(Mirror(reflecting: plain.font).children.count == 2)
  }

  @Test func `a word is shaped anew in each context`() throws {
    let shaper = Shaper(fonts: book)
    let plain = ShapingKey(face: try face(400), size: 10.pt, language: "en")
    let word = Array("office".utf8)[...]
    func glyphs(_ key: ShapingKey) -> [ShapedGlyph] { Array(shaper.glyphs(of: shaper.shape(word, in: shaper.context(key)))) }
    let first = glyphs(plain)
    var small = plain
    small.features = [ShapingKey.Feature(tag: "smcp", value: 1)]
    var large = plain
    large.font.size = 20.pt
    #expect(glyphs(small) != first)
    #expect(glyphs(large) != first)
    #expect(glyphs(plain) == first)
  }
}
