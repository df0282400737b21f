import Testing
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

@Suite struct NumberingTests {
  private func tree(_ markdown: String) -> Tree {
    parse(Source(name: "a.md", bytes: Array(markdown.utf8)), options: ParseOptions(), budget: Budget()).tree
  }

  private func numbering(_ markdown: String, byChapter: Bool = false) -> Numbering {
    var options = NumberingOptions()
    options.sections = true
    options.byChapter = byChapter
    return Numbering(of: tree(markdown), options: options)
  }

  private func numbers(_ numbering: Numbering) -> [String] { numbering.numbers.sorted { $0.key < $1.key }.map(\.value) }

  @Test(arguments: ["```{math}\n:label: eq1\na=b\n```\n", ":::{math}\n:label: eq1\na=b\n:::\n"])
  func `the label of a display that is a directive is no duplicate of its own`(text: String) {
    #expect(styled(text).codes == [])
    #expect(styled(text + "\n" + text).codes.contains { $0.hasSuffix("duplicate-label") })
  }

  @Test func `a caption with a number of its author's has no other`() {
    let text = "See @fig-a.\n\n![Figure 1: b](a.png)\n\n![c](a.png){#fig-a}\n\n|a|\n|-|\n|b|\n\nTable: Table 4.1 – d\n"
    let captions = style(tree(text), theme: Theme(), language: "en").blocks.compactMap { block -> String? in
      switch block.kind {
      case .figure(_, let caption): String(decoding: caption.text.text, as: UTF8.self)
      case .table(let table): String(decoding: table.caption.text.text, as: UTF8.self)
      default: nil
      }
    }
    #expect(captions == ["Figure 1: b", "Figure\u{A0}2. c", "Table 4.1 – d"])
  }

  @Test func `sections count within those above them`() {
    #expect(numbers(numbering("# A\n## B\n## C\n### D\n# E\n## F\n")) == ["1", "1.1", "1.2", "1.2.1", "2", "2.1"])
  }

  @Test func `the only heading of the first level is the title and has no number`() {
    #expect(numbers(numbering("# Title\n## A\n### B\n## C\n")) == ["1", "1.1", "2"])
  }

  @Test func `headings may be left without a number`() {
    #expect(numbers(numbering("# A\n# Preface {.unnumbered}\n# B\n")) == ["1", "2"])
  }

  @Test func `an appendix counts in letters`() {
    #expect(numbers(numbering("# A\n\n\\appendix\n\n# B\n## C\n")) == ["1", "A", "A.1"])
  }

  @Test func `figures count anew in each chapter of a book`() {
    let text = "# A\n\n![x](a.png){#fig-a}\n\n![y](a.png)\n\n# B\n\n![z](a.png)\n"
    #expect(numbers(numbering(text, byChapter: true)) == ["1", "1.1", "1.2", "2", "2.1"])
  }

  @Test func `attributes in place of a table's caption take no number`() {
    let table = "| a |\n|---|\n| 1 |\n\n"
    let text = table + ": First {.x}\n\n" + table + ": {tbl-colwidths=\"[75,25]\"}\n\n" + table + ": Third {#tbl-c}\n\nSee @tbl-c.\n"
    #expect(numbers(numbering(text)) == ["1", "2"])
  }

  @Test func `code that its name makes a figure is called one, drawn or not`() {
    let text = "![a](a.png){#fig:a}\n\n```{.gnuplot caption=\"Emission\" #fig:b}\nplot x\n```\n\n```{.c caption=\"Code\" #lst:c}\nx\n```\n"
    let titles = style(tree(text + "\n@fig:b, @lst:c"), theme: Theme(), language: "en").blocks.compactMap {
      if case .code(let code) = $0.kind { code.title.map { String(decoding: $0.text, as: UTF8.self) } } else { nil }
    }
    #expect(titles == ["Figure\u{A0}2. Emission", "Listing\u{A0}1. Code"])
  }

  @Test func `pictures of a document without labels have no numbers`() {
    #expect(numbers(numbering("![x](a.png)\n")) == [])
  }

  @Test func `a label given twice is said`() {
    #expect(numbering("# A {#x}\n\n# B {#x}\n").diagnostics.map(\.code) == ["reference.duplicate-label"])
  }

  @Test func `one name of several elements matters where something leads there`() {
    let boxes = "<div id=\"box\">\n\nA\n\n</div>\n\n<div id=\"box\">\n\nB\n\n</div>\n"
    #expect(numbering(boxes).diagnostics.isEmpty)
    #expect(numbering(boxes + "\n[it](#box)\n").diagnostics.map(\.code) == ["reference.duplicate-label"])
  }

