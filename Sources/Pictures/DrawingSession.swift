internal import CCairo
internal import TypesetBoxes
internal import TypesetDiagnostics

/// What is known about an SVG file before it is drawn.
struct SVGHead: Hashable, Sendable {
  var width: Length
  var height: Length
  var links: [PictureLink]
  var warnings: [PictureWarning]
}

/// Reads one picture and draws it, in this process or in another.
protocol DrawingSession {
  /// - Returns: Nil for raster pictures, whose headers need no library.
  mutating func open(_ kind: PictureKind, _ bytes: [UInt8]) throws(PictureError) -> SVGHead?
  /// Draws the picture that was opened last.
  mutating func draw(_ target: PictureTarget) throws(PictureError) -> Drawing
}

/// Draws in this process. The other process does the same, so both give the same bytes.
struct LocalSession: DrawingSession {
  /// The most bytes that a compressed file may have once it is unpacked.
  let limit: Int
  /// The most pixels that are decoded: what has more is scaled down while it is read.
  let pixels: Int
  /// The most that an SVG file may take (`SVGWork`).
  let work: Int
  /// The most bytes of memory that drawing may take.
  private let memory: Int
  private var kind = PictureKind.png
  private var bytes: [UInt8] = []
  private var svg: (drawing: SVGDrawing, head: SVGHead)?

  init(_ budget: Budget) {
    (limit, pixels, work) = (budget.pictureBytes, budget.decodedPixels, budget.pictureWork)
    memory = budget.pictureMemory
  }

  mutating func open(_ kind: PictureKind, _ bytes: [UInt8]) throws(PictureError) -> SVGHead? {
    (self.kind, self.bytes, svg) = (kind, bytes, nil)
    guard kind == .svg else { return nil }
    silenceMessages()
    let plain = try plainSVG(bytes, limit: limit)
    let drawing = try SVGDrawing(plain)
    let size = drawing.intrinsicSize
    guard SVGWork.estimate(plain, pixels: Self.pixels(of: size.width.points, size.height.points)) <= work else { throw .tooMuchWork }
    var warnings: [PictureWarning] = drawing.hasLostText ? [.textInForeignObject] : []
    if SVGReferences(plain).isIncomplete { warnings.append(.picturesElsewhere) }
    if !drawing.isDrawable(plain) { warnings.append(.tooMuchToDraw) }
    if WhiteDrawing(plain).isAllWhite { warnings.append(.allWhite) }
    if MovingSVG.moves(plain) { warnings.append(.moving) }
    let head = SVGHead(
      width: size.width, height: size.height, links: drawing.links(width: size.width.points, height: size.height.points),
      warnings: warnings)
    svg = (drawing, head)
    return head
  }

  mutating func draw(_ target: PictureTarget) throws(PictureError) -> Drawing {
    if let (drawing, head) = svg {
      do throws(PictureError) { return try draw(drawing, head, target) } catch {
        if case .outOfMemory = error { throw .outOfMemory(limit: memory) }
        throw error
      }
    }
    switch target {
    case .tile(let width, let height): return .raster(try scaled(try raster(), toWidth: width, height: height))
    case .image:
      guard kind == .png else { return .image(PackedImage(try raster())) }
      var image: PackedImage
      if let passed = passedPNG(bytes, alphaLimit: pixels) { image = passed } else { image = PackedImage(try raster()) }
      image.profile = ColorProfile.ofPNG(bytes, isGrey: image.isGrey && image.palette == nil)
      return .image(image)
    case .pixels: return .raster(try raster())
    case .page(let number):
      guard kind == .pdf else { throw .broken(kind, reason: "it has no pages") }
      return .page(try extractPage(number, of: bytes))
    case .form, .fragment: throw .broken(kind, reason: "it has no vectors")
    }
  }

  private func draw(_ drawing: SVGDrawing, _ head: SVGHead, _ target: PictureTarget) throws(PictureError) -> Drawing {
    // librsvg draws filters and masks at one pixel a unit: four units a point keep them sharp.
    let longer = max(head.width.points, head.height.points) * 4
    let units = drawing.hasMasks ? max(1, 4 * SVGPartDrawing.scale(ofLayers: longer)) : 4
    let (width, height) = (head.width.points * units, head.height.points * units)
    guard width > 0, height > 0 else { throw .broken(.svg, reason: "it has no size") }
    switch target {
    case .form: return .file(try drawing.pdf(width: width, height: height))
    case .fragment: return .file(try drawing.svg(width: width, height: height))
    case .tile(let width, let height): return .raster(try drawing.tile(width: width, height: height))
    case .image, .pixels, .page: throw .broken(.svg, reason: "it has no pixels")
    }
  }

