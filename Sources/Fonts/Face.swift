internal import CHarfBuzz
public import TypesetBoxes
internal import TypesetDiagnostics

/// A place on one axis of a variable font (OpenType fvar): `wght=450`.
public struct FontVariation: Hashable, Sendable {
  /// Four characters as a number.
  public var tag: UInt32
  /// In the axis' own units.
  public var value: Double

  /// Reads `wght=450,wdth=90`; what is no axis is left out.
  public static func list(_ text: some StringProtocol) -> [FontVariation] {
    text.split { $0 == "," || $0 == ";" }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
      guard sides.count == 2, sides[0].utf8.count == 4, let value = DocumentNumber.real(sides[1]) else { return nil }
      return FontVariation(tag: sides[0].utf8.reduce(0) { $0 << 8 | UInt32($1) }, value: value)
    }
  }

  /// The axis of the width of letters.
  static let widthAxis = list("wdth=100")[0].tag

  /// A family whose letters are narrower or wider than usual: `Inter` with 75 is `Inter:wdth=75`.
  ///
  /// - Parameter percent: Of the usual width, in place of one that the family has already.
  public static func stretched(_ family: String, percent: Double) -> String {
    let parts = family.split(separator: ":", maxSplits: 1)
    let others = parts.count > 1 ? list(parts[1]).filter { $0.tag != widthAxis } : []
    let all = others + (percent == 100 ? [] : [FontVariation(tag: widthAxis, value: percent)])
    return String(parts.first ?? "") + (all.isEmpty ? "" : ":" + all.map(\.text).joined(separator: ","))
  }

  /// As `list` reads it.
  public var text: String {
    let name = String(decoding: [24, 16, 8, 0].map { UInt8(tag >> UInt32($0) & 255) }, as: UTF8.self)
    return "\(name)=\(value)"
  }
}

/// One face of a font file, read once and shared.
///
/// HarfBuzz' objects are made immutable before they are stored, and its functions on immutable objects may run in
/// several threads at once, so a face is `Sendable`.
@safe public final class Face: @unchecked Sendable {
  /// The number of the face in its font book.
  public let id: FaceID
  /// The file's name without its folder: `LibertinusSerif-Regular.otf`.
  public let fileName: String
  /// The path of the file, if it is not bundled.
  public let path: String?
  /// The number of the face in a collection; the upper 16 bits are the number of a variable font's instance, from 1.
  public let index: Int
  /// Coordinates of a variable font, in addition to the coordinates of its instance.
  public let variations: [FontVariation]
  /// Font units of the em, 16 to 16,384 (OpenType `head`).
  public let unitsPerEm: Int
  /// How many glyphs the font file has.
  public let glyphCount: Int

  /// The face as HarfBuzz preprocesses it for many subsets.
  let subsetSource = SubsetSource()
  let blob: OpaquePointer
  let face: OpaquePointer
  /// At `unitsPerEm`, for look-ups of glyphs and of metrics in font units.
  let unscaled: OpaquePointer

  /// - Parameter blob: Ownership is taken, also if the result is nil.
  /// - Returns: Nil where the bytes hold no face of that index.
  init?(id: FaceID, blob: OpaquePointer, index: Int, fileName: String, path: String?, variations: [FontVariation] = []) {
    let face = unsafe hb_face_create(blob, UInt32(index))
    let glyphCount = unsafe Int(hb_face_get_glyph_count(face))
    guard let face = unsafe face, glyphCount > 0, let unscaled = unsafe hb_font_create(face) else {
      unsafe hb_face_destroy(face)
      unsafe hb_blob_destroy(blob)
      return nil
    }
    unsafe hb_face_make_immutable(face)
    self.variations = variations
    unsafe Self.apply(variations, to: unscaled)
    unsafe hb_font_make_immutable(unscaled)
    self.id = id
    unsafe self.blob = blob
    unsafe self.face = face
    unsafe self.unscaled = unscaled
    self.index = index
    self.fileName = fileName
    self.path = path
    self.unitsPerEm = unsafe Int(hb_face_get_upem(face))
    self.glyphCount = glyphCount
  }

  deinit {
    unsafe hb_font_destroy(unscaled)
    unsafe hb_face_destroy(face)
    unsafe hb_blob_destroy(blob)
  }

  static func apply(_ variations: [FontVariation], to font: OpaquePointer) {
    guard !variations.isEmpty else { return }
    let list = variations.map { hb_variation_t(tag: $0.tag, value: Float($0.value)) }
    unsafe hb_font_set_variations(font, list, UInt32(list.count))
  }

