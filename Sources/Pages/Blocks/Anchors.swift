import TypesetBoxes
import TypesetMarkdown
import TypesetStyling

extension BlockBuilder {
  /// Marks the first box of a block with the names by which links find it.
  func markAnchors(of block: StyledTree.Block, from firstNode: Int, in list: inout VList) {
    if let anchor = block.anchor, !block.kind.isHeading { mark(.destination(name: anchor), from: firstNode, in: &list) }
    for pair in block.attributes.pairs where pair.key == "anchor" { mark(.destination(name: pair.value), from: firstNode, in: &list) }
  }

  /// Marks the place of a block's first box; a block without one is marked by a box without size.
  func mark(_ mark: Mark, from firstNode: Int, in list: inout VList) {
    for position in firstNode..<list.nodes.count {
      guard case .box(let box) = list.nodes[position] else { continue }
      var ink = Ink()
      ink.marks.append(mark)
      ink.items.append(.mark(0, Rect(x: .zero, y: -box.depth, width: box.width, height: box.height + box.depth)))
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.inks[Int(box.ink)], dx: .zero, dy: .zero)
      list.inks.append(ink)
      var marked = box
      marked.ink = Int32(list.inks.count - 1)
      marked.items = 0..<Int32(ink.items.count)
      list.nodes[position] = .box(marked)
      return
    }
    var ink = Ink()
    ink.marks.append(mark)
    ink.items.append(.mark(0, Rect(x: .zero, y: .zero, width: .zero, height: .zero)))
    list.append(ink, height: .zero, depth: .zero, width: .zero, x: .zero)
  }
}

extension StyledTree.Kind {
  /// Headings bring their destination with their entry of the outline.
  var isHeading: Bool { if case .heading = self { true } else { false } }
}
