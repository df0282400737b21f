internal import CCairo
internal import CRsvg

extension SVGDrawing {
  /// A PDF file of one page with the drawing.
  func pdf(width: Double, height: Double) throws(PictureError) -> [UInt8] {
    unsafe try written(width, height) { write, closure in
      unsafe cairo_pdf_surface_create_for_stream(write, closure, width, height)
    }
  }

  /// An SVG file of outlines, one user unit a unit of the drawing.
  func svg(width: Double, height: Double) throws(PictureError) -> [UInt8] {
    unsafe try written(width, height) { write, closure in
      let surface = unsafe cairo_svg_surface_create_for_stream(write, closure, width, height)
      unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_USER)
      return unsafe surface
    }
  }

  /// - Parameter layer: The element that is drawn alone; nil draws everything.
  func tile(width: Int, height: Int, layer: String? = nil) throws(PictureError) -> Raster {
    var out = Raster(clearWidth: width, height: height)
    var failure: PictureError?
    let isDrawn = unsafe withSurface(of: &out) { surface in
      guard let context = unsafe cairo_create(surface) else { return false }
      defer { unsafe cairo_destroy(context) }
      do throws(PictureError) {
        if let layer {
          unsafe try drawLayer(layer, on: context, width: Double(width), height: Double(height))
        } else {
          unsafe try draw(on: context, width: Double(width), height: Double(height), isRaster: true)
        }
      } catch { failure = error }
      return unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS
    }
    if let failure { throw failure }
    guard isDrawn else { throw .broken(.svg, reason: "it can't be drawn") }
    return out
  }

  private func written(
    _ width: Double, _ height: Double, _ make: (cairo_write_func_t, UnsafeMutableRawPointer) -> OpaquePointer?
  ) throws(PictureError) -> [UInt8] {
    let output = Output()
    let write: cairo_write_func_t = { closure, data, count in
      guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
      let output = unsafe Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
      unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
      return CAIRO_STATUS_SUCCESS
    }
    let surface = unsafe make(write, Unmanaged.passUnretained(output).toOpaque())
    guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else { throw .broken(.svg, reason: "no memory") }
    var failure: PictureError?
    do throws(PictureError) { unsafe try draw(on: context, width: width, height: height) } catch { failure = error }
    if failure == nil { unsafe cairo_show_page(context) }
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_surface_status(surface)
    unsafe cairo_surface_destroy(surface)
    return try withExtendedLifetime(output) { () throws(PictureError) in
      if let failure { throw failure }
      guard status == CAIRO_STATUS_SUCCESS else { throw Self.failure(unsafe String(cString: cairo_status_to_string(status))) }
      return output.bytes
    }
  }
}

private final class Output { var bytes: [UInt8] = [] }

/// Keeps messages of librsvg and its libraries from standard error: what matters is returned as an error.
func silenceMessages() { _ = areMessagesSilenced }

private let areMessagesSilenced: Bool = {
  for domain in ["librsvg", "Pango", "GLib", "GLib-GObject", "GLib-GIO", "GdkPixbuf", "Fontconfig", "cairo"] {
    _ = unsafe g_log_set_handler(domain, ~3, { _, _, _, _ in }, nil)
  }
  return true
}()
