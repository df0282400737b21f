internal import CHarfBuzz
import TypesetBoxes
import TypesetFonts

/// Sets math lists (TeXbook Appendix G over OpenType MATH, in LuaTeX's way). Keeps the fonts' numbers from formula to formula.
final class MathSetter {
  let book: FontBook
  let face: Face
  let textFamilies: [String]
  let shaper: Shaper
  private var fonts: [Int: [MathFont]] = [:]

  // The formula that is being set.
  var elements: [Element] = []
  var sizes: [MathFont] = []
  /// The formula's size, in scaled points.
  var size = 0
  var color = Color.black
  var errorColor = Color(rgba: 0xC018_2AFF)
  var missing: [Unicode.Scalar] = []
  var tags: [Int: String] = [:]

  init(book: FontBook, face: Face, textFamilies: [String]) {
    self.book = book
    self.face = face
    self.textFamilies = textFamilies
    shaper = Shaper(fonts: book)
  }

  /// Begins a formula at a size.
  func begin(size: Length, color: Color) {
    elements.removeAll(keepingCapacity: true)
    missing.removeAll()
    self.size = size.rawValue
    self.color = color
    if let known = fonts[self.size] {
      sizes = known
      return
    }
    let text = MathFont(book.font(face.id, size: size), scriptLevel: 0)
    func scaled(_ constant: hb_ot_math_constant_t, _ fallback: Int, _ level: Int) -> MathFont {
      let percent = text.constant(constant)
      return MathFont(
        book.font(face.id, size: Length(rawValue: self.size * (percent > 0 ? percent : fallback) / 100)), scriptLevel: level)
    }
    sizes = [
      text, scaled(HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN, 70, 1),
      scaled(HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN, 50, 2),
    ]
    fonts[self.size] = sizes
  }

  func font(_ style: MathStyle) -> MathFont { sizes[style.sizeIndex] }

