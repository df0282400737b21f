import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetYAML

@testable import TypesetMarkdown

/// Words that stand elsewhere than where their page shows them: in metadata, parameters, notebooks and settings.
@Suite struct PageValueTests {
  private func read(
    _ text: String, _ tool: Dialect.Tool, in project: ProjectFolder? = nil, folder: String = ""
  ) -> (tree: String, said: [String], document: ParsedDocument) {
    let place = project.map { $0.path + (folder.isEmpty ? "" : "/" + folder) }
    let (source, said) = preprocessed(
      Source(name: (place.map { $0 + "/" } ?? "") + "a.md", text: text, folder: place),
      files: project.map { FileAccess(roots: [$0.path]) } ?? FileAccess(roots: []), budget: Budget(), in: Dialect(tool))
    var options = ParseOptions()
    (options.dialect, options.keepsCitations) = (Dialect(tool), true)
    let document = parse(source, options: options)
    return (document.tree.printed(), (said + document.diagnostics).map { "\($0.code): \($0.message)" }, document)
  }

  // MARK: Metadata

  @Test func `metadata of pandoc's may stand below text, and what the front matter says comes first`() {
    let below = read("/** A licence\n * of the file **/\n\n---\ntitle: Tracing\nauthor: [A, B]\n---\n\n# One\n\nWords.\n", .pandoc)
    #expect(below.document.frontMatter.text("title") == "Tracing" && below.document.frontMatter.authors == ["A", "B"])
    #expect(!below.tree.contains("Tracing") && below.tree.contains("A licence") && below.said == [])
    let text = "---\ntitle: First\n---\n\n# One\n\n---\ntitle: Second\nreferences:\n- id: a\n  title: Work\n...\n\nEnd.\n"
    let two = read(text, .pandoc)
    #expect(two.document.frontMatter.text("title") == "First" && two.document.frontMatter.value("references")?.items?.count == 1)
    #expect(!two.tree.contains("Second") && two.tree.contains("text \"End.\""), "\(two.tree)")
    // A rule, a commented block and code are none; other tools know none.
    for other in ["Words.\n\n---\n\ntitle: x\n\n---\n", "<!--\n\n---\ntitle: x\n---\n-->\n\nWords.\n", "```\n\n---\ntitle: x\n---\n```\n"] {
      #expect(read(other, .pandoc).document.frontMatter.text("title") == nil, "\(other)")
    }
    #expect(read("Words.\n\n---\ntitle: x\n---\n", .github).document.frontMatter.text("title") == nil)
  }

  @Test func `names in braces are the words of the front matter in a project of Svelte's, and as a heading`() throws {
    let page = "---\ntitle: My Title\nauthor: Me\n---\n\n# {title}\n\nBy {author}, `{title}`, $x_{title}$ and {other}.\n"
    let site = try ProjectFolder(["svelte.config.js": "export default {}", "src/posts/b.md": ""])
    let tree = read(page, .general, in: site, folder: "src/posts").tree
    #expect(tree.contains("text \"My Title\"") && tree.contains("By Me, ") && tree.contains("code \"{title}\""), "\(tree)")
    #expect(tree.contains("x_{title}") && tree.contains("{other}"), "\(tree)")
    let plain = read(page, .general).tree
    #expect(plain.contains("text \"My Title\"") && plain.contains("By {author}, "), "\(plain)")
  }

  @Test func `the settings of a deck of Cleaver's are no words, and two dashes with classes separate its slides`() {
    let text = "title: T\noutput: a.html\ncontrols: true\n\n--\n\n# One\n\n- a\n\n-- big red\n\n# Two\n\n```\n-- no slide\n```\n"
    let tree = read(text, .general).tree
    #expect(!tree.contains("controls") && !tree.contains("big red") && !tree.contains("a.html"), "\(tree)")
    #expect(tree.contains("pageBreak") && tree.contains("-- no slide"), "\(tree)")
    #expect(!read("title: T\n\nWords\n\n--\n\nMore\n", .general).tree.contains("pageBreak"))
  }

