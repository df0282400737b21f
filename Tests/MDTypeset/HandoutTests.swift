import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// Several slides on each sheet of paper.
@Suite struct HandoutTests {
  private func document(_ keys: String, _ slides: String = (1...6).map { "## Slide \($0)\n\nWords.\n" }.joined(separator: "\n---\n\n"))
    -> TypesetDocument
  {
    Typesetter().typeset(Source(name: "a.md", text: "---\ntheme: slides\npage-numbers: false\n\(keys)---\n\n" + slides))
  }

  private func titles(_ page: Page) -> [String] { page.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("Slide") } }

  @Test func `slides are on sheets in their order, in rows`() throws {
    let pages = document("handout: 4\n").pages
    #expect(pages.map(titles) == [["Slide 1", "Slide 2", "Slide 3", "Slide 4"], ["Slide 5", "Slide 6"]])
    #expect(pages.map(\.label) == ["1", "2"])
    let runs = pages[0].ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } }
    let places = runs.filter { run in
      pages[0].ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].starts(with: "Slide".utf8)
    }
    try #require(places.count == 4)
    #expect(places[0].y == places[1].y && places[2].y == places[3].y && places[0].x == places[2].x && places[1].x == places[3].x)
    #expect(places[0].x < places[1].x && places[0].y > places[2].y)
  }

  @Test(arguments: [(2, true), (3, true), (4, false), (6, false), (9, true)])
  func `the sheet is turned where slides are larger then`(count: Int, isUpright: Bool) {
    let page = document("handout: \(count)\n").pages[0]
    #expect((page.width < page.height) == isUpright)
    #expect(min(page.width, page.height).points.rounded() == 595)
  }

  @Test func `all of a slide has the scale of its frame`() throws {
    let slides = "# A\n\nWords $\\frac{a}{b}$ [here](https://example.org).\n\n```swift\nlet a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    let (whole, sheet) = (document("", slides).pages[0], document("handout: 2\n", slides).pages[0])
    func runs(_ page: Page) -> [GlyphRun] { page.ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } } }
    let scale = (sheet.width - 72.pt).points / whole.width.points
    #expect(runs(whole).count > 8 && runs(whole).count == runs(sheet).count)
    for (large, small) in zip(runs(whole), runs(sheet)) {
      #expect(abs(large.size.points * scale - small.size.points) < 0.001)
      #expect(abs(large.x.points * scale + 36 - small.x.points) < 0.001)
    }
    let last = try #require(runs(whole).last { $0.glyphs.count > 1 }), lastSmall = try #require(runs(sheet).last { $0.glyphs.count > 1 })
    let (x, small) = (whole.ink.glyphs[Int(last.glyphs.upperBound) - 1].x, sheet.ink.glyphs[Int(lastSmall.glyphs.upperBound) - 1].x)
    #expect(abs(Double(x) * scale - Double(small)) < 2)
    let frame = Rect(x: 36.pt, y: -sheet.height, width: sheet.width - 72.pt, height: sheet.height)
    var links = 0
    for case .mark(let mark, let rect) in sheet.ink.items {
      guard case .link = sheet.ink.marks[Int(mark)] else { continue }
      links += 1
      #expect(rect.x > frame.x && rect.x + rect.width < frame.x + frame.width)
    }
    #expect(links == 1)
    #expect(sheet.faults.isEmpty)
  }

  @Test func `without a number of slides, and with one, pages are as they are`() {
    #expect(document("handout: 1\n").pages == document("").pages)
  }

  @Test func `a number out of range is said, and the sheet may be another paper`() {
    #expect(document("handout: 40\n").diagnostics.map(\.code) == ["settings.value"])
    #expect(document("handout: 40\n").pages.count == 6)
    #expect(document("handout: 2\nhandout-paper: letter\n").pages[0].width == 612.pt)
  }

  // MARK: Notes

  private func pages(_ text: String, _ variables: [Variable] = []) -> [String] {
    var options = TypesetterOptions()
    options.variables = variables
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text)).pages.map { page in
      page.text.split(separator: "\n").joined(separator: " / ")
    }
  }

  @Test(arguments: [
    ("format: revealjs", "::: notes\nSay *this*.\n:::\n"), ("slideOptions: {}", "Note: Say *this*.\n"),
    ("slideOptions: {}", "<aside class=\"notes\">\nSay *this*.\n</aside>\n"), ("marp: true", "<!-- Say *this*. -->\n"),
    ("marp: true", "<!-- _class: lead -->\n\n<!--\nSay *this*.\n-->\n"),
    ("drawings: {}", "<!-- an earlier one -->\n\n<!-- Say *this*. -->\n"),
    ("output: xaringan::moon_reader", "???\nSay *this*.\n"),
  ])
  func `the notes of a slide have a page behind it, whatever the deck is written for`(key: String, notes: String) {
    let deck = "# A\n\nWords.\n\n\(notes)\n---\n\n# B\n"
    #expect(pages("---\n\(key)\nshow-notes: true\n---\n\n" + deck) == ["A / Words.", "Say this.", "B"])
    #expect(pages("---\n\(key)\n---\n\n" + deck) == ["A / Words.", "B"])
    #expect(pages("---\n\(key)\n---\n\n" + deck, [Variable(key: "show-notes", value: "pages")]).count == 3)
    #expect(pages("---\n\(key)\nshow-notes: true\n---\n\n" + deck, [Variable(key: "show-notes", value: "none")]).count == 2)
  }

  @Test func `notes beside slides make sheets of pairs, and a slide without notes has an empty place`() throws {
    let deck = "# A\n\n::: notes\nFirst.\n:::\n\n# B\n\n# C\n\n::: notes\nThird.\n:::\n"
    let pages = document("show-notes: beside\n", deck).pages
    #expect(pages.map { $0.text.split(whereSeparator: \.isWhitespace) } == [["A", "First."], ["B"], ["C", "Third."]])
    let slide = document("", deck).pages[0]
    #expect(pages.allSatisfy { $0.width == slide.width * 2 && $0.height == slide.height })
    func lefts(_ page: Page) -> [Bool] { page.ink.items.compactMap { if case .run(let run) = $0 { run.x < slide.width } else { nil } } }
    #expect(lefts(pages[0]) == [true, false] && lefts(pages[1]) == [true])
    let sheets = document("show-notes: beside\nhandout: 3\n", deck).pages
    #expect(sheets.count == 1 && sheets[0].width < sheets[0].height)
    #expect(sheets[0].text.split(whereSeparator: \.isWhitespace) == ["A", "First.", "B", "C", "Third."])
  }
}
