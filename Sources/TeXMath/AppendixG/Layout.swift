internal import CHarfBuzz
internal import TypesetBoxes
internal import TypesetFonts

/// One thing to draw, in the flat buffer of a formula.
struct Element {
  enum Kind: UInt8 { case glyph, rule, stroke, panel, link }
  var kind: Kind
  /// In `Layout.faces`.
  var face: Int16 = 0
  var size: Int32 = 0
  var glyph: UInt32 = 0
  var scalar: UInt32 = 0
  var x: Int32
  var y: Int32
  var width: Int32 = 0
  var height: Int32 = 0
  var color: Color
  var fill: Color?
}

/// The dimensions of set material; its elements are the end of the buffer, from `first` on.
struct Extent {
  var width = 0
  var height = 0
  var depth = 0
  var first = 0
  /// Of a single character, for its scripts.
  var italic = 0
  var glyph: UInt32?
  var scalar: UInt32 = 0
  /// The character with which a list begins, for cut-in kerns; zero for none.
  var leading: UInt32 = 0
}

/// `MathList` → elements: TeXbook Appendix G over OpenType MATH. A rule a file; this one is the walk over a list.
///
/// All material goes into one growing buffer, which is a value: the rules are functions that measure with `context` and append to it. A box is a
/// range at the buffer's end and is moved in place. The list is only read.
struct Layout {
  private(set) var list = MathList()
  var elements: [Element] = []
  var color = Color.black
  let math: MathFace
  var faces: [MathFace]
  let fonts: FontBook
  let textFamilies: [String]
  /// Of the text within formulas; empty where it is not given.
  var language = ""
  var textFaces: [Int: Int] = [:]
  var textFonts: [Int: Font] = [:]
  private var classes: [AtomClass] = []
  /// The measures for the rules.
  private(set) var context: MathContext
  /// Breaks of the top level: where in the buffer, and what is there.
  var breaks: [(element: Int, node: HNode, height: Int, depth: Int, x: Int)] = []
  var recordsBreaks = false
  /// The italic correction of the character with which the list that was set last ends; 0 where it ends with something else.
  private(set) var lastItalic = 0
  /// The atoms of the top level, while breaks are recorded in display style.
  var atoms: [SetAtom] = []
  /// Rows of a display environment, where the next alignment is one: elements, distance of the baseline from the
  /// top, right edge of the last cell, and the elements of its part of the array's rules.
  var rows: [(elements: Range<Int>, baseline: Int, height: Int, depth: Int, right: Int, lines: [Range<Int>])] = []
  var recordsRows = false
  /// The width of the line of a display; nil for other formulas.
  var displayRoom: Int?

  init(fonts: FontBook, face: Face, textFamilies: [String]) {
    self.fonts = fonts
    self.textFamilies = textFamilies
    math = MathFace(face)
    faces = [math]
    context = MathContext(math)
  }

  mutating func begin(_ list: MathList, size: Int, color: Color) {
    self.list = list
    self.color = color
    clear()
    context.begin(size: size)
  }

  /// Empties the buffer.
  mutating func clear() {
    elements.removeAll(keepingCapacity: true)
    breaks.removeAll(keepingCapacity: true)
    rows.removeAll()
  }

  /// The dimensions of a part of another list, and the atoms of its top level; what was set for that is dropped.
  mutating func measured(
    _ range: Range<Int>, of other: inout MathList, _ style: MathStyle, recordsAtoms: Bool = false
  ) -> (extent: Extent, atoms: [SetAtom]) {
    // Exchanged, not copied: neither list is shared then, and both can grow in place.
    swap(&list, &other)
    defer { swap(&list, &other) }
    atoms.removeAll()
    recordsBreaks = recordsAtoms
    let extent = set(range, style, cramped: false)
    recordsBreaks = false
    breaks.removeAll()
    elements.removeSubrange(extent.first...)
    defer { atoms.removeAll() }
    return (extent, atoms)
  }

