import Testing

@testable import MDTypeset

/// Blocks in columns, figures of several parts.
@Suite struct SideBySideTests {
  private let picture = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='20'%20height='20'/%3E"

  @Test func `columns stand beside one another`() {
    #expect(pageLines(":::: {.columns}\n::: {.column width=30%}\na\n:::\n\n::: {.column}\nb\n\nc\n:::\n::::\n\nd") == [["a b", "c", "d"]])
  }

  @Test func `widths of columns without a unit are per cent`() {
    let wide = "::: {.column width=\"70\"}\nmany words of one line\n:::\n"
    let narrow = "::: {.column width=\"30\"}\nfour other words here\n:::\n"
    #expect(pageLines(":::: {.columns}\n\(wide)\n\(narrow)::::\n") == [["many words of one line four other words here"]])
  }

  @Test func `the parts of a figure are lettered and can be referred to`() {
    let figure = "::: {#fig-x layout-ncol=2}\n![A](\(picture)){#fig-a}\n\n![B](\(picture)){#fig-b}\n\nWhole\n:::"
    #expect(
      pageLines("\(figure)\n\nSee @fig-x and @fig-b") == [["(a) A (b) B", "Figure 1. Whole", "See Figure 1 and Figure 1b"]])
  }

  @Test func `lists of figures name the whole, not its parts`() {
    let figure = "::: {#fig-x layout-ncol=2}\n![A](\(picture))\n\n![B](\(picture))\n\nWhole\n:::"
    let lines = pageLines("---\nlof: true\n---\n\(figure)\n\nSee @fig-x.")[0]
    #expect(lines[1].hasPrefix("1 Whole") && lines[2] == "(a) A (b) B")
  }

  // MARK: Parts in the forms of several tools

  private let parts = ["(a) A (b) B", "Figure 1. Whole", "See Figure 1 , Figure 1a and Figure 1b"]

  @Test func `pandoc-crossref's pictures on neighbouring lines are parts beside each other`() {
    let figure = "::: {#fig:x}\n![A](\(picture)){#fig:a width=40%}\n![B](\(picture)){#fig:b width=40%}\n\nWhole\n:::"
    #expect(pageLines("\(figure)\n\nSee @fig:x, @fig:a and @fig:b") == [parts])
  }

  @Test(arguments: [
    #"\begin{subfigure}[b]{0.45\textwidth}\includegraphics[width=\textwidth]{P}\caption{A}\label{fig:a}\end{subfigure}"#
      + #"\hfill\begin{subfigure}[b]{0.45\textwidth}\includegraphics[width=\textwidth]{P}\caption{B}\label{fig:b}\end{subfigure}"#,
    #"\subfloat[A\label{fig:a}]{\includegraphics[width=0.4\textwidth]{P}}\quad\subfloat[B\label{fig:b}]{\includegraphics[width=0.4\textwidth]{P}}"#,
    #"\subcaptionbox{A\label{fig:a}}{\includegraphics[width=0.4\textwidth]{P}}\subcaptionbox{B\label{fig:b}}[2cm]{\includegraphics[width=0.4\textwidth]{P}}"#,
  ]) func `LaTeX's parts are beside each other, and the figure's label is its own`(latex: String) {
    let body = latex.replacing("P", with: picture)
    let text =
      "\\begin{figure}\n\(body)\n\\caption{Whole}\\label{fig:x}\n\\end{figure}\n\nSee \\cref{fig:x}, \\cref{fig:a} and \\autoref{fig:b}"
    #expect(pageLines(text) == [parts])
  }

  @Test func `tables of a table are parts with letters`() {
    let text = """
      ::: {#tbl-x layout-ncol=2}

      | a |
      |---|
      | 1 |

      : A {#tbl-a}

      | b |
      |---|
      | 2 |

      : B {#tbl-b}

      Whole
      :::

      See @tbl-x and @tbl-b
      """
    #expect(pageLines(text) == [["Table 1. Whole", "(a) A (b) B", "a b", "1 2", "See Table 1 and Table 1b"]])
  }

  @Test func `Quarto's layout says which parts stand in a row`() {
    let pictures = ["A", "B", "C"].map { "![\($0)](\(picture))" }.joined(separator: "\n\n")
    #expect(
      pageLines("::: {#fig-x layout=\"[[1,1], [1]]\"}\n\(pictures)\n\nWhole\n:::\n\nSee @fig-x")
        == [["(a) A (b) B", "(c) C", "Figure 1. Whole", "See Figure 1"]])
  }

  @Test func `a figure of one picture has one caption`() {
    #expect(pageLines("::: {#fig-x}\n![A](\(picture))\n\nWhole\n:::\n\nSee @fig-x") == [["Figure 1. Whole", "See Figure 1"]])
  }

  @Test func `subref is the letter alone`() {
    let figure = "::: {#fig:x}\n![A](\(picture)){#fig:a}\n![B](\(picture)){#fig:b}\n\nWhole\n:::"
    #expect(pageLines("\(figure)\n\nSee \\subref{fig:b}")[0].last == "See (b)")
  }

  @Test func `lists show the short caption`() {
    let figure = "\\begin{figure}\\includegraphics{\(picture)}\\caption[Short]{Long words}\\label{fig:x}\\end{figure}"
    let lines = pageLines("---\nlof: true\n---\n\n\(figure)\n\n![Long](\(picture)){#fig-y short-caption=\"Brief\"}\n")[0]
    #expect(lines.contains { $0.hasPrefix("1 Short") } && lines.contains { $0.hasPrefix("2 Brief") })
    #expect(lines.contains("Figure 1. Long words"))
  }

  @Test func `pandoc-crossref's reference to three is a range`() {
    let figures = (1...3).map { "![A](\(picture)){#fig:\($0)}" }.joined(separator: "\n\n")
    #expect(pageLines("\(figures)\n\nSee [@fig:1; @fig:2; @fig:3]")[0].last == "See Figures 1 to 3")
    #expect(pageLines("\(figures)\n\nSee [@fig:1; @fig:2]")[0].last == "See Figures 1 and 2")
  }

  @Test(arguments: ["a = 1  # \\label{line:a}", "a = 1 (*@\\label{line:a}@*)", "a = 1 |\\label{line:a}|"])
  func `text refers to lines of code that have numbers`(line: String) {
    let code = "```{.python .numberLines startFrom=\"5\"}\nb = 2\n\(line)\n```\n\nSee \\cref{line:a} or \\ref{line:a}."
    #expect(pageLines(code) == [["b = 2", "a = 1", "See line 6 or 6 ."]])
  }

  @Test(arguments: [("en", "See lines 5 and 6"), ("de", "See Zeilen 5 und 6"), ("fr", "See lignes 5 et 6"), ("es", "See líneas 5 y 6")])
  func `several lines of code are named in the plural`(language: String, words: String) {
    let code = "```{.python .numberLines startFrom=\"5\"}\nb = 2  # \\label{line:a}\na = 1  # \\label{line:b}\n```\n\n"
    #expect(pageLines("---\nlang: \(language)\n---\n\n\(code)See \\cref{line:a,line:b}")[0].last == words)
  }

  @Test func `a label in code without numbers is code`() {
    #expect(pageLines("```python\na = 1  # \\label{a}\n```") == [["a = 1 # \\label{a}"]])
  }

  @Test func `to pandoc a line without bars below a table is text`() {
    #expect(pageLines("---\ncsl: apa\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n*Words below.*\n") == [["a b", "1 2", "Words below."]])
  }

  @Test func `pageref is the number of a page`() {
    #expect(pageLines("See \\pageref{sec:b}.\n\n\\newpage\n\n# B {#sec:b}\n")[0] == ["See 2 ."])
  }

  @Test func `a name within a caption is that of the table`() {
    let text = "| a |\n|---|\n| 1 |\n\n: Words. []{#tbl:x}\n\nSee @tbl:x"
    #expect(pageLines(text) == [["Table 1. Words.", "a", "1", "See Table 1"]])
  }

  @Test func `a figure with any label is counted where LaTeX refers to it`() {
    #expect(pageLines("![Words \\label{one}](\(picture))\n\nSee Figure \\ref{one}") == [["Figure 1. Words", "See Figure 1"]])
  }

  @Test func `columns longer than a page are divided, and nothing is lost`() {
    let long = (1...80).map { "w\($0)" }.joined(separator: "\n\n")
    let pages = pageLines(":::: {.columns}\n::: {.column}\n\(long)\n:::\n\n::: {.column}\nb\n:::\n::::")
    #expect(pages.count > 1)
    #expect(pages.joined().flatMap { $0.split(separator: " ").map(String.init) }.sorted() == (["b"] + (1...80).map { "w\($0)" }).sorted())
  }
}
