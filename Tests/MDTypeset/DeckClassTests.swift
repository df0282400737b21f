import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What classes, style sheets and pages of decks say of slides: screens, utilities, grounds, grids by names, templates, and what is hidden at the end.
@Suite struct DeckClassTests {
  private struct Word {
    var text: String
    var x: Double
    var y: Double
    var size: Double
    var color: UInt32
  }

  private func words(_ page: Page) -> [Word] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return Word(text: text, x: run.x.points, y: -run.y.points, size: run.size.points, color: run.color.rgba >> 8)
    }
  }

  private func ground(_ page: Page) -> UInt32? {
    for case .rule(let rect, let color) in page.ink.items where rect.width >= page.width && rect.height >= page.height {
      return color.rgba >> 8
    }
    return nil
  }

  private static let head = "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\n\n# Two\n\n"

  /// The words of the second slide of a deck of Slidev's.
  private func slidev(_ text: String, with files: [String: String] = [:]) throws -> [Word] {
    words(try #require(try typeset(Self.head + text, at: "slides.md", with: files).pages.last))
  }

  private func word(_ text: String, _ words: [Word]) throws -> Word { try #require(words.first { $0.text.contains(text) }, "\(words)") }

  // MARK: Slidev

  @Test(arguments: [
    "<div class=\"flex flex-col md:flex-row\">\n<div>\n\nLeft\n\n</div>\n<div>\n\nRight\n\n</div>\n</div>",
    "<div class=\"grid grid-cols-1 lg:grid-cols-2\">\n<div>\n\nLeft\n\n</div>\n<div>\n\nRight\n\n</div>\n</div>",
  ])
  func `classes for wide screens hold on slides`(text: String) throws {
    let words = try slidev(text + "\n")
    let (left, right) = (try word("Left", words), try word("Right", words))
    #expect(left.y == right.y && right.x > left.x + 100)
  }

  @Test(arguments: [
    "[Red]{.text-red-500}", "<span class=\"text-red-500\">Red</span>", "<span text-red-500>Red</span>", "<b text=\"red-500 sm\">Red</b>",
    "<div\n  class=\"text-red-500\">Red</div>",
  ])
  func `classes of colours colour words`(text: String) throws {
    let red = try word("Red", try slidev(text + "\n"))
    #expect(red.color == 0xEF4444, "\(red)")
  }

  @Test func `tags in code stay as they are`() throws {
    let words = try slidev("Code `<p class=\"text-red-500\">` is so\n")
    #expect(!words.contains { $0.text.contains("style") }, "\(words)")
  }

  @Test func `a ground of a class is that of its slide`() throws {
    let text = "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\nclass: bg-black text-white\n---\n\n# Two\n"
    let page = try #require(try typeset(text, at: "slides.md", with: [:]).pages.last)
    #expect(ground(page) == 0)
    #expect(words(page).allSatisfy { $0.color == 0xFFFFFF })
  }

  @Test(arguments: ["\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}", "zzzzzz", "éé!!"])
  func `a ground whose number has other signs than digits is none`(digits: String) throws {
    let plain = try word("Words", slidev("<div>\n\nWords\n\n</div>\n"))
    let own = try word("Words", slidev("<div class=\"bg-[#\(digits)]/100\">\n\nWords\n\n</div>\n"))
    #expect(own.color == plain.color)
  }

  @Test func `a project's style sheet gives all slides of Slidev's their colours`() throws {
    let sheet = "#slide-content { color: rgb(255, 255, 255); background-color: #1C1F2F }\n.slidev-layout.cover h1 { color: yellow }"
    let document = try typeset(Self.head + "Text\n", at: "slides.md", with: ["style.css": sheet])
    #expect(document.pages.map(ground) == [0x1C1F2F, 0x1C1F2F])
    #expect(try word("Text", words(document.pages[1])).color == 0xFFFFFF)
    #expect(try word("One", words(document.pages[0])).color == 0xFFFF00)
  }

  @Test func `cells of a grid are where its names are`() throws {
    let cells =
      "<div class=\"g\">\n  <div style=\"grid-area: b\">Second</div>\n  <span style=\"grid-area: a\">First</span>\n  <span style=\"grid-area: c\">Third</span>\n</div>\n\n<style>\n.g { display: grid; grid-template-columns: 1fr 1fr 1fr; grid-template-areas:\n  \"a . b\"\n  \"c c c\"; }\n</style>\n"
    let words = try slidev(cells)
    let (first, second, third) = (try word("First", words), try word("Second", words), try word("Third", words))
    #expect(first.y == second.y && second.x > first.x + 300 && third.y > first.y && third.x == first.x, "\(words)")
  }

  @Test(arguments: [("", "Light"), ("colorSchema: dark\n", "Dark")])
  func `of two schemes the deck's own is shown`(setting: String, shown: String) throws {
    let slots =
      "<LightOrDark>\n  <template #dark=\"props\">\n    <b>Dark</b>\n  </template>\n  <template #light=\"props\">\n    <b>Light</b>\n  </template>\n</LightOrDark>\n"
    let text = Self.head.replacing("drawings", with: setting + "drawings") + slots
    let document = try typeset(text, at: "slides.md", with: [:])
    #expect(pageLines(document).last == ["Two", shown])
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
  }

  @Test func `words that a click hides make room for those in their place, which is said`() throws {
    let text = "<div v-click=\"[0, 2]\">Before</div>\n\n<div v-click=\"2\">After</div>\n"
    let document = try typeset(Self.head + text, at: "slides.md", with: [:])
    #expect(pageLines(document).last == ["Two", "After"])
    #expect(document.diagnostics.map(\.code) == ["slides.hidden"])
  }

  @Test func `only what would cover words is moved below them, with its width`() throws {
    let box = "<div style=\"position: absolute; top: 60px; left: 60px; width: 200px\">\n\nCovering words of its author here\n\n</div>\n\n"
    let words = try slidev("Text\n\n" + box + "<div style=\"position: absolute; top: 400px; left: 700px\">\n\nPlaced\n\n</div>\n")
    let (text, moved, placed) = (try word("Text", words), try word("Covering", words), try word("Placed", words))
    #expect(moved.y > text.y && abs(placed.x - 700 * 720 / 980) < 1, "\(words)")
    #expect(words.filter { $0.y > text.y && $0.y < 300 }.allSatisfy { $0.x < 60 + 200 * 720 / 980 }, "\(words)")
  }

  @Test func `grounds of placed boxes cover no words, and what is moved is covered by none`() throws {
    let bar =
      "<div style=\"position: absolute; top: 50px; left: 40px; width: 900px; background: #222222; color: white\">\n\nBar\n\n</div>\n\n"
    let words = try slidev("Text\n\n" + bar)
    #expect(try word("Bar", words).y > (try word("Text", words).y), "\(words)")
  }

  // MARK: Other tools

  @Test(arguments: ["var(--none)", "color-mix(in oklab, red, blue)"])
  func `a ground that can't be read leaves the class its own`(color: String) throws {
    let text = "class: middle\n\n# A\n\n---\nbackground-color: \(color)\nclass: inverse\n\n# B\n\nwords\n\n???\n\nNote\n"
    let page = try #require(try typeset(text, at: "a.md", with: [:]).pages.last)
    #expect(ground(page) == 0x272822)
    #expect(words(page).allSatisfy { $0.color > 0x999999 })
  }

  @Test func `a value of a deck's style sheet is a ground, and headings are read on dark ones`() throws {
    let sheet = "<style>:root { --dark: #003d73 } h1 { color: #002b5c }</style>\n\n"
    let text = "class: middle\n\n\(sheet)# A\n\n---\nbackground-color: var(--dark)\nclass: inverse\n\n# B\n\nwords\n\n???\n\nNote\n"
    let pages = try typeset(text, at: "a.md", with: [:]).pages
    #expect(ground(try #require(pages.last)) == 0x003D73)
    #expect(words(try #require(pages.last)).allSatisfy { $0.color > 0x999999 }, "\(words(pages[1]))")
    #expect(try word("A", words(pages[0])).color == 0x002B5C)
  }

  @Test func `remark's steps are where their slide has room for them`() throws {
    let deck =
      "---\noutput: xaringan::moon_reader\n---\n\n# One\n\n.pull-left[\nFirst\n\n{{content}}\n]\n.pull-right[\nBeside\n]\n\n--\n\nSecond\n\n{{content}}\n\n--\n\nThird\n"
    let document = try typeset(deck, at: "a.Rmd", with: [:])
    let last = words(try #require(document.pages.last))
    let (first, second, third) = (try word("First", last), try word("Second", last), try word("Third", last))
    #expect(second.x == first.x && third.x == first.x && third.y > second.y && second.y > first.y, "\(last)")
    #expect(pageLines(document).map(\.count).count == 3 && !pageLines(document)[0].joined().contains("Second"))
  }

  @Test func `remark's templates have their slides' words in their middle`() {
    let deck =
      "---\noutput: xaringan::moon_reader\n---\n\nlayout: true\n\nAbove\n\n{{content}}\n\nBelow\n\n---\n\nWords\n"
    #expect(pageLines(deck) == [["Above", "Words", "Below"]])
  }

  @Test func `remark's slides at the bottom are there`() throws {
    let deck = "class: middle\n\n# A\n\n---\nclass: bottom\n\nwords\n\n???\n\nNote\n"
    let page = try #require(try typeset(deck, at: "a.md", with: [:]).pages.last)
    #expect(try word("words", words(page)).y > page.height.points * 0.8)
  }

  @Test func `blank lines separate reveal's slides where their page says so`() throws {
    let page = "<section data-markdown=\"a.md\" data-separator=\"^\\n\\n\" data-separator-vertical=\"^\\n\\n\\n\"></section>"
    let document = try typeset("## Part\n\n\n### One\n---\nwords\n\nmore\n\n\n\n### Two\n", at: "a.md", with: ["index.html": page])
    #expect(pageLines(document).map { $0.first ?? "" } == ["Part", "One", "Two"])
    #expect(pageLines(try typeset("## Part\n\n\n### One\n\n\n### Two\n", at: "a.md", with: [:])).count == 1)
  }

  @Test func `reveal's page gives its slides their theme and its own styles`() throws {
    let page =
      "<link rel=\"stylesheet\" href=\"dist/theme/moon.css\"><style>.note { color: #ff8800 }</style><section data-markdown=\"slides/a.md\"></section>"
    let document = try typeset(
      "# A\n\n---\n\n# B\n\n---\n\n<p class=\"note\">\nwords\n</p>\n", at: "slides/a.md", with: ["index.html": page])
    #expect(try word("words", words(try #require(document.pages.last))).color == 0xFF8800)
    #expect(try word("A", words(document.pages[0])).color > 0x777777)
  }

  @Test(arguments: [("[small]{style=\"font-size: 20px\"}", 9.0), ("[small]{style=\"font-size: 24pt\"}", 14.4), ("[small]{.tiny}", 9)])
  func `sizes in pixels are those of the tool's slides`(text: String, size: Double) throws {
    let deck = "---\nformat:\n  revealjs:\n    css: a.css\n---\n\n## A\n\nwords \(text)\n"
    let page = try #require(try typeset(deck, at: "a.qmd", with: ["a.css": ".tiny { font-size: 20px }"]).pages.last)
    #expect(abs(try word("small", words(page)).size - size) < 0.1, "\(words(page))")
  }

  @Test func `the header of Marp's slides has the size and the pictures that their style says`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"600\"><rect width=\"900\" height=\"600\"/></svg>"
    let deck =
      "---\nmarp: true\ntheme: gaia\nstyle: |\n  header { color: #ff8800 }\n  header img { height: 40px; width: 60px }\n---\n\n<!-- _header: ![Logo](a.svg) Words -->\n\n# A\n\n![](a.svg)\n"
    let page = try typeset(deck, at: "a.md", with: ["a.svg": svg]).pages[0]
    let pictures = page.ink.items.compactMap { item in if case .picture(_, let area) = item { area } else { nil } }
    #expect(pictures.contains { abs($0.width.points - 60 * 0.5625) < 0.5 }, "\(pictures)")
    #expect(pictures.contains { $0.width.points > 100 }, "\(pictures)")
    #expect(try word("Words", words(page)).color == 0xFF8800)
  }

  @Test func `a long title of a deck is on one page`() throws {
    let title =
      "Métodos de machine learning para reconciliação ótima de séries temporais hierárquicas e agrupadas de instituições financeiras"
    let deck =
      "---\ntitle: \"\(title)\"\nsubtitle: Defesa de dissertação\nauthor: A. Miranda\ndate: 2024\nformat: revealjs\n---\n\n## A\n\nwords\n"
    let document = try typeset(deck, at: "a.qmd", with: [:])
    #expect(document.pages.count == 2)
  }

  @Test func `the file beside a text of R Markdown's makes it slides`() throws {
    let document = try typeset(
      "---\ntitle: T\n---\n\nclass: middle\n\n# A\n\n---\n\n# B\n", at: "a.Rmd",
      with: ["_output.yml": "xaringan::moon_reader:\n  nature:\n    ratio: '16:9'\n"])
    #expect(pageLines(document).dropFirst().map { $0.first ?? "" } == ["A", "B"])
    let article = try typeset("---\ntitle: T\n---\n\n# A\n\n# B\n", at: "a.Rmd", with: ["_output.yml": "html_document:\n  toc: true\n"])
    #expect(article.pages.count == 1)
  }

  @Test func `slides of Quarto's are slides where pages are made of them, too`() throws {
    let head = "---\ntitle: T\nformat:\n  html: default\n  revealjs: default\n---\n\n"
    #expect(try typeset(head + "## A\n\n::: r-stack\nx\n:::\n\n## B\n\n::: aside\ny\n:::\n", at: "a.qmd", with: [:]).pages.count == 3)
    #expect(try typeset(head + "## A\n\nx\n\n## B\n\ny\n", at: "a.qmd", with: [:]).pages.count == 1)
  }

  @Test func `a Makefile with options in one word makes slides`() throws {
    let files = ["Makefile": "INPUT=slides.md\nslides.pdf: $(INPUT)\n\tpandoc -st beamer $(INPUT) -o slides.pdf\n"]
    #expect(try typeset("% T\n% A\n\n# One\n\n## A\n\nx\n\n## B\n\ny\n", at: "slides.md", with: files).pages.count > 2)
  }

  @Test func `authors' own marks are raised`() throws {
    let deck = "---\ntitle: T\nauthor: A. Greener^1,2^\ninstitute:\n- ^1^ London\n- ^2^ Paris\nformat: revealjs\n---\n\n## A\n\nwords\n"
    let page = try typeset(deck, at: "a.qmd", with: [:]).pages[0]
    #expect(pageLines(try typeset(deck, at: "a.qmd", with: [:]))[0].allSatisfy { !$0.contains("^") })
    #expect(try word("1,2", words(page)).size < (try word("Greener", words(page)).size))
  }

  @Test func `a picture beside words becomes smaller with them`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"580\"><rect width=\"400\" height=\"580\"/></svg>"
    let item = "- Words of an item that go on for a line or two\n"
    let deck =
      "---\nformat: revealjs\n---\n\n## A\n\n:::: {.columns}\n::: {.column width=\"60%\"}\n\(String(repeating: item, count: 9))\n:::\n::: {.column width=\"40%\"}\n![](a.svg){width=100%}\n:::\n::::\n"
    let document = try typeset(deck, at: "a.qmd", with: ["a.svg": svg])
    #expect(document.pages.count == 1, "\(document.diagnostics.map(\.message))")
  }

  @Test(arguments: ["```{r file=\"a.R\"}\n```", "```{r}\n#| file: a.R\n```", "```{r}\n#| code: !expr readLines(\"a.R\")\n```"])
  func `the code of a chunk may be in a file`(chunk: String) throws {
    let document = try typeset("---\nformat: html\n---\n\n\(chunk)\n", at: "a.qmd", with: ["a.R": "x <- 1 + 2\n"])
    #expect(pageLines(document).joined().joined().contains("x <- 1 + 2"), "\(pageLines(document))")
  }

  @Test func `a picture of LaTeX's behind a command that centres is shown`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"60\"><rect width=\"90\" height=\"60\"/></svg>"
    let document = try typeset(
      "---\noutput: beamer_presentation\n---\n\n## A\n\nWords\n\\center\\includegraphics[height=2cm]{a.svg}\n", at: "a.md",
      with: ["a.svg": svg])
    #expect(document.pages[0].ink.items.contains { if case .picture = $0 { true } else { false } })
    #expect(pageLines(document) == [["A", "Words"]])
  }

  @Test func `an item of beamer's steps goes on without its sign`() throws {
    let deck = "---\noutput: beamer_presentation\n---\n\n## A\n\n> - One\n    goes on\n> - Two\nand on\n"
    #expect(pageLines(try typeset(deck, at: "a.md", with: [:])).last == ["A", "• One goes on", "• Two and on"])
  }

  @Test func `properties of remark's may be below a cell and a comment`() {
    let deck =
      "---\noutput: xaringan::moon_reader\n---\n\n```{r setup, include=FALSE}\nx\n```\n\n<!-- https://a.org -->\n\nclass: center, middle\n\nWords\n"
    #expect(pageLines(deck) == [["Words"]])
  }

  @Test func `a title may be a list of one`() throws {
    let deck = "---\ntitle:\n  - Talk\noutput: beamer_presentation\n---\n\n# A\n\n## B\n\nwords\n"
    #expect(pageLines(try typeset(deck, at: "a.md", with: [:])).first == ["Talk"])
  }

  // MARK: Many

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["`<p class=\"a\">` ", "<div class=\"a", "[x]{.a} ", "<span style=\"grid-area: a\">", "{{content}}\n--\n"])
  func `thousands of tags, classes and steps are read once`(part: String) {
    let text = "---\noutput: xaringan::moon_reader\n---\n\n<style>.a { color: red } p { color: blue }</style>\n\n"
    _ = Typesetter().typeset(Source(name: "a.md", text: text + String(repeating: part, count: 4_000)))
    _ = Typesetter().typeset(Source(name: "a.md", text: Self.head + String(repeating: part, count: 4_000)))
  }
}
