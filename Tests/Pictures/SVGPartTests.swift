import Foundation
import Testing
import TypesetDiagnostics
import TypesetFonts
@testable import TypesetPictures

/// Drawings with filters: each filter has pixels for its own place, and nothing of a drawing is missing in silence.
@Suite struct SVGPartTests {
  private static let blur = "<filter id='s'><feGaussianBlur stdDeviation='2'/></filter>"

  /// A wide drawing of shapes with filters, each with a line below it that has none.
  private static func shapes(_ count: Int, filter: String) -> [UInt8] {
    let shapes = (0..<count).map {
      "<rect x='\(10 + $0 * 25)' y='50' width='20' height='20' fill='#1a3a5c' \(filter)/><path d='M\(10 + $0 * 25) 90h20'  stroke='red'/>"
    }
    return Array(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 420'><defs>\(blur)</defs>\(shapes.joined(separator: "\n"))</svg>".utf8)
  }

  /// By how much a colour or the alpha of a pixel differs at most.
  private static func furthest(_ first: Raster, _ second: Raster) -> Int {
    var most = 0
    for (one, other) in zip(first.pixels, second.pixels) {
      for shift in [UInt32(0), 8, 16, 24] {
        let (one, other) = (Int(one >> shift & 255), Int(other >> shift & 255))
        most = max(most, abs(one - other))
      }
    }
    return most
  }

  private func file(_ bytes: [UInt8], in place: DrawingPlace) throws -> String {
    let book = PictureBook(place: place) { FontBook().offerBundledFaces() }
    guard case .file(let file) = try book.drawing(of: try book.load(bytes: bytes), as: .form) else { return "" }
    // Without what Cairo says of the time.
    return String(decoding: file, as: UTF8.self).replacing(/CreationDate \(D:[0-9Z]*/, with: "")
  }

  @Test(arguments: ["filter='url(#s)'", "style='filter: drop-shadow(2px 2px 4px rgba(0,0,0,0.5))'"])
  func `all shapes with filters are drawn, the same in each run, and in pixels of their own places`(filter: String) throws {
    let bytes = Self.shapes(60, filter: filter)
    let first = try file(bytes, in: .program(DrawingProcessTests.program))
    #expect(try file(bytes, in: .program(DrawingProcessTests.program)) == first)
    let widths = first.matches(of: /\/Subtype \/Image\s+\/Width (\d+)/).compactMap { DocumentNumber.whole($0.output.1) }
    // A mask and colours for each.
    #expect(widths.count == 120)
    #expect(widths.allSatisfy { $0 < 200 }, "\(widths.max() ?? 0)")
  }

  @Test func `what the memory does not suffice for is an error, never a part of the drawing`() throws {
    var budget = Budget()
    budget.pictureMemory = 64 << 20
    // A filter on the whole drawing, which can't be drawn in parts.
    let root = "xmlns='http://www.w3.org/2000/svg' width='6000' height='6000' filter='url(#s)'"
    let whole = "<svg \(root)>\(Self.blur)<path d='M0 0h9v9z'/></svg>"
    let book = PictureBook(budget: budget, place: .program(DrawingProcessTests.program))
    let id = try book.load(bytes: Array(whole.utf8))
    #expect(throws: PictureError.outOfMemory(limit: 64 << 20)) { try book.drawing(of: id, as: .form) }
  }

  @Test(arguments: [
    // As attribute, within groups that move and clip, and in a style.
    "<g transform='translate(20 5) rotate(9)'><rect width='50' height='9'/><g clip-path='url(#c)'><circle r='9' cx='30' cy='20' filter='url(#s)'/></g></g>",
    "<path d='M5 5h80v3z'/><g style='filter:blur(2px)' fill='red'><rect x='40' y='9' width='20' height='20'/><path d='M9 9h9v9z'/></g><path d='M50 0v40'/>",
    // By rules of a style sheet, with places among others.
    "<style>/* a */ .n > rect:first-child { fill: red; filter: drop-shadow(3px 3px 1px #00f) } @media print { .m{filter:blur(1px)} }</style><g class='n'><rect x='9' y='9' width='9' height='9'/><rect x='30' y='9' width='9' height='9'/></g><rect class='k m' x='65' y='15' width='10' height='10'/>",
    // Within a group that is drawn as one, and through what refers to it.
    "<g opacity='.5'><rect x='9' y='9' width='40' height='20'/><rect x='30' y='15' width='40' height='20' filter='url(#s)' fill='red'/></g>",
    "<symbol id='y'><rect x='5' y='5' width='9' height='9' filter='url(#s)'/></symbol><use href='#y'/><use href='#y' x='40' y='9'/><rect width='3' height='3'/>",
    // A filter that shows only what it has moved, and one whose place is given.
    "<filter id='o' x='-2' y='-2' width='9' height='9'><feOffset dx='60' dy='10'/></filter><rect x='5' y='5' width='9' height='9' filter='url(#o)'/>",
    "<filter id='o' filterUnits='userSpaceOnUse' x='10' y='5' width='70' height='30'><feFlood flood-color='green'/></filter><rect x='15' y='9' width='4' height='4' filter='url(#o)'/>",
    // What has a name of its own, or one that others have.
    "<rect id='a' x='9' y='9' width='9' height='9' filter='url(#s)'/><rect id='b' x='29' y='9' width='9' height='9' filter='url(#s)'/><rect id='b' x='49' y='9' width='9' height='9' filter='url(#s)'/>",
    // Alternatives, of which one is drawn; text.
    "<switch><rect width='9' height='9' filter='url(#s)'/><rect width='90' height='30'/></switch><text x='40' y='20' font-size='9' filter='url(#s)'>ab<tspan fill='red'>c</tspan></text>",
  ])
  func `a drawing in parts looks as the drawing does`(content: String) throws {
    FontBook().offerBundledFaces()
    for root in [
      "viewBox='0 0 100 40' width='200'", "width='100' height='40'", "viewBox='0 0 100 100' width='100' height='40' style='width:50%'",
    ] {
      let text = """
        <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(root)><clipPath id='c'><path d='M0 0h40v60z'/></clipPath>
        \(Self.blur)\(content)</svg>
        """
      let drawing = try SVGDrawing(Array(text.utf8))
      #expect(SVGParts(Array(text.utf8)) != nil, "\(content)")
      let parts = try drawing.tile(width: 600, height: 240)
      let whole = try SVGDrawing(part: Array(text.utf8)).tile(width: 600, height: 240)
      #expect(whole.pixels.contains { $0 != 0 })
      #expect(Self.furthest(parts, whole) <= 3, "\(content) \(root)")
    }
  }

  @Test func `a hundred masks on a large drawing are drawn`() throws {
    let shapes = (0..<100).map {
      "<g mask='url(#m)'><rect x='\($0 * 15)' y='50' width='12' height='12'/></g><path d='M\($0 * 15) 90h9z'/>"
    }
    let mask = "<mask id='m'><rect width='1600' height='840' fill='#888'/></mask>"
    let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 840'>\(mask)"
    let written = try file(Array((text + shapes.joined() + "</svg>").utf8), in: .program(DrawingProcessTests.program))
    #expect(written.matches(of: /\/Subtype \/Image/).count == 200)
  }

  @Test func `few masks stay vectors`() {
    let content = "<mask id='m'/><g mask='url(#m)'><rect width='9' height='9'/></g>"
    let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>\(content)</svg>"
    #expect(SVGParts(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "<rect width='9' height='9'/>", "<filter id='f'/><rect width='9' height='9'/>", "<rect filter='none' width='9' height='9'/>",
    "<style>a:hover{filter:blur(1px)}</style><a><rect width='9' height='9'/></a>", "<rect filter='url(#s)'></g>",
  ])
  func `a drawing without filters, or whose tags do not match, is drawn as one`(content: String) {
    #expect(SVGParts(Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(content)</svg>".utf8)) == nil)
  }

  @Test func `dividing a drawing takes time as its length`() {
    func seconds(_ count: Int) -> Double {
      let bytes = Self.shapes(count, filter: "filter='url(#s)'")
      let start = ContinuousClock.now
      #expect(SVGParts(bytes) != nil)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = seconds(100)
    #expect(seconds(3_600) < 12 * max(seconds(600), 0.001))
  }
}
