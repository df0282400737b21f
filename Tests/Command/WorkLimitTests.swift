import Foundation
import Testing

@testable import Command
@testable import MDTypeset

/// Limits of work, which leave a document.
@Suite struct WorkLimitTests {
  private let folder: Program.Folder

  init() throws { folder = try Program.Folder() }

  /// Verbs and outputs, all of a document that takes some seconds on any machine.
  private static let runs: [[String]] =
    ["pdf", "png", "svg", "txt", "json"].map { ["doc.md", "-o", "out.\($0)"] } + [
      ["doc.md", "-t", "pandoc-json", "-o", "out.json"], ["doc.json", "-o", "out.pdf"], ["doc.ipynb", "-o", "out.pdf"],
      ["doc.md", "-o", "out.pdf", "--split", "chapter"], ["doc.md", "-o", "out.pdf", "--stream"], ["doc.md", "-o", "out.pdf", "--draft"],
      ["check", "doc.md"], ["query", "doc.md", "--rects"], ["diff", "doc.md", "other.md"], ["inspect", "boxes", "doc.md"],
      ["explain", "doc.md", "--page", "1", "--at", "1,1"], ["test", "."], ["batch", "doc.md", "-o", "out"],
    ]

  @Test(arguments: runs)
  func `the processor's time is the last resort of every verb and output`(words: [String]) throws {
    let folder = try Program.Folder()
    let text = (0..<30_000).map { "# H\($0) $x_\($0)$\n\n- a **b** `c` ^[n] $\\frac{a}{b}$\n\n|a|b|\n|-|-|\n|1|2|\n\n" }.joined()
    try folder.write("doc.md", text)
    try folder.write("other.md", text + "More.\n")
    let quoted = String(decoding: try JSONEncoder().encode(String(text.prefix(1_000_000))), as: UTF8.self)
    if words[0] == "doc.ipynb" {
      let cell = "{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": \(quoted)}"
      try folder.write("doc.ipynb", "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}, \"cells\": [\(cell)]}")
    }
    if words[0] == "doc.json" {
      let paragraph = "{\"t\": \"Para\", \"c\": [\(Array(repeating: "{\"t\": \"Str\", \"c\": \"x\"}", count: 60).joined(separator: ", "))]}"
      try folder.write(
        "doc.json",
        "{\"pandoc-api-version\": [1, 23], \"meta\": {}, \"blocks\": [\(Array(repeating: paragraph, count: 20_000).joined(separator: ", "))]}"
      )
    }
    let result = try Program.run(words + ["--cpu-time", "1"], in: folder)
    #expect(result.code == 7, "\(words)")
    #expect(result.errors.contains("it takes more than 1 s of CPU time [limit.cpu-time]"), "\(words): \(result.errors.prefix(300))")
    #expect(!folder.files.contains { $0.hasPrefix("out.") || $0.hasPrefix("out-") })
  }

  @Test func `a file that is included again and again is cut off by name`() throws {
    try folder.write("big.md", String(repeating: "lorem ipsum dolor sit amet\n", count: 40_000))
    try folder.write("doc.md", "Before.\n\n" + String(repeating: "{{#include big.md}}\n\n", count: 30) + "After.\n")
    let result = try Program.run(["doc.md", "-o", "doc.pdf", "--max-memory", "400"], in: folder)
    #expect(result.code == 7)
    #expect(result.errors.contains("doc.md:5:1: error: cannot include big.md: all included files together have more than 1600 KB"))
    #expect(try Program.text(ofPDF: "doc.pdf", in: folder).contains("After."))
  }

  @Test func `a document of too many blocks for the memory is cut off after a block`() throws {
    try folder.write("doc.md", (1...80_000).map { "a\($0)\n\n" }.joined())
    let result = try Program.run(["doc.md", "-o", "doc.pdf", "--max-memory", "150"], in: folder)
    #expect(result.code == 7)
    #expect(result.errors.contains("MB of memory; the rest is left out [limit.nodes]"))
    #expect(try Program.text(ofPDF: "doc.pdf", in: folder).contains("a29000"))
  }

  @Test func `a page of pixels is as large as the memory allows`() throws {
    try folder.write("doc.md", "---\npaper: 5000mm 5000mm\n---\nLarge.\n")
    let result = try Program.run(["doc.md", "-o", "doc.png", "--max-memory", "200"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains("it would have more than 17 million pixels"))
    #expect(folder.read("doc.png") != nil)
  }

  @Test func `the processor's time ends a run, and nothing is written`() throws {
    try folder.write("doc.md", (1...40_000).map { "Paragraph \($0) of many, with *some* words and $x_{\($0)}$.\n\n" }.joined())
    let result = try Program.run(["doc.md", "-o", "doc.pdf", "--cpu-time", "1"], in: folder)
    #expect(result.code == 7)
    #expect(result.errors.contains("it takes more than 1 s of CPU time [limit.cpu-time]"))
    #expect(folder.read("doc.pdf") == nil)
  }

  @Test func `blocks that nest a thousand deep leave room for their text`() throws {
    try folder.write("doc.md", (0..<300).map { String(repeating: "`", count: 303 - $0) + "{note}\n" }.joined())
    let result = try Program.run(["doc.md", "-o", "doc.pdf", "--max-pages", "100"], in: folder)
    #expect(result.code == 0)
  }

  @Test func `a tag of thousands of attributes keeps the first of them`() throws {
    try folder.write(
      "doc.md", "<div id=place " + (0..<4_000).map { "a\($0)=1" }.joined(separator: " ") + ">\n\nInside.\n\n</div>\n\n[there](#place)\n")
    let result = try Program.run(["doc.md", "-o", "doc.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains("a tag has more than 500 attributes; the rest of them is left out [limit.attributes]"))
    #expect(!result.errors.contains("link.broken"))
  }

  @Test(arguments: [
    ("a.png", 3_000_000_000, 1_258), ("a.pdf", 4_500_000_000, Budget().pages), ("a.svg", 4_500_000_000, 838),
    ("a.png --pages 2", 4_500_000_000, Budget().pages), ("a.svg --pages 2", 4_500_000_000, Budget().pages),
  ])
  func `pixels and outlines leave time for their drawing, where all pages are written`(line: String, work: Int, pages: Int) throws {
    var options = TypesetterOptions()
    (options.budget.work, options.budget.documentPixels) = (4_500_000_000, 240 << 20)
    let arguments = try Arguments(["a.md", "-o"] + line.split(separator: " ").map(String.init), options: TypesetVerb.options)
    options = try Making(arguments, options: options, outputs: [Output(arguments)]).options
    #expect(options.budget.work == work)
    #expect(options.budget.pages == pages)
  }
}
