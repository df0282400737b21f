import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// What tools, players and filters read that this program does not: it is read where it can be, or said.
@Suite struct ForeignMarkTests {
  private func read(_ text: String, _ tool: Dialect.Tool = .general) -> (tree: String, said: [String], document: ParsedDocument) {
    let (source, said) = preprocessed(
      Source(name: "a.md", text: text), files: FileAccess(roots: []), budget: Budget(), in: Dialect(tool))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    options.keepsCitations = true
    let document = parse(source, options: options)
    return (document.tree.printed(), (said + document.diagnostics).map { "\($0.code): \($0.message)" }, document)
  }

  private func formulas(_ text: String, _ tool: Dialect.Tool = .general) -> [String] {
    read(text, tool).document.tree.nodes.compactMap {
      switch $0.kind {
      case .math(let span), .mathBlock(let span): span.tex
      default: nil
      }
    }
  }

  // MARK: Marks that are said

  @Test(arguments: [
    ("It was ||the butler|| who", "a spoiler, ||…||, is shown as text"),
    ("See `the docs <https://a.org>`_ and", "a link of reStructuredText, `…`_, is shown as text"),
    ("See `Other`_.", "a link of reStructuredText, `…`_, is shown as text"), ("Type @input(`x`) here", "a macro is shown as text"),
  ])
  func `marks of chat programs, reStructuredText and players are said`(_ text: String, _ message: String) {
    #expect(read(text).said == ["markup.raw: \(message)"])
  }

  @Test(arguments: [
    "The norm ||x|| and ||x + y||_2 of", "the residual ||Ax - b|| is", "if (a || b || c)", "a ||b",
    "`x`_y and `a`__b", "`a` _b_", "a decorator @x(y)", "{Vite} is",
  ])
  func `what looks like them is not said`(_ text: String) { #expect(read(text).said == []) }

  @Test func `an expression of MDX that only the site knows is said`() {
    #expect(read("This is {Vite}.", .docusaurus).said == ["markup.raw: an expression of MDX is shown as text"])
  }

  @Test func `a command that cites in a document without a bibliography is said once`() {
    let document = read("As \\cite{Key2018} and \\citep{b}.").document
    #expect(document.firstCitation == SourceSpan(3, 4))
    #expect(read("As `\\cite{Key2018}`.").document.firstCitation == nil)
  }

  // MARK: Formulas in a line

  @Test func `kramdown's escaped dollars begin a formula in the line, and its plugin's formulas divide no cells`() {
    #expect(formulas("- \\$$ s_1 \\in S $$ and \\$$ b $$\n", .kramdown) == [" s_1 \\in S ", " b "])
    let text = "{% katexmm %}\n\nFinding $x$ for $||Rx||_2$\nthan $|Q x|$.\n\n{% endkatexmm %}\n"
    #expect(formulas(text, .kramdown) == ["x", "\\vert \\vert Rx\\vert \\vert _2", "\\vert Q x\\vert "])
    #expect(!read(text, .kramdown).tree.contains("table") && read(text, .kramdown).said == [])
  }

  @Test func `the first of two dollars ends a formula where no others follow`() {
    #expect(formulas("- $a \\implies $$b_1$.", .myst) == ["a \\implies ", "b_1"])
    #expect(formulas("See $a $$b$$ c.", .general) == ["b"])
    #expect(formulas("If $ < $ holds for $ f(x) $.", .general) == [" < ", " f(x) "])
    #expect(formulas("$$r := \\\\#\\lbrace p\\rbrace$$", .hugo) == ["r := \\#\\lbrace p\\rbrace"])
  }

  @Test func `events of a probability may be joined by words`() {
    #expect(
      formulas("$P(not A)$, $P(B|not A)$, $P(A and B)$ and $P(the words of it)$", .general) == ["P(not A)", "P(B|not A)", "P(A and B)"])
  }

  @Test func `an address of kramdown's may go on in the next line`() {
    let text = "See [it](https://a.org/\nb/c) now, [d](https://a.org/\ne)\n\nNext [f](https://a.org/g\nh).\n"
    let tree = read(text, .kramdown).tree
    #expect(["https://a.org/b/c", "https://a.org/e"].allSatisfy(tree.contains) && tree.contains("https://a.org/gh"), "\(tree)")
    #expect(read(text, .github).tree.contains("a.org/b/c") == false)
  }

