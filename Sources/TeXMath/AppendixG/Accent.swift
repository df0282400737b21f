internal import CHarfBuzz

/// TeXbook App. G, rule 12, by top-accent attachment, as LuaTeX.
enum Accent {
  static func set(
    _ noad: Noad, _ scalar: UInt32, isWide: Bool, isBelow: Bool, _ style: MathStyle, cramped: Bool, _ layout: Layout,
    _ buffer: inout ElementBuffer
  ) -> Extent {
    if scalar == 0x338 { return slashed(noad, style, layout, &buffer) }
    if let over = ExtensibleArrow.above(noad, scalar, style, layout, &buffer) { return over }
    let nucleus = layout.box(noad.nucleus, style, cramped: true, &buffer)
    var plain = layout.face.glyph(scalar)
    if plain == 0, let near = substitutes[scalar] { plain = layout.face.glyph(near) }
    guard plain != 0 else {
      buffer.missing.insert(scalar)
      return nucleus
    }
    let glyph = layout.form(of: plain, style)
    let own = ownCharacter(noad.nucleus, nucleus)
    let skew = skew(of: noad.nucleus, nucleus, own?.glyph, style, layout)
    var out = nucleus
    var delta = min(nucleus.height, layout.constant(HB_OT_MATH_CONSTANT_ACCENT_BASE_HEIGHT, style))
    if let own, noad.hasScripts {
      // The scripts of an accented character belong to the character.
      buffer.remove(from: nucleus.first)
      let character = layout.character(own.scalar, style, &buffer)
      out = Scripts.set(noad, onCharacter: character, style, cramped: cramped, layout, &buffer)
      delta += out.height - nucleus.height
    }
    let mark = buffer.part(NoadPart.sign) { buffer in
      isWide
        ? StretchedGlyph.horizontal(glyph, scalar, atMost: nucleus.width, style, layout, &buffer)
        : layout.set(glyph: glyph, scalar, style, &buffer)
    }
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

  /// What is like an accent that a face lacks.
  private static let substitutes: [UInt32: UInt32] = [0x23E0: 0x23DC, 0x23E1: 0x23DD, 0x20EC: 0x20EF, 0x20ED: 0x20EE]

  /// The letters whose slash is not in their middle (slashed): how far right it is, in hundredths of the letter's width.
  private static let slashShifts: [UInt32: Int] = [0x44: 8, 0x1D437: 8, 0x41: 10, 0x1D434: 10, 0x2202: 10, 0x1D715: 10]

  /// The slash of Feynman's notation: it is centered on the letter (slashed).
  private static func slashed(_ noad: Noad, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    let first = buffer.count
    let slash = buffer.part(NoadPart.sign) { layout.character(0x2F, style, &$0) }
    let end = buffer.count
    let letter = layout.box(noad.nucleus, style, cramped: false, &buffer)
    var out = Extent(width: max(slash.width, letter.width), first: first)
    let up = ((letter.height - letter.depth) - (slash.height - slash.depth)) / 2
    var right = 0
    if case .char(let scalar) = noad.nucleus, let shift = slashShifts[scalar] { right = letter.width * shift / 100 }
    buffer.move(first..<end, (out.width - slash.width) / 2 + right, up)
    buffer.move(from: end, (out.width - letter.width) / 2, 0)
    out.height = max(letter.height, slash.height + up)
    out.depth = max(letter.depth, slash.depth - up)
    return noad.hasScripts ? Scripts.set(noad, on: out, italic: 0, style, cramped: false, layout, &buffer) : out
  }

  /// The nucleus, if it is one character of the math face.
  private static func ownCharacter(_ field: Field, _ nucleus: Extent) -> (scalar: UInt32, glyph: UInt32)? {
    if case .char(let scalar) = field, let glyph = nucleus.glyph { (scalar, glyph) } else { nil }
  }

  /// Where the accent is attached over the nucleus: at the attachment point of the nucleus's character, else in the middle.
  private static func skew(of field: Field, _ nucleus: Extent, _ own: UInt32?, _ style: MathStyle, _ layout: Layout) -> Int {
    if let own { return attachment(of: own, style, layout) }
    guard let inner = accented(field, layout) else { return nucleus.width / 2 }
    let glyph = layout.face.glyph(inner)
    return glyph == 0 ? nucleus.width / 2 : attachment(of: layout.form(of: glyph, style), style, layout)
  }

  private static func attachment(of glyph: UInt32, _ style: MathStyle, _ layout: Layout) -> Int {
    layout.scaled(Int(layout.face.metrics(of: glyph).topAccentAttachment), style)
  }

  /// The character below several accents; its skew applies to all of them.
  private static func accented(_ field: Field, _ layout: Layout) -> UInt32? {
    guard let noad = layout.list.onlyNoad(of: field), case .accent(_, _, isBelow: false) = noad.kind else { return nil }
    if case .char(let scalar) = noad.nucleus { return scalar }
    return accented(noad.nucleus, layout)
  }
}
