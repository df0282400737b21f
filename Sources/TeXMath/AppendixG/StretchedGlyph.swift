/// Glyphs of a size: the face's variants, and assemblies of its parts (OpenType MATH: MathVariants).
enum StretchedGlyph {
  /// The first variant that is tall enough, an assembly, or the tallest variant.
  static func vertical(
    _ glyph: UInt32, _ scalar: UInt32, atLeast target: Int, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var best = glyph
    var found = false
    func total(_ glyph: UInt32) -> Int {
      let metrics = layout.face.metrics(of: glyph)
      return layout.scaled(Int(metrics.height) + Int(metrics.depth), style)
    }
    if total(glyph) >= target { found = true }
    let construction = layout.face.construction(of: glyph, isVertical: true)
    if !found {
      var largest = total(glyph)
      for variant in construction.variants {
        let size = total(variant.glyph)
        if size >= target {
          best = variant.glyph
          found = true
          break
        }
        if size >= largest { (largest, best) = (size, variant.glyph) }
      }
    }
    if !found, !construction.parts.isEmpty { return column(construction, target: target, style, layout, &buffer) }
    var out = layout.set(glyph: best, best == glyph ? scalar : 0, style, &buffer)
    (out.height, out.depth) = (max(0, out.height), max(0, out.depth))
    return out
  }

  /// The widest form that is not wider than the target, or an assembly.
  static func horizontal(
    _ glyph: UInt32, _ scalar: UInt32, atMost target: Int, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let construction = layout.face.construction(of: glyph, isVertical: false)
    var best = glyph
    var fits = true
    for variant in construction.variants {
      let advance = Int(layout.face.metrics(of: variant.glyph).advance)
      guard layout.scaled(advance > 0 ? advance : variant.advance, style) <= target else {
        fits = false
        break
      }
      best = variant.glyph
    }
    let longest = construction.variants.last?.advance ?? 0
    if fits, !construction.parts.isEmpty, layout.scaled(longest, style) < target {
      return row(construction, target: target, style, layout, &buffer)
    }
    return layout.set(glyph: best, best == glyph ? scalar : 0, style, &buffer)
  }

  /// Parts from the bottom up.
  private static func column(
    _ construction: GlyphConstruction, target: Int, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let assembly = GlyphAssembly(construction, target: target, size: layout.size(style), isVertical: true, layout.face)
    var out = Extent(height: assembly.total, first: buffer.count)
    let count = layout.repetitions(assembly.pieces.count, &buffer)
    for (index, (piece, offset)) in zip(assembly.pieces, assembly.offsets).enumerated() {
      let metrics = layout.face.metrics(of: piece.glyph)
      out.width = max(out.width, layout.scaled(Int(metrics.advance), style))
      guard index < count else { continue }
      buffer.emit(piece.glyph, 0, size: layout.size(style), y: offset + layout.scaled(Int(metrics.depth), style))
    }
    out.italic = layout.scaled(construction.italicCorrection, style)
    return out
  }

  /// Parts from left to right.
  static func row(
    _ construction: GlyphConstruction, target: Int, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let assembly = GlyphAssembly(construction, target: target, size: layout.size(style), isVertical: false, layout.face)
    var out = Extent(width: assembly.total, height: Int.min / 4, depth: Int.min / 4, first: buffer.count)
    let count = layout.repetitions(assembly.pieces.count, &buffer)
    for (index, (piece, offset)) in zip(assembly.pieces, assembly.offsets).enumerated() {
      let metrics = layout.face.metrics(of: piece.glyph)
      out.height = max(out.height, layout.scaled(Int(metrics.height), style))
      out.depth = max(out.depth, layout.scaled(Int(metrics.depth), style))
      if index < count { buffer.emit(piece.glyph, 0, size: layout.size(style), x: offset) }
    }
    return out
  }
}

/// The parts of a stretched glyph with their places (OpenType MATH: GlyphAssembly): overlaps are reduced in proportion so that the target is met.
struct GlyphAssembly {
  private(set) var pieces: [GlyphConstruction.Part] = []
  /// Of each piece, scaled points in the direction of stretching.
  private(set) var offsets: [Int] = []
  /// Scaled points.
  private(set) var total = 0

  /// - Parameter target: The least length, scaled points.
  init(_ construction: GlyphConstruction, target: Int, size: Int, isVertical: Bool, _ face: MathFace) {
    let least = face.minConnectorOverlap
    let upem = face.unitsPerEm
    let wanted = size > 0 ? (target * upem + size - 1) / size : 0
    /// The most that two parts can overlap.
    func overlap(_ first: GlyphConstruction.Part, _ second: GlyphConstruction.Part) -> Int {
      max(0, min(first.endConnector, second.startConnector, first.fullAdvance, second.fullAdvance))
    }
    /// The longest that parts can be: LuaTeX lets connectors that are shorter than the least overlap overlap as far as they can.
    func longest(_ parts: [GlyphConstruction.Part]) -> Int {
      zip(parts, parts.dropFirst()).reduce(parts.reduce(0) { $0 + $1.fullAdvance }) { $0 - min(least, overlap($1.0, $1.1)) }
    }
    // Each further round of extenders adds the same, so the count follows without trying.
    let bare = construction.parts.filter { !$0.isExtender }
    let once = longest(construction.parts)
    let step = construction.parts.filter(\.isExtender).reduce(0) { $0 + $1.fullAdvance - min(least, overlap($1, $1)) }
    // No more than any page is high: a height of kilometres is not filled with glyphs.
    var count = 0
    if step > 0, wanted > longest(bare) { count = min(1 + max(0, wanted - once + step - 1) / step, 500) }
    for part in construction.parts {
      for _ in 0..<(part.isExtender ? count : 1) { pieces.append(part) }
    }
    let overlaps = zip(pieces, pieces.dropFirst()).map { overlap($0, $1) }
    let give = overlaps.map { $0 - min(least, $0) }
    let room = give.reduce(0, +)
    // LuaTeX counts by the table's advances, but joins the glyphs themselves, overlapping as much as they can.
    let extents = pieces.map { piece -> Int in
      let metrics = face.metrics(of: piece.glyph)
      return Int(isVertical ? metrics.height + metrics.depth : metrics.advance)
    }
    let natural = extents.reduce(0, +) - overlaps.reduce(0, +)
    let stretch = max(0, min(wanted - natural, room))
    let ratio = room > 0 ? Double(stretch) / Double(room) : 0
    var position = 0.0
    for index in pieces.indices {
      if index > 0 { position -= Double(overlaps[index - 1]) - Double(give[index - 1]) * ratio }
      offsets.append(Int(clamping: position * Double(size) / Double(upem)))
      position += Double(extents[index])
    }
    total = Int(clamping: position * Double(size) / Double(upem))
  }
}
