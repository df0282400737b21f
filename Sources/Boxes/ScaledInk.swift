extension Length {
  /// The length times a factor, for lengths that are part of a drawing.
  fileprivate static func * (length: Length, factor: Double) -> Length { length.scaled(by: factor) }
}

extension Rect {
  fileprivate static func * (rect: Rect, factor: Double) -> Rect {
    Rect(x: rect.x * factor, y: rect.y * factor, width: rect.width * factor, height: rect.height * factor)
  }

  /// The part of the rectangle that lies within another one; a rectangle without an area if they do not overlap.
  func clipped(to other: Rect) -> Rect {
    let (left, bottom) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: bottom, width: max(min(x + width, other.x + other.width) - left, .zero),
      height: max(min(y + height, other.y + other.height) - bottom, .zero))
  }
}

extension Ink {
  /// Copies another ink in another size, with its reference point at (x, y); what lies outside of a rectangle is cut off.
  public mutating func append(_ other: borrowing Ink, scale: Double, x: Length, y: Length, within frame: Rect) {
    items.append(.clip(frame))
    let first = items.count
    append(other.scaled(by: scale), dx: x, dy: y)
    keepClips(from: first, within: frame)
    items.append(.clip(nil))
  }

  /// Makes all of it smaller or larger, towards a place on its baseline.
  mutating func scale(by factor: Double, around x: Length) {
    let scaled = scaled(by: factor)
    self = Ink()
    append(scaled, dx: x - x * factor, dy: .zero)
  }

  private borrowing func scaled(by factor: Double) -> Ink {
    var scaled = Ink()
    scaled.items = items.map { $0.scaled(by: factor) }
    scaled.glyphs = glyphs.map { glyph in
      Glyph(id: glyph.id, x: glyph.x.scaled(by: factor), y: glyph.y.scaled(by: factor), cluster: glyph.cluster)
    }
    (scaled.text, scaled.marks) = (text, marks)
    return scaled
  }

  /// Clips do not nest: each clip of the items from `first` on ends the frame's clip, and begins it again at its end.
  private mutating func keepClips(from first: Int, within frame: Rect) {
    let copied = items[first...]
    guard copied.contains(where: { if case .clip = $0 { true } else { false } }) else { return }
    var kept: [InkItem] = []
    for item in copied {
      if case .clip(let rect) = item { kept += [.clip(nil), .clip(rect?.clipped(to: frame) ?? frame)] } else { kept.append(item) }
    }
    items.replaceSubrange(first..., with: kept)
  }
}

extension Int32 {
  /// Scaled points of a glyph's place.
  fileprivate func scaled(by factor: Double) -> Int32 { Int32(clamping: Length(rawValue: Int(self)).scaled(by: factor).rawValue) }
}

extension InkItem {
  fileprivate func scaled(by factor: Double) -> InkItem {
    switch self {
    case .run(var run):
      (run.size, run.width) = (run.size * factor, run.width * factor)
      (run.x, run.y) = (run.x * factor, run.y * factor)
      return .run(run)
    case .rule(let rect, let color): return .rule(rect * factor, color)
    case .stroke(let stroke):
      return .stroke(
        Stroke(
          x0: stroke.x0 * factor, y0: stroke.y0 * factor, x1: stroke.x1 * factor, y1: stroke.y1 * factor, width: stroke.width * factor,
          dash: stroke.dash * factor, color: stroke.color))
    case .panel(var panel):
      panel.rect = panel.rect * factor
      (panel.radius, panel.borderWidth) = (panel.radius * factor, panel.borderWidth * factor)
      return .panel(panel)
    case .picture(let id, let rect): return .picture(id, rect * factor)
    case .path(let path):
      var path = path.mapped { InkPath.Point(x: $0.x * factor, y: $0.y * factor) }
      (path.width, path.dash) = (path.width * factor, path.dash * factor)
      path.pattern = path.pattern.map { $0 * factor }
      return .path(path)
    case .mark(let index, let rect): return .mark(index, rect * factor)
    case .clip(let rect): return .clip(rect.map { $0 * factor })
    case .content, .part: return self
    }
  }
}
