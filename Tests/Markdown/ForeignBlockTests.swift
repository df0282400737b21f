import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// Blocks, citations and formulas as other tools write them.
@Suite struct ForeignBlockTests {
  private func read(_ text: String, _ tool: Dialect.Tool = .general, cites: Bool = false) -> ParsedDocument {
    let (source, _) = preprocessed(
      Source(name: "a.md", text: text), files: FileAccess(roots: []), budget: Budget(), in: Dialect(tool))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    (options.keepsCitations, options.citesWorks) = (true, cites)
    return parse(source, options: options)
  }

  private func words(_ text: String, _ tool: Dialect.Tool = .general) -> String { read(text, tool).tree.plainText(of: 0) }

  private func callouts(_ text: String, _ tool: Dialect.Tool) -> [Tree.Callout] {
    read(text, tool).tree.nodes.compactMap { if case .callout(let callout) = $0.kind { callout } else { nil } }
  }

  private func formulas(_ text: String, _ tool: Dialect.Tool = .general) -> [String] {
    read(text, tool).tree.nodes.compactMap { if case .math(let span) = $0.kind { span.tex } else { nil } }
  }

  private func citations(_ text: String, _ tool: Dialect.Tool) -> [String] {
    read(text, tool, cites: true).tree.nodes.compactMap {
      if case .reference(let label) = $0.kind, label.hasPrefix(CitedWorks.mark) { String(label.dropFirst()) } else { nil }
    }
  }

  // MARK: Heads

  @Test(arguments: ["", "```{figure} a.jpg\n:name: f1\n---\n\n---\nWords.\n```\n", "```{figure} a.jpg\n:name: f1\n---\nwidth: 20px\n---\nWords.\n```\n"])
  func `options of a directive may be lines and then a block between dashes`(text: String) {
    let tree = read(text, .myst).tree
    #expect(!tree.nodes.contains { $0.kind == .thematicBreak })
    #expect(text.isEmpty || tree.attributes.contains { $0.id == "f1" })
  }

  @Test(arguments: ["\u{3000}", "\u{A0}", " \u{200B}", "\u{FEFF}", "\u{2003}\r"])
  func `blanks that nobody sees behind the dashes end front matter all the same`(blank: String) {
    let text = "---\nmarp: true\n---\(blank)\n\n# A\n"
    #expect(FrontMatter.of(Array(text.utf8)).flag("marp") == true)
    #expect(DialectDecision(Array(text.utf8)).dialect.tool == .marp)
  }

  // MARK: Tables

  @Test(arguments: [
    ("| a | b |  |\n|---|---|\n| 1 | 2 |\n", Dialect.Tool.general, 2), ("| a | b |  |\n|---|---|\n| 1 | 2 |\n", .github, 2),
    ("|a|b|c|\n|---|---|\n|1|2|\n", .pandoc, 3), ("a | b\n--|--|--\n1 | 2 | 3\n", .kramdown, 3), ("|a|b|c|\n|---|---|\n|1|2|\n", .github, 0),
  ])
  func `a head with other cells than the line below it begins a table where its tool says so`(text: String, tool: Dialect.Tool, columns: Int) {
    let found = read(text, tool).tree.nodes.compactMap { if case .table(let columns) = $0.kind { columns.count } else { nil } }
    #expect(found == (columns > 0 ? [columns] : []))
  }

  // MARK: Theorems

  @Test func `a component's type says which theorem it is`() {
    let text = "<Theorem type=\"definition\" title=\"A\">\n\nText\n\n</Theorem>\n\n<Theorem type=\"Lemma\" :autoNumber=\"false\">\n\nText\n\n</Theorem>\n"
    for tool in [Dialect.Tool.slidev, .docusaurus] {
      let found = callouts(text, tool)
      #expect(found.map(\.kind) == ["definition", "lemma"])
      #expect(found.map(\.isCounted) == [true, false])
    }
    let numbered = read("<Theorem number=\"3.1\">\n\nText\n\n</Theorem>\n", .slidev).tree
    #expect(numbered.attributes.contains { $0["theorem-number"] == "3.1" })
  }

