internal import TypesetDrawing
internal import TypesetPictures

/// The pixels of a page, for a screen or a texture.
public struct PagePixels: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, eight bits each, row by row from the top, without gaps between the rows. Pages are opaque:
  /// alpha is 255.
  public let rgba: [UInt8]
}

extension TypesetDocument {
  /// One page as pixels: what ``png(page:ppi:)`` has in its file.
  ///
  /// - Parameters:
  ///   - index: From 0.
  ///   - ppi: Pixels per inch; fewer where the page would have too many pixels.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func pixels(page index: Int, ppi: Double = 144) throws -> PagePixels {
    let page = try page(index)
    let raster = try Renderer(fonts: fonts, pictures: pictures).raster(page, ppi: usable(ppi, for: page))
    var rgba: [UInt8] = []
    rgba.reserveCapacity(raster.pixels.count * 4)
    for pixel in raster.pixels {
      rgba.append(UInt8(truncatingIfNeeded: pixel >> 16))
      rgba.append(UInt8(truncatingIfNeeded: pixel >> 8))
      rgba.append(UInt8(truncatingIfNeeded: pixel))
      rgba.append(UInt8(truncatingIfNeeded: pixel >> 24))
    }
    return PagePixels(width: raster.width, height: raster.height, rgba: rgba)
  }
}
