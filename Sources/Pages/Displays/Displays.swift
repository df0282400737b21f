import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

/// A formula on lines of its own, centred, its number at the right margin. A page may end between the rows of an alignment.
struct DisplayBlock: BlockKind {
  var span: MathSpan

  var traits: BlockTraits { [.staysWithText, .mayGoAhead, .mayTurn] }

  /// The formula, and its number, which is read out after it, since the formula's alternative text does not have it.
  func elements(in context: BlockContext) -> [StructureElement] {
    var formula = StructureElement(.formula, parent: -1)
    formula.alternative = span.spoken
    let hasNumber = context.document.numbers.equations(of: context.block).contains { $0.tag != nil }
    return hasNumber ? [StructureElement(.paragraph, parent: -1), formula] : [formula]
  }

  /// A display that is too wide is broken or scaled down.
  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    let width = context.formula(span, style: .display, text: style.text, size: style.text.size).width
    let tag = context.document.numbers.equations(of: context.block).compactMap { context.tag($0, style)?.width }.max()
    let room = tag.map { $0 + style.text.size } ?? .zero
    return Widths(minimum: width.scaled(by: 0.75) + room, natural: width + room + 1.pt)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let equations = context.document.numbers.equations(of: context.block)
    let tags = equations.map { context.tag($0, style) }
    // TeX keeps a quad between a display and its number.
    let tagRoom = tags.lazy.compactMap { $0?.width }.max().map { $0 + style.text.size } ?? .zero
    let formula = DisplayFitting(span: span, style: style.text, room: context.measure - tagRoom, context: context).fit(onto: &out)
    out.shortensSpaceAbove = endsLeft(context.lineAbove, of: formula, style: style, in: context)
    let strut = Strut(style.leading)
    var rows = Self.rows(of: formula, equations, tags)
    let x = Self.offset(of: rows, width: formula.width, style: style, in: context)
    let last = rows.count - 1
    rows[0].height = max(rows[0].height, strut.height)
    rows[last].depth = max(rows[last].depth, strut.depth)
    for (number, row) in rows.enumerated() {
      if number > 0 {
        // No page ends after the first row or before the last.
        out.list.nodes.append(.penalty(formula.keepsRows ? 10_000 : number == 1 || number == last ? 5000 : 200))
        out.list.nodes.append(.glue(Glue(max(row.baselineDistance - rows[number - 1].depth - row.height, .zero))))
      }
      out.append(row, dx: row.isText ? .zero : x, gap: style.text.size, in: context)
    }
    return out
  }

  /// One line of a display.
  fileprivate struct Row {
    var list: HList
    /// Its distance from the display's left edge.
    var right: Length
    var height: Length
    var depth: Length
    var baselineDistance = Length.zero
    var tag: Formula?
    var destination: String?
    var isText = false
  }

  private static func rows(of formula: Formula, _ equations: [EquationNumbers.Equation], _ tags: [Formula?]) -> [Row] {
    guard !formula.rows.isEmpty else {
      return [
        Row(
          list: formula.list, right: formula.width, height: formula.height, depth: formula.depth, tag: tags.first ?? nil,
          destination: equations.first?.destination)
      ]
    }
    return formula.rows.map { row in
      let equation = row.equation.flatMap { equations.indices.contains($0) ? $0 : nil }
      return Row(
        list: row.list, right: row.right, height: row.height, depth: row.depth, baselineDistance: row.baselineDistance,
        tag: equation.flatMap { tags[$0] }, destination: equation.flatMap { equations[$0].destination }, isText: row.isText)
    }
  }

  /// Where the display begins: centred, but further left if a number would be too close.
  private static func offset(of rows: [Row], width: Length, style: BlockStyle, in context: BlockContext) -> Length {
    let free = max(.zero, context.measure - width)
    var x = style.align == .center ? free / 2 : style.align == .right ? free : .zero
    for row in rows {
      guard let tag = row.tag else { continue }
      if context.document.page.isRightToLeft {
        x = min(max(x, tag.width + style.text.size), free)
        continue
      }
      let limit = context.measure - tag.width - style.text.size - row.right
      if limit >= .zero { x = min(x, limit) }
    }
    return x
  }

  /// True if the text above ends left of the display (TeXbook chapter 18, `\abovedisplayshortskip`).
  private func endsLeft(_ line: VBox?, of formula: Formula, style: BlockStyle, in context: BlockContext) -> Bool {
    guard style.align == .center, let line else { return false }
    let left = context.x + max(.zero, (context.measure - formula.width) / 2)
    return line.x + line.width + style.text.size * 2 <= left
  }
}

