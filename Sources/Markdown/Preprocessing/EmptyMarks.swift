/// Marks of emphasis around a value that is left out: `**{{ name }}**` would leave four stars.
enum EmptyMarks {
  /// How many signs stand on each side, and nothing else between them and the value; 0 where they are not the same.
  static func count(around range: Range<Int>, in bytes: [UInt8]) -> Int {
    guard let sign = range.upperBound < bytes.count ? bytes[range.upperBound] : nil, sign == UInt8(ascii: "*") || sign == UInt8(ascii: "_")
    else { return 0 }
    let after = bytes[range.upperBound...].prefix(4).prefix { $0 == sign }.count
    let before = bytes[..<range.lowerBound].suffix(4).reversed().prefix { $0 == sign }.count
    return after == before && after < 4 ? after : 0
  }
}
