import Foundation
import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// An example of a specification.
private struct Example: Decodable {
  var example: Int
  var markdown: String
  var html: String
}

/// The examples of CommonMark's specification.
private func examples() throws -> [Example] { try examples(of: "commonmark-0.31.2") }

private func examples(of specification: String) throws -> [Example] {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(specification).json")
  return try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
}

/// A specification, and the numbers of the examples whose trees are others than it expects, by reason.
private struct Specification: Sendable, CustomTestStringConvertible {
  var name: String
  var count: Int
  /// Read as CommonMark with GFM's extensions.
  var differing: [String: [Int]]
  /// Examples whose tree changes when everything is read that this program knows.
  var differingInDialect: [String: [Int]]
  /// True if HTML does not repeat strong text within strong text, as GitHub's renderer.
  var joinsStrong = false

  var testDescription: String { name }
}

private let specifications = [
  Specification(
    name: "commonmark-0.31.2", count: 652,
    differing: [
      "an empty block between two lines of hyphens is front matter": [98],
      "bare addresses are links in GFM": [602, 606, 608, 611, 612],
    ],
    differingInDialect: [
      "HTML is read into nodes": Array(148...191) + [
        21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631, 642,
        643,
      ],
      "the info string of a code block is read into attributes": [24, 34, 142, 143, 144, 146],
      "[[Name]] is a wiki link": [548, 590],
    ]),
  Specification(
    name: "gfm-0.29", count: 672,
    differing: [
      "an empty block between two lines of hyphens is front matter": [68],
      "bare addresses are links, also where the example has the extension turned off": [610, 614, 616, 619, 620],
      "no tag is disallowed: what is not drawn is left out with a warning": [652],
    ],
    differingInDialect: [
      "HTML is read into nodes": Array(118...160) + [
        170, 288, 289, 317, 327, 354, 484, 485, 486, 500, 503, 532, 544, 632, 633, 634, 635, 636, 642, 644, 645, 646, 647, 648, 649, 650,
        652, 662,
        663,
      ],
      "the info string of a code block is read into attributes": [112, 113, 114, 116, 320, 330],
      "[[Name]] is a wiki link": [556, 598],
    ], joinsStrong: true),
]

/// The tree that is CommonMark's and GFM's alone.
private func plainTree(_ markdown: String) -> Tree {
  var options = ParseOptions()
  (options.findsMath, options.readsExtensions) = (false, false)
  return parse(Source(name: "example.md", text: markdown), options: options).tree
}

@Suite struct SpecificationTests {
  @Test(arguments: specifications)
  private func `the examples of CommonMark and GFM give the expected tree, but for those listed`(_ specification: Specification) throws {
    let examples = try examples(of: specification.name)
    #expect(examples.count == specification.count)
    let listed = Set(specification.differing.values.joined())
    for example in examples {
      let html = TreeAsHTML.html(of: plainTree(example.markdown), joinsStrong: specification.joinsStrong)
      if html != example.html {
        #expect(listed.contains(example.example), "example \(example.example)\n\(html)\nnot\n\(example.html)")
      } else {
        #expect(!listed.contains(example.example), "example \(example.example) is as expected: take it out of the list")
      }
    }
  }

  @Test(arguments: specifications)
  private func `the extensions change the tree of the listed examples alone`(_ specification: Specification) throws {
    let differing = try examples(of: specification.name).filter { example in
      parse(Source(name: "example.md", text: example.markdown)).tree != plainTree(example.markdown)
    }
    #expect(differing.map(\.example) == specification.differingInDialect.values.joined().sorted())
  }

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