  @Test func `a theme's tags around mathematics are theorems`() {
    let text = "---\nlayout: post\n---\n\n{% theorem Euler %}\nIt is so.\n{% endtheorem %}\n\n{% proof %}\nClear.\n{% endproof %}\n"
    #expect(callouts(text, .kramdown).map(\.kind) == ["theorem", "proof"])
    #expect(words(text, .kramdown).contains("Euler"))
  }

  // MARK: Code

  @Test func `a macro behind a fence's language draws its code`() {
    let text = "<!--\nnarrator: X\nimport: https://raw.githubusercontent.com/liascript-templates/plantUML/master/README.md\n-->\n\n# T\n\n```text @plantUML.png\n@startuml\n@enduml\n```\n\n```text\n@plantUML\n```\n"
    let infos = read(text, .liascript).tree.nodes.compactMap { if case .codeBlock(let info, _) = $0.kind { info } else { nil } }
    #expect(infos == ["plantuml", "text"])
  }

  @Test func `MDX has no code by indent, so that items are items`() {
    let text = "Words.\n\n    - One\n    - Two\n      - Three\n\nMore.\n\n    let x = 1\n"
    func kinds(_ tool: Dialect.Tool) -> [Int] {
      let nodes = read(text, tool).tree.nodes
      return [nodes.count { if case .item = $0.kind { true } else { false } }, nodes.count { if case .codeBlock = $0.kind { true } else { false } }]
    }
    #expect(kinds(.docusaurus) == [3, 1])
    #expect(kinds(.general) == [0, 2])
  }

  // MARK: Formulas

  @Test(arguments: ["A times B", "f times g", "A union B", "n choose k", "x and y", "A' subset B"])
  func `words between single letters in closed dollars are a formula`(_ formula: String) {
    #expect(formulas("So $\(formula)$ holds.") == [formula])
  }

  @Test(arguments: [
    "Costs $5 and $6 here.", "In $HOME and $PATH too.", "From $10 to 20$ each.", "As US$a lot of b$x.", "Pay $a month or so, $b later.",
  ])
  func `amounts and names with dollars are none`(_ text: String) { #expect(formulas(text) == []) }

  @Test func `escaped brackets of a regular expression are none where nothing else is in such brackets`() {
    #expect(formulas("Use ^(\\d{3}-|\\(\\d{3}\\) )\\d{3}$ here.", .github) == [])
    #expect(formulas("Use \\(\\alpha_1\\) here.", .github) == ["\\alpha_1"])
  }

  // MARK: What is named

  @Test func `a shell's expansions and commands between quotes are not said`() {
    #expect(read("Use ${#x[@]} and \"${#arr}\", or write \"\\begin{align}\" there.").diagnostics.map(\.code) == [])
    #expect(read("Use {#x} there and \\begin{align} too.").diagnostics.map(\.code).contains("markup.raw"))
  }

  // MARK: Citations

  @Test(arguments: [
    ("A {{#cite a}} b.", Dialect.Tool.mdbook, ["[@a]"]), ("A {% cite a b %}.", .kramdown, ["[@a; @b]"]),
    ("A {% cite a -l 3 --suppress_author %}.", .kramdown, ["[-@a, p. 3]"]), ("A {{< cite \"a\" >}} b.", .hugo, ["[@a]"]),
    ("As @@a says.", .mdbook, ["@a"]),
  ])
  func `tags that cite are citations`(text: String, tool: Dialect.Tool, expected: [String]) {
    #expect(citations(text, tool) == expected)
  }

  @Test func `a group that is shown as it is written has a place to end a line`() {
    #expect(words("A [@a;@b;-@c] and `[@a;@b]`, [@a;@b](https://a.org).").hasPrefix("A [@a; @b; -@c] and [@a;@b], "))
  }
}
