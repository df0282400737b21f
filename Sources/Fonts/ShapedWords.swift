import TypesetBytes

/// The words that a shaper has shaped, by their text and context.
///
/// A separate value, so that the search for a word, which is most of the work of setting a paragraph, accesses the shaper once.
struct ShapedWords {
  private struct Entry {
    var hash: UInt64
    var context: Int32
    var text: Range<Int32>
    var word: ShapedWord
  }

  private var entries: [Entry] = []
  private var texts: [UInt8] = []
  /// Open addressing: indices of `entries`, -1 for free; its size is a power of two.
  private var table = [Int32](repeating: -1, count: 4096)

  static func hash(_ text: ArraySlice<UInt8>, _ context: Int32) -> UInt64 {
    // FNV-1a, mixed at the end.
    var hash = FNV1a(seed: UInt64(bitPattern: Int64(context)) &* 0x9E37_79B9_7F4A_7C15)
    for byte in text { hash.add(byte) }
    return hash.value ^ hash.value >> 29
  }

  /// A word that has been added; nil for an unknown word.
  ///
  /// - Parameter hash: What `hash` returns for the text and the context.
  func word(_ text: ArraySlice<UInt8>, _ context: Int32, _ hash: UInt64) -> ShapedWord? {
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] >= 0 {
      let entry = entries[Int(table[slot])]
      if entry.hash == hash, entry.context == context, entry.text.count == text.count,
        texts[Int(entry.text.lowerBound)..<Int(entry.text.upperBound)].elementsEqual(text)
      {
        return entry.word
      }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  /// Adds a word that is not there yet.
  mutating func add(_ word: ShapedWord, _ text: ArraySlice<UInt8>, _ context: Int32, _ hash: UInt64) {
    let start = Int32(texts.count)
    texts += text
    entries.append(Entry(hash: hash, context: context, text: start..<Int32(texts.count), word: word))
    if entries.count * 2 > table.count {
      table = [Int32](repeating: -1, count: table.count * 2)
      for index in entries.indices { insert(index) }
    } else {
      insert(entries.count - 1)
    }
  }

  private mutating func insert(_ index: Int) {
    var slot = Int(truncatingIfNeeded: entries[index].hash) & (table.count - 1)
    while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = Int32(index)
  }
}
