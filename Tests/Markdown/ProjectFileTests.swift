import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Files of a project that a page shows or takes words from.
@Suite struct ProjectFileTests {
  @Test func `a picture of DocC is called by its name alone, and stands in a folder of the documentation's`() throws {
    let project = try ProjectFolder([
      "A.docc/Guide/a.md": "![An overview](macro-expansion)\n\n![None](no-such)\n\n`![x](macro-expansion)`\n",
      "A.docc/Assets/macro-expansion@2x.png": "",
    ])
    let tree = try project.page("A.docc/Guide/a.md", .general, in: "A.docc/Guide").tree
    #expect(tree.contains("image \"../Assets/macro-expansion@2x.png\"") || tree.contains("image \"Assets/macro-expansion@2x.png\""))
    #expect(tree.contains("image \"no-such\"") && !tree.contains("image \"macro-expansion\""))
  }

  @Test func `signs around formulas are those of the site's script`() throws {
    let page = "As @@x_1@@ and `@@y@@`, \\\\(z\\\\).\n\n%%\na = b\n%%\n\n```\n@@c@@\n```\n"
    let script = """
      window.MathJax = {
        tex: { inlineMath: [['@@', '@@'], ["\\\\(", "\\\\)"]], // displayMath: [['§', '§']],
          displayMath: [ ['$$', '$$'], ['%%', '%%'] ] }
      };
      """
    let project = try ProjectFolder([
      "mkdocs.yml": "extra_javascript:\n  - js/setup.js\n", "docs/js/setup.js": script, "docs/a.md": page, "other/b.md": "As @@x_1@@.\n",
    ])
    let tree = try project.page("docs/a.md", .mkdocs, in: "docs").tree
    #expect(tree.contains("math \"x_1\"") && tree.contains("code \"@@y@@\"") && tree.contains("\"@@c@@\\n\""), "\(tree)")
    #expect(tree.contains("mathBlock") && tree.contains("a = b"))
    #expect(try project.page("other/b.md", .general, in: "other").tree.contains("@@x_1@@"))
  }

  @Test func `brackets alone are no signs of a script's, which are a slip for those with a backslash`() throws {
    let script = "<script>MathJax.Hub.Config({tex2jax: {displayMath: [['$$','$$'], ['\\[','\\]']]}});</script>\n"
    let project = try ProjectFolder(["_includes/mathjax.html": script, "a.md": "- [Words](http://a.org/x_1) and $x$\n"])
    let tree = try project.page("a.md", .kramdown, in: ".").tree
    #expect(tree.contains("link \"http://a.org/x_1\"") && !tree.contains("mathBlock"), "\(tree)")
  }

  @Test func `conditions on profiles hold in the profile that a project has first`() throws {
    let page =
      "::: {.content-visible when-profile=\"fr\"}\nMots\n:::\n\n::: {.content-visible when-profile=\"en\"}\nWords\n:::\n\n"
      + "::: {.content-hidden unless-profile=\"en\"}\nHidden\n:::\n"
    for profile in ["default: fr\n  group: [fr, en]", "default: [fr]", "group: [fr, en]", "group: [[a, b], [fr, en]]"] {
      let project = try ProjectFolder(["_quarto.yml": "project:\n  type: website\nprofile:\n  \(profile)\n", "a.qmd": page])
      let tree = try project.page("a.qmd", .quarto, in: ".").tree
      #expect(tree.contains("Mots") && !tree.contains("Words") && !tree.contains("Hidden"), "\(profile)\n\(tree)")
    }
    let other = try ProjectFolder(["_quarto.yml": "project:\n  type: website\n", "a.qmd": page])
    #expect(try other.page("a.qmd", .quarto, in: ".").tree.contains("Words"))
  }

  @Test func `dollars that a page's script leaves out are none of formulas`() throws {
    let script = "<script>MathJax = {tex: {inlineMath: [['\\\\(', '\\\\)']]}};</script>\n\n"
    let project = try ProjectFolder(["a.md": script + "From $x^2$ to $y^2$, and \\\\(z\\\\).\n\n$$\nw\n$$\n", "b.md": "From $x^2$.\n"])
    let tree = try project.page("a.md", .kramdown).tree
    #expect(tree.contains("$x^2$ to $y^2$") && tree.contains("mathBlock"), "\(tree)")
    #expect(try project.page("b.md", .kramdown).tree.contains("math \"x^2\""))
  }

