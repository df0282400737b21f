internal import CHarfBuzz

extension MathSetter {
  /// A large operator (rule 13): its display form in display style, centred on the axis.
  func largeOperator(_ noad: Noad, _ scalar: Unicode.Scalar, _ style: MathStyle, cramped: Bool) -> MathBox {
    let font = font(style)
    let start = elements.count
    var box: MathBox
    if var glyph = font.glyph(for: scalar) {
      if style == .display {
        let wanted = font.constant(HB_OT_MATH_CONSTANT_DISPLAY_OPERATOR_MIN_HEIGHT)
        glyph = font.variant(of: glyph, atLeast: wanted, isVertical: true).glyph
      }
      box = glyphBox(glyph, font)
    } else {
      box = character(scalar, style)
    }
    let shift = (box.height - box.depth) / 2 - axis(style)
    move(box, 0, -shift)
    box.height -= shift
    box.depth += shift
    let isIntegral = (0x222B...0x2233).contains(scalar.value) || (0x2A0B...0x2A1C).contains(scalar.value)
    if noad.limits ?? (style == .display && !isIntegral) {
      return limits(box, noad, style, cramped: cramped, delta: box.italic)
    }
    if noad.superscript == nil, noad.subscript == nil {
      box.width += box.italic
      return box
    }
    // The upper script stands right of the lower one by the italic correction.
    return scripts(box, noad, style, cramped: cramped, isCharacter: false, delta: box.italic, from: start)
  }

  /// Limits above and below (rule 13a).
  func limits(_ nucleus: MathBox, _ noad: Noad, _ style: MathStyle, cramped: Bool, delta: Int) -> MathBox {
    let font = font(style)
    func constant(_ name: hb_ot_math_constant_t) -> Int { font.constant(name) }
    let above = noad.superscript.map { set($0, style.script, cramped: cramped) }
    let below = noad.subscript.map { set($0, style.script, cramped: true) }
    let width = max(nucleus.width, above?.width ?? 0, below?.width ?? 0)
    var box = MathBox(
      elements: min(nucleus.elements.lowerBound, elements.count)..<elements.count, width: width, height: nucleus.height,
      depth: nucleus.depth)
    move(nucleus, (width - nucleus.width) / 2, 0)
    if let above {
      let shift = nucleus.height
        + max(
          constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN) - above.depth,
          constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN)) + above.depth
      move(above, (width - above.width) / 2 + delta / 2, shift)
      box.height = shift + above.height
    }
    if let below {
      let shift = nucleus.depth
        + max(
          constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN) - below.height,
          constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN)) + below.height
      move(below, (width - below.width) / 2 - delta / 2, -shift)
      box.depth = shift + below.depth
    }
    return box
  }
}