  // MARK: Measures

  var sizes: (Int, Int, Int) { context.sizes }
  func size(_ style: MathStyle) -> Int { context.size(style) }
  func scaled(_ units: Int, _ style: MathStyle) -> Int { context.scaled(units, style) }
  func scaled(_ units: Int, size: Int, upem: Int) -> Int { context.scaled(units, size: size, upem: upem) }
  func constant(_ name: hb_ot_math_constant_t, _ style: MathStyle) -> Int { context.constant(name, style) }
  func tenPoint(_ hundredths: Int) -> Int { context.tenPoint(hundredths) }
  func mu(_ count: Int, _ style: MathStyle) -> Int { context.mu(count, style) }

  mutating func length(_ dimension: Dimension, _ style: MathStyle) -> Int {
    let value = Int(dimension.value)
    return switch dimension.unit {
    case .absolute: value
    case .em: value * sizes.0 / 65536
    case .ex: value * sizes.0 / 65536 * 431 / 1000
    case .mu: value * size(style) / 18 / 65536
    case .textSpace: value * textSpace / 65536
    }
  }

  /// Moves what has been set since `first`.
  mutating func move(from first: Int, _ dx: Int, _ dy: Int) { move(first..<elements.count, dx, dy) }

  /// Moves a part of the buffer, to the right and up.
  mutating func move(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
    if dx == 0 && dy == 0 { return }
    for index in range {
      elements[index].x &+= Int32(truncatingIfNeeded: dx)
      elements[index].y &+= Int32(truncatingIfNeeded: dy)
    }
  }

  mutating func rule(x: Int, y: Int, width: Int, height: Int) {
    elements.append(
      Element(
        kind: .rule, x: Int32(clamping: x), y: Int32(clamping: y), width: Int32(clamping: width),
        height: Int32(clamping: height), color: color))
  }

  mutating func emit(_ glyph: UInt32, _ scalar: UInt32, face: Int = 0, size: Int, x: Int = 0, y: Int = 0) {
    elements.append(
      Element(
        kind: .glyph, face: Int16(clamping: face), size: Int32(clamping: size), glyph: glyph, scalar: scalar,
        x: Int32(clamping: x), y: Int32(clamping: y), color: color))
  }

  // MARK: Lists

  func noads(of field: Field) -> Range<Int> {
    if case .list(let start, let count) = field { return Int(start)..<Int(start + count) }
    return 0..<0
  }

  /// TeX's `clean_box`: a field as a box in a style.
  mutating func box(_ field: Field, _ style: MathStyle, cramped: Bool) -> Extent {
    switch field {
    case .empty: return Extent(first: elements.count)
    case .char(let scalar):
      var out = character(scalar, style)
      (out.height, out.depth) = (max(0, out.height), max(0, out.depth))
      return out
    case .list: return set(noads(of: field), style, cramped: cramped)
    }
  }

  /// The state of the walk over a list.
  private struct Walk {
    let range: Range<Int>
    /// Of the list's first noad, in `classes`.
    let base: Int
    let cramped: Bool
    /// True for the top level of a formula whose breaks are recorded.
    let records: Bool
    let outerColor: Color
    var out: Extent
    var style: MathStyle
    var previous: AtomClass?
    var skipsSpace = false
    /// Of the last character. LuaTeX: it is between a character and an atom, not before space or at the end.
    var italic = 0
    var isAccent = false
    var hasColor = false
    /// Brackets that are open.
    var depth = 0

    mutating func append(_ inner: Extent) {
      out.width += inner.width
      out.height = max(out.height, inner.height)
      out.depth = max(out.depth, inner.depth)
    }
  }

