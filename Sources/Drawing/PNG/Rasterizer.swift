internal import CCairo
internal import CFreeType
internal import Synchronization
internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetPictures

/// Rasterisers that are not in use. One is used by one thread at a time, so it is `Sendable`.
final class RasterizerPool: @unchecked Sendable {
  private let idle = Mutex(Idle())
  private struct Idle: @unchecked Sendable { var list: [Rasterizer] = [] }

  func take() -> Rasterizer? {
    idle.withLock { idle in idle.list.popLast().map(Passed.init) }?.rasterizer
  }

  func put(_ rasterizer: Rasterizer) {
    let passed = Passed(rasterizer: rasterizer)
    idle.withLock { $0.list.append(passed.rasterizer) }
  }

  private struct Passed: @unchecked Sendable { var rasterizer: Rasterizer }
}

/// Draws ink on a canvas of pixels: glyphs as masks, made once for each quarter of a pixel, all else through Cairo.
///
/// Baselines are on whole pixels, as in Poppler and Skia: lines of a page are equally sharp then. Horizontally a glyph
/// may be on quarters of a pixel; Cairo alone would round that to whole ones and space text badly.
final class Rasterizer {
  private let faces: FaceBridge
  private let pictures: PictureBook
  private var masks: [MaskKey: Mask] = [:]
  private var coverage: [UInt8] = []
  private var sized: (face: FaceID, size: Int)?
  /// Where glyphs are cut off, in pixels.
  private var clip: (left: Int, top: Int, right: Int, bottom: Int)?

  private struct MaskKey: Hashable {
    var face: UInt16
    var phase: UInt8
    var expansion: Int8
    var size: Int32
    var glyph: UInt32
  }

  /// A glyph's coverage, its upper left corner counted from the pixel of its origin.
  private struct Mask {
    var left: Int32
    var top: Int32
    var width: Int32
    var height: Int32
    /// In `coverage`.
    var start: Int
    /// A colour glyph or one too large to keep.
    var isDrawnByCairo = false
  }

  init(fonts: FontBook, pictures: PictureBook) {
    faces = FaceBridge(fonts)
    self.pictures = pictures
  }

  func draw(_ page: Page, on canvas: PixelCanvas) {
    let ink = page.ink
    let scale = canvas.scale
    // Cairo is left once for a row of runs, not once for each.
    var index = 0
    while index < ink.items.count {
      if case .run = ink.items[index] {
        let start = index
        while index < ink.items.count, ink.items[index].needsNoCairo { index += 1 }
        unsafe canvas.withPixels { pixels, stride in
          for place in start..<index {
            guard case .run(let run) = ink.items[place] else { continue }
            unsafe draw(run, of: ink, on: canvas, pixels, stride)
          }
        }
        continue
      }
      switch ink.items[index] {
      case .run, .mark, .content, .part: break
      case .clip(let rect): clip(to: rect, canvas)
      case .rule(let rect, let color): fill(rect, color, canvas)
      case .stroke(let stroke): draw(stroke, canvas)
      case .panel(let panel): draw(panel, canvas)
      case .path(let path):
        unsafe path.draw(on: canvas.context, leastWidth: 1 / canvas.scale) { set($0, canvas) }
      case .picture(let id, let rect): draw(id, rect, canvas)
      }
      index += 1
    }
    _ = scale
  }

  /// Begins or ends clipping.
  private func clip(to rect: Rect?, _ canvas: PixelCanvas) {
    if clip != nil { unsafe cairo_restore(canvas.context) }
    clip = nil
    guard let rect else { return }
    unsafe cairo_save(canvas.context)
    let (left, top) = (rect.x.points, -(rect.y + rect.height).points)
    unsafe cairo_rectangle(canvas.context, left, top, rect.width.points, rect.height.points)
    unsafe cairo_clip(canvas.context)
    func pixel(_ points: Double) -> Int { Int(clamping: min(max(points * canvas.scale, -1e6), 1e6).rounded()) }
    clip = (pixel(left), pixel(top), pixel(left + rect.width.points), pixel(top + rect.height.points))
  }

