import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// LaTeX between Markdown, as authors for pandoc write it.
@Suite struct LaTeXTests {
  /// The printed tree without places, neighbouring texts joined.
  private func shape(_ text: String) -> String {
    parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
      .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
  }

  private func codes(_ text: String) -> [String] { parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) }

  @Test(arguments: [
    ("See Fig.~\\ref{fig:a} and Fig.~\\ref{fig:b}.", "See Fig.\u{A0}\\ref{fig:a} and Fig.\u{A0}\\ref{fig:b}."),
    ("Eq.~(3) and Eq.~(4)", "Eq.\u{A0}(3) and Eq.\u{A0}(4)"), ("Table~\\ref{t} x~y", "Table\u{A0}\\ref{t} x~y"),
    ("vol.~2, pp.~3", "vol.\u{A0}2, pp.\u{A0}3"),
  ])
  func `a tie is a space at which no line ends`(text: String, markdown: String) {
    #expect(shape(text) == shape(markdown), "\(shape(text))")
  }

  @Test(arguments: [
    ("{lr}", "a & b & c", ["1:table.cells"]), ("{lr}", "a & b", []), ("{l@{ }r}", "a \\& b & c", []),
    ("{*{2}{c}}", "a & b & c & d", ["1:table.cells"]),
    ("{lY}", "a & b & c", []), ("{ll}", "\\multicolumn{2}{c}{a} & b", ["1:table.cells"]),
  ])
  func `a row with more cells than its tabular has columns is said`(columns: String, row: String, codes expected: [String]) {
    let source = Source(name: "a.md", text: "\\begin{tabular}\(columns)\na & b \\\\\n\(row) \\\\\n\\end{tabular}\n")
    let said = parse(source).diagnostics.map { "\(($0.position(in: source)?.line ?? 0) - 2):\($0.code)" }
    #expect(said == expected)
  }

  @Test(arguments: ["a ~b~ c", "H~2~O", "x. ~y~", "`a.~(b)~`"]) func `other tildes stay what they are`(text: String) {
    #expect(!shape(text).contains("\u{A0}"))
  }

  @Test(arguments: [
    (#"\chapter{One}"#, "# One"), (#"\section*{Two *a*}"#, "## Two *a* {-}"), ("a\n\\subsection{Three}\nb", "a\n### Three\nb"),
    (#"a \textcolor{red}{b} \fbox{c} d"#, "a b c d"), ("\\let\\a\\b\nWords", "Words"),
    ("\\reversemarginpar\n\\addcontentsline{toc}{section}{A}\n\\listoffigures\nWords", "\\listoffigures\n\nWords"),
    (#"as \cite[see][p.~3]{a}"#, "as [see a, p.\u{A0}3]"),
  ])
  func `commands of templates are read as Markdown has them`(latex: String, markdown: String) {
    #expect(shape(latex) == shape(markdown), "\(shape(latex))")
  }

  @Test(arguments: [#"See \section{A} there"#, #"\section{A} there"#, "\\let\\a", "So \\let\\a\\b"])
  func `commands within a line stay`(text: String) { #expect(shape(text).contains("\\\\")) }

  @Test func `a table in a box of a float with a caption of a template's is one`() {
    let tree = shape(
      #"""
      \begin{sidewaystable}[]
      \resizebox{\textwidth}{!}{%
      \begin{tabular}{l|c|}
      \textbf{} & \textbf{\makecell{Very\\ high}} \\ \hline
      \multicolumn{1}{|l|}{\vtop{\hbox{\strut How}\hbox{\strut good?}}} & 2 \\ \hline
      \end{tabular}%
      }
      \slcaption{\textbf{Answers}. All.}
      \end{sidewaystable}
      """#)
    for words in ["table", "caption", "Very", "good?", "Answers"] { #expect(tree.contains(words), "\(tree)") }
    #expect(!tree.contains("&") && !tree.contains("box"), "\(tree)")
  }

  @Test(arguments: [" ", "\n    ", "%\n  ", " % words\n"]) func `blanks between options and what follows are none`(blank: String) {
    func float(_ blank: String) -> String {
      "\\begin{figure}[h]\n\\centering\n\\includegraphics[width=2cm]\(blank){a.png}\n\\caption[Short]\(blank){Long \\textbf{words}}\n"
        + "\\label{fig:a}\n\\end{figure}\n"
    }
    #expect(shape(float(blank)) == shape(float("")))
    #expect(shape(float("")).contains("caption"))
    // Code begins below its options.
    #expect(shape("\\begin{lstlisting}[language=json]\n{a}\n\\end{lstlisting}\n").contains("{a}"))
  }

  @Test func `a command that is unknown is left out of its table, which is said, and the words in its braces stay`() {
    let text = "\\begin{sidewaystable}\n\\begin{tabular}{ll}\na & \\wonder[x]{b} \\\\\n\\end{tabular}\n\\end{sidewaystable}\n"
    let tree = shape(text)
    #expect(tree.contains("table") && tree.contains("text \"b") && !tree.contains("wonder") && !tree.contains("[x]"), "\(tree)")
    #expect(codes(text) == ["latex.command"])
    // A drawing is nothing without its command.
    let drawing = text.replacing("wonder[x]", with: "chemfig")
    #expect(shape(drawing).hasPrefix("codeBlock") && codes(drawing) == ["math.unknown-environment"])
  }

  @Test func `what journals put between the rows of their tables is no words`() {
    let text = #"""
      \begin{table}
      \begin{tabular}{lr}
      \hline\noalign{\smallskip}
      a & b \tabularnewline
      \svhline\specialrule{1pt}{2pt}{3pt}
      \rowcolors{2}{gray}{white}\hhline{==}
      c & d \\ \noalign{\smallskip}\hline
      \end{tabular}
      \caption{Words}
      \end{table}

      """#
    let tree = shape(text)
    #expect(["a", "b", "c", "d", "Words"].allSatisfy { tree.contains("text \"\($0)") }, "\(tree)")
    #expect(!tree.contains("gray") && !tree.contains("1pt") && codes(text) == [])
  }

  @Test func `the options of a listing are its caption and its label`() {
    let tree = shape("\\begin{lstlisting}[language=Erlang, caption={[Short]One, two}, label=lst:a]\nx\n\\end{lstlisting}\n")
    #expect(tree.contains("#lst:a") && tree.contains("caption=\"One, two\"") && tree.contains("x"), "\(tree)")
  }

  @Test func `raw LaTeX that is not understood is shown as it is written`() {
    let text = "```{=tex}\n\\hat\\beta = \\sum_{i=1}^{n} a_i\n```\n"
    #expect(shape(text).contains("codeBlock \"latex\""), "\(shape(text))")
    #expect(codes(text) == ["raw.latex"])
    #expect(codes("```{=latex}\n\\textbf{a_b}\n```\n") == [])
  }

  @Test func `items with labels of their own keep them`() {
    let list = shape("\\begin{enumerate}\n\\item[a)] x\n\\item[b)] y\n\\end{enumerate}\n")
    #expect(list.contains("text \"a)\"") && list.contains("text \"b)\""), "\(list)")
  }

  @Test(arguments: [
    (#"a \textbf{b $x$} c"#, "a <b>b $x$</b> c"), (#"\emph{a \textit{b}} c"#, "<em>a <em>b</em></em> c"),
    (#"\texttt{a} \underline{b}"#, "<code>a</code> <u>b</u>"), (#"\LaTeX\ is \TeX{} so"#, "LaTeX is TeX so"),
    (#"see \url{https://a.b}"#, "see <https://a.b>"), (#"\href{https://a.b}{c *d*}"#, "<a href=\"https://a.b\">c *d*</a>"),
    (#"a\footnote{b *c*}"#, "a^[b *c*]"), (#"as \cite{a, b} and \citep[p.~3]{c}"#, "as [a; b] and [c, p.\u{A0}3]"),
    (#"\noindent a"#, "a"), (#"a \hspace{1cm} b"#, "a b"), ("# A \\label{sec:a}", "# A {#sec:a}"),
    ("a\n\\newpage\nb", "a\n\n\\newpage\n\nb"),
    ("a\n\\vspace{1cm}\nb", "a\n\nb"), ("- a \\textbf{b}", "- a <b>b</b>"),
    ("\\begin{center}\na\n\\end{center}\n", "<div align=\"center\">\na\n</div>"),
  ])
  func `commands of text are what they say`(text: String, markdown: String) {
    #expect(shape(text) == shape(markdown), "\(shape(text))")
    #expect(codes(text) == [])
  }

  @Test(arguments: [
    #"C:\textbf{x} and C:\emph"#, #"`\textbf{x}` \\textbf{x}"#, #"\textbf{...} \emph{#1} \emph{}"#, #"\foo{bar} \alpha \small-x"#,
    #"a \textbf{b"#, "D:\\label{x}", #"a \large b"#,
  ])
  func `what may be a path, a placeholder or unknown stays as it is`(text: String) {
    #expect(!shape(text).contains("html") && !shape(text).contains("strong") && !shape(text).contains("emphasis"), "\(shape(text))")
    #expect(shape(text).contains("\\"))
  }

  @Test(arguments: [
    ("![A plot.\\label{fig:a}](a.png)", "![A plot.](a.png){#fig:a}"),
    ("![\\label{fig:a}A [b](c) *d*](a.png)", "![A [b](c) *d*](a.png){#fig:a}"),
    ("![A \\label{fig:a}](a.png){width=3cm}", "![A ](a.png){#fig:a width=3cm}"),
    ("![A \\label{fig:a}](a.png \"t\")", "![A ](a.png \"t\"){#fig:a}"),
    ("![A \\label{fig:a}](a.png (t)){width=3cm}", "![A ](a.png (t)){#fig:a width=3cm}"),
    ("![A \\label{fig:a}](<a.png> 't')", "![A ](<a.png> 't'){#fig:a}"),
    ("See \\autoref{fig:a} and \\cref{eq:b}.", "See [@fig:a] and [@eq:b]."),
  ])
  func `a label in a caption names its picture`(text: String, markdown: String) {
    #expect(shape(text) == shape(markdown), "\(shape(text))")
  }

  @Test(arguments: ["[a\\label{b} c](d.png)", "a\\label{b} [c](d)", "![a \\label{b} c](d.png)", "![a](b.png) \\label{c}"])
  func `a label elsewhere names nothing`(text: String) { #expect(!shape(text).contains("{#") && !shape(text).contains("label")) }

  @Test func `a reference in code stays`() { #expect(shape("`\\autoref{fig:a}`").contains("autoref")) }

  @Test(arguments: ["\\autoref{a}", "\\cref{a}", "\\Cref{a}"]) func `a reference is to what has the label, of whatever kind`(text: String) {
    #expect(shape(text).contains("span {.cref labels=\"a\"}"))
  }

  @Test func `formulas keep their own commands`() {
    #expect(formulas(#"$\textbf{a}\label{b}$ and \textbf{$x$}"#) == [#"$\textbf{a}\label{b}$"#, "$x$"])
    #expect(formulas("$$\n\\text{\\emph{a}}\n$$\n") == ["$$\n\\text{\\emph{a}}\n$$"])
  }

  @Test(arguments: [
    (#"\includegraphics[width=5cm]{a.png}"#, "![](<a.png>){width=5cm}"),
    ("Words:\n\\includegraphics[page=2, width=\\textwidth]{a b.pdf}", "Words:\n![](<a b.pdf#page=2>){width=100%}"),
    (#"\includesvg[width=0.5\linewidth, inkscapelatex=false]{b}"#, "![](<b.svg>){width=50% math=off}"),
    (#"\includesvg{b.svg}"#, "![](<b.svg>)"),
  ])
  func `a picture of LaTeX on a line of its own is a picture`(text: String, wanted: String) {
    #expect(shape(text) == shape(wanted), "\(shape(text))")
  }

  @Test func `a picture of LaTeX within words is spoken of`() {
    #expect(!shape(#"write \includegraphics{a.png} there"#).contains("image"), "\(shape(#"write \includegraphics{a.png} there"#))")
  }

  @Test func `a figure is a figure`() {
    let text = """
      a
      \\begin{figure}[h!]
      \\centering % in the middle

      \\includegraphics[width=0.6\\linewidth]{a.png}
      \\caption{\\label{fig:a}A \\textbf{b} of $x$ in 5\\,\\%}
      \\end{figure}
      *b*
      """
    let wanted = """
      a

      <figure id="fig:a" placement="h!">
      <img src="a.png" width="60%">
      <figcaption>A <b>b</b> of $x$ in 5 %</figcaption>
      </figure>

      *b*
      """
    #expect(shape(text) == shape(wanted), "\(shape(text))")
    #expect(formulas(text) == ["$x$"])
    #expect(codes(text) == [])
  }

  @Test func `a table is a table`() {
    let text = """
      \\begin{table}
      \\caption{C}\\label{tab:c}
      \\begin{tabular}{|l|*{2}{c}@{}p{2cm}|}
      \\hline
      A & $a & b$ & C \\& D & \\multicolumn{1}{r}{E} \\\\ \\hline
      \\multicolumn{2}{c}{F} & G \\\\[2pt]
      \\cmidrule(lr){2-3}
      H & & {\\bf I} & J \\\\
      \\hline
      \\end{tabular}
      \\end{table}
      """
    let wanted = """
      <figure id="tab:c">
      <figcaption>C</figcaption>
      <table>
      <tr><th align="left">A</th><th align="center">$a & b$</th><th align="center">C &amp; D</th><th align="right">E</th></tr>
      <tr><td colspan="2" align="center">F</td><td align="center">G</td></tr>
      <tr><td align="left">H</td><td align="center"></td><td align="center"><b>I</b></td><td align="left">J</td></tr>
      </table>
      </figure>
      """
    // Blanks at the ends of cells are nothing.
    #expect(shape(text).replacing(" \"", with: "\"") == shape(wanted).replacing(" \"", with: "\""), "\(shape(text))")
    #expect(codes(text) == [])
  }

  @Test func `a cell over more columns than a table may have is said`() {
    let text = "\\begin{tabular}{ll}\n\\multicolumn{101}{c}{x} \\\\\na & b\n\\end{tabular}\n"
    #expect(codes(text) == ["attribute.range"] && codes(text.replacing("101", with: "100")) == [])
    #expect(shape(text).contains("colspan=\"100\""))
  }

  @Test func `lists are lists, in each other too`() {
    let text = """
      \\begin{enumerate}
      \\item a $x$

      b
      \\begin{itemize}
        \\item[--] c
        \\item d
      \\end{itemize}
      \\item ``e''
      \\end{enumerate}

      \\begin{description}
      \\item[f] g
      \\end{description}
      """
    let found = shape(text)
    #expect(found.contains("list from 1") && found.contains("list of bullets") && found.contains("text \"g\""), "\(found)")
    #expect(found.contains("text \"“e”\""), "\(found)")
    #expect(codes(text) == [])
  }

  @Test(arguments: [
    "\\begin{table}\n\\foo{a} & b\n\\end{table}\n", "\\begin{tabular}{l}\na { b\n\\end{tabular}\n",
    "> \\begin{figure}\n> \\includegraphics{a.png}\n> \\end{figure}\n",
  ])
  func `what can't be translated is shown as its source`(text: String) {
    #expect(shape(text).contains("codeBlock") || shape(text).contains("code "), "\(shape(text))")
    #expect(codes(text) == ["math.unknown-environment"])
  }

  @Test func `what only LaTeX draws is shown as its source within its figure`() {
    let text = "\\begin{figure}\n\\begin{tikzpicture}\n\\draw (0,0);\n\\end{tikzpicture}\n\\caption{A}\n\\end{figure}\n"
    #expect(shape(text).contains("figure\n  codeBlock \"\" \"\\\\draw (0,0);"), "\(shape(text))")
    #expect(codes(text) == ["latex.drawing"])
  }

  @Test(arguments: [
    "\\begin{center}\n", "\\begin{center}\n\\end{center}\n\n", "\\textbf{", "\\begin{tabular}{", "\\item \\textbf{a} ", "\\footnote{a}",
    "\\begin{tabular}{l}\n", "\\label{a", "\\begin{itemize}\n\\item a\n",
  ])
  func `hostile LaTeX takes linear time`(unit: String) {
    let text = String(repeating: unit, count: 30_000 / unit.utf8.count) + "\\end{center}\n\\end{tabular}\n\\end{itemize}\n"
    let time = processorTime { _ = parse(Source(name: "a.md", text: text)) }
    #expect(time < .seconds(4))
  }
}
