import MDTypeset
import Testing
import TypesetMarkdown

@testable import TypesetText

/// What a text says is what its Markdown said.
@Suite struct TreeTests {
  /// The tree of the Markdown of a text as it is read, its nouns in agreement with their numbers.
  private func tree(of text: AttributedText) throws -> Tree {
    var parsed = parse(try #require(text.origin).source)
    parsed.tree.inflect(language: parsed.frontMatter.text("lang"))
    return parsed.tree.normal
  }

  @Test func `the tree of a text is that of its Markdown, for all examples of CommonMark and GFM`() throws {
    #expect(Documents.examples.count > 1_300)
    for markdown in Documents.examples {
      let text = AttributedText(markdown: markdown)
      #expect(try text.tree.printed() == tree(of: text).printed(), "\(markdown)")
    }
  }

  @Test(arguments: Documents.samples)
  func `the tree of a text is that of its Markdown`(path: String) throws {
    let text = AttributedText(markdown: try Documents.text(path))
    #expect(try text.tree.printed() == tree(of: text).printed())
  }

  @Test(arguments: [
    "# Title\n\nSome *text* with $x^2$, a note[^1], ![a](b.svg) and [@fig-x].\n\n[^1]: Note.\n\n- [x] a\n- b\n\n| a | b |\n|---|--:|\n| 1 | `2` |\n",
    "---\ntitle: T\nmath: false\n---\n\nno $x$\n\n> [!TIP]\n> A tip.\n\n::: {.note #x}\nx\n:::\n\n```swift {.numbered}\nlet x = 1\n```\n",
    "a\\\nb  \nc &amp; d <kbd>K</kbd> H~2~O {{page}}\n\n*[HTML]: Language\n\nHTML is\n\nTerm\n: Definition\n",
    "$$ x $$\n\n{{ site.x }} $y\n",
  ])
  func `a text is typeset like its Markdown, to the byte`(markdown: String) throws {
    let (text, plain) = (Typesetter().typeset(AttributedText(markdown: markdown)), Typesetter().typeset(markdown: markdown))
    #expect(try text.pdf() == plain.pdf())
    #expect(text.diagnostics.map(\.message) == plain.diagnostics.map(\.message))
  }

  @Test func `attributes that are set become spans and marks`() throws {
    var text = AttributedText(markdown: "one *two* three")
    text[try #require(text.range(of: "two three"))].underlineStyle = TextLineStyle(.wave)
    text[try #require(text.range(of: "thr"))].inlineIntent = .strong
    #expect(
      text.tree.shape == """
        document
          paragraph
            text "one "
            emphasis
              span {underline="wave"}
                text "two"
            span {underline="wave"}
              text " "
              strong
                text "thr"
              text "ee"

        """)
    #expect(AttributedText("a\nb").tree.shape == "document\n  paragraph\n    text \"a\"\n    lineBreak\n    text \"b\"\n")
  }

  @Test func `what has changed is what is read again`() throws {
    var text = AttributedText(markdown: "a [b *c*](d) ~~e~~ `f` $g$ h")
    text.transform { piece in
      piece.attributes.backgroundColor = .yellow
      if piece.attributes.object == nil { piece.attributes.inlineIntent.insert(.strong) }
    }
    let again = AttributedText(of: text.tree)
    #expect(again.runs.map(\.attributes) == text.runs.map(\.attributes))
    #expect(again.plain == text.plain)
  }
}

extension Tree {
  /// Without empty texts.
  var normal: Tree {
    var tree = self
    for index in tree.nodes.indices {
      let children = Array(tree.children(of: Index(index)))
      let kept = children.filter { tree[$0].kind != .text("") }
      if kept.count < children.count { tree.setChildren(of: Index(index), to: kept) }
    }
    return tree
  }

  /// Printed without spans.
  var shape: String {
    printed().split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let space = line.lastIndex(of: " "), line[space...].contains("..") else { return String(line) }
      return String(line[..<space])
    }.joined(separator: "\n")
  }
}
