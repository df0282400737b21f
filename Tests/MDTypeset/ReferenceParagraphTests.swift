import Foundation
import MDTypeset
import Testing
import TypesetPages

/// The lines of 240 plain and 52 shaped paragraphs, held against TeX's.
@Suite struct ReferenceParagraphTests {
  private struct Record: Decodable {
    struct Line: Decodable {
      var text: String
      var indent: Double?
      var glue_set: Double
      var sign: Int
      var order: Int
    }
    var id: String
    var lines: [Line]
  }

  private func fixture(_ name: String) throws -> String {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
    return try String(contentsOf: url, encoding: .utf8)
  }

  private func records(_ text: String) throws -> [Record] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
  }

  @Test func `every paragraph has TeX's lines and TeX's glue`() throws {
    let printed = try #require(
      brokenLines(of: try fixture("paragraphs-dev.jsonl"), font: "Latin Modern Roman", size: 10))
    let ours = try records(printed)
    let theirs = try records(fixture("paragraphs-dev.lines.jsonl"))
    #expect(ours.count == 240)
    for (our, their) in zip(ours, theirs) {
      #expect(our.id == their.id)
      #expect(our.lines.map(\.text) == their.lines.map(\.text), "\(our.id)")
      for (a, b) in zip(our.lines, their.lines) where b.order == 0 {
        #expect(a.sign == b.sign && abs(a.glue_set - b.glue_set) <= 0.001, "\(our.id): \(a) \(b)")
      }
    }
  }

  @Test func `looseness, hanging lines, shapes and skips are TeX's`() throws {
    let printed = try #require(brokenLines(of: try fixture("shapes.jsonl"), font: "Latin Modern Roman", size: 10))
    let ours = try records(printed)
    let theirs = try records(fixture("shapes.lines.jsonl"))
    #expect(ours.count == 52)
    for (our, their) in zip(ours, theirs) {
      #expect(our.id == their.id)
      #expect(our.lines.map(\.text) == their.lines.map(\.text), "\(our.id)")
      for (a, b) in zip(our.lines, their.lines) {
        #expect(abs((a.indent ?? 0) - (b.indent ?? 0)) < 0.001, "\(our.id): \(a) \(b)")
        // TeX's orders are 0 and, for fil, 2.
        #expect(a.sign == b.sign && a.order * 2 == b.order && abs(a.glue_set - b.glue_set) <= 0.001, "\(our.id): \(a) \(b)")
      }
    }
  }
}
