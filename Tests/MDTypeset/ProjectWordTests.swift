import Testing

@testable import MDTypeset

/// The words for figures, theorems and the like that a project, or a page for another tool, has.
@Suite struct ProjectWordTests {
  private func text(_ page: String, at name: String, with files: [String: String]) throws -> String {
    try typeset(page, at: name, with: files.merging(["a.svg": Self.picture]) { $1 }).text(ofPage: 0).replacing("\u{A0}", with: " ")
  }

  private static let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10'/></svg>"
  private let theorem = "::: {.theorem #a}\nWords.\n:::\n\n::: {.lemma #b}\nWords.\n:::\n\n"

  @Test func `bookdown's labels are in its project file`() throws {
    let project = """
      language:
        label:
          fig: "Abbildung "
          thm: "Satz "
          lem: 'Hilfssatz '
          cor: !expr 'paste("x")'
        ui:
          chapter_name: "Kapitel "
      """
    let page = theorem + "![Cap](a.svg){#fig:x}\n\nSee \\@ref(fig:x) and \\@ref(thm:a).\n\n::: {.corollary #c}\nWords.\n:::\n"
    let found = try text(page, at: "a.Rmd", with: ["_bookdown.yml": project])
    for words in ["Satz 1. Words", "Hilfssatz 1.", "Abbildung 1.", "See 1 and 1.", "Corollary 1."] {
      #expect(found.contains(words), "\(words)\n\(found)")
    }
  }

  @Test func `Quarto's words are in its project file, in a file of words and in the page`() throws {
    let files = [
      "_quarto.yml": "project: {type: book}\ncrossref:\n  fig-title: Abb.\n  fig-prefix: Abb.\n  thm-title: Satz\n  thm-prefix: Satz\n",
      "_language.yml": "crossref-lem-title: Hilfssatz\ncrossref-lem-prefix: HS\ncrossref-thm-title: Anders\n",
    ]
    let page =
      "---\ntitle: A\ncrossref:\n  thm-prefix: S.\n---\n\n::: {#thm-a}\nWords.\n:::\n\n::: {#lem-b}\nWords.\n:::\n\n![Cap](a.svg){#fig-x}\n\nSee @fig-x, @thm-a and @lem-b.\n"
    let document = try typeset(page, at: "a.qmd", with: files.merging(["a.svg": Self.picture]) { $1 })
    let found = try document.text(ofPage: 0).replacing("\u{A0}", with: " ")
    for words in ["Satz 1. Words", "Hilfssatz 1. Words", "Abb. 1", "See Abb. 1, S. 1 and HS 1."] {
      #expect(found.contains(words), "\(words)\n\(found)")
    }
    #expect(!document.diagnostics.contains { $0.code.hasPrefix("settings") })
  }

  @Test func `pandoc-crossref's words are in the front matter, for one and for several`() throws {
    let page = """
      ---
      title: A
      figureTitle: Abb.
      figPrefix: [Abb., Abbn.]
      eqnPrefix: Gl.
      ---

      ![One](a.svg){#fig:x}

      ![Two](a.svg){#fig:y}

      $$a$$ {#eq:e}

      See @fig:x, [@fig:x; @fig:y] and @eq:e.
      """
    let found = try text(page, at: "a.md", with: [:])
    #expect(found.contains("Abb. 1. One") && found.contains("See Abb. 1, Abbn. 1 and 2 and Gl. (1)"), "\(found)")
  }

  @Test func `pandoc-crossref's words are in its own file beside or above the text`() throws {
    let page = "---\ntitle: A\neqnPrefix: Gl.\n---\n\n![One](a.svg){#fig:x}\n\n$$a$$ {#eq:e}\n\nSee @fig:x and @eq:e.\n"
    let words = "figureTitle: Abb.\nfigPrefix: Abb.\neqnPrefix: Eq.\n"
    let found = try text(page, at: "text/a.md", with: ["pandoc-crossref.yaml": words, "text/a.svg": Self.picture])
    #expect(found.contains("Abb. 1. One") && found.contains("See Abb. 1 and Gl. (1)"), "\(found)")
    let named = page.replacing("title: A", with: "title: A\ncrossrefYaml: words.yaml")
    #expect(try text(named, at: "a.md", with: ["words.yaml": words]).contains("Abb. 1. One"))
  }

  @Test func `pandoc-crossref's templates say how a caption begins and what is between a word and its number`() throws {
    let page = "---\nlang: zh\n---\n\n![图片展示](a.svg){#fig:x}\n\n见 @fig:x。\n"
    let words = """
      figureTitle: "图"
      figPrefix: "图"
      titleDelim: ""
      figureTemplate: "$$figureTitle$$$$i$$ $$t$$"
      figPrefixTemplate: $$p$$$$i$$
      """
    let found = try text(page, at: "a.md", with: ["pandoc-crossref.yaml": words, "a.svg": Self.picture])
    #expect(found.contains("图1 图片展示") && found.contains("见图1。"), "\(found)")
    let plain = try text(page, at: "a.md", with: ["pandoc-crossref.yaml": "titleDelim: ':'\n", "a.svg": Self.picture])
    #expect(plain.contains("图 1: 图片展示"), "\(plain)")
  }
}
