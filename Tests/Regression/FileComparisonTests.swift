import Foundation
import MDTypeset
import Testing
import TypesetComparing
import TypesetDiagnostics
import TypesetPictures
import TypesetReports

@testable import TypesetRegression

@Suite struct FileComparisonTests {
  private static let words =
    "Many words follow here so that the paragraph has several lines on the page, and nothing at all is said in them. "
  private static let text: String = (1...24).map { number in
    "# Heading \(number)\n\nParagraph \(number). " + String(repeating: words, count: 2 + number % 3)
  }.joined(separator: "\n\n")

  private var typesetter: Typesetter {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options)
  }

  private func document(_ text: String) -> ComparedFile { .document(Source(name: "a.md", text: text), typesetter) }

  private func pdf(_ text: String, name: String = "a.pdf") throws -> ComparedFile {
    .pdf(name: name, try typesetter.typeset(Source(name: "a.md", text: text)).pdf())
  }

  private func picture(_ text: String, ppi: Double = 96) throws -> ComparedFile {
    .picture(name: "a.png", try typesetter.typeset(Source(name: "a.md", text: text)).png(page: 0, ppi: ppi))
  }

  private func differences(_ old: ComparedFile, _ new: ComparedFile, threshold: Double = 0.1) throws -> [Difference] {
    var comparison = FileComparison()
    (comparison.threshold, comparison.threads) = (threshold, 2)
    return try comparison.compare(old, new, name: "a").outcome.comparison?.differences ?? []
  }

  private static let inserted = text.replacing(
    "Paragraph 5. ", with: "Paragraph 5. An inserted sentence that fills a line of its own on this page. ")

  @Test func `documents of ours are compared by their sources`() throws {
    let found = try differences(document(Self.text), document(Self.inserted))
    #expect(found.map(\.cause) == [.text] && found.first?.line == 19)
    #expect(try differences(document(Self.text), document(Self.text)) == [])
  }

  @Test func `in PDFs an inserted sentence is one cause, and what it pushes is its consequence`() throws {
    let found = try differences(pdf(Self.text), pdf(Self.inserted))
    #expect(found.map(\.cause) == [.added], "\(found.map(\.message))")
    #expect(found.first?.message == "page 1: “An inserted sentence that fills a line of …” added")
    #expect(found.first?.consequences.count == 1 && found.first?.consequences.first?.contains("moved down by") == true)
    #expect(try differences(pdf(Self.text), pdf(Self.text)) == [])
    let gone = try differences(pdf(Self.inserted), pdf(Self.text))
    #expect(gone.map(\.cause) == [.removed])
  }

  @Test func `a picture that changes on a late page is found too`() throws {
    func text(_ color: String) -> String {
      let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='\(color)'/></svg>"
      let address = "data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())"
      let pages = (1...102).map { "Page number \($0)." }.joined(separator: "\n\n\\newpage\n\n")
      return "---\npaper: a6\n---\n\n\(pages)\n\n![](\(address))\n"
    }
    let found = try differences(pdf(text("red")), pdf(text("blue")))
    #expect(found.count == 1 && found.first?.regions.allSatisfy { $0.page == 101 } == true, "\(found.map(\.message))")
  }

  @Test func `in PDFs a shift is a shift, and one below the threshold is none`() throws {
    let lines = "One line.\n\nAnother line.\n"
    func shifted(_ space: String) throws -> ComparedFile {
      try pdf("---\nstyle: {page: {margin: {top: \(space), right: 30mm, bottom: 30mm, left: 30mm}}}\n---\n\n" + lines)
    }
    let found = try differences(shifted("80pt"), shifted("82pt"))
    #expect(
      found.first?.message == "the text from “One line.” on moved down by 2 pt without a change of its own", "\(found.map(\.message))")
    #expect(try differences(shifted("80pt"), shifted("80.05pt")) == [])
    #expect(try differences(shifted("80pt"), shifted("82pt"), threshold: 2.5) == [])
  }

  @Test func `what is no text in a PDF is compared by its pixels`() throws {
    let found = try differences(
      pdf("Text.\n\n---\n\nText.\n"), pdf("---\nstyle: {body: {color: '#c00000'}}\n---\n\nText.\n\n---\n\nText.\n"))
    #expect(found.map(\.cause) == [.drawing] && found.first?.regions.isEmpty == false)
  }

  @Test func `pictures differ where ink moved by more than the threshold in points`() throws {
    func shifted(_ space: String) throws -> ComparedFile {
      try picture("---\nstyle: {page: {margin: {top: \(space), right: 30mm, bottom: 30mm, left: 30mm}}}\n---\n\nWords.\n\n---\n")
    }
    // Three points are four pixels.
    #expect(try differences(shifted("80pt"), shifted("83pt"), threshold: 3) == [])
    #expect(try differences(shifted("80pt"), shifted("84.5pt"), threshold: 3).count == 1)
    #expect(try differences(shifted("80pt"), shifted("120pt"), threshold: 3).count == 1)
    #expect(try differences(shifted("80pt"), shifted("80.5pt"), threshold: 0.6) == [])
  }

  @Test func `a document and a PDF are compared as PDFs`() throws {
    #expect(try differences(document(Self.text), pdf(Self.text)) == [])
  }

  @Test func `pictures are compared without the noise of anti-aliasing`() throws {
    #expect(try differences(picture("One line.\n"), picture("One line.\n")) == [])
    let found = try differences(picture("One line of text.\n"), picture("One line of next.\n"))
    #expect(found.map(\.message) == ["the picture looks different in 1 area"])
    let sizes = try differences(picture("One line.\n"), picture("One line.\n", ppi: 72))
    #expect(sizes.map(\.cause) == [.drawing])
  }

  @Test func `files that cannot be read are one sentence`() throws {
    let whole = try pdf("One line.\n")
    guard case .pdf(_, let bytes) = whole else { return }
    func failure(_ bytes: [UInt8]) -> String? {
      do {
        _ = try differences(.pdf(name: "bad.pdf", bytes), whole)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(failure(Array(bytes.prefix(200))) == "cannot read bad.pdf: it is damaged, or not a PDF")
    #expect(failure(Array("%PDF-1.7\n".utf8)) == "cannot read bad.pdf: it is damaged, or not a PDF")
    #expect(failure(Array("%PDF-1.7\n/Encrypt".utf8)) == "cannot read bad.pdf: it is encrypted")
    #expect(throws: ComparisonFailure.self) { try differences(.picture(name: "bad.png", [0x89, 0x50]), picture("x")) }
  }

  @Test func `PDFs of thousands of pages are compared in ranges`() throws {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    func book(_ changes: [Int: String]) throws -> ComparedFile {
      // Lines that are the same but for numbers are running heads.
      func word(_ number: Int) -> String { String(number.description.utf8.map { Character(Unicode.Scalar($0 + 49)) }) }
      let text = (0..<2100).map { "Page \(word($0)) of \(changes[$0] ?? "these.")" }.joined(separator: "\n\n\\newpage\n\n")
      return .pdf(name: "big.pdf", try Typesetter(options: options).typeset(Source(name: "a.md", text: text)).pdf())
    }
    let found = try differences(book([:]), book([1500: "those.", 2050: "[these.]{color=red}"]))
    #expect(
      found.map(\.message) == [
        "page 1501: “these.” became “those.”", "page 2051 looks different in 1 area, with the same text in the same places",
      ])
  }

  @Test func `drawings are read up to the one that is not whole`() {
    func pixmap(_ bytes: [UInt8]) -> [UInt8] { Array("P6\n2 1\n255\n".utf8) + bytes }
    let one = pixmap([1, 2, 3, 10, 32, 80])
    let found = PortablePixmap.all(in: one + one + pixmap([1, 2]))
    #expect(found.count == 2 && found[0] == found[1])
    #expect(found[0].raster.pixels == [0xFF01_0203, 0xFF0A_2050])
    #expect(PortablePixmap.all(in: Array("P6\n99999999999 1\n255\n".utf8)) == [] && PortablePixmap.all(in: []) == [])
    #expect(PortablePixmap.all(in: pixmap([1, 2, 3, 4, 5, 6]) + [0]).count == 1)
  }

  @Test func `outlines and views show the changed pages only`() throws {
    var comparison = FileComparison()
    comparison.viewLimit = 5
    let changed = Self.text.replacing("Paragraph 20. ", with: "Passage 20. ")
    let result = try comparison.compare(document(Self.text), document(changed), name: "a", outlines: true)
    #expect(result.outlined.count == 1 && result.outcome.views.map(\.number) == result.outlined.map(\.page))
    #expect(result.outlined.first.map { Array($0.png.prefix(4)) } == [0x89, 0x50, 0x4E, 0x47])
  }
}

