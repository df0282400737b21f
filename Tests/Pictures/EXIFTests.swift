import Testing

@testable import TypesetPictures

/// A camera's metadata, in either order of bytes.
@Suite struct EXIFTests {
  /// A directory with these entries: tag, type (3 short, 5 rational) and value, which for a rational is numerator and denominator.
  static func tiff(_ entries: [(tag: Int, type: Int, value: [Int])], isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return isLittle ? bytes : bytes.reversed()
    }
    var out = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2)
    var values: [UInt8] = []
    let first = 8 + 2 + entries.count * 12 + 4
    for entry in entries {
      out += number(entry.tag, 2) + number(entry.type, 2) + number(1, 4)
      if entry.type == 3 {
        out += number(entry.value[0], 2) + [0, 0]
      } else {
        out += number(first + values.count, 4)
        values += entry.value.flatMap { number($0, 4) }
      }
    }
    return out + number(0, 4) + values
  }

  @Test(arguments: [true, false]) func `each field is read in both orders of bytes`(isLittle: Bool) {
    for orientation in 1...8 {
      #expect(readEXIF(Self.tiff([(0x112, 3, [orientation])], isLittle: isLittle)[...]) == EXIF(orientation: orientation))
    }
    for orientation in [0, 9, 255] { #expect(readEXIF(Self.tiff([(0x112, 3, [orientation])], isLittle: isLittle)[...]) == EXIF()) }
    let inches = Self.tiff([(0x11A, 5, [300, 1]), (0x11B, 5, [601, 4]), (0x128, 3, [2])], isLittle: isLittle)
    #expect(readEXIF(inches[...]) == EXIF(resolutionX: 300, resolutionY: 150.25))
    let centimetres = Self.tiff([(0x11A, 5, [100, 1]), (0x11B, 5, [50, 1]), (0x128, 3, [3])], isLittle: isLittle)
    #expect(readEXIF(centimetres[...]) == EXIF(resolutionX: 254, resolutionY: 127))
    let none = Self.tiff([(0x11A, 5, [300, 1]), (0x11B, 5, [300, 1]), (0x128, 3, [1])], isLittle: isLittle)
    #expect(readEXIF(none[...]) == EXIF())
    #expect(readEXIF(Self.tiff([(0x11A, 5, [300, 0])], isLittle: isLittle)[...]) == EXIF())
  }

  /// Exif 2.3, 4.6.4 A: where row 0 and column 0 of what is stored are on the upright picture.
  private static let sides: [(row: String, column: String)] = [
    ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"), ("left", "top"), ("right", "top"), ("right", "bottom"),
    ("left", "bottom"),
  ]

  @Test(arguments: 1...8) func `pixels are turned as the standard's words for the sides say`(orientation: Int) {
    let (width, height) = (3, 2)
    let stored = (0..<width * height).flatMap { pixel in (0..<4).map { UInt8(pixel * 4 + $0) } }
    let side = Self.sides[orientation - 1]
    let isTurned = ["left", "right"].contains(side.row)
    let (outWidth, outHeight) = isTurned ? (height, width) : (width, height)
    var upright = [UInt8](repeating: 255, count: stored.count)
    for row in 0..<height {
      for column in 0..<width {
        var (x, y) = (0, 0)
        for (side, distance) in [(side.row, row), (side.column, column)] {
          switch side {
          case "top": y = distance
          case "bottom": y = outHeight - 1 - distance
          case "left": x = distance
          default: x = outWidth - 1 - distance
          }
        }
        for channel in 0..<4 { upright[(y * outWidth + x) * 4 + channel] = stored[(row * width + column) * 4 + channel] }
      }
    }
    #expect(turned(stored, width: width, height: height, orientation: orientation) == upright)
  }

  /// A JPEG's head without pixels: `APP0` or `APP1`, and the frame.
  private func jpeg(_ marker: UInt8, _ body: [UInt8], width: Int, height: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    var out: [UInt8] = [0xFF, 0xD8, 0xFF, marker] + word(body.count + 2)
    out += body + [0xFF, 0xC0] + word(17)
    out += [8] + word(height) + word(width) + [3]
    return out + [UInt8](repeating: 0, count: 9) + [0xFF, 0xD9]
  }

  @Test(arguments: [(0, nil, nil), (1, 72.0, 144.0), (2, 182.88, 365.76)] as [(UInt8, Double?, Double?)])
  func `JFIF counts pixels per inch or per centimetre, or says only their shape`(unit: UInt8, across: Double?, down: Double?) throws {
    let head = try readJPEGHead(
      jpeg(0xE0, Array("JFIF".utf8) + [0, 1, 2, unit, 0, 72, 0, 144, 0, 0], width: 30, height: 20))
    #expect(head.size.resolutionX == across && head.size.resolutionY == down)
    #expect((head.size.width, head.size.height, head.orientation) == (30, 20, 1))
  }

  @Test(arguments: 1...8) func `a JPEG that lies on its side has its sides and resolutions swapped`(orientation: Int) throws {
    let exif = Self.tiff([(0x112, 3, [orientation]), (0x11A, 5, [100, 1]), (0x11B, 5, [50, 1]), (0x128, 3, [2])], isLittle: true)
    let head = try readJPEGHead(jpeg(0xE1, Array("Exif".utf8) + [0, 0] + exif, width: 30, height: 20))
    let isTurned = orientation >= 5
    #expect((head.size.width, head.size.height) == (isTurned ? (20, 30) : (30, 20)))
    #expect(head.size.resolutionX == (isTurned ? 50 : 100) && head.size.resolutionY == (isTurned ? 100 : 50))
  }

  /// A GIF of one column whose row `y` has colour `y`, stored row by row or interlaced (GIF 89a, appendix E).
  private func gif(isInterlaced: Bool) -> [UInt8] {
    let height = 16
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in stride(from: start, to: height, by: step) }
    var bits: [Bool] = []
    // Each pixel after a code that clears the table: all codes have five bits.
    for row in isInterlaced ? passes : Array(0..<height) {
      for code in [16, row] { for bit in 0..<5 { bits.append(code >> bit & 1 == 1) } }
    }
    for bit in 0..<5 { bits.append(17 >> bit & 1 == 1) }
    while bits.count % 8 != 0 { bits.append(false) }
    let data = stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) }
    }
    var out = Array("GIF89a".utf8) + [1, 0, 16, 0, 0x83, 0, 0]
    for level in 0..<16 { out += [UInt8(level * 16), 0, 0] }
    out += [0x2C, 0, 0, 0, 0, 1, 0, 16, 0, isInterlaced ? 0x40 : 0, 4, UInt8(data.count)]
    return out + data + [0, 0x3B]
  }

  @Test(arguments: [false, true]) func `rows of a GIF are in their places`(isInterlaced: Bool) throws {
    let raster = try decodeGIF(gif(isInterlaced: isInterlaced))
    #expect(raster.pixels.map { Int($0 >> 16 & 255) } == (0..<16).map { $0 * 16 })
  }

  /// A GIF of two points, red, green, blue or transparent, whose frames are behind each other; each says what becomes of it.
  private func animation(_ frames: [(left: Int, colors: [Int], disposal: Int)]) -> [UInt8] {
    var out = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x81, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    for frame in frames {
      var bits: [Bool] = []
      for color in frame.colors { for code in [4, color] { for bit in 0..<3 { bits.append(code >> bit & 1 == 1) } } }
      for bit in 0..<3 { bits.append(5 >> bit & 1 == 1) }
      while bits.count % 8 != 0 { bits.append(false) }
      let data = stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) }
      }
      out += [0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1), 0, 0, 3, 0]
      out += [0x2C, UInt8(frame.left), 0, 0, 0, UInt8(frame.colors.count), 0, 1, 0, 0, 2, UInt8(data.count)] + data + [0]
    }
    return out + [0x3B]
  }

  @Test func `an animation is what it shows at its end`() throws {
    func colors(_ frames: [(left: Int, colors: [Int], disposal: Int)]) throws -> [Int] {
      try decodeGIF(animation(frames)).pixels.map { $0 >> 24 == 0 ? 3 : $0 >> 16 & 255 > 0 ? 0 : $0 >> 8 & 255 > 0 ? 1 : 2 }
    }
    #expect(try colors([(0, [0, 1], 0)]) == [0, 1])
    // The second frame adds to the first; what is transparent stays.
    #expect(try colors([(0, [0, 0], 0), (1, [2], 0)]) == [0, 2])
    #expect(try colors([(0, [0, 0], 0), (0, [3, 1], 0)]) == [0, 1])
    // The first makes room, or what was before it comes back.
    #expect(try colors([(0, [0, 0], 2), (1, [2], 0)]) == [3, 2])
    #expect(try colors([(0, [0, 1], 0), (0, [2, 2], 3), (1, [2], 0)]) == [0, 2])
    // Nothing is left in the end.
    #expect(try colors([(0, [0, 1], 0), (0, [2, 2], 0)]) == [0, 1])
    // A file that is cut off shows what it has.
    #expect(try decodeGIF(Array(animation([(0, [0, 1], 0), (1, [2], 0)]).dropLast(8))).pixels.count == 2)
  }

  /// A PNG of two pixels, red and blue, whose `eXIf` says how it lies.
  private func png(orientation: Int?) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { number(body.count) + Array(name.utf8) + body + [0, 0, 0, 0] }
    // zlib with one stored block.
    let row: [UInt8] = [0, 255, 0, 0, 0, 0, 255]
    var (a, b) = (1, 0)
    for byte in row { (a, b) = ((a + Int(byte)) % 65_521, (b + a + Int(byte)) % 65_521) }
    let stream: [UInt8] = [0x78, 1, 1, 7, 0, 0xF8, 0xFF] + row + number(b << 16 | a)
    let exif = orientation.map { chunk("eXIf", Self.tiff([(0x112, 3, [$0])], isLittle: false)) } ?? []
    let head: [UInt8] = number(2) + number(1) + [8, 2, 0, 0, 0]
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    return start + chunk("IHDR", head) + exif + chunk("IDAT", stream) + chunk("IEND", [])
  }

  @Test func `a PNG goes into a PDF as it is only where it lies upright`() {
    #expect(passedPNG(png(orientation: nil)) != nil && passedPNG(png(orientation: 1)) != nil)
    for orientation in 2...8 { #expect(passedPNG(png(orientation: orientation)) == nil) }
  }
}
