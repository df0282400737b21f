import TypesetDiagnostics

/// Makes text of tables that no page can show, or that would be filled with cells that the author did not write, by a backslash before
/// their delimiter rows; all others of the document stay tables.
struct TableGuard {
  /// The most columns of a table, a hundred times what fits on a page.
  private static let columnLimit = 2_000
  /// The most cells that short rows of all tables together may lack: each of them is made.
  private static let missingCellLimit = 200_000

  /// Where the parser reads a backslash.
  private(set) var edits: [Edit] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Cells of the open table's head.
  private(set) var columns = 0
  private var delimiterRow = 0..<0
  /// Cells that the rows of the open table lack so far, and those of all tables.
  private var missing = 0
  private var missingInAll = 0

  /// Begins a table.
  ///
  /// - Parameter row: Its second line.
  /// - Returns: False if it has too many columns.
  mutating func begin(_ row: Range<Int>, columns: Int) -> Bool {
    guard columns <= Self.columnLimit else {
      refuse(row, "a table of \(columns) columns is shown as text", hint: "a table may have \(Self.columnLimit) columns")
      return false
    }
    (self.columns, delimiterRow, missing) = (columns, row, 0)
    return true
  }

  /// Adds a row of the open table.
  ///
  /// - Returns: False if the rows lack too many cells, so that the whole table becomes text.
  mutating func addRow(cells: Int) -> Bool {
    guard cells < columns else { return true }
    missing += columns - cells
    missingInAll += columns - cells
    guard missingInAll > Self.missingCellLimit else { return true }
    // These cells are not made, so they do not count for the tables that follow.
    missingInAll -= missing
    refuse(
      delimiterRow, "a table is shown as text: its rows and those of tables before it lack more than \(Self.missingCellLimit) cells",
      hint: "give each row as many cells as the head")
    return false
  }

  private mutating func refuse(_ row: Range<Int>, _ message: String, hint: String) {
    escape(row)
    let span = SourceSpan(row.lowerBound, min(row.upperBound, row.lowerBound + 40))
    diagnostics.append(Diagnostic(.warning, "limit.table", at: span, message, hint: hint))
  }

  /// A row begins with a bar, a hyphen or a colon, each of which a backslash makes text.
  private mutating func escape(_ row: Range<Int>) {
    edits.append(Edit(range: row.lowerBound..<row.lowerBound, text: [ASCII.backslash]))
  }
}
