internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetPictures

/// Draws ink on a Cairo context, as vectors: what SVG files are made of.
@safe final class Painter {
  let context: OpaquePointer
  private let faces: FaceBridge
  let pictures: PictureInk
  private let fontOptions = unsafe cairo_font_options_create()
  private var glyphs: [cairo_glyph_t] = []
  private var scaledFonts: [FontKey: OpaquePointer] = unsafe [:]
  private var color: Color?
  private var isClipped = false

  private var bitmaps: [BitmapKey: BitmapGlyph] = [:]

  private struct BitmapKey: Hashable {
    var face: FaceID
    var glyph: UInt32
  }

  @safe private struct BitmapGlyph {
    var surface: OpaquePointer
    var left: Double
    var top: Double
    var pixelsPerEm: Double
  }

  private struct FontKey: Hashable {
    var face: FaceID
    var size: Length
    var expansion: Int8
  }

  init(_ surface: OpaquePointer, faces: FaceBridge, pictures: PictureInk) {
    let context = unsafe cairo_create(surface)
    guard let context = unsafe context else { preconditionFailure("cairo_create never returns null") }
    unsafe self.context = context
    self.faces = faces
    self.pictures = pictures
    unsafe cairo_font_options_set_hint_style(fontOptions, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(fontOptions, CAIRO_HINT_METRICS_OFF)
  }

  deinit {
    for unsafe(_, font) in unsafe scaledFonts { unsafe cairo_scaled_font_destroy(font) }
    for (_, bitmap) in bitmaps { unsafe cairo_surface_destroy(bitmap.surface) }
    unsafe cairo_font_options_destroy(fontOptions)
    unsafe cairo_destroy(context)
  }

  /// - Parameter range: Which of its items; nil is all.
  func draw(_ ink: Ink, _ range: Range<Int>? = nil) {
    color = nil
    for item in ink.items[range ?? ink.items.indices] {
      switch item {
      case .run(let run): draw(run, of: ink)
      case .rule(let rect, let color):
        set(color)
        add(rect)
        unsafe cairo_fill(context)
      case .stroke(let stroke): draw(stroke)
      case .panel(let panel): draw(panel)
      case .path(let path): unsafe path.draw(on: context, leastWidth: 0) { set($0) }
      case .picture(let id, let rect):
        unsafe pictures.draw(
          id, on: context, x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points,
          height: rect.height.points)
        color = nil
      case .clip(let rect):
        if isClipped { unsafe cairo_restore(context) }
        isClipped = rect != nil
        color = nil
        guard let rect else { continue }
        unsafe cairo_save(context)
        add(rect)
        unsafe cairo_clip(context)
      case .mark, .content, .part: break
      }
    }
  }

  func fillPage(_ page: Page) {
    guard let background = page.background else { return }
    set(background)
    unsafe cairo_paint(context)
  }

  private func set(_ new: Color) {
    guard color != new else { return }
    color = new
    unsafe cairo_set_source_rgba(context, new.red, new.green, new.blue, new.alpha)
  }

  private func add(_ rect: Rect) {
    unsafe cairo_rectangle(
      context, rect.x.points, -(rect.y + rect.height).points, rect.width.points, rect.height.points)
  }

  private func draw(_ stroke: Stroke) {
    set(stroke.color)
    unsafe cairo_set_line_width(context, stroke.width.points)
    if stroke.dash > .zero {
      var dash = stroke.dash.points
      unsafe cairo_set_dash(context, &dash, 1, 0)
    } else {
      unsafe cairo_set_dash(context, nil, 0, 0)
    }
    unsafe cairo_move_to(context, stroke.x0.points, -stroke.y0.points)
    unsafe cairo_line_to(context, stroke.x1.points, -stroke.y1.points)
    unsafe cairo_stroke(context)
  }

  private func draw(_ panel: Panel) {
    unsafe addPath(of: panel, to: context)
    if let fill = panel.fill {
      set(fill)
      unsafe cairo_fill_preserve(context)
    }
    if let border = panel.border, panel.borderWidth > .zero {
      set(border)
      unsafe cairo_set_dash(context, nil, 0, 0)
      unsafe cairo_set_line_width(context, panel.borderWidth.points)
      unsafe cairo_stroke_preserve(context)
    }
    unsafe cairo_new_path(context)
  }

  private func scaledFont(_ run: GlyphRun) -> OpaquePointer? {
    let key = FontKey(face: run.face, size: run.size, expansion: run.expansion)
    if let known = unsafe scaledFonts[key] { return unsafe known }
    guard let entry = faces.entry(run.face), let face = unsafe faces.cairoFace(run.face) else { return nil }
    var matrix = cairo_matrix_t(xx: run.size.points * (1 + Double(run.expansion) / 1000), yx: 0, xy: 0, yy: run.size.points, x0: 0, y0: 0)
    var identity = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    // Cairo sets a variable font to the coordinates that its options name, whatever FreeType's face has.
    let variations = entry.face.variations.map(\.text).joined(separator: ",")
    unsafe cairo_font_options_set_variations(fontOptions, variations.isEmpty ? nil : variations)
    let font = unsafe cairo_scaled_font_create(face, &matrix, &identity, fontOptions)
    unsafe scaledFonts[key] = font
    return unsafe font
  }

  private func draw(_ run: GlyphRun, of ink: Ink) {
    guard !run.glyphs.isEmpty, let entry = faces.entry(run.face) else { return }
    // Colour bitmaps are drawn as pictures.
    guard unsafe entry.freeType.pointee.face_flags & 1 != 0 else {
      drawBitmaps(run, of: ink, face: entry)
      return
    }
    guard let font = unsafe scaledFont(run) else { return }
    set(run.color)
    unsafe cairo_set_scaled_font(context, font)
    glyphs.removeAll(keepingCapacity: true)
    let x = Double(run.x.rawValue)
    let y = Double(-run.y.rawValue)
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      glyphs.append(
        cairo_glyph_t(
          index: UInt(glyph.id), x: (x + Double(glyph.x)) / 65536, y: (y - Double(glyph.y)) / 65536))
    }
    unsafe cairo_show_glyphs(context, glyphs, Int32(glyphs.count))
  }

