import TypesetBoxes
import TypesetStyling

// Tables that are too wide are in smaller type, with everything in their cells.

extension StyledTree.Table {
  /// The smallest scale of a table: four fifths, but not below six and a half points.
  var leastScale: Double { max(0.8, min(1, 6.5 / max(cellStyle.text.size.points, 1))) }

  /// The table in smaller type; its caption keeps its size.
  func scaled(by factor: Double) -> StyledTree.Table {
    var table = self
    table.headStyle = headStyle.scaled(by: factor)
    table.cellStyle = cellStyle.scaled(by: factor)
    table.head = Self.scaled(head, by: factor)
    table.rows = Self.scaled(rows, by: factor)
    return table
  }

  private static func scaled(_ rows: [[Cell]], by factor: Double) -> [[Cell]] {
    rows.map { row in
      row.map { cell in
        var cell = cell
        cell.content = cell.content.scaled(by: factor)
        return cell
      }
    }
  }
}

extension BlockStyle {
  /// The style of a block in smaller type.
  func scaled(by factor: Double) -> BlockStyle {
    var style = self
    style.inset = inset.scaled(by: factor)
    style.text.size = text.size.scaled(by: factor)
    style.leading = leading.scaled(by: factor)
    style.padding = padding.scaled(by: factor * factor)
    style.before.natural = before.natural.scaled(by: factor)
    style.paddingTop = paddingTop.scaled(by: factor)
    style.paddingBottom = paddingBottom.scaled(by: factor)
    return style
  }
}

extension InlineContent {
  /// True if there is nothing but pictures, badges and spaces.
  var hasPicturesAlone: Bool {
    guard attachments.count > 1, text.text.first == 0xEF else { return false }
    return text.text.allSatisfy { [0xEF, 0xBF, 0xBC, 0x20, 0xC2, 0xA0, 0xE2, 0x80, 0xA8].contains($0) }
      && attachments.allSatisfy { if case .math = $0 { false } else { true } }
  }

  var hasImages: Bool { attachments.contains { if case .image = $0 { true } else { false } } }
}
