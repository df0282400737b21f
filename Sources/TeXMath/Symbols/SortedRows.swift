/// A table of text, one row a line, in the order of the rows' first words: searched where it is in the program, so that starting reads nothing.
///
/// A row's first word ends at its first space.
struct SortedRows: Sendable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  /// What follows the name in its row; nil if there is no such row.
  func row(named name: some Collection<UInt8>) -> [UInt8]? {
    text.withUTF8Buffer { text in
      unsafe Self.search(text) { start in unsafe Self.compare(name, text, from: start) }.map { line in
        unsafe Array(text[line].drop { $0 != 0x20 }.dropFirst())
      }
    }
  }

  /// The class of the row whose first two words, hexadecimal numbers of five digits, enclose a scalar.
  func row(around scalar: UInt32) -> [UInt8]? {
    text.withUTF8Buffer { text in
      unsafe Self.search(text) { start in
        let (first, last) = unsafe (Self.hexadecimal(text[start...].prefix(5)), Self.hexadecimal(text[start...].dropFirst(6).prefix(5)))
        return scalar < first ? -1 : scalar > last ? 1 : 0
      }.map { line in unsafe Array(text[line].dropFirst(12)) }
    }
  }

  /// The first words of all rows.
  var names: [String] {
    text.withUTF8Buffer { text in
      unsafe text.split(separator: 0x0A).map { line in
        unsafe String(decoding: line.prefix { $0 != 0x20 }, as: UTF8.self)
      }
    }
  }

  /// Halves the rows until `order` is 0: what is sought is before (-1), at (0) or after (1) the row that begins at an offset.
  @inline(__always) private static func search(_ text: UnsafeBufferPointer<UInt8>, order: (Int) -> Int) -> Range<Int>? {
    var (low, high) = (0, text.count)
    while low < high {
      var start = (low + high) / 2
      while start > low, unsafe text[start - 1] != 0x0A { start -= 1 }
      let order = order(start)
      if order < 0 {
        high = max(low, start - 1)
        continue
      }
      var end = start
      while end < high, unsafe text[end] != 0x0A { end += 1 }
      if order == 0 { return start..<end }
      low = end + 1
    }
    return nil
  }

  /// The order of a name and the first word of a row, by bytes.
  private static func compare(_ name: some Collection<UInt8>, _ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    for byte in name {
      // A word that has ended is before all that begin with it.
      guard index < text.count, unsafe text[index] > 0x20 else { return 1 }
      if unsafe byte != text[index] { return unsafe byte < text[index] ? -1 : 1 }
      index += 1
    }
    return unsafe index < text.count && text[index] > 0x20 ? -1 : 0
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    unsafe digits.reduce(0) { value, digit in value << 4 | UInt32(digit <= 0x39 ? digit - 0x30 : digit - 0x37) }
  }
}
