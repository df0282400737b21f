import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

@Suite struct DialectDecisionTests {
  private func decision(_ text: String, name: String = "note.md", markers: [ProjectMarker] = []) -> DialectDecision {
    DialectDecision(Array(text.utf8), name: name, markers: markers)
  }

  @Test func `a title block says more than what the project is, unless its lines may be comments`() {
    let text = Array("% On light\n% A. Writer\n\nWords.\n".utf8)
    let tools = [ProjectMarker(.kramdown, "_config.yml"), ProjectMarker(.quarto, "_quarto.yml"), ProjectMarker(.myst, "myst.yml")].map {
      DialectDecision(text, name: "slides.md", markers: [$0]).dialect.tool
    }
    #expect(tools == [.pandoc, .quarto, .myst])
    #expect(DialectDecision(Array("% One comment\n\nWords.\n".utf8)).dialect.tool == .general)
  }

  @Test func `a plain note is for no particular tool`() {
    let found = decision("# A note\n\nSome *words*, `code`.\n\n- one\n- two\n\n```sh\n!!! not a note\n```\n")
    #expect(found.dialect == .general)
    #expect(found.evidence.isEmpty)
  }

  @Test(arguments: [
    ("marp: true", "marp"), ("output: pdf_document", "rmarkdown"), ("output: bookdown::gitbook", "bookdown"),
    ("output:\n  bookdown::pdf_book: default", "bookdown"), ("format:\n  revealjs: default", "quarto"), ("layout: post", "kramdown"),
    ("kernelspec:\n  name: python3", "myst"), ("sidebar_position: 3", "docusaurus"), ("documentclass: article", "pandoc"),
    ("drawings:\n  persist: false", "slidev"), ("cssclasses: [wide]", "obsidian"),
    ("theme: simple\nhighlightTheme: dracula", "reveal"),
    // Quarto's own key is surer than one that it shares with pandoc.
    ("bibliography: a.bib\nformat: pdf", "quarto"),
  ])
  func `a key of the front matter names the tool`(matter: String, tool: String) {
    #expect(decision("---\ntitle: A\n\(matter)\n---\n\nText\n").dialect.tool.rawValue == tool)
  }

  @Test(arguments: [
    ("{:toc}\n", "kramdown"), ("```{note}\nText\n```\n", "myst"), ("```{r, echo=FALSE}\nplot(1)\n```\n", "rmarkdown"),
    ("```@docs\nsin\n```\n", "documenter"), ("!!! note \"T\"\n    Text\n", "mkdocs"), ("![[a.png]]\n", "obsidian"),
    ("::: tip\nText\n:::\n", "vitepress"), (":::tip\nText\n:::\n", "docusaurus"), ("::: {.x}\nText\n:::\n", "pandoc"),
  ])
  func `a construct that only one tool has names it`(text: String, tool: String) {
    #expect(decision("# Title\n\nText.\n\n" + text).dialect.tool.rawValue == tool)
    #expect(decision("# Title\n\n````md\n" + text + "````\n").dialect == .general)
  }

  @Test func `a construct alone takes no captions away, a key and a project do`() {
    #expect(decision("> [!TIP] A title\n> Text.\n").dialect.tool == .obsidian)
    #expect(decision("> [!TIP] A title\n> Text.\n").dialect.has(.implicitFigures))
    #expect(!decision("---\ncssclasses: [wide]\n---\n\nText\n").dialect.has(.implicitFigures))
    #expect(!decision("Text\n", markers: [ProjectMarker(.mkdocs, "mkdocs.yml")]).dialect.has(.implicitFigures))
  }

  @Test func `a README that cites as pandoc does is read on GitHub`() {
    let text = "Use these:\n- one\n\nLabels are cited by [@sec:foo], works by [@foo].\n"
    #expect(decision(text, name: "README.md").dialect.tool == .github)
    #expect(decision(text, name: "paper.md").dialect.tool == .pandoc)
    #expect(decision("---\nbibliography: a.bib\n---\n" + text, name: "README.md").dialect.tool == .pandoc)
  }

