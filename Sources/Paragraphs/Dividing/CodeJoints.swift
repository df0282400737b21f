import TypesetBytes

/// Where code within text may be broken, without a hyphen: after `_`, `.`, `/`, `::` and the like, and before the capitals of camelCase.
/// Never within a number or a version, nor with fewer than four characters on a side, up to a quote or to the end; brackets and other
/// punctuation around the whole are not counted, except the parentheses of a call without arguments.
enum CodeJoints {
  static let leastOnEachSide = 4

  /// Offsets at which a line may begin, ascending.
  static func offsets(in bytes: ArraySlice<UInt8>) -> [Int] {
    guard bytes.count >= 2 * leastOnEachSide else { return [] }
    guard let first = bytes.firstIndex(where: isWord), var last = bytes.lastIndex(where: isWord) else { return [] }
    if bytes[(last + 1)...].starts(with: "()".utf8) { last += 2 }
    var found: [Int] = []
    // The number of characters before each offset: continuation bytes do not count.
    var before = 0
    let count = bytes[first...last].count { $0 & 0xC0 != 0x80 }
    for index in first..<last {
      if bytes[index] & 0xC0 != 0x80 { before += 1 }
      guard before >= leastOnEachSide, count - before >= leastOnEachSide, isJoint(after: index, in: bytes) else { continue }
      // The sign at which the line ends is not one of the four after an opening quote.
      let before = max(bytes.startIndex, index - leastOnEachSide)...index
      let after = (index + 1)...min(bytes.endIndex - 1, index + leastOnEachSide)
      if before.contains(where: { quotes.contains(bytes[$0]) && isOpeningQuote($0, in: bytes) }) { continue }
      if after.contains(where: { quotes.contains(bytes[$0]) && !isOpeningQuote($0, in: bytes) }) { continue }
      found.append(index + 1)
    }
    return found
  }

  private static func isJoint(after index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    let (byte, next) = (bytes[index], bytes[index + 1])
    let previous = index > bytes.startIndex ? bytes[index - 1] : 0
    // `%M` and `%20` are units.
    if next == UInt8(ascii: "%"), isWord(byte), index + 2 < bytes.endIndex, isWord(bytes[index + 2]) { return true }
    if separators.contains(byte) {
      // `=--option` begins with its dashes.
      if byte == UInt8(ascii: "="), next == UInt8(ascii: "-") { return isWord(previous) }
      if byte == UInt8(ascii: "-"), !isWord(previous) { return false }
      if separators.contains(next) || closers.contains(next) && !isOpeningQuote(index + 1, in: bytes) { return false }
      // `3.14`, `1_000`, `2024-01-01`, `v1.2-rc3`; a sign before a number belongs to it.
      return !(next.isDigit && (previous.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")))
    }
    guard isCapital(next) else { return false }
    if isSmall(byte) { return previous != UInt8(ascii: "%") }
    // The last capital of a run begins a word if a lower-case letter follows: `HTTP|Server`.
    return isCapital(byte) && index + 2 < bytes.endIndex && isSmall(bytes[index + 2])
  }

  /// A quote after punctuation opens; one after a letter, or at the end of a word or argument, closes.
  private static func isOpeningQuote(_ index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    guard quotes.contains(bytes[index]), index + 1 < bytes.endIndex else { return false }
    let (previous, next) = (index > bytes.startIndex ? bytes[index - 1] : 0, bytes[index + 1])
    return !isWord(previous) && !closers.contains(next) && next != UInt8(ascii: ",") && next != UInt8(ascii: ";")
  }

  private static let separators = Set("_./:-=&?,;+#@\\|(".utf8)
  private static let quotes = Set("\"'`".utf8)
  private static let closers = Set(")]}>\"'`".utf8)

  private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isDigit || isSmall(byte | 0x20) }
  private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
  private static func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}
