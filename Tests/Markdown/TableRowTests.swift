import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Rows that GFM would cut elsewhere than their authors meant.
@Suite struct TableRowTests {
  /// Rows as `a/b`, one text for each table.
  private func tables(_ text: String) -> [[String]] {
    let tree = parse(Source(name: "a.md", text: text)).tree
    func words(_ index: Tree.Index) -> String {
      switch tree[index].kind {
      case .text(let text): text
      case .code(let text): "`\(text)`"
      case .math(let span): "$\(span.tex)$"
      default: tree.children(of: index).map(words).joined()
      }
    }
    return tree.nodes.indices.filter { if case .table = tree.nodes[$0].kind { true } else { false } }.map { table in
      tree.children(of: Tree.Index(table)).map { row in tree.children(of: row).map(words).joined(separator: "/") }
    }
  }

  private func codes(_ text: String) -> [String] { parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) }

  private let head = "| a | b |\n|---|---|\n"

  @Test func `rows indented like code are rows`() {
    #expect(tables(head + "    | 1 | 2 |\n\t\t| 3 | $|x|$ |\n     4 | 5\n") == [["a/b", "1/2", "3/$|x|$", "4/5"]])
    #expect(tables("- x\n\n  | a | b |\n  |---|---|\n        | 1 | 2 |\n") == [["a/b", "1/2"]])
    #expect(tables("!!! note\n    | a | b |\n    |---|---|\n        | 1 | 2 |\n") == [["a/b", "1/2"]])
    #expect(tables(head + "\n    | 1 | 2 |\n") == [["a/b"]])
    #expect(tables(head + "    code\n") == [["a/b"]])
  }

  @Test func `a list of attributes right below a table, or a blank line below it, is the table's`() throws {
    for end in ["{#t .striped widths=\"2,1\"}\n", "\n{#t .striped widths=\"2,1\"}\n\nWords\n"] {
      let tree = parse(Source(name: "a.md", text: head + "| 1 | 2 |\n" + end)).tree
      let table = try #require(tree.nodes.indices.first { if case .table = tree.nodes[$0].kind { true } else { false } })
      let attributes = try #require(tree.attributes(of: Tree.Index(table)))
      #expect(attributes.id == "t")
      #expect(attributes.classes == ["striped"])
      #expect(attributes["widths"] == "2,1")
    }
    #expect(tables(head + "| 1 | 2 |\n{.striped}\n") == [["a/b", "1/2"]])
    // Signs of sets and of templates, a row with a bar, and what the next block touches.
    #expect(tables(head + "{a}\n") == [["a/b", "{a}/"]])
    #expect(tables(head + "| {.x} | 2 |\n") == [["a/b", "{.x}/2"]])
    let next = parse(Source(name: "a.md", text: head + "| 1 | 2 |\n\n{.x}\n> Words\n")).tree
    #expect(next.children(of: 0).map { next.attributes(of: $0)?.classes ?? [] } == [[], ["x"]])
  }

  @Test func `a cell of two circumflexes belongs to the cell above it`() {
    let tree = parse(Source(name: "a.md", text: head + "| 1 | 2 |\n| ^^ | 3 |\n| ^^ | ^^ |\n| `^^` | ^ |\n")).tree
    let spans = tree.nodes.indices.compactMap { tree.attributes(of: Tree.Index($0))?["rowspan"] }
    #expect(spans.sorted() == ["2", "3"])
    #expect(tables(head + "| 1 | 2 |\n| ^^ | 3 |\n| ^^ | ^^ |\n| `^^` | ^ |\n") == [["a/b", "1/2", "/3", "/", "`^^`/^"]])
    // Nothing is above the first row.
    #expect(tables(head + "| ^^ | 1 |\n") == [["a/b", "^^/1"]])
  }

  @Test func `a bar in code is the code's where the columns then fit`() {
    #expect(tables(head + "| `x|y` | 2 |\n| ``a|`|b`` | `c` |\n| 1 | `d||e` |\n") == [["a/b", "`x|y`/2", "`a|`|b`/`c`", "1/`d||e`"]])
    #expect(tables("| `a|b` | c |\n|---|---|\n| 1 | 2 |\n") == [["`a|b`/c", "1/2"]])
    #expect(tables(head + "| `x\\|y` | 2 |\n") == [["a/b", "`x|y`/2"]])
    // GFM's own split fits.
    #expect(tables(head + "| `x|y` |\n") == [["a/b", "`x/y`"]])
    #expect(codes(head + "| `x|y` | 2 |\n") == [])
  }

  @Test func `cells that are left out are said`() throws {
    let source = Source(name: "a.md", text: head + "| 1 | 2 | three | |\n| 1 | 2 | |\n")
    let diagnostic = try #require(parse(source).diagnostics.first)
    #expect(parse(source).diagnostics.count == 1)
    #expect(diagnostic.code == "table.cells")
    #expect(diagnostic.message.contains("“three”"))
    #expect(tables(source.text(SourceSpan(0, source.bytes.count))) == [["a/b", "1/2", "1/2"]])
  }

  @Test func `a head with other columns than the line below is said`() {
    #expect(codes("| a | b | c |\n|---|---|\n| 1 | 2 |\n") == ["table.head"])
    #expect(codes("a | b\n---\n") == [])
  }

  @Test(arguments: [
    ("| a | b | c |\n|---|---|\n| 1 | 2 |\n", ["a/b", "1/2"], ["table.cells"]),
    ("| a | b |  |\n|---|---|\n| 1 | 2 |\n", ["a/b", "1/2"], []),
    ("| a |\n|---|---|\n| 1 | 2 |\n", ["a/", "1/2"], []), ("a | b\n---|---|---\n1 | 2 | 3\n", ["a/b/", "1/2/3"], []),
    ("| a | $b$ | $c$ |\n|---|---|\n| 1 | 2 |\n", [], ["table.head"]),
  ])
  func `to pandoc the line below the head says how many columns there are`(text: String, rows: [String], said: [String]) {
    let matter = "---\nfrom: pandoc\n---\n"
    #expect(tables(matter + text).first ?? [] == rows)
    #expect(codes(matter + text).filter { $0.hasPrefix("table.") } == said)
  }

  @Test func `rows below a table and a blank line are said`() {
    #expect(codes(head + "| 1 | 2 |\n\n| 3 | 4 |\n| 5 | 6 |\n") == ["table.interrupted"])
    #expect(codes(head + "| 1 | 2 |\n\n| a | b |\n|---|---|\n| 5 | 6 |\n") == [])
    #expect(codes(head + "| 1 | 2 |\n\nText.\n\n| 3 | 4 |\n") == [])
    #expect(codes(head + "\n```\ncode\n```\n\n|x|\n") == [])
    #expect(codes(head + "| 1 | 2 |\n\n|x| is absolute\n") == [])
  }

  @Test(arguments: ["| `", "| `a|` ", "|`` ` ", "| x "])
  func `hostile rows take linear time`(unit: String) {
    let text = head + String(repeating: unit, count: 10_000 / unit.utf8.count)
    let time = processorTime { _ = parse(Source(name: "a.md", text: text)) }
    #expect(time < .seconds(4))
  }

  @Test func `columns below dashes are a table, as pandoc has them`() {
    let text = "  Right  Left     Centre\n  -----  ------ ----------\n     12  $a$       é x\n    123         *y*\n"
    #expect(tables(text + "\nAfter.\n") == [["Right/Left/Centre", "12/$a$/é x", "123//y"]])
    #expect(tables(text + "  -----  ------ ----------\n") == [["Right/Left/Centre", "12/$a$/é x", "123//y"]])
    #expect(tables(text + "  : Words\n") == [["Right/Left/Centre", "12/$a$/é x", "123//y", "Words"]])
    let tree = parse(Source(name: "a.md", text: text)).tree.printed()
    #expect(tree.contains("table none,left,center"), "\(tree)")
  }

  @Test(arguments: [
    "a  b\n-- --\n", "a  b\n-- --\n\nc  d\n", "a  b\n- - -\nc  d\n", "longer word\n---- ----\nc    d\n",
    "a    b\n---- ----\nlonger words\n",
    "a\n----\nb\n", "x\na    b\n---- ----\nc    d\n",
    "```\na    b\n---- ----\nc    d\n```\n",
  ])
  func `lines with dashes below them are no table otherwise`(text: String) { #expect(tables(text) == []) }
}
