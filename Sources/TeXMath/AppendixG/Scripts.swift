internal import CHarfBuzz

extension MathContext {
  /// Rules 18a to 18f: how far a superscript is raised and a subscript lowered.
  ///
  /// - Parameters:
  ///   - nucleus: A box determines the least shifts, a single character (with its glyph) does not (18a).
  ///   - above: The superscript; only its depth matters.
  ///   - below: The subscript; only its height matters.
  func scriptShifts(_ nucleus: Extent, above: Extent?, below: Extent?, _ style: MathStyle, cramped: Bool) -> Shifts {
    let isCharacter = nucleus.glyph != nil
    var up = isCharacter ? 0 : nucleus.height - constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BASELINE_DROP_MAX, style)
    var down = isCharacter ? 0 : nucleus.depth + constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_BASELINE_DROP_MIN, style)
    if let above {
      // Rule 18c.
      let least = constant(cramped ? HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP_CRAMPED : HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP, style)
      up = max(up, least, above.depth + constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MIN, style))
    }
    guard let below else { return Shifts(up: up, down: down) }
    down = max(down, constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN, style))
    guard let above else {
      // Rule 18b.
      return Shifts(up: up, down: max(down, below.height - constant(HB_OT_MATH_CONSTANT_SUBSCRIPT_TOP_MAX, style)))
    }
    // Rule 18e.
    let lack = constant(HB_OT_MATH_CONSTANT_SUB_SUPERSCRIPT_GAP_MIN, style) - ((up - above.depth) - (below.height - down))
    if lack > 0 {
      down += lack
      let lift = constant(HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT, style) - (up - above.depth)
      if lift > 0 {
        up += lift
        down -= lift
      }
    }
    return Shifts(up: up, down: down)
  }
}

/// TeXbook App. G, rule 18, over OpenType's constants; cut-in kerns as in LuaTeX.
enum Scripts {
  /// The scripts of a character, whose italic correction is before a superscript that has no subscript below it.
  static func set(
    _ noad: Noad, onCharacter character: Extent, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    guard noad.subscript.isEmpty else {
      return set(noad, on: character, italic: character.italic, style, cramped: cramped, layout, &buffer)
    }
    var nucleus = character
    nucleus.width += character.italic
    return set(noad, on: nucleus, italic: 0, style, cramped: cramped, layout, &buffer)
  }

  /// - Parameter italic: How much farther right a superscript is than a subscript.
  static func set(
    _ noad: Noad, on nucleus: Extent, italic: Int, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = nucleus
    let small = style.ofScripts
    let space = layout.constant(HB_OT_MATH_CONSTANT_SPACE_AFTER_SCRIPT, style)
    let hasSuper = !noad.superscript.isEmpty
    let hasSub = !noad.subscript.isEmpty
    var above = Extent()
    var below = Extent()
    if hasSuper {
      above = buffer.part(NoadPart.superscript) { layout.box(noad.superscript, small, cramped: cramped, &$0) }
      if isLine(noad.superscript, layout) { widenRule(from: above.first, by: space, &buffer) }
      above.width += space
    }
    let aboveEnd = buffer.count
    if hasSub {
      below = buffer.part(NoadPart.subscript) { layout.box(noad.subscript, small, cramped: true, &$0) }
      if isLine(noad.subscript, layout) { widenRule(from: below.first, by: space, &buffer) }
      below.width += space
    }
    let shifts = layout.context.scriptShifts(nucleus, above: hasSuper ? above : nil, below: hasSub ? below : nil, style, cramped: cramped)
    let (up, down) = (shifts.up, shifts.down)
    var kernUp = 0
    var kernDown = 0
    if let glyph = nucleus.glyph {
      if hasSuper { kernUp = cutIn(glyph, nucleus, above, shift: up, style, isAbove: true, layout) }
      if hasSub { kernDown = cutIn(glyph, nucleus, below, shift: down, style, isAbove: false, layout) }
    }
    var width = 0
    if hasSub {
      buffer.move(from: aboveEnd, nucleus.width + kernDown, -down)
      out.depth = max(out.depth, below.depth + down)
      out.height = max(out.height, below.height - down)
      width = kernDown + below.width
    }
    if hasSuper {
      let dx = nucleus.width + italic + kernUp
      buffer.move(above.first..<aboveEnd, dx, up)
      out.height = max(out.height, above.height + up)
      out.depth = max(out.depth, above.depth - up)
      // TeX keeps the width of a script that is narrower than nothing.
      width = hasSub ? max(width, italic + kernUp + above.width) : italic + kernUp + above.width
    }
    out.width = nucleus.width + width
    out.glyph = nil
    out.italic = 0
    return out
  }

  /// True for a script that is a line over or under something: TeX's rule is as wide as its box, to which the space after scripts is added.
  private static func isLine(_ field: Field, _ layout: Layout) -> Bool {
    guard let noad = layout.list.onlyNoad(of: field) else { return false }
    switch noad.kind {
    case .overline, .underline: return !noad.hasScripts
    default: return false
    }
  }

  private static func widenRule(from first: Int, by space: Int, _ buffer: inout ElementBuffer) {
    if let last = buffer.elements.indices.last, last >= first, buffer.elements[last].kind == .rule {
      buffer.elements[last].width &+= Int32(truncatingIfNeeded: space)
    }
  }

  /// OpenType MATH: MathKernInfo; the smaller sum at the two heights where the corners meet. LuaTeX: the script's first character is looked
  /// up and measured at the size and in the form of the nucleus; there is no kern where the script does not begin with a character.
  private static func cutIn(
    _ glyph: UInt32, _ nucleus: Extent, _ script: Extent, shift: Int, _ style: MathStyle, isAbove: Bool, _ layout: Layout
  ) -> Int {
    guard script.leading != 0 else { return 0 }
    let size = layout.size(style)
    let other = layout.form(of: layout.face.glyph(script.leading), style)
    func kern(_ glyph: UInt32, _ corner: hb_ot_math_kern_t, _ height: Int) -> Int {
      guard size > 0 else { return 0 }
      let units = layout.face.mathKern(of: glyph, corner: corner, at: height * layout.face.unitsPerEm / size)
      return layout.face.scaled(units, size: size)
    }
    func sum(at height: Int) -> Int {
      kern(glyph, isAbove ? HB_OT_MATH_KERN_TOP_RIGHT : HB_OT_MATH_KERN_BOTTOM_RIGHT, height)
        + kern(other, isAbove ? HB_OT_MATH_KERN_BOTTOM_LEFT : HB_OT_MATH_KERN_TOP_LEFT, height)
    }
    let metrics = layout.face.metrics(of: other)
    if isAbove { return min(sum(at: nucleus.height), sum(at: shift - layout.scaled(Int(metrics.depth), style))) }
    return min(sum(at: -nucleus.depth), sum(at: layout.scaled(Int(metrics.height), style) - shift))
  }
}
