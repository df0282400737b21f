public import TypesetBoxes

/// What a picture is drawn as.
public enum PictureTarget: Hashable, Sendable {
  /// A picture of vectors as a PDF file of one page, which becomes a form.
  case form
  /// A picture of vectors as an SVG file of vectors, with text as outlines.
  case fragment
  /// Any picture in this many pixels: a part of a page at its resolution.
  case tile(width: Int, height: Int)
  /// A raster picture as an image of PDF.
  case image
  /// A raster picture, every pixel.
  case pixels
  /// A page of a PDF file, by its number, as a separate file.
  case page(Int)
}

/// A drawn picture: a value that needs neither the file nor the library that read it.
public enum Drawing: Hashable, Sendable {
  case file([UInt8])
  case raster(Raster)
  case image(PackedImage)
  case page(PDFPage)
}

/// Pixels as an image of PDF holds them (ISO 32000-1, 8.9.5): colours, and alpha by itself, each a zlib stream.
public struct PackedImage: Hashable, Sendable {
  public var width: Int
  public var height: Int
  /// True for one sample a pixel instead of three.
  public var isGrey: Bool
  /// A zlib stream of the samples, row by row from the top.
  public var colors: [UInt8]
  /// Nil if all pixels are opaque.
  public var alpha: [UInt8]?
  /// Of the colours: bits a sample, 1, 2, 4, 8 or 16. Alpha has eight.
  public var bits = 8
  /// R, G and B of each colour, where the samples are their numbers.
  public var palette: [UInt8]?
  /// True if rows begin with the number of a filter, as PNG has them (ISO 32000-1, 7.4.4.4: predictor 15).
  public var hasRowFilters = false
  /// The ICC profile of the colours, or of the palette; nil for sRGB.
  public var profile: [UInt8]?
}

extension PackedImage {
  /// What a worker may answer: PDF has no other images.
  var isValid: Bool {
    (1...1 << 20).contains(width) && (1...1 << 20).contains(height) && [1, 2, 4, 8, 16].contains(bits)
      && palette.map { bits <= 8 && isGrey && !$0.isEmpty && $0.count <= 3 << bits && $0.count % 3 == 0 } ?? true
      && profile.map { ColorProfile.checked($0, isGrey: isGrey && palette == nil) != nil } ?? true
  }

  init(_ raster: Raster) {
    let planes = ImagePlanes(count: raster.pixels.count, isOpaque: raster.isOpaque) { raster.pixels[$0] }
    let deflate = Deflate(level: 6)
    (width, height, isGrey) = (raster.width, raster.height, planes.isGrey)
    colors = deflate.compressed(planes.colors[...])
    alpha = planes.alpha.map { deflate.compressed($0[...]) }
  }
}

/// Pixels with colours and alpha apart.
package struct ImagePlanes {
  package var isGrey: Bool
  /// One byte a pixel for grey, three for colours (R, G, B); not multiplied by alpha.
  package var colors: [UInt8]
  /// Nil if all pixels are opaque.
  package var alpha: [UInt8]?

  /// - Parameter pixel: 0xAARRGGBB, colours multiplied by alpha.
  package init(count: Int, isOpaque: Bool, _ pixel: (Int) -> UInt32) {
    var isGrey = true
    var alpha: [UInt8] = isOpaque ? [] : [UInt8](repeating: 0, count: count)
    let rgb = unsafe [UInt8](unsafeUninitializedCapacity: count * 3) { out, filled in
      for index in 0..<count {
        let value = pixel(index)
        var (red, green, blue) = (value >> 16 & 255, value >> 8 & 255, value & 255)
        if !isOpaque {
          let opacity = value >> 24
          alpha[index] = UInt8(opacity)
          if opacity > 0, opacity < 255 {
            red = min(255, (red * 255 + opacity / 2) / opacity)
            green = min(255, (green * 255 + opacity / 2) / opacity)
            blue = min(255, (blue * 255 + opacity / 2) / opacity)
          }
        }
        if red != green || green != blue { isGrey = false }
        unsafe out[index * 3] = UInt8(red)
        unsafe out[index * 3 + 1] = UInt8(green)
        unsafe out[index * 3 + 2] = UInt8(blue)
      }
      filled = count * 3
    }
    self.isGrey = isGrey
    colors = isGrey ? stride(from: 0, to: rgb.count, by: 3).map { rgb[$0] } : rgb
    self.alpha = isOpaque ? nil : alpha
  }
}

/// How many pixels the tile of a picture has: at least one each way, and no more than memory permits, whatever the size of the page.
public func tileSize(width: Length, height: Length, scale: Double) -> (width: Int, height: Int) {
  let (wide, high) = (max(1, width.points * scale), max(1, height.points * scale))
  let shrink = min(1, (48_000_000 / (wide * high)).squareRoot(), 32_000 / wide, 32_000 / high)
  return (max(1, Int(clamping: (wide * shrink).rounded())), max(1, Int(clamping: (high * shrink).rounded())))
}