  @Test func `a display names itself once`() {
    #expect(numbering("$$x$$ {#eq-a}\n").diagnostics.isEmpty)
    #expect(numbering("$$x$$ {#eq-a}\n\n$$y$$ {#eq-a}\n").diagnostics.map(\.code) == ["reference.duplicate-label"])
  }

  /// The text of the last paragraph, and what is wrong.
  private func styled(_ markdown: String, language: String = "en") -> (text: String, codes: [String]) {
    var options = NumberingOptions()
    options.sections = true
    let out = style(tree(markdown), theme: Theme(), language: language, numbering: options)
    var text = ""
    for block in out.blocks { if case .paragraph(let content) = block.kind { text = String(decoding: content.text.text, as: UTF8.self) } }
    return (text, out.diagnostics.map(\.code))
  }

  @Test func `a reference shows what it refers to and its number`() {
    #expect(styled("# One {#sec-a}\n# Two {#sec-b}\n\nSee @sec-b.\n").text == "See Section\u{A0}2.")
  }

  @Test(arguments: [
    ("Figure @fig-a", "Figure 1"), ("Figures\n@fig-a", "Figures 1"), ("(see Fig. @fig-a", "(see Fig. 1"),
    ("Configure @fig-a", "Configure Figure\u{A0}1"),
    ("Figure, @fig-a", "Figure, Figure\u{A0}1"), ("a. @fig-a", "a. Figure\u{A0}1"),
  ])
  func `a reference is its number alone behind its own word`(text: String, set: String) {
    #expect(styled("![b](c.png){#fig-a}\n\n\(text)\n").text == set)
  }

  @Test func `a reference speaks the document's language`() {
    #expect(styled("![x](a.png){#fig-a}\n\nSiehe @fig-a.\n", language: "de").text == "Siehe Abbildung\u{A0}1.")
  }

  @Test(arguments: ["en", "cs", "de", "fr", "zh-CN", "zh-TW", "ja", "tr", "uk", "xx"])
  func `every language has all its words`(language: String) {
    #expect(!Words(language: language).appendix.isEmpty)
  }

  @Test func `a reference ends where Chinese text goes on`() {
    #expect(styled("![x](a.png){#fig-a}\n\n如@fig-a所示。\n", language: "zh").text == "如图\u{A0}1所示。")
  }

  @Test func `LaTeX' reference to a figure is its number`() {
    #expect(styled("![x](a.png){#fig-a}\n\nSee \\ref{fig-a}.\n").text == "See 1.")
  }

  @Test func `bookdown's reference to a cell that is called as Quarto's are is its number`() {
    let text = "```{r fig-a, fig.cap = \"Words of it\"}\nplot(1)\n```\n\nSee \\@ref(fig:fig-a).\n"
    #expect(styled(text).text == "See 1.")
    #expect(!styled(text).codes.contains("reference.unknown"))
  }

  @Test func `a reference to nothing and a dead link are said`() {
    #expect(styled("# A\n\n@fig-x and [b](#nowhere) and [a](#a).\n").codes == ["reference.unknown", "link.dead-anchor"])
  }

  @Test func `contents list headings to their depth`() {
    var contents = ContentsOptions()
    contents.isOn = true
    contents.depth = 2
    let out = style(tree("# A\n## B\n### C\n# D\n"), theme: Theme(), language: "en", contents: contents)
    var entries: [ContentsEntry] = []
    for block in out.blocks { if case .contents(let listed) = block.kind { entries = listed } }
    #expect(entries.map(\.destination) == ["a", "b", "d"])
    #expect(entries.map(\.level) == [0, 1, 0])
  }

  @Test func `contents without an entry have no heading`() {
    var contents = ContentsOptions()
    contents.isOn = true
    func paragraphs(_ text: String) -> Int {
      let out = style(tree(text), theme: Theme(), language: "en", contents: contents)
      var count = 0
      var next = out.blocks[0].firstChild
      while next >= 0 {
        if case .paragraph = out.blocks[Int(next)].kind { count += 1 }
        next = out.blocks[Int(next)].nextSibling
      }
      return count
    }
    #expect(paragraphs("a\n\nb\n") == 2)
    #expect(paragraphs("# A\n\na\n\nb\n") == 3)
  }
}
