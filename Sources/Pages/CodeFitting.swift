import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Code and its style made smaller where all lines then fit: eighty columns stand on a page for seventy-three.
  ///
  /// Never by more than an eighth; what is wider is divided at its full size.
  func fitted(_ code: StyledCode, _ style: BlockStyle, measure: Length) -> (code: StyledCode, style: BlockStyle) {
    guard let text = code.lines.lazy.compactMap({ $0.styles.first }).first else { return (code, style) }
    let cell = codeSetter.cell(of: text)
    let gutter = gutter(of: code, style: style)
    guard cell > .zero, measure > gutter else { return (code, style) }
    let room = measure - gutter
    let count = Int(room.rawValue / cell.rawValue)
    var widest = Length.zero
    // No character takes more cells than bytes.
    for line in code.lines where line.text.count > count { widest = max(widest, naturalWidth(of: line)) }
    guard widest > room else { return (code, style) }
    // The gutter shrinks along; a hundredth less than what fits, since sizes are rounded.
    let scale = (measure.points / (gutter + widest).points) * 0.999
    guard scale >= 0.875 else { return (code, style) }
    var (code, style) = (code, style)
    for line in code.lines.indices {
      for index in code.lines[line].styles.indices {
        code.lines[line].styles[index].size = code.lines[line].styles[index].size.scaled(by: scale)
      }
    }
    code.numberStyle.size = code.numberStyle.size.scaled(by: scale)
    style.text.size = style.text.size.scaled(by: scale)
    style.leading = style.leading.scaled(by: scale)
    return (code, style)
  }
}
