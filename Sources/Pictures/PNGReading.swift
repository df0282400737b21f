internal import CSpng

/// Owns a decoder.
@safe private final class PNGDecoder {
  let handle: OpaquePointer

  /// - Parameter bytes: Must stay in place as long as the decoder lives.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let handle = unsafe spng_ctx_new(Int32(SPNG_CTX_IGNORE_ADLER32.rawValue)) else { return nil }
    unsafe self.handle = handle
    // A text chunk of gigabytes.
    unsafe spng_set_chunk_limits(handle, 16 << 20, 64 << 20)
    unsafe spng_set_crc_action(handle, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_DISCARD.rawValue))
    guard unsafe spng_set_png_buffer(handle, bytes.baseAddress, bytes.count) == 0 else { return nil }
  }

  /// EXIF's, of the chunk `eXIf`; 1 is upright.
  var orientation: Int {
    var exif = unsafe spng_exif()
    guard unsafe spng_get_exif(handle, &exif) == 0, let data = unsafe exif.data else { return 1 }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: unsafe data, count: exif.length))
    return readEXIF(bytes[...]).orientation ?? 1
  }

  deinit { unsafe spng_ctx_free(handle) }
}

private func broken(_ code: Int32) -> PictureError { .broken(.png, reason: unsafe String(cString: spng_strerror(code))) }

/// Reads the chunks before the pixels, without a library: this is done in the program's own process.
///
/// - Source: PNG, third edition, 5 and 11: `IHDR`, `pHYs`, `eXIf`.
func readPNGHead(_ bytes: [UInt8]) throws(PictureError) -> RasterSize {
  func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8), word(8) == 13 else { throw .broken(.png, reason: "it has no header") }
  var size = RasterSize(width: word(16), height: word(20))
  guard size.width > 0, size.height > 0, size.width < 1 << 31, size.height < 1 << 31 else {
    throw .broken(.png, reason: "its size is invalid")
  }
  var isTurned = false
  var at = 33
  while at + 12 <= bytes.count {
    let (length, body) = (word(at), at + 8)
    guard length <= bytes.count - body - 4 else { break }
    if bytes[at + 4..<body].elementsEqual("IDAT".utf8) { break }
    if bytes[at + 4..<body].elementsEqual("pHYs".utf8), length == 9, bytes[body + 8] == 1 {
      size.resolutionX = (Double(word(body)) * 0.0254).rounded(to: 100)
      size.resolutionY = (Double(word(body + 4)) * 0.0254).rounded(to: 100)
    } else if bytes[at + 4..<body].elementsEqual("eXIf".utf8) {
      isTurned = readEXIF(bytes[body..<body + length]).orientation ?? 1 >= 5
    }
    at = body + length + 4
  }
  if isTurned {
    swap(&size.width, &size.height)
    swap(&size.resolutionX, &size.resolutionY)
  }
  return size
}

/// - Parameters:
///   - factor: By how much it is scaled down, each way, where its rows come one after the other.
///   - wholeLimit: The most pixels that it may have where they do not.
func decodePNG(_ bytes: [UInt8], shrinking factor: Int = 1, wholeLimit: Int = .max) throws(PictureError) -> Raster {
  try unsafe bytes.withUnsafeBufferPointer { bytes throws(PictureError) in
    guard let decoder = unsafe PNGDecoder(bytes) else { throw .broken(.png, reason: "it is empty") }
    var head = spng_ihdr()
    var code = unsafe spng_get_ihdr(decoder.handle, &head)
    guard code == 0 else { throw broken(code) }
    guard head.interlace_method != 0 || decoder.orientation > 1 else { return try decodeRows(of: decoder, head, factor) }
    let count = Int(head.width) * Int(head.height) * 4
    guard count / 4 <= wholeLimit else { throw .tooManyPixels(width: Int(head.width), height: Int(head.height), limit: wholeLimit) }
    let rgba = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
      unsafe out.initialize(repeating: 0)
      code = unsafe spng_decode_image(
        decoder.handle, out.baseAddress, count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
      filled = count
    }
    // A truncated file has its first rows; the rest is transparent.
    guard code == 0 || code == SPNG_IO_EOF.rawValue else { throw broken(code) }
    let (width, height) = (Int(head.width), Int(head.height))
    let orientation = decoder.orientation
    guard orientation > 1 else { return Raster(width: width, height: height, rgba: rgba) }
    let isTurned = orientation >= 5
    return Raster(
      width: isTurned ? height : width, height: isTurned ? width : height,
      rgba: turned(rgba, width: width, height: height, orientation: orientation))
  }
}