@Suite struct PixelComparisonTests {
  /// Black strokes on white, moved right by a part of a pixel: coverage as a rasteriser gives it.
  private func strokes(moved shift: Double, level: UInt32 = 0) -> Raster {
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 100 * 60)
    for row in 10..<50 {
      for stroke in 0..<6 {
        let left = Double(10 + stroke * 14) + shift
        for column in Int(clamping: left)...Int(clamping: left) + 3 {
          let covered = max(0, min(Double(column + 1), left + 3) - max(Double(column), left))
          let value = UInt32(255 - (255 - Double(level)) * covered)
          pixels[row * 100 + column] = 0xFF00_0000 | value << 16 | value << 8 | value
        }
      }
    }
    return Raster(width: 100, height: 60, opaque: pixels)
  }

  private func areas(_ a: Raster, _ b: Raster, _ threshold: Double = 0.25) -> Int {
    PixelComparison(a, b, threshold: threshold).areas.count
  }

  @Test func `shifts below the threshold are none, larger ones are`() {
    #expect(areas(strokes(moved: 0), strokes(moved: 0)) == 0)
    #expect(areas(strokes(moved: 0), strokes(moved: 0.2)) == 0)
    #expect(areas(strokes(moved: 0), strokes(moved: 0.6)) > 0)
    #expect(areas(strokes(moved: 0), strokes(moved: 0.6), 0.7) == 0)
    #expect(areas(strokes(moved: 0), strokes(moved: 2.6), 0.7) > 0)
  }

  @Test func `another shade is a difference, noise is none`() {
    #expect(areas(strokes(moved: 0), strokes(moved: 0, level: 10)) == 0)
    #expect(areas(strokes(moved: 0), strokes(moved: 0, level: 90)) > 0)
  }

  @Test func `a stray pixel is none, a dot is one area with its box`() {
    var one = strokes(moved: 0)
    one.pixels[55 * 100 + 90] = 0xFF00_0000
    #expect(areas(strokes(moved: 0), one) == 0)
    for (x, y) in [(91, 55), (90, 56), (91, 56)] { one.pixels[y * 100 + x] = 0xFF00_0000 }
    let found = PixelComparison(strokes(moved: 0), one, threshold: 0.25).areas
    #expect(found == [PixelComparison.Area(x: 90, y: 55, width: 2, height: 2)])
  }
}
