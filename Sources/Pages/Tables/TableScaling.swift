import TypesetBoxes
import TypesetStyling

// Tables that are too wide stand in smaller type, and all that is in their cells with them.

extension StyledTree.Table {
  /// How small a table may be set: four fifths, but not below six and a half points.
  var leastScale: Double { max(0.8, min(1, 6.5 / max(cellStyle.text.size.points, 1))) }

  /// The table in smaller type; its caption keeps its size.
  func scaled(by factor: Double) -> StyledTree.Table {
    var table = self
    table.headStyle = headStyle.scaled(by: factor)
    table.cellStyle = cellStyle.scaled(by: factor)
    for row in table.head.indices {
      for cell in table.head[row].indices { table.head[row][cell].content.scale(by: factor) }
    }
    for row in table.rows.indices {
      for cell in table.rows[row].indices { table.rows[row][cell].content.scale(by: factor) }
    }
    return table
  }
}

extension StyledTree.Table {
  /// Does its first column only count the rows, so that the second one names them?
  var beginsWithNumbers: Bool {
    !rows.isEmpty
      && rows.allSatisfy { row in
        guard let cell = row.first, cell.blocks < 0 else { return false }
        return cell.content.text.text.count <= 5 && cell.content.text.text.allSatisfy { $0 < 0x41 }
      }
  }
}

extension StyledTree.Block {
  /// The block in smaller type.
  func scaled(by factor: Double) -> StyledTree.Block {
    var block = self
    block.style = style.scaled(by: factor)
    block.style.inset = style.inset.scaled(by: factor)
    switch block.kind {
    case .paragraph(var content):
      content.scale(by: factor)
      block.kind = .paragraph(content)
    case .heading(let level, var content, let title, let destination):
      content.scale(by: factor)
      block.kind = .heading(level: level, content, title: title, destination: destination)
    case .item(var marker):
      marker.scale(by: factor)
      block.kind = .item(marker: marker)
    case .code(var code):
      for index in code.lines.indices { code.lines[index].scale(by: factor) }
      code.title?.scale(by: factor)
      code.numberStyle.size = code.numberStyle.size.scaled(by: factor)
      block.kind = .code(code)
    case .figure(let image, var caption):
      caption.scale(by: factor)
      block.kind = .figure(image, caption: caption)
    case .table(var table):
      table = table.scaled(by: factor)
      table.caption.scale(by: factor)
      block.kind = .table(table)
    case .group, .list, .display, .rule, .contents, .numbering: break
    }
    return block
  }
}

extension BlockStyle {
  fileprivate func scaled(by factor: Double) -> BlockStyle {
    var style = self
    style.text.size = text.size.scaled(by: factor)
    style.leading = leading.scaled(by: factor)
    style.padding = padding.scaled(by: factor * factor)
    style.before.natural = before.natural.scaled(by: factor)
    style.paddingTop = paddingTop.scaled(by: factor)
    style.paddingBottom = paddingBottom.scaled(by: factor)
    return style
  }
}

extension StyledText {
  fileprivate mutating func scale(by factor: Double) {
    for index in styles.indices { styles[index].size = styles[index].size.scaled(by: factor) }
  }
}

extension InlineContent {
  var hasImages: Bool { attachments.contains { if case .image = $0 { true } else { false } } }

  fileprivate mutating func scale(by factor: Double) {
    text.scale(by: factor)
    attachments = attachments.map { attachment in
      func smaller(_ style: TextStyle) -> TextStyle {
        var style = style
        style.size = style.size.scaled(by: factor)
        return style
      }
      return switch attachment {
      case .math(let span, let style): .math(span, smaller(style))
      case .image(let image, let style): .image(image, smaller(style))
      case .checkbox(let isChecked, let style): .checkbox(isChecked: isChecked, smaller(style))
      }
    }
  }
}
