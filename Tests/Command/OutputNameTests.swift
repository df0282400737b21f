import Foundation
import Testing

/// All names of outputs are known and compared before a run begins.
@Suite struct OutputNameTests {
  let folder: Program.Folder
  private let twoPages = "One.\n\n\\newpage\n\nTwo.\n"

  init() throws { folder = try Program.Folder() }

  private func batch(_ documents: [String: String], _ words: String...) throws -> Program.Result {
    try? FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: true)
    for (name, text) in documents { try folder.write("in/" + name, text) }
    return try Program.run(["batch", "in", "-o", "out"] + words, in: folder)
  }

  @Test(arguments: [("a", "a-1"), ("a", "a-20"), ("x-1", "x-1-3")])
  func `documents whose pages may have the same file are an error before anything is made`(first: String, second: String) throws {
    let result = try batch([first + ".md": twoPages, second + ".md": "Other.", "other.md": "Other."], "-t", "pdf,png")
    #expect(result.code == 2 && result.errors.contains("in/\(first).md and in/\(second).md both may write"), "\(result.errors)")
    #expect(!folder.files.contains("out"))
    #expect(try batch([:], "-t", "pdf").code == 0)
  }

  @Test func `names that only look alike are made`() throws {
    let result = try batch(["a.md": twoPages, "a-01.md": "x", "a-0.md": "x", "a-b.md": "x", "1.md": "x", "-1.md": "x"], "-t", "svg")
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test func `the name of an input is no pattern`() throws {
    let result = try batch(["{p}.md": twoPages, "{t}.md": twoPages, "1.md": "One alone."], "-t", "svg")
    #expect(result.code == 0, "\(result.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").filter { $0.hasSuffix("svg") }.sorted()
    #expect(files == ["1.svg", "{p}-1.svg", "{p}-2.svg", "{t}-1.svg", "{t}-2.svg"])
    for name in ["{p}.md", "{theme}.md"] {
      try folder.write(name, twoPages)
      #expect(try Program.run([name, "-t", "svg"], in: folder).code == 0)
    }
    #expect(folder.files.filter { $0.hasSuffix("svg") } == ["{p}-1.svg", "{p}-2.svg", "{theme}-1.svg", "{theme}-2.svg"])
    #expect(try Program.run(["{theme}.md", "--theme", "article,dark"], in: folder).code == 0)
    #expect(folder.files.filter { $0.hasSuffix("pdf") } == ["{theme}-article.pdf", "{theme}-dark.pdf"])
  }

  @Test(arguments: [
    ["-o", "d.pdf", "--timings=d.pdf"], ["-o", "d.pdf", "--synctex", "--timings=./d.synctex"], ["-o", "p-{p}.svg", "--timings=p-12.svg"],
    ["-o", "d.svg", "--timings=d-3.svg"], ["-o", "l.pdf", "--timings=d.pdf"],
  ])
  func `two outputs of one run are two files`(words: [String]) throws {
    try folder.write("d.md", twoPages)
    try folder.write("d.pdf", "")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/l.pdf", withDestinationPath: "d.pdf")
    let before = folder.files
    let result = try Program.run(["d.md"] + words, in: folder)
    #expect(result.code == 2 && result.errors.contains("may be the same file"), "\(result.errors)")
    #expect(folder.files == before)
  }

  @Test func `themes whose pages may have the same file are an error`() throws {
    try folder.write("d.md", twoPages)
    try folder.write("dark-1.yaml", "extends: dark\n")
    let words = ["d.md", "--theme", "dark,dark-1.yaml", "-o", "d-{theme}.svg"]
    #expect(try Program.run(words, in: folder).code == 2)
    #expect(folder.files == ["d.md", "dark-1.yaml"])
  }
}
