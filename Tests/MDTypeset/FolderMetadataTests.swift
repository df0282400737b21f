import Testing

@testable import MDTypeset

/// What the files of a Quarto project say of a page besides the page itself.
@Suite struct FolderMetadataTests {
  private static let page = "---\ntitle: X\n---\n\n## One\n\na\n\n## Two\n\n```{r}\nx <- 1\n```\n"
  private static let project = ["_quarto.yml": "project:\n  type: website\n"]

  private func document(_ page: String = page, with files: [String: String]) throws -> TypesetDocument {
    try typeset(page, at: "slides/a.qmd", with: Self.project.merging(files) { $1 })
  }

  @Test func `a folder's file makes decks of its pages, and names their author and language`() throws {
    let files = [
      "slides/_metadata.yml": "author: AUT\nlang: de # German\nformat:\n  revealjs:\n    slide-number: true\nexecute:\n  echo: false\n"
    ]
    let document = try document(with: files)
    // The title and two slides.
    #expect(document.pages.count == 3)
    #expect(document.info.authors == ["AUT"])
    #expect(document.info.language == "de")
    #expect(document.diagnostics.map(\.code).contains("code.hidden"))
  }

  @Test(arguments: ["format: revealjs\n", "format:\n  revealjs:\n    slide-level: 2\n", "format:\n  aft-revealjs: default\n"])
  func `a project of decks has their format`(format: String) throws {
    #expect(try document(with: ["_quarto.yml": "project:\n  type: default\n" + format]).pages.count == 3)
    #expect(try document(with: ["_quarto.yml": "format:\n  html: default\n  revealjs: default\n"]).pages.count == 1)
    #expect(try document("---\nformat: html\n---\n\n## One\n\n## Two\n", with: ["_quarto.yml": format]).pages.count == 1)
  }

  @Test func `a project of decks says what is on their first slide, and comments in it are none of it`() throws {
    let project = "title: PRJ\nauthor: AUT\n# words\nformat:\n  # the light one\n  revealjs: default\n"
    let document = try document("## One\n\na\n\n## Two\n\nb\n", with: ["_quarto.yml": project])
    #expect(document.pages.count == 3 && document.info.title == "PRJ" && document.info.authors == ["AUT"])
    let own = try self.document("---\ntitle: OWN\nformat: revealjs\n---\n\n## One\n", with: ["_quarto.yml": "title: PRJ\nauthor: AUT\n"])
    #expect(own.info.title == "OWN" && own.info.authors == ["AUT"])
    let article = try self.document("Words.\n", with: ["_quarto.yml": "title: PRJ\n"])
    #expect(article.info.title == nil)
  }

  @Test func `what the page says comes first, then the nearest file`() throws {
    let files = ["_metadata.yml": "author: TOP\nlang: fr\n", "slides/_metadata.yml": "author: NEAR\n"]
    let page = "---\ntitle: X\nlang: it\n---\n\nWords.\n"
    let document = try document(page, with: files)
    #expect(document.info.authors == ["NEAR"])
    #expect(document.info.language == "it")
    #expect(try self.document("Words.\n", with: files).info.language == "fr")
  }

  @Test func `without a project nothing reads such a file`() throws {
    #expect(try typeset(Self.page, at: "slides/a.qmd", with: ["slides/_metadata.yml": "author: AUT\n"]).info.authors == [])
  }

  @Test(arguments: [
    ("", ["_quarto.yml": "project:\n  type: book\nknitr:\n  opts_chunk:\n    echo: false\n"]),
    (
      "format: aft-html\n",
      ["_extensions/aft/_extension.yml": "contributes:\n  formats:\n    common:\n      execute:\n        echo: false\n    html: default\n"]
    ),
    (
      "format:\n  aft-pdf: default\n",
      [
        "_extensions/org/aft/_extension.yml":
          "contributes:\n  formats:\n    pdf:\n      knitr:\n        opts_chunk:\n          echo: false\n"
      ]
    ),
  ])
  func `code is hidden where a format or knitr's settings say so`(matter: String, files: [String: String]) throws {
    let page = "---\ntitle: X\n\(matter)---\n\nWords.\n\n```{r}\nx <- 1\n```\n"
    #expect(try document(page, with: files).diagnostics.map(\.code).contains("code.hidden"))
    #expect(try !document(page, with: [:]).diagnostics.map(\.code).contains("code.hidden"))
  }

