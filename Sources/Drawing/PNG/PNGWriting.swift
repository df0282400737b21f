internal import CCairo
public import TypesetBoxes

extension Renderer {
  /// One page as a PNG file.
  ///
  /// - Parameter ppi: Pixels per inch, above zero.
  public func png(_ page: Page, ppi: Double) throws(DrawingError) -> [UInt8] {
    let canvas = try PixelCanvas(page, ppi: ppi)
    let rasterizer = rasterizers.take() ?? Rasterizer(fonts: fonts, pictures: pictures)
    defer { rasterizers.put(rasterizer) }
    rasterizer.draw(page, on: canvas)
    return canvas.encoded(ppi: ppi)
  }
}
