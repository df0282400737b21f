internal import CHarfBuzz

/// How an extensible arrow is put together, as amsmath does: ends, filling, and the space around its scripts in mu.
private struct ArrowRecipe {
  var left: UInt32
  var filling: UInt32
  var right: UInt32
  /// Before and behind the script, in the script; and in all for the length of the arrow.
  var before: Int
  var behind: Int
  static let room = 14
}

private func recipe(_ scalar: UInt32) -> ArrowRecipe? {
  switch scalar {
  case 0x2192: ArrowRecipe(left: 0x2212, filling: 0x2212, right: 0x2192, before: 0, behind: 3)
  case 0x2190: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2212, before: 3, behind: 0)
  case 0x2194: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2192, before: 3, behind: 0)
  case 0x21D2: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x21D2, before: 0, behind: 3)
  case 0x21D0: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x3D, before: 3, behind: 0)
  case 0x21D4: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x21D2, before: 3, behind: 0)
  case 0x3D: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x3D, before: 0, behind: 0)
  default: nil
  }
}

extension Layout {
  /// `\xrightarrow` and its like: an arrow as long as its scripts and 14 mu (amsmath's `\ext@arrow`), with limits.
  func arrow(_ noad: Noad, _ scalar: UInt32, _ style: MathStyle) -> Extent {
    let first = elements.count
    let own = recipe(scalar)
    var above = box(noad.nucleus, style.ofScripts, cramped: false)
    let aboveEnd = elements.count
    var below = box(noad.second, style.ofScripts, cramped: true)
    let belowEnd = elements.count
    var longest = max(above.width, below.width) + mu(ArrowRecipe.room, .script)
    // amscd's `\minCDarrowwidth`: 2.5 pc.
    if noad.isLargeOperator { longest = max(longest, tenPoint(3000)) }
    var shaft = own.map { filled($0, atLeast: longest, style) } ?? stretched(scalar, atLeast: longest, style)
    (shaft.height, shaft.depth) = (max(0, shaft.height), max(0, shaft.depth))
    if let own {
      let (before, behind) = (mu(own.before, style.ofScripts), mu(own.behind, style.ofScripts))
      for index in first..<belowEnd { elements[index].x &+= Int32(truncatingIfNeeded: before) }
      above.width += before + behind
      below.width += before + behind
    }
    var out = Extent(first: first)
    (out.width, out.height, out.depth) = (shaft.width, shaft.height, shaft.depth)
    func shift(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
      for index in range {
        elements[index].x &+= Int32(truncatingIfNeeded: dx)
        elements[index].y &+= Int32(truncatingIfNeeded: dy)
      }
    }
    if !noads(of: noad.nucleus).isEmpty {
      let gap = max(
        constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN, style) - above.depth,
        constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN, style))
      let up = shaft.height + gap + above.depth
      shift(first..<aboveEnd, (out.width - above.width) / 2, up)
      out.height = up + above.height
    }
    if !noads(of: noad.second).isEmpty {
      let gap = max(
        constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN, style) - below.height,
        constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN, style))
      let down = shaft.depth + gap + below.height
      shift(aboveEnd..<belowEnd, (out.width - below.width) / 2, -down)
      out.depth = down + below.depth
    }
    return out
  }

  /// amsmath's `\arrowfill@`: the ends overlap the filling by 7 mu, its pieces each other by 4 mu.
  private func filled(_ recipe: ArrowRecipe, atLeast length: Int, _ style: MathStyle) -> Extent {
    var out = Extent(first: elements.count)
    let start = style <= .text ? MathStyle.text : style
    let left = character(recipe.left, start)
    let overlap = mu(7, start)
    let right = character(recipe.right, start)
    out.width = max(length, left.width + right.width - 2 * overlap)
    move(from: right.first, out.width - right.width, 0)
    out.height = max(left.height, right.height)
    out.depth = max(left.depth, right.depth)
    let from = left.width - overlap
    let room = out.width - right.width + overlap - from
    let glyph = math.scriptForm(of: math.glyph(recipe.filling), level: start.level)
    let piece = scaled(Int(math.metrics(of: glyph).advance), start) - 2 * mu(2, start)
    guard piece > 0, room >= piece else { return out }
    let count = min(room / piece, 2000)
    for index in 0..<count {
      emit(glyph, recipe.filling, size: size(start), x: from + (room - count * piece) / 2 + index * piece - mu(2, start))
    }
    return out
  }

  /// By the font's own variants and parts.
  private func stretched(_ scalar: UInt32, atLeast length: Int, _ style: MathStyle) -> Extent {
    let glyph = math.glyph(scalar)
    let construction = math.construction(of: glyph, isVertical: false)
    if !construction.parts.isEmpty { return row(construction, target: max(length, sizes.0), .text) }
    guard glyph != 0 else { return Extent(width: length, first: elements.count) }
    let fitting = construction.variants.first { scaled($0.advance, .text) >= length } ?? construction.variants.last
    return set(glyph: fitting?.glyph ?? glyph, scalar, .text)
  }
}
