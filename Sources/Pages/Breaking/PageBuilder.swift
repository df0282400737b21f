public import TypesetBoxes
public import TypesetStyling

/// Breaks one vertical list into pages, as TeX's page builder does (TeXbook chapter 15): each page ends at the break of
/// least cost that fits, where cost is the badness of the page's glue and the penalty of the break.
public struct PageBuilder: Sendable {
  let style: PageStyle
  /// The most pages that are made; what follows is left out.
  let limit: Int

  public init(style: PageStyle, limit: Int) {
    self.style = style
    self.limit = limit
  }

  /// The nodes of one page, and what its glue has to do.
  struct Breaks {
    /// In `VList.nodes`: from the first box to the break, which is left out.
    var nodes: Range<Int>
    /// Frames that began on an earlier page, outermost first.
    var openFrames: [Int32]
    var stretch: Length
    var natural: Length
    /// Ends here because the document says so.
    var isForced = false
    /// At the foot; their height counts as part of `natural`.
    var notes: [NotePiece] = []
    var notesHeight = Length.zero
  }

  /// What stands on one page: its columns, and above them what spans them all.
  struct PageBreaks {
    /// In `VList.nodes`; empty on all pages but the first.
    var spanning: Range<Int> = 0..<0
    var spanningHeight = Length.zero
    var columns: [Breaks] = []
    /// Is it a landscape page within an upright document?
    var isTurned = false
  }

  /// - Returns: The pages in order, and whether the limit cut the document short.
  public func build(_ list: consuming VList) -> (pages: [Page], isComplete: Bool) {
    var list = list
    let (breaks, isComplete) = breakPages(&list)
    return (assemble(breaks, of: list), isComplete)
  }

  /// Finds where pages and columns end; assembles nothing. Pictures that would leave much of a page empty become smaller.
  func breakPages(_ list: inout VList) -> (pages: [PageBreaks], isComplete: Bool) {
    var pages: [PageBreaks] = []
    var start = 0
    var open: [Int32] = []
    var held: [NotePiece] = []
    while start < list.nodes.count || !held.isEmpty {
      guard pages.count < limit else { return (pages, false) }
      var page = PageBreaks()
      if start == 0, list.spanning > 0 {
        page.spanning = 0..<list.spanning
        page.spanningHeight = list.naturalHeight(of: page.spanning)
        start = list.spanning
      }
      var first = start
      while first < list.nodes.count, list.nodes[first].isDiscardable { first += 1 }
      page.isTurned = page.spanning.isEmpty && list.isTurned(at: first)
      let sheet = page.isTurned ? PageBuilder(style: style.turned, limit: limit) : self
      let height = sheet.style.textHeight - page.spanningHeight
      let firstStart = start
      let firstOpen = open
      let firstHeld = held
      page.columns = sheet.fittedColumns(in: &list, from: &start, open: &open, held: &held, height: height)
      if start >= list.nodes.count, held.isEmpty, sheet.style.columns > 1, !page.columns.isEmpty {
        page.columns = balanced(list, from: firstStart, open: firstOpen, held: firstHeld, height: height) ?? page.columns
      }
      if page.columns.isEmpty, page.spanning.isEmpty { break }
      if let first = page.columns.first, opensRight(list, before: first.nodes.lowerBound), pages.count % 2 == 1 {
        pages.append(PageBreaks())
      }
      pages.append(page)
    }
    return (pages, true)
  }

  /// Does a chapter begin here that asks for a right page?
  private func opensRight(_ list: VList, before index: Int) -> Bool {
    guard style.isTwoSided else { return false }
    var position = index - 1
    while position >= 0, list.nodes[position].isDiscardable {
      if case .penalty(let penalty) = list.nodes[position], penalty <= Penalty.forceRight { return true }
      position -= 1
    }
    return false
  }

  /// The columns of one page; ends early where a break is forced.
  private func columns(in list: VList, from start: inout Int, open: inout [Int32], held: inout [NotePiece], height: Length) -> [Breaks] {
    var columns: [Breaks] = []
    while columns.count < style.columns, let column = next(in: list, from: &start, open: &open, held: &held, height: height) {
      columns.append(column)
      if column.isForced { break }
    }
    return columns
  }

