import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// Places the nodes of each line, sets its glue, and gathers glyphs of one style in runs.
struct LinePacker {
  let setter: ParagraphSetter
  let text: StyledText
  let attachments: [HList]
  let list: ParagraphList
  let shape: ParagraphShape

  /// The elements of the document's structure that the text belongs to.
  var content: ContentMap?

  var out = Lines()
  /// The first item of the current line.
  private var firstItem = 0
  /// The expansion of the line's glyphs, in thousandths.
  private var widening = 0
  /// The space at which the line ends: invisible, but part of the text.
  private var lastSpace: Node?
  var pieces: [Piece] = []
  /// Dots of emphasis on the line.
  private var dots: [InkItem] = []
  /// The dots of the current run.
  var emphasised: (run: Range<Int32>, language: String) = (0..<0, "")
  /// Their positions.
  private var places: [Int] = []
  /// Characters of this line that no font has: positions and widths of their boxes, and their styles.
  var missing: [MissingCharacter] = []
  /// Where each line could have ended; empty where breaks are not explained.
  var alternatives: [[LineBreaker.Alternative]] = []

  init(setter: ParagraphSetter, text: StyledText, attachments: [HList], list: ParagraphList, shape: ParagraphShape) {
    self.setter = setter
    self.text = text
    self.attachments = attachments
    self.list = list
    self.shape = shape
  }

  /// A piece of a line once its end is known: broken words have been shaped again.
  struct Piece {
    var kind: Node.Kind
    var width: Int
    var stretch = 0
    var shrink = 0
    var isInfinite = false
    var shaped = ShapedWord.empty
    var word: Int32 = -1
    var attachment: Int32 = -1
    var attachmentNode: Int32 = 0
    /// The bytes that the piece shows; of a broken word, the part on this line.
    var text: Range<Int32> = 0..<0
    var style: Int32 = 0
    var shift: Int32 = 0
    /// The shaped text, if it is not `text`: it ends with a hyphen that the author did not write.
    var hasHyphen = false
    /// How the spelling changes at the piece's beginning and end, as `Node.change`.
    var changes: (first: UInt16, last: UInt16) = (0, 0)
    var level: UInt8 = 0
    var isExpandable = false

    init(kind: Node.Kind, width: Int) {
      self.kind = kind
      self.width = width
    }

    init(_ node: Node) {
      kind = node.kind
      width = node.width
      stretch = node.stretch
      shrink = node.shrink
      isInfinite = node.isInfinite
      attachment = node.attachment
      attachmentNode = node.attachmentNode
      text = node.text
      style = node.style
      level = node.level
      isExpandable = node.isExpandable
    }

    /// Its width once the line's glue is set.
    func width(_ setting: GlueSetting) -> Int {
      guard kind == .glue, setting.order == 0 else { return kind == .penalty ? 0 : width }
      switch setting.sign {
      case 1: return width + Int(clamping: (Double(stretch) * setting.ratio).rounded())
      case 2: return width - Int(clamping: (Double(shrink) * setting.ratio).rounded())
      default: return width
      }
    }
  }

  mutating func pack(_ breaks: [LineBreaker.Break]) -> Lines {
    var start = 0
    while start < list.nodes.count, start > 0, list.nodes[start].isDiscardable { start += 1 }
    out.ink.reserve(lines: breaks.count, of: text, list, attachments)
    for item in breaks {
      gather(from: start, to: item.node)
      let last = item.node < list.nodes.count ? list.nodes[item.node] : nil
      lastSpace = last.flatMap { space(at: $0) }
      if item.node == list.nodes.count, pieces.allSatisfy({ $0.kind != .box }), !out.lines.isEmpty { break }
      let setting = packLine()
      if let last, last.kind == .penalty, last.penalty <= Penalty.force { out.lines[out.lines.count - 1].isEnded = true }
      if setter.reportsLines { addReport(of: setting, before: last) }
      start = item.next
    }
    return out
  }

