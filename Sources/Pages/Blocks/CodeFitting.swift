import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockContext {
  /// The common scale at which no line of the document's code is broken needlessly.
  func commonCodeScale() -> Double {
    var least = 1.0
    let tree = document.tree
    // Blocks and their measures, outer ones first.
    var waiting = tree.children(of: 0).map { (block: $0, measure: tree.theme.page.measure) }
    while let (block, measure) = waiting.popLast() {
      let (kind, style) = (tree[block].kind, tree[block].style)
      guard measure > .zero else { continue }
      switch kind {
      case .code(let code):
        if let scale = document.codeSetter.scaleToFit(code, style, measure: style.innerMeasure(in: measure)) {
          least = min(least, scale)
        }
      default:
        guard tree[block].firstChild >= 0, !tree[block].attributes.classes.contains("landscape") else { continue }
        let inner = style.innerMeasure(in: measure)
        waiting += tree.children(of: block).map { ($0, inner) }
      }
    }
    return least
  }
}

extension CodeSetter {
  /// The scale at which no line of the code is broken; nil if that is more than an eighth smaller.
  fileprivate func scaleToFit(_ code: StyledCode, _ style: BlockStyle, measure: Length) -> Double? {
    guard let text = code.lines.lazy.compactMap({ $0.styles.first }).first else { return 1 }
    let width = cell(of: text)
    let gutter = gutter(of: code, style: style)
    guard width > .zero, measure > gutter else { return nil }
    let room = measure - gutter
    let count = Int(room.rawValue / width.rawValue)
    var widest = Length.zero
    // No character takes more cells than bytes.
    for line in code.lines where line.text.count > count { widest = max(widest, naturalWidth(of: line)) }
    guard widest > room else { return 1 }
    // The gutter shrinks, too; a hundredth less than what fits, since sizes are rounded.
    let scale = (measure.points / (gutter + widest).points) * 0.999
    return scale >= 0.875 ? scale : nil
  }
}

extension CodeBlock {
  /// The code and its style at the common scale of the document, or smaller if all its lines then fit: eighty columns on a page for
  /// seventy-three.
  ///
  /// At most an eighth smaller; longer lines are broken.
  func fitted(_ style: BlockStyle, in context: BlockContext) -> (code: StyledCode, style: BlockStyle) {
    let document = context.document
    let scale = min(document.codeScale, document.codeSetter.scaleToFit(code, style, measure: context.measure) ?? 1)
    guard scale < 1 else { return (code, style) }
    var (code, style) = (code, style)
    for line in code.lines.indices { code.lines[line].scale(by: scale) }
    code.numberStyle.size = code.numberStyle.size.scaled(by: scale)
    style.text.size = style.text.size.scaled(by: scale)
    style.leading = style.leading.scaled(by: scale)
    return (code, style)
  }
}
