internal import CHarfBuzz
public import TypesetBoxes

/// What a pen has drawn so far.
private struct Pen {
  var steps: [InkPath.Step] = []

  func point(_ x: Float, _ y: Float) -> InkPath.Point {
    InkPath.Point(x: Length(rawValue: Int(x.rounded())), y: Length(rawValue: Int(y.rounded())))
  }
}

extension Font {
  /// The outline of a glyph, from its origin; empty for a glyph without an outline.
  public func outline(of glyph: UInt32) -> [InkPath.Step] {
    guard let funcs = unsafe hb_draw_funcs_create() else { return [] }
    defer { unsafe hb_draw_funcs_destroy(funcs) }
    unsafe hb_draw_funcs_set_move_to_func(
      funcs,
      { _, data, _, x, y, _ in
        guard let pen = unsafe data?.assumingMemoryBound(to: Pen.self) else { return }
        unsafe pen.pointee.steps.append(.move(pen.pointee.point(x, y)))
      }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      funcs,
      { _, data, _, x, y, _ in
        guard let pen = unsafe data?.assumingMemoryBound(to: Pen.self) else { return }
        unsafe pen.pointee.steps.append(.line(pen.pointee.point(x, y)))
      }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      funcs,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        guard let pen = unsafe data?.assumingMemoryBound(to: Pen.self) else { return }
        unsafe pen.pointee.steps.append(.curve(pen.pointee.point(x1, y1), pen.pointee.point(x2, y2), pen.pointee.point(x, y)))
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      funcs, { _, data, _, _ in unsafe data?.assumingMemoryBound(to: Pen.self).pointee.steps.append(.close) }, nil, nil)
    // HarfBuzz turns quadratic curves into cubic ones where a pen has no function for them.
    var pen = Pen()
    unsafe withUnsafeMutablePointer(to: &pen) { unsafe hb_font_get_glyph_shape(handle, glyph, funcs, $0) }
    return pen.steps
  }
}