  /// TeX's `mlist_to_hlist`. `fence` is the class of a `\left` or `\middle` before the list, or of amsmath's empty atom.
  mutating func set(_ range: Range<Int>, _ start: MathStyle, cramped: Bool, after fence: AtomClass? = nil) -> Extent {
    let (outerSizes, outerRecording) = (sizes, recordsBreaks)
    recordsBreaks = false
    var walk = Walk(
      range: range, base: classes.count, cramped: cramped, records: outerRecording, outerColor: color, out: Extent(first: elements.count),
      style: start, previous: fence)
    rewriteBinaries(range, after: fence)
    for index in range {
      let noad = list.noads[index]
      if !setsNoAtom(noad, &walk) { setAtom(noad, at: index, &walk) }
    }
    if range.count != 1 || walk.out.glyph == nil { walk.out.italic = walk.hasColor ? 0 : walk.italic }
    lastItalic = walk.italic
    classes.removeSubrange(walk.base...)
    color = walk.outerColor
    context.restore(outerSizes)
    recordsBreaks = outerRecording
    return walk.out
  }

  /// Changes of style, spaces, penalties: everything other than atoms. False for atoms.
  private mutating func setsNoAtom(_ noad: Noad, _ walk: inout Walk) -> Bool {
    switch noad.kind {
    case .style(let next): walk.style = next
    case .color(let next):
      color = next ?? walk.outerColor
      walk.hasColor = true
    case .size(let thousandths):
      context.resize(thousandths)
      walk.hasColor = true
    case .fill: walk.italic = 0
    case .nonscript: walk.skipsSpace = walk.style >= .script
    case .space(let mu):
      walk.italic = 0
      if !walk.skipsSpace { addSpace(self.mu(Int(mu), walk.style), &walk) }
      walk.skipsSpace = false
    case .kern(let dimension):
      walk.italic = 0
      if !walk.skipsSpace { addSpace(length(dimension, walk.style), &walk) }
      walk.skipsSpace = false
    case .penalty(let value): record(.penalty(Int(value)), walk)
    case .lineEnd:
      walk.italic = 0
      record(.glue(.fil), walk)
      record(.penalty(Penalty.force), walk)
    case .choice(let choice):
      walk.italic = 0
      let field = list.choices[Int(choice)][Int(walk.style.rawValue)]
      let inner = set(noads(of: field), walk.style, cramped: walk.cramped)
      move(from: inner.first, walk.out.width, 0)
      walk.append(inner)
    default: return false
    }
    return true
  }

  /// An atom, with the space before it (rule 20) and the places around it where a line may end.
  private mutating func setAtom(_ noad: Noad, at index: Int, _ walk: inout Walk) {
    walk.skipsSpace = false
    if takesItalic(noad) || walk.isAccent { walk.out.width += walk.italic }
    walk.italic = 0
    walk.isAccent = false
    let atomClass = classes[walk.base + index - walk.range.lowerBound]
    if let previous = walk.previous {
      let gap = Spacing.between(previous, atomClass, isScript: walk.style >= .script)
      if gap != .none {
        let glue = Spacing.glue(gap, quad: size(walk.style))
        record(.glue(glue), walk)
        walk.out.width += glue.natural.rawValue
      }
    }
    let inner = atom(noad, atomClass, walk.style, cramped: walk.cramped)
    move(from: inner.first, walk.out.width, 0)
    if walk.records, walk.style == .display {
      atoms.append(SetAtom(noad: index, x: walk.out.width, end: walk.out.width + inner.width, atomClass: atomClass, nesting: 0))
    }
    walk.append(inner)
    if atomClass == .ord { walk.italic = inner.italic }
    if case .accent = noad.kind { walk.isAccent = true }
    if walk.range.count == 1, noad.superscript.isEmpty, noad.subscript.isEmpty {
      (walk.out.glyph, walk.out.scalar, walk.out.italic) = (inner.glyph, inner.scalar, inner.italic)
    }
    if index == walk.range.lowerBound, inner.glyph != nil || noad.superscript.isEmpty == noad.subscript.isEmpty {
      walk.out.leading = inner.leading
    }
    walk.previous = atomClass
    switch atomClass {
    case .open: walk.depth += 1
    case .close: walk.depth -= 1
    default: break
    }
    if walk.records { recordBreak(after: index, atomClass, walk) }
  }

