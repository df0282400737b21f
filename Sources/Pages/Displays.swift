import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Sets a formula and tells what is wrong with it, at its place in the author's text.
  private func set(_ span: MathSpan, style: MathStyle, text: TextStyle, size: Length) -> Formula {
    let formula = math.set(span.tex, style: style, size: size, color: text.color, macros: macros)
    for fault in formula.diagnostics {
      let place = fault.range.isEmpty ? span.span : span.sourceSpan(ofBody: fault.range)
      report(Diagnostic(.warning, fault.code, at: place, fault.message, hint: fault.hint))
    }
    return formula
  }

  /// A formula in the line. A short one is a box in the list; a wide display amid text breaks as one in line.
  func inlineFormula(_ span: MathSpan, style: TextStyle) -> HList {
    set(span, style: .text, text: style, size: style.size).list
  }

  /// A formula on lines of its own, centred, its tag at the right margin. A page may end between the rows of an alignment.
  func appendDisplay(_ span: MathSpan, style: BlockStyle, in region: Region, into list: inout VList) {
    var formula = set(span, style: .display, text: style.text, size: style.text.size)
    if formula.width > region.measure {
      // What does not fit is scaled down, no further than 70 %.
      let factor = max(0.7, region.measure.points / max(formula.width.points, 1))
      formula = math.set(
        span.tex, style: .display, size: style.text.size.scaled(by: factor), color: style.text.color, macros: macros)
      if formula.width > region.measure {
        report(
          Diagnostic(
            .warning, "math.too-wide", at: span.span, "this display is wider than the text even at 70 %",
            hint: "break it with \\\\ inside aligned"))
      }
    }
    let strut = Self.strut(style.leading)
    if formula.rows.isEmpty {
      appendRow(
        formula.list, width: formula.width, height: max(formula.height, strut.height), depth: max(formula.depth, strut.depth),
        tag: formula.tag, style: style, in: region, into: &list)
      return
    }
    var previousDepth = Length.zero
    for (number, row) in formula.rows.enumerated() {
      let isLast = number == formula.rows.count - 1
      let height = number == 0 ? max(row.height, strut.height) : row.height
      let depth = isLast ? max(row.depth, strut.depth) : row.depth
      if number > 0 {
        list.nodes.append(.penalty(number == 1 || isLast ? 5000 : 200))
        list.nodes.append(.glue(Glue(max(row.baselineDistance - previousDepth - height, .zero))))
      }
      appendRow(
        row.list, width: row.width, height: height, depth: depth, tag: row.tag ?? (isLast ? formula.tag : nil), style: style,
        in: region, into: &list)
      previousDepth = depth
    }
  }

  private func appendRow(
    _ formula: HList, width: Length, height: Length, depth: Length, tag: HList?, style: BlockStyle, in region: Region,
    into list: inout VList
  ) {
    let x =
      switch style.align {
      case .left, .justified: Length.zero
      case .right: max(.zero, region.measure - width)
      case .center: max(.zero, (region.measure - width) / 2)
      }
    var row = Ink()
    row.append(formula.packed(), dx: x, dy: .zero)
    if let tag { row.append(tag.packed(), dx: max(region.measure - tag.naturalWidth, x + width + 6.pt), dy: .zero) }
    list.append(row, height: height, depth: depth, width: tag == nil ? x + width : region.measure, x: region.x)
  }
}
