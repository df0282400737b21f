import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension PageBuilder {
  /// All pages, in several threads if there are many. Inks that no further page needs are released as their content becomes
  /// pages.
  func assemble(_ breaks: [PageBreaks], of list: consuming VList) -> [Page] {
    var pages: [Page] = []
    pages.reserveCapacity(breaks.count)
    let batch = 128
    let leaving = lastShown(of: list, breaks, batch: batch)
    while pages.count < breaks.count, !budget.isStopped {
      let range = pages.count..<min(breaks.count, pages.count + batch)
      pages += assemble(range, of: breaks, list)
      for ink in leaving[range.lowerBound / batch] { list.inks[ink] = Ink() }
    }
    return pages
  }

  /// By batch of pages, the inks that no later one shows a part of.
  private func lastShown(of list: borrowing VList, _ breaks: [PageBreaks], batch: Int) -> [[Int]] {
    var last = [Int](repeating: 0, count: list.inks.count)
    for (number, page) in breaks.enumerated() {
      for ink in inks(of: list, on: page) { last[ink] = number }
    }
    var leaving = [[Int]](repeating: [], count: breaks.count / batch + 1)
    for (ink, page) in last.enumerated() { leaving[page / batch].append(ink) }
    return leaving
  }

  /// The inks of which parts are on a page, including repeated heads.
  private func inks(of list: borrowing VList, on page: PageBreaks) -> [Int] {
    var inks: [Int] = []
    func add(_ nodes: Range<Int>, of list: borrowing VList) {
      for case .box(let box) in list.nodes[nodes] where inks.last != Int(box.ink) { inks.append(Int(box.ink)) }
    }
    func add(_ frame: Int32, of list: borrowing VList) {
      if list.frames[Int(frame)].paper >= 0 { inks.append(Int(list.frames[Int(frame)].paper)) }
    }
    add(page.spanning, of: list)
    for number in page.wide { add(list.floats[number].content, of: list) }
    for column in page.columns {
      for node in list.nodes(on: column) {
        if case .box(let box) = node, inks.last != Int(box.ink) { inks.append(Int(box.ink)) }
        if case .beginFrame(let frame) = node { add(frame, of: list) }
      }
      for frame in column.openFrames {
        add(frame, of: list)
        if let head = list.frames[Int(frame)].head { add(Int(head.lowerBound)..<Int(head.upperBound), of: list) }
      }
    }
    return inks
  }

  private func assemble(_ range: Range<Int>, of breaks: [PageBreaks], _ list: borrowing VList) -> [Page] {
    let list = copy list
    let chunk = 16
    guard range.count > chunk else { return range.map { assemble(breaks[$0], page: $0, of: list) } }
    return concurrently((range.count + chunk - 1) / chunk, threads: threads) {
      self
    } work: { builder, part in
      let start = range.lowerBound + part * chunk
      return (start..<min(range.upperBound, start + chunk)).map { builder.assemble(breaks[$0], page: $0, of: list) }
    }.flatMap(\.self)
  }

  /// Places the boxes of one page: frames first, since they are in the background.
  func assemble(_ breaks: PageBreaks, page index: Int, of list: VList) -> Page {
    if breaks.isTurned {
      var upright = breaks
      upright.isTurned = false
      return PageBuilder(style: style.turned, limit: limit, budget: budget, threads: threads).assemble(upright, page: index, of: list)
    }
    var page = Page(width: style.width, height: style.height, background: style.background)
    let left = style.left(onPage: index)
    if !breaks.spanning.isEmpty {
      var assembly = Assembly(list: list, nodes: breaks.spanning, left: left, y: -style.top)
      assembly.lineEdge = lineEdge(of: 0, at: left)
      for node in breaks.spanning { assembly.place(list.nodes[node]) }
      assembly.finish(into: &page)
    }
    let above = breaks.spanningHeight + breaks.wideHeight
    if !breaks.wide.isEmpty {
      let room = breaks.columns.isEmpty ? style.textHeight - breaks.spanningHeight : nil
      placeFloats(breaks.wide, x: left, top: -style.top - breaks.spanningHeight, filling: room, of: list, onto: &page)
    }
    page.ends = breaks.columns.last?.ends ?? []
    let spreads = breaks.columns.allSatisfy(\.floats.isPage)
    for (number, column) in breaks.columns.enumerated() {
      let x = left + style.left(ofColumn: number)
      assemble(
        column, x: x, y: -style.top - above, height: style.textHeight - above, spreads: spreads,
        lineEdge: lineEdge(of: number, at: x), notesAt: style.leftOfNotes(onPage: index), of: list, onto: &page)
    }
    return page
  }

  /// Where the numbers of a column's lines stand; nil where lines have none.
  ///
  /// LaTeX's `lineno` has them at the left; of several columns the last one has them in the other margin.
  private func lineEdge(of column: Int, at x: Length) -> PageLine? {
    guard style.numbersLines > 0 else { return nil }
    let isAtRight = (style.columns > 1 && column == style.columns - 1) != style.isRightToLeft
    return PageLine(edge: isAtRight ? x + style.measure : x, baseline: .zero, isAtRight: isAtRight)
  }

  private func assemble(
    _ column: Breaks, x: Length, y: Length, height: Length, spreads: Bool, lineEdge: PageLine?, notesAt notesX: Length,
    of list: VList, onto page: inout Page
  ) {
    let short = height - column.natural
    let above = list.freeAbove(before: column.nodes.lowerBound) ?? (style.isCentered ? VList.middle : 0)
    let top = above > 0 && short > .zero && column.notes.isEmpty ? y - short.scaled(by: above) : y
    let floats = column.floats
    if floats.isPage { return placeFloats(floats.top, x: x, top: y, filling: spreads ? height : nil, of: list, onto: &page) }
    let textTop = floats.isEmpty ? top : y - FloatArea.height(of: floats.top, list.floats)
    if !floats.isEmpty {
      placeFloats(floats.top, x: x, top: y, filling: nil, of: list, onto: &page)
      let foot = y - height + column.notesHeight
      let bottom = FloatArea.height(of: floats.bottom, list.floats) - list.floats.textGap
      placeFloats(floats.bottom, x: x, top: foot + bottom, filling: nil, of: list, onto: &page)
    }
    var assembly = Assembly(list: list, nodes: column.nodes, left: x, y: textTop)
    // TeXbook chapter 12: the glue set ratio. A page that would have to stretch too far stays short.
    let isStretched = style.isBottomFlush && short > .zero && column.stretch > .zero && short.rawValue <= column.stretch.rawValue * 2
    assembly.ratio = isStretched ? short.points / column.stretch.points : 0
    if short < .zero { assembly.shrinkBy = -short }
    assembly.lineEdge = lineEdge
    if style.noteWidth > .zero { assembly.margin = MarginColumn(x: notesX, width: style.noteWidth, top: y, bottom: y - height) }
    assembly.shrinkable = short < .zero ? shrink(of: column, in: list) : .zero

    if style.topSkip > .zero, let first = list.firstBox(on: column) { assembly.y -= list.topSkip(above: first, style) }
    for frame in column.openFrames { assembly.begin(frame, isContinued: true) }
    for node in list.text(of: column) { assembly.place(node) }
    assembly.finish(into: &page)
    placeNotes(of: column, x: x, bottom: y - height, of: list, onto: &page)
  }

  /// Floats one below the other.
  ///
  /// - Parameter room: The height of what has nothing else, over which they are spread as on LaTeX's pages of floats; nil elsewhere.
  private func placeFloats(_ numbers: [Int], x: Length, top: Length, filling room: Length?, of list: VList, onto page: inout Page) {
    guard !numbers.isEmpty else { return }
    var (y, gap) = (top, list.floats.gap)
    if let room {
      let free = room - numbers.reduce(Length.zero) { $0 + list.floats[$1].height }
      if free > .zero {
        // \@fptop and \@fpbot are 1 fil, \@fpsep is 2.
        gap = free / numbers.count
        y -= gap / 2
      }
    }
    for number in numbers {
      var assembly = Assembly(list: list, nodes: list.floats[number].content, left: x, y: y)
      for node in list.nodes[list.floats[number].content] { assembly.place(node) }
      y = assembly.finish(into: &page) - gap
    }
  }

  /// Footnotes below their rule, the last one's end at the foot of the column.
  private func placeNotes(of column: Breaks, x: Length, bottom: Length, of list: VList, onto page: inout Page) {
    guard let first = column.notes.first else { return }
    var y = bottom + column.notesHeight - NoteArea.above - NoteArea.rule
    let width = style.measure.scaled(by: 0.3)
    page.ink.items.append(
      .rule(
        Rect(x: style.isRightToLeft ? x + style.measure - width : x, y: y, width: width, height: NoteArea.rule),
        list.notes[first.note].color))
    y -= NoteArea.below
    for (number, piece) in column.notes.enumerated() {
      let note = list.notes[piece.note]
      if number > 0 { y -= note.gap }
      var assembly = Assembly(list: note.list, nodes: piece.nodes, left: x, y: y)
      for frame in piece.openFrames { assembly.begin(frame, isContinued: true) }
      for index in piece.nodes { assembly.place(note.list.nodes[index]) }
      y = assembly.finish(into: &page)
    }
  }

  private func shrink(of page: Breaks, in list: VList) -> Length {
    list.text(of: page).reduce(.zero) { shrink, node in
      if case .glue(let glue) = node { shrink + glue.shrink } else { shrink }
    }
  }
}

