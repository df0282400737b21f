import Foundation
import Testing

/// Projects as inputs.
@Suite struct WorkProgramTests {
  /// A folder with an mdBook of three chapters, one of which is missing.
  private func book() throws -> Program.Folder {
    let folder = try Program.Folder()
    for path in ["src/guide"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + path, withIntermediateDirectories: true)
    }
    try folder.write("book.toml", "[book]\ntitle = \"Terns\"\nauthors = [\"Ada\"]\n")
    try folder.write("src/SUMMARY.md", "# Summary\n\n- [Start](start.md)\n  - [Nets](guide/nets.md)\n- [Lost](lost.md)\n")
    try folder.write("src/start.md", "# Start\n\nSee [nets](guide/nets.md#made).\n\n## Made {#made}\n")
    try folder.write("src/guide/nets.md", "# Nets\n\n![a](a.svg)\n\n## Made {#made}\n\nBack to [the start](../start.md).\n")
    try folder.write(
      "src/guide/a.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#)
    return folder
  }

  @Test(arguments: [["book.toml"], ["."], ["src/SUMMARY.md"], ["book.toml", "--sandbox"], ["book.toml", "--untrusted"]])
  func `the chapters of a book are one document, and what its list has wrong is said with its place`(_ words: [String]) throws {
    let folder = try book()
    let result = try Program.run(words + ["-o", "out.pdf"], in: folder)
    #expect(result.code == 0 && folder.read("out.pdf") != nil, "\(result.errors)")
    #expect(result.errors.contains("src/SUMMARY.md:5:3: warning: there is no file lost.md"), "\(result.errors)")
    #expect(!result.errors.contains("a.svg") && !result.errors.contains("link"), "\(result.errors)")
  }

  @Test func `what the list has wrong is counted with the rest, and told in the form that is asked for`() throws {
    let folder = try book()
    try folder.write("src/start.md", "# Start\n\n$\\frca x$ and [gone](gone.md)\n")
    for _ in 0..<2 {
      let result = try Program.run(["book.toml", "-o", "out.pdf", "--cache-dir", "kept"], in: folder)
      #expect(result.errors.hasSuffix("\nmdtypeset: 2 warnings\n"), "\(result.errors)")
    }
    // A kept output goes with what is counted before it.
    try folder.write("src/SUMMARY.md", "# Summary\n\n- [Start](start.md)\n- [Nets](guide/nets.md)\n- [Lost](lost.md)\n- [Gone](no.md)\n")
    let more = try Program.run(["book.toml", "-o", "out.pdf", "--cache-dir", "kept"], in: folder)
    #expect(more.errors.hasSuffix("\nmdtypeset: 3 warnings\n"), "\(more.errors)")
    let lines = try Program.run(["book.toml", "-o", "out.pdf", "--diagnostic-format", "json", "--log", "log"], in: folder)
    #expect(lines.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{") } && lines.errors.contains("lost.md"), "\(lines.errors)")
    #expect(folder.read("log").map { String(decoding: $0, as: UTF8.self) } == lines.errors)
  }

  @Test func `the title is the project's, and sections are below their chapters`() throws {
    let folder = try book()
    let output = try Program.run(["book.toml", "-t", "json"], in: folder).output
    let outline = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    #expect(outline["title"] as? String == "Terns")
  }

