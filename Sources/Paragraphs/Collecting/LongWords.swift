/// Words that exist in no language. HarfBuzz looks back over all marks of a base, and break positions of a word are looked up in its
/// clusters: both take quadratic time in a length that an attacker chooses, so such words are shaped in pieces.
enum LongWord {
  /// The most scalars of one cluster; Unicode's Stream-Safe Text Format allows 30 marks in a row (UAX #15, D4).
  private static let clusterScalars = 31
  /// Up to this many bytes, a word is not examined.
  static let usual = 4 * clusterScalars
  /// The most bytes that are shaped together: more than any address has.
  private static let pieceBytes = 4096

  /// Where the word is cut: byte offsets within the range; empty for a word of usual length.
  static func cuts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
    guard range.count > usual else { return [] }
    var cuts: [Int] = []
    var start = range.lowerBound
    var index = range.lowerBound
    while index < range.upperBound {
      if index - start >= pieceBytes {
        cuts.append(index)
        start = index
      }
      let cluster = Cluster(in: bytes, at: index, upTo: range.upperBound)
      index = cluster.range.upperBound
      guard cluster.range.count > 2 * clusterScalars else { continue }
      var scalars = 0
      for offset in cluster.range where bytes[offset] & 0xC0 != 0x80 {
        if scalars > 0, scalars.isMultiple(of: clusterScalars) {
          cuts.append(offset)
          start = offset
        }
        scalars += 1
      }
    }
    return cuts
  }
}