  @Test func `the cover of a deck of Slidev's names its authors below its words`() {
    let text =
      "---\ntheme: ./\naspectRatio: 4/3\nauthors:\n  - name: Ada B\n    institution: Here\n    email: a@b.org\n  - name: Cy\n---\n\n# Title\n\nWords\n\n---\n\n# Next\n"
    let page = read(text, .slidev)
    #expect(page.document.frontMatter.authors == [] && page.document.frontMatter.texts("author-meta") == ["Ada B", "Cy"])
    let words = page.tree
    let title = words.firstRange(of: "text \"Title\""), names = words.firstRange(of: "Ada B · Here · "),
      next = words.firstRange(of: "\"Next\"")
    #expect(title != nil && names != nil && next != nil, "\(words)")
    if let title, let names, let next { #expect(title.lowerBound < names.lowerBound && names.lowerBound < next.lowerBound) }
  }

  // MARK: Tags

  @Test func `the words of an include stay where its file is not in the project`() {
    let text = """
      ---
      layout: post
      ---

      {% capture out1 %}
      a: b
      	@printf '%s' $(x)
      {% endcapture %}

      {% include theme/shell.html cmd='cat Makefile' out=out1 %}

      {% include theme/box.html title="A *box*" url="https://a.org" text="Words $x$ here" %}

      {% include theme/nothing.html id="3" %}

      """
    let page = read(text, .kramdown)
    #expect(page.tree.contains("codeBlock \"console\" \"$ cat Makefile\\na: b\\n\t@printf '%s' $(x)\\n\""), "\(page.tree)")
    #expect(page.tree.contains("link \"https://a.org\"") && page.tree.contains("math \"x\""), "\(page.tree)")
    let shown = page.said.filter { $0.hasSuffix("the words of its parameters are shown") }
    #expect(shown.count == 2 && page.said.contains { $0.contains("the tag include is left out") }, "\(page.said)")
  }

  @Test func `parameters of an include may be names to which another include gives words`() throws {
    let site = try ProjectFolder([
      "_config.yml": "title: x\n", "_posts/b.md": "", "images/a.png": "", "_includes/vars.html": "{% assign path_of = \"/images\" %}\n",
      "_includes/pic.html": "<img src=\"{{ include.path }}/{{ include.name }}\">",
    ])
    let text = "---\nlayout: post\n---\n{% include vars.html %}\n\nWords\n\n{% include pic.html path=path_of name=\"a.png\" %}\n"
    let tree = read(text, .kramdown, in: site, folder: "_posts").tree
    #expect(tree.contains("images/a.png") && !tree.contains("path_of"), "\(tree)")
  }

  @Test func `a shortcode's end may have a blank behind its slash, and an include's words an expression`() {
    let page = read("{{< highlight java>}}\nint x;\n{{< / highlight>}}\n\n*Words*\n", .hugo)
    #expect(page.tree.contains("codeBlock \"java\" \"int x;\\n\"") && page.tree.contains("emphasis"), "\(page.tree)")
    let include = read("a\n\n{% include image.html url=\"{{ site.url }}/a.jpg\" caption=\"Words\" %}\n\nb\n", .kramdown)
    #expect(!include.tree.contains("include image.html"), "\(include.tree)")
  }

  @Test func `a template of the project has the words that a page captures`() throws {
    let site = try ProjectFolder([
      "_config.yml": "title: x\n", "_posts/b.md": "",
      "_includes/shell.html": "<pre>{{ include.out }}</pre>\n<p>{{ include.caption }}</p>\n",
    ])
    let text = "---\nlayout: post\n---\n\n{% capture one %}Words{% endcapture %}\n{% include shell.html out=one caption=\"Cap\" %}\n"
    let tree = read(text, .kramdown, in: site, folder: "_posts").tree
    #expect(tree.contains("Words") && tree.contains("Cap") && !tree.contains("\"one\""), "\(tree)")
  }

  @Test func `cells of a notebook and lines of code stand where Pelican's tags put them`() throws {
    let book = """
      {"cells": [{"cell_type": "markdown", "source": ["# Not this"]},
       {"cell_type": "code", "source": ["x = 1\\n", "x"], "outputs": [{"data": {"text/plain": ["1"]}}]},
       {"cell_type": "code", "source": "y = 2", "outputs": [{"text": ["two\\n"]}]}], "metadata": {}}
      """
    let site = try ProjectFolder([
      "pelicanconf.py": "PATH = 'content'\nNOTEBOOK_DIR = 'features/notebooks'\n", "content/features/notebooks/b.ipynb": book,
      "content/code/f.py": "a\nb\nc\nd\n", "content/articles/b.md": "",
    ])
    let text =
      "Title: A\nDate: 2020-01-01\n\nQuery\n\n{% notebook b.ipynb cells[1:2] %}\n\nand\n\n{% notebook b.ipynb cells[2:] %}\n\n{% include_code f.py lines:2-3 %}\n\n{% notebook no.ipynb %}\n"
    let page = read(text, .general, in: site, folder: "content/articles")
    #expect(page.tree.contains("codeBlock \"python\" \"x = 1\\nx\\n\"") && page.tree.contains("\"text\" \"1\\n\""), "\(page.tree)")
    #expect(page.tree.contains("\"y = 2\\n\"") && page.tree.contains("\"two\\n\"") && page.tree.contains("\"b\\nc\\n\""), "\(page.tree)")
    #expect(!page.tree.contains("Not this") && page.said.filter { $0.contains("notebook is left out") }.count == 1, "\(page.said)")
  }

  // MARK: Marks

  @Test(arguments: ["*  \n{: toc}\n", "* TOC\n{:toc}\n", "1.\n{:toc .x}\n"])
  func `an item without words is the place of kramdown's contents`(_ mark: String) {
    let tree = read("# A\n\n\(mark)\n## One\n", .kramdown).tree
    #expect(tree.contains("contents") && !tree.contains("list"), "\(tree)")
  }

  @Test func `a script of a course's that begins in a line of text is left out to its end`() {
    let text = "# C\n\nPos: <script run-once\n   default=\"0\"\n   >\n@input\n</script>\nand amplitude: <script\n>\n1\n</script> end.\n"
    let page = read(text, .liascript)
    #expect(page.tree.contains("text \"Pos:\"") && page.tree.contains("text \"and amplitude:\""), "\(page.tree)")
    #expect(page.tree.contains("end.") && !page.tree.contains("script") && !page.tree.contains("input"), "\(page.tree)")
    #expect(!page.said.contains { $0.contains("never closed") }, "\(page.said)")
    #expect(read("A <script and no end.\n", .liascript).tree.contains("A "))
  }

  @Test func `markdown-it-biblatex names authors in the text, and has a line for its list`() {
    let tree = read("As [~@freud1962], [~@a, 12], `[~@b]` and [@c].\n\n[bibliography]\n", .general).tree
    #expect(tree.contains("As @freud1962, @a [12], ") && tree.contains("code \"[~@b]\""), "\(tree)")
    #expect(tree.contains("refs") && !tree.contains("bibliography"), "\(tree)")
    #expect(read("See [bibliography] and [@c].\n\n[bibliography]: https://a.org\n", .general).tree.contains("link \"https://a.org\""))
  }

  @Test func `three dollars of F#'s end with their paragraph`() {
    let page = read("Words.\n\n$$$\nA = b\n+ c\n\nMore.\n", .general)
    #expect(page.tree.contains("mathBlock") && page.tree.contains("text \"More.\"") && page.said == [], "\(page.tree) \(page.said)")
    #expect(read("$$\nA = b\n\nMore.\n", .general).said.count == 1)
  }

  @Test func `what a vault embeds may be in a callout, and what VitePress shows in a quote`() throws {
    let vault = try ProjectFolder([
      "a.md": "# A\n\nFormula $x$. ^p1\n\n> [!note] T\n> ![[#^p1]]\n> End\n", "n.md": "One\n\nTwo\n", "s/c.js": "let a\n",
    ])
    let text = try String(contentsOfFile: vault.path + "/a.md", encoding: .utf8) + "\n> Words\n> ![[n]]\n"
    let page = read(text, .obsidian, in: vault)
    #expect(page.tree.components(separatedBy: "math \"x\"").count == 3 && page.tree.contains("text \"End\""), "\(page.tree)")
    #expect(page.tree.contains("\"Two\"") && !page.tree.contains("text \"^p1") && page.said == [], "\(page.tree) \(page.said)")
    let snippet = read("> <<< ./s/c.js\n\nEnd\n", .vitepress, in: vault).tree
    #expect(snippet.contains("blockQuote") && snippet.contains("\"let a\\n\""), "\(snippet)")
    #expect(read("> ```\n> ![[n]]\n> ```\n", .obsidian, in: vault).tree.contains("![[n]]"))
  }

  @Test func `equations of other chapters of a book have their numbers there`() throws {
    let files = [
      "book.toml": "[book]\nsrc = \"src\"\n[preprocessor.numeq]\nprefix = true\n", "src/x/a.md": "",
      "src/SUMMARY.md": "# Summary\n[Preface](./p.md)\n- [A](./x/a.md)\n- [B](b.md)\n    - [C](c/c.md)\n    - [D](c/d.md)\n",
      "src/c/d.md": "$$ x {{numeq}} $$\n\n$$ y {{numeq}}{eq:far} $$\n",
    ]
    let text = "See {{eqref: eq:far}}, {{eqref: eq:own}}, {{eqref: eq:none}}.\n\n$$ z {{numeq}}{eq:own} $$\n"
    let page = read(text, .mdbook, in: try ProjectFolder(files), folder: "src/x").tree
    #expect(page.contains("See (2.2.2), ") && page.contains("\\eqref{eq:own}") && page.contains("{{eqref: eq:none}}"), "\(page)")
    let plain = try ProjectFolder(files.merging(["book.toml": "[preprocessor.numeq]\n"]) { $1 })
    #expect(read(text, .mdbook, in: plain, folder: "src/x").tree.contains("See (2), "))
  }

  // MARK: Decks of reveal's

  @Test func `a page of reveal's says what separates the slides of a text`() throws {
    let text = "## One\n\n--\n\n## Two `$x$`\n\n---\n\n<p>Rate `\\[ y \\]`\n\nNOTE: for me\n"
    let site = try ProjectFolder([
      "index.html": "<section data-markdown=\"a.md\" data-separator=\"^\\n--\\n$\" data-separator-vertical=\"^\\n---\\n$\"></section>"
    ])
    let deck = read(text, .general, in: site).tree
    #expect(
      deck.components(separatedBy: "pageBreak").count == 3 && deck.contains("math \"x\"") && deck.contains("display \" y \""), "\(deck)")
    #expect(!deck.contains("for me") && !deck.contains("–"), "\(deck)")
    #expect(!read(text, .general).tree.contains("pageBreak"))
    let above = try ProjectFolder([
      "md/b.md": "",
      "a.html": "<section data-markdown=\"md/a.md\"\n data-separator=\"^-\\n-\\n\"\n data-separator-vertical=\"^-\\n\">\n</section>",
    ])
    let dashes = read("## A\n* b\n-\n\n* c\n-\n-\n\n## D\n\ne\n-\n\nf\n", .general, in: above, folder: "md").tree
    #expect(dashes.components(separatedBy: "pageBreak").count == 4 && !dashes.contains("heading 2 0..8"), "\(dashes)")
    let list = read("# A\n\n-\n-\n## B\n- c\n---\n- d\n\n-\n-\n## E\n\n-\n## F\n", .general, in: above, folder: "md").tree
    #expect(list.components(separatedBy: "pageBreak").count == 4 && list.contains("thematicBreak"), "\(list)")
  }

