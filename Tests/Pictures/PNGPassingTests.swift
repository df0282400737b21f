import Testing

@testable import TypesetPictures

/// Pixels with alpha whose colours go into a PDF without being decoded.
@Suite struct PNGPassingTests {
  private static let (width, height) = (7, 10)

  /// Rows with their filters, all five of them in turn (PNG, third edition, 9.2).
  private static func filtered(_ pixels: [UInt8], samples: Int) -> [UInt8] {
    var out: [UInt8] = []
    let size = width * samples
    for y in 0..<height {
      out.append(UInt8(y % 5))
      for x in 0..<size { out.append(pixels[y * size + x] &- predicted(y % 5, pixels, x, y, size, samples)) }
    }
    return out
  }

  private static func unfiltered(_ rows: [UInt8], samples: Int) -> [UInt8] {
    let size = width * samples
    var pixels = [UInt8](repeating: 0, count: size * height)
    for y in 0..<height {
      for x in 0..<size {
        pixels[y * size + x] = rows[y * (size + 1) + 1 + x] &+ predicted(Int(rows[y * (size + 1)]), pixels, x, y, size, samples)
      }
    }
    return pixels
  }

  private static func predicted(_ filter: Int, _ pixels: [UInt8], _ x: Int, _ y: Int, _ size: Int, _ samples: Int) -> UInt8 {
    let left = x < samples ? 0 : Int(pixels[y * size + x - samples])
    let up = y == 0 ? 0 : Int(pixels[(y - 1) * size + x])
    let corner = x < samples || y == 0 ? 0 : Int(pixels[(y - 1) * size + x - samples])
    let paeth = [left, up, corner].min { abs(left + up - corner - $0) < abs(left + up - corner - $1) } ?? 0
    return UInt8([0, left, up, (left + up) / 2, paeth][filter])
  }

  private static func file(_ pixels: [UInt8], colorType: UInt8, samples: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { word(body.count) + Array(name.utf8) + body + word(0) }
    let head = word(width) + word(height) + [8, colorType, 0, 0, 0]
    let data = Deflate(level: 6).compressed(filtered(pixels, samples: samples)[...])
    return [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", head) + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static func pixels(_ samples: Int, _ value: (Int, Int) -> Int) -> [UInt8] {
    (0..<width * height).flatMap { pixel in (0..<samples).map { UInt8(truncatingIfNeeded: value(pixel, $0)) } }
  }

  private static func parts(_ image: PackedImage) throws -> (colors: [UInt8], alpha: [UInt8]?) {
    let deflate = Deflate(level: 6)
    let rows = try #require(deflate.decompressed(prefixOf: image.colors[...], limit: 1 << 20))
    let alpha = try image.alpha.map { try #require(deflate.decompressed(prefixOf: $0[...], limit: 1 << 20)) }
    return (unfiltered(rows, samples: image.isGrey ? 1 : 3), alpha)
  }

  @Test func `colours and alpha are what they were, whatever the filters`() throws {
    let pixels = Self.pixels(4) { pixel, sample in pixel * (37 + sample * 90) + sample * 11 + pixel * pixel }
    let image = try #require(passedPNG(Self.file(pixels, colorType: 6, samples: 4), alphaLimit: 70))
    let (colors, alpha) = try Self.parts(image)
    #expect(!image.isGrey && image.hasRowFilters)
    #expect(colors == pixels.indices.filter { $0 % 4 < 3 }.map { pixels[$0] })
    #expect(alpha == pixels.indices.filter { $0 % 4 == 3 }.map { pixels[$0] })
  }

  @Test func `opaque pixels have no alpha, and grey ones have one sample`() throws {
    let pixels = Self.pixels(4) { pixel, sample in sample == 3 ? 255 : pixel * 53 }
    let image = try #require(passedPNG(Self.file(pixels, colorType: 6, samples: 4), alphaLimit: 70))
    let (colors, alpha) = try Self.parts(image)
    #expect(image.isGrey && alpha == nil)
    #expect(colors == pixels.indices.filter { $0 % 4 == 0 }.map { pixels[$0] })
  }

  @Test func `grey with alpha is parted, too`() throws {
    let pixels = Self.pixels(2) { pixel, sample in pixel * (29 + 70 * sample) }
    let image = try #require(passedPNG(Self.file(pixels, colorType: 4, samples: 2), alphaLimit: 70))
    let (colors, alpha) = try Self.parts(image)
    #expect(image.isGrey)
    #expect(colors == pixels.indices.filter { $0 % 2 == 0 }.map { pixels[$0] })
    #expect(alpha == pixels.indices.filter { $0 % 2 == 1 }.map { pixels[$0] })
  }

  @Test func `one pixel of another colour is enough for three samples`() throws {
    let pixels = Self.pixels(4) { pixel, sample in sample == 3 ? 255 : pixel == 69 && sample == 2 ? 7 : 200 }
    let image = try #require(passedPNG(Self.file(pixels, colorType: 6, samples: 4), alphaLimit: 70))
    #expect(!image.isGrey)
    #expect(try Self.parts(image).colors == pixels.indices.filter { $0 % 4 < 3 }.map { pixels[$0] })
  }

  @Test func `more pixels with alpha than memory permits are decoded, where they can be scaled down`() {
    let pixels = Self.pixels(4) { pixel, sample in pixel + sample }
    #expect(passedPNG(Self.file(pixels, colorType: 6, samples: 4), alphaLimit: 69) == nil)
  }
}
