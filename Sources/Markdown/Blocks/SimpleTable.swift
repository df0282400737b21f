import TypesetDiagnostics

/// A table of pandoc's, whose columns are below the dashes of its second line:
///
///     Right  Left
///     -----  ----
///        12  a
///
/// The parser reads bars at the columns.
struct SimpleTable {
  /// Its lines, the one of dashes included.
  private(set) var rows: [TableRow] = []
  /// Where the line after it begins.
  private(set) var end: Int

  private let bytes: [UInt8]
  /// The columns of characters that each group of dashes is in.
  private let columns: [Range<Int>]

  private static let mostColumns = 40
  private static let mostRows = 500

  /// Nil if the line below a head has no dashes for columns, or if there are words across these.
  init?(_ bytes: [UInt8], head: Range<Int>) {
    let dashes = Self.line(bytes, from: head.upperBound + 1)
    guard let columns = Self.columns(bytes, dashes), let cells = Self.cells(bytes, head, columns) else { return nil }
    (self.bytes, self.columns, end) = (bytes, columns, dashes.upperBound + 1)
    addRow(head, cells)
    let delimiters = columns.indices.map { Self.delimiter(cells.indices.contains($0) ? cells[$0].text : nil, columns[$0]) }
    var row = TableRow()
    row.edits = [Edit(range: dashes, text: Array("|\(delimiters.joined(separator: "|"))|".utf8))]
    rows.append(row)
    guard addBody() else { return nil }
  }

  private static func line(_ bytes: [UInt8], from start: Int) -> Range<Int> {
    let start = min(start, bytes.count)
    return start..<(bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count)
  }

  /// At least two groups of at least two dashes.
  private static func columns(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>]? {
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
      guard columns.count <= mostColumns else { return nil }
    }
    return columns.count > 1 && columns.allSatisfy { $0.count > 1 } ? columns : nil
  }

  private struct Cell {
    var bytes: Range<Int>
    /// The columns of its characters, without the blanks around them; nil if it is empty.
    var text: Range<Int>?
  }

  /// The cells of a line, up to its last; nil if a word reaches over the beginning of a column.
  private static func cells(_ bytes: [UInt8], _ line: Range<Int>, _ columns: [Range<Int>]) -> [Cell]? {
    var cells: [Cell] = []
    var column = 0
    var wasBlank = true
    for index in line where bytes[index] & 0xC0 != 0x80 {
      guard bytes[index] != ASCII.tab, bytes[index] != ASCII.pipe else { return nil }
      let isBlank = bytes[index] == ASCII.space
      if cells.count < columns.count, column == columns[cells.count].lowerBound {
        guard wasBlank else { return nil }
        cells.append(Cell(bytes: index..<index))
      }
      if !isBlank {
        guard let last = cells.indices.last else { return nil }
        cells[last].text = (cells[last].text?.lowerBound ?? column)..<column + 1
      }
      column += 1
      wasBlank = isBlank
    }
    for number in cells.indices {
      let end = number + 1 < cells.count ? cells[number + 1].bytes.lowerBound : line.upperBound
      cells[number].bytes = cells[number].bytes.lowerBound..<end
    }
    return cells.contains { $0.text != nil } ? cells : nil
  }

  /// The words of the head are where those of the column are: at the left, at the right, or between.
  private static func delimiter(_ text: Range<Int>?, _ column: Range<Int>) -> String {
    guard let text else { return "--" }
    switch (text.lowerBound == column.lowerBound, text.upperBound == column.upperBound) {
    case (true, false): return ":--"
    case (false, true): return "--:"
    case (true, true): return "--"
    case (false, false): return text.upperBound < column.upperBound ? ":-:" : "--"
    }
  }

  private mutating func addRow(_ line: Range<Int>, _ cells: [Cell]) {
    guard let first = cells.first else { return }
    var row = TableRow()
    row.edits = [Edit(range: line.lowerBound..<first.bytes.lowerBound, text: [ASCII.pipe, ASCII.space])]
    row.edits += cells.dropFirst().map { Edit(range: $0.bytes.lowerBound..<$0.bytes.lowerBound, text: [ASCII.pipe, ASCII.space]) }
    for cell in cells where !cell.bytes.isEmpty {
      var scanner = InlineScanner(bytes, block: InlineBlock(line: cell.bytes, isTableRow: true))
      scanner.scan()
      row.scanners.append(scanner)
    }
    rows.append(row)
  }

  /// The rows up to a blank line, a line of dashes or a caption; false if there is none, or a line that is no row.
  private mutating func addBody() -> Bool {
    var count = 0
    while end < bytes.count {
      let line = Self.line(bytes, from: end)
      guard let first = line.first(where: { !ASCII.isBlank(bytes[$0]) }) else { break }
      if Self.columns(bytes, line) != nil {
        rows.append(TableRow(edits: [Edit(range: line, text: [])]))
        end = line.upperBound + 1
        break
      }
      if bytes[first] == UInt8(ascii: ":"), first + 1 < line.upperBound, bytes[first + 1] == ASCII.space {
        rows.append(TableRow(edits: [Edit(range: line.lowerBound..<line.lowerBound, text: [ASCII.newline])]))
        break
      }
      guard count < Self.mostRows, let cells = Self.cells(bytes, line, columns) else { return false }
      addRow(line, cells)
      count += 1
      end = line.upperBound + 1
    }
    return count > 0
  }
}
