internal import CCairo
internal import CRsvg
internal import Synchronization
internal import TypesetBoxes
internal import TypesetDiagnostics

/// An SVG file, parsed by librsvg.
///
/// librsvg's handle may be used by one thread at a time; `lock` ensures that, so it is `Sendable`.
@safe final class SVGDrawing: @unchecked Sendable {
  private let handle: OpaquePointer
  private let lock = Mutex(())
  private let linkTargets: [SVGLinks.Link]
  /// What is drawn one by one: nil for a drawing without filters.
  private let parts: SVGParts?
  /// True where librsvg may draw layers with pixels, as masks are.
  let hasMasks: Bool
  /// True where it holds HTML that is not drawn, and no other form of it.
  let hasLostText: Bool

  /// - Parameter bytes: Without a base address, librsvg loads nothing that they refer to, neither files nor from a network.
  init(_ bytes: [UInt8]) throws(PictureError) {
    let file = ForeignObjects(bytes).bytes
    hasLostText = file.holds("<foreignObject") && !file.holds("<switch")
    let source = SVGLinks(file)
    linkTargets = source.links
    let fitted = try Self.fitted(source.bytes)
    parts = SVGParts(fitted)
    hasMasks = fitted.holds("mask")
    unsafe handle = try Self.parsed(parts?.bytes ?? fitted)
  }

  /// A file that has been prepared for drawing, with one part.
  init(part bytes: [UInt8]) throws(PictureError) {
    (hasLostText, linkTargets, parts, hasMasks) = (false, [], nil, false)
    unsafe handle = try Self.parsed(bytes)
  }

  /// The file with texts as long as they are to be.
  private static func fitted(_ file: [UInt8]) throws(PictureError) -> [UInt8] {
    guard file.holds("textLength") else { return file }
    let text = FittedText(file)
    guard !text.elements.isEmpty else { return file }
    let handle = unsafe try parsed(text.bytes)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
    return text.fitted(
      text.elements.map { element in
        var ink = RsvgRectangle()
        let isKnown = unsafe rsvg_handle_get_geometry_for_element(handle, "#" + element.id, &ink, nil, nil) != 0
        return isKnown && ink.width.isFinite ? ink.width : nil
      })
  }