/// Row by row, so that a picture takes no more memory than its pixels.
private func decodeRows(of decoder: PNGDecoder, _ head: spng_ihdr, _ factor: Int) throws(PictureError) -> Raster {
  let (width, height) = (Int(head.width), Int(head.height))
  var raster = Raster(clearWidth: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
  var boxes = factor > 1 ? PixelBoxes(width: width, factor: factor) : nil
  var row = [UInt8](repeating: 0, count: width * 4)
  var code = unsafe spng_decode_image(
    decoder.handle, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue))
  guard code == 0 || code == SPNG_IO_EOF.rawValue else { throw broken(code) }
  var isOpaque = code == 0
  for y in 0..<(code == 0 ? height : 0) {
    code = unsafe spng_decode_row(decoder.handle, &row, row.count)
    // A truncated file has its first rows; the rest is transparent.
    if code == SPNG_IO_EOF.rawValue {
      isOpaque = false
      break
    }
    guard code == 0 || code == SPNG_EOI.rawValue else { throw broken(code) }
    guard boxes == nil else {
      isOpaque = boxes?.add(row) ?? true && isOpaque
      if (y + 1) % factor == 0 || y + 1 == height { boxes?.take(into: &raster, row: y / factor) }
      continue
    }
    unsafe raster.pixels.withUnsafeMutableBufferPointer { pixels in
      let isRowOpaque = unsafe premultiply(row, into: UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width]))
      isOpaque = isOpaque && isRowOpaque
    }
  }
  raster.isOpaque = isOpaque
  return raster
}

/// Pixels of several rows, averaged in boxes of this many each way.
private struct PixelBoxes {
  private let factor: Int
  private var row: [UInt32]
  /// Of each box the sums of alpha and of the multiplied colours, and how many pixels are in it.
  private var sums: [(alpha: UInt32, red: UInt32, green: UInt32, blue: UInt32, count: UInt32)]

  init(width: Int, factor: Int) {
    self.factor = factor
    row = [UInt32](repeating: 0, count: width)
    sums = Array(repeating: (0, 0, 0, 0, 0), count: (width + factor - 1) / factor)
  }

  /// - Returns: True where all pixels are opaque.
  mutating func add(_ rgba: [UInt8]) -> Bool {
    let isOpaque = unsafe row.withUnsafeMutableBufferPointer { unsafe premultiply(rgba, into: $0) }
    for (index, pixel) in row.enumerated() {
      let box = index / factor
      sums[box].alpha += pixel >> 24
      sums[box].red += pixel >> 16 & 255
      sums[box].green += pixel >> 8 & 255
      sums[box].blue += pixel & 255
      sums[box].count += 1
    }
    return isOpaque
  }

  /// Puts the averages into a row, and resets the sums.
  mutating func take(into raster: inout Raster, row: Int) {
    for (index, sum) in sums.enumerated() {
      let half = sum.count / 2
      let (alpha, red) = ((sum.alpha + half) / sum.count, (sum.red + half) / sum.count)
      let (green, blue) = ((sum.green + half) / sum.count, (sum.blue + half) / sum.count)
      raster.pixels[row * raster.width + index] = alpha << 24 | red << 16 | green << 8 | blue
      sums[index] = (0, 0, 0, 0, 0)
    }
  }
}

extension Double {
  /// To a multiple of 1/steps: PNG holds whole pixels per metre, and 96 ppi comes back as 95.9866.
  func rounded(to steps: Double) -> Double {
    let nearest = rounded()
    return abs(self - nearest) < 0.02 ? nearest : (self * steps).rounded() / steps
  }
}
