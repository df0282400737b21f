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
    case image(PackedImage)
    /// A page of a file of Cairo's, or of an author's PDF by itself, by its object.
    case vector(CairoFile, page: Int, PageFrame)
  }

  /// By the order in which pictures are met on the pages: their numbers in the book depend on which thread came first.
  var number: Int
  var content: Content
  /// In the units of the picture's space.
  var width: Double
  var height: Double

  /// Takes the picture's space to a rectangle of the page.
  func matrix(x: Double, y: Double, width: Double, height: Double) -> [Double] {
    switch content {
    case .vector: [width / self.width, 0, 0, height / self.height, x, y]
    case .image: [width, 0, 0, height, x, y]
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

extension ImagePlanes {
  init(_ bitmap: PDFBitmap) {
    self.init(count: bitmap.width * bitmap.height, isOpaque: false) { index in
      let base = index * 4
      return UInt32(bitmap.pixels[base + 3]) << 24 | UInt32(bitmap.pixels[base + 2]) << 16 | UInt32(bitmap.pixels[base + 1]) << 8
        | UInt32(bitmap.pixels[base])
    }
  }
}
