internal import CCairo
public import TypesetBoxes
public import TypesetFonts
public import TypesetPictures

/// A surface that could not be made or written.
public struct DrawingError: Error, Sendable {
  public var message: String
}

/// Draws pages. One for each thread: fonts and pictures are opened once and kept.
public final class Renderer {
  let fonts: FontBook
  let pictures: PictureBook
  let canvas: Canvas
  private var rasterizer: GlyphRasterizer?

  public init(fonts: FontBook, pictures: PictureBook) {
    self.fonts = fonts
    self.pictures = pictures
    canvas = Canvas(fonts: fonts, pictures: pictures)
  }

  /// Writes pages as one PDF.
  ///
  /// - Parameter sink: Gets the file in pieces; what it throws ends the writing and is thrown on.
  public func pdf(_ pages: [Page], info: DocumentInfo, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    unsafe try PDFWriter(canvas: canvas, pages: pages, info: info).write(to: sink)
  }

  /// One page as SVG, its text as outlines.
  public func svg(_ page: Page) throws -> [UInt8] {
    var out: [UInt8] = []
    let stream = unsafe OutputStream { unsafe out += $0 }
    let surface = unsafe try stream.surface { write, closure in
      unsafe cairo_svg_surface_create_for_stream(write, closure, page.width.points, page.height.points)
    }
    unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
    unsafe try stream.finish(surface) { context in
      unsafe paintBackground(of: page, on: context)
      unsafe canvas.draw(page.ink, on: context) { _, _ in }
    }
    return out
  }

  /// One page as PNG, its glyphs at quarters of a pixel.
  public func png(_ page: Page, ppi: Double) throws -> [UInt8] {
    let scale = ppi / 72
    let width = Int((page.width.points * scale).rounded(.up))
    let height = Int((page.height.points * scale).rounded(.up))
    guard width > 0, height > 0, width <= 32_000, height <= 32_000, width * height <= 400_000_000 else {
      throw DrawingError(message: "a page of \(width) × \(height) pixels is too large; lower the resolution")
    }
    let rasterizer = self.rasterizer ?? GlyphRasterizer(fonts: fonts)
    self.rasterizer = rasterizer
    let raster = try Raster(width: width, height: height, background: page.background ?? Color(rgba: 0xFFFF_FFFF))
    raster.draw(page.ink, scale: scale, canvas: canvas, rasterizer: rasterizer)
    return encodePNG(raster, ppi: ppi)
  }

  private func paintBackground(of page: Page, on context: OpaquePointer) {
    guard let color = page.background else { return }
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    unsafe cairo_paint(context)
  }
}

/// cairo's output, handed on piece by piece; keeps what went wrong on the way.
@safe final class OutputStream {
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var failure: (any Error)?

  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    unsafe self.sink = sink
  }

  typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t

  func surface(_ make: (Write, UnsafeMutableRawPointer) -> OpaquePointer?) throws -> OpaquePointer {
    let closure = unsafe Unmanaged.passUnretained(self).toOpaque()
    let surface = unsafe make({ closure, data, length in
      guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
      let stream = unsafe Unmanaged<OutputStream>.fromOpaque(closure).takeUnretainedValue()
      return unsafe stream.write(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }, closure)
    guard let surface = unsafe surface else { throw DrawingError(message: "no surface could be made") }
    return unsafe surface
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> cairo_status_t {
    guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
    do {
      try unsafe sink(bytes)
      return CAIRO_STATUS_SUCCESS
    } catch {
      failure = error
      return CAIRO_STATUS_WRITE_ERROR
    }
  }

  /// Draws, finishes and frees the surface.
  func finish(_ surface: OpaquePointer, _ draw: (OpaquePointer) -> Void) throws {
    defer { unsafe cairo_surface_destroy(surface) }
    guard let context = unsafe cairo_create(surface) else { throw DrawingError(message: "no context could be made") }
    unsafe draw(context)
    let drawn = unsafe cairo_status(context)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    let finished = unsafe cairo_surface_status(surface)
    if let failure { throw failure }
    for status in [drawn, finished] where status != CAIRO_STATUS_SUCCESS {
      let words = unsafe cairo_status_to_string(status).map { unsafe String(cString: $0) } ?? "unknown"
      throw DrawingError(message: "cairo: \(words)")
    }
  }
}