  @Test func `blocks that are named by 36 signs, and properties above a list, are Logseq's`() {
    #expect(decision("---\nmathjax: true\n---\n\nSee ((654bb13c-db71-49d4-ad0e-123ec812c258)).\n").dialect.tool == .logseq)
    #expect(decision("kind:: [[A]]\n- # One\n\t- two\n- three\n").dialect.tool == .logseq)
    #expect(decision("kind:: [[A]]\n\nWords.\n\n- one\n").dialect.tool == .obsidian)
    #expect(decision("f((a-b)) and ((x))\n").dialect == .general)
  }

  @Test func `the comment at its top names a course`() {
    let course = "<!--\nauthor: A\nnarrator: US English Female\n-->\n\n# A\n"
    #expect(decision(course, markers: [ProjectMarker(.kramdown, "_config.yml")]).dialect.tool == .liascript)
    #expect(decision("<!-- author: A -->\n\n# A\n").dialect == .general)
  }

  @Test func `two keys of an article name the site it is for, one does not`() {
    let quarto = [ProjectMarker(.quarto, "../_quarto.yml")]
    #expect(decision("---\nemoji: 🌲\ntopics: [tree]\npublished: true\n---\nText\n", markers: quarto).dialect.tool == .zenn)
    #expect(decision("---\ntags: tree\nignorePublish: false\n---\nText\n", markers: quarto).dialect.tool == .qiita)
    #expect(decision("---\npublished: true\ncover_image: a.png\n---\nText\n", markers: quarto).dialect.tool == .github)
    #expect(decision("---\ntopics: [tree]\n---\nText\n", markers: quarto).dialect.tool == .quarto)
    #expect(decision("---\npublished: true\ntags: [tree]\n---\nText\n", markers: quarto).dialect.tool == .quarto)
  }

  @Test func `somebody's name that is a link is no citation`() {
    #expect(decision("Thanks to [@doe](https://example.org/doe), [@roe][2] and more.\n").dialect == .general)
    #expect(decision("Authors: [@doe]\n\n[@doe]: https://example.org/doe\n\nIt has:\n- one\n").dialect == .general)
    #expect(decision("As in [@doe99], [@roe](https://example.org).\n").dialect.tool == .pandoc)
    #expect(decision("As in [@doe99, p. 3].\n").dialect.tool == .pandoc)
  }

  @Test func `what the document asks for is surer than its keys, and a tool's own key than its project`() {
    let markers = [ProjectMarker(.mkdocs, "../mkdocs.yml")]
    #expect(decision("Text\n", markers: markers).dialect.tool == .mkdocs)
    #expect(decision("---\nkernelspec:\n  name: python3\n---\nText\n", markers: markers).dialect.tool == .myst)
    // Other tools have layouts, too.
    #expect(decision("---\nlayout: post\n---\nText\n", markers: markers).dialect.tool == .mkdocs)
    let asked = decision("---\nlayout: post\nfrom: gfm\n---\nText\n", markers: markers)
    #expect(asked.dialect.tool == .github)
    #expect(asked.evidence.map(\.kind) == [.given])
    let given = DialectDecision(Array("---\nfrom: gfm\n---\n".utf8), given: Dialect(.myst), markers: markers)
    #expect(given.dialect.tool == .myst)
  }

  @Test func `a chapter of a book in R Markdown is the book's, a file with a format of its own is not`() {
    let markers = [ProjectMarker(.bookdown, "_bookdown.yml")]
    #expect(decision("# One\n", name: "01-one.Rmd", markers: markers).dialect.tool == .bookdown)
    #expect(decision("---\noutput: html_document\n---\n", name: "a.Rmd", markers: markers).dialect.tool == .rmarkdown)
    #expect(decision("# One\n", name: "one.qmd", markers: markers).dialect.tool == .quarto)
  }

