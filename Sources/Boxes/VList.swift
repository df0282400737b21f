/// A box of a vertical list: part of one of the list's inks, moved right by `x`.
public struct VBox: Hashable, Sendable {
  /// Above the reference point.
  public var height: Length
  /// Below the reference point.
  public var depth: Length
  public var width: Length
  /// From the left edge of the text block to the box's reference point.
  public var x: Length
  /// In `VList.inks`.
  public var ink: Int32
  /// In the ink's `items`.
  public var items: Range<Int32>
  /// Of a box of pictures: how small it may become where it then fits on its page, in per cent; 100 for others.
  public var leastScale: UInt8 = 100
  /// What keeps its place when the box is made smaller.
  public var anchor = Anchor.left
  /// A rule between texts, which vanishes at the top of a page.
  public var opensNoPage = false
  /// True for a line of the text, which pages with numbered lines count.
  public var isLine = false
  /// Of a note in the margin, which hangs from a place in the list and takes no height there: how high it is; zero for all others.
  public var hang = Length.zero
  /// True for what has a place of its own on the page, wherever it is in the list: its items are placed from the paper's upper left corner.
  public var isOnPaper = false

  /// The edge, or the middle, that stays in place.
  public enum Anchor: UInt8, Hashable, Sendable { case left, center, right }

  public init(height: Length, depth: Length, width: Length, x: Length, ink: Int32, items: Range<Int32>) {
    self.height = height
    self.depth = depth
    self.width = width
    self.x = x
    self.ink = ink
    self.items = items
  }
}

/// A panel behind a part of a vertical list, from `beginFrame` to `endFrame`: a code block's ground, a quote's bar.
/// It ends with the page and goes on with the next.
public struct VFrame: Hashable, Sendable {
  /// From the left edge of the text block.
  public var x: Length
  /// From its left to its right edge.
  public var width: Length
  /// The colour of the ground; nil for a frame without a ground.
  public var fill: Color?
  /// The colour of the line all around; nil for a frame without one.
  public var border: Color?
  /// The thickness of the line all around.
  public var borderWidth: Length
  public var radius: Length
  /// Kept free between the frame's edges and what is in it; also where a page breaks within.
  public var padding: Length
  /// As `padding`, at the lower edge.
  public var paddingBottom: Length
  /// Lines along single sides.
  public var edges = FrameEdges()
  /// A bar at the left edge instead of a border all around.
  public var bar: (color: Color, width: Length)? {
    get { barWidth > .zero ? (barColor, barWidth) : nil }
    set {
      barColor = newValue?.color ?? .black
      barWidth = newValue?.width ?? .zero
    }
  }
  private var barColor = Color.black
  private var barWidth = Length.zero
  /// A rule at the foot of each page from which the frame goes on to the next.
  public var closing: (color: Color, width: Length)? {
    get { closingWidth > .zero ? (closingColor, closingWidth) : nil }
    set {
      closingColor = newValue?.color ?? .black
      closingWidth = newValue?.width ?? .zero
    }
  }
  private var closingColor = Color.black
  private var closingWidth = Length.zero
  /// Boxes that are set again at the top of each page on which the frame goes on: a table's head. In `VList.nodes`.
  public var head: Range<Int32>?

  /// Drawn over, or behind, each part of the frame when its place is known, by its number among the document's drawings; -1 is nothing.
  public var overlay: Int32 = -1
  /// As `overlay`, behind the frame's content.
  public var backdrop: Int32 = -1

  /// What is behind all of each page that the frame is on, placed from the paper's upper left corner, in `VList.inks`; -1 is nothing.
  public var paper: Int32 = -1

  /// True if the bar is at the right edge, since the content of the frame begins there.
  public var barIsAtRight = false

  public init(x: Length, width: Length, padding: Length = .zero) {
    self.x = x
    self.width = width
    self.borderWidth = .zero
    self.radius = .zero
    self.padding = padding
    paddingBottom = padding
  }
}

/// One node of a vertical list (TeXbook chapter 12). Boxes are one below the other; all space between them is glue or
/// kern, the space between baselines too.
public enum VNode: Hashable, Sendable {
  case box(VBox)
  case glue(Glue)
  case kern(Length)
  case penalty(Int)
  /// By the index in `VList.frames`.
  case beginFrame(Int32)
  case endFrame(Int32)
}

/// A footnote, and the box that refers to it.
public struct VNote: Hashable, Sendable {
  /// The index of the box in `VList.nodes`.
  public var node: Int32
  /// What the note sets, as wide as its column.
  public var list: VList
  /// Kept free between this note and the one above.
  public var gap: Length
  /// Of the rule above the notes.
  public var color: Color

  public init(node: Int32, list: VList, gap: Length, color: Color) {
    self.node = node
    self.list = list
    self.gap = gap
    self.color = color
  }
}

