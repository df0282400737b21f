import TypesetBoxes
import TypesetMarkdown
import TypesetStyling

extension SetBlock {
  /// Marks the first box of a block with the names of its link destinations; headings have theirs in their outline entry.
  mutating func markAnchors(of block: StyledTree.Block, isHeading: Bool = false, from first: Int = 0) {
    if let anchor = block.anchor, !isHeading { list.mark(.destination(name: anchor), from: first) }
    for pair in block.attributes.pairs {
      if pair.key == "anchor" { list.mark(.destination(name: pair.value), from: first) }
      if pair.key == StyledTree.opening { list.mark(.opening(title: pair.value), from: first) }
    }
  }
}

extension VList {
  /// Marks the position of the first box from a node on; without a box, adds one without size.
  mutating func mark(_ mark: Mark, from first: Int) {
    for position in first..<nodes.count {
      guard case .box(let box) = nodes[position] else { continue }
      var ink = Ink()
      ink.marks.append(mark)
      ink.items.append(.mark(0, Rect(x: .zero, y: -box.depth, width: box.width, height: box.height + box.depth)))
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: inks[Int(box.ink)], dx: .zero, dy: .zero)
      inks.append(ink)
      var marked = box
      marked.ink = Int32(inks.count - 1)
      marked.items = 0..<Int32(ink.items.count)
      nodes[position] = .box(marked)
      return
    }
    var ink = Ink()
    ink.marks.append(mark)
    ink.items.append(.mark(0, Rect(x: .zero, y: .zero, width: .zero, height: .zero)))
    append(ink, height: .zero, depth: .zero, width: .zero, x: .zero)
  }
}

extension StyledTree.Kind {
  var isHeading: Bool { if case .heading = self { true } else { false } }
}