  /// The space in the text at a line's end: the one that the line is broken at, or one for a forced break.
  private func space(at node: Node) -> Node? {
    if node.kind == .glue { return node.text.isEmpty ? nil : node }
    guard node.kind == .penalty, node.penalty <= Penalty.force, let last = pieces.last(where: { !$0.text.isEmpty }) else { return nil }
    var space = Node(.glue)
    space.text = last.text
    space.style = last.style
    return space
  }

  // MARK: Placing

  /// - Returns: The line's glue setting.
  private mutating func packLine() -> GlueSetting {
    var natural = shape.leftSkip.natural.rawValue + shape.rightSkip.natural.rawValue
    var (stretch, shrink) = (0, shape.leftSkip.shrink.rawValue + shape.rightSkip.shrink.rawValue)
    // Glue of infinite order at the line's ends and in it.
    var infinite = (begin: 0, inside: 0, end: 0)
    if shape.leftSkip.stretchOrder > .finite {
      infinite.begin = shape.leftSkip.stretch.rawValue
    } else {
      stretch += shape.leftSkip.stretch.rawValue
    }
    if shape.rightSkip.stretchOrder > .finite {
      infinite.end = shape.rightSkip.stretch.rawValue
    } else {
      stretch += shape.rightSkip.stretch.rawValue
    }
    for piece in pieces {
      natural += piece.width
      if piece.isInfinite { infinite.inside += piece.stretch < 0 ? -1 << 16 : 1 << 16 } else { stretch += piece.stretch }
      shrink += piece.shrink
    }
    var (left, right) = protrusion()
    // No space follows a line's last letter.
    if list.bidi == nil, let last = pieces.last(where: { $0.kind == .box && $0.width != 0 }), last.word >= 0 {
      right += text.styles[Int(last.style)].letterSpacing.rawValue
    }
    let place = shape.place(ofLine: out.lines.count)
    var excess = place.width.rawValue + left + right - natural
    let fil = infinite.begin + infinite.inside + infinite.end
    excess -= expand(excess, isFilled: fil > 0)
    let logicalText = lineText()
    let endsWithHyphen = pieces.last { $0.kind == .box }?.hasHyphen ?? false
    let beginsAtRight = (list.bidi?.base ?? 0) & 1 == 1
    var setting = GlueSetting()
    // Text that begins at the right is mirrored: skips and indents change sides.
    let skip = beginsAtRight ? shape.rightSkip : shape.leftSkip
    var x = skip.natural.rawValue + (beginsAtRight ? shape.measure - place.indent - place.width : place.indent).rawValue
    switch shape.alignment {
    case .justified:
      if excess > 0, fil > 0 {
        setting = GlueSetting(ratio: Double(excess) / Double(fil), sign: 1, order: 1)
        x += Int(clamping: Double(beginsAtRight ? fil - infinite.begin : infinite.begin) * setting.ratio)
      } else if excess > 0, stretch > 0 {
        setting = GlueSetting(ratio: boundedRatio(excess, of: stretch), sign: 1, order: 0)
        if skip.stretchOrder == .finite { x += Int(clamping: Double(skip.stretch.rawValue) * setting.ratio) }
      } else if excess < 0, shrink > 0 {
        setting = GlueSetting(ratio: min(1, Double(-excess) / Double(shrink)), sign: 2, order: 0)
        x -= Int(clamping: Double(skip.shrink.rawValue) * setting.ratio)
      }
    // Ragged text begins at the side where its words begin, unless its author names a side of the page.
    case .left: x += beginsAtRight && !shape.alignsToPage ? max(0, excess) : 0
    case .center: x += max(0, excess / 2)
    case .right: x += beginsAtRight && !shape.alignsToPage ? 0 : max(0, excess)
    }
    self.place(from: x - left, setting)
    out.lines[out.lines.count - 1].text = logicalText
    out.lines[out.lines.count - 1].endsWithHyphen = endsWithHyphen
    return setting
  }

