import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

private func parsed(_ text: String) -> ParsedDocument { parse(Source(name: "a.md", text: text)) }

private func preprocessed(_ text: String) -> String {
  String(decoding: preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget()).source.bytes, as: UTF8.self)
}

private func kinds(_ text: String) -> [Tree.Kind] { parsed(text).tree.nodes.map(\.kind) }

private func code(_ text: String) -> [String] {
  kinds(text).compactMap { if case .codeBlock(_, let literal) = $0 { literal } else { nil } }
}

private func images(_ text: String) -> [String] {
  kinds(text).compactMap { if case .image(let source, _) = $0 { source } else { nil } }
}

/// Markdown as sites and READMEs write it among HTML, and what their tools add to code, links and containers.
@Suite struct SiteTests {
  @Test func `a fence whose name is a callout's holds Markdown, code in its title too`() {
    let tree = parsed("````smart header=\"The `a` sign\"\n*b*\n\n```js\nc\n```\n````\nd\n").tree.printed()
    #expect(tree.contains("callout admonition note"))
    #expect(tree.contains("code \"a\"") && tree.contains("emphasis") && tree.contains("codeBlock \"js\" \"c\\n\""))
    #expect(code("```smart\nx\n```\n").isEmpty)
    #expect(code("```quote\nx\n```\n") == ["x\n"])
    #expect(parsed("```ad-tip\ntitle: Words\ntext\n```\n").tree.printed().contains("\"Words\""))
  }

  @Test func `a line of 20,000 tags takes time in proportion, whatever they are`() {
    for tag in ["{{% x %}}", "{{< a >}}", "{{< a >}}b{{< /a >}}", "{% a %} ", "{{< a >}}> - ", "{% for a in b %}"] {
      func time(_ count: Int) -> Duration {
        let source = Source(name: "a.md", text: String(repeating: tag, count: count))
        return processorTime { _ = preprocessed(source, files: .none, budget: Budget()) }
      }
      let (once, fourTimes) = (time(5_000), time(20_000))
      #expect(fourTimes < once * 8 + .milliseconds(200), "\(tag): \(once), \(fourTimes)")
    }
  }

  @Test func `a tag of Writerside's that nothing ends leaves nothing out`() {
    let start = "[//]: # (title: Words)\n\n"
    #expect(preprocessed(start + "<link-summary>\nshort\n\nthe rest\n").contains("the rest"))
    #expect(!preprocessed(start + "<link-summary>\nshort\n</link-summary>\n\nthe rest\n").contains("short"))
  }

  @Test func `the tag of a component over several lines is one, and its expressions are not printed`() {
    let tree = parsed("<Card\n  title=\"Words\"\n  icon={<A b=\"c\" />}\n>\n  text\n</Card>\n").tree.printed()
    #expect(tree.contains("\"Words\"") && tree.contains("\"text\""))
    #expect(!tree.contains("icon") && !tree.contains("title="))
    #expect(parsed("a <Card\n\nb >\n").tree.printed().contains("<Card"))
  }

  @Test func `a comment of a vault ends at its sign, over blank lines too`() {
    #expect(!parsed("a\n\n%%\nb\n\nc\n%%\n\nd\n").tree.printed().contains("\"c\""))
    #expect(parsed("%%\nb\n\nc\n").tree.printed().contains("\"c\""))
  }

  @Test func `what runs on a site alone is left out and named`() {
    let document = parsed("a\n\n[demo src=\"x\"]\n\n[edit src=\"x\"]b[/edit]\n\n[demo] is text\n")
    #expect(document.diagnostics.map(\.message) == ["the demo of a site is left out"])
    #expect(!document.tree.printed().contains("src"))
    #expect(document.tree.printed().contains("[demo] is text"))
  }

  @Test func `settings of a page of javascript.info above its rule are not printed`() {
    #expect(!parsed("importance: 5\n\n---\n\n# A [#b]\n").tree.printed().contains("importance"))
    #expect(parsed("# A [#b]\n").tree.printed().contains("{#b}"))
    #expect(parsed("the importance: 5\n\ntext\n").tree.printed().contains("importance"))
  }

  @Test func `a list of fields is one in MyST alone`() {
    let fields = "text\n\n:name: words\n:other: *more*\n"
    var options = ParseOptions()
    options.dialect = Dialect(.myst)
    let tree = parse(Source(name: "a.md", text: fields), options: options).tree.printed()
    #expect(tree.contains("definitionList") && !tree.contains(":name:"))
    #expect(parsed(fields).tree.printed().contains(":name: words"))
  }

