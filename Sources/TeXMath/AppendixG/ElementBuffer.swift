internal import TypesetBoxes

/// One thing to draw, in the flat buffer of a formula.
struct Element {
  enum Kind: UInt8 { case glyph, rule, stroke, panel, link, columnRule, path }
  var kind: Kind
  /// In `TextFaces.faces`.
  var face: Int16 = 0
  /// Of a path: how much larger it is drawn, 65536 for its own size.
  var size: Int32 = 0
  /// Of a path: its index in the buffer's paths.
  var glyph: UInt32 = 0
  var scalar: UInt32 = 0
  var source = NoadPart.none
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

  /// Adds material that has been set to the right.
  mutating func append(_ next: Extent) {
    width += next.width
    height = max(height, next.height)
    depth = max(depth, next.depth)
  }

  /// Makes it a box: its scripts are no longer placed as the scripts of a single character.
  mutating func becomeBox() { (glyph, italic) = (nil, 0) }
}

/// A list that is set for its dimensions alone, and how.
private struct MeasuredField: Hashable {
  let first: Int32
  let end: Int32
  let style: MathStyle
  let isCramped: Bool
  /// What `\small` and the like have made of the formula's size.
  let size: Int
}

/// Where a list has an `\hfil` or the like.
struct FillPlace {
  /// In the buffer: what follows it.
  var element: Int
  var fill: Fill
}

/// The elements of a formula while it is set. A box is a range at the end, and is moved in place: to the right and up.
struct ElementBuffer {
  var elements: [Element] = []
  /// The colour of what is added.
  var color = Color.black
  /// Whence what is added comes.
  var source = NoadPart.none
  /// Outlines of what is turned, and arrows of diagrams, each from the reference point of its element.
  private var paths: [InkPath] = []
  /// Of the lists that are open.
  var fills: [FillPlace] = []
  /// What has been set for its dimensions alone. Without this, each arrow around another arrow would double the work.
  fileprivate var measured: [MeasuredField: Extent] = [:]
  /// Accents and delimiters that the face of formulas lacks.
  var missing: Set<UInt32> = []
  /// Pieces and copies that have been drawn of what the source has once.
  fileprivate var repeated = 0
  /// True if some have been left out.
  fileprivate(set) var lacksRepeated = false
  /// True while what is set is not drawn: what is large may be left out.
  fileprivate(set) var isMeasuring = false

  var count: Int { elements.count }

  /// Empties the buffer for another formula.
  mutating func begin(_ color: Color) {
    elements.removeAll(keepingCapacity: true)
    fills.removeAll(keepingCapacity: true)
    paths.removeAll()
    measured.removeAll()
    missing.removeAll()
    (repeated, lacksRepeated) = (0, false)
    (self.color, source) = (color, .none)
  }

  /// Turns around the order, not the places, of what has been set since `first`.
  mutating func reverse(from first: Int) { elements[first...].reverse() }

  mutating func remove(from first: Int) { elements.removeSubrange(first...) }

  /// Takes out what has been set since `first`, to put it in again with `put(_:)`: what is set twice would take twice the work at each level.
  mutating func take(from first: Int) -> [Element] {
    defer { remove(from: first) }
    return Array(elements[first...])
  }

  mutating func put(_ taken: [Element]) { elements += taken }

  /// Moves what has been set since `first`.
  mutating func move(from first: Int, _ dx: Int, _ dy: Int) { move(first..<elements.count, dx, dy) }

  mutating func move(_ range: Range<Int>, _ dx: Int, _ dy: Int) {
    if dx == 0 && dy == 0 { return }
    for index in range {
      elements[index].x &+= Int32(truncatingIfNeeded: dx)
      elements[index].y &+= Int32(truncatingIfNeeded: dy)
    }
  }

  /// The places of `\hfil` since one, which are no longer open.
  mutating func takeFills(from first: Int) -> [FillPlace] {
    guard fills.count > first else { return [] }
    defer { fills.removeSubrange(first...) }
    return Array(fills[first...])
  }

  /// Distributes free space among the fills of the highest order (TeXbook chapter 12); without any the content is at the left.
  ///
  /// - Parameters:
  ///   - range: The content, set at its natural width.
  ///   - free: Below zero if the content is too wide.
  ///   - places: The fills within the content.
  ///   - left: A fill before it.
  ///   - right: A fill after it.
  mutating func spread(_ range: Range<Int>, free: Int, _ places: [FillPlace], left: Fill?, right: Fill?) {
    var fills = [left] + places.map(\.fill) + [right]
    if free < 0 { fills = fills.map { $0 == .hss ? $0 : nil } }
    let order = fills.compactMap { $0?.order }.max() ?? 0
    let count = fills.count { $0?.order == order }
    guard count > 0 else { return }
    var passed = 0
    for (index, fill) in fills.enumerated() {
      let start = index == 0 ? range.lowerBound : index <= places.count ? places[index - 1].element : range.upperBound
      let end = index < places.count ? places[index].element : range.upperBound
      if fill?.order == order { passed += 1 }
      if start < end { move(start..<end, free * passed / count, 0) }
    }
  }

