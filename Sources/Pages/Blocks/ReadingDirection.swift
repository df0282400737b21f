import TypesetParagraphs
import TypesetStyling

/// Where texts begin (UAX #9, rules P2 and P3).
extension DocumentContext {
  /// True if the first text in this block begins at the right.
  func beginsAtRight(_ index: StyledTree.Index) -> Bool {
    var next = index
    for _ in 0..<64 {
      switch tree[next].kind {
      case .paragraph(let content), .heading(_, let content, _, _): return paragraphs.beginsAtRight(content.text)
      default:
        guard tree[next].firstChild >= 0 else { return tree.theme.page.isRightToLeft }
        next = tree[next].firstChild
      }
    }
    return tree.theme.page.isRightToLeft
  }

  /// True if the first text in a table runs right to left.
  func beginsAtRight(_ table: StyledTree.Table) -> Bool {
    for row in table.head + table.rows {
      guard let cell = row.first(where: { !$0.isEmpty }) else { continue }
      return cell.blocks < 0 ? paragraphs.beginsAtRight(cell.content.text) : beginsAtRight(cell.blocks)
    }
    return page.isRightToLeft
  }
}
