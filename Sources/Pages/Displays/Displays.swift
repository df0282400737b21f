import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Sets a formula and tells what is wrong with it, at its place in the author's text.
  func set(
    _ span: MathSpan, style: MathStyle, text: TextStyle, size: Length, measure: Length? = nil, height: Length? = nil
  ) -> Formula {
    let formula = math.set(
      span.tex, style: style, size: size, color: text.color, macros: macros.at(Int(span.span.start)), measure: measure, height: height)
    for fault in formula.diagnostics {
      let place = fault.range.isEmpty ? span.span : span.sourceSpan(ofBody: fault.range)
      report(Diagnostic(.warning, fault.code, at: place, fault.message, hint: fault.hint))
    }
    return formula
  }

  /// A formula in the line. A short one is a box in the list; a wide display amid text breaks as one in line. A part that does not
  /// break is never wider than the measure, nor higher than a page.
  func inlineFormula(_ span: MathSpan, style: TextStyle, measure: Length) -> HList {
    let mathStyle = span.isDisplay ? MathStyle.display : .text
    let formula = set(span, style: mathStyle, text: style, size: style.size)
    let room = sheet.textHeight.scaled(by: 0.9)
    guard formula.width > measure || formula.height + formula.depth > room else { return formula.listInText }
    let widest = formula.list.nodes.reduce(Length.zero) { if case .box(let box) = $1 { max($0, box.width) } else { $0 } }
    let factor = min(measure.points / max(widest.points, 1), room.points / max((formula.height + formula.depth).points, 1))
    guard factor < 0.999, factor > 0.01 else { return formula.listInText }
    report(
      Diagnostic(
        .warning, "math.too-wide", at: span.span, "this formula is too large for its line and is set smaller",
        hint: "put it on lines of its own, between $$ and $$"))
    return math.set(
      span.tex, style: mathStyle, size: style.size.scaled(by: factor * 0.995), color: style.color, macros: macros.at(Int(span.span.start))
    ).listInText
  }

  /// A formula on lines of its own, centred, its number at the right margin. A page may end between the rows of an alignment.
  func appendDisplay(
    _ span: MathSpan, index: StyledTree.Index, style: BlockStyle, in region: Region, into list: inout VList
  ) {
    let equations = numbers.equations(of: index)
    let tags = equations.map { tag($0, style) }
    // TeX keeps a quad between a display and its number.
    let room = region.measure - ((tags.lazy.compactMap { $0?.width }.max()).map { $0 + style.text.size } ?? .zero)
    let formula = fitted(span, style: style.text, room: room, measure: region.measure)
    shortenSpace(above: formula, style: style, in: region, list: &list)
    let strut = Self.strut(style.leading)
    var rows: [DisplayRow] = formula.rows.map { row in
      let equation = row.equation.flatMap { equations.indices.contains($0) ? $0 : nil }
      return DisplayRow(
        list: row.list, right: row.right, height: row.height, depth: row.depth, baselineDistance: row.baselineDistance,
        tag: equation.flatMap { tags[$0] }, destination: equation.flatMap { equations[$0].destination }, isText: row.isText)
    }
    if rows.isEmpty {
      rows = [
        DisplayRow(
          list: formula.list, right: formula.width, height: formula.height, depth: formula.depth, baselineDistance: .zero,
          tag: tags.first ?? nil, destination: equations.first?.destination)
      ]
    }
    let x = offset(of: rows, width: formula.width, style: style, in: region)
    var previousDepth = Length.zero
    for (number, var row) in rows.enumerated() {
      let isLast = number == rows.count - 1
      if number == 0 { row.height = max(row.height, strut.height) }
      if isLast { row.depth = max(row.depth, strut.depth) }
      if number > 0 {
        // No page ends after the first row or before the last.
        list.nodes.append(.penalty(number == 1 || isLast ? 5000 : 200))
        list.nodes.append(.glue(Glue(max(row.baselineDistance - previousDepth - row.height, .zero))))
      }
      previousDepth = row.depth
      append(row, dx: row.isText ? .zero : x, in: region, gap: style.text.size, into: &list)
    }
  }

  /// Numbers stand where lines end.
  private var isMirrored: Bool { tree.theme.page.isRightToLeft }

  private struct DisplayRow {
    var list: HList
    /// From the display's left edge.
    var right: Length
    var height: Length
    var depth: Length
    var baselineDistance: Length
    var tag: Formula?
    var destination: String?
    var isText = false
  }

  /// Where the display begins: centred, but further left where a number would come too near.
  private func offset(of rows: [DisplayRow], width: Length, style: BlockStyle, in region: Region) -> Length {
    let free = max(.zero, region.measure - width)
    var x =
      switch style.align {
      case .left, .justified: Length.zero
      case .right: free
      case .center: free / 2
      }
    for row in rows {
      guard let tag = row.tag else { continue }
      if isMirrored {
        x = min(max(x, tag.width + style.text.size), free)
        continue
      }
      let limit = region.measure - tag.width - style.text.size - row.right
      if limit >= .zero { x = min(x, limit) }
    }
    return x
  }

  private func tag(_ equation: EquationNumbers.Equation?, _ style: BlockStyle) -> Formula? {
    guard let text = equation?.tag else { return nil }
    return math.set(
      "\\text{\(text)}", style: .text, size: style.text.size, color: style.text.color, macros: macros, copiedAs: text)
  }

  /// Where the text above ends left of the display, the eye sees more space than there is (TeXbook chapter 18, `\abovedisplayshortskip`).
  private func shortenSpace(above formula: Formula, style: BlockStyle, in region: Region, list: inout VList) {
    guard style.align == .center, list.nodes.count > 1, case .glue(let space) = list.nodes[list.nodes.count - 1],
      case .box(let line) = list.nodes[list.nodes.count - 2]
    else { return }
    let left = region.x + max(.zero, (region.measure - formula.width) / 2)
    guard line.x + line.width + style.text.size * 2 <= left else { return }
    var short = space
    short.natural = space.natural.scaled(by: 0.25)
    list.nodes[list.nodes.count - 1] = .glue(short)
  }

  /// One row, its number at the right margin, or a line below where there is no room for it (TeXbook chapter 18, `\eqno`).
  private func append(_ row: DisplayRow, dx x: Length, in region: Region, gap: Length, into list: inout VList) {
    var ink = Ink()
    if let destination = row.destination {
      ink.marks.append(.destination(name: destination))
      ink.items.append(
        .mark(0, Rect(x: .zero, y: -row.depth, width: region.measure, height: row.height + row.depth)))
    }
    ink.items.append(.content(structure.content))
    ink.append(row.list.packed(), dx: x, dy: .zero)
    guard let tag = row.tag else {
      ink.items.append(.content(.artifact))
      list.append(ink, height: row.height, depth: row.depth, width: x + row.right, x: region.x)
      return
    }
    var depth = row.depth
    var drop = Length.zero
    if isMirrored ? x < gap + tag.width : x + row.right + gap + tag.width > region.measure {
      drop = -(row.depth + 3.pt + tag.height)
      depth = tag.depth - drop
    }
    let left = isMirrored ? .zero : max(.zero, region.measure - tag.width)
    let number = tag.list.packed()
    ink.items.append(.content(structure.outerContent))
    addSpace(like: number, at: isMirrored ? left + tag.width : left - gap / 4, to: &ink)
    ink.append(number, dx: left, dy: drop)
    ink.items.append(.content(.artifact))
    list.append(ink, height: row.height, depth: depth, width: region.measure, x: region.x)
  }
}
