import TypesetBytes

/// Which elements of two sequences are the same: pairs in order, nil for an element that one side lacks.
struct SequenceAlignment {
  typealias Pair = (old: Int?, new: Int?)

  private(set) var pairs: [Pair] = []

  /// The most cells of a table; larger problems are divided at elements that occur once on both sides.
  private static let limit = 2_000_000

  init<Key: Hashable>(_ old: [Key], _ new: [Key]) { add(old[...], new[...], isDivided: false) }

  private mutating func add<Key: Hashable>(_ old: ArraySlice<Key>, _ new: ArraySlice<Key>, isDivided: Bool) {
    var (old, new) = (old, new)
    while let a = old.first, let b = new.first, a == b {
      pairs.append((old.startIndex, new.startIndex))
      old = old.dropFirst()
      new = new.dropFirst()
    }
    var tail: [Pair] = []
    while let a = old.last, let b = new.last, a == b {
      tail.append((old.endIndex - 1, new.endIndex - 1))
      old = old.dropLast()
      new = new.dropLast()
    }
    if old.count * new.count <= Self.limit {
      addByTable(old, new)
    } else if isDivided {
      for index in old.indices { pairs.append((index, nil)) }
      for index in new.indices { pairs.append((nil, index)) }
    } else {
      addByAnchors(old, new)
    }
    pairs += tail.reversed()
  }

  /// The longest common subsequence.
  private mutating func addByTable<Key: Hashable>(_ old: ArraySlice<Key>, _ new: ArraySlice<Key>) {
    let (a, b) = (Array(old), Array(new))
    let width = b.count + 1
    var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i * width + j] =
          a[i] == b[j] ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        pairs.append((old.startIndex + i, new.startIndex + j))
        (i, j) = (i + 1, j + 1)
      } else if j == b.count || i < a.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        pairs.append((old.startIndex + i, nil))
        i += 1
      } else {
        pairs.append((nil, new.startIndex + j))
        j += 1
      }
    }
  }

  /// Divides at elements that occur once in both, as many as have the same order (patience diff).
  private mutating func addByAnchors<Key: Hashable>(_ old: ArraySlice<Key>, _ new: ArraySlice<Key>) {
    var places: [Key: (old: Int?, new: Int?, isUnique: Bool)] = [:]
    for index in old.indices { places[old[index]] = places[old[index]] == nil ? (index, nil, true) : (nil, nil, false) }
    for index in new.indices {
      guard let known = places[new[index]], known.isUnique else { continue }
      places[new[index]] = known.new == nil ? (known.old, index, true) : (nil, nil, false)
    }
    // The longest rising run, by piles.
    var piles: [(new: Int, old: Int, before: Int)] = []
    var tops: [Int] = []
    for index in old.indices {
      guard let place = places[old[index]], place.isUnique, let other = place.new else { continue }
      let pile = tops.partitioningIndex { piles[$0].new >= other }
      piles.append((other, index, pile > 0 ? tops[pile - 1] : -1))
      if pile < tops.count { tops[pile] = piles.count - 1 } else { tops.append(piles.count - 1) }
    }
    var anchors: [(old: Int, new: Int)] = []
    var next = tops.last ?? -1
    while next >= 0 {
      anchors.append((piles[next].old, piles[next].new))
      next = piles[next].before
    }
    var (i, j) = (old.startIndex, new.startIndex)
    for anchor in anchors.reversed() {
      add(old[i..<anchor.old], new[j..<anchor.new], isDivided: true)
      pairs.append((anchor.old, anchor.new))
      (i, j) = (anchor.old + 1, anchor.new + 1)
    }
    add(old[i..<old.endIndex], new[j..<new.endIndex], isDivided: true)
  }
}
