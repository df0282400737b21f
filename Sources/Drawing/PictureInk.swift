internal import CCairo
internal import TypesetBoxes
internal import TypesetPictures

/// The pictures of one output, each as one Cairo surface that is drawn again wherever it stands.
@safe final class PictureInk {
  private let book: PictureBook
  private var surfaces: [PictureID: Entry] = [:]

  @safe private struct Entry {
    var surface: OpaquePointer?
    /// The surface's own units.
    var width: Double
    var height: Double
  }

  init(_ book: PictureBook) { self.book = book }

  deinit { for (_, entry) in surfaces { unsafe cairo_surface_destroy(entry.surface) } }

  func draw(_ id: PictureID, on context: OpaquePointer, x: Double, y: Double, width: Double, height: Double) {
    guard let entry = entry(id), width > 0, height > 0 else { return }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, x, y)
    unsafe cairo_rectangle(context, 0, 0, width, height)
    unsafe cairo_clip(context)
    unsafe cairo_scale(context, width / entry.width, height / entry.height)
    unsafe cairo_set_source_surface(context, entry.surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
    // Pixels would fade towards the edges of a picture without padding. A file has its own edges, and cairo would make pixels
    // of vectors and unpack JPEG for it.
    let isOnPixels = unsafe cairo_surface_get_type(cairo_get_target(context)) == CAIRO_SURFACE_TYPE_IMAGE
    unsafe cairo_pattern_set_extend(cairo_get_source(context), isOnPixels ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }

  private func entry(_ id: PictureID) -> Entry? {
    if let known = surfaces[id] { return known }
    let picture = book.picture(id)
    let made = picture.drawing.map { vector($0, of: picture) } ?? raster(picture)
    guard let made, unsafe cairo_surface_status(made.surface) == CAIRO_STATUS_SUCCESS else { return nil }
    surfaces[id] = made
    return made
  }

  /// librsvg draws filters at one pixel a unit of the recording: four units a point keep them sharp.
  private func vector(_ drawing: SVGDrawing, of picture: Picture) -> Entry? {
    let (width, height) = (picture.width.points * 4, picture.height.points * 4)
    guard width > 0, height > 0 else { return nil }
    var extents = cairo_rectangle_t(x: 0, y: 0, width: width, height: height)
    let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    guard let context = unsafe cairo_create(surface) else { return nil }
    _ = unsafe drawing.draw(on: context, x: 0, y: 0, width: width, height: height)
    unsafe cairo_destroy(context)
    return unsafe Entry(surface: surface, width: width, height: height)
  }

  private func raster(_ picture: Picture) -> Entry? {
    guard let raster = try? picture.raster() else { return nil }
    let format = raster.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    let surface = unsafe cairo_image_surface_create(format, Int32(clamping: raster.width), Int32(clamping: raster.height))
    guard let data = unsafe cairo_image_surface_get_data(surface) else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    let width = raster.width * 4
    unsafe raster.pixels.withUnsafeBytes { pixels in
      guard let from = pixels.baseAddress else { return }
      for row in 0..<raster.height {
        unsafe UnsafeMutableRawPointer(data + row * stride).copyMemory(from: from + row * width, byteCount: width)
      }
    }
    unsafe cairo_surface_mark_dirty(surface)
    if picture.orientation == 1, let jpeg = picture.embeddableJPEG { unsafe attach(jpeg.bytes, as: CAIRO_MIME_TYPE_JPEG, to: surface) }
    return unsafe Entry(surface: surface, width: Double(raster.width), height: Double(raster.height))
  }

  private func attach(_ bytes: [UInt8], as type: String, to surface: OpaquePointer?) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe copy.initialize(from: bytes)
    let status = unsafe cairo_surface_set_mime_data(
      surface, type, copy.baseAddress, UInt(bytes.count), { unsafe $0?.deallocate() }, copy.baseAddress)
    if status != CAIRO_STATUS_SUCCESS { unsafe copy.deallocate() }
  }
}
