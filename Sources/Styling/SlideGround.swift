public import TypesetBoxes

/// What is behind the words of one slide.
public struct SlideGround: Hashable, Sendable {
  /// A picture behind a part of the slide.
  public struct Picture: Hashable, Sendable {
    public var image: Image
    /// As parts of the paper's width and height, from its upper left corner.
    public var left: Double
    public var top: Double
    public var width: Double
    public var height: Double
    public var fit = Fit.cover
    /// From 0, where the ground is seen, to 1.
    public var opacity = 1.0
  }

  /// How large a picture is in its part, as CSS' `background-size` says it.
  public enum Fit: Hashable, Sendable {
    /// Fills the part; what is beyond it is cut off.
    case cover
    /// All of it is seen.
    case contain
    /// The width is a share of the part's.
    case share(Double)
  }

  public var color: Color?
  public var pictures: [Picture] = []
  /// Over the pictures, so that letters can be read on them.
  public var veil: Color?
  /// What of the pages' header and footer it has not.
  public var hides = Furniture.Parts()
  /// The parts of the paper's width that its words leave free.
  public var left = 0.0
  public var right = 0.0
}

/// Where something is that has a place of its own on its page: distances from the edges of the paper, as CSS has them.
public struct SlidePlace: Hashable, Sendable {
  public enum Distance: Hashable, Sendable {
    case length(Length)
    case part(Double)

    public func of(_ whole: Length) -> Length {
      switch self {
      case .length(let length): length
      case .part(let part): whole.scaled(by: part)
      }
    }
  }

  public var left: Distance?
  public var right: Distance?
  public var top: Distance?
  public var bottom: Distance?
  public var width: Distance?
  public var height: Distance?
  /// How far it is moved, as parts of its own width and height: CSS' `translate(-50%, -50%)`.
  public var shiftX = 0.0
  public var shiftY = 0.0
  /// Which part of the free height is above what is between two edges: a half for flexible boxes with their content in the middle.
  public var downwards = 0.0
  /// True if lines are in the middle of what is between two edges.
  public var isInMiddle = false
  /// True for what is behind the slide's words: CSS' `z-index` below zero.
  public var isBehind = false

  public init() {}
}
