import MDTypeset
import Testing

/// Tabs and tab stops.
@Suite struct TabTests {
  /// The lines of the first page, each with its runs of text and their left and right edges in points from the text block's left edge.
  private func runs(_ document: Document) throws -> [(text: String, left: Double, right: Double, y: Double)] {
    let typeset = Typesetter().typeset(document.markdownMargins(0).markdownSetting("paper", "400pt x 400pt").markdownPageNumbers(false))
    #expect(typeset.diagnostics.isEmpty, "\(typeset.diagnostics.map(\.message))")
    let page = typeset.pages[0]
    return page.ink.items.compactMap { item in
      guard case .run(let run) = item else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      guard text.contains(where: { $0 != " " }) else { return nil }
      return (text, run.x.points, (run.x + run.width).points, -run.y.points)
    }
  }

  private func runs(_ markdown: String) throws -> [(text: String, left: Double, right: Double, y: Double)] {
    try runs(Document(markdown: markdown))
  }

  private func text(_ markdown: String) throws -> String {
    try Typesetter().typeset(markdown: markdown).text(ofPage: 0)
  }

  @Test func `text after a tab begins, ends or is centred at its stop`() throws {
    let found = try runs("Name[]{.tab}Middle[]{.tab}End\n{tabs=\"100pt, 200pt center, 300pt right\"}")
    #expect(found.map(\.text) == ["Name", "Middle", "End"])
    #expect(abs(found[1].left - 100) < 0.01)
    let right = try runs("Name[]{.tab}Middle[]{.tab}End\n{tabs=\"300pt right, 200pt center\"}")
    #expect(abs((right[1].left + right[1].right) / 2 - 200) < 0.6)
    #expect(abs(right[2].right - 300) < 0.01)
  }

  @Test(arguments: [
    "Work <span style=\"float: right\">2019</span>", "Work [2019]{style=\"float:right\"}", "Work \\hfill 2019", "Work []{.hfill} 2019",
    "Work [2019]{.float-right}",
  ])
  func `what floats to the right ends where its line does`(line: String) throws {
    for markdown in [line, "### \(line)"] {
      let found = try runs(markdown)
      #expect(found.map(\.text) == ["Work", "2019"])
      #expect(found[0].left < 1 && abs(found[1].right - 400) < 0.01 && found[0].y == found[1].y)
    }
  }

  @Test func `what a theme aligns at the right is at the end of its line`() throws {
    let found = try runs("---\nstyle: {styles: {.marks: {align: right}}}\n---\n1. Prove it. [4 marks]{.marks}")
    let marks = try #require(found.last)
    #expect(marks.text.hasSuffix("marks") && abs(marks.right - 400) < 0.01 && found.allSatisfy { $0.y == marks.y })
  }

  @Test func `what does not fit beside its line is at the end of the next one`() throws {
    let found = try runs("\(String(repeating: "x", count: 70)) \\hfill \(String(repeating: "y", count: 40))")
    #expect(found.count == 2 && found[1].y > found[0].y && abs(found[1].right - 400) < 0.01)
    #expect(try text("a \\hfill").hasPrefix("a\n"))
  }

  @Test func `the tab of a keyboard counts where there are stops, and is a space elsewhere`() throws {
    #expect(abs(try runs("a\tb\n{tabs=5cm}")[1].left - 141.73) < 0.01)
    #expect(try text("a\tb").hasPrefix("a b\n"))
    #expect(try text("a\tb\n{tabs=5cm}").hasPrefix("a b\n"))
  }

  @Test func `without stops a tab goes to the next multiple of four times the size`() throws {
    let found = try runs(Document(markdown: "[]{.tab}a[]{.tab}b").font(.custom("Libertinus Serif", size: 10), for: .body))
    #expect(abs(found[0].left - 40) < 0.01 && abs(found[1].left - 80) < 0.01)
  }

  @Test func `lines of an author have tabs of their own`() throws {
    let found = try runs("one[]{.tab}1  \nthirteen[]{.tab}13\n{tabs=\"100% right\"}")
    #expect(found.map(\.text) == ["one", "1", "thirteen", "13"])
    #expect(abs(found[1].right - 400) < 0.01 && abs(found[3].right - 400) < 0.01)
    #expect(found[0].y == found[1].y && found[2].y > found[1].y)
  }

  @Test func `the last cell is broken below its beginning, others go to the next line`() throws {
    let words = String(repeating: "word ", count: 40)
    let found = try runs("Term[]{.tab}\(words)\n{tabs=100pt}")
    #expect(Set(found.dropFirst().filter { $0.text.hasPrefix("word") }.map { Int($0.left.rounded()) }).contains(100))
    #expect(found.dropFirst().allSatisfy { $0.left > 99 && $0.right < 400.01 })
    #expect(Set(found.map { Int($0.y) }).count > 1)
    let narrow = try runs("\(String(repeating: "x", count: 60))[]{.tab}\(String(repeating: "y", count: 40))[]{.tab}z\n{tabs=100pt}")
    #expect(narrow.allSatisfy { $0.right < 400.01 })
    #expect(narrow[0].y < narrow[1].y)
  }

  @Test func `text that reaches its stop goes to the next one`() throws {
    let found = try runs("A long beginning[]{.tab}b\n{tabs=\"20pt, 200pt\"}")
    #expect(abs(found.last?.left ?? 0 - 200) < 0.01 || found.last?.left == 200)
  }

  @Test func `tabs keep formulas, emphasis, links and fields`() throws {
    let shown = try text("*a*[]{.tab}$x^2$[]{.tab}[link](#a) {{page}}\n{tabs=\"3cm, 6cm\"}")
    #expect(shown.hasPrefix("a $x^2$ link 1\n"), "\(shown)")
  }

  @Test func `right-to-left lines count from the right`() throws {
    let found = try runs("---\nlang: he\n---\nשלום[]{.tab}עולם\n{tabs=100pt}")
    let second = try #require(found.min { $0.left < $1.left })
    #expect(abs(second.right - 300) < 1.1, "\(found)")
  }

  @Test func `tabs are in cells, headings, contents and running heads`() throws {
    let shown = try text("---\ntoc: true\n---\n# A[]{.tab}B\n\n| a[]{.tab}b | c |\n|---|---|\n| d | e |\n")
    #expect(shown.contains("A B"))
    #expect(shown.contains("a b"))
  }

  @Test func `stops are a key, an attribute and a modifier`() throws {
    func pdf(_ document: Document) throws -> [UInt8] { try Typesetter().typeset(document).pdf() }
    let text = "a[]{.tab}b[]{.tab}c\n"
    let modified = Document(markdown: text).markdownTabStops([.left(4.cm), .end], for: .paragraph)
    #expect(try pdf(modified) == pdf(Document(markdown: text).markdownSetting("styles.paragraph.tabs", "4cm, 100% right")))
    let built = Document {
      Paragraph {
        "a"
        Tab()
        "b"
        LineBreak()
        "c"
        Space()
        "d"
      }
    }
    #expect(try pdf(built) == pdf(Document(markdown: "a[]{.tab}b  \nc d")))
  }

  @Test func `a value that cannot be read is reported`() {
    #expect(Typesetter().typeset(markdown: "a\tb\n{tabs=\"4cm decimal\"}").diagnostics.map(\.code) == ["attribute.value"])
  }

  @Test func `many tabs take time in proportion`() {
    let text = String(repeating: "a[]{.tab}", count: 5_000)
    #expect(ContinuousClock().measure { _ = Typesetter().typeset(markdown: text) } < .seconds(20))
  }
}
