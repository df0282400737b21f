/// Emoji by their short names, as on GitHub.
enum EmojiNames {
  static func emoji(named name: String) -> String? { index.emoji(named: Array(name.lowercased().utf8)) }

  /// Made when the first name is looked up.
  private static let index = EmojiIndex(Array(emojiTable.utf8))
}

/// The positions of the names in the table, which is read in place.
private struct EmojiIndex {
  private let table: [UInt8]
  /// Offsets at which names begin, in slots by the names' hashes; -1 for a free slot. There are five slots for each name.
  private var offsets = [Int32](repeating: -1, count: 1 << 14)

  init(_ table: [UInt8]) {
    self.table = table
    var start = 0
    var isName = false
    for (offset, byte) in table.enumerated() where Self.endsWord(byte) {
      if offset > start {
        if isName { offsets[place(of: table[start..<offset])] = Int32(start) }
        isName = true
      }
      if byte == UInt8(ascii: ";") { isName = false }
      start = offset + 1
    }
  }

  func emoji(named name: [UInt8]) -> String? {
    let offset = Int(offsets[place(of: name[...])])
    guard offset >= 0 else { return nil }
    // The entry's first word.
    let entry = table[..<offset].lastIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? 0
    let emoji = table[entry...].drop(while: Self.endsWord).prefix { !Self.endsWord($0) }
    return String(decoding: emoji, as: UTF8.self)
  }

  /// The slot of a name, or the free one that it would have.
  private func place(of name: ArraySlice<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var place = Int(hash) & (offsets.count - 1)
    while offsets[place] >= 0, !isName(name, at: Int(offsets[place])) { place = (place + 1) & (offsets.count - 1) }
    return place
  }

  private func isName(_ name: ArraySlice<UInt8>, at offset: Int) -> Bool {
    let end = offset + name.count
    return end < table.count && Self.endsWord(table[end]) && table[offset..<end].elementsEqual(name)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";")
  }
}

/// The emoji of a short name, as in `:rocket:`.
public func emoji(named name: String) -> String? { EmojiNames.emoji(named: name) }
