import MDTypeset
import Testing
import TypesetDiagnostics

/// The space between blocks, as the list of boxes has it.
@Suite struct SpacingTests {
  private func glue(_ text: String) -> [String] {
    Typesetter().printedBoxes(of: Source(name: "a.md", text: text)).split(separator: "\n").filter { $0.contains("glue") }.map(String.init)
  }

  @Test func `the last block of a division or list keeps its distance to what follows`() {
    let alone = glue("a\n\nb")
    #expect(alone.count == 1)
    #expect(glue("<div>\n\na\n\n</div>\n\nb") == alone)
    // A list asks for more than a paragraph, a table in it for more than the list.
    let table = "| a | b |\n|---|---|\n| c | d |\n"
    #expect(glue("- a\n\n  \(table.replacing("\n", with: "\n  "))\nb").last == glue("\(table)\nb").last)
  }

  @Test func `a display within an item stays with its lead-in`() {
    let boxes = Typesetter().printedBoxes(of: Source(name: "a.md", text: "- a\n\n  $$x$$"))
    #expect(boxes.contains("penalty(10000)") || boxes.contains("penalty 10000"))
  }

  @Test(arguments: [(73, 1), (80, 1), (95, 2)])
  func `code that is a little too wide is set smaller, wider code is divided`(columns: Int, rows: Int) {
    let text = "```\n" + String(repeating: "a", count: columns) + "\n```"
    let boxes = Typesetter().printedBoxes(of: Source(name: "a.md", text: text)).split(separator: "\n").filter { $0.hasPrefix("box(") }
    #expect(boxes.count == rows)
  }

  @Test(arguments: [
    "+----------+", "| a        |", "    /    \\", "┌─────┐ ─────▶ └─────┘",
  ])
  func `a drawing of characters that is too wide is set smaller`(_ part: String) {
    let line = String(repeating: part, count: 130 / part.count)
    func rows(_ lines: [String]) -> Int {
      let text = "```\n" + lines.joined(separator: "\n") + "\n```"
      return Typesetter().printedBoxes(of: Source(name: "a.md", text: text)).split(separator: "\n").count { $0.hasPrefix("box(") }
    }
    let rule = String(repeating: "-", count: line.count)
    #expect(rows([rule, line, rule, line]) == 4)
    #expect(rows(Array(repeating: String(repeating: "ab", count: 65), count: 4)) == 8)
  }
}
