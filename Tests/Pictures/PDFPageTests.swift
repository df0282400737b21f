import Testing
import TypesetBoxes
import TypesetPictures

/// A PDF file of pages with these entries, each with a filled square; its table of objects is left to be recovered.
private func pdf(_ pages: String...) -> [UInt8] {
  var out = "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>> endobj\n"
  let kids = pages.indices.map { "\($0 * 2 + 3) 0 R" }.joined(separator: " ")
  out += "2 0 obj <</Type/Pages/Count \(pages.count)/Kids[\(kids)]/Resources<<>>>> endobj\n"
  for (index, entries) in pages.enumerated() {
    let content = "0 0 50 50 re f"
    out += "\(index * 2 + 3) 0 obj <</Type/Page/Parent 2 0 R/Contents \(index * 2 + 4) 0 R \(entries)>> endobj\n"
    out += "\(index * 2 + 4) 0 obj <</Length \(content.utf8.count)>> stream\n\(content)\nendstream endobj\n"
  }
  return Array((out + "trailer <</Root 1 0 R/Size \(pages.count * 2 + 3)>>\n%%EOF\n").utf8)
}

@Suite struct PDFPageTests {
  let book = PictureBook()

  private func variant(_ page: Int) -> PictureVariant {
    var variant = PictureVariant()
    variant.page = page
    return variant
  }

  func size(_ bytes: [UInt8], page: Int = 1) throws -> [Length] {
    let picture = book.picture(try book.load(bytes: bytes, variant: variant(page)))
    return [picture.width, picture.height]
  }

  @Test func `a page is as large as its media box`() throws {
    #expect(try size(pdf("/MediaBox[0 0 200 100]")) == [200.pt, 100.pt])
  }

  @Test func `the crop box is what is seen, within the media box`() throws {
    #expect(try size(pdf("/MediaBox[0 0 200 100]/CropBox[150 60 999 10]")) == [50.pt, 50.pt])
  }

  @Test func `a turned page is as wide as it is seen`() throws {
    #expect(try size(pdf("/MediaBox[0 0 200 100]/Rotate 90")) == [100.pt, 200.pt])
    #expect(try size(pdf("/MediaBox[0 0 200 100]/Rotate -180")) == [200.pt, 100.pt])
  }

  @Test func `units of another size count`() throws {
    #expect(try size(pdf("/MediaBox[0 0 200 100]/UserUnit 2")) == [400.pt, 200.pt])
  }

  @Test func `pages are counted from one`() throws {
    let file = pdf("/MediaBox[0 0 200 100]", "/MediaBox[0 0 30 40]")
    #expect(try size(file, page: 2) == [30.pt, 40.pt])
    #expect(throws: PictureError.noPage(3, of: 2)) { try size(file, page: 3) }
  }

  @Test func `links, scripts and other pages are left behind`() throws {
    let link = "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.org)>>>>]"
    let id = try book.load(bytes: pdf("/MediaBox[0 0 200 100]\(link)", "/MediaBox[0 0 77 77]"))
    guard case .file(let bytes) = try book.drawing(of: id, as: .form) else {
      Issue.record("a page is a file")
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for word in ["a.org", "JavaScript", "Annots", "77 77"] { #expect(!text.contains(word), "\(word)") }
    #expect(text.contains("200.0 100.0"))
  }

  @Test func `what is no PDF behind its first bytes is broken`() {
    #expect(throws: PictureError.self) { try size(Array("%PDF-1.7\nnothing".utf8)) }
    #expect(throws: PictureError.self) { try size(pdf()) }
  }

  @Test func `pages that are their own parents are refused`() {
    let file =
      "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>> endobj\ntrailer <</Root 1 0 R>>"
    #expect(throws: PictureError.self) { try size(Array(file.utf8)) }
  }

  @Test func `without a program a page has no pixels`() throws {
    let id = try book.load(bytes: pdf("/MediaBox[0 0 200 100]"))
    #expect(throws: PictureError.noProgram("pdftocairo", package: nil)) { try book.drawing(of: id, as: .tile(width: 20, height: 10)) }
  }

  @Test func `fragments of addresses name pages`() {
    #expect(PDFPage.number(in: "a.pdf#page=12") == 12)
    #expect(PDFPage.number(in: "a.pdf#zoom=2&page=3") == 3)
    #expect(PDFPage.number(in: "a.pdf") == 1)
    #expect(PDFPage.number(in: "a.pdf#page=-4") == 1)
  }
}
