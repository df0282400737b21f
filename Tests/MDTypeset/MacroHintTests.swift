import MDTypeset
import Testing
import TypesetDiagnostics

/// The hints of unknown commands.
@Suite struct MacroHintTests {
  private func hints(_ text: String) -> [String?] {
    Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.hint)
  }

  @Test func `a misspelt command is told its nearest name`() {
    #expect(hints("$\\frca{1}{2}$ and $\\alhpa$ and $\\qqqqqq$") == ["did you mean \\frac?", "did you mean \\alpha?", nil])
  }

  @Test func `a document full of unknown commands is told of definitions`() {
    let many = hints("$\\RRa \\EEa \\PPa \\QQa \\AAa$")
    #expect(many.count == 5)
    #expect(many.allSatisfy { $0?.contains("--math-macros") == true })
  }

  @Test func `a command that is unknown again and again lacks its definition`() {
    let found = hints(String(repeating: "$\\infro{x}$ ", count: 5) + "and $\\frca$")
    #expect(found.dropLast().allSatisfy { $0?.contains("--math-macros") == true })
    #expect(found.last == "did you mean \\frac?")
  }
}
