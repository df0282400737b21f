internal import CCairo
internal import TypesetBoxes

/// The pixels of a page: cairo draws shapes and pictures, glyph masks are laid on by hand.
@safe final class Raster {
  let width: Int
  let height: Int
  let stride: Int
  /// 32 bits a pixel, 0xXXRRGGBB.
  let pixels: UnsafeMutablePointer<UInt8>
  private let surface: OpaquePointer
  private let context: OpaquePointer

  init(width: Int, height: Int, background: Color) throws {
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
      unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = unsafe cairo_create(surface),
      let pixels = unsafe cairo_image_surface_get_data(surface)
    else { throw DrawingError(message: "no memory for a page of \(width) × \(height) pixels") }
    self.width = width
    self.height = height
    unsafe self.surface = unsafe surface
    unsafe self.context = unsafe context
    unsafe self.pixels = unsafe pixels
    stride = unsafe Int(cairo_image_surface_get_stride(surface))
    unsafe cairo_set_source_rgba(context, background.red, background.green, background.blue, 1)
    unsafe cairo_paint(context)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  func draw(_ ink: Ink, scale: Double, canvas: Canvas, rasterizer: GlyphRasterizer) {
    unsafe cairo_scale(context, scale, scale)
    for item in ink.items {
      switch item {
      case .run(let run): draw(run, of: ink, scale: scale, canvas: canvas, rasterizer: rasterizer)
      case .rule(let rect, let color): fill(rect, color, scale: scale)
      case .stroke(let stroke): unsafe canvas.draw(stroke, on: context)
      case .panel(let panel): unsafe canvas.draw(snapped(panel, scale: scale), on: context)
      case .picture(let id, let rect): unsafe canvas.draw(id, in: rect, on: context)
      case .mark: break
      }
    }
    unsafe cairo_surface_flush(surface)
  }

  /// Rules cover whole pixels, at least one, as a PDF viewer's stroke adjustment makes them: else thin ones come out uneven.
  private func fill(_ rect: Rect, _ color: Color, scale: Double) {
    func snap(_ low: Double, _ length: Double) -> (Double, Double) {
      let size = max(1, (length * scale).rounded())
      return (((low + length / 2) * scale - size / 2).rounded() / scale, size / scale)
    }
    let (x, width) = rect.width.points * scale > 8 ? (rect.x.points, rect.width.points) : snap(rect.x.points, rect.width.points)
    let (y, height) = snap(-rect.y.points - rect.height.points, rect.height.points)
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    unsafe cairo_rectangle(context, x, y, width, height)
    unsafe cairo_fill(context)
  }

  /// A panel's edges on the grid, and its border a whole pixel at the least.
  private func snapped(_ panel: Panel, scale: Double) -> Panel {
    func round(_ length: Length, _ offset: Double) -> Length {
      (((length.points * scale - offset).rounded() + offset) / scale).pt
    }
    var panel = panel
    if panel.border != nil { panel.borderWidth = (max(1, (panel.borderWidth.points * scale).rounded()) / scale).pt }
    let isOdd = panel.border != nil && Int((panel.borderWidth.points * scale).rounded()) % 2 == 1
    let offset = isOdd ? 0.5 : 0
    let right = round(panel.rect.x + panel.rect.width, offset)
    let top = round(panel.rect.y + panel.rect.height, offset)
    panel.rect.x = round(panel.rect.x, offset)
    panel.rect.y = round(panel.rect.y, offset)
    panel.rect.width = right - panel.rect.x
    panel.rect.height = top - panel.rect.y
    return panel
  }

  private func draw(_ run: GlyphRun, of ink: Ink, scale: Double, canvas: Canvas, rasterizer: GlyphRasterizer) {
    guard let font = rasterizer.font(run.face, pixels: run.size.points * scale) else {
      // Bitmap faces, such as colour emoji, and large sizes are cairo's.
      unsafe canvas.draw(run, of: ink, on: context)
      return
    }
    unsafe cairo_surface_flush(surface)
    let color = run.color
    let red = Int(color.rgba >> 24)
    let green = Int(color.rgba >> 16 & 255)
    let blue = Int(color.rgba >> 8 & 255)
    let alpha = Int(color.rgba & 255)
    for index in run.glyphs {
      let glyph = ink.glyphs[Int(index)]
      let x = (run.x.points + Double(glyph.x) / 65536) * scale
      let y = -(run.y.points + Double(glyph.y) / 65536) * scale
      guard x.isFinite, y.isFinite, abs(x) < 1e6, abs(y) < 1e6 else { continue }
      // Quarters of a pixel.
      let quarterX = Int((x * 4).rounded())
      let quarterY = Int((y * 4).rounded())
      let mask = rasterizer.mask(of: glyph.id, font, phaseX: quarterX & 3, phaseY: quarterY & 3)
      blend(
        mask, rasterizer.coverage, atX: (quarterX >> 2) + Int(mask.left), y: (quarterY >> 2) - Int(mask.top), red, green, blue,
        alpha)
    }
    unsafe cairo_surface_mark_dirty(surface)
  }

  /// Lays a colour on through a mask.
  private func blend(
    _ mask: GlyphMask, _ coverage: [UInt8], atX left: Int, y top: Int, _ red: Int, _ green: Int, _ blue: Int, _ alpha: Int
  ) {
    let firstRow = max(0, -top)
    let lastRow = min(Int(mask.rows), height - top)
    let firstColumn = max(0, -left)
    let lastColumn = min(Int(mask.width), width - left)
    guard firstRow < lastRow, firstColumn < lastColumn else { return }
    for row in firstRow..<lastRow {
      var source = Int(mask.start) + row * Int(mask.width) + firstColumn
      var target = (top + row) * stride + (left + firstColumn) * 4
      for _ in firstColumn..<lastColumn {
        let cover = Int(coverage[source])
        if cover != 0 {
          let part = alpha == 255 ? cover : cover * alpha / 255
          let rest = 255 - part
          unsafe pixels[target] = UInt8((blue * part + Int(pixels[target]) * rest + 127) / 255)
          unsafe pixels[target + 1] = UInt8((green * part + Int(pixels[target + 1]) * rest + 127) / 255)
          unsafe pixels[target + 2] = UInt8((red * part + Int(pixels[target + 2]) * rest + 127) / 255)
        }
        source += 1
        target += 4
      }
    }
  }
}
