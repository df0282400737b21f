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
  return pngFile(
    width: width, height: height, colorType: isGrey ? 0 : 2, ("pHYs", resolution(ppi)), Deflate(level: 4).compressed(rows[...]))
}

/// The pixels of a picture as PNG: 8-bit RGB, with alpha where not all are opaque.
func encodePNG(_ raster: Raster) -> [UInt8] {
  let channels = raster.isOpaque ? 3 : 4
  var rows: [UInt8] = []
  rows.reserveCapacity(raster.height * (1 + raster.width * channels))
  var above = [UInt8](repeating: 0, count: raster.width * channels)
  var row = above
  for y in 0..<raster.height {
    for x in 0..<raster.width {
      let pixel = raster.pixels[y * raster.width + x]
      let alpha = raster.isOpaque ? 255 : pixel >> 24
      func channel(_ shift: UInt32) -> UInt8 {
        let value = pixel >> shift & 255
        return alpha == 255 || alpha == 0 ? UInt8(value) : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
      }
      let at = x * channels
      (row[at], row[at + 1], row[at + 2]) = (channel(16), channel(8), channel(0))
      if !raster.isOpaque { row[at + 3] = UInt8(alpha) }
    }
    appendFiltered(row, above: above, channels: channels, to: &rows)
    swap(&row, &above)
  }
  return pngFile(
    width: raster.width, height: raster.height, colorType: raster.isOpaque ? 2 : 6, nil, Deflate(level: 6).compressed(rows[...]))
}

/// Appends a row with the filter whose differences are least in sum: none, sub, up or Paeth.
///
/// - Source: PNG specification, third edition, 9.2 and 12.7.
private func appendFiltered(_ row: [UInt8], above: [UInt8], channels: Int, to rows: inout [UInt8]) {
  var best: (sum: Int, filter: UInt8, bytes: [UInt8]) = (.max, 0, row)
  for filter: UInt8 in [0, 1, 2, 4] {
    var bytes = row
    var sum = 0
    for index in row.indices {
      let left = index >= channels ? row[index - channels] : 0
      switch filter {
      case 1: bytes[index] &-= left
      case 2: bytes[index] &-= above[index]
      case 4: bytes[index] &-= paeth(left, above[index], index >= channels ? above[index - channels] : 0)
      default: break
      }
      sum += Int(Int8(bitPattern: bytes[index]).magnitude)
    }
    if sum < best.sum { best = (sum, filter, bytes) }
  }
  rows.append(best.filter)
  rows += best.bytes
}

private func pngFile(
  width: Int, height: Int, colorType: UInt8, _ chunk: (type: String, body: [UInt8])?, _ data: [UInt8]
) -> [UInt8] {
  var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  appendChunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, colorType, 0, 0, 0], to: &out)
  if let chunk { appendChunk(chunk.type, chunk.body, to: &out) }
  appendChunk("IDAT", data, to: &out)
  appendChunk("IEND", [], to: &out)
  return out
}

/// - Parameter palette: At most 16 colours, 0xRRGGBB; a pixel has four bits.
func pngFile(width: Int, height: Int, palette: [UInt32], ppi: Double, _ data: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  appendChunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [4, 3, 0, 0, 0], to: &out)
  appendChunk("pHYs", resolution(ppi), to: &out)
  appendChunk("PLTE", palette.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }, to: &out)
  appendChunk("IDAT", data, to: &out)
  appendChunk("IEND", [], to: &out)
  return out
}

/// The body of the chunk that says how many pixels are in a metre.
private func resolution(_ ppi: Double) -> [UInt8] {
  let perMetre = bigEndian(UInt32(min(max(ppi / 0.0254, 1), 1e9).rounded()))
  return perMetre + perMetre + [1]
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