  @Test func `a chapter of bookdown names the headings of other chapters by their words`() throws {
    let project = try ProjectFolder([
      "_bookdown.yml": "", "index.Rmd": "# First words\n", "02-b.Rmd": "# Second {#two}\n\n```r\n# Code here\n```\n\n# Own\n",
      "a.Rmd": "# Own\n\nSee [First words], [second], [here][SECOND], [Own], [Code here] and [None].\n",
    ])
    let tree = try project.page("a.Rmd", .bookdown, in: ".").tree
    for link in ["link \"#first-words\"", "link \"#two\"", "link \"#Own\"", "[Code here] and [None]"] {
      #expect(tree.contains(link), "\(link)\n\(tree)")
    }
    // Quarto makes a document of each chapter.
    #expect(try project.page("a.Rmd", .quarto, in: ".").tree.contains("[First words]"))
    let listed = try ProjectFolder([
      "_bookdown.yml": "rmd_files: [b.md, a.md]\n", "b.md": "# One word\n", "a.md": "See [here][one word].\n",
    ])
    #expect(try listed.page("a.md", .bookdown, in: ".").tree.contains("link \"#one-word\""))
  }

  @Test func `references to blocks of other pages of Logseq's are their words`() throws {
    let names = ["640ad127-cc23-464b-b796-fb5a07f8049a", "64b4848f-9d1a-44f4-a9c4-9187e12d1c27", "64b4848f-0000-44f4-a9c4-9187e12d1c27"]
    let project = try ProjectFolder([
      "pages/a.md": "- Hint: ((\(names[0])))\n- ((\(names[1])))\n- [So](((\(names[0]))))\n- None ((\(names[2])))\n",
      "pages/50%25 b.md": "- Use *this* trick\n  id:: \(names[0])\n", "journals/c.md": "- id:: \(names[1])\n  Wilson line\n\t- inner\n",
      "logseq/bak/pages/a.md": "- Old words\n  id:: \(names[2])\n",
    ])
    let page = try project.page("pages/a.md", .logseq, in: "pages")
    for words in ["Hint: Use ", "Wilson line", "text \"this\""] { #expect(page.tree.contains(words), "\(words)\n\(page.tree)") }
    #expect(!page.tree.contains("Old words") && !page.tree.contains("inner") && page.codes == ["template.left-out"], "\(page)")
  }

  @Test(arguments: [
    "```{r child=\"parts/one.Rmd\"}\n```\n", "```{r, echo=FALSE, child = c('parts/one.Rmd')}\n```\n",
    "```{r}\n#| child: parts/one.Rmd\n```\n",
    "```{r}\n#| child:\n#|   - parts/one.Rmd\n```\n", "```{r child=here::here(\"parts\", \"one.Rmd\")}\n```\n",
    "```{r, results='asis'}\nres <- knitr::knit_child('parts/one.Rmd', quiet = TRUE)\ncat(res)\n```\n",
    "`r knitr::knit_child(\"parts/one.Rmd\")`\n", "```{r, echo=FALSE}\nhtmltools::includeMarkdown(\"parts/one.Rmd\")\n```\n",
    "```{r results=\"asis\"}\ncat(readLines(\"parts/one.Rmd\"), sep = \"\\n\")\n```\n", "``` {.include}\n// parts\nparts/one.Rmd\n```\n",
  ])
  func `the texts that chunks of knitr put in are in their places`(chunk: String) throws {
    let project = try ProjectFolder([
      "a.Rmd": "Words above\n\(chunk)below, see [it][key].\n",
      "parts/one.Rmd": "---\ntitle: Part\n---\n\n## Inner\n\nText *here*\n\n[key]: http://a.org\n",
    ])
    let page = try project.page("a.Rmd", .rmarkdown, in: ".")
    #expect(
      page.tree.contains("heading 2") && page.tree.contains("emphasis") && page.tree.contains("link \"http://a.org\""), "\(page.tree)")
    #expect(!page.tree.contains("Part") && !page.tree.contains("codeBlock"), "\(page.tree)")
    #expect(page.codes == [])
  }

