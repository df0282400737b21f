internal import CHarfBuzz
internal import TypesetBoxes

/// What is recorded of the top level of a formula while it is set.
struct TopLevel {
  /// A place where a line may end, or the space at it.
  struct Break {
    /// Where in the buffer.
    var element: Int
    var node: HNode
    var x: Int
  }

  /// True if `breaks`, and in display style `atoms`, are recorded.
  var recordsBreaks = false
  /// True if `rows` are recorded: the formula is nothing but a display environment.
  var recordsRows = false
  fileprivate(set) var breaks: [Break] = []
  fileprivate(set) var atoms: [SetAtom] = []
  var rows: [SetRow] = []
  /// The italic correction of the last character; 0 if the formula ends with something else.
  fileprivate(set) var italic = 0
}

/// Sets a list: `MathList` → elements, by TeXbook Appendix G over OpenType MATH. A rule a file; this one is the walk over a list.
///
/// The rules only read it; they append to one growing buffer, which they get as an argument.
struct Layout {
  var list: MathList
  /// The measures for the rules.
  private(set) var context: MathContext
  /// The math face and the text faces.
  let texts: TextFaces
  /// The width of the line of a display; nil for other formulas.
  let displayRoom: Int?
  /// What its number takes of it.
  let numberRoom: Int
  /// The width of the lines of `\intertext`.
  var textRoom: Int?
  /// How many pieces and copies a formula may have of what its source has once.
  let mostRepeated: Int

  init(
    _ list: MathList, _ context: MathContext, texts: TextFaces, displayRoom: Int? = nil, numberRoom: Int = 0, mostRepeated: Int = .max
  ) {
    self.list = list
    self.context = context
    self.texts = texts
    self.displayRoom = displayRoom
    self.numberRoom = numberRoom
    self.mostRepeated = mostRepeated
    textRoom = displayRoom
  }

  // MARK: Measures

  var face: MathFace { context.face }
  func size(_ style: MathStyle) -> Int { context.size(style) }
  /// The `ssty` form of a glyph in a style.
  func form(of glyph: UInt32, _ style: MathStyle) -> UInt32 { face.scriptForm(of: glyph, level: max(style.level, context.formLevel)) }
  func scaled(_ units: Int, _ style: MathStyle) -> Int { context.scaled(units, style) }
  func constant(_ name: hb_ot_math_constant_t, _ style: MathStyle) -> Int { context.constant(name, style) }
  func tenPoint(_ hundredths: Int) -> Int { context.tenPoint(hundredths) }
  func mu(_ count: Int, _ style: MathStyle) -> Int { context.mu(count, style) }

  func length(_ dimension: Dimension, _ style: MathStyle) -> Int {
    let value = Int(dimension.value)
    return switch dimension.unit {
    case .absolute: value
    case .em: value * context.sizes.0 / 65536
    case .ex: value * texts.xHeight(size: context.sizes.0) / 65536
    case .mu: value * size(style) / 18 / 65536
    case .textSpace: value * texts.space(size: context.sizes.0) / 65536
    // Without a line of its own, a formula has a usual one: 345 pt at 10 pt in LaTeX's classes.
    case .measure: value * (displayRoom ?? context.sizes.0 * 69 / 2) / 65536
    }
  }

  // MARK: Lists

  func noads(of field: Field) -> Range<Int> {
    if case .list(let start, let count) = field { return Int(start)..<Int(start + count) }
    return 0..<0
  }

  /// TeX's `clean_box`: a field as a box in a style.
  ///
  /// - Parameter keepsFills: The caller distributes the free space of the list's `\hfil` and the like.
  func box(
    _ field: Field, _ style: MathStyle, cramped: Bool, keepsFills: Bool = false, _ buffer: inout ElementBuffer
  ) -> Extent {
    switch field {
    case .empty: return Extent(first: buffer.count)
    case .char(let scalar):
      var out = character(scalar, style, &buffer)
      (out.height, out.depth) = (max(0, out.height), max(0, out.depth))
      return out
    case .list: return set(noads(of: field), style, cramped: cramped, keepsFills: keepsFills, &buffer)
    }
  }

