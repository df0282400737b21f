internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetFonts

/// A glyph's coverage, a byte a pixel, and where it lies from the glyph's origin.
struct GlyphMask {
  var start: Int32
  var left: Int16
  /// Rows above the baseline.
  var top: Int16
  var width: Int16
  var rows: Int16

  static let empty = GlyphMask(start: 0, left: 0, top: 0, width: 0, rows: 0)
}

/// Draws each glyph once for each quarter of a pixel that its origin falls on. For one thread.
///
/// cairo 1.16 moves glyphs to whole pixels on image surfaces, which makes text at screen resolution badly spaced; filling
/// outlines each time costs twenty times as much as laying on a mask.
@safe final class GlyphRasterizer {
  struct FontKey: Hashable {
    var face: FaceID
    /// In 1/64 of a pixel.
    var size: Int
  }

  private struct MaskKey: Hashable {
    var font: Int32
    var glyph: UInt32
    var phase: UInt8
  }

  private let fonts: FontBook
  private let library: FreeTypeLibrary?
  private var faces: [FaceID: FreeTypeFace?] = [:]
  private var fontNumbers: [FontKey: Int32] = [:]
  private var fontKeys: [FontKey] = []
  private var masks: [MaskKey: GlyphMask] = [:]
  /// All masks, one after the other.
  private(set) var coverage: [UInt8] = []
  private var activeFont: Int32 = -1

  init(fonts: FontBook) {
    self.fonts = fonts
    library = FreeTypeLibrary()
  }

  /// A number for a face at a size; nil where masks are not for it.
  func font(_ id: FaceID, pixels: Double) -> Int32? {
    guard pixels > 0.5, pixels < 200 else { return nil }
    let key = FontKey(face: id, size: Int((pixels * 64).rounded()))
    if let known = fontNumbers[key] { return known }
    guard let face = face(id), !face.isBitmapFont else { return nil }
    fontKeys.append(key)
    fontNumbers[key] = Int32(fontKeys.count - 1)
    return Int32(fontKeys.count - 1)
  }

  private func face(_ id: FaceID) -> FreeTypeFace? {
    if let known = faces[id] { return known }
    let face = library.flatMap { FreeTypeFace(fonts.face(id), library: $0) }
    faces[id] = .some(face)
    return face
  }

  func mask(of glyph: UInt32, _ font: Int32, phaseX: Int, phaseY: Int) -> GlyphMask {
    let key = MaskKey(font: font, glyph: glyph, phase: UInt8(phaseX << 2 | phaseY))
    if let known = masks[key] { return known }
    let mask = draw(glyph, font, phaseX: phaseX, phaseY: phaseY)
    masks[key] = mask
    return mask
  }

  private func draw(_ glyph: UInt32, _ font: Int32, phaseX: Int, phaseY: Int) -> GlyphMask {
    let key = fontKeys[Int(font)]
    guard let face = face(key.face), let library else { return .empty }
    let handle = unsafe face.handle
    if activeFont != font {
      unsafe FT_Set_Char_Size(handle, 0, FT_F26Dot6(key.size), 72, 72)
      activeFont = font
    }
    let flags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    guard unsafe FT_Load_Glyph(handle, glyph, flags) == 0, let slot = unsafe handle.pointee.glyph,
      unsafe slot.pointee.format == mdtypeset_glyph_format_outline
    else { return .empty }
    unsafe FT_Outline_Translate(&slot.pointee.outline, FT_Pos(phaseX * 16), FT_Pos(-phaseY * 16))
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let left = Int(box.xMin) >> 6
    let bottom = Int(box.yMin) >> 6
    let width = ((Int(box.xMax) + 63) >> 6) - left
    let rows = ((Int(box.yMax) + 63) >> 6) - bottom
    guard width > 0, rows > 0, width < 2000, rows < 2000 else { return .empty }
    unsafe FT_Outline_Translate(&slot.pointee.outline, FT_Pos(-left * 64), FT_Pos(-bottom * 64))
    let start = coverage.count
    coverage.append(contentsOf: repeatElement(0, count: width * rows))
    unsafe coverage.withUnsafeMutableBufferPointer { buffer in
      var bitmap = unsafe FT_Bitmap()
      unsafe bitmap.rows = UInt32(rows)
      unsafe bitmap.width = UInt32(width)
      unsafe bitmap.pitch = Int32(width)
      unsafe bitmap.buffer = buffer.baseAddress?.advanced(by: start)
      unsafe bitmap.num_grays = 256
      unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      unsafe FT_Outline_Get_Bitmap(library.handle, &slot.pointee.outline, &bitmap)
    }
    return GlyphMask(
      start: Int32(start), left: Int16(clamping: left), top: Int16(clamping: bottom + rows), width: Int16(width), rows: Int16(rows))
  }
}
