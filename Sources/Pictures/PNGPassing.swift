/// The pixels of a PNG file as they are, for a PDF, which knows PNG's rows (ISO 32000-1, 7.4.4.4): nothing is decoded, nothing lost.
///
/// The stream is decompressed once for checking: a broken stream must not get into a PDF. Gamma (`gAMA`) is ignored, as everywhere here; a colour profile
/// goes into the PDF beside the pixels.
///
/// - Returns: Nil for files with alpha, interlaced files, and those that are rotated by EXIF or broken; these are decoded.
/// - Source: PNG, third edition, 5, 7 and 11.
func passedPNG(_ bytes: [UInt8]) -> PackedImage? {
  guard let file = PNGFile(bytes) else { return nil }
  let bitsPerRow = file.width * file.bits * file.samples
  let rowSize = (bitsPerRow + 7) / 8 + 1
  let (size, overflows) = rowSize.multipliedReportingOverflow(by: file.height)
  // Decompression is for the check only, and is not worth more than the memory of a worker.
  guard !overflows, size <= 384 << 20, let rows = Deflate(level: 1).decompressed(prefixOf: file.data[...], limit: size, expecting: size),
    rows.count == size, stride(from: 0, to: size, by: rowSize).allSatisfy({ rows[$0] <= 4 })
  else { return nil }
  return PackedImage(
    width: file.width, height: file.height, isGrey: file.samples == 1, colors: file.data, alpha: nil, bits: file.bits,
    palette: file.palette, hasRowFilters: true)
}

/// The chunks of a PNG file that pixels need.
private struct PNGFile {
  var width: Int
  var height: Int
  var bits: Int
  /// 1 for grey and palettes, 3 for colours.
  var samples: Int
  var palette: [UInt8]?
  /// The data of all `IDAT` chunks: a zlib stream.
  var data: [UInt8] = []

  /// - Returns: Nil for files with alpha, interlaced or turned files, and files that break the rules.
  init?(_ bytes: [UInt8]) {
    func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 57, bytes[12..<16].elementsEqual("IHDR".utf8), word(8) == 13 else { return nil }
    (width, height, bits) = (word(16), word(20), Int(bytes[24]))
    // PNG, 11.2.1: which depths a colour type may have; compression, filter and interlacing are 0.
    guard (1...1 << 20).contains(width), (1...1 << 20).contains(height), bytes[26..<29].allSatisfy({ $0 == 0 }) else { return nil }
    let isPalette = bytes[25] == 3
    switch bytes[25] {
    case 0 where [1, 2, 4, 8, 16].contains(bits), 3 where [1, 2, 4, 8].contains(bits): samples = 1
    case 2 where bits == 8 || bits == 16: samples = 3
    default: return nil
    }
    var at = 33
    while at + 12 <= bytes.count {
      let (length, body) = (word(at), at + 8)
      guard length <= bytes.count - body - 4 else { return nil }
      let name = bytes[at + 4..<body]
      if name.elementsEqual("IDAT".utf8) {
        data += bytes[body..<body + length]
      } else if name.elementsEqual("PLTE".utf8) {
        palette = Array(bytes[body..<body + length])
      } else if name.elementsEqual("tRNS".utf8) {
        return nil
      } else if name.elementsEqual("eXIf".utf8) {
        guard readEXIF(bytes[body..<body + length]).orientation ?? 1 == 1 else { return nil }
      } else if name.elementsEqual("IEND".utf8) {
        break
      }
      at = body + length + 4
    }
    // A palette of colour pictures is a suggestion only.
    if !isPalette { palette = nil } else if palette.map({ $0.isEmpty || $0.count % 3 != 0 || $0.count > 3 << bits }) ?? true { return nil }
    guard !data.isEmpty else { return nil }
  }
}
