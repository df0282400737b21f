internal import CDeflate
package import TypesetPictures

/// A picture of a page with few bytes, as a report of hundreds of them needs it: at most 16 colours, two pixels in a byte.
///
/// What fills much of the page (its ground, boxes, tables) keeps its very colour; the rest, mostly the edges of letters, gets the nearest of the
/// colours left. A page of text has a sixth of the bytes of all 256 greys.
package enum SmallPNG {
  private static let mostColors = 16
  /// A colour of more than one pixel in this many is kept unchanged.
  private static let shareOfGround = 400
  private static let mostGrounds = 8

  /// - Parameters:
  ///   - raster: Opaque.
  ///   - ppi: Its resolution.
  package static func encoded(_ raster: Raster, ppi: Double) -> [UInt8] {
    var palette = Palette(raster)
    let rowLength = 1 + (raster.width + 1) / 2
    var rows = [UInt8](repeating: 0, count: rowLength * raster.height)
    var last: (pixel: UInt32, index: UInt8) = (~(raster.pixels.first ?? 0), 0)
    for y in 0..<raster.height {
      for x in 0..<raster.width {
        let pixel = raster.pixels[y * raster.width + x]
        if pixel != last.pixel { last = (pixel, palette.index(of: pixel)) }
        rows[y * rowLength + 1 + x / 2] |= x & 1 == 0 ? last.index << 4 : last.index
      }
    }
    return pngFile(
      width: raster.width, height: raster.height, palette: palette.colors, ppi: ppi, Deflate(level: 12).compressed(rows[...]))
  }

  /// The colours of a picture, and which of them each pixel gets.
  private struct Palette {
    /// 0xRRGGBB.
    private(set) var colors: [UInt32] = []
    /// By the upper five bits of each channel, where no colour is exactly there.
    private var nearest = [UInt8?](repeating: nil, count: 1 << 15)
    private var exact: [UInt32: UInt8] = [:]

    init(_ raster: Raster) {
      var counts: [UInt32: Int] = [:]
      var last: (pixel: UInt32, count: Int) = (raster.pixels.first ?? 0, 0)
      // Pixels come in runs.
      for pixel in raster.pixels {
        if pixel == last.pixel {
          last.count += 1
        } else {
          counts[last.pixel & 0xFFFFFF, default: 0] += last.count
          last = (pixel, 1)
        }
      }
      counts[last.pixel & 0xFFFFFF, default: 0] += last.count
      let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      if ordered.count <= mostColors {
        colors = ordered.map(\.key)
      } else {
        colors = ordered.prefix(mostGrounds).filter { $0.value > raster.pixels.count / shareOfGround }.map(\.key)
        let rest = ordered.dropFirst(colors.count)
        colors += Self.divided(rest.map { ($0.key, $0.value) }, into: mostColors - colors.count)
      }
      for (index, color) in colors.enumerated().reversed() { exact[color] = UInt8(index) }
    }

    mutating func index(of pixel: UInt32) -> UInt8 {
      let color = pixel & 0xFFFFFF
      if let known = exact[color] { return known }
      let (red, green, blue) = (color >> 19 & 31, color >> 11 & 31, color >> 3 & 31)
      let key = Int(red << 10 | green << 5 | blue)
      if let known = nearest[key] { return known }
      let middle = color & 0xF8F8F8 | 0x040404
      let distances = colors.map { Self.distance($0, middle) }
      let index = UInt8(colors.indices.min { distances[$0] < distances[$1] } ?? 0)
      nearest[key] = index
      return index
    }

    private static func channel(_ color: UInt32, _ number: Int) -> Int { Int((color >> UInt32(number * 8)) & 255) }

    private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
      var sum = 0
      for number in 0..<3 {
        let step = channel(a, number) - channel(b, number)
        sum += step * step
      }
      return sum
    }

    /// The mean colours of `count` groups: the group with the widest range is divided in the middle of that range (after Heckbert's median cut).
    private static func divided(_ colors: [(color: UInt32, count: Int)], into count: Int) -> [UInt32] {
      func range(_ group: [(color: UInt32, count: Int)]) -> (width: Int, channel: Int, middle: Int) {
        var widest = (width: 0, channel: 0, middle: 0)
        for number in 0..<3 {
          let values = group.lazy.map { channel($0.color, number) }
          let (low, high) = (values.min() ?? 0, values.max() ?? 0)
          if high - low > widest.width { widest = (high - low, number, (low + high) / 2) }
        }
        return widest
      }
      var groups = [(colors, range(colors))]
      while groups.count < count, let widest = groups.indices.max(by: { groups[$0].1.width < groups[$1].1.width }),
        groups[widest].1.width > 0
      {
        let (group, cut) = groups.remove(at: widest)
        let low = group.filter { channel($0.color, cut.channel) <= cut.middle }
        let high = group.filter { channel($0.color, cut.channel) > cut.middle }
        groups += [(low, range(low)), (high, range(high))]
      }
      return groups.map { group, _ in
        let weight = max(1, group.reduce(0) { $0 + $1.count })
        var color: UInt32 = 0
        for number in 0..<3 {
          let sum = group.reduce(0) { $0 + channel($1.color, number) * $1.count }
          color |= UInt32(min(sum / weight, 255)) << UInt32(number * 8)
        }
        return color
      }
    }
  }
}
