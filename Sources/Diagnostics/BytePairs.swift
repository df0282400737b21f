/// Which pairs of bytes follow each other anywhere in a text: what has a pair that the text lacks is not in it.
///
/// A document is searched for the signs of some hundred constructs, most of which it lacks. One pass over it answers most of these searches.
package struct BytePairs: Sendable {
  /// A bit for each pair.
  private var bits: [UInt64]

  package init(of bytes: [UInt8]) {
    var bits = [UInt64](repeating: 0, count: 1 << 10)
    unsafe bits.withUnsafeMutableBufferPointer { bits in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        var pair = 0
        for index in bytes.indices {
          pair = unsafe (pair << 8 | Int(bytes[index])) & 0xFFFF
          unsafe bits[pair >> 6] |= 1 << UInt64(truncatingIfNeeded: pair & 63)
        }
      }
    }
    self.bits = bits
  }

  /// False if the text lacks a pair of the wanted bytes.
  package func mayHold(_ wanted: some Sequence<UInt8>) -> Bool {
    var last: Int?
    for byte in wanted {
      if let last, !has(last << 8 | Int(byte)) { return false }
      last = Int(byte)
    }
    return true
  }

  /// True if a byte follows one that is not of ASCII.
  package func hasBehindLetters(_ byte: UInt8) -> Bool { (0x80...0xFF).contains { has($0 << 8 | Int(byte)) } }

  private func has(_ pair: Int) -> Bool { bits[pair >> 6] & 1 << UInt64(pair & 63) != 0 }
}

extension Source {
  /// The same source, whose searches look at its pairs of bytes first.
  package func withPairs() -> Source {
    guard pairs == nil else { return self }
    var source = self
    source.pairs = BytePairs(of: bytes)
    return source
  }

  /// True if a sequence of bytes is in the text.
  package func holds(_ wanted: String) -> Bool { mayHold(wanted) && bytes.holds(wanted) }

  /// False if a sequence of bytes is known not to be in the text.
  package func mayHold(_ wanted: String) -> Bool { pairs?.mayHold(wanted.utf8) ?? true }

  /// False if a byte is known to follow none that is not of ASCII.
  package func mayHold(behindLetters byte: UInt8) -> Bool { pairs?.hasBehindLetters(byte) ?? true }

  /// False if none of some sequences is in the text.
  package func mayHold(anyOf wanted: [String]) -> Bool { wanted.contains(where: mayHold) }
}
