internal import CHarfBuzz
public import TypesetBoxes

/// Where the edges of an outline cross a horizontal line.
private struct Crossings {
  let y: Float
  var here: (x: Float, y: Float) = (0, 0)
  var places: [Float] = []

  /// An edge from the last point; curves count as their chords, since the sides of a stem are nearly straight.
  mutating func edge(to x: Float, _ y: Float) {
    if (here.y < self.y) != (y < self.y) { places.append(here.x + (x - here.x) * (self.y - here.y) / (y - here.y)) }
    here = (x, y)
  }
}

extension Font {
  /// How heavy the letters are: the width of the stem of an l, between its two leftmost edges at half of the x-height; nil where no outline says so.
  public var stemWidth: Length? {
    guard let glyph = face.glyph(for: "l"), let pen = unsafe hb_draw_funcs_create() else { return nil }
    defer { unsafe hb_draw_funcs_destroy(pen) }
    unsafe hb_draw_funcs_set_move_to_func(
      pen, { _, data, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Crossings.self).pointee.here = (x, y) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      pen, { _, data, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Crossings.self).pointee.edge(to: x, y) }, nil, nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      pen, { _, data, _, _, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Crossings.self).pointee.edge(to: x, y) }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      pen, { _, data, _, _, _, _, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Crossings.self).pointee.edge(to: x, y) }, nil, nil)
    var crossings = Crossings(y: Float(xHeight.rawValue) / 2)
    unsafe withUnsafeMutablePointer(to: &crossings) { unsafe hb_font_get_glyph_shape(handle, glyph, pen, $0) }
    let places = crossings.places.sorted()
    guard places.count >= 2, places[1] > places[0] else { return nil }
    return Length(rawValue: Int(places[1] - places[0]))
  }
}
