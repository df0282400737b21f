@testable import MDTypeset
import Testing
import TypesetDiagnostics

/// What the project around a page says of it.
@Suite struct SitePageTests {
  private let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"

  @Test func `a page of Hakyll's is no deck`() throws {
    let files = ["site.hs": "import Hakyll\nmain = hakyll rules\n"]
    let document = try typeset("# One\n\nWords.\n\n# Two\n\nWords.\n", at: "a.md", with: files)
    #expect(document.pageCount == 1)
  }

  @Test func `a page without a heading has the title that mkdocs' navigation gives it`() throws {
    let settings = "site_name: Site\nnav:\n  - Binary search: b.md\n  - c.md\n"
    func words(_ text: String, at name: String) throws -> String {
      try typeset(text, at: name, with: ["mkdocs.yml": settings]).text(ofPage: 0)
    }
    #expect(try words("## Part\n\nWords.\n", at: "docs/b.md").hasPrefix("Binary search"))
    #expect(try !words("# Own\n\nWords.\n", at: "docs/b.md").contains("Binary"))
    #expect(try !words("---\ntitle: Own\n---\nWords.\n", at: "docs/b.md").contains("Binary"))
    #expect(try words("Words.\n", at: "docs/c.md").hasPrefix("Words."))
  }

  @Test(arguments: ["{static}/images/a.svg", "{static}../images/a.svg", "{attach}../images/a.svg", "|filename|/images/a.svg"])
  func `Pelican's marks lead to files of the site`(address: String) throws {
    let document = try typeset("Title: Post\n\n![](\(address))\n", at: "content/posts/a.md", with: ["content/images/a.svg": picture])
    #expect(document.diagnostics.map(\.code) == [])
  }

  @Test func `a picture anywhere in a vault may have a question mark in its name`() throws {
    let files = [".obsidian/app.json": "{}", "pictures/why?.svg": picture]
    #expect(try typeset("Words ![[why?.svg]] end.\n", at: "notes/a.md", with: files).diagnostics.map(\.code) == [])
  }

  @Test func `a book's style sheet says what its author's own elements and boxes are`() throws {
    let files = [
      "_output.yml": "bookdown::gitbook:\n  css: style.css\n", "index.Rmd": "---\ntitle: X\nsite: bookdown::bookdown_site\n---\n",
      "style.css": ".infobox {\n  padding: 1em;\n  border: 2px solid orange;\n}\nred {color: #FF0000; }\n",
    ]
    let page = "# A\n\n::: {.infobox .pin data-latex=\"{pin}\"}\nWords in it.\n:::\n\n<red>Click</red> <blue>here</blue>\n"
    let document = try typeset(page, at: "01.Rmd", with: files)
    #expect(document.diagnostics.map(\.message) == ["unknown element <blue>"])
    let printed = document.printedPages()
    #expect(printed.contains("#ff0000") || printed.contains("#FF0000"), "\(printed)")
  }

  @Test func `a title that only the site's style sheet shows stands above its div`() throws {
    let files = [
      "_quarto.yml": "project:\n  type: website\nformat:\n  html:\n    css: styles.css\n",
      "styles.css": ".rmenv { border: 1px solid; }\n.rmenv::before, div.other:before { content: attr(title) \".\"; font-weight: 600; }\n",
    ]
    let page = "---\ntitle: X\n---\n\n:::{.rmenv title=\"Exercise (One)\"}\nWords of it.\n:::\n\n:::{.rmenv}\nNone.\n:::\n"
    let printed = try typeset(page, at: "a.qmd", with: files).printedPages()
    #expect(printed.contains("Exercise (One)."), "\(printed)")
    #expect(!printed.contains("attr"))
  }

  @Test(arguments: [
    """
    makedocs(format = Documenter.HTML(; mathengine = KaTeX(Dict(:macros => Dict(raw"\\Mean" => raw"\\mu", "\\\\vv" => "\\\\mathbf{#1}")))))
    """,
    """
    # the macros
    names = Dict{String, Any}(
        raw"\\Mean" => raw"\\mu", # the mean
        :vv => [raw"\\mathbf{#1}", 1],
    )
    makedocs(format = Documenter.HTML(; mathengine = MathJax3(Dict(:tex => Dict("macros" => names)))))
    """,
  ])
  func `formulas have the commands of Documenter's script`(script: String) throws {
    let document = try typeset("# A\n\n```math\n\\Mean(\\vv{x})\n```\n", at: "docs/src/a.md", with: ["docs/make.jl": script])
    #expect(document.diagnostics.map(\.message) == [])
  }

  @Test func `names behind the sign @ are Documenter's own`() throws {
    let works = "@book{key, title = {A Title}, author = {Author, Ann}, year = 2000}"
    let files = ["docs/make.jl": "bib = CitationBibliography(joinpath(@__DIR__, \"src\", \"refs.bib\"))\n", "docs/src/refs.bib": works]
    let document = try typeset("# `@example`\n\n## @example\n\nWords [key](@cite).\n", at: "docs/src/a.md", with: files)
    #expect(try document.text(ofPage: 0).contains("@example") && !document.text(ofPage: 0).contains("(example"))
    #expect(!document.diagnostics.contains { $0.code.hasPrefix("citation") })
  }
}
