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
}
