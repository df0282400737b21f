import TypesetBoxes
import TypesetInterface

/// A run of text for a client's renderer, and what becomes of it.
struct TextDrawing {
  let run: MarkdownTextRun
  /// Of the canvas.
  let bounds: CanvasRect
  private let glyphRun: GlyphRun
  /// Of the run alone, its origin at zero.
  private let ink: Ink

  init(_ run: GlyphRun, of ink: Ink, overhang: Double) {
    let range = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
    let (width, size) = (run.width.points, run.size.points)
    let (ascent, descent) = (size, size / 3)
    bounds = CanvasRect(x: 0, y: 0, width: width + 2 * overhang, height: ascent + descent + 2 * overhang)
    let baseline = overhang + ascent
    let places = ink.glyphs[range].map { (x: Length(rawValue: Int($0.x)).points, y: Length(rawValue: Int($0.y)).points) }
    let glyphs = places.indices.map { number in
      let next = number + 1 < places.count ? places[number + 1].x : width
      return MarkdownTextRun.Glyph(
        position: CanvasPoint(overhang + places[number].x, baseline - places[number].y), advance: max(next - places[number].x, 0),
        number: number)
    }
    self.run = MarkdownTextRun(
      text: String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self), glyphs: glyphs,
      bounds: CanvasRect(x: overhang, y: overhang, width: width, height: ascent + descent), baseline: baseline, fontSize: size,
      color: run.color)
    var alone = Ink()
    alone.glyphs = Array(ink.glyphs[range])
    alone.text = Array(ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)])
    var moved = run
    (moved.x, moved.y) = (Length(points: overhang), .zero)
    (moved.glyphs, moved.text) = (0..<Int32(alone.glyphs.count), 0..<Int32(alone.text.count))
    alone.items = [.run(moved)]
    (glyphRun, self.ink) = (moved, alone)
  }

  /// Draws the run as it would be without a renderer.
  func addRun(to out: inout Ink) { out.append(ink, dx: .zero, dy: .zero) }

  /// Draws a glyph, which is no text.
  func addGlyph(_ number: Int, at point: InkPath.Point, _ color: Color, to out: inout Ink) {
    guard ink.glyphs.indices.contains(number) else { return }
    var glyph = ink.glyphs[number]
    (glyph.x, glyph.y, glyph.cluster) = (0, 0, 0)
    let (first, text) = (Int32(out.glyphs.count), Int32(out.text.count))
    out.glyphs.append(glyph)
    var single = glyphRun
    (single.x, single.y, single.color, single.isSilent) = (point.x, point.y, color, true)
    (single.glyphs, single.text) = (first..<first + 1, text..<text)
    out.items.append(.run(single))
  }

  /// What was drawn, as decoration, with the text itself, which is not seen where the client has not drawn it.
  ///
  /// - Parameters:
  ///   - content: The element to which the text belongs.
  ///   - showsText: True if the client has drawn the run itself.
  func finished(_ drawn: Ink, _ content: ElementID?, showsText: Bool) -> Ink {
    var out = Ink()
    func enter(_ element: ElementID?) { if let element { out.items.append(.content(element)) } }
    if !showsText, case .run(var hidden)? = ink.items.first {
      hidden.color = Color(rgba: hidden.color.rgba & 0xFFFF_FF00)
      var silent = ink
      silent.items = [.run(hidden)]
      out.append(silent, dx: .zero, dy: .zero)
    }
    var isDecoration = false
    for (index, item) in drawn.items.enumerated() {
      let isText = if case .run(let run) = item { !run.text.isEmpty && !run.isSilent } else { false }
      if isText == isDecoration, content != nil { enter(isText ? content : .artifact) }
      isDecoration = !isText
      out.append(index..<index + 1, of: drawn, dx: .zero, dy: .zero)
    }
    if isDecoration { enter(content) }
    var moved = Ink()
    moved.append(out, dx: .zero - glyphRun.x, dy: .zero)
    return moved
  }
}
