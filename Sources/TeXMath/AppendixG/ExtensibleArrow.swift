internal import CHarfBuzz

/// The parts of an extensible arrow, as in amsmath and mathtools: ends, filling, and the space around its scripts.
private struct ArrowRecipe {
  var left: UInt32
  var filling: UInt32
  var right: UInt32
  /// Before and after the script, in the script's mu.
  var before = 0
  var after = 0
  /// Words' spaces before and after the script (mathtools' double arrows).
  var spacesBefore = 0
  var spacesAfter = 0
  /// How many mu longer the arrow is than its scripts.
  var room = 14
}

private func recipe(_ scalar: UInt32) -> ArrowRecipe? {
  switch scalar {
  case 0x2192: ArrowRecipe(left: 0x2212, filling: 0x2212, right: 0x2192, after: 3)
  case 0x2190: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2212, before: 3)
  case 0x27F6: ArrowRecipe(left: 0x2212, filling: 0x2212, right: 0x27F6, after: 3)
  case 0x27F5: ArrowRecipe(left: 0x27F5, filling: 0x2212, right: 0x2212, before: 3)
  case 0x2194: ArrowRecipe(left: 0x2190, filling: 0x2212, right: 0x2192, before: 3)
  case 0x21D2: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x21D2, spacesAfter: 1, room: 10)
  case 0x21D0: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x3D, spacesBefore: 1, room: 10)
  case 0x21D4: ArrowRecipe(left: 0x21D0, filling: 0x3D, right: 0x21D2, spacesBefore: 1, spacesAfter: 1, room: 10)
  case 0x21BC, 0x21BD: ArrowRecipe(left: scalar, filling: 0x2212, right: 0x2212, before: 3)
  case 0x21C0, 0x21C1: ArrowRecipe(left: 0x2212, filling: 0x2212, right: scalar, after: 3)
  case 0x3D: ArrowRecipe(left: 0x3D, filling: 0x3D, right: 0x3D)
  default: nil
  }
}

/// Arrows one above the other, each by itself, raised and lowered by 0.22 ex (mathtools).
private let doubleArrows: [UInt32: (upper: UInt32, lower: UInt32)] = [
  0x21CC: (0x21C0, 0x21BD), 0x21CB: (0x21BC, 0x21C1), 0x21C4: (0x2192, 0x2190),
]

/// `\xrightarrow` and the like.
enum ExtensibleArrow {
  /// An arrow as long as its scripts and some mu (amsmath's `\ext@arrow`), with limits.
  ///
  /// - Parameter least: Hundredths of an em.
  static func set(
    _ noad: Noad, _ scalar: UInt32, least: Int, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    guard let pair = doubleArrows[scalar] else { return single(noad, scalar, least: least, style, layout, &buffer) }
    let raise = layout.length(Dimension(value: 65536 * 22 / 100, unit: .ex), .text)
    var out = single(noad, pair.upper, least: least, .text, showsBelow: false, layout, &buffer)
    let upperEnd = buffer.count
    let lower = single(noad, pair.lower, least: least, .text, showsAbove: false, layout, &buffer)
    // The lower one ends where the upper one does.
    buffer.move(from: upperEnd, out.width - lower.width, -raise)
    buffer.move(out.first..<upperEnd, 0, raise)
    out.height = max(out.height + raise, lower.height - raise)
    out.depth = max(out.depth - raise, lower.depth + raise)
    return out
  }

  /// - Parameters:
  ///   - showsAbove: False for an arrow that is only as long as its upper script, which is not drawn.
  ///   - showsBelow: The same for the lower script.
  private static func single(
    _ noad: Noad, _ scalar: UInt32, least: Int, _ style: MathStyle, showsAbove: Bool = true, showsBelow: Bool = true, _ layout: Layout,
    _ buffer: inout ElementBuffer
  ) -> Extent {
    let own = recipe(scalar)
    let first = buffer.count
    let hasAbove = !layout.noads(of: noad.nucleus).isEmpty
    // mathtools' double arrows always have a script below, if only a space.
    let hasBelow = !layout.noads(of: noad.second).isEmpty || (own?.spacesBefore ?? 0) + (own?.spacesAfter ?? 0) > 0
    func box(_ field: Field, cramped: Bool, isShown: Bool, _ buffer: inout ElementBuffer) -> Extent {
      isShown
        ? layout.box(field, style.ofScripts, cramped: cramped, &buffer)
        : layout.measure(field, style.ofScripts, cramped: cramped, &buffer)
    }
    // amsmath measures scripts in script style, whatever the arrow's own style.
    func measuredWidth(of field: Field, _ own: Extent, _ buffer: inout ElementBuffer) -> Int {
      style >= .script ? layout.measure(field, .script, cramped: false, &buffer).width : own.width
    }
    var upper = box(noad.nucleus, cramped: false, isShown: showsAbove, &buffer)
    var measured = measuredWidth(of: noad.nucleus, upper, &buffer)
    let upperEnd = buffer.count
    var lower = buffer.part(NoadPart.second) { box(noad.second, cramped: true, isShown: showsBelow, &$0) }
    measured = max(measured, measuredWidth(of: noad.second, lower, &buffer))
    let lowerEnd = buffer.count
    let space = layout.texts.space(size: layout.context.sizes.0)
    let before = own.map { layout.mu($0.before, style.ofScripts) + $0.spacesBefore * space } ?? 0
    let after = own.map { layout.mu($0.after, style.ofScripts) + $0.spacesAfter * space } ?? 0
    let spaces = own.map { ($0.spacesBefore + $0.spacesAfter) * space } ?? 0
    let longest = max(measured + spaces + layout.mu(own?.room ?? 14, .script), layout.context.sizes.0 * least / 100)
    var out = buffer.part(NoadPart.sign) { buffer in
      own.map { filled($0, atLeast: longest, layout, &buffer) } ?? stretched(scalar, atLeast: longest, layout, &buffer)
    }
    out = Extent(width: out.width, height: max(0, out.height), depth: max(0, out.depth), first: first)
    upper.width += before + after
    lower.width += before + after
    let shifts = layout.context.limitShifts(out, above: upper, below: lower, style)
    if hasAbove {
      buffer.move(first..<upperEnd, before + (out.width - upper.width) / 2, shifts.up)
      out.height = shifts.up + upper.height
    } else {
      buffer.move(first..<upperEnd, before, 0)
    }
    if hasBelow {
      buffer.move(upperEnd..<lowerEnd, before + (out.width - lower.width) / 2, -shifts.down)
      out.depth = shifts.down + lower.depth
    } else {
      buffer.move(upperEnd..<lowerEnd, before, 0)
    }
    if buffer.isMeasuring { buffer.remove(from: first) }
    return out
  }