  /// The bytes of the whole font file, valid as long as the face is.
  public func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    var length: UInt32 = 0
    let start = unsafe hb_blob_get_data(blob, &length)
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  /// The nominal glyph of a scalar; nil for a scalar that the face lacks.
  public func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: UInt32 = 0
    return unsafe hb_font_get_nominal_glyph(unscaled, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// True if the face has substitutions (OpenType GSUB) of a feature, for any script.
  public func hasSubstitution(_ feature: String) -> Bool {
    substitutions.contains(unsafe hb_tag_from_string(feature, Int32(feature.utf8.count)))
  }

  /// The names of the features of its substitutions, for any script: `liga`, `onum`.
  var substitutionNames: [String] {
    Set(substitutions).map { tag in String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self) }.sorted()
  }

  private var substitutions: [UInt32] {
    // There may be one for each script and language.
    var count: UInt32 = 1024
    return unsafe [UInt32](unsafeUninitializedCapacity: 1024) { buffer, filled in
      _ = unsafe hb_ot_layout_table_get_feature_tags(face, substitutionTable, 0, &count, buffer.baseAddress)
      filled = Int(min(count, 1024))
    }
  }

  /// The least and the greatest value of an axis of a variable font; nil for a font without this axis.
  func range(ofAxis tag: UInt32) -> ClosedRange<Double>? {
    var axis = hb_ot_var_axis_info_t()
    guard unsafe hb_ot_var_find_axis_info(face, tag, &axis) != 0, axis.min_value < axis.max_value else { return nil }
    return Double(axis.min_value)...Double(axis.max_value)
  }

  /// True if formulas can be set with it.
  public var hasMathTable: Bool { unsafe hb_ot_math_has_data(face) != 0 }

  /// The face at a size.
  public func font(size: Length) -> Font { Font(self, size: size) }
}

/// A face at a size. Its metrics are scaled points, rounded as HarfBuzz rounds.
///
/// Immutable after `init`, so it is `Sendable`, for the reason given at `Face`.
@safe public final class Font: @unchecked Sendable {
  public let face: Face
  /// The size of the em.
  public let size: Length
  /// The scale is the size in scaled points, so that every number that HarfBuzz gives is in scaled points.
  public let handle: OpaquePointer

  init(_ face: Face, size: Length) {
    self.face = face
    self.size = size
    guard let font = unsafe hb_font_create(face.face) else { preconditionFailure("hb_font_create never returns null") }
    let scale = Int32(clamping: size.rawValue)
    unsafe hb_font_set_scale(font, scale, scale)
    unsafe Face.apply(face.variations, to: font)
    unsafe hb_font_make_immutable(font)
    unsafe self.handle = font
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// Height of the ascender and depth of the descender, both positive, and the gap that the font asks for between lines.
  public var extents: (ascender: Length, descender: Length, lineGap: Length) {
    var extents = hb_font_extents_t()
    unsafe hb_font_get_h_extents(handle, &extents)
    return (
      Length(rawValue: Int(extents.ascender)), Length(rawValue: -Int(extents.descender)),
      Length(rawValue: Int(extents.line_gap))
    )
  }

  /// How far a glyph moves the pen rightwards, before kerning.
  public func advance(of glyph: UInt32) -> Length {
    unsafe Length(rawValue: Int(hb_font_get_glyph_h_advance(handle, glyph)))
  }

  /// Where the ink of a glyph begins, rightwards from its origin, and how wide it is; nil for a glyph without ink.
  public func inkWidth(of glyph: UInt32) -> (left: Length, width: Length)? {
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(handle, glyph, &extents) != 0, extents.width > 0 else { return nil }
    return (Length(rawValue: Int(extents.x_bearing)), Length(rawValue: Int(extents.width)))
  }

  /// The smallest rectangle around the ink of a glyph, from its origin, y upwards; nil for a glyph without ink.
  public func inkBounds(of glyph: UInt32) -> Rect? {
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(handle, glyph, &extents) != 0, extents.width > 0, extents.height != 0 else { return nil }
    // HarfBuzz gives the height downwards from the top.
    let height = Length(rawValue: -Int(extents.height))
    return Rect(
      x: Length(rawValue: Int(extents.x_bearing)), y: Length(rawValue: Int(extents.y_bearing)) - height,
      width: Length(rawValue: Int(extents.width)), height: height)
  }

  /// Height of the lower-case x, from OS/2 where it says so, else half of the size.
  public var xHeight: Length { metric(HB_OT_METRICS_TAG_X_HEIGHT) ?? size / 2 }
  /// Height of the capitals, from OS/2 where it says so, else seven tenths of the size.
  public var capHeight: Length { metric(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? size.scaled(by: 0.7) }

  /// Where an underline is (its middle, upwards) and how thick it is.
  public var underline: (position: Length, thickness: Length) {
    (
      metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET) ?? size.scaled(by: -0.1),
      metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE) ?? size.scaled(by: 0.05)
    )
  }

  private func metric(_ tag: hb_ot_metrics_tag_t) -> Length? {
    var value: Int32 = 0
    return unsafe hb_ot_metrics_get_position(handle, tag, &value) != 0 ? Length(rawValue: Int(value)) : nil
  }
}

/// `GSUB`
private let substitutionTable: UInt32 = 0x4753_5542
