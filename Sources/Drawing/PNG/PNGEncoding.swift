internal import CCairo
internal import CDeflate
internal import TypesetPictures

extension PixelCanvas {
  func encoded(ppi: Double) -> [UInt8] { encodePNG(self, ppi: ppi) }
}

/// An opaque canvas as PNG: 8-bit grey where every pixel is grey, else 8-bit RGB.
///
/// Pages are white with few marks: filter *none* on grey rows and *up* on coloured ones at deflate level 4 took the least
/// time for its size.
///
/// - Source: PNG specification, third edition.
func encodePNG(_ canvas: PixelCanvas, ppi: Double) -> [UInt8] {
  let (width, height) = (canvas.width, canvas.height)
  let isGrey = canvas.isGrey
  let channels = isGrey ? 1 : 3
  let rowLength = 1 + width * channels
  var rows = [UInt8](repeating: 0, count: rowLength * height)
  unsafe canvas.withRows { y, pixels in
    var at = y * rowLength + 1
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      for x in 0..<width {
        let pixel = unsafe pixels[x]
        if isGrey {
          unsafe rows[at] = UInt8(truncatingIfNeeded: pixel)
          at += 1
        } else {
          unsafe rows[at] = UInt8(truncatingIfNeeded: pixel >> 16)
          unsafe rows[at + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          unsafe rows[at + 2] = UInt8(truncatingIfNeeded: pixel)
          at += 3
        }
      }
    }
  }
  var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  var head = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
  head += [8, isGrey ? 0 : 2, 0, 0, 0]
  appendChunk("IHDR", head, to: &out)
  let perMetre = bigEndian(UInt32(min(max(ppi / 0.0254, 1), 1e9).rounded()))
  appendChunk("pHYs", perMetre + perMetre + [1], to: &out)
  appendChunk("IDAT", Deflate(level: 4).compressed(rows[...]), to: &out)
  appendChunk("IEND", [], to: &out)
  return out
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
}

private func appendChunk(_ type: String, _ body: [UInt8], to out: inout [UInt8]) {
  out += bigEndian(UInt32(body.count))
  let start = out.count
  out += type.utf8
  out += body
  let sum = unsafe out[start...].withUnsafeBytes { bytes in unsafe libdeflate_crc32(0, bytes.baseAddress, bytes.count) }
  out += bigEndian(sum)
}
