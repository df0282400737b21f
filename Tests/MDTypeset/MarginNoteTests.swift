import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Notes and figures in the margin.
@Suite struct MarginNoteTests {
  /// The runs of a page with their left edges and baselines, from its top, in points.
  private struct Words {
    var text: String
    var x: Double
    var y: Double
    var size: Double
    var width: Double
  }

  private func pages(_ markdown: String) -> [[Words]] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: markdown)).pages.map { page in
      page.ink.items.prefix(page.furniture ?? .max).compactMap { item in
        guard case .run(let run) = item else { return nil }
        let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        guard text.contains(where: { $0 != " " }) else { return nil }
        return Words(text: text, x: run.x.points, y: -run.y.points, size: run.size.points, width: run.width.points)
      }
    }
  }

  private func word(_ text: String, in page: [Words]) throws -> Words { try #require(page.first { $0.text.hasPrefix(text) }, "\(page)") }

  private let long = Array(repeating: "Words of a text that goes on for some lines.", count: 8).joined(separator: " ")

  @Test(arguments: [
    "::: {.column-margin}\nNote.\n:::\n", "::: margin\nNote.\n:::\n", "::: {.aside}\nNote.\n:::\n", "Note.\n{.column-margin}\n",
    "```{margin}\nNote.\n```\n", "<div class=\"column-margin\">\n\nNote.\n\n</div>\n",
  ])
  func `a note stands in the margin, level with the text below it, in smaller type`(note: String) throws {
    let page = pages("First.\n\n" + note + "\nText \(long)\n")[0]
    let (first, text, set) = try (word("First.", in: page), word("Text", in: page), word("Note.", in: page))
    #expect(set.x > first.x + 200)
    #expect(set.size < text.size)
    #expect(abs(set.y - text.y) < 4)
    // The text is as far apart as without the note.
    let plain = pages("First.\n\nText \(long)\n")[0]
    #expect(try abs(text.y - first.y - (word("Text", in: plain).y - word("First.", in: plain).y)) < 0.01)
  }

  @Test(arguments: ["[Note.]{.aside}", "[Note.]{.column-margin}", "<span class=\"marginnote\">Note.</span>"])
  func `words of a line go into the margin beside their paragraph`(note: String) throws {
    let page = pages("First.\n\nText one. \(note) Text two. \(long)\n")[0]
    let (text, set) = try (word("Text", in: page), word("Note.", in: page))
    #expect(set.x > text.x + 200 && abs(set.y - text.y) < 4)
    #expect(pageLines("First.\n\nText one. \(note) Text two.\n")[0].contains { $0.hasPrefix("Text one. Text two.") })
  }

  @Test func `the margin is wide enough, and text is narrower only where there are notes`() throws {
    let note = "::: margin\nNote.\n:::\n\n"
    let right = { (page: [Words]) in page.filter { $0.size > 10 }.map { $0.x + $0.width }.max() ?? 0 }
    #expect(try word("Note.", in: pages(note + long)[0]).x < 595 - 26 - 80)
    #expect(right(pages(note + long)[0]) < right(pages(long)[0]))
    // Margins that the author gives are kept where notes fit.
    let given = "---\nmargin: {left: 30mm, right: 60mm}\n---\n\n"
    let page = pages(given + note + "Text \(long)")[0]
    #expect(abs(try word("Text", in: page).x - 85.04) < 0.1)
    #expect(abs(try word("Note.", in: page).x - (595.28 - 170.08 + 14)) < 0.1)
  }

  @Test func `notes do not reach into one another, nor below the text`() throws {
    let note = { (number: Int) in "::: margin\nNote\(number) " + Array(repeating: "word", count: 30).joined(separator: " ") + "\n:::\n\n" }
    let page = pages("Start.\n\n" + note(1) + note(2) + note(3) + "Text \(long)\n")[0]
    let tops = try (1...3).map { try word("Note\($0)", in: page).y }
    #expect(tops[1] - tops[0] > 50 && tops[2] - tops[1] > 50)
    // At a page's foot they are moved up.
    let low = pages("\\vspace{1cm}\n\n" + Array(repeating: long + "\n\n", count: 9).joined() + note(1) + "Last " + long)
    for page in low { #expect((page.map(\.y).max() ?? 0) <= 842 - 81 + 3) }
  }

  @Test func `a figure in the margin is as narrow as it`() throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200'><rect width='400' height='200'/></svg>"
    let address = "data:image/svg+xml," + svg.replacing(" ", with: "%20").replacing("<", with: "%3C").replacing(">", with: "%3E")
    let document = Typesetter().typeset(Source(name: "a.md", text: "Text.\n\n![Words](\(address)){.column-margin}\n\nMore \(long)\n"))
    let page = document.pages[0]
    let rects = page.ink.items.compactMap { item -> Rect? in if case .picture(_, let rect) = item { rect } else { nil } }
    let rect = try #require(rects.first)
    #expect(rect.width <= 150.pt && rect.x > 400.pt)
  }

  @Test func `of facing pages the outer margins have the notes`() throws {
    let text =
      "---\ntwoside: true\n---\n\nOne.\n\n::: margin\nNote.\n:::\n\nText.\n\n\\newpage\n\nTwo.\n\n::: margin\nNote.\n:::\n\nText.\n"
    let pages = pages(text)
    #expect(try word("Note.", in: pages[0]).x > word("Text.", in: pages[0]).x)
    #expect(try word("Note.", in: pages[1]).x < word("Text.", in: pages[1]).x)
  }

  @Test func `in two columns a note is set in the text`() throws {
    let page = pages("---\ncolumns: 2\n---\n\nFirst.\n\n::: margin\nNote.\n:::\n\nText.\n")[0]
    #expect(try word("Note.", in: page).x == word("First.", in: page).x)
  }

  @Test func `a note goes to the next page with what it stands beside`() throws {
    let filler = Array(repeating: long + "\n\n", count: 12).joined()
    let pages = pages(filler + "::: margin\nNote.\n:::\n\n# Heading\n\nText \(long)\n")
    let index = try #require(pages.firstIndex { $0.contains { $0.text.hasPrefix("Heading") } })
    #expect(pages[index].contains { $0.text.hasPrefix("Note.") })
  }

  @Test func `an edit that adds a note gives the pages of the whole text`() {
    let text = "First.\n\n::: margin\nNote.\n:::\n\nText.\n"
    var options = TypesetterOptions()
    options.shared = SharedWork(keepsBlocks: true)
    let typesetter = Typesetter(options: options)
    #expect(typesetter.typeset(Source(name: "a.md", text: "First.\n\nText.\n")).pages.count == 1)
    let edited = typesetter.typeset(Source(name: "a.md", text: text))
    #expect(edited.pages == Typesetter().typeset(Source(name: "a.md", text: text)).pages)
  }
}
