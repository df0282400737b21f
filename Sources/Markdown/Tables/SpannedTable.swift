/// Reads the tables of MultiMarkdown that GitHub's are not: with several rows of heads, cells of several columns, groups of rows between blank
/// lines, and, as editors have added them, rows that a backslash continues.
///
///     |       | Grouping       ||
///     | First | Second | Third  |
///     |-------|:------:|--------|
///     | Words | *of two*       ||
///     [A caption][label]
struct SpannedTable {
  private let bytes: [UInt8]
  private var heads: [Range<Int>] = []
  private var rows: [Range<Int>] = []
  private var delimiters = 0..<0
  private var next: Int
  /// True for what no other reader reads.
  private var isSpecial: Bool

  /// The most rows of a head.
  private static let mostHeads = 4

  /// A table that begins on a line that begins with a bar; nil for a table as GitHub has them.
  static func read(_ bytes: [UInt8], head: Range<Int>, below: TableLines) -> CellTable? {
    var lines = below
    var table = SpannedTable(bytes: bytes, next: below.next, isSpecial: false)
    table.heads = [head]
    // Most lines that begin with bars are heads of other tables.
    while let line = lines.line(), bytes[line].contains(ASCII.pipe) {
      if LineCursor(bytes, from: line.lowerBound, to: line.upperBound).isDelimiterRow {
        table.delimiters = line
        table.next = lines.next
        break
      }
      table.heads.append(line)
      guard table.heads.count <= mostHeads else { return nil }
    }
    guard !table.delimiters.isEmpty else { return nil }
    table.isSpecial = table.heads.count > 1
    let caption = table.readRows(lines)
    guard table.isSpecial, var result = table.made() else { return nil }
    result.caption = caption
    return result
  }

  /// Reads the rows, and finds the caption below them.
  private mutating func readRows(_ below: TableLines) -> [Edit] {
    var lines = below
    while rows.count <= 4_000 {
      var after = lines
      guard var line = after.line() else { break }
      if line.isEmpty {
        // One blank line is between groups of rows.
        guard heads.count > 1, let first = after.line(), bytes[first].contains(ASCII.pipe) else { break }
        line = first
      }
      guard bytes[line].contains(ASCII.pipe) else { return SpannedTable.caption(bytes, line) ?? [] }
      if bytes[line].last == ASCII.backslash, bytes[line].dropLast().last(where: { !ASCII.isBlank($0) }) == ASCII.pipe { isSpecial = true }
      rows.append(line)
      lines = after
      next = after.next
    }
    return []
  }

  private struct Cell {
    var column: Int
    var columns = 1
    var lines: [Range<Int>] = []
  }

  /// The cells of a row; a bar right after another one makes the cell before it wider.
  private func cells(of line: Range<Int>) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    for range in TableLine(bytes, line).cells {
      defer { column += 1 }
      if range.isEmpty, range.lowerBound > line.lowerBound + 1, let last = cells.indices.last {
        cells[last].columns += 1
        continue
      }
      var cell = range
      while let first = bytes[cell].first, ASCII.isBlank(first) { cell = cell.lowerBound + 1..<cell.upperBound }
      while let last = bytes[cell].last, ASCII.isBlank(last) { cell = cell.lowerBound..<cell.upperBound - 1 }
      cells.append(Cell(column: column, lines: cell.isEmpty ? [] : [cell]))
    }
    return cells
  }

  /// The rows with their cells, of which a row that ends in a backslash takes the words of the next.
  private func grid() -> [[Cell]] {
    var grid: [[Cell]] = []
    var continues = false
    for row in heads + rows {
      var line = row
      let isContinued = bytes[line].last == ASCII.backslash
      if isContinued {
        line = line.lowerBound..<line.upperBound - 1
        while let last = bytes[line].last, ASCII.isBlank(last) { line = line.lowerBound..<line.upperBound - 1 }
      }
      let cells = cells(of: line)
      if continues, let last = grid.indices.last {
        for cell in cells {
          guard let above = grid[last].firstIndex(where: { $0.column == cell.column }) else { continue }
          grid[last][above].lines += cell.lines
        }
      } else {
        grid.append(cells)
      }
      continues = isContinued
    }
    return grid
  }

  private func made() -> CellTable? {
    let grid = grid()
    let alignments = TableLine(bytes, delimiters).cells.map { cell -> Tree.Alignment in
      let signs = bytes[cell].filter { !ASCII.isBlank($0) }
      return switch (signs.first == UInt8(ascii: ":"), signs.last == UInt8(ascii: ":")) {
      case (true, true): .center
      case (true, false): .left
      case (false, true): .right
      case (false, false): .none
      }
    }
    let columns = alignments.count
    // Rows of other widths are no head of this table.
    guard columns > 1, columns <= 100, grid.count > 1,
      grid.prefix(heads.count).allSatisfy({ ($0.last.map { $0.column + $0.columns } ?? 0) == columns })
    else { return nil }
    var table = CellTable(
      frame: CellTable.Frame(alignments: alignments, rows: grid.count, heads: heads.count, isInline: true),
      range: heads[0].lowerBound..<(rows.last ?? delimiters).upperBound, next: next)
    for (number, row) in grid.enumerated() {
      for cell in row where cell.column < columns {
        let width = min(cell.columns, columns - cell.column)
        table.frame.places.append(CellTable.Place(row: number, column: cell.column, columns: width))
        table.cells.append(cell.lines)
      }
    }
    return table
  }

  // MARK: Captions

  /// What makes a caption of `[Words]` or `[Words][label]` right below a table; nil for other lines.
  static func caption(_ bytes: [UInt8], _ line: Range<Int>) -> [Edit]? {
    guard line.count > 2, bytes[line].first == ASCII.openBracket, bytes[line].last == ASCII.closeBracket, !bytes[line].contains(ASCII.pipe),
      let close = bytes[line].firstIndex(of: ASCII.closeBracket), !"^!@".utf8.contains(bytes[line.lowerBound + 1])
    else { return nil }
    var end: [UInt8] = []
    if close + 1 < line.upperBound {
      guard bytes[close + 1] == ASCII.openBracket, close + 2 < line.upperBound - 1 else { return nil }
      let label = bytes[(close + 2)..<(line.upperBound - 1)].filter { !ASCII.isBlank($0) }
      end = Array(" {#".utf8) + label + Array("}".utf8)
    }
    return [Edit(range: line.lowerBound..<(line.lowerBound + 1), text: Array(": ".utf8)), Edit(range: close..<line.upperBound, text: end)]
  }
}
