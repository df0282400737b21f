import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetPages

/// A line of `mdtypeset inspect typography`.
struct ReportedLine: Decodable {
  var page: Int
  var kind: String
  var y: Double
  var height: Double
  var text: String
  var end: String
  var align: String
  var measure: Double
  var natural: Double
  var width: Double
  var short: Double
  var ratio: Double
  var space: Double
  var stretch: Double
  var tracking: Double
}

/// How each line of a document is set, headers and footers apart.
func reportedLines(_ text: String) throws -> [ReportedLine] {
  var options = TypesetterOptions()
  options.ignoresSystemFonts = true
  let document = Typesetter(options: options).typesetWithReports(Source(name: "a.md", text: text)).document
  return try TypographyReport(document.pages, structure: document.structure).printed().split(separator: "\n")
    .map { try JSONDecoder().decode(ReportedLine.self, from: Data($0.utf8)) }.filter { $0.kind != "furniture" }
}

@Suite struct TypographyTests {
  @Test func `every line says where it stands and what ends it`() throws {
    let lines = try reportedLines(
      "# One\n\nTwo  \n$x$\n\n- three\n\n| four |\n|---|\n| five[^1] |\n\n> six\n\n\\newpage\n\nseven\n\n[^1]: eight\n")
    #expect(
      lines.map { "\($0.page) \($0.kind) \($0.text) \($0.end)" } == [
        "1 heading One paragraph", "1 paragraph Two forced", "1 paragraph \u{FFFC} paragraph", "1 item • paragraph",
        "1 item three paragraph", "1 cell four paragraph", "1 cell five1 paragraph", "1 quote six paragraph",
        "1 note 1\u{2009}eight paragraph",
        "2 paragraph seven paragraph",
      ])
  }

  @Test func `what a line lacks or its spaces yield is told`() throws {
    let lines = try reportedLines(String(repeating: "Some words of several lengths make up a paragraph. ", count: 12))
    #expect(lines.count > 4)
    for line in lines.dropLast() {
      #expect(line.align == "justified" && abs(line.width - line.measure) < 0.01 && abs(line.short) < 0.01)
      #expect((line.ratio > 0) == (line.natural < line.measure) && line.stretch == max(0, line.ratio))
      #expect(abs(line.space - 0.25) < 0.13)
    }
    #expect(lines.last?.end == "paragraph" && lines.last.map { $0.short > 1 && $0.ratio == 0 } == true)
    let ragged = try reportedLines("::: {align=center}\n\n" + String(repeating: "words ", count: 40) + "\n\n:::\n")
    #expect(ragged.allSatisfy { $0.align == "center" && $0.ratio == 0 && $0.natural == $0.width && $0.short >= 0 })
  }

  @Test func `what is added between Chinese characters is told in ems`() throws {
    let lines = try reportedLines(String(repeating: "中文的一段文字，需要超过一行才能看出两端对齐时的字距变化。", count: 4))
    let line = try #require(lines.first { $0.ratio > 0 && $0.end == "break" })
    #expect(line.tracking > 0 && line.tracking < 0.15 && line.space == 0)
  }

  // MARK: Formulas in text

  @Test(arguments: [
    ("$W$", true), ("$\\mathcal{P}$", true), ("$x+f$", true), ("${\\bf f} f$", true),
    // Nothing with an italic correction ends these, or a script has taken it.
    ("$\\Gamma$.", false), ("$W^2$", false), ("$W_1$", false), ("$\\sqrt{W}$", false), ("$W\\,$", false), ("$(W)$", false),
  ])
  func `a formula that ends with a slanted letter keeps its italic correction from the text`(_ formula: String, _ keeps: Bool) throws {
    // LuaTeX, which knows no other, has none before an empty atom.
    let plain = try reportedLines(formula)[0].natural
    let without = try reportedLines(formula.replacing(/\$(?=\.?$)/, with: "\\mathord{}$"))[0].natural
    #expect(keeps ? plain > without + 0.1 : abs(plain - without) < 0.01, "\(plain) \(without)")
  }

  @Test func `a line may end after a formula that ends with space`() throws {
    let lines = try reportedLines(String(repeating: "$x\\,$ ", count: 120))
    #expect(lines.count > 1 && lines.allSatisfy { $0.width < $0.measure + 0.01 })
  }

  @Test func `tall formulas keep two points from the lines around them`() throws {
    let lines = try reportedLines("$\\dfrac{\\dfrac ab}{\\dfrac cd}$  \n$\\dfrac{\\dfrac ab}{\\dfrac cd}$  \nx  \nx")
    #expect(lines.count == 4)
    #expect(abs(lines[1].y - lines[0].y - lines[0].height - 2) < 0.01)
    #expect(abs(lines[3].y - lines[2].y - 14.3) < 1)
  }

  @Test(arguments: ["One  \n$$x$$", "$$x$$  \nOne", "$$x$$\\\nOne\\\n$$y$$", "One<br>\n$$x$$<br>Two", "One  \n\\[x\\]"])
  func `a hard break beside a display is nothing`(_ text: String) throws {
    #expect(try reportedLines(text).allSatisfy { !$0.text.isEmpty && $0.end == "paragraph" })
  }

  @Test func `hard breaks away from displays stay`() throws {
    #expect(try reportedLines("One  \nTwo\n$$x$$\nThree  \nFour").map(\.end) == ["forced", "paragraph", "forced", "paragraph"])
  }
}
