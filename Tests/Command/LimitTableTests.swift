import Foundation
import Testing
import TypesetDiagnostics

/// The table of limits in SECURITY.md is the program's.
@Suite struct LimitTableTests {
  private struct Row {
    var name: String
    var plain: String
    var untrusted: String
  }

  private func rows() throws -> [Row] {
    let page = try String(contentsOf: URL(filePath: #filePath).appending(path: "../../../SECURITY.md").standardized, encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(name: cells[1].replacing("`", with: ""), plain: cells[3], untrusted: cells[4])
    }
  }

  private func written(_ value: Any) -> String {
    let number = (value as? Int) ?? Int((value as? Double) ?? -1)
    guard number != .max else { return "none" }
    var digits = Array(String(number).reversed())
    for place in stride(from: 3, to: digits.count + digits.count / 4, by: 4) where place < digits.count { digits.insert(",", at: place) }
    return String(digits.reversed())
  }

  @Test func `as many pages become SVG as are drawn in time, where memory has a limit`() {
    var (narrow, wide) = (Budget(), Budget())
    narrow.fit(memory: 480 << 20)
    narrow.limitPagesOfOutlines()
    wide.limitPagesOfOutlines()
    #expect(narrow.pages == 838)
    #expect(wide.pages == Budget().pages)
  }

  @Test func `every limit is in the table, with its value by default and for untrusted documents`() throws {
    var narrow = Budget()
    narrow.fit(memory: 480 << 20)
    // What the program sets besides (`Sandbox.narrow`).
    (narrow.pictureSeconds, narrow.picturesSeconds, narrow.work, narrow.pictureWork) = (2, 3, 4_500_000_000, 1 << 33)
    let rows = try rows()
    let fields = Mirror(reflecting: Budget()).children.compactMap { child in child.label.map { ($0, child.value) } }
    let narrowed = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: narrow).children.compactMap { child in child.label.map { ($0, child.value) } })
    for (name, value) in fields where !["links", "stop"].contains(name) {
      let row = try #require(rows.first { $0.name == name }, "\(name) is missing")
      #expect(row.plain == written(value), "\(name)")
      let low = written(try #require(narrowed[name]))
      #expect((row.untrusted.isEmpty ? row.plain : row.untrusted) == low, "\(name)")
    }
    #expect(rows.count == fields.count - 2)
  }
}
