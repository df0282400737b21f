import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics

/// The pages of decks as their authors write them: Slidev, Marp, reveal, pandoc and Quarto, remark.
@Suite struct DeckTests {
  private func pages(_ text: String) -> [String] { pageLines(text).map { $0.joined(separator: " / ") } }

  private func codes(_ text: String) -> [String] {
    Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.code)
  }

  private func slidev(_ slides: String) -> [String] { pages("---\ntheme: seriph\ndrawings:\n  persist: false\n---\n" + slides) }

  private func marp(_ keys: String, _ slides: String) -> [String] { pages("---\nmarp: true\n\(keys)---\n\n" + slides) }

  private func quarto(_ slides: String) -> [String] { pages("---\nformat: revealjs\n---\n\n" + slides) }

  @Test func `dashes at the margin below a list begin a slide of Marp's, below words they make a heading`() {
    #expect(marp("", "# A\n\n- a\n  - b\n---\n\n# B\n\n1. c\nlazy\n---\n\n# C\n\nWords\n---\n\nText\n").count == 3)
  }

  // MARK: What layouts show

  @Test func `a slide of Slidev's that shows a page of the web has its address`() {
    let slides = slidev(
      "\n# A\n\n---\nlayout: iframe\nurl: https://a.org/x\n---\n\n---\nlayout: iframe-right\nurl: https://a.org/y\n---\n\n# B\n")
    #expect(slides == ["A", "https://a.org/x", "B / https://a.org/y"])
  }

  @Test func `what a layout of the project's own shows of a slide's keys is shown or said`() {
    let head = "---\ntheme: seriph\ndrawings:\n  persist: false\n---\n\n# A\n"
    let quote = head + "\n---\nlayout: quotes\nauthor: Edgard\nsource: composer\n---\n\n# Music\n"
    #expect(pages(quote) == ["A", "Music / — Edgard, composer"])
    #expect(codes(quote) == [])
    #expect(codes(head + "\n---\nlayout: my-card\nsubject: Words\nclass: x\n---\n\n# B\n") == ["slides.layout"])
    #expect(codes(head + "\n---\nlayout: center\nclass: x\n---\n\n# B\n") == [])
  }

  // MARK: Pages

  @Test func `page numbers in contents are right where a slide before is in smaller type`() {
    let items = (0..<13).map { "- item \($0)\n" }.joined()
    let text = "---\ntitle: X\nformat: revealjs\ntoc: true\n---\n\n# One\n\n## Alpha\n\n\(items)\n# Two\n\nText\n\n## Beta\n\nText\n"
    #expect(codes(text) == ["slides.shrunk"])
    let slides = pages(text)
    let contents = slides.first { $0.contains("Contents") } ?? ""
    for heading in ["One", "Alpha", "Two", "Beta"] {
      let page = slides.lastIndex { $0 == heading || $0.hasPrefix(heading + " / ") }.map { $0 + 1 } ?? 0
      let line = contents.components(separatedBy: " / ").first { $0.contains(heading) } ?? ""
      #expect(line.hasSuffix("\(page)") && page > 2, "\(heading): \(line), page \(page) of \(slides)")
    }
  }

  @Test func `headings within a callout, tabs or a step of Quarto's are no titles of slides`() {
    let slides = quarto(
      "## One\n\n::: {.callout-note}\n## Mind\n\nWords.\n:::\n\nAfter.\n\n## Two\n\n:::: {.columns}\n::: {.column}\n## Left\na\n:::\n::::\n"
    )
    #expect(slides.count == 2)
    #expect(slides.first?.contains("Mind") == true && slides.first?.contains("After.") == true && slides.last?.contains("Left") == true)
  }

  @Test func `each slide is a page, and settings between slides are not printed`() {
    #expect(slidev("\n# A\n\n---\nlayout: center\nclass: x\n---\n\n# B\n\n---\n\n# C\n") == ["A", "B", "C"])
  }

  /// The first baseline of each page of a deck of the theme `slides`, in points from the top.
  private func tops(_ slides: String) -> [Double] {
    Typesetter().typeset(Source(name: "a.md", text: "---\ntheme: slides\npage-numbers: false\n---\n\n" + slides)).pages.map { page in
      page.ink.items.prefix(page.furniture ?? .max).compactMap { if case .run(let run) = $0 { -run.y.points } else { nil } }.min() ?? 0
    }
  }

  @Test func `settings of a slide may be below several blank lines`() {
    #expect(pages("---\noutput: xaringan::moon_reader\n---\n\n# A\n\n---\n\n\nbackground-size: 100%\nclass: middle\n\nB\n") == ["A", "B"])
  }

  @Test func `slides of the theme that are only a heading or a quotation have it in the middle`() {
    let tops = tops("# Section\n\n## Slide\n\nwords\n\n## End {.x}\n\n---\n\n> Quoted.\n")
    #expect(tops.map { $0 > 120 } == [true, false, true, true], "\(tops)")
  }

  /// True for the pages whose first baseline is far from their top.
  private func areCentered(_ text: String) -> [Bool] {
    Typesetter().typeset(Source(name: "a.md", text: text)).pages.map { page in
      let lines = page.ink.items.prefix(page.furniture ?? .max).compactMap { if case .run(let run) = $0 { -run.y.points } else { nil } }
      return (lines.min() ?? 0) > 120
    }
  }

  @Test func `slides are in the middle where their tool puts them`() {
    #expect(areCentered("---\nmarp: true\n---\n\n# A\n\n---\n\nB\n") == [true, true])
    #expect(areCentered("---\nmarp: true\ntheme: gaia\n---\n\n<!-- _class: lead -->\n# A\n\n---\n\nB\n") == [true, false])
    #expect(areCentered("---\nmarp: true\nvertical: top\n---\n\n# A\n") == [false])
    #expect(areCentered("---\nrevealOptions: {width: 960}\n---\n\n# A\n") == [true])
    #expect(areCentered("---\nrevealOptions: {center: false}\n---\n\n# A\n") == [false])
    #expect(
      areCentered("---\ndrawings: {}\n---\n\n# A\n\n---\n\nB\n\n---\nlayout: section\n---\n\n# C\n\n---\nlayout: two-cols\n---\n\nD\n")
        == [true, false, true, false])
    #expect(areCentered("class: middle\n\n# A\n\n---\n\nB\n\n???\n\nNote\n") == [true, false])
  }

  @Test func `an article beside decks is no slide`() {
    let text = "# A\n\na\n\n## B\n\nb\n\n## C\n\nc\n\n## D\n\nd\n"
    func width(_ text: String) -> Double {
      Typesetter().typeset(Source(name: "a.md", text: "---\nfrom: marp\n---\n\n" + text)).pages[0].width.points
    }
    #expect(width(text) < 600)
    #expect(width(text + "\n---\n\nE\n") > 700)
    #expect(width("# A\n") > 700)
  }

  @Test(arguments: [("", true), ("\n---\n\nE\n", false), ("<v-click>\n\na\n\n</v-click>\n", false)])
  func `much prose without settings and headings beside decks is no slide`(rest: String, isArticle: Bool) {
    var options = TypesetterOptions()
    options.variables = [Variable(key: "from", value: "slidev", written: "--from slidev")]
    let text = String(repeating: "Words that somebody says of slides.\n\n", count: 80) + rest
    let document = Typesetter(options: options).typeset(Source(name: "a.md", text: text))
    #expect((document.pages[0].width.points < 600) == isArticle)
  }

  @Test func `a deck of Hugo's has its settings in TOML`() {
    let matter = "+++\ntitle = \"T\"\ntype = \"slide\"\n[revealOptions]\ncontrols = true\n+++\n\n"
    #expect(pages(matter + "# A\n\n---\n\n# B\n") == ["A", "B"])
    #expect(pages("+++\ntitle = \"T\"\noutputs = [\"Reveal\"]\n+++\n\n# A\n\n---\n\n# B\n") == ["A", "B"])
    // Headings without lines between them are pandoc's slides, whose settings for reveal are these.
    let byHeadings = "---\ntitle: T\nauthor: A\nslideNumber: false\n---\n\n# One\n\n- a\n\n# Two\n\n- b\n"
    #expect(pages(byHeadings).count == 3 && pages(byHeadings)[0].contains("A"), "\(pages(byHeadings))")
    #expect(pages(byHeadings.replacing("# Two", with: "---\n\n# Two")).count == 2)
    // reveal's comments say it without front matter.
    #expect(pages("# A <!-- .element: class=\"x\" -->\n\n---\n\n# B\n\n---\n\nC\n") == ["A", "B", "C"])
    #expect(pages("# A <!-- words -->\n\n---\n\n# B\n\n---\n\nC\n").count == 1)
    #expect(pages("+++\ntitle = \"T\"\ntype = \"post\"\n+++\n\nA\n\n---\n\nB\n").count == 1)
  }

  @Test func `settings of one slide are evidence enough`() {
    #expect(pages("---\ntitle: T\ntheme: x\n---\n\n# A\n\n---\ntransition: fade\n---\n\n# B\n") == ["A", "B"])
  }

  @Test func `a deck without front matter is known by the settings of its slides or by Marp's comments`() {
    #expect(pages("# A\n\n---\nlayout: center\n---\n\n# B\n\n---\n\n# C\n") == ["A", "B", "C"])
    #expect(pages("<!-- paginate: true -->\n\n# A\n\n---\n\n# B\n").count == 2)
    #expect(pages("<!-- a note: words -->\n\n# A\n\n---\n\n# B\n").count == 1)
    #expect(pages("# A\n\n---\ntitle: no setting\n---\n\n# B\n").count == 1)
  }

  @Test func `a document with rules and a key of sites is no deck`() {
    #expect(pages("---\nlayout: post\n---\n\nA\n\n---\n\nB\n").count == 1)
    #expect(pages("---\nlayout: post\n---\n\nA\n\n---\nwords: of text\n---\n\nB\n").count == 1)
    // R Markdown's parameters have metadata of their own below the first cells.
    let parameters = "---\nparams:\n  seed: 1\noutput: pdf_document\n---\n\nA\n\n---\ntitle: T\nauthor: N\n---\n\nB\n"
    #expect(Typesetter().typeset(Source(name: "a.md", text: parameters)).pages.allSatisfy { $0.width < $0.height })
  }

  @Test func `the page has the form of the deck's slides`() {
    func size(_ text: String) -> Double {
      let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
      return (page.width.points / page.height.points * 100).rounded() / 100
    }
    #expect(size("---\nmarp: true\n---\n\nA\n") == 1.78)
    #expect(size("---\nmarp: true\nsize: 4:3\n---\n\nA\n") == 1.33)
    #expect(size("---\ndrawings: {}\naspectRatio: 16/10\n---\n\nA\n") == 1.6)
    #expect(size("---\nslideOptions: {width: 1000, height: 500}\n---\n\nA\n") == 2)
    #expect(size("---\ndocumentclass: beamer\naspectratio: 43\n---\n\n# A\n") == 1.33)
    #expect(size("---\nmarp: true\npaper: 100mm 100mm\n---\n\nA\n") == 1)
    #expect(size("---\nmarp: true\nsize: 0:0\n---\n\nA\n") == 1.78)
  }

  @Test func `lines of dashes in code, in comments and below text of Marp end no slide`() {
    #expect(slidev("\n```\na\n\n---\n\nb\n```\n\n<!--\n---\n-->\n\nc\n").count == 1)
    #expect(marp("", "A\n---\n\nb\n") == ["A / b"])
    #expect(slidev("\nA\n---\nB\n") == ["A", "B"])
  }

  @Test func `slides without words and hidden ones make no page`() {
    #expect(slidev("\n# A\n\n---\n\n---\nhide: true\n---\n\n# H\n\n---\n\n# B\n") == ["A", "B"])
  }

  @Test func `headings divide Marp's slides where the deck says so`() {
    #expect(marp("headingDivider: 2\n", "# A\n\na\n\n## B\n\n### C\n") == ["A / a", "B / C"])
    #expect(marp("headingDivider: [2]\n", "# A\n\n## B\n\n# C\n") == ["A", "B / C"])
  }

  @Test func `headings begin pandoc's slides down to the level of slides`() {
    #expect(quarto("# S\n\n## A\n\na\n\n### B\n\n## C\n\n---\n\nd\n") == ["S", "A / a / B", "C", "d"])
    #expect(pages("---\ntitle: T\ndocumentclass: beamer\n---\n\n# A\n\n## B\n\nb\n") == ["T", "A", "B / b"])
    #expect(pages("---\noutput: beamer_presentation\n---\n\n# A\n\na\n\n## B\n\nb\n") == ["A / a / B / b"])
  }

  @Test func `of several formats the first decides`() {
    #expect(pages("---\nformat:\n  html: default\n  revealjs: default\n---\n\n## A\n\n## B\n").count == 1)
  }

  @Test func `a slide that goes on is reported`() {
    let long = (0..<60).map { "- item \($0)\n" }.joined()
    #expect(codes("---\nmarp: true\n---\n\n# A\n\n\(long)\n---\n\n# B\n").contains("slides.long"))
    #expect(codes("---\nmarp: true\n---\n\n# A\n\n---\n\n# B\n").isEmpty)
  }

  @Test func `a slide too long for any size takes as few pages as it can, in the largest type with which it does`() {
    // At its own size it takes three pages, the last one with little on it.
    let deck = "---\nmarp: true\n---\n\n# A\n\n" + (0..<31).map { "- item \($0)\n" }.joined()
    #expect(pages(deck).count == 2)
    #expect(codes(deck).sorted() == ["slides.long", "slides.shrunk"])
  }

  // MARK: Notes and steps

  @Test(arguments: [
    "---\nslideOptions: {}\n---\n\n# A\n\nNote: hidden\n\nmore\n\n---\n\n# B\n",
    "---\nmarp: true\n---\n\n# A\n\n<!--\nhidden **words**\n-->\n\n---\n\n# B\n",
    "---\nformat: revealjs\n---\n\n## A\n\n::: notes\nhidden\n\n::: x\nmore\n:::\n:::\n\n## B\n",
    "---\nformat: revealjs\n---\n\n## A\n\n:::{.notes}\nhidden\n\n***\n\nmore\n:::\n\n## B\n",
    "---\nformat: revealjs\n---\n\n## A\n\n<aside class=\"notes\">\nhidden\n</aside>\n\n## B\n",
    "---\noutput: xaringan::moon_reader\n---\n\n# A\n\n???\n\nhidden\n\n---\n\n# B\n",
  ])
  func `notes of the presenter are on no page`(_ deck: String) { #expect(pages(deck) == ["A", "B"]) }

  @Test func `Note is a word in decks that know no such notes`() {
    #expect(slidev("\nNote: shown\n") == ["Note: shown"])
    #expect(slidev("\n# A\n\nNoted.\n") == ["A / Noted."])
  }

  @Test func `steps leave nothing on the page`() {
    let still = "---\nformat: revealjs\nsteps: false\n---\n\n"
    #expect(pages(still + "## A\n\na\n\n. . .\n\nb\n") == ["A / a / b"])
    #expect(pages(still + "## A\n\n::: incremental\n\n- a\n- b\n\n:::\n") == ["A / • a / • b"])
    #expect(slidev("\n<v-clicks>\n\n- a\n- b\n\n</v-clicks>\n\n<v-click>\n\nc\n\n</v-click>\n") == ["• a / • b / c"])
    #expect(slidev("\n```js {1|3|all}\nx\n```\n") == ["x"])
    #expect(slidev("\n$$ {1|all}\nx\n$$\n") == ["$$\nx\n$$"])
    #expect(slidev("\n````md magic-move\n```js\none\n```\n```js\ntwo\n```\n````\n") == ["one / two"])
  }

  // MARK: Slots and settings

  @Test func `slots of two columns are beside each other`() {
    #expect(slidev("\n---\nlayout: two-cols\n---\n\nLeft\n\n::right::\n\nRight\n") == ["Left Right"])
    let header = "\n---\nlayout: two-cols-header\n---\n\nHead\n\n::left::\n\nL\n\n::right::\n\nR\n\n::bottom::\n\nB\n"
    #expect(slidev(header) == ["Head / L R / B"])
  }

  @Test(arguments: [
    "<div style=\"display: grid; grid-template-columns: 1fr 44%; gap: 2em\">X</div>", "<div style=\"display: flex\">X</div>",
    "<style>\n.two { display: flex; }\n</style>\n\n<div class=\"a two\">X</div>", "<div class=\"flex gap-2\">X</div>",
    "<style>\n@media screen {\n/* a */ div.b, section > div.two { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)) }\n}\n</style>\n\n"
      + "<div class='two' style=\"color:red\">X</div>", "<div class=\"multicolumn\">X</div>", "<div class=\"col-wrap\">X</div>",
  ]) func `divs are columns where their style or a rule of the deck says so`(columns: String) {
    let parts = "\n\n<div>\n\nLeft\n\n</div>\n<div>\n\nRight\n\n</div>\n"
    #expect(marp("", "## A\n\n" + columns.replacing("X", with: parts) + "\n") == ["A / Left Right"])
    #expect(marp("style: |\n  .two { display: flex }\n", "<div class=\"two\">\(parts)</div>\n") == ["Left Right"])
    #expect(marp("style: |\n  .two { display: flex; flex-direction: column }\n", "<div class=\"two\">\(parts)</div>\n") == ["Left / Right"])
  }

  @Test func `pictures in a row of flexible boxes are beside each other`() {
    let picture =
      "<img src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'/%3E\" style=\"width: 100%\">"
    let deck = "---\nmarp: true\n---\n\n<div style=\"display: grid; grid-template-columns: 1fr 1fr\">\n  \(picture)\n  \(picture)\n</div>\n"
    let places = Typesetter().typeset(Source(name: "a.md", text: deck)).pages[0].ink.items.compactMap { item -> (Int64, Int64)? in
      if case .picture(_, let rect) = item { (Int64(rect.x.points), Int64(rect.y.points)) } else { nil }
    }
    #expect(places.count == 2 && places[0].1 == places[1].1 && places[0].0 < places[1].0, "\(places)")
  }

  @Test func `cells of a grid may take several columns, and boxes wrap into rows as wide as they are`() {
    func box(_ attributes: String, _ words: String) -> String { "<div \(attributes)>\n\n\(words)\n\n</div>\n" }
    let grid = "<div style=\"display: grid; grid-template-columns: 1fr 1fr\">\n" + box("style=\"grid-column: 1 / -1\"", "a") + box("", "b")
    #expect(marp("", grid + box("", "c") + "</div>\n") == ["a / b c"])
    let boxes = "<div class=\"row\">\n" + box("class=\"col-md-6\"", "a") + box("class=\"col-md-6\"", "b") + box("class=\"col-md-12\"", "c")
    #expect(marp("", boxes + "</div>\n") == ["a b / c"])
  }

  @Test func `columns of a theme of the project, of divs and of slides`() throws {
    let theme = "/* @theme own */\n@import \"base\";\n"
    let base = "section.two, section > div.split { display: flex; }\n"
    let parts = "<div>\n\nLeft\n\n</div><div>\n\nRight\n\n</div>"
    let deck = "---\nmarp: true\ntheme: own\n---\n\n<!-- _class: two -->\n\n\(parts)\n\n---\n\n<div class=\"split\">\(parts)</div>\n"
    let document = try typeset(deck, at: "talks/a.md", with: ["themes/x/own.css": theme, "themes/x/base.css": base, "marp.config.js": ""])
    #expect(pageLines(document) == [["Left Right"], ["Left Right"]])
  }

  @Test func `keywords of a deck are metadata`() {
    #expect(marp("keywords: [a, b]\nauthor: P\n", "# One\n") == ["One"])
  }

  @Test func `a picture that reveal's comment floats at the right has the words beside it`() {
    let picture = "![](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='40'%20height='40'/%3E)"
    let deck =
      "---\nrevealOptions:\n  transition: none\n---\n\n## A\n\n\(picture) <!-- .element: style=\"float: right; width: 40%;\" -->\n\nWords\n"
    let page = Typesetter().typeset(Source(name: "a.md", text: deck)).pages[0]
    let pictures = page.ink.items.compactMap { item -> (x: Double, from: Double, to: Double)? in
      guard case .picture(_, let rect) = item else { return nil }
      return (rect.x.points, rect.y.points, rect.y.points + rect.height.points)
    }
    let words = page.ink.items.compactMap { item -> (x: Double, y: Double)? in
      if case .run(let run) = item { (run.x.points, run.y.points) } else { nil }
    }
    #expect(pictures.count == 1 && words.count > 1 && pictures[0].x > words[1].x + 100, "\(pictures)")
    #expect(words[1].y < pictures[0].to && words[1].y > pictures[0].from, "\(words)")
  }

  @Test func `a no-break space behind the signs begins a heading of reveal's`() {
    #expect(pages("---\nrevealOptions:\n  transition: none\n---\n\n##\u{A0}A\n\nWords\n") == ["A / Words"])
  }

  @Test func `remark's classes are columns or nothing`() {
    let deck =
      "---\noutput: xaringan::moon_reader\n---\nclass: center, middle\n\n.pull-left[\na\n]\n\n.pull-right[\nb\n]\n\nA .red[word] .size_text_26px[b]; [1] `.x[y]`.\n"
    #expect(pages(deck) == ["a b / A word b; [1] .x[y] ."])
    let titled = "---\ntitle: \"A<br>.gray[for [some] slides]\"\nsubtitle: \".big[Small]\"\noutput: xaringan::moon_reader\n---\n\nb\n"
    #expect(pages(titled)[0] == "A / for [some] slides / Small")
    let turned = ".pull-left[\na\n]\n.pull-right[\n.rotate-right[\nb\n]\n\n.right[\nc\n]\n]\n\nd\n"
    #expect(pages("---\noutput: xaringan::moon_reader\n---\n\n" + turned) == ["a b / c / d"])
    // A column on the left begins a row.
    let rows = ".pull-left[\na\n]\n.pull-right[\nb\n]\n\n.pull-left[\nc\n]\n.pull-right[\nd\n]\n"
    #expect(pages("---\noutput: xaringan::moon_reader\n---\n\n" + rows) == ["a b / c d"])
  }

  @Test func `properties of a slide may be below a cell that shows nothing`() {
    let cell = "```{r setup, include=FALSE}\nx <- 1\n```\n"
    #expect(pages("---\noutput: xaringan::moon_reader\n---\n\n\(cell)\nclass: center\nname: a\n\n# A\n") == ["A"])
    let shown = "```{r}\nx\n```\n"
    #expect(pages("---\noutput: xaringan::moon_reader\n---\n\n\(shown)\nclass: center\n\n# A\n") == ["x / class: center / A"])
  }

  @Test func `decks of Visual Studio Code's extension are known by their keys or themes`() {
    #expect(pages("---\ntheme: white\n---\n\n# A\n\n---\n\n# B\n\n---\n\n# C\n") == ["A", "B", "C"])
    #expect(pages("---\nenableMenu: false\nmargin: 0\n---\n\n# A\n\n---\n\n# B\n") == ["A", "B"])
    // One rule is hardly a deck.
    #expect(pages("---\ntheme: white\n---\n\nA\n\n---\n\nB\n") == ["A / B"])
  }

  @Test func `a block of YAML at a slide's beginning is its settings`() {
    #expect(slidev("\n# A\n\n---\n\n```yaml\nlayout: center\n```\n\n# B\n\n```yaml\n- shown\n```\n") == ["A", "B / - shown"])
  }

  @Test func `words that tell Marp how to show a picture are not its caption`() {
    #expect(marp("", "![w:20px a caption](none.png)\n") == ["a caption"])
    #expect(marp("", "[![b h:1em](none.png)](https://a.b) and ![right](none.png)\n") == ["b and right"])
    #expect(codes("---\nmarp: true\n---\n\n![bg](none.png)\n\nA\n") == ["policy.picture"])
    let named = Typesetter().typeset(Source(name: "a.md", text: "---\nmarp: true\n---\n\n![bg contain](<no ne.png>)\n\nA\n"))
    #expect(named.diagnostics.map(\.message).contains { $0.contains("no ne.png") && !$0.contains("<") })
    let placed = "---\nformat: revealjs\n---\n\n## A\n\n:::{.absolute top=200 left=300}\nx\n:::\n\n:::{.absolute top=300}\ny\n:::\n"
    #expect(codes(placed) == [])
  }

  @Test func `beamer's pauses at the ends of lines are not printed`() {
    #expect(pages("---\nformat: revealjs\n---\n\n## A\n\nWords. \\pause\n") == ["A / Words."])
    let rows = "$$\n\\begin{aligned}\na &= b \\\\\n  \\pause\n&= c\n\\end{aligned}\n$$\n"
    #expect(codes("---\nformat: beamer\n---\n\n## A\n\n\(rows)") == [])
    #expect(!pages("---\nformat: beamer\n---\n\n## A\n\n\(rows)").contains { $0.contains("slide") })
  }

  @Test func `the title of the deck is that of the file`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\nmarp: true\ntitle: T\nauthor: N\n---\n\nA\n"))
    #expect(document.info.title == "T" && document.info.authors == ["N"])
    #expect(marp("title: T\n", "A\n") == ["A"])
  }

  @Test func `places in messages are the author's`() {
    let text = "---\nmarp: true\ntitle: T\n---\n\n# A\n\n---\n\n$\\frca$\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    let places = document.diagnostics.map { document.source.position(of: Int($0.span?.start ?? 0)) }
    #expect(places.map(\.line) == [10] && places.map(\.column) == [2])
  }

  @Test func `decks that end in the middle are read to their end`() {
    for end in ["---", "---\nlayout: x", "```js", "<!--", "::right::", "::: notes", "````md magic-move", "$$ {1", "![bg", "```yaml\na: b"] {
      #expect(slidev("\n# A\n\n---\n\n" + end).first?.hasPrefix("A") == true, "\(end)")
      #expect(marp("headingDivider: 99999999999999999999\n", "# A\n\n---\n\n" + end).first?.hasPrefix("A") == true, "\(end)")
    }
  }

  // MARK: Marp's and reveal's own

  @Test func `a header that one slide has is on it, and is its heading where it has none`() {
    #expect(marp("", "<!-- _header: Topic -->\n\na\n\n---\n\nb\n") == ["Topic / a", "b"])
    #expect(marp("header: Name\n", "# A\n\n---\n\n<!--\n_header: \"Topic\"\n-->\n\n# B\n") == ["A", "Topic / B"])
  }

  @Test func `headers and footers show words, not their markup`() {
    let deck = Typesetter().typeset(
      Source(name: "a.md", text: "---\nmarp: true\nfooter: 'x <a href=\"b\">c</a> *d* [e](f) ![g](h)'\n---\n\na\n"))
    let words = String(decoding: deck.source.bytes, as: UTF8.self)
    #expect(words.contains("footer: {left: \"x c d e\","), "\(words)")
  }

  @Test func `lines of Marp's paragraphs end where their author ends them`() {
    #expect(marp("", "a\nb\n") == ["a / b"])
    #expect(slidev("\na\nb\n") == ["a b"])
  }

  @Test func `a link to the number of a slide leads to it`() {
    #expect(!codes("---\nmarp: true\n---\n\n[x](#2)\n\n---\n\n# B\n").contains("link.dead-anchor"))
    #expect(codes("---\nmarp: true\n---\n\n[x](#3)\n\n---\n\n# B\n").contains("link.dead-anchor"))
  }

  @Test func `colours are no pictures, and a picture's words are no caption`() {
    #expect(codes("---\nmarp: true\n---\n\na ![](#000) ![](rgb(1,2,3)) b\n").isEmpty)
    #expect(marp("", "![center](x.png)\n") == ["center"])
  }

  @Test func `slides below each other are pages, and their own separators separate`() {
    let reveal = "---\nslideNumber: true\n---\n\n"
    #expect(pages(reveal + "# A\n\nNote:\nwords\n\n--\n\n# B\n") == ["A", "B"])
    #expect(pages(reveal + "# A\n\nx\n--\n") == ["A / x"])
    let own = "---\nseparator: <!--s-->\nverticalSeparator: ^<!--v-->$\n---\n\n"
    #expect(pages(own + "# A\n\n<!--s-->\n\n# B\n\n---\n\nb\n\n<!--v-->\n\n# C\n") == ["A", "B / b", "C"])
  }

  @Test func `reveal's options make no deck of reveal-md where headings alone divide it`() {
    let deck = pages("---\ntitle: T\nauthor: A\nslideNumber: false\n---\n\n# One\n\na\n\n# Two\n\nb\n")
    #expect(deck == ["T / A", "One / a", "Two / b"])
    #expect(pages("---\ntitle: T\nslideNumber: false\n---\n\n# One\n\n# Two\n\n---\n\nb\n") == ["One / Two", "b"])
  }

  @Test func `properties of remark's slides may have any name`() {
    let deck =
      "class: center\nname: a\n\n# One\n\n???\n\nnotes\n\n---\nclassdiagram: sdp1\n\n# Two\n\n"
      + "---\nname:b\nfoo-bar: x\n\n# Three\n\n---\n\n"
    #expect(pages(deck + "Note: words\nthat: go on\n") == ["One", "Two", "Three", "Note: words that: go on"])
  }

  @Test func `tags that end below a slide's notes end on their slide`() {
    let reveal = "---\nslideNumber: true\n---\n\n"
    let deck = Typesetter().typeset(
      Source(name: "a.md", text: reveal + "<div align=\"right\">\n\nOne\n\nNote: words\n\n</div>\n\n---\n\nTwo\n"))
    let words = String(decoding: deck.source.bytes, as: UTF8.self)
    #expect(words.contains("</div>") && !words.contains("Note: words"), "\(words)")
    #expect(pages(reveal + "a\n\nNote: <b>\n\n</b>\n\n---\n\nTwo\n") == ["a", "Two"])
  }

  @Test func `what says how words come onto a slide of reveal is not printed`() {
    #expect(
      pages("---\nslideNumber: true\nsteps: false\n---\n\none {.fragment .grow}\n\ntwo{.fragment}\n\n{x}\n") == ["one / two / {x}"])
  }
}
