import Foundation
import Testing

@testable import Command

/// What only shows where several files are one document.
@Suite struct WholeWorkTests {
  private func folder(_ files: [String: String]) throws -> Program.Folder {
    let folder = try Program.Folder()
    for (path, text) in files {
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      if !parent.isEmpty { try FileManager.default.createDirectory(atPath: folder.path + "/" + parent, withIntermediateDirectories: true) }
      try folder.write(path, text)
    }
    return folder
  }

  private func text(_ words: [String], in folder: Program.Folder) throws -> String {
    String(decoding: try Program.run(words + ["-t", "txt", "-o", "-"], in: folder).output, as: UTF8.self)
  }

  @Test func `an included file is named by its own place, though the project says where it is`() throws {
    let folder = try folder([
      "mkdocs.yml":
        "site_name: A\nnav: [guide/one.md]\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]\n",
      "docs/guide/one.md": "# One\n\n--8<-- \"a.md\"\n", "parts/a.md": "Words and $\\frca$.\n\n--8<-- \"b.md\"\n",
      "parts/b.md": "More.\n\n--8<-- \"a.md\"\n",
    ])
    let result = try Program.run([".", "-o", "out.pdf"], in: folder)
    #expect(result.errors.contains("parts/a.md:1:12: warning: unknown command"), "\(result.errors)")
    #expect(result.errors.contains("parts/b.md:3:1: warning: cannot include a.md"), "\(result.errors)")
    #expect(result.errors.contains("(parts/a.md → parts/b.md → parts/a.md)"), "\(result.errors)")
  }

  @Test func `messages about a notebook among chapters name its cell, also where a file is included`() throws {
    let widget =
      #"{"cell_type": "code", "source": "w", "outputs": [{"output_type": "display_data", "data": {"application/vnd.x+json": {}, "text/plain": "W"}}]}"#
    let cells = #"{"cell_type": "markdown", "source": "{{< include part.md >}}"}, {"cell_type": "markdown", "source": "A\n\n$\\frca$"}"#
    let folder = try folder([
      "mdtypeset.yml": "title: A\nchapters: [one.md, nb.ipynb]\n", "one.md": "# One\n\n--8<-- \"part.md\"\n", "part.md": "Part.\n",
      "nb.ipynb": #"{"cells": [\#(cells), \#(widget)], "nbformat": 4, "nbformat_minor": 5}"#,
    ])
    let result = try Program.run([".", "-o", "out.pdf"], in: folder)
    #expect(result.errors.contains("nb.ipynb, cell 2:3:2: warning: unknown command"), "\(result.errors)")
    #expect(result.errors.contains("nb.ipynb, cell 3:1:"), "\(result.errors)")
    let alone = try Program.run(["nb.ipynb", "-o", "nb.pdf"], in: folder)
    #expect(alone.errors.contains("nb.ipynb, cell 2:3:2: warning: unknown command"), "\(alone.errors)")
  }

  @Test func `the page to which a link leads is shown on demand`() throws {
    let folder = try folder([
      "a.md": "# A\n\nSee [b](b.md#part){page}, [b](b.md), [here](#a){page}, [web](https://a.org){page}.\n",
      "b.md": "# B\n\n\\newpage\n\n## Part\n\nWords.\n",
    ])
    let shown = try text(["a.md", "b.md"], in: folder)
    #expect(shown.replacing("\u{A0}", with: " ").contains("See b (page 2), b, here (page 1), web"), "\(shown)")
  }

