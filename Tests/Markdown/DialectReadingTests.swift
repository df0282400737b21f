import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Signs that tools read differently, in the dialect of the document.
@Suite struct DialectReadingTests {
  /// The kinds of the nodes below paragraphs and headings, in the order of the text.
  private func inlines(_ text: String, _ tool: Dialect.Tool) -> [String] {
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    let tree = parse(Source(name: "a.md", text: text), options: options, budget: Budget()).tree
    var open: [Tree.Index] = [0]
    var kinds: [String] = []
    while let node = open.popLast() {
      kinds.append(String("\(tree[node].kind)".prefix { $0 != "(" }))
      open += tree.children(of: node).reversed()
    }
    return kinds.filter { $0 != "document" && $0 != "paragraph" }
  }

  private func formulas(_ text: String, _ tool: Dialect.Tool) -> [String] {
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    let tree = parse(Source(name: "a.md", text: text), options: options, budget: Budget()).tree
    return tree.nodes.compactMap { node in
      switch node.kind {
      case .math(let span), .mathBlock(let span): span.isDisplay ? "$$\(span.tex)$$" : "$\(span.tex)$"
      default: nil
      }
    }
  }

  // MARK: Formulas in code

  @Test func `in decks of reveal, code between signs of formulas is a formula`() {
    let text = "Of `$x$`, `\\(y\\)` and `z`:\n\n`$$ J(\\theta) $$`\n\n`\\[ a \\]`\n"
    #expect(formulas(text, .reveal) == ["$x$", "$y$", "$$ J(\\theta) $$", "$$ a $$"])
    #expect(formulas(text, .general) == [])
  }

  // MARK: Tildes

  @Test(arguments: [Dialect.Tool.general, .github, .docusaurus])
  func `a word between single tildes is struck out where the tool does so`(tool: Dialect.Tool) {
    #expect(inlines("This is ~gone~ now.", tool) == ["text", "strikethrough", "text", "text"])
  }

  @Test(arguments: [Dialect.Tool.pandoc, .kramdown, .mkdocs, .obsidian, .vitepress])
  func `nothing is struck out by single tildes elsewhere`(tool: Dialect.Tool) {
    #expect(!inlines("This is ~gone~ now.", tool).contains("strikethrough"))
    #expect(inlines("This is ~~gone~~ now.", tool).contains("strikethrough"))
  }

  @Test(arguments: [
    "costs ~5 euros (~12 in the city)", "from ~5 to ~12 and ~ 7", "~5 kg, ~ 7 kg", "(~a) and (~b)",
  ])
  func `tildes before amounts strike nothing out`(text: String) {
    for tool in [Dialect.Tool.general, .github, .pandoc] { #expect(!inlines(text, tool).contains("strikethrough"), "\(tool)") }
  }

  @Test func `a tilde within a word is a subscript but for GitHub`() {
    #expect(inlines("H~2~O", .general).contains("subscripted"))
    #expect(inlines("H~2~O", .pandoc).contains("subscripted"))
    #expect(!inlines("H~2~O", .github).contains("subscripted"))
    for tool in [Dialect.Tool.kramdown, .obsidian] { #expect(inlines("a ~b~ c", tool) == ["text"]) }
  }

  // MARK: Marks

  @Test func `equals signs and carets are plain CommonMark's text`() {
    #expect(!inlines("==a== and x^2^", .commonmark).contains("highlighted"))
    #expect(!inlines("==a== and x^2^", .commonmark).contains("superscripted"))
    #expect(inlines("==a==", .obsidian).contains("highlighted"))
    #expect(inlines("x^2^", .pandoc).contains("superscripted"))
    // The sign ends the superscript and begins no note.
    #expect(inlines("^2^[a]{.b} and n^th^[c](d) and e^[note]", .pandoc).count { $0.hasPrefix("superscripted") } == 2)
    #expect(inlines("^2^[a]{.b} and n^th^[c](d) and e^[note]", .pandoc).count { $0.hasPrefix("footnoteReference") } == 1)
  }

  // MARK: Line ends

  @Test func `a line's end is a break in a vault of Obsidian`() {
    #expect(inlines("Roses are red\nViolets are blue", .obsidian) == ["text", "lineBreak", "text"])
    #expect(inlines("Roses are red\nViolets are blue", .pandoc) == ["text", "softBreak", "text"])
  }

  // MARK: Formulas

  @Test func `doubled dollars before a full stop are inline for kramdown`() {
    #expect(formulas("- $$A \\subseteq B$$.\n- We have $$x$$ here.", .kramdown) == ["$A \\subseteq B$", "$x$"])
    #expect(formulas("Text.\n\n$$\nx\n$$\n", .kramdown) == ["$$\nx\n$$"])
  }

  @Test(arguments: [
    "准确率 = 预测正确的样本数，除以全部的样本数目之和", "X = \\{ x : x is even and is not prime \\}",
    "\\begin{aligned} a &= b && by the definition of the limit \\\\ &= c && since it is so \\end{aligned}",
  ])
  func `closed fences without a blank line are a formula, whatever words they hold`(body: String) {
    #expect(formulas("Text.\n\n$$\n\(body)\n$$\n\nText.", .general) == ["$$\n\(body)\n$$"])
  }

  @Test(arguments: ["$Cov(β)$", "$类(x)$", "$Cov(x)$"])
  func `a function of one argument is a formula in any script`(formula: String) {
    #expect(formulas("Let \(formula) be.", .general) == [formula])
  }

  @Test func `prices in parentheses stay text`() {
    #expect(formulas("It was $5 (about €4) and $6 (about €5).", .general) == [])
  }

  // MARK: Chinese

  @Test func `strong text ends before a full-width sign although a blank is within`() {
    #expect(inlines("**对于Error **：它是", .general).contains("strong"))
  }
}
