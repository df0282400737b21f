internal import CHarfBuzz

extension MathSetter {
  /// `\sqrt[degree]{body}` (rule 11).
  func radical(_ degree: [Noad]?, _ list: [Noad], _ style: MathStyle) -> MathBox {
    let font = font(style)
    let start = elements.count
    let body = set(list, style, cramped: true)
    let rule = font.constant(HB_OT_MATH_CONSTANT_RADICAL_RULE_THICKNESS)
    var clear = font.constant(
      style == .display ? HB_OT_MATH_CONSTANT_RADICAL_DISPLAY_STYLE_VERTICAL_GAP : HB_OT_MATH_CONSTANT_RADICAL_VERTICAL_GAP)
    let size = body.height + body.depth + clear + rule
    guard let glyph = font.glyph(for: "\u{221A}") else { return body }
    let sign = stretched(glyph, size, font, isVertical: true)
    let total = sign.height + sign.depth
    let excess = total - rule - (body.height + body.depth + clear)
    if excess > 0 { clear += excess / 2 }
    let top = body.height + clear + rule
    var x = 0
    var degreeBox: MathBox?
    if let degree {
      // The degree's bottom stands at a part of the sign's height (RadicalDegreeBottomRaisePercent).
      let box = set(degree, .scriptScript, cramped: true)
      let before = font.constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_BEFORE_DEGREE)
      let after = font.constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_AFTER_DEGREE)
      let percent = font.constant(HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT)
      let raise = total * percent / 100 - (total - top)
      move(box, before, raise + 0)
      degreeBox = box
      degreeBox?.height += raise
      x = before + box.width + after
      if x < 0 {
        move(box, -x, 0)
        x = 0
      }
    }
    move(sign, x, top - sign.height)
    move(body, x + sign.width, 0)
    addRule(x: x + sign.width, y: body.height + clear, width: body.width, height: rule)
    let height = top + font.constant(HB_OT_MATH_CONSTANT_RADICAL_EXTRA_ASCENDER)
    return MathBox(
      elements: start..<elements.count, width: x + sign.width + body.width, height: max(height, degreeBox?.height ?? 0),
      depth: max(body.depth, total - top))
  }

  /// `\overline` (rule 9).
  func overline(_ list: [Noad], _ style: MathStyle) -> MathBox {
    let font = font(style)
    let start = elements.count
    var box = set(list, style, cramped: true)
    let thickness = font.constant(HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS)
    let gap = font.constant(HB_OT_MATH_CONSTANT_OVERBAR_VERTICAL_GAP)
    addRule(x: 0, y: box.height + gap, width: box.width, height: thickness)
    box.height += gap + thickness + font.constant(HB_OT_MATH_CONSTANT_OVERBAR_EXTRA_ASCENDER)
    box.elements = start..<elements.count
    box.glyph = nil
    return box
  }

  /// `\underline` (rule 10).
  func underline(_ list: [Noad], _ style: MathStyle, cramped: Bool) -> MathBox {
    let font = font(style)
    let start = elements.count
    var box = set(list, style, cramped: cramped)
    let thickness = font.constant(HB_OT_MATH_CONSTANT_UNDERBAR_RULE_THICKNESS)
    let gap = font.constant(HB_OT_MATH_CONSTANT_UNDERBAR_VERTICAL_GAP)
    addRule(x: 0, y: -box.depth - gap - thickness, width: box.width, height: thickness)
    box.depth += gap + thickness + font.constant(HB_OT_MATH_CONSTANT_UNDERBAR_EXTRA_DESCENDER)
    box.elements = start..<elements.count
    box.glyph = nil
    return box
  }
}
