import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Tables of pandoc's whose cells are texts of their own: grids, and columns below dashes.
@Suite struct CellTableTests {
  /// A tree in short: `table(left,none)[head[…|…] row[…]]`, with blocks in cells by their names.
  private func short(_ text: String) -> String {
    let tree = parse(Source(name: "a.md", text: text)).tree
    func all(_ index: Tree.Index, _ separator: String = "") -> String {
      tree.children(of: index).map(words).joined(separator: separator)
    }
    func words(_ index: Tree.Index) -> String {
      switch tree[index].kind {
      case .text(let text): return text
      case .softBreak: return " "
      case .math(let span): return "$\(span.tex)$"
      case .code(let text): return "`\(text)`"
      case .strong: return "**\(all(index))**"
      case .emphasis: return "*\(all(index))*"
      case .paragraph: return "p(\(all(index)))"
      case .list: return "list(\(all(index, ",")))"
      case .item: return all(index, ",")
      case .codeBlock(_, let literal): return "code(\(literal.replacing("\n", with: "/")))"
      case .table(let columns): return "table(\(columns.map { "\($0)" }.joined(separator: ",")))[\(all(index, " "))]"
      case .tableRow(let isHeader): return "\(isHeader ? "head" : "row")[\(all(index, "|"))]"
      case .tableCell:
        let spans = ["colspan", "rowspan"].compactMap { key in tree.attributes(of: index)?[key].map { "\(key)=\($0):" } }
        return spans.joined() + all(index, "")
      case .caption: return "caption(\(all(index)))"
      case .footnoteReference: return "[^]"
      case .link(let destination, _): return "<\(destination)>"
      case .footnoteDefinition: return "note(\(all(index)))"
      case .definitionList: return "definitions(\(all(index, ",")))"
      case .callout(let callout): return "\(callout.kind)(\(all(index, ",")))"
      case .blockQuote: return "quote(\(all(index, ",")))"
      case .division: return "div(\(all(index, ",")))"
      default: return all(index, " ")
      }
    }
    return all(0, " ")
  }

  // MARK: Grids

  @Test func `a grid has a head above equals signs, and colons for alignment`() {
    let text = """
      +---------+-----+-------+-----+
      | Right   | Left| Center| Def |
      +========:+:====+:=====:+=====+
      | 1       | 2   | 3     | 4   |
      +---------+-----+-------+-----+
      """
    #expect(short(text) == "table(right,left,center,none)[head[Right|Left|Center|Def] row[1|2|3|4]]")
    #expect(short("+:--+--:+\n| a | b |\n+---+---+\n") == "table(left,right)[row[a|b]]")
  }