  @Test func `a page with many tags whose ends are hidden between quotation marks is read in a time that grows with its length`() throws {
    func time(_ count: Int) throws -> Duration {
      let site = try ProjectFolder(["index.html": String(repeating: "<section \"x=\"", count: count)])
      return processorTime { _ = read("## One\n\n---\n\n## Two\n\n---\n\n## Three\n", .general, in: site) }
    }
    let (once, fourTimes) = (try time(2_000), try time(8_000))
    #expect(fourTimes < once * 8 + .milliseconds(200), "\(once), \(fourTimes)")
  }

  @Test(arguments: ["", "---\nlayout: slide\ntitle: T\n---\n"]) func `slides between the tags of a page of remark's are a deck`(
    head: String
  ) throws {
    let site = try ProjectFolder(["b.md": ""])
    let text = head + "<textarea id=\"source\">\n# A\n\n---\nclass: center\n\n# B\n\n> C\n</textarea>\n<script>x</script>\n"
    let deck = read(text, .kramdown, in: site).tree
    #expect(deck.components(separatedBy: "pageBreak").count == 2 && deck.contains("blockQuote"), "\(deck)")
    #expect(!deck.contains("class: center") && !deck.contains("script") && !deck.contains("textarea"), "\(deck)")
    #expect(!read("Words.\n\n" + text, .kramdown, in: site).tree.contains("pageBreak"))
  }

