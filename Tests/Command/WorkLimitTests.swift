import Foundation
import Testing

/// Limits of work, which leave a document.
@Suite struct WorkLimitTests {
  private let folder: Program.Folder

  init() throws { folder = try Program.Folder() }

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
}
