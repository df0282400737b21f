import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// What other tools' documents write differently, each known by a sign of its own.
@Suite struct DialectTests {
  private func printed(_ text: String) -> String { parse(Source(name: "a.md", text: text)).tree.printed() }

  private func codes(_ text: String) -> [String] {
    parse(Source(name: "a.md", text: text)).tree.nodes.compactMap { if case .code(let text) = $0.kind { text } else { nil } }
  }

  // MARK: Markdown before LaTeX

  @Test(arguments: [
    ("$$\nC\\_V = a\\*b\n$$", "$$\nC_V = a*b\n$$"),
    ("$$\\\\{x\\\\}\\\\!d\\\\,\\\\;y \\\\\\\\ z$$", "$$\\{x\\}\\!d\\,\\;y \\\\ z$$"),
    ("$k\\_B$", "$k_B$"),
    ("\\begin{align}\na\\_1 \\\\\\\\\nb\n\\end{align}", "$$\\begin{align}\na_1 \\\\\nb\n\\end{align}$$"),
    ("| a |\n|--|\n| $x\\_1$ |", "$x_1$"),
    // Nothing of these is Markdown's.
    ("$$\na \\\\\nb \\\\[2pt] c \\\\x \\, \\{ \\\\\\, d\n$$", "$$\na \\\\\nb \\\\[2pt] c \\\\x \\, \\{ \\\\\\, d\n$$"),
    ("$$\\text{a\\_b} + \\texttt {c\\_d}e\\_f$$", "$$\\text{a\\_b} + \\texttt {c\\_d}e_f$$"),
    ("```math\na\\_b\n```", "$$a\\_b$$"),
    ("$`a\\_b`$", "$a\\_b$"),
  ])
  func `where doubled parentheses hold formulas the others lose Markdown's backslashes`(text: String, wanted: String) {
    #expect(formulas("Let \\\\(T_c\\\\) be.\n\n" + text).dropFirst() == [wanted])
  }

  @Test(arguments: ["\\\\(a\\\\)", "\\(T_c\\)", "`\\\\(T_c\\\\)`", "a \\\\ b"])
  func `without such a formula all backslashes are LaTeX's`(text: String) {
    // But for subscripts of single letters, which nobody means as a sign.
    #expect(formulas(text + "\n\n$$ab\\_c \\\\! \\\\\\\\ c$$").last == "$$ab\\_c \\\\! \\\\\\\\ c$$")
  }

  @Test func `an escaped bar in a table is a bar between doubled parentheses too`() {
    #expect(formulas("| a |\n|--|\n| \\\\(\\|t\\|^{-\\alpha}\\\\) |") == ["$|t|^{-\\alpha}$"])
  }

  @Test func `places of a formula without Markdown's backslashes are the author's`() throws {
    let source = Source(name: "a.md", text: "\\\\(T_c\\\\)\n\n> $$\n> C\\_V\n> \\\\!d\n> $$")
    let span = try #require(parse(source).tree.nodes.compactMap { if case .mathBlock(let span) = $0.kind { span } else { nil } }.first)
    #expect(span.tex == "\nC_V\n\\!d\n")
    #expect(source.text(span.sourceSpan(ofBody: 1..<4)) == "C\\_V")
    #expect(source.text(span.sourceSpan(ofBody: 5..<8)) == "\\!d")
  }

  // MARK: Documenter

  @Test(arguments: ["@meta\nCurrentModule = A", "@docs\nf", "@example a\nf(1)"])
  func `in Documenter's pages doubled backticks hold formulas`(block: String) {
    let text = "Of ``x_1`` and `y`, ``a +\nb``:\n\n| ``\\alpha`` |\n|--|\n| ``n`` |\n\n```\(block)\n```\n\n```math\nz\n```\n"
    #expect(formulas(text) == ["$x_1$", "$a +\nb$", "$\\alpha$", "$n$", "$$z$$"])
    #expect(codes(text) == ["y"])
  }

