import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// The printed tree without places.
private func shape(_ text: String) -> String {
  parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
    .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
}

private func codes(_ text: String) -> [String] { parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) }

/// Directives of MyST.
@Suite struct DirectiveTests {
  // MARK: Blocks with Markdown in them

  @Test func `a directive between backticks or colons holds Markdown, and its options are no text`() {
    let note = "callout admonition note {#n .x}\n  paragraph\n    text \"a \"\n    emphasis\n      text \"b\"\nparagraph\n  text \"c\""
    #expect(shape("```{note}\n:class: x\n:name: n\n\na *b*\n```\nc\n") == note)
    #expect(shape(":::{note}\n---\nclass: x\nname: n\n---\na *b*\n:::\nc\n") == note)
    #expect(shape("~~~{note}\n:class: x\n:name: n\na *b*\n~~~\nc\n") == note)
  }

  @Test func `an indented line below options begins the text, below a sentence it goes on with that`() {
    #expect(
      shape("```{note}\n:class: x\n First *line*\non.\n```\n")
        == shape("```{note}\n:class: x\n\nFirst *line*\non.\n```\n"))
    #expect(shape("```{figure} a.png\n:alt: A long\n  sentence\n\nCaption\n```\n").contains("A long sentence"))
  }

  @Test func `an argument is a title or the beginning of the text`() {
    #expect(
      shape("```{admonition} My *title*\n:class: tip\na\n```\n").hasPrefix("callout admonition tip {.tip}\n  title\n    text \"My \""))
    #expect(shape(":::{note} Title\n\na\n:::\n").hasPrefix("callout admonition note\n  title\n    text \"Title\""))
    #expect(shape("```{note} All of it\n```\n") == "callout admonition note\n  paragraph\n    text \"All of it\"")
    #expect(
      shape("```{note} This goes\non here.\n```\n")
        == "callout admonition note\n  paragraph\n    text \"This goes\"\n    softBreak\n    text \"on here.\"")
    #expect(shape("```{versionadded} 2.1\n```\n") == "callout admonition note\n  title\n    text \"New in version 2.1\"")
  }

  @Test func `equally long fences are in pairs where enough of them follow, else the first ends the outer directive`() {
    let nested = "```{note}\na\n```{tip}\nb\n```\n"
    #expect(
      shape(nested + "```\nc\n")
        == "callout admonition note\n  paragraph\n    text \"a\"\n  callout admonition tip\n    paragraph\n      text \"b\""
        + "\nparagraph\n  text \"c\"")
    #expect(shape(nested + "\nc\n").hasSuffix("\nparagraph\n  text \"c\""))
    #expect(codes(nested + "\nc\n") == [])
    #expect(shape(nested + "c\n```python\nd\n```\n\ne\n").hasSuffix("\nparagraph\n  text \"e\""))
  }

  @Test func `a blank may stand before the name of a directive between colons`() {
    #expect(shape("::: {caution} T\n:class: dropdown\n\na\n:::\n") == shape(":::{caution} T\n:class: dropdown\n\na\n:::\n"))
    #expect(shape("::: {unheard} T\na\n:::\n").hasPrefix("division"))
  }

  @Test func `directives nest in each other, in lists and around code`() {
    #expect(
      shape("::::{tab-set}\n:::{tab-item} A\na\n:::\n:::{tab-item} B\nb\n:::\n::::\nc\n")
        == """
        division
          callout tab tab
            title
              text "A"
            paragraph
              text "a"
          callout tab tab
            title
              text "B"
            paragraph
              text "b"
        paragraph
          text "c"
        """)
    #expect(
      shape("- a\n  ```{tip}\n  b\n  ```\n- c\n")
        == "list of bullets tight\n  item\n    paragraph\n      text \"a\"\n    callout admonition tip\n      paragraph\n        text \"b\""
        + "\n  item\n    paragraph\n      text \"c\"")
    #expect(shape(":::{note}\n```python\n:::\n```\n:::\nc\n").hasSuffix("{.python}\nparagraph\n  text \"c\""))
    // markdown-it ends such blocks within a list, too.
    #expect(shape(":::{note}\n- a\n  :::\n\nb\n").hasSuffix("\nparagraph\n  text \"b\""))
  }

  @Test func `a figure has its picture, its caption and what follows it`() {
    #expect(
      shape("```{figure} a.png\n:width: 50%\n:name: f\n:alt: c\nA *b*\n```\n")
        == """
        figure {#f}
          paragraph
            image "a.png" {caption="" width="50%"}
              text "c"
          caption
            text "A "
            emphasis
              text "b"
        """)
    #expect(shape(":::{figure} a.png\n:label: f\nA\n\nB\n:::\n").hasSuffix("    caption\n      text \"A\"\n  paragraph\n    text \"B\""))
    #expect(shape(":::{figure}\n:label: f\n![](a.png)\n\nA\n:::\n").hasSuffix("  caption\n    text \"A\""))
    #expect(shape("```{image} a.png\n:width: 3cm\n```\n").hasPrefix("paragraph\n  image \"a.png\" {caption=\"\" width=\"3cm\"}"))
  }

  @Test func `tables have a caption, lists of lists and lines of values are tables`() {
    #expect(shape(":::{table} A\n:name: t\n| a |\n|---|\n| b |\n:::\n").hasPrefix("table none {#t}\n  tableHead"))
    #expect(shape(":::{table} A\n| a |\n|---|\n| b |\n:::\n").hasSuffix("  caption\n    text \"A\""))
    let cells = """
        tableHead
          tableCell
            text "a"
          tableCell
            text "b"
        tableRow
          tableCell
            code "c"
          tableCell
            text "d, e"
      """
    #expect(shape("```{list-table}\n:header-rows: 1\n* - a\n  - b\n* - `c`\n  - d, e\n```\n") == "table none,none\n" + cells)
    #expect(shape("```{csv-table}\n:header: a, b\n`c`, \"d, e\"\n```\n") == "table none,none\n" + cells)
  }

  @Test func `theorems are counted, proofs are not`() {
    let text = ":::{prf:theorem} A\n:label: x\nb\n:::\n\n:::{prf:lemma}\n:nonumber:\nc\n:::\n\n:::{proof}\ne\n:::\n"
    let tree = shape(text)
    #expect(tree.hasPrefix("callout theorem theorem counted {#x}\n  title\n    text \"A\"\n"))
    #expect(tree.contains("callout theorem lemma counted {.unnumbered}\n") && tree.contains("callout theorem proof\n"))
  }

  @Test(arguments: [
    ("::: {#thm-a}\n## T\nb\n:::", "callout theorem theorem counted {#thm-a}\n  title\n    text \"T\"\n"),
    (
      "::: {.lemma name=\"The $p$-lemma\"}\nb\n:::",
      "callout theorem lemma counted {.lemma name=\"The $p$-lemma\"}\n  title\n    text \"The \"\n    math"
    ),
    ("::: {#exr-a}\nb\n:::", "callout theorem exercise counted"), ("::: proof\nb\n:::", "callout theorem proof {.proof}"),
    ("::: {#rem-a .remark}\nb\n:::", "callout theorem remark counted"),
    ("::: {#nte-a .callout-note}\nb\n:::", "callout admonition note counted"),
    ("::: {.callout-note}\nb\n:::", "callout admonition note {.callout-note}"), ("::: {.example}\nb\n:::", "callout admonition example {"),
    ("::: {#def}\nb\n:::", "division {#def}"), ("::: {#theory-a}\nb\n:::", "division {#theory-a}"),
  ])
  func `a div is a theorem by its class or by how its label begins`(text: String, tree: String) { #expect(shape(text).hasPrefix(tree)) }

  @Test(arguments: [
    ("@my-proof", true), ("(@my-proof)", true), ("me@my-proof.org", false), ("@other", false),
  ])
  func `MyST refers to whatever has a label`(text: String, isReference: Bool) {
    #expect(shape(":::{prf:theorem}\n:label: my-proof\nb\n:::\n\n" + text + "\n").contains("reference my-proof") == isReference)
  }

  @Test func `a name after the sign is a name in a document without MyST's labels`() {
    #expect(!shape("# A {#my-proof}\n\n@my-proof and @tip-jar\n").contains("reference my-proof"))
  }

  @Test func `a glossary is a list of terms`() {
    #expect(
      shape("```{glossary}\na\n  b\n```\n")
        == "division\n  definitionList\n    definitionTerm\n      text \"a\"\n    definition\n      paragraph\n        text \"b\"")
  }

  // MARK: Code and formulas

  @Test func `code has the options that its directive gives it`() {
    #expect(
      shape("```{code-block} python\n:linenos:\n:emphasize-lines: 1,3\n:caption: A b\n:name: c\n\nx\n```\n")
        .hasPrefix("codeBlock \"python linenums hl_lines=\\\"1 3\\\" title=\\\"A b\\\"\" \"x\\n\" {#c"))
    #expect(shape(":::{code} js\nx\n:::\ny\n") == "codeBlock \"js\" \"x\\n\" {.js}\nparagraph\n  text \"y\"")
    #expect(shape("```{code-cell} ipython3\n---\ntags: [a]\n---\nx\n```\n") == "codeBlock \"python\" \"x\\n\" {.python}")
    #expect(shape("```{code-cell}\n:tags: [remove-cell]\nx\n```\na\n") == "paragraph\n  text \"a\"")
  }

  @Test func `a formula's directive has a label, as dollars have`() {
    #expect(shape("```{math}\n:label: x\na\n```\n") == "mathBlock \"a\" {#x .equation}")
    #expect(shape(":::{math}\n:label: x\na\n:::\n") == "mathBlock \"a\" {#x .equation}")
    #expect(shape("{eq}`x`\n\n$$\na\n$$ (x)\n").hasSuffix("mathBlock \"\\na\\n\" {#x .equation}"))
    #expect(shape("{eq}`x`\n\n$$a$$ (x)\n").hasSuffix("mathBlock \"a\" {#x .equation}"))
    // Elsewhere that is a remark.
    #expect(shape("$$\na\n$$ (see)\n").contains("(see)"))
  }

  // MARK: What is left out, and what is not one

  @Test func `what only a site shows is left out and reported once`() {
    let text = "```{toctree}\na\n```\n\n```{toctree}\nb\n```\n\n```{bibliography}\n```\n\n```{highlight} x\n```\n\nc\n"
    #expect(shape(text) == "paragraph\n  text \"c\"")
    #expect(codes(text) == ["directive.left-out", "directive.left-out"])
    #expect(shape("```{contents}\n:local:\n```\n") == "contents")
  }

  @Test func `entries of the index lead to the text after them, or to that before`() {
    #expect(shape("```{index} a\n```\n\nc\n") == "paragraph\n  span {.index entry=\"a\"}\n  text \"c\"")
    #expect(shape("c\n\n```{index} a\n```\n") == "paragraph\n  text \"c\"\n  span {.index entry=\"a\"}")
    #expect(shape("```{genindex}\n```\n") == "division {.index}")
  }

  @Test(arguments: [
    ("single: a; b", ["a!b"]), ("pair: a; b", ["a!b", "b!a"]), ("see: a; b", ["a|see{b}"]), ("a, ! b", ["a", "b|textbf"]),
    ("single: a!b", ["a\"!b"]), ("triple: a; b; c", ["a!b c", "b!c, a", "c!a b"]), ("module: a", ["module!a", "a!module"]), ("", []),
  ]) func `Sphinx's entries are makeindex's`(line: String, entries: [String]) {
    #expect(SphinxIndex.entries(line, isLine: true) == entries)
  }

  @Test func `an unknown directive is its content, where the document shows MyST`() {
    let text = "{doc}`a`\n\n```{mine} b\n:c: d\ne\n```\n\n:::{mine}\nf\n:::\n"
    #expect(shape(text).contains("division\n  paragraph\n    text \"b\"\n  paragraph\n    text \"e\"\ndivision"))
    #expect(codes(text) == ["directive.unknown"])
    #expect(shape("```{mine}\ne\n```\n").hasPrefix("codeBlock"))
  }

  @Test func `cells of R Markdown and attributes are no directives`() {
    for text in ["```{r, eval=FALSE}\nx\n```\n", "```{python}\nx\n```\n", "```{.python .numberLines}\nx\n```\n", "```{note\nx\n```\n"] {
      #expect(shape("{doc}`a`\n\n" + text).contains("codeBlock"), "\(text)")
    }
    #expect(shape("::: {.note}\na\n:::\n") == "callout admonition note {.note}\n  paragraph\n    text \"a\"")
  }

  // MARK: Lines

  @Test func `a name in parentheses belongs to the next block`() {
    #expect(shape("(a-b)=\n## C\n") == "heading 2 {#a-b}\n  text \"C\"")
    #expect(shape("(a)=\n(b)=\n\nc\n") == "paragraph {#a anchor=\"b\"}\n  text \"c\"")
    #expect(shape("f\n(x)=3\n").contains("(x)=3"))
  }

  @Test func `comments and block breaks are nothing in MyST, and text elsewhere`() {
    #expect(shape("{doc}`a`\n\n% b\n\n+++ {\"c\": 1}\n\nd\n").hasSuffix("paragraph\n  text \"d\""))
    #expect(shape("% b\n\n+++\n") == "paragraph\n  text \"% b\"\nparagraph\n  text \"+++\"")
  }

  @Test func `links without words have those of what they lead to`() {
    #expect(shape("(d)=\n[](#a) [](b/c.md)").hasSuffix("\n  reference a\n  text \" \"\n  reference b/c.md"))
    #expect(shape("{numref}`Fig. %s <a>`").contains("text \"Fig.\u{A0}\"\n    reference -a"))
    #expect(shape("(d)=\n[](eq:a) [b c](sec:a)").hasSuffix("\n  reference eq:a\n  text \" \"\n  link \"#sec:a\"\n    text \"b c\""))
    #expect(shape("[b](sec:a) [](eq:a)").hasSuffix("text \" \"\n  link \"eq:a\""))
    #expect(shape("{term}`a b`") == "paragraph\n  text \"a b\"")
  }

  @Test func `options of a figure may be below a blank line, between lines of dashes`() {
    #expect(shape("```{figure} a.png\n\n---\n\n---\nWords.\n```\n").contains("caption"))
    #expect(!shape("```{figure} a.png\n\n---\nname: n\n---\nWords.\n```\n").contains("thematicBreak"))
    #expect(shape("```{note}\n\n---\n\na\n\n---\n```\n").contains("thematicBreak"))
  }

  @Test func `a link's words may name what it leads to`() {
    let tree = shape("```{note}\n```\n\n[see {number}](#a) [{name}](#a) [{x}](#a)\n")
    #expect(tree.contains("reference -a") && tree.contains("reference a") && tree.contains("{x}") && !tree.contains("{number}"))
  }

  @Test func `what code would put into a text is named`() {
    #expect(shape("```{note}\n```\n\na {glue:}`b` c\n").contains("text \"a \"\n  code \"b\""))
    #expect(codes("```{glue:} fig\n```\n") == ["directive.left-out"])
  }

  @Test func `HTML in reStructuredText is HTML`() {
    #expect(shape("```{eval-rst}\n.. raw:: html\n\n   <b>x</b> y\n```\n").contains("strong"))
    #expect(codes("```{eval-rst}\n.. raw:: html\n\n   <iframe src=\"a\"></iframe>\n```\n") == ["directive.left-out"])
    #expect(codes("```{eval-rst}\n.. raw:: html\n\n   <b>x</b>\n\n.. note:: y\n```\n") == ["directive.source"])
  }
}

