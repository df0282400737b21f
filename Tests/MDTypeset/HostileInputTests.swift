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

  /// Each ended the process once.
  @Test(arguments: [
    #"$$a\\[140737488355328pt] b$$"#, #"$\lower-99999999999999cm\hbox{x}$"#, #"$\mathmakebox[-99999999999999cm][l]{x}$"#,
    #"$\newcommand{\x}[-2]{#1}\x{a}$"#, "\\begin{tabular}{*{-1}{l}}\na\n\\end{tabular}", "x\n{looseness=-9223372036854775808}",
    "x\n{hang-after=-9223372036854775808}", "[x]{weight=-9223372036854775808}",
  ])
  func `a number beyond all bounds leaves the rest of the document`(text: String) throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: text + "\n\nLast words.\n"))
    #expect(try document.plainText().contains("Last words."))
  }
}
