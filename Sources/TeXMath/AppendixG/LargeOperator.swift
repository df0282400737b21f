internal import CHarfBuzz

extension MathContext {
  /// Rule 13a: how far limits are moved from the operator's baseline.
  ///
  /// - Parameters:
  ///   - nucleus: The operator.
  ///   - above: The upper limit; only its depth matters.
  ///   - below: The lower limit; only its height matters.
  func limitShifts(_ nucleus: Extent, above: Extent, below: Extent, _ style: MathStyle) -> Shifts {
    let gapAbove = max(
      constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN, style) - above.depth,
      constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN, style))
    let gapBelow = max(
      constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN, style) - below.height,
      constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN, style))
    return Shifts(up: nucleus.height + gapAbove + above.depth, down: nucleus.depth + gapBelow + below.height)
  }
}

/// TeXbook App. G, rule 13.
enum LargeOperator {
  static func set(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    let hasLimits = noad.limits == .limits || (noad.limits == .display && style == .display)
    var nucleus: Extent
    var italic = 0
    if case .char(let scalar) = noad.nucleus {
      if style == .display, noad.isLargeOperator, layout.face.glyph(scalar) != 0 {
        let least = layout.constant(HB_OT_MATH_CONSTANT_DISPLAY_OPERATOR_MIN_HEIGHT, style)
        nucleus = StretchedGlyph.vertical(layout.face.glyph(scalar), scalar, atLeast: least, style, layout, &buffer)
      } else {
        nucleus = layout.character(scalar, style, &buffer)
      }
      nucleus = Delimiter.centred(nucleus, style, layout, &buffer)
      (nucleus.height, nucleus.depth) = (max(0, nucleus.height), max(0, nucleus.depth))
      italic = nucleus.italic
      if !noad.subscript.isEmpty && !hasLimits { nucleus.width -= italic }
    } else {
      nucleus = layout.box(noad.nucleus, style, cramped: cramped, &buffer)
    }
    nucleus.glyph = nil
    if !noad.hasScripts { return nucleus }
    guard hasLimits else {
      let hasBoth = !noad.superscript.isEmpty && !noad.subscript.isEmpty
      return Scripts.set(noad, on: nucleus, italic: hasBoth ? italic : 0, style, cramped: cramped, layout, &buffer)
    }
    // The limits of `\smallint` are not shifted.
    if case .char(0x222B) = noad.nucleus, !noad.isLargeOperator { italic = 0 }
    return limits(of: noad, on: nucleus, italic: italic, style, cramped: cramped, layout, &buffer)
  }

  /// Rule 13a.
  static func limits(
    of noad: Noad, on nucleus: Extent, italic: Int, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = nucleus
    let nucleusEnd = buffer.count
    let above = buffer.part(NoadPart.superscript) { layout.box(noad.superscript, style.ofScripts, cramped: cramped, &$0) }
    let aboveEnd = buffer.count
    let below = buffer.part(NoadPart.subscript) { layout.box(noad.subscript, style.ofScripts, cramped: true, &$0) }
    let width = max(nucleus.width, above.width, below.width)
    let shifts = layout.context.limitShifts(nucleus, above: above, below: below, style)
    buffer.move(nucleus.first..<nucleusEnd, (width - nucleus.width) / 2, 0)
    out.width = width
    if !noad.superscript.isEmpty {
      buffer.move(nucleusEnd..<aboveEnd, (width - above.width) / 2 + italic / 2, shifts.up)
      out.height = shifts.up + above.height
    }
    if !noad.subscript.isEmpty {
      buffer.move(aboveEnd..<buffer.count, (width - below.width) / 2 - italic / 2, -shifts.down)
      out.depth = shifts.down + below.depth
    }
    return out
  }
}

/// amsmath's `\sideset`: scripts on both sides of an operator, which keeps its own height.
enum SideSet {
  static func set(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    guard case .list(let index, _) = noad.second, layout.list.choices.indices.contains(Int(index)) else {
      return Extent(first: buffer.count)
    }
    let fields = layout.list.choices[Int(index)]
    let first = buffer.count
    // amsmath sets the operator in display style always.
    let own = min(style, .display)
    let measured = layout.box(fields[4], own, cramped: cramped, &buffer)
    let nucleus = buffer.take(from: first)
    func side(_ upper: Field, _ lower: Field) -> Extent {
      let empty = Extent(height: measured.height, depth: measured.depth, first: buffer.count)
      var noad = Noad()
      (noad.superscript, noad.subscript) = (upper, lower)
      return noad.hasScripts ? Scripts.set(noad, on: empty, italic: 0, style, cramped: cramped, layout, &buffer) : empty
    }
    var out = side(fields[0], fields[1])
    out.first = first
    buffer.move(from: first, layout.mu(3, style), 0)
    out.width += layout.mu(3, style)
    let base = buffer.count
    var right = side(fields[2], fields[3])
    let rightScripts = buffer.take(from: base)
    buffer.put(nucleus)
    var inner = measured
    inner.first = base
    inner.height = max(inner.height, out.height, right.height)
    inner.depth = max(inner.depth, out.depth, right.depth)
    if style == .display { inner = LargeOperator.limits(of: noad, on: inner, italic: 0, style, cramped: cramped, layout, &buffer) }
    buffer.move(from: inner.first, out.width, 0)
    out.append(inner)
    right.first = buffer.count
    buffer.put(rightScripts)
    buffer.move(from: right.first, out.width, 0)
    out.append(right)
    return out
  }
}
