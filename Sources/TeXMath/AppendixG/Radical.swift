internal import CHarfBuzz

extension MathContext {
  /// Rule 11: the space between a radicand and its bar before the sign has been chosen.
  func radicalGap(_ style: MathStyle) -> Int {
    constant(display: HB_OT_MATH_CONSTANT_RADICAL_DISPLAY_STYLE_VERTICAL_GAP, HB_OT_MATH_CONSTANT_RADICAL_VERTICAL_GAP, style)
  }

  /// Rule 11: the same space under a sign that is larger than asked for: the radicand is in the middle.
  ///
  /// - Parameters:
  ///   - sign: Height and depth of the sign.
  ///   - radicand: Height and depth of what is under it.
  func radicalGap(sign: Int, radicand: Int, bar: Int, _ style: MathStyle) -> Int {
    let gap = radicalGap(style)
    let excess = sign - bar - (radicand + gap)
    return excess > 0 ? gap + excess / 2 : gap
  }
}

extension Layout {
  /// TeXbook App. G, rule 11; the degree as LuaTeX places it.
  mutating func radical(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
    var out = Extent(first: elements.count)
    let inner = box(noad.nucleus, style, cramped: true)
    let innerEnd = elements.count
    let bar = constant(HB_OT_MATH_CONSTANT_RADICAL_RULE_THICKNESS, style)
    let extra = constant(HB_OT_MATH_CONSTANT_RADICAL_EXTRA_ASCENDER, style)
    let sign = delimiter(0x221A, atLeast: inner.height + inner.depth + context.radicalGap(style) + bar, style, onAxis: false)
    let signEnd = elements.count
    let signTotal = sign.height + sign.depth
    let gap = context.radicalGap(sign: signTotal, radicand: inner.height + inner.depth, bar: bar, style)
    let top = inner.height + gap + bar
    move(from: sign.first, 0, top - sign.height)
    let signDepth = signTotal - top
    var x = 0
    if !noad.second.isEmpty {
      let degreeFirst = elements.count
      let degree = box(noad.second, .scriptScript, cramped: false)
      let before = constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_BEFORE_DEGREE, style)
      let after = constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_AFTER_DEGREE, style)
      let raise = math.constant(HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT)
      let up = (top + signDepth) * raise / 100 - signDepth
      let position = max(before, 0)
      move(from: degreeFirst, position, up)
      x = max(0, before + degree.width + after)
      out.height = max(out.height, degree.height + up)
      if before + degree.width + after < 0 { move(from: degreeFirst, -(before + degree.width + after), 0) }
    }
    move(sign.first..<signEnd, x, 0)
    move(out.first..<innerEnd, x + sign.width, 0)
    if inner.width > 0 { rule(x: x + sign.width, y: top - bar, width: inner.width, height: bar) }
    out.width = x + sign.width + inner.width
    out.height = max(out.height, top + extra)
    out.depth = max(inner.depth, signDepth)
    return out
  }

  /// Rules 9 and 10.
  mutating func overUnderline(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
    if case .overline = noad.kind {
      var out = box(noad.nucleus, style, cramped: true)
      let bar = constant(HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS, style)
      let gap = constant(HB_OT_MATH_CONSTANT_OVERBAR_VERTICAL_GAP, style)
      rule(x: 0, y: out.height + gap, width: out.width, height: bar)
      out.height += gap + bar + constant(HB_OT_MATH_CONSTANT_OVERBAR_EXTRA_ASCENDER, style)
      out.glyph = nil
      out.italic = 0
      return out
    }
    var out = box(noad.nucleus, style, cramped: cramped)
    let bar = constant(HB_OT_MATH_CONSTANT_UNDERBAR_RULE_THICKNESS, style)
    let gap = constant(HB_OT_MATH_CONSTANT_UNDERBAR_VERTICAL_GAP, style)
    rule(x: 0, y: -out.depth - gap - bar, width: out.width, height: bar)
    out.depth += gap + bar + constant(HB_OT_MATH_CONSTANT_UNDERBAR_EXTRA_DESCENDER, style)
    out.glyph = nil
    out.italic = 0
    return out
  }
}
