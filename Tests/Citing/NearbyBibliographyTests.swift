import Foundation
import Testing
import TypesetCiting
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Bibliographies near documents that cite works and name none.
struct NearbyBibliographyTests {
  private static let works = "@book{knuth1984, author = {Knuth, Donald}, title = {Signs}, year = 1984}\n@book{liang83, title = {Hyphens}}\n"
  private static let others = "@book{other, title = {Another}}\n"

  private func found(_ text: String, beside files: [String: String], tool: Dialect.Tool = .general) throws -> [String] {
    try works(text, beside: files, tool: tool).nearby
  }

  /// What is near `project/ch/a.md`.
  private func works(_ text: String, beside files: [String: String], tool: Dialect.Tool) throws -> ProjectWorks {
    let root = NSTemporaryDirectory() + "mdtypeset-near-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (path, content) in files.merging(["project/ch/a.md": text], uniquingKeysWith: { first, _ in first }) {
      let place = URL(fileURLWithPath: root + "/" + path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: place)
    }
    let source = Source(files: [Source.File(name: "a.md", start: 0, folder: root + "/project/ch")], bytes: Array(text.utf8))
    return ProjectBibliography.works(for: source, of: tool, files: FileAccess(roots: [root + "/project"]))
  }

  @Test(arguments: [
    "project/ch/library.bib", "project/thesis.bib", "project/bib/x.bib", "project/references/my.bib",
    "project/assets/bibliography/papers.bib",
    "project/src/refs.bib",
  ])
  func `a file that has the cited keys is found beside the document, above it and in usual folders`(place: String) throws {
    let expected = place.hasPrefix("project/ch/") ? "library.bib" : "../" + place.dropFirst(8)
    #expect(try found("As [@knuth1984] says.", beside: [place: Self.works, "project/zz.bib": Self.others]) == [expected])
  }

  @Test(arguments: [
    "As [see @knuth1984, p. 3] says.", "As [-@knuth1984] says.", "A [@no; @knuth1984] b.", "A \\cite{x,knuth1984} b.",
    "A \\parencite[12]{knuth1984}.", "A {cite}`knuth1984` b.", "A :cite:`x,knuth1984` b.", "A {% cite knuth1984 %} b.",
    "A {{#cite knuth1984}} b.", "A @@knuth1984 b.",
    "As @knuth1984 says.", "A {{< cite \"knuth1984\" >}} b.",
  ])
  func `each way to cite finds it`(text: String) throws {
    #expect(try found(text, beside: ["project/r.bib": Self.works]) == ["../r.bib"])
  }

  @Test(arguments: [
    ("Nothing.", Dialect.Tool.pandoc), ("Mail a@liang83 and @liang83.", .github),
    ("---\nbibliography: own.bib\n---\n\n[@knuth1984]", .pandoc),
    ("As [@nobody] says.", .pandoc), ("---\nciteproc: false\n---\n\n[@knuth1984]", .pandoc),
  ])
  func `nothing is taken where nothing is cited, or the author says otherwise`(text: String, tool: Dialect.Tool) throws {
    #expect(try found(text, beside: ["project/r.bib": Self.works], tool: tool) == [])
  }

  @Test func `in pandoc's sentences a name alone cites, and the file outside of the root is not looked at`() throws {
    #expect(try found("As @liang83 says.", beside: ["project/r.bib": Self.works], tool: .pandoc) == ["../r.bib"])
    #expect(try found("As @liang83 says.", beside: ["r.bib": Self.works], tool: .pandoc) == [])
  }

  @Test func `what a Makefile, a file of defaults or a book's settings name is tried`() throws {
    for (name, text) in [
      ("Makefile", "a.pdf: a.md\n\tpandoc --citeproc --bibliography=latin/w.bib $<\n"), ("defaults.yaml", "bibliography: latin/w.bib\n"),
      ("book.toml", "[preprocessor.bib]\nbibliography = \"latin/w.bib\"\n"),
    ] {
      #expect(try found("[@knuth1984]", beside: ["project/" + name: text, "project/latin/w.bib": Self.works]) == ["../latin/w.bib"])
    }
  }

  @Test func `a file with all of the keys goes before a nearer one with a few`() throws {
    let files = ["project/ch/sample.bib": "@book{other, title = {A}}", "project/refs.bib": Self.others + Self.works]
    #expect(try found("[@knuth1984; @liang83; @other]", beside: files) == ["../refs.bib"])
    #expect(try found("[@other]", beside: files) == ["sample.bib"])
  }

  @Test(arguments: [
    // Thanks to people, one of whom is called as a work is.
    ("Thanks to @alice, @bob. Maintainers: [@alice], [@bob]", Dialect.Tool.general), ("Maintainers: [@alice], [@bob]", .github),
    ("Ping [@alice] on Mastodon, as @bob2020 says.", .hugo), ("One of three: [@no; @knuth1984; @nobody].", .pandoc),
  ])
  func `a key that is found among others that are not is no evidence`(text: String, tool: Dialect.Tool) throws {
    #expect(try found(text, beside: ["project/ch/w.bib": Self.works + "@book{alice, title = {A}}\n"], tool: tool) == [])
  }

  @Test(arguments: [
    ("As [@alice] says.", Dialect.Tool.pandoc), ("As [@alice] says.", .general), ("As [@knuth1984] says.", .hugo),
    ("As [@alice; @liang83] say, and [@missing2020].", .kramdown),
  ])
  func `most of the keys in brackets are evidence, whatever the tool`(text: String, tool: Dialect.Tool) throws {
    #expect(try found(text, beside: ["project/ch/w.bib": Self.works + "@book{alice, title = {A}}\n"], tool: tool) == ["w.bib"])
  }

  @Test func `several files are taken where the keys are in several`() throws {
    let files = ["project/a.bib": Self.others, "project/b.bib": Self.works, "project/ch/c.bib": "@book{nobody, title = {N}}"]
    #expect(try found("[@knuth1984; @liang83; @other]", beside: files) == ["../b.bib", "../a.bib"])
  }

  @Test func `the file is said once, and people stay people`() throws {
    let text = "---\nbibliography: r.bib\n---\n\nAs [@knuth1984] and @somebody say, with [@liang83].\n"
    let source = Source(name: "a.md", text: text)
    let files = FileAccess { path, _ throws(FileFailure) in
      guard path == "r.bib" else { throw .missing }
      return Array(Self.works.utf8)
    }
    var options = ParseOptions()
    options.keepsCitations = true
    let read = TypesetMarkdown.parse(source, options: options)
    var citing = CitingDocument(read, read.frontMatter.values, source, files) { TypesetMarkdown.parse(Source(name: "", text: $0)).tree }
    let parsed = citing.cited(nearby: ["r.bib"])
    let words = parsed.tree.plainText(of: 0)
    #expect(words.replacing("\u{A0}", with: " ").contains("Knuth"))
    #expect(words.contains("@somebody say"))
    #expect(parsed.diagnostics.map(\.code) == ["cite.no-bibliography"])
    #expect(parsed.diagnostics.first?.hint == "add bibliography: r.bib to its front matter")
  }

  @Test(arguments: ["csl: apa.csl", "nocite: \"@*\""])
  func `without a bibliography citations are shown as they are written, and it is said, whatever style is named`(matter: String) {
    let source = Source(name: "a.md", text: "---\n\(matter)\n---\n\nAs [@knuth1984, p. 3] and @liang83 say.\n")
    var options = ParseOptions()
    options.keepsCitations = true
    let read = TypesetMarkdown.parse(source, options: options)
    var citing = CitingDocument(read, read.frontMatter.values, source, .none) { TypesetMarkdown.parse(Source(name: "", text: $0)).tree }
    let parsed = citing.cited()
    #expect(parsed.tree.plainText(of: 0).contains("As [@knuth1984, p. 3] and @liang83 say."))
    #expect(parsed.diagnostics.map(\.code) == ["cite.no-bibliography"])
  }
}
