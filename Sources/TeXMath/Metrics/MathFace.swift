internal import CHarfBuzz
internal import TypesetBoxes
internal import TypesetFonts

/// The metrics of one glyph, in font units.
struct GlyphMetrics {
  var advance: Int32 = 0
  /// Above the baseline; below zero where the whole glyph lies under it.
  var height: Int32 = 0
  /// Below the baseline; below zero where the whole glyph lies over it.
  var depth: Int32 = 0
  var italicCorrection: Int32 = 0
  var topAccentAttachment: Int32 = 0
}

/// A way to make a glyph taller or wider: ready-made sizes, then parts to be joined.
struct GlyphConstruction {
  struct Part {
    var glyph: UInt32
    var startConnector: Int
    var endConnector: Int
    var fullAdvance: Int
    var isExtender: Bool
  }

  /// From small to large: the glyph and its extent in the stretching direction, in font units.
  var variants: [(glyph: UInt32, advance: Int)] = []
  var parts: [Part] = []
  var italicCorrection = 0
}

/// A face with the metrics that have been read so far, in font units; one per thread.
final class MathFace {
  let face: Face
  let unitsPerEm: Int
  private let font: Font
  private var metrics: [GlyphMetrics]
  private var isKnown: [Bool]
  private var constants: [Int]
  private var glyphs: [UInt32: UInt32] = [:]
  private var latin: [UInt32]
  private var scriptForms: [UInt64: UInt32] = [:]
  private var vertical: [UInt32: GlyphConstruction] = [:]
  private var horizontal: [UInt32: GlyphConstruction] = [:]
  private let scriptLookups: [UInt32]
  let hasMathTable: Bool
  let minConnectorOverlap: Int
  let hasCutIns: Bool

  init(_ face: Face) {
    self.face = face
    unitsPerEm = face.unitsPerEm
    font = face.font(size: Length(rawValue: face.unitsPerEm))
    metrics = Array(repeating: GlyphMetrics(), count: face.glyphCount)
    isKnown = Array(repeating: false, count: face.glyphCount)
    latin = (0..<128).map { Unicode.Scalar($0).flatMap { face.glyph(for: $0) } ?? 0 }
    let handle = unsafe font.handle
    let file = unsafe hb_font_get_face(handle)
    hasMathTable = unsafe hb_ot_math_has_data(file) != 0
    constants = (0..<56).map { unsafe Int(hb_ot_math_get_constant(handle, hb_ot_math_constant_t(UInt32($0)))) }
    minConnectorOverlap = unsafe Int(hb_ot_math_get_min_connector_overlap(handle, HB_DIRECTION_BTT))
    scriptLookups = unsafe Self.lookups(of: file, feature: "ssty")
    hasCutIns = hasMathTable
  }

  /// Font units at a size, in its unit.
  func scaled(_ units: Int, size: Int) -> Int {
    let product = units &* size
    return (product >= 0 ? product &+ unitsPerEm / 2 : product &- unitsPerEm / 2) / unitsPerEm
  }

  /// An OpenType MATH constant: font units, or per cent where the constant is one.
  func constant(_ name: hb_ot_math_constant_t) -> Int { constants[Int(name.rawValue)] }

  private static func lookups(of file: OpaquePointer?, feature: String) -> [UInt32] {
    var features: [hb_tag_t] = [unsafe hb_tag_from_string(feature, 4), 0]
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_ot_layout_collect_lookups(file, unsafe hb_tag_from_string("GSUB", 4), nil, nil, &features, set)
    var out: [UInt32] = []
    var next = UInt32.max
    while unsafe hb_set_next(set, &next) != 0 { out.append(next) }
    return out
  }

  /// The nominal glyph; zero if the face lacks the character.
  func glyph(_ scalar: UInt32) -> UInt32 {
    if scalar < 128 { return latin[Int(scalar)] }
    if let known = glyphs[scalar] { return known }
    let glyph = Unicode.Scalar(scalar).flatMap { face.glyph(for: $0) } ?? 0
    glyphs[scalar] = glyph
    return glyph
  }

