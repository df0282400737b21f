internal import CHarfBuzz

extension MathContext {
  /// Rule 13a: how far limits are moved from the operator's baseline.
  ///
  /// - Parameters:
  ///   - nucleus: The operator.
  ///   - above: The upper limit; only its depth counts.
  ///   - below: The lower limit; only its height counts.
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

extension Layout {
  /// TeXbook App. G, rule 13.
  mutating func largeOperator(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
    let hasLimits = noad.limits == .limits || (noad.limits == .display && style == .display)
    var nucleus: Extent
    var italic = 0
    if case .char(let scalar) = noad.nucleus {
      if style == .display, noad.isLargeOperator, math.glyph(scalar) != 0 {
        let least = constant(HB_OT_MATH_CONSTANT_DISPLAY_OPERATOR_MIN_HEIGHT, style)
        nucleus = vertical(math.glyph(scalar), scalar, atLeast: least, style)
      } else {
        nucleus = character(scalar, style)
      }
      nucleus = centred(nucleus, style)
      (nucleus.height, nucleus.depth) = (max(0, nucleus.height), max(0, nucleus.depth))
      italic = nucleus.italic
      if !noad.subscript.isEmpty && !hasLimits { nucleus.width -= italic }
    } else {
      nucleus = box(noad.nucleus, style, cramped: cramped)
    }
    nucleus.glyph = nil
    if noad.superscript.isEmpty && noad.subscript.isEmpty { return nucleus }
    guard hasLimits else {
      return scripts(noad, on: nucleus, italic: noad.superscript.isEmpty || noad.subscript.isEmpty ? 0 : italic, style, cramped: cramped)
    }
    return withLimits(nucleus, noad.superscript, noad.subscript, italic: isSmallIntegral(noad) ? 0 : italic, style, cramped: cramped)
  }

  /// `\smallint`'s limits are not shifted.
  private mutating func isSmallIntegral(_ noad: Noad) -> Bool {
    if case .char(0x222B) = noad.nucleus { !noad.isLargeOperator } else { false }
  }

  /// Rule 13a.
  mutating func withLimits(
    _ nucleus: Extent, _ superscript: Field, _ lower: Field, italic: Int, _ style: MathStyle, cramped: Bool
  ) -> Extent {
    var out = nucleus
    let nucleusEnd = elements.count
    let above = box(superscript, style.ofScripts, cramped: cramped)
    let aboveEnd = elements.count
    let below = box(lower, style.ofScripts, cramped: true)
    let width = max(nucleus.width, above.width, below.width)
    let shifts = context.limitShifts(nucleus, above: above, below: below, style)
    move(nucleus.first..<nucleusEnd, (width - nucleus.width) / 2, 0)
    out.width = width
    if !superscript.isEmpty {
      move(nucleusEnd..<aboveEnd, (width - above.width) / 2 + italic / 2, shifts.up)
      out.height = shifts.up + above.height
    }
    if !lower.isEmpty {
      move(aboveEnd..<elements.count, (width - below.width) / 2 - italic / 2, -shifts.down)
      out.depth = shifts.down + below.depth
    }
    return out
  }

  /// `\sideset`: scripts on both sides of an operator of its own height.
  mutating func sideset(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> Extent {
    guard case .list(let index, _) = noad.second, list.choices.indices.contains(Int(index)) else { return Extent(first: elements.count) }
    let fields = list.choices[Int(index)]
    let first = elements.count
    // amsmath sets the operator in display style always.
    let own = min(style, .display)
    let measured = box(fields[4], own, cramped: cramped)
    elements.removeSubrange(first...)
    func side(_ upper: Field, _ lower: Field) -> Extent {
      var empty = Extent(first: elements.count)
      (empty.height, empty.depth) = (measured.height, measured.depth)
      if upper.isEmpty && lower.isEmpty { return empty }
      var noad = Noad()
      (noad.superscript, noad.subscript) = (upper, lower)
      return scripts(noad, on: empty, italic: 0, style, cramped: cramped)
    }
    var out = side(fields[0], fields[1])
    out.first = first
    move(from: first, mu(3, style), 0)
    out.width += mu(3, style)
    let base = elements.count
    let right = side(fields[2], fields[3])
    elements.removeSubrange(base...)
    var inner = box(fields[4], own, cramped: cramped)
    inner.first = base
    inner.height = max(inner.height, out.height, right.height)
    inner.depth = max(inner.depth, out.depth, right.depth)
    for next in [style == .display ? withLimits(inner, noad.superscript, noad.subscript, italic: 0, style, cramped: cramped) : inner] {
      move(from: next.first, out.width, 0)
      out.width += next.width
      out.height = max(out.height, next.height)
      out.depth = max(out.depth, next.depth)
    }
    let last = side(fields[2], fields[3])
    move(from: last.first, out.width, 0)
    out.width += last.width
    out.height = max(out.height, last.height)
    out.depth = max(out.depth, last.depth)
    return out
  }
}
