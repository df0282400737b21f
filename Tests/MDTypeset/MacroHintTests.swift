import MDTypeset
import Testing
import TypesetDiagnostics

/// The hints of unknown commands.
@Suite struct MacroHintTests {
  private func hints(_ text: String) -> [String?] {
    Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.hint)
  }

  @Test func `a misspelt command is told its nearest name`() {
    #expect(hints("$\\frca{1}{2}$ and $\\alhpa$ and $\\qqqqqq$") == ["did you mean \\frac?", "did you mean \\alpha?", nil])
  }

  @Test func `a document full of unknown commands is told of definitions`() {
    let many = hints("$\\RRa \\EEa \\PPa \\QQa \\AAa$")
    #expect(many.count == 5)
    #expect(many.allSatisfy { $0?.contains("--math-macros") == true })
  }

  @Test func `a command that is unknown again and again lacks its definition`() {
    let found = hints(String(repeating: "$\\infro{x}$ ", count: 5) + "and $\\frca$")
    #expect(found.dropLast().allSatisfy { $0?.contains("--math-macros") == true })
    #expect(found.last == "did you mean \\frac?")
  }

  /// The codes of a page's diagnostics, in a folder with a file of its site's.
  private func codes(_ page: String, at name: String, with files: [String: String]) throws -> [String] {
    try typeset(page, at: name, with: files).diagnostics.map(\.code)
  }

  @Test(arguments: [
    (
      "docs/a.md",
      [
        "docusaurus.config.ts":
          "// Macros of KaTeX\nconst katexMacros = {\n  '\\\\D': '\\\\mathrm{d}',\n};\nexport default {rehypePlugins: [[katex, {macros: katexMacros}]]}"
      ]
    ),
    ("docs/a.md", ["docs/.vitepress/config.mts": "export default {markdown: {math: {tex: {macros: {D: '\\\\mathrm{d}'}}}}}"]),
    (
      "src/content/a.md",
      [
        "astro.config.mjs":
          "export default {rehypePlugins: [[rehypeKatex, {macros: {'\\\\L': '\\\\left\\\\{', '\\\\D': String.raw`\\mathrm{d}`}}]]}"
      ]
    ),
    ("docs/a.md", ["docusaurus.config.js": "export default {rehypePlugins: [[katex, {macros: {'\\\\D': '\\\\mathrm{d}'}}]]}"]),
    (
      "docs/a.md",
      ["mkdocs.yml": "site_name: a\n", "docs/javascripts/mathjax.js": "window.MathJax = {tex: {macros: {D: \"\\\\mathrm{d}\"}}};"]
    ),
    ("notes/a.md", [".obsidian/app.json": "{}", "preamble.sty": "\\newcommand{\\D}{\\mathrm{d}}\n"]),
    (
      "src/a.md",
      ["book.toml": "[book]\nsrc = \"src\"\n[preprocessor.katex]\nmacros = \"macros.txt\"\n", "macros.txt": "# Sets\n\\D:{\\mathrm{d}}\n"]
    ),
    (
      "_posts/2020-01-02-a.md",
      ["_config.yml": "markdown: kramdown\n", "assets/js/katex-macros.js": "window.KATEX_MACROS = {\n  \"\\\\D\": \"\\\\mathrm{d}\"\n};"]
    ),
    ("src/a.lagda.md", [".git/config": "", "src/preamble.tex": "\\newcommand{\\D}{\\mathrm{d}}\n"]),
    ("ch/a.md", [".git/config": "", "Classes/preamble.sty": "\\newcommand{\\D}{%\n  \\mathrm{d} % upright\n}\n\\newcommand{\\E}{\n"]),
    (
      "doc/a/t.md",
      ["doc/conf.py": "extensions = ['myst_parser']\nmathjax3_config = {'tex': {'macros': {'D': r'\\mathrm{d}', 'E': ['#1', 1]}}}\n"]
    ),
    ("a.md", ["myst.yml": "project:\n  math:\n    '\\D': '\\mathrm{d}'\n"]),
    (
      "_posts/2020-01-02-a.md",
      ["_config.yml": "markdown: kramdown\n", "_includes/mathjax.html": "<script>MathJax = {tex: {macros: {D: '\\\\mathrm{d}'}}}</script>"]
    ),
    (
      "src/post/a.md",
      [
        "astro.config.mjs": "import { mathMacros } from \"./src/math.macros\";\nexport default {macros: mathMacros}",
        "src/math.macros.ts": "export const mathMacros = {\n  D: [\"\\\\mathrm{d}\"],\n};\n",
      ]
    ),
    (
      "_posts/2020-01-02-a.md",
      ["_config.yml": "markdown: kramdown\n", "_includes/math_symbol.html": "\\(\n\\newcommand{\\D}{\\mathrm{d}}\n\\)\n"]
    ),
    (
      "_posts/2020-01-02-a.md",
      ["_config.yml": "markdown: kramdown\n", "_includes/macros.html": "<div>\\( \\newcommand{\\D}{\\mathrm{d}} \\)</div>\n<p>\\(x\\)"]
    ),
    (
      "01-a.Rmd",
      [
        "_bookdown.yml": "book_filename: b\n", "includes/before.html": "<div>\n$$\n\\newcommand{\\D}{\\mathrm{d}}\n$$\n</div>\n",
        "_output.yml": "bookdown::gitbook:\n  includes:\n    before_body: includes/before.html\n",
      ]
    ),
    (
      "a.Rmd",
      [
        "_output.yml": "bookdown::pdf_book:\n  includes:\n    in_header: tex/preamble.tex\n",
        "tex/preamble.tex": "\\usepackage{amsmath}\n\\input{tex/defs}\n", "tex/defs.tex": "\\newcommand{\\D}{\\mathrm{d}}\n",
      ]
    ),
    (
      "a.qmd",
      [
        "_quarto.yml": "format:\n  html:\n    include-in-header:\n      - file: tex/d.html\n",
        "tex/d.html": "\\newcommand{\\D}{\\mathrm{d}}\n",
      ]
    ),
  ])
  func `commands that a site defines for its pages are known`(_ name: String, _ files: [String: String]) throws {
    #expect(try codes("So $$\\D x$$ and $\\D y$.\n", at: name, with: files) == [])
    #expect(try codes("So $\\D x$.\n", at: name, with: [:]).contains("math.unknown-command"))
  }

  @Test func `commands in a file that front matter puts into the head are known`() throws {
    let page = "---\noutput:\n  pdf_document:\n    includes:\n      in_header: d.tex\n---\n\nSo $\\D y$.\n"
    #expect(try codes(page, at: "a.Rmd", with: ["d.tex": "\\newcommand{\\D}{\\mathrm{d}}\n"]) == ["settings.unsupported-key"])
    #expect(try codes(page, at: "a.Rmd", with: [:]).contains("math.unknown-command"))
    let template = "---\noutput:\n  beamer_presentation:\n    template: d.latex\n---\n\nSo $\\D y$.\n"
    #expect(try !codes(template, at: "a.Rmd", with: ["d.latex": "\\newcommand{\\D}{\\mathrm{d}}\n"]).contains("math.unknown-command"))
  }

  @Test func `commands in another chapter of bookdown's are known`() throws {
    let files = ["_bookdown.yml": "rmd_files: [\"index.Rmd\", \"m.md\", \"a.md\"]\n", "m.md": "\\newcommand{\\D}{\\mathrm{d}}\n"]
    #expect(try codes("So $\\D y$.\n", at: "a.md", with: files) == [])
  }

  @Test func `headings are named by pandoc-crossref's labels of sections`() throws {
    #expect(try codes("See @sec:first and @sec:none.\n\n# First {#first}\n", at: "a.md", with: [:]) == ["reference.unknown"])
  }

  @Test func `a picture with a site's own path is in the folder that the site hands on`() throws {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>"
    #expect(try codes("![](/img/a.svg)\n", at: "docs/a.md", with: ["website/static/img/a.svg": picture]) == [])
    #expect(try codes("![](/img/a.svg)\n", at: "src/posts/a.md", with: ["src/.vuepress/public/img/a.svg": picture]) == [])
    // The site's own name comes first where GitHub shows it.
    #expect(try codes("![](/site/img/a.svg)\n", at: "docs/_posts/a.md", with: ["docs/img/a.svg": picture]) == [])
    #expect(try codes("![](/site/a.svg)\n", at: "docs/a.md", with: ["docs/a.svg": picture]) != [])
    #expect(try codes("![](/img/a.svg)\n", at: "docs/a.md", with: ["website/other/img/a.svg": picture]) == ["picture.missing"])
  }
}
