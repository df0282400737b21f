/// A line along one side of a frame.
public struct FrameEdge: Hashable, Sendable {
  public var color: Color
  /// The thickness of the line, inside the frame.
  public var width: Length

  public init(color: Color, width: Length) {
    self.color = color
    self.width = width
  }
}

/// Lines along the sides of a frame, each by itself.
public struct FrameEdges: Hashable, Sendable {
  public var top: FrameEdge?
  public var right: FrameEdge?
  public var bottom: FrameEdge?
  public var left: FrameEdge?

  public init() {}

  /// True without a line at any side.
  public var isEmpty: Bool { top == nil && right == nil && bottom == nil && left == nil }

  /// The lines inside of a rectangle's sides.
  public func rules(in rect: Rect) -> [InkItem] {
    var items: [InkItem] = []
    if let top {
      items.append(.rule(Rect(x: rect.x, y: rect.y + rect.height - top.width, width: rect.width, height: top.width), top.color))
    }
    if let bottom { items.append(.rule(Rect(x: rect.x, y: rect.y, width: rect.width, height: bottom.width), bottom.color)) }
    if let left { items.append(.rule(Rect(x: rect.x, y: rect.y, width: left.width, height: rect.height), left.color)) }
    if let right {
      items.append(.rule(Rect(x: rect.x + rect.width - right.width, y: rect.y, width: right.width, height: rect.height), right.color))
    }
    return items
  }
}
