internal import CHarfBuzz
internal import TypesetBoxes

extension Layout {
  /// Boxes that change what is around their content: phantoms, smashes, laps, frames, strokes, links.
  mutating func wrapped(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
    var out = box(noad.nucleus, style, cramped: cramped)
    out.glyph = nil
    out.italic = 0
    switch noad.kind {
    case .phantom(let horizontal, let vertical, let isVisible):
      if !isVisible { elements.removeSubrange(out.first...) }
      if !horizontal { out.width = 0 }
      if !vertical { (out.height, out.depth) = (0, 0) }
    case .smash(let top, let bottom):
      if top { out.height = 0 }
      if bottom { out.depth = 0 }
    case .lap(let side):
      let dx = side < 0 ? -out.width : side == 0 ? -out.width / 2 : 0
      move(from: out.first, dx, 0)
      out.width = 0
    case .raise(let amount):
      let up = length(amount, style)
      move(from: out.first, 0, up)
      out.height = max(0, out.height + up)
      out.depth = max(0, out.depth - up)
    case .vcenter: out = centred(out, style)
    case .boxed(let border, let fill, _): frame(&out, border, fill)
    case .enclosed(let enclosure): enclose(&out, enclosure, style)
    case .strike(let up, let down, let across): strike(&out, up: up, down: down, across: across, style)
    case .link(let index):
      elements.append(
        Element(
          kind: .link, glyph: UInt32(index), x: 0, y: Int32(clamping: -out.depth), width: Int32(clamping: out.width),
          height: Int32(clamping: out.height + out.depth), color: color))
    default: break
    }
    return out
  }

  /// LaTeX's `\fbox`: `\fboxsep` 3 pt, `\fboxrule` 0.4 pt.
  private mutating func frame(_ out: inout Extent, _ border: Color?, _ fill: Color?) {
    let line = border == nil ? 0 : context.arrayrulewidth
    let padding = context.fboxsep + line
    move(from: out.first, padding, 0)
    let (width, height, depth) = (out.width + 2 * padding, out.height + padding, out.depth + padding)
    if let fill {
      elements.insert(
        Element(
          kind: .rule, x: Int32(clamping: line), y: Int32(clamping: line - depth), width: Int32(clamping: width - 2 * line),
          height: Int32(clamping: height + depth - 2 * line), color: fill), at: out.first)
    }
    if let border {
      let outer = color
      if border != .black { color = border }
      rule(x: 0, y: height - line, width: width, height: line)
      rule(x: 0, y: -depth, width: width, height: line)
      rule(x: 0, y: -depth + line / 2, width: line, height: height + depth - line)
      rule(x: width - line, y: -depth + line / 2, width: line, height: height + depth - line)
      color = outer
    }
    (out.width, out.height, out.depth) = (width, height, depth)
  }

  /// Lines on some sides, a fifth of an em apart from the content (MathML's `menclose`).
  private mutating func enclose(_ out: inout Extent, _ enclosure: Enclosure, _ style: MathStyle) {
    let line = constant(HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS, style)
    let gap = mu(3, style)
    func stroke(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
      elements.append(
        Element(
          kind: .stroke, x: Int32(clamping: x0), y: Int32(clamping: y0), width: Int32(clamping: x1 - x0),
          height: Int32(clamping: y1 - y0), color: color))
    }
    switch enclosure {
    case .box, .roundedbox, .radical: frame(&out, .black, nil)
    case .circle, .circled:
      // An ellipse through the corners' neighbourhood, in 24 strokes; a round one around the signs of `\textcircled`.
      var (width, height) = (out.width + 4 * gap, out.height + out.depth + 4 * gap)
      if enclosure == .circled {
        width = max(out.width * 5 / 4, (out.height + out.depth) * 3 / 2, sizes.0 * 85 / 100)
        height = width
      }
      move(from: out.first, (width - out.width) / 2, 0)
      let (x, y) = (width / 2, (out.height - out.depth) / 2)
      func point(_ index: Int) -> (Int, Int) {
        let (sine, cosine) = Self.circle[index % 24]
        return (x + width * cosine / 2000, y + height * sine / 2000)
      }
      for index in 0..<24 {
        let (a, b) = (point(index), point(index + 1))
        stroke(a.0, a.1, b.0, b.1)
      }
      (out.width, out.height, out.depth) = (width, y + height / 2, height / 2 - y)
      if enclosure == .circled {
        // On the axis of the text around it.
        let lift = sizes.0 * 30 / 100 - y
        move(from: out.first, 0, lift)
        (out.height, out.depth) = (out.height + lift, out.depth - lift)
      }
    case .actuarial:
      let top = out.height + gap
      rule(x: 0, y: top, width: out.width + gap, height: line)
      rule(x: out.width + gap, y: -out.depth, width: line, height: top + line + out.depth)
      (out.width, out.height) = (out.width + gap + line, top + line)
    case .phasor:
      let (bottom, slant) = (-out.depth - gap, (out.height + out.depth + gap) / 2)
      move(from: out.first, slant, 0)
      rule(x: 0, y: bottom - line, width: out.width + slant, height: line)
      stroke(line, bottom - line / 2, slant, out.height)
      (out.width, out.depth) = (out.width + slant, line - bottom)
    case .longdiv:
      let top = out.height + gap
      move(from: out.first, 2 * gap, 0)
      rule(x: gap / 2, y: top, width: out.width + 2 * gap, height: line)
      let curve = [(0, -out.depth), (gap / 2, (top - out.depth) / 4), (gap * 3 / 4, (top - out.depth) / 2), (gap / 2, top)]
      for (a, b) in zip(curve, curve.dropFirst()) { stroke(a.0, a.1, b.0, b.1) }
      (out.width, out.height) = (out.width + 3 * gap, top + line)
    case .top:
      rule(x: 0, y: out.height + gap, width: out.width, height: line)
      out.height += gap + line
    case .bottom:
      rule(x: 0, y: -out.depth - gap - line, width: out.width, height: line)
      out.depth += gap + line
    case .left:
      move(from: out.first, gap + line, 0)
      rule(x: 0, y: -out.depth, width: line, height: out.height + out.depth)
      out.width += gap + line
    case .right:
      rule(x: out.width + gap, y: -out.depth, width: line, height: out.height + out.depth)
      out.width += gap + line
    }
  }

  /// Sine and cosine of every fifteenth degree, in thousandths.
  private static let circle: [(Int, Int)] = [
    (0, 1000), (259, 966), (500, 866), (707, 707), (866, 500), (966, 259), (1000, 0), (966, -259), (866, -500), (707, -707),
    (500, -866), (259, -966), (0, -1000), (-259, -966), (-500, -866), (-707, -707), (-866, -500), (-966, -259), (-1000, 0),
    (-966, 259), (-866, 500), (-707, 707), (-500, 866), (-259, 966),
  ]

  private mutating func strike(_ out: inout Extent, up: Bool, down: Bool, across: Bool, _ style: MathStyle) {
    func stroke(_ y0: Int, _ y1: Int) {
      elements.append(
        Element(
          kind: .stroke, x: 0, y: Int32(clamping: y0), width: Int32(clamping: out.width), height: Int32(clamping: y1 - y0),
          color: color))
    }
    if up { stroke(-out.depth, out.height) }
    if down { stroke(out.height, -out.depth) }
    if across {
      let axis = constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, style)
      stroke(axis, axis)
    }
  }
}