  @Test func `rows of a table that are indented below blank lines are no code`() {
    let rows = "<table>\n  <tr>\n    <td>a</td>\n\n    <td>b</td>\n  </tr>\n\n    <tr>\n        <td>c</td>\n    </tr>\n</table>\n"
    #expect(code(rows).isEmpty)
    #expect(kinds(rows).count { $0 == .tableCell } == 3)
  }

  @Test func `an indented tag outside of a table is code`() {
    #expect(code("text\n\n    <td>a</td>\n") == ["<td>a</td>\n"])
    #expect(code("<table><tr><td>a</td></tr></table>\n\n    <td>a</td>\n") == ["<td>a</td>\n"])
  }

  @Test(arguments: ["<div align=\"center\">\nX\n</div>", "<td>\nX\n</td>", "<p>\n  X\n</p>", "<table><tr><td>X</td></tr></table>"])
  func `a picture right below an opening tag is one`(_ frame: String) {
    #expect(images(frame.replacing("X", with: "![words](a.png)") + "\n") == ["a.png"])
  }

  @Test func `a fence or a list right below an opening tag is one`() {
    #expect(code("<center>\n```js\nx\n```\n</center>\n") == ["x\n"])
    #expect(kinds("<details>\n- a\n- b\n</details>\n").contains { if case .item = $0 { true } else { false } })
  }

  @Test func `a quote below the closing tag of a heading is one`() {
    #expect(kinds("<h3>A</h3>\n> quote\n").contains(.blockQuote))
    #expect(!kinds("<div>A</div>\n> quote\n").contains(.blockQuote))
  }

  @Test func `a bar in a wiki link does not end its cell`() {
    let document = parsed("| a | b |\n|---|---|\n| [[note|words]] | c |\n")
    #expect(document.diagnostics.isEmpty)
    #expect(document.tree.printed().contains("\"words\""))
  }

  @Test func `an embedded picture has its place, its size and its words apart from its name`() {
    let tree = parsed("![[a.png#right]] ![[b.png|words|100x50]]\n").tree.printed()
    #expect(tree.contains(#"image "a.png" {caption="" align="right"}"#))
    #expect(tree.contains(#"image "b.png" {caption="" width="100" height="50"}"#))
  }

  @Test func `VitePress' flags are no part of a title`() {
    let tree = parsed("::: details Words {open}\ntext\n:::\n").tree.printed()
    #expect(tree.contains("\"Words\"") && !tree.contains("open"))
  }

  @Test func `marks for tools are taken out of code`() {
    #expect(code("```js\na // [!code focus]\nb <!-- [!code highlight:2] -->\n*!*\nc\n*/!*\n```\n") == ["a\nb\nc\n"])
    #expect(code("```js\nx[!code] // [!code +]\n```\n") == ["x[!code] // [!code +]\n"])
  }

