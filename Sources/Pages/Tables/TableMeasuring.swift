import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

// Measurements of a table's cells.

extension StyledTree.Table.Cell {
  /// Lines that the author ended, of which the longest is as wide as the cell.
  fileprivate var typedLines: Int {
    guard blocks < 0 else { return 1 }
    var (count, start) = (1, 0)
    while let end = content.text.text.find(TabStop.lineBreak, from: start) {
      count += 1
      start = end + TabStop.lineBreak.count
    }
    return count
  }

  /// True for a cell that is one word.
  fileprivate var isName: Bool { blocks < 0 && !content.text.text.contains(0x20) && content.attachments.isEmpty }
}

extension TableDemand {
  init(of table: StyledTree.Table, in context: BlockContext) {
    let none = [Length](repeating: .zero, count: table.columns.count)
    self.init(minimum: none, natural: none)
    names = none
    wishes = [PictureSize?](repeating: nil, count: none.count)
    whole = table.width
    let padding = table.cellStyle.padding * 2
    decimals = none.indices.map { DecimalColumn($0, of: table, in: context) }
    var wide: [(columns: Range<Int>, widths: Widths)] = []
    for cells in table.head + table.body {
      var row = none
      for (column, cell) in cells.prefix(none.count).enumerated() where !cell.isCovered {
        if let width = cell.width, cell.columns == 1, wishes[column] == nil { wishes[column] = width }
        guard !cell.isEmpty else { continue }
        let widths = context.widths(of: cell, share: max(context.measure / none.count - padding, 12.pt))
        if cell.columns > 1 {
          wide.append((column..<min(column + cell.columns, none.count), widths))
          continue
        }
        row[column] = widths.natural * cell.typedLines
        if widths.natural > widths.minimum, cell.isName { names[column] = max(names[column], widths.natural) }
        minimum[column] = max(minimum[column], widths.minimum)
        natural[column] = max(natural[column], widths.natural)
      }
      if rows.count < Self.mostRows { rows.append(row) }
    }
    // Numbers are not divided.
    for (column, numbers) in decimals.enumerated() {
      guard let numbers else { continue }
      minimum[column] = max(minimum[column], numbers.width)
      natural[column] = max(natural[column], numbers.width)
    }
    for cell in wide { widen(cell.columns, to: cell.widths, padding: padding) }
    applyWishes(measure: context.measure, padding: padding)
  }

  /// The most rows that are measured.
  private static let mostRows = 300
}