  /// Lines of text end after relations and binary operators, and where nothing else helps after commas.
  private mutating func recordBreak(after index: Int, _ atomClass: AtomClass, _ walk: Walk) {
    if atomClass == .punct, walk.style != .display, isListComma(at: index, walk.range) {
      record(.penalty(walk.depth > 0 ? 1500 : 900), walk)
    }
    guard index + 1 < walk.range.upperBound, atomClass == .rel || atomClass == .bin else { return }
    if atomClass == .rel, isRelation(index + 1, walk.base, walk.range) { return }
    record(.penalty(atomClass == .rel ? 500 : 700), walk)
  }

  private mutating func record(_ node: HNode, _ walk: Walk) {
    guard walk.records else { return }
    breaks.append((elements.count, node, walk.out.height, walk.out.depth, walk.out.width))
  }

  /// True if a line may end after a comma where nothing else helps. Not near the ends of a formula, nor between the digits of a number.
  private func isListComma(at index: Int, _ range: Range<Int>) -> Bool {
    guard index - range.lowerBound >= 3, range.upperBound - index > 4 else { return false }
    func isDigit(_ index: Int) -> Bool {
      if case .char(let scalar) = list.noads[index].nucleus { (0x30...0x39).contains(scalar) } else { false }
    }
    return !(isDigit(index - 1) && isDigit(index + 1))
  }

  /// True if the italic correction of the previous character is before this noad. Only before another character.
  private func takesItalic(_ noad: Noad) -> Bool {
    guard case .atom = noad.kind, noad.atomClass != .inner else { return false }
    switch noad.nucleus {
    case .char: return true
    case .list(let start, let count):
      return noad.atomClass == .ord && count > 0 && list.noads[Int(start)].atomClass == .ord && takesItalic(list.noads[Int(start)])
    case .empty: return false
    }
  }

  private func isRelation(_ index: Int, _ base: Int, _ range: Range<Int>) -> Bool {
    if case .atom = list.noads[index].kind { return classes[base + index - range.lowerBound] == .rel }
    return false
  }

  private mutating func addSpace(_ amount: Int, _ walk: inout Walk) {
    record(.kern(Length(rawValue: amount)), walk)
    walk.out.width += amount
  }

  /// TeXbook App. G, rules 5 and 6: a binary operator without operands is an ordinary atom.
  private mutating func rewriteBinaries(_ range: Range<Int>, after fence: AtomClass?) {
    // After `\left` and `\middle` there is no left operand; the empty atom of an alignment (`.ord`) is one.
    var previous = fence.map { $0 == .ord ? $0 : AtomClass.open }
    var last = -1
    for index in range {
      let noad = list.noads[index]
      var atomClass = noad.atomClass
      switch noad.kind {
      case .style, .color, .size, .fill, .nonscript, .space, .kern, .penalty, .lineEnd, .choice: break
      default:
        switch atomClass {
        case .bin:
          switch previous {
          case nil, .bin, .op, .rel, .open, .punct: atomClass = .ord
          default: break
          }
        case .rel, .close, .punct: if previous == .bin { classes[last] = .ord }
        default: break
        }
        previous = atomClass
        last = classes.count
      }
      classes.append(atomClass)
    }
    if previous == .bin, last >= 0 { classes[last] = .ord }
  }

  // MARK: Atoms

