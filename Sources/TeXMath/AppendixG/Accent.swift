internal import CHarfBuzz

/// TeXbook App. G, rule 12, by top-accent attachment, as LuaTeX.
enum Accent {
  static func set(
    _ noad: Noad, _ scalar: UInt32, isWide: Bool, isBelow: Bool, _ style: MathStyle, cramped: Bool, _ layout: Layout,
    _ buffer: inout ElementBuffer
  ) -> Extent {
    let nucleus = layout.box(noad.nucleus, style, cramped: true, &buffer)
    let plain = layout.face.glyph(scalar)
    guard plain != 0 else { return nucleus }
    let glyph = layout.form(of: plain, style)
    let own = ownCharacter(noad.nucleus, nucleus)
    let skew = skew(of: noad.nucleus, nucleus, own?.glyph, style, layout)
    var out = nucleus
    var delta = min(nucleus.height, layout.constant(HB_OT_MATH_CONSTANT_ACCENT_BASE_HEIGHT, style))
    if let own, noad.hasScripts {
      // The scripts of an accented character are those of the character.
      buffer.remove(from: nucleus.first)
      let character = layout.character(own.scalar, style, &buffer)
      out = Scripts.set(noad, onCharacter: character, style, cramped: cramped, layout, &buffer)
      delta += out.height - nucleus.height
    }
    let mark =
      isWide
      ? StretchedGlyph.horizontal(glyph, scalar, atMost: nucleus.width, style, layout, &buffer)
      : layout.set(glyph: glyph, scalar, style, &buffer)
    let dx = skew - (mark.glyph.map { attachment(of: $0, style, layout) } ?? mark.width / 2)
    if isBelow {
      // LuaTeX places an accent below by the depth of the nucleus alone.
      buffer.move(from: mark.first, dx, -out.depth)
      out.depth = max(out.depth + mark.depth, out.depth)
    } else {
      let up = out.height - delta
      buffer.move(from: mark.first, dx, up)
      out.height = max(out.height, mark.height + up)
    }
    (out.glyph, out.leading) = (nil, 0)
    out.italic = own == nil || noad.hasScripts ? 0 : nucleus.italic
    if own == nil, noad.hasScripts { return Scripts.set(noad, on: out, italic: 0, style, cramped: cramped, layout, &buffer) }
    return out
  }

  /// The nucleus, if it is one character of the math face.
  private static func ownCharacter(_ field: Field, _ nucleus: Extent) -> (scalar: UInt32, glyph: UInt32)? {
    if case .char(let scalar) = field, let glyph = nucleus.glyph { (scalar, glyph) } else { nil }
  }

  /// The place of the accent's attachment over the nucleus: that of its character, else the middle.
  private static func skew(of field: Field, _ nucleus: Extent, _ own: UInt32?, _ style: MathStyle, _ layout: Layout) -> Int {
    if let own { return attachment(of: own, style, layout) }
    guard let inner = accented(field, layout) else { return nucleus.width / 2 }
    let glyph = layout.face.glyph(inner)
    return glyph == 0 ? nucleus.width / 2 : attachment(of: layout.form(of: glyph, style), style, layout)
  }

  private static func attachment(of glyph: UInt32, _ style: MathStyle, _ layout: Layout) -> Int {
    layout.scaled(Int(layout.face.metrics(of: glyph).topAccentAttachment), style)
  }

  /// The character below several accents, whose skew is that of all of them.
  private static func accented(_ field: Field, _ layout: Layout) -> UInt32? {
    guard let noad = layout.list.onlyNoad(of: field), case .accent(_, _, isBelow: false) = noad.kind else { return nil }
    if case .char(let scalar) = noad.nucleus { return scalar }
    return accented(noad.nucleus, layout)
  }
}
