internal import TypesetBoxes
internal import TypesetFonts

/// Writes the content of one page (ISO 32000-1, 8 and 9): like Cairo's surface, with marked content in addition.
struct PageContent {
  let page: Page
  private let marked: MarkedContent?
  let resources: PDFResources
  var out = PDFText()

  var isInText = false
  var font: (number: Int, size: Length)?
  var expansion: Int8 = 0
  /// Where the line of text begins, in hundredths of a point.
  var origin = (x: 0, y: 0)
  private var fill = Color.black
  private var alpha: UInt8 = 255
  private var stroke: Color?
  private var lineWidth: Length?
  private var isDashed = false
  /// The graphics state before clipping.
  private var unclipped: GraphicsState?

  private struct GraphicsState {
    var fill: Color
    var stroke: Color?
    var alpha: UInt8
    var lineWidth: Length?
    var isDashed: Bool
    var font: (number: Int, size: Length)?
    var expansion: Int8
  }

  /// The element of what is drawn; -1 is an artifact.
  private(set) var element: Int32 = -1
  /// True while something is drawn of a formula that is no token of it, or more of a token that has been read.
  private(set) var isContinued = false

  /// A span whose glyphs have a text together, and go on having it.
  var isInSpan = false

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
      (self.element, self.isContinued) = (element, marked.sequences[sequence].isContinued)
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
      case .path(let path): add(path)
      case .picture(let id, let rect): add(id, rect)
      case .clip(let rect): clip(to: rect)
      case .mark, .content, .part: break
      }
    }
    endSpan()
    endText()
    if isMarked { out.add("EMC\n") }
  }

  /// Begins or ends clipping.
  private mutating func clip(to rect: Rect?) {
    endSpan()
    endText()
    if let state = unclipped {
      out.add("Q\n")
      (fill, stroke, alpha) = (state.fill, state.stroke, state.alpha)
      (lineWidth, isDashed) = (state.lineWidth, state.isDashed)
      (font, expansion) = (state.font, state.expansion)
      unclipped = nil
    }
    guard let rect else { return }
    unclipped = GraphicsState(
      fill: fill, stroke: stroke, alpha: alpha, lineWidth: lineWidth, isDashed: isDashed, font: font, expansion: expansion)
    out.add("q ")
    add(rect)
    out.add("W n\n")
  }

  // MARK: State

  mutating func endText() {
    guard isInText else { return }
    out.add("ET\n")
    isInText = false
  }

  mutating func beginText() {
    guard !isInText else { return }
    out.add("BT\n")
    isInText = true
    origin = (0, 0)
  }

  mutating func endSpan() {
    guard isInSpan else { return }
    endText()
    out.add("EMC\n")
    isInSpan = false
  }

  mutating func set(alpha new: UInt8) {
    guard alpha != new else { return }
    alpha = new
    out.add("/A")
    out.add(Int(new))
    out.add(" gs\n")
  }

  mutating func set(fill new: Color) {
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
  func y(_ y: Length) -> Length { page.height + y }

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

  private mutating func add(_ path: InkPath) {
    guard !path.steps.isEmpty else { return }
    endText()
    if let fill = path.fill {
      set(fill: fill)
      addSteps(of: path)
      out.add(path.isEvenOdd ? "f*\n" : "f\n")
    }
    guard let color = path.stroke, path.width > .zero else { return }
    set(stroke: color, width: path.width)
    let dashes = path.dashes
    if !dashes.isEmpty || isDashed {
      isDashed = !dashes.isEmpty
      out.add("[")
      for (number, length) in dashes.enumerated() {
        if number > 0 { out.add(" ") }
        out.add(length.points)
      }
      out.add("]0 d\n")
    }
    if path.isRound { out.add("1 j 1 J\n") }
    addSteps(of: path)
    out.add(path.isRound ? "S\n0 j 0 J\n" : "S\n")
  }

  private mutating func addSteps(of path: InkPath) {
    func add(_ to: InkPath.Point, _ page: inout Self) { page.point(to.x.points, page.y(to.y).points) }
    for step in path.steps {
      switch step {
      case .move(let to):
        add(to, &self)
        out.add("m ")
      case .line(let to):
        add(to, &self)
        out.add("l ")
      case .curve(let first, let second, let to):
        add(first, &self)
        add(second, &self)
        add(to, &self)
        out.add("c ")
      case .close: out.add("h ")
      }
    }
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
    out.add(picture.number)
    out.add(" Do Q\n")
  }
}
