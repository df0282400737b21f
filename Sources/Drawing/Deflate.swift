internal import CDeflate

/// zlib's format through libdeflate.
@safe final class Deflate {
  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer

  init(level: Int32) {
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

  func compressed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { out, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, out.baseAddress, bound)
      }
    }
  }

  /// - Returns: nil for what is no zlib stream, or larger than a gigabyte.
  func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var room = max(bytes.count * 6, 4096)
    while room <= 1 << 30 {
      var result = LIBDEFLATE_BAD_DATA
      let out = unsafe [UInt8](unsafeUninitializedCapacity: room) { out, count in
        var size = 0
        result = unsafe bytes.withUnsafeBytes { bytes in
          unsafe libdeflate_zlib_decompress(decompressor, bytes.baseAddress, bytes.count, out.baseAddress, room, &size)
        }
        count = result == LIBDEFLATE_SUCCESS ? size : 0
      }
      if result == LIBDEFLATE_SUCCESS { return out }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
      room *= 3
    }
    return nil
  }
}
