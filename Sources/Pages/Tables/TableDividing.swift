import TypesetBoxes
import TypesetStyling

// Tables that are split by their columns.

extension TableDemand {
  /// Groups of columns that fit side by side, with the first column in each; nil if that does not help.
  ///
  /// - Parameter padding: The padding of each column.
  func groups(of count: Int, measure: Length, padding: Length) -> [[Int]]? {
    guard count > 3 else { return nil }
    // A first column with much text would be repeated for nothing.
    let first = min(natural[0], max(minimum[0], measure / 4))
    guard first + padding < measure / 2 else { return nil }
    guard minimum[1...].allSatisfy({ $0 + padding * 2 + first <= measure }) else { return nil }
    let wanted = minimum.indices.map { min(natural[$0], max(minimum[$0], measure / 5)) + padding }
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
    // The least number of tables, of about equal width.
    var (low, high) = (0, measure.rawValue)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let narrower = divided(upTo: Length(rawValue: middle))
      if narrower.count == groups.count { (high, groups) = (middle, narrower) } else { low = middle }
    }
    return groups.count > 1 ? groups : nil
  }
}

extension StyledTree.Table {
  /// The table with some of its columns.
  func keeping(_ columns: [Int]) -> StyledTree.Table {
    func chosen(_ row: [Cell]) -> [Cell] { columns.map { $0 < row.count ? row[$0] : Cell(InlineContent()) } }
    var part = self
    part.columns = columns.map { self.columns[$0] }
    part.head = head.map(chosen)
    part.rows = rows.map(chosen)
    return part
  }

  /// True if its first column only numbers the rows, so that the second one names them.
  var beginsWithNumbers: Bool {
    !rows.isEmpty
      && rows.allSatisfy { row in
        guard let cell = row.first, cell.blocks < 0 else { return false }
        return cell.content.text.text.count <= 5 && cell.content.text.text.allSatisfy { $0 < 0x41 }
      }
  }
}