  /// The columns of one page, with smaller pictures where those then fit.
  private func fittedColumns(
    in list: inout VList, from start: inout Int, open: inout [Int32], held: inout [NotePiece], height: Length
  ) -> [Breaks] {
    var columns: [Breaks] = []
    while columns.count < style.columns {
      let before = (start: start, open: open, held: held)
      guard var column = next(in: list, from: &start, open: &open, held: &held, height: height) else { break }
      for _ in 0..<4 {
        guard !column.isForced, height - column.natural > height / 10, start < list.nodes.count,
          let changed = list.shrinkPictures(on: column.nodes, toTake: height - column.natural)
        else { break }
        var again = before
        let trial = next(in: list, from: &again.start, open: &again.open, held: &again.held, height: height)
        guard let trial, trial.nodes.upperBound > changed.end else {
          for (index, node) in changed.nodes { list.nodes[index] = node }
          break
        }
        (column, start, open, held) = (trial, again.start, again.open, again.held)
      }
      columns.append(column)
      if column.isForced { break }
    }
    return columns
  }

  /// The columns of the last page at the least height that holds all of them.
  private func balanced(_ list: VList, from start: Int, open: [Int32], held: [NotePiece], height: Length) -> [Breaks]? {
    var low = 1
    var high = height.rawValue
    var best: [Breaks]?
    for _ in 0..<16 {
      let middle = (low + high) / 2
      var position = start
      var frames = open
      var held = held
      let columns = columns(in: list, from: &position, open: &frames, held: &held, height: Length(rawValue: middle))
      let fits = position >= list.nodes.count && held.isEmpty && columns.allSatisfy { $0.natural.rawValue <= middle }
      if fits {
        best = columns
        high = middle
      } else {
        low = middle
      }
    }
    return best
  }

