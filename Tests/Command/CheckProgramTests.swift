import Foundation
import Testing

/// `mdtypeset check` and `mdtypeset test`, run from outside.
@Suite struct CheckProgramTests {
  @Test func `check exits with 1 where it finds something of the level`() throws {
    let folder = try Program.Folder()
    try folder.write("good.md", "# A\n\ntext\n")
    try folder.write("bad.md", "# A\n\n### B\n\ntext\n")
    #expect(try Program.run(["check", "good.md"], in: folder).code == 0)
    let bad = try Program.run(["check", "good.md", "bad.md", "--format", "short"], in: folder)
    #expect(bad.code == 1)
    #expect(
      String(decoding: bad.output, as: UTF8.self) == "bad.md:3:1: warning: a heading of level 3 follows one of level 1 [heading-skip]\n")
    #expect(try Program.run(["check", "bad.md", "--severity", "error"], in: folder).code == 0)
    #expect(try Program.run(["check", "bad.md", "--skip", "heading-skip"], in: folder).code == 0)
    #expect(try Program.run(["check", "bad.md", "gone.md"], in: folder).code == 4)
    let wrong = try Program.run(["check", "bad.md", "--skip", "heading-skp"], in: folder)
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean heading-skip?"))
  }

  @Test func `test records references and compares with them`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\nA red fox.\n")
    try folder.write("b.md", "# B\n\ntext\n")
    let missing = try Program.run(["test", "."], in: folder)
    #expect(missing.code == 1 && String(decoding: missing.output, as: UTF8.self).hasSuffix("2 documents: 2 without a reference\n"))
    #expect(try Program.run(["test", ".", "--update=missing"], in: folder).code == 0)
    for jobs in ["1", "8"] { #expect(try Program.run(["test", ".", "-j", jobs], in: folder).code == 0) }
    try folder.write("a.md", "# A\n\nA brown fox.\n")
    let changed = try Program.run(["test", "."], in: folder)
    let words = String(decoding: changed.output, as: UTF8.self)
    #expect(changed.code == 1 && words.contains("a.md:3: the text of the paragraph changed: “red” became “brown”"))
    #expect(words.contains("see ./results/a-1.png") && folder.read("results/a-1.png") != nil)
    // The other document goes on where a reference is damaged.
    try folder.write("references/b.ref", "mdtypeset-reference 1\nbroken\n")
    let damaged = try Program.run(["test", ".", "--pictures", "never"], in: folder)
    #expect(String(decoding: damaged.output, as: UTF8.self).hasSuffix("2 documents: 1 different, 1 failed\n"))
    #expect(try Program.run(["test", ".", "--update=failed"], in: folder).code == 0)
    #expect(try Program.run(["test", "."], in: folder).code == 0)
  }

  @Test(arguments: [("[@a]", true), ("[@a; @b]", true), ("[@a; @b; @c; @d]", false), ("a", false)])
  func `works that nothing cites are named where a document cites at least half of its file`(text: String, isSaid: Bool) throws {
    let folder = try Program.Folder()
    let works = (text == "[@a]" ? ["a", "b"] : ["a", "b", "c", "d"]).map { "@book{\($0), title = {T}, author = {A, B}, year = 2000}\n" }
    try folder.write("works.bib", works.joined())
    try folder.write("a.md", "---\nbibliography: works.bib\n---\n\n# A\n\nWords \(text).\n")
    let result = try Program.run(["check", "a.md", "--severity", "note", "--format", "short"], in: folder)
    #expect(String(decoding: result.output, as: UTF8.self).contains("nothing cites") == isSaid)
  }

  @Test(arguments: ["--diagram dot=/bin/touch", "--allow-net", "--use-proxies", "--root /", "--cache-dir kept"])
  func `a list of tests sets nothing that leads to programs, the network and other folders`(options: String) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n")
    try folder.write("mdtypeset-tests.yaml", "tests:\n  - {file: a.md, options: \"\(options)\"}\n")
    let result = try Program.run(["test", ".", "--update"], in: folder)
    #expect(result.code == 8)
    #expect(result.errors.contains("the list of tests sets \(options.split(separator: " ")[0])"))
    #expect(folder.read("references/a.ref") == nil)
  }

  @Test func `a list of tests that names a pipe does not wait for it`() throws {
    let folder = try Program.Folder()
    #expect(unsafe mkfifo(folder.path + "/pipe.md", 0o600) == 0)
    try folder.write("mdtypeset-tests.yaml", "tests: [pipe.md]\n")
    let result = try Program.run(["test", ".", "--update"], in: folder)
    #expect(result.code == 4)
    #expect(result.errors.contains("pipe.md is neither a regular file nor the folder of a project"))
  }

  @Test func `a list of tests has options of its own`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n\nA red fox.\n")
    try folder.write("mdtypeset-tests.yaml", "tests:\n  - a.md\n  - {file: a.md, name: small, options: -V paper=a5}\n")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    let large = String(decoding: folder.read("references/a.ref") ?? Data(), as: UTF8.self)
    let small = String(decoding: folder.read("references/small.ref") ?? Data(), as: UTF8.self)
    #expect(large.contains("\npage 59528 84189 ") && small.contains("\npage 41953 59528 "))
    #expect(try Program.run(["test", ".", "--filter", "small"], in: folder).code == 0)
    try folder.write("mdtypeset-tests.yaml", "tests:\n  - {file: a.md, name: ../small}\n")
    #expect(try Program.run(["test", "."], in: folder).code == 2)
  }
}