  /// Glyphs of a face that has bitmaps only, at the size of its largest strike.
  private func drawBitmaps(_ run: GlyphRun, of ink: Ink, face: FaceBridge.Entry) {
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      guard let bitmap = bitmapGlyph(glyph.id, of: face) else { continue }
      let scale = run.size.points / bitmap.pixelsPerEm
      unsafe cairo_save(context)
      unsafe cairo_translate(
        context, (Double(run.x.rawValue) + Double(glyph.x)) / 65536, -(Double(run.y.rawValue) + Double(glyph.y)) / 65536)
      unsafe cairo_scale(context, scale, scale)
      unsafe cairo_set_source_surface(context, bitmap.surface, bitmap.left, -bitmap.top)
      unsafe cairo_rectangle(
        context, bitmap.left, -bitmap.top, Double(cairo_image_surface_get_width(bitmap.surface)),
        Double(cairo_image_surface_get_height(bitmap.surface)))
      unsafe cairo_fill(context)
      unsafe cairo_restore(context)
    }
    color = nil
  }

  /// A colour glyph as an image; made once.
  private func bitmapGlyph(_ glyph: UInt32, of face: FaceBridge.Entry) -> BitmapGlyph? {
    let key = BitmapKey(face: face.face.id, glyph: glyph)
    if let known = bitmaps[key] { return known }
    let strikes = unsafe Int(face.freeType.pointee.num_fixed_sizes)
    guard strikes > 0, unsafe FT_Select_Size(face.freeType, Int32(strikes - 1)) == 0,
      unsafe FT_Load_Glyph(face.freeType, glyph, freeTypeColor) == 0, let slot = unsafe face.freeType.pointee.glyph
    else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    let pixelsPerEm = unsafe Double(face.freeType.pointee.available_sizes[strikes - 1].y_ppem) / 64
    guard unsafe Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue), pixelsPerEm > 0,
      let from = unsafe bitmap.buffer,
      let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.rows))
    else { return nil }
    guard let to = unsafe cairo_image_surface_get_data(surface) else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    for row in unsafe 0..<Int(bitmap.rows) {
      unsafe (to + row * stride).update(from: from + row * Int(bitmap.pitch), count: Int(bitmap.width) * 4)
    }
    unsafe cairo_surface_mark_dirty(surface)
    let made = unsafe BitmapGlyph(
      surface: surface, left: Double(slot.pointee.bitmap_left), top: Double(slot.pointee.bitmap_top),
      pixelsPerEm: pixelsPerEm)
    bitmaps[key] = made
    return made
  }
}

/// A rectangle's outline, its corners round where the panel says so.
func addPath(of panel: Panel, to context: OpaquePointer) {
  let rect = panel.rect
  let (x, y) = (rect.x.points, -(rect.y + rect.height).points)
  let (width, height) = (rect.width.points, rect.height.points)
  let radius = max(0, min(panel.radius.points, width / 2, height / 2))
  guard radius > 0 else {
    unsafe cairo_rectangle(context, x, y, width, height)
    return
  }
  unsafe cairo_new_sub_path(context)
  unsafe cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
  unsafe cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
  unsafe cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
  unsafe cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
  unsafe cairo_close_path(context)
}
