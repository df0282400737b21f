import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetYAML

@testable import TypesetWorks

struct WorkReaderTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

  /// The work of a sample project; its files may be read, and nothing else.
  private func work(_ folder: String, _ name: String) throws -> Work {
    let path = "\(Self.fixtures)/\(folder)/\(name)"
    let kind = try #require(WorkKind(ofFile: path))
    let files = FileAccess(roots: ["\(Self.fixtures)/\(folder)"])
    return try #require(try WorkReader.read(path, kind, files: files, limit: 1 << 20))
  }

  /// Level, title and path below the project's folder of each chapter, as lines.
  private func lines(_ work: Work, in folder: String) -> [String] {
    work.chapters.map { chapter in
      let path = chapter.path.map { String($0.dropFirst("\(Self.fixtures)/\(folder)/".count)) }
      return "\(chapter.level) \(chapter.title ?? "-") \(path ?? "-")"
    }
  }

  private func said(_ work: Work) -> [String] {
    work.diagnostics.map { diagnostic in
      let place = diagnostic.position(in: work.source)
      return "\(place?.file.split(separator: "/").last ?? ""):\(place?.line ?? 0): \(diagnostic.message)"
    }
  }

  @Test func `an mdBook has the chapters of its summary and the title of its settings`() throws {
    let work = try work("mdbook", "book.toml")
    #expect(work.matter.title == "The \\`tern\\` Book")
    #expect(work.matter.authors == ["Ada Novak", "Bo Lind"])
    #expect(work.matter.language == "en")
    #expect(
      lines(work, in: "mdbook") == [
        "1 Introduction src/README.md", "1 User Guide -", "2 Installation src/guide/install.md", "3 On Debian src/guide/debian.md",
        "2 Your first build src/guide/first.md", "1 Reference -", "2 Configuration src/reference.md", "1 Contributors src/contributors.md",
      ])
    #expect(
      said(work) == [
        "SUMMARY.md:15: there is no file plugins.md", "SUMMARY.md:16: reference.md is listed twice",
        "SUMMARY.md:3: draft.md is not listed, and left out",
      ])
  }

  @Test func `a site of MkDocs has the pages of its navigation, whatever its tags of Python say`() throws {
    let work = try work("mkdocs", "mkdocs.yml")
    #expect(work.matter.title == "Tern Documentation")
    #expect(work.matter.macroFile == "docs/javascripts/mathjax.js")
    #expect(
      lines(work, in: "mkdocs") == [
        "1 Home docs/index.md", "1 Guide docs/guide/index.md", "2 Installation docs/guide/install.md", "2 - docs/guide/first.md",
        "1 Reference -", "2 Configuration docs/api/config.md", "2 Commands -", "3 tern build docs/api/build.md",
        "3 tern \\_\\_init\\_\\_ docs/api/init.md",
      ])
    #expect(
      said(work) == [
        "mkdocs.yml:1: there is no file lost.md to add to each page", "mkdocs.yml:24: there is no file api/missing.md",
        "mkdocs.yml:14: old.md is not listed, and left out",
      ])
  }

  @Test func `a site of MkDocs says where included files are and which belong to each page`() throws {
    let work = try work("mkdocs", "mkdocs.yml")
    let home = Self.fixtures + "/mkdocs"
    #expect(work.folders == [home + "/docs", home])
    #expect(work.appended == [home + "/includes/words.md"])
    #expect(work.diagnostics.map(\.message).contains("there is no file lost.md to add to each page"))
  }

  @Test func `mdtypeset.yml lists files, parts and patterns; its other lines are front matter`() throws {
    let work = try work("own", "mdtypeset.yml")
    #expect(
      lines(work, in: "own") == [
        "1 - text/preface.md", "1 Methods -", "2 - text/methods/2.md", "2 - text/methods/10.md",
        "2 Counting birds text/methods/counting.md", "1 What came out text/results.md", "2 - text/results-2024.md",
      ])
    #expect(
      said(work) == [
        "mdtypeset.yml:11: there is no file missing.md", "mdtypeset.yml:5: methods/deep/a.md is not listed, and left out",
      ])
    let (bytes, runs) = work.matter.frontMatter(of: "mdtypeset.yml")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "---\ntitlepage: true\ntoc: true\ntitle: Field *notes*\ntheme: book\nauthor:\n  - Ada Novak\n---\n")
    // What is wrong with a key is said with its own line.
    #expect(runs.map(\.line) == [1, 1, 2, 13])
  }

  @Test func `a star is within a name, two are any folders`() {
    func matches(_ pattern: String) -> [String] {
      let wanted = PathPattern(pattern)
      return ["a/b.md", "a/c/b.md", "a/c/d/bb.md", "b.md"].filter { path in
        let below =
          wanted.folder.isEmpty ? path : path.hasPrefix(wanted.folder + "/") ? String(path.dropFirst(wanted.folder.count + 1)) : nil
        return below.map(wanted.matches) ?? false
      }
    }
    #expect(matches("*.md") == ["b.md"])
    #expect(matches("a/*.md") == ["a/b.md"])
    #expect(matches("**/b.md") == ["a/b.md", "a/c/b.md", "b.md"])
    #expect(matches("a/**/b*.md") == ["a/b.md", "a/c/b.md", "a/c/d/bb.md"])
    #expect(matches("a/*/?.md") == ["a/c/b.md"])
    #expect(matches("a/") == ["a/b.md", "a/c/b.md", "a/c/d/bb.md"] && matches("a") == matches("./a/"))
    #expect(!PathPattern(String(repeating: "*a", count: 500)).matches(String(repeating: "a", count: 40_000) + "b"))
  }

  @Test func `a folder's files are in natural order, its front page first, folders as sections`() throws {
    let work = try work("vault", "")
    #expect(work.matter.title == "vault")
    #expect(
      lines(work, in: "vault") == [
        "1 - README.md", "1 Daily -", "2 2024-10-2 Daily/2024-10-2.md", "2 2024-10-10 Daily/2024-10-10.md", "1 Ideas -",
        "2 Typesetting Ideas/Typesetting.md", "1 Reading list Reading list.md",
      ])
  }

  @Test func `a book of Quarto has parts with and without a page, and appendices`() throws {
    let work = try work("quarto", "_quarto.yml")
    #expect(work.matter.authors == ["Ada Novak", "Bo Lind"])
    #expect(work.matter.bibliography == ["references.bib"])
    #expect(
      lines(work, in: "quarto") == [
        "1 - index.qmd", "1 Methods -", "2 - parts/field.qmd", "2 - parts/analysis.qmd", "1 - parts/results.qmd", "2 - parts/tables.qmd",
        "1 - references.qmd", "1 - data.qmd",
      ])
  }

  @Test func `a Jupyter Book's list names files without their extensions; its settings have the macros`() throws {
    let work = try work("jupyterbook", "_toc.yml")
    #expect(work.matter.title == "Linear Algebra by Hand")
    #expect(String(decoding: work.matter.frontMatter(of: "a").bytes, as: UTF8.self).contains(#""RR": "\\mathbb{R}""#))
    #expect(
      lines(work, in: "jupyterbook") == [
        "1 - intro.md", "1 Basics -", "2 - basics/vectors.md", "3 - basics/norms.md", "2 Linear maps basics/maps.md", "1 More -",
        "2 - outlook.md",
      ])
  }

  @Test func `a project of MyST has sections and patterns`() throws {
    let work = try work("myst", "myst.yml")
    #expect(work.matter.authors == ["Ada Novak", "Bo Lind"])
    #expect(lines(work, in: "myst") == ["1 - index.md", "1 Theory -", "2 - strings.md", "2 - extra-2.md", "2 - extra-10.md"])
  }

  @Test func `the first file of a bookdown has the book's front matter`() throws {
    let work = try work("bookdown", "_bookdown.yml")
    #expect(!work.matter.isOfWork)
    #expect(work.chapters.compactMap { $0.path?.split(separator: "/").last } == ["index.Rmd", "01-coasts.Rmd", "02-nests.Rmd"])
  }

  @Test func `GitBook's and docsify's lists name folders, parts of pages and paths from the root`() throws {
    let book = try work("gitbook", "book.json")
    #expect(book.matter.title == "Doors")
    #expect(
      lines(book, in: "gitbook") == ["1 Welcome README.md", "1 Basics -", "2 Setup setup/README.md", "3 Keys setup/keys.md"])
    #expect(said(book) == ["SUMMARY.md:10: setup/ is listed twice"])
    let site = try work("docsify", "_sidebar.md")
    #expect(
      lines(site, in: "docsify") == [
        "1 - README.md", "1 Getting started -", "2 Quick start quickstart.md", "2 Writing guide/writing.md", "1 Changes changes.md",
      ])
  }

  @Test(arguments: [
    ("<script>window.$docsify = { name: 'Doors & *keys*', repo: 'a/b' }</script>", "Doors & \\*keys\\*"),
    ("<title>Locks</title><script>$docsify = {name: 'Doors'}</script>", "Locks"),
    ("<script>$docsify = {loadSidebar: true}</script>", nil),
  ])
  func `docsify's front page may be in its list, and the site's name is in its settings`(page: String, title: String?) throws {
    let folder = NSTemporaryDirectory() + "works-\(ProcessInfo.processInfo.globallyUniqueString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let list = "- [Home](/)\n- [Keys](keys)\n"
    for (name, text) in [("_sidebar.md", list), ("README.md", "# A\n"), ("keys.md", "# B\n"), ("index.html", page)] {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    let work = try #require(try WorkReader.read(folder + "/_sidebar.md", .summary, files: FileAccess(roots: [folder]), limit: 1 << 20))
    #expect(said(work).isEmpty && work.chapters.map(\.title) == ["Home", "Keys"])
    #expect(work.matter.title == title)
  }

  @Test func `a chapter outside of the folder that may be read is refused`() throws {
    let folder = NSTemporaryDirectory() + "works-\(ProcessInfo.processInfo.globallyUniqueString)"
    try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "# Secret".write(toFile: folder + "/secret.md", atomically: true, encoding: .utf8)
    try "# In".write(toFile: folder + "/in/a.md", atomically: true, encoding: .utf8)
    try "- [A](a.md)\n- [B](../secret.md)\n- [List](SUMMARY.md)\n".write(
      toFile: folder + "/in/SUMMARY.md", atomically: true, encoding: .utf8)
    let read = try WorkReader.read(folder + "/in/SUMMARY.md", .summary, files: FileAccess(roots: [folder + "/in"]), limit: 1 << 20)
    let work = try #require(read)
    #expect(work.chapters.compactMap(\.path) == [folder + "/in/a.md"])
    #expect(work.diagnostics.map(\.message) == ["cannot read ../secret.md: it is outside the folder that may be read"])
  }

  /// The entries of a site whose folders have files that order their pages, and what was said.
  private func site(_ plugins: String, _ files: [String: String]) throws -> [String] {
    let folder = NSTemporaryDirectory() + "works-\(ProcessInfo.processInfo.globallyUniqueString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files.merging(["mkdocs.yml": "site_name: S\nplugins:\n\(plugins)"], uniquingKeysWith: { first, _ in first }) {
      let path = folder + "/" + name
      try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let work = try #require(try WorkReader.read(folder + "/mkdocs.yml", .mkDocs, files: FileAccess(roots: [folder]), limit: 1 << 22))
    #expect(work.diagnostics.isEmpty, "\(work.diagnostics.map(\.message))")
    return work.chapters.map { "\($0.level) \($0.title ?? "-") \($0.path.map { String($0.dropFirst(folder.count + 6)) } ?? "-")" }
  }

  @Test func `literate-nav: the last list of a folder's file is its navigation`() throws {
    let pages = ["docs/index.md": "# I", "docs/a.md": "# A", "docs/g/one.md": "# 1", "docs/g/two.md": "# 2"]
    let whole = try site(
      "  - literate-nav\n",
      pages.merging([
        "docs/SUMMARY.md": "- [Home](index.md)\n- [Guide](g/)\n- [A](a.md)", "docs/g/SUMMARY.md": "* [Two](two.md)\n* [One](one.md)",
      ]) { $1 })
    #expect(whole == ["1 Home index.md", "1 Guide -", "2 Two g/two.md", "2 One g/one.md", "1 A a.md"])
    let partly = try site(
      "  - literate-nav:\n      nav_file: README.md\n      implicit_index: true\nnav:\n  - index.md\n  - Guide: g/\n  - a.md\n",
      pages.merging(["docs/g/README.md": "# Guide\n\n- no list\n\ntext\n\n- [One](one.md)\n- [Two](two.md)"]) { $1 })
    #expect(partly == ["1 - index.md", "1 Guide g/README.md", "2 One g/one.md", "2 Two g/two.md", "1 - a.md"])
  }

  @Test func `awesome-pages and awesome-nav: settings of a folder order its pages`() throws {
    let pages = ["docs/index.md": "# I", "docs/b.md": "# B", "docs/c.md": "# C", "docs/g/z.md": "# Z", "docs/g/y.md": "# Y"]
    let listed = try site(
      "  - awesome-pages\n",
      pages.merging(["docs/.pages": "nav:\n  - index.md\n  - g\n  - ...\n", "docs/g/.pages": "title: Group\nnav: [z.md, Last: y.md]\n"]) {
        $1
      })
    #expect(listed == ["1 - index.md", "1 Group -", "2 - g/z.md", "2 Last g/y.md", "1 - b.md", "1 - c.md"])
    let starred = try site("  - awesome-nav\n", pages.merging(["docs/.nav.yml": "nav:\n  - c.md\n  - More:\n    - '*.md'\n"]) { $1 })
    #expect(starred == ["1 - c.md", "1 More -", "2 - index.md", "2 - b.md"])
  }

  @Test func `a book of bookdown consists of files of R Markdown`() throws {
    let work = try work(of: "book_filename: x\n", "_bookdown.yml")
    #expect(work.chapters.isEmpty)
  }

  /// The work of a project of one file and four chapters.
  private func work(of text: String, _ name: String) throws -> Work {
    let folder = NSTemporaryDirectory() + "works-\(ProcessInfo.processInfo.globallyUniqueString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for chapter in ["a", "b", "c", "d"] {
      try "# \(chapter)".write(toFile: "\(folder)/\(chapter).md", atomically: true, encoding: .utf8)
    }
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    let kind = try #require(WorkKind(ofFile: name))
    return try #require(try WorkReader.read("\(folder)/\(name)", kind, files: FileAccess(roots: [folder]), limit: 1 << 22))
  }

  @Test func `a list of hundreds of paths with stars is cut, and the files that it names before are chapters`() throws {
    let patterns = (0..<150).map { "    - pattern: '*\($0).md'\n" }.joined()
    let work = try work(
      of: "project:\n  toc:\n    - pattern: 'a*'\n    - pattern: 'a*'\n\(patterns)    - file: b\n    - pattern: '*'\n", "myst.yml")
    #expect(work.chapters.compactMap { $0.path?.suffix(5) } == ["/a.md", "/b.md"])
    let cuts = work.diagnostics.filter { $0.code == "limit.chapters" }
    #expect(cuts.map(\.severity) == [.error])
    // The first one that is left out.
    #expect(cuts.first?.position(in: work.source)?.line == 104)
  }

  @Test func `a list of a hundred thousand entries is cut, with the place of the first one that is left out`() throws {
    let missing = (0..<10_001).map { "  - x\($0).md\n" }.joined()
    let work = try work(of: "docs_dir: .\nnav:\n  - a.md\n\(missing)  - b.md\n", "mkdocs.yml")
    #expect(work.chapters.count == 1)
    let cuts = work.diagnostics.filter { $0.code == "limit.chapters" }
    #expect(cuts.map { $0.position(in: work.source)?.line } == [10_003])
  }

  @Test func `a summary without a link to a file is a document`() throws {
    let files = FileAccess(roots: [Self.fixtures])
    let path = Self.fixtures + "/summary/SUMMARY.md"
    #expect(try WorkReader.read(path, .summary, files: files, limit: 1 << 20) == nil)
  }

  @Test func `front matter holds any text`() {
    var matter = WorkMatter()
    matter.title = "A \"B\"\n---\nC: \\ \u{1} D"
    #expect(
      String(decoding: matter.frontMatter(of: "a").bytes, as: UTF8.self)
        == "---\ntitle: \"A \\\"B\\\" --- C: \\\\  D\"\ntitlepage: true\ntoc: true\n---\n")
  }

  @Test func `names are ordered as people count`() {
    let names = ["b.md", "a10.md", "a2.md", "a/2.md", "a/index.md", "README.md", "a 1.md", "é.md"]
    #expect(
      NaturalOrder.sorted(names) == ["README.md", "a/index.md", "a/2.md", "a2.md", "a10.md", "a 1.md", "b.md", "é.md"])
    #expect(NaturalOrder.title(of: "02-getting-started") == "Getting started")
    #expect(NaturalOrder.title(of: "2024-10-10") == "2024 10 10")
  }

  @Test(arguments: [
    (#"title = "A \"b\" c""#, "A \"b\" c"), (#"title = "a\tb\nc\\d""#, "a\tb\nc\\d"), (#"title = 'a\nb'"#, "a\\nb"),
    ("title = \"\"\"\na\nb\"\"\"", "a\nb"), ("title = \"\"\"a\\\n   b\"\"\"", "ab"),
  ]) func `texts of TOML have their escapes`(line: String, text: String) {
    #expect(TOMLKeys(Array("[book]\n\(line) # words\nother = 1\n".utf8), at: 0)["book.title"] == [text])
  }

  @Test(arguments: [("2024-05-01", "2024-05-01"), ("today", nil), ("now", nil), ("last-modified", nil)])
  func `a date that Quarto takes from the day or the files is no date of the book`(date: String, shown: String?) throws {
    let settings = try #require(parseYAML(Array("book:\n  title: A\n  date: \(date)\n".utf8)).value)
    #expect(quartoOutline(settings).matter.date == shown)
  }
}
