internal import TypesetBoxes

/// Boxes that change their content's dimensions or surroundings: phantoms, smashes, laps, frames, strokes, links.
enum Wrapped {
  static func set(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    if case .resized(let width, let height) = noad.kind { return resized(noad, width, height, style, layout, &buffer) }
    if case .turned(let turn) = noad.kind { return TransformedBox.rotate(noad, turn, style, layout, &buffer) }
    if case .scaled(let x, let y) = noad.kind {
      return TransformedBox.scale(noad, Double(x) / 1000, Double(y) / 1000, style, layout, &buffer)
    }
    if case .sizedBox(let width, let isSpread) = noad.kind { return sized(noad, width, isSpread: isSpread, style, layout, &buffer) }
    if case .paragraph(let width, let position, let hasStruts) = noad.kind {
      return TextRow.paragraph(
        noad.nucleus, width: layout.length(width, style), position: position, hasStruts: hasStruts, style, layout, &buffer)
    }
    // TeX sets the content of phantoms, laps and frames as a separate formula, which is not cramped.
    var isCramped = false
    switch noad.kind {
    case .cramped: isCramped = true
    case .link: isCramped = cramped
    default: break
    }
    var out = layout.box(noad.nucleus, style, cramped: isCramped, &buffer)
    out.becomeBox()
    switch noad.kind {
    case .poorBold:
      thicken(out, style, layout, &buffer)
      out.height += layout.mu(5, style) / 10
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

  /// amsbsy's `\pmb`: two copies, 0.4 and 0.8 mu to the left, the first of them 0.5 mu higher.
  private static func thicken(_ out: Extent, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) {
    let (side, up) = (layout.mu(4, style) / 10, layout.mu(5, style) / 10)
    let originals = Array(buffer.elements[out.first...])
    guard originals.count <= 2000, layout.repetitions(2 * originals.count, orNone: true, &buffer) > 0 else { return }
    for (dx, dy) in [(-side, up), (-2 * side, 0)] {
      let first = buffer.count
      buffer.elements += originals
      buffer.move(from: first, dx, dy)
    }
  }

  /// `\hbox to`: free space is where the text has `\hfil` and the like, else at its end.
  private static func sized(
    _ noad: Noad, _ width: Dimension, isSpread: Bool, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let open = buffer.fills.count
    var pieces: [TextPiece] = []
    if case .text(let index)? = layout.list.onlyNoad(of: noad.nucleus)?.kind { pieces = layout.list.texts[Int(index)] }
    var out = TextBox.set(pieces, style, keepsFills: true, layout, &buffer)
    let wanted = layout.length(width, style) + (isSpread ? out.width : 0)
    let fills = buffer.takeFills(from: open)
    buffer.spread(out.first..<buffer.count, free: wanted - out.width, fills, left: nil, right: nil)
    out.width = wanted
    out.becomeBox()
    return out
  }

  /// graphicx' `\resizebox`, to the smaller of two factors where both are given: letters keep their shapes.
  private static func resized(
    _ noad: Noad, _ width: Dimension?, _ height: Dimension?, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = layout.box(noad.nucleus, style, cramped: false, &buffer)
    out.becomeBox()
    var factor: Double?
    if let width, out.width > 0 { factor = Double(layout.length(width, style)) / Double(out.width) }
    if let height, out.height > 0 {
      let other = Double(layout.length(height, style)) / Double(out.height)
      factor = min(factor ?? other, other)
    }
    guard let factor, factor > 0.01, factor < 100 else { return out }
    buffer.scale(from: out.first, by: factor)
    func scaled(_ value: Int) -> Int { Int(clamping: (Double(value) * factor).rounded()) }
    (out.width, out.height, out.depth) = (scaled(out.width), scaled(out.height), scaled(out.depth))
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
