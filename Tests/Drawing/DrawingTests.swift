import Foundation
import Testing
import TypesetBoxes
import TypesetDrawing
import TypesetFiles
import TypesetFonts
import TypesetPictures

private func sample(_ book: FontBook) -> Page {
  page(
    { ink, book in
      for line in 0..<20 {
        run(
          "The quick brown fox jumps over the lazy dog, line \(line)", x: 30.pt, y: (-40).pt - 14.pt * line, in: &ink,
          book: book)
      }
      run("x = 1", family: "Libertinus Math", x: 30.pt, y: (-360).pt, in: &ink, book: book, shows: "$\\frac{x}{1}$")
      ink.items.append(.rule(Rect(x: 30.pt, y: (-340).pt, width: 200.pt, height: 0.4.pt), .black))
      ink.items.append(
        .panel(
          Panel(
            rect: Rect(x: 30.pt, y: (-400).pt, width: 60.pt, height: 20.pt), radius: 4.pt,
            fill: Color(rgba: 0xEEEEFFFF), border: Color(rgba: 0x3355AAFF), borderWidth: 1.pt)))
      ink.marks = [
        .heading(level: 1, title: "Über ‘Foxes’", destination: "fox's"), .link(url: "https://example.org/a'b"),
        .reference(destination: "fox's"),
      ]
      ink.items.append(.mark(0, Rect(x: 30.pt, y: (-40).pt, width: 100.pt, height: 10.pt)))
      ink.items.append(.mark(1, Rect(x: 30.pt, y: (-60).pt, width: 100.pt, height: 10.pt)))
      ink.items.append(.mark(2, Rect(x: 30.pt, y: (-90).pt, width: 100.pt, height: 10.pt)))
    }, book: book)
}

@Suite struct DrawingTests {
  let book = FontBook()

  func pdf(_ pages: [Page], info: DocumentInfo = DocumentInfo()) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try unsafe Renderer(fonts: book, pictures: PictureBook()).pdf(pages, info: info) { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test func `links of the web work in an SVG page, scripts do not`() throws {
    let page = page(
      { ink, _ in
        ink.marks = [.link(url: "https://a.org/?b&c"), .link(url: "java\nscript:alert(1)"), .reference(destination: "x")]
        for mark in 0..<3 { ink.items.append(.mark(Int32(mark), Rect(x: 10.pt, y: (-40).pt, width: 30.pt, height: 12.pt))) }
      }, book: book)
    let text = String(decoding: try Renderer(fonts: book, pictures: PictureBook()).svg(page), as: UTF8.self)
    let links = text.split(separator: "\n").filter { $0.hasPrefix("<a ") }
    #expect(
      links == [
        #"<a xlink:href="https://a.org/?b&amp;c"><rect x="10" y="28" width="30" height="12" fill="none" pointer-events="all"/></a>"#
      ])
  }

  @Test func `a picture of an SVG page is in the file once`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let pictures = PictureBook(files: FileAccess(roots: [tests.path()]))
    let id = try pictures.load(path: "Pictures/Fixtures/plain.png")
    let page = page(
      { ink, _ in ink.items += [10, 50].map { .picture(id, Rect(x: $0.pt, y: (-40).pt, width: 30.pt, height: 12.pt)) } }, book: book)
    let renderer = Renderer(fonts: book, pictures: pictures)
    let first = try renderer.svg(page)
    #expect(try renderer.svg(page) == first)
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.ranges(of: "<image ").count == 1 && text.contains(" id=\"p1\"") && text.contains("<use xlink:href=\"#p1\"/>"))
  }

  @Test func `pictures of vectors in SVG pages lie where they are drawn, under what comes later`() throws {
    let pictures = PictureBook()
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='#00f'/></svg>"
    let id = try pictures.load(bytes: Array(svg.utf8))
    let place = Rect(x: 10.pt, y: (-40).pt, width: 30.pt, height: 12.pt)
    func order(_ later: Rect) throws -> [String] {
      let page = page(
        { ink, _ in
          ink.items += [
            .rule(place, Color(red: 255, green: 0, blue: 0)), .picture(id, place), .rule(later, Color(red: 0, green: 255, blue: 0)),
          ]
        }, book: book)
      let text = String(decoding: try Renderer(fonts: book, pictures: pictures).svg(page), as: UTF8.self)
      // Within the picture colours are written as Cairo does.
      let marks = ["red": ["#ff0000"], "blue": ["rgb(0%, 0%, 100%)", "rgb(0%,0%,100%)"], "green": ["#00ff00"]]
      return marks.compactMap { name, marks in marks.lazy.compactMap { text.range(of: $0) }.first.map { (name, $0.lowerBound) } }
        .sorted { $0.1 < $1.1 }.map(\.0)
    }
    #expect(try order(Rect(x: 20.pt, y: (-38).pt, width: 5.pt, height: 5.pt)) == ["red", "blue", "green"])
  }

  @Test func `the same pages give the same bytes`() throws {
    let page = sample(book)
    let first = try pdf([page, page])
    #expect(try first == pdf([page, page]))
    let renderer = Renderer(fonts: book, pictures: PictureBook())
    #expect(try renderer.svg(page) == renderer.svg(page))
    #expect(try renderer.png(page, ppi: 150) == renderer.png(page, ppi: 150))
    if let folder = ProcessInfo.processInfo.environment["DRAWING_OUT"] {
      try Data(first).write(to: URL(filePath: folder + "/a.pdf"))
      try Data(renderer.png(page, ppi: 150)).write(to: URL(filePath: folder + "/a.png"))
      try Data(renderer.svg(page)).write(to: URL(filePath: folder + "/a.svg"))
    }
  }
}

