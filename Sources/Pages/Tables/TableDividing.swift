import TypesetBoxes
import TypesetStyling

// Tables that are split by their columns.

extension TableDemand {
  /// Groups of columns that fit side by side, with the key column in each; nil if that does not help.
  ///
  /// - Parameters:
  ///   - key: The column that tells rows apart.
  ///   - padding: The padding of each column.
  func groups(of count: Int, key: Int, measure: Length, padding: Length) -> [[Int]]? {
    guard count > 3 else { return nil }
    // A key with much text would be repeated for nothing.
    let first = min(natural[key], max(minimum[key], measure / 4))
    let others = (0..<count).filter { $0 != key }
    guard first + padding < measure / 2 else { return nil }
    guard others.allSatisfy({ minimum[$0] + padding * 2 + first <= measure }) else { return nil }
    let wanted = minimum.indices.map { min(natural[$0], max(minimum[$0], measure / 5)) + padding }
    func divided(upTo limit: Length) -> [[Int]] {
      var groups: [[Int]] = []
      var width = Length.zero
      for column in others {
        if groups.isEmpty || width + wanted[column] > limit {
          groups.append([key])
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

  /// The demand with no column wider than so much because of a word.
  func breakingWords(widerThan most: Length) -> TableDemand {
    var out = self
    out.minimum = minimum.map { min($0, most) }
    return out
  }

  /// The demand with one or two columns whose words are broken: those that are much wider than all others because of single long words, so
  /// that these are broken and not the names in other columns. Nil if no columns are, or if they would be too narrow even then.
  func breakingLongWords(in room: Length, em: Length) -> TableDemand? {
    let order = minimum.indices.sorted { minimum[$0] > minimum[$1] }
    for count in 1...2 where count < order.count {
      let long = order.prefix(count)
      let rest = minimumSum - long.reduce(Length.zero) { $0 + minimum[$1] }
      let share = (room - rest) / count
      guard share >= em * 8, share >= minimum[order[count]].scaled(by: 1.25) else { continue }
      var out = self
      // A column of a long word is as narrow as others need to have each cell on one line, but not so that the word fills many lines.
      let whole = natural.indices.filter { !long.contains($0) }.reduce(Length.zero) { $0 + natural[$1] }
      let left = (room - whole) / count
      if left >= em * 12 { out.minimum = natural }
      for column in long { out.minimum[column] = min(minimum[column], min(share, max(left, em * 12))) }
      return out
    }
    return nil
  }

  /// The demand with names whole, as many as there is room for in a part of it, narrow ones first.
  func keepingNames(in room: Length, upTo part: Double = 0.95) -> TableDemand {
    var out = self
    for column in names.indices.sorted(by: { names[$0] - minimum[$0] < names[$1] - minimum[$1] }) {
      let more = names[column] - minimum[column]
      guard more > .zero, names[column] <= room / 2, out.minimumSum + more <= room.scaled(by: part) else { continue }
      out.minimum[column] = names[column]
    }
    return out
  }

  /// About how many lines the table has at these widths.
  func lines(_ widths: [Length]) -> Double { cost(widths) }
}

extension StyledTree.Table {
  /// The table with some of its columns.
  func keeping(_ columns: [Int]) -> StyledTree.Table {
    func chosen(_ row: [Cell]) -> [Cell] { columns.map { $0 < row.count ? row[$0] : Cell(InlineContent()) } }
    var part = self
    part.columns = columns.map { self.columns[$0] }
    part.head = head.map(chosen)
    part.rows = body.map(chosen)
    part.noteCount = 0
    return part
  }

  /// The column that tells its rows apart: the first of the first three whose cells are all different, else the first one.
  var keyColumn: Int {
    for column in 0..<min(3, columns.count) {
      var seen: Set<[UInt8]> = []
      let isKey = body.allSatisfy { row in
        guard column < row.count, row[column].blocks < 0 else { return false }
        let text = row[column].content.text.text
        return !text.isEmpty && seen.insert(text).inserted
      }
      // Numbers alone only count rows where names follow.
      if isKey, !(column == 0 && beginsWithNumbers && columns.count > 2 && hasNames(in: 1)) { return column }
    }
    return 0
  }

  /// True if the cells of a column are all different.
  private func hasNames(in column: Int) -> Bool {
    let texts = body.map { column < $0.count ? $0[column].content.text.text : [] }
    return Set(texts).count == texts.count && texts.allSatisfy { $0.contains { $0 >= 0x41 } }
  }

  /// True if its first column only numbers the rows, so that the second one names them.
  var beginsWithNumbers: Bool {
    !body.isEmpty
      && body.allSatisfy { row in
        guard let cell = row.first, cell.blocks < 0 else { return false }
        return cell.content.text.text.count <= 5 && cell.content.text.text.allSatisfy { $0 < 0x41 }
      }
  }
}
