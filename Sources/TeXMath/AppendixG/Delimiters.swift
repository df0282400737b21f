extension MathSetter {
  /// A delimiter at least so high: the character, a variant, or an assembly, centred on the axis (TeXbook Appendix G, rule 19;
  /// TeX: The Program, § 706).
  func delimiter(_ delimiter: Delimiter, _ size: Int, _ style: MathStyle) -> MathBox {
    guard case .symbol(let scalar) = delimiter else {
      return MathBox(elements: elements.count..<elements.count, width: nullDelimiterSpace)
    }
    let font = font(style)
    guard let glyph = font.glyph(for: scalar) else { return character(scalar, style) }
    var box = stretched(glyph, size, font, isVertical: true)
    let shift = (box.height - box.depth) / 2 - axis(style)
    move(box, 0, -shift)
    box.height -= shift
    box.depth += shift
    return box
  }

  /// The smallest form of a glyph that is long enough.
  func stretched(_ glyph: UInt32, _ size: Int, _ font: MathFont, isVertical: Bool) -> MathBox {
    let variant = font.variant(of: glyph, atLeast: size, isVertical: isVertical)
    if variant.isEnough { return glyphBox(variant.glyph, font) }
    let parts = font.assembly(of: glyph, isVertical: isVertical)
    guard !parts.isEmpty else { return glyphBox(variant.glyph, font) }
    return assembled(parts, size, font, isVertical: isVertical)
  }

  /// Parts one above (or beside) the other, extenders as often as needed, overlaps as large as fit (OpenType MATH, GlyphAssembly).
  private func assembled(_ parts: [MathFont.Part], _ size: Int, _ font: MathFont, isVertical: Bool) -> MathBox {
    let overlap = font.minimumOverlap
    let hasExtender = parts.contains { $0.isExtender }
    func length(_ repeats: Int) -> (list: [MathFont.Part], length: Int) {
      var list: [MathFont.Part] = []
      for part in parts { list += Array(repeating: part, count: part.isExtender ? repeats : 1) }
      let sum = list.reduce(0) { $0 + $1.advance } - max(0, list.count - 1) * overlap
      return (list, sum)
    }
    var repeats = hasExtender ? 0 : 1
    var current = length(repeats)
    while hasExtender, current.length < size, repeats < 2_000 {
      // Each further round adds the same length, so that the number is found at once where many are needed.
      let next = length(repeats + 1)
      let step = max(1, next.length - current.length)
      repeats += max(1, min(1_000, (size - current.length) / step))
      current = length(repeats)
    }
    let list = current.list
    guard !list.isEmpty else { return .empty(at: elements.count) }
    // What is too much is taken up by larger overlaps, evenly, as far as the connectors reach.
    var excess = max(0, current.length - size)
    let joints = list.count - 1
    let start = elements.count
    var box = MathBox(elements: start..<start)
    var at = 0
    for (index, part) in list.enumerated() {
      if index > 0 {
        let most = min(list[index - 1].endConnector, part.startConnector)
        let share = min(max(0, most - overlap), excess / max(1, joints - index + 1))
        excess -= share
        at -= overlap + share
      }
      let metrics = font.metrics(of: part.glyph)
      if isVertical {
        addGlyph(part.glyph, font, x: 0, y: at + metrics.depth)
        box.width = max(box.width, metrics.width)
      } else {
        addGlyph(part.glyph, font, x: at, y: 0)
        box.height = max(box.height, metrics.height)
        box.depth = max(box.depth, metrics.depth)
      }
      at += part.advance
    }
    if isVertical { box.height = at } else { box.width = at }
    box.elements = start..<elements.count
    return box
  }

  /// `\left … \right` (rule 19).
  func fenced(_ delimiters: [Delimiter], _ parts: [[Noad]], _ style: MathStyle, cramped: Bool) -> MathBox {
    let start = elements.count
    let boxes = parts.map { set($0, style, cramped: cramped) }
    let axis = axis(style)
    let extent = max(boxes.map { $0.height - axis }.max() ?? 0, boxes.map { $0.depth + axis }.max() ?? 0, 0)
    // \delimiterfactor 901, \delimitershortfall 5 pt
    let size = max(extent / 500 * 901, 2 * extent - scaled(5))
    var box = MathBox(elements: start..<start)
    for (index, delimiter) in delimiters.enumerated() {
      let mark = self.delimiter(delimiter, size, style)
      move(mark, box.width, 0)
      box.width += mark.width
      box.height = max(box.height, mark.height)
      box.depth = max(box.depth, mark.depth)
      guard index < boxes.count else { continue }
      move(boxes[index], box.width, 0)
      box.width += boxes[index].width
      box.height = max(box.height, boxes[index].height)
      box.depth = max(box.depth, boxes[index].depth)
    }
    box.elements = start..<elements.count
    return box
  }

  /// `\big` and its kin: as `\left` around a box of 1.2 times the height of a parenthesis, half of it above the axis.
  func sized(_ delimiter: Delimiter, _ factor: Double, _ style: MathStyle) -> MathBox {
    let font = font(style > .text ? .text : style)
    let strut = font.glyph(for: "(").map { font.metrics(of: $0) }
    let height = Double((strut?.height ?? 0) + (strut?.depth ?? 0)) * 1.2 * factor
    let extent = Int(height / 2)
    let size = max(extent / 500 * 901, 2 * extent - scaled(5))
    return self.delimiter(delimiter, size, style)
  }
}
