import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// Blocks, citations and formulas as other tools write them.
@Suite struct ForeignBlockTests {
  @Test func `chunks that name each other many times are bounded, also without any code`() {
    func chunk(_ name: String, _ line: String, _ count: Int) -> String {
      "```{r \(name)}\n" + String(repeating: line, count: count) + "```\n\n"
    }
    let text = chunk("a", "<<b>>\n", 3_000) + chunk("b", "<<c>>\n", 3_000) + chunk("c", "<<d>>\n", 3_000) + chunk("d", "", 0)
    let time = processorTime { _ = preprocessed(Source(name: "a.Rmd", text: text), files: .none, budget: Budget()) }
    #expect(time < .seconds(10))
  }

  private func read(_ text: String, _ tool: Dialect.Tool = .general, cites: Bool = false) -> ParsedDocument {
    let (source, _) = preprocessed(
      Source(name: "a.md", text: text), files: FileAccess(roots: []), budget: Budget(), in: Dialect(tool))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    (options.keepsCitations, options.citesWorks) = (true, cites)
    return parse(source, options: options)
  }

  private func words(_ text: String, _ tool: Dialect.Tool = .general) -> String { read(text, tool).tree.plainText(of: 0) }

  private func callouts(_ text: String, _ tool: Dialect.Tool) -> [Tree.Callout] {
    read(text, tool).tree.nodes.compactMap { if case .callout(let callout) = $0.kind { callout } else { nil } }
  }

  private func formulas(_ text: String, _ tool: Dialect.Tool = .general) -> [String] {
    read(text, tool).tree.nodes.compactMap { if case .math(let span) = $0.kind { span.tex } else { nil } }
  }

  private func citations(_ text: String, _ tool: Dialect.Tool) -> [String] {
    read(text, tool, cites: true).tree.nodes.compactMap {
      if case .reference(let label) = $0.kind, label.hasPrefix(CitedWorks.mark) { String(label.dropFirst()) } else { nil }
    }
  }

  // MARK: Heads

  @Test(arguments: [
    "", "```{figure} a.jpg\n:name: f1\n---\n\n---\nWords.\n```\n", "```{figure} a.jpg\n:name: f1\n---\nwidth: 20px\n---\nWords.\n```\n",
  ])
  func `options of a directive may be lines and then a block between dashes`(text: String) {
    let tree = read(text, .myst).tree
    #expect(!tree.nodes.contains { $0.kind == .thematicBreak })
    #expect(text.isEmpty || tree.attributes.contains { $0.id == "f1" })
  }

  @Test(arguments: ["\u{3000}", "\u{A0}", " \u{200B}", "\u{FEFF}", "\u{2003}\r"])
  func `blanks that nobody sees behind the dashes end front matter all the same`(blank: String) {
    let text = "---\nmarp: true\n---\(blank)\n\n# A\n"
    #expect(FrontMatter.of(Array(text.utf8)).flag("marp") == true)
    #expect(DialectDecision(Array(text.utf8)).dialect.tool == .marp)
  }

  @Test func `links of a vault in front matter are values`() {
    let text = "---\ntitle: A\ntags: [[b c]], #d, [[e]]\nrelated: [[f]]\n---\n\nWords.\n"
    let (matter, said) = FrontMatter.read(Array(text.utf8))
    #expect(matter.text("title") == "A" && matter.end > 40)
    #expect(said.map(\.code) == ["front-matter.syntax"] && !said.contains { $0.message.contains("cannot read") })
  }

  // MARK: Theorems

  @Test func `a component's type says which theorem it is`() {
    let text =
      "<Theorem type=\"definition\" title=\"A\">\n\nText\n\n</Theorem>\n\n<Theorem type=\"Lemma\" :autoNumber=\"false\">\n\nText\n\n</Theorem>\n"
    for tool in [Dialect.Tool.slidev, .docusaurus] {
      let found = callouts(text, tool)
      #expect(found.map(\.kind) == ["definition", "lemma"])
      #expect(found.map(\.isCounted) == [true, false])
    }
    let numbered = read("<Theorem number=\"3.1\">\n\nText\n\n</Theorem>\n", .slidev).tree
    #expect(numbered.attributes.contains { $0["theorem-number"] == "3.1" })
  }

