import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Columns of tables that are aligned at the decimal sign.
@Suite struct DecimalColumnTests {
  /// The left edges of glyphs in lines of text, in hundredths of a point: that of the sign, or where a number without one ends.
  private func places(_ markdown: String, sign: Character = ".", of words: [String]) -> [Int] {
    let page = Typesetter().typeset(Source(name: "a.md", text: markdown)).pages[0]
    return words.compactMap { word in
      for case .run(let run) in page.ink.items {
        let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        guard text.hasPrefix(word) else { continue }
        guard let index = text.firstIndex(of: sign) else { return hundredths(run.x + run.width) }
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        let glyph = page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].first { $0.cluster == offset }
        return glyph.map { hundredths(run.x + Length(rawValue: Int($0.x))) }
      }
      return nil
    }
  }

  private func hundredths(_ length: Length) -> Int { Int(clamping: (length.points * 100).rounded()) }

  /// True if all places are there and the same, but for kerning.
  private func agree(_ places: [Int], _ count: Int) -> Bool {
    places.count == count && (places.max() ?? 0) - (places.min() ?? 0) <= 1
  }

  private func table(_ cells: [String], align: String = "--:", above: String = "") -> String {
    above + "| a | number |\n|---|\(align)|\n" + cells.map { "| x | \($0) |\n" }.joined()
  }

  @Test(arguments: ["---", ":--", "--:", ":-:"])
  func `numbers with decimals stand sign below sign, however the column is aligned`(align: String) {
    let markdown = table(["5.97", "0.642", "1898", "−12.5"], align: align)
    #expect(agree(places(markdown, of: ["5.97", "0.642", "1898", "−12.5"]), 4))
  }

  @Test func `signs, units, uncertainties and marks of notes stay beside the number`() {
    let cells = ["+0.5", "3 ± 0.1", "12.25 kg", "7.1\\*", "2.5[^a]", "1.5 × 10^3^", "0.12(3)", "\\$4.5"]
    let markdown = table(cells) + "\n[^a]: note\n"
    #expect(agree(places(markdown, of: ["+0.5", "12.25", "7.1", "2.5", "1.5", "0.12", "$4.5"]), 7))
  }

  @Test func `formulas that are numbers are among them`() {
    /// Where the lines of the column end, from the first row on.
    func ends(_ cells: [String]) -> [Int] {
      let items = Typesetter().typeset(Source(name: "a.md", text: table(cells, align: ":--"))).pages[0].ink.items
      let runs = items.compactMap { item -> GlyphRun? in if case .run(let run) = item { run } else { nil } }
      let lines = Dictionary(grouping: runs) { Int(clamping: $0.y.points.rounded()) }
      return lines.keys.sorted(by: >).dropFirst().prefix(cells.count).map { y in
        hundredths((lines[y] ?? []).map { $0.x + $0.width }.max() ?? .zero)
      }
    }
    let found = ends(["$-0.35$", "10.25", "$3.75 \\pm 0.2$", "$12.5$"])
    #expect(found.count == 4 && abs(found[0] - found[1]) <= 30, "\(found)")
    #expect(found[2] > found[0] + 500 && found[3] < found[0] - 300, "\(found)")
  }

  @Test func `the language, or another number of the column, says which sign is that of decimals`() {
    let numbers = ["1,5", "12,25", "1.234"]
    #expect(agree(places("---\nlang: de\n---\n\n" + table(numbers), sign: ",", of: numbers), 3))
    #expect(agree(places(table(numbers), sign: ",", of: numbers), 3))
    let english = ["1,234.5", "2,345", "0.25"]
    #expect(agree(places(table(english), of: english), 3))
    #expect(agree(places("---\nlang: de\n---\n\n" + table(["0.5", "0.25"]), of: ["0.5", "0.25"]), 2))
  }

  @Test func `thousands between spaces belong to the number`() {
    #expect(agree(places(table(["12\u{A0}345.6", "1.25"]), of: ["12", "1.25"]), 2))
  }

  @Test(arguments: [
    ["1.2.3", "1.10.25"], ["12.05.2024", "1.5.2024"], ["3.5–6", "10.25–12"], ["12:30", "1.5"], ["1.5", "words"], ["3.25/5", "1.5/5"],
    ["v1.5", "v1.25"],
  ])
  func `what is no number is aligned as before`(cells: [String]) {
    let markdown = table(cells, align: "---")
    let left = Typesetter().typeset(Source(name: "a.md", text: markdown)).pages[0].ink.items.compactMap { item -> Int? in
      guard case .run(let run) = item else { return nil }
      return hundredths(run.x)
    }
    // Two columns, and the number of the page.
    #expect(Set(left).count == 3, "\(left)")
  }

  @Test func `whole numbers stay where the author has them`() {
    let markdown = table(["5", "100"], align: ":--")
    let page = Typesetter().typeset(Source(name: "a.md", text: markdown)).pages[0]
    let left = page.ink.items.compactMap { item -> Int? in if case .run(let run) = item { hundredths(run.x) } else { nil } }
    #expect(Set(left).count == 3)
  }

  @Test(arguments: ["{align=S}\n", "{align=\"lS\"}\n", "{align=\"l S\"}\n"])
  func `S asks for it where the column has words, too`(above: String) {
    let markdown = table(["5", "100", "unknown", "0.25"], align: "---", above: above)
    #expect(agree(places(markdown, of: ["5", "100", "0.25"]), 3))
    #expect(pageLines(markdown)[0].first == "a number")
  }

  @Test func `HTML's columns and LaTeX's S are aligned at the sign`() {
    let html = "<table><tr><td>x</td><td align=\"char\">1.5</td></tr><tr><td>y</td><td align=\"char\">10</td></tr></table>"
    #expect(agree(places(html, of: ["1.5", "10"]), 2))
    let latex = "\\begin{tabular}{lS[table-format=3.2]d{2}}\nx & 1.5 & 30.25 \\\\\ny & 10.25 & 100 \\\\\n\\end{tabular}\n"
    #expect(agree(places(latex, of: ["1.5", "10.25"]), 2))
    #expect(agree(places(latex, of: ["30.25", "100"]), 2))
  }

  @Test func `dashes for nothing stand in the middle of the numbers`() throws {
    let markdown = table(["5.97", "–", "100.5"])
    let page = Typesetter().typeset(Source(name: "a.md", text: markdown)).pages[0]
    var middles: [String: Int] = [:]
    var (left, right) = (Int.max, Int.min)
    for case .run(let run) in page.ink.items {
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      middles[text] = hundredths(run.x + run.width / 2)
      if text.contains(".") { (left, right) = (min(left, hundredths(run.x)), max(right, hundredths(run.x + run.width))) }
    }
    let dash = try #require(middles["–"])
    #expect(abs(dash - (left + right) / 2) <= 60)
  }
}
