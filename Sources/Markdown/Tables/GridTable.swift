/// Reads pandoc's grid tables, whose cells may span columns and rows and have any blocks in them:
///
///     +-------+------------+
///     | Fruit | Advantages |
///     +=======+:==========:+
///     | Apple | - red      |
///     |       | - round    |
///     +-------+------------+
///
/// The borders are followed from the corner: what is not connected with it is text, such as a table in a cell.
struct GridTable {
  private let bytes: [UInt8]
  private var lines: [ScreenLine] = []
  private let left: Int
  private var width = 0
  /// True if lines follow that may be more rows of it.
  private var isCutShort = false
  /// True where a border leads from a place to the one on its right, or below it.
  private var leadsRight: [Bool] = []
  private var leadsDown: [Bool] = []
  /// The columns and lines that borders are in.
  private var columns: [Int] = []
  private var rows: [Int] = []

  /// - Parameters:
  ///   - head: The first line, from the first column of its container.
  ///   - below: The lines after it.
  static func read(_ bytes: [UInt8], head: Range<Int>, below: TableLines) -> CellTable? {
    guard let first = ScreenLine(bytes, head), let left = first.indent, isBorder(first, from: left), first.signs.count > left + 2 else {
      return nil
    }
    var grid = GridTable(bytes: bytes, first, left: left)
    var exact: CellTable?
    if let next = grid.readLines(below), grid.followBorders() { exact = grid.table(from: head.lowerBound, next: next) }
    // A cell with bars in it, over as many columns, is a row whose bars are not below the borders' corners.
    if let exact, !grid.isCutShort, !exact.frame.places.contains(where: { $0.columns > 1 && grid.hasBars($0) }) { return exact }
    var uneven = GridTable(bytes: bytes, first, left: left)
    guard let next = uneven.readUneven(below), uneven.followBorders(), let table = uneven.table(from: head.lowerBound, next: next),
      table.next >= exact?.next ?? 0
    else { return exact }
    return table
  }

  private init(bytes: [UInt8], _ first: ScreenLine, left: Int) {
    (self.bytes, self.left, lines, width) = (bytes, left, [first], first.signs.count)
  }

  /// True for the first line of a grid.
  static func isTop(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 2 && line.first == plus && line.last == plus && line.allSatisfy { $0 == plus || isDash($0) }
  }

  /// True for a line that is a border from one side to the other.
  private static func isBorder(_ line: ScreenLine, from left: Int) -> Bool {
    guard line[left] == plus, line.signs.last == plus else { return false }
    return line.signs[left...].allSatisfy { $0 == plus || isDash($0) }
  }

