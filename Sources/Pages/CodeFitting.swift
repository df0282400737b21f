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
    let last = (code.firstNumber ?? 0) &+ code.lines.count
    let gutter =
      code.firstNumber == nil
      ? Length.zero : codeSetter.cell(of: code.numberStyle) * max(2, "\(last)".utf8.count) + style.text.size.scaled(by: 0.9)
    guard cell > .zero, measure > gutter else { return (code, style) }
    let room = Int((measure - gutter).rawValue / cell.rawValue)
    var widest = room
    for line in code.lines where line.text.count > room { widest = max(widest, Self.columns(of: line.text)) }
    guard widest > room else { return (code, style) }
    // The gutter shrinks along; a hundredth less than what fits, since sizes are rounded.
    let scale = (measure.points / (gutter + cell * widest).points) * 0.999
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

  /// The cells that a line takes, spaces at its end left out: two for what is full-width, none for marks.
  private static func columns(of text: [UInt8]) -> Int {
    var columns = 0
    var spaces = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar == " " {
        spaces += 1
        continue
      }
      columns += spaces
      spaces = 0
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1FAFF, 0x20000...0x3FFFF:
        columns += 2
      default: columns += scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
      }
    }
    return columns
  }
}
