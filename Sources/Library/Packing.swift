internal import CSQLite
internal import TypesetPictures

/// Texts as the database has them: compressed.
struct Packing {
  private let deflate = Deflate(level: 6)

  /// The count of the bytes in four bytes, the lowest first, and a zlib stream, whose sum tells damage.
  func packed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + deflate.compressed(bytes[...])
  }

  /// - Returns: Nil for what is damaged.
  func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    if count == 0 { return [] }
    // Deflate makes no more than 1,032 bytes of one.
    guard count <= bytes.count * 1_032, let text = deflate.decompressed(prefixOf: bytes[4...], limit: count, expecting: count) else {
      return nil
    }
    return text.count == count ? text : nil
  }
}

extension [UInt8] {
  /// True if the bytes are in these, one after the other.
  func contains(_ part: [UInt8]) -> Bool {
    unsafe withUnsafeBytes { text in
      unsafe part.withUnsafeBytes { part in
        guard let start = text.baseAddress, let wanted = part.baseAddress else { return unsafe part.isEmpty }
        return unsafe mdtypeset_holds(start, text.count, wanted, part.count) != 0
      }
    }
  }
}
