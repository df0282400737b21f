import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Lines and environments that other tools read and a page does not show as they are written.
@Suite struct OtherToolTests {
  /// The printed tree without places.
  private func shape(_ text: String) -> String {
    parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst()
      .map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }.joined(separator: "\n")
  }

  // MARK: Environments

  @Test func `an environment that can't be set shows its source, blank lines and dollars included`() {
    let parsed = parse(Source(name: "a.md", text: "\\begin{forest}\n[A [B]] \\\\\n\n$x$\n\\end{forest}\nAfter $y$.\n"))
    let tree = parsed.tree.printed()
    #expect(tree.contains(#"codeBlock "latex" "\\begin{forest}\n[A [B]] \\\\\n\n$x$\n\\end{forest}\n""#))
    #expect(tree.contains("text \"After \""))
    #expect(parsed.diagnostics.map(\.code) == ["math.unknown-environment"])
  }

  @Test func `an environment in a list or quote stays there`() {
    #expect(
      shape("> \\begin{tabular}{l}\n> a \\\\\n> \\end{tabular}\n>\n> b\n")
        == "blockQuote\n  codeBlock \"latex\" \"\\\\begin{tabular}{l}\\na \\\\\\\\\\n\\\\end{tabular}\\n\" {.latex}\n  paragraph\n    text \"b\""
    )
    #expect(shape("- \\begin{tabular}{l}\n  a\n  \\end{tabular}\n- b\n").contains("    codeBlock \"latex\""))
  }

  @Test func `a formula's environment after other words is a display`() {
    #expect(
      formulas("Put $a$ into \\begin{eqnarray}\nb &=& c\\\\\nd\n\\end{eqnarray}\nand e.") == [
        "$a$", "$$\\begin{eqnarray}\nb &=& c\\\\\nd\n\\end{eqnarray}$$",
      ])
    #expect(
      formulas("So \\begin{align*}a_1*b*\\end{align*} and \\begin{math}c\\end{math}.") == [
        "$$\\begin{align*}a_1*b*\\end{align*}$$", "$\\begin{math}c\\end{math}$",
      ])
    // MathJax' `processEnvironments` asks for no name.
    #expect(formulas("a \\begin{matrix}x\\end{matrix} b") == ["$$\\begin{matrix}x\\end{matrix}$$"])
    for text in [
      "Use \\begin{align} … \\end{align}.", "`\\begin{align}x\\end{align}`", "a \\begin{align} x", "a \\begin{align} x\n\ny \\end{align}",
      "a \\\\begin{align}x\\end{align}",
    ] { #expect(formulas(text) == [], "\(text)") }
  }

  @Test func `an environment without an end, in a paragraph or with words is text`() {
    #expect(!shape("\\begin{forest}\na\n").contains("codeBlock"))
    #expect(!shape("See\n\\begin{forest}\na\n\\end{forest}\n").contains("codeBlock"))
    #expect(!shape("\\begin{theorem}\nLet $x$.\n\\end{theorem}\n").contains("codeBlock"))
    #expect(shape("\\begin{align}\na\n\\end{align}\n").hasPrefix("mathBlock"))
  }

  // MARK: Lines of attributes

  @Test func `attributes before a block, or alone, are no text`() {
    #expect(shape("{: .note }\n> a\n") == "blockQuote {.note}\n  paragraph\n    text \"a\"")
    #expect(shape("{: .note }\na\n") == "paragraph {.note}\n  text \"a\"")
    #expect(shape("a\n\n{: .lead}\nb\n") == "paragraph\n  text \"a\"\nparagraph {.lead}\n  text \"b\"")
    #expect(shape("```\na\n```\n{: .wide}\n\nb\n") == "codeBlock \"\" \"a\\n\" {.wide}\nparagraph\n  text \"b\"")
    #expect(shape("{: not one}\na\n").contains("{: not one}"))
  }

  @Test func `lines of a picture's size belong to it`() {
    #expect(shape("![A](x.svg)\n:width: 300px\n") == "paragraph\n  image \"x.svg\" {width=\"300px\"}\n    text \"A\"")
    #expect(shape("![A](x.svg)\n:width: 300px\nmore\n").contains("text \":width: 300px\""))
  }

  @Test func `attributes of a caption may hold brackets`() {
    let tree = shape("| a |\n|---|\n| 1 |\n\n: Cap {#tbl-x tbl-colwidths=\"[15,35]\"}\n")
    #expect(tree.hasPrefix("table") && tree.contains("{#tbl-x tbl-colwidths=\"[15,35]\"}") && tree.contains("text \"Cap\""))
    #expect(shape("a [b {c}\n") == "paragraph\n  text \"a [b {c}\"")
  }

  // MARK: Code

  @Test func `MyST's attributes are on the line above their paragraph`() {
    #expect(shape("{.a #b}\nwords\n") == "paragraph {#b .a}\n  text \"words\"")
    #expect(!shape("{.glossary}\nA\n: b\n\nC\n: d\n").contains("glossary}"))
    for text in ["{.a}\n", "{.a} b\nc\n", "{a}\nb\n", "{...}\nb\n"] { #expect(shape(text).contains("text \"{"), "\(text)") }
  }

  @Test func `hidden lines of Rust stay out`() {
    #expect(shape("```python\n#| echo: false\nf()\n```\n").contains("#| echo"))
    #expect(shape("```rust,ignore\n# use a;\n#\n#[test]\n## b\nf();\n  # }\n```\n").contains("\"#[test]\\n# b\\nf();\\n\""))
    #expect(shape("```rust\n# a\n```\n").contains("# a"))
    #expect(shape("```python\n# a\nf()\n```\n").contains("# a"))
  }

  @Test func `options of cells that a tool runs are not shown, nor is code that their author hides`() {
    #expect(shape("```{r}\n#| label: a\n#| fig-cap: \"B\"\nf()\n#| c\n```\n").contains("\"f()\\n#| c\\n\""))
    #expect(shape("```{python, echo=TRUE}\nf()\n```\n").contains("\"f()\\n\""))
    for hidden in [
      "{r setup, include=FALSE}\nf()", "{r include = F}\nf()", "{python}\n#| echo: false\nf()", "{ojs}\n//|include:false\nf()",
    ] {
      #expect(shape("a\n\n```\(hidden)\n```\n\nb\n") == shape("a\n\nb\n"))
    }
    for shown in [
      "{.r}\n#| echo: false", "r\n#| echo: false", "{r}\nf(echo = FALSE)", "{r, no_echo=FALSE}\nf()", "{r}\n#| echo: fenced\nf()",
    ] {
      #expect(shape("```\(shown)\n```\n").contains("codeBlock"), "\(shown)")
    }
  }

  @Test func `a cell without code is no empty box, and nothing is hidden in it`() {
    for cell in ["{r, child=\"children/settings.txt\"}", "{r}\n", "{r, echo=FALSE}"] {
      let parsed = parse(Source(name: "a.Rmd", text: "a\n\n```\(cell)\n```\n\nb\n"))
      #expect(!parsed.tree.printed().contains("codeBlock") && parsed.diagnostics.isEmpty, "\(cell)")
    }
    for code in ["python\n", "{.python}\n", "\n"] { #expect(shape("```\(code)```\n").contains("codeBlock"), "\(code)") }
  }

  @Test func `a reference to a documented object shows its name`() {
    #expect(shape("see [`f`][a.b.f] now") == "paragraph\n  text \"see \"\n  span\n    code \"f\"\n  text \" now\"")
    #expect(!shape("[:octicons-file-code-24:][_x]{: .source-link }\n\n# A\n").contains("_x"))
    #expect(shape("a[`i`][j]").contains("[j]"))
    #expect(shape("[words][a.b]").contains("[words][a.b]"))
    #expect(shape("[`i`][1]").contains("[1]"))
  }

  // MARK: Words

  @Test func `white space after a zero-width space at a paragraph's start is nothing`() {
    #expect(shape("\u{200B}\u{3000}\u{3000}a\u{200B} b\n") == "paragraph\n  text \"a\u{200B} b\"")
    #expect(shape("\u{200B}a\n") == "paragraph\n  text \"\u{200B}a\"")
  }

  @Test func `places within a page are shown in words`() {
    for (link, words) in [("A#B c", "A: B c"), ("A#^d1", "A"), ("C#", "C#"), ("A#B|e", "e")] {
      #expect(shape("[[\(link)]]") == "paragraph\n  text \"\(words)\"")
    }
    #expect(shape("[Section -@sec-x]").contains("text \"Section\u{A0}\"\n    reference -sec-x"))
  }

  // MARK: MDX

  @Test func `imports, exports and comments of MDX are no text`() {
    let text = "import A from './a';\nimport {\n  B,\n} from 'b'\n\nexport const x = [\n  1,\n];\n\n{/* a\n*/}\n\n# T\n\nb {/* c */}d\n"
    #expect(shape(text) == "heading 1\n  text \"T\"\nparagraph\n  text \"b \"\n  text \"d\"")
    #expect(shape("import duties from abroad\n").contains("import duties from abroad"))
    #expect(shape("a\n\nimport A from './a';\n") == "paragraph\n  text \"a\"")
    #expect(shape("a\nimport A from './a';\n").contains("import A"))
  }

  @Test func `tags of components set nothing but their words, and Markdown between them is Markdown`() {
    let text =
      "<Tabs><TabItem label=\"npm\">\n\n*a*\n</TabItem></Tabs>\n\n<Steps>\n    - b\n\n    ```sh\n    c\n    ```\n</Steps>\n\n    d\n"
    let tree = shape(text)
    #expect(
      tree.contains("callout tab tab\n  title\n    text \"npm\"") && tree.contains("emphasis") && tree.contains("codeBlock \"sh\" \"c\\n\"")
    )
    #expect(tree.contains("list") && !tree.contains("Tab") && !tree.contains("Steps"))
    #expect(tree.hasSuffix("codeBlock \"\" \"d\\n\""))
    #expect(shape("<Card title=\"One\" href=\"/x\" />\n") == "paragraph\n  link \"/x\"\n    strong\n      text \"One\"")
    #expect(shape("A <Foo> and <Bar/>\n").contains("<Foo>"))
  }

  // MARK: Marks

  @Test func `CriticMarkup shows what is added, deleted and marked, no comments`() {
    let text = "{++a++}{--b--}{==c==}{>>d<<}"
    #expect(
      shape(text) == "paragraph\n  inserted\n    text \"a\"\n  strikethrough\n    text \"b\"\n  highlighted\n    text \"c\"")
    #expect(shape("{~~a b~>c~~}") == "paragraph\n  strikethrough\n    text \"a b\"\n  inserted\n    text \"c\"")
    #expect(shape("~~a~~ {~b~}").contains("strikethrough"))
    #expect(shape("{ ++a } and {x--}") == "paragraph\n  text \"{ ++a } and {x--}\"")
  }

  @Test func `names of keys between pluses are keys`() {
    #expect(shape("++ctrl+r++") == "paragraph\n  keyboard\n    text \"Ctrl\"\n  span\n    text \"+\"\n  keyboard\n    text \"R\"")
    #expect(shape("++new words++").hasPrefix("paragraph\n  inserted"))
    #expect(shape("C++ and a++ b++") == "paragraph\n  text \"C++ and a++ b++\"")
  }

  @Test func `tasks stand in admonitions and quotes too`() {
    #expect(shape("!!! note\n    - [x] a\n    - [ ] b\n").contains("item checked"))
    #expect(shape("> - [ ] b\n").contains("item unchecked"))
    #expect(shape("- [x](y)\n").contains("link"))
  }

  @Test(arguments: [
    ("??? note \"### X\"\n    y\n", "X"), ("!!! note \"#x\"\n    y\n", "#x"), (":::{note} ## X\nY\n:::\n", "X"),
    ("> [!NOTE] ### X\n> y\n", "X"),
    ("!!! note \"#\"\n    y\n", "#"),
  ])
  func `the hashes of a title are no words`(text: String, title: String) {
    #expect(shape(text).contains("  title\n    text \"\(title)\""))
  }

  @Test(arguments: [
    ("[=85% \"most\"]", "most"), ("[==3/4]", "3/4"), ("a [=5%]{: .thin .x} b", "a 5% b"), ("[=x]", "[=x]"), ("[=5]", "[=5]"),
    ("[=5% more]", "[=5% more]"),
  ])
  func `a progress bar is what it says`(text: String, shown: String) {
    let tree = parse(Source(name: "a.md", text: text + "\n")).tree
    let words = tree.nodes.map { if case .text(let words) = $0.kind { words } else { "" } }
    #expect(words.joined() == shown)
  }

  @Test func `an anchor may be escaped`() {
    #expect(shape("# A {: #\\9.0}\n") == "heading 1 {#9.0}\n  text \"A\"")
  }
}
