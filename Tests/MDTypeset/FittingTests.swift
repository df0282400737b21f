import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Sizes of code, and the room in tables.
@Suite struct FittingTests {
  private struct Line {
    var text: String
    var x: Double
    var y: Double
    var size: Double
    var right: Double
  }

  /// The runs of the first page, from the top.
  private func runs(_ text: String, variables: [String: String] = [:]) -> [Line] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.variables = variables.map { Variable(key: $0.key, value: $0.value) }
    let document = Typesetter(options: options).typeset(Source(name: "a.md", text: text))
    guard let ink = document.pages.first?.ink else { return [] }
    return ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return Line(
        text: text, x: run.x.points, y: run.y.points, size: run.size.points, right: (run.x + run.width).points)
    }.sorted { ($1.y, $0.x) < ($0.y, $1.x) }
  }

  private func size(of text: String, in runs: [Line]) -> Double? { runs.first { $0.text.contains(text) }?.size }

  @Test func `one block a little too wide makes all code smaller`() throws {
    let wide = "```\n" + String(repeating: "w", count: 82) + "\n```\n\n"
    let short = "```\nshort\n```\n\n"
    let alone = try #require(size(of: "short", in: runs(short)))
    let both = runs(short + wide)
    #expect(size(of: "short", in: both) == size(of: "wwww", in: both))
    #expect(try #require(size(of: "short", in: both)) < alone)
    // In a list and in a quote too.
    let nested = runs("- item\n\n  ```\n  short\n  ```\n\n> ```\n> quoted\n> ```\n\n" + wide)
    #expect(Set(["short", "quoted", "wwww"].map { size(of: $0, in: nested) }).count == 1)
  }

  @Test func `code that is divided at any size makes none smaller`() {
    let short = "```\nshort\n```\n\n"
    let long = "```\n" + String(repeating: "w", count: 150) + "\n```\n\n"
    #expect(size(of: "short", in: runs(short + long)) == size(of: "short", in: runs(short)))
  }

  @Test(arguments: [
    "┌─────┐" + String(repeating: " ", count: 100) + "┌─────┐\n│ one │" + String(repeating: "─", count: 99) + "▶│ two │\n└─────┘"
      + String(repeating: " ", count: 100) + "└─────┘\n",
    "+-----+" + String(repeating: " ", count: 100) + "+-----+\n| one |" + String(repeating: "-", count: 99) + ">| two |\n+-----+"
      + String(repeating: " ", count: 100) + "+-----+\n",
  ])
  func `a drawing of characters is as small as it has to be, and leaves other code as it is`(drawing: String) throws {
    let short = "```\nshort\n```\n\n"
    let both = runs(short + "```\n" + drawing + "```\n")
    #expect(size(of: "short", in: both) == size(of: "short", in: runs(short)))
    #expect(Set(both.map(\.y)).count == 4 + 1, "each line has one row, the page's number another one")
    #expect(try #require(size(of: "one", in: both)) < 6)
    // Beyond that its lines are broken, which is said.
    let widest = drawing.replacing(String(repeating: " ", count: 100), with: String(repeating: " ", count: 400))
    #expect(Typesetter().typeset(Source(name: "a.md", text: "```\n" + widest + "```\n")).diagnostics.map(\.code) == ["code.drawing"])
    // A program is none.
    let program = "```swift\nlet a = [1, 2] // " + String(repeating: "|--", count: 60) + "\nlet b = 1\nlet c = 2\n```\n"
    #expect(Typesetter().typeset(Source(name: "a.md", text: program)).diagnostics.isEmpty)
  }

  @Test func `code below eight points is no price for one line in ten`() throws {
    func code(_ long: Int) -> [Line] {
      let wide = String(repeating: "w ", count: 41) + "\n"
      return runs("```\n" + String(repeating: "short\n", count: 20 - long) + String(repeating: wide, count: long) + "```\n")
    }
    let alone = size(of: "short", in: code(0))
    #expect(size(of: "short", in: code(2)) == alone)
    #expect(try #require(size(of: "short", in: code(8))) < #require(alone))
  }

  @Test func `a table of many columns with long words is divided rather than set in a few letters a line`() {
    let head = (0..<16).map { "| c\($0) " }.joined() + "|\n" + String(repeating: "|---", count: 16) + "|\n"
    let long = String(repeating: "ab1=cd2,", count: 12)
    let row = (0..<16).map { "| \($0.isMultiple(of: 4) ? long : "null") " }.joined() + "|\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: head + row))
    #expect(document.diagnostics.map(\.code) == ["table.divided"])
  }

  @Test func `a column of cells with several lines has room for each of them`() {
    let head = "| | Dense / Sparse | A Type | B Type | AB Layout | A Alignment | B Alignment | Target tcgen05.mma.kind | Test |\n"
    let tests = ["TN", "NT", "NN", "TT"].map { "\($0) unit tests" }.joined(separator: "<br>")
    let row = "|1|Dense|float4_t|float6_t|TN, NN, NT, TT|128 (N) / 256 (T)|128|f8f6f4|\(tests)|\n"
    let runs = runs(head + String(repeating: "|-", count: 9) + "|\n" + String(repeating: row, count: 4))
    #expect(runs.filter { $0.text.hasPrefix("TN unit tests") }.count == 4)
  }

  @Test func `names in a table are broken at their joints where words beside them would have a narrow column`() throws {
    let description = "Set the protocol that the program prefers when it connects to what it shows"
    let rows = ["allow-local-files", "browser-protocol", "bespoke-transition", "outline-headings"].map {
      "|`\($0)`|string|`--set-\($0)`|\(description)|"
    }
    let runs = runs("| Key | Type | Option | Description |\n|---|---|---|---|\n" + rows.joined(separator: "\n"))
    let words = runs.filter { $0.text.hasPrefix("Set the") }
    #expect(words.count == 4 && words.allSatisfy { $0.text.hasPrefix("Set the protocol that the program ") })
  }

  @Test func `a cell's padding counts above and below`() throws {
    let table = "| a |\n|---|\n| b |\n| c |"
    func distance(_ variables: [String: String]) throws -> Double {
      let runs = runs(table, variables: variables)
      let (b, c) = (runs.first { $0.text == "b" }, runs.first { $0.text == "c" })
      return try #require(b).y - #require(c).y
    }
    let standard = try distance([:])
    #expect(abs(try distance(["styles.table-cell.padding": "10pt"]) - standard - 15.2) < 0.1)
    #expect(abs(try distance(["styles.table-cell.padding-top": "10pt"]) - standard - 7.6) < 0.1)
  }

  @Test func `a column is no narrower than a head with no-break spaces`() throws {
    let words = String(repeating: "words that fill the column ", count: 8)
    let runs = runs("| A | No\u{A0}break\u{A0}in\u{A0}here | C |\n|---|---|---|\n| x | y | \(words) |")
    let head = runs.filter { ["No", "break", "in", "here"].contains($0.text.trimmingSpaces) || $0.text.contains("No") }
    #expect(Set(head.map(\.y)).count == 1)
    let c = try #require(runs.first { $0.text == "C" })
    #expect(head.allSatisfy { $0.right < c.x })
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(filter { $0 != " " && $0 != "\u{A0}" }) }
}
