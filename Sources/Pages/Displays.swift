import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Sets a formula and tells what is wrong with it, at its place in the author's text.
  private func set(_ span: MathSpan, style: MathStyle, text: TextStyle, size: Length) -> Formula {
    let copy = span.isDisplay ? "$$\(span.tex)$$" : "$\(span.tex)$"
    let formula = math.set(
      span.tex, style: style, size: size, color: text.color, errorColor: tree.theme[.error].color, copy: copy)
    for fault in formula.diagnostics {
      let place = fault.range.isEmpty ? span.span : span.sourceSpan(ofBody: fault.range)
      report(Diagnostic(fault.severity, fault.code, at: place, fault.message, hint: fault.hint))
    }
    return formula
  }

  /// A formula in the line.
  func inlineFormula(_ span: MathSpan, style: TextStyle, measure: Length) -> HList {
    set(span, style: .text, text: style, size: style.size).list
  }

  /// A formula on lines of its own, centred, its tag at the right margin. A page may end between the rows of an alignment.
  func appendDisplay(_ span: MathSpan, style: BlockStyle, in region: Region, into list: inout VList) {
    var formula = set(span, style: .display, text: style.text, size: style.text.size)
    let room = region.measure
    if formula.width > room {
      // What does not fit is scaled down, no further than 70 %.
      let factor = max(0.7, room.points / max(formula.width.points, 1))
      let smaller = math.set(
        span.tex, style: .display, size: style.text.size.scaled(by: factor), color: style.text.color,
        errorColor: tree.theme[.error].color, copy: "$$\(span.tex)$$")
      formula = smaller
      if formula.width > room {
        report(
          Diagnostic(
            .warning, "math.too-wide", at: span.span, "this display is wider than the text even at 70 %",
            hint: "break it with \\\\ inside aligned"))
      }
    }
    let strut = Self.strut(style.leading)
    if formula.rows.isEmpty {
      appendRow(
        formula.list.packed(), width: formula.width, height: max(formula.height, strut.height),
        depth: max(formula.depth, strut.depth), tag: formula.tag, style: style, in: region, into: &list)
      return
    }
    var previousDepth = Length.zero
    for (number, row) in formula.rows.enumerated() {
      let isLast = number == formula.rows.count - 1
      let height = number == 0 ? max(row.height, strut.height) : row.height
      let depth = isLast ? max(row.depth, strut.depth) : row.depth
      if number > 0 {
        list.nodes.append(.penalty(number == 1 || isLast ? 5000 : 200))
        list.nodes.append(.glue(Glue(max(row.distance - previousDepth - height, .zero))))
      }
      appendRow(
        row.ink, width: row.width, height: height, depth: depth, tag: row.tag ?? (isLast ? formula.tag : nil), style: style,
        in: region, into: &list)
      previousDepth = depth
    }
  }

  private func appendRow(
    _ ink: Ink, width: Length, height: Length, depth: Length, tag: String?, style: BlockStyle, in region: Region,
    into list: inout VList
  ) {
    let x =
      switch style.align {
      case .left, .justified: Length.zero
      case .right: max(.zero, region.measure - width)
      case .center: max(.zero, (region.measure - width) / 2)
      }
    guard let tag else {
      list.append(ink, height: height, depth: depth, width: width, x: region.x + x)
      return
    }
    var row = Ink()
    row.append(ink, dx: x, dy: .zero)
    let label = math.set(
      "\\text{\(tag)}", style: .text, size: style.text.size, color: style.text.color, copy: tag)
    row.append(label.list.packed(), dx: max(region.measure - label.width, x + width + 6.pt), dy: .zero)
    list.append(row, height: height, depth: depth, width: region.measure, x: region.x)
  }
}