  /// The state of the walk over a list.
  private struct Walk {
    let range: Range<Int>
    /// The noad that comes next.
    var index: Int
    /// A change of style makes it false (TeXbook App. G, rule 3).
    var cramped: Bool
    /// Of the top level of a formula; nil for other lists.
    var top: TopLevel?
    var out: Extent
    var style: MathStyle
    /// The class of the atom before, for the space between the two.
    var previous: AtomClass?
    /// The same for binary operators, which need a left operand: there is no operand after `\left` and `\middle`.
    var operand: AtomClass?
    /// What `\small` and the like have chosen, in thousandths.
    var size: Int32 = 1000
    var keepsForms = false
    var skipsSpace = false
    /// Of the last character. LuaTeX: it is between a character and an atom, not before space or at the end.
    var italic = 0
    var isAccent = false
    var hasColor = false
    /// Brackets that are open.
    var depth = 0

    init(_ range: Range<Int>, _ style: MathStyle, cramped: Bool, after fence: AtomClass?, _ top: TopLevel?, first: Int) {
      (self.range, index, self.style, self.cramped, self.top) = (range, range.lowerBound, style, cramped, top)
      out = Extent(first: first)
      previous = fence
      operand = fence.map { $0 == .ord ? $0 : .open }
    }

    /// Records a place on the top level.
    mutating func record(_ node: HNode, at element: Int) {
      guard top?.recordsBreaks == true else { return }
      top?.breaks.append(TopLevel.Break(element: element, node: node, x: out.width))
    }
  }

  /// TeX's `mlist_to_hlist`.
  ///
  /// - Parameters:
  ///   - fence: The class of a `\left` or `\middle` before the list, or of amsmath's empty atom.
  ///   - keepsFills: The caller distributes the free space of the list's `\hfil` and the like.
  func set(
    _ range: Range<Int>, _ style: MathStyle, cramped: Bool, after fence: AtomClass? = nil, keepsFills: Bool = false,
    _ buffer: inout ElementBuffer
  ) -> Extent {
    let known = buffer.fills.count
    var walk = Walk(range, style, cramped: cramped, after: fence, nil, first: buffer.count)
    set(&walk, &buffer)
    if !keepsFills, buffer.fills.count > known { buffer.fills.removeSubrange(known...) }
    return walk.out
  }

  /// Sets the top level of a formula.
  ///
  /// - Parameter top: What to record; gets the records.
  func set(_ range: Range<Int>, _ style: MathStyle, recording top: inout TopLevel, _ buffer: inout ElementBuffer) -> Extent {
    var walk = Walk(range, style, cramped: false, after: nil, top, first: buffer.count)
    set(&walk, &buffer)
    top = walk.top ?? top
    top.italic = walk.italic
    return walk.out
  }

  private func set(_ walk: inout Walk, _ buffer: inout ElementBuffer) {
    let outerColor = buffer.color
    setNoads(&walk, outerColor, &buffer)
    while walk.index < walk.range.upperBound {
      // The rest of the list in the size that it has chosen.
      var resized = self
      resized.context.resize(walk.size, keepsForms: walk.keepsForms)
      resized.setNoads(&walk, outerColor, &buffer)
    }
    if walk.range.count != 1 || walk.out.glyph == nil { walk.out.italic = walk.hasColor ? 0 : walk.italic }
    buffer.color = outerColor
  }

  /// Sets noads up to the end of the list or a change of size.
  private func setNoads(_ walk: inout Walk, _ outerColor: Color, _ buffer: inout ElementBuffer) {
    while walk.index < walk.range.upperBound {
      let noad = list.noads[walk.index]
      if case .size(let thousandths, let keepsForms) = noad.kind {
        (walk.size, walk.keepsForms, walk.hasColor) = (thousandths, keepsForms, true)
        walk.index += 1
        return
      }
      if noad.isAtom { setAtom(noad, &walk, &buffer) } else { setNoAtom(noad, &walk, outerColor, &buffer) }
      walk.index += 1
    }
  }

