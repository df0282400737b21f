import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Readers of blocks by themselves, without the walk through the lines.
@Suite struct BlockReaderTests {
  private func cursor(_ text: String) -> LineCursor {
    let bytes = Array(text.utf8)
    return LineCursor(bytes, from: 0, to: bytes.firstIndex(of: ASCII.newline) ?? bytes.count)
  }

  private func opening(_ text: String, definesTerm: Bool = false, directives: Set<String> = []) -> BlockOpening? {
    let cursor = cursor(text)
    guard let first = cursor.first else { return nil }
    return SpecialOpener(cursor: cursor, first: first, open: OpenBlocks(bytes: Array(text.utf8)))
      .read(definesTerm: definesTerm, directives: directives, number: 0)
  }

  @Test func `an admonition needs an indented line below it`() {
    #expect(opening("!!! note \"A title\"\n    Text")?.special.kind == .admonition(["note"]))
    #expect(opening("!!! note \"A title\"\n    Text")?.title == 10..<17)
    #expect(opening("!!! note\nText") == nil)
    #expect(opening("!! note\n    Text") == nil)
  }

  @Test func `a colon defines a term only below one`() {
    #expect(opening(":   text", definesTerm: true)?.content == 4)
    #expect(opening(":   text") == nil)
  }

  @Test func `a client's directive is known by its name`() {
    #expect(
      opening("@Chart(kind: bar) {", directives: ["Chart"])?.special.kind
        == .directive(ClientDirective(name: "Chart", arguments: "kind: bar")))
    #expect(opening("@Chart { 1, 2 }", directives: ["Chart"])?.line == 8..<14)
    #expect(opening("@someone wrote", directives: ["Chart"]) == nil)
  }

  @Test func `a line goes on with the containers whose prefixes it has`() {
    let text = Array("> - a".utf8)
    let open = OpenBlocks(bytes: text, containers: [.quote, .item(2)])
    var both = LineCursor(Array(">   b".utf8), from: 0, to: 5)
    let all = open.match(&both)
    #expect(all == 2 && both.offset == 4)
    var quote = LineCursor(Array("> b".utf8), from: 0, to: 3)
    let outer = open.match(&quote)
    #expect(outer == 1)
    #expect(String(decoding: open.prefix, as: UTF8.self) == ">   ")
  }

  @Test func `commands keep their backslashes in the formulas of a value alone`() {
    #expect(PaperReading.quoted(#"a \emph{set} with $\cdot$ and $\{x\}$"#) == #""a set with $\\cdot$ and $\\{x\\}$""#)
  }

  @Test func `colons close the innermost division, slashes a block of as many`() {
    let open = OpenBlocks(bytes: Array(":::".utf8), containers: [.colons(from: 0), .fenced(byte: UInt8(ascii: "/"), length: 3, from: 0)])
    #expect(open.closed(by: cursor("///"), matched: 2) == 1)
    #expect(open.closed(by: cursor("////"), matched: 2) == nil)
    #expect(open.outer(1).closed(by: cursor(":::"), matched: 1) == 0)
    #expect(open.outer(1).closed(by: cursor("::: note"), matched: 1) == nil)
  }

  @Test func `a directive's opener has its name in braces`() {
    let opener = DirectiveOpener(cursor("```{figure} a.png "), at: 0)
    #expect(opener?.directive.form == .figure)
    #expect(opener?.argument == 12..<17)
    #expect(DirectiveOpener(cursor("```{nosuch}"), at: 0)?.isKnown == false)
    #expect(DirectiveOpener(cursor("```python"), at: 0) == nil)
  }

  @Test func `a closer is looked for once and found again after each opener`() {
    let text = Array("<A>x</A><A>y</A>".utf8)
    var search = CloserSearch(text)
    let ends = [0, 8, 16].map { search.end(of: "</A>", from: $0) }
    #expect(ends == [8, 16, nil])
    let missing = search.end(of: "</B>", from: 0)
    #expect(missing == nil)
  }

  @Test func `an environment ends after those of its name in it`() {
    let text = Array("\\begin{a}\\begin{a}\\end{a}\\end{a} \\end{a}".utf8)
    var search = CloserSearch(text)
    let end = search.end(ofEnvironment: "a", from: 0)
    #expect(end == 32)
  }

  @Test func `a table begins where head and delimiters have as many cells`() {
    let text = Array("| a | `b|c` |\n|---|---|".utf8)
    var tables = TableReader(text)
    let (row, isHead) = tables.begin(0..<13, 14..<23)
    #expect(isHead)
    // The bar in code is escaped, so that the parser does not split the cell.
    #expect(row.edits.map(\.range) == [8..<8])
    let wrong = Array("| a | b | c |\n|---|---|".utf8)
    var others = TableReader(wrong)
    let second = others.begin(0..<13, 14..<23)
    #expect(!second.isHead && second.row.diagnostic?.code == "table.head")
  }

  @Test func `what nothing closes is text and is reported once`() {
    let text = Array("<!-- a\n<!-- b".utf8)
    var html = HTMLReader(text, from: 0)
    let first = html.unclosed(.comment, LineCursor(text, from: 0, to: 6), at: 0)
    #expect(first.isText && first.diagnostic?.code == "html.unclosed")
    let second = html.unclosed(.comment, LineCursor(text, from: 7, to: 13), at: 7)
    #expect(second.isText && second.diagnostic == nil)
    var closed = HTMLReader(Array("<!-- a\n-->".utf8), from: 0)
    let third = closed.unclosed(.comment, LineCursor(Array("<!-- a\n-->".utf8), from: 0, to: 6), at: 0)
    #expect(!third.isText)
  }

  @Test func `imports come before the text, components are alone on their line`() {
    var components = ComponentReader()
    let answers = [components.isAtBeginning(), components.isAtBeginning()]
    #expect(answers == [true, false])
    let ends = ["import A from './a'", "import taxes rose", "export const a = (", "export const b = 'c'"].map {
      components.moduleEnd(cursor($0), from: 0)
    }
    // A bracket that is never closed ends with its paragraph.
    #expect(ends == [19, nil, 18, 20])
    #expect(components.tags(cursor("<Tabs><TabItem label=\"a\">"), from: 0)?.starts == [0, 6])
    #expect(components.tags(cursor("<Tabs> and text"), from: 0) == nil)
    #expect(components.tags(cursor("<Div>"), from: 0) == nil)
  }
}
