import MDTypeset
import Testing
import TypesetBoxes
import TypesetChecking
import TypesetDiagnostics
import TypesetFonts

@testable import TypesetComparing

/// What is told where the program is the cause: settings stand in for it, with the same settings written into both records.
@Suite struct LookChangeTests {
  private func record(_ text: String, _ variables: [(String, String)] = []) -> DocumentRecord {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 1
    for (key, value) in variables { options.variables.append(Variable(key: key, value: value)) }
    let typesetter = Typesetter(options: options)
    let source = Source(name: "notes.md", text: text)
    return DocumentRecord(
      of: typesetter.typesetWithReports(source, time: 0).checked, explained: typesetter.settings(of: source, theme: nil))
  }

  /// The only difference: the program, with what it does differently.
  private func details(_ text: String, _ old: (String, String), _ new: (String, String)...) throws -> [String] {
    let after = record(text, new)
    var before = record(text, [old])
    before.settings = after.settings
    let found = Comparison(before, after).differences
    #expect(found.map(\.cause) == [.program])
    return try #require(found.first).details.map(\.sentence)
  }

  @Test func `a colour is named with the text, both values and the number of places`() throws {
    #expect(
      try details("One.\n\n# Two\n\nThree.\n", ("body.color", "#333333")) == [
        "notes.md:1: “One.” is #000000 instead of #333333 (LibertinusSerif-Regular, 11 pt); likewise in 2 more places"
      ])
  }

  @Test func `the space above a heading is told in points, and what moved with it is not`() throws {
    let text = "One.\n\n## Two\n\nThree.\n\n## Four\n\nFive.\n"
    let found = try details(text, ("styles.h2.before", "20pt"))
    #expect(found.count == 1 && found[0].hasPrefix("notes.md:3: the space above the heading “Two” is "), "\(found)")
    #expect(found[0].hasSuffix(" pt; likewise in 1 more place"), "\(found)")
  }

  @Test func `backgrounds, rules and frames are told with their colours and thickness`() throws {
    #expect(
      try details("```\nlet a = 1\n```\n", ("styles.code.background", "#ffffff")) == [
        "notes.md:1: a background changed from #ffffff to #f5f6f8"
      ])
    let thin = GraphicsSummary(text: "2 rule 0.4 #000000; ground #f6f8fa")
    let thick = GraphicsSummary(text: "2 rule 0.6 #000000; ground #ffffff")
    #expect(
      thin.changes(to: thick).map(\.message) == [
        "2 rules changed from 0.4 pt to 0.6 pt", "a background changed from #f6f8fa to #ffffff",
      ])
    #expect(thin.changes(to: thin).isEmpty)
    #expect(
      thin.changes(to: GraphicsSummary(text: "")).map(\.message) == [
        "2 rules of 0.4 pt in #000000 are gone", "a background in #f6f8fa is gone",
      ])
    #expect(GraphicsSummary(text: thin.text) == thin && GraphicsSummary(text: "x; rule").looks.isEmpty)
  }

  @Test func `lines that break elsewhere, distances of lines and indents are told apart`() throws {
    let text = String(repeating: "Many words follow here so that there are several lines on the page. ", count: 6) + "\n"
    let spaced = try details(text, ("body.line-spacing", "1.5"))
    #expect(!spaced.isEmpty, "\(spaced)")
    #expect(spaced[0].contains("the lines of the paragraph “Many words") && spaced[0].contains("apart instead of 16.5 pt"), "\(spaced)")
    let broken = try details(text, ("body.align", "left"))
    #expect(broken.count == 1 && (broken[0].contains("breaks into other lines") || broken[0].contains("glyph spacing")), "\(broken)")
  }

  @Test func `other glyphs of a font are not other spaces`() throws {
    let found = try details("The number 1234567890 here.\n", ("features", "onum"))
    #expect(found.first == "notes.md:1: “The number 1234567890 here.” has other glyphs of the same fonts")
    #expect(found.dropFirst() == ["the header or footer of page 1 has other glyphs of the same fonts"])
  }

  @Test func `letters, fonts and rules survive the text of a record`() throws {
    let record = record("A *word* and `code` with $x^2$.\n\n> quote\n\n```swift\nlet a = 1\n```\n\n| a | b |\n|---|---|\n| c | d |\n")
    #expect(try DocumentRecord(text: record.text) == record)
    let line = try #require(record.units.first { $0.text.hasPrefix("A word") }?.parts.first)
    #expect(line.runs.map(\.count) == [1, 4, 3, 4, 4, 5, 1])
    #expect(record.units.contains { $0.kind == .code && $0.text == "let a = 1" })
    let grounds = record.units.filter { $0.kind == .graphics && $0.parts.first?.text.contains("ground #") == true }
    #expect(grounds.map(\.line).sorted() == [1, 5], "\(record.units.filter { $0.kind == .graphics })")
  }

  // MARK: Pages drawn from a record

  private func checked(_ text: String) -> (DocumentRecord, Typesetter, Source) {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 1
    return (record(text), Typesetter(options: options), Source(name: "notes.md", text: text))
  }

  @Test func `a page is drawn from a record with the ink of the present document, where that is the same`() throws {
    let text = "# Title\n\nA *word*, $x^2$ and `code`.\n\n$$\\frac{1}{2}$$\n\n```\nlet a\n```\n\n| a | b |\n|---|---|\n| c | d |\n"
    let (old, typesetter, _) = checked(text)
    // What comes before pushes all of it down.
    let new = typesetter.typesetWithReports(Source(name: "notes.md", text: "First.\n\n" + text), time: 0).checked
    let drawn = try #require(RecordDrawing(old, from: new).page(0))
    let same = typesetter.typesetWithReports(Source(name: "notes.md", text: text), time: 0).checked.pages[0]
    func runs(_ page: Page) -> [[Int]] {
      page.ink.items.compactMap { item -> [Int]? in
        guard case .run(let run) = item else { return nil }
        return [Int(clamping: run.x.points.rounded()), Int(clamping: run.y.points.rounded()), run.glyphs.count]
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(runs(drawn) == runs(same))
    #expect(RecordDrawing(old, from: new).page(1) == nil)
  }

  @Test func `text that is gone fills its line in its own fonts`() throws {
    let (old, typesetter, _) = checked("A *word* that `went` away.\n")
    let new = typesetter.typesetWithReports(Source(name: "notes.md", text: "Nothing of that is here.\n"), time: 0).checked
    let drawn = try #require(RecordDrawing(old, from: new).page(0))
    let runs = drawn.ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } }
    let names = runs.map { new.fonts.face($0.face).fileName }
    #expect(names.contains("LibertinusSerif-Italic.otf") && names.contains("SourceCodePro-Regular.otf"))
    let line = try #require(old.units.first { $0.kind == .paragraph }?.parts.first)
    let end = try #require(runs.filter { $0.y > -400.pt }.map { $0.x + $0.width }.max())
    #expect(abs(end.points - Double(line.x + line.width) / 100) < 0.6)
  }
}