/// A vertical list with the inks of its boxes.
public struct VList: Hashable, Sendable {
  /// From top to bottom.
  public var nodes: [VNode] = []
  /// What the boxes draw; each box has a range of one of them.
  public var inks: [Ink] = []
  /// The frames that nodes begin, by index.
  public var frames: [VFrame] = []
  /// Depth of the last box, from which the next baseline is counted; nil where the next box begins anew (`\nointerlineskip`).
  public var previousDepth: Length?

  /// The number of leading nodes that are above all columns of the first page: a title.
  public var spanning = 0

  /// Nodes that are on separate landscape pages.
  public var turned: [Range<Int32>] = []

  /// Parts that may be elsewhere, of the list of a whole document.
  public var floats = VFloats()

  /// The elements to which the content of one block's list belongs.
  public var structure: BlockStructure?

  /// Footnotes, in the order of the boxes that refer to them.
  public var notes: [VNote] = []

  public init() {}

  /// Adds a box with its own ink.
  public mutating func append(_ ink: Ink, height: Length, depth: Length, width: Length, x: Length) {
    inks.append(ink)
    append(
      VBox(
        height: height, depth: depth, width: width, x: x, ink: Int32(inks.count - 1), items: 0..<Int32(ink.items.count)))
  }

  /// Adds a box whose ink is already in `inks`.
  public mutating func append(_ box: VBox) {
    nodes.append(.box(box))
    previousDepth = box.depth
  }

  /// The glue that brings a box of `height` to `leading` below the last baseline (TeXbook chapter 12, `\baselineskip`,
  /// `\lineskip`); nothing at the beginning.
  public mutating func appendInterlineGlue(height: Length, leading: Length, lineSkip: Length = 1.pt) {
    guard let previousDepth else { return }
    let gap = leading - previousDepth - height
    nodes.append(.glue(Glue(gap < .zero ? lineSkip : gap)))
  }

  /// Height of all, at natural size, with the padding of frames.
  public var naturalHeight: Length { naturalHeight(of: nodes.indices) }

  /// Height of some nodes, at natural size, with the padding of the frames that begin and end among them.
  public func naturalHeight(of range: Range<Int>) -> Length {
    var sum = Length.zero
    for index in range { sum += height(of: nodes[index]) }
    return sum
  }

  /// What a node adds to the height of its list, at natural size.
  public func height(of node: VNode) -> Length {
    switch node {
    case .box(let box): box.height + box.depth
    case .glue(let glue): glue.natural
    case .kern(let kern): kern
    case .beginFrame(let frame): frames[Int(frame)].padding
    case .endFrame(let frame): frames[Int(frame)].paddingBottom
    case .penalty: .zero
    }
  }

  /// Adds another list after this one.
  public mutating func append(contentsOf other: VList) {
    let firstInk = Int32(inks.count)
    let firstFrame = Int32(frames.count)
    let firstNode = Int32(nodes.count)
    inks += other.inks
    notes += other.notes.map { VNote(node: $0.node + firstNode, list: $0.list, gap: $0.gap, color: $0.color) }
    frames += other.frames.map { frame in
      var frame = frame
      frame.head = frame.head.map { $0.lowerBound + firstNode..<$0.upperBound + firstNode }
      if frame.paper >= 0 { frame.paper += firstInk }
      return frame
    }
    for node in other.nodes {
      switch node {
      case .box(var box):
        box.ink += firstInk
        nodes.append(.box(box))
      case .beginFrame(let index): nodes.append(.beginFrame(index + firstFrame))
      case .endFrame(let index): nodes.append(.endFrame(index + firstFrame))
      case .glue, .kern, .penalty: nodes.append(node)
      }
    }
    previousDepth = other.previousDepth
  }
}

extension VList {
  /// Makes a box of pictures smaller.
  public mutating func scale(node: Int, by factor: Double) {
    guard case .box(var box) = nodes[node] else { return }
    let source = inks[Int(box.ink)]
    var ink = Ink()
    ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: source, dx: .zero, dy: .zero)
    let (left, right) = ink.pictureEdges
    let fixed =
      switch box.anchor {
      case .left: left
      case .center: (left + right) / 2
      case .right: right
      }
    ink.scale(by: factor, around: fixed)
    inks.append(ink)
    box.ink = Int32(inks.count - 1)
    box.items = 0..<Int32(ink.items.count)
    box.height = box.height.scaled(by: factor)
    box.depth = box.depth.scaled(by: factor)
    box.leastScale = UInt8(min(100, (Double(box.leastScale) / factor).rounded(.up)))
    nodes[node] = .box(box)
  }
}

extension Ink {
  /// The left and right edges of all pictures and diagrams.
  fileprivate var pictureEdges: (left: Length, right: Length) {
    var edges: (left: Length, right: Length)?
    for item in items {
      let rect: Rect
      switch item {
      case .picture(_, let area): rect = area
      case .mark(let mark, let area):
        guard case .graphic = marks[Int(mark)] else { continue }
        rect = area
      default: continue
      }
      edges = (min(edges?.left ?? rect.x, rect.x), max(edges?.right ?? rect.x, rect.x + rect.width))
    }
    return edges ?? (.zero, .zero)
  }
}
