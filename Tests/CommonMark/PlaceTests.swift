import Foundation
import Testing

@testable import TypesetCommonMark

/// Where nodes are written.
@Suite struct PlaceTests {
  @Test(arguments: [
    (CommonMarkTree.Kind.paragraph, "> a\n> b\n\nc\n", ["a\n> b", "c"]),
    (.paragraph, "[x]: /u\nwords [x]\n", ["words [x]"]),
    (.heading, "## a *b* ##\n\nc\n  d\n===\ne", ["## a *b* ##", "c\n  d\n==="]),
    (.blockQuote, "> a\n>\n> b\n\nc\n> d\ne\n", ["> a\n>\n> b", "> d\ne"]),
    (.list, "- a\n\n  b\n\n\n1) c\n\n\nd", ["- a\n\n  b", "1) c"]),
    (.item, "- a\n\n- b\n  - c\n\nd", ["- a", "- b\n  - c", "- c"]),
    (.codeBlock, "```x\na\n```\n\n    b\n\n    c\n\nd", ["```x\na\n```", "b\n\n    c"]),
    (.codeBlock, "> ```\n> a\n\nb", ["```\n> a"]),
    (.htmlBlock, "<!-- a\n\nb -->\n\n<div>\nc\n\nd", ["<!-- a\n\nb -->", "<div>\nc"]),
    (.thematicBreak, "a\n\n - - -\nb", ["- - -"]),
    (.table, "x\n| a | b |\n|---|---|\n| c |\n\nd", ["| a | b |\n|---|---|\n| c |"]),
    (.tableRow, "> a | b\n> -|-\n> c | d\n", ["a | b", "c | d"]),
    (.tableCell, "|  a | `b\\|c` |\n|-|-|\n| *d*|\n", ["a", "`b\\|c`", "*d*", ""]),
    (.footnoteDefinition, "x[^1]\n\n[^1]: a\n\n    b\n\nc", ["[^1]: a\n\n    b"]),
    (.text, "a\\*b&amp;c  \nd", ["a\\*b&amp;c", "d"]),
    (.text, "a\n> b\nc\n", ["a", "b", "c"]),
    (.softBreak, "a \nb", [" \n"]),
    (.lineBreak, "a  \nb\\\nc", ["  \n", "\\\n"]),
    (.code, "`` a`\n> b ``\n\n> `c\n> d`", ["`c\n> d`"]),
    (.htmlInline, "a <b\n c='d'> e", ["<b\n c='d'>"]),
    (.emphasis, "***a* b** *c _d_*\n", ["*a*", "*c _d_*", "_d_"]),
    (.strong, "***a** b* ****c****", ["**a**", "****c****", "**c**"]),
    (.strikethrough, "~~a ~b~~~ ~c~", ["~c~"]),
    (.link, "[a](b 'c') [d][e] [e] <fg:h> www.h.i, j@k.l.\n\n[e]: /u", ["[a](b 'c')", "[d][e]", "[e]", "<fg:h>", "www.h.i", "j@k.l"]),
    (.image, "a ![b [c](d)](e) f", ["![b [c](d)](e)"]),
    (.footnoteReference, "a[^b] ![^b]\n\n[^b]: c", ["[^b]", "[^b]"]),
  ])
  func `nodes are where they are written, markers included`(kind: CommonMarkTree.Kind, text: String, expected: [String]) {
    #expect(ReadText(text).written(kind) == expected)
  }

  @Test func `parts of a text lead back to the source, across escapes, entities and bars in cells`() throws {
    let read = ReadText("a | b\n-|-\nx \\| y\\*z &amp; w | c\n")
    let node = try #require(read.nodes(.text).first { read.tree.bytes[$0.literal].contains(UInt8(ascii: "x")) })
    #expect(String(decoding: read.tree.bytes[node.literal], as: UTF8.self) == "x | y*z & w")
    for word in ["x", "y", "z", "w"] {
      let place = try #require(node.literal.first { read.tree.bytes[$0] == Array(word.utf8)[0] })
      let source = read.tree.source(of: place..<place + 1, in: node)
      #expect(read.source[source.lowerBound] == Array(word.utf8)[0])
    }
  }

  /// The examples of CommonMark and GFM.
  private static let examples: [String] = {
    struct Example: Decodable { var markdown: String }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Markdown/Fixtures")
    return ["commonmark-0.31.2", "gfm-0.29"].flatMap { name in
      let data = try? Data(contentsOf: folder.appending(path: "\(name).json"))
      return (data.flatMap { try? JSONDecoder().decode([Example].self, from: $0) } ?? []).map(\.markdown)
    }
  }()

  /// True if each node is within its parent, behind its siblings before it.
  private func isOrdered(_ read: ReadText) -> Bool {
    read.indices.allSatisfy { index in
      let node = read.tree.nodes[index]
      var end = node.start
      return read.children(of: index).allSatisfy { child in
        let inner = read.tree.nodes[child]
        defer { end = inner.end }
        let isBehind = inner.start >= end || inner.kind == .footnoteDefinition
        return isBehind && inner.start <= inner.end && inner.end <= node.end && Int(inner.parent) == index
      }
    }
  }

  @Test func `in all examples, nodes are within their parents and behind their siblings`() {
    #expect(Self.examples.count == 1_324)
    for example in Self.examples { #expect(isOrdered(ReadText(example)), "\(example)") }
  }

  @Test func `documents cut off or mixed up anywhere have trees in order`() {
    var random: UInt64 = 7
    func next(below limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let others = ["\0", "\u{FEFF}", "\r", "\r\n", "\t", "[^1]: ", "[^1]", "|", "\\|", "- [x] ", "> ", "é"]
    for _ in 0..<1_500 {
      var bytes: [UInt8] = []
      for _ in 0..<8 {
        let piece = next(below: 3) == 0 ? others[next(below: others.count)] : Self.examples[next(below: Self.examples.count)]
        bytes += Array(piece.utf8).prefix(next(below: piece.utf8.count + 1) + 1)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(isOrdered(ReadText(text)), "\(text.debugDescription)")
    }
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `lines end with line feeds, carriage returns or both`(end: String) {
    let read = ReadText(["# a", "", "b", "> c", "", "```", "d", "", "e", "```"].joined(separator: end))
    #expect(read.written(.heading) == ["# a"])
    #expect(read.said(.text) == ["a", "b", "c"])
    #expect(read.said(.codeBlock) == ["d\n\ne\n"])
  }
}