  /// Changes of style, spaces, penalties: everything other than atoms.
  private func setNoAtom(_ noad: Noad, _ walk: inout Walk, _ outerColor: Color, _ buffer: inout ElementBuffer) {
    switch noad.kind {
    case .style(let next): (walk.style, walk.cramped) = (next, false)
    case .color(let next):
      buffer.color = next ?? outerColor
      (walk.hasColor, walk.italic) = (true, 0)
    case .fill(let fill):
      walk.italic = 0
      buffer.fills.append(FillPlace(element: buffer.count, fill: fill))
    case .nonscript: walk.skipsSpace = walk.style >= .script
    case .space(let mu): addSpace(self.mu(Int(mu), walk.style), &walk, at: buffer.count)
    case .kern(let dimension): addSpace(length(dimension, walk.style), &walk, at: buffer.count)
    case .penalty(let value):
      if !walk.isAccent { walk.italic = 0 }
      walk.record(.penalty(Int(value)), at: buffer.count)
    case .lineEnd:
      walk.italic = 0
      walk.record(.glue(.fil), at: buffer.count)
      walk.record(.penalty(Penalty.force), at: buffer.count)
    case .choice(let choice):
      walk.italic = 0
      let field = list.choices[Int(choice)][Int(walk.style.rawValue)]
      let inner = set(noads(of: field), walk.style, cramped: walk.cramped, &buffer)
      buffer.move(from: inner.first, walk.out.width, 0)
      walk.out.append(inner)
    default: break
    }
  }

  private func addSpace(_ amount: Int, _ walk: inout Walk, at element: Int) {
    if walk.isAccent { walk.out.width += walk.italic }
    walk.italic = 0
    if !walk.skipsSpace {
      walk.record(.kern(Length(rawValue: amount)), at: element)
      walk.out.width += amount
    }
    walk.skipsSpace = false
  }

  /// An atom, with the space before it (rule 20) and the places around it where a line may end.
  private func setAtom(_ noad: Noad, _ walk: inout Walk, _ buffer: inout ElementBuffer) {
    walk.skipsSpace = false
    if walk.isAccent || takesItalic(noad) { walk.out.width += walk.italic }
    walk.italic = 0
    let atomClass = atomClass(of: noad, walk)
    if let previous = walk.previous {
      let gap = Spacing.between(previous, atomClass, isScript: walk.style >= .script)
      if gap != .none {
        let glue = Spacing.glue(gap, quad: size(walk.style))
        walk.record(.glue(glue), at: buffer.count)
        walk.out.width += glue.natural.rawValue
      }
    }
    let outer = buffer.source
    buffer.source = NoadPart(noad: noad.origin, part: NoadPart.nucleus)
    let inner = atom(noad, atomClass, walk.style, cramped: walk.cramped, &walk.top, &buffer)
    buffer.source = outer
    buffer.move(from: inner.first, walk.out.width, 0)
    if walk.style == .display, walk.top?.recordsBreaks == true {
      walk.top?.atoms.append(
        SetAtom(noad: walk.index, x: walk.out.width, end: walk.out.width + inner.width, atomClass: atomClass, nesting: 0))
    }
    walk.out.append(inner)
    // A binary operator that lacks its right operand has been set before TeX sees that it does.
    if atomClass == .ord, noad.atomClass != .bin || lacksLeftOperand(walk.operand) { walk.italic = endsWithGroup(noad) ? 0 : inner.italic }
    if case .accent = noad.kind { walk.isAccent = true } else { walk.isAccent = false }
    // A sign of another class alone in a group is a box (TeX: The Program, § 1186).
    if walk.range.count == 1, !noad.hasScripts, noad.atomClass == .ord {
      (walk.out.glyph, walk.out.scalar, walk.out.italic) = (inner.glyph, inner.scalar, inner.italic)
    }
    if hasOnlySpaces(walk.range.lowerBound..<walk.index) { walk.out.leading = beginsWithCharacter(noad) ? inner.leading : 0 }
    (walk.previous, walk.operand) = (atomClass, atomClass)
    switch atomClass {
    case .open: walk.depth += 1
    case .close: walk.depth -= 1
    default: break
    }
    if walk.top?.recordsBreaks == true { recordBreak(after: atomClass, &walk, at: buffer.count) }
  }

