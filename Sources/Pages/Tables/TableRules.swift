import TypesetBoxes
import TypesetStyling

// Rules of tables: booktabs' over the whole width, thin ones below groups of columns, and those between rows that cells span.

extension TableRows {
  /// The thickness of booktabs' `\cmidrule`.
  static let thinRule = 0.35.pt

  /// In heads with several rows: a thin rule below each cell that spans several columns.
  func partialRules(below row: [Cell]) -> Ink {
    var ink = Ink()
    for (column, cell) in row.prefix(columns.widths.count).enumerated()
    where !cell.isCovered && cell.columns > 1 && cell.rows == 1 && !cell.isEmpty {
      let rect = Rect(
        x: columns.left(of: column, reachingOver: cell.columns), y: .zero, width: columns.width(of: cell, at: column), height: Self.thinRule
      )
      ink.items.append(.rule(rect, style.text.color))
    }
    return ink
  }

  /// The rules between two rows that stay together: below a row of a head, else above all columns that no cell spans.
  ///
  /// - Parameter y: The lower edge of the row above, from the top of the rows.
  func rules(above number: Int, of rows: [[Cell]], at y: Length) -> [FlowedRows.Rule] {
    var rules: [FlowedRows.Rule] = []
    if isHead {
      for case .rule(let rect, let color) in partialRules(below: rows[number - 1]).items {
        rules.append(FlowedRows.Rule(rect: rect.moved(.zero, -y), color: color))
      }
    }
    guard let rule else { return rules }
    let reached = Self.columnsReached(rows, in: number)
    for column in columns.widths.indices where !reached.contains(column) {
      let rect = Rect(
        x: columns.left(of: column) - columns.padding, y: -y - rule.thickness, width: columns.widths[column] + columns.padding * 2,
        height: rule.thickness)
      rules.append(FlowedRows.Rule(rect: rect, color: rule.color))
    }
    return rules
  }

  /// Columns in which cells of the rows above span a row.
  private static func columnsReached(_ rows: [[Cell]], in number: Int) -> Set<Int> {
    var out: Set<Int> = []
    for (row, cells) in rows[..<number].enumerated() {
      for (column, cell) in cells.enumerated() where !cell.isCovered && row + cell.rows > number {
        out.formUnion(column..<column + cell.columns)
      }
    }
    return out
  }
}

extension VList {
  /// A rule as wide as a table.
  mutating func append(_ rule: RuleLine, _ columns: TableColumns) {
    guard rule.thickness > .zero else { return }
    var ink = Ink()
    ink.items.append(.rule(Rect(x: .zero, y: .zero, width: columns.width, height: rule.thickness), rule.color))
    append(ink, height: rule.thickness, depth: .zero, width: columns.width, x: columns.x)
  }
}
