/// Puts works into the order that a layout asks.
struct WorkSorter {
  private let keys: [SortKey]
  /// What the key of an empty text is.
  private let empty: [UInt8]

  init(_ keys: [SortKey], _ language: String) {
    self.keys = keys
    empty = Collator(language: language).key("")
  }

  /// - Parameter works: With the bytes that compare as each key sorts.
  /// - Returns: Their indices; as they are where the layout asks no order.
  func sorted(_ works: [(index: Int, keys: [[UInt8]])]) -> [Int] {
    works.enumerated().sorted { isBefore($0.element.keys, $1.element.keys) ?? ($0.offset < $1.offset) }.map(\.element.index)
  }

  /// Nil for works that no key tells apart.
  private func isBefore(_ a: [[UInt8]], _ b: [[UInt8]]) -> Bool? {
    for (number, key) in keys.enumerated() where a[number] != b[number] {
      // What has no value comes last in either direction.
      if a[number] == empty { return false }
      if b[number] == empty { return true }
      return a[number].lexicographicallyPrecedes(b[number]) != key.isDescending
    }
    return nil
  }
}
