import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockContext {
  /// The common scale of the document's code: smaller type costs something, broken lines by their share in all lines, so that a few very
  /// long ones are broken and do not make all others small.
  func commonCodeScale() -> Double {
    var lines = CodeLineWidths()
    let tree = document.tree
    // Blocks and their measures, outer ones first.
    var waiting = tree.children(of: 0).map { (block: $0, measure: tree.theme.page.measure) }
    while let (block, measure) = waiting.popLast() {
      guard measure > .zero else { continue }
      if case .code(let code) = tree.blocks[Int(block)].kind {
        lines.add(code, tree[block].style, measure: measure, document.codeSetter)
      } else if tree.blocks[Int(block)].firstChild >= 0, !tree.blocks[Int(block)].attributes.classes.contains("landscape") {
        let inner = tree[block].style.innerMeasure(in: measure)
        waiting += tree.children(of: block).map { ($0, inner) }
      }
    }
    return lines.bestScale()
  }
}

/// The lines of a document's code that are too long for their measure.
private struct CodeLineWidths {
  private var count = 0
  /// The scale at which each long line fits.
  private var long: [Double] = []
  /// Of the smallest code.
  private var size = Length.zero

  mutating func add(_ code: StyledCode, _ style: BlockStyle, measure: Length, _ setter: CodeSetter) {
    guard let text = code.lines.lazy.compactMap({ $0.styles.first }).first else { return }
    let cell = setter.cell(of: text)
    let inner = style.innerMeasure(in: measure)
    let gutter = setter.gutter(of: code, style: style)
    guard cell > .zero, inner > gutter else { return }
    let room = inner - gutter
    let fitting = room.rawValue / cell.rawValue
    // A drawing that is too wide has a size of its own.
    if code.lines.contains(where: { $0.text.count > fitting }), code.isDrawing { return }
    count += code.lines.count
    size = size == .zero ? text.size : min(size, text.size)
    // No character takes more cells than bytes.
    for line in code.lines where line.text.count > fitting {
      let width = setter.naturalWidth(of: line)
      // The gutter shrinks, too; a thousandth less than what fits, since sizes are rounded.
      if width > room { long.append((inner.points / (gutter + width).points) * 0.999) }
    }
  }

  /// The scale at the least cost, an eighth smaller at most. Type below eight points costs more.
  func bestScale() -> Double {
    guard !long.isEmpty, count > 0 else { return 1 }
    let sorted = long.sorted(by: >)
    var best = (scale: 1.0, cost: Double(sorted.count) / Double(count))
    for (index, scale) in sorted.enumerated() where scale >= CodeBlock.leastScale {
      let isTiny = size.scaled(by: scale) < min(size, 8.pt)
      let cost = Double(sorted.count - index - 1) / Double(count) + (1 - scale) / 2 + (isTiny ? 0.08 : 0)
      if cost < best.cost { best = (scale, cost) }
    }
    return best.scale
  }
}

extension CodeSetter {
  /// The scale at which no line of the code is broken; nil without room.
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
    // The gutter shrinks, too; a thousandth less than what fits, since sizes are rounded.
    return (measure.points / (gutter + widest).points) * 0.999
  }
}

extension CodeBlock {
  /// The smallest common scale of all code.
  fileprivate static let leastScale = 0.875
  /// The smallest scale of a block whose lines are one to three characters too long.
  fileprivate static let leastOwnScale = 0.948
  /// A drawing made of characters is set as small as it has to be, down to half its size: broken lines leave nothing of it.
  fileprivate static let leastDrawingScale = 0.5

  /// A drawing that is wider than the page even so.
  private func reportTornDrawing(in context: BlockContext, onto out: inout SetBlock) {
    out.report(
      Diagnostic(
        .warning, "code.drawing", at: context.document.tree[context.block].span,
        "this drawing of characters is wider than the page, even at half its size: its lines are broken",
        hint: "make it narrower, or put it on a landscape page: ::: landscape"))
  }

  /// The code and its style at the common scale of the document, or up to a twentieth smaller if no line is broken then; a drawing at the scale at which it
  /// fits.
  func fitted(_ style: BlockStyle, in context: BlockContext, onto out: inout SetBlock) -> (code: StyledCode, style: BlockStyle) {
    let document = context.document
    let fitting = document.codeSetter.scaleToFit(code, style, measure: context.measure) ?? 0
    var scale = document.codeScale
    if fitting < 1, code.isDrawing {
      let isTorn = fitting < Self.leastDrawingScale
      if isTorn { reportTornDrawing(in: context, onto: &out) }
      scale = isTorn ? scale : fitting
    } else if fitting >= Self.leastOwnScale {
      scale = min(scale, fitting)
    }
    guard scale < 1 else { return (code, style) }
    var (code, style) = (code, style)
    for line in code.lines.indices { code.lines[line].scale(by: scale) }
    code.numberStyle.size = code.numberStyle.size.scaled(by: scale)
    style.text.size = style.text.size.scaled(by: scale)
    style.leading = style.leading.scaled(by: scale)
    return (code, style)
  }
}
