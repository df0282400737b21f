import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Texts and pictures at places of their own on pages, pictures in headers and footers, and how many pages there are.
@Suite struct PageBoxTests {
  private static let picture: String = {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='100'><rect width='300' height='100'/></svg>"
    return "data:image/svg+xml," + svg.replacing(" ", with: "%20").replacing("<", with: "%3C").replacing(">", with: "%3E")
  }()

  private func typeset(_ markdown: String) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: markdown))
  }

  /// The words on a page, each with its left edge and its baseline from the top, in points.
  private func words(_ page: Page) -> [(text: String, x: Double, y: Double)] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return (text, run.x.points, -run.y.points)
    }
  }

  private func pictures(_ page: Page) -> [Rect] {
    page.ink.items.compactMap { item in if case .picture(_, let rect) = item { rect } else { nil } }
  }

  private static let pages = "\n# One\n\nText.\n\n\\newpage\n\nMore.\n\n\\newpage\n\nMost.\n"

  @Test func `headers, footers and boxes are Markdown`() throws {
    let document = typeset(
      """
      ---
      title: "A *b*"
      header: "**Bold** {page} $\\frac{1}{2}$"
      footer: "[Words](https://a.org) of {title}, &copy;"
      page-boxes: [{text: "*Slanted* {pages}", left: 20mm, top: 10mm}]
      ---
      \(Self.pages)
      """)
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    let page = document.pages[1]
    let shown = words(page).map(\.text).joined(separator: " ").filter { $0 != " " }
    #expect(shown.contains("Bold2") && shown.contains("WordsofAb,©") && shown.contains("Slanted3"), "\(shown)")
    #expect(!shown.contains("*") && !shown.contains("]("))
    #expect(page.ink.marks.contains { $0 == .link(url: "https://a.org") })
    // Words that only look like it stay.
    let plain = typeset("---\nfooter: \"a_b costs $5, 2 * 3\"\n---\n\nText.\n")
    #expect(words(plain.pages[0]).map(\.text).joined(separator: " ").contains("a_b costs $5, 2 * 3"))
  }

  @Test func `a header and a footer may have pictures`() throws {
    let document = typeset(
      """
      ---
      header: {left: "![Logo](\(Self.picture)){height=20pt}", right: "{page}", first: none}
      footer: "![](\(Self.picture)){height=10pt} {page}"
      ---
      \(Self.pages)
      """)
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    #expect(document.pages.map { pictures($0).count } == [1, 2, 2])
    let logo = try #require(pictures(document.pages[1]).first { $0.height == 20.pt })
    #expect(logo.width == 60.pt && abs(logo.x.points - 102.05) < 0.1 && -logo.y < 76.pt)
    #expect(words(document.pages[1]).contains { $0.text.contains("2") })
  }

  @Test func `boxes stand at their places, on the pages that they are for`() throws {
    let document = typeset(
      """
      ---
      title: Letter
      style: {styles: {.stamp: {color: "#aa0000", size: 8pt}}}
      page-boxes:
        - {text: "First box", left: 20pt, top: 30pt, pages: first, style: stamp}
        - {text: "Other {title}", right: 40pt, bottom: 30pt, width: 100pt, align: right, pages: others}
        - {text: "Lines\\nof two", left: 20pt, top: 200pt, width: 60pt}
      ---
      \(Self.pages)
      """)
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    let first = try #require(words(document.pages[0]).first { $0.text.hasPrefix("First box") })
    #expect(first.x == 20 && abs(first.y - 30 - 8 * 1.34 * 0.7) < 0.1)
    #expect(!words(document.pages[1]).contains { $0.text.hasPrefix("First box") })
    #expect(!words(document.pages[0]).contains { $0.text.hasPrefix("Other") })
    let other = try #require(words(document.pages[1]).first { $0.text.hasPrefix("Other Letter") })
    #expect(other.x > 455 && other.x < 555 && other.y > 795 && other.y < 812)
    let lines = ["Lines", "of two"].compactMap { word in words(document.pages[2]).first { $0.text.hasPrefix(word) } }
    #expect(lines.count == 2 && lines[0].x == 20 && lines[1].x == 20 && lines[1].y > lines[0].y + 10)
  }

  @Test func `inner and outer edges change sides on pages that mirror one another`() throws {
    let document = typeset("---\ntwoside: true\npage-boxes: [{text: Edge, outer: 10pt, top: 100pt, width: 40pt}]\n---\n\(Self.pages)")
    let places = try document.pages.map { page in try #require(words(page).first { $0.text == "Edge" }).x }
    #expect(abs(places[0] - (595.276 - 50)) < 0.1 && places[1] == 10 && places[2] == places[0])
  }

  @Test(arguments: [
    ("[{left: 1pt}]", "a box needs a text"), ("[{text: a, left: far}]", "left"), ("[{text: a, pages: some}]", "pages"),
    ("[{text: a, colour: red}]", "unknown key"), ("[{text: \"{pag}\"}]", "unknown placeholder"), ("high", "page-boxes"),
  ])
  func `what is wrong with a box is said`(value: String, words: String) {
    let diagnostics = typeset("---\npage-boxes: \(value)\n---\n\nText.\n").diagnostics
    #expect(diagnostics.count == 1 && diagnostics[0].message.contains(words), "\(diagnostics)")
  }

  @Test func `pages of a part and of the whole are counted`() {
    let text =
      "---\ntitlepage: true\ntitle: T\ntoc: true\npage.front-numbers: roman\nfooter: \"{page}/{pages}/{part-pages}/{all-pages}\"\n---\n\(Self.pages)"
    let feet = typeset(text).pages.map { page in words(page).map(\.text).last { $0.contains("/") } ?? "" }
    #expect(feet == ["", "ii/3/ii/5", "1/3/3/5", "2/3/3/5", "3/3/3/5"])
    let restarted = typeset(
      "---\npage.restart-numbers: true\nfooter: \"{page} of {pages}\"\n---\n\n# A\n\n\\newpage\n\nx\n\n\\newpage\n\n# B\n\nText.\n")
    #expect(restarted.pages.map { page in words(page).map(\.text).last { $0.contains(" of ") } ?? "" } == ["1 of 2", "2 of 2", "1 of 1"])
  }
}
