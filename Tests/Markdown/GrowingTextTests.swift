import Foundation
import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

@Suite struct GrowingTextTests {
  private func cuts(_ text: String) -> [String] {
    var growing = GrowingText()
    growing.append(text.utf8)
    let bytes = Array(text.utf8)
    return growing.cuts.map { String(decoding: bytes[$0...].prefix(3), as: UTF8.self) }
  }

  private func completed(_ text: String) -> String {
    var growing = GrowingText()
    growing.append(text.utf8)
    return String(decoding: growing.completed, as: UTF8.self)
  }

  @Test func `a text is cut before headings and paragraphs`() {
    #expect(cuts("One\n\nTwo\nmore\n\n# Three\n\n中文\n") == ["One", "Two", "# T", "中"])
  }

  @Test func `nothing is cut within what may go on`() {
    #expect(cuts("```\na\n\nb\n```\n\nEnd\n") == ["End"])
    #expect(cuts("~~~~\na\n\n~~~\n\nb\n~~~~\n\nEnd\n") == ["End"])
    #expect(cuts("- a\n\n  b\n\n- c\n\nEnd\n") == ["End"])
    #expect(cuts("1. a\n\n   ```\n   x\n\n   y\n\nEnd\n") == ["End"])
    #expect(cuts("<div>\n\na\n\n</div>\n\nEnd\n") == ["End"])
    #expect(cuts("<!--\n\na\n\n-->\n\nEnd\n") == ["End"])
    #expect(cuts("::: note\n\na\n\n:::\n\nEnd\n") == ["End"])
    #expect(cuts("---\ntitle: a\n\nb: c\n---\n\nEnd\n") == ["End"])
    #expect(cuts("| a |\n|---|\n\nTable: words\n\n[^1]: note\n\n    more\n\nEnd\n") == ["End"])
    #expect(cuts("`<div>` and Vec<T>\n\nEnd\n") == ["End"])
  }

  @Test func `a line that has not ended says nothing`() {
    #expect(cuts("One\n\nTwo") == ["One"])
  }

  @Test func `pieces do not change the cuts`() {
    let text = "One\r\n\r\n# Two\n\n```\nx\n\ny\n```\n\nThree é\n\n"
    for size in [1, 2, 7] {
      var growing = GrowingText()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) { growing.append(bytes[start..<min(bytes.count, start + size)]) }
      var whole = GrowingText()
      whole.append(bytes)
      #expect(growing.cuts == whole.cuts && growing.bytes == bytes)
    }
  }

  @Test(arguments: [
    ("A $x^2", "A $x^2$"), ("A $\\frac{a}{b", "A $\\frac{a}{b}$"), ("A \\(x_1", "A \\(x_1\\)"),
    ("$$\nx^2 +", "$$\nx^2 +\n$$\n"), ("\\[\n\\sqrt{x", "\\[\n\\sqrt{x}\n\\]\n"),
    ("$$\n\\begin{aligned} a &= b \\\\ c", "$$\n\\begin{aligned} a &= b \\\\ c\\end{aligned}\n$$\n"),
    ("$$\n\\left( x", "$$\n\\left( x\\right.\n$$\n"), ("$$\nx + \\al", "$$\nx + \n$$\n"),
  ])
  func `half a formula is closed`(text: String, whole: String) {
    #expect(completed(text) == whole)
  }

  @Test(arguments: [
    "It costs $5", "A $x^2$ and", "`$x^2", "```\n$$\nx", "Text\n\n| a |\n|--", "$HOME is", "**bold", "$$x$$\n\nText", "a\n\n```py\nx =",
  ])
  func `what is no open formula stays`(text: String) {
    #expect(completed(text) == text)
  }

  @Test func `references to notes that come too late become text, and so do the notes`() {
    var growing = GrowingText()
    growing.append("See[^a] and[^b].\n\n[^b]: Bee.\n\nEnd\n".utf8)
    let end = growing.bytes.count
    growing.keep(upTo: end - 4, knowing: end)
    growing.append("\n[^a]: Late.\n".utf8)
    growing.mendNotes(upTo: growing.bytes.count)
    #expect(String(decoding: growing.bytes, as: UTF8.self) == "See[ a] and[^b].\n\n[^b]: Bee.\n\nEnd\n\n[^a]  Late.\n")
  }

  /// What cuts are for: the blocks before them are those of the whole text.
  @Test func `blocks before a cut stay as they are`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    for folder in ["samples", "docs", "docs/guide", "Tests/Documents/chats", "Tests/Documents/notes", "Tests/Documents/books"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      where name.hasSuffix(".md") {
        let bytes = Array(try Data(contentsOf: root.appending(path: folder + "/" + name)))
        var growing = GrowingText()
        growing.append(bytes)
        let whole = blocks(bytes)
        for cut in growing.cuts.enumerated() where cut.offset % 5 == 1 {
          let before = blocks(Array(bytes[..<cut.element]))
          #expect(Array(whole.prefix { $0.start < cut.element }) == before, "\(name) is cut at \(cut.element)")
          count += 1
        }
      }
    }
    #expect(count > 100)
  }

  private struct Block: Equatable {
    var start: Int
    var kind: String
  }

  /// The blocks at the top, and what they are.
  private func blocks(_ bytes: [UInt8]) -> [Block] {
    let tree = parse(Source(name: "", bytes: bytes)).tree
    return tree.children(of: 0).map { index in
      let node = tree[index]
      return Block(start: Int(node.span.start), kind: String("\(node.kind)".prefix { $0.isLetter }))
    }.filter { $0.kind != "footnoteDefinition" }
  }
}
