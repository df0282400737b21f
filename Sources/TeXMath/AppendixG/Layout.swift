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
/// All material goes into one growing buffer. A box is a range at the buffer's end and is moved in place.
final class Layout {
  var list = MathList()
  var elements: [Element] = []
  var color = Color.black
  let math: MathFace
  var faces: [MathFace]
  let fonts: FontBook
  let textFamilies: [String]
  /// Of the text within formulas; empty where nobody says it.
  var language = ""
  var textFaces: [Int: Int] = [:]
  var textFonts: [Int: Font] = [:]
  private var classes: [AtomClass] = []
  /// What the rules measure with.
  private(set) var context: MathContext
  /// Breaks of the top level: where in the buffer, and what stands there.
  var breaks: [(element: Int, node: HNode, height: Int, depth: Int, x: Int)] = []
  var recordsBreaks = false
  /// The italic correction of the character with which the list that was set last ends; 0 where it ends with something else.
  private(set) var lastItalic = 0
  /// The atoms of the top level, while breaks are recorded in display style.
  var atoms: [SetAtom] = []
  /// Noads before the relation below which a divided display's other lines stand.
  var leftSide: Int?
  /// Rows of a display environment, where the next alignment is one: elements, distance of the baseline from the
  /// top, right edge of the last cell, and the elements of its part of the array's rules.
  var rows: [(elements: Range<Int>, baseline: Int, height: Int, depth: Int, right: Int, lines: [Range<Int>])] = []
  var recordsRows = false
  /// How wide the line is in which a display stands; nil where it stands in none.
  var displayRoom: Int?

  init(fonts: FontBook, face: Face, textFamilies: [String]) {
    self.fonts = fonts
    self.textFamilies = textFamilies
    math = MathFace(face)
    faces = [math]
    context = MathContext(math)
  }

  func begin(_ list: MathList, size: Int, color: Color) {
    self.list = list
    self.color = color
    elements.removeAll(keepingCapacity: true)
    breaks.removeAll(keepingCapacity: true)
    rows.removeAll()
    context.begin(size: size)
  }

  // MARK: Measures

  var sizes: (Int, Int, Int) { context.sizes }
  func size(_ style: MathStyle) -> Int { context.size(style) }
  func scaled(_ units: Int, _ style: MathStyle) -> Int { context.scaled(units, style) }
  func scaled(_ units: Int, size: Int, upem: Int) -> Int { context.scaled(units, size: size, upem: upem) }
  func constant(_ name: hb_ot_math_constant_t, _ style: MathStyle) -> Int { context.constant(name, style) }
  func tenPoint(_ hundredths: Int) -> Int { context.tenPoint(hundredths) }
  func mu(_ count: Int, _ style: MathStyle) -> Int { context.mu(count, style) }

