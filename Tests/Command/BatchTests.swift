import Foundation
import Testing

@Suite struct BatchTests {
  private func folderWithDocuments() throws -> Program.Folder {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs/sub/deep", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "# A\n\nText with $x^2$.\n")
    try folder.write("docs/sub/b.markdown", "# B\n\n```swift\nlet a = 1\n```\n")
    try folder.write("docs/sub/deep/c.md", "# C\n\n- one\n- two\n")
    try folder.write("docs/notes.txt", "no Markdown")
    return folder
  }

  @Test func `a file whose name is not UTF-8 fails with what to do, and the others are made`() throws {
    let folder = try Program.Folder()
    let make = try Program.run(
      ["-c", "mkdir docs && echo text > docs/a.md && echo text > \"docs/$(printf 'caf\\351').md\""], in: folder, program: "/bin/sh")
    #expect(make.code == 0, "\(make.errors)")
    let result = try Program.run(["batch", "docs", "-o", "out"], in: folder)
    #expect(result.code == 4 && result.errors.contains("error: the name of the file is not UTF-8"), "\(result.errors)")
    #expect(folder.read("out/a.pdf") != nil)
  }

  @Test func `folders keep their structure, and each document has the bytes that it has alone`() throws {
    let folder = try folderWithDocuments()
    let result = try Program.run(["batch", "docs", "-o", "out", "-j", "2"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("3 documents: 3 made"))
    for (input, output) in [("docs/a.md", "a"), ("docs/sub/b.markdown", "sub/b"), ("docs/sub/deep/c.md", "sub/deep/c")] {
      _ = try Program.run([input, "-o", "single.pdf"], in: folder)
      #expect(folder.read("out/\(output).pdf") == folder.read("single.pdf"), "\(input)")
    }
  }

  @Test func `several formats, files and patterns go into one folder`() throws {
    let folder = try folderWithDocuments()
    let result = try Program.run(["batch", "docs/**/*.md", "-o", "out", "--to", "pdf,svg"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    for name in ["a.pdf", "a.svg", "sub/deep/c.pdf", "sub/deep/c.svg"] { #expect(folder.read("out/" + name) != nil, "\(name)") }
    #expect(folder.read("out/sub/b.pdf") == nil)
    _ = try Program.run(["batch", "docs/sub/deep/c.md", "docs/a.md", "-o", "two"], in: folder)
    #expect(folder.read("two/sub/deep/c.pdf") != nil)
    #expect(folder.read("two/a.pdf") != nil)
    _ = try Program.run(["batch", "docs/a.md", "--base", ".", "-o", "three"], in: folder)
    #expect(folder.read("three/docs/a.pdf") != nil)
  }

  @Test func `what is up to date is not made again, whatever it depends on`() throws {
    let folder = try folderWithDocuments()
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9' fill='COLOR'/></svg>"
    try folder.write("docs/p.svg", svg.replacingOccurrences(of: "COLOR", with: "red"))
    try folder.write("docs/part.md", "Included text.\n")
    try folder.write("docs/t.yaml", "base: article\nbody: {size: 11pt}\n")
    try folder.write("docs/d.md", "---\ntheme: t.yaml\n---\n![p](p.svg)\n\n![q](q.svg)\n\n{{#include part.md}}\n")
    func run(_ more: String...) throws -> String {
      // A file written in the last milliseconds before a run is not taken for up to date.
      Thread.sleep(forTimeInterval: 0.05)
      return try Program.run(["batch", "docs", "-o", "out"] + more, in: folder).errors
    }
    #expect(try run().contains("5 made"))
    let second = try run()
    #expect(second.contains("0 made, 5 up to date"), "\(second)")
    try folder.write("docs/a.md", "# A\n\nOther text.\n")
    #expect(try run().contains("1 made, 4 up to date"))
    try folder.write("docs/p.svg", svg.replacingOccurrences(of: "COLOR", with: "blue"))
    #expect(try run().contains("1 made, 4 up to date"))
    try folder.write("docs/part.md", "Another included text.\n")
    #expect(try run().contains("2 made, 3 up to date"))
    try folder.write("docs/t.yaml", "base: article\nbody: {size: 12pt}\n")
    #expect(try run().contains("1 made, 4 up to date"))
    // A picture that was missing appears.
    try folder.write("docs/q.svg", svg.replacingOccurrences(of: "COLOR", with: "green"))
    #expect(try run().contains("1 made, 4 up to date"))
    #expect(try run("-V", "body.size=9pt").contains("5 made"))
    #expect(try run().contains("5 made"))
    // An output that somebody has changed or removed.
    try folder.write("out/a.pdf", "other")
    try FileManager.default.removeItem(atPath: folder.path + "/out/sub/b.pdf")
    #expect(try run().contains("2 made, 3 up to date"))
    #expect(folder.read("out/a.pdf")?.starts(with: Data("%PDF".utf8)) == true)
    #expect(try run("--force").contains("5 made"))
  }

  @Test func `a document that cannot be made stops no other`() throws {
    let folder = try folderWithDocuments()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/docs/gone.md", withDestinationPath: "nowhere.md")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/docs/sub/up", withDestinationPath: "..")
    try folder.write("docs/x.md", "X\n")
    try folder.write("docs/x.markdown", "Y\n")
    // The name of an output is taken by a folder.
    try FileManager.default.createDirectory(atPath: folder.path + "/out/docs/a.pdf", withIntermediateDirectories: true)
    let clash = try Program.run(["batch", "docs", "missing.md", "-o", "out"], in: folder)
    #expect(clash.code == 2 && clash.errors.contains("docs/x.markdown and docs/x.md have the same output"))
    #expect(folder.read("out/docs/sub/b.pdf") == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/docs/x.markdown")
    let result = try Program.run(["batch", "docs", "missing.md", "-o", "out"], in: folder)
    #expect(result.code == 6, "\(result.errors)")
    #expect(result.errors.contains("gone.md"))
    #expect(result.errors.contains("leads back to itself"))
    #expect(result.errors.contains("cannot read missing.md"))
    #expect(result.errors.contains("cannot write out/docs/a.pdf"))
    #expect(folder.read("out/docs/sub/b.pdf") != nil)
    #expect(folder.read("out/docs/sub/deep/c.pdf") != nil)
    let only = try Program.run(["batch", "missing.md", "docs/sub/deep", "-o", "out2"], in: folder)
    #expect(only.code == 4)
  }

  @Test func `names of files put no rule, recipe or variable into the dependencies`() throws {
    let folder = try folderWithDocuments()
    for name in ["n\n\ttouch x", "a;touch x", "a|b", "v=$(touch x)", "p%q", "w*d", "back\\", "t~", "plain $(x) #1: y"] {
      try folder.write("docs/\(name).md", "# X\n")
    }
    let result = try Program.run(["batch", "docs", "-o", "out", "--deps", "deps.d"], in: folder)
    #expect(result.code == 0)
    let deps = String(decoding: folder.read("deps.d") ?? Data(), as: UTF8.self)
    #expect(deps.contains("out/plain\\ $$(x)\\ \\#1\\:\\ y.pdf: \\\n  docs/plain\\ $$(x)\\ \\#1\\:\\ y.md\n"))
    #expect(!deps.contains("touch") && !deps.contains(where: "|=%*~;\t".contains))
    #expect(result.errors.contains("deps.d leaves out a file that make cannot name: out/a;touch x.pdf"))
    #expect(result.errors.contains("n\u{FFFD}\u{FFFD}touch x"))
  }

  @Test func `links lead a batch neither out of a folder nor round and round`() throws {
    let folder = try folderWithDocuments()
    let files = FileManager.default
    func link(_ name: String, to target: String) throws {
      try files.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    let names = (0..<10).map { "f\($0)" }
    for name in ["secret"] + names.map({ "docs/" + $0 }) {
      try files.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.write("secret/s.md", "Secret\n")
    try link("docs/out", to: "../secret")
    try link("docs/all", to: "/")
    try link("docs/link.md", to: "../secret/s.md")
    // Each of ten folders has links to all others: paths without number.
    for name in names { try folder.write("docs/\(name)/x.md", "X\n") }
    for name in names { for other in names where other != name { try link("docs/\(name)/\(other)", to: "../\(other)") } }
    let result = try Program.run(["batch", "docs", "-o", "out"], in: folder)
    #expect(result.errors.contains("docs/out leads out"))
    #expect(result.errors.contains("docs/all leads out"))
    #expect(names.allSatisfy { folder.read("out/\($0)/x.pdf") != nil })
    let made = try files.subpathsOfDirectory(atPath: folder.path + "/out").filter { $0.hasSuffix("x.pdf") }
    #expect(made.count <= 2 * names.count)
    #expect(result.errors.contains("docs/link.md leads out") && folder.read("out/link.pdf") == nil)
    let confined = try Program.run(["batch", "docs", "--sandbox", "-o", "safe"], in: folder)
    #expect(confined.errors.contains("the link leads out of docs"))
    #expect(folder.read("safe/link.pdf") == nil)
    #expect(folder.read("safe/a.pdf") != nil)
  }

  @Test func `a document that takes too long fails alone`() throws {
    let folder = try folderWithDocuments()
    // One page takes a moment, this many take minutes.
    let long = String(repeating: "Many words of a long text with $\\frac{a}{b}$ and more words after it.\n\n", count: 40_000)
    try folder.write("docs/long.md", long)
    let result = try Program.run(["batch", "docs", "-o", "out", "--timeout", "3"], in: folder)
    #expect(result.code == 7)
    #expect(result.errors.contains("docs/long.md: error: it takes longer than 3 s [limit.time]"))
    #expect(folder.read("out/a.pdf") != nil)
    #expect(folder.read("out/sub/deep/c.pdf") != nil)
    // Nothing half-made is left.
    #expect(!folder.files(below: "out").contains { $0.contains(".mdtypeset-") && !$0.hasSuffix(".mdtypeset-batch") })
  }

  @Test func `a batch that is killed goes on where it was`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    for number in 0..<40 { try folder.write("docs/\(number).md", "# \(number)\n\nText with $x_{\(number)}$.\n") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["batch", "docs", "-o", "out", "-j", "1"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let record = folder.path + "/out/.mdtypeset-batch"
    while process.isRunning, (FileManager.default.contents(atPath: record) ?? Data()).count(where: { $0 == 0x0A }) < 6 { usleep(1_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // All that is there is whole.
    for name in folder.files(below: "out") where name.hasSuffix(".pdf") {
      #expect(folder.read("out/" + name)?.suffix(6) == Data("%%EOF\n".utf8))
    }
    // A line that was cut off is ignored.
    let handle = try #require(FileHandle(forWritingAtPath: record))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"document":"out/39","rec"#.utf8))
    try handle.close()
    let result = try Program.run(["batch", "docs", "-o", "out"], in: folder)
    #expect(result.code == 0)
    let current = result.errors.firstMatch(of: /made, (\d+) up to date/).flatMap { Int($0.1) } ?? 0
    #expect(current >= 4, "\(result.errors)")
    #expect(try Program.run(["batch", "docs", "-o", "out"], in: folder).errors.contains("0 made, 40 up to date"))
  }

  @Test func `tools get JSON lines, make gets dependencies`() throws {
    let folder = try folderWithDocuments()
    try folder.write("docs/a b.md", "![](p q.png) and \\nosuchthing $\\nosuchthing$\n")
    let result = try Program.run(["batch", "docs", "-o", "out", "--progress", "json", "--deps", "deps.d"], in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 5)
    let objects = try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    #expect(objects.last?["made"] as? Int == 4)
    let a = try #require(objects.first { $0["input"] as? String == "docs/a.md" })
    #expect(a["status"] as? String == "made")
    #expect(a["files"] as? [String] == ["out/a.pdf"])
    let deps = String(decoding: folder.read("deps.d") ?? Data(), as: UTF8.self)
    #expect(deps.contains("out/a.pdf: \\\n  docs/a.md\n"))
    #expect(deps.contains("out/a\\ b.pdf: \\\n  docs/a\\ b.md"))
  }

  @Test func `pages that a document has no more are removed`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "One\n\n\\newpage\n\nTwo\n\n\\newpage\n\nThree\n")
    _ = try Program.run(["batch", "a.md", "-o", "out", "--to", "png", "--ppi", "30"], in: folder)
    #expect(folder.read("out/a-3.png") != nil)
    try folder.write("a.md", "One\n\n\\newpage\n\nTwo\n")
    _ = try Program.run(["batch", "a.md", "-o", "out", "--to", "png", "--ppi", "30"], in: folder)
    #expect(folder.read("out/a-2.png") != nil)
    #expect(folder.read("out/a-3.png") == nil)
  }

  @Test func `a full disk fails each document, and says so`() throws {
    let folder = try folderWithDocuments()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/full", withDestinationPath: "/proc/self")
    let result = try Program.run(["batch", "docs", "-o", "full"], in: folder)
    #expect(result.code == 5, "\(result.errors)")
    #expect(result.errors.contains("cannot write"))
  }

  @Test func `a batch in the sandbox reads its folders and no others`() throws {
    let folder = try folderWithDocuments()
    try folder.write("docs/a.md", "![](/etc/passwd)\n\nText.\n")
    let result = try Program.run(["batch", "docs", "-o", "out", "--untrusted"], in: folder)
    #expect(result.errors.contains("3 made"), "\(result.errors)")
    #expect(folder.read("out/sub/b.pdf") != nil)
  }

  @Test func `patterns and ignore files leave documents out of folders, not those that are named`() throws {
    let folder = try folderWithDocuments()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs/drafts", withIntermediateDirectories: true)
    for name in ["drafts/x", "sub/deep/d", "sub/deep/keep"] { try folder.write("docs/\(name).md", "Words.\n") }
    func made(_ words: String...) throws -> [String] {
      let result = try Program.run(["batch"] + words + ["-o", "out", "--force"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      defer { try? FileManager.default.removeItem(atPath: folder.path + "/out") }
      return folder.files(below: "out").filter { $0.hasSuffix(".pdf") }
    }
    #expect(try made("docs", "--exclude", "drafts/", "--exclude", "/sub/deep") == ["a.pdf", "sub/b.pdf"])
    #expect(try made("docs", "--exclude", "**/deep/*.md", "--exclude", "a.*") == ["drafts/x.pdf", "sub/b.pdf"])
    #expect(try made("docs/**/*.md", "--exclude", "sub") == ["a.pdf", "drafts/x.pdf"])
    try folder.write("docs/.mdtypesetignore", "# not yet\n\ndrafts\nd.md\n")
    try folder.write("docs/sub/.mdtypesetignore", "/deep/*\n!keep.md\n")
    #expect(try made("docs") == ["a.pdf", "sub/b.pdf", "sub/deep/keep.pdf"])
    #expect(try made("docs/drafts/x.md") == ["x.pdf"])
  }

  @Test func `outputs whose input is gone are listed, and pruned where they are as they were written`() throws {
    let folder = try folderWithDocuments()
    try folder.write("docs/own.md", "Words.\n")
    #expect(try Program.run(["batch", "docs", "-o", "out"], in: folder).code == 0)
    for name in ["a", "own"] { try FileManager.default.removeItem(atPath: folder.path + "/docs/\(name).md") }
    try folder.write("out/own.pdf", "mine now")
    try folder.write("out/other.pdf", "never ours")
    #expect(try Program.run(["batch", "docs", "-o", "out"], in: folder).errors.contains("the input of 1 output is gone: out/a.pdf"))
    #expect(folder.read("out/a.pdf") != nil)
    let pruned = try Program.run(["batch", "docs", "-o", "out", "--prune"], in: folder)
    #expect(
      pruned.errors.contains("removed 1 output whose input is gone: out/a.pdf") && pruned.errors.contains("2 up to date"),
      "\(pruned.errors)")
    #expect(folder.files(below: "out").filter { $0.hasSuffix(".pdf") } == ["other.pdf", "own.pdf", "sub/b.pdf", "sub/deep/c.pdf"])
    #expect(!(try Program.run(["batch", "docs", "-o", "out"], in: folder)).errors.contains("gone"))
  }

  @Test func `a record removes nothing but what a run writes in its own folder`() throws {
    let folder = try folderWithDocuments()
    try folder.write("docs/b.md", "Words.\n")
    #expect(try Program.run(["batch", "docs", "-o", "out"], in: folder).code == 0)
    try FileManager.default.copyItem(atPath: folder.path + "/out/b.pdf", toPath: folder.path + "/b.pdf")
    try FileManager.default.removeItem(atPath: folder.path + "/docs/b.md")
    let record = String(decoding: try #require(folder.read("out/.mdtypeset-batch")), as: UTF8.self)
    for base in ["out/../b", "b", folder.path + "/b"] {
      try folder.write("out/.mdtypeset-batch", record.replacing("out/b", with: base).replacing("out\\/b", with: base))
      _ = try Program.run(["batch", "docs", "-o", "out", "--prune"], in: folder)
      #expect(folder.read("b.pdf") != nil, "\(base)")
    }
  }

  @Test func `a warning of several documents is shown once, and not again for what is up to date`() throws {
    let folder = try Program.Folder()
    for name in ["a", "b", "c"] { try folder.write("\(name).md", "Words.\n\n$\\nosuch$\n") }
    let words = ["batch", "a.md", "b.md", "c.md", "-o", "out", "-j", "1"]
    let first = try Program.run(words, in: folder).errors
    #expect(first.components(separatedBy: "hint: did you mean").count == 2, "\(first)")
    #expect(first.contains("warning: unknown command \\nosuch [math.unknown-command]: 3 documents, first a.md:3\n"))
    try folder.write("c.md", "More words.\n\n$\\nosuch$\n")
    let second = try Program.run(words, in: folder).errors
    #expect(second.contains("c.md:3:2: warning") && !second.contains("a.md:3") && second.contains("3 with warnings"), "\(second)")
    let json = String(decoding: try Program.run(words + ["--progress", "json", "--force"], in: folder).output, as: UTF8.self)
    #expect(json.contains(#""code":"math.unknown-command","message":"unknown command \\nosuch""#) && json.contains(#""documents":3"#))
  }

  @Test(arguments: [[], ["-q"]]) func `each document that --strict fails says why`(more: [String]) throws {
    let folder = try Program.Folder()
    for name in ["a", "b"] { try folder.write("\(name).md", "Words.\n\n$\\nosuch$\n") }
    let result = try Program.run(["batch", "a.md", "b.md", "-o", "out", "-j", "1", "--strict"] + more, in: folder)
    for name in ["a", "b"] { #expect(result.errors.contains("\(name).md:3:2: warning: unknown command"), "\(result.errors)") }
  }

  @Test(arguments: [
    ("picture.missing", [3, 3, 3]), ("picture", [3, 3, 3]), ("pict,font.missing-glyph", [0, 0, 0]), ("math, picture.missing", [3, 3, 3]),
  ])
  func `diagnostics that --fail-on names stop a run before it writes`(codes: String, expected: [Int32]) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "Words.\n\n![x](none.png)\n")
    try folder.write("SUMMARY.md", "- [A](a.md)\n")
    let single = try Program.run(["a.md", "-o", "a.pdf", "-q", "--fail-on", codes], in: folder)
    #expect(single.code == expected[0])
    #expect((folder.read("a.pdf") == nil) == (expected[0] == 3))
    #expect(single.errors.contains("picture.missing"))
    #expect(try Program.run(["batch", "a.md", "-o", "out", "--fail-on", codes], in: folder).code == expected[1])
    #expect(try Program.run(["SUMMARY.md", "-o", "b.pdf", "--fail-on", codes], in: folder).code == expected[2])
  }

  @Test func `parts are made by names: another number of parts, or a new document, changes few of them`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    for number in 0..<24 { try folder.write("docs/\(number).md", "Words.\n") }
    func parts(_ count: Int, to output: String) throws -> [Set<String>] {
      try (1...count).map { part in
        let result = try Program.run(["batch", "docs", "-o", output, "--shard", "\(part)/\(count)", "-t", "txt"], in: folder)
        return Set(result.errors.matches(of: #/docs/(\d+)\.md -> /#).map { String($0.output.1) })
      }
    }
    let two = try parts(2, to: "two")
    #expect(two[0].count + two[1].count == 24 && two.allSatisfy { $0.count > 5 })
    // In the same folder all is there already.
    #expect(try parts(3, to: "two").allSatisfy(\.isEmpty))
    let three = try parts(3, to: "three")
    #expect(three[0].isSubset(of: two[0]) && three[1].isSubset(of: two[1]) && three[2].count < 16)
    try folder.write("docs/new.md", "Words.\n")
    #expect(try parts(2, to: "two").allSatisfy { $0.isEmpty })
    #expect(folder.read("two/new.txt") != nil)
  }

  @Test func `a document with several warnings counts once`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "$\\nosuch$ and $\\nothing$\n\n![](gone.png) ![](lost.png)\n")
    try folder.write("b.md", "Words.\n")
    let result = try Program.run(["batch", "a.md", "b.md", "-o", "out"], in: folder)
    #expect(result.errors.contains("1 with warnings"), "\(result.errors)")
  }

  @Test func `mistakes of usage are told before anything is made`() throws {
    let folder = try folderWithDocuments()
    for words in [
      ["batch", "docs"], ["batch", "-o", "out"], ["batch", "docs", "-o", "out", "--to", "tiff"],
      ["batch", "docs", "-o", "out", "--ppi", "x"],
    ] {
      #expect(try Program.run(words, in: folder).code == 2, "\(words)")
    }
    #expect(folder.read("out") == nil)
  }

  /// True if a batch makes the document, false if what is kept is up to date.
  private func isMade(_ document: String, in folder: Program.Folder) throws -> Bool {
    try Program.run(["batch", document, "-o", "out"], in: folder).errors.contains("1 made")
  }

  @Test func `a document is made again when a bibliography appears beside it, or gets the work that it cites`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "As [@knuth84] says.\n")
    func made() throws -> Bool { try isMade("docs/a.md", in: folder) }
    #expect(try made())
    #expect(try !made())
    try folder.write("docs/works.bib", "@book{other, title = {Other}, year = 1990}\n")
    #expect(try made())
    #expect(try !made())
    try folder.write("docs/works.bib", "@book{knuth84, title = {The TeXbook}, author = {Donald Knuth}, year = 1984}\n")
    #expect(try made())
    try folder.write("docs/near.bib", "@book{knuth84, title = {The TeXbook}, author = {Donald Knuth}, year = 1986}\n")
    #expect(try made())
    #expect(try !made())
  }

  @Test func `a text is made again when a script for pandoc appears, or the metadata that it names change`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "Words.\n")
    func made() throws -> Bool { try isMade("docs/a.md", in: folder) }
    #expect(try made())
    #expect(try !made())
    try folder.write("docs/build.sh", "pandoc a.md meta.yaml\n")
    #expect(try made())
    #expect(try !made())
    try folder.write("docs/meta.yaml", "title: A\n")
    #expect(try made())
    try folder.write("docs/meta.yaml", "title: B\n")
    #expect(try made())
    #expect(try !made())
  }

  @Test(arguments: [
    ("hugo.toml", "{{< hi >}}\n", "layouts/shortcodes/hi.html", "Hi"),
    ("_config.yml", "{% include hi.html %}\n", "_includes/hi.html", "Hi"),
    ("README.md", "---\ntitle: T\n---\n\nThe {title}\n", "docs/svelte.config.js", "export default {};"),
    ("README.md", "$\\own$\n", "docs/js/mathjax.js", "MathJax = {tex: {macros: {own: 'x'}}};"),
    ("README.md", "Euro $1 @@x@@\n", "docs/_static/math.js", "MathJax = {tex: {inlineMath: [['@@', '@@']]}};"),
    ("README.md", "a\n\n---\n\nb\n\n---\n\nc\n", "package.json", "{\"dependencies\": {\"reveal.js\": \"5\"}}"),
  ]) func `a text is made again when its site gets a first template or script`(marker: String, text: String, path: String, new: String)
    throws
  {
    let folder = try Program.Folder()
    func write(_ path: String, _ text: String) throws {
      let home = folder.path + "/" + path.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try folder.write(path, text)
    }
    try write(marker, "")
    try write("docs/a.md", text)
    #expect(try isMade("docs/a.md", in: folder))
    #expect(try !isMade("docs/a.md", in: folder))
    try write(path, new)
    #expect(try isMade("docs/a.md", in: folder))
    #expect(try !isMade("docs/a.md", in: folder))
  }

  @Test func `a page is made again when its folder's metadata appear, change or go`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/slides", withIntermediateDirectories: true)
    try folder.write("_quarto.yml", "project:\n  type: website\n")
    try folder.write("slides/a.qmd", "---\ntitle: X\n---\n\n## One\n\n## Two\n")
    func made() throws -> Bool { try isMade("slides/a.qmd", in: folder) }
    #expect(try made())
    #expect(try !made())
    try folder.write("slides/_metadata.yml", "format: revealjs\n")
    #expect(try made())
    try folder.write("slides/_metadata.yml", "format: html\n")
    #expect(try made())
    try FileManager.default.removeItem(atPath: folder.path + "/slides/_metadata.yml")
    #expect(try made())
    #expect(try !made())
  }
}

extension Program.Folder {
  /// All files below a folder, by their paths from there.
  func files(below name: String) -> [String] {
    (FileManager.default.enumerator(atPath: path + "/" + name)?.allObjects as? [String] ?? []).sorted()
  }
}
