/// SHA-256 (FIPS 180-4).
public struct Digest: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
  )
  private var open: [UInt8] = []
  private var count = 0

  public init() {}

  /// The digest of some bytes, in hexadecimal.
  public static func of(_ bytes: some Collection<UInt8>) -> String {
    var digest = Digest()
    digest.add(bytes)
    return digest.finish()
  }

  public mutating func add(_ text: String) { add(text.utf8) }

  public mutating func add(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    var rest = bytes[...]
    if !open.isEmpty {
      let missing = rest.prefix(64 - open.count)
      open += missing
      rest = rest[missing.endIndex...]
      guard open.count == 64 else { return }
      mixOpen()
    }
    // Whole blocks are read in place, since fonts have megabytes.
    let whole = rest.prefix(rest.count & ~63)
    let isMixed: Void? = whole.withContiguousStorageIfAvailable { unsafe mix(UnsafeRawBufferPointer($0)) }
    if isMixed == nil { unsafe Array(whole).withUnsafeBytes { unsafe mix($0) } }
    open += rest[whole.endIndex...]
  }

  /// The digest as 64 digits; no bytes may be added afterwards.
  public mutating func finish() -> String {
    let bits = UInt64(count) * 8
    open.append(0x80)
    while open.count % 64 != 56 { open.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { open.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    mixOpen()
    let words = [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
    return words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func mixOpen() {
    let blocks = open
    open.removeAll(keepingCapacity: true)
    unsafe blocks.withUnsafeBytes { unsafe mix($0) }
  }

  /// - Parameter bytes: Whole blocks of 64.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for start in stride(from: 0, to: bytes.count, by: 64) { unsafe mix(bytes, at: start, schedule) }
    }
  }

  /// FIPS 180-4, 6.2.2.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer, at start: Int, _ schedule: UnsafeMutableBufferPointer<UInt32>) {
    for index in 0..<16 {
      unsafe schedule[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let (early, late) = unsafe (schedule[index - 15], schedule[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      unsafe schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var (a, b, c, d, e, f, g, h) = state
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = unsafe h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ schedule[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
    )
  }
}

private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

/// FIPS 180-4, 4.2.2.
private let constants: [UInt32] = [
  0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01,
  0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC,
  0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
  0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
  0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116, 0x1E37_6C08,
  0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
  0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
]
