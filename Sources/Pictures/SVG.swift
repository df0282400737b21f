internal import CCairo
internal import CRsvg
internal import TypesetBoxes

/// librsvg's handle of one SVG file. Not for several threads at once.
@safe public final class SVGDrawing {
  private let handle: UnsafeMutablePointer<RsvgHandle>

  /// - Returns: Nil where the bytes are no SVG.
  public init?(_ picture: Picture) {
    guard let handle = unsafe Self.open(picture.bytes) else { return nil }
    unsafe self.handle = unsafe handle
  }

  fileprivate init?(bytes: [UInt8]) {
    guard let handle = unsafe Self.open(bytes) else { return nil }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe g_object_unref(handle) }

  /// No base file is set, so that nothing outside of the file itself is loaded.
  private static func open(_ bytes: [UInt8]) -> UnsafeMutablePointer<RsvgHandle>? {
    let handle = unsafe bytes.withUnsafeBufferPointer { unsafe rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil) }
    guard let handle = unsafe handle else { return nil }
    unsafe rsvg_handle_set_dpi(handle, 96)
    return unsafe handle
  }

  /// Draws into a rectangle of a cairo context; y grows downwards.
  public func draw(on context: OpaquePointer, x: Double, y: Double, width: Double, height: Double) -> Bool {
    var viewport = RsvgRectangle(x: x, y: y, width: width, height: height)
    return unsafe rsvg_handle_render_document(handle, context, &viewport, nil) != 0
  }

  /// Width and height in points: from the root element where it gives both; from one and the ratio of the viewBox; else the
  /// viewBox as pixels. A pixel is 0.75 pt.
  fileprivate var size: (width: Length, height: Length)? {
    var hasWidth: gboolean = 0
    var hasHeight: gboolean = 0
    var hasViewBox: gboolean = 0
    var width = RsvgLength()
    var height = RsvgLength()
    var viewBox = RsvgRectangle()
    unsafe rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &viewBox)
    let ratio = viewBox.width > 0 && viewBox.height > 0 && hasViewBox != 0 ? viewBox.width / viewBox.height : nil
    var wide = hasWidth != 0 ? Self.points(width) : nil
    var high = hasHeight != 0 ? Self.points(height) : nil
    if let ratio {
      if wide == nil, let high { wide = high * ratio }
      if high == nil, let wide { high = wide / ratio }
      wide = wide ?? viewBox.width * 0.75
      high = high ?? viewBox.height * 0.75
    }
    // CSS' size of a replaced element that says nothing of itself.
    let size = (width: wide ?? 225, height: high ?? 112.5)
    guard size.width > 0, size.height > 0, size.width < 100_000, size.height < 100_000 else { return nil }
    return (size.width.pt, size.height.pt)
  }

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
}

/// The intrinsic size of an SVG file; nil where it is none.
func svgSize(_ bytes: [UInt8], path: String) -> (width: Length, height: Length)? {
  SVGDrawing(bytes: bytes)?.size
}