@Suite struct ExtractionTests {
  let book = FontBook()

  /// What a tool of poppler-utils prints of a PDF.
  private func poppler(_ tool: String, _ options: [String] = [], _ pages: [Page], _ info: DocumentInfo) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    var bytes: [UInt8] = []
    try unsafe Renderer(fonts: book, pictures: PictureBook()).pdf(pages, info: info) { unsafe bytes.append(contentsOf: $0) }
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = "/usr/bin/\(tool)"
    try #require(FileManager.default.isExecutableFile(atPath: path), "poppler-utils is not installed")
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = options + [file.path()] + (tool == "pdftotext" ? ["-"] : [])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `a formula of two runs extracts as its source, once`() throws {
    let page = page(
      { ink, book in
        run("x=", x: 20.pt, y: (-20).pt, in: &ink, book: book, shows: "$\\frac{x}{y}$")
        run("yz", x: 40.pt, y: (-20).pt, in: &ink, book: book, shows: "")
      }, book: book)
    #expect(try poppler("pdftotext", [], [page], DocumentInfo()) == "$\\frac{x}{y}$\n\n\u{0C}")
  }

  @Test func `what a document says of itself is in the file, dates too`() throws {
    var info = DocumentInfo()
    info.title = "Über x"
    info.authors = ["A. B.", "C. D."]
    info.keywords = ["one", "two"]
    info.creationTime = 1_000_000_000
    let said = try poppler("pdfinfo", ["-isodates"], [sample(book)], info)
    for line in [
      "Title:           Über x", "Author:          A. B., C. D.", "Keywords:        one, two",
      "CreationDate:    2001-09-09T01:46:40Z",
    ] { #expect(said.contains(line)) }
  }

  @Test func `links lead out and in`() throws {
    let said = try poppler("pdfinfo", ["-url"], [sample(book)], DocumentInfo())
    #expect(said.contains("https://example.org/a'b"))
    #expect(try poppler("pdfinfo", ["-dests"], [sample(book)], DocumentInfo()).contains("fox's"))
  }

  @Test func `an address has what no address has as numbers`() throws {
    let page = page(
      { ink, book in
        run("word", x: 20.pt, y: (-50).pt, in: &ink, book: book)
        ink.marks = [.link(url: "https://example.org/a b\u{7F}<é>")]
        ink.items.append(.mark(0, Rect(x: 20.pt, y: (-52).pt, width: 30.pt, height: 12.pt)))
      }, book: book)
    #expect(try poppler("pdfinfo", ["-url"], [page], DocumentInfo()).contains("https://example.org/a%20b%7F%3C%C3%A9%3E"))
  }

  @Test func `a sink's error comes back`() throws {
    struct Full: Error {}
    #expect(throws: DrawingError.self) {
      try unsafe Renderer(fonts: book, pictures: PictureBook()).pdf([sample(book)]) { _ in throw Full() }
    }
  }

  /// PNG, third edition, 11.3.4.3: pixels per metre.
  @Test(arguments: [(72.0, 2835), (96, 3780), (150, 5906), (300, 11_811)]) func `a PNG says how dense it is`(ppi: Double, perMetre: Int)
    throws
  {
    let bytes = try Renderer(fonts: book, pictures: PictureBook()).png(Page(width: 36.pt, height: 36.pt), ppi: ppi)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "pHYs".utf8) }) + 4
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(start) == perMetre && number(start + 4) == perMetre && bytes[start + 8] == 1)
  }
}
