import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetPictures

private func fixture(_ name: String) -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  return folder.appending(path: name).path()
}

private func svg(_ attributes: String) -> [UInt8] {
  Array("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)><rect width=\"5\" height=\"5\"/></svg>".utf8)
}

@Suite struct PictureTests {
  let files = FileAccess(roots: [fixture("")])
  let book = PictureBook(files: FileAccess(roots: [fixture("")]))

  func size(_ name: String) throws -> [Length] {
    let picture = book.picture(try book.load(path: fixture(name)))
    return [picture.width, picture.height]
  }

  @Test func `pixels without a resolution are a 96th of an inch`() throws {
    #expect(try size("plain.png") == [18.pt, 9.pt])
    #expect(try size("plain.gif") == [18.pt, 9.pt])
  }

  @Test func `a resolution in the file counts`() throws {
    #expect(try size("144ppi.png") == [12.pt, 6.pt])
    #expect(try size("plain.jpg") == [(11.52).pt, (5.76).pt])
  }

  @Test func `a PNG is turned as its EXIF says`() throws {
    #expect(try size("turned.png") == [9.pt, 18.pt])
    let upright = try book.raster(of: book.load(path: fixture("plain.png")))
    let turned = try book.raster(of: book.load(path: fixture("turned.png")))
    // The first pixel of the lowest row has become the upper left one.
    #expect(turned.pixels[0] == upright.pixels[11 * 24])
  }

