import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// The lines of a table of contents: number, title, leaders, page. Room is kept for page numbers that are not known yet, so
  /// that they change nothing but themselves when they come.
  func appendContents(_ entries: [ContentsEntry], in region: Region, into list: inout VList) {
    let columns = numberColumns(entries)
    for (position, entry) in entries.enumerated() {
      if position > 0 {
        // A chapter stays with its first section.
        let follows = entries[position - 1].level < entry.level
        list.nodes.append(.penalty(follows ? Penalty.prohibit : entry.level > 0 ? 50 : 0))
        let above = Self.larger(entries[position - 1].style.after, entry.style.before)
        list.nodes.append(.glue(above))
      }
      append(entry, columns: columns, in: region, into: &list)
    }
  }

  /// The width that numbers of each level take, the space after them included.
  private func numberColumns(_ entries: [ContentsEntry]) -> [Length] {
    var widths: [Length] = []
    for entry in entries {
      while widths.count <= entry.level { widths.append(.zero) }
      guard let number = entry.number else { continue }
      let width = paragraphs.widths(of: number.text, attachments: []).natural + entry.style.text.size.scaled(by: 0.7)
      widths[entry.level] = max(widths[entry.level], width)
    }
    return widths
  }

  private func append(_ entry: ContentsEntry, columns: [Length], in region: Region, into list: inout VList) {
    within(.contentsItem) { within(.link) { appendLines(of: entry, columns: columns, in: region, into: &list) } }
  }

  private func appendLines(of entry: ContentsEntry, columns: [Length], in region: Region, into list: inout VList) {
    let style = entry.style
    let size = style.text.size
    // Each level begins where the titles of the one above do.
    let numbered = columns.contains { $0 > .zero }
    let x = columns[..<entry.level].reduce(Length.zero) { $0 + (numbered ? max($1, .zero) : size.scaled(by: 1.4)) }
    let column = columns[entry.level]
    let pageRoom = size.scaled(by: 2.4)
    let measure = max(region.measure - x - column - pageRoom, region.measure / 4)
    let isMirrored = tree.theme.page.isRightToLeft
    var flush = style
    // Lines at the left edge of their own measure, whichever way they run.
    flush.align = isMirrored ? .right : .left
    /// Where something stands that begins so far from where lines begin.
    func place(_ x: Length, _ width: Length) -> Length { isMirrored ? region.measure - x - width : x }
    let title = lines(of: entry.content, style: flush, measure: measure)
    let page = pageNumber(of: entry)
    let strut = Self.strut(style.leading)
    for (row, line) in title.lines.enumerated() {
      var ink = Ink()
      ink.marks.append(.reference(destination: entry.destination))
      let isLast = row == title.lines.count - 1
      ink.items.append(.content(structure.content))
      let width = region.measure - x
      ink.items.append(.mark(0, Rect(x: place(x, width), y: -strut.depth, width: width, height: strut.height + strut.depth)))
      if row == 0, let number = entry.number {
        let set = lines(of: number, style: flush, measure: 200.pt)
        if let first = set.lines.first {
          ink.append(Int(first.items.lowerBound)..<Int(first.items.upperBound), of: set.ink, dx: place(x, first.width), dy: .zero)
          addSpace(like: set.ink, at: place(x + first.width, .zero), to: &ink)
        }
      }
      ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: title.ink, dx: place(x + column, line.width), dy: .zero)
      if isLast {
        addSpace(like: title.ink, at: place(x + column + line.width, .zero), to: &ink)
        if style.text.weight < 600 {
          let start = x + column + line.width + size.scaled(by: 0.5)
          let width = max(region.measure - pageRoom - start, .zero)
          leaders(from: place(start, width), to: place(start, width) + width, isMirrored: isMirrored, style: style, onto: &ink)
        }
        if let number = page.lines.first {
          let place = place(region.measure - number.width, number.width)
          ink.append(Int(number.items.lowerBound)..<Int(number.items.upperBound), of: page.ink, dx: place, dy: .zero)
        }
      }
      if row > 0 {
        list.nodes.append(.penalty(Penalty.prohibit))
        list.nodes.append(.glue(.zero))
      }
      list.append(
        ink, height: max(line.height, strut.height), depth: max(line.depth, strut.depth), width: region.measure, x: region.x)
    }
  }

  private func pageNumber(of entry: ContentsEntry) -> Lines {
    var content = InlineContent()
    content.text.append((pageLabels[entry.destination] ?? "").utf8, style: entry.style.text)
    var style = entry.style
    style.align = tree.theme.page.isRightToLeft ? .right : .left
    return lines(of: content, style: style, measure: 200.pt)
  }

  /// Points on a grid from the right edge, or the left one where lines end there, so that those of all lines stand one below the other. They are no text.
  private func leaders(from start: Length, to end: Length, isMirrored: Bool, style: BlockStyle, onto ink: inout Ink) {
    var content = InlineContent()
    content.text.append(".".utf8, style: style.text)
    let set = lines(of: content, style: style, measure: 200.pt)
    guard case .run(let point)? = set.ink.items.first(where: { if case .run = $0 { true } else { false } }),
      set.ink.glyphs.indices.contains(Int(point.glyphs.lowerBound))
    else { return }
    let step = style.text.size.scaled(by: 0.62)
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
