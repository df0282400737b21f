extension InkItem {
  /// The approximate area that it covers; nil for what is not drawn.
  public var area: Rect? {
    switch self {
    case .run(let run): Rect(x: run.x, y: run.y - run.size / 4, width: run.width, height: run.size)
    case .rule(let rect, _), .picture(_, let rect): rect
    case .panel(let panel): panel.rect
    case .path(let path): path.bounds
    case .stroke(let stroke):
      Rect(
        x: min(stroke.x0, stroke.x1), y: min(stroke.y0, stroke.y1), width: max(stroke.x0, stroke.x1) - min(stroke.x0, stroke.x1),
        height: max(stroke.y0, stroke.y1) - min(stroke.y0, stroke.y1))
    case .mark, .content, .part, .clip: nil
    }
  }
}

extension Rect {
  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let (left, bottom) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: bottom, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - bottom)
  }
}

extension Ink {
  /// Marks the run of text that is added next as one that a client draws.
  package mutating func markText(_ run: GlyphRun, renderer: Int32) {
    marks.append(.text(renderer: renderer))
    items.append(.mark(Int32(marks.count - 1), Rect(x: run.x, y: run.y, width: run.width, height: run.size)))
  }
}