/// Blocks of pymdown-extensions.
@Suite struct SlashBlockTests {
  @Test func `a block has a title, options and content`() {
    #expect(
      shape("/// note | A *b*\n    attrs: {class: x}\n\nc\n///\nd\n")
        == "callout admonition note\n  title\n    text \"A \"\n    emphasis\n      text \"b\"\n  paragraph\n    text \"c\"\nparagraph\n  text \"d\""
    )
    #expect(shape("/// admonition | A\n    type: tip\n\nc\n///\n").hasPrefix("callout admonition tip"))
    #expect(shape("/// details | A\n\nc\n///\n").hasPrefix("callout details details"))
    #expect(shape("/// html | div#i.a.b\nc\n///\n") == "division {.a .b}\n  paragraph\n    text \"c\"")
  }

  @Test func `blocks nest by their number of slashes, whichever is longer`() {
    #expect(shape("//// html | div\n/// tip\na\n///\n////\nb\n").hasSuffix("text \"a\"\nparagraph\n  text \"b\""))
    #expect(shape("/// html | div\n//// tip\na\n////\n///\nb\n").hasSuffix("text \"a\"\nparagraph\n  text \"b\""))
  }

  @Test func `a caption belongs to the block above`() {
    #expect(shape("| a |\n|---|\n| b |\n\n/// caption\nC\n///\n").hasSuffix("  caption\n    text \"C\""))
    #expect(
      shape("![](a.png)\n\n/// figure-caption\nC\n///\n")
        == "figure {number=\"auto\"}\n  paragraph\n    image \"a.png\" {caption=\"\"}\n  caption\n    text \"C\"")
    #expect(shape("/// caption\nC\n///\n") == "division\n  paragraph\n    text \"C\"")
  }

  @Test func `definitions are a list of them`() {
    #expect(
      shape("/// define\nA\n\n- b\n///\n")
        == "definitionList\n  definitionTerm\n    text \"A\"\n  definition\n    paragraph\n      text \"b\"")
  }

  @Test func `slashes without a closer, or of code, are text`() {
    #expect(shape("/// note\na\n").contains("/// note"))
    #expect(shape("/// Returns the sum.\na\n///\n").contains("/// Returns"))
  }
}
