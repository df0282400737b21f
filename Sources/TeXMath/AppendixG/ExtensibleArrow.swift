internal import CHarfBuzz

/// How an extensible arrow is put together, as amsmath and mathtools do: ends, filling, and the space around its scripts.
private struct ArrowRecipe {
  var left: UInt32
  var filling: UInt32
  var right: UInt32
  /// Before and after the script, in the script's mu.
  var before = 0
  var behind = 0
  /// Words' spaces before and after the script (mathtools' double arrows).
  var spacesBefore = 0
  var spacesBehind = 0
  /// How many mu longer the arrow is than its scripts.
  var room = 14
}

private func recipe(_ scalar: UInt32) -> ArrowRecipe? {
  switch scalar {
  case 0x2192: ArrowRecipe(left: 0x2212, filling: 0x2212, right: 0x2192, behind: 3)
  case 0x2190: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2212, before: 3)
  case 0x2194: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2192, before: 3)
  case 0x21D2: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x21D2, spacesBehind: 1, room: 10)
  case 0x21D0: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x3D, spacesBefore: 1, room: 10)
  case 0x21D4: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x21D2, spacesBefore: 1, spacesBehind: 1, room: 10)
  case 0x21BC, 0x21BD: ArrowRecipe(left: scalar, filling: 0x2212, right: 0x2212, before: 3)
  case 0x21C0, 0x21C1: ArrowRecipe(left: 0x2212, filling: 0x2212, right: scalar, behind: 3)
  case 0x3D: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x3D)
  default: nil
  }
}

/// Arrows one above the other, each by itself, raised and lowered by 0.22 ex (mathtools).
private let doubleArrows: [UInt32: (upper: UInt32, lower: UInt32)] = [
  0x21CC: (0x21C0, 0x21BD), 0x21CB: (0x21BC, 0x21C1), 0x21C4: (0x2192, 0x2190),
]

extension Layout {
  /// `\xrightarrow` and the like: an arrow as long as its scripts and some mu (amsmath's `\ext@arrow`), with limits.
  ///
  /// - Parameter least: Hundredths of an em.
  mutating func arrow(_ noad: Noad, _ scalar: UInt32, least: Int, _ style: MathStyle) -> Extent {
    guard let pair = doubleArrows[scalar] else {
      return single(scalar, above: noad.nucleus, below: noad.second, least: least, style, showsAbove: true, showsBelow: true)
    }
    let raise = length(Dimension(value: 65536 * 22 / 100, unit: .ex), .text)
    var out = single(pair.upper, above: noad.nucleus, below: noad.second, least: least, .text, showsAbove: true, showsBelow: false)
    let upperEnd = elements.count
    let lower = single(pair.lower, above: noad.nucleus, below: noad.second, least: least, .text, showsAbove: false, showsBelow: true)
    // The lower one ends where the upper one does.
    move(from: upperEnd, out.width - lower.width, -raise)
    for index in out.first..<upperEnd { elements[index].y &+= Int32(truncatingIfNeeded: raise) }
    out.height = max(out.height + raise, lower.height - raise)
    out.depth = max(out.depth - raise, lower.depth + raise)
    return out
  }

