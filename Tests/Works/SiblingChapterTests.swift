import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

@testable import TypesetWorks

/// What a chapter's references mean that is in other chapters of a work without a project file.
struct SiblingChapterTests {
  private func words(_ text: String, at path: String, _ tool: Dialect.Tool, beside files: [String: String]) throws -> [String: String] {
    try document(text, at: path, tool, beside: files).tree.elsewhere
  }

  private func document(
    _ text: String, at path: String, _ tool: Dialect.Tool, beside files: [String: String], cites: Bool = false
  ) throws -> ParsedDocument {
    let root = NSTemporaryDirectory() + "mdtypeset-chapters-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (file, content) in files.merging([path: text], uniquingKeysWith: { $1 }) {
      let url = URL(fileURLWithPath: root + "/" + file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: url)
    }
    let folder = URL(fileURLWithPath: root + "/" + path).deletingLastPathComponent().path
    let source = Source(files: [Source.File(name: root + "/" + path, start: 0, folder: folder)], bytes: Array(text.utf8))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    (options.keepsCitations, options.citesWorks) = (cites, cites)
    var parsed = TypesetMarkdown.parse(source, options: options)
    SiblingPages.explain(&parsed, of: source, in: Dialect(tool), files: FileAccess(roots: [root]))
    return parsed
  }

  @Test func `a heading of another numbered chapter is referred to by its words, a figure by its number there`() throws {
    let files = [
      "chapter_02.md": "# Dots {#sec:dots}\n\n![One](a.png){#fig:one}\n\n![Two](b.png){#fig:two}\n", "notes.txt": "# X {#sec:dots}\n",
    ]
    let found = try words("See @sec:dots, -@sec:dots and @fig:two, @fig:none.", at: "chapter_01.md", .pandoc, beside: files)
    #expect(found["sec:dots"] == "Dots")
    #expect(found["fig:two"]?.hasPrefix("Figure\u{A0}2") == true)
    #expect(found["fig:none"] == nil)
  }

  @Test func `LaTeX's references name what is in other chapters, several at once too`() throws {
    let files = [
      "b.md": "# B\n\n\\begin{theorem}\\label{thm:x}\nA\n\\end{theorem}\n\n## S {#sub}\n\n![W](w.png){#fig:w}\n\n$$a \\label{q}$$\n"
    ]
    let text = "\\autoref{thm:x}, \\cref{fig:w,sub}, \\crefrange{fig:w}{fig:v}, \\Cref{q}"
    let found = try words(text, at: "a.md", .general, beside: files)
    #expect(found["thm:x"] == "Theorem\u{A0}1 (B)" && found["sub"] == "S" && found["q"] == "(1, B)")
    #expect(found["fig:w"] == "Figure\u{A0}1 (B)" && found["fig:v"] == nil)
  }

  @Test func `an equation of another chapter may begin within a paragraph`() throws {
    let files = ["b.qmd": "# B\n\n$$\na\n$$ {#eq-a}\n\nWords\n$$\nb\n$$ {#eq-b}\n", "_quarto.yml": "book: {chapters: [a.qmd, b.qmd]}\n"]
    let found = try words("See @eq-a and @eq-b.", at: "a.qmd", .quarto, beside: files)
    #expect(found["eq-a"] == "(1, B)" && found["eq-b"] == "(2, B)", "\(found)")
  }

  @Test func `of two chapters with one label the first is taken, which is said once`() throws {
    let files = ["b.md": "# B {#sec:x}\n", "c.md": "# C {#sec:x}\n\n![F](f.png){#fig:f}\n", "d.md": "# D {#sec:x}\n"]
    let found = try document("See @sec:x, \\cref{sec:x} and @fig:f.", at: "a.md", .general, beside: files)
    #expect(found.tree.elsewhere["sec:x"] == "B")
    let said = found.diagnostics.filter { $0.code == "reference.duplicate-label" }
    #expect(said.map(\.message) == ["the label \"sec:x\" is in b.md and in c.md"])
    #expect(said.first?.span?.start == 4)
    // What the document has itself is its own.
    #expect(try document("# A {#sec:x}\n\nSee @sec:x.", at: "a.md", .general, beside: files).diagnostics.isEmpty)
    #expect(try document("# A\n\n## X\n\nSee [@sec:x].", at: "a.md", .pandoc, beside: files).diagnostics.isEmpty)
    let formula = "# B\n\n$$a \\label{q}$$\n"
    #expect(try words(formula + "\nSee \\eqref{q}.", at: "a.md", .general, beside: ["b.md": formula]).isEmpty)
  }

  @Test func `chapters may have folders of their own`() throws {
    let files = ["two/text.md": "# Dots {#sec:dots}\n", ".git/config": ""]
    #expect(try words("See @sec:dots.", at: "one/text.md", .general, beside: files)["sec:dots"] == "Dots")
  }

  @Test func `labels of MyST are found without a project, and a file that only refers is not read`() throws {
    let files = ["b.md": "(my-label)=\n# Words\n", "a0.md": "See {ref}`my-label`.\n"]
    #expect(try words("See {ref}`my-label`.", at: "a.md", .myst, beside: files)["my-label"] == "Words")
  }

  @Test func `a link of MyST's to a label with colons is no address`() throws {
    let files = ["b.md": "(content:ref:grade)=\n# Grades\n"]
    let text = "See [Hier](content:ref:grade), [x](content:ref:none), [y](mailto:a@b.org)."
    let tree = try document(text, at: "a.md", .myst, beside: files).tree
    let links = tree.nodes.compactMap { if case .link(let destination, _) = $0.kind { destination } else { nil } }
    #expect(links == ["#content:ref:none", "mailto:a@b.org"] && tree.elsewhere["content:ref:grade"] == "Grades")
  }

  @Test func `a name after the sign of MyST's citations may be a label of another page`() throws {
    let files = ["b.md": "(Polish)=\n# Spaces\n"]
    let tree = try document("See @Polish and @other, [@Polish; @other].", at: "a.md", .myst, beside: files, cites: true).tree
    let labels = tree.nodes.compactMap { if case .reference(let label) = $0.kind { label } else { nil } }
    #expect(labels == ["Polish", "\u{1}@other", "\u{1}[@Polish; @other]"] && tree.elsewhere["Polish"] == "Spaces", "\(labels)")
  }

  @Test func `bookdown's labels are made of the names of cells, theorems and headings in other chapters`() throws {
    let chapter = """
      # First {#first}

      ```{proposition, Res1}
      P.
      ```

      ::: {.theorem #thm3}
      T3.
      :::

      $$ x \\label{eq:lab} (\\#eq:e1) $$

      $$ y (\\#eq:e2) $$

      ```{r figa, fig.cap="Cap A"}
      plot(1)
      ```

      ## Sub sec

      """
    let files = ["_bookdown.yml": "rmd_files: [a.Rmd, b.Rmd]\n", "b.Rmd": chapter]
    for (name, label, start) in [
      ("fig:figa", "fig:figa", "Figure\u{A0}1"), ("prp:Res1", "prp:Res1", "Proposition\u{A0}1"), ("thm:thm3", "thm:thm3", "Theorem\u{A0}1"),
      ("eq:e2", "eq:e2", "(2, First)"), ("sub-sec", "sub-sec", "Sub sec"), ("first", "first", "First"),
    ] {
      let found = try words("See \\@ref(\(name)).", at: "a.Rmd", .bookdown, beside: files)
      #expect(found[label]?.hasPrefix(start) == true, "\(name): \(found)")
    }
  }

  @Test func `each label of a group of references is looked for, and LaTeX's and those of links`() throws {
    let files = ["b.md": "# Two {#sec:b}\n\n![One](a.png){#fig:a}\n\n![Two](a.png){#fig:b}\n", "c.md": "See [@fig:c; @fig:b].\n"]
    let found = try words("See [@fig:a; @fig:b].", at: "a.md", .pandoc, beside: files)
    #expect(found["fig:a"] == "Figure\u{A0}1 (Two)" && found["fig:b"] == "Figure\u{A0}2 (Two)", "\(found)")
    #expect(try words("See \\ref{fig:b}.", at: "a.md", .pandoc, beside: files)["fig:b"] != nil)
    #expect(try words("See [l](#fig:b), [m](#two).", at: "a.md", .pandoc, beside: files).keys.sorted() == ["fig:b"])
  }
}
