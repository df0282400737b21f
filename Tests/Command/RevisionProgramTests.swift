import Foundation
import Testing

/// `test` and `diff` with revisions of git, from outside.
@Suite struct RevisionProgramTests {
  private func git(_ words: [String], in folder: Program.Folder) throws {
    let result = try Program.run(
      ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"] + words, in: folder, program: "/usr/bin/env")
    try #require(result.code == 0, "git is needed: apt-get install git; \(result.errors)")
  }

  /// A project with three documents, its references, and a first revision of all.
  private func project() throws -> Program.Folder {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "# A\n\nA red fox.\n\n![dot](dot.svg)\n")
    try folder.write("docs/b.md", "# B\n\nText.\n\n{{< include part.md >}}\n")
    try folder.write("docs/c.md", "# C\n\nText.\n")
    try folder.write("docs/part.md", "The part.\n")
    try folder.write("docs/dot.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>")
    try folder.write("docs/mdtypeset-tests.yaml", "tests: [a.md, b.md, c.md]\n")
    #expect(try Program.run(["test", "docs", "--update"], in: folder).code == 0)
    try git(["init", "-q"], in: folder)
    try git(["add", "."], in: folder)
    try git(["commit", "-q", "-m", "first"], in: folder)
    return folder
  }

  private func text(_ result: Program.Result) -> String { String(decoding: result.output, as: UTF8.self) }

