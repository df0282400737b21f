import TypesetBytes

/// Words of a language by the class that they have, found without making a string.
struct WordTable: Sendable {
  /// Open addressing over 64-bit hashes, 0 for free; the size is a power of two. Two words of one hash would only share a colour.
  private var hashes: [UInt64]
  private var classes: [TokenClass]
  private let ignoresCase: Bool

  /// - Parameter words: Lists of words, divided by spaces; the first list that has a word decides.
  init(_ words: [(TokenClass, String)], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    let all = words.flatMap { kind, list in list.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { (kind, Array($0)) } }
    var size = 16
    while size < all.count * 2 { size *= 2 }
    hashes = [UInt64](repeating: 0, count: size)
    classes = [TokenClass](repeating: .keyword, count: size)
    for (kind, word) in all {
      let hash = hash(of: word, 0, word.count)
      let slot = slot(of: hash)
      guard hashes[slot] == 0 else { continue }
      hashes[slot] = hash
      classes[slot] = kind
    }
  }

  /// The class of `bytes[start..<end]`, if it is one of the words.
  func find(_ bytes: [UInt8], _ start: Int, _ end: Int) -> TokenClass? {
    guard end - start <= 40 else { return nil }
    let slot = slot(of: hash(of: bytes, start, end))
    return hashes[slot] == 0 ? nil : classes[slot]
  }

  private func slot(of hash: UInt64) -> Int {
    let mask = hashes.count - 1
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
    while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }

  private func hash(of bytes: [UInt8], _ start: Int, _ end: Int) -> UInt64 {
    var hash = FNV1a()
    for index in start..<end {
      var byte = bytes[index]
      if ignoresCase, byte &- 0x41 < 26 { byte |= 0x20 }
      hash.add(byte)
    }
    return hash.value == 0 ? 1 : hash.value
  }
}
