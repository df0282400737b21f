import Foundation
import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// Every command and environment that KaTeX knows, and what LaTeX, Temml and MathJax have beyond it, by its smallest example.
@Suite struct CoverageTests {
  struct Row {
    var command: String
    var support: String
    var example: String
  }

  private static let rows: [Row] = {
    let url = Bundle.module.url(forResource: "commands", withExtension: "tsv", subdirectory: "Fixtures")
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return fields.count == 3 ? Row(command: fields[0], support: fields[1], example: fields[2]) : nil
    }
  }()

  private func refused(_ support: String, family: String = "Latin Modern Math") throws -> [String] {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: family))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    return Self.rows.filter { $0.support == support }.filter {
      !typesetter.set($0.example, style: .display, size: 10.pt).diagnostics.allSatisfy(\.isNote)
    }.map(\.command)
  }

  @Test func `the table has lost no rows`() {
    #expect(Self.rows.count >= 2204)
  }

  @Test(arguments: ["Latin Modern Math", "Libertinus Math", "New Computer Modern Math", "STIX Two Math"])
  func `every example that KaTeX sets is set without a diagnostic`(family: String) throws {
    #expect(try refused("katex", family: family).isEmpty)
  }

  @Test func `what else is not known is known by name`() throws {
    let known = """
      \\H {picture} \\ArrowBetweenLines
      """
    #expect(Set(try refused("beyond")) == Set(known.split(separator: " ").map(String.init)))
  }
}
