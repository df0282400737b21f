/// The word at the least edit distance, if it is near enough to be meant.
public func nearest(to word: String, among candidates: [String]) -> String? {
  let best = candidates.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
  guard let best, best.1 <= max(1, (word.count + 1) / 3) else { return nil }
  return best.0
}

/// How many insertions, deletions and replacements lie between two words.
private func editDistance(_ a: String, _ b: String) -> Int {
  let b = Array(b)
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
      diagonal = above
    }
  }
  return row[b.count]
}
