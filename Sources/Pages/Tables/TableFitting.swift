import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// A table, or a part of one, that fits the measure.
struct FittedTable {
  var table: StyledTree.Table
  var widths: [Length]
  /// How much smaller it is than its surroundings.
  var scale = 1.0
}

extension BlockBuilder {
  /// Finds the widths of a table's columns. What can't fit even with broken lines is set smaller, no further than four fifths;
  /// then its columns are divided over several tables, each with the first column again; at last words are divided.
  func fit(_ table: StyledTree.Table, measure: Length, at span: SourceSpan) -> [FittedTable] {
    let count = table.columns.count
    let demand = demand(of: table, measure: measure)
    let room = measure - table.cellStyle.padding * (2 * count)
    if turn == .wanted {
      report(
        Diagnostic(
          .warning, "table.turned", at: span, "this table is wider than the page and is on a landscape page of its own",
          hint: "use shorter words or fewer columns, or divide it with wide-tables: divide in the front matter"))
    }
    if demand.minimumSum <= room {
      let fitted = FittedTable(table: table, widths: demand.widths(measure: room))
      guard demand.starves(fitted.widths, em: table.cellStyle.text.size) else { return [fitted] }
      return [relieved(fitted, measure: measure)]
    }
    let wanted = demand.minimumSum + table.cellStyle.padding * (2 * count)
    let factor = max(table.leastScale, measure.points / max(wanted.points, 1))
    let small = table.scaled(by: factor)
    let tight = atScale(factor) { self.demand(of: small, measure: measure) }
    let smallRoom = measure - small.cellStyle.padding * (2 * count)
    if tight.minimumSum <= smallRoom.scaled(by: 1.001) {
      return [FittedTable(table: small, widths: tight.widths(measure: smallRoom), scale: factor)]
    }
    let parts = divided(table, demand: demand, measure: measure) ?? divided(small, demand: tight, measure: measure, scale: factor)
    // Parts without the column that names their rows say nothing.
    if turn == .possible, count > 3, parts == nil || table.beginsWithNumbers, fitsWhole(table, measure: sheet.turned.measure) {
      turn = .wanted
      return []
    }
    if let parts {
      report(
        Diagnostic(
          .warning, "table.divided", at: span, "this table is wider than the page: its columns stand in \(parts.count) tables",
          hint: "put it on a page of its own with the class .landscape, or use shorter words"))
      return parts
    }
    report(
      Diagnostic(
        .warning, "table.too-wide", at: span, "this table is wider than the page: words in it are divided",
        hint: "put it on a page of its own with the class .landscape, or use fewer columns"))
    return [FittedTable(table: small, widths: tight.widths(measure: max(smallRoom, measure / 2)), scale: factor)]
  }

  /// The table in smaller type, where a column of few words a line has more of them then.
  private func relieved(_ fitted: FittedTable, measure: Length) -> FittedTable {
    let table = fitted.table
    let padding = table.cellStyle.padding * (2 * table.columns.count)
    var best = fitted
    var least = demand(of: table, measure: measure).cost(fitted.widths)
    for factor in [0.9, table.leastScale] where factor >= table.leastScale {
      let small = table.scaled(by: factor)
      let demand = atScale(factor) { self.demand(of: small, measure: measure) }
      let widths = demand.widths(measure: measure - padding.scaled(by: factor * factor))
      // A smaller type has to pay.
      let cost = demand.cost(widths) * 1.1
      if cost < least { (best, least) = (FittedTable(table: small, widths: widths, scale: factor), cost) }
      if !demand.starves(widths, em: small.cellStyle.text.size) { break }
    }
    return best
  }

  /// Does a table fit without dividing its words or its columns, if need be in smaller type?
  func fitsWhole(_ table: StyledTree.Table, measure: Length) -> Bool {
    let wanted = demand(of: table, measure: measure).minimumSum + table.cellStyle.padding * (2 * table.columns.count)
    return wanted.scaled(by: table.leastScale) <= measure
  }

