import Testing
import TypesetDiagnostics

@Suite struct DiagnosticTests {
  @Test func `a diagnostic shows its place, its line, a mark and a hint`() {
    let source = Source(name: "notes.md", text: "# Title\n\nso that $\\frca{1}{2}$ vanishes\n")
    let diagnostic = Diagnostic(
      .error, "math.unknown-command", at: SourceSpan(18, 23), "unknown command \\frca", hint: "did you mean \\frac?")
    #expect(
      diagnostic.rendered(in: source) == """
        notes.md:3:10: error: unknown command \\frca [math.unknown-command]
            3 | so that $\\frca{1}{2}$ vanishes
              |          ^~~~~
           hint: did you mean \\frac?

        """)
  }

  @Test func `columns count characters and marks stand below wide ones`() {
    let source = Source(name: "a.md", text: "中文 $x")
    let diagnostic = Diagnostic(.warning, "a.b", at: SourceSpan(7, 8), "unclosed")
    #expect(
      diagnostic.rendered(in: source) == """
        a.md:1:4: warning: unclosed [a.b]
            1 | 中文 $x
              |      ^

        """)
  }

  @Test func `names and words of a stranger send nothing to a terminal`() {
    let source = Source(name: "a\u{1B}[2J\n.md", text: "x\u{1B}]0;t\u{07}\u{9B}1m\n")
    let diagnostic = Diagnostic(.warning, "picture.missing", at: SourceSpan(0, 1), "cannot show \u{1B}[31ma\r\nb", hint: "c\u{9B}2J")
    let rendered = diagnostic.rendered(in: source)
    #expect(rendered.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    #expect(rendered.hasPrefix("a\u{FFFD}[2J\u{FFFD}.md:1:1: warning: cannot show \u{FFFD}[31ma\u{FFFD}\u{FFFD}b [picture.missing]\n"))
    #expect(rendered.split(separator: "\n").count == 4)
  }

  @Test func `a line of megabytes is cut around the place`() {
    let source = Source(name: "a.md", text: String(repeating: "x", count: 3_000_000))
    let text = Diagnostic(.warning, "a.b", at: SourceSpan(1_500_000, 1_500_001), "here").rendered(in: source)
    #expect(text.utf8.count < 400)
  }

  @Test func `a place in the second of two files names that file and its own line`() {
    let source = Source(joining: [("a.md", nil, Array("one\n".utf8)), ("b.md", nil, Array("two\nthree".utf8))])
    #expect(source.position(of: source.bytes.count - 1) == Source.Position(file: "b.md", line: 2, column: 5))
  }

  @Test func `diagnostics come in document order and once`() {
    let late = Diagnostic(.warning, "x", at: SourceSpan(9, 10), "late")
    let early = Diagnostic(.warning, "x", at: SourceSpan(1, 2), "early")
    let nowhere = Diagnostic(.warning, "x", at: nil, "nowhere")
    #expect([late, early, late, nowhere].inDocumentOrder() == [nowhere, early, late])
  }

  @Test func `an index of lines says of every byte what the source says`() {
    let source = Source(name: "a.md", text: "one\n\ntwo é\r\nthree\n")
    let index = LineIndex(source)
    for offset in -1...source.bytes.count + 1 {
      let position = source.position(of: offset)
      #expect(index.place(of: offset) == (position.file, position.line), "\(offset)")
    }
  }

  /// Marks below a line stand under their letters, which take two columns, one or none.
  @Test(arguments: [("a\u{301}x", 1), ("a\u{20DD}x", 1), ("a\u{200D}x", 1), ("漢x", 2), ("é" + "x", 1), ("😀x", 2)])
  func `a mark is below its letter, whatever is before it`(text: String, column: Int) {
    let end = text.utf8.count
    let source = Source(name: "a.md", text: text + "\n")
    let lines = Diagnostic(.warning, "x.y", at: SourceSpan(end - 1, end), "m").rendered(in: source).split(separator: "\n")
    let mark = String(repeating: " ", count: column) + "^"
    #expect(lines.last.map { String($0) } == "      | \(mark)")
  }
}
