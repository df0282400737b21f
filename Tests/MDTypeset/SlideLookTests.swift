import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What is behind and around the words of slides: grounds, places, the theme's colours, headers and footers of single slides.
@Suite struct SlideLookTests {
  private func deck(_ text: String, with files: [String: String] = [:], at name: String = "a.md") throws -> TypesetDocument {
    try typeset(text, at: name, with: files)
  }

  /// The colour of a rule over the whole of a page, as `#rrggbb`.
  private func ground(_ page: Page) -> String? {
    for case .rule(let rect, let color) in page.ink.items where rect.width >= page.width && rect.height >= page.height { return hex(color) }
    return nil
  }

  private func hex(_ color: Color) -> String {
    let digits = String(color.rgba >> 8, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The runs of a page with their colours and places in points, from the upper left corner.
  private func words(_ page: Page) -> [(text: String, color: String, x: Double, y: Double)] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return (text, hex(run.color), run.x.points, -run.y.points)
    }
  }

  private func isLight(_ color: String) -> Bool { color.dropFirst().first.map { "89abcdef".contains($0) } ?? false }

  private static let picture: String = {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'><rect width='300' height='200' fill='white'/></svg>"
    return "data:image/svg+xml," + svg.replacing(" ", with: "%20").replacing("<", with: "%3C").replacing(">", with: "%3E")
  }()

  private func pictures(_ page: Page) -> [Rect] {
    page.ink.items.compactMap { item in if case .picture(_, let rect) = item { rect } else { nil } }
  }

  // MARK: Room for placed pictures

  @Test func `a column alone keeps its width, and a picture at a place is all on the slide`() throws {
    let text = String(repeating: "words ", count: 60)
    let tall = Self.picture.replacing("300", with: "200").replacing("height='200'", with: "height='900'")
    let document = try deck(
      "---\nformat: revealjs\n---\n\n## A\n\n:::: {.columns}\n::: {.column width=\"40%\"}\n\(text)\n:::\n::::\n\n![](\(tall)){.absolute top=20% left=50% width=40%}\n"
    )
    let page = try #require(document.pages.last)
    #expect(words(page).allSatisfy { $0.x < page.width.points * 0.5 })
    let picture = try #require(pictures(page).first)
    #expect(-min(picture.y, picture.y + picture.height).points < page.height.points + 0.5, "\(picture)")
  }

  @Test func `a title with a word that is wider than evened lines has all of them in the middle`() throws {
    let pages = try deck("---\ntitle: T\nformat: beamer\n---\n\n# CONTEXTUALIZAÇÃO DA PESQUISA\n\n# CONTEXTUALIZAÇÃO EM PESQUISA\n").pages
    // The word takes 379 of the 720 points.
    for page in pages.dropFirst() { #expect(abs((words(page).first?.x ?? 0) - 170) < 10, "\(words(page))") }
  }

  @Test func `words behind a slide have their own letters`() throws {
    let behind = "<div style=\"position: absolute; top: 0; left: 0; z-index: -1\">\n\nBehind\n\n</div>"
    for text in ["Front", ""] {
      let page = try #require(try deck("---\nmdc: true\n---\n\n# One\n\n---\n\n\(behind)\n\n\(text)\n").pages.last)
      #expect(words(page).map(\.text).contains("Behind"), "\(words(page))")
      #expect(text.isEmpty || words(page).map(\.text).contains(text))
    }
  }

  @Test func `what is placed within a box stays in the text`() throws {
    let box = "<div class=\"relative\">\n<div class=\"absolute top-1 left-4\">\n\nPlaced\n\n</div>\n</div>"
    let page = try #require(
      try deck("---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\nlayout: default\n---\n\n# Two\n\nText\n\n\(box)\n").pages.last)
    let found = words(page)
    let (text, placed) = (
      try #require(found.first { $0.text.hasPrefix("Text") }), try #require(found.first { $0.text.hasPrefix("Placed") })
    )
    #expect(placed.y > text.y)
  }

  @Test func `a hidden slide of another file is not shown`() throws {
    let text = "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\nhide: true\nsrc: ./b.md\n---\n\n---\n\n# Two\n"
    let document = try deck(text, with: ["b.md": "# Hidden\n"])
    #expect(!document.pages.contains { page in words(page).contains { $0.text.hasPrefix("Hidden") } })
  }