  /// A line that can't be justified within bounds is ragged, with slightly wider spaces if it lacks more than an em.
  private func boundedRatio(_ excess: Int, of stretch: Int) -> Double {
    let ratio = Double(excess) / Double(stretch)
    let most = setter.parameters.mostStretch
    guard most > 0, ratio > Double(most) * 1.005 else { return ratio }
    return excess - stretch * most > text.styles.first?.size.rawValue ?? 0 ? 1 : Double(most)
  }

  /// How far the first and the last character of a justified line hang out; not next to formulas, nor in code.
  private func protrusion() -> (left: Int, right: Int) {
    guard setter.parameters.protrudes, shape.alignment == .justified, list.bidi == nil else { return (0, 0) }
    var (left, right) = (0, 0)
    if let first = pieces.first(where: { $0.width != 0 }), first.word >= 0, !text.styles[Int(first.style)].isCode {
      let start = Int(first.text.lowerBound)
      let part = Protrusion.left(decode(text.text, start).value, at: start, in: text.text)
      left = first.shaped.glyphs.first.map { Int(setter.shaper.glyphs[Int($0)].advance) * part / 1000 } ?? 0
    }
    if let last = pieces.last(where: { $0.kind == .box }), last.word >= 0, last.text.upperBound > last.text.lowerBound,
      !text.styles[Int(last.style)].isCode
    {
      var index = Int(last.text.upperBound) - 1
      while index > Int(last.text.lowerBound), text.text[index] & 0xC0 == 0x80 { index -= 1 }
      let part = last.hasHyphen ? Protrusion.right("-") : Protrusion.right(decode(text.text, index).value, at: index, in: text.text)
      right = last.shaped.glyphs.last.map { Int(setter.shaper.glyphs[Int($0)].advance) * part / 1000 } ?? 0
    }
    return (left, right)
  }

  /// Expands or shrinks the line's glyphs as far as allowed, in steps, so that fonts have few widths.
  ///
  /// - Returns: The change of the line's width.
  private mutating func expand(_ excess: Int, isFilled: Bool) -> Int {
    widening = 0
    let limit = setter.parameters.expansion
    guard limit > 0, shape.alignment == .justified, excess < 0 || !isFilled else { return 0 }
    let width = pieces.reduce(0) { $1.isExpandable ? $0 + $1.width : $0 }
    guard width > 0 else { return 0 }
    let step = 5
    let wanted = excess * 1000 / width / step * step
    widening = min(limit, max(-limit, wanted))
    guard widening != 0 else { return 0 }
    var change = 0
    for index in pieces.indices where pieces[index].isExpandable {
      let more = pieces[index].width * widening / 1000
      pieces[index].width += more
      change += more
    }
    return change
  }

  /// Finds the position of each piece (UAX #9, rules L1 and L2).
  ///
  /// - Returns: The end of the line.
  private mutating func setPlaces(from start: Int, _ setting: GlueSetting) -> Int {
    places.removeAll(keepingCapacity: true)
    var x = start
    guard let bidi = list.bidi else {
      for piece in pieces {
        places.append(x)
        x += piece.width(setting)
      }
      return x
    }
    var last = pieces.count - 1
    while last >= 0, pieces[last].kind != .box {
      pieces[last].level = bidi.base
      last -= 1
    }
    places.append(contentsOf: repeatElement(start, count: pieces.count))
    for index in BidiLevels.visualOrder(pieces.map(\.level)) {
      places[index] = x
      x += pieces[index].width(setting)
    }
    return x
  }

