import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Lines of code, each broken only where it is too long; a page may end between any two but the first and last pairs.
  func appendCode(_ code: [StyledText], style: BlockStyle, in region: Region, into list: inout VList) {
    let strut = Self.strut(style.leading)
    let shape = ParagraphShape(measure: region.measure, alignment: .left, leading: style.leading)
    for (number, text) in code.enumerated() {
      let lines = text.text.isEmpty ? Lines() : paragraphs.set(text, attachments: [], shape: shape)
      if number > 0 {
        if number == 1 || number == code.count - 1 { list.nodes.append(.penalty(Penalty.prohibit)) }
        list.nodes.append(.glue(.zero))
      }
      guard !lines.lines.isEmpty else {
        list.append(Ink(), height: strut.height, depth: strut.depth, width: .zero, x: region.x)
        continue
      }
      list.inks.append(lines.ink)
      for (row, line) in lines.lines.enumerated() {
        if row > 0 { list.nodes.append(.glue(.zero)) }
        list.append(
          VBox(
            height: max(line.height, strut.height), depth: max(line.depth, strut.depth), width: line.width, x: region.x,
            ink: Int32(list.inks.count - 1), items: line.items))
      }
    }
  }
}