  @Test func `a script that writes reveal's page says what separates the slides of a text`() throws {
    let site = try ProjectFolder([
      "public/talk/b.md": "", "package.json": "{\"dependencies\": {\"reveal.js\": \"5\"}}", "src/a.js": "import x from 'y';",
      "src/talk.js": "const page = `<section data-markdown=\"talk/a.md\"\n  data-separator=\"^#---------#\"></section>`;",
    ])
    let text = "### A\n\nNote:\n\nfor me\n\n#---------#\n\n### B\n\n#---------#\n\n### C\n"
    let deck = read(text, .general, in: site, folder: "public/talk").tree
    #expect(deck.components(separatedBy: "pageBreak").count == 3 && !deck.contains("for me") && !deck.contains("#--"), "\(deck)")
  }

  @Test func `a template of a project that depends on reveal says it, too`() throws {
    let site = try ProjectFolder([
      "presentations/x/b.md": "", "docs/b.md": "", "package.json": "{\"dependencies\": {\"reveal.js\": \"5\"}}",
      "src/templates/presentation.html":
        "<section data-markdown data-separator=\"^---$\" data-separator-vertical=\"^--$\"><textarea>{{TEXT}}</textarea></section>",
    ])
    let text = "# A\n\nNotes:\nx\n\n---\n\n# B\n\n--\n\n# C\n\n---\n\n# D\n"
    let deck = read(text, .general, in: site, folder: "presentations/x").tree
    #expect(deck.components(separatedBy: "pageBreak").count == 4 && !deck.contains("\"x\""), "\(deck)")
    #expect(!read("# A\n\n---\n\nB\n\n---\n\nC\n", .general, in: site, folder: "docs").tree.contains("pageBreak"))
  }

