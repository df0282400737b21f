internal import CHarfBuzz

extension MathSetter {
  /// `\nulldelimiterspace`, which LaTeX has at 1.2 pt for every size.
  var nullDelimiterSpace: Int { scaled(1.2) }

  /// Fractions with and without a rule, and with delimiters (rule 15).
  func fraction(_ fraction: Noad.Fraction, _ outer: MathStyle, cramped: Bool) -> MathBox {
    let style = fraction.style ?? outer
    let isDisplay = style == .display
    let font = font(style)
    func constant(_ display: hb_ot_math_constant_t, _ text: hb_ot_math_constant_t) -> Int {
      font.constant(isDisplay ? display : text)
    }
    let thickness = fraction.thickness.map { points($0, style) } ?? font.constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS)
    let start = elements.count
    let inner = fraction.isContinued ? style : style.fraction
    var numerator = set(fraction.numerator, inner, cramped: cramped)
    let denominator = set(fraction.denominator, inner, cramped: true)
    // amsmath's \cfrac puts a strut into the numerator.
    if fraction.isContinued {
      numerator.height = max(numerator.height, scaled(8.4))
      numerator.depth = max(numerator.depth, scaled(3.6))
    }
    let width = max(numerator.width, denominator.width)
    var up: Int
    var down: Int
    let axis = axis(style)
    if thickness == 0 {
      // Rules 15b and 15c
      up = constant(HB_OT_MATH_CONSTANT_STACK_TOP_DISPLAY_STYLE_SHIFT_UP, HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP)
      down = constant(HB_OT_MATH_CONSTANT_STACK_BOTTOM_DISPLAY_STYLE_SHIFT_DOWN, HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN)
      let gap = constant(HB_OT_MATH_CONSTANT_STACK_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_STACK_GAP_MIN)
      let lack = gap - ((up - numerator.depth) - (denominator.height - down))
      if lack > 0 {
        up += lack / 2
        down += lack - lack / 2
      }
    } else {
      // Rules 15b and 15d
      up = constant(
        HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP, HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP)
      down = constant(
        HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN, HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN)
      let above = constant(HB_OT_MATH_CONSTANT_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN)
      let below = constant(
        HB_OT_MATH_CONSTANT_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN)
      let half = thickness / 2
      up = max(up, axis + half + above + numerator.depth)
      down = max(down, half + below + denominator.height - axis)
    }
    move(numerator, (width - numerator.width) / 2, up)
    move(denominator, (width - denominator.width) / 2, -down)
    if thickness > 0 { addRule(x: 0, y: axis - thickness / 2, width: width, height: thickness) }
    let body = MathBox(
      elements: start..<elements.count, width: width, height: up + numerator.height, depth: down + denominator.depth)
    // Rule 15e; luaotfload gives \Umathfractiondelsize as 2.4 and 1.01 of the size.
    let size = Int(Double(font.size) * (isDisplay ? 2.4 : 1.01))
    return enclosed(body, fraction.left, fraction.right, size: size, style)
  }

  /// A box between two delimiters of a given size, each centred on the axis.
  func enclosed(_ body: MathBox, _ left: Delimiter, _ right: Delimiter, size: Int, _ style: MathStyle) -> MathBox {
    let before = delimiter(left, size, style)
    let after = delimiter(right, size, style)
    move(body, before.width, 0)
    move(after, before.width + body.width, 0)
    return MathBox(
      elements: body.elements.lowerBound..<elements.count, width: before.width + body.width + after.width,
      height: max(body.height, before.height, after.height), depth: max(body.depth, before.depth, after.depth))
  }
}