  /// Does something with all blocks smaller.
  func atScale<T>(_ factor: Double, _ body: () -> T) -> T {
    let outer = scale
    scale *= factor
    defer { scale = outer }
    return body()
  }

  func demand(of table: StyledTree.Table, measure: Length) -> TableDemand {
    let none = [Length](repeating: .zero, count: table.columns.count)
    var demand = TableDemand(minimum: none, natural: none)
    demand.wishes = [PictureSize?](repeating: nil, count: none.count)
    demand.whole = table.width
    let padding = table.cellStyle.padding * 2
    var wide: [(columns: Range<Int>, minimum: Length, natural: Length)] = []
    for cells in table.head + table.rows {
      var row = none
      for (column, cell) in cells.prefix(none.count).enumerated() where !cell.isCovered {
        if let width = cell.width, cell.columns == 1, demand.wishes[column] == nil { demand.wishes[column] = width }
        guard !cell.isEmpty else { continue }
        let share = max(measure / none.count - padding, 12.pt)
        let widths = widths(of: cell, measure: measure, share: share)
        if cell.columns > 1 {
          wide.append((column..<min(column + cell.columns, none.count), widths.minimum, widths.natural))
          continue
        }
        row[column] = widths.natural
        demand.minimum[column] = max(demand.minimum[column], widths.minimum)
        demand.natural[column] = max(demand.natural[column], widths.natural)
      }
      if demand.rows.count < 300 { demand.rows.append(row) }
    }
    for cell in wide { demand.widen(cell.columns, minimum: cell.minimum, natural: cell.natural, padding: padding) }
    demand.applyWishes(measure: measure, padding: padding)
    return demand
  }

  /// Groups of columns that fit side by side, the first column in each; nil where that helps nobody.
  private func divided(_ table: StyledTree.Table, demand: TableDemand, measure: Length, scale: Double = 1) -> [FittedTable]? {
    let count = table.columns.count
    let padding = table.cellStyle.padding * 2
    guard count > 3, !(table.head + table.rows).joined().contains(where: { $0.columns > 1 }) else { return nil }
    // A first column of much text would only be repeated.
    let first = min(demand.natural[0], max(demand.minimum[0], measure / 4))
    guard first + padding < measure / 2 else { return nil }
    guard demand.minimum[1...].allSatisfy({ $0 + padding * 2 + first <= measure }) else { return nil }
    let wanted = demand.minimum.indices.map { min(demand.natural[$0], max(demand.minimum[$0], measure / 5)) + padding }
    func divided(upTo limit: Length) -> [[Int]] {
      var groups: [[Int]] = []
      var width = Length.zero
      for column in 1..<count {
        if groups.isEmpty || width + wanted[column] > limit {
          groups.append([0])
          width = first + padding
        }
        groups[groups.count - 1].append(column)
        width += wanted[column]
      }
      return groups
    }
    var groups = divided(upTo: measure)
    // As many tables as there have to be, all about as wide.
    var (low, high) = (0, measure.rawValue)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let narrower = divided(upTo: Length(rawValue: middle))
      if narrower.count == groups.count { (high, groups) = (middle, narrower) } else { low = middle }
    }
    guard groups.count > 1 else { return nil }
    return groups.enumerated().map { number, columns in
      var part = table
      part.columns = columns.map { table.columns[$0] }
      func chosen(_ row: [StyledTree.Table.Cell]) -> [StyledTree.Table.Cell] {
        columns.map { $0 < row.count ? row[$0] : StyledTree.Table.Cell(InlineContent()) }
      }
      part.head = table.head.map(chosen)
      part.rows = table.rows.map(chosen)
      if number > 0 { part.caption = InlineContent() }
      let demand = atScale(scale) { self.demand(of: part, measure: measure) }
      return FittedTable(table: part, widths: demand.widths(measure: measure - padding * columns.count), scale: scale)
    }
  }
}
