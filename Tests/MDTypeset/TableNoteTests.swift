import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// What sets parts of a table off: rules above totals and below heads, notes below.
@Suite struct TableNoteTests {
  private let table = "| a | b |\n|---|---|\n| c | d |\n| e | f |\n"

  private func page(_ markdown: String) -> Page { Typesetter().typeset(Source(name: "a.md", text: markdown)).pages[0] }

  /// The lines of a page in the order of their height, with `—` for a rule over the whole table and `-` for one over a part of it.
  private func lines(_ markdown: String) -> [String] {
    let page = page(markdown)
    var parts: [(y: Length, x: Length, text: String)] = []
    let rules = page.ink.items.compactMap { item -> Rect? in if case .rule(let rect, _) = item { rect } else { nil } }
    let width = rules.map(\.width).max() ?? .zero
    for rect in rules where rect.height < 2.pt { parts.append((rect.y, .zero, rect.width >= width - 0.1.pt ? "—" : "-")) }
    for case .run(let run) in page.ink.items.prefix(page.furniture ?? .max) {
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      if text.contains(where: { $0 != " " }) { parts.append((run.y, run.x, text)) }
    }
    var out: [(y: Length, text: String)] = []
    for part in parts.sorted(by: { ($1.y, $0.x) < ($0.y, $1.x) }) {
      if out.last?.y == part.y { out[out.count - 1].text += " " + part.text } else { out.append((part.y, part.text)) }
    }
    return out.map(\.text)
  }

  @Test(arguments: ["{.total}\n", "{total=1}\n"])
  func `the last row of a table with totals has a rule above it`(above: String) {
    #expect(lines(table) == ["—", "a b", "—", "c d", "e f", "—"])
    #expect(lines(above + table) == ["—", "a b", "—", "c d", "—", "e f", "—"])
  }

  @Test func `a foot of HTML, a row of totals and rules between rows in LaTeX and kramdown set rows off`() {
    let head = "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr>"
    let wanted = ["—", "a b", "—", "c d", "—", "e f", "—"]
    #expect(lines(head + "<tfoot><tr><td>e</td><td>f</td></tr></tfoot></table>") == wanted)
    #expect(lines(head + "<tr class=\"total\"><td>e</td><td>f</td></tr></table>") == wanted)
    let latex = "\\toprule\na & b \\\\ \\midrule\nc & d \\\\ \\midrule\ne & f \\\\ \\bottomrule\n"
    #expect(lines("\\begin{tabular}{ll}\n\(latex)\\end{tabular}\n") == wanted)
    #expect(lines("---\nfrom: kramdown\n---\n\n| a | b |\n|---|---|\n| c | d |\n|===|===|\n| e | f |\n") == wanted)
  }

  @Test func `rows of heads without thead are the table's head, with rules below cells of several columns`() {
    let markdown = """
      <table>
      <tr><th rowspan="2">n</th><th colspan="2">s</th></tr>
      <tr><th>a</th><th>b</th></tr>
      <tr><td>x</td><td>c</td><td>d</td></tr>
      </table>
      """
    let found = lines(markdown)
    #expect(found.count(where: { $0 == "—" }) == 3 && found.count(where: { $0 == "-" }) == 1, "\(found)")
    #expect(found.firstIndex { $0.contains("a b") } ?? 9 < found.lastIndex { $0 == "—" } ?? 0)
    #expect(Array(found.suffix(3)) == ["—", "x c d", "—"])
  }

  @Test func `a row of th that names the rows below it is none of the head`() {
    let markdown = "<table><tr><th>a</th><th>b</th></tr><tr><th colspan=2>group</th></tr><tr><td>c</td><td>d</td></tr></table>"
    #expect(lines(markdown) == ["—", "a b", "—", "group", "c d", "—"])
  }

  @Test func `the corner of a head may be empty`() {
    let markdown = "<table><tr><td></td><th>a</th><th>b</th></tr><tr><th>x</th><td>c</td><td>d</td></tr></table>"
    #expect(lines(markdown) == ["—", "a b", "—", "x c d", "—"])
  }

  @Test(arguments: [
    "Note.\n{.table-notes}\n", "::: table-notes\nNote.\n:::\n", "::: {.tablenotes}\nNote.\n:::\n",
    "<div class=\"table-notes\">\n\nNote.\n\n</div>\n",
  ])
  func `notes stand right below the last rule, in smaller type`(notes: String) throws {
    let markdown = table + "\n" + notes + "\nText.\n"
    #expect(lines(markdown) == ["—", "a b", "—", "c d", "e f", "—", "Note.", "Text."])
    let page = page(markdown)
    func run(_ text: String) throws -> GlyphRun {
      try #require(
        page.ink.items.compactMap { item -> GlyphRun? in
          guard case .run(let run) = item else { return nil }
          return String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self) == text ? run : nil
        }.first)
    }
    let (cell, note, text) = try (run("e"), run("Note."), run("Text."))
    #expect(note.size < text.size)
    #expect(cell.y - note.y < 32.pt && cell.y > note.y)
    #expect(note.y - text.y > 20.pt)
  }

  @Test func `notes and a caption go together, whatever their order`() {
    let wanted = ["Table 1.  Words", "—", "a b", "—", "c d", "e f", "—", "• One", "• Two"]
    #expect(lines(table + "\n: Words {#tbl-a}\n\n::: table-notes\n- One\n- Two\n:::\n") == wanted)
    #expect(lines(table + "\n::: table-notes\n- One\n- Two\n:::\n") == Array(wanted.dropFirst()))
  }

  @Test func `a table with notes is divided before them only with its last row`() {
    let rows = (1...60).map { "| r\($0) | s |\n" }.joined()
    let pages = pageLines("| a | b |\n|---|---|\n" + rows + "\nNote.\n{.table-notes}\n")
    #expect(pages.count > 1)
    #expect(pages.last?.suffix(2) == ["r60 s", "Note."])
  }

  @Test func `a class of notes elsewhere is a paragraph's`() {
    #expect(pageLines("Text.\n\nNote.\n{.table-notes}\n") == [["Text.", "Note."]])
  }
}
