import Foundation
import MDTypeset
import Testing

/// What the bundled families have, and what is drawn where they lack it: the table of `docs/guide/languages.md`.
@Suite struct FontMatrixTests {
  /// A family with its marks by column.
  private struct Row {
    var family: String
    var has: [String: Bool]
  }

  private static let rows: [Row] = {
    let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/guide/languages.md")
    let lines = ((try? String(contentsOf: guide, encoding: .utf8)) ?? "").split(separator: "\n")
    func cells(_ line: Substring) -> [String] { line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
    guard let head = lines.firstIndex(where: { $0.hasPrefix("| family") }) else { return [] }
    let names = cells(lines[head]).dropFirst()
    return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = cells(line)
      return Row(family: cells[0], has: Dictionary(uniqueKeysWithValues: zip(names, cells.dropFirst().map { $0 == "✓" })))
    }
  }()

  /// What shows each feature.
  private static let samples = [
    "smcp": "abc", "onum": "0123", "frac": "1/2", "sups": "a2", "liga": "fi ff", "zero": "0",
  ]

  private func drawn(_ text: String, in family: String) throws -> (svg: String, text: String) {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let document = Typesetter(options: options).typeset(markdown: "---\nmainfont: \(family)\npagenumbers: false\n---\n\n\(text)\n")
    #expect(document.diagnostics.isEmpty)
    return (String(decoding: try document.svg(page: 0), as: UTF8.self), try document.text(ofPage: 0))
  }

  @Test func `the table has all bundled families of text`() {
    #expect(Self.rows.map(\.family) == Typesetter.fontFamilies.filter { !$0.hasSuffix("Math") })
  }

  @Test(arguments: rows.map(\.family))
  func `a feature that a family has changes what is drawn, and any other changes nothing`(family: String) throws {
    let row = try #require(Self.rows.first { $0.family == family })
    for (feature, sample) in Self.samples.sorted(by: { $0.key < $1.key }) {
      // Ligatures are on: without them the letters are others.
      let plain = try drawn(feature == "liga" ? "[\(sample)]{features=\"-liga\"}" : sample, in: family)
      let asked = try drawn("[\(sample)]{features=\(feature)}", in: family)
      let has = row.has[feature] == true
      // Small capitals are made where there are none.
      #expect((asked.svg != plain.svg) == (has || feature == "smcp"), "\(family) \(feature)")
      #expect(asked.text == plain.text, "copied as it is written")
    }
  }

  @Test(arguments: rows.map(\.family))
  func `a weight or a slope that a family lacks is its nearest`(family: String) throws {
    let row = try #require(Self.rows.first { $0.family == family })
    let plain = try drawn("abc", in: family).svg
    for (column, text) in [("bold", "**abc**"), ("italic", "*abc*")] {
      #expect((try drawn(text, in: family).svg != plain) == row.has[column], "\(family) \(column)")
    }
    let italic = try drawn("*abc*", in: family).svg
    #expect((try drawn("***abc***", in: family).svg != italic) == row.has["bold italic"], "\(family)")
  }

  @Test func `what a face has is told with its name`() throws {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let typesetter = Typesetter(options: options)
    let serif = try #require(typesetter.fontExplanation("Libertinus Serif"))
    #expect(serif.contains("features   ") && serif.contains(" onum ") && !serif.contains("without"))
    let mono = try #require(typesetter.fontExplanation("Latin Modern Mono"))
    #expect(mono.contains("without    smcp: small capitals are made of capitals\n"))
  }
}