  /// Adds the pieces in reading order, each at its position.
  private mutating func place(from start: Int, _ setting: GlueSetting) {
    firstItem = out.ink.items.count
    let end = setPlaces(from: start, setting)
    var decorations = Decorations()
    var run = OpenRun()
    var height = 0
    var depth = 0
    var element: ElementID?
    var level = pieces.first?.level ?? 0
    func enter(_ piece: Piece, _ packer: inout LinePacker, _ run: inout OpenRun) {
      if let next = packer.element(of: piece), next != element {
        packer.flush(&run)
        packer.out.ink.items.append(.content(next))
        element = next
      }
      // Where the direction changes, the next piece in reading order is not adjacent.
      if piece.level != level { packer.flush(&run) }
      level = piece.level
    }
    // Neighbours mostly have one style, and a copy of a style costs more than the rest of a piece.
    var (style, styleNumber) = (TextStyle(families: [], size: .zero), Int32(-1))
    // Backgrounds are behind the glyphs, so their panels come first.
    for (index, piece) in pieces.enumerated() {
      let x = places[index]
      if piece.style != styleNumber { (style, styleNumber) = (text.styles[Int(piece.style)], piece.style) }
      enter(piece, &self, &run)
      switch piece.kind {
      case .box:
        guard add(boxOf: piece, style, at: x, &height, &depth, to: &run) else { continue }
        // A paragraph's indentation has no style.
        if piece.word >= 0 || piece.attachment >= 0 {
          let box = piece.attachment < 0 ? nil : attachments[Int(piece.attachment)].place(ofBox: piece.attachmentNode, rise: style.rise)
          decorations.extend(style, number: piece.style, element: element, from: x, to: x + piece.width, box: box)
        }
      case .glue:
        if !piece.text.isEmpty {
          addSpace(piece, style, at: x, to: &run)
          decorations.extend(style, number: piece.style, element: element, from: x, to: x + piece.width(setting))
        } else {
          decorations.skip(from: x, to: x + piece.width(setting))
        }
      case .kern, .discretionary:
        decorations.skip(from: x, to: x + piece.width)
      case .penalty: break
      }
    }
    if let lastSpace {
      var piece = Piece(lastSpace)
      piece.level = list.bidi?.base ?? 0
      enter(piece, &self, &run)
      let style = text.styles[Int(piece.style)]
      addSpace(piece, style, at: piece.level & 1 == 1 ? start : end, to: &run)
    }
    flush(&run)
    if let content, element != content.base { out.ink.items.append(.content(content.base)) }
    for character in missing { character.draw(in: &out.ink, text.styles[Int(character.style)], setter: setter) }
    missing.removeAll()
    out.ink.items += dots
    dots.removeAll(keepingCapacity: true)
    decorations.draw(in: &out.ink, from: firstItem, styles: text.styles, setter: setter)
    let line = Line(
      items: Int32(firstItem)..<Int32(out.ink.items.count), width: Length(rawValue: end), height: Length(rawValue: height),
      depth: Length(rawValue: depth), setting: setting, text: 0..<0)
    out.lines.append(line)
  }

