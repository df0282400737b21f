internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetPictures

/// A picture of a PDF file, and how it fills a rectangle.
struct PDFPicture: Sendable {
  enum Content: Sendable {
    /// A JPEG as it is.
    case jpeg(Picture)
    case raster(Picture)
    /// A page of Cairo's file, by its object.
    case vector(page: Int)
  }

  /// By the order in which pictures are met on the pages: their numbers in the book depend on which thread came first.
  var number: Int
  var content: Content
  /// In the units of its own space.
  var width: Double
  var height: Double

  /// Takes the picture's space to a rectangle of the page.
  func matrix(x: Double, y: Double, width: Double, height: Double) -> [Double] {
    switch content {
    case .vector: [width / self.width, 0, 0, height / self.height, x, y]
    case .raster: [width, 0, 0, height, x, y]
    case .jpeg(let picture):
      // EXIF's orientations: where the first row and the first column are seen. Pixels fill a unit square, first row on top.
      switch picture.orientation {
      case 2: [-width, 0, 0, height, x + width, y]
      case 3: [-width, 0, 0, -height, x + width, y + height]
      case 4: [width, 0, 0, -height, x, y + height]
      case 5: [0, -height, -width, 0, x + width, y + height]
      case 6: [0, -height, width, 0, x, y + height]
      case 7: [0, height, width, 0, x, y]
      case 8: [0, height, -width, 0, x + width, y]
      default: [width, 0, 0, height, x, y]
      }
    }
  }
}

/// A glyph that is a picture: colour emoji.
struct PDFBitmap: Sendable {
  struct Key: Hashable, Sendable {
    /// In `PDFFonts.uses`.
    var font: Int
    var glyph: UInt32
  }

  var width: Int
  var height: Int
  /// Pixels from the origin to the left edge, and up to the upper one.
  var left: Double
  var top: Double
  var pixelsPerEm: Double
  /// B, G, R, A of each pixel, multiplied.
  var pixels: [UInt8]

  /// - Returns: nil for glyphs without pixels.
  init?(_ glyph: UInt32, of face: FaceBridge.Entry) {
    // At the size of its largest strike.
    let strikes = unsafe Int(face.freeType.pointee.num_fixed_sizes)
    guard strikes > 0, unsafe FT_Select_Size(face.freeType, Int32(strikes - 1)) == 0,
      unsafe FT_Load_Glyph(face.freeType, glyph, freeTypeColor) == 0, let slot = unsafe face.freeType.pointee.glyph
    else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    pixelsPerEm = unsafe Double(face.freeType.pointee.available_sizes[strikes - 1].y_ppem) / 64
    guard unsafe Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue), pixelsPerEm > 0, let from = unsafe bitmap.buffer else {
      return nil
    }
    (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    (left, top) = unsafe (Double(slot.pointee.bitmap_left), Double(slot.pointee.bitmap_top))
    pixels = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: from + row * Int(bitmap.pitch), count: width * 4))
    }
    guard width > 0, height > 0 else { return nil }
  }
}

/// Pixels as an image of PDF has them (ISO 32000-1, 8.9.5): colours, and alpha by itself.
struct PDFPixels {
  var isGrey: Bool
  var colors: [UInt8]
  /// nil where all is opaque.
  var alpha: [UInt8]?

  /// From pixels whose colours are multiplied by their alpha.
  init(_ raster: Raster) {
    self.init(count: raster.pixels.count, isOpaque: raster.isOpaque) { raster.pixels[$0] }
  }

  init(_ bitmap: PDFBitmap) {
    self.init(count: bitmap.width * bitmap.height, isOpaque: false) { index in
      let base = index * 4
      return UInt32(bitmap.pixels[base + 3]) << 24 | UInt32(bitmap.pixels[base + 2]) << 16 | UInt32(bitmap.pixels[base + 1]) << 8
        | UInt32(bitmap.pixels[base])
    }
  }

  private init(count: Int, isOpaque: Bool, _ pixel: (Int) -> UInt32) {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(count * 3)
    var alpha: [UInt8] = []
    if !isOpaque { alpha.reserveCapacity(count) }
    var isGrey = true
    for index in 0..<count {
      let value = pixel(index)
      let opacity = value >> 24
      var (red, green, blue) = (value >> 16 & 255, value >> 8 & 255, value & 255)
      if !isOpaque {
        alpha.append(UInt8(opacity))
        if opacity > 0, opacity < 255 {
          red = min(255, (red * 255 + opacity / 2) / opacity)
          green = min(255, (green * 255 + opacity / 2) / opacity)
          blue = min(255, (blue * 255 + opacity / 2) / opacity)
        }
      }
      if red != green || green != blue { isGrey = false }
      rgb.append(UInt8(red))
      rgb.append(UInt8(green))
      rgb.append(UInt8(blue))
    }
    self.isGrey = isGrey
    colors = isGrey ? stride(from: 0, to: rgb.count, by: 3).map { rgb[$0] } : rgb
    self.alpha = isOpaque ? nil : alpha
  }
}

/// The vector pictures of a document, drawn by Cairo, each as a page of a PDF file of its own.
@safe final class VectorPictures {
  private var bytes: [UInt8] = []

  typealias Drawing = (id: PictureID, number: Int, drawing: SVGDrawing, width: Double, height: Double)

  /// - Returns: The file, and its pages' objects in the order of the drawings that are on them; nil where there are none.
  static func file(of drawings: [Drawing]) -> (file: CairoFile, pages: [Int], drawings: [Drawing])? {
    guard !drawings.isEmpty else { return nil }
    if let (file, pages) = try? wholeFile(of: drawings) { return (file, pages, drawings) }
    // A picture that can't be drawn does not cost the others.
    let good = drawings.filter { (try? wholeFile(of: [$0])) != nil }
    guard !good.isEmpty, let (file, pages) = try? wholeFile(of: good) else { return nil }
    return (file, pages, good)
  }

  private static func wholeFile(of drawings: [Drawing]) throws(DrawingError) -> (CairoFile, [Int]) {
    let gathered = VectorPictures()
    let sink = unsafe Sink { piece in unsafe gathered.bytes.append(contentsOf: piece) }
    let surface = unsafe cairo_pdf_surface_create_for_stream(Sink.callback, Unmanaged.passUnretained(sink).toOpaque(), 1, 1)
    guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else { throw .cairo("no surface") }
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    for (_, _, drawing, width, height) in drawings {
      unsafe cairo_pdf_surface_set_size(surface, width, height)
      _ = unsafe drawing.draw(on: context, x: 0, y: 0, width: width, height: height)
      unsafe cairo_show_page(context)
    }
    unsafe cairo_surface_finish(surface)
    try withExtendedLifetime(sink) { () throws(DrawingError) in try sink.finish() }
    guard unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS else { throw .cairo(unsafe cairo_status(context)) }
    guard let file = CairoFile(gathered.bytes), let tree = file.dictionary(file.root)["Pages"].flatMap({ file.reference($0) }),
      let kids = file.dictionary(tree)["Kids"]
    else { throw .unreadable }
    let pages = file.references(kids)
    guard pages.count == drawings.count else { throw .unreadable }
    return (file, pages)
  }
}