  @Test func `what marks say of lines of code is in its info string`() {
    let text = "```js\na // [!code --]\nb // [!code ++:2]\nc\n// [!code error]\nd\n<!-- [!code highlight] -->\n```\n"
    let tree = parsed(text).tree.printed()
    #expect(tree.contains("js del={1} ins={2-3} mark={4,5}"), "\(tree)")
    #expect(code(text) == ["a\nb\nc\nd\n"])
    #expect(code("```\na -- [!code ++]\n```\n") == ["a\n"])
    #expect(
      code("```dart\ncatch [!(e)!] { [!rethrow;!] }\nif [ ! -f a ] && [[ !x ]]\n```\n") == [
        "catch (e) { rethrow; }\nif [ ! -f a ] && [[ !x ]]\n"
      ])
    #expect(code("```r\nx <- 1 #<<\ncout #<<y\n#<<\n```\n") == ["x <- 1\ncout #<<y\n#<<\n"])
    #expect(code("```kotlin\nfun main() {\n//sampleStart\n  a()\n  // sampleEnd\n}\n```\n") == ["fun main() {\n  a()\n}\n"])
  }

  @Test func `the author's list between comments is the table of contents`() {
    #expect(!kinds("<!-- TOC -->\n\n- [A](#a)\n\n<!-- /TOC -->\n\n# A\n").contains(.contents))
    #expect(kinds("<!-- TOC -->\n\n# A\n").contains(.contents))
    #expect(!kinds("<!--- TOC -->\n\n* [A](#a)\n\n<!--- END -->\n\n# A\n").contains(.contents))
  }

  @Test func `an import between blocks is no text`() {
    #expect(!parsed("# A\n\nimport B from './b'\n\ntext\n").tree.printed().contains("import"))
    #expect(parsed("# A\n\nimport what you need\n").tree.printed().contains("import what you need"))
  }

  @Test(arguments: ["<Counter />", "<Tweet id=\"1\" />", "<my-thing/>", "a <Toc max=\"1\"/> b"])
  func `a component that ends itself is left out and named`(_ text: String) {
    let document = parsed(text + "\n")
    #expect(document.diagnostics.map(\.code) == ["html.component"])
    #expect(!document.tree.printed().contains("<"))
  }

  @Test(arguments: ["<name/>", "a <name> b", "<NAME/>"])
  func `a word in angle brackets is text`(_ text: String) {
    #expect(parsed(text + "\n").tree.printed().contains("<"))
  }

  @Test func `components of callouts are callouts`() {
    #expect(kinds("<Note>\n\ntext\n\n</Note>\n").contains(.callout(Tree.Callout(.admonition, kind: "note"))))
    let tree = parsed("<Admonition type=\"info\" title=\"Words\">\n\ntext\n\n</Admonition>\n").tree
    #expect(tree.nodes.map(\.kind).contains(.callout(Tree.Callout(.admonition, kind: "info"))) && tree.printed().contains("\"Words\""))
    #expect(!kinds("<note>\n\ntext\n\n</note>\n").contains(.callout(Tree.Callout(.admonition, kind: "note"))))
  }

  @Test func `the text of a badge is shown`() {
    #expect(parsed("A <Badge type=\"tip\" text=\"new\" />\n").tree.printed().contains("\"new\""))
  }

  @Test func `other signs of tasks are signs after an empty box, and what is cancelled is struck`() {
    let tree = parsed("- [?] a\n- [/] b\n- [-] c\n- [x] d\n").tree
    #expect(
      tree.nodes.map(\.kind).filter { if case .item = $0 { true } else { false } }
        == [false, false, false, true].map { .item(isChecked: $0) })
    #expect(tree.printed().contains("\"?\"") && tree.printed().contains("\"/\"") && tree.nodes.contains { $0.kind == .strikethrough })
    for text in ["- [1] a\n", "- [a] b\n", "- [?](x) a\n", "- [?]\n"] { #expect(!kinds(text).contains(.item(isChecked: false)), "\(text)") }
  }

  @Test func `names of blocks are no text, and links lead to them`() {
    let tree = parsed("A b ^first-1\n\n- c ^item\n\n| a |\n|---|\n\n^table-id\n\n[[#^first-1|Words]]\n").tree.printed()
    for name in ["^first-1", "^item", "^table-id"] { #expect(tree.contains("anchor=\"\(name)\"")) }
    #expect(tree.count { $0 == "^" } == 4 && tree.contains("link \"#^first-1\""))
  }

  @Test(arguments: ["2 ^10", "x ^a b", "x^2^", "a^b"])
  func `a caret elsewhere is no name of a block`(_ text: String) { #expect(!parsed(text + "\n").tree.printed().contains("anchor")) }

  @Test func `attributes of headings may have markup in them`() {
    let tree = parsed(
      "# A {#x data-toc-label='Short `y` <b>z</b>'}\n\n# B {: .c data-toc-label=\"**L**\"}\n\n# C {data-toc-label=\"*x*\"}\n"
    ).tree
    #expect(!tree.printed().contains("toc-label") && tree.printed().contains("#x") && tree.printed().contains(".c"))
    #expect(parsed("# A {`x`}\n").tree.printed().contains("{"))
  }

  @Test func `attributes after the title of a container are its own`() {
    let tree = parsed("::: danger STOP {.x}\ntext\n:::\n").tree.printed()
    #expect(tree.contains("\"STOP\"") && tree.contains(".x"))
    #expect(parsed("::: tip A {b\ntext\n:::\n").tree.printed().contains("\"A {b\""))
  }

  @Test func `of pictures for light and dark screens the light one is shown`() {
    #expect(images("![a](a.png#only-light)![b](b.png#only-dark) ![c](c.png#gh-dark-mode-only) ![d](d.png#x)\n") == ["a.png", "d.png#x"])
  }

  @Test(arguments: [
    "![b](b.png#only-dark){ width=300 }", "![b](b.png#gh-dark-mode-only){width=300 align=left}", "![b](b.png#only-dark \"t\"){ .x }",
    "![b](b.png#only-dark){: .x }", "[![b](b.png#only-dark){ .x }](https://a.org)", "[![b](b.png#only-dark)](https://a.org){ .x }",
    "![b][b]{ .x }", "<img src='b.png#gh-dark-mode-only' width=30>", "<a href='x'><img src=\"b.png#only-dark\"></a>",
  ])
  func `what describes a picture for dark screens is left out with it`(dark: String) {
    let text = "Words \(dark) end.\n\n![a](a.png#only-light){ width=30 }\n\(dark)\n\n[b]: b.png#only-dark\n"
    #expect(images(text) == ["a.png"], "\(dark)")
    let tree = parsed(text).tree.printed()
    #expect(tree.split(separator: "\n").contains { $0.contains("image \"a.png\"") && $0.hasPrefix("    image") })
    // A tag that is left out leaves the end of its line.
    let marks = ["width=300", "\"{", ".x", "align", "https"] + (dark.hasPrefix("<") ? [] : ["softBreak"])
    for left in marks { #expect(!tree.contains(left), "\(dark)\n\(tree)") }
    #expect(tree.contains("width=\"30\""))
  }

  @Test func `a size after the words of a picture is no word`() {
    let tree = parsed("![words|300x200](a.png) ![a|b](b.png)\n").tree.printed()
    #expect(tree.contains("width=\"300\"") && tree.contains("\"words\"") && tree.contains("\"a|b\""))
  }

  @Test func `comments that mark lines of code are left out`() {
    #expect(code("```js\n// highlight-next-line\na\n  /* highlight-start */\nb // highlight-end\n```\n") == ["a\nb // highlight-end\n"])
    #expect(code("```js\nlet *!*a*/!* = 1\n```\n") == ["let a = 1\n"])
  }

  @Test func `the export at the end of a page and the names of tabs`() {
    let tree = parsed("text\n\n<TabItem value=\"npm\">\n\nx\n\n</TabItem>\n\nexport default Layout\n").tree.printed()
    #expect(!tree.contains("export") && tree.contains("\"npm\""))
    #expect(parsed("a\n\nexport default values are\n").tree.printed().contains("export"))
  }

  @Test func `heads of a table are separated by commas, whatever its rows are`() {
    let tree = parsed("```{csv-table}\n:header: \"A, x\", B\n:delim: ;\n\n1; 2\n```\n").tree.printed()
    #expect(tree.contains("\"A, x\"") && tree.contains("\"B\"") && tree.contains("\"2\""))
  }

  @Test func `roles of a project keep their text in documents for MyST`() {
    let text = parsed("{pep}`8` {own}`words <target>` {u}`line` {bdg-primary}`new`\n\n```{note}\nx\n```\n").tree.printed()
    #expect(
      text.contains("PEP 8") && text.contains("words") && !text.contains("{own}") && !text.contains("target") && !text.contains("bdg"))
    #expect(parsed("a {own}`words`\n").tree.printed().contains("{own}"))
  }

  @Test func `reStructuredText that is shown as its source is reported`() {
    #expect(parsed("```{eval-rst}\n.. note:: x\n```\n").diagnostics.map(\.code) == ["directive.source"])
  }

  @Test func `characters by their names are themselves in formulas`() {
    let texs = kinds("$a &lt; b$ and $$c &amp; d &gt; e$$ and $f \\& g$\n").compactMap {
      if case .math(let span) = $0 { span.tex } else { nil }
    }
    #expect(texs.prefix(2) == ["a < b", "c & d > e"] && texs.last == "f \\& g")
  }

  @Test func `a component with a title is one cell of a grid with its content`() {
    let tree = parsed("<div class=\"grid grid-cols-2\">\n<Box title=\"A\">\n\nb\n</Box>\n\n<Box title=\"C\">\n\nd\n</Box>\n</div>\n").tree
      .printed()
    #expect(tree.split(separator: "\n").filter { $0.hasPrefix("    division") }.count == 2, "\(tree)")
  }

  @Test func `names of headings between percent signs are no text`() {
    #expect(parsed("## A %{#b}%\n").tree.printed().contains("{#b}"))
    #expect(parsed("## 5 %{x}%\n").tree.printed().contains("%{x}%"))
  }

  @Test func `sizes of pictures may be shares`() {
    #expect(images("![a](b.png =40%x)\n") == ["b.png"])
    #expect(parsed("![a](b.png =40%x)\n").tree.printed().contains("width=\"40%\""))
  }
}
