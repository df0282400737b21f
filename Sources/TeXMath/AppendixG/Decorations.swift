import TypesetBoxes

extension MathSetter {
  /// What is put around a list or taken away from it: phantoms, frames, strokes, colour, links, errors.
  func decorated(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> (MathBox, AtomClass) {
    let start = elements.count
    switch noad.kind {
    case .phantom(let list, let hasWidth, let hasHeight, let hasDepth):
      var box = set(list, style, cramped: cramped)
      elements.removeSubrange(start...)
      box.elements = start..<start
      if !hasWidth { box.width = 0 }
      if !hasHeight { box.height = 0 }
      if !hasDepth { box.depth = 0 }
      box.glyph = nil
      return (box, .ord)
    case .smash(let list, let top, let bottom):
      var box = set(list, style, cramped: cramped)
      if top { box.height = 0 }
      if bottom { box.depth = 0 }
      return (box, .ord)
    case .lap(let list, let side):
      var box = set(list, style, cramped: cramped)
      move(box, side < 0 ? -box.width : side == 0 ? -box.width / 2 : 0, 0)
      box.width = 0
      return (box, .ord)
    case .raise(let dimension, let list):
      var box = set(list, style, cramped: cramped)
      let raise = points(dimension, style)
      move(box, 0, raise)
      box.height += raise
      box.depth -= raise
      return (box, .ord)
    case .boxed(let list, let fill, let border): return (framed(list, fill, border, style), .ord)
    case .cancel(let list, let rising, let falling, let horizontal):
      return (cancelled(list, rising, falling, horizontal, style, cramped: cramped), .ord)
    case .rule(let width, let height, let raise):
      let (width, height, raise) = (points(width, style), points(height, style), points(raise, style))
      addRule(x: 0, y: raise, width: width, height: height)
      return (MathBox(elements: start..<elements.count, width: width, height: height + raise, depth: max(0, -raise)), .ord)
    case .link(let url, let list):
      var box = set(list, style, cramped: cramped)
      elements.append(
        Element(kind: .link(url, width: box.width, height: box.height + box.depth), x: 0, y: -box.depth, color: color))
      box.elements = start..<elements.count
      return (box, .ord)
    case .error(let source):
      let outer = color
      color = errorColor
      defer { color = outer }
      return (textBox(source, .mono, style), .ord)
    default: return (.empty(at: start), .ord)
    }
  }

  /// `\boxed`, `\colorbox`: `\fboxsep` 3 pt, `\fboxrule` 0.4 pt.
  private func framed(_ list: [Noad], _ fill: Color?, _ border: Color?, _ style: MathStyle) -> MathBox {
    let start = elements.count
    let line = border == nil ? 0 : scaled(0.4)
    let room = scaled(3) + line
    elements.append(Element(kind: .panel(width: 0, height: 0, fill: fill, border: nil, thickness: 0), x: 0, y: 0, color: color))
    let inner = set(list, style, cramped: false)
    move(inner, room, 0)
    let width = inner.width + room * 2
    let height = inner.height + inner.depth + room * 2
    let bottom = -inner.depth - room
    elements[start].kind = .panel(width: width, height: height, fill: fill, border: nil, thickness: 0)
    elements[start].y = bottom
    if let border {
      let outer = color
      color = border == .black ? outer : border
      addRule(x: 0, y: bottom, width: width, height: line)
      addRule(x: 0, y: bottom + height - line, width: width, height: line)
      addRule(x: 0, y: bottom, width: line, height: height)
      addRule(x: width - line, y: bottom, width: line, height: height)
      color = outer
    }
    return MathBox(elements: start..<elements.count, width: width, height: inner.height + room, depth: inner.depth + room)
  }

  private func cancelled(
    _ list: [Noad], _ rising: Bool, _ falling: Bool, _ horizontal: Bool, _ style: MathStyle, cramped: Bool
  ) -> MathBox {
    let start = elements.count
    var box = set(list, style, cramped: cramped)
    let line = scaled(0.5)
    func stroke(x: Int, y: Int, dx: Int, dy: Int) {
      elements.append(Element(kind: .stroke(dx: dx, dy: dy, width: line), x: x, y: y, color: color))
    }
    let height = box.height + box.depth
    if rising { stroke(x: 0, y: -box.depth, dx: box.width, dy: height) }
    if falling { stroke(x: 0, y: box.height, dx: box.width, dy: -height) }
    if horizontal { stroke(x: 0, y: axis(style), dx: box.width, dy: 0) }
    box.elements = start..<elements.count
    box.glyph = nil
    return box
  }
}
