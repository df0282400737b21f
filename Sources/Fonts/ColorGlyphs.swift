internal import CHarfBuzz
public import TypesetBoxes

/// A glyph that is a picture, as colour emoji are (OpenType CBDT and sbix).
public struct ColorGlyph: Sendable {
  /// A PNG file.
  public var png: [UInt8]
  /// From the glyph's origin to the picture's left and upper edge, and its size, in ems; y upwards.
  public var left: Double
  public var top: Double
  public var width: Double
  public var height: Double
}

extension ColorGlyph {
  /// The rectangle that the glyph fills.
  ///
  /// - Parameter size: The length of an em.
  public func rect(size: Length, x: Length, y: Length) -> Rect {
    let height = size.scaled(by: height)
    return Rect(x: x + size.scaled(by: left), y: y + size.scaled(by: top) - height, width: size.scaled(by: width), height: height)
  }
}

extension Face {
  /// The picture of a glyph, as large as the face has it; nil for glyphs of outlines.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    guard let blob = unsafe hb_ot_color_glyph_reference_png(unscaled, glyph) else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard let data = unsafe hb_blob_get_data(blob, &length), length > 0, unsafe hb_font_get_glyph_extents(unscaled, glyph, &extents) != 0
    else { return nil }
    let png = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(length)))
    let em = Double(unitsPerEm)
    return ColorGlyph(
      png: png, left: Double(extents.x_bearing) / em, top: Double(extents.y_bearing) / em, width: Double(extents.width) / em,
      height: Double(-extents.height) / em)
  }
}
