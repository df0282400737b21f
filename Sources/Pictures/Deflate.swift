internal import CDeflate

/// zlib's format through libdeflate.
@safe package final class Deflate {
  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer

  /// - Parameter level: From 1 (fast) to 12 (small).
  package init(level: Int32) {
    guard let compressor = unsafe libdeflate_alloc_compressor(level), let decompressor = unsafe libdeflate_alloc_decompressor() else {
      preconditionFailure("libdeflate has all levels up to 12")
    }
    unsafe self.compressor = compressor
    unsafe self.decompressor = decompressor
  }

  deinit {
    unsafe libdeflate_free_compressor(compressor)
    unsafe libdeflate_free_decompressor(decompressor)
  }

  /// The bytes as a zlib stream (RFC 1950).
  package func compressed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { out, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, out.baseAddress, bound)
      }
    }
  }

  /// The contents of a zlib stream at the beginning of some bytes.
  ///
  /// - Returns: Nil if it is not a zlib stream or has more than `limit` bytes.
  ///
  /// - Parameter expected: The number of bytes, if it is known.
  package func decompressed(prefixOf bytes: ArraySlice<UInt8>, limit: Int, expecting expected: Int? = nil) -> [UInt8]? {
    var room = expected ?? min(max(bytes.count * 4, 4096), limit)
    while true {
      var result = LIBDEFLATE_BAD_DATA
      let out = unsafe [UInt8](unsafeUninitializedCapacity: room) { out, count in
        var (read, written) = (0, 0)
        result = unsafe bytes.withUnsafeBytes { bytes in
          unsafe libdeflate_zlib_decompress_ex(decompressor, bytes.baseAddress, bytes.count, out.baseAddress, room, &read, &written)
        }
        count = result == LIBDEFLATE_SUCCESS ? written : 0
      }
      if result == LIBDEFLATE_SUCCESS { return out }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
      room = min(room * 4, limit)
    }
  }
}