  @Test func `a text that a chunk would put in is said where it is not there, or R names it, and left out where the chunk is not run`()
    throws
  {
    let page = "```{r child=\"none.Rmd\"}\n```\n\n```{r child=paste0(x, \".Rmd\")}\n```\n\n```{r child=\"b.Rmd\", eval=FALSE}\n```\n"
    let project = try ProjectFolder(["a.Rmd": page, "b.Rmd": "Hidden\n"])
    let read = try project.page("a.Rmd", .rmarkdown, in: ".")
    #expect(read.codes.filter { $0 == "include.unread" }.count == 2 && !read.tree.contains("Hidden"), "\(read)")
  }

  @Test func `a fence of hello-algo shows the class or the function of the file beside the texts`() throws {
    let code =
      "import math\n\n\nclass MyList:\n    def __init__(self):\n        self.n = 0\n\n    def size(self):\n        return self.n\n\n\ndef walk(\n    nums\n):\n    return nums\n\n\nx = 1\n"
    let page = """
      # Lists

      ```src
      [file]{my_list}-[class]{my_list}-[func]{size}
      ```

      ```src
      [file]{my_list}-[class]{}-[func]{walk}
      ```

      ```src
      [file]{my_list}-[class]{}-[func]{none}
      ```

      """
    let project = try ProjectFolder(["docs/chapter_list/list.md": page, "codes/python/chapter_list/my_list.py": code])
    let (tree, codes) = try project.page("docs/chapter_list/list.md", .mkdocs, in: "docs/chapter_list")
    #expect(tree.contains("\"def size(self):\\n    return self.n\\n\""), "\(tree)")
    #expect(tree.contains("\"def walk(\\n    nums\\n):\\n    return nums\\n\""), "\(tree)")
    #expect(codes == ["include.unread"])
    #expect(!tree.contains("[func]"))
  }

  @Test func `docsify embeds text, code and parts of code; include-codeblock reads any words behind import`() throws {
    let page = """
      [text](part.md ':include')

      [code](a.js ':include :type=code :fragment=demo')

      [import a.js](a.js)

      [import:"demo" title:"Some words"](a.js)

      """
    let project = try ProjectFolder([
      "page.md": page, "part.md": "Words of the *part*.\n", "a.js": "let a = 1\n/// [demo]\nlet b = 2\n/// [demo]\n",
    ])
    let (tree, codes) = try project.page("page.md", .general)
    #expect(tree.contains("Words of the ") && !tree.contains("link") && codes.isEmpty, "\(tree)")
    #expect(tree.components(separatedBy: "\"let b = 2\\n\"").count == 3, "\(tree)")
    #expect(tree.contains("let a = 1"))
  }

  @Test func `a part that a page of MDX imports is in the component's place`() throws {
    let project = try ProjectFolder([
      "docs/page.mdx": "import Part from './_part.mdx';\n\n# Title\n\n<Part />\n\nEnd.\n", "docs/_part.mdx": "Words of the *part*.\n",
    ])
    let page = try project.page("docs/page.mdx", .docusaurus)
    #expect(page.tree.contains("text \"Words of the \"") && page.tree.contains("text \"End.\"") && !page.tree.contains("import"))
  }

  @Test(arguments: [
    "import Code from '!!raw-loader!./code/a.py';\n\n<CodeBlock language=\"python\">{Code}</CodeBlock>\n",
    "import Code from './code/a.py?raw'\n\n<Code lang=\"py\">{Code}</Code>\n",
  ])
  func `a file that a page of MDX imports as text is code`(_ text: String) throws {
    let project = try ProjectFolder(["docs/page.mdx": text, "docs/code/a.py": "x = {1}\n"])
    let page = try project.page("docs/page.mdx", .docusaurus)
    #expect(page.tree.contains("codeBlock \"py\" \"x = {1}\\n\""), "\(page.tree)")
  }

  @Test func `what an included file includes is looked for from the document, too`() throws {
    let project = try ProjectFolder([
      "_quarto.yml": "project:\n  type: book\n", "common/_a.qmd": "{{< include ../../common/_b.qmd >}}\n", "common/_b.qmd": "From b.\n",
      "chapters/c1/x.qmd": "{{< include ../../common/_a.qmd >}}\n",
    ])
    let page = try project.page("chapters/c1/x.qmd", .quarto, in: "chapters/c1")
    #expect(page.tree.contains("text \"From b.\"") && page.codes.isEmpty, "\(page)")
  }

