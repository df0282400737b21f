import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// A table, or a part of one, that fits the measure.
struct FittedTable {
  var table: StyledTree.Table
  var widths: [Length]
}

extension BlockBuilder {
  /// Finds the widths of a table's columns. What can't fit even with broken lines is set smaller, no further than four fifths;
  /// then its columns are divided over several tables, each with the first column again; at last words are divided.
  func fit(_ table: StyledTree.Table, measure: Length, at span: SourceSpan) -> [FittedTable] {
    let count = table.columns.count
    let demand = demand(of: table, measure: measure)
    let room = measure - table.cellStyle.padding * (2 * count)
    if demand.minimumSum <= room { return [FittedTable(table: table, widths: demand.widths(measure: room))] }
    let least = max(0.8, min(1, 6.5 / max(table.cellStyle.text.size.points, 1)))
    let wanted = demand.minimumSum + table.cellStyle.padding * (2 * count)
    let factor = max(least, measure.points / max(wanted.points, 1))
    let small = table.scaled(by: factor)
    let tight = self.demand(of: small, measure: measure)
    let smallRoom = measure - small.cellStyle.padding * (2 * count)
    if tight.minimumSum <= smallRoom.scaled(by: 1.001) {
      return [FittedTable(table: small, widths: tight.widths(measure: smallRoom))]
    }
    if let parts = divided(table, demand: demand, measure: measure) ?? divided(small, demand: tight, measure: measure) {
      report(
        Diagnostic(
          .warning, "table.divided", at: span, "this table is wider than the page: its columns stand in \(parts.count) tables",
          hint: "use landscape pages, or shorter words"))
      return parts
    }
    report(
      Diagnostic(
        .warning, "table.too-wide", at: span, "this table is wider than the page: words in it are divided",
        hint: "use landscape pages, or fewer columns"))
    return [FittedTable(table: small, widths: tight.widths(measure: max(smallRoom, measure / 2)))]
  }

  private func demand(of table: StyledTree.Table, measure: Length) -> TableDemand {
    let none = [Length](repeating: .zero, count: table.columns.count)
    var demand = TableDemand(minimum: none, natural: none)
    var wide: [(columns: Range<Int>, minimum: Length, natural: Length)] = []
    for cells in table.head + table.rows {
      var row = none
      for (column, cell) in cells.prefix(none.count).enumerated() where !cell.isCovered && !cell.content.isEmpty {
        var widths = paragraphs.widths(of: cell.content.text, attachments: attachments(of: cell.content, measure: measure))
        if cell.content.hasImages {
          // Pictures give way: at the least they take their share of the measure.
          let share = measure / none.count - table.cellStyle.padding * 2
          widths.minimum =
            paragraphs.widths(of: cell.content.text, attachments: attachments(of: cell.content, measure: max(share, 12.pt))).minimum
        }
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
    for cell in wide {
      demand.widen(cell.columns, minimum: cell.minimum, natural: cell.natural, padding: table.cellStyle.padding * 2)
    }
    return demand
  }

  /// Groups of columns that fit side by side, the first column in each; nil where that helps nobody.
  private func divided(_ table: StyledTree.Table, demand: TableDemand, measure: Length) -> [FittedTable]? {
    let count = table.columns.count
    let padding = table.cellStyle.padding * 2
    guard count > 3, !(table.head + table.rows).joined().contains(where: { $0.columns > 1 }) else { return nil }
    // A first column of much text would only be repeated.
    let first = min(demand.natural[0], max(demand.minimum[0], measure / 4))
    guard first + padding < measure / 2 else { return nil }
    var groups: [[Int]] = []
    var width = Length.zero
    for column in 1..<count {
      let wanted = min(demand.natural[column], max(demand.minimum[column], measure / 5)) + padding
      guard demand.minimum[column] + padding * 2 + first <= measure else { return nil }
      if groups.isEmpty || width + wanted > measure {
        groups.append([0])
        width = first + padding
      }
      groups[groups.count - 1].append(column)
      width += wanted
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
      let demand = self.demand(of: part, measure: measure)
      return FittedTable(table: part, widths: demand.widths(measure: measure - padding * columns.count))
    }
  }
}

extension StyledTree.Table {
  /// The table in smaller type; its caption keeps its size.
  fileprivate func scaled(by factor: Double) -> StyledTree.Table {
    var table = self
    table.headStyle = headStyle.scaled(by: factor)
    table.cellStyle = cellStyle.scaled(by: factor)
    for row in table.head.indices {
      for cell in table.head[row].indices { table.head[row][cell].content.scale(by: factor) }
    }
    for row in table.rows.indices {
      for cell in table.rows[row].indices { table.rows[row][cell].content.scale(by: factor) }
    }
    return table
  }
}

extension BlockStyle {
  fileprivate func scaled(by factor: Double) -> BlockStyle {
    var style = self
    style.text.size = text.size.scaled(by: factor)
    style.leading = leading.scaled(by: factor)
    style.padding = padding.scaled(by: factor * factor)
    style.before.natural = before.natural.scaled(by: factor)
    return style
  }
}

extension InlineContent {
  fileprivate var hasImages: Bool { attachments.contains { if case .image = $0 { true } else { false } } }

  fileprivate mutating func scale(by factor: Double) {
    for index in text.styles.indices { text.styles[index].size = text.styles[index].size.scaled(by: factor) }
    attachments = attachments.map { attachment in
      func smaller(_ style: TextStyle) -> TextStyle {
        var style = style
        style.size = style.size.scaled(by: factor)
        return style
      }
      return switch attachment {
      case .math(let span, let style): .math(span, smaller(style))
      case .image(let image, let style): .image(image, smaller(style))
      case .checkbox(let isChecked, let style): .checkbox(isChecked: isChecked, smaller(style))
      }
    }
  }
}