  // MARK: Grounds

  @Test(arguments: [
    ("---\nrevealOptions: {}\n---\n\n# A\n\n---\n\n<!-- .slide: data-background=\"#003d73\" -->\n\n# B\n\nwords\n", "#003d73"),
    (
      "---\nrevealOptions: {}\n---\n\n# A\n\n---\n\n<!-- .slide: data-background-color=\"hsl(210, 100%, 20%)\" -->\n\n# B\n\nwords\n",
      "#003366"
    ),
    ("---\nformat: revealjs\n---\n\n## A\n\n## B {background-color=\"#003d73\"}\n\nwords\n", "#003d73"),
    ("---\nmarp: true\n---\n\n# A\n\n---\n\n<!-- _backgroundColor: \"#003d73\" -->\n<!-- _color: white -->\n\n# B\n\nwords\n", "#003d73"),
    (
      "---\nmarp: true\nstyle: \"section.x { background: #003d73; color: #fff }\"\n---\n\n# A\n\n---\n\n<!-- _class: x -->\n\n# B\n\nwords\n",
      "#003d73"
    ),
    ("---\ntheme: seriph\ndrawings: {}\n---\n\n# A\n\n---\nbackground: '#003d73'\n---\n\n# B\n\nwords\n", "#003d73"),
    (
      "---\ntheme: seriph\n---\n\n# A\n\n---\n\n<div class=\"absolute inset-0\" style=\"background: linear-gradient(45deg, #003d73, #003d73)\"></div>\n\n# B\n\nwords\n",
      "#003d73"
    ),
    ("class: middle\n\n# A\n\n---\nclass: inverse\n\n# B\n\nwords\n\n???\n\nNote\n", "#272822"),
  ])
  func `a slide has its ground, and words that can be read on it`(text: String, color: String) throws {
    let document = try deck(text)
    try #require(document.pages.count == 2)
    #expect(ground(document.pages[0]) == nil)
    #expect(ground(document.pages[1]) == color)
    let words = words(document.pages[1])
    #expect(words.count > 1 && words.allSatisfy { isLight($0.color) }, "\(words)")
    #expect(self.words(document.pages[0]).allSatisfy { !isLight($0.color) })
  }

  @Test func `slides that show nothing but a picture have pages of their own, and the picture fills them`() throws {
    let document = try deck("---\nmarp: true\n---\n\n# A\n\n---\n\n![bg](\(Self.picture))\n\n---\n\n![bg](\(Self.picture))\n\n---\n\n# B\n")
    #expect(document.pages.count == 4)
    let area = try #require(pictures(document.pages[1]).first)
    #expect(area.width >= document.pages[1].width && area.height >= document.pages[1].height)
  }

  @Test func `a picture beside the words fills its side, and words and page number keep out of it`() throws {
    let document = try deck(
      "---\nmarp: true\npaginate: true\n---\n\n![bg right:40%](\(Self.picture))\n\n# A\n\n\(String(repeating: "words ", count: 40))\n")
    let page = document.pages[0]
    let clips = page.ink.items.compactMap { item -> Rect? in if case .clip(let rect?) = item { rect } else { nil } }
    let area = try #require(clips.first)
    #expect(abs(area.x.points - page.width.points * 0.6) < 0.1 && area.height == page.height)
    #expect(words(page).allSatisfy { $0.x < area.x.points - 20 })
  }

  @Test func `dark themes of reveal's that a deck names are dark, and Marp's Gaia has its colour`() throws {
    let night = try deck("---\ntitle: T\nformat:\n  revealjs:\n    theme: night\n---\n\n## A\n\nwords\n")
    #expect(night.pages.allSatisfy { $0.background != nil })
    #expect(words(night.pages[1]).allSatisfy { isLight($0.color) })
    let gaia = try deck("---\nmarp: true\ntheme: gaia\n---\n\n# A\n\n---\n\n<!-- _class: invert -->\n\n# B\n")
    #expect(gaia.pages.map { ground($0) } == ["#fff8e1", "#455a64"])
  }

  // MARK: Styles

