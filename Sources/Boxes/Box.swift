/// A rectangle with a baseline: width, height above and depth below it (TeXbook chapter 11), and the items of an ink
/// that draw it, their coordinates taken from its reference point, the left end of its baseline.
public struct Box: Hashable, Sendable {
  /// How far the box reaches right from its reference point; may be negative, so that the next box overlaps.
  public var width: Length
  /// How far the box reaches above its baseline.
  public var height: Length
  /// How far the box reaches below its baseline; negative for a box that floats above it.
  public var depth: Length
  /// In the `items` of the list's ink.
  public var items: Range<Int32>

  /// - Parameter items: The range of the list's ink that draws the box.
  public init(width: Length, height: Length, depth: Length, items: Range<Int32>) {
    self.width = width
    self.height = height
    self.depth = depth
    self.items = items
  }
}

/// One node of a horizontal list (TeXbook chapter 14). Glyphs of running text have their own form in `Paragraphs`; this
/// list is what formulas and other attachments bring into a line.
public enum HNode: Hashable, Sendable {
  case box(Box)
  case glue(Glue)
  case kern(Length)
  case penalty(Int)
}

/// A horizontal list with the ink of its boxes. Breaks only at its penalties, as a formula does (TeXbook chapter 18).
public struct HList: Hashable, Sendable {
  /// From left to right. Ranges of its boxes refer to `ink`.
  public var nodes: [HNode] = []
  /// What all boxes draw, each from its own reference point.
  public var ink = Ink()
  /// Lines end before and after it as they do beside a Han character (UAX #14, class ID), not as beside a word.
  public var isIdeograph = false

  public init() {}

  /// A list of one box that cannot break.
  public init(box: Ink, width: Length, height: Length, depth: Length) {
    ink = box
    nodes = [.box(Box(width: width, height: height, depth: depth, items: 0..<Int32(box.items.count)))]
  }

  /// The width at which no glue yields.
  public var naturalWidth: Length {
    nodes.reduce(.zero) { width, node in
      switch node {
      case .box(let box): width + box.width
      case .glue(let glue): width + glue.natural
      case .kern(let kern): width + kern
      case .penalty: width
      }
    }
  }

  /// The greatest height of a box; zero without boxes.
  public var height: Length { boxes.map(\.height).max() ?? .zero }
  /// The greatest depth of a box; zero without boxes.
  public var depth: Length { boxes.map(\.depth).max() ?? .zero }

  private var boxes: some Sequence<Box> {
    nodes.lazy.compactMap { if case .box(let box) = $0 { box } else { nil } }
  }

  /// All boxes set at natural width in one ink, whose reference point is the left end of the baseline (`\hbox{…}`).
  public func packed() -> Ink {
    var out = Ink()
    var x = Length.zero
    for node in nodes {
      switch node {
      case .box(let box):
        out.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: ink, dx: x, dy: .zero)
        x += box.width
      case .glue(let glue): x += glue.natural
      case .kern(let kern): x += kern
      case .penalty: break
      }
    }
    return out
  }
}