  @Test func `Markdown in templates of reveal's is read, and formulas in code of a deck that only its rules tell`() {
    let deck =
      "# A\n\n<div data-markdown>\n  <textarea data-template>\n    ## B\n    - [c](https://a.org) `$x$`\n  </textarea>\n</div>\n\n<section data-markdown><script type=\"text/template\">\n  ## D\n</script></section>\n\n```html\n<textarea data-template>\n# no\n</textarea>\n```\n"
    let tree = read(deck, .reveal).tree
    #expect(tree.contains("heading 2") && tree.contains("link \"https://a.org\"") && tree.contains("math \"x\""), "\(tree)")
    #expect(tree.contains("text \"D\"") && tree.contains("<textarea data-template>\\n# no") && !tree.contains("htmlBlock"), "\(tree)")
    let marked = "# A\n\n---\n\n<!-- .slide: x -->\n\nOf `$y$`\n\n---\n\n<p>And `\\(z\\)`\n"
    let slides = read(marked, .general).tree
    #expect(slides.contains("math \"y\"") && slides.contains("math \"z\""), "\(slides)")
    #expect(!read("Of `$y$`\n", .general).tree.contains("math"))
  }

  @Test func `a deck of Marp's may not say that it is one`() {
    let text = "---\ntheme: gaia\n_class: lead\npaginate: true\n---\n\n![bg left:40% 40%](a.png)\n\n# One\n\n---\n\n# Two\n"
    let tree = read(text, .general).tree
    #expect(tree.contains("pageBreak") && !tree.contains("bg left"), "\(tree)")
    #expect(!read("---\npaginate: true\n---\n\n# One\n\n---\n\n# Two\n", .general).tree.contains("pageBreak"))
  }

  @Test func `contents of Slidev's list a slide once`() {
    let text =
      "---\ndrawings: {}\n---\n\n# A\n\n## B\n\n---\nhideInToc: true\n---\n\n# C\n\n<Toc />\n\n---\n\n# D\n\n### E {.x}\n"
    let tree = read(text, .slidev).tree
    #expect(tree.components(separatedBy: ".unlisted").count == 4 && tree.contains(".x .unlisted"), "\(tree)")
    #expect(!read(text.replacing("<Toc />", with: ""), .slidev).tree.contains(".unlisted"))
  }

  @Test func `attributes of a reference's definition are a picture's, and a label may have no name`() {
    let text = "![One][r] and ![Two](b.png){#fig: width=\"50px\"}\n\n[r]: a.png {#fig:3 width=1in}\n"
    for tool in [Dialect.Tool.general, .pandoc] {
      let tree = read(text, tool).tree
      #expect(tree.contains("#fig:3 width=\"1in\"") && tree.contains("width=\"50px\""), "\(tree)")
      #expect(!tree.contains("{#fig") || !tree.contains("text \"{"), "\(tree)")
    }
  }

