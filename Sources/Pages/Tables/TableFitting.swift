import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// A table, or a part of one, that fits the measure.
struct FittedTable {
  var table: StyledTree.Table
  var widths: [Length]
  /// Its scale in its surroundings.
  var scale = 1.0
}

/// Finds the widths of a table's columns.
struct TableFitting {
  let table: StyledTree.Table
  let context: BlockContext

  private var measure: Length { context.measure }

  /// A table that does not fit even with broken lines is scaled down, to at least four fifths; then its columns are split over several tables,
  /// each with the first column; as a last resort, words are broken.
  func fit(onto out: inout SetBlock) -> [FittedTable] {
    let demand = TableDemand(of: table, in: context)
    if context.turn == .granted { report(.turned, onto: &out) }
    if demand.minimumSum <= measure - table.padding {
      let fitted = FittedTable(table: table, widths: demand.widths(measure: measure - table.padding))
      return [demand.starves(fitted.widths, em: table.cellStyle.text.size) ? relieved(fitted, demand) : fitted]
    }
    let factor = max(table.leastScale, measure.points / max((demand.minimumSum + table.padding).points, 1))
    let small = table.scaled(by: factor)
    let tight = TableDemand(of: small, in: context.scaled(by: factor))
    let smallRoom = measure - small.padding
    if tight.minimumSum <= smallRoom.scaled(by: 1.001) {
      return [FittedTable(table: small, widths: tight.widths(measure: smallRoom), scale: factor)]
    }
    let parts = divided(table, demand: demand) ?? divided(small, demand: tight, scale: factor)
    // Parts without the column that names their rows are useless.
    if context.turn == .possible, table.columns.count > 3, parts == nil || table.beginsWithNumbers,
      context.fitsWhole(table, measure: context.document.turnedPage.measure)
    {
      out.wantsTurn = true
      return []
    }
    if let parts {
      report(.divided(parts.count), onto: &out)
      return parts
    }
    report(.tooWide, onto: &out)
    return [FittedTable(table: small, widths: tight.widths(measure: max(smallRoom, measure / 2)), scale: factor)]
  }

  /// The table in smaller type, if a column with few words on each line then has more of them.
  private func relieved(_ fitted: FittedTable, _ demand: TableDemand) -> FittedTable {
    var best = fitted
    var least = demand.cost(fitted.widths)
    for factor in [0.9, table.leastScale] where factor >= table.leastScale {
      let small = table.scaled(by: factor)
      let demand = TableDemand(of: small, in: context.scaled(by: factor))
      let widths = demand.widths(measure: measure - table.padding.scaled(by: factor * factor))
      // A smaller type must help.
      let cost = demand.cost(widths) * 1.1
      if cost < least { (best, least) = (FittedTable(table: small, widths: widths, scale: factor), cost) }
      if !demand.starves(widths, em: small.cellStyle.text.size) { break }
    }
    return best
  }

  /// Groups of columns that fit side by side, with the first column in each; nil if that does not help.
  private func divided(_ table: StyledTree.Table, demand: TableDemand, scale: Double = 1) -> [FittedTable]? {
    let padding = table.cellStyle.padding * 2
    guard !(table.head + table.rows).joined().contains(where: { $0.columns > 1 }),
      let groups = demand.groups(of: table.columns.count, measure: measure, padding: padding)
    else { return nil }
    return groups.enumerated().map { number, columns in
      var part = table.keeping(columns)
      if number > 0 { part.caption = InlineContent() }
      let demand = TableDemand(of: part, in: context.scaled(by: scale))
      return FittedTable(table: part, widths: demand.widths(measure: measure - padding * columns.count), scale: scale)
    }
  }

  /// How to fit a table that is wider than the page.
  private enum Remedy {
    case turned
    case divided(Int)
    case tooWide
  }

  private func report(_ remedy: Remedy, onto out: inout SetBlock) {
    let span = context.document.tree[context.block].span
    let diagnostic =
      switch remedy {
      case .turned:
        Diagnostic(
          .warning, "table.turned", at: span, "this table is wider than the page and is on a landscape page of its own",
          hint: "use shorter words or fewer columns, or split it with wide-tables: divide in the front matter")
      case .divided(let count):
        Diagnostic(
          .warning, "table.divided", at: span, "this table is wider than the page: its columns are split over \(count) tables",
          hint: "put it on a page of its own with the class .landscape, or use shorter words")
      case .tooWide:
        Diagnostic(
          .warning, "table.too-wide", at: span, "this table is wider than the page: words in it are broken",
          hint: "put it on a page of its own with the class .landscape, or use fewer columns")
      }
    out.report(diagnostic)
  }
}

extension BlockContext {
  /// True if a table fits without breaking words or splitting columns, if necessary in smaller type.
  func fitsWhole(_ table: StyledTree.Table, measure: Length) -> Bool {
    let wanted = TableDemand(of: table, in: moved(to: .zero, measure: measure)).minimumSum + table.padding
    return wanted.scaled(by: table.leastScale) <= measure
  }
}
