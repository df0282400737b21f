internal import CHarfBuzz

extension Layout {
  /// TeXbook App. G, rule 15, over OpenType's constants. A thickness below zero is the font's own.
  func fraction(_ noad: Noad, thickness: Int, _ left: UInt32, _ right: UInt32, _ style: MathStyle, cramped: Bool) -> Extent {
    let isDisplay = style == .display
    let bar = thickness < 0 ? constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, style) : thickness
    var out = Extent(first: elements.count)
    let inner = style.ofFractions
    var top = box(noad.nucleus, inner, cramped: cramped)
    let middle = elements.count
    var bottom = box(noad.second, inner, cramped: true)
    top.height = max(top.height, 0)
    bottom.depth = max(bottom.depth, 0)
    let width = max(top.width, bottom.width)
    var (up, down): (Int, Int)
    let axis = constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, style)
    if bar == 0 {
      // Rule 15c.
      up = constant(isDisplay ? HB_OT_MATH_CONSTANT_STACK_TOP_DISPLAY_STYLE_SHIFT_UP : HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, style)
      down = constant(
        isDisplay ? HB_OT_MATH_CONSTANT_STACK_BOTTOM_DISPLAY_STYLE_SHIFT_DOWN : HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, style)
      let wanted = constant(isDisplay ? HB_OT_MATH_CONSTANT_STACK_DISPLAY_STYLE_GAP_MIN : HB_OT_MATH_CONSTANT_STACK_GAP_MIN, style)
      let lack = wanted - ((up - top.depth) - (bottom.height - down))
      if lack > 0 {
        up += lack / 2
        down += lack - lack / 2
      }
    } else {
      // Rule 15d.
      up = constant(
        isDisplay ? HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP : HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP, style)
      down = constant(
        isDisplay ? HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN : HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN,
        style)
      var gapUp = constant(
        isDisplay ? HB_OT_MATH_CONSTANT_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN : HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN, style)
      var gapDown = constant(
        isDisplay ? HB_OT_MATH_CONSTANT_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN : HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN, style)
      // LuaTeX: with a thickness of its own the gaps grow in proportion.
      let own = constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, style)
      if thickness > 0, own > 0 { (gapUp, gapDown) = (gapUp * bar / own, gapDown * bar / own) }
      up = max(up, axis + bar / 2 + gapUp + top.depth)
      down = max(down, bottom.height + gapDown - (axis - bar / 2))
    }
    // Rule 15e: the delimiters.
    let fenceHeight = isDisplay ? 2399_744 : 1009_892
    let target = fenceHeight * size(style) / 1_000_000
    // LuaTeX takes them from the text font in scripts too.
    let fences = max(.display, min(style, .text))
    let content = (out.first, elements.count)
    let null = tenPoint(120)
    func move(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
      for index in range {
        elements[index].x &+= Int32(truncatingIfNeeded: dx)
        elements[index].y &+= Int32(truncatingIfNeeded: dy)
      }
    }
    var opening = Extent(width: null)
    if left != 0 { opening = delimiter(left, atLeast: target, fences) }
    let dx = opening.width
    let side = noad.numeratorSide
    move(out.first..<middle, dx + (side == .left ? 0 : side == .right ? width - top.width : (width - top.width) / 2), up)
    move(middle..<content.1, dx + (width - bottom.width) / 2, -down)
    if bar > 0 { rule(x: dx, y: axis - bar / 2, width: width, height: bar) }
    var closing = Extent(width: null)
    if right != 0 {
      closing = delimiter(right, atLeast: target, fences)
      self.move(from: closing.first, dx + width, 0)
    }
    out.width = dx + width + closing.width
    out.height = max(top.height + up, opening.height, closing.height)
    out.depth = max(bottom.depth + down, opening.depth, closing.depth)
    return out
  }
}
