/// The cells of a commutative diagram while they are read, row by row.
struct DiagramGrid {
  private(set) var rows: [Alignment.Row] = []
  /// As many as the longest row has.
  private(set) var columns = 0
  /// Of the row that is being read.
  private(set) var cells: [Cell] = []

  var hasCells: Bool { !cells.isEmpty }

  mutating func add(_ content: Field) { cells.append(Cell(content: content)) }

  mutating func endRow(_ list: inout MathList) {
    let start = list.cells.count
    list.cells += cells
    columns = max(columns, cells.count)
    rows.append(Alignment.Row(cells: start..<list.cells.count))
    cells.removeAll()
  }

  func alignment(_ manner: Alignment.Manner) -> Alignment {
    var alignment = Alignment()
    alignment.manner = manner
    alignment.rows = rows
    alignment.columns = Array(repeating: Alignment.Column(), count: columns)
    return alignment
  }
}