  @Test func `a title page ends with whose the work is and its licence, as the project has them`() throws {
    let page = "# One\n\nWords.\n"
    let cases: [([String: String], String)] = [
      (
        [
          "mkdocs.yml": "site_name: A\ncopyright: '&copy; 2024 <a href=\"https://a.org\">Ann</a> - <a href=\"#__consent\">Cookies</a>'\n",
          "docs/index.md": page,
        ], "A\n\n© 2024 Ann\n"
      ),
      (
        ["myst.yml": "project:\n  title: A\n  copyright: '2024'\n  license: {content: CC-BY-4.0, code: MIT}\n", "a.md": page],
        "2024\n\nCC-BY-4.0, MIT\n"
      ),
      (
        [
          "_quarto.yml":
            "project: {type: book}\nbook: {title: A, chapters: [index.qmd]}\ncopyright: {holder: Ann, year: 2024}\nlicense: CC BY\n",
          "index.qmd": page,
        ], "© 2024 Ann\n\nCC BY\n"
      ),
      (
        ["_config.yml": "title: A\nauthor: Ann\ncopyright: '2024'\n", "_toc.yml": "format: jb-book\nroot: a\n", "a.md": page],
        "Ann\n\n© 2024 Ann\n"
      ),
      (["mdtypeset.yml": "title: A\nlicense: '[MIT](https://a.org)'\nchapters: [a.md]\n", "a.md": page], "A\n\nMIT\n"),
    ]
    for (files, expected) in cases {
      let folder = try folder(files)
      let shown = try text(["."], in: folder)
      #expect(shown.contains(expected), "\(shown)")
    }
    // A switch of a site's theme is no owner.
    let book = try self.folder(["a.md": "---\ntitle: A\ntheme: book\ncopyright: true\nlicense: false\n---\n\nWords.\n"])
    #expect(try !text(["a.md"], in: book).contains("true"))
    // A licence alone needs no title page: those of single pages are for machines.
    let folder = try folder(["a.md": "---\ntitle: A\nlicense: apache-2.0\n---\n\nWords.\n"])
    #expect(try !text(["a.md"], in: folder).contains("apache"))
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).code == 0)
    let pdf = String(decoding: folder.read("a.pdf") ?? Data(), as: UTF8.self)
    #expect(pdf.contains("<rdf:li xml:lang=\"x-default\">apache-2.0</rdf:li></rdf:Alt></dc:rights>"))
  }

  @Test func `labels of a project of MyST are known to its links in all files`() throws {
    let folder = try folder([
      "myst.yml": "version: 1\nproject:\n  title: A\n  toc:\n    - file: a.md\n    - file: b.md\n",
      "a.md": "# A\n\n[words](place) and [](place), [file](LICENSE).\n", "b.md": "# B\n\n(place)=\n## The place\n\nWords.\n",
    ])
    #expect(try text(["."], in: folder).contains("words and The place, file"))
    #expect(try Program.run([".", "-o", "out.pdf"], in: folder).code == 0)
    let links = String(decoding: try Program.run(["--qdf", "out.pdf", "-"], in: folder, program: "/usr/bin/qpdf").output, as: UTF8.self)
    #expect(!links.contains("/URI (place)"))
  }

  @Test func `files of chapters are named by their titles without numbers`() throws {
    let folder = try folder([
      "mdtypeset.yml": "title: A\nnumber-sections: true\nchapters:\n  - one.md\n  - Part: [two.md]\n", "one.md": "# First words\n",
      "two.md": "# 2024 in numbers\n",
    ])
    #expect(try Program.run([".", "-o", "out.pdf", "--split", "chapter"], in: folder).code == 0)
    #expect(folder.files.filter { $0.hasSuffix(".pdf") } == ["out-00.pdf", "out-01-first-words.pdf", "out-02-part.pdf"])
  }

  @Test func `pages before the first chapter, and those of each part, are numbered by themselves`() throws {
    let folder = try folder([
      "mdtypeset.yml": "title: A\nchapters:\n  - One: [a.md]\n  - Two: [b.md]\n", "a.md": "# A\n\n\\newpage\n\nMore.\n", "b.md": "# B\n",
    ])
    func labels(_ words: [String]) throws -> [String] {
      #expect(try Program.run([".", "-o", "out.pdf"] + words, in: folder).code == 0)
      let output = try Program.run(["--qdf", "--object-streams=disable", "out.pdf", "-"], in: folder, program: "/usr/bin/qpdf").output
      let file = String(decoding: output, as: UTF8.self)
      let list = file.range(of: "/PageLabels").map { file[$0.upperBound...].prefix(400) } ?? ""
      let lines = list.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.filter { $0.hasPrefix("/S ") || $0.hasPrefix("/St ") }
    }
    #expect(try labels([]) == ["/S /D", "/St 2"])
    #expect(try labels(["-V", "page.front-numbers=roman"]) == ["/S /r", "/St 2", "/S /D", "/St 1"])
    #expect(
      try labels(["-V", "page.front-numbers=roman", "-V", "page.restart-numbers=true"])
        == ["/S /r", "/St 2", "/S /D", "/St 1", "/S /D", "/St 1"])
  }

  @Test func `chapters of a book are counted through its parts, and lists say which have numbers`() throws {
    func chapters(_ below: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: ["index", "a", "b", "c", "d"].map { ("\(below)\($0).md", "# The \($0)\n\n## Below \($0)\n") })
    }
    // A part without numbers between two that have them.
    let list = """
      root: index
      parts:
      - {caption: One, numbered: true, chapters: [{file: a, sections: [{file: b}]}]}
      - {caption: Two, chapters: [{file: c}]}
      - {caption: Three, numbered: 2, chapters: [{file: d}]}

      """
    let jupyter = try folder(chapters("").merging(["_toc.yml": list, "_config.yml": "title: T\n"]) { $1 })
    // Pages begin behind a form feed.
    func lines(_ words: [String], in folder: Program.Folder) throws -> String {
      "\n" + (try text(words + ["-V", "toc=false"], in: folder)).replacingOccurrences(of: "\u{C}", with: "\n")
    }
    let numbered = try lines(["_toc.yml"], in: jupyter)
    for words in [
      "The index", "Below index", "One", "1 The a", "1.1 Below a", "1.2 The b", "1.2.1 Below b", "Two", "The c", "Below c", "Three",
      "2 The d",
    ] {
      #expect(numbered.contains("\n\(words)\n"), "\(words) in \(numbered)")
    }
    let summary = "# Summary\n\n[Preface](index.md)\n\n# One\n\n- [A](a.md)\n\n# Two\n\n- [B](b.md)\n"
    let book = try folder(chapters("src/").merging(["src/SUMMARY.md": summary, "book.toml": "[book]\ntitle = \"T\"\n"]) { $1 })
    #expect(!(try lines(["book.toml"], in: book).contains("1 ")))
    let shown = try lines(["book.toml", "-N"], in: book)
    for words in ["The index", "One", "1 The a", "1.1 Below a", "Two", "2 The b"] {
      #expect(shown.contains("\n\(words)\n"), "\(words) in \(shown)")
    }
  }

  @Test func `a book of Quarto has numbers, its parts' pages have none, and its appendices have letters`() throws {
    func book(_ settings: String) throws -> Program.Folder {
      let list = "  chapters: [index.qmd, {part: p.qmd, chapters: [a.qmd, b.qmd]}, c.qmd]\n  appendices: [x.qmd, y.qmd]\n"
      return try folder([
        "_quarto.yml": "project:\n  type: book\nbook:\n  title: T\n" + list + settings, "index.qmd": "# Preface {.unnumbered}\n",
        "p.qmd": "# Part\n\n## Below\n", "a.qmd": "# A\n\n## More\n", "b.qmd": "# B\n", "c.qmd": "# C\n", "x.qmd": "# X\n\n## Data\n",
        "y.qmd": "# Y\n",
      ])
    }
    func lines(_ folder: Program.Folder) throws -> [String] {
      try text([".", "-V", "toc=false", "-V", "title=false"], in: folder).split { "\n\u{C}".contains($0) }.map(String.init)
    }
    let shown = try lines(try book(""))
    #expect(Array(shown.suffix(10)) == ["Preface", "Part", "Below", "1 A", "1.1 More", "2 B", "3 C", "A X", "A.1 Data", "B Y"])
    #expect(try lines(try book("number-sections: false\n")).suffix(3) == ["X", "Data", "Y"])
  }

  @Test func `a truncated notebook shows the cells that are whole, and says where it ends`() throws {
    let folder = try folder([
      "nb.ipynb": #"{"cells": [{"cell_type": "markdown", "source": "First words"}, {"cell_type": "markdown", "source": "lo"#,
      "none.ipynb": #"{"cells": [{"cell_type": "markd"#,
    ])
    let result = try Program.run(["nb.ipynb", "-o", "nb.pdf"], in: folder)
    #expect(result.code == 0 && result.errors.contains("nb.ipynb:1:103: the notebook is broken JSON"), "\(result.errors)")
    #expect(try text(["nb.ipynb"], in: folder).contains("First words"))
    #expect(try Program.run(["none.ipynb", "-o", "nb.pdf"], in: folder).code == 4)
  }

  @Test func `long outputs of a notebook are shortened on request`() throws {
    let lines = (1...40).map { #""line \#($0)\n""# }.joined(separator: ", ")
    let cell = #"{"cell_type": "code", "source": "x", "outputs": [{"output_type": "stream", "text": [\#(lines)]}]}"#
    let matter = #"{"cell_type": "raw", "source": "---\noutput-lines: 4\n---"}"#
    let folder = try folder([
      "a.ipynb": #"{"cells": [\#(cell)], "nbformat": 4}"#, "b.ipynb": #"{"cells": [\#(matter), \#(cell)], "nbformat": 4}"#,
    ])
    #expect(try text(["a.ipynb"], in: folder).contains("line 20\n"))
    for words in [["a.ipynb", "-V", "output-lines=4"], ["b.ipynb"]] {
      let shown = try text(words, in: folder)
      #expect(shown.contains("line 3\n… 36 more lines\nline 40"), "\(shown)")
    }
  }

  @Test func `a finding on a page without a number has the place of that page`() throws {
    let folder = try folder([
      "logo.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#,
      "a.md": "---\ntitle: A\ntitlepage: true\n---\n# B\n\n![](logo.svg)\n",
    ])
    let result = String(decoding: try Program.run(["check", "a.md"], in: folder).output, as: UTF8.self)
    #expect(!result.contains("(page )"), "\(result)")
  }

  @Test func `a PDF carries its work: it is made again from it, and places lead to the chapters`() throws {
    let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#
    let book = try folder([
      "mkdocs.yml":
        "site_name: A\nnav:\n  - One: one.md\n  - Part: [two.md]\nmarkdown_extensions:\n  - pymdownx.snippets: {base_path: [parts]}\n",
      "docs/one.md": "# One\n\nFirst.\n\n--8<-- \"a.md\"\n", "docs/two.md": "# Two\n\nLast words, [one](one.md).\n",
      "parts/a.md": "Included.\n",
    ])
    let vault = try folder([
      ".obsidian/app.json": "{}", "Home.md": "![[pic.svg|80]] and [[Other]]\n", "far/Other.md": "Last words.\n", "img/pic.svg": picture,
    ])
    let myst = try folder([
      "myst.yml": "version: 1\nproject:\n  title: A\n  math:\n    '\\R': '\\mathbb{R}'\n  toc: [{file: a.md}, {file: b.md}]\n",
      "a.md": "# A\n\n$\\R$\n", "b.md": "# B\n\nLast words.\n",
    ])
    for (folder, file) in [(book, "docs/two.md"), (vault, "far/Other.md"), (myst, "b.md")] {
      #expect(try Program.run([".", "-o", "out.pdf", "--attach-source"], in: folder).code == 0)
      let again = try Program.run(["verify", "out.pdf"], in: folder)
      #expect(again.code == 0, "\(file): \(String(decoding: again.output, as: UTF8.self))")
      let last = try Program.run(["query", "out.pdf", "--rects"], in: folder)
      #expect(String(decoding: last.output, as: UTF8.self).contains("Last words"), "\(last.errors)")
      #expect(try Program.run(["extract", "out.pdf", "-o", "all/"], in: folder).code == 0)
      #expect(folder.read("all/" + file) != nil, "\(folder.files(below: "all"))")
    }
    // Where the project is on this machine is nobody's business.
    #expect(!String(decoding: myst.read("all/.mdtypeset/manifest.json") ?? Data(), as: UTF8.self).contains(myst.path))
  }

  @Test func `what a long run is doing is on one line, with the time that is left`() {
    #expect(StageProgress.line(of: "blocks", after: .seconds(11), chapters: 465) == "setting 465 chapters, about 9 s left")
    #expect(StageProgress.line(of: "write", after: .seconds(17), chapters: 1) == "writing the document, about 3 s left")
    #expect(StageProgress.line(of: "parse", after: .seconds(2), chapters: 3) == "reading 3 chapters")
    #expect(StageProgress.line(of: "else", after: .seconds(2), chapters: 3) == nil)
  }
}
