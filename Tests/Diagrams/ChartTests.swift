import Testing

@testable import TypesetDiagrams

/// Charts from rows, and Mermaid's `xychart` and `quadrantChart`.
struct ChartTests {
  private let type = DiagramType(size: 10)

  private func chart(_ source: String) throws -> Chart {
    var reader = ChartReader(DiagramScanner(source))
    return try reader.read()
  }

  // MARK: Rows

  @Test(arguments: [
    "year, a, b\n2020, 1, 2.5\n2021, , 3", "| year | a | b |\n|---|---|---|\n| 2020 | 1 | 2.5 |\n| 2021 | | 3 |",
    "\"year\",\"a\",\"b\"\n2020,1,2.5\n2021,-,3", "year;a;b\n2020;1;2,5\n2021;;3",
  ])
  func `rows of CSV and of tables are series`(rows: String) throws {
    let chart = try chart("type: line\n\(rows)")
    #expect(chart.series.map(\.name) == ["a", "b"] && chart.xTitle == "year" && chart.places == [2020, 2021])
    #expect(chart.series.map(\.values) == [[1, nil], [2.5, 3]])
  }

  @Test func `a cell beyond the range of numbers is a mistake that says the range, and a name beyond it stays a name`() throws {
    let mistake = #expect(throws: DiagramMistake.self) { try chart("type: bar\na, 1\nb, 1e16") }
    #expect(mistake?.what == "the number 1e16 is out of range: b, 1e16" && mistake?.hint?.hasPrefix("write a number from") == true)
    #expect(try chart("1e16, 1\n2e16, 2").places.isEmpty)
  }

  @Test func `bars stand over names, whatever these are`() throws {
    let chart = try chart("type: bar\n2020, 1\n2021, 2")
    #expect(chart.places.isEmpty && chart.categories == ["2020", "2021"])
  }

  @Test(arguments: ["", "type: pie\na, 1", "a, 1\nb, x", "height: 3\na, 1", "x, y"])
  func `what is no chart is a mistake`(source: String) {
    #expect(throws: DiagramMistake.self) { try ChartDiagram.svg(of: source, in: type) }
  }

  // MARK: Axes

  @Test(arguments: [
    ([0.0, 97], [0.0, 20, 40, 60, 80, 100]), ([0.12, 0.18], [0.12, 0.14, 0.16, 0.18]), ([5, 5], [2, 3, 4, 5, 6, 7, 8]),
    ([-3, 4], [-4, -2, 0, 2, 4]),
    // Zero is on the axis where it is near, and not where it is far.
    ([30, 100], [0, 20, 40, 60, 80, 100]), ([-100, -30], [-100, -80, -60, -40, -20, 0]), ([60, 100], [60, 70, 80, 90, 100]),
  ])
  func `an axis has round numbers around its values`(values: [Double], ticks: [Double]) {
    let scale = ChartScale(of: values, range: nil, includesZero: false, count: 5)
    #expect(scale.ticks.map { ($0 * 1e6).rounded() / 1e6 } == ticks && scale.low <= values[0] && scale.high >= values[1])
  }

  @Test func `numbers have the decimals of their step, and the sign of the language`() {
    #expect(ChartDrawing.number(0.3, step: 0.1, comma: false) == "0.3")
    #expect(ChartDrawing.number(-1.25, step: 0.05, comma: true) == "−1,25")
    #expect(ChartDrawing.number(40, step: 20, comma: true) == "40")
    // What is rounded to zero has no sign.
    #expect(ChartDrawing.number(-0.001, step: 0.1, comma: false) == "0.0")
  }

  @Test(arguments: ["-1e15, 1e15", "1e300, 2", "0, 0", "1e-12, 2e-12"])
  func `numbers of any size end in a drawing or a mistake`(row: String) {
    let drawing = try? ChartDiagram.svg(of: "a, \(row)\nb, \(row)", in: type)
    #expect(drawing.map { $0.hasPrefix("<svg") && !$0.contains("nan") && !$0.contains("inf") } ?? true)
  }

  // MARK: Mermaid's

  @Test func `an xychart has its titles, names and numbers`() throws {
    let drawing = try MermaidDiagram.svg(
      of:
        "xychart-beta\n  title \"Sales\"\n  x-axis [jan, \"feb x\", mar]\n  y-axis \"Revenue\" 0 --> 100\n  bar [20, 50, 90]\n  line [20, 50, 90]",
      in: type)
    for word in ["Sales", "jan", "feb x", "mar", "Revenue", "100"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
  }

  @Test func `a quadrant chart has its quarters, its axes and its points`() throws {
    let drawing = try MermaidDiagram.svg(
      of:
        "quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Few --> Many\n  quadrant-1 Expand\n  quadrant-3 Drop\n  A: [0.3, 0.6]\n  B: [0.31, 0.6]",
      in: type)
    for word in ["Reach", "Low", "High", "Few", "Many", "Expand", "Drop", "A", "B"] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
  }

  @Test(arguments: [
    "quadrantChart\n  A: [2, 0.6]", "quadrantChart\n  quadrant-5 x", "xychart-beta\n  title x", "xychart-beta\n  bar [1, x]",
  ])
  func `mistakes in Mermaid's charts are mistakes`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
  }
}
