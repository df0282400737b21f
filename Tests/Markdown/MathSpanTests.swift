import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// The formulas of a text: `$x$` in line, `$$x$$` displayed.
func formulas(_ text: String) -> [String] {
  let tree = parse(Source(name: "a.md", text: text)).tree
  return tree.nodes.compactMap { node in
    switch node.kind {
    case .math(let span), .mathBlock(let span): span.isDisplay ? "$$\(span.tex)$$" : "$\(span.tex)$"
    default: nil
    }
  }
}

@Suite struct MathSpanTests {
  @Test func `dollars around a formula are taken with what is between`() {
    #expect(formulas("Let $x_1 * y_2 * z$ be.") == ["$x_1 * y_2 * z$"])
  }

  @Test func `a closer never stands before a digit`() {
    #expect(formulas("from $5 to $10 a piece") == [])
    #expect(formulas("$x$2 and $5$") == ["$5$"])
  }

  @Test func `digits may begin a formula`() {
    #expect(formulas("$5$, $2^n$ and $10^6$") == ["$5$", "$2^n$", "$10^6$"])
  }

  @Test func `groups in parentheses are a formula`() {
    #expect(formulas("1. $( A ) (Amplitude)$ and $(f) (Frequency of it)$") == ["$( A ) (Amplitude)$", "$(f) (Frequency of it)$"])
    #expect(formulas("make $(CC) $(LD) all") == [])
  }

  @Test func `two amounts in one paragraph are money`() {
    #expect(formulas("It is $0.124 per hour, and $3 the first time.") == [])
    #expect(formulas("costs $20,000 and US$30") == [])
  }

  @Test func `blank inside the dollars needs the look of a formula`() {
    #expect(formulas("take $ x_1 $ and $ n $ but not $ npm $ ") == ["$ x_1 $", "$ n $"])
  }

  @Test func `letters and Chinese may touch the dollars`() {
    #expect(formulas("the $n$-th，设$x$为$y$的") == ["$n$", "$x$", "$y$"])
  }

  @Test func `an escaped dollar is a dollar`() {
    #expect(formulas(#"\$5 and \$6, but $a\$b$"#) == [#"$a\$b$"#])
  }

  @Test func `a formula runs over a line end but not over a blank line`() {
    #expect(formulas("a $x +\ny$ b") == ["$x +\ny$"])
    #expect(formulas("a $x +\n\ny$ b") == [])
  }

  @Test func `nothing is math in code`() {
    #expect(formulas("`$x$` and ``a ` $y$``\n\n    $z$\n\n```\n$w$\n```\n\n~~~\n$$v$$\n~~~") == [])
  }

  @Test func `code that begins in a would-be formula binds more tightly`() {
    #expect(formulas("costs $5 `a$b` x$") == [])
  }

  @Test func `nothing is math in scripts, styles, comments and addresses`() {
    #expect(formulas("<script>\nlet a = `$x$`\n\n$y$\n</script>\n\nz") == [])
    #expect(formulas("<!-- $x$ -->") == [])
    #expect(formulas("[a](http://b.c/$x$) <http://d.e/$y$> <a href=\"$z$\">") == [])
  }

  @Test func `a display stands on lines of its own or in one line`() {
    #expect(formulas("$$\na + b\n$$") == ["$$\na + b\n$$"])
    #expect(formulas("$$a + b$$") == ["$$a + b$$"])
    #expect(formulas("such that$$\na\n$$") == ["$$\na\n$$"])
  }

  @Test func `a one-line display amid text is in line`() {
    #expect(formulas("so $$x$$ is") == ["$x$"])
    #expect(formulas("so that $$x$$") == ["$$x$$"])
  }

  @Test func `openers and closers of displays are matched in reading order`() {
    #expect(formulas("text$$\na\n$$\n\nmore\n\n$$\nb\n$$") == ["$$\na\n$$", "$$\nb\n$$"])
  }

  @Test func `lines of a display that look like blocks are the formula's`() {
    #expect(formulas("$$\na\n= b\n- c\n+ d\n# e\n> f\n$$") == ["$$\na\n= b\n- c\n+ d\n# e\n> f\n$$"])
  }

  @Test func `a display that begins its line may have blank lines`() {
    #expect(formulas("$$\na\n\n    b\n$$\n\nc") == ["$$\na\n\n    b\n$$"])
  }

  @Test func `a quote's marks and a list's indent are no part of a display`() {
    #expect(formulas("> $$\n> a\n> b\n> $$") == ["$$\na\nb\n$$"])
    #expect(formulas("- x\n\n  $$\n  a\n  $$") == ["$$\na\n$$"])
    #expect(formulas("1. x\n\n    $$\n    a\n    $$") == ["$$\n a\n $$"])
  }

