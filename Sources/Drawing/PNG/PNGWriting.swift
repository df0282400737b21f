internal import CCairo
public import TypesetBoxes
public import TypesetPictures

extension Renderer {
  /// One page as a PNG file.
  ///
  /// - Parameter ppi: Pixels per inch, above zero.
  public func png(_ page: Page, ppi: Double) throws(DrawingError) -> [UInt8] { try canvas(of: page, ppi: ppi).encoded(ppi: ppi) }

  /// The pixels of one page.
  ///
  /// - Parameter ppi: Pixels per inch, above zero.
  public func raster(_ page: Page, ppi: Double) throws(DrawingError) -> Raster {
    let canvas = try canvas(of: page, ppi: ppi)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(canvas.width * canvas.height)
    unsafe canvas.withRows { _, row in
      for x in 0..<canvas.width { unsafe pixels.append(row[x] | 0xFF00_0000) }
    }
    return Raster(width: canvas.width, height: canvas.height, opaque: pixels)
  }

  private func canvas(of page: Page, ppi: Double) throws(DrawingError) -> PixelCanvas {
    let canvas = try PixelCanvas(page, ppi: ppi)
    let rasterizer = rasterizers.take() ?? Rasterizer(fonts: fonts, pictures: pictures)
    defer { rasterizers.put(rasterizer) }
    rasterizer.draw(page, on: canvas)
    return canvas
  }
}