  @Test func `notes of a slide may be in any element for them`() {
    let text =
      "# A\n\n  <aside markdown=1 class='notes'>\n  for me\n  </aside>\n\nWords\n\n---\n\n<div id=\"x\" class=\"a notes\">mine</div>\n\nEnd\n"
    let tree = read(text, .reveal).tree
    #expect(!tree.contains("for me") && !tree.contains("mine") && tree.contains("Words") && tree.contains("End"), "\(tree)")
  }

  @Test(arguments: [
    ("footer: \"{{< fa brands github >}} [@a](https://x.org) &nbsp; **b**\"\n", "[@a](https://x.org) **b**"),
    ("footer: Plain {page}\n", "Plain {page}"),
    ("", "My *footer*"),
  ])
  func `the footer of a deck of Quarto's is Markdown without shortcodes`(matter: String, words: String) {
    let format = matter.isEmpty ? "  revealjs:\n    footer: \"My *footer*\"\n" : "  revealjs: default\n"
    let page = read("---\ntitle: T\n\(matter)format:\n\(format)---\n\n## A\n\nWords\n", .quarto)
    let footer = page.document.frontMatter.value("footer")
    #expect((footer?["center"] ?? footer)?.text == words)
  }

  // MARK: Tags over several lines

  @Test func `tags over several lines are read as those on one`() {
    let text =
      "See <d-cite key=\"\nhyv2005\"></d-cite> and <d-footnote>a\nnote</d-footnote>.\n\n<div class=\"x\"\n  markdown=\"1\">\n*b*\n</div>\n\n```html\n<div\n  id=\"c\">\n```\n"
    let page = read(text, .kramdown)
    #expect(page.tree.contains("@hyv2005") && page.tree.contains("emphasis") && page.tree.contains("<div\\n  id="), "\(page.tree)")
    #expect(page.tree.contains("footnote") && page.said.isEmpty, "\(page.tree) \(page.said)")
  }

  @Test func `tags that are indented below another one hold Markdown as it does`() {
    let text =
      "!!! note \"T\"\n    === \"A\"\n\n        <div class=\"x\" markdown>\n            <div>\n            Je `x.py` aan.\n            </div>\n            <div>\n            **b**\n            </div>\n        </div>\n    === \"B\"\n        End\n"
    let tree = read(text, .mkdocs).tree
    #expect(tree.contains("code \"x.py\"") && tree.contains("strong") && !tree.contains("codeBlock") && tree.contains("End"), "\(tree)")
  }

  @Test func `hidden cells of Franklin's are not shown`() {
    let text =
      "@def title = \"T\"\n\n```julia:ex1\n#hideall\nusing Plots\n```\n\n```julia:ex2\nusing A # hide\nb = 1\n```\n\n```julia\n# hide\n```\n"
    let tree = read(text, .general).tree
    #expect(!tree.contains("Plots") && !tree.contains("using A") && tree.contains("\"b = 1\\n\"") && tree.contains("# hide"), "\(tree)")
  }

  @Test func `roles may be right behind letters in MyST, as references to equations in bookdown`() {
    let tree = read("Le 1{sup}`er` et\n", .myst).tree
    #expect(tree.contains("superscripted") || !tree.contains("{sup}"), "\(tree)")
    let named = read(":::{math}\n:label: conservation law\nx\n:::\n\nSee {eq}`conservation law`.\n", .myst).tree
    #expect(named.contains("id=\"conservation law\"") || named.contains("#conservation law"), "\(named)")
    #expect(read("See {eq}`equation {number} <eq:a>`\n", .myst).tree.contains("eqref{eq:a}"))
    #expect(read("modele\\@ref(eq:lm)\n", .bookdown).tree.contains("\\\\eqref{eq:lm}"))
  }

  @Test func `values of front matter that R reads from files are their lines`() throws {
    let site = try ProjectFolder(["00-abstract.Rmd": "First *line*.\n\nLast.\n"])
    let text =
      "---\ntitle: T\nabstract: |\n  `r if(knitr:::is_latex_output()) paste(readLines(\"00-abstract.Rmd\"), collapse = '\\n  ')`\n---\n\nWords.\n"
    #expect(read(text, .rmarkdown, in: site).document.frontMatter.text("abstract") == "First *line*.\n\nLast.\n")
    let one = "---\nabstract: \"`r paste(readLines('00-abstract.Rmd'), collapse = ' ')`\"\ntitle: T\n---\n\nWords.\n"
    let matter = read(one, .rmarkdown, in: site).document.frontMatter
    #expect(matter.text("abstract") == "First *line*.\n\nLast.\n" && matter.text("title") == "T")
    #expect(read(text, .rmarkdown).document.frontMatter.text("abstract")?.contains("readLines") == true)
  }