  @Test func `an unclosed display ends with its paragraph, and is said`() {
    let document = parse(Source(name: "a.md", text: "$$\n\\frac12\n\ntext $x$\n"))
    #expect(document.diagnostics.map(\.code) == ["math.unclosed"])
    #expect(formulas("$$\n\\frac12\n\ntext $x$\n") == ["$$\n\\frac12$$", "$x$"])
  }

  @Test func `a bracket display begins its line and looks like math`() {
    #expect(formulas("\\[ x^2 \\]") == ["$$ x^2 $$"])
    #expect(formulas("\\[\nx\n\\]") == ["$$\nx\n$$"])
    #expect(formulas("see [P2292 \\[HNOI2004\\] L](url)") == [])
    #expect(formulas("\\[note\\] this") == [])
  }

  @Test func `parentheses with a backslash are a formula where they hold one`() {
    #expect(formulas("\\(x\\) and \\(see below\\), \\\\(y_1\\\\)") == ["$x$", "$y_1$"])
  }

  @Test func `math fences and math code are formulas`() {
    #expect(formulas("```math\na\nb\n```\n\nand $`x_1`$") == ["$$a\nb$$", "$x_1$"])
  }

  @Test func `where displays are fences for MathJax, code between dollars is a formula`() {
    #expect(formulas("```mathjax\nf \\circ g\n```\n\nof `$f$`, `a` and `$`\n") == ["$$f \\circ g$$", "$f$"])
    #expect(formulas("of `$f$`\n\n```math\ng\n```\n") == ["$$g$$"])
  }

  @Test func `bare environments at the beginning of a line are displays`() {
    let text = "text\n\\begin{align*}\na &= b \\\\\n\nc\n\\end{align*}\nmore"
    #expect(formulas(text) == ["$$\\begin{align*}\na &= b \\\\\n\nc\n\\end{align*}$$"])
    #expect(formulas("\\begin{verbatim}\n$x\n\\end{verbatim}") == [])
  }

  @Test(arguments: ["aligned", "gathered", "split", "cases", "pmatrix", "array"])
  func `parts of displays are displays where they stand alone`(name: String) {
    let head = name == "array" ? "{l}" : ""
    let formula = "\\begin{\(name)}\(head)\na \\\\ b\n\\end{\(name)}"
    #expect(formulas("text\n\n\(formula)\n\nmore") == ["$$\(formula)$$"])
    #expect(formulas("so $\(formula)$ is") == ["$\(formula)$"])
    #expect(parse(Source(name: "a.md", text: formula)).diagnostics.isEmpty)
  }

  @Test func `labels may have blanks`() {
    #expect(formulas("By \\eqref{n mean} and \\ref{eq: x y}.") == ["$\\eqref{n mean}$", "$\\ref{eq: x y}$"])
  }

  @Test func `in a table an escaped bar is a bar and a bare one does not split`() {
    let text = "| a | b |\n|---|---|\n| $\\|k\\|$ | $|x|$ |\n"
    #expect(formulas(text) == ["$|k|$", "$|x|$"])
    let cells = parse(Source(name: "a.md", text: text)).tree.nodes.count { if case .tableCell = $0.kind { true } else { false } }
    #expect(cells == 4)
  }

  @Test func `dollars within braces belong to the formula`() {
    #expect(formulas("$a \\text{if $x$ is} b$ and $c$") == ["$a \\text{if $x$ is} b$", "$c$"])
  }

  @Test func `places in a formula are the author's`() {
    let text = "> $$\n> ab\n> cd\n> $$\n"
    let source = Source(name: "a.md", text: text)
    let span = parse(source).tree.nodes.compactMap { if case .mathBlock(let span) = $0.kind { span } else { nil } }.first
    let body = span?.tex.utf8.firstIndex(of: UInt8(ascii: "c")).map { span!.tex.utf8.distance(from: span!.tex.startIndex, to: $0) }
    #expect(body.map { source.text(span!.sourceSpan(ofBody: $0..<$0 + 2)) } == "cd")
  }

  @Test func `emphasis right beside a formula works`() {
    let kinds = parse(Source(name: "a.md", text: "a**$x$**b")).tree.nodes.map(\.kind)
    #expect(kinds.contains(.strong))
    let escaped = parse(Source(name: "a.md", text: "an $$x$$**\\(M\\) norm** of $$y$$")).tree.nodes.map(\.kind)
    #expect(escaped.contains(.strong))
  }

  @Test(arguments: [
    "$", "$$ ", "${ ", "`$` ", "\\(x ", "\\begin{align}\n", "> ", "[", "](", "- ", "$$\nx\n\n", "<a ", "|\n|-|\n",
  ])
  func `hostile input takes linear time`(unit: String) {
    let text = String(repeating: unit, count: 200_000 / unit.utf8.count)
    let time = processorTime { _ = parse(Source(name: "a.md", text: text)) }
    #expect(time < .seconds(4))
  }
}
