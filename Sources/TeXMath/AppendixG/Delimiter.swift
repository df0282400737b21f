internal import CHarfBuzz

extension MathContext {
  /// Rule 19: the least height of a delimiter around content that extends this far from the axis.
  func fenceSize(height: Int, depth: Int, _ style: MathStyle) -> Int {
    let axis = axisHeight(style)
    return coveringSize(max(height - axis, depth + axis) * 2)
  }

  /// The height needed to cover a height: at least a part of it, and at most a length less. TeX divides half of it before it multiplies.
  func coveringSize(_ height: Int) -> Int { max(height / 2 / 500 * Self.delimiterfactor, height - delimitershortfall) }
}

/// Delimiters of a size (LuaTeX's `do_delimiter`).
enum Delimiter {
  /// A delimiter of at least the target's height, by variants, then by an assembly, with its middle on the axis.
  ///
  /// - Parameter scalar: Zero is a null delimiter.
  static func set(
    _ scalar: UInt32, atLeast target: Int, _ style: MathStyle, onAxis: Bool = true, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let glyph = layout.face.glyph(scalar)
    if scalar != 0, glyph == 0 { buffer.missing.insert(scalar) }
    if scalar == 0 || glyph == 0 { return Extent(width: layout.context.nulldelimiterspace, first: buffer.count) }
    // The form for scripts is used where it is tall enough; the larger variants are the plain character's, as in LuaTeX.
    let small = layout.form(of: glyph, style)
    let metrics = layout.face.metrics(of: small)
    let isEnough = layout.scaled(Int(metrics.height) + Int(metrics.depth), style) >= target
    let out = StretchedGlyph.vertical(isEnough ? small : glyph, scalar, atLeast: target, style, layout, &buffer)
    return onAxis ? centred(out, style, layout, &buffer) : out
  }

  /// Moves a box so that its middle is on the axis.
  static func centred(_ box: Extent, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = box
    let shift = (box.height - box.depth) / 2 - layout.context.axisHeight(style)
    buffer.move(from: box.first, 0, -shift)
    out.height -= shift
    out.depth += shift
    return out
  }

  /// `\big` … `\Bigg`: a delimiter of 1, 1.5, 2 or 2.5 times 1.2 × the height of the math strut.
  ///
  /// - Parameter step: In twelfths.
  static func big(_ scalar: UInt32, step: Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    let paren = layout.face.metrics(of: layout.face.glyph(0x28))
    let strut = layout.scaled(Int(paren.height) + Int(paren.depth), .text)
    let total = strut * 12 * step / 120
    let axis = layout.context.axisHeight(.text)
    var out = set(scalar, atLeast: layout.context.coveringSize(total), .text, layout, &buffer)
    out.height = max(out.height, total / 2 + axis)
    out.depth = max(out.depth, total / 2 - axis)
    out.becomeBox()
    return out
  }
}

/// `\left … \middle … \right` (TeXbook App. G, rule 19).
enum Fence {
  static func set(_ parts: [FencePart], _ style: MathStyle, cramped: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = Extent(first: buffer.count)
    var segments: [(range: Range<Int>, width: Int)] = []
    for part in parts.dropLast() {
      let noads = layout.noads(of: part.content)
      let inner = layout.set(noads, style, cramped: cramped, after: segments.isEmpty ? .open : .close, &buffer)
      segments.append((inner.first..<buffer.count, inner.width + spaceBeforeEnd(of: noads, inner, style, layout)))
      out.height = max(out.height, inner.height)
      out.depth = max(out.depth, inner.depth)
    }
    let target = layout.context.fenceSize(height: out.height, depth: out.depth, style)
    for (index, part) in parts.enumerated() {
      let fence = buffer.part(NoadPart.sign + Int16(clamping: index)) { Delimiter.set(part.delimiter, atLeast: target, style, layout, &$0) }
      buffer.move(from: fence.first, out.width, 0)
      out.append(fence)
      guard index < segments.count else { continue }
      buffer.move(segments[index].range, out.width, 0)
      out.width += segments[index].width
    }
    return out
  }

  /// The space before the closing delimiter: only after punctuation.
  private static func spaceBeforeEnd(of range: Range<Int>, _ inner: Extent, _ style: MathStyle, _ layout: Layout) -> Int {
    for index in range.reversed() {
      let noad = layout.list.noads[index]
      switch noad.kind {
      case .style, .color, .nonscript, .space, .kern, .penalty, .lineEnd, .choice: continue
      case .accent: return inner.italic
      default: return noad.atomClass == .punct && style < .script ? layout.mu(3, style) : 0
      }
    }
    return 0
  }
}
