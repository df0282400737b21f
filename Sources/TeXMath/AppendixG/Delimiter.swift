internal import CHarfBuzz

extension MathContext {
  /// Rule 19: the least height of a delimiter around content that extends this far from the axis.
  func fenceSize(height: Int, depth: Int, _ style: MathStyle) -> Int {
    let axis = axisHeight(style)
    return coveringSize(max(height - axis, depth + axis) * 2)
  }

  /// The height needed to cover a height: at least a part of it, and at most a length less.
  func coveringSize(_ height: Int) -> Int { max(height * Self.delimiterfactor / 1000, height - delimitershortfall) }
}

extension Layout {
  /// A delimiter at least so tall, by variants, then by an assembly, with its middle on the axis (LuaTeX's `do_delimiter`).
  mutating func delimiter(_ scalar: UInt32, atLeast target: Int, _ style: MathStyle, onAxis: Bool = true) -> Extent {
    let glyph = math.glyph(scalar)
    if scalar == 0 || glyph == 0 { return Extent(width: context.nulldelimiterspace, first: elements.count) }
    // The form for scripts is used where it is tall enough; the larger variants are the plain character's, as in LuaTeX.
    let small = math.scriptForm(of: glyph, level: style.level)
    let metrics = math.metrics(of: small)
    let isEnough = scaled(Int(metrics.height) + Int(metrics.depth), style) >= target
    var out = vertical(isEnough ? small : glyph, scalar, atLeast: target, style)
    if onAxis { out = centred(out, style) }
    return out
  }

  mutating func centred(_ box: Extent, _ style: MathStyle) -> Extent {
    var out = box
    let shift = (box.height - box.depth) / 2 - constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, style)
    move(from: box.first, 0, -shift)
    out.height -= shift
    out.depth += shift
    return out
  }

  mutating func vertical(_ glyph: UInt32, _ scalar: UInt32, atLeast target: Int, _ style: MathStyle) -> Extent {
    var best = glyph
    var found = false
    func total(_ glyph: UInt32) -> Int {
      let metrics = math.metrics(of: glyph)
      return scaled(Int(metrics.height) + Int(metrics.depth), style)
    }
    if total(glyph) >= target { found = true }
    let construction = math.construction(of: glyph, isVertical: true)
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
    if !found, !construction.parts.isEmpty { return assembly(construction, target: target, style) }
    var out = set(glyph: best, best == glyph ? scalar : 0, style)
    (out.height, out.depth) = (max(0, out.height), max(0, out.depth))
    return out
  }

  /// OpenType MATH: GlyphAssembly, from the bottom up, overlaps shrunk in proportion so that the target is met.
  private mutating func assembly(_ construction: GlyphConstruction, target: Int, _ style: MathStyle) -> Extent {
    let (pieces, offsets, total) = joined(construction, target: target, style)
    var out = Extent(first: elements.count)
    for (piece, offset) in zip(pieces, offsets) {
      let metrics = math.metrics(of: piece.glyph)
      out.width = max(out.width, scaled(Int(metrics.advance), style))
      emit(piece.glyph, 0, size: size(style), y: offset + scaled(Int(metrics.depth), style))
    }
    out.height = total
    out.italic = scaled(construction.italicCorrection, style)
    return out
  }

  func joined(
    _ construction: GlyphConstruction, target: Int, _ style: MathStyle
  ) -> (pieces: [GlyphConstruction.Part], offsets: [Int], total: Int) {
    let least = math.minConnectorOverlap
    let upem = math.unitsPerEm
    let wanted = size(style) > 0 ? (target * upem + size(style) - 1) / size(style) : 0
    var pieces: [GlyphConstruction.Part] = []
    var longest = 0
    let extenders = construction.parts.filter(\.isExtender)
    // One round of extenders adds at least this much, so the count follows without trying.
    let fixed = construction.parts.filter { !$0.isExtender }.reduce(0) { $0 + $1.fullAdvance - least } + least
    let step = extenders.reduce(0) { $0 + $1.fullAdvance - least }
    var count = 0
    if step > 0, wanted > fixed { count = min((wanted - fixed + step - 1) / step, 2000) }
    for part in construction.parts {
      for _ in 0..<(part.isExtender ? count : 1) { pieces.append(part) }
    }
    longest = pieces.reduce(0) { $0 + $1.fullAdvance - least } + (pieces.isEmpty ? 0 : least)
    var give: [Int] = []
    for index in pieces.indices.dropFirst() {
      let overlap = min(pieces[index - 1].endConnector, pieces[index].startConnector)
      give.append(max(0, min(overlap, pieces[index].fullAdvance, pieces[index - 1].fullAdvance) - least))
    }
    let room = give.reduce(0, +)
    let excess = max(0, min(longest - wanted, room))
    var offsets: [Int] = []
    var position = 0.0
    let ratio = room > 0 ? Double(excess) / Double(room) : 0
    for index in pieces.indices {
      if index > 0 { position -= Double(least) + Double(give[index - 1]) * ratio }
      offsets.append(Int(position * Double(size(style)) / Double(upem)))
      position += Double(pieces[index].fullAdvance)
    }
    return (pieces, offsets, Int(position * Double(size(style)) / Double(upem)))
  }

  /// `\left … \middle … \right` (TeXbook App. G, rule 19).
  mutating func fence(_ parts: [FencePart], _ style: MathStyle, cramped: Bool) -> Extent {
    var out = Extent(first: elements.count)
    var segments: [(range: Range<Int>, width: Int)] = []
    for part in parts.dropLast() {
      let inner = set(noads(of: part.content), style, cramped: cramped, after: segments.isEmpty ? .open : .close)
      segments.append((inner.first..<elements.count, inner.width + fenceEnd(noads(of: part.content), inner, style)))
      out.height = max(out.height, inner.height)
      out.depth = max(out.depth, inner.depth)
    }
    let target = context.fenceSize(height: out.height, depth: out.depth, style)
    var x = 0
    for (index, part) in parts.enumerated() {
      let fence = delimiter(part.delimiter, atLeast: target, style)
      move(from: fence.first, x, 0)
      x += fence.width
      out.height = max(out.height, fence.height)
      out.depth = max(out.depth, fence.depth)
      guard index < segments.count else { continue }
      move(segments[index].range, x, 0)
      x += segments[index].width
    }
    out.width = x
    return out
  }

  /// The space before the closing delimiter: only after punctuation.
  private func fenceEnd(_ range: Range<Int>, _ inner: Extent, _ style: MathStyle) -> Int {
    for index in range.reversed() {
      let noad = list.noads[index]
      switch noad.kind {
      case .style, .color, .nonscript, .space, .kern, .penalty, .lineEnd, .choice: continue
      case .accent: return inner.italic
      default: return noad.atomClass == .punct && style < .script ? mu(3, style) : 0
      }
    }
    return 0
  }

  /// `\big` … `\Bigg`: a delimiter of 1, 1.5, 2 or 2.5 times 1.2 × the height of the math strut.
  mutating func bigDelimiter(_ scalar: UInt32, step: Int, _ style: MathStyle) -> Extent {
    let paren = math.metrics(of: math.glyph(0x28))
    let strut = scaled(Int(paren.height) + Int(paren.depth), .text)
    let total = strut * 12 * step / 120
    let axis = constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, .text)
    var out = delimiter(scalar, atLeast: context.coveringSize(total), .text)
    out.height = max(out.height, total / 2 + axis)
    out.depth = max(out.depth, total / 2 - axis)
    out.glyph = nil
    out.italic = 0
    return out
  }
}
