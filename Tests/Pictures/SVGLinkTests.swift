import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetFiles
import TypesetPictures

/// Links of SVG files come back as rectangles: what librsvg hands on of them breaks Cairo's files.
@Suite struct SVGLinkTests {
  let book = PictureBook(prepareText: { FontBook().offerBundledFaces() })

  /// What is within an SVG of 100 × 50 pixels.
  func links(_ content: String, head: String = "") throws -> [PictureLink] {
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    return try book.picture(book.load(bytes: Array(svg(content, head: head).utf8))).links.map {
      PictureLink(url: $0.url, left: rounded($0.left), top: rounded($0.top), width: rounded($0.width), height: rounded($0.height))
    }
  }

  func svg(_ content: String, head: String = "") -> String {
    "\(head)<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='100' height='50'>\(content)</svg>"
  }

  static let box = "<rect x='10' y='10' width='20' height='30'/>"

  @Test(arguments: [
    "<a href='https://a.org/'>\(box)</a>", "<a xlink:href=\"https://a.org/\">\(box)</a>",
    "<a\n  target='_top'\n  href = 'https://a.org/' >\(box)</a>", "<a id='x' href='https://a.org/'>\(box)</a>",
    "<g><a href='https://a.org/'><g>\(box)</g></a></g>",
  ])
  func `a link covers what it holds`(content: String) throws {
    #expect(try links(content) == [PictureLink(url: "https://a.org/", left: 0.1, top: 0.2, width: 0.2, height: 0.6)])
  }

  @Test func `entities in an address are read`() throws {
    #expect(try links("<a href='https://a.org/?b&amp;c=&#x27;'>\(Self.box)</a>").map(\.url) == ["https://a.org/?b&c='"])
  }

  @Test func `a transformed link covers its bounds`() throws {
    let link = try #require(
      try links("<g transform='translate(20 10) scale(2)'><a href='https://a.org/'><rect width='10' height='5'/></a></g>").first)
    #expect([link.left, link.top, link.width, link.height] == [0.2, 0.2, 0.2, 0.2])
  }

  @Test func `a link within text covers the text`() throws {
    let found = try links("<text x='10' y='30' font-size='20'>see <a href='https://a.org/'>here</a></text>\(Self.box)")
    let link = try #require(found.first)
    #expect(found.count == 1 && link.width > 0.2 && link.left > 0.05)
  }

  @Test(arguments: [
    "<a href='javascript:alert(1)'>\(box)</a>", "<a href='#top'>\(box)</a>", "<a href='file:///etc/passwd'>\(box)</a>", "<a>\(box)</a>",
    "<a href='https://a.org/'></a>", "<!-- <a href='https://a.org/'>\(box)</a> -->",
    "<style><![CDATA[ <a href='https://a.org/'> ]]></style>\(box)",
  ])
  func `what leads nowhere or is seen nowhere is no link`(content: String) throws { #expect(try links(content).isEmpty) }

  @Test func `a link in UTF-16, in a packed file and in an entity is one`() throws {
    let content = svg("<a href='https://a.org/'>\(Self.box)</a>", head: "<?xml version='1.0' encoding='UTF-16'?>")
    let wide: [UInt8] = [0xFF, 0xFE] + content.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try book.picture(book.load(bytes: wide)).links.count == 1)
    let entity = "<!DOCTYPE svg [<!ENTITY e \"<a href='https://a.org/'><rect width='9' height='9'/></a>\">]>"
    #expect(try links("&e;", head: entity).count == 1)
    #expect(throws: PictureError.self) { try links("&e;", head: "<!DOCTYPE svg [<!ENTITY e '&#60;a href=\"https://a.org\"/>'>]>") }
  }

  @Test func `a packed file that unfolds into gigabytes is refused`() throws {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, count) in [("small.svg", 10), ("large.svg", 70 << 20)] {
      try Data((svg("<a href='https://a.org/'>\(Self.box)</a>") + String(repeating: " ", count: count)).utf8).write(
        to: URL(filePath: folder + "/" + name))
      let gzip = try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["gzip", folder + "/" + name])
      gzip.waitUntilExit()
    }
    let book = PictureBook(files: FileAccess(roots: [folder]))
    #expect(try book.picture(book.load(path: folder + "/small.svg.gz")).links.count == 1)
    #expect(throws: PictureError.self) { try book.load(path: folder + "/large.svg.gz") }
  }
}
