internal import TypesetBoxes
internal import TypesetFonts

/// Writes the content of one page (ISO 32000-1, 8 and 9): what Cairo's surface would, with the marks that it has no words for.
struct PageContent {
  private let page: Page
  private let marked: MarkedContent?
  private let resources: PDFResources
  private var out = PDFText()

  private var isInText = false
  private var font: (number: Int, size: Length)?
  private var expansion: Int8 = 0
  /// Where the line of text begins, in thousandths of a point.
  private var origin = (x: 0, y: 0)
  private var fill = Color.black
  private var alpha: UInt8 = 255
  private var stroke: Color?
  private var lineWidth: Length?
  private var isDashed = false
  /// A span whose glyphs have a text together, and go on having it.
  private var isInSpan = false

  /// - Parameter marked: nil writes no marks.
  static func bytes(of page: Page, marked: MarkedContent?, resources: PDFResources) -> [UInt8] {
    var content = PageContent(page: page, marked: marked, resources: resources)
    content.write()
    return content.out.bytes
  }

  private init(page: Page, marked: MarkedContent?, resources: PDFResources) {
    self.page = page
    self.marked = marked
    self.resources = resources
  }

  private mutating func write() {
    var sequence = 0
    var identifier = 0
    var isMarked = false
    func begin(_ item: Int, _ self: inout PageContent) {
      guard let marked = self.marked, sequence < marked.sequences.count, marked.sequences[sequence].item <= item else { return }
      self.endSpan()
      self.endText()
      if isMarked { self.out.add("EMC\n") }
      let element = marked.sequences[sequence].element
      if element < 0 {
        self.out.add("/Artifact BMC\n")
      } else {
        self.out.add("/")
        self.out.add(self.resources.roles[Int(element)].name)
        self.out.add("<</MCID ")
        self.out.add(identifier)
        self.out.add(">>BDC\n")
        identifier += 1
      }
      isMarked = true
      sequence += 1
    }
    if let background = page.background {
      begin(-1, &self)
      add(Rect(x: .zero, y: .zero - page.height, width: page.width, height: page.height), background)
    }
    for (index, item) in page.ink.items.enumerated() {
      begin(index, &self)
      switch item {
      case .run(let run): add(run)
      case .rule(let rect, let color): add(rect, color)
      case .stroke(let stroke): add(stroke)
      case .panel(let panel): add(panel)
      case .picture(let id, let rect): add(id, rect)
      case .mark, .content: break
      }
    }
    endSpan()
    endText()
    if isMarked { out.add("EMC\n") }
  }

  // MARK: State

  private mutating func endText() {
    guard isInText else { return }
    out.add("ET\n")
    isInText = false
  }

  private mutating func beginText() {
    guard !isInText else { return }
    out.add("BT\n")
    isInText = true
    origin = (0, 0)
  }

  private mutating func endSpan() {
    guard isInSpan else { return }
    endText()
    out.add("EMC\n")
    isInSpan = false
  }

  private mutating func set(alpha new: UInt8) {
    guard alpha != new else { return }
    alpha = new
    out.add("/A")
    out.add(Int(new))
    out.add(" gs\n")
  }

  private mutating func set(fill new: Color) {
    set(alpha: UInt8(new.rgba & 255))
    guard fill.rgba >> 8 != new.rgba >> 8 else { return }
    fill = new
    add(new)
    out.add(isGrey(new) ? "g\n" : "rg\n")
  }

  private mutating func set(stroke new: Color, width: Length) {
    set(alpha: UInt8(new.rgba & 255))
    if stroke.map({ $0.rgba >> 8 != new.rgba >> 8 }) ?? true {
      stroke = new
      add(new)
      out.add(isGrey(new) ? "G\n" : "RG\n")
    }
    guard lineWidth != width else { return }
    lineWidth = width
    out.add(width.points)
    out.add(" w\n")
  }

  private func isGrey(_ color: Color) -> Bool { color.red == color.green && color.green == color.blue }

