/// The word at the least edit distance, if it is near enough to be meant.
///
/// - Parameter limit: The largest distance; nil is a third of the word's length.
public func nearest(to word: String, among candidates: [String], within limit: Int? = nil) -> String? {
  let best = candidates.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
  guard let best, best.1 <= limit ?? max(1, (word.count + 1) / 3) else { return nil }
  return best.0
}

/// How many insertions, deletions, replacements and exchanges of neighbours lie between two words (optimal string alignment).
private func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a), Array(b))
  var earlier: [Int] = []
  var last = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var row = [i + 1]
    for (j, y) in b.enumerated() {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
      if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { distance = min(distance, earlier[j - 1] + 1) }
      row.append(distance)
    }
    (earlier, last) = (last, row)
  }
  return last[b.count]
}
