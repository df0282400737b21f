import Testing
import TypesetBoxes
import TypesetSettings

@testable import MDTypeset

/// Fonts by styles of text, whose growth at other type sizes they follow, and the looks that parts of a line have.
@Suite struct TextStyleTests {
  /// The runs of the first page without its furniture, in order.
  private func runs(_ document: Document, at size: TypeSize = .l) -> [(text: String, run: GlyphRun)] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let page = Typesetter(options: options).typeset(document.typeSize(size)).pages[0]
    return page.ink.items.prefix(page.furniture ?? .max).compactMap { item in
      guard case .run(let run) = item else { return nil }
      return (String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self), run)
    }
  }

  /// The size of the run with a word, in points.
  private func size(of word: String, in document: Document, at size: TypeSize = .l) throws -> Double {
    try #require(runs(document, at: size).first { $0.text.contains(word) }).run.size.points
  }

  private static let text = "# heading\n\npassage [some]{.part} words\n\n> quoted\n\n```\nlisting\n```\n\n| cell |\n|---|\n| other |\n"

  @Test(arguments: [
    (MarkdownElement.body, "passage"), (.heading(1), "heading"), (.quote, "quoted"), (.codeBlock, "listing"), (.table, "other"),
    (.class("part"), "some"),
  ])
  func `17 points relative to the body are 23 at xxxl and fixed ones stay, in every element`(element: MarkdownElement, word: String) throws
  {
    func points(_ font: TextFont, _ type: TypeSize) throws -> Double {
      try size(of: word, in: Document(markdown: Self.text).font(font, for: element), at: type)
    }
    for font in [TextFont.custom("Libertinus Serif", size: 17), .custom("Libertinus Serif", size: 17, relativeTo: .body)] {
      #expect(abs(try points(font, .l) - 17) < 0.01)
      #expect(abs(try points(font, .xxxl) - 23) < 0.01)
    }
    #expect(abs(try points(.custom("Libertinus Serif", fixedSize: 17), .xxxl) - 17) < 0.01)
    #expect(abs(try points(.custom("Libertinus Serif", size: 34, relativeTo: .largeTitle), .ax5) - 60) < 0.01)
  }

  @Test func `the styles of text are parts of the document's own size, and follow their curves`() throws {
    func points(_ font: TextFont, _ type: TypeSize, in document: Document) throws -> Double {
      try size(of: "quoted", in: document.font(font, for: .quote), at: type)
    }
    let document = Document(markdown: Self.text).font(.custom("Libertinus Serif", size: 17), for: .body)
    for style in TypeStyle.allCases {
      for type in [TypeSize.xs, .l, .ax3] {
        #expect(abs(try points(.style(style), type, in: document) - style.points[type.step]) < 0.01, "\(style) \(type)")
      }
    }
    #expect(abs(try points(.caption, .l, in: Document(markdown: Self.text)) - 11.0 * 12 / 17) < 0.01)
  }

  @Test func `a length of another style is one in the document, too`() throws {
    func width(_ size: TypeSize) throws -> Double {
      let svg = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2240%22/%3E"
      let page = Typesetter().typeset(Document(markdown: "a ![](\(svg)){width=\"2em(caption)\"} b").typeSize(size)).pages[0]
      return try #require(page.ink.items.lazy.compactMap { if case .picture(_, let rect) = $0 { rect.width.points } else { nil } }.first)
    }
    #expect(abs(try width(.l) - 22.0 * 12 / 17) < 0.01)
    #expect(abs(try width(.ax5) - 22.0 * 43 / 17) < 0.01)
    let faults = Typesetter().typeset(Document(markdown: "a [b]{size=\"3em(nowhere)\"}")).diagnostics
    #expect(faults.contains { $0.message.contains("3em(nowhere)") }, "\(faults)")
  }

  @Test func `a picture in a line is moved to the right and up, and the line stays`() throws {
    func places(_ shift: String) throws -> (picture: Rect, after: Length) {
      let svg = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2216%22%20height=%228%22/%3E"
      let page = Typesetter().typeset(Document(markdown: "a ![](\(svg)){\(shift)} after")).pages[0]
      let rect = try #require(page.ink.items.lazy.compactMap { if case .picture(_, let rect) = $0 { rect } else { nil } }.first)
      let runs: [Length] = page.ink.items.compactMap { if case .run(let run) = $0 { run.x } else { nil } }
      return (rect, try #require(runs.dropFirst().first))
    }
    let (plain, moved, raised) = (try places("shift=0pt"), try places(#"shift="2pt,-1pt""#), try places("shift=3pt"))
    #expect(moved.picture.x - plain.picture.x == 2.pt && moved.picture.y - plain.picture.y == -1.pt && moved.after == plain.after)
    #expect(raised.picture.x == plain.picture.x && raised.picture.y - plain.picture.y == 3.pt)
    let faults = Typesetter().typeset(Document(markdown: #"a ![](a.svg){shift="1,2,3"}"#)).diagnostics
    #expect(faults.contains { $0.code == "attribute.value" }, "\(faults)")
  }

  @Test func `every modifier of text in a line keeps its type, and is drawn`() throws {
    let look =
      Inline("word").bold().italic().underline(pattern: .dash, color: .red).background(.yellow).font(.custom("Libertinus Sans", size: 20))
      .tracking(2).baselineOffset(3).textCase(.upper).foregroundStyle(.navy).language("de") + " plain"
    let document = Document { look }
    let found = runs(document)
    let run = try #require(found.first { $0.text.lowercased().contains("word") }).run
    let plain = try #require(found.first { $0.text.contains("plain") }).run
    #expect(run.size == 20.pt && run.y - plain.y == 3.pt, "\(run)")
    let page = Typesetter().typeset(document).pages[0]
    let semantic = page.ink.items.description
    #expect(semantic.contains("dash"), "\(semantic.prefix(3_000))")
    #expect(
      look == Inline("word").bold().italic().underline(pattern: .dash, color: .red).background(.yellow)
        .font(.custom("Libertinus Sans", size: 20)).tracking(2).baselineOffset(3).textCase(.upper).foregroundStyle(.navy).language("de")
        + " plain")
    func width(_ inline: Inline) throws -> Length { try #require(runs(Document { inline }).first).run.width }
    let tracked = try width(Inline("letters").tracking(3))
    #expect(try width(Inline("letters").kerning(3)) == tracked && tracked > (try width("letters")))
    #expect(try size(of: "mono", in: Document { Inline("mono").monospaced().font(.caption2) }) < 11 * 0.66)
  }
}
