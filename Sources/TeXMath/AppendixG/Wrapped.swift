internal import CHarfBuzz
internal import TypesetBoxes

extension Layout {
  /// Boxes that change what is around their content: phantoms, smashes, laps, frames, strokes, links.
  func wrapped(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
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
  private func frame(_ out: inout Extent, _ border: Color?, _ fill: Color?) {
    let line = border == nil ? 0 : tenPoint(40)
    let padding = tenPoint(300) + line
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

  private func strike(_ out: inout Extent, up: Bool, down: Bool, across: Bool, _ style: MathStyle) {
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