  /// amsmath's `\varinjlim`: below the name, 1.5 of its `ex@` apart, an arrow as long; its own depth counts one `ex@` less.
  static func below(_ noad: Noad, _ scalar: UInt32, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = layout.box(noad.nucleus, style, cramped: false, &buffer)
    guard let recipe = recipe(scalar) else { return out }
    // `ex@` is a tenth of the size that amsmath was made for.
    let unit = layout.tenPoint(100)
    let first = buffer.count
    let width = out.width
    let shaft = buffer.part(NoadPart.sign) { filled(recipe, atLeast: width, layout, &$0) }
    let drop = out.depth + unit * 3 / 2 + shaft.height
    buffer.move(from: first, 0, -drop)
    out.depth = drop + max(0, shaft.depth) - unit
    out.becomeBox()
    return out
  }

  /// An arrow over a formula, as long as it; nil for what is an accent.
  static func above(_ noad: Noad, _ scalar: UInt32, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent? {
    guard scalar >= 0x2190, let recipe = recipe(scalar) else { return nil }
    var out = layout.box(noad.nucleus, style, cramped: true, &buffer)
    let (first, width) = (buffer.count, out.width)
    let arrow = buffer.part(NoadPart.sign) { filled(recipe, atLeast: width, layout, &$0) }
    let lift = out.height + layout.context.overbar(style).gap + arrow.depth
    let indent = max(0, arrow.width - width) / 2
    buffer.move(out.first..<first, indent, 0)
    buffer.move(from: first, 0, lift)
    out.width = max(width, arrow.width)
    out.height = lift + arrow.height
    out.becomeBox()
    return noad.hasScripts ? Scripts.set(noad, on: out, italic: 0, style, cramped: true, layout, &buffer) : out
  }

  /// amsmath's `\arrowfill@`, in text size always: the ends overlap the filling by 7 mu, its pieces each other by 4 mu.
  private static func filled(_ recipe: ArrowRecipe, atLeast length: Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = Extent(first: buffer.count)
    let overlap = layout.mu(recipe.filling == 0x3D ? 6 : 7, .text)
    let left = layout.character(recipe.left, .text, &buffer)
    let right = layout.character(recipe.right, .text, &buffer)
    out.width = max(length, left.width + right.width - 2 * overlap)
    buffer.move(from: right.first, out.width - right.width, 0)
    out.height = max(left.height, right.height)
    out.depth = max(left.depth, right.depth)
    let from = left.width - overlap
    let room = out.width - right.width + overlap - from
    let glyph = layout.face.glyph(recipe.filling)
    let piece = layout.scaled(Int(layout.face.metrics(of: glyph).advance), .text) - 2 * layout.mu(2, .text)
    guard piece > 0, room >= piece else { return out }
    let count = min(room / piece, 2000)
    for index in 0..<layout.repetitions(count, &buffer) {
      let x = from + (room - count * piece) / 2 + index * piece - layout.mu(2, .text)
      buffer.emit(glyph, recipe.filling, size: layout.context.sizes.0, x: x)
    }
    return out
  }

  /// By the font's own variants and parts.
  private static func stretched(_ scalar: UInt32, atLeast length: Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    let glyph = layout.face.glyph(scalar)
    let construction = layout.face.construction(of: glyph, isVertical: false)
    if !construction.parts.isEmpty {
      return StretchedGlyph.row(construction, target: max(length, layout.context.sizes.0), .text, layout, &buffer)
    }
    let fitting = construction.variants.first { layout.scaled($0.advance, .text) >= length }
    if fitting == nil, glyph == 0 || layout.scaled(Int(layout.face.metrics(of: glyph).advance), .text) < length {
      // The face cannot stretch it.
      switch scalar {
      case 0x219E: return filled(ArrowRecipe(left: scalar, filling: 0x2212, right: 0x2212), atLeast: length, layout, &buffer)
      case 0x21A0: return filled(ArrowRecipe(left: 0x2212, filling: 0x2212, right: scalar), atLeast: length, layout, &buffer)
      default: break
      }
    }
    guard glyph != 0 else { return Extent(width: length, first: buffer.count) }
    return layout.set(glyph: (fitting ?? construction.variants.last)?.glyph ?? glyph, scalar, .text, &buffer)
  }
}
