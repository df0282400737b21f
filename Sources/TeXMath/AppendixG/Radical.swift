internal import CHarfBuzz

/// A line over or under a box: its distance, its thickness, and the space beyond it.
struct Bar: Equatable {
  var gap: Int
  var thickness: Int
  var extra: Int
}

extension MathContext {
  /// Rule 9.
  func overbar(_ style: MathStyle) -> Bar {
    Bar(
      gap: constant(HB_OT_MATH_CONSTANT_OVERBAR_VERTICAL_GAP, style),
      thickness: constant(HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS, style),
      extra: constant(HB_OT_MATH_CONSTANT_OVERBAR_EXTRA_ASCENDER, style))
  }

  /// Rule 10.
  func underbar(_ style: MathStyle) -> Bar {
    Bar(
      gap: constant(HB_OT_MATH_CONSTANT_UNDERBAR_VERTICAL_GAP, style),
      thickness: constant(HB_OT_MATH_CONSTANT_UNDERBAR_RULE_THICKNESS, style),
      extra: constant(HB_OT_MATH_CONSTANT_UNDERBAR_EXTRA_DESCENDER, style))
  }

  /// Rule 11: the space between a radicand and its bar before the sign has been chosen.
  func radicalGap(_ style: MathStyle) -> Int {
    constant(display: HB_OT_MATH_CONSTANT_RADICAL_DISPLAY_STYLE_VERTICAL_GAP, HB_OT_MATH_CONSTANT_RADICAL_VERTICAL_GAP, style)
  }

  /// Rule 11: the same space under a sign that is larger than needed: the radicand is in the middle.
  ///
  /// - Parameters:
  ///   - sign: Height and depth of the sign.
  ///   - radicand: Height and depth of the radicand.
  func radicalGap(sign: Int, radicand: Int, bar: Int, _ style: MathStyle) -> Int {
    let gap = radicalGap(style)
    let excess = sign - bar - (radicand + gap)
    return excess > 0 ? gap + excess / 2 : gap
  }

  /// The place of a root's degree, as LuaTeX's: how far right and up, and where the sign begins.
  ///
  /// - Parameters:
  ///   - width: Of the degree.
  ///   - top: The height of the sign.
  ///   - depth: Of the sign.
  func degreePlace(width: Int, top: Int, depth: Int, _ style: MathStyle) -> (x: Int, up: Int, end: Int) {
    let before = constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_BEFORE_DEGREE, style)
    let end = before + width + constant(HB_OT_MATH_CONSTANT_RADICAL_KERN_AFTER_DEGREE, style)
    let raise = face.constant(HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT)
    return (max(before, 0), (top + depth) * raise / 100 - depth, max(0, end))
  }
}

/// TeXbook App. G, rule 11; the degree as LuaTeX places it.
enum Radical {
  static func set(_ noad: Noad, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = Extent(first: buffer.count)
    let inner = layout.box(noad.nucleus, style, cramped: true, &buffer)
    let innerEnd = buffer.count
    let radicand = inner.height + inner.depth
    let bar = layout.constant(HB_OT_MATH_CONSTANT_RADICAL_RULE_THICKNESS, style)
    let least = radicand + layout.context.radicalGap(style) + bar
    let sign = buffer.part(NoadPart.sign) { Delimiter.set(0x221A, atLeast: least, style, onAxis: false, layout, &$0) }
    let signEnd = buffer.count
    let signTotal = sign.height + sign.depth
    let top = inner.height + layout.context.radicalGap(sign: signTotal, radicand: radicand, bar: bar, style) + bar
    buffer.move(from: sign.first, 0, top - sign.height)
    let signDepth = signTotal - top
    var x = 0
    if !noad.second.isEmpty {
      let degree = buffer.part(NoadPart.second) { layout.box(noad.second, .scriptScript, cramped: false, &$0) }
      let place = layout.context.degreePlace(width: degree.width, top: top, depth: signDepth, style)
      buffer.move(from: degree.first, place.x, place.up)
      x = place.end
      out.height = max(out.height, degree.height + place.up)
    }
    buffer.move(sign.first..<signEnd, x, 0)
    buffer.move(out.first..<innerEnd, x + sign.width, 0)
    if inner.width > 0 { buffer.rule(x: x + sign.width, y: top - bar, width: inner.width, height: bar) }
    out.width = x + sign.width + inner.width
    out.height = max(out.height, top + layout.constant(HB_OT_MATH_CONSTANT_RADICAL_EXTRA_ASCENDER, style))
    out.depth = max(inner.depth, signDepth)
    return out
  }
}

/// TeXbook App. G, rule 9.
enum Overline {
  static func set(_ noad: Noad, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = layout.box(noad.nucleus, style, cramped: true, &buffer)
    let bar = layout.context.overbar(style)
    buffer.source.part = NoadPart.sign
    buffer.rule(x: 0, y: out.height + bar.gap, width: out.width, height: bar.thickness)
    out.height += bar.gap + bar.thickness + bar.extra
    out.becomeBox()
    return out
  }
}

/// TeXbook App. G, rule 10.
enum Underline {
  static func set(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = layout.box(noad.nucleus, style, cramped: cramped, &buffer)
    let bar = layout.context.underbar(style)
    buffer.source.part = NoadPart.sign
    buffer.rule(x: 0, y: -out.depth - bar.gap - bar.thickness, width: out.width, height: bar.thickness)
    out.depth += bar.gap + bar.thickness + bar.extra
    out.becomeBox()
    return out
  }
}
