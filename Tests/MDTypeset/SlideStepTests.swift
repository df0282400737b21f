import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// Slides that are shown in steps: a page for each.
@Suite struct SlideStepTests {
  private func document(_ slides: String, _ keys: String = "") -> TypesetDocument {
    Typesetter().typeset(Source(name: "a.md", text: "---\ntheme: slides\npage-numbers: false\n\(keys)---\n\n" + slides))
  }

  private func pages(_ slides: String, _ keys: String = "") -> [String] {
    document(slides, keys).pages.map { $0.text.split(separator: "\n").joined(separator: " / ") }
  }

  private func deck(_ keys: String, _ slides: String) -> [String] {
    pageLines("---\n\(keys)---\n\n" + slides).map { $0.joined(separator: " / ") }
  }

  @Test func `what is behind a pause is on the next page only`() {
    #expect(
      pages("## A\n\na\n\n. . .\n\nb\n\n. . .\n\n- c\n- d\n\n## B\n\ne\n") == ["A / a", "A / a / b", "A / a / b / •c / •d", "B / e"])
    #expect(deck("output: xaringan::moon_reader\n", "a\n\n--\n\nb\n") == ["a", "a / b"])
    #expect(
      deck("output: beamer_presentation\n", "# A\n\n- a \\pause\n- b\n\n\\pause\n\nc\n") == [
        "A / • a", "A / • a / • b", "A / • a / • b / c",
      ])
  }

  @Test func `a pause in a column holds back all that follows it on the slide`() {
    let slide = "## A\n\n::: columns\n::: column\na\n\n. . .\n\nb\n:::\n::: column\nc\n:::\n:::\n"
    #expect(pages(slide).map { Set($0.split(separator: " ")).subtracting(["/"]) } == [["A", "a"], ["A", "a", "b", "c"]])
  }

  @Test func `items of incremental lists come one after the other`() {
    #expect(pages("## A\n\n::: incremental\n- a\n- b\n:::\n\nc\n") == ["A / c", "A / •a / c", "A / •a / •b / c"])
    #expect(pages("## A\n\n- a\n- b\n\n::: nonincremental\n- c\n- d\n:::\n", "incremental: true\n").count == 3)
    #expect(pages("## A\n\n- a\n    - b\n- c\n", "incremental: true\n").count == 4)
  }

  @Test func `fragments are steps in the order of the text`() {
    #expect(pages("## A\n\n::: fragment\na\n:::\n\nb\n\n::: {.fragment}\nc\n:::\n") == ["A / b", "A / a / b", "A / a / b / c"])
    let reveal = "slideNumber: true\n"
    #expect(deck(reveal, "one\n\n- two <!-- .element: class=\"fragment\" -->\n- three\n") == ["one / • three", "one / • two / • three"])
    #expect(deck(reveal, "one {.fragment .grow}\n\ntwo\n") == ["two", "one / two"])
    #expect(pages("## A\n\nwords [more]{.fragment} end\n").map { $0.filter { $0 != " " } } == ["A/wordsend", "A/wordsmoreend"])
  }

  @Test func `Slidev's and Marp's fragments are steps where the author asks for pages of them`() {
    let clicks = "\n# A\n\n<v-clicks>\n\n- a\n- b\n\n</v-clicks>\n\n<v-click>\n\nc\n\n</v-click>\n"
    let whole = "A / • a / • b / c"
    #expect(deck("theme: seriph\ndrawings: {persist: false}\n", clicks) == [whole])
    #expect(
      deck("theme: seriph\ndrawings: {persist: false}\nsteps: true\n", clicks) == ["A", "A / • a", "A / • a / • b", whole])
    #expect(deck("marp: true\n", "# A\n\n* a\n* b\n") == ["A / • a / • b"])
    #expect(deck("marp: true\nsteps: true\n", "# A\n\n* a\n* b\n\n---\n\n- c\n- d\n") == ["A", "A / • a", "A / • a / • b", "• c / • d"])
  }

  @Test func `on sheets, beside notes and where it is asked for, a slide is one page`() {
    let slides = "## A\n\na\n\n. . .\n\nb\n"
    #expect(document(slides, "handout: 2\n").pages.count == 1)
    #expect(document(slides, "show-notes: beside\n").pages.count == 1)
    #expect(pages(slides, "steps: false\n") == ["A / a / b"])
  }

  @Test func `what all steps share stays in its place`() throws {
    let pages = document("## A\n\na\n\n. . .\n\n```swift\nlet b = 1\n```\n\n. . .\n\n> c\n").pages
    try #require(pages.count == 3)
    let runs = pages.map { page in
      page.ink.items.compactMap { if case .run(let run) = $0 { Rect(x: run.x, y: run.y, width: run.width, height: run.size) } else { nil } }
    }
    #expect(runs[1].starts(with: runs[0]) && runs[2].starts(with: runs[1]))
    func panels(_ page: Page) -> Int { page.ink.items.count { if case .panel = $0 { true } else { false } } }
    #expect(panels(pages[0]) == 0 && panels(pages[1]) == 1)
    func bars(_ page: Page) -> Int {
      page.ink.items.count { if case .rule(let rect, _) = $0 { rect.width < 6.pt && rect.height > 8.pt } else { false } }
    }
    #expect(pages.map(bars) == [0, 0, 1])
  }

  @Test func `the steps of a slide have its number, and are read once`() throws {
    let document = document("## A {#a}\n\n[to B](#b) a\n\n. . .\n\nb\n\n## B {#b}\n\nc\n", "footer: \"{page} of {pages}\"\n")
    #expect(document.pages.map(\.label) == ["1", "1", "2"])
    func names(_ page: Page) -> [String] {
      page.ink.items.compactMap {
        if case .mark(let mark, _) = $0, case .heading(_, let title, _) = page.ink.marks[Int(mark)] { title } else { nil }
      }
    }
    #expect(document.pages.map(names) == [["A"], [], ["B"]])
    func links(_ page: Page) -> Int {
      page.ink.items.count { if case .mark(let mark, _) = $0, case .reference = page.ink.marks[Int(mark)] { true } else { false } }
    }
    #expect(document.pages.map(links) == [0, 1, 0])
    #expect(document.pages.allSatisfy { $0.faults.isEmpty })
    func isRead(_ page: Page) -> Bool { page.flow.contains { if case .content(let id) = $0 { id != .artifact } else { false } } }
    #expect(document.pages.map(isRead) == [false, true, true])
  }

  @Test func `formulas of all steps are copied as they are read`() {
    let slides = document("## A $a_1$\n\nIf $a_1, a_n$ agree\n\n. . .\n\nb\n").pages
    #expect(slides.count == 2 && slides[0].text.contains("a₁, aₙ") && !slides[0].text.contains("$"), "\(slides[0].text)")
  }

  @Test func `a slide of more steps than anybody shows is one page`() {
    func slide(_ count: Int) -> Int {
      pages("## A\n\n" + (0..<count).map { "[w\($0)]{.fragment}" }.joined(separator: " ") + "\n", "body: {size: 6pt}\n").count
    }
    #expect(slide(60) == 61)
    #expect(slide(240) < 4)
  }

  @Test func `signs of steps leave nothing in other documents`() {
    let text = "# A\n\n::: fragment\na\n:::\n\n::: incremental\n- b\n:::\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(document.pages.count == 1 && document.diagnostics.isEmpty, "\(document.diagnostics)")
  }
}
