import TypesetBoxes
package import TypesetParagraphs
package import TypesetStyling

extension ParagraphShape {
  /// Applies the style of a paragraph's lines.
  package mutating func take(_ lines: LineStyle) {
    looseness = lines.looseness
    leftSkip = lines.leftSkip
    rightSkip = lines.rightSkip
    tabs = lines.tabs(measure: measure)
    self.lines = lines.lines(measure: measure).map { LinePlace(indent: $0.indent, width: $0.width) }
    guard self.lines.isEmpty else { return }
    let hang = lines.hang(measure: measure)
    self.hang(by: hang, after: lines.hangAfter)
    // A paragraph with a hanging indent begins at the margin.
    if hang > .zero, lines.hangsBelow { indent = min(indent, .zero) }
  }
}
