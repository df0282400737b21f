/// `&amp;`, `&#38;`, `&#x26;`: characters by their names and numbers.
enum CharacterReferences {
  /// The bytes of `characterNames`, and where its entries begin; their names are in the order of bytes.
  private static let table: (bytes: [UInt8], starts: [Int]) = {
    let bytes = Array(characterNames.utf8)
    var starts: [Int] = []
    var isBefore = true
    for (index, byte) in bytes.enumerated() {
      if isBefore, Byte.isLetter(byte) {
        starts.append(index)
        isBefore = false
      } else if byte == Byte.semicolon {
        isBefore = true
      }
    }
    return (bytes, starts)
  }()

  /// Appends the meaning of the character reference whose `&` is at a place; returns where it ends, or nil for a plain `&`.
  static func append(_ start: Int, _ end: Int, to store: inout TextStore) -> Int? {
    guard start + 2 < end else { return nil }
    if store.bytes[start + 1] == Byte.hash { return appendNumber(start + 2, end, to: &store) }
    var index = start + 1
    while index < end, index - start < 40, Byte.isLetterOrDigit(store.bytes[index]) { index += 1 }
    guard index < end, store.bytes[index] == Byte.semicolon, let entry = entry(start + 1..<index, in: store.bytes) else { return nil }
    // The entry: its name, a space, numbers with `+` between them, a semicolon.
    var value: UInt32 = 0
    for byte in table.bytes[(entry + index - start)...] {
      if let digit = digit(byte, radix: 16) {
        value = value * 16 + digit
        continue
      }
      store.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      value = 0
      if byte == Byte.semicolon { break }
    }
    return index + 1
  }

  /// What a name means that has its semicolon after it; nil for a word that is no name.
  static func scalars(named name: Range<Int>, in bytes: [UInt8]) -> [UInt32]? {
    guard let entry = entry(name, in: bytes) else { return nil }
    var values: [UInt32] = [0]
    for byte in table.bytes[(entry + name.count + 1)...] {
      if byte == Byte.semicolon { return values }
      if let digit = digit(byte, radix: 16) { values[values.count - 1] = values[values.count - 1] * 16 + digit } else { values.append(0) }
    }
    return nil
  }

  private static func appendNumber(_ start: Int, _ end: Int, to store: inout TextStore) -> Int? {
    let isHexadecimal = start < end && store.bytes[start] | 0x20 == UInt8(ascii: "x")
    let first = start + (isHexadecimal ? 1 : 0)
    var index = first
    var value: UInt32 = 0
    while index < end, index - first < 8, let digit = digit(store.bytes[index], radix: isHexadecimal ? 16 : 10) {
      value = value &* (isHexadecimal ? 16 : 10) &+ digit
      index += 1
    }
    guard index > first, index - first <= (isHexadecimal ? 6 : 7), index < end, store.bytes[index] == Byte.semicolon else { return nil }
    store.append(value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}")
    return index + 1
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    if Byte.isDigit(byte) { return UInt32(byte - 0x30) }
    let letter = byte | 0x20
    return radix == 16 && letter &- 0x61 < 6 ? UInt32(letter - 0x61) + 10 : nil
  }

  /// Where a name is in the table.
  private static func entry(_ name: Range<Int>, in bytes: [UInt8]) -> Int? {
    let (names, starts) = table
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      var (entry, index) = (starts[middle], name.lowerBound)
      while index < name.upperBound, names[entry] == bytes[index] {
        entry += 1
        index += 1
      }
      if index == name.upperBound, names[entry] == Byte.space { return starts[middle] }
      if index < name.upperBound, names[entry] < bytes[index] { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// A text without backslashes before punctuation, with the characters that references mean.
  static func resolved(_ text: Range<Int>, _ store: inout TextStore, keepsBackslashes: Bool = false) -> Range<Int> {
    guard text.contains(where: { store.bytes[$0] == Byte.backslash || store.bytes[$0] == Byte.ampersand }) else { return text }
    let start = store.end
    store.begin(at: store.source(of: text.lowerBound))
    var index = text.lowerBound
    while index < text.upperBound {
      let byte = store.bytes[index]
      if byte == Byte.backslash, !keepsBackslashes, index + 1 < text.upperBound, Byte.isPunctuation(store.bytes[index + 1]) {
        store.append(store.bytes[index + 1])
        index += 2
      } else if byte == Byte.ampersand, let next = append(index, text.upperBound, to: &store) {
        index = next
      } else {
        store.append(byte)
        index += 1
      }
    }
    return start..<store.end
  }
}

/// The numbers of the characters that a name of HTML means, `grave` for `&grave;`; nil for a word that is no name.
package func characterNumbers(named name: Range<Int>, in bytes: [UInt8]) -> [UInt32]? {
  CharacterReferences.scalars(named: name, in: bytes)
}