  @Test func `variables of a project of Quarto's are words`() throws {
    let project = try ProjectFolder([
      "_quarto.yml": "project:\n  type: book\n", "_variables.yml": "version: 1.2\nname:\n  short: Loom\n",
      "chapters/a.qmd": "{{< var name.short >}} has version {{< var version >}}.\n",
    ])
    #expect(try project.page("chapters/a.qmd", .quarto).tree.contains("text \"Loom has version 1.2.\""))
  }

  @Test(arguments: [
    (Dialect.Tool.mkdocs, "{% include-markdown \"part.md\" start=\"<!--a-->\" end=\"<!--b-->\" %}\n"),
    (.mkdocs, "{%\n  include-markdown \"part.md\"\n  start=\"<!--a-->\"\n  end=\"<!--b-->\"\n%}\n"),
    (.kramdown, "{% include_relative two.md %}\n"),
    (.hugo, "{{% readfile \"two.md\" %}}\n"), (.hugo, "{{< readfile file=\"two.md\" >}}\n"), (.hugo, "{{% include \"two.md\" %}}\n"),
    (.quarto, "{{< include \"two.md\" >}}\n"), (.pandoc, "!include two.md\n"),
  ])
  func `tags put files of the project in`(tool: Dialect.Tool, tag: String) throws {
    let project = try ProjectFolder([
      "a.md": "Above\n\n\(tag)\nBelow\n", "part.md": "# Not this\n\n<!--a-->\n\nText *here*\n\n<!--b-->\n\nNor this\n",
      "two.md": "Text *here*\n",
    ])
    let page = try project.page("a.md", tool, in: ".")
    #expect(page.tree.contains("emphasis") && !page.tree.contains("this") && page.codes == [], "\(page)")
  }

  @Test func `code that R reads from a file is shown, and a tag whose file is not there is said`() throws {
    let project = try ProjectFolder([
      "a.Rmd": "```{r, code=readLines(\"x.R\")}\n```\n", "x.R": "y <- 1\n", "b.md": "{{% readfile \"no.md\" %}}\n",
    ])
    #expect(try project.page("a.Rmd", .rmarkdown, in: ".").tree.contains("y <- 1"))
    #expect(try project.page("b.md", .hugo, in: ".").codes == ["template.left-out"])
  }

  @Test func `words of Jekyll's settings are the site's`() throws {
    let project = try ProjectFolder([
      "_config.yml": "title: The site\nbaseurl: /b\nauthor:\n  name: Jane\n",
      "_posts/2020-01-01-a.md": "---\nlayout: post\n---\n\nBy {{ site.author.name }} on {{ site.title }}, {{ site.other }}.\n",
    ])
    let page = try project.page("_posts/2020-01-01-a.md", .kramdown, in: "_posts")
    #expect(page.tree.contains("By Jane on The site,") && page.codes == ["template.left-out"], "\(page)")
  }

  @Test func `a snippet that includes itself ends, which is said`() throws {
    let project = try ProjectFolder(["docs/a.md": "Words.\n\n--8<-- \"docs/a.md\"\n"])
    let page = try project.page("docs/a.md", .mkdocs)
    #expect(page.tree.contains("text \"Words.\"") && page.codes.contains { $0.hasPrefix("include.") })
  }

  @Test func `an include that failed is said once, where it is`() throws {
    let project = try ProjectFolder(["a.qmd": "Words.\n\n{{< include gone.qmd >}}\n"])
    let page = try project.page("a.qmd", .quarto)
    #expect(page.codes == ["include.unread"], "\(page.codes)")
  }

  @Test func `files that pages of HonKit import are code or text`() throws {
    let project = try ProjectFolder([
      "a.md": "[import](code/a.js)\n\n{% include \"part.md\" %}\n", "code/a.js": "let a\n", "part.md": "A *part*.\n",
    ])
    let page = try project.page("a.md", .honkit)
    #expect(page.tree.contains("let a\\n") && page.tree.contains("text \"A \""), "\(page.tree)")
  }

