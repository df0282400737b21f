/// Reads pandoc's tables whose columns are below dashes, simple ones and those with rows of several lines, with a head or without:
///
///     Right  Left            --------------------------
///     -----  ----            Fruit    Advantages
///        12  a               -------- -----------------
///                            Apple    It is red, round
///                                     and good.
///
///                            Pear     Soft.
///                            --------------------------
struct DashTable {
  private let bytes: [UInt8]
  /// The columns of characters that each group of dashes is in.
  private var columns: [Range<Int>] = []
  private var below: TableLines
  private var alignments: [Tree.Alignment] = []
  /// The lines of the cells in each row.
  private var rows: [[[Range<Int>]]] = []
  /// Where the last line ends.
  private var end: Int

  private static let mostColumns = 40

  /// A table whose first line is a line of dashes.
  static func read(_ bytes: [UInt8], dashes head: Range<Int>, below: TableLines) -> CellTable? {
    guard let groups = groups(bytes, head) else { return nil }
    if groups.count > 1, groups.count <= mostColumns {
      // `- - -` is a rule, unless what is between it and the next one is as narrow.
      if groups.contains(where: { $0.count == 1 }), !isNarrow(bytes, head, below) { return nil }
      var table = DashTable(bytes, groups, below: below, end: head.upperBound)
      return table.readRows(untilDashes: true) ? table.table(from: head.lowerBound, heads: 0) : nil
    }
    guard groups.count == 1, groups[0].count > 4 else { return nil }
    // The lines between are the head.
    var below = below
    var lines: [Range<Int>] = []
    while let line = below.line(), !line.isEmpty, lines.count < 20 {
      if let groups = Self.groups(bytes, line) {
        guard !lines.isEmpty, groups.count > 1, groups.count <= mostColumns else { return nil }
        var table = DashTable(bytes, groups, below: below, end: line.upperBound)
        guard table.addRow(lines), table.readRows(untilDashes: true) else { return nil }
        return table.table(from: head.lowerBound, heads: 1)
      }
      lines.append(line)
    }
    return nil
  }

  /// True if lines no longer than one of dashes follow it, up to the same one.
  private static func isNarrow(_ bytes: [UInt8], _ head: Range<Int>, _ below: TableLines) -> Bool {
    var below = below
    var count = 0
    while let line = below.line(), !line.isEmpty, line.count <= head.count, count < 200 {
      if bytes[line].elementsEqual(bytes[head]) { return count > 0 }
      count += 1
    }
    return false
  }

  /// A table whose second line is one of dashes.
  static func read(_ bytes: [UInt8], head: Range<Int>, below: TableLines) -> CellTable? {
    var below = below
    guard let dashes = below.line(), let groups = groups(bytes, dashes), groups.count > 1, groups.count <= mostColumns,
      groups.allSatisfy({ $0.count > 1 })
    else { return nil }
    var table = DashTable(bytes, groups, below: below, end: dashes.upperBound)
    guard table.addRow([head]), table.readRows(untilDashes: false) else { return nil }
    return table.table(from: head.lowerBound, heads: 1)
  }

  /// True for a line of dashes with which a table begins.
  static func isTop(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    groups(bytes, line).map { $0.count > 1 || $0[0].count > 4 } ?? false
  }

  /// True for a line of dashes below which columns are.
  static func hasColumns(_ bytes: [UInt8], _ line: Range<Int>) -> Bool { (groups(bytes, line)?.count ?? 0) > 1 }

  private init(_ bytes: [UInt8], _ columns: [Range<Int>], below: TableLines, end: Int) {
    (self.bytes, self.columns, self.below, self.end) = (bytes, columns, below, end)
  }

  /// The groups of dashes of a line that has nothing else.
  private static func groups(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>]? {
    guard line.count <= CellTable.mostSigns else { return nil }
    var columns: [Range<Int>] = []
    for index in line {
      let column = index - line.lowerBound
      switch bytes[index] {
      case UInt8(ascii: "-"):
        if let last = columns.last, last.upperBound == column {
          columns[columns.count - 1] = last.lowerBound..<column + 1
        } else {
          columns.append(column..<column + 1)
        }
      case ASCII.space: break
      default: return nil
      }
    }
    return columns.isEmpty ? nil : columns
  }

