/// Where code within text may be divided, without a hyphen: after `_`, `.`, `/`, `::` and its like, and before the capitals of camelCase.
/// Never within a number or a version, nor with fewer than four characters on a side.
enum CodeJoints {
  static let leastOnEachSide = 4

  /// Offsets at which a line may begin, in rising order.
  static func offsets(in bytes: ArraySlice<UInt8>) -> [Int] {
    guard bytes.count >= 2 * leastOnEachSide else { return [] }
    var found: [Int] = []
    // Characters before each offset: continuation bytes are none.
    var before = 0
    let count = bytes.count { $0 & 0xC0 != 0x80 }
    for index in bytes.indices.dropLast() {
      if bytes[index] & 0xC0 != 0x80 { before += 1 }
      guard before >= leastOnEachSide, count - before >= leastOnEachSide, isJoint(after: index, in: bytes) else { continue }
      found.append(index + 1)
    }
    return found
  }

  private static func isJoint(after index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    let (byte, next) = (bytes[index], bytes[index + 1])
    let previous = index > bytes.startIndex ? bytes[index - 1] : 0
    if separators.contains(byte) {
      if separators.contains(next) || closers.contains(next) { return false }
      // `3.14`, `1_000`, `2024-01-01`, `v1.2-rc3`; a sign before a number is the number's.
      return !(isDigit(next) && (isDigit(previous) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")))
    }
    guard isCapital(next) else { return false }
    if isSmall(byte) { return true }
    // The last capital of a run begins a word where a small letter follows: `HTTP|Server`.
    return isCapital(byte) && index + 2 < bytes.endIndex && isSmall(bytes[index + 2])
  }

  private static let separators = Set("_./:-=&?,;+#%@\\|(".utf8)
  private static let closers = Set(")]}>\"'`".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
  private static func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}