  /// The `ssty` form of a glyph, level 1 in scripts, 2 in scripts of scripts.
  func scriptForm(of glyph: UInt32, level: Int) -> UInt32 {
    if level == 0 || scriptLookups.isEmpty { return glyph }
    let key = UInt64(glyph) << 2 | UInt64(level)
    if let known = scriptForms[key] { return known }
    var form = glyph
    let file = unsafe hb_font_get_face(font.handle)
    for lookup in scriptLookups {
      var count: UInt32 = 4
      var alternates: [hb_codepoint_t] = [0, 0, 0, 0]
      let total = unsafe hb_ot_layout_lookup_get_glyph_alternates(file, lookup, glyph, 0, &count, &alternates)
      if total > 0, count > 0 {
        form = alternates[min(level, Int(count)) - 1]
        break
      }
      // HarfBuzz 6 lists alternates only of alternate substitutions; of a single one the closure has the other glyph.
      if let other = unsafe singleSubstitute(of: glyph, lookup: lookup, file: file) {
        form = other
        break
      }
    }
    scriptForms[key] = form
    return form
  }

  private func singleSubstitute(of glyph: UInt32, lookup: UInt32, file: OpaquePointer?) -> UInt32? {
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_set_add(set, glyph)
    unsafe hb_ot_layout_lookup_substitute_closure(file, lookup, set)
    var next = UInt32.max
    while unsafe hb_set_next(set, &next) != 0 {
      if next != glyph { return next }
    }
    return nil
  }

  func metrics(of glyph: UInt32) -> GlyphMetrics {
    let index = Int(glyph)
    guard index < isKnown.count else { return GlyphMetrics() }
    if isKnown[index] { return metrics[index] }
    let handle = unsafe font.handle
    var out = GlyphMetrics()
    out.advance = unsafe hb_font_get_glyph_h_advance(handle, glyph)
    var extents = hb_glyph_extents_t()
    if unsafe hb_font_get_glyph_extents(handle, glyph, &extents) != 0 {
      out.height = extents.y_bearing
      out.depth = -(extents.y_bearing + extents.height)
    }
    if hasMathTable {
      out.italicCorrection = unsafe hb_ot_math_get_glyph_italics_correction(handle, glyph)
      out.topAccentAttachment = unsafe hb_ot_math_get_glyph_top_accent_attachment(handle, glyph)
    }
    metrics[index] = out
    isKnown[index] = true
    return out
  }

  /// OpenType MATH: MathKern, at a height in font units.
  func mathKern(of glyph: UInt32, corner: hb_ot_math_kern_t, at height: Int) -> Int {
    unsafe Int(hb_ot_math_get_glyph_kerning(font.handle, glyph, corner, Int32(clamping: height)))
  }

  func construction(of glyph: UInt32, isVertical: Bool) -> GlyphConstruction {
    if let known = isVertical ? vertical[glyph] : horizontal[glyph] { return known }
    let handle = unsafe font.handle
    let direction = isVertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR
    var out = GlyphConstruction()
    var count: UInt32 = 32
    var variants = Array(repeating: hb_ot_math_glyph_variant_t(), count: 32)
    unsafe hb_ot_math_get_glyph_variants(handle, glyph, direction, 0, &count, &variants)
    out.variants = variants.prefix(Int(count)).map { ($0.glyph, Int($0.advance)) }
    var parts = Array(repeating: hb_ot_math_glyph_part_t(), count: 32)
    var correction: Int32 = 0
    count = 32
    unsafe hb_ot_math_get_glyph_assembly(handle, glyph, direction, 0, &count, &parts, &correction)
    out.italicCorrection = Int(correction)
    out.parts = parts.prefix(Int(count)).map {
      GlyphConstruction.Part(
        glyph: $0.glyph, startConnector: Int($0.start_connector_length), endConnector: Int($0.end_connector_length),
        fullAdvance: Int($0.full_advance), isExtender: $0.flags.rawValue & 1 != 0)
    }
    if isVertical { vertical[glyph] = out } else { horizontal[glyph] = out }
    return out
  }
}
