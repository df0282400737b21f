import Foundation
import Testing
import TypesetCiting
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown
import TypesetYAML

/// Citations in documents: what becomes of the tree.
struct CitingTests {
  private static let works = """
    @book{knuth1984, author = {Knuth, Donald E.}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    @article{plass1981, author = {Michael Plass}, title = {On $x^2$}, journal = {Software}, volume = 11, pages = {1--9}, year = 1981}
    @phdthesis{liang1983, author = {Liang, Franklin}, title = {Hyphens}, school = {Stanford}, year = 1983}
    """

  /// A document beside `works.bib`.
  private func cited(_ text: String, style: String = "apa", matter: String = "") -> (document: ParsedDocument, source: Source) {
    var (citing, source) = citing(text, style: style, matter: matter)
    return (citing.cited(), source)
  }

  @Test func `a text in brackets may have a citation in it`() {
    let tree = cited("A [Words [@knuth1984] and *so* $x$ on.]{.mark}").document.tree
    #expect(tree.printed().contains("span {.mark}"), "\(tree.printed())")
    #expect(tree.plainText(of: 0).hasPrefix("A Words (Knuth, 1984) and so"), "\(tree.plainText(of: 0))")
  }

  private func citing(
    _ text: String, style: String = "apa", matter: String = "", extent: CitingDocument.Extent = .whole
  ) -> (document: CitingDocument, source: Source) {
    let source = Source(
      name: "a.md",
      text: "---\n\(matter.hasPrefix("bibliography") ? "" : "bibliography: works.bib\n")csl: \(style)\n\(matter)---\n\(text)\n")
    var options = ParseOptions()
    options.keepsCitations = true
    let parsed = TypesetMarkdown.parse(source, options: options)
    let files = FileAccess { path, _ throws(FileFailure) in
      guard path == "works.bib" else { throw .missing }
      return Array(Self.works.utf8)
    }
    let citing = CitingDocument(parsed, parsed.frontMatter.values, source, files, extent) {
      TypesetMarkdown.parse(Source(name: "", text: $0)).tree
    }
    return (citing, source)
  }

  /// The text of each block of the document, in which no-break spaces are spaces.
  private func blocks(_ text: String, style: String = "apa", matter: String = "") -> [String] {
    tiedBlocks(text, style: style, matter: matter).map { $0.replacing("\u{A0}", with: " ") }
  }

  private func tiedBlocks(_ text: String, style: String = "apa", matter: String = "") -> [String] {
    let tree = cited(text, style: style, matter: matter).document.tree
    return tree.children(of: 0).map { tree.plainText(of: $0) }
  }

