internal import CHarfBuzz
internal import TypesetBoxes

/// Lines around a box.
enum Frame {
  /// LaTeX's `\fbox`: `\fboxsep` 3 pt, `\fboxrule` 0.4 pt.
  static func draw(
    _ out: inout Extent, _ border: Color?, _ fill: Color?, _ layout: Layout, _ buffer: inout ElementBuffer
  ) {
    let line = border == nil ? 0 : layout.context.arrayrulewidth
    let padding = layout.context.fboxsep + line
    buffer.move(from: out.first, padding, 0)
    let (width, height, depth) = (out.width + 2 * padding, out.height + padding, out.depth + padding)
    if let fill {
      buffer.elements.insert(
        Element(
          kind: .rule, x: Int32(clamping: line), y: Int32(clamping: line - depth), width: Int32(clamping: width - 2 * line),
          height: Int32(clamping: height + depth - 2 * line), color: fill), at: out.first)
    }
    if let border {
      let outer = buffer.color
      if border != .black { buffer.color = border }
      buffer.rule(x: 0, y: height - line, width: width, height: line)
      buffer.rule(x: 0, y: -depth, width: width, height: line)
      buffer.rule(x: 0, y: -depth + line / 2, width: line, height: height + depth - line)
      buffer.rule(x: width - line, y: -depth + line / 2, width: line, height: height + depth - line)
      buffer.color = outer
    }
    (out.width, out.height, out.depth) = (width, height, depth)
  }

  /// Lines on some sides, a fifth of an em apart from the content (MathML's `menclose`).
  static func enclose(
    _ out: inout Extent, _ enclosure: Enclosure, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) {
    let line = layout.constant(HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS, style)
    let gap = layout.mu(3, style)
    switch enclosure {
    case .box, .roundedbox, .radical: draw(&out, .black, nil, layout, &buffer)
    case .circle, .circled: circle(&out, isRound: enclosure == .circled, gap: gap, layout, &buffer)
    case .actuarial:
      let top = out.height + gap
      buffer.rule(x: 0, y: top, width: out.width + gap, height: line)
      buffer.rule(x: out.width + gap, y: -out.depth, width: line, height: top + line + out.depth)
      (out.width, out.height) = (out.width + gap + line, top + line)
    case .phasor:
      let (bottom, slant) = (-out.depth - gap, (out.height + out.depth + gap) / 2)
      buffer.move(from: out.first, slant, 0)
      buffer.rule(x: 0, y: bottom - line, width: out.width + slant, height: line)
      buffer.stroke(line, bottom - line / 2, slant, out.height)
      (out.width, out.depth) = (out.width + slant, line - bottom)
    case .longdiv:
      let top = out.height + gap
      buffer.move(from: out.first, 2 * gap, 0)
      buffer.rule(x: gap / 2, y: top, width: out.width + 2 * gap, height: line)
      let curve = [(0, -out.depth), (gap / 2, (top - out.depth) / 4), (gap * 3 / 4, (top - out.depth) / 2), (gap / 2, top)]
      for (a, b) in zip(curve, curve.dropFirst()) { buffer.stroke(a.0, a.1, b.0, b.1) }
      (out.width, out.height) = (out.width + 3 * gap, top + line)
    case .top:
      buffer.rule(x: 0, y: out.height + gap, width: out.width, height: line)
      out.height += gap + line
    case .bottom:
      buffer.rule(x: 0, y: -out.depth - gap - line, width: out.width, height: line)
      out.depth += gap + line
    case .left:
      buffer.move(from: out.first, gap + line, 0)
      buffer.rule(x: 0, y: -out.depth, width: line, height: out.height + out.depth)
      out.width += gap + line
    case .right:
      buffer.rule(x: out.width + gap, y: -out.depth, width: line, height: out.height + out.depth)
      out.width += gap + line
    }
  }

  /// An ellipse near the corners, in 24 strokes, or a circle around the character of `\textcircled`, whose middle is on the axis of the text.
  private static func circle(_ out: inout Extent, isRound: Bool, gap: Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    var (width, height) = (out.width + 4 * gap, out.height + out.depth + 4 * gap)
    if isRound {
      width = max(out.width * 5 / 4, (out.height + out.depth) * 3 / 2, layout.context.sizes.0 * 85 / 100)
      height = width
    }
    buffer.move(from: out.first, (width - out.width) / 2, 0)
    let (x, y) = (width / 2, (out.height - out.depth) / 2)
    func point(_ index: Int) -> (Int, Int) {
      let (sine, cosine) = directions[index % 24]
      return (x + width * cosine / 2000, y + height * sine / 2000)
    }
    for index in 0..<24 {
      let (a, b) = (point(index), point(index + 1))
      buffer.stroke(a.0, a.1, b.0, b.1)
    }
    (out.width, out.height, out.depth) = (width, y + height / 2, height / 2 - y)
    guard isRound else { return }
    let lift = layout.context.sizes.0 * 30 / 100 - y
    buffer.move(from: out.first, 0, lift)
    (out.height, out.depth) = (out.height + lift, out.depth - lift)
  }

  /// Sine and cosine of every fifteenth degree, in thousandths.
  private static let directions: [(Int, Int)] = [
    (0, 1000), (259, 966), (500, 866), (707, 707), (866, 500), (966, 259), (1000, 0), (966, -259), (866, -500), (707, -707),
    (500, -866), (259, -966), (0, -1000), (-259, -966), (-500, -866), (-707, -707), (-866, -500), (-966, -259), (-1000, 0),
    (-966, 259), (-866, 500), (-707, 707), (-500, 866), (-259, 966),
  ]
}
