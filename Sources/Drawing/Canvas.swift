internal import CCairo
internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetPictures

/// Draws ink on vector surfaces by cairo. For one thread.
@safe final class Canvas {
  let fonts: FontBook
  let pictures: PictureBook
  private let library: FreeTypeLibrary?
  private var fontFaces: [FaceID: OpaquePointer] = unsafe [:]
  private var images: [PictureID: ImageSource] = [:]
  /// Kept from run to run.
  private var glyphBuffer: [cairo_glyph_t] = []
  private var clusterBuffer: [cairo_text_cluster_t] = []

  init(fonts: FontBook, pictures: PictureBook) {
    self.fonts = fonts
    self.pictures = pictures
    library = FreeTypeLibrary()
  }

  deinit {
    unsafe fontFaces.values.forEach { unsafe cairo_font_face_destroy($0) }
  }

  /// Draws a page's ink. The context's origin is the page's upper left corner, its unit a point, y growing downwards.
  ///
  /// - Parameter mark: Is told of the marks, in the order of the ink.
  func draw(_ ink: Ink, on context: OpaquePointer, mark: (Mark, Rect) -> Void) {
    for item in ink.items {
      switch item {
      case .run(let run): unsafe draw(run, of: ink, on: context)
      case .rule(let rect, let color):
        unsafe set(color, on: context)
        unsafe cairo_rectangle(context, rect.x.points, -rect.y.points - rect.height.points, rect.width.points, rect.height.points)
        unsafe cairo_fill(context)
      case .stroke(let stroke): unsafe draw(stroke, on: context)
      case .panel(let panel): unsafe draw(panel, on: context)
      case .picture(let id, let rect): unsafe draw(id, in: rect, on: context)
      case .mark(let index, let rect): mark(ink.marks[Int(index)], rect)
      }
    }
  }

  private func set(_ color: Color, on context: OpaquePointer) {
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  func draw(_ stroke: Stroke, on context: OpaquePointer) {
    unsafe set(stroke.color, on: context)
    unsafe cairo_set_line_width(context, stroke.width.points)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    if stroke.dash > .zero {
      var dash = [stroke.dash.points]
      unsafe cairo_set_dash(context, &dash, 1, 0)
    }
    unsafe cairo_move_to(context, stroke.x0.points, -stroke.y0.points)
    unsafe cairo_line_to(context, stroke.x1.points, -stroke.y1.points)
    unsafe cairo_stroke(context)
    if stroke.dash > .zero { unsafe cairo_set_dash(context, nil, 0, 0) }
  }

  func draw(_ panel: Panel, on context: OpaquePointer) {
    let rect = panel.rect
    unsafe path(
      x: rect.x.points, y: -rect.y.points - rect.height.points, width: rect.width.points, height: rect.height.points,
      radius: panel.radius.points, on: context)
    if let fill = panel.fill {
      unsafe set(fill, on: context)
      unsafe cairo_fill_preserve(context)
    }
    if let border = panel.border, panel.borderWidth > .zero {
      unsafe set(border, on: context)
      unsafe cairo_set_line_width(context, panel.borderWidth.points)
      unsafe cairo_stroke(context)
    }
    unsafe cairo_new_path(context)
  }

  private func path(x: Double, y: Double, width: Double, height: Double, radius: Double, on context: OpaquePointer) {
    let r = min(radius, width / 2, height / 2)
    guard r > 0 else {
      unsafe cairo_rectangle(context, x, y, width, height)
      return
    }
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x + width - r, y + r, r, -.pi / 2, 0)
    unsafe cairo_arc(context, x + width - r, y + height - r, r, 0, .pi / 2)
    unsafe cairo_arc(context, x + r, y + height - r, r, .pi / 2, .pi)
    unsafe cairo_arc(context, x + r, y + r, r, .pi, .pi * 1.5)
    unsafe cairo_close_path(context)
  }

  // MARK: Text

  private func fontFace(_ id: FaceID) -> OpaquePointer? {
    if let known = unsafe fontFaces[id] { return unsafe known }
    guard let library, let face = FreeTypeFace(fonts.face(id), library: library), let font = unsafe face.cairoFontFace() else {
      return nil
    }
    unsafe fontFaces[id] = font
    return unsafe font
  }

  /// Shows a run with its text, so that it can be selected and searched.
  func draw(_ run: GlyphRun, of ink: Ink, on context: OpaquePointer) {
    guard let font = unsafe fontFace(run.face), !run.glyphs.isEmpty else { return }
    unsafe cairo_set_font_face(context, font)
    unsafe cairo_set_font_size(context, run.size.points)
    unsafe set(run.color, on: context)
    glyphBuffer.removeAll(keepingCapacity: true)
    let x = run.x.points
    let y = -run.y.points
    for index in run.glyphs {
      let glyph = ink.glyphs[Int(index)]
      glyphBuffer.append(
        cairo_glyph_t(index: UInt(glyph.id), x: x + Double(glyph.x) / 65536, y: y - Double(glyph.y) / 65536))
    }
    let isBackward = fillClusters(run, of: ink)
    let count = Int32(glyphBuffer.count)
    let clusters = Int32(clusterBuffer.count)
    unsafe ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].withUnsafeBytes { bytes in
      unsafe cairo_show_text_glyphs(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), &glyphBuffer, count,
        &clusterBuffer, clusters, isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
    }
  }

  /// Which bytes belong to which glyphs. Bytes and glyphs of all clusters must add up to those of the run.
  private func fillClusters(_ run: GlyphRun, of ink: Ink) -> Bool {
    clusterBuffer.removeAll(keepingCapacity: true)
    let length = Int(run.text.count)
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    func whole() -> Bool {
      clusterBuffer = [cairo_text_cluster_t(num_bytes: Int32(length), num_glyphs: Int32(glyphs.count))]
      return false
    }
    guard length > 0 else { return whole() }
    let ordered = run.isRightToLeft ? Array(glyphs.reversed()) : Array(glyphs)
    guard ordered.first?.cluster == 0 else { return whole() }
    var start = 0
    for index in 1...ordered.count {
      let cluster = index < ordered.count ? Int(ordered[index].cluster) : length
      let current = Int(ordered[start].cluster)
      if cluster == current, index < ordered.count { continue }
      guard cluster > current, cluster <= length else { return whole() }
      clusterBuffer.append(cairo_text_cluster_t(num_bytes: Int32(cluster - current), num_glyphs: Int32(index - start)))
      start = index
    }
    return run.isRightToLeft
  }

  // MARK: Pictures

  func draw(_ id: PictureID, in rect: Rect, on context: OpaquePointer) {
    let source: ImageSource
    if let known = images[id] {
      source = known
    } else {
      source = ImageSource(pictures.picture(id))
      images[id] = source
    }
    unsafe source.draw(
      on: context, x: rect.x.points, y: -rect.y.points - rect.height.points, width: rect.width.points,
      height: rect.height.points)
  }
}