  /// A rule whose height the row of an array determines.
  mutating func columnRule(width: Int) {
    elements.append(Element(kind: .columnRule, x: 0, y: 0, width: Int32(clamping: width), color: color))
  }

  mutating func rule(x: Int, y: Int, width: Int, height: Int) {
    elements.append(
      Element(
        kind: .rule, x: Int32(clamping: x), y: Int32(clamping: y), width: Int32(clamping: width),
        height: Int32(clamping: height), color: color))
    markLine()
  }

  /// Lines are part of what is read only if they are signs, as lines over and under a formula are.
  private mutating func markLine() {
    if source.isSign { elements[elements.count - 1].source = source }
  }

  /// Enlarges what has been set since `first`.
  mutating func scale(from first: Int, by factor: Double) {
    func scaled(_ value: Int32) -> Int32 { Int32(clamping: Int(clamping: (Double(value) * factor).rounded())) }
    for index in first..<elements.count {
      let element = elements[index]
      (elements[index].x, elements[index].y) = (scaled(element.x), scaled(element.y))
      (elements[index].width, elements[index].height) = (scaled(element.width), scaled(element.height))
      elements[index].size = scaled(element.size)
    }
  }

  /// The path of an element, where the element is.
  func path(of element: Element) -> InkPath {
    guard paths.indices.contains(Int(element.glyph)) else { return InkPath(steps: []) }
    let factor = Double(element.size) / 65536
    func placed(_ value: Length, _ origin: Int32) -> Length {
      Length(rawValue: Int(origin) + (factor == 1 ? value.rawValue : Int(clamping: (Double(value.rawValue) * factor).rounded())))
    }
    return paths[Int(element.glyph)].mapped { InkPath.Point(x: placed($0.x, element.x), y: placed($0.y, element.y)) }
  }

  /// Puts a path in the place of an element; its points are from the box's reference point.
  mutating func replace(_ index: Int, with path: InkPath) {
    add(path)
    elements[elements.count - 1].source = elements[index].source
    elements.swapAt(index, elements.count - 1)
    elements.removeLast()
  }

  /// Adds a path; its points are from the box's reference point.
  mutating func add(_ path: InkPath) {
    elements.append(Element(kind: .path, size: 65536, glyph: UInt32(paths.count), x: 0, y: 0, color: color))
    paths.append(path)
    markLine()
  }

  mutating func emit(_ glyph: UInt32, _ scalar: UInt32, face: Int = 0, size: Int, x: Int = 0, y: Int = 0) {
    elements.append(
      Element(
        kind: .glyph, face: Int16(clamping: face), size: Int32(clamping: size), glyph: glyph, scalar: scalar, source: source,
        x: Int32(clamping: x), y: Int32(clamping: y), color: color))
  }

  /// A straight line from one point to another.
  mutating func stroke(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    elements.append(
      Element(
        kind: .stroke, x: Int32(clamping: x0), y: Int32(clamping: y0), width: Int32(clamping: x1 - x0), height: Int32(clamping: y1 - y0),
        color: color))
    markLine()
  }

  /// Marks what a body adds as coming from another part of the same noad.
  mutating func part(_ part: Int16, _ body: (inout ElementBuffer) -> Extent) -> Extent {
    let outer = source.part
    source.part = part
    defer { source.part = outer }
    return body(&self)
  }
}

extension Layout {
  /// How many of the wanted pieces of an arrow or a brace, or copies of what each row has, may be drawn.
  ///
  /// - Parameter all: All of them or none.
  func repetitions(_ wanted: Int, orNone all: Bool = false, _ buffer: inout ElementBuffer) -> Int {
    let left = max(0, mostRepeated - buffer.repeated)
    let count = wanted <= left ? wanted : all ? 0 : left
    buffer.repeated += count
    if count < wanted { buffer.lacksRepeated = true }
    return count
  }

  /// The dimensions of a field as a box. Nothing is added to the buffer.
  func measure(_ field: Field, _ style: MathStyle, cramped: Bool, _ buffer: inout ElementBuffer) -> Extent {
    var key: MeasuredField?
    if case .list(let first, let end) = field {
      key = MeasuredField(first: first, end: end, style: style, isCramped: cramped, size: context.sizes.0)
    }
    if let key, var known = buffer.measured[key] {
      known.first = buffer.count
      return known
    }
    let (isWithin, repeated) = (buffer.isMeasuring, buffer.repeated)
    buffer.isMeasuring = true
    let out = box(field, style, cramped: cramped, &buffer)
    (buffer.isMeasuring, buffer.repeated) = (isWithin, repeated)
    buffer.remove(from: out.first)
    if let key { buffer.measured[key] = out }
    return out
  }
}
