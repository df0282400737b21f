extension RandomAccessCollection {
  /// The first index whose element, and all after it, meet a condition that none before it meets; the end index if none does.
  ///
  /// - Parameter isAfter: Called for as many elements as the count has bits.
  @inlinable public func partitioningIndex(where isAfter: (Element) throws -> Bool) rethrows -> Index {
    var (low, left) = (startIndex, count)
    while left > 0 {
      let half = left / 2
      let middle = index(low, offsetBy: half)
      if try isAfter(self[middle]) {
        left = half
      } else {
        low = index(after: middle)
        left -= half + 1
      }
    }
    return low
  }
}
