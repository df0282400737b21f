internal import CCairo
internal import TypesetBoxes
internal import TypesetPictures

extension InkPath {
  /// Draws the path with cairo, whose y grows downwards.
  ///
  /// - Parameters:
  ///   - leastWidth: No stroke is finer.
  ///   - set: Makes a colour the current one.
  func draw(on context: OpaquePointer, leastWidth: Double, _ set: (Color) -> Void) {
    unsafe cairo_new_path(context)
    for step in steps {
      switch step {
      case .move(let to): unsafe cairo_move_to(context, to.x.points, -to.y.points)
      case .line(let to): unsafe cairo_line_to(context, to.x.points, -to.y.points)
      case .curve(let first, let second, let to):
        unsafe cairo_curve_to(
          context, first.x.points, -first.y.points, second.x.points, -second.y.points, to.x.points, -to.y.points)
      case .close: unsafe cairo_close_path(context)
      }
    }
    if let fill {
      set(fill)
      unsafe cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      unsafe cairo_fill_preserve(context)
      unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }
    if let stroke, width > .zero {
      set(stroke)
      unsafe cairo_set_line_width(context, max(width.points, leastWidth))
      let dashes = self.dashes.map(\.points)
      unsafe cairo_set_dash(context, dashes, Int32(dashes.count), 0)
      unsafe cairo_set_line_join(context, isRound ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
      unsafe cairo_set_line_cap(context, isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
      unsafe cairo_stroke_preserve(context)
      unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
      unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
      unsafe cairo_set_dash(context, nil, 0, 0)
    }
    unsafe cairo_new_path(context)
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

/// A Cairo surface with the pixels of a raster; nil where Cairo can't have one so large.
func imageSurface(of raster: Raster) -> OpaquePointer? {
  let format = raster.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
  let surface = unsafe cairo_image_surface_create(format, Int32(clamping: raster.width), Int32(clamping: raster.height))
  guard let data = unsafe cairo_image_surface_get_data(surface) else {
    unsafe cairo_surface_destroy(surface)
    return nil
  }
  let stride = unsafe Int(cairo_image_surface_get_stride(surface))
  let width = raster.width * 4
  unsafe raster.pixels.withUnsafeBytes { pixels in
    guard let from = pixels.baseAddress else { return }
    for row in 0..<raster.height {
      unsafe UnsafeMutableRawPointer(data + row * stride).copyMemory(from: from + row * width, byteCount: width)
    }
  }
  unsafe cairo_surface_mark_dirty(surface)
  return unsafe surface
}