  @Test func `the folder of a revision that a killed run left is removed by a later one`() throws {
    let folder = try project()
    let temporary = folder.path + "/tmp"
    for name in ["mdtypeset-revision-aaaaaa/docs", "mdtypeset-revision-bbbbbb", "other-revision-aaaaaa"] {
      try FileManager.default.createDirectory(atPath: "\(temporary)/\(name)", withIntermediateDirectories: true)
    }
    try folder.write("tmp/mdtypeset-revision-aaaaaa/docs/a.md", "# A\n")
    for name in ["mdtypeset-revision-aaaaaa", "other-revision-aaaaaa"] {
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -600)], ofItemAtPath: "\(temporary)/\(name)")
    }
    #expect(try Program.run(["diff", "HEAD:", "docs/c.md"], in: folder, environment: ["TMPDIR": temporary]).code == 0)
    // One that is young may be of a run that has just begun.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary).sorted() == ["mdtypeset-revision-bbbbbb", "other-revision-aaaaaa"])
  }

  @Test func `documents of which nothing changed since a revision are not tested`() throws {
    let folder = try project()
    let none = try Program.run(["test", "docs", "--changed-since", "HEAD"], in: folder)
    #expect(none.code == 0 && none.output.isEmpty)
    #expect(none.errors == "mdtypeset: note: 3 documents were not tested: nothing that they read changed since HEAD\n")
    try folder.write("docs/c.md", "# C\n\nOther text.\n")
    let one = try Program.run(["test", "docs", "--changed-since", "HEAD"], in: folder)
    #expect(one.code == 1 && text(one).hasSuffix("1 document: 1 different\n") && text(one).contains("c.md:3: the text"))
    #expect(one.errors.contains("2 documents were not tested"))
  }

  @Test(arguments: [
    ("docs/part.md", "Another part.\n", "b.md"),
    ("docs/dot.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='4'/></svg>", "a.md"),
  ])
  func `a document is tested if something that it reads changed`(file: String, words: String, name: String) throws {
    let folder = try project()
    try folder.write(file, words)
    let result = try Program.run(["test", "docs", "--changed-since", "main"], in: folder)
    #expect(result.code == 1 && text(result).hasPrefix("\(name): different\n") && text(result).hasSuffix("1 document: 1 different\n"))
  }

  @Test func `a file that was missing, a list of tests and a theme of the command line are seen too`() throws {
    let folder = try project()
    try folder.write("docs/c.md", "# C\n\n![later](later.svg)\n")
    #expect(try Program.run(["test", "docs", "--update"], in: folder).code == 0)
    try folder.write("own.yaml", "base: article\nbody: {size: 11pt}\n")
    try git(["add", "."], in: folder)
    try git(["commit", "-q", "-m", "second"], in: folder)
    try folder.write("docs/later.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    let late = try Program.run(["test", "docs", "--changed-since", "HEAD"], in: folder)
    #expect(late.code == 1 && text(late).hasSuffix("1 document: 1 different\n"))
    try FileManager.default.removeItem(atPath: folder.path + "/docs/later.svg")
    try folder.write("own.yaml", "base: article\nbody: {size: 12pt}\n")
    let theme = try Program.run(["test", "docs", "--changed-since", "HEAD", "--theme", "own.yaml"], in: folder)
    #expect(text(theme).contains("\n3 documents: 3 different\n"))
    try git(["checkout", "-q", "own.yaml"], in: folder)
    try folder.write("docs/mdtypeset-tests.yaml", "tests: [a.md, b.md, {file: c.md, options: -V paper=a5}]\n")
    #expect(
      text(try Program.run(["test", "docs", "--changed-since", "HEAD"], in: folder)).hasSuffix("3 documents: 2 the same, 1 different\n"))
  }

  @Test func `a revision that cannot be read is one message with a code`() throws {
    let folder = try project()
    let unknown = try Program.run(["test", "docs", "--changed-since", "nowhere"], in: folder)
    #expect(unknown.code == 4 && unknown.errors.contains("has no revision \"nowhere\" [git.unknown-revision]"))
    let option = try Program.run(["diff", "--output=x:", "docs/a.md"], in: folder)
    #expect(option.code == 2)
    let missing = try Program.run(["diff", "main:", "docs/a.md"], in: folder, environment: ["PATH": "/nowhere"])
    #expect(missing.code == 4 && missing.errors.contains("[git.missing]"))
    let other = try Program.Folder()
    try other.write("a.md", "# A\n")
    let outside = try Program.run(["diff", "main:", "a.md"], in: other)
    #expect(outside.code == 4 && outside.errors.contains("[git.no-repository]"))
    let gone = try Program.run(["diff", "main:", "docs/z.md"], in: folder)
    #expect(gone.code == 4 && gone.errors.contains("[git.no-file]"))
  }

  @Test func `a file is compared with what a revision has, with what it includes there`() throws {
    let folder = try project()
    #expect(try Program.run(["diff", "main:", "docs/b.md"], in: folder).code == 0)
    try folder.write("docs/part.md", "The changed part.\n")
    let include = try Program.run(["diff", "HEAD:", "docs/b.md"], in: folder)
    #expect(include.code == 1 && text(include).hasPrefix("HEAD:docs/b.md → docs/b.md: different\n"))
    #expect(text(include).contains("docs/part.md:1: the text of the paragraph changed: “changed” added"))
    #expect(try Program.run(["diff", "b.md", "HEAD:b.md"], at: folder.path + "/docs").code == 1)
    try folder.write("docs/b.md", "# B\n\n{{< include part.md >}}\n")
    try git(["commit", "-q", "-a", "-m", "second"], in: folder)
    let two = try Program.run(["diff", "HEAD~1", "HEAD", "docs/b.md"], in: folder)
    #expect(two.code == 1 && text(two).contains("HEAD~1:docs/b.md → HEAD:docs/b.md"))
    #expect(text(two).contains("HEAD~1:docs/part.md:1: the paragraph “The part.” was removed"))
    #expect(try Program.run(["diff", "HEAD~1:docs/b.md", "HEAD:docs/b.md"], in: folder).output == two.output)
    // Neither its files nor the repository are changed, and nothing is left.
    let status = try Program.run(["git", "status", "--porcelain"], in: folder, program: "/usr/bin/env")
    #expect(status.output.isEmpty)
    #expect(try Program.run(["diff", "HEAD:", "docs/b.md", "--sandbox"], in: folder).code == 2)
  }

  @Test func `references of a revision are compared with`() throws {
    let folder = try project()
    try folder.write("docs/a.md", "# A\n\nA brown fox.\n\n![dot](dot.svg)\n")
    #expect(try Program.run(["test", "docs", "--update"], in: folder).code == 0)
    #expect(try Program.run(["test", "docs"], in: folder).code == 0)
    for word in ["main:", "main:docs/references"] {
      let old = try Program.run(["test", "docs", "--references", word], in: folder)
      #expect(old.code == 1 && text(old).contains("a.md:3: the text of the paragraph changed: “red” became “brown”"))
      #expect(text(old).hasSuffix("3 documents: 2 the same, 1 different\n"))
    }
    #expect(try Program.run(["test", "docs", "--references", "main:", "--update"], in: folder).code == 2)
    #expect(try Program.run(["test", "docs", "--references", "main:nowhere"], in: folder).errors.contains("[git.no-file]"))
  }
}
