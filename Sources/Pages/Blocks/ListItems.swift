import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// A list's item: its blocks moved right, the marker on the first line's baseline, right before the text.
  func buildItem(
    _ index: StyledTree.Index, marker: InlineContent, isMirrored: Bool, in region: Region, into list: inout VList
  ) {
    let style = scaledBlock(index).style
    let marker = within(.label) { markerLine(marker, style: style, isMirrored: isMirrored) }
    let firstNode = list.nodes.count
    within(.itemBody) { buildChildren(of: index, in: region, into: &list) }
    let gap = style.text.size.scaled(by: 0.45)
    // Where the text begins at the right, the marker stands right of it.
    let x = isMirrored ? region.x + region.measure + gap : region.x - gap - marker.width
    for position in firstNode..<list.nodes.count {
      guard case .box(let box) = list.nodes[position], box.height + box.depth > .zero else { continue }
      // The marker shares its line with the item's first box.
      var ink = Ink()
      let left = min(x, box.x)
      ink.append(marker.ink, dx: x - left, dy: .zero)
      ink.items.append(.content(.artifact))
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.inks[Int(box.ink)], dx: box.x - left, dy: .zero)
      list.inks.append(ink)
      list.nodes[position] = .box(
        VBox(
          height: box.height, depth: box.depth, width: max(box.x + box.width, x + marker.width) - left, x: left,
          ink: Int32(list.inks.count - 1),
          items: 0..<Int32(ink.items.count)))
      return
    }
    // An item without content is its marker alone.
    let strut = Self.strut(style.leading)
    list.append(marker.ink, height: strut.height, depth: strut.depth, width: marker.width, x: x)
  }

  private func markerLine(_ marker: InlineContent, style: BlockStyle, isMirrored: Bool) -> (ink: Ink, width: Length) {
    var markerStyle = style
    // At the left edge of its own measure, whichever way it runs.
    markerStyle.align = isMirrored ? .right : .left
    markerStyle.firstIndent = .zero
    var marker = marker
    if isMirrored {
      for index in marker.text.styles.indices { marker.text.styles[index].direction = .rightToLeft }
    }
    let lines = lines(of: marker, style: markerStyle, measure: 200.pt)
    guard let line = lines.lines.first else { return (Ink(), .zero) }
    var ink = Ink()
    ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: .zero, dy: .zero)
    return (ink, line.width)
  }
}