  /// LuaTeX looks for the character with which a script begins behind spaces.
  private func hasOnlySpaces(_ range: Range<Int>) -> Bool {
    list.noads[range].allSatisfy { noad in
      switch noad.kind {
      case .space, .kern: true
      default: false
      }
    }
  }

  /// TeXbook App. G, rules 5 and 6: a binary operator without operands is an ordinary atom.
  private func atomClass(of noad: Noad, _ walk: Walk) -> AtomClass {
    guard noad.atomClass == .bin else { return noad.atomClass }
    if lacksLeftOperand(walk.operand) { return .ord }
    for index in walk.index + 1..<walk.range.upperBound where list.noads[index].isAtom {
      switch list.noads[index].atomClass {
      case .rel, .close, .punct: return .ord
      case .ord, .op, .bin, .open, .inner: return .bin
      }
    }
    return .ord
  }

  private func lacksLeftOperand(_ before: AtomClass?) -> Bool {
    switch before {
    case nil, .bin, .op, .rel, .open, .punct: true
    case .ord, .close, .inner: false
    }
  }

  /// Lines of text end after relations and binary operators, and as a last resort after commas.
  private func recordBreak(after atomClass: AtomClass, _ walk: inout Walk, at element: Int) {
    if atomClass == .punct, walk.style != .display, isListComma(at: walk.index, walk.range) {
      walk.record(.penalty(walk.depth > 0 ? 1500 : 900), at: element)
    }
    let next = walk.index + 1
    guard next < walk.range.upperBound, atomClass == .rel || atomClass == .bin else { return }
    if atomClass == .rel, case .atom = list.noads[next].kind, list.noads[next].atomClass == .rel { return }
    walk.record(.penalty(atomClass == .rel ? 500 : 700), at: element)
  }

  /// True if a line may end after a comma: not near the ends of a formula, nor between the digits of a number.
  private func isListComma(at index: Int, _ range: Range<Int>) -> Bool {
    guard index - range.lowerBound >= 3, range.upperBound - index > 4 else { return false }
    func isDigit(_ index: Int) -> Bool {
      if case .char(let scalar) = list.noads[index].nucleus { (0x30...0x39).contains(scalar) } else { false }
    }
    return !(isDigit(index - 1) && isDigit(index + 1)) || isInListOfNumbers(index, range)
  }

  /// True for a comma among at least four numbers that are no thousands: `1, 2, 3, 4`, `0.100, 0.101, …`.
  private func isInListOfNumbers(_ index: Int, _ range: Range<Int>) -> Bool {
    var commas = 1
    var isOfThousands = true
    for step in [-1, 1] {
      var (place, digits) = (index + step, 0)
      var left = 2
      while left > 0, range.contains(place), case .char(let scalar) = list.noads[place].nucleus {
        if scalar == 0x2C, digits > 0 {
          // What is between two commas has three digits in a long number.
          if digits != 3 { isOfThousands = false }
          (left, digits, commas) = (left - 1, 0, commas + 1)
        } else if scalar == 0x2E || (0x30...0x39).contains(scalar) {
          digits += 1
        } else {
          break
        }
        place += step
      }
      if step > 0, digits > 0, digits != 3 { isOfThousands = false }
    }
    return commas >= 3 && !isOfThousands
  }