  @Test func `a citation that is all of a formula is in the text`() {
    #expect(formulas("See $\\cite{a}$ and $x \\cite{b}$.", .pandoc) == ["x \\cite{b}"])
  }

  // MARK: Lines that Markdown's own blocks would end at

  @Test func `code of an indented chunk may be at the margin`() {
    let text = "1.  a\n\n    ```{r, eval = FALSE}\nlist(\n  b\n)\n\n    ```\n\n    c\n"
    let tree = read(text, .rmarkdown).tree
    #expect(tree.contains("\"list(\\n  b\\n)\\n\\n\""), "\(tree)")
    #expect(!tree.contains("\n  paragraph"), "\(tree)")
    #expect(read("    ```{r}\nx\n", .rmarkdown).tree.contains("\n  paragraph"))
  }

  @Test func `a comment on a line of its own does not end pandoc's paragraphs`() {
    let text = "![Words\n<!-- source -->\n<!-- b -->\nand](a.svg){#fig:x}\n"
    #expect(read(text, .pandoc).tree.contains("image \"a.svg\""))
    #expect(!read(text, .github).tree.contains("image \"a.svg\""))
  }

  // MARK: Citations within links

  @Test func `citations within a link's words are read, people are not`() {
    let matter = "---\nbibliography: a.bib\n---\n"
    let tree = read(matter + "[Heun [-@k]](https://a.org/x), [see [@k]](https://a.org/y) and [@k says](https://a.org/z)", .pandoc).tree
    #expect(tree.components(separatedBy: "reference ").count == 4, "\(tree)")
    let person = read(matter + "[@ann](https://github.com/ann) and [by @ann](https://a.org/ann)", .pandoc).tree
    #expect(!person.contains("reference"), "\(person)")
    #expect(!read(matter + "[@ann](https://a.org)").tree.contains("reference"))
    #expect(read(matter + "[@knuth1984](https://a.org)").tree.contains("reference"))
    #expect(read("[see [@k]](https://a.org/y)").document.firstCitation != nil)
  }

  // MARK: Escapes in formulas

  @Test func `rows with four backslashes and doubled environments are LaTeX's`() {
    #expect(formulas("$$\n\\begin{bmatrix}\n1 \\\\\\\\\n2\n\\end{bmatrix}\n$$") == ["\n\\begin{bmatrix}\n1 \\\\\n2\n\\end{bmatrix}\n"])
    #expect(formulas("$$\n\\\\begin{aligned}\na \\\\\\\\\nb\n\\\\end{aligned}\n$$") == ["\n\\begin{aligned}\na \\\\\nb\n\\end{aligned}\n"])
    #expect(formulas("$$\na \\\\\nb\n$$") == ["\na \\\\\nb\n"])
    #expect(formulas("$$a \\\\\\\\ b\\_c$$", .hugo) == ["a \\\\ b_c"])
  }

  @Test func `a fenced line with a command is a formula, whatever words are in it`() {
    let formula = "P_{\\theta}\\left{a<G\\right} \\geq 1-\\alpha 且尽可能接近 1-\\alpha. (7.3.4)"
    let text = "2) 对给定的置信水平 $1-\\alpha$, 满足\n$$\n\n\(formula)\n\n$$\n\n3) Next words.\n"
    #expect(formulas(text).map { $0.trimmedWhitespace() } == ["1-\\alpha", formula])
    #expect(read(text).said == [])
    #expect(formulas("a\n$$\n\nSome words with $x$ and \\alpha here.\n\n$$\n") == ["x"])
  }

  @Test func `two backslashes before a blank are a space in a line of Hugo's`() {
    #expect(formulas("One $x = 1,\\\\ y$ here.", .hugo) == ["x = 1,\\ y"])
    #expect(formulas("One $x = 1,\\\\ y$ here.") == ["x = 1,\\\\ y"])
  }

  @Test func `an escaped prime in doubled brackets is a prime`() {
    #expect(formulas("\\\\[ f\\'(x) = g\\'\\'(x) \\\\]\n", .kramdown) == [" f'(x) = g''(x) "])
    #expect(formulas("So \\\\( f\\'(x) + a\\_1 \\\\) is") == [" f'(x) + a_1 "])
  }

  @Test func `escaped dollars of a site of kramdown's are a formula's where one evidently is`() {
    let text = "Density \\$ p(X) \\$ and \\$D\\$, \\$ p_{k}(x\\|\\theta_k) \\$.\n"
    #expect(formulas(text, .kramdown) == ["p(X)", "D", "p_{k}(x|\\theta_k)"])
    #expect(formulas(text) == [])
    #expect(formulas("Costs \\$5 and \\$6, or `\\$ x^2 \\$`.\n", .kramdown) == [])
  }

