import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// What reaches into the margins of pages with one column.
@Suite struct WideBlockTests {
  private static let long = Array(repeating: "Words of a text that goes on for some lines.", count: 8).joined(separator: " ")
  private static let picture: String = {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1400' height='200'><rect width='1400' height='200'/></svg>"
    return "data:image/svg+xml," + svg.replacing(" ", with: "%20").replacing("<", with: "%3C").replacing(">", with: "%3E")
  }()

  private func typeset(_ markdown: String) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: markdown))
  }

  private func pictures(_ document: TypesetDocument) -> [(left: Double, right: Double)] {
    document.pages.flatMap { page in
      page.ink.items.compactMap { item in
        guard case .picture(_, let rect) = item else { return nil }
        return (rect.x.points, (rect.x + rect.width).points)
      }
    }
  }

  /// The left edge and the end of the runs that have a word.
  private func extent(_ word: String, in document: TypesetDocument) -> (left: Double, right: Double, y: Double)? {
    let page = document.pages[0]
    for case .run(let run) in page.ink.items {
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      if text.contains(word) { return (run.x.points, (run.x + run.width).points, run.y.points) }
    }
    return nil
  }

  private static let margins = "---\nmargin: {left: 100pt, right: 140pt}\n---\n\n"

  @Test(arguments: [
    ("wide", 60.0, 84.0), ("column-page", 60, 84), ("column-body-outset", 30, 42), ("column-screen", 100, 140),
    ("column-page-right", 0, 84),
    ("column-screen-left", 100, 0), ("full-width", 60, 84),
  ])
  func `a figure reaches into the margins`(name: String, left: Double, right: Double) throws {
    for text in ["![Words](\(Self.picture)){.\(name)}", "::: {.\(name)}\n![](\(Self.picture))\n:::"] {
      let set = try #require(pictures(typeset(Self.margins + "Text.\n\n" + text + "\n\nMore.\n")).first)
      #expect(abs(set.left - (100 - left)) < 0.01 && abs(set.right - (595.276 - 140 + right)) < 0.01)
    }
  }

  @Test func `text and tables do, too`() throws {
    let text = try #require(extent("Words", in: typeset(Self.margins + "::: wide\n\(Self.long)\n:::\n")))
    #expect(abs(text.left - 40) < 0.01)
    let table = "| aaaa | b |\n|---|---|\n| \(Self.long) | \(Self.long) |\n\n: Caption {.wide}\n"
    #expect(try #require(extent("aaaa", in: typeset(Self.margins + table))).left < 50)
  }

  @Test func `of pages that mirror one another both margins have the part of the smaller one`() throws {
    let document = typeset("---\ntwoside: true\nmargin: {inner: 80pt, outer: 160pt}\n---\n\nA.\n\n![](\(Self.picture)){.wide}\n")
    let set = try #require(pictures(document).first)
    #expect(abs(set.left - 32) < 0.01 && abs(set.right - (595.276 - 160 + 48)) < 0.01)
  }

  @Test func `notes in the margin are above or below it`() throws {
    let note = "::: margin\nNote \(Self.long)\n:::\n\n"
    let document = typeset(
      "Text.\n\n![](\(Self.picture)){.wide}\n\n" + note + "Words \(Self.long)\n\n![](\(Self.picture)){.wide}\n\nEnd.\n")
    let page = document.pages[0]
    var rects: [Rect] = []
    var notes: [Length] = []
    for item in page.ink.items {
      if case .picture(_, let rect) = item { rects.append(rect) }
      if case .run(let run) = item, run.size < 10.pt, run.x > 400.pt { notes.append(run.y) }
    }
    #expect(rects.count == 2 && notes.count > 5)
    for y in notes { #expect(!rects.contains { $0.y < y && y < $0.y + $0.height }) }
  }

  @Test func `on slides it does not, and above two columns it is as wide as both`() throws {
    let slide = try #require(pictures(typeset("---\ntheme: slides\n---\n\n# A\n\n![](\(Self.picture)){.wide}\n")).first)
    let plain = try #require(pictures(typeset("---\ntheme: slides\n---\n\n# A\n\n![](\(Self.picture))\n")).first)
    #expect(slide == plain)
    let columns = try #require(pictures(typeset("---\ncolumns: 2\nmargin: 100pt\n---\n\nA.\n\n![](\(Self.picture)){.wide}\n")).first)
    #expect(abs(columns.left - 100) < 0.01 && abs(columns.right - 495.276) < 0.01)
  }
}
