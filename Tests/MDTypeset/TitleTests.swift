import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

@testable import MDTypeset

/// Titles and abstracts from front matter.
@Suite struct TitleTests {
  /// The blocks' kinds and the text of paragraphs, in document order; formulas and pictures are U+FFFC.
  private func printed(_ text: String) -> [String] {
    let source = Source(name: "a.md", text: text)
    let typesetter = Typesetter()
    let tree = typesetter.style(typesetter.parse(source), of: source).styled.tree
    return tree.blocks.dropFirst().map { block in
      switch block.kind {
      case .paragraph(let content): String(decoding: content.text.text, as: UTF8.self)
      case .display(let span): "display \(span.tex) at \(source.position(of: Int(span.span.start)).line)"
      case .list: "list"
      case .item: "item"
      default: "group"
      }
    }
  }

  @Test func `LaTeX in a title that only sets the look is no word, and a row's end breaks its line`() {
    let blocks = printed(
      #"""
      ---
      title: '\begin{minipage}{\textwidth}\protect\centering
        Words \\ more {\Large words}
        \end{minipage}'
      subtitle: '\large Of \textbf{\itshape a} path C:\\dir \vspace{2cm}'
      author: '\textbf{Thesis}\\ submitted by\\[2ex] \textbf{Kai B}'
      ---
      Text
      """#)
    let words = blocks.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(words.prefix(3) == ["Words more words", "Of a path C:\\dir", "Thesis submitted by Kai B"])
    #expect(blocks[0] != words[0], "the title has two lines")
  }

  @Test func `title and abstract are Markdown with formulas`() {
    let blocks = printed(
      """
      ---
      title: "The *size* of $x$"
      abstract: |
        We don't know $y$.

        $$z$$
      ---
      Text
      """)
    #expect(
      blocks == [
        "The size of \u{FFFC}", "group", "Abstract.\u{2002}We don’t know \u{FFFC}.", "display z at 3", "Text",
      ])
  }

  @Test func `several names in one string are divided after their commas`() {
    let names = "Anna-Maria Berg, Bea Cors, Chris Dolmansson, Didier Esterhazy, Erika Falkenberg"
    let lines = pageLines("---\npaper: a6\ntitle: T\nauthor: \(names)\n---\nx").joined()
    #expect(lines.contains { $0.contains("Cors") })
    #expect(!lines.contains { $0.contains("Cors") && $0.contains("Falkenberg") })
  }

  @Test func `names and dates break where their author says so, and long ones wherever they must`() {
    let matter = "title: T\nauthor: Ann Other<br>An Institute\ndate: 'May 2020<br/>Second edition'"
    let found = pageLines("---\n\(matter)\n---\nx").joined().prefix(5).map { $0.replacing("\u{A0}", with: " ") }
    #expect(found == ["T", "Ann Other", "An Institute", "May 2020", "Second edition"])
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\ntitle: T\nauthor: Ann Other<br>An Institute\n---\nx"))
    #expect(document.info.authors == ["Ann Other, An Institute"])
    let lines = pageLines("---\npaper: a6\ntitle: T\nauthor: Ann Other and Bea Another of the Institute of Long Names\n---\nx").joined()
    #expect(lines.contains { $0.contains("Ann Other") } && !lines.contains { $0.contains("Ann Other") && $0.contains("Long Names") })
  }

  @Test func `of markup in authors' names the words are shown`() {
    let document = Typesetter().typeset(
      Source(name: "a.md", text: "---\ntitle: T\nauthor: ['J&ouml;rg *M.*', '[Ann](https://a.org)', C]\n---\nx"))
    #expect(document.info.authors == ["Jörg M.", "Ann", "C"])
    #expect(pageLines("---\ntitle: T\nauthor: '[Ann](https://a.org)'\n---\nx").contains { $0.contains("Ann") && !$0.contains("[") })
  }

  @Test func `a title that looks like a list stays a title`() {
    #expect(printed("---\ntitle: 1. First *steps*\n---\nText") == ["1. First *steps*", "Text"])
  }

  @Test func `headers show a title without its markup`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\ntitle: A *b* `c`\n---\nText"))
    #expect(document.info.title == "A b c")
  }

  @Test func `a formula in the abstract is faulted where it stands`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\nabstract: An $\\nosuch$ one\n---\nText"))
    let source = Source(name: "a.md", text: "---\nabstract: An $\\nosuch$ one\n---\nText")
    let places = document.diagnostics.compactMap { $0.span.map { source.position(of: Int($0.start)) } }
    #expect(places.map { "\($0.line):\($0.column)" } == ["2:15"])
  }

  @Test func `a header that ends with a rule, as Hexo's posts have it, is front matter`() {
    #expect(printed("title: A\ntags: [b]\n---\nText") == ["A", "Text"])
  }

  @Test func `a first heading that repeats the title is not set twice`() {
    #expect(printed("---\ntitle: A *b*\n---\n# A b\n\nText [c](#a-b)") == ["A b", "Text c"])
    #expect(printed("---\ntitle: A\n---\n# B\n\nText").count == 3)
    #expect(printed("---\ntitle: A b\n---\n&nbsp;\n\n# A b\n\nText") == ["A b", "Text"])
  }

  @Test func `a date may have entities and dashes`() {
    #expect(printed("---\ntitle: A\ndate: 'May &mdash; Madison -- NACCB'\n---\nText") == ["A", "May — Madison – NACCB", "Text"])
  }

  @Test(arguments: [("2024-05-12 20:30:00 +0800", "2024-05-12"), ("2024-05-12T20:30Z", "2024-05-12"), ("May 2024", "May 2024")])
  func `a blog's date is set without its time`(date: String, shown: String) {
    #expect(printed("---\ntitle: A\ndate: \(date)\n---\nText") == ["A", shown, "Text"])
  }

  @Test(arguments: [
    ("03/16/2023", "D MMMM YYYY", "fr", "16 mars 2023"), ("2023-03-16", "MMM DD, YYYY", "en", "Mar 16, 2023"),
    ("2023-12-01", "long", "es", "1 de diciembre de 2023"), ("2024-02-29", "iso", "en", "2024-02-29"),
    ("2023-01-05", "[Am] D.M.YY", "de", "Am 5.1.23"), ("Spring 2023", "long", "en", "Spring 2023"),
    ("2023-03-16", "dddd", "en", "2023-03-16"),
  ])
  func `Quarto's form of dates is read`(date: String, form: String, language: String, shown: String) {
    let matter = "---\ntitle: A\nlang: \(language)\ndate: \(date)\ndate-format: \"\(form)\"\n---\n"
    #expect(printed(matter + "Text") == ["A", shown, "Text"])
  }
}
