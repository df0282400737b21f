import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// A set cell with blocks in it: a vertical list, split into the parts between which a page may end.
///
/// Distances count downwards from the cell's top.
struct CellFlow {
  /// An unbreakable part.
  struct Part {
    var top: Length
    var bottom: Length
    /// In `list.nodes`.
    var nodes: Range<Int>

    var height: Length { bottom - top }

    mutating func move(by distance: Length) {
      top += distance
      bottom += distance
    }
  }

  var list: VList
  var parts: [Part] = []
  /// The baseline of the first line; for a picture that is first, that of a line next to it.
  var baseline = Length.zero
  var height: Length { parts.last?.bottom ?? .zero }

  init(_ list: VList, strut: Length) {
    self.list = list
    var y = Length.zero
    var first: Length?
    var part = Part(top: .zero, bottom: .zero, nodes: 0..<0)
    var mayEnd = false
    for (index, node) in list.nodes.enumerated() {
      switch node {
      case .box, .beginFrame, .endFrame:
        if case .endFrame = node { mayEnd = false }
        if mayEnd, first != nil {
          part.nodes = part.nodes.lowerBound..<index
          parts.append(part)
          part = Part(top: y, bottom: y, nodes: index..<index)
        }
        mayEnd = false
        if first == nil, case .box(let box) = node, box.height + box.depth > strut / 2 {
          first = box.height > strut * 3 ? y + strut : y + box.height
        }
        y += list.height(of: node)
        part.bottom = y
      case .glue:
        if index > 0, list.nodes[index - 1].isBoxLike { mayEnd = true }
        y += list.height(of: node)
      case .kern: y += list.height(of: node)
      case .penalty(let penalty): mayEnd = penalty < Penalty.prohibit && penalty > Penalty.force
      }
    }
    part.nodes = part.nodes.lowerBound..<list.nodes.count
    parts.append(part)
    baseline = first ?? strut
  }
}
