import TypesetBytes

/// A part of a vertical list that may be elsewhere: at the top or the foot of a page.
public struct VFloat: Hashable, Sendable {
  /// With the space around it; what is left out of the text where it is elsewhere. In `VList.nodes`.
  public var nodes: Range<Int>
  /// The float itself.
  public var content: Range<Int>
  /// The height of the float with its depth, without the space around it.
  public var height: Length
  /// Floats of one kind keep their order.
  public var kind: UInt8
  /// LaTeX's `h`, `t`, `b`, `p` and `!`, as bits.
  public var areas: UInt8
  /// True if it is above all columns.
  public var isWide: Bool
  /// The space in its place where it is elsewhere; nil where another float follows.
  public var space: Glue?
  /// The space below it that it asks for.
  public var after: Glue

  public init(nodes: Range<Int>, content: Range<Int>, height: Length, kind: UInt8, areas: UInt8, isWide: Bool, after: Glue) {
    (self.nodes, self.content, self.height, self.kind, self.areas, self.isWide) = (nodes, content, height, kind, areas, isWide)
    self.after = after
  }
}

/// The floats of a list, in its order.
public struct VFloats: Hashable, Sendable {
  /// In the order of the list.
  public var list: [VFloat] = []
  /// Nodes before which all floats above are to be out.
  public var barriers: [Int] = []
  /// Between two floats, and between floats and the text (LaTeX's `\floatsep`, `\textfloatsep`).
  public var gap = Length.zero
  /// Between floats and the text (LaTeX's `\textfloatsep`).
  public var textGap = Length.zero

  public init() {}

  public var isEmpty: Bool { list.isEmpty }

  public subscript(number: Int) -> VFloat { list[number] }

  /// The first float that begins at a node or after it.
  public func first(from node: Int) -> Int { list.partitioningIndex { $0.nodes.lowerBound >= node } }

  /// The numbers of the floats that begin in a range of nodes.
  public func numbers(in nodes: Range<Int>) -> [Int] { Array(first(from: nodes.lowerBound)..<first(from: nodes.upperBound)) }

  /// True if a float begins exactly at this node.
  public func begins(at node: Int) -> Bool {
    let number = first(from: node)
    return number < list.count && list[number].nodes.lowerBound == node
  }

  /// The space in a float's place, below the floats that are in the text.
  public func space(skipping number: Int, here: [Int]) -> Glue? {
    guard let space = list[number].space else { return nil }
    guard number > 0, list[number - 1].nodes.upperBound == list[number].nodes.lowerBound, here.contains(number - 1) else { return space }
    let after = list[number - 1].after
    return space.natural >= after.natural ? space : after
  }
}
