/// Where tags end: at the first `>` that is in no value between quotes, as in `<Image alt="a > b" />` (HTML Living Standard, 13.2.5.33 to 13.2.5.38).
struct TagSearch {
  /// From where on a text has no other quotation mark, for `"` and `'`: a mark that nothing closes is no value's.
  private var unclosed = (double: Int.max, single: Int.max)

  /// After the `>` of the tag at a place; nil where it has none.
  ///
  /// - Parameter limit: The same one for all tags of a text.
  mutating func end(of bytes: [UInt8], from start: Int, to limit: Int) -> Int? {
    var last: UInt8 = 0
    var index = start
    while index < limit {
      let byte = bytes[index]
      if byte == ASCII.greater { return index + 1 }
      if last == UInt8(ascii: "="), let close = close(of: byte, at: index, bytes, limit) { index = close }
      if !ASCII.isBlank(byte) { last = byte }
      index += 1
    }
    return nil
  }

  /// The mark that closes a value.
  private mutating func close(of quote: UInt8, at start: Int, _ bytes: [UInt8], _ limit: Int) -> Int? {
    let isDouble = quote == UInt8(ascii: "\"")
    guard isDouble || quote == UInt8(ascii: "'"), start < (isDouble ? unclosed.double : unclosed.single) else { return nil }
    if let close = bytes[(start + 1)..<limit].firstIndex(of: quote) { return close }
    if isDouble { unclosed.double = start } else { unclosed.single = start }
    return nil
  }

  /// The mark that closes the value in quotes behind an equals sign, on the same line; nil where none begins, or it goes on below.
  static func valueEnd(_ bytes: [UInt8], after equals: Int, to end: Int) -> Int? {
    let start = equals + 1
    guard start < end, "\"'".utf8.contains(bytes[start]) else { return nil }
    let value = bytes[(start + 1)..<end].prefix(2_000).prefix { $0 != bytes[start] && $0 != ASCII.newline }
    return value.endIndex < end && bytes[value.endIndex] == bytes[start] ? value.endIndex : nil
  }
}
