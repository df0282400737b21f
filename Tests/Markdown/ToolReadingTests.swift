import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// What tools read in their own way, in documents of that tool and of others.
@Suite struct ToolReadingTests {
  private func document(_ text: String, _ tool: Dialect.Tool) -> (document: ParsedDocument, codes: [String]) {
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    let (source, found) = preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget(), in: Dialect(tool))
    let document = parse(source, options: options, budget: Budget())
    return (document, (found + document.diagnostics).map(\.code))
  }

  private func tree(_ text: String, _ tool: Dialect.Tool = .general) -> String { document(text, tool).document.tree.printed() }

  private func words(_ text: String, _ tool: Dialect.Tool = .general) -> String {
    let tree = document(text, tool).document.tree
    return tree.plainText(of: 0)
  }

  private func formulas(_ text: String, _ tool: Dialect.Tool) -> [String] {
    document(text, tool).document.tree.nodes.compactMap { node in
      switch node.kind {
      case .math(let span), .mathBlock(let span): span.tex
      default: nil
      }
    }
  }

  // MARK: Formulas

  @Test func `equations with blank lines between them are one below the other in Sphinx`() {
    #expect(formulas("$$\na = b\n\nc = d\n$$\n", .myst) == ["\\begin{aligned}\na = b\\\\\n\nc = d\n\\end{aligned}"])
    #expect(
      formulas("$$\n\\begin{aligned}\na\n\nb\n\\end{aligned}\n\nc &= d \\\\\n&= e\n$$\n", .myst)
        == [
          "\\begin{aligned}\n\\begin{aligned}\na\n\nb\n\\end{aligned}\\\\\n\n\\begin{split}c &= d \\\\\n&= e\\end{split}\n\\end{aligned}"
        ])
    #expect(formulas("$$\na = b\n\nc = d\n$$\n", .pandoc) == ["\na = b\n\nc = d\n"])
  }

  @Test func `a number behind a display of MyST's is its label`() {
    #expect(tree("$$s = vt$$ (1)\n\nSee {eq}`1`.\n", .myst).contains("{#1"))
    #expect(formulas("$$s = vt$$ (1)\n", .myst).contains { $0.contains("\\tag*{(1)}") })
    #expect(formulas("$$s = vt$$ (1)\n", .github).contains { $0.contains("\\tag*{(1)}") })
  }

  @Test(arguments: [Dialect.Tool.general, .rmarkdown, .kramdown])
  func `a line of an open formula begins no list`(tool: Dialect.Tool) {
    let text = "- Words $x_i = a\n    + A_2 x_{i-2}\n    + b$ and $c$.\n"
    #expect(formulas(text, tool).contains { $0.hasSuffix("b") && $0.contains("A_2") })
    #expect(formulas("It costs $5\n- 6 and\n- 7$ more\n", tool) == [])
  }

  // MARK: Values

  @Test func `code that shows the front matter's values is filled`() {
    let text = "---\ntitle: A *b*\n---\n\n# `r rmarkdown::metadata$title` by `r rmarkdown::metadata$author`\n"
    let shown = words(text, .rmarkdown)
    #expect(shown.contains("A b by") && shown.contains("rmarkdown::metadata$author"), "\(shown)")
  }

  @Test func `a shortcode of formulas may have one as its argument`() {
    let text = "All {{< katex \"a+bi\" >}} and {{< katex \"\\in\" >}}, {{< katex >}}{{< /katex >}}none.\n\n{{< katex display=\"e^x\" >}}\n"
    #expect(formulas(text, .hugo) == ["a+bi", "\\in", "e^x"])
  }

  // MARK: HTML

  @Test func `emphasis and code in a paragraph of HTML's are Markdown for pandoc`() {
    let text = "<div class=\"figure\">\n<p class=\"caption\">`a<b` and *two **words*** in $x_1*y_2*z$, snake_case_word</p>\n</div>\n"
    let read = tree(text, .bookdown)
    #expect(read.contains("code \"a<b\"") && read.contains("emphasis") && read.contains("strong") && read.contains("math \"x_1*y_2*z\""))
    #expect(read.contains("snake_case_word"))
    #expect(!tree("<p class=\"caption\">*two* words</p>\n", .github).contains("emphasis"))
  }

  // MARK: Callouts

  @Test func `a folded admonition's name may stand right behind its signs`() {
    for head in ["???note \"T\"", "???+note \"T\"", "??? note \"T\""] {
      #expect(tree(head + "\n    Words.\n\n    $$\n    x\n    $$\n", .mkdocs).contains("callout admonition"), "\(head)")
    }
    #expect(!tree("???what\n", .mkdocs).contains("callout"))
  }

  // MARK: Captions

  @Test(arguments: Dialect.Tool.allCases)
  func `a description is a caption for pandoc and what is built on it, and where no tool is known`(tool: Dialect.Tool) {
    let isCaption = tool == .general || tool.isPandoc
    #expect(tree("![A rose](rose.png)\n", tool).contains("caption=\"\"") == !isCaption)
    #expect(tree("![A rose](rose.png \"On pointing\")\n", tool).contains("caption=\"\"") == !(isCaption || tool == .liascript))
  }

  @Test func `what an author calls a caption is one in all dialects`() {
    #expect(!tree("{{< figure src=\"a.png\" caption=\"A rose\" >}}\n", .hugo).contains("caption=\"\""))
    #expect(tree("{{< figure src=\"a.png\" alt=\"A rose\" >}}\n", .hugo).contains("caption=\"\""))
    // A label of a figure has been written for a tool that counts figures.
    #expect(!tree("![A rose](a.png){#fig:rose}\n", .mkdocs).contains("caption=\"\""))
  }

  @Test func `the title of a picture is its caption in a course`() {
    let tree = tree("![Alt](a.png \"The title\")\n", .liascript)
    #expect(tree.contains("text \"The title\"") && !tree.contains("caption"))
  }

  // MARK: Formulas

  @Test func `escaped brackets are delimiters where a delimiter must be`() {
    #expect(
      formulas("$$\n\\left\\[ a \\right\\] \\bigl\\[ b \\\\[2pt] c\n$$\n", .obsidian) == ["\n\\left[ a \\right] \\bigl[ b \\\\[2pt] c\n"])
  }

  @Test func `environments with doubled signs are formulas where Markdown is read first`() {
    #expect(formulas("And $$\\\\begin{CD} A @>>> B \\\\end{CD}$$ so.\n", .hugo) == ["\\begin{CD} A @>>> B \\end{CD}"])
    let bare = "\\\\begin{CD}\nA @>>> B \\\\\\\\\nC @>>> D\n\\\\end{CD}\n"
    #expect(formulas(bare, .hugo) == ["\\begin{CD}\nA @>>> B \\\\\nC @>>> D\n\\end{CD}"])
    #expect(formulas("```\n\(bare)```\n", .hugo) == [] && formulas(bare, .pandoc) == [])
  }

  @Test func `two fences with a blank line between them are one formula where the others are pairs`() {
    let text = "$$\nf(x) = 1 \\\\\n\nthe system is stable\n$$\nNext words.\n\n$$\na\n$$\n"
    #expect(formulas(text, .general).count == 2 && formulas(text, .general).first?.contains("stable") == true)
    // One has lost its partner.
    let lost = "$$\nf(x) = 1\n\nThe system is stable and so is the other.\n\n$$\na\n$$\n"
    #expect(formulas(lost, .general).contains { $0.contains("stable") } == false)
  }

  @Test func `lines that are displays say nothing of the width at which an editor wraps`() {
    let long = "$$D(1) = 0 = 0 \\cdot 1 + 0 \\cdot x + 0 \\cdot x^2 + \\cdots + 0 \\cdot y$$\n"
    let text =
      "Words of a first line that is about as long as one of those that an editor\nwraps go on.\n\n\(String(repeating: long, count: 4))end\n"
    #expect(tree(text, .obsidian).contains("lineBreak"))
  }

  @Test func `words between which only LaTeX's blanks stand are a formula`() {
    #expect(
      formulas("The $Least\\ Prime\\ Factor\\ of\\ N$ is $afb,\\ afc$.\n", .general) == ["Least\\ Prime\\ Factor\\ of\\ N", "afb,\\ afc"])
    #expect(formulas("Costs $5 in\\ total or 6$ there.\n", .general) == [])
  }

  // MARK: LaTeX in prose

  @Test(arguments: [
    ("Schr\\\"odinger, G\\\"odel, na\\\"{\\i}ve", "Schrödinger, Gödel, naïve"),
    ("Erd\\H{o}s and Fran\\c{c}ois, \\v{S}koda", "Erdős and François, Škoda"),
    ("caf\\'{e}, Poincar{\\'e}", "café, Poincaré"), ("S{\\o}ren, Stra\\ss{}e, {\\AA}ngstr\\\"om", "Søren, Straße, Ångström"),
    ("see \\S 3, (\\S4) and \\S~5", "see §3, (§4) and §\u{A0}5"),
  ])
  func `letters of LaTeX in prose are letters`(text: String, shown: String) { #expect(words(text + ".\n") == shown + ".") }

  @Test(arguments: ["say \\\"all\\\" of it", "it\\'s l\\'eau", "matches \\S+ and \\d{3}", "C:\\S3 and \\S", "x\\\"{a}\\\"y"])
  func `escaped quotation marks and expressions are none`(text: String) {
    let shown = words(text + ".\n")
    #expect(!shown.contains("§") && shown.allSatisfy { $0.isASCII || "“”‘’".contains($0) }, "\(shown)")
  }

  @Test func `a command's argument may be behind a blank or on the next line`() {
    #expect(tree("Words\\footnote {A note.} and \\textbf {bold}.\n", .pandoc).contains("footnote"))
    #expect(words("Words \\emph\n{here}.\n", .pandoc) == "Words here.")
  }

  // MARK: Tools

  @Test func `works of an Internet-Draft are named by their keys, hyphens and all`() {
    let draft =
      "---\ntitle: A\nnormative:\n  RFC9110: http\n--- abstract\n\nSee {{?I-D.a-b}}.\n\n--- middle\n\n# One\n\n{{-http}} and {{!X=RFC9112}}.\n\n--- back\n"
    #expect(formulas(draft, .kramdown) == [])
    let shown = words(draft, .kramdown)
    #expect(shown.contains("See [I-D.a-b].") && shown.contains("[RFC9110] and [X]."), "\(shown)")
    #expect(tree(draft, .kramdown).contains("rfc-editor.org/rfc/rfc9112"))
  }

  @Test func `an escaped mark of a snippet is shown without its semicolon`() {
    #expect(words(";--8<-- \"a.md\"\n", .mkdocs) == "--8<-- \"a.md\"")
    #expect(tree("```\n;--8<-- \"a.md\"\n```\n", .mkdocs).contains("\"--8<-- \\\"a.md\\\"\\n\""))
  }

  @Test func `boxes of mdbook-admonish are callouts with Markdown in them`() {
    let text =
      "```admonish warning title=\"Data *loss*\"\nA *b*.\n```\n\n~~~admonish bug, collapsible=true\n```py\nc\n```\n~~~\n\n```admonish\nd\n```\n"
    let tree = tree(text, .mdbook)
    #expect(
      tree.contains("callout admonition warning") && tree.contains("callout admonition bug") && tree.contains("callout admonition note"))
    #expect(tree.contains("codeBlock \"py\" \"c\\n\"") && !tree.contains("codeBlock \"admonish"))
  }

  @Test func `what follows a container's name is attributes if it looks so`() {
    let tree = tree("::: table title=\"Words\" align=\"center\"\n\ntext\n\n:::\n", .vitepress)
    #expect(tree.contains("\"Words\"") && !tree.contains("align"))
    #expect(words("::: tip a=b is so\n\ntext\n\n:::\n", .vitepress).contains("a=b is so"))
  }

  @Test func `labels of MyST have colons, and badges no classes`() {
    let text = "See [](c:sub) and [words](c:sub), {badge}`new,badge-primary`.\n\n(c:sub)=\n## Head\n"
    #expect(tree(text, .myst).contains("reference c:sub") && tree(text, .myst).contains("link \"#c:sub\""))
    #expect(words(text, .myst).contains(", new."))
  }

  @Test func `braces without a call are text for Zola`() {
    let text = "+++\ntitle = \"t\"\n+++\n\n{{ and }} words {% if %}\n\n## Use {{ block.super }}\n"
    #expect(words(text, .zola).contains("{{ and }} words {% if %}") && words(text, .zola).contains("Use {{ block.super }}"))
    #expect(document(text, .zola).codes == [])
  }
}
