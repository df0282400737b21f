import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics

/// A line of `mdtypeset inspect typography`.
struct ReportedLine: Decodable {
  var page: Int
  var kind: String
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
  return try Typesetter(options: options).printedTypography(of: Source(name: "a.md", text: text)).split(separator: "\n")
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
}