  // MARK: Tables

  @Test func `a display with a name in a cell of a list table is a block`() {
    let table = "```{list-table}\n* - One\n  - $$\n    a = b\n    $$ (eq:one)\n* - Two\n  - $$\n    c\n    $$\n```\n"
    #expect(read(table, .myst).tree.contains("mathBlock \"\\na = b\\n\" {#eq:one .equation}"))
  }

  @Test func `the heading of an empty list of references goes with it`() {
    func headings(_ text: String) -> [String] {
      read(text, .myst).tree.split(separator: "\n").filter { $0.contains("text \"Bib") || $0.contains("text \"Next") }
        .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    }
    let list = "```{bibliography}\n:filter: docname in docnames\n```\n"
    #expect(headings("# T\n\nWords.\n\n## Bibliography\n\n\(list)\n## Next\n\nWords.\n") == ["Next"])
    #expect(headings("# T\n\nWords.\n\n## Bibliography\n\n\(list)\nWords.\n") == ["Bibliography"])
    #expect(headings("# Bibliography\n\n\(list)") == ["Bibliography"])
    #expect(
      read("# T\n\n\(list)", .myst).document.diagnostics.first { $0.code == "directive.left-out" }?.hint?.contains("bibliography:") == true)
  }

  @Test func `the prefix of a bibliography's keys is no part of them`() {
    let text = "---\nbibliography: r.bib\n---\nSee {cite}`fd-Foo,fd-Bar`.\n\n```{bibliography}\n:filter: cited\n:keyprefix: fd-\n```\n"
    let tree = read(text, .myst).tree
    #expect(tree.contains("@Foo") && tree.contains("@Bar") && !tree.contains("fd-"), "\(tree)")
  }

  // MARK: Courses

  private static let head = """
    <!--
    author:   Ada Lovelace
    version:  1.0.7
    narrator: Deutsch Female
    @config.semester: Winter 2025
    @link2: [@0](@1)
    -->


    """

  @Test func `macros of a course are the words of its head, and others are said`() {
    let course = read(
      Self.head + "# Kurs\n\nBy @author, @version in @config.semester: @link2(Here,https://a.org).\n\nSee @other.value and @ann.\n")
    #expect(
      course.tree.contains("By Ada Lovelace, 1.0.7 in Winter 2025: ") && course.tree.contains("link \"https://a.org\""), "\(course.tree)")
    #expect(course.tree.contains("@ann") && !course.tree.contains("other.value"))
    #expect(course.said == ["template.left-out: the macro @other.value of LiaScript is left out"])
  }

  @Test func `answers of a quiz have empty boxes, and what is to be written a rule`() {
    let quiz = read(
      Self.head
        + "[[X]] right\n[[ ]] wrong\n[[?]] a hint\n\n- [( )] no\n- [(X)] yes\n\nGap [[42]], [[ (red) | blue ]] and `[[x]]`.\n\n[[5]]\n")
    #expect(quiz.tree.components(separatedBy: "item unchecked").count == 5, "\(quiz.tree)")
    #expect(quiz.tree.contains("text \"Gap ______, (red / blue) and \"") && quiz.tree.contains("code \"[[x]]\""), "\(quiz.tree)")
    #expect(!quiz.tree.contains("hint") && !quiz.tree.contains("\"5\""))
    #expect(quiz.said == ["template.left-out: a hint of the course's quizzes: left out"])
  }

  @Test func `words that come later and films of a course are words and links`() {
    let tree = read(Self.head + "Now {1}{**bold**} and `{2}{x}` {a}{b}.\n\n!?[A film](https://a.org/v)\n").tree
    #expect(!tree.contains("{1}") && tree.contains("code \"{2}{x}\"") && tree.contains("{a}{b}"), "\(tree)")
    #expect(tree.contains("link \"https://a.org/v\"") && !tree.contains("!?"), "\(tree)")
  }

  @Test func `a comment with settings of a player makes a course, one with a licence does not`() {
    #expect(!read("<!--\nauthor: A\nversion: 1\nlanguage: de\n-->\n\n{{0-1}}\nWords.\n").tree.contains("{{"))
    #expect(read("<!--\nauthor: A\nversion: 1\nemail: b\n-->\n\n{{0-1}} Words.\n").tree.contains("{{"))
  }

  // MARK: Pages of sites

  @Test func `the content of fences around MDX is read`() {
    let text =
      "```mdx-code-block\n<Tabs>\n<TabItem value=\"Go\" label=\"Go\">\n```\n\nWords.\n\n```mdx-code-block\n</TabItem>\n</Tabs>\n```\n"
    let tree = read(text, .docusaurus).tree
    #expect(!tree.contains("codeBlock") && tree.contains("text \"Go\"") && tree.contains("text \"Words.\""), "\(tree)")
    #expect(read("````md\n```mdx-code-block\n<x/>\n```\n````\n", .docusaurus).tree.contains("mdx-code-block"))
  }

  @Test func `contents of a deck of Slidev's are the titles of its slides`() {
    func contents(_ tag: String) -> String {
      let deck = "---\ntheme: seriph\n---\n\n# Deck\n\n---\n\n\(tag)\n\n---\n\n## One\n\n### Part\n\n---\n\n## Two\n\n---\n\n## Three\n"
      return read(deck, .slidev).tree.split(separator: "\n").first { $0.contains("contents") }.map(String.init) ?? ""
    }
    #expect(contents("<Toc />").contains("max-level=\"2\"") && contents("<Toc maxDepth=\"1\" />").contains("max-level=\"1\""))
  }

  @Test func `shortcodes of Zola's are read as Hugo's are`() {
    let text = """
      +++
      title = "Zola"
      +++

      Inline {% katex() %}e^{i\\pi}{% end %} and {{ katex(body="\\KaTeX") }}.

      {% katex(block=true) %}
      \\int_0^1 x^2 dx
      {% end %}

      {% <katex block={true}> %} \\int_1^2 x {% </katex> %}

      {% mermaid() %}
      graph LR; A-->B
      {% end %}

      {{ img(src="katex.png", alt="KaTeX") }}

      {% note(title="Hint") %}
      Words *here*.
      {% end %}

      """
    let page = read(text, .hugo)
    #expect(formulas(text, .hugo).map { $0.trimmedWhitespace() } == ["e^{i\\pi}", "\\KaTeX", "\\int_0^1 x^2 dx", "\\int_1^2 x"])
    #expect(page.tree.contains("codeBlock \"mermaid\" \"graph LR; A-->B\\n\"") && page.tree.contains("image \"katex.png\""), "\(page.tree)")
    #expect(page.tree.contains("text \"Hint\"") && !page.tree.contains("{%") && !page.tree.contains("{{"), "\(page.tree)")
    #expect(!ZolaShortcodes.areIn(Array("{% call a() %} {{ b(c=1) }}\n".utf8)))
  }

  @Test func `the words of a block of Logseq's may refer to another`() {
    let text =
      "- Shor code ((6385ffff-7f73-43a8-8dfe-bc77a21c6feb))\n  id:: 63842469-5dc0-4676-9daa-b5ee2000e5a4\n"
      + "- Steane\n  id:: 6385ffff-7f73-43a8-8dfe-bc77a21c6feb\n- Example of ((63842469-5dc0-4676-9daa-b5ee2000e5a4))\n"
    let tree = read(text, .logseq).tree
    #expect(tree.contains("Example of Shor code Steane"), "\(tree)")
    let loop = "- A ((63842469-5dc0-4676-9daa-b5ee2000e5a4))\n  id:: 63842469-5dc0-4676-9daa-b5ee2000e5a4\n"
    #expect(read(loop, .logseq).tree.contains("text \"A A A A"))
  }

  @Test func `marks of Logseq's end after a blank, and links of Org are links`() {
    let tree = read("- ^^Top-left: ^^The pyramid ^^good^^ and a^^b\n- See [[https://a.org/b%2F_x~1?E=4&c=d][name.png]].\n", .logseq).tree
    #expect(tree.components(separatedBy: "inserted").count == 3 && tree.contains("text \"Top-left: \""), "\(tree)")
    #expect(tree.contains("link \"https://a.org/b%2F_x~1?E=4&c=d\"") && tree.contains("text \"name.png\""), "\(tree)")
  }

  @Test func `code of Quarto's within text is said`() {
    let text = "An estimated gap of `{r} round(x, 3)`, and `{python} y`.\n"
    #expect(read(text, .quarto).said == ["code.inline: 2 pieces of code within text are shown, not their values"])
    #expect(read(text).said == [])
  }

  @Test func `escapes of Quarto's examples are shown as the examples`() {
    let text = "````markdown\n```{{r}}\nx\n```\n````\n\n```{{python}}\ny\n```\n\nA {{{< include y >}}} and `{{{< meta x >}}}`.\n"
    let page = read(text, .quarto)
    #expect(page.tree.contains("\"```{r}\\nx\\n```\\n\"") && page.tree.contains("\"```{python}\\ny\\n```\\n\""), "\(page.tree)")
    #expect(page.tree.contains("code \"{{< include y >}}\"") && page.tree.contains("code \"{{< meta x >}}\""), "\(page.tree)")
    #expect(page.said == [])
  }

  @Test func `words in parentheses behind a link by name are words`() {
    let tree = read("Using [[Board Band Noise]](preferred), see [[1]](https://a.org/x) and `[[a]](b)`.\n", .obsidian).tree
    #expect(tree.contains("(preferred), see ") && tree.contains("link \"https://a.org/x\"") && tree.contains("[[a]](b)"), "\(tree)")
  }

  @Test func `slides of remark's are a deck below the front matter of a site`() {
    let text = """
      ---
      title: "k-NN"
      layout: "presentation"
      ---

      # Title

      ---

      class: split-40

      # First

      .column[But how do we *know*?]

      --

      - more

      ???

      Notes of the speaker.

      ---
      class: center, middle
      name: last

      """
    for tool in [Dialect.Tool.kramdown, .general] {
      let tree = read(text, tool).tree
      #expect(!tree.contains("Notes of") && !tree.contains("split-40") && !tree.contains(".column"), "\(tree)")
      #expect(tree.contains("text \"First\"") && tree.contains("text \"more\""), "\(tree)")
    }
  }

  @Test func `signs that LaTeX has names for are signs in text`() {
    let tree = read("p \\textgreater{} 0.05, \\textless 1 \\textbackslash, \\texttrademark{} and `\\textless`.\n", .pandoc).tree
    #expect(tree.contains("p > 0.05, <1 \\\\, ™ and ") && tree.contains("code \"\\\\textless\""), "\(tree)")
  }

  @Test func `rules of LaTeX's tables that other classes have are no reason to show the source`() {
    let table =
      "\\begin{table}\n\\begin{tabular}{lr}\n\\hline\\noalign{\\smallskip}\na & b \\tabularnewline\n\\noalign{\\smallskip}\\svhline\n"
      + "c & d \\\\\n\\specialrule{1pt}{2pt}{3pt}\n\\end{tabular}\n\\caption{Words}\n\\end{table}\n"
    let tree = read(table, .pandoc).tree
    #expect(tree.contains("tableRow") && tree.contains("caption") && !tree.contains("codeBlock"), "\(tree)")
  }

  @Test func `why an embed is shown by its name is said truly`() {
    let remote = read("# T\n\n![[https://a.org/a.pdf]]\n", .obsidian).said
    #expect(remote == ["include.unread: https://a.org/a.pdf is shown by its address: files from the network are not embedded"])
    let none = read("# T\n\nWords.\n\n![[nothere]]\n", .obsidian).said
    #expect(none.count == 1 && !none[0].hasSuffix("on its line"), "\(none)")
    #expect(read("Words ![[nothere]] here.\n", .obsidian).said.contains { $0.hasSuffix("other words are on its line") })
  }

  @Test func `a figure without a caption has none`() {
    for text in ["<figure markdown>\n  ![Image title](t.png)\n</figure>\n", "<figure><img src=\"t.png\" alt=\"Image title\"></figure>\n"] {
      #expect(read(text, .mkdocs).tree.contains("caption=\"\""), "\(read(text, .mkdocs).tree)")
    }
  }

  @Test func `a directive in indented code is shown`() {
    let text =
      "1. Include it:\n\n        ```{eval-rst}\n        .. literalinclude:: ../a.py\n           :language: python\n        ```\n\nWords.\n"
    let page = read(text, .myst)
    #expect(page.tree.contains("codeBlock \"\" \" ```{eval-rst}\\n .. literalinclude:: ../a.py"), "\(page.tree)")
    #expect(page.said == [] && page.tree.contains("text \"Words.\""))
    let item = "1. Include it:\n\n   ```{include} none.md\n   ```\n"
    #expect(read(item, .myst).said.contains { $0.hasPrefix("include.unread") })
  }
}