  @Test func `a citation in brackets, one in the text, one without its author`() {
    #expect(
      blocks("It is so [see @knuth1984, p. 33]. @plass1981 [p. 2] agrees; Liang [-@liang1983] too.")[0]
        == "It is so (see Knuth, 1984, p. 33). Plass (1981, p. 2) agrees; Liang (1983) too.")
  }

  @Test(arguments: ["flushright", "quote", "center"])
  func `LaTeX's commands cite in its environments, too`(environment: String) {
    let text = "\\begin{\(environment)}\nSo --- \\textcite{knuth1984}, \\citep[p.~3]{liang1983}\n\\end{\(environment)}"
    #expect(blocks(text)[0].hasSuffix("Knuth (1984), (Liang, 1983, p. 3)"), "\(blocks(text))")
  }

  @Test(arguments: [
    ("See [@knuth1984, p. 3 and\nmore.\n\nA ] there.", ["‘[@knuth1984’"]), ("See [see @knuth1984.\n\n[@liang1983]", ["‘[see @knuth1984’"]),
    ("See [@knuth1984, p. 3\nand more].", []), ("See \\[@knuth1984, p. 3", []), ("A [link by @knuth1984](b).", []),
  ])
  func `a citation whose bracket is never closed is said`(text: String, names: [String]) {
    let said = cited(text).document.diagnostics.filter { $0.code == "cite.unclosed" }.map(\.message)
    #expect(said == names.map { "the citation \($0) is never closed" })
  }

  @Test func `outside of brackets, too, a citation leaves out its author`() {
    #expect(
      blocks("Knuth -@knuth1984 and Plass (-@plass1981 [p. 2]), x-@knuth1984.")[0].hasPrefix(
        "Knuth (1984) and Plass ((1981, p. 2)), x-"))
  }

  @Test func `tags of apaquarto make the author's name possessive`() {
    let text = "@knuth1984 ['s, 35] idea, @plass1981 [’s] own, @liang1983 [&, 's] too, @knuth1984's book."
    #expect(blocks(text)[0] == "Knuth’s (1984, p. 35) idea, Plass’s (1981) own, Liang’s (1983) too, Knuth (1984)'s book.")
  }

  @Test(arguments: [
    ("::: {#refs-nosuch}\n:::", ["no bibliography is named ‘nosuch’, of which a list is asked for"]),
    ("::: {#refs keyword=none}\n:::", ["no work that is cited is in the list of references with keyword=none"]),
    ("::: {#refs-a type=book}\n:::\n\n::: {#refs}\n:::", []), ("::: {#refs scope=section}\n:::", []),
  ])
  func `a list of references that can have no works is said`(list: String, messages: [String]) {
    #expect(cited("See [@knuth1984].\n\n\(list)").document.diagnostics.map(\.message) == messages)
  }

  @Test func `each of several lists has the works that its place asks for, and the last one the others`() {
    let text =
      "See [@knuth1984; @plass1981; @liang1983].\n\n::: {#refs-a type=book title=Books}\n:::\n\n::: {#refs}\n:::\n\n::: {#refs-b type=phdthesis}\n:::"
    let found = blocks(text)
    #expect(found.count == 4 && found[1].hasPrefix("BooksKnuth") && found[2].hasPrefix("Plass") && found[3].hasPrefix("Liang"), "\(found)")
    #expect(!found[2].contains("Knuth") && !found[2].contains("Liang"))
  }

  @Test func `bibliographies that have names have lists of their own`() {
    let matter = "bibliography: {main: works.bib}\n"
    let found = blocks("See @knuth1984.\n\n::: {#refs-main}\n:::\n\nEnd.", matter: matter)
    #expect(found.count == 3 && found[1].hasPrefix("Knuth"), "\(found)")
  }

  @Test func `each chapter has a list of what it cites, notes with it, and works that none cites are at the end`() {
    let text = "# A\n\nSee [@knuth1984].[^n]\n\n# B\n\nSee [@knuth1984].\n\n[^n]: Also [@plass1981].\n"
    let found = blocks(text, matter: "reference-list: chapter\nnocite: '@liang1983'\n").filter {
      !$0.hasPrefix("See") && !$0.hasPrefix("Also")
    }
    #expect(found.count == 6, "\(found)")
    #expect(found[1].hasPrefix("ReferencesKnuth") && found[1].contains("Plass"))
    #expect(found[3].hasPrefix("ReferencesKnuth") && !found[3].contains("Plass"))
    #expect(found[4] == "References" && found[5].hasPrefix("Liang"))
  }

  @Test func `a list of one chapter is where its author wants it, and leaves the others for the end`() {
    let text = "# A\n\nSee [@knuth1984].\n\n::: {.refs scope=chapter}\n:::\n\nEnd.\n\n# B\n\nSee [@plass1981].\n"
    let found = blocks(text)
    #expect(found[2].hasPrefix("Knuth") && !found[2].contains("Plass") && found[3] == "End.")
    #expect(found.last?.hasPrefix("Plass") == true)
  }

  @Test func `a citation goes over the end of a line and has emphasis in it`() {
    #expect(
      blocks("As said [see *also* @knuth1984,\nchap. 3; @liang1983].")[0] == "As said (see also Knuth, 1984, Chapter 3; Liang, 1983).")
  }

  @Test func `a note may begin with a citation and have others in it`() {
    #expect(
      blocks("End.^[@plass1981 says *so* as [@liang1983] does.]").contains("Plass (1981) says so as (Liang, 1983) does.")
        && blocks("End.^[@plass1981 says *so*.]")[0].hasPrefix("End."))
    #expect(!blocks("End.^[@plass1981 says *so* as [@liang1983] does.]")[0].contains("^"))
  }

  @Test func `further works may follow the locator of one in the text`() {
    #expect(blocks("@plass1981 [p. 2; see also @liang1983] agree.")[0] == "Plass (1981, p. 2; see also Liang, 1983) agree.")
  }

  @Test(arguments: [
    (#"{cite:p}`knuth1984,liang1983` and {cite:t}`plass1981`"#, "(Knuth, 1984; Liang, 1983) and Plass (1981)"),
    (#"{cite}`{see}knuth1984{p. 3}`"#, "(see Knuth, 1984, p. 3)"),
    (#"\citep[see][p.~3]{knuth1984,liang1983} and \textcite{plass1981}"#, "(see Knuth, 1984; Liang, 1983, p. 3) and Plass (1981)"),
    (#"\citet[7]{plass1981}, \citeyear{plass1981}"#, "Plass (1981, p. 7), (1981)"), ("[[@knuth1984]]", "(Knuth, 1984)"),
    ("@{knuth1984} [{p. iv}]", "Knuth (1984, p. iv)"),
  ]) func `citations of MyST, LaTeX and Obsidian`(written: String, shown: String) {
    #expect(blocks(written)[0] == shown)
  }

  @Test func `no line ends between a volume, a number or pages and what they are`() {
    let matter = """
      references:
        - {id: a, type: article-journal, author: [{family: Doe, given: Ann}], title: Zeta, container-title: Notes, volume: 3, issue: 7, page: 12-14, issued: 1984}

      """
    let found = tiedBlocks("See [@a].", style: "ieee", matter: matter)
    #expect(found.last?.hasSuffix("Notes, vol.\u{A0}3, no.\u{A0}7, pp.\u{A0}12–14, 1984.") == true, "\(found)")
  }

  @Test func `what a style sets upright within small capitals is none of them`() {
    let people = ["A", "B", "C", "D"].map { "{family: \($0)lpha, given: Ann}" }.joined(separator: ", ")
    let matter = "lang: en\nreferences:\n  - {id: a, type: book, author: [\(people)], title: Zeta, issued: 1984}\n"
    let tree = cited("See [@a].", style: "din-1505-2", matter: matter).document.tree
    let spans = tree.nodes.indices.map(Tree.Index.init).filter { tree.attributes(of: $0)?["style"] == "font-variant:normal;" }
    #expect(spans.map { tree.plainText(of: $0).replacing("\u{A0}", with: " ") } == ["et al."])
  }

  @Test func `MyST's directive is the place of the references`() {
    #expect(blocks("[@liang1983]\n\n```{bibliography}\n```\n\nAfter.").map { $0.prefix(9) } == ["(Liang, 1", "Liang, F.", "After."])
  }

  @Test(arguments: [
    ("[@knuth1984; @liang1983]", "", ["nothing cites 1 of the 3 works in works.bib: plass1981"]),
    // A file that serves other documents too.
    ("[@knuth1984]", "", []),
    ("[@knuth1984; @liang1983]", "nocite: '@plass1981'\n", []), ("[@knuth1984; @liang1983]", "nocite: '@{plass1981}'\n", []),
    ("[@knuth1984]", "nocite: '@plass1981, @{liang1983}'\n", []), ("[@knuth1984; @liang1983]", "nocite: '@*'\n", []),
    ("[@knuth1984; @liang1983; @plass1981]", "", []),
  ]) func `works that nothing cites are remarks for a check`(text: String, matter: String, remarks: [String]) {
    var citing = citing(text, matter: matter).document
    let parsed = citing.cited()
    #expect(citing.remarks.map(\.message) == remarks)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `a key that nocite alone names is looked for, too`() {
    let found = cited("[@knuth1984]", matter: "nocite: '@plass1982, @*'\n").document.diagnostics
    #expect(found.map(\.message) == ["no work has the key ‘plass1982’, which nocite names"])
    #expect(found.first?.hint == "did you mean @plass1981?")
  }

  @Test(arguments: [
    ("Nach @gödel1931 [S. 1] und @дойл1887, aber @doe2000证明了", ["gödel1931", "дойл1887", "doe2000"]), ("[@gödel1931]", ["gödel1931"]),
  ]) func `keys have the letters of their languages, and Chinese words follow them without a space`(text: String, keys: [String]) {
    let messages = cited(text).document.diagnostics.map(\.message)
    #expect(messages == keys.map { "no work has the key ‘\($0)’" })
  }

  @Test func `what comes later changes nothing in the citations of a text that grows`() {
    let matter = "references: [{id: later, author: [{family: Knuth, given: Donald E.}], title: Zeta, issued: 1984}]\n"
    func blocks(_ extent: CitingDocument.Extent, _ text: String) -> [String] {
      var citing = citing(text, matter: matter, extent: extent).document
      let tree = citing.cited().tree
      return tree.children(of: 0).map { tree.plainText(of: $0) }
    }
    #expect(blocks(.growing, "[@knuth1984]") == ["(Knuth, 1984a)"])
    let whole = blocks(.grown, "[@knuth1984]\n\n[@later]")
    #expect(whole.prefix(2) == ["(Knuth, 1984a)", "(Knuth, 1984b)"])
    // The works that are cited.
    #expect(whole.count == 4)
  }

  @Test func `a title in Chinese that a style sets in italics gets no dots of emphasis`() {
    let matter = "references: [{id: zh, type: article-journal, container-title: 计算机学报, title: 深, issued: 2020}]\n"
    let tree = cited("[@zh]", matter: matter).document.tree
    let emphasised = tree.nodes.indices.filter { if case .emphasis = tree.nodes[$0].kind { true } else { false } }
    #expect(!emphasised.contains { tree.plainText(of: Tree.Index($0)).contains("计") })
    #expect(tree.printed().contains("font-style:italic"))
  }

  @Test func `a style of numbers needs no name in the text`() {
    #expect(blocks("As @liang1983 and [@knuth1984] say.", style: "ieee")[0] == "As [1] and [2] say.")
  }

  @Test func `the references come last, in the order of the style, under their heading`() {
    let all = blocks("[@liang1983; @knuth1984]", matter: "reference-section-title: Works\nnocite: '@plass1981'\n")
    #expect(
      all.dropFirst() == [
        "Works", "Knuth, D. E. (1984). The TeXbook. Addison-Wesley.", "Liang, F. (1983). Hyphens [PhD thesis]. Stanford.",
        "Plass, M. (1981). On x^2. Software, 11, 1–9.",
      ])
  }

  @Test func `numbered references are a list with a column of labels`() {
    let tree = cited("[@liang1983]", style: "ieee").document.tree
    #expect(
      tree.printed().contains(
        """
            item {item-label="[1]"}
        """.drop { $0 == " " }))
  }

  @Test func `references are put where the document has a place for them`() {
    #expect(blocks("[@liang1983]\n\n::: {#refs}\n:::\n\nAfter.").map { $0.prefix(9) } == ["(Liang, 1", "Liang, F.", "After."])
  }

  @Test func `a formula in a title is set as one`() {
    let tree = cited("[@plass1981]").document.tree
    #expect(tree.nodes.contains { if case .math(let span) = $0.kind { span.tex == "x^2" } else { false } })
  }

  @Test func `citations link to their references if asked`() {
    let tree = cited("[@liang1983]", matter: "link-citations: true\n").document.tree
    #expect(tree.nodes.contains { $0.kind == .link(destination: "#ref-liang1983", title: "") })
  }

  @Test func `a style of notes makes footnotes, after the punctuation`() {
    let tree = cited("It is so [see @knuth1984, 33].", style: "chicago-note-bibliography").document.tree
    let notes = tree.nodes.indices.filter { if case .footnoteDefinition = tree.nodes[$0].kind { true } else { false } }
    #expect(notes.map { tree.plainText(of: Tree.Index($0)) } == ["See Knuth, The TeXbook, 33."])
    #expect(tree.plainText(of: 1) == "It is so.")
  }

  @Test func `a citation in a note is part of the note`() {
    let tree = cited("A.[^1]\n\n[^1]: So it is [@knuth1984, 33], says @plass1981.", style: "chicago-note-bibliography").document.tree
    let notes = tree.nodes.indices.filter { if case .footnoteDefinition = tree.nodes[$0].kind { true } else { false } }
    #expect(notes.map { tree.plainText(of: Tree.Index($0)) } == ["So it is (Knuth, The TeXbook, 33), says Plass, “On x^2.”"])
  }

  @Test func `a key that no work has is named with its place and the nearest one`() {
    let (document, source) = cited("See [@knuth1985].")
    #expect(
      document.diagnostics.map { $0.rendered(in: source) } == [
        """
        a.md:5:6: warning: no work has the key ‘knuth1985’ [cite.unknown-key]
            5 | See [@knuth1985].
              |      ^~~~~~~~~~
           hint: did you mean @knuth1984?

        """
      ])
    #expect(document.tree.plainText(of: 0).contains("(knuth1985?)"))
  }

  @Test func `an unknown style is named with the nearest one, and the document comes out`() {
    let (document, _) = cited("[@liang1983]", style: "ieeee")
    #expect(document.diagnostics.map(\.message) == ["no citation style is named ‘ieeee’"])
    #expect(document.diagnostics.map(\.hint) == ["did you mean ieee?"])
    #expect(document.tree.plainText(of: 1) == "(Liang 1983)")
  }

  @Test(arguments: [
    ("_quarto.yml", "book:\n  bibliography: works.bib\n", Dialect.Tool.quarto),
    ("index.Rmd", "---\nbibliography: [works.bib]\n---\n", .bookdown), ("_config.yml", "bibtex_bibfiles:\n  - works.bib\n", .myst),
    ("myst.yml", "project:\n  title: A\n", .myst), ("conf.py", "project = 'A'\nbibtex_bibfiles = [\n  'works.bib',\n]\n", .myst),
  ])
  func `a page of a project has the bibliography of its settings`(name: String, settings: String, tool: Dialect.Tool) throws {
    let root = NSTemporaryDirectory() + "mdtypeset-works-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root + "/ch", withIntermediateDirectories: true)
    for (file, text) in [(name, settings), ("works.bib", Self.works)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/" + file))
    }
    func entries(_ text: String) -> [String] {
      let source = Source(files: [Source.File(name: "ch/a.md", start: 0, folder: root + "/ch")], bytes: Array(text.utf8))
      return ProjectBibliography.entries(for: source, of: tool, files: FileAccess(roots: [root])).compactMap(\.value.text)
    }
    #expect(entries("As [@knuth1984] says.") == ["../works.bib"])
    #expect(entries("Nothing.") == [])
    let numbered = entries("As [@knuth1984] says.\n\n```{bibliography}\n:style: unsrt\n```\n")
    #expect(numbered == ["../works.bib"] + (tool == .myst ? ["ieee"] : []))
    #expect(entries("---\nbibliography: own.bib\n---\n\nAs [@knuth1984] says.") == [])
    // A style of its own is no bibliography.
    #expect(entries("---\ncsl: ieee\n---\n\nAs [@knuth1984] says.") == ["../works.bib"])
  }

  @Test func `citations in an abstract are set, before those of the text`() {
    let matter = "abstract: 'See [@liang1983] and $x$, *so*.'\n"
    let apa = cited("As @knuth1984 says.", matter: matter).document
    #expect(apa.frontMatter.text("abstract") == "See (Liang, 1983) and $x$, *so*.")
    #expect(!apa.tree.printed().contains("division {") || !apa.tree.printed().contains("text \"See \""), "\(apa.tree.printed())")
    let ieee = cited("As [@knuth1984] says.", style: "ieee", matter: matter).document
    #expect(ieee.frontMatter.text("abstract") == "See [1] and $x$, *so*." && ieee.tree.plainText(of: 1).contains("[2]"))
    #expect(cited("None.", matter: "abstract: a@b.org\n").document.frontMatter.text("abstract") == "a@b.org")
  }

  @Test func `a page of Quarto has the style of the extension that has its format`() throws {
    let root = NSTemporaryDirectory() + "mdtypeset-works-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root + "/_extensions/apa", withIntermediateDirectories: true)
    try Data("contributes:\n  formats:\n    common:\n      csl: apa.csl\n    html: default\n".utf8)
      .write(to: URL(fileURLWithPath: root + "/_extensions/apa/_extension.yml"))
    func entries(_ matter: String) -> [String] {
      let text = "---\n\(matter)bibliography: works.bib\n---\n\nAs [@knuth1984] says.\n"
      let source = Source(files: [Source.File(name: "a.qmd", start: 0, folder: root)], bytes: Array(text.utf8))
      return ProjectBibliography.entries(for: source, of: .quarto, files: FileAccess(roots: [root])).compactMap(\.value.text)
    }
    #expect(entries("format: apa-html\n") == ["_extensions/apa/apa.csl"])
    #expect(entries("format: apa-html\ncsl: ieee\n") == [] && entries("format: html\n") == [])
  }

  @Test(arguments: ["assets/bibliography", "_bibliography"])
  func `a page of Jekyll names a bibliography without its folder`(folder: String) throws {
    let root = NSTemporaryDirectory() + "mdtypeset-jekyll-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    for path in ["/_posts", "/" + folder] {
      try FileManager.default.createDirectory(atPath: root + path, withIntermediateDirectories: true)
    }
    try Data(Self.works.utf8).write(to: URL(fileURLWithPath: root + "/" + folder + "/works.bib"))
    let text = "---\nbibliography: works.bib\n---\n\nAs [@knuth1984] says.\n"
    let source = Source(files: [Source.File(name: "a.md", start: 0, folder: root + "/_posts")], bytes: Array(text.utf8))
    var options = ParseOptions()
    options.keepsCitations = true
    let parsed = TypesetMarkdown.parse(source, options: options)
    var citing = CitingDocument(parsed, parsed.frontMatter.values, source, FileAccess(roots: [root])) {
      TypesetMarkdown.parse(Source(name: "", text: $0)).tree
    }
    let document = citing.cited()
    #expect(document.diagnostics.isEmpty)
    #expect(document.tree.plainText(of: 0).contains("Knuth"))
  }

  @Test(arguments: [
    ("bib = CitationBibliography(joinpath(@__DIR__, \"src\", \"refs.bib\"); style=:numeric)\n", "../src/refs.bib"),
    ("CitationBibliography(\n  joinpath(@__DIR__,\n    \"src\",\n    \"refs.bib\"))\n", "../src/refs.bib"),
    ("CitationBibliography(\"docs/own.bib\")\n", "../../docs/own.bib"), ("makedocs(pages = [\"a.bib\"])\n", nil),
  ])
  func `Documenter's script names the bibliography`(script: String, path: String?) throws {
    let root = NSTemporaryDirectory() + "mdtypeset-julia-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root + "/docs/src", withIntermediateDirectories: true)
    for (file, text) in [("docs/make.jl", script), ("docs/src/refs.bib", Self.works), ("docs/own.bib", Self.works)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/" + file))
    }
    let source = Source(
      files: [Source.File(name: "docs/src/a.md", start: 0, folder: root + "/docs/src")], bytes: Array("[knuth1984](@cite)".utf8))
    let entries = ProjectBibliography.entries(for: source, of: .documenter, files: FileAccess(roots: [root]))
    #expect(entries.compactMap(\.value.text) == (path.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("[knuth1984](@cite) and [knuth1984](@citet)", "(Knuth, 1984) and Knuth (1984)"),
    ("[knuth1984; p. 3](@citep)", "(Knuth, 1984, p. 3)"), ("[the book](@cite knuth1984)", "the book"),
  ])
  func `Documenter's links cite works`(text: String, words: String) {
    let (document, _) = cited(text)
    let first = document.tree.children(of: 0).first { if case .paragraph = document.tree[$0].kind { true } else { false } }
    #expect(first.map { document.tree.plainText(of: $0).replacing("\u{A0}", with: " ") } == words)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `each list of Documenter's has its works`() {
    let (document, _) = cited("A.\n\n```@bibliography\nPages = []\nknuth1984\n```\n\nB.\n\n```@bibliography\nliang1983\n```\n")
    let lists = document.tree.children(of: 0).filter { if case .division = document.tree[$0].kind { true } else { false } }
    #expect(lists.map { document.tree.plainText(of: $0).prefix(5) } == ["Knuth", "Liang"])
  }

  @Test(arguments: [("execute:\n  echo: false\n", true), ("execute:\n  echo: true\n", false), ("project:\n  type: book\n", false)])
  func `a project of Quarto says whether code is shown`(settings: String, hides: Bool) throws {
    let root = NSTemporaryDirectory() + "mdtypeset-echo-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root + "/ch", withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: URL(fileURLWithPath: root + "/_quarto.yml"))
    func hidden(_ text: String) -> Bool {
      let source = Source(files: [Source.File(name: "ch/a.qmd", start: 0, folder: root + "/ch")], bytes: Array(text.utf8))
      return ProjectBibliography.hidesCode(of: source, files: FileAccess(roots: [root])) ?? false
    }
    #expect(hidden("```{r}\nplot(1)\n```\n") == hides)
    #expect(!hidden("Text.\n"))
  }
}