  /// True if the italic correction of the previous character is before this noad. Only before another character.
  private func takesItalic(_ noad: Noad) -> Bool {
    guard case .atom = noad.kind, noad.atomClass != .inner else { return false }
    switch noad.nucleus {
    case .char: return true
    case .list(let start, let count):
      // The argument of an alphabet command; a group of several atoms has no such argument.
      return noad.isWord && noad.atomClass == .ord && count > 0 && list.noads[Int(start)].atomClass == .ord
        && takesItalic(list.noads[Int(start)])
    case .empty: return false
    }
  }

  /// True for what has a cut-in kern before it: a character, or the argument of an alphabet command, with or without scripts; no group.
  private func beginsWithCharacter(_ noad: Noad) -> Bool {
    switch noad.kind {
    case .atom: if case .list = noad.nucleus { noad.isWord && noad.atomClass != .op } else { true }
    case .overline, .underline: true
    default: false
    }
  }

  /// True for `{…}` of several noads, after which LuaTeX sets no italic correction; after the argument of an alphabet it does.
  private func endsWithGroup(_ noad: Noad) -> Bool {
    guard case .atom = noad.kind, !noad.isWord, case .list = noad.nucleus else { return false }
    return true
  }

  // MARK: Atoms

  private func atom(
    _ noad: Noad, _ atomClass: AtomClass, _ style: MathStyle, cramped: Bool, _ top: inout TopLevel?, _ buffer: inout ElementBuffer
  ) -> Extent {
    switch noad.kind {
    case .atom:
      if atomClass == .op { return LargeOperator.set(noad, style, cramped: cramped, self, &buffer) }
      guard case .char(let scalar) = noad.nucleus else {
        if noad.isWord, noad.hasScripts, let word = word(noad, style, cramped: cramped, &buffer) { return word }
        return withScripts(noad, box(noad.nucleus, style, cramped: cramped, &buffer), style, cramped: cramped, &buffer)
      }
      let character = character(scalar, style, &buffer)
      return noad.hasScripts ? Scripts.set(noad, onCharacter: character, style, cramped: cramped, self, &buffer) : character
    case .accent(let scalar, let isWide, let isBelow):
      return Accent.set(noad, scalar, isWide: isWide, isBelow: isBelow, style, cramped: cramped, self, &buffer)
    case .alignment(let index):
      let out = AlignmentBox.set(list.alignments[Int(index)], style, &top, self, &buffer)
      return withScripts(noad, out, style, cramped: cramped, &buffer)
    case .sideset where style == .display: return SideSet.set(noad, style, cramped: cramped, self, &buffer)
    default:
      return withScripts(noad, nucleus(of: noad, style, cramped: cramped, &buffer), style, cramped: cramped, &buffer)
    }
  }

  /// The argument of an alphabet command: its scripts belong to its last character (unicode-math's commands open no group); nil for
  /// one that does not end with a character.
  private func word(_ noad: Noad, _ style: MathStyle, cramped: Bool, _ buffer: inout ElementBuffer) -> Extent? {
    guard case .list(let start, let count) = noad.nucleus, count > 0 else { return nil }
    var last = list.noads[Int(start + count) - 1]
    guard case .atom = last.kind, case .char(let scalar) = last.nucleus, last.atomClass == .ord, !last.hasScripts else { return nil }
    var out = set(Int(start)..<Int(start + count) - 1, style, cramped: cramped, &buffer)
    if count > 1 { out.width += out.italic }
    (last.superscript, last.subscript) = (noad.superscript, noad.subscript)
    let end = Scripts.set(last, onCharacter: character(scalar, style, &buffer), style, cramped: cramped, self, &buffer)
    buffer.move(from: end.first, out.width, 0)
    out.append(end)
    out.becomeBox()
    return out
  }