  private mutating func add(_ color: Color) {
    let parts = isGrey(color) ? [color.red] : [color.red, color.green, color.blue]
    for part in parts {
      out.add(part)
      out.add(" ")
    }
  }

  /// From the page's upper edge to its lower one.
  private func y(_ y: Length) -> Length { page.height + y }

  // MARK: Paths

  private mutating func add(_ rect: Rect) {
    for value in [rect.x, y(rect.y), rect.width, rect.height] {
      out.add(value.points)
      out.add(" ")
    }
    out.add("re ")
  }

  private mutating func add(_ rect: Rect, _ color: Color) {
    guard rect.width != .zero, rect.height != .zero else { return }
    endText()
    set(fill: color)
    add(rect)
    out.add("f\n")
  }

  private mutating func point(_ x: Double, _ y: Double) {
    out.add(x)
    out.add(" ")
    out.add(y)
    out.add(" ")
  }

  private mutating func add(_ line: Stroke) {
    endText()
    set(stroke: line.color, width: line.width)
    if line.dash > .zero || isDashed {
      isDashed = line.dash > .zero
      out.add("[")
      if isDashed { out.add(line.dash.points) }
      out.add("]0 d\n")
    }
    point(line.x0.points, y(line.y0).points)
    out.add("m ")
    point(line.x1.points, y(line.y1).points)
    out.add("l S\n")
  }

  private mutating func add(_ panel: Panel) {
    let hasBorder = panel.border != nil && panel.borderWidth > .zero
    guard panel.fill != nil || hasBorder else { return }
    endText()
    // Different alphas can't be drawn at once.
    if let fill = panel.fill {
      set(fill: fill)
      addPath(of: panel)
      out.add("f\n")
    }
    guard let border = panel.border, hasBorder else { return }
    set(stroke: border, width: panel.borderWidth)
    if isDashed { out.add("[]0 d\n") }
    isDashed = false
    addPath(of: panel)
    out.add("S\n")
  }

  /// A rectangle's outline, its corners round where the panel says so.
  private mutating func addPath(of panel: Panel) {
    let rect = panel.rect
    let radius = max(0, min(panel.radius.points, rect.width.points / 2, rect.height.points / 2))
    guard radius > 0 else {
      add(rect)
      return
    }
    let (left, bottom) = (rect.x.points, y(rect.y).points)
    let (right, top) = (left + rect.width.points, bottom + rect.height.points)
    // A quarter of a circle as a curve: its handles are 4/3 (√2 − 1) of the radius long.
    let handle = radius * (1 - 0.552_285)
    point(left + radius, bottom)
    out.add("m ")
    let corners: [((Double, Double), (Double, Double), (Double, Double), (Double, Double))] = [
      ((right - radius, bottom), (right - handle, bottom), (right, bottom + handle), (right, bottom + radius)),
      ((right, top - radius), (right, top - handle), (right - handle, top), (right - radius, top)),
      ((left + radius, top), (left + handle, top), (left, top - handle), (left, top - radius)),
      ((left, bottom + radius), (left, bottom + handle), (left + handle, bottom), (left + radius, bottom)),
    ]
    for (from, first, second, to) in corners {
      point(from.0, from.1)
      out.add("l ")
      point(first.0, first.1)
      point(second.0, second.1)
      point(to.0, to.1)
      out.add("c ")
    }
    out.add("h ")
  }

  // MARK: Pictures

  private mutating func add(_ id: PictureID, _ rect: Rect) {
    guard let picture = resources.pictures[id], rect.width > .zero, rect.height > .zero else { return }
    endText()
    set(alpha: 255)
    out.add("q ")
    let matrix = picture.matrix(x: rect.x.points, y: y(rect.y).points, width: rect.width.points, height: rect.height.points)
    for value in matrix {
      out.add(precise: value)
      out.add(" ")
    }
    out.add("cm /P")
    out.add(Int(id.rawValue))
    out.add(" Do Q\n")
  }

  // MARK: Text

