import MDTypeset
import Testing
import TypesetDiagnostics

/// A few bytes that become millions of glyphs leave a document, the same on every machine.
@Suite struct AmplificationTests {
  private func typeset(_ text: String, threads: Int = 1, _ change: (inout Budget) -> Void) -> TypesetDocument {
    var options = TypesetterOptions()
    options.threads = threads
    change(&options.budget)
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text))
  }

  private func codes(_ document: TypesetDocument) -> [String] { document.diagnostics.map(\.code) }

  @Test func `formulas share what macros may make, and those that make little are whole`() throws {
    let bomb = #"$\newcommand{\a}{\b\b\b\b\b\b\b\b}\newcommand{\b}{\c\c\c\c\c\c\c\c}\newcommand{\c}{xxxxxxxx}$"#
    let text = bomb + "\n\n" + String(repeating: "$\\a$\n\n", count: 40) + "$\\c = y$ Last words.\n"
    let document = typeset(text) { $0.macroTokens = 10_000 }
    #expect(codes(document).filter { $0 == "math.macro-limit" }.count >= 1)
    #expect(try document.plainText().contains("Last words."))
    // The last formula is no more than its share.
    let last = try #require(text.utf8.firstRange(of: "$\\c =".utf8)?.lowerBound).utf16Offset(in: text)
    #expect(document.diagnostics.allSatisfy { Int($0.span?.start ?? 0) < last })
    #expect(!codes(typeset(text) { $0.macroTokens = 1 << 22 }).contains("math.macro-limit"))
  }

  @Test func `a document without macros has no share`() {
    let text = String(repeating: "$\\dfrac{a}{b}\\lvert x\\rvert\\iff y$\n\n", count: 400)
    #expect(codes(typeset(text) { $0.macroTokens = 1_000 }).isEmpty)
  }

  @Test func `lists of contents beyond the limit are left out, and that is said once`() throws {
    let text = String(repeating: "[TOC]\n\n", count: 5) + (1...10).map { "# Heading \($0)\n\nWords.\n\n" }.joined()
    let document = typeset(text) { $0.nodes = 200 }
    #expect(codes(document) == ["limit.contents"])
    let lines = try document.plainText().split(separator: "\n")
    // Two lists of ten, and the heading itself.
    #expect(lines.count { $0.contains("Heading 7") } == 3)
    #expect(codes(typeset(text) { $0.nodes = 4_000 }).isEmpty)
  }

  @Test func `what is set beyond the work of a run is left out at the same block, whatever the threads`() throws {
    // Each formula is hundreds of glyphs.
    let text = (1...120).map { "Paragraph \($0) $\\overbrace{\\kern 14000pt}$\n\n" }.joined()
    var kept: [String] = []
    for threads in [1, 2, 7] {
      let document = typeset(text, threads: threads) { $0.work = 20_000_000 }
      #expect(codes(document).filter { $0 == "limit.work" }.count == 1)
      kept.append(try document.plainText())
    }
    #expect(kept[0].contains("Paragraph 1 ") && !kept[0].contains("Paragraph 120"))
    #expect(kept[0] == kept[1] && kept[1] == kept[2])
  }

  @Test func `macros of a course that stand for each other have a limit`() throws {
    let steps = [("a", "@b "), ("b", "@c "), ("c", "word ")].map { "@\($0.0): " + String(repeating: $0.1, count: 390) }
    let text = "<!--\nauthor: A\nnarrator: German Female\n" + steps.joined(separator: "\n") + "\n-->\n\n# Course\n\n@a\n\nLast words.\n"
    let shown = try typeset(text) { _ in }.plainText()
    #expect(shown.utf8.count < 2_000_000 && shown.contains("Last words."))
  }

  @Test func `a text reference of kilobytes is copied no more often than there is room for`() throws {
    let named = "(ref:x) " + String(repeating: "word ", count: 12_000) + "\n\n"
    let text = named + String(repeating: "(ref:x)\n\n", count: 60) + "Last words.\n"
    let parsed = try typeset(text) { _ in }.plainText()
    #expect(parsed.utf8.count < 1_000_000)
    #expect(parsed.contains("Last words.") && parsed.contains("word word"))
  }

  @Test func `a heading, a tag and an abbreviation of kilobytes do not stand whole at each mention`() throws {
    let long = String(repeating: "word ", count: 2_000)
    let document = typeset("# \(long){#sec-x}\n\n" + String(repeating: "@sec-x\n\n", count: 20)) { _ in }
    #expect(try document.plainText().utf8.count < 40_000)
    let tag = "$$x \\tag{\(String(repeating: "a", count: 5_000))}\\label{e}$$\n\n"
    let formulas = typeset(tag + String(repeating: "$\\eqref{e}$\n\n", count: 20)) { _ in }
    #expect(try formulas.plainText().utf8.count < 20_000)
  }
}
