import Testing
import TypesetBoxes
import TypesetStyling

@testable import TypesetPages

@Suite struct TableWidthTests {
  private func demand(minimum: [Double], rows: [[Double]]) -> TableDemand {
    let natural = minimum.indices.map { column in rows.map { $0[column] }.max() ?? 0 }
    return TableDemand(minimum: minimum.map { $0.pt }, natural: natural.map { $0.pt }, rows: rows.map { $0.map { $0.pt } })
  }

  @Test func `columns that fit keep their natural widths`() {
    #expect(demand(minimum: [10, 10], rows: [[40, 50]]).widths(measure: 100.pt) == [40.pt, 50.pt])
  }

  @Test func `columns that do not fit fill the measure`() {
    let widths = demand(minimum: [20, 20], rows: [[40, 300]]).widths(measure: 200.pt)
    #expect(abs((widths[0] + widths[1] - 200.pt).points) < 0.01)
  }

  @Test func `a short column stays whole beside one of much text`() {
    let widths = demand(minimum: [20, 30], rows: [[60, 900], [60, 800]]).widths(measure: 300.pt)
    #expect(widths[0] >= 60.pt)
  }

  @Test func `no column is narrower than its longest word`() {
    let widths = demand(minimum: [90, 30, 30], rows: [[100, 500, 700], [90, 400, 20]]).widths(measure: 260.pt)
    #expect(widths[0] >= 90.pt && widths[1] >= 30.pt && widths[2] >= 30.pt)
  }

  @Test func `a column of one word a line is known`() {
    let demand = demand(minimum: [100, 30], rows: [[100, 900], [100, 800]])
    #expect(demand.starves([100.pt, 60.pt], em: 10.pt))
    #expect(!demand.starves([100.pt, 200.pt], em: 10.pt))
    #expect(!self.demand(minimum: [100, 30], rows: [[100, 120]]).starves([100.pt, 60.pt], em: 10.pt))
  }

  @Test func `rows that are high because of a narrow column are known`() {
    let rows = [[100.0, 300], [100, 250], [100, 80]]
    #expect(demand(minimum: [100, 30], rows: rows).crowds([100.pt, 100.pt], em: 10.pt))
    #expect(!demand(minimum: [100, 30], rows: rows).crowds([100.pt, 200.pt], em: 10.pt))
    #expect(!demand(minimum: [100, 30], rows: [[100, 120], [100, 900], [100, 80], [90, 70]]).crowds([100.pt, 120.pt], em: 10.pt))
  }

  @Test func `a cell over several columns widens them`() {
    var demand = demand(minimum: [10, 10], rows: [[10, 10]])
    demand.widen(0..<2, to: Widths(minimum: 50.pt, natural: 70.pt), padding: 10.pt)
    #expect(demand.natural == [30.pt, 30.pt])
    #expect(demand.minimum == [20.pt, 20.pt])
  }

  @Test func `a word that must be broken leaves other cells on one line`() throws {
    let demand = demand(minimum: [60, 800], rows: [[130, 50], [130, 800], [120, 40], [130, 50]])
    let broken = try #require(demand.breakingLongWords(in: 400.pt, em: 10.pt))
    #expect(broken.widths(measure: 400.pt)[0] >= 130.pt)
  }

  @Test func `columns have the parts of the table that their author wants`() {
    var demand = demand(minimum: [10, 10], rows: [[30, 60]])
    demand.wishes = [.fraction(0.25), .fraction(0.75)]
    demand.applyWishes(measure: 400.pt, padding: .zero)
    #expect(demand.natural == [30.pt, 90.pt])
  }

  @Test func `a table as wide as the page gives its columns what is left`() {
    var demand = demand(minimum: [10, 10], rows: [[30, 60]])
    demand.wishes = [.absolute(100.pt), nil]
    demand.whole = .fraction(1)
    demand.applyWishes(measure: 400.pt, padding: .zero)
    #expect(demand.natural == [100.pt, 300.pt])
  }
}
