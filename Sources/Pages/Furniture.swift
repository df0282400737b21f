public import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Writes the page's number below the text block.
  public func number(_ page: inout Page, _ number: Int) {
    let theme = tree.theme
    guard theme.page.isNumbered else { return }
    let style = theme.body(language: tree.language).applying(theme[.pageNumber], families: theme.families)
    var content = InlineContent()
    content.text.append("\(number)".utf8, style: style.text)
    let lines = lines(of: content, style: style, measure: theme.page.measure)
    guard let line = lines.lines.first else { return }
    // Halfway into the lower margin.
    let y = -theme.page.height + theme.page.bottom / 2 - style.text.size / 3
    page.ink.append(
      Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: theme.page.left, dy: y)
  }
}
