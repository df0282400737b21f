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
    let parameters =
      "---\nparams:\n  year: 2020\n  region:\n    value: East\n  day: !r Sys.Date()\n---\n\nIn `r params$year`, `r params$region`, `r params$day`, `r params$year + 1`.\n"
    #expect(words(parameters, .rmarkdown).contains("In 2020, East, r params$day, r params$year + 1."), "\(words(parameters, .rmarkdown))")
  }

  @Test func `options of diagrams in Quarto name and describe them`() {
    for (language, mark) in [("mermaid", "%%|"), ("dot", "//|"), ("mermaid", "#|")] {
      let text = "```{\(language)}\n\(mark) label: fig-m\n\(mark) fig-cap: \"A *b*\"\ngraph LR\n  A --> B\n```\n"
      let read = tree(text, .quarto)
      #expect(read.contains("figure {#fig-m") && read.contains("emphasis") && !read.contains("label:"), "\(read)")
    }
  }

  @Test func `callouts of two plugins have their titles`() {
    let docsify = tree("> [!TIP|style:flat|label:My words]\n> Body\n", .general)
    #expect(docsify.contains("callout alert tip") && docsify.contains("My words") && !docsify.contains("style"), "\(docsify)")
    let honkit = tree("> [info] My words\n>\n> Body\n\nText\n\n> **[warning] Others**\n> Body\n", .honkit)
    #expect(
      honkit.contains("My words") && honkit.contains("Others") && !honkit.contains("[info]") && !honkit.contains("[warning"), "\(honkit)")
    #expect(words("> [info] My words\n", .github).contains("[info] My words"))
  }

  @Test func `elements of models' own in a chat hold Markdown`() {
    let text = "<artifact title=\"T\">\nSome **words**\n</artifact>\n\n<tool_call>\nMore *words*\n</tool_call>\n\n<div>\n**raw**\n</div>\n"
    let read = tree(text, .chat)
    #expect(read.contains("strong") && read.contains("emphasis") && !words(text, .chat).contains("tool_call"), "\(read)")
  }

  @Test func `an expression of MDX may be a brace, and what is left out is said with its place`() {
    #expect(words("Text {'{'}braces{'}'} here\n", .docusaurus).contains("Text {braces} here"))
    let (_, found) = preprocessed(
      Source(name: "a.mdx", text: "# A\n\nSee {props.name} here.\n"), files: .none, budget: Budget(), in: Dialect(.docusaurus))
    #expect(found.map(\.code) == ["template.left-out"] && found.first?.span?.start == 9, "\(found)")
  }

  @Test func `what a tag leaves out is said at its place in the author's text`() {
    let text = "##Heading one\n\n{{< anchor \"a\" >}} b\n"
    let (_, found) = preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget(), in: Dialect(.hugo))
    #expect(found.map { $0.writtenSpan?.start } == [15], "\(found)")
  }

  @Test func `a parameter of a page of Hugo's is its front matter's`() {
    let text = "---\ntitle: Words\nparams:\n  place: There\n---\n\n{{< param title >}} {{< param \"place\" >}} {{< param none >}}\n"
    #expect(words(text, .hugo).contains("Words There") && document(text, .hugo).codes == ["template.left-out"])
  }

  @Test func `comments of MyST's end the paragraph of an item or a quotation`() {
    let text = "- item\n% comment\n- two\n+++\n\n> quote\n% comment\n\n1. one\n% comment\nWords\n\n100\n% of it\n"
    let shown = words(text, .myst)
    #expect(!shown.contains("comment") && !shown.contains("+++"), "\(shown)")
    #expect(tree(text, .myst).contains("tight") == tree("- item\n- two\n", .myst).contains("tight"))
    #expect(words(text, .github).contains("% comment"))
  }

  @Test func `a heading with a name of its own is found by its words`() {
    let read = tree("# A heading {#h}\n\nSee [A heading], [a heading][] and [it][A heading].\n", .pandoc)
    #expect(read.ranges(of: "link \"#h\"").count == 3, "\(read)")
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

  @Test func `pictures in a paragraph of HTML's, and links below an opening tag's words, are Markdown for pandoc`() {
    let picture = tree("<p align=\"center\">![a \"test\" b](img/a.jpg){width=30%}</p>\n", .bookdown)
    #expect(picture.contains("image \"img/a.jpg\"") && picture.contains("width=\"30%\"") && !picture.contains("!["), "\(picture)")
    let line = "  <strong>TASK</strong> are you, [what *is* it?](https://a.org/b/) `x*y` <code>a*b*c</code>\n"
    let text = "<div class=\"a\">\n\(line)\nWords\n</div>\n"
    let read = tree(text, .bookdown)
    #expect(read.contains("\"https://a.org/b/\"") && read.contains("emphasis") && read.contains("\"a*b*c\""), "\(read)")
    #expect(tree(text, .github).contains("[what"))
  }

  @Test(arguments: ["* a\n* b\n", "1. a\n   b\n\n2. c\n", "a) b\n"])
  func `right below a heading with a line under it a list is one for pandoc`(list: String) {
    #expect(tree("Words\n=====\n" + list, .pandoc).contains("list"))
    #expect(tree("Words\n-----\n" + list, .pandoc).contains("list"))
    #expect(!tree("Words\n* a\n", .pandoc).contains("list"))
  }

  @Test func `right below commands of LaTeX's a list is one for pandoc, and within an item with any number`() {
    #expect(tree("\\tiny\n\\vspace{2cm}\n* a\n* b\n", .pandoc).contains("list"))
    #expect(!tree("Words \\tiny\n* a\n", .pandoc).contains("list"))
    #expect(!tree("$$x$$\n* a\n", .pandoc).contains("list"))
    let items = tree("* words\n   3. a\n   4. b\n", .pandoc)
    #expect(items.contains("list from 3") && items.split(separator: "\n").count { $0.contains("item") } == 3, "\(items)")
    #expect(!tree("* words\n  3. a\n", .github).contains("from 3"))
  }

  @Test(arguments: [Dialect.Tool.myst, .marp, .slidev, .vitepress])
  func `for tools of markdown-it only two tildes strike`(tool: Dialect.Tool) {
    #expect(!tree("at z~0.13 and z~0.45\n", tool).contains("strikethrough"))
    #expect(tree("~~gone~~\n", tool).contains("strikethrough"))
    #expect(tree("~gone words~ here\n", .github).contains("strikethrough"))
  }

  @Test func `code within the braces of a formula is the formula's for pandoc`() {
    let text = "A (`b`) $\\text{mean}_{\\text{`abc_depth`}} = 0$ vs. $H_1$ and `$x$`\n"
    #expect(formulas(text, .rmarkdown) == ["\\text{mean}_{\\text{`abc_depth`}} = 0", "H_1"])
    #expect(formulas("$a_{`b` and $c$\n", .github) == ["c"])
  }

  // MARK: GitBook

  @Test func `brackets that GitBook's editor escapes are brackets, and indented displays are no code`() {
    let text = "Time O\\(2^N\\), S\\[1: n\\], \\(such as _SGD_ and _others_\\), at best $$N$$ and \\(from 0 to 9\\).\n"
    let read = tree(text, .honkit)
    #expect(formulas(text, .honkit) == ["N"] && read.contains("O(2^N)") && read.contains("(from 0 to 9)"), "\(read)")
    #expect(formulas("so O\\(n\\) and f\\(x\\)\n", .github) == [])
    #expect(formulas("10 m\\(^2\\) of H\\(_2\\)O\n", .github) == ["^2", "_2"])
    #expect(formulas("so the\\(\\alpha_1\\) and \\(x^2\\)\n", .github) == ["\\alpha_1", "x^2"])
    #expect(tree("Words.\n\n            $$\\textbf{A} = 1$$ \n", .honkit).contains("mathBlock"))
  }

  // MARK: Displays of items

  @Test(arguments: [Dialect.Tool.general, .github, .obsidian])
  func `a display that an item begins goes on at the margin, and one with an indent below its words is no code`(tool: Dialect.Tool) {
    let lazy = tree("1. $$a = b\n= d$$\n\n2. two\n", tool)
    #expect(lazy.contains("a = b\\n= d") && !lazy.contains("text \"= d"), "\(lazy)")
    let indented = tree("1.   one:\n    $$\n    a = b\n    $$\n\n2.   and\n    $$e = f$$\n", tool)
    #expect(!indented.contains("codeBlock") && !indented.contains("$$"), "\(indented)")
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
    #expect(formulas("$$\n\\left\\(\\frac ab\\right\\)\n$$\n", .rmarkdown) == ["\n\\left(\\frac ab\\right)\n"])
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

  @Test func `a word of ideographs between dollars is a formula, an amount is none`() {
    #expect(formulas("Then $步骤$ and\n\n| $步骤$ | $a$ |\n|--|--|\n| 1 | $단계$ |\n", .github) == ["步骤", "步骤", "a", "단계"])
    #expect(formulas("价格是5$左右$，和 $左右，大约$ 吗\n", .github) == [])
  }

  @Test func `one equation with bookdown's label has a number in an environment with a star, too`() {
    #expect(
      formulas("\\begin{align*}\nz = 1 (\\#eq:s)\n\\end{align*}\n", .bookdown) == ["\\begin{align}\nz = 1 \\label{eq:s}\n\\end{align}"])
    let rows = "\\begin{align*}\na (\\#eq:a) \\\\\nb\n\\end{align*}\n"
    #expect(formulas(rows, .bookdown) == ["\\begin{align*}\na \\label{eq:a} \\\\\nb\n\\end{align*}"])
  }

  @Test func `displays of empheq are amsmath's, in a frame or behind a brace`() {
    #expect(
      formulas("\\begin{empheq}[box=\\fbox]{align*}\na &= b\n\\end{empheq}\n", .pandoc)
        == ["\\begin{equation*}\\boxed{\\begin{aligned}\na &= b\n\\end{aligned}}\\end{equation*}"])
    #expect(
      formulas("\\begin{empheq}[left=\\empheqlbrace]{align}\na &= b\n\\end{empheq}\n", .pandoc)
        == ["\\begin{align}\na &= b\n\\end{align}"])
  }

  @Test func `environments of mathenv are admonitions and diagrams`() {
    let text = "\\proof\n    Words.\n\n    $$\n    x\n    $$\n\nText\n\n\\tikzcd\n    A \\arrow[r] & B\n\n\\theorem\n"
    let read = tree(text, .mkdocs)
    #expect(read.contains("callout admonition proof") && read.contains("text \"\\\\theorem\""), "\(read)")
    #expect(formulas(text, .mkdocs).contains { $0.contains("\\begin{tikzcd}\nA \\arrow[r] & B\n\\end{tikzcd}") })
    #expect(!tree(text, .github).contains("callout"))
  }

  @Test func `the lines of an item go on below a display of Hugo's at another depth`() {
    let text = "1. A\n    1. one\n    2. two\n    \t\\\\[\n\tx\n\t\\\\]\n      words,\n        1. inner\n        2. other\n"
    let read = tree(text, .hugo)
    #expect(read.ranges(of: "list from 1").count == 3, "\(read)")
    #expect(formulas(text, .hugo).count == 1)
  }

  @Test func `a heading with a number right below a tag needs no blank`() {
    #expect(tree("<style>\na {}\n</style>\n#3.5. Title\n\n#12 is an issue\n", .mkdocs).ranges(of: "heading").count == 1)
  }

  @Test func `tags below blank lines are no code within a list, and within any element of HTML's for kramdown`() {
    let list = "<div>\n  <ol>\n\n      <li>First <b>one</b></li>\n\n      <li>Second</li>\n\n    </ol>\n</div>\n\nAfter\n"
    for tool in [Dialect.Tool.kramdown, .github] {
      #expect(!tree(list, tool).contains("codeBlock") && tree(list, tool).contains("strong"), "\(tree(list, tool))")
    }
    let boxes = "<div>\n  <div>\n\n      <p>First <b>one</b></p>\n\n  </div>\n</div>\n\n    <p>code</p>\n"
    #expect(tree(boxes, .kramdown).ranges(of: "codeBlock").count == 1)
    #expect(tree(boxes, .github).ranges(of: "codeBlock").count == 2)
  }
}
