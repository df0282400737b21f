internal import CHarfBuzz
import TypesetBoxes
import TypesetFonts

/// What Appendix G asks of a glyph, in scaled points.
struct GlyphMetrics {
  var width: Int
  var height: Int
  var depth: Int
  var italic: Int
  /// From the glyph's left edge; half the width where the font says nothing.
  var accentAttachment: Int
}

/// A math font at one size: OpenType's MATH table in scaled points, each glyph's numbers kept once they were asked for.
@safe final class MathFont {
  let font: Font
  let size: Int
  private var metrics: [UInt32: GlyphMetrics] = [:]
  private var constants = [Int?](repeating: nil, count: 64)
  /// The forms that the feature `ssty` gives to scripts: 0 none, 1, 2.
  private let scriptLevel: Int
  private var scriptForms: [UInt32: UInt32] = [:]
  private let scriptLookups: [UInt32]

  init(_ font: Font, scriptLevel: Int) {
    self.font = font
    size = font.size.rawValue
    self.scriptLevel = scriptLevel
    scriptLookups = scriptLevel > 0 ? unsafe Self.lookups(of: "ssty", in: hb_font_get_face(font.handle)) : []
  }

  private static func lookups(of feature: String, in face: OpaquePointer?) -> [UInt32] {
    guard let set = unsafe hb_set_create() else { return [] }
    defer { unsafe hb_set_destroy(set) }
    var features = unsafe [hb_tag_from_string(feature, 4), 0]
    unsafe hb_ot_layout_collect_lookups(face, hb_tag_from_string("GSUB", 4), nil, nil, &features, set)
    var lookups: [UInt32] = []
    var next = UInt32.max
    while unsafe hb_set_next(set, &next) != 0, lookups.count < 16 { lookups.append(next) }
    return lookups
  }

  func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    guard let glyph = font.face.glyph(for: scalar) else { return nil }
    return scriptForm(of: glyph)
  }

  /// The form that is drawn for script sizes, where the font has one.
  func scriptForm(of glyph: UInt32) -> UInt32 {
    guard scriptLevel > 0 else { return glyph }
    if let known = scriptForms[glyph] { return known }
    var form = glyph
    for lookup in scriptLookups {
      var count: UInt32 = 4
      var alternates: [UInt32] = [0, 0, 0, 0]
      let total = unsafe hb_ot_layout_lookup_get_glyph_alternates(
        hb_font_get_face(font.handle), lookup, glyph, 0, &count, &alternates)
      if total > 0 {
        form = alternates[min(scriptLevel, Int(count)) - 1]
        break
      }
    }
    scriptForms[glyph] = form
    return form
  }

  func metrics(of glyph: UInt32) -> GlyphMetrics {
    if let known = metrics[glyph] { return known }
    var extents = hb_glyph_extents_t()
    unsafe hb_font_get_glyph_extents(font.handle, glyph, &extents)
    let width = unsafe Int(hb_font_get_glyph_h_advance(font.handle, glyph))
    let attachment = unsafe Int(hb_ot_math_get_glyph_top_accent_attachment(font.handle, glyph))
    let found = unsafe GlyphMetrics(
      width: width, height: max(0, Int(extents.y_bearing)), depth: max(0, -Int(extents.y_bearing) - Int(extents.height)),
      italic: Int(hb_ot_math_get_glyph_italics_correction(font.handle, glyph)), accentAttachment: attachment)
    metrics[glyph] = found
    return found
  }

  func constant(_ constant: hb_ot_math_constant_t) -> Int {
    let index = Int(constant.rawValue)
    if let known = constants[index] { return known }
    let value = unsafe Int(hb_ot_math_get_constant(font.handle, constant))
    constants[index] = value
    return value
  }

  /// The smallest variant that is at least `length` high (or wide), else the largest; and its length.
  func variant(of glyph: UInt32, atLeast length: Int, isVertical: Bool) -> (glyph: UInt32, isEnough: Bool) {
    var best = glyph
    var start: UInt32 = 0
    let own = metrics(of: glyph)
    if (isVertical ? own.height + own.depth : own.width) >= length { return (glyph, true) }
    while true {
      var count: UInt32 = 16
      var variants = [hb_ot_math_glyph_variant_t](repeating: hb_ot_math_glyph_variant_t(), count: 16)
      let total = unsafe hb_ot_math_get_glyph_variants(
        font.handle, glyph, isVertical ? HB_DIRECTION_TTB : HB_DIRECTION_LTR, start, &count, &variants)
      for variant in variants[..<Int(count)] {
        best = variant.glyph
        let metrics = metrics(of: variant.glyph)
        if (isVertical ? metrics.height + metrics.depth : metrics.width) >= length { return (best, true) }
      }
      start += count
      if start >= total || count == 0 { return (best, false) }
    }
  }

  /// The widest variant that is no wider than `width`, for accents.
  func widestVariant(of glyph: UInt32, upTo width: Int) -> UInt32 {
    var best = glyph
    var count: UInt32 = 32
    var variants = [hb_ot_math_glyph_variant_t](repeating: hb_ot_math_glyph_variant_t(), count: 32)
    unsafe hb_ot_math_get_glyph_variants(font.handle, glyph, HB_DIRECTION_LTR, 0, &count, &variants)
    for variant in variants[..<Int(count)] {
      if metrics(of: variant.glyph).width > width { break }
      best = variant.glyph
    }
    return best
  }

  struct Part {
    var glyph: UInt32
    var startConnector: Int
    var endConnector: Int
    var advance: Int
    var isExtender: Bool
  }

  func assembly(of glyph: UInt32, isVertical: Bool) -> [Part] {
    var count: UInt32 = 16
    var parts = [hb_ot_math_glyph_part_t](repeating: hb_ot_math_glyph_part_t(), count: 16)
    var italic: Int32 = 0
    unsafe hb_ot_math_get_glyph_assembly(
      font.handle, glyph, isVertical ? HB_DIRECTION_TTB : HB_DIRECTION_LTR, 0, &count, &parts, &italic)
    return parts[..<Int(count)].map { part in
      Part(
        glyph: part.glyph, startConnector: Int(part.start_connector_length), endConnector: Int(part.end_connector_length),
        advance: Int(part.full_advance), isExtender: part.flags.rawValue & 1 != 0)
    }
  }

  var minimumOverlap: Int { unsafe Int(hb_ot_math_get_min_connector_overlap(font.handle, HB_DIRECTION_TTB)) }

  /// Cut-in kerns (OpenType MATH, MathKernInfo): 0 top right, 1 top left, 2 bottom right, 3 bottom left.
  func kern(of glyph: UInt32, corner: UInt32, at height: Int) -> Int {
    unsafe Int(hb_ot_math_get_glyph_kerning(font.handle, glyph, hb_ot_math_kern_t(corner), Int32(clamping: height)))
  }
}
