import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// The files of projects beside and above documents.
@Suite struct ProjectMarkerTests {
  /// The tools that files in a folder say a document below it is for, the first one first.
  private func tools(_ files: [String: String], of folder: String, root: String = "") throws -> [String] {
    let path = NSTemporaryDirectory() + "mdtypeset-markers-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (name, text) in files {
      let file = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
    return ProjectMarker.near(path + "/" + folder, files: FileAccess(roots: [path + "/" + root])).map(\.tool.rawValue)
  }

  @Test(arguments: [
    ("mkdocs.yml", "docs/en", "mkdocs"), ("book.toml", "src/ch1", "mdbook"), ("_bookdown.yml", "", "bookdown"),
    ("_quarto.yml", "a/b", "quarto"),
    ("docs/.vitepress/config.ts", "docs/guide", "vitepress"), ("config/_default/hugo.toml", "content/en/docs", "hugo"),
    ("website/docusaurus.config.js", "docs", "docusaurus"), ("docs/make.jl", "docs/src/lib", "documenter"),
    (".obsidian/app.json", "Notes", "obsidian"), ("quartz.config.ts", "content", "obsidian"),
    ("_config.yml", "_posts", "kramdown"), ("lectures/_toc.yml", "lectures", "myst"), ("book.json", "ch", "honkit"),
    ("pandoc-crossref.yaml", "src", "pandoc"),
  ])
  func `a file above a document names its tool`(file: String, folder: String, tool: String) throws {
    #expect(try tools([file: ""], of: folder).first == tool)
  }

  @Test func `files that several tools have are read`() throws {
    #expect(try tools(["conf.py": "extensions = ['myst_parser']"], of: "docs") == ["myst"])
    #expect(try tools(["conf.py": "extensions = []"], of: "docs") == [])
    #expect(try tools(["config.toml": "base_url = \"a\"\ncompile_sass = true\n"], of: "content") == ["zola"])
    #expect(try tools(["config.toml": "baseURL = \"a\"\n"], of: "content") == ["hugo"])
    #expect(try tools(["package.json": "{\"devDependencies\": {\"vitepress\": \"1\"}}"], of: "docs") == ["vitepress"])
    #expect(try tools(["package.json": "{\"devDependencies\": {\"vite\": \"1\"}}"], of: "docs") == [])
  }

