import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What decks write besides Markdown: tags, conditions and layouts of Slidev's, properties and classes of remark's, settings of beamer's.
@Suite struct DeckMarkupTests {
  private func slidev(_ slides: String) -> [String] {
    pageLines("---\ntheme: seriph\ndrawings:\n  persist: false\n---\n" + slides).map { $0.joined(separator: " / ") }
  }

  // MARK: Slidev

  @Test func `an icon on a line of its own within HTML does not end it`() {
    let html =
      "<div>\n  <div>\n      <div>\n          <carbon:code />\n          <span class=\"x\">Words</span>\n      </div>\n  </div>\n</div>\n"
    #expect(slidev("\n# A\n\n" + html) == ["A / Words"])
  }

  @Test func `what is indented below a click's tag is no code`() {
    let slides =
      "\n# A\n\n- One\n\n<v-click>\n    <div class='x'>\n        Two\n    </div>\n</v-click>\n\n---\n\n# B\n\nThree\n<v-click>\n    <b>Four</b>\n</v-click>\n"
    #expect(slidev(slides) == ["A / • One / Two", "B / Three / Four"])
  }

  @Test(arguments: [
    (
      "<span v-if=\"$clicks < 5\">One</span>\n<span v-else-if=\"$clicks >= 5 && $clicks < 6\">Two</span>\n<span v-else>Three</span>",
      "Three"
    ),
    ("<div v-if=\"$slidev.nav.clicks === 0\">One</div>\n<div v-if=\"$slidev.nav.clicks === 2\">\n\nTwo\n\n</div>", "Two"),
    ("<div v-show=\"$clicks > 1\">One</div>", "One"),
    ("<div v-click.hide>\n<img src=\"a.png\" alt=\"Gone\">\n</div>\n\nTwo", "Two"),
    ("<div v-click=\"[0, 2]\">One</div>", "One"),
    ("<div v-if=\"isKnown\">One</div>\n<div v-else>Two</div>", "One / Two"),
    (
      "<div v-if=\"isOpen\"\n  style=\"position: fixed\">\n  One\n</div>\n\nTwo\n\n<script setup>\nconst isOpen = ref(false)\n</script>",
      "Two"
    ),
  ])
  func `of what conditions show, the end of the clicks is seen`(text: String, shown: String) {
    #expect(slidev("\n# A\n\n\(text)\n") == ["A / " + shown])
  }

