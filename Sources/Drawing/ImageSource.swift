internal import CCairo
internal import CRsvg
internal import TypesetBoxes
internal import TypesetPictures

/// A picture ready to be drawn: pixels, or a recording of an SVG that is replayed, once for each file.
@safe final class ImageSource {
  private let surface: OpaquePointer?
  private let width: Double
  private let height: Double

  init(_ picture: Picture) {
    switch picture.kind {
    case .svg:
      width = picture.width.points
      height = picture.height.points
      unsafe surface = unsafe Self.recording(of: picture, width: width, height: height)
    case .png:
      width = Double(picture.pixelWidth)
      height = Double(picture.pixelHeight)
      unsafe surface = unsafe Self.png(picture.bytes)
    case .jpeg:
      width = Double(picture.pixelWidth)
      height = Double(picture.pixelHeight)
      unsafe surface = unsafe Self.jpeg(picture)
    }
  }

  deinit { if let surface = unsafe surface { unsafe cairo_surface_destroy(surface) } }

  func draw(on context: OpaquePointer, x: Double, y: Double, width: Double, height: Double) {
    guard let surface = unsafe surface, self.width > 0, self.height > 0 else { return }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, x, y)
    unsafe cairo_scale(context, width / self.width, height / self.height)
    unsafe cairo_rectangle(context, 0, 0, self.width, self.height)
    unsafe cairo_clip(context)
    unsafe cairo_set_source_surface(context, surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }

  private static func recording(of picture: Picture, width: Double, height: Double) -> OpaquePointer? {
    guard let drawing = SVGDrawing(picture) else { return nil }
    var extents = cairo_rectangle_t(x: 0, y: 0, width: width, height: height)
    guard let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return nil }
    let context = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(context) }
    if let context = unsafe context { _ = unsafe drawing.draw(on: context, x: 0, y: 0, width: width, height: height) }
    return unsafe surface
  }

  private struct Reader {
    var bytes: [UInt8]
    var offset = 0
  }

  private static func png(_ bytes: [UInt8]) -> OpaquePointer? {
    var reader = Reader(bytes: bytes)
    let surface = unsafe withUnsafeMutablePointer(to: &reader) { reader in
      unsafe cairo_image_surface_create_from_png_stream(
        { closure, data, length in
          guard let reader = unsafe closure?.assumingMemoryBound(to: Reader.self), let data = unsafe data else {
            return CAIRO_STATUS_READ_ERROR
          }
          let start = unsafe reader.pointee.offset
          guard unsafe start + Int(length) <= reader.pointee.bytes.count else { return CAIRO_STATUS_READ_ERROR }
          for index in 0..<Int(length) { unsafe data[index] = reader.pointee.bytes[start + index] }
          unsafe reader.pointee.offset += Int(length)
          return CAIRO_STATUS_SUCCESS
        }, reader)
    }
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    return unsafe surface
  }

  /// Pixels for those who need them, and the file's own bytes for PDF, which keeps them as they are.
  private static func jpeg(_ picture: Picture) -> OpaquePointer? {
    guard let surface = unsafe pixels(of: picture.bytes) else { return nil }
    let count = picture.bytes.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    unsafe copy.initialize(from: picture.bytes, count: count)
    let status = unsafe cairo_surface_set_mime_data(surface, "image/jpeg", copy, UInt(count), { unsafe $0?.deallocate() }, copy)
    if status != CAIRO_STATUS_SUCCESS { unsafe copy.deallocate() }
    return unsafe surface
  }

  private static func pixels(of bytes: [UInt8]) -> OpaquePointer? {
    guard let loader = unsafe gdk_pixbuf_loader_new_with_type("jpeg", nil) else { return nil }
    defer { unsafe g_object_unref(loader) }
    let isWritten = unsafe bytes.withUnsafeBufferPointer { unsafe gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil) }
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, nil)
    guard isWritten != 0 || isClosed != 0, let pixbuf = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
    let width = unsafe Int(gdk_pixbuf_get_width(pixbuf))
    let height = unsafe Int(gdk_pixbuf_get_height(pixbuf))
    let channels = unsafe Int(gdk_pixbuf_get_n_channels(pixbuf))
    let sourceStride = unsafe Int(gdk_pixbuf_get_rowstride(pixbuf))
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
      unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let source = unsafe gdk_pixbuf_read_pixels(pixbuf),
      let target = unsafe cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    for row in 0..<height {
      for column in 0..<width {
        let from = row * sourceStride + column * channels
        let to = row * stride + column * 4
        unsafe target[to] = source[from + 2]
        unsafe target[to + 1] = source[from + 1]
        unsafe target[to + 2] = source[from]
      }
    }
    unsafe cairo_surface_mark_dirty(surface)
    return unsafe surface
  }
}