  private static let plus = UInt8(ascii: "+")
  private static func isDash(_ sign: UInt8) -> Bool { sign == UInt8(ascii: "-") || sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":") }

  /// Adds the lines down to the last border; returns where the line below that begins.
  private mutating func readLines(_ below: TableLines) -> Int? {
    var below = below
    var end: (count: Int, next: Int)?
    while let range = below.line(), let line = ScreenLine(bytes, range)?.fitted(to: width), line.indent == left,
      line[left] == Self.plus || line[left] == ASCII.pipe
    {
      isCutShort = true
      guard line.signs.count <= width else { break }
      lines.append(line)
      guard line.signs.count == width, Self.isBorder(line, from: left) else { continue }
      end = (lines.count, below.next)
      isCutShort = false
    }
    guard let end, end.count > 2 else { return nil }
    lines.removeSubrange(end.count...)
    return end.next
  }

  /// True if a line of a cell has as many bars as it would have as cells of its own.
  private func hasBars(_ place: CellTable.Place) -> Bool {
    let signs = columns[place.column] + 1..<columns[place.column + place.columns]
    return (rows[place.row] + 1..<rows[place.row + place.rows]).contains { number in
      lines[number].bars.count { signs.contains($0) } == place.columns - 1
    }
  }

  /// As `readLines`, for a table whose author has not counted: its rows are wider or narrower than its borders, or end without a bar. Each line has
  /// a bar for each corner of the first one; the columns become as wide as the widest line has them.
  private mutating func readUneven(_ below: TableLines) -> Int? {
    let corners = lines[0].signs.indices.filter { lines[0][$0] == Self.plus }
    guard corners.count > 2 else { return nil }
    var below = below
    var cuts = [corners]
    var end: (count: Int, next: Int)?
    while let range = below.line(), let line = ScreenLine(bytes, range), line.indent == left, line.signs.count > 1,
      line[left] == Self.plus || line[left] == ASCII.pipe
    {
      guard let own = Self.cuts(of: line, corners, isBorder: Self.isBorder(line, from: left)) else { break }
      lines.append(line)
      cuts.append(own)
      if line[left] == Self.plus { end = (lines.count, below.next) }
    }
    guard let end, end.count > 2 else { return nil }
    lines.removeSubrange(end.count...)
    let widths = (1..<corners.count).map { column in
      lines.indices.reduce(1) { max($0, cuts[$1][column] - cuts[$1][column - 1] - 1) }
    }
    width = left + widths.reduce(0, +) + corners.count
    guard width <= CellTable.mostSigns else { return nil }
    for index in lines.indices {
      let line = lines[index]
      guard line[left] == Self.plus else {
        lines[index] = line.realigned(cuts[index], widths: widths, edge: ASCII.pipe, fill: ASCII.space)
        continue
      }
      let fill = line.signs.contains(UInt8(ascii: "=")) ? UInt8(ascii: "=") : UInt8(ascii: "-")
      lines[index] = line.realigned(cuts[index], widths: widths, edge: Self.plus, fill: fill)
    }
    return end.next
  }

  /// Where the borders of the columns are in a line of an uneven table; nil where it can't be told.
  private static func cuts(of line: ScreenLine, _ corners: [Int], isBorder: Bool) -> [Int]? {
    let last = line.signs.count
    if isBorder {
      let own = line.signs.indices.filter { line[$0] == plus }
      if own.count == corners.count { return own }
      // A border that lacks a corner is one of all columns.
      guard own.count < corners.count, let inner = corners.dropLast().last, last - 1 > inner else { return nil }
      return corners.dropLast() + [last - 1]
    }
    guard line[corners[0]] == ASCII.pipe else { return nil }
    let isClosed = line.signs.last == ASCII.pipe
    let inner = corners.dropLast()
    if let right = inner.last, right < last - 1, inner.allSatisfy({ line[$0] == ASCII.pipe }) {
      return inner + [isClosed ? last - 1 : last]
    }
    let bars = line.bars
    if bars.count == corners.count, isClosed { return bars }
    return bars.count == corners.count - 1 && !isClosed ? bars + [last] : nil
  }

  // MARK: Borders

  /// Follows the borders from the corner; false if there are none but the frame's.
  private mutating func followBorders() -> Bool {
    let area = lines.count * width
    leadsRight = [Bool](repeating: false, count: area)
    leadsDown = [Bool](repeating: false, count: area)
    var isKnown = [Bool](repeating: false, count: area)
    var hasColumn = [Bool](repeating: false, count: width)
    var hasRow = [Bool](repeating: false, count: lines.count)
    var corners = [(line: 0, column: left)]
    isKnown[left] = true
    func reach(_ line: Int, _ column: Int) {
      guard !isKnown[line * width + column] else { return }
      isKnown[line * width + column] = true
      corners.append((line, column))
    }
    while let (line, column) = corners.popLast() {
      (hasColumn[column], hasRow[line]) = (true, true)
      var end = column + 1
      while end < width, Self.isDash(lines[line][end]) { end += 1 }
      if end < width, end > column + 1, lines[line][end] == Self.plus {
        for place in column..<end { leadsRight[line * width + place] = true }
        reach(line, end)
      }
      end = column - 1
      while end >= left, Self.isDash(lines[line][end]) { end -= 1 }
      if end >= left, end < column - 1, lines[line][end] == Self.plus { reach(line, end) }
      end = line + 1
      while end < lines.count, lines[end][column] == ASCII.pipe { end += 1 }
      if end < lines.count, end > line + 1, lines[end][column] == Self.plus {
        for place in line..<end { leadsDown[place * width + column] = true }
        reach(end, column)
      }
      end = line - 1
      while end >= 0, lines[end][column] == ASCII.pipe { end -= 1 }
      if end >= 0, end < line - 1, lines[end][column] == Self.plus { reach(end, column) }
    }
    columns = hasColumn.indices.filter { hasColumn[$0] }
    rows = hasRow.indices.filter { hasRow[$0] }
    return columns.count > 1 && rows.count > 1 && columns.first == left && columns.last == width - 1 && rows.last == lines.count - 1
  }

  /// True if a border is on the left of a column, in a row of the grid.
  private func hasSide(_ row: Int, _ column: Int) -> Bool { leadsDown[rows[row] * width + columns[column]] }

  /// True if a border is above a row, in a column of the grid.
  private func hasTop(_ row: Int, _ column: Int) -> Bool { leadsRight[rows[row] * width + columns[column]] }

  // MARK: Cells

  private func table(from start: Int, next: Int) -> CellTable? {
    let (rowCount, columnCount) = (rows.count - 1, columns.count - 1)
    let heads = (1..<max(rowCount, 1)).first { isDouble($0) } ?? 0
    let alignments = (0..<columnCount).map { alignment(of: $0, in: lines[rows[heads]]) }
    let frame = CellTable.Frame(alignments: alignments, rows: rowCount, heads: heads)
    guard let last = lines.last else { return nil }
    var table = CellTable(frame: frame, range: start..<last.offset(width), next: next)
    var isTaken = [Bool](repeating: false, count: rowCount * columnCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount where !isTaken[row * columnCount + column] {
        guard let place = place(row, column) else { return nil }
        for lower in row..<row + place.rows {
          for right in column..<column + place.columns {
            guard !isTaken[lower * columnCount + right] else { return nil }
            isTaken[lower * columnCount + right] = true
          }
        }
        table.frame.places.append(place)
        table.cells.append(text(of: place))
      }
    }
    return table
  }

  /// The cell whose corner is at a place of the grid; nil if its borders are no rectangle.
  private func place(_ row: Int, _ column: Int) -> CellTable.Place? {
    let (rowCount, columnCount) = (rows.count - 1, columns.count - 1)
    guard hasSide(row, column), hasTop(row, column) else { return nil }
    var right = column + 1
    while right < columnCount, !hasSide(row, right) { right += 1 }
    guard hasSide(row, right), (column..<right).allSatisfy({ hasTop(row, $0) }) else { return nil }
    var bottom = row + 1
    while bottom < rowCount, !hasTop(bottom, column) {
      guard hasSide(bottom, column), hasSide(bottom, right), (column..<right).allSatisfy({ !hasTop(bottom, $0) }),
        (column + 1..<right).allSatisfy({ !hasSide(bottom, $0) })
      else { return nil }
      bottom += 1
    }
    guard (column..<right).allSatisfy({ hasTop(bottom, $0) }) else { return nil }
    return CellTable.Place(row: row, column: column, rows: bottom - row, columns: right - column)
  }

  /// True if the border above a row is one of `=`, below a head.
  private func isDouble(_ row: Int) -> Bool {
    let line = lines[rows[row]].signs[left...]
    return line.allSatisfy { $0 == Self.plus || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
      && line.contains(UInt8(ascii: "="))
  }

  private func alignment(of column: Int, in line: ScreenLine) -> Tree.Alignment {
    let colon = UInt8(ascii: ":")
    return switch (line[columns[column] + 1] == colon, line[columns[column + 1] - 1] == colon) {
    case (true, true): .center
    case (true, false): .left
    case (false, true): .right
    case (false, false): .none
    }
  }

  /// The lines of a cell, without the blank after its border (pandoc: one is taken off if all lines have it) and blank lines around them.
  private func text(of place: CellTable.Place) -> [Range<Int>] {
    let signs = columns[place.column] + 1..<columns[place.column + place.columns]
    var parts = (rows[place.row] + 1..<rows[place.row + place.rows]).map { lines[$0].part(signs, in: bytes) }
    if parts.allSatisfy({ $0.isEmpty || bytes[$0.lowerBound] == ASCII.space }) {
      parts = parts.map { $0.isEmpty ? $0 : $0.lowerBound + 1..<$0.upperBound }
    }
    return parts.trimmedLines
  }
}

extension [Range<Int>] {
  /// The lines without empty ones before and after them.
  var trimmedLines: [Range<Int>] {
    guard let first = firstIndex(where: { !$0.isEmpty }), let last = lastIndex(where: { !$0.isEmpty }) else { return [] }
    return Array(self[first...last])
  }
}
