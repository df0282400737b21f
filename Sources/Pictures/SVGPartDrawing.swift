internal import CCairo
internal import CRsvg
internal import TypesetDiagnostics

/// Draws an SVG file part by part: vectors as they are, filters as pixels of their own place.
@safe struct SVGPartDrawing {
  private let drawing: SVGDrawing
  private let parts: SVGParts
  /// Of the target, in its units.
  private let size: (width: Double, height: Double)
  /// The whole drawing in pixels of filters.
  private let pixels: (width: Int, height: Int)

  /// The longer side of a drawing: 300 pixels an inch on a page of A4.
  private static let longest = 3_300.0
  /// Of all parts with filters together.
  private static let mostPixels = 24 << 20
  /// Of the drawing in which it is looked where a part has ink.
  private static let trialPixels = 16_384.0

  /// - Parameter isRaster: True if units of the target are pixels.
  init(_ drawing: SVGDrawing, _ parts: SVGParts, width: Double, height: Double, isRaster: Bool) {
    (self.drawing, self.parts) = (drawing, parts)
    size = (width, height)
    let scale = isRaster ? 1 : Self.scale(ofLayers: max(width, height))
    pixels = (max(1, Int(clamping: (width * scale).rounded())), max(1, Int(clamping: (height * scale).rounded())))
  }

  /// How many pixels a unit layers have, in a drawing whose longer side has this many units; at most one.
  static func scale(ofLayers longer: Double) -> Double { min(1, longest / max(longer, 1)) }

  /// - Parameter context: The drawing's upper left corner is its origin.
  func draw(on context: OpaquePointer) throws(PictureError) {
    let places = try self.places()
    let sum = places.reduce(0) { $0 + ($1.map { $0.width * $0.height } ?? 0) }
    let shrink = min(1, (Double(Self.mostPixels) / Double(max(sum, 1))).squareRoot())
    for (part, place) in zip(parts.parts, places) {
      if !part.hasFilter {
        unsafe try drawing.drawLayer(part.id, on: context, width: size.width, height: size.height)
      } else if let place {
        unsafe try paint(part, place, shrunkBy: shrink, on: context)
      }
    }
  }

  private typealias Place = (x: Int, y: Int, width: Int, height: Int)

  /// Where the parts with filters have ink, in pixels of filters; nil for parts without.
  private func places() throws(PictureError) -> [Place?] {
    let shrink = min(1, (Self.trialPixels / (Double(pixels.width) * Double(pixels.height))).squareRoot())
    let wide = max(1, Int(clamping: (Double(pixels.width) * shrink).rounded(.up)))
    let high = max(1, Int(clamping: (Double(pixels.height) * shrink).rounded(.up)))
    var places: [Place?] = []
    for part in parts.parts {
      guard part.hasFilter else {
        places.append(nil)
        continue
      }
      let tile = try drawing.tile(width: wide, height: high, layer: part.id)
      var ink = tile.inkBounds
      if let shape = drawing.bounds(ofLayer: part.id, width: wide, height: high) { ink = shape.reaching(ink ?? shape) }
      places.append(ink.map { enlarged($0, from: (wide, high)) })
    }
    return places
  }

  /// A rectangle of the trial in pixels of filters, with two pixels of the trial around it.
  private func enlarged(_ ink: RasterBounds, from trial: (width: Int, height: Int)) -> Place {
    func side(_ from: Int, _ to: Int, _ trial: Int, _ whole: Int) -> (Int, Int) {
      let start = max(0, (from - 2) * whole / trial)
      return (start, max(1, min(whole, ((to + 2) * whole + trial - 1) / trial) - start))
    }
    let (x, width) = side(ink.left, ink.right, trial.width, pixels.width)
    let (y, height) = side(ink.top, ink.bottom, trial.height, pixels.height)
    return (x, y, width, height)
  }

  private func paint(_ part: SVGParts.Part, _ place: Place, shrunkBy shrink: Double, on context: OpaquePointer) throws(PictureError) {
    let file = try SVGDrawing(part: parts.file(with: part, size: pixels, showing: place))
    let wide = max(1, Int(clamping: (Double(place.width) * shrink).rounded()))
    let high = max(1, Int(clamping: (Double(place.height) * shrink).rounded()))
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(clamping: wide), Int32(clamping: high)) else {
      throw .outOfMemory(limit: 0)
    }
    defer { unsafe cairo_surface_destroy(surface) }
    guard let image = unsafe cairo_create(surface), unsafe cairo_status(image) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory(limit: 0) }
    defer { unsafe cairo_destroy(image) }
    unsafe try file.drawLayer(part.id, on: image, width: Double(wide), height: Double(high))
    unsafe cairo_save(context)
    unsafe cairo_scale(context, size.width / Double(pixels.width), size.height / Double(pixels.height))
    unsafe cairo_translate(context, Double(place.x), Double(place.y))
    unsafe cairo_scale(context, Double(place.width) / Double(wide), Double(place.height) / Double(high))
    unsafe cairo_set_source_surface(context, surface, 0, 0)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }
}

/// A rectangle of pixels; its right and bottom sides are beyond it.
struct RasterBounds: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// A shape's place with as much around it, on all sides, as a filter reaches on any: a shadow is blurred before it is moved.
  func reaching(_ ink: RasterBounds) -> RasterBounds {
    let reach = max(0, left - ink.left, top - ink.top, ink.right - right, ink.bottom - bottom)
    return RasterBounds(left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach)
  }

  func joined(_ other: RasterBounds) -> RasterBounds {
    RasterBounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}

extension Raster {
  /// The smallest rectangle around all that is not clear; nil without any.
  fileprivate var inkBounds: RasterBounds? {
    var bounds: RasterBounds?
    for y in 0..<height {
      let row = pixels[y * width..<(y + 1) * width]
      guard let first = row.firstIndex(where: { $0 >> 24 != 0 }), let last = row.lastIndex(where: { $0 >> 24 != 0 }) else { continue }
      let found = RasterBounds(left: first - row.startIndex, top: y, right: last - row.startIndex + 1, bottom: y + 1)
      bounds = bounds?.joined(found) ?? found
    }
    return bounds
  }
}