  @Test func `a folder without a project file is set in natural order and named after itself`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/notes", withIntermediateDirectories: true)
    try folder.write("notes/10.md", "last words\n")
    try folder.write("notes/9.md", "first words\n")
    #expect(try Program.run(["notes"], in: folder).code == 0)
    #expect(folder.read("notes.pdf") != nil)
    let text = String(decoding: try Program.run(["notes", "-t", "txt"], in: folder).output, as: UTF8.self)
    let (first, last) = (text.range(of: "first words"), text.range(of: "last words"))
    #expect(try #require(first).upperBound < #require(last).lowerBound)
  }

  @Test func `with --strict a fault of the list stops the run; check takes a project`() throws {
    let folder = try book()
    #expect(try Program.run(["book.toml", "-o", "out.pdf", "--strict"], in: folder).code == 3)
    #expect(folder.read("out.pdf") == nil)
    let checked = try Program.run(["check", "book.toml", "--format", "short"], in: folder)
    #expect(checked.code < 2 && checked.errors.contains("lost.md"), "\(checked.errors)")
    let findings = String(decoding: checked.output, as: UTF8.self)
    #expect(!findings.contains("dead") && !findings.contains("missing"), "\(findings)")
  }

  @Test func `a batch makes one document of a project that is named, or of each in a folder with --projects`() throws {
    let folder = try Program.Folder()
    for (path, text) in [
      ("sites/a/mkdocs.yml", "site_name: A\nnav: [one.md, gone.md]\n"), ("sites/a/docs/one.md", "# One\n"),
      ("sites/b/book.toml", "[book]\ntitle = \"B\"\n"), ("sites/b/src/SUMMARY.md", "- [Two](two.md)\n"),
      ("sites/b/src/two.md", "# Two\n"), ("sites/c.md", "plain\n"),
    ] {
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: folder.path + "/" + parent, withIntermediateDirectories: true)
      try folder.write(path, text)
    }
    func run(_ words: String...) throws -> Program.Result { try Program.run(["batch"] + words + ["--progress", "plain"], in: folder) }
    let first = try run("sites", "--projects", "-o", "out")
    #expect(first.code == 0 && folder.files(below: "out").filter { $0.hasSuffix(".pdf") } == ["a.pdf", "b.pdf", "c.pdf"])
    #expect(first.errors.contains("sites/a/mkdocs.yml:2:") && first.errors.contains("there is no file gone.md"), "\(first.errors)")
    #expect(try run("sites", "--projects", "-o", "out").errors.contains("0 made, 3 up to date"))
    // A chapter, and one that was missing, are what the document depends on.
    try folder.write("sites/b/src/two.md", "# Two, again\n")
    #expect(try run("sites", "--projects", "-o", "out").errors.contains("1 made, 2 up to date"))
    try folder.write("sites/a/docs/gone.md", "# Back\n")
    #expect(try run("sites", "--projects", "-o", "out").errors.contains("1 made, 2 up to date"))
    #expect(try run("sites/a/mkdocs.yml", "sites/b/book.toml", "-o", "named").code == 0)
    #expect(folder.files(below: "named").filter { $0.hasSuffix(".pdf") } == ["a.pdf", "b.pdf"])
    #expect(try run("sites", "-o", "pages").errors.contains("5 documents"), "without the option each file is a document")
  }

  @Test func `a project is tested by its file as one document`() throws {
    let folder = try book()
    #expect(try Program.run(["test", "book.toml", "--update"], in: folder).code == 0)
    #expect(folder.files(below: "references").filter { $0.hasSuffix(".ref") } == ["book.ref"])
    #expect(try Program.run(["test", "book.toml"], in: folder).code == 0)
    try folder.write("src/guide/nets.md", "# Nets\n\nOther words.\n")
    #expect(try Program.run(["test", "book.toml"], in: folder).code == 1)
  }

  @Test func `a list of tests may name projects`() throws {
    let folder = try book()
    try folder.write("mdtypeset-tests.yaml", "tests:\n  - {file: book.toml, name: book}\n  - {file: src/, name: list}\n")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    #expect(try Program.run(["test", "."], in: folder).code == 0)
    try folder.write("src/guide/nets.md", "# Nets\n\nOther words.\n")
    let changed = try Program.run(["test", "."], in: folder)
    #expect(changed.code == 1, "\(changed.errors)")
  }

  @Test func `a project without chapters, and an empty folder, say where they were looked for`() throws {
    let folder = try Program.Folder()
    try folder.write("mkdocs.yml", "site_name: a\n")
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    for input in ["mkdocs.yml", "empty"] {
      let result = try Program.run([input, "-o", "out.pdf"], in: folder)
      #expect(result.code == 4 && result.errors.contains("without a chapter that can be read"), "\(result.errors)")
    }
  }

  @Test func `the chapters of a book become files that link to each other`() throws {
    let folder = try book()
    let result = try Program.run(["book.toml", "-o", "out.pdf", "--split", "chapter"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.read("out.pdf") == nil && folder.read("out-00.pdf") != nil)
    #expect(folder.read("out-01-start.pdf") != nil)
    #expect(folder.read("out-02-nets.pdf") != nil)
    #expect(try Program.run(["book.toml", "-o", "out.png", "--split", "chapter"], in: folder).code == 2)
  }

  @Test(arguments: [[], ["--untrusted"], ["--pdf-standard", "ua-2"]])
  func `links between files of chapters lead to the one that they name, also where three share it`(_ words: [String]) throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/src", withIntermediateDirectories: true)
    let names = ["one", "two", "three", "four"]
    try folder.write("book.toml", "[book]\ntitle = \"Terns\"\n")
    try folder.write("src/SUMMARY.md", "# Summary\n\n" + names.map { "- [\($0)](\($0).md)\n" }.joined())
    for name in names {
      let links = names.dropLast().map { "[\($0)](\($0).md#made)" }.joined(separator: ", ")
      let made = name == "four" ? "" : "## Made {#made}\n\n| a |\n|---|\n|   |\n\nA note.[^n]\n\n[^n]: Of \(name).\n"
      try folder.write("src/\(name).md", "# \(name.capitalized)\n\n\(links), [file](two.md).\n\n" + made)
    }
    let result = try Program.run(["book.toml", "-o", "out.pdf", "--split", "chapter"] + words, in: folder)
    #expect(result.code == 0, "\(result.errors)")
    let files = ["out-01-one.pdf", "out-02-two.pdf", "out-03-three.pdf", "out-04-four.pdf"]
    #expect(folder.files.filter { $0.hasSuffix(".pdf") } == ["out-00.pdf"] + files)
    let texts = try files.map { name in
      let result = try Program.run(["--qdf", "--object-streams=disable", name, "-"], in: folder, program: "/usr/bin/qpdf")
      #expect(result.code == 0, "\(name): \(result.errors)")
      return String(decoding: result.output, as: UTF8.self)
    }
    // In one file, what all chapters call `made` has three names.
    let made = ["made", "made-3", "made-4"]
    for (number, text) in texts.enumerated() {
      let away = text.matches(of: /\/D \(([^)]*)\)\s+\/F <<\s+\/F \(([^)]*)\)/).map { "\($0.output.1) in \($0.output.2)" }
      let expected = (made.indices.map { ($0, made[$0]) } + [(1, "file:3")]).filter { $0.0 != number }.map { "\($0.1) in \(files[$0.0])" }
      #expect(away.filter { !$0.hasPrefix("one ") } == expected, "\(files[number])")
      for (other, name) in made.enumerated() {
        #expect(text.contains("(\(name))\n    [") == (other == number), "\(name) in \(files[number])")
      }
      // Each has its own structure whole: headings, and the empty cell of a table.
      for role in ["H1"] + (number < 3 ? ["H2", "TD", "TH"] : []) { #expect(text.contains("/S /\(role)\n"), "\(role) in \(files[number])") }
    }
  }

  @Test func `a chapter that is set alone knows the titles and the labels of the others`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/basics", withIntermediateDirectories: true)
    try folder.write("_config.yml", "title: Book\n")
    try folder.write("_toc.yml", "format: jb-book\nroot: intro\nchapters:\n  - file: basics/vectors\n")
    try folder.write(
      "intro.md",
      "# Intro\n\n{doc}`basics/vectors`, {ref}`sec-norm`, {numref}`fig-ball`, [](basics/vectors.md), {eq}`eq-n`, {ref}`nowhere`.\n")
    try folder.write(
      "basics/vectors.md",
      "# Vectors\n\n(sec-norm)=\n## Norms\n\nBack to {doc}`../intro`.\n\n```{figure} a.png\n:name: fig-ball\nBall\n```\n\n```{math}\n:label: eq-n\na\n```\n"
    )
    let result = try Program.run(["intro.md", "-t", "txt"], in: folder)
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.contains("Vectors, Norms, Figure 1 (Vectors), Vectors, (1, Vectors), nowhere."), "\(text)")
    #expect(result.errors.contains("\"nowhere\"") && !result.errors.contains("\"sec-norm\""), "\(result.errors)")
    let other = try Program.run(["basics/vectors.md", "-t", "txt", "-q"], in: folder)
    #expect(String(decoding: other.output, as: UTF8.self).contains("Back to Intro."))
  }

  @Test func `a notebook that is set alone knows the others of its book, and others know it`() throws {
    let folder = try Program.Folder()
    func notebook(_ text: String) -> String {
      #"{"cells": [{"cell_type": "markdown", "source": "\#(text)"}], "nbformat": 4, "nbformat_minor": 5}"#
    }
    try folder.write("_config.yml", "title: Book\n")
    try folder.write("_toc.yml", "format: jb-book\nroot: nets\nchapters:\n  - file: terns\n  - file: eggs\n")
    try folder.write("nets.ipynb", notebook(#"(sec-nets)=\n# Nets\n\n{ref}`sec-terns`, {ref}`sec-eggs`."#))
    try folder.write("terns.ipynb", notebook(#"(sec-terns)=\n# Terns\n\n[](sec-nets), [words](sec-nets), [](nets.ipynb), {doc}`eggs`."#))
    try folder.write("eggs.md", "(sec-eggs)=\n# Eggs\n\n{ref}`sec-terns`, [](terns.ipynb).\n")
    for (name, expected) in [
      ("nets.ipynb", "Terns, Eggs."), ("terns.ipynb", "Nets, words, Nets, Eggs."), ("eggs.md", "Terns, Terns."),
    ] {
      let result = try Program.run([name, "-t", "txt", "-o", "-"], in: folder)
      let text = String(decoding: result.output, as: UTF8.self)
      #expect(text.contains(expected) && result.errors.isEmpty, "\(name): \(text) \(result.errors)")
    }
  }

  @Test func `a site's pages show included files in braces, and the variables of its settings`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("mkdocs.yml", "site_name: S\nplugins: [macros]\nmarkdown_extensions: [mdx_include]\nextra: {tern: {version: '4.2'}}\n")
    try folder.write("docs/index.md", "# Home\n\nTern {{ tern.version }}.\n\n```py\n{!docs/a.py[ln:2-2]!}\n```\n")
    try folder.write("docs/a.py", "one\ntwo\nthree\n")
    let text = String(decoding: try Program.run(["mkdocs.yml", "-t", "txt"], in: folder).output, as: UTF8.self)
    #expect(text.contains("Tern 4.2.") && text.contains("two") && !text.contains("one") && !text.contains("{!"), "\(text)")
  }
}
