/// What an unknown command may have been meant to be; each name is looked up once.
///
/// A document full of unknown commands lacks definitions, and nearest names are no help there: after a few names none is looked for.
final class CommandSuggestions {
  private var known: [UInt32: String?] = [:]
  /// More unknown names than a document has misspellings.
  private static let mostNames = 20

  func hint(for number: UInt32, in vocabulary: Vocabulary) -> String? {
    if let hint = known[number] { return hint }
    guard known.count < Self.mostNames else { return nil }
    let hint = nearest(to: vocabulary.names.name(number)).map { "did you mean \\\($0)?" }
    known[number] = .some(hint)
    return hint
  }

  /// The known name that differs least.
  private func nearest(to name: String) -> String? {
    let wanted = Array(name.utf8)
    guard wanted.count < 30 else { return nil }
    var best: (distance: Int, name: String)?
    for other in Vocabulary.allNames {
      guard abs(other.utf8.count - wanted.count) <= 2 else { continue }
      let distance = Self.distance(wanted, Array(other.utf8))
      if distance < best?.distance ?? 3, distance < max(2, wanted.count) { best = (distance, other) }
    }
    return best?.name
  }

  /// Damerau and Levenshtein's, adjacent letters swapped counting one.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var value = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { value = min(value, rows[i - 1][j - 1] + 1) }
        row.append(value)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
