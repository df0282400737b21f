import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// A list's item: its blocks moved right, the marker on the first line's baseline, right before the text.
  func buildItem(_ index: StyledTree.Index, marker: InlineContent, in region: Region, into list: inout VList) {
    let style = tree[index].style
    let marker = markerLine(marker, style: style)
    let firstNode = list.nodes.count
    buildChildren(of: index, in: region, into: &list)
    let gap = style.text.size.scaled(by: 0.45)
    let x = region.x - gap - marker.width
    for position in firstNode..<list.nodes.count {
      guard case .box(let box) = list.nodes[position], box.height + box.depth > .zero else { continue }
      // The marker shares its line with the item's first box.
      var ink = Ink()
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.inks[Int(box.ink)], dx: box.x - x, dy: .zero)
      ink.append(marker.ink, dx: .zero, dy: .zero)
      list.inks.append(ink)
      list.nodes[position] = .box(
        VBox(
          height: box.height, depth: box.depth, width: box.width + box.x - x, x: x, ink: Int32(list.inks.count - 1),
          items: 0..<Int32(ink.items.count)))
      return
    }
    // An item without content is its marker alone.
    let strut = Self.strut(style.leading)
    list.append(marker.ink, height: strut.height, depth: strut.depth, width: marker.width, x: x)
  }

  private func markerLine(_ marker: InlineContent, style: BlockStyle) -> (ink: Ink, width: Length) {
    var markerStyle = style
    markerStyle.align = .left
    markerStyle.firstIndent = .zero
    let lines = lines(of: marker, style: markerStyle, measure: 200.pt)
    guard let line = lines.lines.first else { return (Ink(), .zero) }
    var ink = Ink()
    ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: .zero, dy: .zero)
    return (ink, line.width)
  }
}
