internal import Glibc

extension [UInt8] {
  /// Where a sequence of bytes begins next.
  ///
  /// - Parameters:
  ///   - wanted: At least one byte.
  ///   - start: Where the search begins.
  ///   - end: Where the sequence ends at the latest; nil for the end of the bytes.
  /// - Returns: nil if it is not there, or if nothing is wanted.
  package func find(_ wanted: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
    guard let first = wanted.first else { return nil }
    let last = Swift.min(end ?? count, count) - wanted.count
    return unsafe withUnsafeBufferPointer { bytes in
      var index = Swift.max(start, 0)
      while index <= last, let base = bytes.baseAddress {
        guard let found = unsafe memchr(base + index, Int32(first), last - index + 1) else { return nil }
        index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let difference = unsafe wanted.withUnsafeBytes { unsafe memcmp(base + index, $0.baseAddress ?? UnsafeRawPointer(base), $0.count) }
        if difference == 0 { return index }
        index += 1
      }
      return nil
    }
  }

  /// True if a sequence of bytes is in these.
  package func holds(_ wanted: String) -> Bool { find(Array(wanted.utf8)) != nil }
}
