/// SHA-256 (FIPS 180-4).
public struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The digest of some bytes, 64 hexadecimal digits.
  public static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    var digest = SHA256()
    let whole = bytes.count & ~63
    unsafe digest.add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    // What is left, a bit that is set, zeros, the number of bits.
    var tail = unsafe Array(bytes[whole...]) + [0x80]
    tail += [UInt8](repeating: 0, count: (120 - tail.count % 64) % 64)
    tail += (0..<8).reversed().map { UInt8(truncatingIfNeeded: UInt64(bytes.count * 8) >> UInt64($0 * 8)) }
    unsafe tail.withUnsafeBytes { unsafe digest.add($0) }
    let digits = Array("0123456789abcdef".utf8)
    let out = digest.state.flatMap { word in (0..<8).reversed().map { digits[Int(word >> ($0 * 4) & 15)] } }
    return String(decoding: out, as: UTF8.self)
  }

  public static func hex(of bytes: [UInt8]) -> String { unsafe bytes.withUnsafeBytes { unsafe hex(of: $0) } }

  /// - Parameter bytes: Whole blocks of 64.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe state.withUnsafeMutableBufferPointer { state in
      unsafe Self.constants.withUnsafeBufferPointer { constants in
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for start in stride(from: 0, to: bytes.count, by: 64) {
            unsafe Self.compress(bytes, at: start, state, constants, schedule)
          }
        }
      }
    }
  }

  /// FIPS 180-4, 6.2.2.
  private static func compress(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ state: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    _ w: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 { unsafe w[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + t * 4, as: UInt32.self)) }
    for t in 16..<64 {
      let (x, y) = unsafe (w[t - 15], w[t - 2])
      let small0 = turned(x, 7) ^ turned(x, 18) ^ x >> 3
      let small1 = turned(y, 17) ^ turned(y, 19) ^ y >> 10
      unsafe w[t] = small1 &+ w[t - 7] &+ small0 &+ w[t - 16]
    }
    var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = unsafe h &+ big1 &+ (e & f ^ ~e & g) &+ constants[t] &+ w[t]
      let big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let second = big0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { unsafe state[index] &+= value }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