  func length(_ dimension: Dimension, _ style: MathStyle) -> Int {
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
  func move(from first: Int, _ dx: Int, _ dy: Int) { move(first..<elements.count, dx, dy) }

  /// Moves a part of the buffer, to the right and up.
  func move(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
    if dx == 0 && dy == 0 { return }
    for index in range {
      elements[index].x &+= Int32(truncatingIfNeeded: dx)
      elements[index].y &+= Int32(truncatingIfNeeded: dy)
    }
  }

  func rule(x: Int, y: Int, width: Int, height: Int) {
    elements.append(
      Element(
        kind: .rule, x: Int32(clamping: x), y: Int32(clamping: y), width: Int32(clamping: width),
        height: Int32(clamping: height), color: color))
  }

  func emit(_ glyph: UInt32, _ scalar: UInt32, face: Int = 0, size: Int, x: Int = 0, y: Int = 0) {
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
  func box(_ field: Field, _ style: MathStyle, cramped: Bool) -> Extent {
    switch field {
    case .empty: return Extent(first: elements.count)
    case .char(let scalar):
      var out = character(scalar, style)
      (out.height, out.depth) = (max(0, out.height), max(0, out.depth))
      return out
    case .list: return set(noads(of: field), style, cramped: cramped)
    }
  }

  /// TeX's `mlist_to_hlist`. `fence` is the class of a `\left` or `\middle` before the list, or of amsmath's empty atom.
  func set(_ range: Range<Int>, _ start: MathStyle, cramped: Bool, after fence: AtomClass? = nil) -> Extent {
    var out = Extent(first: elements.count)
    let outerColor = color
    let outerSizes = sizes
    defer { context.restore(outerSizes) }
    let outerRecording = recordsBreaks
    recordsBreaks = false
    let base = classes.count
    rewriteBinaries(range, after: fence)
    var style = start
    var previous: AtomClass? = fence
    var skipsSpace = false
    // LuaTeX: the italic correction stands between a character and an atom, not before space or at the end.
    var italic = 0
    var isAccent = false
    var hasColor = false
    // Of brackets.
    var depth = 0
    for index in range {
      let noad = list.noads[index]
      switch noad.kind {
      case .style(let next):
        style = next
        continue
      case .color(let next):
        color = next ?? outerColor
        hasColor = true
        continue
      case .size(let thousandths):
        context.resize(thousandths)
        hasColor = true
        continue
      case .fill:
        italic = 0
        continue
      case .nonscript:
        skipsSpace = style >= .script
        continue
      case .space(let mu):
        italic = 0
        if !skipsSpace { addSpace(self.mu(Int(mu), style), &out, outerRecording) }
        skipsSpace = false
        continue
      case .kern(let dimension):
        italic = 0
        if !skipsSpace { addSpace(length(dimension, style), &out, outerRecording) }
        skipsSpace = false
        continue
      case .penalty(let value):
        if outerRecording { breaks.append((elements.count, .penalty(Int(value)), out.height, out.depth, out.width)) }
        continue
      case .lineEnd:
        italic = 0
        guard outerRecording else { continue }
        breaks.append((elements.count, .glue(.fil), out.height, out.depth, out.width))
        breaks.append((elements.count, .penalty(Penalty.force), out.height, out.depth, out.width))
        continue
      case .choice(let choice):
        italic = 0
        let field = list.choices[Int(choice)][Int(style.rawValue)]
        let inner = set(noads(of: field), style, cramped: cramped)
        move(from: inner.first, out.width, 0)
        out.width += inner.width
        out.height = max(out.height, inner.height)
        out.depth = max(out.depth, inner.depth)
        continue
      default: break
      }
      skipsSpace = false
      if takesItalic(noad) || isAccent { out.width += italic }
      italic = 0
      isAccent = false
      let atomClass = classes[base + index - range.lowerBound]
      if let previous {
        let gap = Spacing.between(previous, atomClass, isScript: style >= .script)
        if gap != .none {
          let glue = Spacing.glue(gap, quad: size(style))
          if outerRecording { breaks.append((elements.count, .glue(glue), out.height, out.depth, out.width)) }
          out.width += glue.natural.rawValue
        }
      }
      let inner = atom(noad, atomClass, style, cramped: cramped)
      move(from: inner.first, out.width, 0)
      if outerRecording, style == .display {
        atoms.append(SetAtom(noad: index, x: out.width, end: out.width + inner.width, atomClass: atomClass, nesting: 0))
      }
      out.width += inner.width
      out.height = max(out.height, inner.height)
      out.depth = max(out.depth, inner.depth)
      if atomClass == .ord { italic = inner.italic }
      if case .accent = noad.kind { isAccent = true }
      if range.count == 1, noad.superscript.isEmpty, noad.subscript.isEmpty {
        (out.glyph, out.scalar, out.italic) = (inner.glyph, inner.scalar, inner.italic)
      }
      if index == range.lowerBound, inner.glyph != nil || noad.superscript.isEmpty == noad.subscript.isEmpty {
        out.leading = inner.leading
      }
      previous = atomClass
      switch atomClass {
      case .open: depth += 1
      case .close: depth -= 1
      default: break
      }
      if outerRecording, atomClass == .punct, style != .display, isListComma(at: index, range) {
        breaks.append((elements.count, .penalty(depth > 0 ? 1500 : 900), out.height, out.depth, out.width))
      }
      if outerRecording, index + 1 < range.upperBound, atomClass == .rel || atomClass == .bin {
        if !(atomClass == .rel && isRelation(index + 1, base, range)) {
          breaks.append((elements.count, .penalty(atomClass == .rel ? 500 : 700), out.height, out.depth, out.width))
        }
      }
    }
    if range.count != 1 || out.glyph == nil { out.italic = hasColor ? 0 : italic }
    lastItalic = italic
    classes.removeSubrange(base...)
    color = outerColor
    recordsBreaks = outerRecording
    return out
  }

  /// May a line end after a comma where nothing else helps? Not near the ends of a formula, nor between the digits of a number.
  private func isListComma(at index: Int, _ range: Range<Int>) -> Bool {
    guard index - range.lowerBound >= 3, range.upperBound - index > 4 else { return false }
    func isDigit(_ index: Int) -> Bool {
      if case .char(let scalar) = list.noads[index].nucleus { (0x30...0x39).contains(scalar) } else { false }
    }
    return !(isDigit(index - 1) && isDigit(index + 1))
  }

  /// Does the italic correction of the character before stand before this noad? Only before another character.
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

  private func addSpace(_ amount: Int, _ out: inout Extent, _ records: Bool) {
    if records { breaks.append((elements.count, .kern(Length(rawValue: amount)), out.height, out.depth, out.width)) }
    out.width += amount
  }

  /// TeXbook App. G, rules 5 and 6: a binary operator without operands is an ordinary atom.
  private func rewriteBinaries(_ range: Range<Int>, after fence: AtomClass?) {
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

  private func atom(_ noad: Noad, _ atomClass: AtomClass, _ style: MathStyle, cramped: Bool) -> Extent {
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

  private func withScripts(_ noad: Noad, _ box: Extent, _ style: MathStyle, cramped: Bool) -> Extent {
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
  func character(_ scalar: UInt32, _ style: MathStyle) -> Extent {
    var glyph = math.glyph(scalar)
    if glyph == 0, let plain = Self.plain(scalar) { glyph = math.glyph(plain) }
    if glyph == 0 { return missing(scalar, style) }
    glyph = math.scriptForm(of: glyph, level: style.level)
    return set(glyph: glyph, scalar, style)
  }

  func set(glyph: UInt32, _ scalar: UInt32, _ style: MathStyle) -> Extent {
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