  @Test func `a theme's layout shows the picture that it is given, beside the words where its name says so`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"60\"><rect width=\"90\" height=\"60\"/></svg>"
    let head =
      "---\ntheme: academic\ndrawings: {}\n---\n\n# One\n\n---\nlayout: figure-side\nfigureCaption: A plot\nfigureUrl: p.svg\n---\n\n# Two\n\nText\n"
    let document = try typeset(head, at: "slides.md", with: ["p.svg": svg])
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
    let page = try #require(document.pages.last)
    let pictures = page.ink.items.compactMap { item in if case .picture(_, let area) = item { area } else { nil } }
    #expect(try #require(pictures.first).x > page.width / 2)
  }

  @Test func `a picture has the size that its class gives it`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"600\"><rect width=\"900\" height=\"600\"/></svg>"
    let text = "---\ntheme: seriph\ndrawings: {}\n---\n\n# A\n\n<img src=\"p.svg\" class=\"h-8\">\n\n<img src=\"p.svg\" class=\"w-1/2\">\n"
    let document = try typeset(text, at: "slides.md", with: ["p.svg": svg])
    let areas = document.pages[0].ink.items.compactMap { item in if case .picture(_, let area) = item { area } else { nil } }
    try #require(areas.count == 2)
    #expect(abs(areas[0].height.points - 32 * 720 / 980) < 0.5, "\(areas)")
    #expect(abs(areas[1].width.points - (720 - 36 / 25.4 * 72) / 2) < 1, "\(areas)")
  }

  @Test func `templates of slots are slots`() throws {
    let text =
      "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\nlayout: two-cols\n---\n\n<template v-slot:default>\n\nLeft\n\n</template>\n<template v-slot:right>\n\nRight\n\n</template>\n"
    let document = Typesetter().typeset(Source(name: "slides.md", text: text))
    let runs = try #require(document.pages.last).ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }
    #expect(runs.count == 2 && runs[0].y == runs[1].y && runs[1].x > runs[0].x, "\(pageLines(document))")
  }

  @Test func `what is dragged to a place is there, and links have their words`() throws {
    let text =
      "---\ntheme: seriph\ndrawings: {}\ntitle: Deck\n---\n\n# One\n\n---\n\n# Two {{ $slidev.configs.title }}\n\n<v-drag pos=\"500,300,200,_\">\n\nDragged\n\n</v-drag>\n\nGo to <Link to=\"1\" title=\"the first\"/>\n"
    let document = Typesetter().typeset(Source(name: "slides.md", text: text))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
    let lines = try #require(pageLines(document).last)
    #expect(lines.contains("Two Deck") && lines.contains("Go to the first") && lines.contains("Dragged"), "\(lines)")
    let runs = try #require(document.pages.last).ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }
    #expect(runs.contains { abs($0.x.points - 500 * 720 / 980) < 2 })
  }

  // MARK: Others

  @Test func `no slide of Marp's shows where its author works`() {
    let text = "---\nmarp: true\ntitle: T\nauthor: A\naffiliation: My University\ninstitute: It\n---\n\n# First\n"
    #expect(pageLines(text) == [["First"]])
  }

  @Test func `settings of beamer's alone make slides`() {
    let text = "---\ntitle: T\ntheme: Frankfurt\ncolortheme: beaver\naspectratio: 169\n---\n\n# One\n\n## Two\n\n- a\n\n## Three\n\n- b\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(document.pages.count == 4 && document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
  }

  @Test func `pandoc's format and theme in a Makefile are those of the slides`() throws {
    let rule = "slides.html: slides.md\n\tpandoc -t revealjs -s -V theme=black $< -o $@\n"
    let document = try typeset("% T\n% A\n\n# One\n\n---\n\n### Two\n\n- a\n", at: "slides.md", with: ["Makefile": rule])
    let page = try #require(document.pages.last)
    let colors = page.ink.items.compactMap { item in
      if case .run(let run) = item { Double(run.color.rgba >> 24) / 255 } else { nil as Double? }
    }
    #expect(!colors.isEmpty && colors.allSatisfy { $0 > 0.5 })
    // A block of beamer's has a bar.
    let rules = page.ink.items.count { item in if case .rule(let area, _) = item { area.width < 5.pt && area.height > 10.pt } else { false }
    }
    #expect(rules == 0)
  }

  @Test func `properties of remark's below a hidden cell hold`() throws {
    let text =
      "---\ntitle: T\noutput: xaringan::moon_reader\n---\n\n```{r setup, include=FALSE}\nx\n```\n\nclass: center, middle\n\n# One\n"
    let document = Typesetter().typeset(Source(name: "a.Rmd", text: text))
    let page = try #require(document.pages.last)
    let runs = page.ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }
    let run = try #require(runs.first)
    #expect(run.x > page.width / 3 && -run.y > page.height / 3)
  }

  // MARK: beamer, pandoc and Quarto

  private func beamer(_ slides: String, keys: String = "") -> [String] {
    pageLines("---\ndocumentclass: beamer\n\(keys)---\n\n" + slides).map { $0.joined(separator: " / ") }
  }

  @Test(arguments: [
    "\\begin{columns}[T]\n\\begin{column}{0.5\\textwidth}\n\nLeft\n\n\\end{column}\n\\begin{column}{.5\\textwidth}\nRight\n\\end{column}\n\\end{columns}\n",
    "\\columnsbegin\n\\column{.4\\textwidth}\nLeft\n\n\\column{.6\\textwidth}\nRight\n\\columnsend\n",
  ])
  func `beamer's columns are beside each other`(text: String) throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\ndocumentclass: beamer\n---\n\n## A\n\n" + text))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
    let runs = document.pages[0].ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }.suffix(2)
    #expect(runs.count == 2 && runs.first?.y == runs.last?.y, "\(pageLines(document))")
  }

  @Test func `a quotation that is a list comes item by item, to pandoc`() {
    #expect(beamer("## A\n\n>- One\n>- Two\n") == ["A", "A / • One", "A / • One / • Two"])
    #expect(beamer("## A\n\n> Words\n") == ["A / Words"])
  }

  @Test func `a theorem's name is no block of beamer's`() {
    #expect(
      beamer("## A\n\n\\begin{theorem}[Name]\nWords.\n\\end{theorem}\n").map { $0.filter { $0 != " " } } == ["A/Theorem1(Name).Words."])
  }

  @Test func `a hidden slide of reveal.js' is not shown`() {
    let text = "---\nrevealOptions: {}\n---\n\n# A\n\n---\n\n<!-- .slide: data-visibility=\"hidden\" -->\n\n# B\n\n---\n\n# C\n"
    #expect(pageLines(text) == [["A"], ["C"]])
  }

  @Test func `colours of a theme of Quarto's in the project are those of the slides`() throws {
    let theme = "/*-- scss:defaults --*/\n$paper: #fdf6e3;\n$body-bg: $paper;\n$presentation-heading-color: #ff0000 !default;\n"
    let text = "---\nformat:\n  revealjs:\n    theme: [default, my.scss]\n---\n\n## A\n\nText\n"
    let page = try #require(try typeset(text, at: "a.qmd", with: ["my.scss": theme]).pages.last)
    let colors = page.ink.items.compactMap { item in if case .run(let run) = item { run.color.rgba } else { nil } }
    #expect(colors.first == 0xFF00_00FF && colors.last != 0xFF00_00FF)
  }

  // MARK: remark

  @Test func `slides of remark's are made after layouts and templates`() throws {
    let text =
      "name: dark\nlayout: true\nclass: inverse, center, middle\n\nFooter\n\n---\n\n# A\n\n---\nlayout: false\n\n# B\n\n---\ntemplate: dark\n\n# C\n\n???\n\nNote\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(pageLines(document) == [["Footer", "A"], ["B"], ["Footer", "C"]])
    let colors = document.pages.map { page in
      page.ink.items.compactMap { item in if case .run(let run) = item { run.color.rgba >> 24 > 0x80 } else { nil } }
    }
    #expect(colors.map { Set($0) } == [[true], [false], [true]])
  }

  @Test func `what remark's macros are given is shown`() {
    let head = "class: middle\n\n# A\n\n---\nclass: middle\n\n"
    #expect(pageLines(head + "Words ![:today] and ![:box red, B](more)\n").last == ["Words and more"])
    #expect(pageLines(head + "![:box red, A box](\n- item\n)\n").last == ["A box", "• item"])
    #expect(Typesetter().typeset(Source(name: "a.md", text: head + "![:today]\n\nB\n")).diagnostics.map(\.code) == ["slides.macro"])
  }

  @Test func `remark's footnote over several lines is at the slide's foot`() throws {
    let document = Typesetter().typeset(
      Source(name: "a.md", text: "class: middle\n\n# A\n\n---\nclass: top\n\n# B\n\n.footnote[\n[1] Words\n]\n"))
    let page = try #require(document.pages.last)
    let runs = page.ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }
    #expect(try #require(runs.map { -$0.y }.max()) > page.height.scaled(by: 0.8))
  }

  @Test func `classes in code by its indent are shown`() {
    #expect(pageLines("class: middle\n\n# A\n\n---\nclass: top\n\n# B\n\n    .red[words]\n").last == ["B", ".red[words]"])
  }

  @Test func `a sign alone in a class begins no list`() {
    #expect(pageLines("class: middle\n\n# A\n\n---\nclass: top\n\n- .red[*] One\n- Two\n").last == ["• * One", "• Two"])
  }

  @Test(arguments: ["", "\n"])
  func `properties of a step of remark's are not printed`(blank: String) {
    let text = "class: middle\n\n# A\n\n---\nclass: top\n\nOne\n\n--\n\(blank)name: next\nclass: fast\n\nTwo\n"
    #expect(pageLines(text).suffix(2) == [["One"], ["One", "Two"]])
  }

  @Test func `brackets of a link around a cell's picture are not printed`() {
    let text = "---\noutput: xaringan::moon_reader\n---\n\n# A\n\n---\n\n[\n```{r, eval=FALSE}\nx\n```\nClick\n](https://a.org)\n"
    let lines = pageLines(text).last ?? []
    #expect(lines.contains("Click") && lines.contains("https://a.org") && !lines.contains("["), "\(lines)")
  }

  @Test func `a row of a theme's slides is one`() throws {
    let sheet = "/* @theme mine */\nsection { display: flex; flex-direction: column }\nsection.row { flex-direction: row }\n"
    let text =
      "---\nmarp: true\ntheme: mine\n---\n\n# A\n\n---\n\n<!-- _class: row -->\n\n<div class=\"column\">\n\nLeft\n\n</div>\n\n<div class=\"column\">\n\nRight\n\n</div>\n"
    let document = try typeset(text, at: "a.md", with: ["themes/mine.css": sheet])
    let runs = try #require(document.pages.last).ink.items.compactMap { item in if case .run(let run) = item { run } else { nil } }
    #expect(runs.count == 2 && runs[0].y == runs[1].y, "\(pageLines(document))")
  }
}