  @Test func `cells of a grid hold any blocks`() {
    let text = """
      +----------------+-----------+
      | - one          | > said    |
      | - two $a$      |           |
      |                | ```       |
      | text **b**     | x | y     |
      | more           | ```       |
      +----------------+-----------+
      | ::: note       |           |
      | in it          |     code  |
      | :::            |           |
      +----------------+-----------+
      """
    #expect(
      short(text)
        == "table(none,none)[row[list(p(one),p(two $a$))p(text **b** more)|quote(p(said))code(x | y/)] row[note(p(in it))|code(code/)]]")
  }

  @Test func `cells of a grid span columns and rows`() {
    let text = """
      +---------------------+-----+
      | Property            | Yes |
      +=============+=======+=====+
      | Degrees     | least | 1   |
      |             +-------+-----+
      |             | most  | 2   |
      +-------------+-------+-----+
      | all of it across          |
      +---------------------------+
      """
    #expect(
      short(text)
        == "table(none,none,none)[head[colspan=2:Property||Yes] row[rowspan=2:Degrees|least|1] row[|most|2] row[colspan=3:all of it across||]]"
    )
  }

  @Test func `formulas and bars in a cell are the cell's, over lines too`() {
    let text = """
      +-------+-------+
      | $a |  | x     |
      | b$ c  | y | z |
      +-------+-------+
      """
    #expect(short(text) == "table(none,none)[row[$a |\nb$ c|x y | z]]")
  }

  /// pandoc 2.17 takes all of them.
  @Test(arguments: [
    "+---+---+\n| a | b |\n+---+--+\n", "+---+---+\n| a | b |\n+---+----+\n", "+---+---+\n| a | b\n+---+---+\n",
    "+---+-----+\n| a | b |\n+---+---+\n",
  ])
  func `a right border may be uneven, or missing`(text: String) {
    #expect(short(text) == "table(none,none)[row[a|b]]")
  }

  @Test func `notes and references of the document hold in cells`() {
    let text = "+-------+-------+\n| a[^1] | [b][] |\n+-------+-------+\n\n[^1]: Note.\n\n[b]: x.html\n"
    #expect(short(text) == "table(none,none)[row[a[^]|<x.html>]] note(p(Note.))")
  }

  @Test func `wide characters take two columns of a grid`() {
    #expect(short("+------+---+\n| 中文 | b |\n+------+---+\n") == "table(none,none)[row[中文|b]]")
    #expect(short("+----+---+\n| é  | b |\n+----+---+\n") == "table(none,none)[row[é|b]]")
  }

  @Test func `grids are in lists, quotes, divs and other grids`() {
    let grid = "+---+---+\n| a | b |\n+---+---+\n"
    let read = "table(none,none)[row[a|b]]"
    func indented(_ prefix: String) -> String { grid.split(separator: "\n").map { prefix + $0 + "\n" }.joined() }
    #expect(short("- x\n\n" + indented("  ")) == "list(p(x),\(read))")
    #expect(short(indented("> ")) == "quote(\(read))")
    #expect(short("::: warning\n\(grid):::\n") == "warning(\(read))")
    #expect(short("!!! tip\n" + indented("    ")) == "tip(\(read))")
    let outer = "+-----------+\n" + grid.split(separator: "\n").map { "| \($0) |\n" }.joined() + "+-----------+\n"
    #expect(short(outer) == "table(none)[row[\(read)]]")
  }

  @Test(arguments: [
    "+---+\ntext\n", "+---+---+\n| a | b\n", "+---+---+\n| a | b |\n",
    "```\n+---+\n| a |\n+---+\n```\n",
    "    +---+\n    | a |\n    +---+\n", "+---+\n\n| a |\n+---+\n", "+++\ntext\n", "+--+\n+--+\n",
  ])
  func `what is no grid stays text`(text: String) {
    #expect(!short(text).contains("table("))
  }

  @Test func `every node of a cell is where its words are`() throws {
    let text = "> +------+-------+\n> | Word | *two* |\n> |      | lines |\n> +------+-------+\n"
    let tree = parse(Source(name: "a.md", text: text)).tree
    let bytes = Array(text.utf8)
    var words: [String] = []
    for index in tree.nodes.indices {
      guard case .text(let word) = tree.nodes[index].kind else { continue }
      #expect(String(decoding: bytes[tree.nodes[index].span.range(within: bytes.count)], as: UTF8.self) == word)
      words.append(word)
    }
    #expect(words == ["Word", "two", "lines"])
  }

  @Test func `a diagnostic in a cell points at the author's words`() throws {
    let text = "+------+---------+\n| Word | $$ a    |\n+------+---------+\n"
    let found = try #require(parse(Source(name: "a.md", text: text)).diagnostics.first?.span)
    #expect(Array(text.utf8)[Int(found.start)] == UInt8(ascii: "$"))
  }

  // MARK: Columns below dashes

  @Test func `columns below dashes, with a head and without`() {
    #expect(
      short("  Right     Left     Center     Default\n-------     ------ ----------   -------\n     12     12        12            12\n")
        == "table(right,left,center,none)[head[Right|Left|Center|Default] row[12|12|12|12]]")
    #expect(
      short("-----     ---- ----\n   12     1|2  *c*\n  123     123  1.\n-----     ---- ----\n")
        == "table(right,left,left)[row[12|1|2|*c*] row[123|123|1.]]")
    #expect(short("- x\n\n  A    B\n  ---- ----\n  1    2\n").hasPrefix("list(p(x),table("))
  }

  @Test(arguments: ["```", "~~~", "``` text"])
  func `a fence above columns of dashes is no head`(fence: String) {
    let read = short("\(fence)\n-----  ----\n   12  a\n-----  ----\n\(fence.prefix(3))\n")
    #expect(!read.contains("table"), "\(read)")
  }

  @Test func `rows of several lines, between blank lines`() {
    let text = """
      -----------------------------
       Head    Long
        two    head
      -------- --------------------
       First   Words that span
               several $a
               +b$ lines.

       Second  # no heading
      -----------------------------

      Table:  The caption
      is long.

      After.
      """
    #expect(
      short(text)
        == "table(center,left)[head[Head two|Long head] row[First|Words that span several $a\n+b$ lines.] row[Second|# no heading] caption(The caption is long.)] p(After.)"
    )
    let headless = "----- -----\none   two\n      more\n\na     b\n----- -----\n"
    #expect(short(headless) == "table(left,left)[row[one|two more] row[a|b]]")
  }

  @Test(arguments: ["---\n\ntext\n", "--- ---\n\ntext\n", "- - -\na b\n\n- - -\n", "-----\nwords\n-----\n\nwords\n", "words\n--- ---\n"])
  func `lines of dashes without columns stay what they are`(text: String) {
    #expect(!short(text).contains("table("))
  }

  // MARK: Captions

  @Test func `a caption belongs to the nearest table without one`() {
    let pipe = "| a |\n|---|\n| b |\n"
    #expect(
      short("\(pipe)\n: one\n\n\(pipe)\n: two\n") == "table(none)[head[a] row[b] caption(one)] table(none)[head[a] row[b] caption(two)]")
    #expect(
      short("Table: one\n\n\(pipe)\n: two\n\n\(pipe)")
        == "table(none)[head[a] row[b] caption(one)] table(none)[head[a] row[b] caption(two)]")
    #expect(short("Words.\n\n: one\n\n\(pipe)") == "p(Words.) table(none)[head[a] row[b] caption(one)]")
    #expect(short("Words.\n\n:   one\n\nmore\n") == "definitions(Words.,p(one)) p(more)")
    #expect(short("Words.\n\n: one\n\n+---+\n| a |\n+---+\n") == "p(Words.) table(none)[row[a] caption(one)]")
  }

  @Test func `an HTML table takes its caption`() {
    let html = "<table><tr><td>x</td></tr></table>\n"
    let pipe = "| a |\n|---|\n| b |\n"
    #expect(
      short("\(html)\n: one\n\n\(pipe)\n: two\n") == "table(none)[row[x] caption(one)] table(none)[head[a] row[b] caption(two)]")
    #expect(short("Table: one\n\n\(html)") == "table(none)[row[x] caption(one)]")
    #expect(short("<table><caption>own</caption><tr><td>x</td></tr></table>\n\nTable: one\n").contains("caption(own)"))
  }

  // MARK: Time

  @Test(arguments: [
    "+---+---+\n| a | b |\n+---+---+\n", "+---+---+\n| a | b |\n\n", "+---+\n", "---- ----\na    b\n\n", "+-+-+-+-+-+-+-+-+\n",
    "Word\n\n: caption\n\n",
    "----------\nhead\n---- ----\na    b\n\n", "| +---+\n",
  ])
  func `tables are read in linear time`(unit: String) {
    func time(_ count: Int) -> Duration {
      let source = Source(name: "a.md", text: String(repeating: unit, count: count))
      return processorTime { _ = parse(source) }
    }
    _ = time(200)
    let short = time(1_500)
    let long = time(6_000)
    // Four times the text; a square would be sixteen.
    #expect(long < short * 9 || long < .milliseconds(80), "\(short) \(long)")
  }

  @Test func `tables in tables end at a depth`() {
    var text = ["x"]
    for _ in 0..<12 {
      let width = (text.map(\.count).max() ?? 0) + 2
      let border = "+" + String(repeating: "-", count: width) + "+"
      text = [border] + text.map { "| " + $0 + String(repeating: " ", count: width - 2 - $0.count) + " |" } + [border]
    }
    let tree = parse(Source(name: "a.md", text: text.joined(separator: "\n"))).tree
    #expect(tree.nodes.count { if case .table = $0.kind { true } else { false } } == 4)
  }
}