  /// An atom without its scripts.
  private func nucleus(of noad: Noad, _ style: MathStyle, cramped: Bool, _ buffer: inout ElementBuffer) -> Extent {
    switch noad.kind {
    case .fraction(let thickness, let left, let right):
      return Fraction.set(noad, thickness: Int(thickness), left, right, style, cramped: cramped, self, &buffer)
    case .radical: return Radical.set(noad, style, self, &buffer)
    case .overline: return Overline.set(noad, style, self, &buffer)
    case .underline: return Underline.set(noad, style, cramped: cramped, self, &buffer)
    case .fence(let index): return Fence.set(list.fences[Int(index)], style, cramped: cramped, self, &buffer)
    case .bigDelimiter(let scalar, let step): return buffer.part(NoadPart.sign) { Delimiter.big(scalar, step: Int(step), self, &$0) }
    case .rule(let width, let height, let raise):
      // As KaTeX cuts sizes, so that what follows stays on the page.
      let most = 500 * context.sizes.0
      func cut(_ dimension: Dimension) -> Int { min(max(length(dimension, style), -most), most) }
      var out = Extent(width: cut(width), height: cut(height), depth: -cut(raise), first: buffer.count)
      out.height -= out.depth
      if out.width > 0, out.height + out.depth > 0 {
        buffer.rule(x: 0, y: -out.depth, width: out.width, height: out.height + out.depth)
      }
      return out
    case .text(let index): return TextBox.set(list.texts[Int(index)], noad.keepsSize ? min(style, .text) : style, self, &buffer)
    case .arrow(let scalar, let least): return ExtensibleArrow.set(noad, scalar, least: Int(least), style, self, &buffer)
    case .arrowBelow(let scalar): return ExtensibleArrow.below(noad, scalar, style, self, &buffer)
    case .sideset: return SideSet.set(noad, style, cramped: cramped, self, &buffer)
    case .columnRule:
      buffer.columnRule(width: context.arrayrulewidth)
      return Extent(width: context.arrayrulewidth, first: buffer.count - 1)
    default: return Wrapped.set(noad, style, cramped: cramped, self, &buffer)
    }
  }

  private func withScripts(_ noad: Noad, _ box: Extent, _ style: MathStyle, cramped: Bool, _ buffer: inout ElementBuffer) -> Extent {
    if noad.hasScripts { return Scripts.set(noad, on: box, italic: 0, style, cramped: cramped, self, &buffer) }
    if case .atom = noad.kind { return box }
    var plain = box
    plain.italic = 0
    return plain
  }

  /// A character of the math face, or of the text's faces where the math face lacks it.
  func character(_ scalar: UInt32, _ style: MathStyle, _ buffer: inout ElementBuffer) -> Extent {
    var glyph = face.glyph(scalar)
    if glyph == 0, let plain = Self.plain(scalar) { glyph = face.glyph(plain) }
    if glyph == 0 { return TextBox.missing(scalar, style, self, &buffer) }
    glyph = form(of: glyph, style)
    return set(glyph: glyph, scalar, style, &buffer)
  }

  func set(glyph: UInt32, _ scalar: UInt32, _ style: MathStyle, _ buffer: inout ElementBuffer) -> Extent {
    let metrics = face.metrics(of: glyph)
    var out = Extent(first: buffer.count)
    out.width = scaled(Int(metrics.advance), style)
    out.height = scaled(Int(metrics.height), style)
    out.depth = scaled(Int(metrics.depth), style)
    out.italic = scaled(Int(metrics.italicCorrection), style)
    out.glyph = glyph
    out.scalar = scalar
    out.leading = scalar
    buffer.emit(glyph, scalar, size: size(style))
    return out
  }

  private static func plain(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x1D6A4: 0x131
    case 0x1D6A5: 0x237
    case 0x29F5: 0x2216
    case 0x2216: 0x29F5
    case 0x2236: 0x3A
    case 0xB7: 0x22C5
    case 0x212B: 0xC5
    case 0x2035: 0x60
    default: nil
    }
  }
}
