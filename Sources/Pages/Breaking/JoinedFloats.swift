import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings
import TypesetStyling

/// The floats of a document while its blocks' lists are joined.
struct JoinedFloats {
  private(set) var floats = VFloats()
  private let tree: StyledTree
  private let page: PageStyle
  /// The space that the block above the floats asks for below it, and where their part of the list begins.
  private var below: Glue?
  private var start = 0
  /// How many of them have no end yet.
  private var open = 0
  private var isWithin = false

  init(_ tree: StyledTree) {
    (self.tree, page) = (tree, tree.theme.page)
    floats.gap = tree.theme.size.scaled(by: 1.2)
    floats.textGap = tree.theme.size.scaled(by: 2)
  }

  /// What a block says of its place; nil where it stays in the text.
  func placement(of block: borrowing StyledTree.Block, at index: StyledTree.Index, height: () -> Length) -> FloatPlacement? {
    guard block.placement != nil || page.floats != nil, !page.areSlides, !block.breaksPage, index >= tree.titleEnd else { return nil }
    guard var float = block.placement ?? (block.isCaptioned ? page.floats : nil) else { return nil }
    float.isWide = float.isWide && page.columns > 1
    if float.isWide {
      float.areas.formIntersection([.page, .insistent])
      float.areas.insert(.top)
    }
    // What is divided over pages is no float.
    guard !float.areas.isEmpty, float.isWide || height() <= page.textHeight else { return nil }
    return float
  }

  mutating func add(barrierAt node: Int) { if floats.barriers.last != node { floats.barriers.append(node) } }

  /// A float follows; what is above it is text or another float.
  mutating func begin(in list: borrowing VList, below space: Glue?) {
    if !isWithin { (below, isWithin) = (space, true) }
    if open > 0 {
      floats.list[floats.list.count - 1].nodes = start..<list.nodes.count
      open = 0
    }
    start = list.nodes.count
  }

  /// No float follows; the space below the last one is still to come.
  mutating func end(in list: borrowing VList) { isWithin = false }

  /// - Parameter first: Where its own nodes begin.
  mutating func add(_ float: FloatPlacement, _ block: StyledTree.Index, from first: Int, in list: inout VList, after: Glue) {
    let content = first..<list.nodes.count
    floats.list.append(
      VFloat(
        nodes: start..<list.nodes.count, content: content, height: list.naturalHeight(of: content), kind: tree[block].floatKind,
        areas: float.areas.rawValue, isWide: float.isWide, after: after))
    open = 1
  }

  /// The text goes on at a node.
  ///
  /// - Parameter space: Above the block that follows; nil where none does.
  mutating func close(in list: inout VList, at node: Int, space: Glue?) {
    guard open > 0 else { return }
    floats.list[floats.list.count - 1].nodes = start..<node
    floats.list[floats.list.count - 1].space = space.map { larger(below, $0) }
    open = 0
  }
}

extension StyledTree.Block {
  /// True for a place that floats above it don't pass.
  var isBarrier: Bool { attributes.classes.contains("float-barrier") }

  /// True for figures, tables and algorithms with captions.
  fileprivate var isCaptioned: Bool {
    if kind.setting.traits.contains(.mayMove) { return true }
    guard case .group = kind else { return false }
    return attributes.classes.contains("algorithm-float")
      || anchor.map { name in ["fig", "tbl", "tab"].contains { name.hasPrefix($0) } } ?? false
  }

  /// Floats of one kind keep their order.
  fileprivate var floatKind: UInt8 {
    switch kind {
    case .table: 1
    case .code: 3
    default:
      if attributes.classes.contains("algorithm-float") { 2 } else if anchor?.hasPrefix("t") == true { 1 } else { 0 }
    }
  }
}