  @Test func `a macro that HonKit's page imports shows the picture that it is called with`() throws {
    let text =
      "{% import \"../figure.html\" as figure %}\n\nBefore.\n\n{{- figure.render(\"Words\", \"/a/b c.png\") }}\n"
    let page = try ProjectFolder(["a.md": text]).page("a.md", .honkit)
    #expect(page.tree.contains("image \"/a/b c.png\"") && page.tree.contains("text \"Words\""), "\(page.tree)")
  }

  @Test func `what a plugin of MkDocs makes in a place is left out and said, and ends with its options`() throws {
    let text =
      "Before.\n\n::: mkdocs-click\n    :module: shop\n    :depth: 2\n\nAfter.\n\n::: shop.cart\n    options:\n      x: 1\n\nEnd.\n"
    let page = try ProjectFolder(["a.md": text]).page("a.md", .mkdocs)
    #expect(page.codes == ["directive.left-out", "directive.left-out"])
    for words in ["text \"After.\"", "text \"End.\"", "code \"mkdocs-click\""] { #expect(page.tree.contains(words), "\(page.tree)") }
    #expect(!page.tree.contains("module") && !page.tree.contains("division"))
    // A container, without options.
    let container = try ProjectFolder(["a.md": "::: my-box\nWords.\n:::\n"]).page("a.md", .mkdocs)
    #expect(container.codes.isEmpty && container.tree.contains("text \"Words.\""))
  }

  @Test func `films of Hugo's are links or said`() throws {
    let project = try ProjectFolder(["a.md": "Words.\n\n{{< youtube dQw4w9WgXcQ >}}\n"])
    let page = try project.page("a.md", .hugo)
    #expect(page.tree.contains("dQw4w9WgXcQ") || page.codes.contains("template.left-out"))
    #expect(!page.tree.contains("{{<"))
  }

  @Test(arguments: [
    ("```{stan}\n#| eval: false\n#| file: code/a.stan\n#| label: model\n```\n", "codeBlock \"{stan}\" \"data {}\\n\""),
    ("```{r, file=\"code/a.stan\"}\n```\n", "\"data {}\\n\""),
    ("```{r}\n#| label: own\nx <- 1\n```\n", "\"x <- 1\\n\""),
  ])
  func `a cell whose code is in a file has that code`(_ cell: String, _ node: String) throws {
    let project = try ProjectFolder(["a.qmd": "Words.\n\n" + cell, "code/a.stan": "data {}\n"])
    let page = try project.page("a.qmd", .quarto)
    #expect(page.tree.contains(node), "\(page.tree)")
    #expect(!page.tree.contains("#|"))
  }

  @Test func `a book's words go through Jinja's replace`() throws {
    let project = try ProjectFolder([
      "_config.yml": "sphinx:\n  config:\n    myst_substitutions:\n      film: '[Film %%ID%%](https://films.example/%%ID%%)'\n",
      "ch/a.md": "{{ film | replace(\"%%ID%%\", \"k2\") }}\n",
    ])
    let page = try project.page("ch/a.md", .myst)
    #expect(page.tree.contains("link \"https://films.example/k2\"") && page.tree.contains("text \"Film k2\""), "\(page.tree)")
  }

  @Test func `environments of a book have the names of its settings`() throws {
    let project = try ProjectFolder([
      "book.toml": "[preprocessor.numthm]\ncustom_environments = [\n  [\"exc\", \"Exercise\", \"**\"],\n]\n",
      "src/a.md": "**{{exc}}{exc:one}[Sums]** Add.\n\nSee {{ref: exc:one}}.\n",
    ])
    let page = try project.page("src/a.md", .mdbook)
    #expect(page.tree.contains("Exercise 1 (Sums).") && page.tree.contains("link \"#exc:one\""), "\(page.tree)")
  }
}

extension ProjectFolder {
  /// The printed tree of a page, and the codes of what is said.
  fileprivate func page(_ name: String, _ tool: Dialect.Tool, in folder: String? = nil) throws -> (tree: String, codes: [String]) {
    let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    let (source, said) = preprocessed(
      Source(name: path + "/" + name, text: text, folder: folder.map { path + "/" + $0 }), files: FileAccess(roots: [path]),
      budget: Budget(), in: Dialect(tool))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    let document = parse(source, options: options)
    return (document.tree.printed(), (said + document.diagnostics).map(\.code))
  }
}