extension SetBlock {
  /// One row, with its number at the right margin, or on a line below if there is no space for it (TeXbook chapter 18, `\eqno`).
  fileprivate mutating func append(_ row: DisplayBlock.Row, dx x: Length, gap: Length, in context: BlockContext) {
    // Numbers are at the side where lines end.
    let isMirrored = context.document.page.isRightToLeft
    var ink = Ink()
    if let destination = row.destination {
      ink.marks.append(.destination(name: destination))
      ink.items.append(.mark(0, Rect(x: .zero, y: -row.depth, width: context.measure, height: row.height + row.depth)))
    }
    ink.items.append(.content(structure.content))
    ink.append(row.list.packed(), dx: x, dy: .zero)
    guard let tag = row.tag else {
      ink.items.append(.content(.artifact))
      list.append(ink, height: row.height, depth: row.depth, width: x + row.right, x: context.x)
      return
    }
    var depth = row.depth
    var drop = Length.zero
    if isMirrored ? x < gap + tag.width : x + row.right + gap + tag.width > context.measure {
      drop = -(row.depth + 3.pt + tag.height)
      depth = tag.depth - drop
    }
    let left = isMirrored ? .zero : max(.zero, context.measure - tag.width)
    let number = tag.list.packed()
    ink.items.append(.content(structure.outerContent))
    ink.addSpace(like: number.firstRun, at: isMirrored ? left + tag.width : left - gap / 4, of: context.document.fonts)
    ink.append(number, dx: left, dy: drop)
    ink.items.append(.content(.artifact))
    list.append(ink, height: row.height, depth: depth, width: context.measure, x: context.x)
  }
}

extension BlockContext {
  /// A formula, set with the definitions that are valid at its position.
  func formula(
    _ span: MathSpan, style: MathStyle, text: TextStyle, size: Length, measure: Length? = nil, line: Length? = nil, height: Length? = nil,
    dividesInside: Bool = false, isRead: Bool = false
  ) -> Formula {
    document.math.set(
      span.tex, style: style, size: size, color: text.color, macros: document.macros.at(Int(span.span.start)), measure: measure,
      line: line, height: height, dividesInside: dividesInside, parsed: document.formulas, place: Int(span.span.start),
      spoken: isRead && document.formulaTags != .none ? text.language : nil, tags: document.formulaTags)
  }

  /// The number of an equation.
  fileprivate func tag(_ equation: EquationNumbers.Equation?, _ style: BlockStyle) -> Formula? {
    guard let text = equation?.tag else { return nil }
    return document.math.tag(text, style.text, document.macros)
  }

  /// An inline formula. A short one is a box in the list; a wide display within text breaks like an inline formula. An unbreakable part is
  /// never wider than the measure, nor taller than a page.
  ///
  /// - Parameter reading: Gets how it is read.
  func inlineFormula(
    _ span: MathSpan, style: TextStyle, measure: Length, onto out: inout SetBlock, reading: inout FormulaReading?
  ) -> HList {
    let mathStyle = span.isDisplay ? MathStyle.display : .text
    let formula = formula(span, style: mathStyle, text: style, size: style.size, isRead: true)
    reading = formula.reading
    out.report(formula, of: span)
    let room = sheet.textHeight.scaled(by: 0.9)
    guard formula.width > measure || formula.height + formula.depth > room else { return formula.listInText }
    let widest = formula.list.nodes.reduce(Length.zero) { if case .box(let box) = $1 { max($0, box.width) } else { $0 } }
    let factor = min(measure.points / max(widest.points, 1), room.points / max((formula.height + formula.depth).points, 1))
    guard factor < 0.999, factor > 0.01 else { return formula.listInText }
    out.report(
      Diagnostic(
        .warning, "math.too-wide", at: span.span, "this formula is too wide for its line and is scaled down",
        hint: "put it on lines of its own, between $$ and $$"))
    return self.formula(span, style: mathStyle, text: style, size: style.size.scaled(by: factor * 0.995)).listInText
  }
}

extension MathTypesetter {
  /// The tag of an equation. What is copied of one with formulas is a line as it is of others.
  fileprivate func tag(_ text: String, _ style: TextStyle, _ macros: MathMacros) -> Formula {
    let tex = "\\text{\(text)}"
    let hasFormulas = text.utf8.contains { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "\\") }
    let known = hasFormulas ? parsed(tex, isDisplay: false, macros: macros) : nil
    return set(tex, style: .text, size: style.size, color: style.color, macros: macros, copiedAs: known?.plainText() ?? text, known: known)
  }
}

extension SetBlock {
  /// Reports the diagnostics of a formula, at its position in the author's text.
  mutating func report(_ formula: Formula, of span: MathSpan) {
    for fault in formula.diagnostics {
      let place = fault.range.isEmpty ? span.span : span.sourceSpan(ofBody: fault.range)
      report(Diagnostic(fault.isNote ? .note : .warning, fault.code, at: place, fault.message, hint: fault.hint))
    }
  }
}
