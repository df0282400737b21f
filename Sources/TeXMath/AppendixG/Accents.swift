internal import CHarfBuzz

extension MathSetter {
  /// A mark over or under its base (rule 12), its attachment point over the base's.
  ///
  /// Scripts of an accented single character belong to the character: they stand where they would without the accent.
  func accent(_ accent: Noad.Accent, _ noad: Noad, _ style: MathStyle, cramped: Bool) -> MathBox {
    let font = font(style)
    let start = elements.count
    let base = set(accent.base, style, cramped: true)
    guard var glyph = font.glyph(for: accent.mark) else { return base }
    let baseMetrics = base.glyph.map { font.metrics(of: $0) }
    let isCharacter = baseMetrics != nil && accent.base.count == 1 && accent.base[0].superscript == nil && accent.base[0].subscript == nil
    var markBox: MathBox
    if accent.isWide {
      glyph = font.widestVariant(of: glyph, upTo: base.width)
      let own = font.metrics(of: glyph)
      let parts = own.width < base.width ? font.assembly(of: glyph, isVertical: false) : []
      markBox = parts.isEmpty ? glyphBox(glyph, font) : stretched(glyph, base.width, font, isVertical: false)
      if !parts.isEmpty { markBox.glyph = nil }
    } else {
      markBox = glyphBox(glyph, font)
    }
    let metrics = font.metrics(of: glyph)
    let attach = isCharacter ? baseMetrics?.accentAttachment ?? base.width / 2 : base.width / 2
    let markAttach = markBox.glyph == nil ? markBox.width / 2 : metrics.accentAttachment
    var box = base
    box.glyph = nil
    box.italic = 0
    // A lone character is as wide as it would be by itself.
    if isCharacter, noad.superscript == nil, noad.subscript == nil { box.width = base.width }
    if accent.isBelow {
      let drop = base.depth + scaled(1)
      move(markBox, attach - markAttach, -drop - markBox.height)
      box.depth = drop + markBox.height + markBox.depth
    } else {
      let drop = min(base.height, font.constant(HB_OT_MATH_CONSTANT_ACCENT_BASE_HEIGHT))
      move(markBox, attach - markAttach, base.height - drop)
      box.height = max(base.height, base.height - drop + markBox.height)
    }
    box.elements = start..<elements.count
    guard noad.superscript != nil || noad.subscript != nil else { return box }
    guard isCharacter, let glyph = base.glyph else {
      return scripts(box, noad, style, cramped: cramped, isCharacter: false, from: start)
    }
    var inner = box
    inner.glyph = glyph
    inner.italic = baseMetrics?.italic ?? 0
    return scripts(inner, noad, style, cramped: cramped, isCharacter: true, from: start)
  }

  /// `\underbrace{…}_{label}`: the brace as wide as its base, the label beyond it.
  func brace(_ accent: Noad.Accent, _ noad: Noad, _ style: MathStyle, cramped: Bool) -> MathBox {
    let font = font(style)
    let start = elements.count
    let base = set(accent.base, style, cramped: cramped)
    guard let glyph = font.glyph(for: accent.mark) else { return base }
    let mark = stretched(glyph, base.width, font, isVertical: false)
    let width = max(base.width, mark.width)
    move(base, (width - base.width) / 2, 0)
    var box = MathBox(elements: start..<elements.count, width: width, height: base.height, depth: base.depth)
    if accent.isBelow {
      let gap = font.constant(HB_OT_MATH_CONSTANT_STRETCH_STACK_GAP_ABOVE_MIN)
      move(mark, (width - mark.width) / 2, -(base.depth + gap + mark.height))
      box.depth = base.depth + gap + mark.height + mark.depth
    } else {
      let gap = font.constant(HB_OT_MATH_CONSTANT_STRETCH_STACK_GAP_BELOW_MIN)
      move(mark, (width - mark.width) / 2, base.height + gap + mark.depth)
      box.height = base.height + gap + mark.height + mark.depth
    }
    return noad.superscript == nil && noad.subscript == nil ? box : limits(box, noad, style, cramped: cramped, delta: 0)
  }

  /// `\xrightarrow[below]{above}`: an arrow that reaches past its labels.
  func extensible(_ arrow: Unicode.Scalar, _ above: [Noad], _ below: [Noad]?, _ style: MathStyle, cramped: Bool) -> MathBox {
    let font = font(style)
    let start = elements.count
    let upper = set(above, style.script, cramped: cramped)
    let lower = below.map { set($0, style.script, cramped: true) }
    let labels = max(upper.width, lower?.width ?? 0) + scaled(6)
    guard let glyph = font.glyph(for: arrow) else { return upper }
    let line = stretched(glyph, max(labels, font.metrics(of: glyph).width), font, isVertical: false)
    let width = line.width
    var box = MathBox(elements: start..<elements.count, width: width, height: line.height, depth: line.depth)
    let rise = max(
      line.height + font.constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN) + upper.depth,
      line.height + font.constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN))
    move(upper, (width - upper.width) / 2, rise)
    if !above.isEmpty { box.height = rise + upper.height }
    if let lower {
      let drop = line.depth
        + max(
          font.constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN) + lower.height,
          font.constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN))
      move(lower, (width - lower.width) / 2, -drop)
      box.depth = drop + lower.depth
    }
    return box
  }
}