  @Test func `a theme's tags around mathematics are theorems`() {
    let text = "---\nlayout: post\n---\n\n{% theorem Euler %}\nIt is so.\n{% endtheorem %}\n\n{% proof %}\nClear.\n{% endproof %}\n"
    #expect(callouts(text, .kramdown).map(\.kind) == ["theorem", "proof"])
    let labelled = read("---\nlayout: post\n---\n\n{% theorem theo:this true %}\nx\n{% endtheorem %}\n", .kramdown).tree.printed()
    #expect(labelled.contains("{#theo:this .theorem}") && !labelled.contains("title"))
    #expect(words(text, .kramdown).contains("Euler"))
  }

  @Test func `shortcodes for what LaTeX has commands for are words`() {
    #expect(words("In {{< latex >}}, {{< ldots >}} and {{< smallcaps Names >}}.", .quarto) == "In LaTeX, … and Names.")
  }

  // MARK: Code

  @Test func `a macro behind a fence's language draws its code`() {
    let text =
      "<!--\nnarrator: X\nimport: https://raw.githubusercontent.com/liascript-templates/plantUML/master/README.md\n-->\n\n# T\n\n```text @plantUML.png\n@startuml\n@enduml\n```\n\n```text\n@plantUML\n```\n"
    let infos = read(text, .liascript).tree.nodes.compactMap { if case .codeBlock(let info, _) = $0.kind { info } else { nil } }
    #expect(infos == ["plantuml", "text"])
  }

  @Test func `MDX has no code by indent, so that items are items`() {
    let text = "Words.\n\n    - One\n    - Two\n      - Three\n\nMore.\n\n    let x = 1\n"
    func kinds(_ tool: Dialect.Tool) -> [Int] {
      let nodes = read(text, tool).tree.nodes
      return [
        nodes.count { if case .item = $0.kind { true } else { false } },
        nodes.count { if case .codeBlock = $0.kind { true } else { false } },
      ]
    }
    #expect(kinds(.docusaurus) == [3, 1])
    #expect(kinds(.general) == [0, 2])
  }

  // MARK: Formulas

  @Test(arguments: ["A times B", "f times g", "A union B", "n choose k", "x and y", "A' subset B"])
  func `words between single letters in closed dollars are a formula`(_ formula: String) {
    #expect(formulas("So $\(formula)$ holds.") == [formula])
  }

