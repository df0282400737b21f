internal import CDeflate

/// Encodes pixels as PNG (ISO 15948): grey where no pixel has a colour, else RGB. Rows are not filtered: pages are mostly white,
/// and there compression finds more without.
func encodePNG(_ raster: Raster, ppi: Double) -> [UInt8] {
  let isGrey = raster.isGrey
  let channels = isGrey ? 1 : 3
  var rows = [UInt8](repeating: 0, count: raster.height * (raster.width * channels + 1))
  raster.copyRows(to: &rows, isGrey: isGrey)

  var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  out.appendChunk(
    "IHDR", bigEndian(raster.width) + bigEndian(raster.height) + [8, isGrey ? 0 : 2, 0, 0, 0])
  let perMetre = Int((ppi / 0.0254).rounded())
  out.appendChunk("pHYs", bigEndian(perMetre) + bigEndian(perMetre) + [1])
  out.appendChunk("IDAT", compressed(rows))
  out.appendChunk("IEND", [])
  return out
}

/// zlib by libdeflate at level 3: measured on pages of text as the best of time and size.
private func compressed(_ bytes: [UInt8]) -> [UInt8] {
  guard let compressor = unsafe libdeflate_alloc_compressor(3) else { return [] }
  defer { unsafe libdeflate_free_compressor(compressor) }
  let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
  return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
    unsafe count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
  }
}

private func bigEndian(_ number: Int) -> [UInt8] {
  [UInt8(number >> 24 & 255), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
}

extension [UInt8] {
  fileprivate mutating func appendChunk(_ type: String, _ data: [UInt8]) {
    self += bigEndian(data.count)
    let start = count
    self += type.utf8
    self += data
    let checksum = unsafe self[start...].withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    self += bigEndian(Int(checksum))
  }
}

extension Raster {
  var isGrey: Bool {
    for row in 0..<height {
      var at = row * stride
      for _ in 0..<width {
        if unsafe pixels[at] != pixels[at + 1] || pixels[at] != pixels[at + 2] { return false }
        at += 4
      }
    }
    return true
  }

  /// Rows as PNG has them, each with its filter type, none, before it.
  func copyRows(to out: inout [UInt8], isGrey: Bool) {
    let channels = isGrey ? 1 : 3
    unsafe out.withUnsafeMutableBufferPointer { buffer in
      for row in 0..<height {
        var from = row * stride
        var to = row * (width * channels + 1) + 1
        for _ in 0..<width {
          if isGrey {
            unsafe buffer[to] = pixels[from]
            to += 1
          } else {
            unsafe buffer[to] = pixels[from + 2]
            unsafe buffer[to + 1] = pixels[from + 1]
            unsafe buffer[to + 2] = pixels[from]
            to += 3
          }
          from += 4
        }
      }
    }
  }
}
