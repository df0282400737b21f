import MDTypeset
import Testing
import TypesetDiagnostics

/// What `scripts/hostile` tries at full size, as small as it still ends a stack.
@Suite struct HostileInputTests {
  @Test func `notes within notes are all set, however deep`() {
    let depth = 5_000
    let text = String(repeating: "^[a", count: depth) + String(repeating: "]", count: depth) + "\n\nLast words.\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(document.pageCount > depth / 100)
  }
}
