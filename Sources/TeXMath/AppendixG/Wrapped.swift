internal import TypesetBoxes

/// Boxes that change their content's dimensions or surroundings: phantoms, smashes, laps, frames, strokes, links.
enum Wrapped {
  static func set(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = layout.box(noad.nucleus, style, cramped: cramped, &buffer)
    out.becomeBox()
    switch noad.kind {
    case .phantom(let horizontal, let vertical, let isVisible):
      if !isVisible { buffer.remove(from: out.first) }
      if !horizontal { out.width = 0 }
      if !vertical { (out.height, out.depth) = (0, 0) }
    case .smash(let top, let bottom):
      if top { out.height = 0 }
      if bottom { out.depth = 0 }
    case .lap(let side):
      let dx = side < 0 ? -out.width : side == 0 ? -out.width / 2 : 0
      buffer.move(from: out.first, dx, 0)
      out.width = 0
    case .raise(let amount):
      let up = layout.length(amount, style)
      buffer.move(from: out.first, 0, up)
      out.height = max(0, out.height + up)
      out.depth = max(0, out.depth - up)
    case .vcenter: out = Delimiter.centred(out, style, layout, &buffer)
    case .boxed(let border, let fill, _): Frame.draw(&out, border, fill, layout, &buffer)
    case .enclosed(let enclosure): Frame.enclose(&out, enclosure, style, layout, &buffer)
    case .strike(let up, let down, let across): strike(out, up: up, down: down, across: across, style, layout, &buffer)
    case .link(let index):
      buffer.elements.append(
        Element(
          kind: .link, glyph: UInt32(index), x: 0, y: Int32(clamping: -out.depth), width: Int32(clamping: out.width),
          height: Int32(clamping: out.height + out.depth), color: buffer.color))
    default: break
    }
    return out
  }

  private static func strike(
    _ out: Extent, up: Bool, down: Bool, across: Bool, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) {
    if up { buffer.stroke(0, -out.depth, out.width, out.height) }
    if down { buffer.stroke(0, out.height, out.width, -out.depth) }
    if across {
      let axis = layout.context.axisHeight(style)
      buffer.stroke(0, axis, out.width, axis)
    }
  }
}