  /// The pixels of filters and layers: four a point each way, as in `draw`.
  private static func pixels(of width: Double, _ height: Double) -> Int {
    Int(clamping: min(max(width * 4, 1) * max(height * 4, 1), 0x1p40))
  }

  private func raster() throws(PictureError) -> Raster {
    switch kind {
    case .png: return try decodePNG(bytes, shrinking: shrinkage(of: try readPNGHead(bytes), pixels: pixels), wholeLimit: wholeLimit)
    case .jpeg:
      let head = try readJPEGHead(bytes)
      return try decodeJPEG(bytes, head: head, shrinking: shrinkage(of: head.size, pixels: pixels))
    case .gif:
      try checkWhole(try readGIFHead(bytes))
      return try decodeGIF(bytes)
    case .webp:
      let head = try readWebPHead(bytes)
      try checkWhole(head.size)
      return try decodeWebP(bytes, head: head)
    case .bmp, .tiff, .avif:
      let size = try readPixbufHead(bytes, kind)
      try checkWhole(size)
      return try decodePixbuf(bytes, kind, size: size)
    case .svg, .pdf: throw .broken(kind, reason: "it has no pixels")
    }
  }

  /// The most pixels of a picture that cannot be read row by row and is held in memory as a whole.
  private var wholeLimit: Int { pixels * 3 }

  private func checkWhole(_ size: RasterSize) throws(PictureError) {
    guard size.width * size.height <= wholeLimit else { throw .tooManyPixels(width: size.width, height: size.height, limit: wholeLimit) }
  }
}

/// By how much a picture is scaled down while it is read, each way: a power of two, 1 where all its pixels have room.
func shrinkage(of size: RasterSize, pixels: Int) -> Int {
  var factor = 1
  while (size.width / factor) * (size.height / factor) > pixels, factor < 1 << 12 { factor *= 2 }
  return factor
}

/// Pixels resampled with Cairo's best filter.
func scaled(_ raster: Raster, toWidth width: Int, height: Int) throws(PictureError) -> Raster {
  guard width != raster.width || height != raster.height else { return raster }
  var out = Raster(clearWidth: width, height: height)
  out.isOpaque = raster.isOpaque
  let isDone = unsafe withSurface(of: &out) { target in
    guard let context = unsafe cairo_create(target) else { return false }
    defer { unsafe cairo_destroy(context) }
    return unsafe withReadOnlySurface(of: raster) { source in
      unsafe cairo_scale(context, Double(width) / Double(raster.width), Double(height) / Double(raster.height))
      unsafe cairo_set_source_surface(context, source, 0, 0)
      unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
      // Pixels would fade towards the edges without padding.
      unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      unsafe cairo_paint(context)
      return unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS
    }
  }
  guard isDone else { throw .tooManyPixels(width: width, height: height, limit: 32_767 * 32_767) }
  return out
}

/// Lets Cairo read and write the pixels of a raster where they are.
///
/// - Returns: What the body returns; false where Cairo can't have the surface.
func withSurface(of raster: inout Raster, _ body: (OpaquePointer) -> Bool) -> Bool {
  let (width, height, isOpaque) = (raster.width, raster.height, raster.isOpaque)
  return unsafe raster.pixels.withUnsafeMutableBytes { pixels in
    unsafe withSurface(pixels.baseAddress, width, height, isOpaque, body)
  }
}

/// Lets Cairo read the pixels of a raster where they are, without a copy.
private func withReadOnlySurface(of raster: Raster, _ body: (OpaquePointer) -> Bool) -> Bool {
  unsafe raster.pixels.withUnsafeBytes { pixels in
    unsafe withSurface(UnsafeMutableRawPointer(mutating: pixels.baseAddress), raster.width, raster.height, raster.isOpaque, body)
  }
}

private func withSurface(
  _ pixels: UnsafeMutableRawPointer?, _ width: Int, _ height: Int, _ isOpaque: Bool, _ body: (OpaquePointer) -> Bool
) -> Bool {
  guard width > 0, height > 0, width <= 32_767, height <= 32_767 else { return false }
  let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
  let data = unsafe pixels?.assumingMemoryBound(to: UInt8.self)
  let surface = unsafe cairo_image_surface_create_for_data(data, format, Int32(width), Int32(height), Int32(width * 4))
  defer {
    unsafe cairo_surface_finish(surface)
    unsafe cairo_surface_destroy(surface)
  }
  guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return false }
  let result = unsafe body(surface)
  unsafe cairo_surface_flush(surface)
  return result
}
