internal import CTurboJPEG

/// The header of a JPEG file.
struct JPEGHead: Hashable, Sendable {
  /// Upright.
  var size: RasterSize
  /// 1 grey, 3 colour, 4 CMYK.
  var components: Int
  /// EXIF: 1 is upright, 2–8 are mirrored and turned.
  var orientation = 1
}

/// Owns a decoder.
@safe private struct JPEGDecoder: ~Copyable {
  let handle: UnsafeMutableRawPointer

  init?() {
    guard let handle = unsafe tjInitDecompress() else { return nil }
    unsafe self.handle = handle
  }

  var error: PictureError { .broken(.jpeg, reason: unsafe String(cString: tjGetErrorStr2(handle))) }

  deinit { unsafe tjDestroy(handle) }
}

/// Reads the markers before the first scan: frame size, JFIF density, EXIF orientation and resolution.
///
/// - Source: ITU-T T.81 annex B; JFIF 1.02; Exif 2.3.
func readJPEGHead(_ bytes: [UInt8]) throws(PictureError) -> JPEGHead {
  var head = JPEGHead(size: RasterSize(width: 0, height: 0), components: 0)
  var index = 2
  func word(_ at: Int) -> Int { at + 1 < bytes.count ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : 0 }
  while index + 4 <= bytes.count {
    guard bytes[index] == 0xFF else { throw .broken(.jpeg, reason: "a marker is missing") }
    let marker = bytes[index + 1]
    if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
      index += marker == 0xFF ? 1 : 2
      continue
    }
    if marker == 0xDA || marker == 0xD9 { break }
    let length = word(index + 2)
    guard length >= 2 else { throw .broken(.jpeg, reason: "a segment has no length") }
    let body = index + 4
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard head.components == 0, body + 6 <= bytes.count else { break }
      head.size.height = word(body + 1)
      head.size.width = word(body + 3)
      head.components = Int(bytes[body + 5])
    case 0xE0:
      guard length >= 14, body + 12 <= bytes.count, bytes[body..<body + 5].elementsEqual([0x4A, 0x46, 0x49, 0x46, 0])
      else { break }
      let factor = bytes[body + 7] == 1 ? 1 : bytes[body + 7] == 2 ? 2.54 : 0
      if factor > 0 {
        head.size.resolutionX = Double(word(body + 8)) * factor
        head.size.resolutionY = Double(word(body + 10)) * factor
      }
    case 0xE1:
      let end = min(index + 2 + length, bytes.count)
      guard body + 6 < end, bytes[body..<body + 6].elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]) else { break }
      let exif = readEXIF(bytes[(body + 6)..<end])
      head.orientation = exif.orientation ?? head.orientation
      if head.size.resolutionX == nil { (head.size.resolutionX, head.size.resolutionY) = (exif.resolutionX, exif.resolutionY) }
    default: break
    }
    index += 2 + length
  }
  guard head.components == 1 || head.components == 3 || head.components == 4 else {
    throw .broken(.jpeg, reason: "it has no frame")
  }
  if head.orientation >= 5 {
    swap(&head.size.width, &head.size.height)
    swap(&head.size.resolutionX, &head.size.resolutionY)
  }
  return head
}

/// - Parameter factor: A power of two by which it is scaled down, up to 8.
func decodeJPEG(_ bytes: [UInt8], head: JPEGHead, shrinking factor: Int = 1) throws(PictureError) -> Raster {
  var head = head
  let factor = min(factor, 8)
  // libjpeg's scaled sizes are rounded up.
  head.size.width = (head.size.width + factor - 1) / factor
  head.size.height = (head.size.height + factor - 1) / factor
  guard let decoder = JPEGDecoder() else { throw .broken(.jpeg, reason: "no memory") }
  let isTurned = head.orientation >= 5
  let width = isTurned ? head.size.height : head.size.width
  let height = isTurned ? head.size.width : head.size.height
  let isCMYK = head.components == 4
  let format = isCMYK ? TJPF_CMYK : TJPF_RGBA
  var code: Int32 = 0
  var stored = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { out, count in
    unsafe out.initialize(repeating: 255)
    code = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe tjDecompress2(
        decoder.handle, bytes.baseAddress, UInt(bytes.count), out.baseAddress, Int32(width), Int32(width * 4),
        Int32(height), Int32(format.rawValue), TJFLAG_ACCURATEDCT)
    }
    count = width * height * 4
  }
  // A warning leaves a picture: a truncated file has its first rows.
  if code != 0, unsafe tjGetErrorCode(decoder.handle) == Int32(TJERR_FATAL.rawValue) { throw decoder.error }
  if isCMYK {
    // Adobe writes CMYK inverted, as libjpeg hands it on: 255 is no ink.
    for base in stride(from: 0, to: stored.count, by: 4) {
      let black = Int(stored[base + 3])
      for channel in 0..<3 { stored[base + channel] = UInt8(Int(stored[base + channel]) * black / 255) }
      stored[base + 3] = 255
    }
  }
  return Raster(
    width: head.size.width, height: head.size.height,
    rgba: head.orientation == 1 ? stored : turned(stored, width: width, height: height, orientation: head.orientation))
}