  private mutating func atom(_ noad: Noad, _ atomClass: AtomClass, _ style: MathStyle, cramped: Bool) -> Extent {
    switch noad.kind {
    case .atom:
      if atomClass == .op { return largeOperator(noad, style, cramped: cramped) }
      if case .char(let scalar) = noad.nucleus {
        var out = character(scalar, style)
        let italic = out.italic
        if noad.superscript.isEmpty && noad.subscript.isEmpty { return out }
        if noad.subscript.isEmpty { out.width += italic }
        return scripts(noad, on: out, italic: noad.subscript.isEmpty ? 0 : italic, style, cramped: cramped)
      }
      let out = box(noad.nucleus, style, cramped: cramped)
      return withScripts(noad, out, style, cramped: cramped)
    case .fraction(let thickness, let left, let right):
      let out = fraction(noad, thickness: Int(thickness), left, right, style, cramped: cramped)
      return withScripts(noad, out, style, cramped: cramped)
    case .radical: return withScripts(noad, radical(noad, style, cramped: cramped), style, cramped: cramped)
    case .accent(let scalar, let isWide, let isBelow):
      return accent(noad, scalar, isWide: isWide, isBelow: isBelow, style, cramped: cramped)
    case .overline, .underline:
      return withScripts(noad, overUnderline(noad, style, cramped: cramped), style, cramped: cramped)
    case .fence(let index):
      return withScripts(noad, fence(list.fences[Int(index)], style, cramped: cramped), style, cramped: cramped)
    case .bigDelimiter(let scalar, let step):
      return withScripts(noad, bigDelimiter(scalar, step: Int(step), style), style, cramped: cramped)
    case .rule(let width, let height, let raise):
      var out = Extent(first: elements.count)
      (out.width, out.height, out.depth) = (length(width, style), length(height, style), -length(raise, style))
      out.height -= out.depth
      if out.width > 0, out.height + out.depth > 0 { rule(x: 0, y: -out.depth, width: out.width, height: out.height + out.depth) }
      return withScripts(noad, out, style, cramped: cramped)
    case .text(let index): return withScripts(noad, text(list.texts[Int(index)], style), style, cramped: cramped)
    case .alignment(let index):
      return withScripts(noad, alignment(list.alignments[Int(index)], style), style, cramped: cramped)
    case .arrow(let scalar, let least):
      return withScripts(noad, arrow(noad, scalar, least: Int(least), style), style, cramped: cramped)
    case .arrowBelow(let scalar): return withScripts(noad, arrowBelow(noad, scalar, style), style, cramped: cramped)
    case .sideset:
      let out = sideset(noad, style, cramped: cramped)
      return style == .display ? out : withScripts(noad, out, style, cramped: cramped)
    default: return withScripts(noad, wrapped(noad, style, cramped: cramped), style, cramped: cramped)
    }
  }

  private mutating func withScripts(_ noad: Noad, _ box: Extent, _ style: MathStyle, cramped: Bool) -> Extent {
    if noad.superscript.isEmpty && noad.subscript.isEmpty {
      guard case .atom = noad.kind else {
        var plain = box
        plain.italic = 0
        return plain
      }
      return box
    }
    return scripts(noad, on: box, italic: 0, style, cramped: cramped)
  }

  /// A character of the math face, or of the text's faces where the math face lacks it.
  mutating func character(_ scalar: UInt32, _ style: MathStyle) -> Extent {
    var glyph = math.glyph(scalar)
    if glyph == 0, let plain = Self.plain(scalar) { glyph = math.glyph(plain) }
    if glyph == 0 { return missing(scalar, style) }
    glyph = math.scriptForm(of: glyph, level: style.level)
    return set(glyph: glyph, scalar, style)
  }

  mutating func set(glyph: UInt32, _ scalar: UInt32, _ style: MathStyle) -> Extent {
    let metrics = math.metrics(of: glyph)
    var out = Extent(first: elements.count)
    out.width = scaled(Int(metrics.advance), style)
    out.height = scaled(Int(metrics.height), style)
    out.depth = scaled(Int(metrics.depth), style)
    out.italic = scaled(Int(metrics.italicCorrection), style)
    out.glyph = glyph
    out.scalar = scalar
    out.leading = scalar
    emit(glyph, scalar, size: size(style))
    return out
  }

  private static func plain(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x1D6A4: 0x131
    case 0x1D6A5: 0x237
    case 0x2216: 0x29F5
    case 0x2236: 0x3A
    default: nil
    }
  }
}