  /// Adds the ink of a box: a word, or a box of an attachment.
  ///
  /// - Returns: False if the attachment has no such box.
  private mutating func add(
    boxOf piece: Piece, _ style: TextStyle, at x: Int, _ height: inout Int, _ depth: inout Int, to run: inout OpenRun
  ) -> Bool {
    if piece.attachment >= 0 {
      flush(&run)
      let list = attachments[Int(piece.attachment)]
      guard case .box(let box) = list.nodes[Int(piece.attachmentNode)] else { return false }
      out.ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.ink, dx: Length(rawValue: x), dy: style.rise)
      height = max(height, (box.height + style.rise).rawValue)
      depth = max(depth, (box.depth - style.rise).rawValue)
    } else if piece.word >= 0 {
      let word = list.words[Int(piece.word)]
      let isFullWidth = !word.text.isEmpty && CJKClass(decode(text.text, Int(word.text.lowerBound)).value).isFullWidth
      let extents = setter.extents(of: word.size, isFullWidth: isFullWidth)
      height = max(height, extents.height + style.rise.rawValue)
      depth = max(depth, extents.depth - style.rise.rawValue)
      if style.hasLooks, style.looks.ramp != nil, let ramps = list.shown?.ramps {
        add(piece, word, style, at: x, of: ramps, to: &run)
      } else {
        add(piece, word, style, at: x, to: &run)
      }
      guard style.emphasis != .none, let dots = EmphasisDots(style, eastAsian: emphasisedLanguage(at: piece.text), setter: setter) else {
        return true
      }
      let hasDots = dots.add(
        to: &self.dots, glyphs: setter.shaper.glyphs(of: piece.shaped), text.text, piece.text, style, at: x + Int(piece.shift),
        spacing: style.letterSpacing.rawValue)
      if hasDots {
        height = max(height, dots.height + style.rise.rawValue)
        depth = max(depth, dots.depth - style.rise.rawValue)
      }
    }
    return true
  }

  /// The element that a piece belongs to; nil outside of elements, or if the piece shows nothing.
  private func element(of piece: Piece) -> ElementID? {
    guard let content else { return nil }
    if piece.attachment >= 0 {
      return content.attachments.indices.contains(Int(piece.attachment)) ? content.attachments[Int(piece.attachment)] : content.base
    }
    return piece.text.isEmpty ? nil : content.element(at: piece.text.lowerBound)
  }

  /// The text for `inspect lines`: the words of the line, with a hyphen at a break.
  private func lineText() -> Range<Int32> {
    guard let first = pieces.first(where: { !$0.text.isEmpty }), let last = pieces.last(where: { !$0.text.isEmpty }) else { return 0..<0 }
    return first.text.lowerBound..<max(first.text.lowerBound, last.text.upperBound)
  }

  // MARK: Runs

  private struct OpenRun {
    var isOpen = false
    var face = FaceID(rawValue: 0)
    var size = Length.zero
    var color = Color.black
    var rise = Length.zero
    var x = 0
    var end = 0
    var firstGlyph = 0
    var firstByte = 0
    var isRightToLeft = false
    var isIncidental = false
    var expansion = 0
    var renderer: Int32 = 0
  }

  private mutating func open(_ run: inout OpenRun, face: FaceID, size: Length, style: TextStyle, at x: Int, expansion: Int = 0) {
    if run.isOpen, run.expansion == expansion, run.face == face, run.size == size, run.color == style.color, run.rise == style.rise,
      run.renderer == style.renderer, x - run.x < Int(Int32.max) / 2, out.ink.text.count - run.firstByte < Glyph.lastCluster / 2
    {
      return
    }
    flush(&run)
    run = OpenRun(
      isOpen: true, face: face, size: size, color: style.color, rise: style.rise, x: x, end: x,
      firstGlyph: out.ink.glyphs.count, firstByte: out.ink.text.count, expansion: expansion, renderer: style.renderer)
  }

  /// Adds a piece in parts of one colour each, in reading order.
  private mutating func add(_ piece: Piece, _ word: Word, _ style: TextStyle, at x: Int, of ramps: RampColors, to run: inout OpenRun) {
    let widening = piece.isExpandable ? widening : 0
    for part in ramps.parts(of: piece, at: x, style, widening: widening, setter.shaper.glyphs) {
      add(part.piece, word, part.style, at: part.x, from: part.cluster, to: &run)
    }
  }

  /// - Parameter first: The cluster at the beginning of the piece's text.
  private mutating func add(
    _ piece: Piece, _ word: Word, _ style: TextStyle, at x: Int, from first: UInt32 = 0, to run: inout OpenRun
  ) {
    // A word that runs right to left is a separate run: its text is in reading order, its glyphs are not.
    let isRightToLeft = piece.level & 1 == 1
    if isRightToLeft { flush(&run) }
    defer { if isRightToLeft { flush(&run) } }
    let widening = piece.isExpandable ? widening : 0
    open(&run, face: word.face, size: word.size, style: style, at: x, expansion: widening)
    var base = out.ink.text.count - run.firstByte
    out.ink.text += text.text[Int(piece.text.lowerBound)..<Int(piece.text.upperBound)]
    var pen = x - run.x + Int(piece.shift)
    let places = piece.changes == (0, 0) ? nil : spelling(of: piece).places
    let glyphs = setter.shaper.glyphs
    for index in piece.shaped.glyphs {
      let glyph = glyphs[Int(index)]
      let cluster = Int(places.map { $0[min(Int(glyph.cluster), $0.count - 1)] } ?? glyph.cluster) - Int(first)
      if piece.hasHyphen, !run.isIncidental, cluster >= piece.text.count {
        let place = run.x + pen
        run.end = place
        flush(&run)
        open(&run, face: word.face, size: word.size, style: style, at: place, expansion: widening)
        run.isIncidental = true
        pen = 0
        base = -piece.text.count
        // Readers that ignore tags rejoin a word whose line ends with this character; with a soft hyphen, Poppler does not.
        out.ink.text.append(UInt8(ascii: "-"))
      }
      if glyph.id == 0 {
        let place = Int(piece.text.lowerBound) + cluster
        missing.append(
          MissingCharacter(
            scalar: setter.missingScalar(in: text.text, at: place, upTo: Int(piece.text.upperBound), face: word.face), x: run.x + pen,
            advance: Int(glyph.advance), style: piece.style))
        pen += Int(glyph.advance) + style.letterSpacing.rawValue
        continue
      }
      out.ink.glyphs.append(
        Glyph(
          id: glyph.id, x: Int32(clamping: pen + Int(glyph.dx) * (1000 + widening) / 1000), y: glyph.dy,
          cluster: UInt32(clamping: base + cluster)))
      pen += Int(glyph.advance) * (1000 + widening) / 1000 + style.letterSpacing.rawValue
    }
    run.end = x + piece.width
    run.isRightToLeft = isRightToLeft
    if run.isIncidental { flush(&run) }
  }

  private mutating func addSpace(_ piece: Piece, _ style: TextStyle, at x: Int, to run: inout OpenRun) {
    // Between words that run right to left the space is a separate run; no space is needed at the beginning of a line.
    guard run.isOpen || piece.level & 1 == 1 || out.ink.items.count > firstItem else { return }
    let space = setter.space(of: style)
    guard run.isOpen, run.face == space.face, run.size == style.size else {
      // The space belongs to the text of the run before it, without a glyph.
      flush(&run)
      open(&run, face: space.face, size: style.size, style: style, at: x)
      addSpaceGlyph(space.glyph, at: x, to: &run)
      return
    }
    addSpaceGlyph(space.glyph, at: x, to: &run)
  }

  private mutating func addSpaceGlyph(_ glyph: UInt32, at x: Int, to run: inout OpenRun) {
    let base = out.ink.text.count - run.firstByte
    out.ink.text.append(0x20)
    out.ink.glyphs.append(Glyph(id: glyph, x: Int32(clamping: x - run.x), y: 0, cluster: UInt32(base)))
  }

  private mutating func flush(_ run: inout OpenRun) {
    guard run.isOpen else { return }
    run.isOpen = false
    guard out.ink.glyphs.count > run.firstGlyph else { return }
    var set = GlyphRun(
      face: run.face, size: run.size, color: run.color, x: Length(rawValue: run.x), y: run.rise,
      width: Length(rawValue: run.end - run.x), glyphs: Int32(run.firstGlyph)..<Int32(out.ink.glyphs.count),
      text: Int32(run.firstByte)..<Int32(out.ink.text.count), isRightToLeft: run.isRightToLeft)
    set.expansion = Int8(clamping: run.expansion)
    set.isIncidental = run.isIncidental
    if run.renderer > 0 { out.ink.markText(set, renderer: run.renderer) }
    out.ink.items.append(.run(set))
  }
}

extension Ink {
  /// Reserves capacity for a paragraph's lines: a long document keeps the ink of every paragraph until its pages are made.
  fileprivate mutating func reserve(lines: Int, of styled: StyledText, _ list: ParagraphList, _ attachments: [HList]) {
    var (glyphCount, bytes, itemCount) = (lines, styled.text.count + lines, 2 * (lines + styled.runs.count + attachments.count))
    for word in list.words { glyphCount += word.shaped.glyphs.count }
    for node in list.nodes where node.kind == .glue { glyphCount += 1 }
    for attachment in attachments {
      glyphCount += attachment.ink.glyphs.count
      bytes += attachment.ink.text.count
      itemCount += attachment.ink.items.count
    }
    glyphs.reserveCapacity(glyphCount)
    text.reserveCapacity(bytes)
    items.reserveCapacity(itemCount)
  }
}
