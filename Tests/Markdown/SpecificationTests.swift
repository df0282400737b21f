import Foundation
import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// An example of the CommonMark specification.
private struct Example: Decodable {
  var example: Int
  var markdown: String
}

private func examples() throws -> [Example] {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/commonmark-0.30.json")
  return try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
}

@Suite struct SpecificationTests {
  @Test func `the examples of CommonMark have the same tree with and without the search for math`() throws {
    var withoutMath = ParseOptions()
    withoutMath.findsMath = false
    let examples = try examples()
    #expect(examples.count == 652)
    for example in examples {
      let source = Source(name: "example.md", text: example.markdown)
      let (with, without) = (parse(source), parse(source, options: withoutMath))
      #expect(with.tree == without.tree, "example \(example.example)")
      #expect(with.diagnostics == without.diagnostics, "example \(example.example)")
    }
  }

  @Test(arguments: [true, false])
  func `texts of CommonMark's examples stand where their spans say`(readsExtensions: Bool) throws {
    var options = ParseOptions()
    options.readsExtensions = readsExtensions
    for example in try examples() {
      let source = Source(name: "example.md", text: example.markdown)
      for node in parse(source, options: options).tree.nodes {
        guard case .text(let text) = node.kind else { continue }
        let written = source.text(node.span)
        // Escapes and entities are written differently from what they mean.
        if !written.contains("\\") && !written.contains("&") { #expect(written == text, "example \(example.example)") }
      }
    }
  }

  @Test func `the extensions change no example of CommonMark but those with HTML, info strings and wiki links`() throws {
    var withoutExtensions = ParseOptions()
    withoutExtensions.readsExtensions = false
    var changed: [Int] = []
    for example in try examples() {
      let source = Source(name: "example.md", text: example.markdown)
      let (with, without) = (parse(source).tree, parse(source, options: withoutExtensions).tree)
      let isExpected = without.nodes.contains { node in
        switch node.kind {
        case .htmlBlock, .htmlInline: true
        case .codeBlock(let info, _): !info.isEmpty
        case .text(let text): text.contains("[[")
        default: false
        }
      }
      if !isExpected, with != without { changed.append(example.example) }
    }
    #expect(changed.isEmpty)
  }

  @Test func `a document cut off or mixed up anywhere still parses, with every span inside it`() throws {
    var random: UInt64 = 42
    func next(below limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let delimiters = ["$x$", "$$\n", "\\[", "\\]", "> ", "|a|$|$|\n|-|-|\n", "\\begin{align}", "$`", "`$"]
    // Not text: NUL, broken UTF-8; and U+FDD0, which the pre-pass uses itself.
    let others: [[UInt8]] = [[0], [0xFF], [0xE4, 0xBD], [0x0D], [0xEF, 0xB7, 0x90]]
    let pieces: [[UInt8]] = try examples().map { Array($0.markdown.utf8) } + delimiters.map { Array($0.utf8) } + others
    for _ in 0..<600 {
      var bytes: [UInt8] = []
      for _ in 0..<6 {
        let piece = pieces[next(below: pieces.count)]
        bytes += piece.prefix(next(below: piece.count + 1))
      }
      let tree = parse(Source(name: "mixed.md", bytes: bytes)).tree
      for node in tree.nodes {
        #expect(node.span.start >= 0 && node.span.start <= node.span.end && Int(node.span.end) <= bytes.count)
      }
    }
  }
}
