import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetFonts
@testable import TypesetPictures

/// A picture is drawn by the same function in this process and in another one; there, it can do no harm.
@Suite struct DrawingProcessTests {
  /// The program that the package has built beside the tests.
  static let program: String = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return folder.appending(path: ".build/debug/mdtypeset").path()
  }()

  static func svg(_ content: String) -> [UInt8] {
    Array("<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20' viewBox='0 0 400 200'>\(content)</svg>".utf8)
  }

  /// Never ends.
  static let endless = svg(
    "<filter id='f' x='0' y='0' width='1' height='1' filterUnits='objectBoundingBox'><feTurbulence baseFrequency='.1' numOctaves='99999999'/></filter>"
      + "<rect width='400' height='200' filter='url(#f)'/>")
  /// Makes librsvg overflow its stack.
  static let deep = svg(
    "<style>\(String(repeating: ":not(", count: 3_000))a\(String(repeating: ")", count: 3_000)){fill:red}</style><rect/>")

  private func book(_ place: DrawingPlace, _ budget: Budget = Budget()) -> PictureBook {
    PictureBook(budget: budget, place: place) { FontBook().offerBundledFaces() }
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(arguments: [
    PictureTarget.form, .fragment, .tile(width: 80, height: 40),
  ])
  func `an SVG has the same bytes from both processes`(target: PictureTarget) throws {
    let picture = Self.svg(
      "<a href='https://a.org/'><rect width='90' height='50' fill='#39f' opacity='.5'/></a>"
        + "<text x='9' y='99' font-family='Libertinus Serif' font-size='60'>office</text>")
    let (here, there) = (book(.thisProcess), book(.program(Self.program)))
    let (first, second) = (try here.load(bytes: picture), try there.load(bytes: picture))
    #expect(here.picture(first).links == there.picture(second).links && here.picture(first).links.count == 1)
    #expect(here.picture(first).width == there.picture(second).width)
    #expect(try bytes(of: here.drawing(of: first, as: target)) == bytes(of: there.drawing(of: second, as: target)))
  }

  /// Without what Cairo counts over the life of a process, or says of the time.
  private func bytes(of drawing: Drawing) -> Drawing {
    guard case .file(let bytes) = drawing else { return drawing }
    let text = String(decoding: bytes, as: Unicode.UTF8.self)
    return .file(Array(text.replacing(#/(CreationDate \(D:[0-9Z]*|surface[0-9]+)/#, with: "").utf8))
  }

  @Test(arguments: [
    "plain.png", "alpha.png", "plain.gif", "cmyk.jpg", "lossy.webp", "turned.png", "plain.bmp", "turned.tiff", "plain.avif",
  ])
  func `pixels are the same from both processes`(name: String) throws {
    let (here, there) = (book(.thisProcess), book(.program(Self.program)))
    let (first, second) = (try here.load(bytes: fixture(name)), try there.load(bytes: fixture(name)))
    for target in [PictureTarget.pixels, .image, .tile(width: 7, height: 5), .tile(width: 60, height: 30)] {
      #expect(try here.drawing(of: first, as: target) == there.drawing(of: second, as: target))
    }
  }

  @Test func `a picture that never ends meets its limit, and the next one is drawn`() throws {
    var budget = Budget()
    (budget.pictureSeconds, budget.pictureWork) = (0.3, .max)
    let book = book(.program(Self.program), budget)
    #expect(throws: PictureError.timeOut(seconds: 0.3, isShared: false)) { try book.load(bytes: Self.endless) { _ in .form } }
    #expect(try book.load(bytes: Self.svg("<rect width='9' height='9'/>")) { _ in .form } == PictureID(rawValue: 0))
  }

  @Test func `a picture whose text tells that it never ends is not drawn, whatever the time`() throws {
    for place in [DrawingPlace.thisProcess, .program(Self.program)] {
      #expect(throws: PictureError.tooMuchWork) { try book(place, Budget()).load(bytes: Self.endless) { _ in .form } }
    }
  }

  @Test func `pictures have a limit for all of them`() throws {
    var budget = Budget()
    (budget.picturesSeconds, budget.pictureWork) = (0.4, .max)
    let book = book(.program(Self.program), budget)
    for _ in 0..<2 {
      #expect(throws: PictureError.timeOut(seconds: 0.4, isShared: true)) { try book.load(bytes: Self.endless) { _ in .form } }
    }
  }

  @Test func `a picture that crashes its process is an error, and the next one is drawn`() throws {
    let book = book(.program(Self.program))
    #expect(throws: PictureError.self) { try book.load(bytes: Self.deep) { _ in .form } }
    #expect(try book.load(bytes: Self.svg("<rect width='9' height='9'/>")) { _ in .form } == PictureID(rawValue: 0))
  }

  @Test func `the limit of memory and a fault of librsvg have messages of their own`() throws {
    var budget = Budget()
    budget.pictureMemory = 24 << 20
    let large = Self.svg("<filter id='f'><feGaussianBlur stdDeviation='9'/></filter><rect width='400' height='200' filter='url(#f)'/>")
    func fault(_ picture: [UInt8], _ budget: Budget, _ target: PictureTarget) -> PictureError? {
      do throws(PictureError) {
        let book = book(.program(Self.program), budget)
        _ = try book.drawing(of: try book.load(bytes: picture), as: target)
        return nil
      } catch { return error }
    }
    #expect(fault(large, budget, .tile(width: 8_000, height: 4_000)) == .outOfMemory(limit: 24 << 20))
    #expect(fault(Self.deep, Budget(), .form)?.code == "picture.broken")
    // librsvg 2.54 has an assertion that this breaks.
    let convolve = Self.svg(
      "<filter id='f'><feConvolveMatrix order='3' targetX='2' kernelMatrix='1 0 0 0 1 0 0 0 1' edgeMode='wrap'/></filter>"
        + "<g filter='url(#f)'><rect width='9' height='9'/></g>")
    if let found = fault(convolve, Budget(), .tile(width: 9, height: 9)) { #expect(found.code == "picture.broken", "\(found)") }
  }

  @Test func `a picture that wants too much memory is an error`() throws {
    var budget = Budget()
    budget.pictureMemory = 64 << 20
    let book = book(.program(Self.program), budget)
    let id = try book.load(bytes: Self.svg("<rect width='400' height='200'/>"))
    #expect(throws: PictureError.self) { try book.drawing(of: id, as: .tile(width: 8_000, height: 8_000)) }
    #expect(try book.drawing(of: id, as: .tile(width: 8, height: 8)) != .file([]))
  }

  @Test func `a process whose program is gone ends in the middle of a picture`() throws {
    let (process, socket) = try #require(startWorker([Self.program, "picture-worker", "--picture-work", "\(Int.max)"]))
    var message = WireWriter()
    message.add(60.0)
    DrawingRequest.open(.svg, Self.endless).write(to: &message)
    #expect(sendMessage(message.bytes, to: socket))
    _ = receiveMessage(from: socket, limit: 1 << 20, until: milliseconds() + 20_000)
    var drawing = WireWriter()
    drawing.add(60.0)
    DrawingRequest.draw(.tile(width: 400, height: 200)).write(to: &drawing)
    #expect(sendMessage(drawing.bytes, to: socket))
    #expect(receiveMessage(from: socket, limit: 1 << 20, until: milliseconds() + 300) == nil, "it is drawing")
    close(socket)
    let start = milliseconds()
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    #expect(milliseconds() - start < 10_000, "its own limit is 60 s of CPU time")
    #expect(status == 0)
  }

  @Test(arguments: [PictureWarning.textInForeignObject, .picturesElsewhere, .tooMuchToDraw, .allWhite, .moving])
  func `what is wrong with an SVG is said by the other process, too`(warning: PictureWarning) throws {
    let head = SVGHead(width: 4.pt, height: 2.pt, links: [], warnings: [warning])
    var message = WireWriter()
    DrawingReply.head(head).write(to: &message)
    var wire = WireReader(message.bytes)
    guard case .head(let read) = try DrawingReply(from: &wire) else { throw WireReader.Malformed() }
    #expect(read == head)
  }

  @Test func `without the program no picture is drawn, and nothing else happens`() {
    let book = book(.program("/nonexistent/mdtypeset"))
    #expect(throws: PictureError.crashed(reason: "no process can be started for it")) { try book.load(bytes: Self.svg("<g/>")) }
  }
}
