internal import Glibc

/// WebP through libwebp: lossy, lossless, and the first frame of an animation.
///
/// - Source: RFC 9649 for the container.

/// The container's data before anything is decoded.
struct WebPHead: Hashable, Sendable {
  /// Upright.
  var size: RasterSize
  /// EXIF's.
  var orientation = 1
  /// Of an animation: where the first frame's chunks are in the file, and the frame's place on the canvas.
  var frame: (data: Range<Int>, x: Int, y: Int)? {
    frameData.map { ($0, frameX, frameY) }
  }
  fileprivate var frameData: Range<Int>?
  fileprivate var frameX = 0
  fileprivate var frameY = 0
}

func readWebPHead(_ bytes: [UInt8]) throws(PictureError) -> WebPHead {
  var head = WebPHead(size: RasterSize(width: 0, height: 0))
  func number(_ at: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | (at + $1 < bytes.count ? Int(bytes[at + $1]) : 0) << ($1 * 8) }
  }
  forEachChunk(of: bytes, in: 12..<bytes.count) { name, body in
    let at = body.lowerBound
    switch name {
    case "VP8X" where body.count >= 10: (head.size.width, head.size.height) = (number(at + 4, 3) + 1, number(at + 7, 3) + 1)
    case "VP8 " where head.size.width == 0 && body.count >= 10:
      (head.size.width, head.size.height) = (number(at + 6, 2) & 0x3FFF, number(at + 8, 2) & 0x3FFF)
    case "VP8L" where head.size.width == 0 && body.count >= 5:
      let packed = number(at + 1, 4)
      (head.size.width, head.size.height) = (packed & 0x3FFF + 1, packed >> 14 & 0x3FFF + 1)
    case "ANMF" where head.frameData == nil && body.count > 16:
      head.frameData = at + 16..<body.upperBound
      (head.frameX, head.frameY) = (number(at, 3) * 2, number(at + 3, 3) * 2)
    case "EXIF":
      // Some writers begin it as JPEG does.
      let prefix = bytes[body].starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? 6 : 0
      head.orientation = readEXIF(bytes[body].dropFirst(prefix)).orientation ?? 1
    default: break
    }
  }
  guard number(4, 4) + 8 <= bytes.count else { throw .broken(.webp, reason: "it is cut off") }
  guard head.size.width > 0, head.size.height > 0 else { throw .broken(.webp, reason: "it has no picture") }
  if head.orientation >= 5 { swap(&head.size.width, &head.size.height) }
  return head
}

func decodeWebP(_ bytes: [UInt8], head: WebPHead) throws(PictureError) -> Raster {
  guard let library = WebPLibrary.shared else { throw .noLibrary(.webp, package: "libwebp7") }
  let isTurned = head.orientation >= 5
  let (width, height) = isTurned ? (head.size.height, head.size.width) : (head.size.width, head.size.height)
  var stored: [UInt8]
  if let (data, left, top) = head.frame {
    let (frame, frameWidth, frameHeight) = try library.decode(stillPicture(of: bytes[data]))
    guard left + frameWidth <= width, top + frameHeight <= height else { throw .broken(.webp, reason: "a frame exceeds the canvas") }
    stored = [UInt8](repeating: 0, count: width * height * 4)
    for row in 0..<frameHeight {
      let to = ((top + row) * width + left) * 4
      stored.replaceSubrange(to..<to + frameWidth * 4, with: frame[row * frameWidth * 4..<(row + 1) * frameWidth * 4])
    }
  } else {
    let (pixels, foundWidth, foundHeight) = try library.decode(bytes)
    guard foundWidth == width, foundHeight == height else { throw .broken(.webp, reason: "its sizes contradict each other") }
    stored = pixels
  }
  return Raster(
    width: head.size.width, height: head.size.height,
    rgba: head.orientation == 1 ? stored : turned(stored, width: width, height: height, orientation: head.orientation))
}

/// A file of one frame's chunks: lossy pixels with alpha need the extended header.
private func stillPicture(of frame: ArraySlice<UInt8>) -> [UInt8] {
  var size = (0, 0)
  var hasAlpha = false
  let bytes = Array(frame)
  forEachChunk(of: bytes, in: 0..<bytes.count) { name, body in
    if name == "ALPH" { hasAlpha = true }
    guard name == "VP8 ", body.count >= 10 else { return }
    func word(_ at: Int) -> Int { (Int(bytes[at]) | Int(bytes[at + 1]) << 8) & 0x3FFF }
    size = (word(body.lowerBound + 6), word(body.lowerBound + 8))
  }
  func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  var body = Array("WEBP".utf8)
  if hasAlpha, size.0 > 0, size.1 > 0 {
    body += Array("VP8X".utf8) + number(10, 4) + [0x10, 0, 0, 0] + number(size.0 - 1, 3) + number(size.1 - 1, 3)
  }
  body += bytes
  return Array("RIFF".utf8) + number(body.count, 4) + body
}

/// RIFF's chunks: a name of four letters, a length, the body, padded to even length.
private func forEachChunk(of bytes: [UInt8], in range: Range<Int>, _ body: (String, Range<Int>) -> Void) {
  var index = range.lowerBound
  while index + 8 <= range.upperBound {
    let length = (0..<4).reduce(0) { $0 | Int(bytes[index + 4 + $1]) << ($1 * 8) }
    let name = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    let end = min(index + 8 + length, range.upperBound)
    body(name, index + 8..<end)
    index = end + length % 2
  }
}

/// libwebp's decoder.
@safe private struct WebPLibrary: Sendable {
  typealias Decode =
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) ->
    UnsafeMutablePointer<UInt8>?
  typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let decodeRGBA: Decode
  private let free: Free

  static let shared = WebPLibrary()

  private init?() {
    guard let library = LoadedLibrary("libwebp.so.7", "libwebp.so"),
      let decode = unsafe library.function("WebPDecodeRGBA", as: Decode.self), let free = unsafe library.function("WebPFree", as: Free.self)
    else { return nil }
    unsafe decodeRGBA = decode
    unsafe self.free = free
  }

  func decode(_ bytes: [UInt8]) throws(PictureError) -> (rgba: [UInt8], width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    let pixels = unsafe bytes.withUnsafeBufferPointer { unsafe decodeRGBA($0.baseAddress, $0.count, &width, &height) }
    guard let pixels = unsafe pixels else { throw .broken(.webp, reason: "it cannot be decoded") }
    defer { unsafe free(pixels) }
    let rgba = unsafe Array(UnsafeBufferPointer(start: pixels, count: Int(width) * Int(height) * 4))
    return (rgba, Int(width), Int(height))
  }
}
