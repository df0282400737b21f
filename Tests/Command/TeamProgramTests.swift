import Foundation
import Testing

/// What teams need of `test` and `check`: things that may differ, acceptance of one cause, findings that are known.
@Suite struct TeamProgramTests {
  private func text(_ result: Program.Result) -> String { String(decoding: result.output, as: UTF8.self) }

  @Test func `a masked line may say something else, and nothing else may`() throws {
    let folder = try Program.Folder()
    func write(_ build: String, _ rest: String) throws { try folder.write("a.md", "# A\n\nBuilt on \(build).\n\n\(rest)\n") }
    try write("3 May", "Text.")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    try write("31 December, by hand", "Text.")
    #expect(try Program.run(["test", "."], in: folder).code == 1)
    #expect(try Program.run(["test", ".", "--mask", "Built on {{date}}."], in: folder).code == 0)
    #expect(try Program.run(["test", ".", "--mask", "Built for {{date}}."], in: folder).code == 1)
    #expect(try Program.run(["test", ".", "--mask", "page 1: 0pt 0pt 500pt 200pt"], in: folder).code == 0)
    try write("31 December", "Other text.")
    let other = try Program.run(["test", ".", "--mask", "Built on {{date}}."], in: folder)
    #expect(other.code == 1 && text(other).contains("a.md:5: the text") && text(other).contains("nothing else changed"))
    for mask in ["{{date}}", "page 1: 0pt"] { #expect(try Program.run(["test", ".", "--mask", mask], in: folder).code == 2) }
  }

  @Test func `what has a masked class may be anything, and nothing else may`() throws {
    let folder = try Program.Folder()
    func write(_ draft: String, _ word: String, _ rest: String) throws {
      try folder.write(
        "a.md", "# A\n\n\(rest)\n\n::: {.draft}\n\(draft)\n:::\n\nA line with [\(word)]{.build} in it.\n\n::: {.final}\nEnd.\n:::\n")
    }
    try write("One.", "3 May", "Text.")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    try write("Other words, and [a link](https://a.org).", "4 May", "Text.")
    #expect(try Program.run(["test", "."], in: folder).code == 1)
    let both = ["--mask", ".draft", "--mask", ".build"]
    let same = try Program.run(["test", "."] + both, in: folder)
    #expect(same.code == 0, "\(text(same))")
    let one = try Program.run(["test", ".", "--mask", ".draft"], in: folder)
    #expect(
      one.code == 1 && text(one).contains("“3” became “4”") && !text(one).contains("Other") && !text(one).contains("link"), "\(text(one))")
    #expect(try Program.run(["test", ".", "--mask", ".final"], in: folder).code == 1)
    try write("One.", "3 May", "Other text.")
    let other = try Program.run(["test", "."] + both, in: folder)
    #expect(other.code == 1 && text(other).contains("a.md:3: the text"), "\(text(other))")
  }