  @Test(arguments: [
    "Costs $5 and $6 here.", "In $HOME and $PATH too.", "From $10 to 20$ each.", "As US$a lot of b$x.", "Pay $a month or so, $b later.",
  ])
  func `amounts and names with dollars are none`(_ text: String) { #expect(formulas(text) == []) }

  @Test func `escaped brackets of a regular expression are none where nothing else is in such brackets`() {
    #expect(formulas("Use ^(\\d{3}-|\\(\\d{3}\\) )\\d{3}$ here.", .github) == [])
    #expect(formulas("Use \\(\\alpha_1\\) here.", .github) == ["\\alpha_1"])
  }

  @Test func `brackets at the ends of a formula's line are no delimiters that lost their backslashes`() {
    let row = "[ z_1 \\! : z_2 ] = (\\lambda + 1) [ \\lambda z_1 ]"
    for (open, close) in [("\\begin{equation}", "\\end{equation}"), ("$$", "$$"), ("\\[", "\\]")] {
      let tree = read("Words are\n\n\(open)\n\(row)\n\(close)\n\nfor any x.\n", .myst).tree
      let found = tree.nodes.compactMap { if case .mathBlock(let span) = $0.kind { span.tex } else { nil } }
      #expect(found.count == 1 && found[0].contains(row), "\(found)")
    }
    let lost = read("It is\n\n[\n\\alpha + \\beta\n]\n\nfor (\\alpha).\n").tree
    #expect(lost.nodes.contains { if case .mathBlock = $0.kind { true } else { false } })
  }

  // MARK: What is named

  @Test func `a shell's expansions and commands between quotes are not said`() {
    let said = read("Use ${#x[@]} and \"${#arr}\" there.\n\nWrite \"\\begin{align}\" there.").diagnostics
    #expect(!said.contains { $0.code == "markup.raw" }, "\(said)")
    #expect(read("Use {#x} there and \\begin{align} too.").diagnostics.map(\.code).contains("markup.raw"))
  }

  // MARK: Citations

  @Test(arguments: [
    ("A {{#cite a}} b.", Dialect.Tool.mdbook, ["[@a]"]), ("A {% cite a b %}.", .kramdown, ["[@a; @b]"]),
    ("A {% cite a -l 3 --suppress_author %}.", .kramdown, ["[-@a, p. 3]"]), ("A {{< cite \"a\" >}} b.", .hugo, ["[@a]"]),
    ("As @@a says.", .mdbook, ["@a"]),
  ])
  func `tags that cite are citations`(text: String, tool: Dialect.Tool, expected: [String]) {
    #expect(citations(text, tool) == expected)
  }

  @Test func `a group that is shown as it is written has a place to end a line`() {
    #expect(words("A [@a;@b;-@c] and `[@a;@b]`, [@a;@b](https://a.org).").hasPrefix("A [@a; @b; -@c] and [@a;@b], "))
  }

  // MARK: Blocks

  private func count(_ text: String, _ tool: Dialect.Tool, _ isWanted: (Tree.Kind) -> Bool) -> Int {
    read(text, tool).tree.nodes.count { isWanted($0.kind) }
  }

  private func codes(_ text: String, _ tool: Dialect.Tool) -> [String] {
    read(text, tool).tree.nodes.compactMap {
      if case .codeBlock(let info, let literal) = $0.kind { "\(info.prefix(8))|\(literal)" } else { nil }
    }
  }

  @Test(arguments: [
    "Text\n$$\nx\n$$\n    where $y$.\n", "Text\n$$x$$\n\twhere $y$.\n\nMore.\n", "1) First\n$$\nx\n$$\n\t\twhere $a$.\n2) Next\n",
  ])
  func `a line right below a display is its paragraph's, however far it is indented`(text: String) {
    for tool in [Dialect.Tool.obsidian, .general, .pandoc] {
      #expect(codes(text, tool) == [])
      #expect(formulas(text, tool).count == 2)
    }
    #expect(count(text, .obsidian) { if case .item = $0 { true } else { false } } == (text.hasPrefix("1)") ? 2 : 0))
    #expect(codes("Text\n$$\nx\n$$\n\n    code\n", .general) == ["|code\n"])
  }

  @Test func `directives in directives lose the indent of the outer one`() {
    let text = "  ::::{note}\n    :::{tip}\n      ```console\n      $ ls\n      ```\n    :::\n  ::::\n"
    #expect(callouts(text, .myst).map(\.kind) == ["note", "tip"])
    #expect(codes(text, .myst) == ["console|$ ls\n"])
  }

  @Test func `a chunk has the code of others by their names`() {
    let text = """
      ```{r sim, eval=FALSE}
      x <- 1
      ```

      ```{r}
      #| label: two
      <<sim>>
      y <- 2
      ```

      ```{r, eval=FALSE}
        <<two>>
      <<none>>
      ```

      ```{r ref.label="sim"}
      ```

      ```{r all, ref.label=knitr::all_labels()}
      ```

      ```{r ref.label=c("two", 'sim')}
      ```
      """
    let found = codes(text, .rmarkdown).map { $0.drop { $0 != "|" }.dropFirst() }
    #expect(found.count == 6, "\(found)")
    #expect(found[1].contains("x <- 1\ny <- 2"))
    #expect(found[2].contains("  x <- 1\n  y <- 2\n<<none>>"))
    #expect(found[3] == "x <- 1\n")
    #expect(found[5] == "x <- 1\ny <- 2\n\nx <- 1\n")
    let (_, said) = preprocessed(Source(name: "a.Rmd", text: text), files: FileAccess(roots: []), budget: Budget(), in: Dialect(.rmarkdown))
    #expect(said.map(\.code) == ["code.chunk"])
    #expect(codes("```cpp\n<<sim>>\n```\n", .general) == ["cpp|<<sim>>\n"])
  }

  @Test func `a chunk's code stands below all of its options, as far in as the line that asks for it; its own code is said`() {
    let text = """
      ```{r sim, eval=FALSE}
      x <- 1
      y <- 2
      ```

      ```{r}
      #| ref.label: sim
      #| echo: true
      ```

      ```{r}
      f <- function() {
        <<sim>>
      }
      ```

      ```{r rec}
      <<rec>>
      ```
      """
    let found = codes(text, .rmarkdown).map { $0.drop { $0 != "|" }.dropFirst() }
    #expect(found == ["x <- 1\ny <- 2\n", "x <- 1\ny <- 2\n", "f <- function() {\n  x <- 1\n  y <- 2\n}\n", "<<rec>>\n"], "\(found)")
    let (_, said) = preprocessed(Source(name: "a.Rmd", text: text), files: FileAccess(roots: []), budget: Budget(), in: Dialect(.rmarkdown))
    #expect(said.map(\.message) == ["the chunk ‘rec’ asks for its own code"])
  }

  @Test(arguments: [
    "<div class=\"mermaid\">\n  graph TD;\n    A--&gt;B;\n</div>\n", "<pre class=\"mermaid\">\ngraph TD;\n\nA-->B;\n</pre>\n",
    "<div class='x mermaid' align=center>graph TD; A-->B;</div>\n", "<center><div class=\"mermaid\">\ngraph TD; A-->B;\n</div></center>\n",
    "<pre><code class=\"language-mermaid\">graph TD; A-->B;\n</code></pre>\n",
  ])
  func `elements that Mermaid draws in a browser are its diagrams`(text: String) {
    let found = codes("Words.\n\n" + text + "\nAfter.\n", .kramdown)
    #expect(found.count == 1 && found[0].hasPrefix("mermaid|") && found[0].contains("-->B"), "\(found)")
    #expect(codes("```html\n\(text)```\n", .general).map { $0.prefix(4) } == ["html"])
  }

  @Test func `settings of a theme's own container are said`() {
    let text = "::: shareCard\n```yaml\n- name: A\n```\n:::\n"
    #expect(read(text, .vitepress).diagnostics.map(\.code) == ["markup.container"])
    #expect(read(text, .github).diagnostics.map(\.code) == [])
    #expect(read("::: shareCard\nWords.\n:::\n", .vitepress).diagnostics.map(\.code) == [])
  }

  @Test func `attributes of a reference definition are on the picture`() {
    let text = "![An elephant][E1], ![e2][] and ![E2]\n\n[E1]: a.png {#fig-elephant width=50}\n[e2]: b.png \"T\" {.x}\n\n`![E1]`\n"
    let tree = read(text, .quarto).tree
    #expect(tree.attributes.contains { $0.id == "fig-elephant" && $0["width"] == "50" })
    #expect(tree.attributes.count { $0.classes == ["x"] } == 2)
    #expect(!tree.plainText(of: 0).contains("{"))
    #expect(read(text, .github).tree.attributes.allSatisfy { $0.id != "fig-elephant" })
  }

  @Test func `a solution is named by its exercise`() {
    let text = "```{exercise}\n:label: ex1\nDo.\n```\n\n```{solution} ex1\n:label: sol1\nDone.\n```\n\nSee {ref}`sol1` and [](#sol1).\n"
    let tree = read(text, .myst).tree
    let labels = tree.nodes.compactMap { if case .reference(let label) = $0.kind { label } else { nil } }
    #expect(labels == ["ex1", "ex1", "ex1"])
    #expect(tree.plainText(of: 0).components(separatedBy: "Solution to ").count == 4)
  }

  @Test func `components on lines of their own are Markdown each, and fragments have no signs`() {
    let text =
      "<Tabs items={['a']}>\n  <Tabs.Tab>**a**: One.</Tabs.Tab>\n  <Tabs.Tab>**b** is *c*.</Tabs.Tab>\n</Tabs>\n\n<>\nA **bold** `<>`.\n</>\n"
    let tree = read(text, .docusaurus).tree
    #expect(tree.nodes.count { $0.kind == .strong } == 3)
    #expect(!tree.plainText(of: 0).contains("**") && tree.plainText(of: 0).contains("<>"))
  }

  @Test(arguments: ["<Foo t=", "<Foo t=\"", "<Foo t={", "<F", "<div\n<Foo a='b' c="])
  func `a component that ends with its file is text`(end: String) {
    for text in [end, "Words\n\n\(end)", "- \(end)"] {
      let tree = parse(Source(name: "a.mdx", text: "---\nsidebar_position: 1\n---\n\n" + text)).tree
      #expect(tree.children(of: 0).contains { _ in true }, "\(text)")
    }
  }

  @Test func `stars in a bare address are bold where tools link none`() {
    let text = "See https://github.com/**USER**/book and `https://a.org/**b**`.\n"
    #expect(read(text, .myst).tree.nodes.contains { $0.kind == .strong })
    #expect(!read(text, .github).tree.nodes.contains { $0.kind == .strong })
  }

  @Test(arguments: ["$64-$bit", "$2n-$dimensional", "$x_1-$axis", "$10-$fold"])
  func `a hyphen before the closing dollar ends a formula`(text: String) { #expect(formulas("A \(text) word.").count == 1) }

  @Test(arguments: ["$5-$10", "$HOME-$USER", "$foo-$bar"])
  func `amounts and variables with hyphens are none`(text: String) { #expect(formulas("A \(text) word.") == []) }
}
