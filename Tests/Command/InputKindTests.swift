import Foundation
import Testing

/// What is no Markdown, and documents that are PDFs.
@Suite struct InputKindTests {
  static let notebook = #"{"cells": [{"cell_type": "markdown", "source": ["text"]}], "nbformat": 4}"#

  /// A file, its text, and a word of the hint.
  static let foreign: [(name: String, text: String, hint: String)] = [
    ("a.tex", "\\section{A}", "pandoc -f latex -t json a.tex | mdtypeset - -f json -o a.pdf"), ("a.typ", "= A", "pandoc -f typst"),
    ("dir.d/a.html", "<p>a", "pandoc -f html -t json dir.d/a.html | mdtypeset - -f json -o dir.d/a.pdf"),
    ("a.rst", "A\n=", "pandoc -f rst"),
    ("_config.yml", "title: a", "mdtypeset DIR -o book.pdf"), ("Cargo.toml", "[package]", "Markdown"),
    ("a.py", "print()", "fenced block"), ("b.py", "# %% [markdown]\n# # A\n", "jupytext --to notebook b.py && mdtypeset b.ipynb"),
    ("picture.md", "GIF89a", "![](picture.md)"), ("report", "%PDF-1.7", "mdtypeset extract report"),
  ]

  @Test(arguments: foreign.indices)
  func `what is no Markdown is refused with the command that leads to pages`(_ index: Int) throws {
    let (name, text, hint) = Self.foreign[index]
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/dir.d", withIntermediateDirectories: false)
    try folder.write(name, text)
    let result = try Program.run([name, "-o", "out.pdf"], in: folder)
    #expect(result.code == 2 && result.errors.contains(hint), "\(result.errors)")
    #expect(folder.read("out.pdf") == nil)
  }

  @Test func `notebooks are known by their names, by their cells, and by the format that is named`() throws {
    let folder = try Program.Folder()
    for name in ["n.ipynb", "n.md"] {
      try folder.write(name, Self.notebook)
      #expect(try Program.run([name, "-f", "ipynb", "-o", "out.txt"], in: folder).code == 0)
      #expect(try Program.run([name, "-o", "out.txt"], in: folder).code == 0)
      #expect(String(decoding: folder.read("out.txt") ?? Data(), as: UTF8.self).contains("text"))
    }
    try folder.write("cut.ipynb", String(Self.notebook.dropLast(30)))
    let result = try Program.run(["cut.ipynb", "-o", "cut.pdf"], in: folder)
    #expect(result.code == 0 && result.errors.contains("[notebook.cut]") && folder.read("cut.pdf") != nil, "\(result.errors)")
  }

  @Test func `pandoc's documents are known by the format that is named, and by their first key`() throws {
    let folder = try Program.Folder()
    let document = #""blocks": [{"t": "Para", "c": [{"t": "Str", "c": "words"}]}]}"#
    try folder.write("a.json", "{" + document)
    try folder.write("b.json", #"{"pandoc-api-version": [1, 23], "meta": {}, "# + document)
    for words in [["a.json", "-f", "json"], ["b.json"]] {
      let result = try Program.run(words + ["-o", "out.txt"], in: folder)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(String(decoding: folder.read("out.txt") ?? Data(), as: UTF8.self).contains("words"))
    }
    #expect(try Program.run(["a.json", "-o", "no.pdf"], in: folder).code == 2)
  }

  @Test(arguments: [("a.txt", "text"), ("a.qmd", "text"), ("README", "text"), ("a.md", "{\n  \"title\": \"a\"\n}\n\ntext")])
  func `text of other names is Markdown`(_ name: String, _ text: String) throws {
    let folder = try Program.Folder()
    try folder.write(name, text)
    let result = try Program.run([name, "-o", "out.pdf"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test func `verbs that look at documents read the source that a PDF carries`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# Heading\n\ntext\n")
    _ = try Program.run(["a.md", "-o", "with.pdf", "--attach-source", "--theme", "book"], in: folder)
    _ = try Program.run(["a.md", "-o", "without.pdf"], in: folder)
    for words in [["query"], ["check"], ["explain", "--at", "100,100"]] {
      let refused = try Program.run(words + ["without.pdf"], in: folder)
      #expect(refused.code == 4 && refused.errors.contains("--attach-source"), "\(refused.errors)")
      #expect(try Program.run(words + ["with.pdf"], in: folder).code == 0)
    }
    let found = try Program.run(["query", "with.pdf", "--rects"], in: folder).output
    #expect(try Program.run(["query", "a.md", "--rects", "--theme", "book"], in: folder).output == found)
  }

  @Test func `the folder of an output is made, but not for an input that is missing`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    #expect(try Program.run(["a.md", "-o", "new/folder/a.pdf"], in: folder).code == 0)
    #expect(folder.read("new/folder/a.pdf") != nil)
    #expect(try Program.run(["missing.md", "-o", "other/a.pdf"], in: folder).code == 4)
    #expect(!folder.files.contains("other"))
  }

  @Test(arguments: ["", "format:\n  pdf:\n    "])
  func `front matter asks for a standard and for the source as the options do`(_ above: String) throws {
    let folder = try Program.Folder()
    let indent = above.isEmpty ? "" : "    "
    try folder.write(
      "a.md", "---\ntitle: T\nlang: en\n\(above)attach-source: true\n\(indent)pdf-standard: [ua-1, a-3b]\n---\n\n![a](a.svg)\n")
    try folder.write("b.md", "---\ntitle: T\nlang: en\n---\n\n![a](a.svg)\n")
    try folder.write("a.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#)
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = String(decoding: folder.read("a.pdf") ?? Data(), as: UTF8.self)
    #expect(text.contains("pdfuaid:part") && text.contains("pdfaid:part"))
    #expect(try Program.run(["verify", "a.pdf"], in: folder).code == 0)
    _ = try Program.run(["extract", "a.pdf", "-o", "ex"], in: folder)
    #expect(folder.read("ex/a.md") == folder.read("a.md") && folder.read("ex/a.svg") == folder.read("a.svg"))
    _ = try Program.run(["b.md", "-o", "b.pdf"], in: folder)
    #expect(!String(decoding: folder.read("b.pdf") ?? Data(), as: UTF8.self).contains("pdfuaid:part"))
  }

  @Test func `accessibility chooses PDF/UA, or no tags`() throws {
    let folder = try Program.Folder()
    for (name, value) in [("yes", "true"), ("no", "false")] {
      try folder.write("\(name).md", "---\ntitle: T\nlang: en\naccessibility: \(value)\n---\n\ntext\n")
      #expect(try Program.run(["\(name).md"], in: folder).code == 0)
    }
    let pdf = { (name: String) in String(decoding: folder.read(name) ?? Data(), as: UTF8.self) }
    #expect(pdf("yes.pdf").contains("pdfuaid:part") && !pdf("no.pdf").contains("pdfuaid:part"))
    try folder.write("plain.md", "---\ntitle: T\nlang: en\n---\n\ntext\n")
    #expect(try Program.run(["plain.md", "--no-pdf-tags"], in: folder).code == 0)
    #expect(folder.read("no.pdf") == folder.read("plain.pdf"))
    let refused = try Program.run(["yes.md", "--no-pdf-tags"], in: folder)
    #expect(refused.code == 2 && refused.errors.contains("PDF/UA requires tags"))
  }
}
