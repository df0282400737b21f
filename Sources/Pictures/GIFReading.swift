/// The first frame of a GIF, on its own canvas.
///
/// - Source: GIF89a specification; Welch 1984 for the compression.

func readGIFHead(_ bytes: [UInt8]) throws(PictureError) -> RasterSize {
  guard bytes.count >= 13 else { throw .broken(.gif, reason: "its header is cut off") }
  return RasterSize(width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
}

func decodeGIF(_ bytes: [UInt8]) throws(PictureError) -> Raster {
  let size = try readGIFHead(bytes)
  var rgba = [UInt8](repeating: 0, count: size.width * size.height * 4)
  func byte(_ at: Int) throws(PictureError) -> Int {
    guard at < bytes.count else { throw .broken(.gif, reason: "it ends before its first frame") }
    return Int(bytes[at])
  }
  func word(_ at: Int) throws(PictureError) -> Int { try byte(at) | byte(at + 1) << 8 }
  var index = 13
  var colors = 0..<0
  if bytes[10] & 0x80 != 0 {
    colors = index..<index + (3 << (Int(bytes[10] & 7) + 1))
    index = colors.upperBound
  }
  var transparent = -1
  while true {
    switch try byte(index) {
    case 0x21:
      // A graphic control extension may name a transparent colour.
      if try byte(index + 1) == 0xF9, try byte(index + 2) == 4, try byte(index + 3) & 1 == 1 {
        transparent = try byte(index + 6)
      }
      index += 2
      while true {
        let length = try byte(index)
        index += 1 + length
        if length == 0 { break }
      }
    case 0x2C:
      let left = try word(index + 1)
      let top = try word(index + 3)
      let width = try word(index + 5)
      let height = try word(index + 7)
      let flags = try byte(index + 9)
      index += 10
      if flags & 0x80 != 0 {
        colors = index..<index + (3 << ((flags & 7) + 1))
        index = colors.upperBound
      }
      guard colors.upperBound <= bytes.count else { throw .broken(.gif, reason: "its colour table is cut off") }
      let pixels = try unpackGIF(bytes, from: index, count: min(width * height, size.width * size.height * 4))
      // A frame that is larger than the canvas, or than its data, costs nothing.
      let filled = width > 0 ? min(height, (pixels.count + width - 1) / width) : 0
      let rows = flags & 0x40 != 0 ? interlacedRows(height) : Array(0..<filled)
      for (row, y) in rows.prefix(filled).enumerated() where top + y < size.height {
        for x in 0..<max(0, min(width, size.width - left)) {
          let at = row * width + x
          guard at < pixels.count, Int(pixels[at]) != transparent, Int(pixels[at]) * 3 + 2 < colors.count else { continue }
          let from = colors.lowerBound + Int(pixels[at]) * 3
          let to = ((top + y) * size.width + left + x) * 4
          for channel in 0..<3 { rgba[to + channel] = bytes[from + channel] }
          rgba[to + 3] = 255
        }
      }
      return Raster(width: size.width, height: size.height, rgba: rgba)
    default: throw .broken(.gif, reason: "it has no frame")
    }
  }
}

private func interlacedRows(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
}

/// Colour numbers from the code stream; what is missing at the end is missing in the result.
private func unpackGIF(_ bytes: [UInt8], from start: Int, count: Int) throws(PictureError) -> [UInt8] {
  guard start < bytes.count, (1...11).contains(bytes[start]) else { throw .broken(.gif, reason: "bad code size") }
  let minimum = Int(bytes[start])
  let clear = 1 << minimum
  var prefix = [UInt16](repeating: 0, count: 4096)
  var suffix = [UInt8](repeating: 0, count: 4096)
  var stack: [UInt8] = []
  var out: [UInt8] = []
  out.reserveCapacity(min(count, 1 << 24))
  var index = start + 1
  var block = 0
  var bits = 0
  var held = 0
  var width = minimum + 1
  var next = clear + 2
  var previous = -1
  var first: UInt8 = 0
  while out.count < count {
    while held < width {
      if block == 0 {
        guard index < bytes.count, bytes[index] != 0 else { return out }
        block = Int(bytes[index])
        index += 1
      }
      guard index < bytes.count else { return out }
      bits |= Int(bytes[index]) << held
      held += 8
      index += 1
      block -= 1
    }
    var code = bits & ((1 << width) - 1)
    bits >>= width
    held -= width
    if code == clear {
      width = minimum + 1
      next = clear + 2
      previous = -1
      continue
    }
    if code == clear + 1 { return out }
    guard code <= next, previous >= 0 || code < clear else { return out }
    let current = code
    if code == next, previous >= 0 {
      stack.append(first)
      code = previous
    }
    while code >= clear + 2 {
      stack.append(suffix[code])
      code = Int(prefix[code])
    }
    first = UInt8(truncatingIfNeeded: code)
    stack.append(first)
    out.append(contentsOf: stack.reversed())
    stack.removeAll(keepingCapacity: true)
    if previous >= 0, next < 4096 {
      prefix[next] = UInt16(previous)
      suffix[next] = first
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    previous = current
  }
  return out
}
