/// SipHash-2-4 (Aumasson and Bernstein, 2012) with a fixed key, so that a number means the same tomorrow and elsewhere: the ids of texts and of
/// saved documents.
package struct StableHash {
  private var v: (UInt64, UInt64, UInt64, UInt64)
  private var word: UInt64 = 0
  private var count = 0

  /// The key `mdtypeset content`, cut to sixteen bytes.
  package init() {
    let key = Array("mdtypeset content".utf8)
    func half(_ start: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(key[start + $1]) << UInt64(8 * $1) } }
    self.init(half(0), half(8))
  }

  init(_ k0: UInt64, _ k1: UInt64) {
    v = (k0 ^ 0x736F_6D65_7073_6575, k1 ^ 0x646F_7261_6E64_6F6D, k0 ^ 0x6C79_6765_6E65_7261, k1 ^ 0x7465_6462_7974_6573)
  }

  private mutating func round() {
    func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
    v.0 &+= v.1
    v.2 &+= v.3
    v.1 = rotated(v.1, 13) ^ v.0
    v.3 = rotated(v.3, 16) ^ v.2
    v.0 = rotated(v.0, 32)
    v.2 &+= v.1
    v.0 &+= v.3
    v.1 = rotated(v.1, 17) ^ v.2
    v.3 = rotated(v.3, 21) ^ v.0
    v.2 = rotated(v.2, 32)
  }

  mutating func add(byte: UInt8) {
    word |= UInt64(byte) << UInt64(8 * (count & 7))
    count += 1
    guard count & 7 == 0 else { return }
    compress()
  }

  private mutating func compress() {
    v.3 ^= word
    round()
    round()
    v.0 ^= word
    word = 0
  }

  /// Eight bytes, the lowest first.
  package mutating func add(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: bits >> UInt64(8 * shift))) }
  }

  /// The count of the bytes, and the bytes.
  package mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { add(byte: byte) }
  }

  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  package var value: UInt64 {
    var end = self
    end.word |= UInt64(count & 0xFF) << 56
    end.compress()
    end.v.2 ^= 0xFF
    for _ in 0..<4 { end.round() }
    return end.v.0 ^ end.v.1 ^ end.v.2 ^ end.v.3
  }
}