  @Test func `the style of a slide of Slidev's holds for its headings`() throws {
    let document = try deck(
      "---\ntheme: default\ndrawings: {}\n---\n\n# One\n\n<style> h1 { color: #2B90B6; } </style>\n\n---\n\n# Two\n")
    #expect(words(document.pages[0]).map(\.color) == ["#2b90b6"])
    #expect(words(document.pages[1]).map(\.color) != ["#2b90b6"])
  }

  @Test(arguments: [
    ["package.json": "{\"scripts\": {\"build\": \"marp --theme ./look/own.css a.md\"}}", "look/own.css": ""],
    [".marprc.yml": "themeSet: look\n", "look/x.css": ""], ["themes/x.css": ""],
  ])
  func `a theme of Marp's in the project is found by the name that it gives itself`(files: [String: String]) throws {
    let css =
      "/* @theme aws */\n@import 'default';\n:root { --dark: #232f3e }\nsection { background-color: var(--dark); color: white }\nh1 { color: #ff9900 }\n"
    let document = try deck(
      "---\nmarp: true\ntheme: aws\n---\n\n# T\n\ntext\n", with: files.mapValues { $0.isEmpty ? css : $0 })
    #expect(ground(document.pages[0]) == "#232f3e")
    #expect(words(document.pages[0]).map(\.color) == ["#ff9900", "#ffffff"])
  }

  // MARK: Places

  @Test func `what has a place on its slide is there and takes no room`() throws {
    let head = "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\n\n# Two\n\n"
    let plain = try deck(head + "Words.\n")
    let document = try deck(
      head + "<img src=\"\(Self.picture)\" style=\"position: absolute; top: 98px; right: 49px; width: 196px; height: auto;\">\n\n"
        + "<div class=\"absolute bottom-10 left-20\">\n\nLow\n\n</div>\n\nWords.\n")
    let area = try #require(pictures(document.pages[1]).first)
    // The slide is 980 pixels wide, the page 720 points.
    #expect(abs(area.width.points - 144) < 0.1 && abs((area.x + area.width).points - 684) < 0.1)
    #expect(abs(-(area.y + area.height).points - 72) < 0.1)
    let low = try #require(words(document.pages[1]).first { $0.text.contains("Low") })
    #expect(abs(low.x - 80 * 720 / 980) < 0.1 && low.y > document.pages[1].height.points - 60)
    #expect(document.pages.count == 2)
    let body = { (page: Page) in words(page).filter { $0.text.contains("Words") }.map(\.y) }
    #expect(body(document.pages[1]) == body(plain.pages[1]))
  }

  @Test func `slides of Slidev's show their number and how many there are`() throws {
    let number = "<div class=\"absolute top-2 right-2\">\n  <SlideCurrentNo /> / <SlidesTotal />\n</div>\n"
    let document = try deck("---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\nhide: true\n---\n\n# X\n\n---\n\n# Two\n\n\(number)")
    let shown = words(document.pages[1]).map(\.text).joined().filter { $0 != " " }
    #expect(shown.contains("2/2"))
    #expect(!document.diagnostics.contains { $0.code == "html.component" })
  }

  // MARK: Headers and footers

  @Test func `a slide of Quarto's has its own footer, or none`() throws {
    let document = try deck(
      "---\nformat:\n  revealjs:\n    footer: \"Deck\"\n---\n\n## A\n\nwords\n\n## B\n\nwords\n\n::: footer\nOwn\n:::\n\n## C {footer=false}\n\nwords\n"
    )
    let lines = document.pages.map { page in words(page).map(\.text) }
    #expect(lines.map { $0.contains("Deck") } == [true, false, false])
    let own = try #require(words(document.pages[1]).first { $0.text == "Own" })
    #expect(own.y > document.pages[1].height.points - 30)
  }

  @Test func `headers and footers of Marp's hold from their slide on, or for it alone`() throws {
    let document = try deck(
      "---\nmarp: true\npaginate: true\nheader: H\nfooter: F\n---\n\n# A\n\n---\n\n<!-- _header: '' -->\n<!-- _paginate: false -->\n\n# B\n\n---\n\n<!-- footer: G -->\n\n# C\n\n---\n\n# D\n"
    )
    let lines = document.pages.map { page in Set(words(page).map(\.text)) }
    #expect(lines.map { $0.contains("H") } == [true, false, true, true])
    #expect(lines.map { $0.contains("F") } == [true, true, false, false])
    #expect(lines.map { $0.contains("G") } == [false, false, true, true])
    #expect(lines.map { !$0.isDisjoint(with: ["1", "2", "3", "4"]) } == [true, false, true, true])
  }

