import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Blocks and inlines of pandoc's and R Markdown's that no other tool writes.
@Suite struct PandocBlockTests {
  private func tree(_ text: String) -> String { parse(Source(name: "a.md", text: text)).tree.withoutPlaces }

  private func codes(_ text: String) -> [String] { parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) }

  // MARK: Line blocks

  @Test func `a line block keeps its lines and their indents`() {
    #expect(
      tree("| One *line*\n|   indented\n|\n| # and $x$\n  on\n\nAfter.\n") == """
        paragraph
          text "One "
          emphasis
            text "line"
          lineBreak
          text "\u{A0}\u{A0}indented"
          lineBreak
          text "\u{A0}"
          lineBreak
          text "# and "
          math "x"
          softBreak
          text "on"
        paragraph
          text "After."
        """)
    #expect(tree("> | a\n> | - b\n") == "blockQuote\n  paragraph\n    text \"a\"\n    lineBreak\n    text \"- b\"")
  }

  @Test(arguments: ["| a | b |\n| c | d |\n", "|a\n|b\n", "| a\ntext\n", "text\n| a\n"])
  func `rows and other bars are no line blocks`(text: String) { #expect(!tree(text).contains("lineBreak")) }

  @Test func `blanks at the ends of its lines are nothing`() {
    let read = tree("| a  \n| \n| b\n")
    #expect(read.split(separator: "lineBreak").count == 3 && !read.contains("\\"), "\(read)")
  }

  @Test func `a term may be words in brackets with markup in them`() {
    let read = tree("[`a` b]{#name}\n\n:   Words.\n")
    #expect(read.contains("definitionTerm\n    span {#name}\n      code \"a\"\n      text \" b\""), "\(read)")
  }

  @Test func `brackets of the text's own within a span are no link of notes`() {
    #expect(tree("[\\[a\\]]{.x}\n").contains("span {.x}\n    text \"[a]\""))
  }

  @Test func `a heading's name may have lines as emphasis has them`() {
    #expect(tree("# A {#the-_best_-way .b}\n").contains("heading 1 {#the-_best_-way .b}\n  text \"A\""))
  }

  // MARK: Examples and lists

  @Test func `examples are counted through the document, and named`() {
    let text = "As (@b) and @a show.\n\n(@a) one\n(@) two\n\nWords.\n\n(@b) three\n\n    more\n"
    let read = tree(text)
    #expect(read.contains("text \"3\"") && read.contains("text \"1\""))
    #expect(read.contains("list from 1) tight {marker=\"(1)\"}") && read.contains("list from 3) loose {marker=\"(1)\"}"))
    #expect(read.hasSuffix("paragraph\n      text \"three\"\n    paragraph\n      text \"more\""))
  }

  @Test func `number signs are numbers, people's names stay`() {
    #expect(tree("#. one\n#. two\n").hasPrefix("list from 1 tight {marker=\"1.\"}\n  item"))
    #expect(tree("a) one\nb) two\n").hasPrefix("paragraph"))
    #expect(tree("Ask @a. (@b) too.\n").hasPrefix("paragraph"))
    #expect(tree("#.no list\n").hasPrefix("paragraph"))
  }

  // MARK: Raw text

  @Test func `raw HTML and LaTeX are read, other formats left out with one note`() {
    #expect(tree("Words `<b>x</b>`{=html} on.\n").contains("strong\n    text \"x\""))
    #expect(tree("```{=html}\n<p>raw</p>\n```\n") == "paragraph\n  text \"raw\"")
    #expect(tree("```{=latex}\n\\textbf{raw} $x$\n```\n").contains("strong"))
    #expect(tree("a `\\LaTeX`{=latex} b\n").contains("text \"LaTeX\""))
    let foreign = "a `x`{=rtf} b `y`{=openxml}.\n\n```{=docbook}\n<a/>\n```\n"
    #expect(tree(foreign) == "paragraph\n  text \"a \"\n  text \" b \"\n  text \".\"" || !tree(foreign).contains("\"x\""))
    #expect(codes(foreign) == ["raw.left-out"])
  }

  @Test func `where a document has both, its LaTeX is for pages`() {
    let both = "```{=html}\n<b>web</b>\n```\n\n```{=latex}\n\\textbf{page}\n```\n"
    #expect(tree(both).contains("page") && !tree(both).contains("web"))
  }

  // MARK: bookdown

  @Test func `references and labels of bookdown`() {
    let text = """
      See \\@ref(fig:a), Table \\@ref(tab:t), \\@ref(intro) and \\@ref(eq:one).

      ![A caption (\\#fig:a)](a.png)

      Table: (\\#tab:t) Some *words*

      | a |
      |---|
      | b |

      \\begin{equation}
      x = 1 (\\#eq:one)
      \\end{equation}
      """
    let read = tree(text)
    for part in [
      "reference -fig:a", "reference -tab:t", "reference -intro", "math \"\\\\eqref{eq:one}\"",
      "image \"a.png\" {#fig:a}\n    text \"A caption\"",
      "table none {#tab:t}", "caption\n    text \"Some \"\n    emphasis", "x = 1 \\\\label{eq:one}",
    ] {
      #expect(read.contains(part), "\(part) in \(read)")
    }
    #expect(!read.contains("#eq") && !read.contains("@ref"))
    #expect(tree("The \\#1 and (\\#2) stay, `\\@ref(fig:a)` too.\n").contains("The #1 and (#2) stay"))
  }

  @Test func `texts with names are shown in captions`() {
    let read = tree("(ref:long) A *long* text.\n\n![(ref:long)](a.png)\n\nOther (ref:none).\n")
    #expect(
      read
        == "paragraph\n  image \"a.png\"\n    text \"A \"\n    emphasis\n      text \"long\"\n    text \" text.\"\nparagraph\n  text \"Other (ref:none).\""
    )
  }

  @Test func `a cell that shows pictures is pictures`() {
    let cell = "```{r pic, echo=FALSE, fig.cap=\"A *caption*\", out.width='50%'}\nknitr::include_graphics(\"a.png\")\n```\n"
    #expect(
      tree(cell).contains("image \"a.png\" {#fig:pic width=\"50%\"}\n      text \"A \"\n      emphasis"), "\(tree(cell))")
    let options =
      "```{r}\n#| label: fig-p\n#| fig-cap: |\n#|   Two\n#|   lines\n#| out-width: null\ninclude_graphics(c('a.png', \"b.png\"), dpi = 72)\n```\n"
    #expect(
      tree(options).contains("image \"a.png\" {caption=\"\"}")
        && tree(options).contains("image \"b.png\" {#fig-p}\n      text \"Two lines\""))
    #expect(tree("```{r, eval=FALSE}\ninclude_graphics(\"a.png\")\n```\n").hasPrefix("codeBlock"))
    #expect(tree("```{r}\ninclude_graphics(path)\n```\n").hasPrefix("codeBlock"))
  }

  @Test func `code of R within text is named once`() {
    #expect(codes("```{r}\nx\n```\n\nIt is `r x` and `r y`.\n") == ["code.inline"])
    #expect(codes("It is `r x`.\n") == [])
  }

  @Test func `entries of an index are for the index`() {
    let expected = """
      paragraph
        text "A word"
        span {.index entry="word!more"}
        text " here, "
        span {.index entry="b"}
        text "then."
      """
    #expect(tree("A word\\index{word!more} here, \\index{b}then.\n") == expected)
  }

  // MARK: What a document for pandoc alone means

  @Test func `a title block is front matter`() {
    let parsed = parse(Source(name: "a.md", text: "% A \"title\"\n  goes on\n% Jane Doe; John Roe\n% 2024\n\nText.\n"))
    #expect(parsed.frontMatter.text("title") == "A \"title\" goes on")
    #expect(parsed.frontMatter.authors == ["Jane Doe", "John Roe"])
    #expect(parsed.frontMatter.text("date") == "2024")
    #expect(parsed.tree.withoutPlaces == "paragraph\n  text \"Text.\"")
    #expect(tree("% A comment\n% Another\n\n```{note}\nx\n```\n").hasPrefix("callout"))
    #expect(!tree("% alone\n\nText.\n").isEmpty)
  }

  private let head = "---\ndocumentclass: article\n---\n"

  @Test(arguments: [
    ("a) one\nb) two\n", "a)"), ("(A) one\n(B) two\n", "(A)"), ("i. one\nii. two\n", "i."), ("(2) one\n(3) two\n", "(1)"),
    ("IV) one\n", "I)"),
    ("A.  one\nB.  two\n", "A."),
  ])
  func `letters and Roman numbers count items in documents for pandoc`(text: String, marker: String) {
    #expect(tree(head + text).contains("{marker=\"\(marker)\"}") && tree(head + text).hasPrefix("list"))
    #expect(!tree(text).hasPrefix("list"))
  }

  @Test(arguments: [
    "a. one\n   i. two\n\n   Tips:\n      1. three\n      2. four\n", "1. one\n2. two\n\n  a) three\n  b) four\n",
    "- one\n  a) two\n\n  Tips:\n\n     1. three\n     2. four\n",
  ])
  func `items with an indent below those of another list are items`(text: String) {
    let lines = tree(head + text).split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("item") } == 4, "\(tree(head + text))")
  }

  @Test func `an initial is no list, and i after h is a letter`() {
    #expect(tree(head + "B. Russell\n").hasPrefix("paragraph"))
    let items = "abcdefghij".map { "\($0)) x\n" }.joined()
    #expect(tree(head + items).split(separator: "\n").count { $0 == "  item" } == 10)
  }

  @Test func `a heading's words in brackets lead to it in documents for pandoc`() {
    let text = "# The start\n\nSee [The start], [the start][] and [here][The start]. [b]\n\n# b\n\n[b]: x.html\n"
    let read = tree(head + text)
    #expect(read.contains("link \"#The%20start\"") || read.contains("link \"#The start\""))
    #expect(read.contains("link \"x.html\"") && !read.contains("[The start]"))
    #expect(tree(text).contains("[The start]"))
  }

  @Test func `texts in raw texts are read up to a depth`() {
    var text = "x"
    for level in 3..<12 {
      let fence = String(repeating: "`", count: level)
      text = "\(fence){=markdown}\n\(text)\n\(fence)\n"
    }
    #expect(tree(text).contains("codeBlock"))
  }

  // MARK: MyST and pymdown-extensions

  @Test func `roles keep their words, icons are icons`() {
    #expect(tree("A {index}`loop <pair: a; b>` and {index}`!word`.\n").contains("text \"loop\""))
    #expect(tree("A {index}`!word`.\n").contains("text \"word\""))
    #expect(tree("{octicon}`rocket;1em` {fas}`home` {octicon}`unheard-of`\n").contains("image \"icon:rocket\""))
    #expect(tree("{octicon}`unheard-of`\n") == "paragraph\n  image \"icon:?unheard-of\"")
  }

  @Test func `doubled carets insert`() {
    #expect(tree("a ^^b c^^ d^2^ ^^ e\n").contains("inserted\n    text \"b c\"\n  text \" d\"\n  superscripted"))
  }

  @Test(arguments: ["(@a) x\n", "| x\n", "\\@ref(a) ", "(\\#eq:a) ", "`a`{=b} ", "(ref:a) b\n\n", "#. x\n", "```{=tex}\na\n```\n\n"])
  func `they are read in linear time`(unit: String) {
    func time(_ count: Int) -> Duration {
      let source = Source(name: "a.md", text: String(repeating: unit, count: count))
      return processorTime { _ = parse(source) }
    }
    _ = time(100)
    let (short, long) = (time(1_000), time(4_000))
    #expect(long < short * 9 || long < .milliseconds(80), "\(short) \(long)")
  }
}

extension Tree {
  /// Its printed form without places and without the document's own line.
  fileprivate var withoutPlaces: String {
    printed().split(separator: "\n").dropFirst().map { line in
      String(line.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false).dropLast().joined(separator: " "))
    }.joined(separator: "\n")
  }
}
