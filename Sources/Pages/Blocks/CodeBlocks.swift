import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// Lines of code on the grid, each broken only if it is too long; blocks of ten rows and more may be split
/// between pages, preferably at an empty line, with three rows on each side.
struct CodeBlock: BlockKind {
  var code: StyledCode

  var traits: BlockTraits { .mayGoAhead }

  func elements(in context: BlockContext) -> [StructureElement] { [StructureElement(.code, parent: -1)] }

  func scaled(by factor: Double) -> CodeBlock {
    var code = code
    for index in code.lines.indices { code.lines[index].scale(by: factor) }
    code.title?.scale(by: factor)
    code.numberStyle.size = code.numberStyle.size.scaled(by: factor)
    return CodeBlock(code: code)
  }

  /// Code breaks anywhere, but hardly below twenty characters.
  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    let setter = context.document.codeSetter
    var natural = Length.zero
    for line in code.lines.prefix(500) { natural = max(natural, setter.naturalWidth(of: line)) }
    let numbers = code.firstNumber == nil ? Length.zero : style.text.size * 3
    return Widths(minimum: min(natural, setter.cell(of: style.text) * 20) + numbers, natural: natural + numbers + 0.1.pt)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let (code, style) = fitted(style, in: context, onto: &out)
    var rows = CodeRows(code: code, style: style, context: context)
    if let title = code.title { rows.appendTitle(title, onto: &out) }
    for number in code.lines.indices {
      // Each line is an element of its own, so that readers know where it ends.
      rows.append(number, element: out.within(.paragraph) { $0.structure.content })
    }
    rows.append(to: &out)
    return out
  }
}

/// The rows of a block of code while they are set.
private struct CodeRows {
  private struct Row {
    /// In `ink`.
    var items: Range<Int32>
    var width: Length
    /// The line of the code.
    var line: Int
  }

  let code: StyledCode
  let style: BlockStyle
  let context: BlockContext
  private let strut: Strut
  /// How far the frame's background extends beyond the text.
  private let edges: Length
  private let gutter: Length
  /// What an end of the page costs between two rows: it tears a drawing, but not a tree.
  private let tearing: Int
  private var ink = Ink()
  private var rows: [Row] = []

  init(code: StyledCode, style: BlockStyle, context: BlockContext) {
    self.code = code
    self.style = style
    self.context = context
    strut = Strut(style.leading)
    edges = style.background == nil && style.border == nil ? Length.zero : style.padding
    gutter = context.document.codeSetter.gutter(of: code, style: style)
    tearing = code.lines.count > 9 && code.isDrawing && !code.isTree ? Self.drawingPenalty : 0
  }

  /// Sets one line of the code, on as many rows as needed.
  mutating func append(_ number: Int, element: ElementID) {
    let firstItem = ink.items.count
    ink.items.append(.content(.artifact))
    addGround(ofLine: number)
    if let first = code.firstNumber { addNumber(first &+ number) }
    ink.items.append(.content(element))
    var set = context.document.codeSetter.set(code.lines[number], measure: context.measure - gutter, into: &ink)
    if set.isEmpty {
      // An empty line, which shows only its number and background.
      set = [CodeRow(items: Int32(ink.items.count)..<Int32(ink.items.count), width: .zero, indent: .zero, isContinuation: false)]
    }
    for (position, row) in set.enumerated() {
      // The rows' items are in the ink in order: those of the first begin with number and background.
      var items = position == 0 ? Int32(firstItem)..<row.items.upperBound : row.items
      if gutter + row.indent > .zero { ink.move(row.items, by: gutter + row.indent) }
      if row.isContinuation {
        let begin = ink.items.count
        addGround(ofLine: number)
        ink.items.append(.content(element))
        ink.append(Array(ink.items[Int(row.items.lowerBound)..<Int(row.items.upperBound)]))
        addHook(at: gutter + row.indent)
        items = Int32(begin)..<Int32(ink.items.count)
      }
      rows.append(Row(items: items, width: max(gutter + row.indent + row.width, .zero), line: number))
    }
  }

  /// Adds all rows to a block; between them pages may end.
  consuming func append(to out: inout SetBlock) {
    guard !rows.isEmpty else {
      out.list.inks.append(ink)
      return out.list.append(Ink(), height: strut.height, depth: strut.depth, width: .zero, x: context.x)
    }
    let inkNumber = Int32(out.list.inks.count)
    out.list.inks.append(ink)
    for (position, row) in rows.enumerated() {
      if position > 0 {
        let penalty = penalty(before: position)
        if penalty != 0 { out.list.nodes.append(.penalty(penalty)) }
        out.list.nodes.append(.glue(isBlank(row) ? Glue(strut.height + strut.depth) : .zero))
      }
      if isBlank(row) { continue }
      var box = VBox(height: strut.height, depth: strut.depth, width: row.width, x: context.x, ink: inkNumber, items: row.items)
      box.isLine = true
      out.list.append(box)
    }
  }

