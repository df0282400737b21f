internal import CHarfBuzz
public import TypesetBoxes

/// Where an outline has ink between two horizontal lines.
private struct Band {
  let low: Float
  let high: Float
  var here: (x: Float, y: Float) = (0, 0)
  /// What the edges cover within the band.
  var edges: [ClosedRange<Float>] = []
  /// Where edges cross its middle: ink is between each two of them.
  var crossings: [Float] = []

  mutating func line(to x: Float, _ y: Float) {
    let (a, b) = (here, (x: x, y: y))
    here = b
    guard max(a.y, b.y) >= low, min(a.y, b.y) <= high else { return }
    func place(_ y: Float) -> Float {
      a.y == b.y ? a.x : a.x + (b.x - a.x) * (min(max(y, min(a.y, b.y)), max(a.y, b.y)) - a.y) / (b.y - a.y)
    }
    let ends = a.y == b.y ? (a.x, b.x) : (place(low), place(high))
    edges.append(min(ends.0, ends.1)...max(ends.0, ends.1))
    let middle = (low + high) / 2
    if (a.y < middle) != (b.y < middle) { crossings.append(place(middle)) }
  }

  mutating func curve(_ p1: (x: Float, y: Float), _ p2: (x: Float, y: Float), to p3: (x: Float, y: Float)) {
    let p0 = here
    // Eight chords are within a hundredth of an em of the curves of letters.
    for step in 1...8 {
      let t = Float(step) / 8
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      line(to: a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
    }
  }

  /// The covered parts, in order and apart.
  var spans: [ClosedRange<Float>] {
    let sorted = crossings.sorted()
    var all = edges
    for index in stride(from: 0, to: sorted.count - 1, by: 2) { all.append(sorted[index]...sorted[index + 1]) }
    var out: [ClosedRange<Float>] = []
    for span in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = out.last, span.lowerBound <= last.upperBound {
        out[out.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        out.append(span)
      }
    }
    return out
  }
}

extension Font {
  /// Where a glyph has ink between two heights, from its origin; empty for a glyph without an outline.
  public func inkSpans(of glyph: UInt32, from low: Length, to high: Length) -> [ClosedRange<Length>] {
    guard let bounds = inkBounds(of: glyph), bounds.y < high, bounds.y + bounds.height > low, let pen = unsafe hb_draw_funcs_create() else {
      return []
    }
    defer { unsafe hb_draw_funcs_destroy(pen) }
    unsafe hb_draw_funcs_set_move_to_func(
      pen, { _, data, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Band.self).pointee.here = (x, y) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      pen, { _, data, _, x, y, _ in unsafe data?.assumingMemoryBound(to: Band.self).pointee.line(to: x, y) }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      pen,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        unsafe data?.assumingMemoryBound(to: Band.self).pointee.curve((x1, y1), (x2, y2), to: (x, y))
      }, nil, nil)
    // HarfBuzz turns quadratic curves into cubic ones where a pen has no function for them.
    var band = Band(low: Float(low.rawValue), high: Float(high.rawValue))
    unsafe withUnsafeMutablePointer(to: &band) { unsafe hb_font_get_glyph_shape(handle, glyph, pen, $0) }
    return band.spans.map { Length(rawValue: Int($0.lowerBound))...Length(rawValue: Int($0.upperBound)) }
  }
}
