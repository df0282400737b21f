internal import CSpng

/// Owns a decoder.
@safe private final class PNGDecoder {
  let handle: OpaquePointer

  /// - Parameter bytes: Stay where they are as long as the decoder lives.
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

func readPNGHead(_ bytes: [UInt8]) throws(PictureError) -> RasterSize {
  try unsafe bytes.withUnsafeBufferPointer { bytes throws(PictureError) in
    guard let decoder = unsafe PNGDecoder(bytes) else { throw .broken(.png, reason: "it is empty") }
    var head = spng_ihdr()
    let code = unsafe spng_get_ihdr(decoder.handle, &head)
    guard code == 0 else { throw broken(code) }
    var size = RasterSize(width: Int(head.width), height: Int(head.height))
    var physical = spng_phys()
    if unsafe spng_get_phys(decoder.handle, &physical) == 0, physical.unit_specifier == 1 {
      size.resolutionX = (Double(physical.ppu_x) * 0.0254).rounded(to: 100)
      size.resolutionY = (Double(physical.ppu_y) * 0.0254).rounded(to: 100)
    }
    if decoder.orientation >= 5 {
      swap(&size.width, &size.height)
      swap(&size.resolutionX, &size.resolutionY)
    }
    return size
  }
}

func decodePNG(_ bytes: [UInt8]) throws(PictureError) -> Raster {
  try unsafe bytes.withUnsafeBufferPointer { bytes throws(PictureError) in
    guard let decoder = unsafe PNGDecoder(bytes) else { throw .broken(.png, reason: "it is empty") }
    var head = spng_ihdr()
    var code = unsafe spng_get_ihdr(decoder.handle, &head)
    guard code == 0 else { throw broken(code) }
    let count = Int(head.width) * Int(head.height) * 4
    let rgba = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
      unsafe out.initialize(repeating: 0)
      code = unsafe spng_decode_image(
        decoder.handle, out.baseAddress, count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
      filled = count
    }
    // What is cut off has its first rows; the rest is clear.
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

extension Double {
  /// To a multiple of 1/steps: PNG holds whole pixels per metre, and 96 ppi comes back as 95.9866.
  func rounded(to steps: Double) -> Double {
    let nearest = rounded()
    return abs(self - nearest) < 0.02 ? nearest : (self * steps).rounded() / steps
  }
}