  // MARK: Formulas

  @Test func `the name of an equation below a display within a paragraph is the display's`() {
    let tree = read("Text by:\n$$\nx = 1\n$$\n{#eq:one}\n\nEnd\n", .pandoc).tree
    #expect(tree.contains("{#eq:one}") && !tree.contains("paragraph {#eq:one}"), "\(tree)")
  }

  @Test func `double dollars stay what they are where a script names them`() throws {
    let site = try ProjectFolder([
      "mkdocs.yml": "extra_javascript:\n  - mathjax.js\n",
      "docs/mathjax.js": "window.MathJax = { tex2jax: { displayMath: [[\"$$\",\"$$\"]] } };",
    ])
    let text = "* one\n  $$\n  此时得到了单变量二次规划问题，约束为 a \\ge 0\\\n  b =\n  \\begin{matrix}\n  0\\\n  1\n  \\end{matrix}\n  $$\n"
    let tree = read(text, .mkdocs, in: site, folder: "docs").tree
    #expect(!tree.contains("text \"[") && tree.contains("\\\\begin{matrix}"), "\(tree)")
  }

  @Test(arguments: [
    ("sum_(i=1)^n i^2 = (n(n+1))/2", #"\sum _{i=1}^{n}i^{2}=\frac{n(n+1)}{2}"#),
    ("forall M sube NN, M != O/", #"\forall M\subseteq \mathbb{N},M\ne \emptyset "#),
    ("((n),(k))", #"\left( \begin{matrix} n \\ k \end{matrix} \right)"#),
    ("[[a,b],[c,d]]", #"\left[ \begin{matrix} a & b \\ c & d \end{matrix} \right]"#),
    ("sqrt x + root(3)(x)", #"\sqrt{x}+\sqrt[3]{x}"#), ("{n in NN; V(n)}", #"\{n\in \mathbb{N};V(n)\}"#), ("abs(x)", #"\left|x\right|"#),
    ("x_", "x_{}"), ("a/", #"\frac{a}{}"#), ("x text(if any) y", #"x\text{if any}y"#), ("n \\in NN", #"n\in \mathbb{N}"#), ("50#", "50\\#"),
    ("", ""),
  ])
  func `AsciiMath is LaTeX`(text: String, tex: String) {
    #expect(AsciiMath.tex(of: text) == tex)
    #expect(AsciiMath.tex(of: ")" + String(repeating: "(", count: 1_000) + text).count < 100_000)
  }

  @Test func `AsciiMath is read between the signs that a site gives it`() throws {
    let site = try ProjectFolder([
      "_config.yml": "", "_includes/mathjax.html": "<script>MathJax.Hub.Config({ asciimath2jax: { delimiters: [ ['%','%'] ] } });</script>",
      "_posts/b.md": "",
    ])
    let text = "Let %M sube NN% be, `%a%`.\n\nCosts: $x^2$\n"
    #expect(read(text, .kramdown, in: site, folder: "_posts").tree.contains("math \"M\\\\subseteq \\\\mathbb{N}\""))
    #expect(!read(text, .kramdown).tree.contains("subseteq"))
  }

  @Test func `a word with letters of another language between dollars is a formula`() {
    let tree = read("| $Spänning$ | $Ström$ | $Omega \\ milimeter / meter$ | 5$ und über 6$ |\n|-|-|-|-|\n| $Ток$ |\n", .pandoc).tree
    #expect(tree.components(separatedBy: "math \"").count == 5 && tree.contains("5$ und über 6$"), "\(tree)")
  }

  @Test func `environments within a formula of an item's text do not end it`() {
    let text =
      "- $f(x) =\n\\begin{cases}\nx, & x > 0\n\\end{cases}$\n\n- 令$x$为$\\left[\n    \\begin{matrix}\n    a\n    \\end{matrix}\n    \\right]$, 则\n"
    let tree = read(text, .pandoc).tree
    #expect(tree.contains("math \"f(x) =") && tree.contains("math \"\\\\left[") && !tree.contains("mathBlock"), "\(tree)")
  }

  // MARK: Text and tags of pandoc's

  @Test func `text right below tags that are closed is Markdown to pandoc`() {
    let text =
      "<hr class = \"x\">\n## Heading\n\n<br/>\n**Link**: x\n\n<p align=\"center\">\n*Centered*\n</p>\n<font color=\"red\">x</font> the ~~densidad~~\n"
    let tree = read(text, .quarto).tree
    #expect(["heading 2", "strong", "emphasis", "strikethrough"].allSatisfy(tree.contains), "\(tree)")
    #expect(!read("<hr>\n## Heading\n", .github).tree.contains("heading"))
  }

  @Test func `a heading has its own name and that of the label below it`() {
    let tree = read("### Calcul {#sec.a .x}\n\\label{sec.b}\n\nWords.\n", .pandoc).tree
    #expect(tree.contains("#sec.b") && tree.contains("anchor=\"sec.a\"") && tree.contains(".x") && !tree.contains("label{"), "\(tree)")
  }

  // MARK: Links and listings

  @Test func `an address that is broken over two lines is one`() {
    let tree = read("See [it](https://a.org/\nb/c). And `[x](https://a`.\n\n[y](https://a.org\nno end\n", .kramdown).tree
    #expect(tree.contains("link \"https://a.org/b/c\"") && tree.contains("\". And \""), "\(tree)")
    #expect(tree.contains("no end"))
  }

  @Test func `a name of an object is a link without an address, and a norm is no spoiler`() {
    let page = read("Use [quacc.wflow_tools.redecorate][] or [a b][].\n\nResidual ||Ax - b|| shown.\n", .mkdocs)
    #expect(page.tree.contains("Use quacc.wflow_tools.redecorate or ") || !page.tree.contains("[quacc"), "\(page.tree)")
    #expect(page.tree.contains("[a b][]") && !page.said.contains { $0.contains("spoiler") }, "\(page.said)")
    #expect(read("It was ||the butler|| who.\n", .general).said.contains { $0.contains("spoiler") })
  }

  @Test func `code with an element in it is code`() {
    let tree = read("<p>Let <code>start<sub>i</sub></code> be.</p>\n\nAnd <code>a<sup>2</sup></code>.\n", .vitepress).tree
    #expect(tree.contains("code \"start\"") && tree.contains("code \"i\"") && tree.contains("code \"a\""), "\(tree)")
  }

  @Test func `Markdown in raw HTML of DocumenterVitepress is Markdown`() {
    let tree = read(
      "```@raw html\n\n**Input** <Badge type=\"info\">[E](https://a.org)</Badge>\n```\n\n```@raw html\n<b>*x*</b>\n```\n", .documenter
    ).tree
    #expect(tree.contains("strong") && tree.contains("link \"https://a.org\"") && !tree.contains("**"), "\(tree)")
  }

  @Test func `a reference between double dollars is in the line`() {
    let tree = read("Also works using $$\\ref{eq:c}$$ or $$x$$ here.\n", .documenter).tree
    #expect(tree.contains("math \"\\\\ref{eq:c}\""), "\(tree)")
  }

  @Test func `a caption above a chunk that prints a table is that table's`() {
    let text =
      "In \\@ref(tab:means).\n\nTable: (\\#tab:means) Means of $x$,\nand so on.\n\n```{r m, echo=FALSE}\nkable(x)\n```\n\n: (\\#tab:b) Other.\n\n| a |\n|---|\n| 1 |\n"
    let tree = read(text, .bookdown).tree
    #expect(tree.contains("figure {#tab:means}") && tree.contains("math \"x\"") && !tree.contains("Table:"), "\(tree)")
    #expect(!tree.contains("(ref:") && tree.contains("#tab:b"), "\(tree)")
  }

  @Test func `the caption of a listing is Markdown`() {
    let text =
      "```{.python #lst:a caption=\"Step $x^2$ of *one*, cf. [@key]\"}\na\n```\n\n```{.python #lst:b caption=\"Plain words\"}\nb\n```\n"
    let tree = read(text, .pandoc).tree
    #expect(tree.contains("title") && tree.contains("math \"x^2\"") && tree.contains("emphasis") && tree.contains("[@key]"), "\(tree)")
    #expect(tree.components(separatedBy: "  title").count == 2, "\(tree)")
  }
}