  private mutating func add(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty, let number = resources.fonts.number(of: run.face) else { return }
    if resources.fonts.uses[number].form == .bitmaps {
      endSpan()
      addBitmaps(run, number)
      return
    }
    // What has no text of its own goes on with the span before it: all of a formula is its source.
    if run.text.isEmpty {
      if !isInSpan { beginSpan([][...]) }
      show(Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound), of: run, number)
      return
    }
    endSpan()
    let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
    if isOneCluster(run), !isOwn(text, ofGlyph: Int(run.glyphs.lowerBound), run, number) {
      beginSpan(text)
      show(Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound), of: run, number)
      return
    }
    addClusters(run, number)
  }

  private func isOneCluster(_ run: GlyphRun) -> Bool {
    page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].allSatisfy { $0.cluster == 0 }
  }

  /// Does a reader find this text by the glyph alone?
  private func isOwn(_ text: ArraySlice<UInt8>, ofGlyph glyph: Int, _ run: GlyphRun, _ number: Int) -> Bool {
    run.glyphs.count == 1 && resources.fonts.uses[number].text(page.ink.glyphs[glyph].id).elementsEqual(text)
  }

  private mutating func beginSpan(_ text: ArraySlice<UInt8>) {
    endText()
    addSpanMark(text)
    isInSpan = true
  }

  private mutating func addSpanMark(_ text: ArraySlice<UInt8>) {
    out.add("/Span<</ActualText")
    out.add(text: hasNoncharacter(text) ? "" : String(decoding: text, as: UTF8.self))
    out.add(">>BDC\n")
  }

  /// Glyphs whose own texts are not what they stand for here are put in spans.
  private mutating func addClusters(_ run: GlyphRun, _ number: Int) {
    var plain: Range<Int>?
    var spans: [(glyphs: Range<Int>, bytes: Range<Int>)] = []
    // Most runs are plain: all is found out before anything is written.
    forEachCluster(of: run, in: page.ink) { glyphs, bytes in
      let isOwn =
        glyphs.count == 1
        && resources.fonts.uses[number].text(page.ink.glyphs[glyphs.lowerBound].id).elementsEqual(page.ink.text[bytes])
      if !isOwn { spans.append((glyphs, bytes)) }
    }
    if run.isRightToLeft { spans.reverse() }
    var place = Int(run.glyphs.lowerBound)
    for span in spans {
      if span.glyphs.lowerBound > place { plain = place..<span.glyphs.lowerBound } else { plain = nil }
      if let plain { show(plain, of: run, number) }
      beginText()
      addSpanMark(page.ink.text[span.bytes])
      show(span.glyphs, of: run, number)
      out.add("EMC\n")
      place = span.glyphs.upperBound
    }
    if place < Int(run.glyphs.upperBound) { show(place..<Int(run.glyphs.upperBound), of: run, number) }
  }

  /// Shows glyphs of a run at their places.
  private mutating func show(_ glyphs: Range<Int>, of run: GlyphRun, _ number: Int) {
    set(fill: run.color)
    beginText()
    let use = resources.fonts.uses[number]
    let size = Double(run.size.rawValue)
    guard size > 0 else { return }
    let isComposite = use.form != .outlines
    set(expansion: run.expansion)
    let widening = 1 + Double(run.expansion) / 1000
    var index = glyphs.lowerBound
    while index < glyphs.upperBound {
      // One line of glyphs: those of one height, and of one font.
      let rise = page.ink.glyphs[index].y
      let block = isComposite ? 0 : (use.places[page.ink.glyphs[index].id] ?? 0) / PDFFonts.outlinesPerFont
      set(font: resources.fontNumber(number, block: block), size: run.size)
      move(
        to: run.x + Length(rawValue: Int(page.ink.glyphs[index].x)), y(run.y) + Length(rawValue: Int(rise)))
      let start = Double(page.ink.glyphs[index].x)
      var pen = 0.0
      out.add("[<")
      while index < glyphs.upperBound, page.ink.glyphs[index].y == rise {
        let glyph = page.ink.glyphs[index]
        if !isComposite, (use.places[glyph.id] ?? 0) / PDFFonts.outlinesPerFont != block { break }
        let adjustment = ((pen - (Double(glyph.x) - start)) * 1000 / (size * widening)).rounded()
        // What is far off is moved to: adjustments are numbers of moderate size.
        if abs(adjustment) > 30_000 { break }
        if adjustment != 0 {
          out.add(">")
          out.add(Int(adjustment))
          out.add("<")
          pen -= adjustment * size * widening / 1000
        }
        if isComposite {
          out.add(hex16: use.code(glyph.id))
        } else {
          out.add(hex8: UInt8((use.places[glyph.id] ?? 0) % PDFFonts.outlinesPerFont))
        }
        pen += use.width(glyph.id) * size * widening / 1000
        index += 1
      }
      out.add(">]TJ\n")
    }
  }

  private mutating func set(font number: Int, size: Length) {
    guard font.map({ $0.number != number || $0.size != size }) ?? true else { return }
    font = (number, size)
    out.add("/F")
    out.add(number)
    out.add(" ")
    out.add(size.points)
    out.add(" Tf\n")
  }

  /// Horizontal scaling, in hundredths (ISO 32000-1, 9.3.4).
  private mutating func set(expansion new: Int8) {
    guard expansion != new else { return }
    expansion = new
    out.add(thousandths: (1000 + Int(new)) * 100)
    out.add(" Tz\n")
  }

  private mutating func move(to x: Length, _ y: Length) {
    func thousandths(_ length: Length) -> Int { (length.rawValue * 1000 + (length.rawValue < 0 ? -32768 : 32768)) / 65536 }
    let (newX, newY) = (thousandths(x), thousandths(y))
    guard newX != origin.x || newY != origin.y else {
      // The text goes on from the line's beginning, which showing has left.
      out.add("0 0 Td\n")
      return
    }
    out.add(thousandths: newX - origin.x)
    out.add(" ")
    out.add(thousandths: newY - origin.y)
    out.add(" Td\n")
    origin = (newX, newY)
  }

  /// Glyphs of a face that has bitmaps only, each a picture with a character behind it that is not seen but found.
  private mutating func addBitmaps(_ run: GlyphRun, _ number: Int) {
    forEachCluster(of: run, in: page.ink) { glyphs, bytes in
      endText()
      addSpanMark(page.ink.text[bytes])
      for glyph in page.ink.glyphs[glyphs] {
        guard let bitmap = resources.bitmaps[PDFBitmap.Key(font: number, glyph: glyph.id)] else { continue }
        set(alpha: 255)
        let scale = run.size.points / bitmap.pixelsPerEm
        let x = run.x.points + Double(glyph.x) / 65536
        let bottom = y(run.y).points + Double(glyph.y) / 65536
        out.add("q ")
        for value in [
          Double(bitmap.width) * scale, 0, 0, Double(bitmap.height) * scale, x + bitmap.left * scale,
          bottom + (bitmap.top - Double(bitmap.height)) * scale,
        ] {
          out.add(precise: value)
          out.add(" ")
        }
        out.add("cm /B")
        out.add(number)
        out.add("_")
        out.add(Int(glyph.id))
        out.add(" Do Q\n")
      }
      showUnseen(at: run.x + Length(rawValue: Int(page.ink.glyphs[glyphs.lowerBound].x)), y(run.y), size: run.size)
      out.add("EMC\n")
    }
  }

  /// A space in text rendering mode 3, so that the span around it has a place in the text.
  private mutating func showUnseen(at x: Length, _ y: Length, size: Length) {
    guard let number = resources.unseen, let glyph = resources.fonts.uses[number].face.glyph(for: " ") else { return }
    beginText()
    set(font: resources.fontNumber(number, block: 0), size: size)
    set(expansion: 0)
    move(to: x, y)
    out.add("3 Tr <")
    out.add(hex16: resources.fonts.uses[number].code(glyph))
    out.add(">Tj 0 Tr\n")
    endText()
  }
}
