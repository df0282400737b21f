import TypesetBoxes
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockContext {
  /// How all code of the document is set: long lines first reach into the margins, then are in slightly smaller type, and the few that
  /// are still too long are broken, so that they do not make all others small.
  func commonCodeForm() -> CodeForm {
    var lines = CodeLineWidths(measure: document.page.measure)
    let tree = document.tree
    // Blocks and their measures, outer ones first.
    var waiting = tree.children(of: 0).map { (block: $0, measure: tree.theme.page.measure) }
    while let (block, measure) = waiting.popLast() {
      let (kind, style) = (tree[block].kind, tree[block].style)
      guard measure > .zero else { continue }
      switch kind {
      case .code(let code): lines.add(code, style, measure: measure, document.codeSetter)
      default:
        guard tree[block].firstChild >= 0, !tree[block].attributes.classes.contains("landscape") else { continue }
        let inner = style.innerMeasure(in: measure)
        waiting += tree.children(of: block).map { ($0, inner) }
      }
    }
    return lines.form(hang: document.page.hang)
  }

  /// True for a block as wide as the text, which can be wider.
  var isAsWideAsText: Bool { x == .zero && measure == sheet.measure && sheet.columns == 1 && beside == nil && scale == 1 }
}

/// The lines of a document's code that are too long for its text block.
private struct CodeLineWidths {
  /// Of the text block.
  let measure: Length
  private var count = 0
  /// What each long line lacks at its own size, and its width.
  private var long: [(lack: Length, width: Length)] = []

  init(measure: Length) { self.measure = measure }

  mutating func add(_ code: StyledCode, _ style: BlockStyle, measure: Length, _ setter: CodeSetter) {
    // Code within lists can't reach into the margins, and is as small as its own lines require.
    guard measure == self.measure, let text = code.lines.lazy.compactMap({ $0.styles.first }).first else { return }
    let cell = setter.cell(of: text)
    let room = style.innerMeasure(in: measure) - setter.gutter(of: code, style: style)
    guard cell > .zero, room > .zero else { return }
    count += code.lines.count
    let fitting = room.rawValue / cell.rawValue
    // No character takes more cells than bytes.
    for line in code.lines where line.text.count > fitting {
      let width = setter.naturalWidth(of: line)
      if width > room { long.append((width - room, width)) }
    }
  }

  /// The form at the least cost: broken lines cost most, by their share in all lines; type smaller than 95 % is not considered.
  func form(hang: Length) -> CodeForm {
    guard !long.isEmpty, count > 0 else { return CodeForm() }
    var best = (form: CodeForm(), cost: cost(CodeForm(), most: hang))
    for scale in [1, 0.95] {
      var lacks = long.map { max($0.lack - $0.width.scaled(by: 1 - scale), .zero) }.sorted()
      lacks = lacks.filter { $0 <= hang * 2 }
      // The largest ones matter most; a score of them is tried.
      let step = max(1, lacks.count / 20)
      for index in stride(from: lacks.count - 1, through: 0, by: -step) {
        let form = CodeForm(scale: scale, hang: (lacks[index] / 2) + (lacks[index] > .zero ? 0.2.pt : .zero))
        let cost = cost(form, most: hang)
        if cost < best.cost { best = (form, cost) }
      }
    }
    return best.form
  }

  private func cost(_ form: CodeForm, most: Length) -> Double {
    let room = form.hang * 2
    let broken = long.count { $0.lack - $0.width.scaled(by: 1 - form.scale) > room }
    return Double(broken) / Double(count) * 100 + (most > .zero ? form.hang.points / most.points * 2.5 : 0) + (form.scale < 1 ? 3 : 0)
  }
}

extension CodeSetter {
  /// The scale at which no line of the code is broken; nil if that is less than 95 %.
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
    return scale >= 0.948 ? scale : nil
  }
}

extension CodeBlock {
  /// The code and its style at the common scale of the document, or up to a twentieth smaller if no line is broken then: one to three
  /// characters too many.
  func fitted(_ style: BlockStyle, in context: BlockContext) -> (code: StyledCode, style: BlockStyle) {
    let document = context.document
    let scale = min(document.codeForm.scale, document.codeSetter.scaleToFit(code, style, measure: context.measure) ?? 1)
    guard scale < 1 else { return (code, style) }
    var (code, style) = (code, style)
    for line in code.lines.indices { code.lines[line].scale(by: scale) }
    code.numberStyle.size = code.numberStyle.size.scaled(by: scale)
    style.text.size = style.text.size.scaled(by: scale)
    style.leading = style.leading.scaled(by: scale)
    return (code, style)
  }
}
