internal import CCairo
internal import TypesetBoxes

/// The pixels of one page, opaque, and Cairo's view of them in points.
@safe final class PixelCanvas {
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Double
  let surface: OpaquePointer
  let context: OpaquePointer
  private let pixels: UnsafeMutablePointer<UInt32>
  private let stride: Int

  init(_ page: Page, ppi: Double) throws(DrawingError) {
    scale = ppi / 72
    let exact = (width: page.width.points * scale, height: page.height.points * scale)
    guard exact.width > 0, exact.height > 0, exact.width < 32_767, exact.height < 32_767 else {
      throw .pageTooLarge(width: exact.width.isFinite ? exact.width : 0, height: exact.height.isFinite ? exact.height : 0)
    }
    // 0.01: 841.89 pt at 96 ppi is 1122.52 pixels and means 1123, but 595.28 at 72 is not 596.
    width = max(1, Int(clamping: (exact.width - 0.01).rounded()))
    height = max(1, Int(clamping: (exact.height - 0.01).rounded()))
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    guard let surface = unsafe surface, let data = unsafe cairo_image_surface_get_data(surface),
      let context = unsafe cairo_create(surface)
    else {
      unsafe cairo_surface_destroy(surface)
      throw .pageTooLarge(width: exact.width, height: exact.height)
    }
    unsafe self.surface = surface
    unsafe self.context = context
    unsafe stride = Int(cairo_image_surface_get_stride(surface)) / 4
    unsafe pixels = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
    let ground = page.background ?? Color(red: 255, green: 255, blue: 255)
    unsafe pixels.update(repeating: 0xFFFF_FFFF, count: stride * height)
    unsafe cairo_surface_mark_dirty(surface)
    unsafe cairo_scale(context, scale, scale)
    if ground.rgba != 0xFFFF_FFFF {
      unsafe cairo_set_source_rgba(context, ground.red, ground.green, ground.blue, ground.alpha)
      unsafe cairo_paint(context)
    }
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// For the time in which pixels are written without Cairo.
  func withPixels(_ body: (UnsafeMutablePointer<UInt32>, _ stride: Int) -> Void) {
    unsafe cairo_surface_flush(surface)
    unsafe body(pixels, stride)
    unsafe cairo_surface_mark_dirty(surface)
  }

  func withRows(_ body: (Int, UnsafePointer<UInt32>) -> Void) {
    unsafe cairo_surface_flush(surface)
    for y in 0..<height { unsafe body(y, UnsafePointer(pixels + y * stride)) }
  }

  var isGrey: Bool {
    var differences: UInt32 = 0
    unsafe withRows { _, row in
      for x in 0..<width {
        let pixel = unsafe row[x]
        differences |= (pixel ^ pixel >> 8) & 0xFFFF
      }
    }
    return differences == 0
  }
}