  @Test func `notes that link to each other are a vault's, whose folder is not there`() throws {
    func files(_ texts: [String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("n/note \($0.offset).md", $0.element) })
    }
    let linked = ["See [[note 1]].", "- [[note 2|two]]", "![[a.png]]", "Words", "Words", "In [[note 3]] too"]
    #expect(try tools(files(linked), of: "n") == ["obsidian"])
    #expect(try tools(files(linked).merging(["n/mkdocs.yml": ""]) { $1 }, of: "n") == ["mkdocs"])
    // A wiki of GitHub's, programs, and few texts.
    #expect(try tools(files(linked).merging(["n/_Sidebar.md": "[[note 1]]"]) { $1 }, of: "n") == [])
    #expect(try tools(files(["x[[i]]", "[[1, 2]]", "if [[ -f a ]]", "x[[i]]", "x[[i]]"]), of: "n") == [])
    #expect(try tools(files(Array(linked.prefix(3))), of: "n") == [])
  }

  @Test func `notes beside a document say less than what is in it`() {
    var notes = ProjectMarker(.obsidian, "notes")
    notes.isOfNotes = true
    func tool(_ text: String, _ name: String = "a.md") -> Dialect.Tool {
      DialectDecision(Array(text.utf8), name: name, markers: [notes]).dialect.tool
    }
    #expect(tool("One\ntwo\n") == .obsidian)
    #expect(tool("!!! note\n    One\n") == .mkdocs)
    #expect(tool("One\n", "README.md") == .github)
  }

  @Test func `Quartz joins lines unless its settings break them`() {
    var marker = ProjectMarker(.obsidian, "../quartz.config.ts")
    #expect(DialectDecision(Array("a\nb\n".utf8), markers: [marker]).dialect.has(.lineBreaks))
    marker.joinsLines = true
    #expect(!DialectDecision(Array("a\nb\n".utf8), markers: [marker]).dialect.has(.lineBreaks))
  }

  @Test func `the nearest folder counts, and nothing above a repository or a root`() throws {
    #expect(try tools(["mkdocs.yml": "", "book/book.toml": ""], of: "book/src") == ["mdbook"])
    #expect(try tools(["mkdocs.yml": "", "book/.git/config": ""], of: "book/src") == [])
    #expect(try tools(["mkdocs.yml": ""], of: "book/src", root: "book") == [])
  }

  @Test func `Documenter's pages may have the settings of VitePress beside them`() throws {
    #expect(try tools(["docs/src/.vitepress/config.mts": "", "docs/make.jl": ""], of: "docs/src").first == "documenter")
    #expect(try tools(["docs/.vitepress/config.mts": "", "mkdocs.yml": ""], of: "docs/guide") == ["vitepress"])
    #expect(try tools(["docs/.vitepress/config.mts": ""], of: "docs/guide") == ["vitepress"])
  }

  @Test func `Hexo's pages are in GitHub's Markdown`() throws {
    #expect(try tools(["_config.yml": "", "scaffolds/post.md": ""], of: "source/_posts").first == "github")
  }

  @Test(arguments: [
    ("talk.pdf: talk.md\n\tpandoc -t beamer talk.md -o talk.pdf\n", "talk.md", true),
    ("talk.pdf: talk.md\n\tpandoc -t beamer talk.md -o talk.pdf\n", "notes.md", false),
    ("IN = src/talk.md\nFLAGS := --to=revealjs \\\n  -s\nall:\n\t@pandoc $(FLAGS) $(IN) -o out.html\n", "src/talk.md", true),
    ("%.pdf: %.md\n\tpandoc -tbeamer+smart $< -o $@\n", "any.md", true),
    ("%.pdf: %.md\n\tpandoc -t beamer $< -o $@\n%.html: %.md\n\tpandoc $< -o $@\n", "any.md", false),
    ("%.pdf: %.md\n\tpandoc -t beamer $< -o $@\nh.pdf: hand.md\n\tpandoc hand.md -o h.pdf\n", "hand.md", false),
    ("%.html: %.md\n\tpandoc $^ --defaults revealjs -o $@\n%.pdf: %.md\n\tpandoc $^ -d beamer.yaml -o $@\n", "any.md", true),
    ("html:\n\tpandoc -t html5 \\\n\t\t--template=template-revealjs.html --standalone ../src/talk.md -o a.html\n", "src/talk.md", true),
    ("#!/bin/sh\npandoc -t revealjs talk.md -o a.html\n", "talk.md", true),
    ("talk.pptx: talk.md\n\tpandoc talk.md -o talk.pptx\n", "talk.md", true),
    ("talk.pdf: talk.md\n\tpandoc talk.md -o talk.pdf\n", "talk.md", false),
  ])
  func `a Makefile says of which documents pandoc makes slides`(makefile: String, name: String, isDeck: Bool) throws {
    var marker = ProjectMarker(.pandoc, "Makefile")
    marker.slides = MakefileSlides(Array(makefile.utf8))
    let markers = marker.slides == nil ? [] : [marker]
    let decision = DialectDecision(Array("% T\n% A\n\n# One\n\nA\n\n# Two\n\nB\n".utf8), name: name, markers: markers)
    #expect(decision.dialect.tool == .pandoc)
    #expect(decision.dialect.has(.slides) == isDeck)
    #expect((Deck(Array("# One\n".utf8), in: decision.dialect) != nil) == isDeck)
  }

  @Test func `a Makefile is looked for beside and above a document, with the files of its project`() throws {
    let rule = "talk.pdf: talk.md\n\tpandoc -t beamer talk.md -o talk.pdf\n"
    #expect(try tools(["Makefile": rule, "_config.yml": ""], of: "talks") == ["pandoc", "kramdown"])
    #expect(try tools(["Makefile": "all:\n\techo\n"], of: "") == [])
  }

  @Test func `slides that only a Makefile knows have pages and their title block`() throws {
    var dialect = Dialect(.pandoc)
    dialect.traits.insert(.slides)
    let source = Source(name: "talk.md", text: "% A \"talk\"\n% Ann; Bob\n\n# One\n\nA\n\n# Two\n\nB\n")
    let text = String(decoding: preprocessed(source, files: .none, budget: Budget(), in: dialect).source.bytes, as: UTF8.self)
    #expect(text.contains("title: \"A \\\"talk\\\"\"\nauthor: [\"Ann\", \"Bob\"]\n"), "\(text)")
    #expect(text.components(separatedBy: "\\newpage").count == 3, "\(text)")
  }
}