  // MARK: Decks

  @Test func `a theme of Slidev's own and a rule make a deck`() throws {
    #expect(try deck("---\ntheme: seriph\n---\n\n# A\n\n---\n\n# B\n").pages.count == 2)
    #expect(try deck("---\ntheme: mine\n---\n\n# A\n\n---\n\n# B\n").pages.count == 1)
  }

  @Test func `a site of Jekyll's whose pages are slides is a deck`() throws {
    let settings = "reveal:\n  separator:\n    slide: \"<hr />\"\nmarkdown: kramdown\ndefaults:\n  - values:\n      layout:   slide\n"
    let text = "---\ntitle: T\nauthor: A\n---\n\n## One\n{:.no_toc}\n\n- a\n\n----\n\n## Two\n\n----\n\n## Three\n"
    let document = try deck(text, with: ["_config.yml": settings])
    #expect(document.pages.count == 4 && document.pages[0].width > 700.pt)
    #expect(try deck("# A\n\n## B\n\nwords\n", with: ["_config.yml": settings]).pages[0].width < 700.pt)
  }

  @Test func `comments above the properties of remark's first slide are no words of it`() throws {
    let document = try deck("[//]: # (slides for remark)\n\nclass: center, middle\n\n# A\n\n---\n\nclass: center\n\n# B\n")
    #expect(document.pages.map { words($0).map(\.text).joined() } == ["A", "B"])
  }

  @Test func `a step of Slidev's within HTML has no code in it`() throws {
    let document = try deck(
      "---\ntheme: seriph\ndrawings: {}\n---\n\n# A\n\n<div class=\"grid\">\n\n<div class=\"x\">\n  <v-click>\n    <div class=\"flex\">\n      <span><strong>Words</strong>: more</span>\n    </div>\n  </v-click>\n</div>\n\n</div>\n"
    )
    let shown = words(document.pages[0]).map(\.text).joined()
    #expect(shown.contains("Words") && !shown.contains("<"), "\(shown)")
  }

  @Test(arguments: ["", "\n"]) func `slides that a README names are a deck, with metadata behind a comment`(blank: String) throws {
    let document = try deck(
      "<!--\nSPDX\n-->\n\(blank)---\ntitle: \"The title\"\nauthor: A\n---\n\n# First\n\n- words\n\n# Second\n\n- words\n",
      with: ["README.md": "# Talk\n\n```\npandoc -t beamer slides.md -o slides.pdf\n```\n"], at: "slides.md")
    #expect(document.pages.count == 3 && document.pages[0].width > 700.pt)
    #expect(words(document.pages[0]).contains { $0.text.contains("title") })
  }

  @Test func `formulas are copied alike in all steps of a slide`() throws {
    let document = try deck("---\nformat: revealjs\n---\n\n## A\n\nWords $a_1$\n\n. . .\n\nmore\n")
    try #require(document.pages.count == 2)
    #expect(words(document.pages[0]).allSatisfy { !$0.text.contains("$") && !$0.text.contains("a_1") }, "\(words(document.pages[0]))")
  }

  @Test func `headings below those of slides are beamer's blocks`() throws {
    let document = try deck(
      "---\ntitle: T\ndocumentclass: beamer\n---\n\n# S\n\n## A\n\n### Block\n\nwords\n\n### Alert {.alert}\n\nmore\n\n## B\n\nwords\n")
    let page = try #require(document.pages.first { words($0).contains { $0.text == "Block" } })
    let bars = page.ink.items.compactMap { if case .rule(let rect, _) = $0, rect.width < 4.pt, rect.height > 20.pt { rect } else { nil } }
    #expect(bars.count == 2)
  }

  @Test func `a slide of pandoc's that is only a heading has it in the middle`() throws {
    let document = try deck("---\ndocumentclass: beamer\n---\n\n# Part\n\n## A\n\nwords\n")
    let heading = try #require(words(document.pages[0]).first)
    #expect(heading.y > 150 && heading.x > 200)
  }
}