  @Test func `of a project of slides, only what is written as slides is a deck`() {
    let markers = [ProjectMarker(.slidev, "../package.json")]
    let article = "---\nname: a\ndescription: b\n---\n\n# Guide\n\n## One\n\n---\n\n## Two\n\n```yaml\n---\n---\n```\n"
    #expect(decision(article, name: "guide.md", markers: markers).dialect.tool == .general)
    #expect(decision(article, name: "guide.md", markers: [ProjectMarker(.marp, "../package.json")]).dialect.tool == .general)
    for (text, name) in [
      (article, "slides.md"), (article, "pages/guide.md"), (article + "\n---\n\n# Three\n", "guide.md"),
      ("---\nlayout: cover\n---\n\n# A\n", "a.md"),
    ] {
      #expect(decision(text, name: name, markers: markers).dialect.tool == .slidev, "\(name)")
    }
    #expect(decision("---\ntheme: gaia\n---\n\n# A\n", name: "a.md", markers: [ProjectMarker(.marp, "package.json")]).dialect.tool == .marp)
  }

  @Test func `what is read on GitHub beside a project is no page of it`() {
    #expect(decision("# T\n", name: "README.md", markers: [ProjectMarker(.mkdocs, "mkdocs.yml")]).dialect.tool == .github)
    #expect(decision("# T\n", name: "README.md", markers: [ProjectMarker(.mkdocs, "../mkdocs.yml")]).dialect.tool == .mkdocs)
    #expect(decision("# T\n", name: "README.md", markers: [ProjectMarker(.honkit, "book.json")]).dialect.tool == .honkit)
    #expect(decision("# T\n", name: "notes/readme.md").dialect.tool == .github)
    for name in ["README-zh.md", "README.zh-CN.md", "readme_ja.md"] {
      #expect(decision("# T\n", name: name, markers: [ProjectMarker(.slidev, "package.json")]).dialect.tool == .github)
    }
    #expect(decision("# T\n", name: "README-of-2024.md", markers: [ProjectMarker(.mkdocs, "mkdocs.yml")]).dialect.tool == .mkdocs)
    // Callouts are GitHub's as well; links of a vault are not.
    #expect(decision("# T\n\n> [!NOTE] Title\n> Text\n", name: "README.md").dialect.tool == .github)
    #expect(decision("# T\n\n> [!NOTE] Title\n> Text\n", name: "note.md").dialect.tool == .obsidian)
    #expect(decision("# T\n\n![[a.png]]\n", name: "README.md").dialect.tool == .obsidian)
  }

  @Test func `who speaks on lines of their own names a chat program`() {
    #expect(decision("**You:**\n\nWhat is a prime?\n\n**ChatGPT:**\n\nA number.\n").dialect.tool == .chat)
    #expect(decision("# Prompt:\n\nA\n\n# Response:\n\nB\n").dialect.tool == .chat)
    #expect(decision("You\n\nmodel\n").dialect == .general)
  }

  @Test func `a wiki link outside of code names Obsidian`() {
    #expect(decision("As in [[Some note]] and [[other|words]].\n").dialect.tool == .obsidian)
    #expect(decision("In R `x[[a]]`, x[[i]], [[toc]], [[a](b.html)].\n").dialect == .general)
  }

  @Test func `extensions after a format's name change how it is read`() throws {
    let dialect = try #require(try Dialect.named("markdown+hard_line_breaks-smart"))
    #expect(dialect.tool == .pandoc)
    #expect(dialect.has(.lineBreaks) && !dialect.has(.smart))
    #expect(try Dialect.named("auto") == nil)
    #expect(throws: Dialect.NameFault.self) { try Dialect.named("markdwn") }
    #expect(throws: Dialect.NameFault.self) { try Dialect.named("gfm+nosuch") }
  }

  @Test func `an edit that changes the dialect reads the whole text again`() {
    let before = Source(name: "a.md", text: "# A\n\nOne.\n\nTwo.\n\nThree.\n")
    let after = Source(name: "a.md", text: "# A\n\nOne.\n\n![[two.png]]\n\nThree.\n")
    var kept = KeptParse(parse(before), of: before)
    #expect(kept.edit(to: after) == nil)
  }

  @Test func `the decision is printed with its place`() {
    let source = Source(name: "a.md", text: "---\nlayout: post\n---\nText\n")
    #expect(
      DialectDecision(of: source).printed(in: source) == "kramdown: kramdown, as Jekyll uses it\nkey: layout: post at 2:1 says kramdown\n")
  }
}
