internal import CDigest
internal import TypesetBytes

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

  /// Adds the UTF-8 of a text.
  public mutating func add(_ text: String) { add(text.utf8) }

  /// Adds bytes after all that were added before.
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
    close()
    let words = [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
    return words.map { String(hex: $0, digits: 8) }.joined()
  }

  /// The first half of the digest; no bytes may be added afterwards.
  package mutating func finish128() -> Digest128 {
    close()
    return Digest128(UInt64(state.0) << 32 | UInt64(state.1), UInt64(state.2) << 32 | UInt64(state.3))
  }

  private mutating func close() {
    let bits = UInt64(count) * 8
    open.append(0x80)
    while open.count % 64 != 56 { open.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { open.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    mixOpen()
  }

  private mutating func mixOpen() {
    let blocks = open
    open.removeAll(keepingCapacity: true)
    unsafe blocks.withUnsafeBytes { unsafe mix($0) }
  }

  /// - Parameter bytes: Whole blocks of 64.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    unsafe withUnsafeMutableBytes(of: &state) { state in
      guard let words = unsafe state.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
      unsafe sha256_add_blocks(words, start, bytes.count / 64)
    }
  }
}

/// The first 128 bits of a SHA-256: enough for a name.
package struct Digest128: Hashable, Sendable {
  package var first: UInt64
  package var second: UInt64

  package init(_ first: UInt64, _ second: UInt64) { (self.first, self.second) = (first, second) }

  package init(of bytes: [UInt8]) {
    var digest = Digest()
    digest.add(bytes)
    self = digest.finish128()
  }
}