  // MARK: Pictures

  /// A picture covers whole pixels, so that a tile of as many is laid on as it is.
  private func draw(_ id: PictureID, _ rect: Rect, _ canvas: PixelCanvas) {
    guard rect.width > .zero, rect.height > .zero else { return }
    let size = tileSize(width: rect.width, height: rect.height, scale: canvas.scale)
    let drawn = try? pictures.drawing(of: id, as: .tile(width: size.width, height: size.height))
    var tile = pictures.spareTile(of: id)
    if case .raster(let raster)? = drawn { tile = raster }
    guard let tile, let surface = unsafe imageSurface(of: tile) else { return }
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe canvas.context
    unsafe cairo_save(context)
    unsafe cairo_identity_matrix(context)
    unsafe cairo_translate(
      context, (rect.x.points * canvas.scale).rounded(), (-(rect.y + rect.height).points * canvas.scale).rounded())
    let width = max(1, (rect.width.points * canvas.scale).rounded())
    let height = max(1, (rect.height.points * canvas.scale).rounded())
    unsafe cairo_rectangle(context, 0, 0, width, height)
    unsafe cairo_clip(context)
    unsafe cairo_scale(context, width / Double(tile.width), height / Double(tile.height))
    unsafe cairo_set_source_surface(context, surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    unsafe cairo_paint(context)
    unsafe cairo_restore(context)
  }

  // MARK: Rules

  private func set(_ color: Color, _ canvas: PixelCanvas) {
    unsafe cairo_set_source_rgba(canvas.context, color.red, color.green, color.blue, color.alpha)
  }

  /// A rule is at least one pixel thick and begins and ends on whole pixels, so that all rules of a kind look alike.
  private func fill(_ rect: Rect, _ color: Color, _ canvas: PixelCanvas) {
    guard rect.width > .zero, rect.height > .zero else { return }
    let x = snapped(rect.x.points * canvas.scale, rect.width.points * canvas.scale)
    let y = snapped(-(rect.y + rect.height).points * canvas.scale, rect.height.points * canvas.scale)
    set(color, canvas)
    unsafe cairo_save(canvas.context)
    unsafe cairo_identity_matrix(canvas.context)
    unsafe cairo_rectangle(canvas.context, x.start, y.start, x.length, y.length)
    unsafe cairo_fill(canvas.context)
    unsafe cairo_restore(canvas.context)
  }

  /// Thin extents keep their rounded length and their middle, thick ones the nearest pixel at both ends.
  private func snapped(_ start: Double, _ length: Double) -> (start: Double, length: Double) {
    guard length < 4 else {
      let low = start.rounded()
      return (low, (start + length).rounded() - low)
    }
    let thickness = max(1, length.rounded())
    return ((start + (length - thickness) / 2).rounded(), thickness)
  }

  private func draw(_ stroke: Stroke, _ canvas: PixelCanvas) {
    if stroke.dash == .zero, stroke.x0 == stroke.x1 || stroke.y0 == stroke.y1 {
      let half = stroke.width / 2
      let (left, right) = (min(stroke.x0, stroke.x1), max(stroke.x0, stroke.x1))
      let (bottom, top) = (min(stroke.y0, stroke.y1), max(stroke.y0, stroke.y1))
      let rect =
        bottom == top
        ? Rect(x: left, y: bottom - half, width: right - left, height: stroke.width)
        : Rect(x: left - half, y: bottom, width: stroke.width, height: top - bottom)
      fill(rect, stroke.color, canvas)
      return
    }
    set(stroke.color, canvas)
    unsafe cairo_set_line_width(canvas.context, max(stroke.width.points, 1 / canvas.scale))
    var dash = stroke.dash.points
    unsafe cairo_set_dash(canvas.context, &dash, stroke.dash > .zero ? 1 : 0, 0)
    unsafe cairo_move_to(canvas.context, stroke.x0.points, -stroke.y0.points)
    unsafe cairo_line_to(canvas.context, stroke.x1.points, -stroke.y1.points)
    unsafe cairo_stroke(canvas.context)
    unsafe cairo_set_dash(canvas.context, nil, 0, 0)
  }

  private func draw(_ panel: Panel, _ canvas: PixelCanvas) {
    if panel.radius == .zero, panel.border == nil {
      if let fill = panel.fill { self.fill(panel.rect, fill, canvas) }
      return
    }
    unsafe addPath(of: panel, to: canvas.context)
    if let fill = panel.fill {
      set(fill, canvas)
      unsafe cairo_fill_preserve(canvas.context)
    }
    if let border = panel.border, panel.borderWidth > .zero {
      set(border, canvas)
      unsafe cairo_set_line_width(canvas.context, max(panel.borderWidth.points, 1 / canvas.scale))
      unsafe cairo_stroke_preserve(canvas.context)
    }
    unsafe cairo_new_path(canvas.context)
  }

  // MARK: Glyphs

  private func draw(
    _ run: GlyphRun, of ink: Ink, on canvas: PixelCanvas, _ pixels: UnsafeMutablePointer<UInt32>, _ stride: Int
  ) {
    // 26.6 pixels, as FreeType wants them.
    let size = Int32(clamping: Int(clamping: (run.size.points * canvas.scale * 64).rounded()))
    guard size > 0 else { return }
    let toPixels = canvas.scale / 65536
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      let x = Double(run.x.rawValue &+ Int(glyph.x)) * toPixels
      let y = -Double(run.y.rawValue &+ Int(glyph.y)) * toPixels
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      let quarters = Int(clamping: (x * 4).rounded(.down))
      let mask = mask(
        MaskKey(face: run.face.rawValue, phase: UInt8(quarters & 3), expansion: run.expansion, size: size, glyph: glyph.id), run.face)
      guard let mask else { continue }
      if mask.isDrawnByCairo {
        drawByCairo(glyph.id, run, x: x, y: y, canvas)
        continue
      }
      unsafe blend(
        mask, run.color, x: quarters >> 2, y: Int(clamping: y.rounded()), pixels, stride, width: canvas.width,
        height: canvas.height)
    }
  }

