import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Files of a work: where their headings come in its navigation.
struct WorkFileTests {
  /// The headings and page breaks of a work of two files, the second a chapter.
  private func outline(
    _ text: String, level: Int, title: String?, parts: [Source.File.Part] = [], form: Source.File.Chapter.Form = .chapter
  ) -> [String] {
    let front = Array("---\ntitle: Work\n---\n\n".utf8)
    var file = Source.File(name: "docs/a.md", start: front.count)
    file.chapter = Source.File.Chapter(level: level, title: title, parts: parts, form: form)
    let source = Source(files: [Source.File(name: "mkdocs.yml", start: 0), file], bytes: front + Array(text.utf8))
    let tree = parse(source).tree
    return tree.nodes.indices.compactMap { node in
      switch tree.nodes[node].kind {
      case .heading(let level): "\(level) \(tree.plainText(of: Tree.Index(node)))"
      default: nil
      }
    }
  }

  @Test func `headings move to the level of the navigation`() {
    #expect(outline("# A\n\n## B\n\n# C", level: 3, title: "Nav") == ["3 A", "4 B", "3 C"])
    #expect(outline("# A\n\n##### B", level: 4, title: nil) == ["4 A", "6 B"])
  }

  @Test func `a page without a title has that of the navigation, or of its front matter`() {
    #expect(outline("text\n\n## B\n\n## C", level: 2, title: "On *A*") == ["2 On A", "3 B", "3 C"])
    #expect(outline("---\ntitle: Own\n---\n\ntext", level: 1, title: "Nav") == ["1 Own"])
    #expect(outline("text", level: 1, title: nil) == [])
  }

  @Test func `a heading below the first level is the title where it says the same, or is alone above all text`() {
    #expect(outline("## A\n\n### B", level: 1, title: "Nav") == ["1 A", "2 B"])
    #expect(outline("text\n\n## Nav\n\n## B", level: 1, title: "nav") == ["1 Nav", "1 B"])
  }

  @Test func `a page has one title: what comes beside it is a section of the page`() {
    #expect(outline("# A\n\n## B\n\n# C\n\n## D", level: 2, title: nil, form: .page) == ["2 A", "3 B", "3 C", "4 D"])
    #expect(
      outline("## On `if`\n\n### B\n\n## C", level: 2, title: "On `if`", form: .page) == ["2 On if", "3 B", "3 C"])
    #expect(outline("text\n\n# A\n\n# B", level: 1, title: "Nav", form: .page) == ["1 Nav", "2 A", "2 B"])
  }

  @Test func `the title of a note is its name, unless it has a title of its own`() {
    #expect(outline("## Notes", level: 2, title: "2024-10-02", form: .note) == ["2 2024-10-02", "3 Notes"])
    #expect(outline("# Title\n\n## A", level: 1, title: "file", form: .note) == ["1 Title", "2 A"])
    #expect(outline("# A\n\n# B", level: 1, title: "file", form: .note) == ["1 file", "2 A", "2 B"])
  }

  /// The tree of a work of pages.
  private func work(_ texts: [(level: Int, text: String)]) -> Tree {
    var files: [Source.File] = []
    var bytes: [UInt8] = []
    for (level, text) in texts {
      files.append(Source.File(name: "docs/\(files.count).md", start: bytes.count))
      files[files.count - 1].chapter = Source.File.Chapter(level: level, title: nil, form: .page)
      bytes += Array(text.utf8) + Array("\n\n".utf8)
    }
    return parse(Source(files: files, bytes: bytes)).tree
  }

  @Test func `contents on a later page list the pages below it; the first page's are the work's`() {
    let tree = work([(1, "[TOC]\n\n# A"), (1, "# B\n\n[TOC]"), (2, "# C"), (3, "# D"), (2, "# E"), (1, "# F\n\n[TOC]")])
    #expect(tree.nodes.count { $0.kind == .contents } == 1)
    #expect(tree.nodes.compactMap { if case .reference(let label) = $0.kind { label } else { nil } } == ["/docs/2.md", "/docs/4.md"])
  }

  @Test func `names of blocks are a page's own`() {
    let tree = work([(1, "# A {#x}\n\n## B {#y}"), (1, "# C {#x}\n\n[@fig-x](#x)\n")])
    let names = tree.nodes.indices.compactMap { tree.attributes(of: Tree.Index($0))?.id }
    #expect(names == ["x", "y", "x-2"])
    #expect(tree.ownNames == [1: ["x": "x-2"]])
  }

  @Test func `a page's language is its own, and none of its blocks is without it`() {
    let texts = [
      "---\nlang: en\n---\n# A\n", "---\nlang: de\n---\n# B\n\nx[^1]\n\n::: {lang=fr}\ny\n:::\n\n[^1]: z\n", "# C\n",
      "---\nlang: en\n---\n# D\n",
    ]
    let tree = parse(Source(joining: texts.enumerated().map { ("\($0).md", nil, Array($1.utf8)) })).tree
    #expect(tree.children(of: 0).map { tree.attributes(of: $0)?.language ?? "" } == ["", "de", "de", "fr", "de", "", ""])
  }

  @Test func `files that are parsed in threads are the same document`() {
    let source = Source(joining: (0..<40).map { ("\($0).md", nil, Array("# \($0)\n\na[^1] $x_\($0)$\n\n[^1]: note".utf8)) })
    var options = ParseOptions()
    options.threads = 4
    #expect(parse(source, options: options).tree == parse(source).tree)
  }

  @Test func `parts come before the chapter that begins them`() {
    let parts = [Source.File.Part(level: 1, title: "Guide"), Source.File.Part(level: 2, title: "First `steps`")]
    #expect(outline("# A", level: 3, title: nil, parts: parts) == ["1 Guide", "2 First steps", "3 A"])
  }

  @Test func `chapters of the first level begin pages, those in parts do not`() {
    var files: [Source.File] = []
    var bytes: [UInt8] = []
    for level in [1, 1, 2] {
      files.append(Source.File(name: "\(files.count).md", start: bytes.count))
      files[files.count - 1].chapter = Source.File.Chapter(level: level, title: nil)
      bytes += "# A\n\n".utf8
    }
    let tree = parse(Source(files: files, bytes: bytes)).tree
    #expect(tree.nodes.map { if case .pageBreak = $0.kind { "-" } else if case .heading = $0.kind { "A" } else { "" } }.joined() == "A-AA")
  }

  @Test func `the names of notes lead to the files of a work, and are text where there is none`() {
    let text = "[[B]], [[folder/b#A heading|there]], [[b#^block]], [[Other]]"
    var files = [Source.File(name: "v/A.md", start: 0), Source.File(name: "v/Folder/B.md", start: text.utf8.count)]
    for index in files.indices { files[index].chapter = Source.File.Chapter(level: 1, title: nil) }
    let tree = parse(Source(files: files, bytes: Array(text.utf8) + Array("\n\nB".utf8))).tree
    let links = tree.nodes.compactMap { if case .link(let destination, _) = $0.kind { destination } else { nil } }
    #expect(links == ["/v/Folder/B.md", "/v/Folder/B.md#A heading", "/v/Folder/B.md"])
    #expect(tree.plainText(of: 0).contains("Other"))
  }
}
