package import TypesetBoxes

/// How far ink reaches from its reference point, y upwards; zero in a direction without ink.
package struct InkEdges: Hashable, Sendable {
  package private(set) var left = Length.zero
  package private(set) var right = Length.zero
  package private(set) var bottom = Length.zero
  package private(set) var top = Length.zero

  private mutating func add(_ rect: Rect, dx: Length = .zero, dy: Length = .zero) {
    left = min(left, rect.x + dx)
    right = max(right, rect.x + rect.width + dx)
    bottom = min(bottom, rect.y + dy)
    top = max(top, rect.y + rect.height + dy)
  }
}

extension InkEdges {
  /// For glyphs, the outlines count, not the advance widths.
  package init(of ink: Ink, fonts: FontBook) {
    for item in ink.items {
      switch item {
      case .run(let run):
        let font = fonts.face(run.face).font(size: run.size)
        for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
          guard let bounds = font.inkBounds(of: glyph.id) else { continue }
          add(bounds, dx: run.x + Length(rawValue: Int(glyph.x)), dy: run.y + Length(rawValue: Int(glyph.y)))
        }
      case .rule(let rect, _): add(rect)
      case .stroke(let stroke):
        let half = stroke.width / 2
        add(
          Rect(
            x: min(stroke.x0, stroke.x1) - half, y: min(stroke.y0, stroke.y1) - half,
            width: max(stroke.x0, stroke.x1) - min(stroke.x0, stroke.x1) + stroke.width,
            height: max(stroke.y0, stroke.y1) - min(stroke.y0, stroke.y1) + stroke.width))
      case .panel(let panel): add(panel.rect)
      case .path(let path): add(path.bounds)
      case .picture(_, let rect): add(rect)
      case .mark, .content, .part, .clip: continue
      }
    }
  }
}
