/// The pixels of a PNG file as they are, for a PDF, which knows PNG's rows (ISO 32000-1, 7.4.4.4): colours are not decoded, and nothing is lost.
///
/// The stream is decompressed once for checking: a broken stream must not get into a PDF. Of pixels with alpha the colours are parted from it, which needs
/// no decoding, since filters look at bytes of the same channel alone. Gamma (`gAMA`) is ignored, as everywhere here; a colour profile goes into the PDF
/// beside the pixels.
///
/// - Parameter alphaLimit: The most pixels with alpha.
/// - Returns: Nil for files with transparent colours or 16 bits of alpha, interlaced files, and those that are rotated by EXIF or broken; these are decoded.
/// - Source: PNG, third edition, 5, 7 and 11.
func passedPNG(_ bytes: [UInt8], alphaLimit: Int = .max) -> PackedImage? {
  guard let file = PNGFile(bytes), !file.hasAlpha || file.width * file.height <= alphaLimit else { return nil }
  let bitsPerRow = file.width * file.bits * (file.samples + (file.hasAlpha ? 1 : 0))
  let rowSize = (bitsPerRow + 7) / 8 + 1
  let (size, overflows) = rowSize.multipliedReportingOverflow(by: file.height)
  // Decompression is for the check only, and is not worth more than the memory of a worker.
  guard !overflows, size <= 384 << 20,
    let rows = Deflate(level: 1).decompressed(prefixOf: file.data[...], limit: size, expecting: size),
    rows.count == size, stride(from: 0, to: size, by: rowSize).allSatisfy({ rows[$0] <= 4 })
  else { return nil }
  if file.hasAlpha { return PackedImage(PNGChannels(of: rows, width: file.width, height: file.height, samples: file.samples)) }
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
  /// Of eight bits, after the samples.
  var hasAlpha: Bool
  var palette: [UInt8]?
  /// The data of all `IDAT` chunks: a zlib stream.
  var data: [UInt8] = []

  /// - Returns: Nil for files with transparent colours, interlaced or turned files, and files that break the rules.
  init?(_ bytes: [UInt8]) {
    func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 57, bytes[12..<16].elementsEqual("IHDR".utf8), word(8) == 13 else { return nil }
    (width, height, bits) = (word(16), word(20), Int(bytes[24]))
    // PNG, 11.2.1: which depths a colour type may have; compression, filter and interlacing are 0.
    guard (1...1 << 20).contains(width), (1...1 << 20).contains(height), bytes[26..<29].allSatisfy({ $0 == 0 }) else { return nil }
    let isPalette = bytes[25] == 3
    hasAlpha = bytes[25] == 4 || bytes[25] == 6
    switch bytes[25] {
    case 4 where bits == 8: samples = 1
    case 6 where bits == 8: samples = 3
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

/// The colours of pixels with eight bits of alpha, filtered as they were, and their alpha without filters.
private struct PNGChannels {
  var width: Int
  var height: Int
  var isGrey: Bool
  /// Rows that begin with the number of their filter.
  var colors: [UInt8]
  /// Nil if all pixels are opaque.
  var alpha: [UInt8]?

  /// - Parameters:
  ///   - rows: Rows that begin with the number of their filter, 4 at most.
  ///   - samples: 1 for grey, 3 for colours.
  init(of rows: [UInt8], width: Int, height: Int, samples: Int) {
    (self.width, self.height) = (width, height)
    isGrey = samples == 1 || Self.isGrey(rows, width: width)
    colors = Self.colors(of: rows, width: width, height: height, pixel: samples + 1, kept: isGrey ? 1 : samples)
    let alpha = Self.alpha(of: rows, width: width, height: height, pixel: samples + 1)
    self.alpha = alpha.allSatisfy { $0 == 255 } ? nil : alpha
  }

  /// True if red, green and blue are the same in each pixel: then they are so in what filters leave of them, and the other way round.
  private static func isGrey(_ rows: [UInt8], width: Int) -> Bool {
    for start in stride(from: 1, to: rows.count, by: 1 + 4 * width) {
      for pixel in stride(from: start, to: start + 4 * width, by: 4) where rows[pixel] != rows[pixel + 1] || rows[pixel] != rows[pixel + 2]
      {
        return false
      }
    }
    return true
  }

  private static func colors(of rows: [UInt8], width: Int, height: Int, pixel: Int, kept: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: height * (1 + width * kept)) { out, filled in
      var (from, to) = (0, 0)
      for _ in 0..<height {
        unsafe out[to] = rows[from]
        (from, to) = (from + 1, to + 1)
        for _ in 0..<width {
          for sample in 0..<kept { unsafe out[to + sample] = rows[from + sample] }
          (from, to) = (from + pixel, to + kept)
        }
      }
      filled = to
    }
  }

  /// - Source: PNG, third edition, 9.2: the filters None, Sub, Up, Average and Paeth, on one byte a pixel.
  private static func alpha(of rows: [UInt8], width: Int, height: Int, pixel: Int) -> [UInt8] {
    var alpha = [UInt8](repeating: 0, count: width * height)
    var above = [UInt8](repeating: 0, count: width)
    var row = above
    for y in 0..<height {
      let start = y * (1 + width * pixel)
      let filter = rows[start]
      var (left, corner): (UInt8, UInt8) = (0, 0)
      var at = start + pixel
      for x in 0..<width {
        let up = above[x]
        let predicted: UInt8 =
          switch filter {
          case 1: left
          case 2: up
          case 3: UInt8((Int(left) + Int(up)) / 2)
          case 4: paeth(left, up, corner)
          default: 0
          }
        left = rows[at] &+ predicted
        row[x] = left
        corner = up
        at += pixel
      }
      alpha.replaceSubrange(y * width..<(y + 1) * width, with: row)
      swap(&row, &above)
    }
    return alpha
  }
}

extension PackedImage {
  fileprivate init(_ channels: PNGChannels) {
    let deflate = Deflate(level: 6)
    self.init(
      width: channels.width, height: channels.height, isGrey: channels.isGrey, colors: deflate.compressed(channels.colors[...]),
      alpha: channels.alpha.map { deflate.compressed($0[...]) }, hasRowFilters: true)
  }
}

/// The neighbour of a byte that is nearest to what goes on from all three.
///
/// - Source: PNG, third edition, 9.4.
@inlinable package func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
  let (a, b, c) = (Int(left), Int(above), Int(corner))
  let (toLeft, toAbove, toCorner) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
}
