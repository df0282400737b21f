import TypesetBoxes
import TypesetStyling

/// The widths of a table's cells, without their padding.
struct TableDemand {
  /// The width below which a word would be broken, and the one at which no line breaks, for each column.
  var minimum: [Length]
  var natural: [Length]
  /// Natural widths of the cells that are in one column, times the lines that authors ended in them, row by row; rows beyond the first few hundred are like those.
  var rows: [[Length]] = []
  /// The widest cell of each column that is one word: a name, which is better not broken at its joints.
  var names: [Length] = []
  /// How far numbers reach, in columns that are aligned at the decimal sign.
  var decimals: [DecimalColumn?] = []
  /// The author's column widths, with padding.
  var wishes: [PictureSize?] = []
  /// The author's table width.
  var whole: PictureSize?

  /// Cells that span several columns: their additional width is distributed by the columns' own widths.
  mutating func widen(_ columns: Range<Int>, to wanted: Widths, padding: Length) {
    let between = padding * (columns.count - 1)
    Self.widen(&minimum, columns, to: wanted.minimum - between)
    Self.widen(&natural, columns, to: wanted.natural - between)
  }

  private static func widen(_ widths: inout [Length], _ columns: Range<Int>, to wanted: Length) {
    let sum = widths[columns].reduce(.zero, +)
    guard wanted > sum, !columns.isEmpty else { return }
    for column in columns {
      let part = sum > .zero ? widths[column].points / sum.points : 1 / Double(columns.count)
      widths[column] += (wanted - sum).scaled(by: part)
    }
  }

  /// Applies the author's column widths, no narrower than the words.
  mutating func applyWishes(measure: Length, padding: Length) {
    for column in wishes.indices {
      guard case .absolute(let width)? = wishes[column] else { continue }
      natural[column] = max(minimum[column], min(width, measure) - padding)
    }
    guard let wanted = wantedWidth(measure: measure, padding: padding) else { return }
    for column in wishes.indices {
      guard case .fraction(let part)? = wishes[column] else { continue }
      natural[column] = max(minimum[column], wanted.scaled(by: part) - padding)
    }
    // The rest goes to the columns without an explicit width, by their natural widths.
    let rest = wanted - padding * natural.count - naturalSum
    let free = natural.indices.filter { wishes[$0] == nil }
    let takers = free.isEmpty ? Array(natural.indices) : free
    let sum = takers.reduce(0.0) { $0 + natural[$1].points }
    guard rest > .zero, sum > 0 else { return }
    for column in takers { natural[column] += rest.scaled(by: natural[column].points / sum) }
  }

  /// The author's table width, or the one that its columns' fractions require; nil without either.
  private func wantedWidth(measure: Length, padding: Length) -> Length? {
    switch whole {
    case .absolute(let length)?: return min(length, measure)
    case .fraction(let part)?: return min(measure.scaled(by: part), measure)
    case nil, .capitals: break
    }
    var taken = 0.0
    var table = Length.zero
    var others = Length.zero
    var hasParts = false
    for column in wishes.indices {
      guard case .fraction(let part)? = wishes[column] else {
        others += natural[column] + padding
        continue
      }
      hasParts = true
      taken += part
      table = max(table, (natural[column] + padding).scaled(by: 1 / max(part, 0.01)))
    }
    guard hasParts else { return nil }
    if taken < 1 { table = max(table, others.scaled(by: 1 / max(1 - taken, 0.01))) }
    return min(table, measure)
  }

  var minimumSum: Length { minimum.reduce(.zero, +) }
  var naturalSum: Length { natural.reduce(.zero, +) }

  /// Column widths that fill `measure` at the least height of the table; natural ones if they fit.
  ///
  /// Starts between minimum and natural widths and moves width from column to column while the height of the table decreases.
  func widths(measure: Length) -> [Length] {
    if naturalSum <= measure { return natural }
    let least = minimumSum
    guard least <= measure else {
      return shared(measure)
    }
    let spare = (measure - least).points
    let wish = max((naturalSum - least).points, 0.001)
    var widths = minimum.indices.map { minimum[$0] + (natural[$0] - minimum[$0]).scaled(by: spare / wish) }
    improve(&widths, measure: measure)
    return widths
  }

  /// If not every word can stay whole: narrow columns keep their width, the others share the rest evenly.
  private func shared(_ measure: Length) -> [Length] {
    var widths = minimum
    var rest = measure
    var left = minimum.count
    for column in minimum.indices.sorted(by: { (minimum[$0], $0) < (minimum[$1], $1) }) {
      widths[column] = min(minimum[column], rest / max(left, 1))
      rest -= widths[column]
      left -= 1
    }
    return widths
  }

  /// True if there is a column with one or two words on each of many lines.
  func starves(_ widths: [Length], em: Length) -> Bool {
    widths.indices.contains { column in
      widths[column] < em * 8 && rows.contains { $0[column] > widths[column] * 5 }
    }
  }

  /// True if rows have more than two lines on average because of a narrow column.
  func crowds(_ widths: [Length], em: Length) -> Bool {
    guard rows.count > 1, cost(widths) > 2.2 * Double(rows.count) else { return false }
    return widths.indices.contains { column in
      widths[column] < em * 14 && rows.count { $0[column] > widths[column].scaled(by: 1.5) } * 3 >= rows.count
    }
  }

  private func improve(_ widths: inout [Length], measure: Length) {
    let count = widths.count
    guard count > 1, !rows.isEmpty else { return }
    // This many estimates are enough for tables of usual size, and cost little compared with setting the cells.
    var estimates = max(40, min(600, 400_000 / max(rows.count * count, 1)))
    var best = cost(widths)
    var step = measure / 12
    while step > 1.pt {
      var isBetter = false
      for giver in 0..<count {
        for taker in 0..<count where giver != taker && widths[giver] - step >= minimum[giver] && widths[taker] < natural[taker] {
          guard estimates > 0 else { return }
          estimates -= 1
          widths[giver] -= step
          widths[taker] += step
          let cost = cost(widths)
          if cost < best - 0.000_1 {
            best = cost
            isBetter = true
          } else {
            widths[giver] += step
            widths[taker] -= step
          }
        }
      }
      if !isBetter { step = step / 2 }
    }
  }

  /// The number of lines at these widths, plus a little for every cell that breaks, to prefer balanced columns of equal height.
  func cost(_ widths: [Length]) -> Double {
    var total = 0.0
    for row in rows {
      var lines = 1.0
      var fractions = 0.0
      for (column, natural) in row.enumerated() where natural > widths[column] {
        // Lines are not filled entirely: a twentieth is lost.
        let share = natural.points * 1.05 / max(widths[column].points, 1)
        lines = max(lines, share.rounded(.up))
        fractions += share
      }
      total += lines + fractions * 0.02
    }
    return total
  }
}