  func axis(_ style: MathStyle) -> Int { font(style).constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT) }

  /// mu of a style in scaled points: 18 to the quad.
  func mu(_ count: Double, _ style: MathStyle) -> Int { Int((count * Double(font(style).size) / 18).rounded()) }

  /// LaTeX's lengths are those of a 10-point document; they grow with the formula.
  func scaled(_ points: Double) -> Int { Int((points * Double(size) / 10).rounded()) }

  func points(_ dimension: Dimension, _ style: MathStyle) -> Int {
    let em = Double(font(style).size)
    return Int((dimension.points * 65536 + dimension.em * em + dimension.ex * em * 0.431 + dimension.mu * em / 18).rounded())
  }

  // MARK: Elements

  func move(_ box: MathBox, _ dx: Int, _ dy: Int) {
    guard dx != 0 || dy != 0 else { return }
    for index in box.elements {
      elements[index].x += dx
      elements[index].y += dy
    }
  }

  func addRule(x: Int, y: Int, width: Int, height: Int) {
    elements.append(Element(kind: .rule(width: width, height: height), x: x, y: y, color: color))
  }

  func addGlyph(_ glyph: UInt32, _ font: MathFont, x: Int = 0, y: Int = 0) {
    elements.append(Element(kind: .glyph(id: glyph, face: font.font.face.id, size: font.size), x: x, y: y, color: color))
  }

  /// A box of one glyph; its width does not count the italic correction.
  func glyphBox(_ glyph: UInt32, _ font: MathFont) -> MathBox {
    let metrics = font.metrics(of: glyph)
    let start = elements.count
    addGlyph(glyph, font)
    return MathBox(
      elements: start..<elements.count, width: metrics.width, height: metrics.height, depth: metrics.depth,
      italic: metrics.italic, glyph: glyph)
  }

  /// A character of the math face; of another face where it has none.
  func character(_ scalar: Unicode.Scalar, _ style: MathStyle) -> MathBox {
    let font = font(style)
    if let glyph = font.glyph(for: scalar) { return glyphBox(glyph, font) }
    return textBox(String(Character(scalar)), .roman, style)
  }

  // MARK: Text

  /// Text in the document's own family, shaped, at the size of the style.
  func textBox(_ text: String, _ font: Noad.TextFont, _ style: MathStyle) -> MathBox {
    let start = elements.count
    var box = MathBox(elements: start..<start)
    let size = Length(rawValue: self.font(style).size)
    var run: [UInt8] = []
    var runFace: FaceID?
    func flush() {
      guard let face = runFace, !run.isEmpty else { return }
      let context = shaper.context(ShapingKey(face: face, size: size, language: "en"))
      let shaped = shaper.shape(run[...], in: context)
      let handle = unsafe shaper.font(of: context).handle
      for index in shaped.glyphs {
        let glyph = shaper.glyphs[Int(index)]
        var extents = hb_glyph_extents_t()
        unsafe hb_font_get_glyph_extents(handle, glyph.id, &extents)
        box.height = max(box.height, Int(extents.y_bearing) + Int(glyph.dy))
        box.depth = max(box.depth, -Int(extents.y_bearing) - Int(extents.height) - Int(glyph.dy))
        elements.append(
          Element(kind: .glyph(id: glyph.id, face: face, size: size.rawValue), x: box.width + Int(glyph.dx), y: Int(glyph.dy), color: color))
        box.width += Int(glyph.advance)
      }
      run = []
    }
    for scalar in text.unicodeScalars {
      let face = textFace(for: scalar, font)
      if face != runFace {
        flush()
        runFace = face
      }
      run += Array(String(Character(scalar)).utf8)
    }
    flush()
    box.elements = start..<elements.count
    return box
  }

  private func textFace(for scalar: Unicode.Scalar, _ font: Noad.TextFont) -> FaceID {
    let weight = font == .bold ? 700 : 400
    let slant: Slant = font == .italic ? .italic : .upright
    var families = textFamilies
    if font == .sans { families = ["Libertinus Sans"] + families }
    if font == .mono { families = ["Source Code Pro"] + families }
    for family in families {
      if let face = book.face(family: family, weight: weight, slant: slant), face.glyph(for: scalar) != nil || scalar == " " {
        return face.id
      }
    }
    if face.glyph(for: scalar) != nil { return face.id }
    if let face = book.fallback(for: scalar, language: "zh-cn", weight: weight, slant: slant) { return face.id }
    missing.append(scalar)
    return book.face(family: "Libertinus Serif")?.id ?? face.id
  }

  // MARK: Lists

  /// One item of a list that is set but not yet placed.
  struct Item {
    enum Content {
      case box(MathBox)
      case glue(Int, stretch: Int, shrink: Int)
    }

    var content: Content
    /// Nil for what stands between atoms.
    var atom: AtomClass?
    var style: MathStyle
  }

  /// Sets a list as a box at natural width.
  func set(_ list: [Noad], _ style: MathStyle, cramped: Bool) -> MathBox {
    let start = elements.count
    let items = items(list, style, cramped: cramped)
    return pack(items, from: start)
  }

  func pack(_ items: [Item], from start: Int) -> MathBox {
    var box = MathBox(elements: start..<elements.count)
    for item in items {
      switch item.content {
      case .box(let inner):
        move(inner, box.width, 0)
        box.width += inner.width
        box.height = max(box.height, inner.height)
        box.depth = max(box.depth, inner.depth)
        box.glyph = items.count == 1 ? inner.glyph : nil
        box.italic = items.count == 1 ? inner.italic : 0
      case .glue(let width, _, _): box.width += width
      }
    }
    return box
  }

  /// Both passes of Appendix G: each noad set, then the space between them.
  func items(_ list: [Noad], _ style: MathStyle, cramped: Bool) -> [Item] {
    var style = style
    var items: [Item] = []
    items.reserveCapacity(list.count)
    for noad in list {
      switch noad.kind {
      case .style(let new): style = new
      case .space(let mu): items.append(Item(content: .glue(self.mu(mu, style), stretch: 0, shrink: 0), atom: nil, style: style))
      case .kern(let points, let em):
        let width = points.rawValue + Int((em * Double(font(style).size)).rounded())
        items.append(Item(content: .glue(width, stretch: 0, shrink: 0), atom: nil, style: style))
      case .color(let color, let inner):
        let outer = self.color
        self.color = color
        items += self.items(inner, style, cramped: cramped).map { item in item }
        self.color = outer
      case .choice(let display, let text, let script, let scriptScript):
        let chosen = [display, text, script, scriptScript][Int(style.rawValue)]
        items += self.items(chosen, style, cramped: cramped)
      default:
        let (box, atom) = setNoad(noad, style, cramped: cramped)
        items.append(Item(content: .box(box), atom: atom, style: style))
      }
    }
    return spaced(items)
  }

  /// Rules 5 and 6: a binary operator with nothing to operate on is ordinary. Rule 20: the space between atoms.
  private func spaced(_ items: [Item]) -> [Item] {
    var items = items
    var previous: Int?
    for index in items.indices {
      guard let atom = items[index].atom else { continue }
      if atom == .bin {
        let before = previous.flatMap { items[$0].atom }
        if before == nil || [.bin, .op, .rel, .open, .punct].contains(before) { items[index].atom = .ord }
      } else if [.rel, .close, .punct].contains(atom), let last = previous, items[last].atom == .bin {
        items[last].atom = .ord
      }
      previous = index
    }
    if let last = previous, items[last].atom == .bin { items[last].atom = .ord }
    guard items.count > 1 else { return items }
    var out: [Item] = []
    out.reserveCapacity(items.count * 2)
    var left: AtomClass?
    for item in items {
      if let right = item.atom {
        if let left {
          let space = interAtomSpace(left, right, item.style)
          if space.natural > 0 {
            out.append(
              Item(
                content: .glue(
                  mu(Double(space.natural), item.style), stretch: mu(Double(space.stretch), item.style),
                  shrink: mu(Double(space.shrink), item.style)), atom: nil, style: item.style))
          }
        }
        left = right
      }
      out.append(item)
    }
    return out
  }

  /// Sets one noad with its scripts.
  private func setNoad(_ noad: Noad, _ style: MathStyle, cramped: Bool) -> (MathBox, AtomClass) {
    var atom = AtomClass.ord
    let start = elements.count
    var nucleus: MathBox
    var isCharacter = false
    switch noad.kind {
    case .symbol(let scalar, let own, let alphabet):
      atom = own
      nucleus = character(mathCharacter(scalar, in: alphabet), style)
      isCharacter = true
    case .list(let inner, let own):
      atom = own
      nucleus = set(inner, style, cramped: cramped)
      isCharacter = nucleus.glyph != nil && inner.count == 1 && inner[0].superscript == nil && inner[0].subscript == nil
    case .largeOperator(let scalar): return (largeOperator(noad, scalar, style, cramped: cramped), .op)
    case .operatorName(let letters, let hasLimits):
      nucleus = set(letters, style, cramped: cramped)
      if letters.count == 1, letters[0].superscript == nil, case .symbol = letters[0].kind {
        // Rule 13: a single character as an operator is centred on the axis.
        let shift = (nucleus.height - nucleus.depth) / 2 - axis(style)
        move(nucleus, 0, -shift)
        nucleus.height -= shift
        nucleus.depth += shift
      }
      if noad.limits ?? (hasLimits && style == .display) {
        return (limits(nucleus, noad, style, cramped: cramped, delta: 0), .op)
      }
      return (scripts(nucleus, noad, style, cramped: cramped, isCharacter: false, from: start), .op)
    case .fraction(let fraction):
      nucleus = self.fraction(fraction, style, cramped: cramped)
      // Rule 15e ends with an inner atom; a fraction with delimiters of its own too.
      atom = .inner
    case .radical(let degree, let body): nucleus = radical(degree, body, style)
    case .accent(let accent):
      if accent.isWide, Self.hasLabels(accent.mark) { return (brace(accent, noad, style, cramped: cramped), .op) }
      return (self.accent(accent, noad, style, cramped: cramped), .ord)
    case .overline(let body): nucleus = overline(body, style)
    case .underline(let body): nucleus = underline(body, style, cramped: cramped)
    case .fenced(let delimiters, let parts):
      nucleus = fenced(delimiters, parts, style, cramped: cramped)
      atom = .inner
    case .sizedDelimiter(let delimiter, let factor, let own):
      nucleus = sized(delimiter, factor, style)
      atom = own
    case .alignment(let alignment):
      nucleus = self.alignment(alignment, style)
      atom = alignment.left != .none || alignment.right != .none ? .inner : .ord
    case .text(let text, let font): nucleus = textBox(text, font, style)
    case .stacked(let base, let above, let below, let own):
      var inner = Noad(.list(base, .op), noad.range)
      (inner.superscript, inner.subscript) = (above, below)
      nucleus = limits(set(base, style, cramped: cramped), inner, style, cramped: cramped, delta: 0)
      atom = own
    case .extensibleArrow(let arrow, let above, let below):
      nucleus = extensible(arrow, above, below, style, cramped: cramped)
      atom = .rel
    default:
      (nucleus, atom) = decorated(noad, style, cramped: cramped)
    }
    if noad.superscript != nil || noad.subscript != nil {
      if noad.limits == true, atom == .op { return (limits(nucleus, noad, style, cramped: cramped, delta: 0), atom) }
      return (scripts(nucleus, noad, style, cramped: cramped, isCharacter: isCharacter, from: start), atom)
    }
    // Rule 17: without a subscript the italic correction belongs to the character.
    if isCharacter {
      nucleus.width += nucleus.italic
      nucleus.elements = start..<elements.count
    }
    return (nucleus, atom)
  }

  /// Braces and brackets over and under have labels rather than scripts.
  private static func hasLabels(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0x23B4, 0x23B5, 0x23DC...0x23E1: true
    default: false
    }
  }
}
