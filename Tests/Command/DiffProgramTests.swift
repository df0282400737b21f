import Foundation
import Testing

/// `mdtypeset diff`, `test` and `explain`, run from outside.
@Suite struct DiffProgramTests {
  private func run(_ arguments: [String], in folder: Program.Folder) throws -> (code: Int32, output: String, errors: String) {
    let result = try Program.run(arguments, in: folder)
    return (result.code, String(decoding: result.output, as: UTF8.self), result.errors)
  }

  @Test func `two documents are compared, and a report is written`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One line.\n")
    try folder.write("b.md", "Two lines.\n")
    let found = try run(["diff", "a.md", "b.md", "-o", "report.html"], in: folder)
    #expect(found.code == 1 && found.output.contains("b.md:1: the text of the paragraph changed: “One line.” became “Two lines.”"))
    #expect(folder.read("report.html").map { String(decoding: $0, as: UTF8.self).contains("data:image/png") } == true)
    #expect(try run(["diff", "a.md", "a.md"], in: folder).code == 0)
    #expect(try run(["diff", "a.md", "b.md", "-o", "out.png"], in: folder).code == 1 && folder.read("out.png") != nil)
  }

  @Test func `changes in a text are marked in a PDF, and counted`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One line.\n")
    try folder.write("b.md", "Two lines.\n")
    let found = try run(["diff", "a.md", "b.md", "-o", "changes.pdf"], in: folder)
    #expect(found.code == 1 && found.output == "a.md → b.md: 2 words inserted; 2 words removed\n" && found.errors.isEmpty)
    #expect(folder.read("changes.pdf")?.starts(with: Array("%PDF".utf8)) == true)
    #expect(try run(["diff", "a.md", "a.md", "-o", "same.pdf"], in: folder).output == "a.md → a.md: no difference\n")
    #expect(try run(["diff", "changes.pdf", "a.md", "-o", "x.pdf"], in: folder).errors.contains("changes.pdf is a PDF, not Markdown"))
    #expect(try run(["diff", "a.md", "b.md", "-o", "x.pdf", "--format", "json"], in: folder).code == 2)
  }

  @Test func `what cannot be compared is one sentence and its code`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One line.\n")
    try folder.write("bad.pdf", "%PDF-1.7\n")
    let broken = try run(["diff", "bad.pdf", "a.md"], in: folder)
    #expect(broken.code == 4 && broken.errors == "mdtypeset: error: cannot read bad.pdf: it is damaged, or not a PDF\n")
    #expect(try run(["diff", "a.md"], in: folder).code == 2)
    #expect(try run(["diff", "a.md", "a.md", "-o", "x.doc"], in: folder).errors.contains("has no extension that gives a format"))
    let confined = try run(["diff", "a.md", "bad.pdf", "--sandbox"], in: folder)
    #expect(confined.code == 2 && confined.errors.contains("a PDF cannot be compared in the sandbox"))
    #expect(try run(["diff", "a.md", "a.md", "--threshold", "x"], in: folder).errors.contains("\"x\" is no length"))
  }

  @Test func `the sandbox and limits hold for diff, test and explain`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One line.\n")
    try folder.write("b.md", "Two lines.\n")
    #expect(try run(["diff", "a.md", "b.md", "-o", "r.html", "--untrusted"], in: folder).code == 1 && folder.read("r.html") != nil)
    #expect(try run(["test", ".", "--update", "--sandbox"], in: folder).code == 0)
    try folder.write("a.md", "One line more.\n")
    let found = try run(["test", ".", "--sandbox", "--report", "r2.html"], in: folder)
    #expect(found.code == 1 && found.output.contains("2 documents: 1 the same, 1 different"))
    #expect(folder.read("r2.html") != nil && folder.read("results/a-1.png") != nil)
    #expect(try run(["explain", "a.md", "--at", "110,85", "--sandbox"], in: folder).output.hasPrefix("a.md:1:1: line of a paragraph"))
    // Formulas by the thousand take longer than a second.
    let long = String(repeating: "A paragraph with words and $\\frac{a}{b}$ in it.\n\n", count: 20_000)
    try folder.write("long.md", long)
    for words in [["diff", "long.md", "a.md"], ["explain", "long.md", "--at", "1,1"], ["test", ".", "--filter", "long"]] {
      let stopped = try run(words + ["--timeout", "1"], in: folder)
      #expect(stopped.code == 7, "\(words): \(stopped.errors)")
    }
    try folder.write("mdtypeset-tests.yaml", "tests: [{file: a.md, options: --timeout 1}]\n")
    #expect(try run(["test", "."], in: folder).errors.contains("the list of tests sets --timeout"))
  }

  @Test(arguments: ["github-actions.yml", "gitlab-ci.yml"])
  func `the commands of the CI examples run, fail where pages differ, and leave what they upload`(example: String) throws {
    let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples/ci").standardizedFileURL
    let text = try String(contentsOf: samples.appending(path: example), encoding: .utf8)
    let commands = text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "mdtypeset test ").map { String(line[$0.lowerBound...]) }
    }
    #expect(commands.count == 1)
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "One line.\n")
    #expect(try run(["test", "docs", "--update"], in: folder).code == 0)
    let programs = URL(filePath: Program.path).deletingLastPathComponent().path
    func runCommand() throws -> Int32 {
      try Program.run(["sh", "-c", "PATH=\(programs):$PATH; " + commands[0]], in: folder, program: "/usr/bin/env").code
    }
    #expect(try runCommand() == 0)
    try folder.write("docs/a.md", "Two lines.\n")
    #expect(try runCommand() == 1)
    #expect(folder.read("report.html") != nil && folder.read("docs/results/a-1.png") != nil)
    if example.hasPrefix("gitlab") {
      #expect(folder.read("pages.xml").map { String(decoding: $0, as: UTF8.self).contains("<testsuite") } == true)
    }
  }

  @Test func `references of documents that are gone are told`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: true)
    for name in ["a", "b", "sub/c"] { try folder.write("\(name).md", "One line.\n") }
    #expect(try run(["test", ".", "--update"], in: folder).errors.isEmpty)
    for name in ["b", "sub/c"] { try FileManager.default.removeItem(atPath: folder.path + "/\(name).md") }
    let found = try run(["test", "."], in: folder)
    #expect(found.code == 0 && found.output == "1 document: 1 the same\n")
    #expect(found.errors.contains("note: ./references/b.ref is the reference of no document"))
    #expect(found.errors.contains("note: ./references/sub/c.ref is the reference of no document"))
    // Of a part of the documents nothing is known of the others.
    #expect(try run(["test", ".", "--filter", "a"], in: folder).errors.isEmpty)
  }

  @Test func `a damaged reference is told, and the other documents are compared`() throws {
    let folder = try Program.Folder()
    for name in ["a", "b", "c"] { try folder.write("\(name).md", "One line.\n") }
    #expect(try run(["test", ".", "--update"], in: folder).code == 0)
    try folder.write("references/a.ref", "nothing")
    try folder.write("references/b.ref", "mdtypeset-reference 99\n")
    let found = try run(["test", ".", "--report", "r.html"], in: folder)
    #expect(found.code == 1 && found.output.contains("a.ref is damaged") && found.output.contains("b.ref has the format 99"))
    #expect(found.output.hasSuffix("3 documents: 1 the same, 2 failed\n") && folder.read("r.html") != nil)
  }

  @Test func `drafts and SyncTeX are written beside the PDF`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One line.\n")
    #expect(try run(["a.md", "-o", "a.pdf", "--synctex", "--draft=boxes"], in: folder).code == 0)
    #expect(folder.files.contains("a.synctex") && folder.files.contains("a.pdf"))
    #expect(try run(["a.md", "-o", "a.png", "--synctex"], in: folder).code == 2)
    #expect(try run(["a.md", "-o", "a.pdf", "--draft=x"], in: folder).code == 2)
    _ = try run(["check", "a.md", "--draft", "marked.pdf"], in: folder)
    #expect(folder.files.contains("marked.pdf"))
    #expect(try run(["explain", "a.md", "--at", "110,85"], in: folder).output.hasPrefix("a.md:1:1: line of a paragraph"))
  }
}
