import MDTypeset
import Testing

/// Where words are on pages, and what is at a point.
@Suite struct PageWordTests {
  private static let text = "# Words\n\n" + String(repeating: "Some ordinary words, then $x^2 + y$ and a needle. ", count: 6)
  private static let document = Typesetter().typeset(Document(markdown: text).markdownPaper(.a6))

  private func contains(_ outer: CanvasRect, _ inner: CanvasRect) -> Bool {
    outer.x <= inner.x + 0.01 && outer.maxX >= inner.maxX - 0.01 && outer.y <= inner.y + 3 && outer.maxY >= inner.maxY - 3
  }

  @Test func `every occurrence is found, on one line or over its end`() throws {
    let places = Self.document.places(ofText: "ordinary words, then")
    #expect(places.count == 6)
    #expect(places.allSatisfy { $0.page == 0 && $0.text == "ordinary words, then" })
    #expect(places.contains { $0.rects.count == 1 })
    #expect(places.contains { $0.rects.count == 2 })
    let paragraph = try #require(Self.document.places.first { $0.kind == "paragraph" })
    for rect in places.flatMap(\.rects) {
      #expect(rect.width > 5 && rect.height > 5)
      #expect(contains(paragraph.rect, rect))
    }
    #expect(Self.document.places(ofText: "ordinary   words,\nthen").count == 6)
    #expect(Self.document.places(ofText: "needles").isEmpty)
    #expect(Self.document.places(ofText: " ").isEmpty)
    #expect(Self.document.places(ofText: "NEEDLE").isEmpty)
    #expect(Self.document.places(ofText: "NEEDLE", ignoringCase: true).count == 6)
  }

  @Test func `parts of a word are narrower than the word, and lie where its letters are`() throws {
    let wholes = Self.document.places(ofText: "needle")
    let number = try #require(wholes.firstIndex { $0.rects.count == 1 })
    let whole = try #require(wholes[number].rects.first)
    let start = try #require(Self.document.places(ofText: "nee")[number].rects.first)
    let end = try #require(Self.document.places(ofText: "dle")[number].rects.first)
    #expect(abs(start.x - whole.x) < 0.01 && abs(end.maxX - whole.maxX) < 0.01)
    #expect(start.maxX <= end.x + 0.01)
  }

  @Test func `a word that is divided is found whole`() throws {
    let text = "It is " + String(repeating: "incomprehensibilities ", count: 30)
    let places = Typesetter().typeset(Document(markdown: text).markdownPaper(.a6)).places(ofText: "incomprehensibilities")
    #expect(places.count == 30)
    #expect(places.contains { $0.rects.count == 2 })
  }

  @Test func `the word and the block at a point are told`() throws {
    for word in ["needle", "ordinary"] {
      let rect = try #require(Self.document.places(ofText: word).last?.rects.first)
      let found = try #require(Self.document.word(onPage: 0, at: rect.center))
      #expect(found.text.hasPrefix(word) && found.rects.first.map { contains($0, rect) } == true)
      #expect(Self.document.place(onPage: 0, at: rect.center)?.line == 3)
    }
    let heading = try #require(Self.document.places.first { $0.kind == "heading" })
    #expect(Self.document.place(onPage: 0, at: heading.rect.center)?.line == 1)
    #expect(Self.document.word(onPage: 0, at: CanvasPoint(2, 2)) == nil)
    #expect(Self.document.place(onPage: 0, at: CanvasPoint(2, 2)) == nil)
    #expect(Self.document.word(onPage: 7, at: CanvasPoint(2, 2)) == nil)
    #expect(Self.document.place(onPage: -1, at: CanvasPoint(2, 2)) == nil)
  }

  @Test func `a formula is one word, with all of its glyphs`() throws {
    let formula = try #require(Self.document.places.first { $0.kind == "formula" })
    for part in [0.05, 0.5, 0.95] {
      let found = try #require(
        Self.document.word(onPage: 0, at: CanvasPoint(formula.x + formula.width * part, formula.y + formula.height * 0.6)))
      #expect(found.text == "$x^2 + y$")
      #expect(found.rects.count == 1)
    }
  }

  @Test func `the place of a block is as wide as its text`() throws {
    let place = try #require(Self.document.places(onPage: 0).first { $0.line == 3 })
    let paragraph = try #require(Self.document.places.first { $0.kind == "paragraph" })
    #expect(abs(place.width - paragraph.width) < 1)
  }

  @Test func `pixels are those of the page's PNG`() throws {
    let pixels = try Self.document.pixels(page: 0, ppi: 36)
    let size = try Self.document.size(ofPage: 0)
    #expect(pixels.width == Int((size.width / 2).rounded()) && pixels.height == Int((size.height / 2).rounded()))
    #expect(pixels.rgba.count == pixels.width * pixels.height * 4)
    let values = Array(pixels.rgba)
    #expect(stride(from: 3, to: values.count, by: 4).allSatisfy { values[$0] == 255 })
    let red = Document(markdown: "x").markdownSetting("page.background", "#102030")
    #expect(Array(try Typesetter().typeset(red).pixels(page: 0, ppi: 20).rgba.prefix(4)) == [0x10, 0x20, 0x30, 0xFF])
    #expect(throws: DocumentError.noSuchPage(3, count: 1)) { try Self.document.pixels(page: 3) }
  }

  @Test(arguments: [(2, "a,1,2"), (3, "a,1–3")]) func `an index joins three pages that follow each other, not two`(
    count: Int, entry: String
  ) {
    let pages = (1...count).map { "Page \($0)\\index{a}." }.joined(separator: "\n\n\\newpage\n\n")
    let words = pageLines(pages + "\n\n\\newpage\n\n\\printindex\n").last?.last?.filter { $0 != " " }
    #expect(words == entry)
  }
}