  @Test(arguments: [
    ("build.sh", "#!/bin/sh\npandoc --citeproc -o build/main.tex main.md meta/a.yaml && lualatex main\n"),
    ("Makefile", "all: main.pdf\nmain.pdf:\n\tpandoc ./main.md --metadata-file=meta/a.yaml -o $@\n"),
  ])
  func `a text has the metadata that a script hands to pandoc beside it`(script: String, content: String) throws {
    let metadata = "---\ntitle: TTL\nauthor: AUT\ndocumentclass: book\nlang: hu\n---\n"
    let page = "---\nlang: de\n---\n\nWords.\n"
    let document = try typeset(page, at: "main.md", with: [script: content, "meta/a.yaml": metadata])
    #expect((document.info.title, document.info.authors, document.info.language) == ("TTL", ["AUT"], "de"))
    #expect(document.diagnostics.map(\.code) == [])
    // The script is not about this one, or not for pandoc.
    #expect(try typeset(page, at: "README.md", with: [script: content, "meta/a.yaml": metadata]).info.title == nil)
    let other = content.replacing("pandoc", with: "tool")
    #expect(try typeset(page, at: "main.md", with: [script: other, "meta/a.yaml": metadata]).info.title == nil)
  }

  @Test(arguments: [
    "all:\n\tpandoc --citeproc --bibliography=refs/a.bib a.md -o a.pdf\n",
    "BIB = refs/a.bib\nall:\n\tpandoc --citeproc -M bibliography=$(BIB) a.md -o a.pdf\n",
  ])
  func `the bibliography that a script's options name is the text's, which may cite only in sentences`(script: String) throws {
    let works = "@book{thuerey-ut, author={Thuerey, Nils}, title={Flows}, year=2021}\n"
    let page = "---\nlang: en\n---\n\nAs @thuerey-ut is good.\n"
    let text = try typeset(page, at: "a.md", with: ["Makefile": script, "refs/a.bib": works]).text(ofPage: 0)
    #expect(text.contains("As Thuerey (2021) is good."), "\(text)")
    let other = script.replacing("--citeproc", with: "")
    #expect(try typeset(page, at: "a.md", with: ["Makefile": other, "refs/a.bib": works]).text(ofPage: 0).contains("@thuerey-ut"))
  }

  @Test func `a text of a folder that a script takes as a whole has the metadata of the one that is nothing else`() throws {
    let files = [
      "Makefile": "MD=text\nmain.tex: $(MD)\n\tpandoc $</*.md -o $@ --filter=pandoc-crossref\n",
      "text/00_metadata.md": "---\ntitle: Title\nnumbersections: true\n---\n", "text/02.md": "# Another\n",
    ]
    let document = try typeset("# First {#sec:heading}\n\nText in [@sec:heading].\n\n# Next\n", at: "text/01.md", with: files)
    let text = try document.text(ofPage: 0)
    #expect(text.contains("Text in Section\u{A0}1.") || text.contains("Text in Section 1."), "\(text)")
    #expect(document.info.title != "Title")
  }

  @Test func `of several rules the one that names the text counts, and what is wrong is said of the script's line`() throws {
    func work(_ author: String) -> String { "@book{knuth, author={\(author)}, title={Flows}, year=2021}\n" }
    let script = """
      SRC = md/a.md
      BIB = md/refs.bib
      #OPTIONS += --csl=none.csl
      OPTIONS += --citeproc \\
        --standalone
      a.pdf: $(SRC)
      \tpandoc ${OPTIONS} -M bibliography=$(BIB) -o $@ $(SRC)
      OTHER = example/a.md
      OTHER_BIB = example/refs.bib
      b.pdf: $(OTHER)
      \tpandoc ${OPTIONS} -M bibliography=$(OTHER_BIB) -o $@ $(OTHER)
      """
    let files = ["Makefile": script, "md/refs.bib": work("Author, Ann"), "example/refs.bib": work("Other, Bob"), "md/a.md": "Words.\n"]
    let document = try typeset("We cite [@knuth].\n", at: "example/a.md", with: files)
    #expect(try document.text(ofPage: 0).contains("We cite (Other 2021)."))
    #expect(document.diagnostics.map(\.code) == [])
    let broken = try typeset(
      "We cite [@knuth].\n", at: "example/a.md", with: files.merging(["example/refs.bib": "Words"], uniquingKeysWith: { $1 }))
    let fault = try #require(broken.diagnostics.first { $0.code == "cite.bibliography" })
    let place = broken.source.position(of: Int(fault.span?.start ?? 0))
    #expect(place.line == 9 && place.file.hasSuffix("/Makefile"))
  }

  @Test func `where a script joins texts, the title is the whole one's`() throws {
    let files = ["build.sh": "pandoc a.md b.md meta.yaml -d opts.yaml", "meta.yaml": "title: TTL\nlang: hu\n", "opts.yaml": "lang: de\n"]
    let document = try typeset("Words.\n", at: "a.md", with: files)
    #expect(document.info.title == nil)
    #expect(document.info.language == "hu")
  }
}