  /// Adds the rows up to a line of dashes, or to a blank line; false if there is none, or a line that is no row.
  ///
  /// - Parameter untilDashes: True if only dashes end the table. Blank lines are then between rows of several lines.
  private mutating func readRows(untilDashes: Bool) -> Bool {
    let heads = rows.count
    var lines: [Range<Int>] = []
    var singles: [Range<Int>] = []
    var hasBlank = false
    var isClosed = false
    func add() -> Bool {
      defer { lines = [] }
      return lines.isEmpty || addRow(lines)
    }
    while true {
      var rest = below
      guard let line = rest.line() else { break }
      if line.isEmpty {
        if !untilDashes { break }
        hasBlank = true
        guard add() else { return false }
      } else if let groups = Self.groups(bytes, line), groups.count > 1 || groups[0].count > 2 {
        (below, end, isClosed) = (rest, line.upperBound, true)
        break
      } else {
        if !untilDashes, isCaption(line) { break }
        guard cells(line) != nil else { return false }
        lines.append(line)
        singles.append(line)
        end = line.upperBound
      }
      below = rest
    }
    guard isClosed || !untilDashes else { return false }
    if untilDashes, hasBlank {
      guard add() else { return false }
    } else {
      // A simple table: each line is a row.
      for line in singles { guard addRow([line]) else { return false } }
    }
    return rows.count > heads
  }

  /// `: Caption` right below a table.
  private func isCaption(_ line: Range<Int>) -> Bool {
    guard let first = line.first(where: { bytes[$0] != ASCII.space }), bytes[first] == UInt8(ascii: ":") else { return false }
    return first + 1 < line.upperBound && bytes[first + 1] == ASCII.space
  }

  /// The parts of a line in each column, and the columns of their words; nil if a word reaches over the beginning of a column.
  private func cells(_ line: Range<Int>) -> [(part: Range<Int>, words: Range<Int>?)]? {
    guard let signs = ScreenLine(bytes, line) else { return nil }
    guard signs.signs.prefix(columns[0].lowerBound).allSatisfy({ $0 == ASCII.space }) else { return nil }
    return columns.indices.reduce(into: [(part: Range<Int>, words: Range<Int>?)]?([])) { out, number in
      let start = columns[number].lowerBound
      let end = number + 1 < columns.count ? columns[number + 1].lowerBound : signs.signs.count
      if start > 0, signs[start] != ASCII.space, signs[start - 1] != ASCII.space {
        out = nil
        return
      }
      var part = signs.part(start..<max(start, end), in: bytes)
      guard let first = part.first(where: { bytes[$0] != ASCII.space }) else {
        out?.append((part.upperBound..<part.upperBound, nil))
        return
      }
      part = first..<part.upperBound
      let low = signs.signs[start...].firstIndex { $0 != ASCII.space } ?? start
      let high = signs.signs[start..<min(end, signs.signs.count)].lastIndex { $0 != ASCII.space } ?? low
      out?.append((part, low..<high + 1))
    }
  }

  /// Adds the row that some lines are; the first one shows how columns are aligned.
  private mutating func addRow(_ lines: [Range<Int>]) -> Bool {
    var row = [[Range<Int>]](repeating: [], count: columns.count)
    var words = [Range<Int>?](repeating: nil, count: columns.count)
    for line in lines {
      guard let cells = cells(line) else { return false }
      for (number, cell) in cells.enumerated() {
        if !cell.part.isEmpty { row[number].append(cell.part) }
        guard let own = cell.words else { continue }
        words[number] = words[number].map { min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound) } ?? own
      }
    }
    guard row.contains(where: { !$0.isEmpty }) else { return false }
    if rows.isEmpty { alignments = zip(columns, words).map(Self.alignment) }
    rows.append(row)
    return true
  }

  /// The words of the first row are where those of the column are: at the left, at the right, or between.
  private static func alignment(_ column: Range<Int>, _ words: Range<Int>?) -> Tree.Alignment {
    guard let words else { return .none }
    switch (words.lowerBound == column.lowerBound, words.upperBound == column.upperBound) {
    case (true, false): return .left
    case (false, true): return .right
    case (true, true): return .none
    case (false, false): return words.upperBound < column.upperBound ? .center : .none
    }
  }

  private func table(from start: Int, heads: Int) -> CellTable? {
    var table = CellTable(
      frame: CellTable.Frame(alignments: alignments, rows: rows.count, heads: heads, isInline: true), range: start..<end, next: below.next)
    for (number, row) in rows.enumerated() {
      for (column, lines) in row.enumerated() {
        table.frame.places.append(CellTable.Place(row: number, column: column))
        table.cells.append(lines)
      }
    }
    return table
  }
}