  @Test(arguments: ["```julia\nf\n```", "```@other\nf\n```", "    ```@docs\n    f\n    ```", "a ```@docs``` b"])
  func `in other pages doubled backticks hold code`(block: String) {
    #expect(formulas("``x_1`` $y$\n\n" + block) == ["$y$"])
    #expect(codes("``x_1`` $y$\n\n" + block).first == "x_1")
  }

  @Test func `code with a backtick and other numbers of backticks are code in Documenter's pages`() {
    let text = "``a`b`` ```c``` `d`\n\n```@docs\nf\n```\n"
    #expect(formulas(text) == [])
    #expect(codes(text) == ["a`b", "c", "d"])
  }

  @Test func `bars in code of a table stay code's in other pages`() {
    #expect(codes("| a | b |\n|--|--|\n| ``x|y`` | z |") == ["x|y"])
  }

  // MARK: HackMD

  @Test func `a size before the closing parenthesis is the image's`() {
    #expect(
      printed("a ![x](y.svg =240x) b ![z](w_(1).svg \"t\" =240x100)") == """
        document 0..50
          paragraph 0..50
            text "a " 0..2
            image "y.svg" {width="240"} 2..19
              text "x" 4..5
            text " b " 19..22
            image "w_(1).svg" "t" {width="240" height="100"} 22..50
              text "z" 24..25

        """)
  }

  @Test func `a size stays with its image in links and tables`() {
    #expect(printed("[![x](y =x50)](z)").contains("image \"y\" {height=\"50\"} 1..13"))
    #expect(printed("| a |\n|--|\n| ![x](y =5x) |").contains("image \"y\" {width=\"5\"}"))
    #expect(printed("# ![x](y =5x)").contains("image \"y\" {width=\"5\"}"))
    #expect(printed("**![x](y =5x)** 中`c`").contains("image \"y\" {width=\"5\"}"))
  }

  @Test(arguments: [
    "![x](y.svg =240)", "![x](y.svg =x)", "![x](y.svg =240x100 z)", "[x](y.svg =240x)", "![x](y.svg = 240x)", "`![x](y.svg =240x)`",
    "![x](y.svg =240px)", "a =240x b", "![x](y.svg\n=240x)", "[![x](y)](z =240x)",
  ])
  func `other equals signs are text`(text: String) {
    #expect(!printed(text).contains("{width"))
    #expect(printed(text).contains("="))
  }

  // MARK: Addresses

  /// Links as `{…}`, code as `[…]`.
  private func marked(_ text: String) -> String {
    let tree = parse(Source(name: "a.md", text: text)).tree
    func words(_ index: Tree.Index) -> String {
      switch tree[index].kind {
      case .text(let text): text
      case .code(let text): "[\(text)]"
      case .link(let destination, _): "{\(destination)}"
      default: tree.children(of: index).map(words).joined()
      }
    }
    return words(0)
  }

  @Test(arguments: [
    ("见https://a.org/b.html#c-d，输入`e \"f g\"`查看", "见{https://a.org/b.html#c-d}，输入[e \"f g\"]查看"),
    ("见 http://a.org/b_c中文`d`", "见 {http://a.org/b_c}中文[d]"),
    ("https://a.org/b.，`c`，https://d.org。`e`", "{https://a.org/b}.，[c]，{https://d.org}。[e]"),
    ("[文](https://a.org/b)，输入`c`", "{https://a.org/b}，输入[c]"),
    ("<https://a.org/b>，输入`c`", "{https://a.org/b}，输入[c]"),
    ("见https://a.org/梯度 和`c`", "见{https://a.org/梯度} 和[c]"),
    ("见https://a.org/梯度，输入c", "见{https://a.org/梯度}，输入c"),
  ])
  func `an address ends before Chinese text that leads to code`(text: String, wanted: String) {
    #expect(marked(text) == wanted)
  }

  @Test func `addresses before much code are read in linear time`() {
    let text = String(repeating: "https://a.org，`b`![](c =", count: 20_000)
    #expect(processorTime { _ = parse(Source(name: "a.md", text: text)) } < .seconds(20))
  }
}
