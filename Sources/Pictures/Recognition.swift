internal import Glibc
internal import TypesetBoxes
internal import TypesetDiagnostics

/// The whole file, if it is one and not too large.
func readPicture(_ path: String, limit: Int) throws(PictureError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw PictureError("picture.missing", "can't find the picture \(path)", hint: "paths count from the document's folder")
  }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw PictureError("picture.missing", "\(path) is no file")
  }
  guard status.st_size <= limit else {
    throw PictureError("limit.picture", "\(path) is larger than \(limit >> 20) MB")
  }
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  var count = 0
  while count < bytes.count {
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count) }
    if got <= 0 { break }
    count += got
  }
  return Array(bytes[..<count])
}

/// Tells what a file is by its first bytes, and how large.
func recognise(_ bytes: [UInt8], path: String, id: PictureID, budget: Budget) throws(PictureError) -> Picture {
  if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
    guard let header = PNGHeader(bytes) else { throw PictureError("picture.broken", "\(path) is a broken PNG") }
    return try raster(.png, header.width, header.height, ppi: header.ppi, bytes, path: path, id: id, budget: budget)
  }
  if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
    guard let header = JPEGHeader(bytes) else { throw PictureError("picture.broken", "\(path) is a broken JPEG") }
    return try raster(.jpeg, header.width, header.height, ppi: header.ppi, bytes, path: path, id: id, budget: budget)
  }
  let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
  if head.contains("<svg") || head.contains(":svg") || head.contains("<!DOCTYPE svg") {
    guard let size = svgSize(bytes, path: path) else {
      throw PictureError("picture.broken", "\(path) is an SVG that can't be read", hint: "check it with xmllint")
    }
    return Picture(
      id: id, kind: .svg, width: size.width, height: size.height, pixelWidth: 0, pixelHeight: 0, bytes: bytes, path: path)
  }
  if bytes.starts(with: "GIF8".utf8) {
    throw PictureError("picture.unsupported", "\(path) is a GIF, which is not supported", hint: "convert it to PNG")
  }
  if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
    throw PictureError("picture.unsupported", "\(path) is WebP, which is not supported", hint: "convert it to PNG")
  }
  throw PictureError("picture.unknown", "\(path) is no picture that can be read", hint: "PNG, JPEG and SVG can be")
}

private func raster(
  _ kind: Picture.Kind, _ width: Int, _ height: Int, ppi: (x: Double, y: Double)?, _ bytes: [UInt8], path: String,
  id: PictureID, budget: Budget
) throws(PictureError) -> Picture {
  guard width > 0, height > 0 else { throw PictureError("picture.broken", "\(path) has no size") }
  guard width <= budget.picturePixels / height, width <= 32_767, height <= 32_767 else {
    throw PictureError("limit.picture", "\(path) has \(width) × \(height) pixels, which is too many", hint: "scale it down")
  }
  // A resolution below 50 or above 1,200 is nonsense that some programs write.
  let range = 50.0...1200.0
  let used = ppi.flatMap { range.contains($0.x) && range.contains($0.y) ? $0 : nil } ?? (x: 96, y: 96)
  return Picture(
    id: id, kind: kind, width: (Double(width) * 72 / used.x).pt, height: (Double(height) * 72 / used.y).pt,
    pixelWidth: width, pixelHeight: height, bytes: bytes, path: path)
}

extension [UInt8] {
  /// A big-endian number, or nil past the end.
  func bigEndian(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// PNG (ISO 15948) 11.2.2 IHDR and 11.3.5.3 pHYs.
struct PNGHeader {
  var width: Int
  var height: Int
  var ppi: (x: Double, y: Double)?

  init?(_ bytes: [UInt8]) {
    guard let width = bytes.bigEndian(at: 16, bytes: 4), let height = bytes.bigEndian(at: 20, bytes: 4),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    self.width = width
    self.height = height
    var offset = 8
    while let length = bytes.bigEndian(at: offset, bytes: 4), let type = bytes.bigEndian(at: offset + 4, bytes: 4) {
      // pHYs, whose last byte 1 means pixels a metre.
      if type == 0x7048_5973, let x = bytes.bigEndian(at: offset + 8, bytes: 4),
        let y = bytes.bigEndian(at: offset + 12, bytes: 4), bytes.bigEndian(at: offset + 16, bytes: 1) == 1
      {
        ppi = ((Double(x) * 0.0254).rounded(), (Double(y) * 0.0254).rounded())
      }
      if type == 0x4944_4154 { return }
      offset += 12 + length
    }
  }
}

/// JPEG: the frame header (ITU T.81, B.2.2) and JFIF's density.
struct JPEGHeader {
  var width = 0
  var height = 0
  var ppi: (x: Double, y: Double)?

  init?(_ bytes: [UInt8]) {
    var offset = 2
    while let marker = bytes.bigEndian(at: offset, bytes: 2), marker >> 8 == 0xFF {
      let code = marker & 0xFF
      if code == 0xFF {
        offset += 1
        continue
      }
      guard let length = bytes.bigEndian(at: offset + 2, bytes: 2), length >= 2 else { return nil }
      switch code {
      case 0xE0 where bytes.dropFirst(offset + 4).starts(with: "JFIF\0".utf8):
        if let unit = bytes.bigEndian(at: offset + 11, bytes: 1), let x = bytes.bigEndian(at: offset + 12, bytes: 2),
          let y = bytes.bigEndian(at: offset + 14, bytes: 2), unit == 1 || unit == 2
        {
          let scale = unit == 2 ? 2.54 : 1
          ppi = (Double(x) * scale, Double(y) * scale)
        }
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = bytes.bigEndian(at: offset + 5, bytes: 2), let width = bytes.bigEndian(at: offset + 7, bytes: 2)
        else { return nil }
        self.width = width
        self.height = height
        return
      case 0xDA, 0xD9: return nil
      default: break
      }
      offset += 2 + length
    }
    return nil
  }
}
