internal import CCairo
internal import TypesetBoxes

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
