import MDTypeset
import Testing
import TypesetMarkdown

@testable import TypesetText

@Suite struct WritingTests {
  private func shape(_ markdown: String) -> String { AttributedText(markdown: markdown).tree.meaning.shape }

  private func isKept(_ markdown: String) -> Bool { shape(AttributedText(markdown: markdown).markdown) == shape(markdown) }

  @Test func `examples of CommonMark and GFM are written as what is read the same`() {
    #expect(Documents.examples.filter { !isKept($0) } == [])
  }

  @Test(arguments: [
    // References whose labels `@` does not read; ends of lines where a backslash is text; attributes that only HTML has.
    "a {numref}`polys-ref` b [](#known-lim) c [@fig-x]\n", "x<br>\n\n*y<br>*\n\n- z<br>\n  w<br>\n", "#### a<br>b\n",
    "<dl class=\"l\">\n\n<dt id=\"a\" class=\"c\">\n\nterm *x*\n\n</dt><dd>\n\npara\n\n- li\n\n</dd></dl>\n", "[](){: .source-link}\n# T\n",
  ])
  func `what few documents have is written as it is read`(markdown: String) throws {
    let text = AttributedText(markdown: markdown)
    #expect(AttributedText(markdown: text.markdown) == text, "\(text.markdown)")
    #expect(try AttributedText(saved: text.saved()) == text)
  }

  @Test func `blocks in an element of a line are parts of the line`() throws {
    let text = AttributedText(markdown: "<dl>\n\n<dt><a href=\"x\">b\n\npara\n\n> q\n\n```\ncode\n```\n\n</a></dt></dl>\n")
    #expect(text.plain.split(whereSeparator: \.isWhitespace) == ["b", "para", "q", "code"])
    #expect(text.runs.allSatisfy { $0.link?.destination == "x" })
    #expect(try AttributedText(saved: text.saved()) == text)
  }

  @Test func `deep nesting exhausts no stack`() {
    let depth = 30_000
    let spans = String(repeating: "[a", count: 2_000) + "x" + String(repeating: "]{.b}", count: 2_000)
    #expect(AttributedText(markdown: spans).characters.count == 2_001)
    let notes = String(repeating: "a^[", count: depth) + "x" + String(repeating: "]", count: depth)
    for markdown in [
      spans, notes, String(repeating: "> ", count: depth) + "x",
      String(repeating: "![a ", count: 2_000) + String(repeating: "](b)", count: 2_000),
    ] {
      let text = AttributedText(markdown: markdown)
      #expect(AttributedText(markdown: text.markdown).plain.isEmpty == text.plain.isEmpty)
      #expect(text == text.merging(TextAttributes()))
    }
  }

  @Test func `documents are written as what is read the same`() throws {
    let changed = try Documents.samples.filter { !isKept(try Documents.text($0)) }
    #expect(changed == [])
  }
}

extension Tree {
  /// With neighbouring texts in one, and without what says nothing: empty texts and paragraphs, line ends after line ends, the class that code has by
  /// its language, attributes given twice, and their order.
  fileprivate var meaning: Tree {
    var tree = normal
    for index in tree.attributes.indices {
      var seen: Set<Attributes.Pair> = []
      tree.attributes[index].pairs = tree.attributes[index].pairs.filter { seen.insert($0).inserted }.sorted {
        ($0.key, $0.value) < ($1.key, $1.value)
      }
    }
    for index in tree.nodes.indices {
      if case .codeBlock(let info, _) = tree.nodes[index].kind, let own = tree.attributes(of: Index(index)),
        own == Attributes(classes: [info])
      {
        tree.nodes[index].attributes = -1
      }
      var kept: [Index] = []
      for child in Array(tree.children(of: Index(index))) {
        let before = kept.last.map { tree[$0].kind }
        switch tree[child].kind {
        case .text(let text):
          if let last = kept.last, case .text(let words)? = before {
            tree.nodes[Int(last)].kind = .text(words + text)
          } else {
            kept.append(child)
          }
        case .softBreak where before == .softBreak || before == .lineBreak: break
        case .paragraph where tree[child].firstChild < 0: break
        default: kept.append(child)
        }
      }
      tree.setChildren(of: Index(index), to: kept)
    }
    return tree
  }
}
