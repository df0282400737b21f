import Foundation
import MDTypeset
import Testing

/// A thousand attachments of random sizes in running text.
@Suite struct AttachmentPlaceTests {
  struct Filled: InlineAttachment {
    var width: Double
    var height: Double
    var depth: Double
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: width, height: height, depth: depth) }
    func draw(on canvas: inout Canvas) { canvas.fill(canvas.bounds, .red) }
    var plainText: String { "" }
  }

  static let margin = 50.0

  /// Sizes from a generator with a fixed seed (Lehmer's).
  static func document(_ count: Int, before text: String = "") -> (Document, [Filled]) {
    var state: UInt64 = 42
    func random(_ most: Double) -> Double {
      state = state &* 48_271 % 2_147_483_647
      return Double(state % 10_000) / 10_000 * most
    }
    let drawn = (0..<count).map { _ in
      let height = 1 + random(60)
      return Filled(width: 1 + random(90), height: height, depth: random(height / 2))
    }
    let markdown = (0..<count).map { $0.isMultiple(of: 7) ? "word :s[]{n=\($0)}" : ":s[]{n=\($0)}" }.joined(separator: " ")
    let document = Document(markdown: text + markdown).markdownMargins(Self.margin)
      .markdownDirective("s") { call, _ in .attachment(drawn[Int(call.arguments.number("n") ?? 0)]) }
    return (document, drawn)
  }

  @Test func `the ground of code in a line is no part of the block before`() throws {
    let places = Typesetter().typeset(markdown: "## Heading\n\nText with `code` in it.\n").places
    let heading = try #require(places.first { $0.kind == "heading" })
    let paragraph = try #require(places.first { $0.kind == "paragraph" })
    #expect(heading.y + heading.height <= paragraph.y)
  }

  @Test(arguments: [
    ("- one\n- two\n", "list"), ("> quoted\n>\n> more\n", "quote"), ("```\na\nb\n```\n", "code"), ("| a |\n|---|\n| b |\n", "table"),
  ])
  func `the name of a block is that of the whole block`(block: String, kind: String) throws {
    let document = Typesetter().typeset(markdown: "::: {#name}\n\(block)\n:::\n")
    #expect(document.place(of: "name")?.kind == kind)
  }

  /// The rectangles that a page's content fills, in points from the upper left corner, in order.
  private func rectangles(in file: PDFFile, page: String, height: Double) -> [CanvasRect] {
    let tokens = PDFContentWalk.tokens(file.stream(file.dictionary(page)?["/Contents"]))
    var out: [CanvasRect] = []
    // x y m x y l x y l x y l h f
    for index in tokens.indices.dropLast(13) where tokens[index + 2] == "m" && tokens[index + 12] == "h" && tokens[index + 13] == "f" {
      let numbers = [0, 1, 3, 4, 6, 7, 9, 10].compactMap { Double(tokens[index + $0]) }
      guard numbers.count == 8 else { continue }
      let (xs, ys) = (stride(from: 0, to: 8, by: 2).map { numbers[$0] }, stride(from: 1, to: 8, by: 2).map { numbers[$0] })
      let (left, right, low, high) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
      out.append(CanvasRect(x: left, y: height - high, width: right - left, height: high - low))
    }
    return out
  }

  @Test func `none overlaps, all are within the text block, and their rectangles are those of the PDF`() throws {
    let (document, drawn) = Self.document(1_000)
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.isEmpty)
    let places = typeset.places.filter { $0.kind == "figure" }
    #expect(places.count == 1_000)
    let file = try PDFFile(try typeset.pdf())
    let written = try file.pages.enumerated().flatMap { number, page in
      rectangles(in: file, page: page, height: try typeset.size(ofPage: number).height)
    }
    #expect(written.count == 1_000)
    for (number, (place, rect)) in zip(places, written).enumerated() {
      let size = try typeset.size(ofPage: place.page)
      #expect(abs(place.x - rect.x) < 0.01 && abs(place.y - rect.y) < 0.01, "\(number): \(place) \(rect)")
      #expect(abs(place.width - rect.width) < 0.01 && abs(place.height - rect.height) < 0.01)
      #expect(abs(place.width - drawn[number].width) < 0.01 && abs(place.height - drawn[number].height) < 0.01)
      #expect(place.x > Self.margin - 0.01 && place.x + place.width < size.width - Self.margin + 0.01)
      #expect(place.y > Self.margin - 0.01 && place.y + place.height < size.height - Self.margin + 0.01)
    }
    for (first, a) in places.enumerated() {
      for b in places[(first + 1)...].prefix(120) where a.page == b.page {
        let isApart = a.x + a.width < b.x + 0.01 || b.x + b.width < a.x + 0.01 || a.y + a.height < b.y + 0.01 || b.y + b.height < a.y + 0.01
        #expect(isApart, "\(a) \(b)")
      }
    }
  }

  @Test func `one, two and eight threads give the same bytes, run after run`() throws {
    let (long, _) = Self.document(300, before: String(repeating: "Text before *what* is drawn, :s[]{n=7}.\n\n", count: 200))
    let first = try Typesetter().typeset(long).pdf()
    for run in 0..<20 {
      var options = TypesetterOptions()
      options.threads = [1, 2, 8][run % 3]
      #expect(try Typesetter(options: options).typeset(long).pdf() == first)
    }
  }
}
