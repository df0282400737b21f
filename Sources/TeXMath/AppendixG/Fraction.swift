internal import CHarfBuzz

/// Shifts of two boxes from a baseline: the upper one up, the lower one down.
struct Shifts: Equatable {
  var up: Int
  var down: Int
}

extension MathContext {
  /// Rule 15c: numerator and denominator of a fraction without a bar, apart by `StackGapMin` at least.
  ///
  /// - Parameters:
  ///   - depth: Of the numerator.
  ///   - height: Of the denominator.
  func stackShifts(depth: Int, height: Int, _ style: MathStyle) -> Shifts {
    var up = constant(display: HB_OT_MATH_CONSTANT_STACK_TOP_DISPLAY_STYLE_SHIFT_UP, HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, style)
    var down = constant(
      display: HB_OT_MATH_CONSTANT_STACK_BOTTOM_DISPLAY_STYLE_SHIFT_DOWN, HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, style)
    let wanted = constant(display: HB_OT_MATH_CONSTANT_STACK_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_STACK_GAP_MIN, style)
    let lack = wanted - ((up - depth) - (height - down))
    if lack > 0 {
      up += lack / 2
      down += lack - lack / 2
    }
    return Shifts(up: up, down: down)
  }

  /// Rule 15d: numerator and denominator clear the bar, whose middle is on the axis.
  ///
  /// - Parameters:
  ///   - depth: Of the numerator.
  ///   - height: Of the denominator.
  ///   - bar: The bar's thickness, above zero.
  ///   - isOwnBar: The thickness is the author's: the gaps grow with it, as in LuaTeX.
  func fractionShifts(depth: Int, height: Int, bar: Int, isOwnBar: Bool, _ style: MathStyle) -> Shifts {
    let up = constant(
      display: HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP, HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP, style)
    let down = constant(
      display: HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN,
      HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN, style)
    var gapUp = constant(
      display: HB_OT_MATH_CONSTANT_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN, style)
    var gapDown = constant(
      display: HB_OT_MATH_CONSTANT_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN, style)
    let font = constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, style)
    if isOwnBar, font > 0 { (gapUp, gapDown) = (gapUp * bar / font, gapDown * bar / font) }
    let axis = axisHeight(style)
    return Shifts(up: max(up, axis + bar / 2 + gapUp + depth), down: max(down, height + gapDown - (axis - bar / 2)))
  }
}

/// TeXbook App. G, rule 15, over OpenType's constants.
enum Fraction {
  /// - Parameter thickness: Of the bar; below zero for the font's own.
  static func set(
    _ noad: Noad, thickness: Int, _ left: UInt32, _ right: UInt32, _ style: MathStyle, cramped: Bool, _ layout: Layout,
    _ buffer: inout ElementBuffer
  ) -> Extent {
    let bar = thickness < 0 ? layout.constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, style) : thickness
    var out = Extent(first: buffer.count)
    let open = buffer.fills.count
    var top = layout.box(noad.nucleus, style.ofFractions, cramped: cramped, keepsFills: true, &buffer)
    let middle = buffer.count
    let above = buffer.takeFills(from: open)
    var bottom = buffer.part(NoadPart.second) { layout.box(noad.second, style.ofFractions, cramped: true, keepsFills: true, &$0) }
    let end = buffer.count
    let below = buffer.takeFills(from: open)
    top.height = max(top.height, 0)
    bottom.depth = max(bottom.depth, 0)
    let width = max(top.width, bottom.width)
    let shifts =
      bar == 0
      ? layout.context.stackShifts(depth: top.depth, height: bottom.height, style)
      : layout.context.fractionShifts(depth: top.depth, height: bottom.height, bar: bar, isOwnBar: thickness > 0, style)
    // Rule 15e: the delimiters; LuaTeX takes them from the text font in scripts too.
    let fences = max(.display, min(style, .text))
    let target = layout.context.fractionDelimiterSize(style)
    let opening = buffer.part(NoadPart.sign) { Delimiter.set(left, atLeast: target, fences, layout, &$0) }
    let dx = opening.width
    let side = noad.numeratorSide
    buffer.spread(
      out.first..<middle, free: width - top.width, above, left: side == .left ? nil : .hss, right: side == .right ? nil : .hss)
    buffer.spread(middle..<end, free: width - bottom.width, below, left: .hss, right: .hss)
    buffer.move(out.first..<middle, dx, shifts.up)
    buffer.move(middle..<end, dx, -shifts.down)
    if bar > 0 { buffer.rule(x: dx, y: layout.context.axisHeight(style) - bar / 2, width: width, height: bar) }
    let closing = buffer.part(NoadPart.sign + 1) { Delimiter.set(right, atLeast: target, fences, layout, &$0) }
    buffer.move(from: closing.first, dx + width, 0)
    out.width = dx + width + closing.width
    out.height = max(top.height + shifts.up, opening.height, closing.height)
    out.depth = max(bottom.depth + shifts.down, opening.depth, closing.depth)
    return out
  }
}
