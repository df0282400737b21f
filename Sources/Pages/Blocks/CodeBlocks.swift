import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Lines of code on the grid, each broken only where it is too long; blocks of ten rows and more may be
  /// divided between pages, best at an empty line, with three rows on each side.
  func appendCode(_ code: StyledCode, style: BlockStyle, in region: Region, into list: inout VList) {
    let (code, style) = fitted(code, style, measure: region.measure)
    let strut = Self.strut(style.leading)
    let edges = style.background == nil && style.border == nil ? Length.zero : style.padding
    if let title = code.title { appendTitle(title, style: style, edges: edges, in: region, into: &list) }
    let setter = codeSetter
    let gutter = gutter(of: code, style: style)
    var ink = Ink()
    var rows: [(box: VBox, line: Int)] = []
    for (number, text) in code.lines.enumerated() {
      let firstItem = ink.items.count
      ink.items.append(.content(.artifact))
      addGround(code.marks.isEmpty ? .none : code.marks[number], of: code, strut: strut, edges: edges, measure: region.measure, to: &ink)
      if let first = code.firstNumber { addNumber(first &+ number, code, gutter: gutter, style: style, setter, to: &ink) }
      // Each line is an element of its own: that is how readers know where it ends.
      let element = within(.paragraph) { structure.content }
      ink.items.append(.content(element))
      var set = setter.set(text, measure: region.measure - gutter, into: &ink)
      if set.isEmpty {
        // An empty line, of which only number and ground are seen.
        set = [CodeRow(items: Int32(ink.items.count)..<Int32(ink.items.count), width: .zero, indent: .zero, isContinuation: false)]
      }
      for (position, row) in set.enumerated() {
        // The rows' items stand in the ink in order: those of the first begin with number and ground.
        var items = position == 0 ? Int32(firstItem)..<row.items.upperBound : row.items
        if gutter + row.indent > .zero { ink.move(row.items, by: gutter + row.indent) }
        if row.isContinuation {
          let begin = ink.items.count
          addGround(
            code.marks.isEmpty ? .none : code.marks[number], of: code, strut: strut, edges: edges, measure: region.measure, to: &ink)
          ink.items.append(.content(element))
          ink.append(Array(ink.items[Int(row.items.lowerBound)..<Int(row.items.upperBound)]))
          addHook(at: gutter + row.indent, style: code.numberStyle, to: &ink)
          items = Int32(begin)..<Int32(ink.items.count)
        }
        let width = max(gutter + row.indent + row.width, .zero)
        rows.append(
          (VBox(height: strut.height, depth: strut.depth, width: width, x: region.x, ink: Int32(list.inks.count), items: items), number))
      }
    }
    list.inks.append(ink)
    for (position, row) in rows.enumerated() {
      if position > 0 {
        let isWithin = rows[position - 1].line == row.line
        // At least three rows on each side; short blocks stay whole.
        let isEdge = rows.count < 10 || position < 3 || rows.count - position < 3
        let penalty = isEdge ? Penalty.prohibit : isWithin ? 200 : code.lines[rows[position - 1].line].text.isEmpty ? 0 : 40
        if penalty != 0 { list.nodes.append(.penalty(penalty)) }
        list.nodes.append(.glue(.zero))
      }
      list.append(row.box)
    }
    if rows.isEmpty { list.append(Ink(), height: strut.height, depth: strut.depth, width: .zero, x: region.x) }
  }

  /// The title in its own line, a rule below it as wide as the frame.
  private func appendTitle(_ title: StyledText, style: BlockStyle, edges: Length, in region: Region, into list: inout VList) {
    var text = title
    text.styles = text.styles.map {
      var style = $0
      style.isHyphenated = false
      return style
    }
    let size = text.styles.first?.size ?? style.text.size
    let leading = size.scaled(by: 1.3)
    let lines = paragraphs.set(
      text, attachments: [], shape: ParagraphShape(measure: region.measure, alignment: .left, leading: leading),
      content: ContentMap(base: within(.paragraph) { structure.content }))
    guard !lines.lines.isEmpty else { return }
    var set = pack(lines, leading: leading)
    let gap = max(edges.scaled(by: 0.75), 3.pt)
    if let border = style.border ?? style.bar {
      set.ink.items.append(
        .rule(
          Rect(x: -edges, y: -set.depth - gap, width: region.measure + edges * 2, height: max(style.borderWidth, 0.4.pt)), border))
    }
    list.append(set.ink, height: set.height, depth: set.depth + gap, width: region.measure, x: region.x)
    list.nodes.append(.penalty(Penalty.prohibit))
    list.nodes.append(.glue(Glue(gap)))
  }

  private func addGround(
    _ mark: StyledCode.LineMark, of code: StyledCode, strut: (height: Length, depth: Length), edges: Length, measure: Length,
    to ink: inout Ink
  ) {
    guard mark != .none, let ground = code.grounds[mark] else { return }
    ink.items.append(
      .rule(Rect(x: -edges, y: -strut.depth, width: measure + edges * 2, height: strut.height + strut.depth), ground))
  }

  /// The room left of numbered lines: that of the last number, and a blank.
  func gutter(of code: StyledCode, style: BlockStyle) -> Length {
    guard let first = code.firstNumber else { return .zero }
    let last = first &+ code.lines.count &- 1
    return codeSetter.cell(of: code.numberStyle) * max(2, "\(last)".utf8.count) + style.text.size.scaled(by: 0.9)
  }

  /// A line's number, right before the code; it has no text, so that it is not copied.
  private func addNumber(_ number: Int, _ code: StyledCode, gutter: Length, style: BlockStyle, _ setter: CodeSetter, to ink: inout Ink) {
    var text = StyledText()
    text.append("\(number)".utf8, style: code.numberStyle)
    for row in setter.set(text, measure: 1000.pt, into: &ink) {
      ink.move(row.items, by: gutter - style.text.size.scaled(by: 0.9) - row.width)
      ink.silence(row.items)
    }
  }

  /// An arrow that comes down and turns right, before what goes on from the row above: strokes, so that it is not copied.
  private func addHook(at x: Length, style: TextStyle, to ink: inout Ink) {
    let em = style.size
    let (left, right) = (x - em.scaled(by: 1.02), x - em.scaled(by: 0.42))
    let (top, low) = (em.scaled(by: 0.56), em.scaled(by: 0.22))
    let tip = em.scaled(by: 0.16)
    func stroke(_ x0: Length, _ y0: Length, _ x1: Length, _ y1: Length) {
      ink.items.append(.stroke(Stroke(x0: x0, y0: y0, x1: x1, y1: y1, width: em.scaled(by: 0.07), color: style.color)))
    }
    stroke(left, top, left, low - em.scaled(by: 0.035))
    stroke(left, low, right, low)
    stroke(right - tip, low + tip, right, low)
    stroke(right - tip, low - tip, right, low)
  }
}