  @Test func `pictures of changed places are written, and a comment shows them`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs/sub", withIntermediateDirectories: true)
    try folder.write("docs/sub/a b.md", "# A\n\nA red fox.\n\nMore of it.\n")
    #expect(try Program.run(["test", "docs", "--update"], in: folder).code == 0)
    try folder.write("docs/sub/a b.md", "# A\n\nA brown fox.\n\nMore of it.\n\nA paragraph that is new here.\n")
    let words = ["test", "docs", "--format", "markdown", "--pictures", "never", "--crops", "out/shots"]
    let here = text(try Program.run(words, in: folder))
    #expect(here.contains("| ![before](<out/shots/sub/a%20b-1-before.png>) | ![after](<out/shots/sub/a%20b-1-after.png>) |"), "\(here)")
    let there = text(try Program.run(words + ["--crops-url", "https://a.org/x/"], in: folder))
    #expect(there.contains("![after](<https://a.org/x/sub/a%20b-2-after.png>)") && !there.contains("a%20b-2-before"), "\(there)")
    for name in ["1-before", "1-after", "2-after"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out/shots/sub/a b-\(name).png"))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count < 20_000)
    }
    #expect(!text(try Program.run(["test", "docs", "--format", "markdown"], in: folder)).contains("!["))
    #expect(try Program.run(["test", "docs", "--crops-url", "https://a.org"], in: folder).code == 2)
  }

  @Test func `a report has both pages of a view in one picture where most of them is the same`() throws {
    let folder = try Program.Folder()
    let rest = (1...9).map { "Line \($0) of many, with some words.\n\n" }.joined()
    func write(_ word: String) throws { for name in ["a", "b"] { try folder.write("\(name).md", "# A\n\nA \(word) fox.\n\n" + rest) } }
    try write("red")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    try write("brown")
    #expect(try Program.run(["test", ".", "--report", "report.html"], in: folder).code == 1)
    let html = try String(contentsOf: URL(fileURLWithPath: folder.path + "/report.html"), encoding: .utf8)
    #expect(html.components(separatedBy: "--pair:url(data:image/png;base64,").count == 3 && !html.contains("<img"))
    #expect(html.contains("before (redrawn from the reference"))
  }

  @Test func `a document has a tolerance of its own`() throws {
    let folder = try Program.Folder()
    for name in ["a", "b"] { try folder.write("\(name).md", "---\nstyles.paragraph.before: 6pt\n---\n\n# A\n\nOne.\n\nTwo.\n") }
    try folder.write("mdtypeset-tests.yaml", "tests: [a.md, {file: b.md, options: --tolerance 1pt}]\n")
    try folder.write("a.md", "# A\n\nText.\n\n![](p.svg){height=20pt}\n")
    try folder.write("b.md", "# A\n\nText.\n\n![](p.svg){height=20pt}\n")
    func draw(_ width: String) throws {
      try folder.write("p.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='20'><rect width='10' height='20'/></svg>")
    }
    try draw("40")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    for name in ["a", "b"] { try folder.write("\(name).md", "# A\n\nText.\n\n![](p.svg){height=20.3pt}\n") }
    let result = try Program.run(["test", "."], in: folder)
    #expect(text(result).hasPrefix("a.md: different\n") && text(result).hasSuffix("2 documents: 1 the same, 1 different\n"))
  }

  @Test func `references are updated for one cause, and others still fail`() throws {
    let folder = try Program.Folder()
    for name in ["a", "b"] { try folder.write("\(name).md", "# A\n\nText.\n") }
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    try folder.write("a.md", "# A\n\nOther text.\n")
    try folder.write("b.md", "---\npaper: a5\n---\n\n# A\n\nText.\n")
    let result = try Program.run(["test", ".", "--update=setting"], in: folder)
    #expect(result.code == 1 && text(result).hasSuffix("2 documents: 1 recorded, 1 different\n"))
    #expect(text(result).contains("the reference was not written: not all that changed has the cause setting"))
    #expect(text(try Program.run(["test", "."], in: folder)).hasSuffix("2 documents: 1 the same, 1 different\n"))
    #expect(try Program.run(["test", ".", "--update=nonsense"], in: folder).code == 2)
  }

  @Test func `findings of a baseline are not told, new ones are`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    try folder.write("docs/a.md", "# A\n\n### B\n\ntext\n")
    #expect(try Program.run(["check", "docs/a.md", "--baseline", "docs/known.txt"], in: folder).errors.contains("--update-baseline"))
    let written = try Program.run(["check", "docs/a.md", "--baseline", "docs/known.txt", "--update-baseline"], in: folder)
    #expect(written.code == 0 && written.output.isEmpty && written.errors == "mdtypeset: docs/known.txt has 1 finding in 1 file\n")
    #expect(try Program.run(["check", "docs/a.md", "--baseline", "docs/known.txt"], in: folder).code == 0)
    // Lines above it and another working folder change nothing; a second one like it is new.
    try folder.write("docs/a.md", "# A\n\nMore.\n\n### B\n\ntext\n\n# C\n\n### D\n")
    let new = try Program.run(["check", "a.md", "--baseline", "known.txt", "--format", "short"], at: folder.path + "/docs")
    #expect(new.code == 1 && text(new) == "a.md:11:1: warning: a heading of level 3 follows one of level 1 [heading-skip]\n")
    try folder.write("docs/a.md", "# A\n\ntext\n")
    let gone = try Program.run(["check", "docs/a.md", "--baseline", "docs/known.txt"], in: folder)
    #expect(gone.code == 0 && gone.errors.contains("1 known finding is no more"))
    try folder.write("docs/known.txt", "mdtypeset-baseline 1\nbroken\n")
    #expect(try Program.run(["check", "docs/a.md", "--baseline", "docs/known.txt"], in: folder).errors.contains("docs/known.txt:2: "))
    #expect(try Program.run(["check", "docs/a.md", "--update-baseline"], in: folder).code == 2)
  }

  @Test func `findings are grouped by rule`() throws {
    let folder = try Program.Folder()
    for name in ["a", "b"] { try folder.write("\(name).md", "# A\n\n### B\n\ntext\n") }
    let result = try Program.run(["check", "a.md", "b.md", "--format", "grouped"], in: folder)
    #expect(
      text(result)
        == "warning: heading-skip: 2 in 2 files, first a.md:3:1: a heading of level 3 follows one of level 1\n2 warnings\n")
  }

  @Test func `references keep small copies of pictures if they are asked to, and reports show them`() throws {
    let folder = try Program.Folder()
    func draw(_ color: String) throws {
      try folder.write(
        "p.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200' height='100' fill='\(color)'/></svg>")
    }
    try folder.write("a.md", "# A\n\n![](p.svg)\n\nText.\n")
    try draw("#ff0000")
    #expect(try Program.run(["test", ".", "--update"], in: folder).code == 0)
    let plain = String(decoding: folder.read("references/a.ref") ?? Data(), as: UTF8.self)
    #expect(!plain.contains("\ncopy "))
    #expect(try Program.run(["test", ".", "--update", "--copies"], in: folder).code == 0)
    let kept = String(decoding: folder.read("references/a.ref") ?? Data(), as: UTF8.self)
    #expect(kept.contains("\ncopy ") && kept.utf8.count < plain.utf8.count + 4000)
    #expect(try Program.run(["test", "."], in: folder).code == 0)
    try draw("#0000ff")
    #expect(try Program.run(["test", ".", "--report", "r.html"], in: folder).code == 1)
    let html = String(decoding: folder.read("r.html") ?? Data(), as: UTF8.self)
    // Both pages are in one picture.
    let pictures = html.matches(of: /url\(data:image\/png;base64,([^)]*)\)/).compactMap { Data(base64Encoded: String($0.1)) }
    try #require(pictures.count == 1)
    func colors(_ png: Data) throws -> Set<[UInt8]> {
      let start = try #require(png.range(of: Data("PLTE".utf8))).upperBound
      let count = Int(png[start - 5]) / 3
      return Set((0..<count).map { Array(png[start + 3 * $0..<start + 3 * $0 + 3]) })
    }
    let both = try colors(pictures[0])
    #expect(both.contains([255, 0, 0]) && both.contains([0, 0, 255]))
  }
}