  /// Finds where the page that begins at `start` ends; moves `start` and the open frames past it.
  private func next(
    in list: VList, from start: inout Int, open: inout [Int32], held: inout [NotePiece], height: Length
  ) -> Breaks? {
    // TeXbook chapter 15: glue, kerns and penalties at the top of a page vanish.
    while start < list.nodes.count, list.nodes[start].isDiscardable || list.nodes[start].opensNoPage { start += 1 }
    // What is left of long notes gets a page without text, if need be.
    let isEnd = start >= list.nodes.count
    var notes = NoteArea(held, of: list, room: isEnd ? height : height.scaled(by: 0.8))
    guard !isEnd else {
      held = notes.pieces.isEmpty ? [] : notes.held
      guard !notes.pieces.isEmpty else { return nil }
      return Breaks(
        nodes: start..<start, openFrames: [], stretch: .zero, natural: notes.height, notes: notes.pieces, notesHeight: notes.height)
    }
    var nextNote = list.firstNote(from: list.spanning > 0 && start == list.spanning ? 0 : start)
    var fill = Fill(natural: overhead(of: open, in: list))
    var frames = open
    var best: (cost: Int, index: Int, frames: [Int32], fill: Fill, notes: NoteArea)?
    /// The last place where a break is prohibited but what stands before it fits.
    var lastResort: (cost: Int, index: Int, frames: [Int32], fill: Fill, notes: NoteArea)?
    var hasBox = false
    var index = start

    /// Weighs a break before node `index`; true ends the page at the best break known.
    func tryBreak(_ penalty: Int) -> Bool {
      guard hasBox else { return false }
      var whole = fill
      for frame in frames { whole.natural += list.frames[Int(frame)].paddingBottom }
      whole.natural += notes.height
      // A note that can't even begin here makes the page overfull, so that it ends before the line that refers to it.
      let isOverfull = whole.natural - whole.shrink > height || notes.penalty >= 10_000
      if penalty >= Penalty.prohibit {
        if !isOverfull { lastResort = (Int.max, index, frames, whole, notes) }
        return false
      }
      if isOverfull, best != nil { return true }
      if isOverfull, let lastResort {
        best = lastResort
        return true
      }
      let cost = penalty <= Penalty.force ? penalty : isOverfull ? Int.max : badness(of: whole, height) + penalty + notes.penalty
      if best.map({ cost <= $0.cost }) ?? true { best = (cost, index, frames, whole, notes) }
      return isOverfull || penalty <= Penalty.force
    }

    while index < list.nodes.count {
      switch list.nodes[index] {
      case .box(let box):
        // A box that can't fit any more ends the page even where no break stands before the next one.
        fill.natural += box.height + box.depth
        hasBox = true
        while nextNote < list.notes.count, list.notes[nextNote].node <= index {
          notes.add(list.wholeNote(nextNote), of: list, room: height - fill.natural)
          nextNote += 1
        }
      case .beginFrame(let frame):
        fill.natural += list.frames[Int(frame)].padding
        frames.append(frame)
      case .endFrame(let frame):
        fill.natural += list.frames[Int(frame)].paddingBottom
        frames.removeAll { $0 == frame }
      case .glue(let glue):
        if index > start, list.nodes[index - 1].isBoxLike, tryBreak(0) { return end(&start, &open) }
        fill.natural += glue.natural
        fill.shrink += glue.shrink
        if glue.stretchOrder == .finite { fill.stretch += glue.stretch } else { fill.isInfinite = true }
      case .kern(let kern):
        fill.natural += kern
      case .penalty(let penalty):
        if tryBreak(penalty) { return end(&start, &open) }
      }
      index += 1
    }
    // The end of the document ends its last page, unless what is left is too much for one.
    fill.isInfinite = true
    if tryBreak(Penalty.force) { return end(&start, &open) }
    return nil

    func end(_ start: inout Int, _ open: inout [Int32]) -> Breaks? {
      guard let best else { return nil }
      let page = Breaks(
        nodes: start..<best.index, openFrames: open,
        stretch: best.fill.isInfinite ? .zero : best.fill.stretch, natural: best.fill.natural,
        isForced: best.cost <= Penalty.force, notes: best.notes.pieces, notesHeight: best.notes.height)
      held = best.notes.held
      start = best.index
      open = best.frames
      return page
    }
  }

  private struct Fill {
    var natural: Length
    var stretch = Length.zero
    var shrink = Length.zero
    var isInfinite = false
  }

  /// What frames that go on from the page before take at the top: their padding and their heads.
  private func overhead(of open: [Int32], in list: VList) -> Length {
    open.reduce(.zero) { height, index in
      let frame = list.frames[Int(index)]
      return height + frame.padding + headHeight(frame, in: list)
    }
  }

  private func headHeight(_ frame: VFrame, in list: VList) -> Length {
    guard let head = frame.head else { return .zero }
    return list.naturalHeight(of: Int(head.lowerBound)..<Int(head.upperBound))
  }

  /// TeX's badness of a page (TeXbook chapter 14), from 0 to 10,000. Where the bottom may be ragged, four centimetres
  /// count as stretch, so that full pages win over early breaks all the same.
  private func badness(of fill: Fill, _ height: Length) -> Int {
    let short = height - fill.natural
    if short <= .zero {
      return TypesetBoxes.badness(-short, fill.shrink)
    }
    if fill.isInfinite { return 0 }
    return TypesetBoxes.badness(short, style.isBottomFlush ? fill.stretch : max(fill.stretch, 113.pt))
  }
}

extension VNode {
  /// A rule between texts: at the top of a page there is nothing to part.
  var opensNoPage: Bool { if case .box(let box) = self { box.opensNoPage } else { false } }

  /// Vanishes at the top of a page.
  var isDiscardable: Bool {
    switch self {
    case .glue, .kern, .penalty: true
    case .box, .beginFrame, .endFrame: false
    }
  }

  /// Glue after it is a place for a break.
  var isBoxLike: Bool {
    switch self {
    case .box, .endFrame: true
    case .glue, .kern, .penalty, .beginFrame: false
    }
  }
}
