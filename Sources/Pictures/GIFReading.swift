/// The picture of a GIF, on its own canvas; of an animation what it shows at its end.
///
/// - Source: GIF89a specification; Welch 1984 for the compression.

func readGIFHead(_ bytes: [UInt8]) throws(PictureError) -> RasterSize {
  guard bytes.count >= 13 else { throw .broken(.gif, reason: "its header is cut off") }
  return RasterSize(width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
}

/// Of an animation what is left at its end, which is what it has shown: its first frame may be empty.
func decodeGIF(_ bytes: [UInt8]) throws(PictureError) -> Raster {
  let size = try readGIFHead(bytes)
  let frames = try readGIFFrames(bytes, size)
  guard let first = frames.first else { throw .broken(.gif, reason: "it has no frame") }
  var canvas = GIFCanvas(width: size.width, height: size.height)
  guard frames.count > 1 else {
    try first.draw(on: &canvas, bytes)
    return canvas.raster
  }
  // What lies below a frame that covers everything is not needed.
  let needed = frames[(frames.lastIndex { $0.covers(size) } ?? 0)...]
  var budget = 100_000_000
  for frame in needed { budget -= frame.width * frame.height + (frame.disposal == .previous ? size.width * size.height : 0) }
  if budget > 0, (try? draw(needed, on: &canvas, bytes)) != nil, !canvas.isBlank { return canvas.raster }
  // Too much work, or nothing in the end.
  canvas = GIFCanvas(width: size.width, height: size.height)
  try first.draw(on: &canvas, bytes)
  return canvas.raster
}

/// The picture after the last of some frames.
private func draw(_ frames: ArraySlice<GIFFrame>, on canvas: inout GIFCanvas, _ bytes: [UInt8]) throws(PictureError) {
  for frame in frames.dropLast() {
    let before = frame.disposal == .previous ? canvas.pixels : []
    try frame.draw(on: &canvas, bytes)
    switch frame.disposal {
    case .none: break
    case .background: frame.clear(on: &canvas)
    case .previous: canvas.pixels = before
    }
  }
  try frames.last?.draw(on: &canvas, bytes)
}

/// Where a frame is in a file, and on the canvas.
private struct GIFFrame {
  /// What becomes of it when the next one comes.
  enum Disposal { case none, background, previous }

  var left = 0
  var top = 0
  var width = 0
  var height = 0
  var colors = 0..<0
  var transparent = -1
  var isInterlaced = false
  var disposal = Disposal.none
  /// Where its code stream begins.
  var start = 0

  func covers(_ size: RasterSize) -> Bool {
    transparent < 0 && left == 0 && top == 0 && width >= size.width && height >= size.height
  }

  func draw(on canvas: inout GIFCanvas, _ bytes: [UInt8]) throws(PictureError) {
    guard colors.upperBound <= bytes.count else { throw .broken(.gif, reason: "its colour table is cut off") }
    let numbers = try unpackGIF(bytes, from: start, count: min(width * height, canvas.width * canvas.height * 4))
    let palette = stride(from: colors.lowerBound, to: colors.upperBound - 2, by: 3).map { at -> UInt32 in
      bytes[at..<at + 3].reduce(0xFF) { $0 << 8 | UInt32($1) }
    }
    // A frame that is larger than the canvas, or than its data, costs nothing.
    let filled = width > 0 ? min(height, (numbers.count + width - 1) / width) : 0
    let rows = isInterlaced ? interlacedRows(height) : Array(0..<filled)
    for (row, y) in rows.prefix(filled).enumerated() where top + y < canvas.height {
      var to = (top + y) * canvas.width + left
      for number in numbers[(row * width)...].prefix(max(0, min(width, canvas.width - left))) {
        if Int(number) != transparent, Int(number) < palette.count { canvas.pixels[to] = palette[Int(number)] }
        to += 1
      }
    }
  }

  func clear(on canvas: inout GIFCanvas) {
    for y in top..<max(top, min(canvas.height, top + height)) {
      for x in left..<max(left, min(canvas.width, left + width)) {
        canvas.pixels[y * canvas.width + x] = 0
      }
    }
  }
}

private struct GIFCanvas {
  let width: Int
  let height: Int
  /// As in a raster; they are opaque, or 0.
  var pixels: [UInt32]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  var raster: Raster {
    var raster = Raster(clearWidth: width, height: height)
    (raster.pixels, raster.isOpaque) = (pixels, pixels.allSatisfy { $0 != 0 })
    return raster
  }

  /// True if all its points are alike.
  var isBlank: Bool { pixels.allSatisfy { $0 == pixels[0] } }
}

/// The frames of a file, up to its end, or to what is broken.
private func readGIFFrames(_ bytes: [UInt8], _ size: RasterSize) throws(PictureError) -> [GIFFrame] {
  var frames: [GIFFrame] = []
  func byte(_ at: Int) throws(PictureError) -> Int {
    guard at < bytes.count else { throw .broken(.gif, reason: "it ends before its first frame") }
    return Int(bytes[at])
  }
  func word(_ at: Int) throws(PictureError) -> Int { try byte(at) | byte(at + 1) << 8 }
  func skipBlocks(_ index: inout Int) throws(PictureError) {
    while true {
      let length = try byte(index)
      index += 1 + length
      if length == 0 { break }
    }
  }
  var index = 13
  var shared = 0..<0
  if bytes[10] & 0x80 != 0 {
    shared = index..<index + (3 << (Int(bytes[10] & 7) + 1))
    index = shared.upperBound
  }
  var next = GIFFrame()
  do throws(PictureError) {
    while frames.count < 20_000 {
      switch try byte(index) {
      case 0x21:
        // A graphic control extension may name a transparent colour, and says what becomes of the frame.
        if try byte(index + 1) == 0xF9, try byte(index + 2) == 4 {
          let flags = try byte(index + 3)
          if flags & 1 == 1 { next.transparent = try byte(index + 6) }
          next.disposal = [2: .background, 3: .previous][flags >> 2 & 7] ?? .none
        }
        index += 2
        try skipBlocks(&index)
      case 0x2C:
        (next.left, next.top) = (try word(index + 1), try word(index + 3))
        (next.width, next.height) = (try word(index + 5), try word(index + 7))
        let flags = try byte(index + 9)
        index += 10
        next.colors = shared
        if flags & 0x80 != 0 {
          next.colors = index..<index + (3 << ((flags & 7) + 1))
          index = next.colors.upperBound
        }
        next.isInterlaced = flags & 0x40 != 0
        next.start = index
        frames.append(next)
        next = GIFFrame()
        index += 1
        try skipBlocks(&index)
      default:
        if frames.isEmpty { throw .broken(.gif, reason: "it has no frame") }
        return frames
      }
    }
  } catch {
    if frames.isEmpty { throw error }
  }
  return frames
}

private func interlacedRows(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
}

/// Colour numbers from the code stream; what is missing at the end is missing in the result.
private func unpackGIF(_ bytes: [UInt8], from start: Int, count: Int) throws(PictureError) -> [UInt8] {
  guard start < bytes.count, (1...11).contains(bytes[start]) else { throw .broken(.gif, reason: "bad code size") }
  let minimum = Int(bytes[start])
  let clear = 1 << minimum
  var strings = GIFStrings(clear: clear)
  var out: [UInt8] = []
  var filled = 0
  var index = start + 1
  var block = 0
  var bits = 0
  var held = 0
  var width = minimum + 1
  var previous: Int?
  reading: while filled < count {
    while held < width {
      if block == 0 {
        guard index < bytes.count, bytes[index] != 0 else { break reading }
        block = Int(bytes[index])
        index += 1
      }
      guard index < bytes.count else { break reading }
      bits |= Int(bytes[index]) << held
      held += 8
      index += 1
      block -= 1
    }
    let code = bits & ((1 << width) - 1)
    bits >>= width
    held -= width
    if code == clear {
      width = minimum + 1
      strings.next = clear + 2
      previous = nil
      continue
    }
    guard code != clear + 1, code <= strings.next, previous != nil || code < clear else { break }
    if let previous {
      strings.add(previous, before: code)
      if strings.next == 1 << width, width < 12 { width += 1 }
    }
    // Twice as much each time: a frame may be far larger than its data.
    if out.count < min(filled + GIFStrings.limit, count) {
      out += repeatElement(0, count: min(max(out.count, 1 << 16), count - out.count))
    }
    filled = strings.write(code, to: &out, at: filled)
    previous = code
  }
  return Array(out[..<filled])
}

/// The strings of the codes: one that is known and a further number.
private struct GIFStrings {
  /// The most codes, and the longest string.
  static let limit = 4096

  private let clear: Int
  private var prefix = [UInt16](repeating: 0, count: limit)
  private var suffix = [UInt8](repeating: 0, count: limit)
  private var first = (0..<limit).map { UInt8(truncatingIfNeeded: $0) }
  private var length = [Int32](repeating: 1, count: limit)
  /// The code of the next one.
  var next: Int

  init(clear: Int) {
    self.clear = clear
    next = clear + 2
  }

  /// Adds the string of a code and the first number of the one that follows it, which may be the one that is added.
  mutating func add(_ code: Int, before following: Int) {
    guard next < Self.limit else { return }
    (prefix[next], first[next], length[next]) = (UInt16(code), first[code], length[code] + 1)
    suffix[next] = first[following]
    next += 1
  }

  /// Writes a string, from its end on, as far as there is room.
  ///
  /// - Returns: Where it ends.
  func write(_ code: Int, to out: inout [UInt8], at start: Int) -> Int {
    var code = code
    var place = start + Int(length[code])
    let end = min(place, out.count)
    while code >= clear + 2 {
      place -= 1
      if place < end { out[place] = suffix[code] }
      code = Int(prefix[code])
    }
    out[place - 1] = UInt8(truncatingIfNeeded: code)
    return end
  }
}
