import Foundation
import Testing
import TypesetBoxes
import TypesetFonts

@Suite struct FontBookTests {
  @Test(arguments: [("zh", "zh-CN"), ("zh-Hans", "zh-CN"), ("zh-Hant", "zh-TW"), ("zh-Hant-HK", "zh-HK")])
  func `Chinese by script has the face of its place`(script: String, place: String) throws {
    let book = FontBook()
    func face(_ language: String) throws -> FaceID {
      try #require(book.fallback(for: FallbackRequest(scalars: ["骨"], language: language))).id
    }
    #expect(try face(script) == face(place))
  }

  @Test func `a bundled family is found without regard to case and spaces`() throws {
    let book = FontBook()
    let face = try #require(book.face(family: "libertinus serif", weight: 700, slant: .italic))
    #expect(face.fileName == "LibertinusSerif-BoldItalic.otf")
    #expect(face.glyph(for: "A") != nil)
    #expect(book.face(family: "Libertinus Serif", weight: 700, slant: .italic) === face)
  }

  @Test(arguments: ["骨", "ب", "字", "☃", "𓀀", "\u{1F642}"])
  func `a fallback face has the characters that it is asked for, whatever was asked before`(_ character: Unicode.Scalar) throws {
    func face(_ book: FontBook) -> String? { book.fallback(for: FallbackRequest(scalars: [character], language: "en"))?.fileName }
    let asked = FontBook()
    for other: Unicode.Scalar in ["한", "ก", "あ", "→", "α"] { _ = asked.fallback(for: FallbackRequest(scalars: [other], language: "en")) }
    #expect(face(asked) == face(FontBook()))
    let found = try #require(asked.fallback(for: FallbackRequest(scalars: [character], language: "en")))
    #expect(found.glyph(for: character) != nil)
  }

  @Test func `a face of the machine has a name that lasts until the machine has other fonts`() throws {
    let folder = NSTemporaryDirectory() + "fonts-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let request = FallbackRequest(scalars: ["ب"], language: "ar")
    let path = try #require(FontBook().fallback(for: request)?.path)
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/a.ttf")
    func book() -> FontBook { FontBook(ignoresSystemFonts: true, fontPaths: [folder]) }
    let first = book()
    let fallback = try #require(first.fallback(for: request))
    let name = try #require(first.lastingName(of: fallback))
    #expect(book().face(lastingName: name)?.path == folder + "/a.ttf")
    let again = book()
    #expect(again.face(lastingName: name) === again.fallback(for: request), "it is one face, not two")
    // Other fonts may be chosen now, and fonts elsewhere are none of the machine's.
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/b.ttf")
    #expect(book().face(lastingName: name) == nil)
    #expect(FontBook(ignoresSystemFonts: true).face(lastingName: name) == nil)
    let bundled = try #require(first.face(family: "Libertinus Serif"))
    #expect(first.lastingName(of: bundled).flatMap { book().face(lastingName: $0) }?.fileName == bundled.fileName)
  }

  @Test func `a font's advances are scaled points`() throws {
    let face = try #require(FontBook().face(family: "Latin Modern Roman"))
    let a = try #require(face.glyph(for: "a"))
    #expect(face.font(size: 10.pt).advance(of: a) == 5.pt)
  }

  @Test func `a name is explained with its file, and the nearest weight where its own is missing`() {
    let book = FontBook(ignoresSystemFonts: true)
    let exact = book.explain("Libertinus Serif bold italic")
    #expect(exact.file == "LibertinusSerif-BoldItalic.otf")
    #expect(exact.reason == "bundled, in this weight and slope")
    let near = book.explain("Libertinus Serif 600")
    #expect(
      [near.family, near.file, near.reason] == [
        "Libertinus Serif", "LibertinusSerif-Bold.otf", "bundled; the nearest to weight 600 is 700",
      ])
    #expect(book.explain("No Such Font 700").file == nil)
  }

  @Test func `coordinates of a variable font are read by their axes`() {
    let list = FontVariation.list("wght=450, opsz=12.5;nonsense,x=1")
    #expect(list.map(\.text) == ["wght=450.0", "opsz=12.5"])
  }

  @Test func `without system fonts only bundled families are known`() {
    #expect(FontBook(ignoresSystemFonts: true).families() == FontBook.bundledFamilies)
  }

  @Test(arguments: ["Noto Serif CJK SC", "Noto Sans"])
  func `a font file of a subset shows its glyphs under codes that follow each other`(family: String) throws {
    let face = try #require(FontBook().face(family: family))
    // The last one is a ligature, which no character has by itself.
    let glyphs = try "gQä".unicodeScalars.map { try #require(face.glyph(for: $0)) } + [face.glyph(for: "A").map { $0 + 200 } ?? 300]
    let file = try #require(face.subsetPlan(keeping: glyphs)?.fontFile(showing: glyphs, from: 0xE000))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file).write(to: folder.appending(path: "small.otf"))
    let small = try #require(FontBook(ignoresSystemFonts: true, fontPaths: [folder.path()]).face(family: family))
    for (place, glyph) in glyphs.enumerated() {
      let code = try #require(Unicode.Scalar(0xE000 + UInt32(place)))
      let shown = try #require(small.glyph(for: code))
      #expect(small.thousandths(ofAdvance: shown) == face.thousandths(ofAdvance: glyph))
      #expect(small.font(size: 10.pt).outline(of: shown) == face.font(size: 10.pt).outline(of: glyph))
    }
    #expect(small.glyph(for: "g") == nil && file.count < 20_000)
  }

  @Test func `a subset holds the glyphs that are asked for and is small`() throws {
    let face = try #require(FontBook().face(family: "Libertinus Serif"))
    let glyphs = try "Abc".unicodeScalars.map { try #require(face.glyph(for: $0)) }
    let plan = try #require(face.subsetPlan(keeping: glyphs))
    #expect(Set(glyphs.map { plan.number(of: $0) }) == [1, 2, 3])
    let program = try #require(plan.program())
    #expect(program.form == .cff)
    #expect(program.bytes.count < 4_000)
  }
}
