import Testing
import TypesetDiagnostics
import TypesetStyling

@testable import MDTypeset

/// Which blocks the next one stays with, and which headings go.
@Suite struct TieTests {
  private func tree(_ text: String) -> StyledTree {
    let source = Source(name: "a.md", text: text)
    let typesetter = Typesetter()
    return typesetter.style(typesetter.parse(source), of: source).styled.tree
  }

  /// The kinds of the document's blocks, those in upper case that no page's end parts from the next one.
  private func blocks(_ text: String) -> String {
    let tree = tree(text)
    return tree.children(of: 0).map { index in
      let name =
        switch tree[index].kind {
        case .paragraph: "p"
        case .figure: "f"
        case .table: "t"
        case .code: "c"
        case .heading: "h"
        case .group: "g"
        default: "x"
        }
      return tree[index].style.keepWithNext ? name.uppercased() : name
    }.joined()
  }

  private static let table = "\n\n| a |\n|---|\n| b |\n\n"

  @Test(arguments: [
    "表 3 增长", "表3：增长", "图 2-1 增长", "圖 4", "그림 1. 말", "Fig. 2: words", "Table 2.1. Words", "Figure 3 — words", "Tab. 4 | words",
  ])
  func `captions of many kinds are known`(caption: String) {
    #expect(blocks("![](a.png)\n\n\(caption)\n\ntext") == "Fpp")
  }

  @Test(arguments: ["表 3 给出了结果。", "Figure 3 shows it.", "Tables are 3: many", "Table of things", "Figures 3: no"])
  func `sentences are none`(text: String) {
    #expect(blocks("![](a.png)\n\n\(text)\n\ntext") == "fpp")
  }

  @Test func `a picture in a centred paragraph has its caption below`() {
    #expect(blocks("<p align=\"center\"><img src=\"a.png\"></p>\n\nFigure 2. words\n\ntext").dropFirst() == "pp")
    #expect(blocks("<p align=\"center\"><img src=\"a.png\"></p>\n\nFigure 2. words\n\ntext").first?.isUppercase == true)
  }

  @Test func `between two pictures a caption is that of the first, between two tables that of the second`() {
    #expect(blocks("![](a.png)\n\nFigure 1: a\n\n![](b.png)\n\nFigure 2: b") == "FpFp")
    #expect(blocks("Table 1: a\(Self.table)Table 2: b\(Self.table)") == "PtPt")
    #expect(blocks("\(Self.table)Table 1: a\n\ntext") == "Tpp")
  }

  @Test(arguments: [("<span class=\"caption\">words</span>", "Pt"), ("words\n{.caption}", "Pt"), ("words", "pt")])
  func `a paragraph of the class caption is one`(caption: String, kinds: String) {
    #expect(blocks(caption + Self.table) == kinds)
  }

  @Test func `bold lines head what follows but rules, headings and their like`() {
    #expect(blocks("**a**\n\nb") == "Pp")
    #expect(blocks("**a** b\n\nb") == "pp")
    #expect(blocks("**a**\n\n**b**\n\nc") == "pPp")
    #expect(blocks("**a**\n\n---\n\nb") == "pxp")
    #expect(blocks("**\(String(repeating: "long ", count: 60))**\n\nb") == "pp")
  }

  private func headings(_ text: String) -> [String] {
    tree(text).blocks.compactMap { if case .heading(_, _, let title, _) = $0.kind { title } else { nil } }
  }

  @Test(arguments: ["Footnotes", "References:", "参考资料", "**Notes**"]) func `an empty last heading for notes goes`(title: String) {
    #expect(headings("# A\n\ntext[^1]\n\n## \(title)\n\n[^1]: note") == ["A"])
    #expect(headings("# A\n\ntext [a]\n\n---\n\n## \(title)\n\n[a]: https://example.org") == ["A"])
    #expect(headings("# A\n\ntext\n\n## \(title)\n\nwords").count == 2)
    #expect(headings("## \(title)").count == 1)
  }

  @Test func `the rule above it goes as well, and other headings stay`() {
    #expect(blocks("text[^1]\n\n---\n\n## Footnotes\n\n[^1]: note") == "p")
    #expect(headings("text\n\n## Later") == ["Later"])
  }

  @Test func `names without a title stand below the first heading, at its side`() {
    let tree = tree("---\nauthor: [Jean-Pierre B, C]\ndate: May 2024\n---\n# Head\n\ntext")
    let blocks = tree.children(of: 0).map { tree[$0] }
    #expect(blocks.map(\.style.align) == [.left, .left, .left, .justified])
    guard case .heading = blocks[0].kind, case .paragraph(let names) = blocks[1].kind else {
      Issue.record("no heading above the names")
      return
    }
    #expect(names.plainText == "Jean-\u{2060}Pierre\u{A0}B, C")
    #expect(self.blocks("---\nauthor: A\n---\ntext").hasSuffix("p"))
  }

  @Test func `the heading of a first section is no title that names stand below`() {
    func isBelow(_ text: String) -> Bool {
      let tree = tree("---\nauthor: A\n---\n" + text)
      return if case .heading = tree[tree.children(of: 0)[0]].kind { true } else { false }
    }
    #expect(!isBelow("## One\n\ntext\n\n## Two\n"))
    #expect(isBelow("## One\n\ntext\n\n### Two\n"))
    #expect(isBelow("# One\n\ntext\n\n# Two\n"))
  }

  /// The paragraphs that no page's end parts from what comes after them.
  private func tied(_ text: String) -> [String] {
    tree(text).blocks.compactMap { block in
      guard case .paragraph(let content) = block.kind, block.style.keepWithNext else { return nil }
      return content.plainText
    }
  }

  private static let code = "```sh\ncd a\n```\n"

  @Test(arguments: [
    "- a\n\n  b\n\n  ```sh\n  cd a\n  ```\n", "1. a\n   - b\n\n     ```sh\n     cd a\n     ```\n", "1. b\n   ```sh\n   cd a\n   ```\n",
    "- b\n\n  | c |\n  |---|\n  | d |\n", "- b\n\n  ![](a.png)\n", "1. b\n\n\(code)\n2. c\n",
    "- a\n\n  b\n\n\(code)\n",
  ])
  func `an item's line stays with its code, table or picture`(text: String) { #expect(tied(text) == ["b"]) }

  @Test func `of headings without text between them, a page may end after each but the first and the last`() {
    #expect(blocks("# a\n\n# b\n\n# c\n\n# d\n\ntext") == "HhhHp")
    #expect(blocks("# a\n\n## b\n\n### c\n\ntext") == "HHHp")
  }

  @Test func `a definition's line stays with its code`() {
    #expect(tied("term\n: b\n\n    ```sh\n    cd a\n    ```\n") == ["term", "b"])
  }

  @Test(arguments: ["- a\n- b\n\n\(code)\n", "- a\n\n  b\n", "1. a\n   - b\n   - c\n\n\(code)\n", "a\n\n\(code)\n", "- a ![](a.png) b\n"])
  func `other lines may end a page`(text: String) { #expect(tied(text).isEmpty) }

  @Test func `no page ends with an item's line whose code is on the next`() {
    for lines in 36...42 {
      let filling = (1...lines).map { "line \($0)\\\n" }.joined()
      let pages = pageLines(filling + "end\n\n1. The step\n\n   ```sh\n   cd a\n   ls b\n   rm c\n   ```\n\nafter\n")
      #expect(pages.allSatisfy { $0.last { Int($0, radix: 10) == nil }?.contains("The step") != true }, "\(lines)")
    }
  }
}
