/// The word at the least edit distance, if it is near enough to be what was meant.
///
/// - Parameters:
///   - word: As it was written.
///   - candidates: The known words.
///   - limit: The largest distance; nil is a third of the word's length.
public func nearest(to word: String, among candidates: [String], within limit: Int? = nil) -> String? {
  let letters = Array(word.utf8)
  // A word of 50,000 letters, and one like it.
  guard letters.count <= 100 else { return nil }
  var most = limit ?? max(1, (word.count + 1) / 3)
  var best: String?
  for candidate in candidates where abs(candidate.utf8.count - letters.count) <= most * 4 {
    guard let distance = editDistance(letters, Array(candidate.utf8), within: most) else { continue }
    // Of several the first in the alphabet, since candidates may come in any order.
    if let best, distance == most, best <= candidate { continue }
    (best, most) = (candidate, distance)
  }
  return best
}

/// How many insertions, deletions, replacements and exchanges of neighbours lie between two words (optimal string alignment), in characters.
///
/// - Returns: Nil for more than the limit.
private func editDistance(_ a: [UInt8], _ b: [UInt8], within limit: Int) -> Int? {
  // Most names are ASCII, whose bytes are their characters.
  if a.allSatisfy({ $0 < 0x80 }), b.allSatisfy({ $0 < 0x80 }) { return editDistance(of: a, b, within: limit) }
  return editDistance(of: Array(String(decoding: a, as: UTF8.self)), Array(String(decoding: b, as: UTF8.self)), within: limit)
}

private func editDistance<Letter: Equatable>(of a: [Letter], _ b: [Letter], within limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  var earlier: [Int] = []
  var last = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    var least = i + 1
    for (j, y) in b.enumerated() {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
      if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { distance = min(distance, earlier[j - 1] + 1) }
      row.append(distance)
      least = min(least, distance)
    }
    // An exchange of neighbours counts from the row before.
    if least > limit + 1 { return nil }
    (earlier, last) = (last, row)
  }
  return last[b.count] <= limit ? last[b.count] : nil
}
