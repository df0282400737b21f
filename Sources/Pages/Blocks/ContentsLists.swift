import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// The lines of a table of contents: number, title, leaders, page. Space is reserved for page numbers that are not known yet,
/// so that filling them in moves nothing.
struct ContentsBlock: BlockKind {
  var entries: [ContentsEntry]

  func elements(in context: BlockContext) -> [StructureElement] { [StructureElement(.contents, parent: -1)] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    Widths(minimum: share, natural: context.measure)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let columns = numberColumns(in: context)
    for (position, entry) in entries.enumerated() {
      if position > 0 {
        // A chapter stays with its first section.
        let follows = entries[position - 1].level < entry.level
        out.list.nodes.append(.penalty(follows ? Penalty.prohibit : entry.level > 0 ? 50 : 0))
        out.list.nodes.append(.glue(larger(entries[position - 1].style.after, entry.style.before)))
      }
      if entry.places != nil {
        out.within(.contentsItem) { out in IndexLine(entry: entry, context: context).append(to: &out) }
        continue
      }
      let line = ContentsLine(entry: entry, columns: columns, context: context)
      out.within(.contentsItem) { out in out.within(.link) { out in line.append(to: &out) } }
    }
    return out
  }

  /// The width of the numbers of each level, with the space after them.
  private func numberColumns(in context: BlockContext) -> [Length] {
    var widths: [Length] = []
    for entry in entries {
      while widths.count <= entry.level { widths.append(.zero) }
      guard let number = entry.number else { continue }
      let width =
        context.document.paragraphs.widths(of: number.text, attachments: []).natural + entry.style.text.size.scaled(by: 0.7)
      widths[entry.level] = max(widths[entry.level], width)
    }
    return widths
  }
}

/// One entry of a table of contents, on as many lines as its title needs.
private struct ContentsLine {
  let entry: ContentsEntry
  let context: BlockContext
  /// Where the entry begins, from the side at which lines begin.
  private let indent: Length
  /// The width of its number.
  private let column: Length
  /// The width of its page number.
  private let pageRoom: Length
  private let isMirrored: Bool

  private var style: BlockStyle { entry.style }
  private var size: Length { entry.style.text.size }

  /// - Parameter columns: The width of the numbers of each level.
  init(entry: ContentsEntry, columns: [Length], context: BlockContext) {
    self.entry = entry
    self.context = context
    let size = entry.style.text.size
    // Each level begins where the titles of the one above do.
    let isNumbered = columns.contains { $0 > .zero }
    indent = columns[..<entry.level].reduce(Length.zero) { $0 + (isNumbered ? max($1, .zero) : size.scaled(by: 1.4)) }
    column = columns[entry.level]
    pageRoom = size.scaled(by: 2.4)
    isMirrored = context.document.page.isRightToLeft
  }

  /// Lines at the left edge of their own measure, whichever way they run.
  private var flush: BlockStyle {
    var flush = style
    (flush.align, flush.authorAlign) = (isMirrored ? .right : .left, nil)
    return flush
  }

  /// The position at a distance from where lines begin.
  private func place(_ x: Length, _ width: Length) -> Length { isMirrored ? context.measure - x - width : x }

  func append(to out: inout SetBlock) {
    let measure = max(context.measure - indent - column - pageRoom, context.measure / 4)
    let title = context.lines(of: entry.content, style: flush, measure: measure, onto: &out)
    let page = pageNumber(onto: &out)
    let strut = Strut(style.leading)
    for (row, line) in title.lines.enumerated() {
      var ink = Ink()
      ink.marks.append(.reference(destination: entry.destination))
      ink.items.append(.content(out.structure.content))
      let width = context.measure - indent
      ink.items.append(.mark(0, Rect(x: place(indent, width), y: -strut.depth, width: width, height: strut.height + strut.depth)))
      if row == 0 { appendNumber(to: &ink, onto: &out) }
      ink.append(line, of: title, dx: place(indent + column, line.width))
      if row == title.lines.count - 1 { appendPage(page, after: line, of: title, to: &ink, onto: &out) }
      if row > 0 {
        out.list.nodes.append(.penalty(Penalty.prohibit))
        out.list.nodes.append(.glue(.zero))
      }
      out.list.append(
        ink, height: max(line.height, strut.height), depth: max(line.depth, strut.depth), width: context.measure, x: context.x)
    }
  }

  private func appendNumber(to ink: inout Ink, onto out: inout SetBlock) {
    guard let number = entry.number else { return }
    let set = context.lines(of: number, style: flush, measure: 200.pt, onto: &out)
    guard let first = set.lines.first else { return }
    ink.append(first, of: set, dx: place(indent, first.width))
    ink.addSpace(like: set.ink.firstRun, at: place(indent + first.width, .zero), of: context.document.fonts)
  }

  private func appendPage(_ page: Lines, after line: Line, of title: Lines, to ink: inout Ink, onto out: inout SetBlock) {
    let end = indent + column + line.width
    ink.addSpace(like: title.ink.firstRun, at: place(end, .zero), of: context.document.fonts)
    if style.text.weight < 600 {
      let start = end + size.scaled(by: 0.5)
      let width = max(context.measure - pageRoom - start, .zero)
      appendLeaders(from: place(start, width), to: place(start, width) + width, to: &ink, onto: &out)
    }
    if let number = page.lines.first {
      ink.append(number, of: page, dx: place(context.measure - number.width, number.width))
    }
  }

  private func pageNumber(onto out: inout SetBlock) -> Lines {
    var content = InlineContent()
    content.text.append((context.pageLabels[entry.destination] ?? "").utf8, style: style.text)
    return context.lines(of: content, style: flush, measure: 200.pt, onto: &out)
  }

  /// Leader dots on a grid from the edge where lines end, so that those of all lines are aligned. They are not text.
  private func appendLeaders(from start: Length, to end: Length, to ink: inout Ink, onto out: inout SetBlock) {
    var content = InlineContent()
    content.text.append(".".utf8, style: style.text)
    let set = context.lines(of: content, style: style, measure: 200.pt, onto: &out)
    guard case .run(let point)? = set.ink.items.first(where: { if case .run = $0 { true } else { false } }),
      set.ink.glyphs.indices.contains(Int(point.glyphs.lowerBound))
    else { return }
    let step = size.scaled(by: 0.62)
    let count = (end - start).rawValue / max(step.rawValue, 1)
    guard count > 1, count < 1000 else { return }
    let first = Int32(ink.glyphs.count)
    let glyph = set.ink.glyphs[Int(point.glyphs.lowerBound)]
    for number in 0..<count {
      ink.glyphs.append(Glyph(id: glyph.id, x: Int32(clamping: (step * number).rawValue), y: 0, cluster: 0))
    }
    ink.items.append(.content(.artifact))
    var run = point
    run.x = isMirrored ? start : end - step * count
    run.y = .zero
    run.width = step * count
    run.glyphs = first..<Int32(ink.glyphs.count)
    run.text = Int32(ink.text.count)..<Int32(ink.text.count)
    ink.items.append(.run(run))
  }
}

extension Ink {
  /// Copies one line of a paragraph, moved right.
  mutating func append(_ line: Line, of lines: borrowing Lines, dx: Length) {
    append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: dx, dy: .zero)
  }
}