/// A page during assembly: the position of the next box, and the open frames.
private struct Assembly {
  let list: VList
  let left: Length
  var y: Length
  var ratio = 0.0
  var shrinkBy = Length.zero
  var shrinkable = Length.zero
  var ink = Ink()
  var panels = Ink()
  /// What has places of its own on the page.
  var placed = Ink()
  var openFrames: [(index: Int32, top: Length, slot: Int)] = []
  /// Where the numbers of lines stand; nil where lines have none.
  var lineEdge: PageLine?
  /// Where notes in the margin stand.
  var margin: MarginColumn?
  private var lines: [PageLine] = []

  /// - Parameter nodes: The nodes that will be placed, to reserve capacity once.
  init(list: VList, nodes: Range<Int>, left: Length, y: Length) {
    self.list = list
    self.left = left
    self.y = y
    ink.reserve(for: list, nodes)
  }

  /// Closes the frames that continue, and adds everything to the page.
  ///
  /// - Returns: The position for the next box.
  @discardableResult
  mutating func finish(into page: inout Page) -> Length {
    while let frame = openFrames.last {
      if let rule = list.frames[Int(frame.index)].closing {
        let place = Rect(
          x: left + list.frames[Int(frame.index)].x, y: y - rule.width, width: list.frames[Int(frame.index)].width, height: rule.width)
        ink.items.append(.rule(place, rule.color))
      }
      end(frame.index)
    }
    if var notes = margin {
      notes.place { box, x, top in append(box, x: x, y: top) }
      margin = notes
    }
    ink.append(placed, dx: .zero, dy: .zero)
    placed = Ink()
    // Most pages have one column: its ink is the page's, with the panels before it, which are rules unless words are behind a slide.
    if page.ink.items.isEmpty, panels.marks.isEmpty, panels.glyphs.isEmpty {
      ink.items.insert(contentsOf: panels.items, at: 0)
      page.ink = ink
    } else {
      page.ink.append(panels, dx: .zero, dy: .zero)
      page.ink.append(ink, dx: .zero, dy: .zero)
    }
    ink = Ink()
    page.lines += lines
    lines = []
    return y
  }