  /// At least three rows on each side; short blocks stay whole.
  private func penalty(before position: Int) -> Int {
    if rows.count < 10 || position < 3 || rows.count - position < 3 { return Penalty.prohibit }
    if isBlank(rows[position]) { return tearing }
    let above = rows[position - 1]
    if isBlank(above) { return Penalty.prohibit }
    let penalty = above.line == rows[position].line ? 200 : code.lines[above.line].text.isEmpty ? 0 : 40
    return max(penalty, tearing)
  }

  /// As much as a page that is a sixth empty.
  private static let drawingPenalty = 150

  /// An invisible empty line is glue, which vanishes if a page ends before it.
  private func isBlank(_ row: Row) -> Bool {
    code.firstNumber == nil && code.lines[row.line].text.isEmpty && (code.marks.isEmpty || code.marks[row.line] == .none)
  }

  /// The title in its own line, a rule below it as wide as the frame.
  func appendTitle(_ title: StyledText, onto out: inout SetBlock) {
    var text = title
    text.styles = text.styles.map {
      var style = $0
      style.isHyphenated = false
      return style
    }
    let size = text.styles.first?.size ?? style.text.size
    let leading = size.scaled(by: 1.3)
    let lines = context.document.paragraphs.set(
      text, attachments: [], shape: ParagraphShape(measure: context.measure, alignment: .left, leading: leading),
      content: ContentMap(base: out.within(.paragraph) { $0.structure.content }))
    guard !lines.lines.isEmpty else { return }
    var set = SetInk(lines, leading: leading)
    let gap = max(edges.scaled(by: 0.75), 3.pt)
    if let border = style.border ?? style.bar {
      set.ink.items.append(
        .rule(
          Rect(x: -edges, y: -set.depth - gap, width: context.measure + edges * 2, height: max(style.borderWidth, 0.4.pt)), border))
    }
    out.list.append(set.ink, height: set.height, depth: set.depth + gap, width: context.measure, x: context.x)
    out.list.nodes.append(.penalty(Penalty.prohibit))
    out.list.nodes.append(.glue(Glue(gap)))
  }

  private mutating func addGround(ofLine number: Int) {
    let mark = code.marks.isEmpty ? .none : code.marks[number]
    guard mark != .none, let ground = code.grounds[mark] else { return }
    ink.items.append(
      .rule(Rect(x: -edges, y: -strut.depth, width: context.measure + edges * 2, height: strut.height + strut.depth), ground))
  }

  /// A line's number, right before the code; it has no text, so that it is not copied.
  private mutating func addNumber(_ number: Int) {
    var text = StyledText()
    text.append("\(number)".utf8, style: code.numberStyle)
    for row in context.document.codeSetter.set(text, measure: 1000.pt, into: &ink) {
      ink.move(row.items, by: gutter - style.text.size.scaled(by: 0.9) - row.width)
      ink.silence(row.items)
    }
  }

  /// An arrow that comes down and turns right, before the continuation of the row above: strokes, so that it is not copied.
  private mutating func addHook(at x: Length) {
    let em = code.numberStyle.size
    let (left, right) = (x - em.scaled(by: 1.02), x - em.scaled(by: 0.42))
    let (top, low) = (em.scaled(by: 0.56), em.scaled(by: 0.22))
    let tip = em.scaled(by: 0.16)
    for (x0, y0, x1, y1) in [
      (left, top, left, low - em.scaled(by: 0.035)), (left, low, right, low), (right - tip, low + tip, right, low),
      (right - tip, low - tip, right, low),
    ] {
      ink.items.append(.stroke(Stroke(x0: x0, y0: y0, x1: x1, y1: y1, width: em.scaled(by: 0.07), color: code.numberStyle.color)))
    }
  }
}

extension CodeSetter {
  /// The width of an unbroken line of code, without spaces at its end.
  func naturalWidth(of line: StyledText) -> Length {
    var ink = Ink()
    return set(line, measure: 100_000.pt, into: &ink).map(\.width).max() ?? .zero
  }

  /// The width left of numbered lines: that of the last number, and a blank.
  func gutter(of code: StyledCode, style: BlockStyle) -> Length {
    guard let first = code.firstNumber else { return .zero }
    let last = first &+ code.lines.count &- 1
    return cell(of: code.numberStyle) * max(2, "\(last)".utf8.count) + style.text.size.scaled(by: 0.9)
  }
}