  private mutating func single(
    _ scalar: UInt32, above: Field, below: Field, least: Int, _ style: MathStyle, showsAbove: Bool, showsBelow: Bool
  ) -> Extent {
    let own = recipe(scalar)
    let first = elements.count
    let hasAbove = !noads(of: above).isEmpty
    // mathtools' double arrows always have a script below, if only a space.
    let hasBelow = !noads(of: below).isEmpty || (own?.spacesBefore ?? 0) + (own?.spacesBehind ?? 0) > 0
    var upper = box(above, style.ofScripts, cramped: false)
    if !showsAbove { elements.removeSubrange(first...) }
    let upperEnd = elements.count
    var lower = box(below, style.ofScripts, cramped: true)
    if !showsBelow { elements.removeSubrange(upperEnd...) }
    let lowerEnd = elements.count
    let space = tenPoint(333)
    let before = own.map { mu($0.before, style.ofScripts) + $0.spacesBefore * space } ?? 0
    let behind = own.map { mu($0.behind, style.ofScripts) + $0.spacesBehind * space } ?? 0
    let spaces = own.map { ($0.spacesBefore + $0.spacesBehind) * space } ?? 0
    let longest = max(max(upper.width, lower.width) + spaces + mu(own?.room ?? 14, .script), sizes.0 * least / 100)
    var shaft = own.map { filled($0, atLeast: longest) } ?? stretched(scalar, atLeast: longest, style)
    (shaft.height, shaft.depth) = (max(0, shaft.height), max(0, shaft.depth))
    for index in first..<lowerEnd { elements[index].x &+= Int32(truncatingIfNeeded: before) }
    upper.width += before + behind
    lower.width += before + behind
    var out = Extent(first: first)
    (out.width, out.height, out.depth) = (shaft.width, shaft.height, shaft.depth)
    func shift(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
      for index in range {
        elements[index].x &+= Int32(truncatingIfNeeded: dx)
        elements[index].y &+= Int32(truncatingIfNeeded: dy)
      }
    }
    if hasAbove {
      let gap = max(
        constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN, style) - upper.depth,
        constant(HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN, style))
      let up = shaft.height + gap + upper.depth
      shift(first..<upperEnd, (out.width - upper.width) / 2, up)
      out.height = up + upper.height
    }
    if hasBelow {
      let gap = max(
        constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN, style) - lower.height,
        constant(HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN, style))
      let down = shaft.depth + gap + lower.height
      shift(upperEnd..<lowerEnd, (out.width - lower.width) / 2, -down)
      out.depth = down + lower.depth
    }
    return out
  }

  /// amsmath's `\varinjlim`: below the name, 1.5 of its `ex@` apart, an arrow as long; its own depth counts one `ex@` less.
  mutating func arrowBelow(_ noad: Noad, _ scalar: UInt32, _ style: MathStyle) -> Extent {
    var out = box(noad.nucleus, style, cramped: false)
    guard let recipe = recipe(scalar) else { return out }
    // `ex@` is a tenth of the size that amsmath was made for.
    let unit = tenPoint(100)
    let first = elements.count
    let shaft = filled(recipe, atLeast: out.width)
    let drop = out.depth + unit * 3 / 2 + shaft.height
    move(from: first, 0, -drop)
    out.depth = drop + shaft.depth - unit
    out.glyph = nil
    out.italic = 0
    return out
  }

  /// amsmath's `\arrowfill@`, in text size always: the ends overlap the filling by 7 mu, its pieces each other by 4 mu.
  private mutating func filled(_ recipe: ArrowRecipe, atLeast length: Int) -> Extent {
    var out = Extent(first: elements.count)
    let overlap = mu(recipe.filling == 0x3D ? 6 : 7, .text)
    let left = character(recipe.left, .text)
    let right = character(recipe.right, .text)
    out.width = max(length, left.width + right.width - 2 * overlap)
    move(from: right.first, out.width - right.width, 0)
    out.height = max(left.height, right.height)
    out.depth = max(left.depth, right.depth)
    let from = left.width - overlap
    let room = out.width - right.width + overlap - from
    let glyph = math.glyph(recipe.filling)
    let piece = scaled(Int(math.metrics(of: glyph).advance), .text) - 2 * mu(2, .text)
    guard piece > 0, room >= piece else { return out }
    let count = min(room / piece, 2000)
    for index in 0..<count {
      emit(glyph, recipe.filling, size: sizes.0, x: from + (room - count * piece) / 2 + index * piece - mu(2, .text))
    }
    return out
  }

  /// By the font's own variants and parts.
  private mutating func stretched(_ scalar: UInt32, atLeast length: Int, _ style: MathStyle) -> Extent {
    let glyph = math.glyph(scalar)
    let construction = math.construction(of: glyph, isVertical: false)
    if !construction.parts.isEmpty { return row(construction, target: max(length, sizes.0), .text) }
    guard glyph != 0 else { return Extent(width: length, first: elements.count) }
    let fitting = construction.variants.first { scaled($0.advance, .text) >= length } ?? construction.variants.last
    return set(glyph: fitting?.glyph ?? glyph, scalar, .text)
  }
}