  mutating func place(_ node: VNode) {
    switch node {
    case .box(let box) where box.isOnPaper:
      placed.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.inks[Int(box.ink)], dx: .zero, dy: .zero)
    case .box(let box) where box.hang > .zero && margin != nil: margin?.add(box, at: y)
    case .box(let box):
      if margin != nil { margin?.avoid(box, from: y, at: left + box.x) }
      y -= box.height
      append(box, x: left + box.x, y: y)
      if box.isLine, var line = lineEdge {
        line.baseline = y
        lines.append(line)
      }
      y -= box.depth
    case .glue(let glue):
      y -= glue.natural
      if ratio > 0 { y -= glue.stretch.scaled(by: ratio) }
      if shrinkable > .zero { y += glue.shrink.scaled(by: min(1, shrinkBy.points / shrinkable.points)) }
    case .kern(let kern): y -= kern
    case .penalty: break
    case .beginFrame(let index): begin(index, isContinued: false)
    case .endFrame(let index): end(index)
    }
  }

  private mutating func append(_ box: VBox, x: Length, y: Length) {
    ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: list.inks[Int(box.ink)], dx: x, dy: y)
  }

  mutating func begin(_ index: Int32, isContinued: Bool) {
    let frame = list.frames[Int(index)]
    if frame.paper >= 0 { panels.append(list.inks[Int(frame.paper)], dx: .zero, dy: .zero) }
    // Its position among the panels is fixed now, so that an inner frame is drawn over an outer one.
    let slot = panels.items.count
    panels.items.append(.rule(Rect(x: .zero, y: .zero, width: .zero, height: .zero), .black))
    if frame.bar != nil { panels.items.append(.rule(Rect(x: .zero, y: .zero, width: .zero, height: .zero), .black)) }
    if frame.backdrop >= 0 { panels.items.append(.rule(Rect(x: .zero, y: .zero, width: .zero, height: .zero), .black)) }
    openFrames.append((index, y, slot))
    y -= frame.padding
    if isContinued, let head = frame.head {
      let first = ink.items.count
      let edge = lineEdge
      lineEdge = nil
      for node in list.nodes[Int(head.lowerBound)..<Int(head.upperBound)] { place(node) }
      lineEdge = edge
      // A head is read once, where its table begins.
      ink.makeArtifact(from: first)
    }
  }

  mutating func end(_ index: Int32) {
    guard let position = openFrames.lastIndex(where: { $0.index == index }) else { return }
    let open = openFrames.remove(at: position)
    let frame = list.frames[Int(index)]
    y -= frame.paddingBottom
    let rect = Rect(x: left + frame.x, y: y, width: frame.width, height: open.top - y)
    panels.items[open.slot] = .panel(
      Panel(rect: rect, radius: frame.radius, fill: frame.fill, border: frame.border, borderWidth: frame.borderWidth))
    if frame.backdrop >= 0 {
      panels.marks.append(.drawing(frame.backdrop))
      panels.items[open.slot + (frame.bar == nil ? 1 : 2)] = .mark(Int32(panels.marks.count - 1), rect)
    }
    if frame.overlay >= 0 {
      ink.marks.append(.drawing(frame.overlay))
      ink.items.append(.mark(Int32(ink.marks.count - 1), rect))
    }
    if !frame.edges.isEmpty { panels.items += frame.edges.rules(in: rect) }
    if let bar = frame.bar {
      panels.items[open.slot + 1] = .rule(
        Rect(x: frame.barIsAtRight ? rect.x + rect.width - bar.width : rect.x, y: rect.y, width: bar.width, height: rect.height), bar.color)
    }
  }
}

extension Ink {
  /// Reserves capacity for the boxes among some nodes of a list.
  fileprivate mutating func reserve(for list: borrowing VList, _ nodes: Range<Int>) {
    var count = (items: 0, glyphs: 0, bytes: 0)
    for node in list.nodes[nodes] {
      guard case .box(let box) = node else { continue }
      count.items += box.items.count
      for item in list.inks[Int(box.ink)].items[Int(box.items.lowerBound)..<Int(box.items.upperBound)] {
        guard case .run(let run) = item else { continue }
        count.glyphs += run.glyphs.count
        count.bytes += run.text.count
      }
    }
    // Panels, the header and the footer are included.
    items.reserveCapacity(count.items + 16)
    glyphs.reserveCapacity(count.glyphs + 64)
    text.reserveCapacity(count.bytes + 64)
  }
}