  private static func parsed(_ bytes: [UInt8]) throws(PictureError) -> OpaquePointer {
    // The flag keeps an embedded JPEG as it is, so that a PDF does not hold it again unpacked.
    let handle = unsafe rsvg_handle_new_with_flags(RSVG_HANDLE_FLAG_KEEP_IMAGE_DATA)
    guard let handle = unsafe handle else { throw .broken(.svg, reason: "no memory") }
    unsafe rsvg_handle_set_dpi(handle, 96)
    var error: UnsafeMutablePointer<GError>?
    let isRead = unsafe bytes.withUnsafeBytes { bytes in
      let stream = unsafe g_memory_input_stream_new_from_data(bytes.baseAddress, bytes.count, nil)
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(stream)) }
      return unsafe rsvg_handle_read_stream_sync(handle, stream, nil, &error) != 0
    }
    guard isRead else {
      let reason = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "it cannot be parsed"
      unsafe g_clear_error(&error)
      unsafe g_object_unref(UnsafeMutableRawPointer(handle))
      throw .broken(.svg, reason: reason)
    }
    return unsafe handle
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Where the picture's web links are.
  func links(width: Double, height: Double) -> [PictureLink] {
    guard !linkTargets.isEmpty, width > 0, height > 0 else { return [] }
    // In pixels: a drawing without a viewBox is measured at its own size, whatever the viewport is.
    let (width, height) = (width / 0.75, height / 0.75)
    var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
    return linkTargets.compactMap { target in
      guard isWebAddress(target.url) || target.url.hasPrefix(PictureLabel.scheme) else { return nil }
      var ink = RsvgRectangle()
      guard unsafe rsvg_handle_get_geometry_for_layer(handle, "#" + target.id, &viewport, &ink, nil, nil) != 0 else { return nil }
      let left = max(0, ink.x / width)
      let top = max(0, ink.y / height)
      let right = min(1, (ink.x + ink.width) / width)
      let bottom = min(1, (ink.y + ink.height) / height)
      guard right > left, bottom > top else { return nil }
      return PictureLink(url: target.url, left: left, top: top, width: right - left, height: bottom - top)
    }
  }

  /// The size that the root element asks for: its width and height, a pixel being 0.75 pt; where one is not given or per
  /// cent, it follows from the ratio of the viewBox; where both are, the viewBox is taken as pixels.
  var intrinsicSize: (width: Length, height: Length) {
    var hasWidth: gboolean = 0
    var hasHeight: gboolean = 0
    var hasBox: gboolean = 0
    var width = RsvgLength()
    var height = RsvgLength()
    var box = RsvgRectangle()
    unsafe rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
    let isBoxUsable = hasBox != 0 && box.width > 0 && box.height > 0 && box.width.isFinite && box.height.isFinite
    let given = (
      width: hasWidth != 0 ? Self.points(width) : nil, height: hasHeight != 0 ? Self.points(height) : nil
    )
    let size: (width: Double, height: Double) =
      switch (given.width, given.height) {
      case (let width?, let height?): (width, height)
      case (let width?, nil): (width, isBoxUsable ? width * box.height / box.width : width)
      case (nil, let height?): (isBoxUsable ? height * box.width / box.height : height, height)
      case (nil, nil): isBoxUsable ? (box.width * 0.75, box.height * 0.75) : drawnSize
      }
    return (Length(points: max(size.width, 0)), Length(points: max(size.height, 0)))
  }

  /// The extent of what is drawn, if the root element has no size at all; or 300 × 150 pixels as in browsers if that fails.
  private var drawnSize: (width: Double, height: Double) {
    var ink = RsvgRectangle()
    let isKnown = unsafe rsvg_handle_get_geometry_for_element(handle, nil, &ink, nil, nil) != 0
    guard isKnown, ink.width > 0, ink.height > 0 else { return (225, 112.5) }
    return (ink.width * 0.75, ink.height * 0.75)
  }

  /// - Returns: Nil for per cent.
  private static func points(_ length: RsvgLength) -> Double? {
    switch length.unit {
    case RSVG_UNIT_PX: length.length * 0.75
    case RSVG_UNIT_PT: length.length
    case RSVG_UNIT_IN: length.length * 72
    case RSVG_UNIT_CM: length.length * 72 / 2.54
    case RSVG_UNIT_MM: length.length * 72 / 25.4
    case RSVG_UNIT_PC: length.length * 12
    case RSVG_UNIT_EM: length.length * 12
    case RSVG_UNIT_EX: length.length * 6
    default: nil
    }
  }

  /// Draws the picture on a Cairo context whose origin is its upper left corner, y downwards.
  ///
  /// - Parameter isRaster: True if units of the context are pixels.
  func draw(on context: OpaquePointer, width: Double, height: Double, isRaster: Bool = false) throws(PictureError) {
    guard let parts else { return unsafe try drawLayer(nil, on: context, width: width, height: height) }
    unsafe try SVGPartDrawing(self, parts, width: width, height: height, isRaster: isRaster).draw(on: context)
  }

  /// As `draw`, but only an element, with all that the elements around it do to it, and as one; nil draws everything.
  ///
  /// What librsvg has drawn until it gives up is never shown: nobody could tell that the rest is missing.
  func drawLayer(_ id: String?, on context: OpaquePointer, width: Double, height: Double) throws(PictureError) {
    let reason: String? = lock.withLock { _ in
      var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
      var error: UnsafeMutablePointer<GError>?
      defer { unsafe g_clear_error(&error) }
      let isDrawn =
        if let id {
          unsafe rsvg_handle_render_layer(handle, context, "#" + id, &viewport, &error)
        } else {
          unsafe rsvg_handle_render_document(handle, context, &viewport, &error)
        }
      if isDrawn != 0, unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS { return nil }
      if isDrawn != 0 { return unsafe String(cString: cairo_status_to_string(cairo_status(context))) }
      return unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "librsvg gives up"
    }
    if let reason { throw Self.failure(reason) }
  }

  /// - Parameter reason: In the words of librsvg or Cairo.
  static func failure(_ reason: String) -> PictureError {
    reason.lowercased().contains("memory") ? .outOfMemory(limit: 0) : .broken(.svg, reason: "it can't be drawn: \(reason)")
  }

  /// Where an element has ink, without its filter, in a picture of this size; nil where that is not known.
  func bounds(ofLayer id: String, width: Int, height: Int) -> RasterBounds? {
    var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    var ink = RsvgRectangle()
    guard unsafe rsvg_handle_get_geometry_for_layer(handle, "#" + id, &viewport, &ink, nil, nil) != 0, ink.width > 0, ink.height > 0 else {
      return nil
    }
    func within(_ value: Double, _ size: Int) -> Int { Int(clamping: min(max(value, 0), Double(size))) }
    let bounds = RasterBounds(
      left: within(ink.x.rounded(.down), width), top: within(ink.y.rounded(.down), height),
      right: within((ink.x + ink.width).rounded(.up), width), bottom: within((ink.y + ink.height).rounded(.up), height))
    return bounds.left < bounds.right && bounds.top < bounds.bottom ? bounds : nil
  }

  /// False where librsvg gives up on it. Only drawings with `use` can ask for more than they hold, so only these are tried.
  func isDrawable(_ bytes: [UInt8]) -> Bool {
    guard bytes.holds("<use") || bytes.holds(":use"),
      let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
    else { return true }
    defer { unsafe cairo_surface_destroy(surface) }
    guard let context = unsafe cairo_create(surface) else { return true }
    defer { unsafe cairo_destroy(context) }
    return unsafe (try? drawLayer(nil, on: context, width: 100, height: 100)) != nil
  }
}

/// True for links that are permitted in a picture, which has no folder: web pages and mail, but no scripts, data or files.
func isWebAddress(_ url: String) -> Bool { LinkPolicy.isAbsolute(url) }