  @Test func `a nonsensical resolution does not count`() throws { #expect(try size("1ppi.png") == [18.pt, 9.pt]) }

  @Test(arguments: [
    ("width='40pt' height='20pt'", 40.0, 20.0),
    ("width='40' height='20'", 30, 15),
    ("width='40px' height='20px' viewBox='0 0 4 4'", 30, 15),
    ("width='1in' height='25.4mm'", 72, 72),
    ("viewBox='10 10 40 20'", 30, 15),
    ("width='80pt' viewBox='0 0 40 20'", 80, 40),
    ("height='80pt' viewBox='0 0 40 20'", 160, 80),
    ("width='100%' height='100%' viewBox='0 0 40 20'", 30, 15),
  ])
  func `an SVG has the size of its root element`(attributes: String, width: Double, height: Double) throws {
    let picture = book.picture(try book.load(bytes: svg(attributes)))
    #expect(picture.kind == .svg)
    #expect([picture.width, picture.height] == [width.pt, height.pt])
  }

  @Test func `a foreignObject without text is warned of`() throws {
    let bytes = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><foreignObject/></svg>".utf8)
    #expect(book.picture(try book.load(bytes: bytes)).warnings == [.textInForeignObject])
  }

  @Test func `a drawing that moves is warned of`() throws {
    let bytes = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect><animate attributeName='x'/></rect></svg>".utf8)
    #expect(book.picture(try book.load(bytes: bytes)).warnings == [.moving])
  }

  @Test(arguments: [
    ("<path d='M0 0H9' fill='none' stroke='#FFFFFF'/><rect width='9' height='9' fill='none' stroke='none'/>", true),
    ("<g fill='white'><path d='M0 0H9V9Z'/></g>", true), ("<path d='M0 0H9V9Z' style='fill: #fff; stroke: none'/>", true),
    ("<path d='M0 0H9V9Z' fill='#fff'/><path d='M0 0H9V9Z'/>", false), ("<path d='M0 0H9' stroke='#fff' fill='#123'/>", false),
    ("<path d='M0 0H9' fill='none' stroke='#fff'/><text x='50%' y='100%'>Text is not SVG</text>", true),
    ("<path d='M0 0H9V9Z'/>", false), ("<style>path { fill: red }</style><path d='M0 0H9V9Z' fill='#fff'/>", false),
  ])
  func `a drawing that is white alone is told from others`(shapes: String, isWhite: Bool) throws {
    let bytes = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(shapes)</svg>".utf8)
    #expect(book.picture(try book.load(bytes: bytes)).warnings == (isWhite ? [.allWhite] : []))
  }

  @Test(arguments: [
    "plain.png", "plain.gif", "plain.jpg", "cmyk.jpg", "grey.jpg", "alpha.png", "lossy.webp", "alpha.webp", "animated.webp", "plain.bmp",
    "plain.tiff", "plain.avif",
  ])
  func `a picture cut anywhere is an error or a picture and never a crash`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture(name))))
    for length in 0..<bytes.count {
      guard let id = try? book.load(bytes: Array(bytes[..<length])) else { continue }
      let raster = try? book.raster(of: id)
      #expect(raster == nil || raster?.pixels.count == 24 * 12 || raster?.pixels.count == 12 * 12)
    }
  }

  @Test(arguments: [
    "plain.gif", "plain.jpg", "cmyk.jpg", "lossless.webp", "lossy.webp", "animated.webp", "plain.bmp", "plain.tiff", "plain.avif",
  ])
  func `other kinds decode to nearly the same pixels as PNG`(name: String) throws {
    let wanted = try book.raster(of: book.load(path: fixture("plain.png")))
    let found = try book.raster(of: book.load(path: fixture(name)))
    #expect(found.isOpaque)
    var difference = 0
    for (a, b) in zip(wanted.pixels, found.pixels) {
      for shift: UInt32 in [0, 8, 16] { difference += abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
    }
    #expect(difference / (24 * 12 * 3) < 12)
  }

  @Test(arguments: ["turned.tiff", "turned.avif"])
  func `a picture of other kinds is turned as it says`(name: String) throws {
    let upright = try book.raster(of: book.load(path: fixture("plain.png")))
    let turned = try book.raster(of: book.load(path: fixture(name)))
    #expect((turned.width, turned.height) == (12, 24))
    // TIFF: clockwise; AVIF: counterclockwise.
    let first = name == "turned.tiff" ? upright.pixels[11 * 24] : upright.pixels[23]
    for shift: UInt32 in [0, 8, 16] { #expect(abs(Int(turned.pixels[0] >> shift & 255) - Int(first >> shift & 255)) < 12) }
  }

  @Test(arguments: ["plain.bmp", "plain.tiff", "plain.avif"])
  func `a picture whose size is changed is refused`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture(name))))
    for place in bytes.indices {
      var changed = bytes
      changed[place] = 0x7F
      guard let id = try? book.load(bytes: changed), let raster = try? book.raster(of: id) else { continue }
      #expect(raster.pixels.count == raster.width * raster.height && raster.width * raster.height <= 1 << 20)
    }
  }

  @Test func `colours are multiplied by alpha`() throws {
    let raster = try book.raster(of: book.load(path: fixture("alpha.png")))
    #expect(!raster.isOpaque)
    #expect(raster.pixels[0] == 0)
    #expect(raster.pixels[6] == 120 << 24 | 45 << 16 | 0 << 8 | 60)
  }

  @Test func `WebP has the colours and the alpha of PNG`() throws {
    let wanted = try book.raster(of: book.load(path: fixture("alpha.png")))
    let found = try book.raster(of: book.load(path: fixture("alpha.webp")))
    #expect(found.pixels.map { $0 >> 24 } == wanted.pixels.map { $0 >> 24 })
    #expect(!found.isOpaque)
  }

  @Test func `a data URL is a picture, in base 64 or percent signs`() throws {
    let bytes = try Data(contentsOf: URL(filePath: fixture("plain.png")))
    let png = book.picture(try book.load(dataURL: "data:image/png;base64," + bytes.base64EncodedString()))
    #expect(png.kind == .png)
    #expect(png.bytes == Array(bytes))
    let svg = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='40'%20height='20'/%3E"
    #expect(book.picture(try book.load(dataURL: svg)).kind == .svg)
    #expect(try book.load(dataURL: svg) == book.load(dataURL: svg))
    #expect(throws: PictureError.unreadable(reason: "the data URL is broken")) { try book.load(dataURL: "data:image/png;base64,?") }
    #expect(throws: PictureError.unknownKind) { try book.load(dataURL: "data:,hello") }
  }

  @Test(arguments: ["plain.png", "plain.jpg"])
  func `a file that is cut off shows what it has, and says so`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture(name))))
    #expect(book.picture(try book.load(bytes: bytes)).warnings.isEmpty)
    let id = try book.load(bytes: Array(bytes.dropLast(30)))
    #expect(book.picture(id).warnings == [.cutOff])
    #expect(try book.raster(of: id).pixels.count == 24 * 12)
  }

  @Test func `an SVG that uses its elements a billion times is left out in time`() throws {
    var text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g id='a0'><rect width='1' height='1'/></g>"
    for level in 0..<9 {
      text += "<g id='a\(level + 1)'>" + String(repeating: "<use href='#a\(level)'/>", count: 10) + "</g>"
    }
    let bytes = Array((text + "</svg>").utf8)
    // Its text tells; where that is not asked, librsvg gives up.
    #expect(throws: PictureError.tooMuchWork) { try book.load(bytes: bytes) }
    var budget = Budget()
    budget.pictureWork = .max
    let careless = PictureBook(budget: budget)
    #expect(careless.picture(try careless.load(bytes: bytes)).warnings == [.tooMuchToDraw])
  }

  @Test func `an SVG whose entities unfold without end is broken`() {
    let text = """
      <!DOCTYPE svg [<!ENTITY a "\(String(repeating: "a", count: 20))">
      \((1..<9).map { "<!ENTITY a\($0) \"\(String(repeating: $0 == 1 ? "&a;" : "&a\($0 - 1);", count: 20))\">" }.joined())]>
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&a8;</text></svg>
      """
    #expect(throws: PictureError.self) { try book.load(bytes: Array(text.utf8)) }
  }

  @Test func `a file is loaded once`() throws {
    #expect(try book.load(path: fixture("plain.png")) == book.load(path: fixture("plain.png")))
  }

  @Test func `what cannot be shown says why`() throws {
    #expect(throws: PictureError.file(.missing)) { try book.load(path: fixture("none.png")) }
    #expect(throws: PictureError.unknownKind) { try book.load(path: fixture("README.md")) }
    #expect(throws: PictureError.file(.noRegularFile)) { try book.load(path: fixture("")) }
    var budget = Budget()
    budget.picturePixels = 100
    let strict = PictureBook(budget: budget, files: files)
    #expect(throws: PictureError.tooManyPixels(width: 24, height: 12, limit: 100)) {
      try strict.load(path: fixture("plain.png"))
    }
  }
}