  /// Above this many pixels a glyph is drawn each time, from its outline.
  private static let largestKept = 512 * 512

  private func mask(_ key: MaskKey, _ face: FaceID) -> Mask? {
    if let known = masks[key] { return known }
    let made = makeMask(key, face)
    masks[key] = made
    return made
  }

  private func makeMask(_ key: MaskKey, _ id: FaceID) -> Mask? {
    guard let entry = faces.entry(id) else { return nil }
    let byCairo = Mask(left: 0, top: 0, width: 0, height: 0, start: 0, isDrawnByCairo: true)
    let face = unsafe entry.freeType
    // A face of bitmaps only, which colour emoji are, has no size between them.
    guard unsafe face.pointee.face_flags & 1 != 0 else { return byCairo }
    // Cairo changes the size of the same face, so it is set each time.
    unsafe FT_Set_Char_Size(face, 0, FT_F26Dot6(key.size), 72, 72)
    guard unsafe FT_Load_Glyph(face, key.glyph, freeTypeNoHinting | freeTypeNoBitmap) == 0,
      let slot = unsafe face.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return byCairo }
    if key.expansion != 0 {
      var matrix = FT_Matrix(xx: 65536 + FT_Fixed(key.expansion) * 65536 / 1000, xy: 0, yx: 0, yy: 65536)
      unsafe FT_Outline_Transform(&slot.pointee.outline, &matrix)
    }
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    guard (box.xMax - box.xMin) / 64 * ((box.yMax - box.yMin) / 64) < Self.largestKept else { return byCairo }
    // Quarters are cut down to: half of one more is their middle.
    unsafe FT_Outline_Translate(&slot.pointee.outline, FT_Pos(key.phase) * 16 + 8, 0)
    guard unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return byCairo }
    let bitmap = unsafe slot.pointee.bitmap
    let start = coverage.count
    for row in unsafe 0..<Int(bitmap.rows) {
      guard let buffer = unsafe bitmap.buffer else { break }
      let line = unsafe UnsafeBufferPointer(start: buffer + row * Int(bitmap.pitch), count: Int(bitmap.width))
      unsafe coverage.append(contentsOf: line)
    }
    return unsafe Mask(
      left: slot.pointee.bitmap_left, top: slot.pointee.bitmap_top, width: Int32(bitmap.width),
      height: Int32(bitmap.rows), start: start)
  }

  /// Lays a colour through a mask over the pixels, in sRGB as Cairo does.
  private func blend(
    _ mask: Mask, _ color: Color, x: Int, y: Int, _ pixels: UnsafeMutablePointer<UInt32>, _ stride: Int, width: Int,
    height: Int
  ) {
    let left = x + Int(mask.left)
    let top = y - Int(mask.top)
    let (width, height) = (min(width, clip?.right ?? width), min(height, clip?.bottom ?? height))
    let (firstColumn, firstRow) = (max(0, (clip?.left ?? 0) - left, -left), max(0, (clip?.top ?? 0) - top, -top))
    let columns = firstColumn..<max(firstColumn, min(Int(mask.width), width - left))
    let rows = firstRow..<max(firstRow, min(Int(mask.height), height - top))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (red, green, blue, alpha) = (color.rgba >> 24, color.rgba >> 16 & 255, color.rgba >> 8 & 255, color.rgba & 255)
    let solid = 0xFF00_0000 | color.rgba >> 8
    unsafe coverage.withUnsafeBufferPointer { coverage in
      for row in rows {
        let from = mask.start + row * Int(mask.width)
        let to = (top + row) * stride + left
        for column in columns {
          let covered = UInt32(unsafe coverage[from + column])
          if covered == 0 { continue }
          let weight = alpha == 255 ? covered : (covered * alpha + 127) / 255
          if weight == 255 {
            unsafe pixels[to + column] = solid
            continue
          }
          let under = unsafe pixels[to + column]
          let rest = 255 - weight
          let newRed = ((under >> 16 & 255) * rest + red * weight + 127) / 255
          let newGreen = ((under >> 8 & 255) * rest + green * weight + 127) / 255
          let newBlue = ((under & 255) * rest + blue * weight + 127) / 255
          unsafe pixels[to + column] = 0xFF00_0000 | newRed << 16 | newGreen << 8 | newBlue
        }
      }
    }
  }

  private func drawByCairo(_ glyph: UInt32, _ run: GlyphRun, x: Double, y: Double, _ canvas: PixelCanvas) {
    guard let entry = faces.entry(run.face), let face = unsafe faces.cairoFace(run.face) else { return }
    let context = unsafe canvas.context
    unsafe cairo_surface_mark_dirty(canvas.surface)
    unsafe cairo_save(context)
    unsafe cairo_set_font_face(context, face)
    unsafe cairo_set_font_size(context, run.size.points)
    set(run.color, canvas)
    var placed = cairo_glyph_t(index: UInt(glyph), x: x / canvas.scale, y: y / canvas.scale)
    if unsafe entry.freeType.pointee.face_flags & 1 != 0 {
      unsafe cairo_glyph_path(context, &placed, 1)
      unsafe cairo_fill(context)
    } else {
      unsafe cairo_show_glyphs(context, &placed, 1)
    }
    unsafe cairo_restore(context)
    unsafe cairo_surface_flush(canvas.surface)
  }
}

extension InkItem {
  /// A run of glyphs, or nothing that is drawn.
  fileprivate var needsNoCairo: Bool {
    switch self {
    case .run, .mark, .content, .part: true
    case .rule, .stroke, .panel, .path, .picture, .clip: false
    }
  }
}
