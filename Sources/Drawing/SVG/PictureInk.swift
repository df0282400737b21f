internal import CCairo
internal import TypesetBoxes
internal import TypesetPictures

/// The pictures of an SVG page: pixels as Cairo surfaces, which are drawn again wherever they are, and vectors as SVG
/// fragments, which go into the file as they are.
@safe final class PictureInk {
  /// An SVG fragment and its place on the page, in points from the upper left corner.
  struct Fragment {
    var id: PictureID
    var bytes: [UInt8]
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private let book: PictureBook
  private var surfaces: [PictureID: Entry] = [:]
  private(set) var fragments: [Fragment] = []

  @safe private struct Entry {
    var surface: OpaquePointer?
    /// The surface's own units.
    var width: Double
    var height: Double
  }

  init(_ book: PictureBook) { self.book = book }

  deinit { for (_, entry) in surfaces { unsafe cairo_surface_destroy(entry.surface) } }

  func draw(_ id: PictureID, on context: OpaquePointer, x: Double, y: Double, width: Double, height: Double) {
    guard width > 0, height > 0 else { return }
    if book.picture(id).isVector {
      guard case .file(let bytes)? = try? book.drawing(of: id, as: .fragment) else { return }
      fragments.append(Fragment(id: id, bytes: bytes, x: x, y: y, width: width, height: height))
      return
    }
    guard let entry = entry(id) else { return }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, x, y)
    unsafe cairo_rectangle(context, 0, 0, width, height)
    unsafe cairo_clip(context)
    unsafe cairo_scale(context, width / entry.width, height / entry.height)
    unsafe cairo_set_source_surface(context, entry.surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
    // A file has its own edges, and Cairo would unpack JPEG for padding.
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_NONE)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }

  private func entry(_ id: PictureID) -> Entry? {
    if let known = surfaces[id] { return known }
    let picture = book.picture(id)
    guard case .raster(let raster)? = try? book.drawing(of: id, as: .pixels), let surface = unsafe imageSurface(of: raster) else {
      return nil
    }
    if picture.orientation == 1, let jpeg = picture.embeddableJPEG { unsafe attach(jpeg.bytes, as: CAIRO_MIME_TYPE_JPEG, to: surface) }
    let made = unsafe Entry(surface: surface, width: Double(raster.width), height: Double(raster.height))
    surfaces[id] = made
    return made
  }

  private func attach(_ bytes: [UInt8], as type: String, to surface: OpaquePointer?) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe copy.initialize(from: bytes)
    let status = unsafe cairo_surface_set_mime_data(
      surface, type, copy.baseAddress, UInt(bytes.count), { unsafe $0?.deallocate() }, copy.baseAddress)
    if status != CAIRO_STATUS_SUCCESS { unsafe copy.deallocate() }
  }
}

/// A Cairo surface with the pixels of a raster; nil where Cairo can't have one so large.
func imageSurface(of raster: Raster) -> OpaquePointer? {
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
  return unsafe surface
}
