internal import CHarfBuzz

extension Layout {
  /// TeXbook App. G, rule 12, by top-accent attachment, as LuaTeX.
  mutating func accent(_ noad: Noad, _ scalar: UInt32, isWide: Bool, isBelow: Bool, _ style: MathStyle, cramped: Bool) -> Extent {
    let nucleus = box(noad.nucleus, style, cramped: true)
    var out = nucleus
    var skew = nucleus.width / 2
    var isChar = false
    var trailing = 0
    if let inner = skewed(noad.nucleus), let glyph = glyphOf(inner, style) {
      skew = scaled(Int(math.metrics(of: glyph).topAccentAttachment), style)
    }
    if case .char = noad.nucleus, let glyph = nucleus.glyph {
      trailing = nucleus.italic
      isChar = true
      skew = scaled(Int(math.metrics(of: glyph).topAccentAttachment), style)
    }
    let glyph = math.glyph(scalar)
    guard glyph != 0 else { return nucleus }
    let nucleusHeight = nucleus.height
    var delta = min(nucleusHeight, constant(HB_OT_MATH_CONSTANT_ACCENT_BASE_HEIGHT, style))
    if isChar, !noad.superscript.isEmpty || !noad.subscript.isEmpty {
      elements.removeSubrange(nucleus.first...)
      var scripted = Noad(nucleus: noad.nucleus)
      (scripted.superscript, scripted.subscript) = (noad.superscript, noad.subscript)
      var plain = character(scalarOf(noad.nucleus), style)
      let italic = plain.italic
      if noad.subscript.isEmpty { plain.width += italic }
      out = scripts(scripted, on: plain, italic: noad.subscript.isEmpty ? 0 : italic, style, cramped: cramped)
      trailing = 0
      delta += out.height - nucleusHeight
    }
    let mark = isWide ? horizontal(glyph, scalar, atMost: nucleus.width, style) : set(glyph: glyph, scalar, style)
    let attachment = mark.glyph.map { scaled(Int(math.metrics(of: $0).topAccentAttachment), style) } ?? mark.width / 2
    let dx = skew - attachment
    if isBelow {
      // LuaTeX sets what hangs below by the nucleus' depth alone.
      move(from: mark.first, dx, -out.depth)
      out.depth = max(out.depth + mark.depth, out.depth)
    } else {
      let up = out.height - delta
      move(from: mark.first, dx, up)
      out.height = max(out.height, mark.height + up)
    }
    out.glyph = nil
    out.italic = trailing
    if !isChar, !noad.superscript.isEmpty || !noad.subscript.isEmpty {
      return scripts(noad, on: out, italic: 0, style, cramped: cramped)
    }
    return out
  }

  /// The character below accents of accents, whose skew counts for all of them.
  private func skewed(_ field: Field) -> UInt32? {
    guard case .list(let start, 1) = field, case .accent(_, _, let isBelow) = list.noads[Int(start)].kind, !isBelow else { return nil }
    if case .char(let scalar) = list.noads[Int(start)].nucleus { return scalar }
    return skewed(list.noads[Int(start)].nucleus)
  }

  private func glyphOf(_ scalar: UInt32, _ style: MathStyle) -> UInt32? {
    let glyph = math.glyph(scalar)
    return glyph == 0 ? nil : math.scriptForm(of: glyph, level: style.level)
  }

  private func scalarOf(_ field: Field) -> UInt32 { if case .char(let scalar) = field { scalar } else { 0 } }

  /// The widest form that is not wider than the nucleus, or an assembly.
  mutating func horizontal(_ glyph: UInt32, _ scalar: UInt32, atMost target: Int, _ style: MathStyle) -> Extent {
    let construction = math.construction(of: glyph, isVertical: false)
    var best = glyph
    var fits = true
    for variant in construction.variants {
      if scaled(Int(math.metrics(of: variant.glyph).advance), style) <= target || scaled(variant.advance, style) <= target {
        best = variant.glyph
      } else {
        fits = false
        break
      }
    }
    let longest = construction.variants.last?.advance ?? 0
    if fits, !construction.parts.isEmpty, scaled(longest, style) < target { return row(construction, target: target, style) }
    return set(glyph: best, best == glyph ? scalar : 0, style)
  }

  mutating func row(_ construction: GlyphConstruction, target: Int, _ style: MathStyle) -> Extent {
    let (pieces, offsets, total) = joined(construction, target: target, style)
    var out = Extent(width: total, first: elements.count)
    (out.height, out.depth) = (Int.min / 4, Int.min / 4)
    for (piece, offset) in zip(pieces, offsets) {
      let metrics = math.metrics(of: piece.glyph)
      out.height = max(out.height, scaled(Int(metrics.height), style))
      out.depth = max(out.depth, scaled(Int(metrics.depth), style))
      emit(piece.glyph, 0, size: size(style), x: offset)
    }
    return out
  }
}
