public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetStyling

/// Breaks one vertical list into pages, as TeX's page builder does (TeXbook chapter 15): each page ends at the break of
/// least cost that fits, where cost is the badness of the page's glue and the penalty of the break. Where that ends a page badly, the ends of
/// the last few pages are chosen together (`PageWindow`).
public struct PageBuilder: Sendable {
  let style: PageStyle
  /// The most pages; the rest is left out.
  let limit: Int
  let budget: Budget

  /// At most this many threads.
  let threads: Int
  /// True if pages say where they could have ended.
  var explainsEnds = false

  /// True if a page that ends badly may move the ends of those before it. Slides are no pages that follow each other.
  var choosesEndsTogether: Bool { style.columns == 1 && !style.areSlides }

  public init(style: PageStyle, limit: Int, budget: Budget = Budget(), threads: Int = coreCount) {
    self.threads = threads
    self.style = style
    self.budget = budget
    self.limit = limit
  }

  /// Where a page begins, and what earlier pages have left for it.
  struct Start: Hashable {
    /// In `VList.nodes`.
    var node = 0
    /// Frames that began on an earlier page, outermost first.
    var openFrames: [Int32] = []
    /// The rests of notes from the previous page.
    var held: [NotePiece] = []
    /// Floats that wait for a place, and whether they have to be out before the text goes on.
    var floats: [Int] = []
    var isFlushing = false
    /// Floats that are on the page before the text that has them.
    var ahead: [Int] = []

    func isEnd(of list: borrowing VList) -> Bool { node >= list.nodes.count }

    /// True if nothing waits either.
    func isDone(with list: borrowing VList) -> Bool { isEnd(of: list) && held.isEmpty && floats.isEmpty }
  }

  /// The nodes of one page, and the setting of its glue.
  struct Breaks {
    /// In `VList.nodes`: from the first box to the break, which is left out.
    var nodes: Range<Int>
    /// Frames that began on an earlier page, outermost first.
    var openFrames: [Int32] = []
    var stretch = Length.zero
    var natural: Length
    /// True if the break is forced.
    var isForced = false
    /// What it costs to end here.
    var demerits = 0
    /// True if pictures are smaller than they were, so that one more is in it.
    var hasShrunkPictures = false
    /// At the foot; their height counts as part of `natural`.
    var notes: [NotePiece] = []
    var notesHeight = Length.zero
    var floats = FloatArea()
    /// Where it could have ended, where that is to be explained.
    var ends: [PageEnd] = []
  }

  /// The content of one page: its columns, and blocks above that span all of them.
  struct PageBreaks {
    /// In `VList.nodes`; empty on all pages but the first.
    var spanning: Range<Int> = 0..<0
    var spanningHeight = Length.zero
    /// Floats above all columns, below what spans them. In `VList.floats`.
    var wide: [Int] = []
    var wideHeight = Length.zero
    var columns: [Breaks] = []
    /// True if it is a landscape page within an upright document.
    var isTurned = false
  }

  /// - Returns: The pages in order, and whether the limit cut the document short.
  public func build(_ list: consuming VList) -> (pages: [Page], isComplete: Bool) {
    let (breaks, isComplete) = breakPages(&list)
    return (assemble(breaks, of: consume list), isComplete)
  }

  /// Finds where pages and columns end, without assembling them. Pictures that would leave much of a page empty are scaled down.
  func breakPages(_ list: inout VList) -> (pages: [PageBreaks], isComplete: Bool) {
    var pages: [PageBreaks] = []
    var start = Start()
    var window = PageWindow()
    while !start.isDone(with: list) {
      guard pages.count < limit, !budget.isStopped else { return (pages, false) }
      let before = start
      let page = nextPage(in: &list, from: &start)
      if page.columns.isEmpty, page.spanning.isEmpty, page.wide.isEmpty { break }
      if let first = page.columns.first, opensRight(list, before: first.nodes.lowerBound), pages.count % 2 == 1 {
        pages.append(PageBreaks())
      }
      pages.append(page)
      window.append(page, from: before, of: self)
      window.improve(&pages, endingAt: &start, in: list, of: self)
    }
    return (pages, true)
  }

  private func nextPage(in list: inout VList, from start: inout Start) -> PageBreaks {
    var page = PageBreaks()
    if start.node == 0, list.spanning > 0 {
      page.spanning = 0..<list.spanning
      page.spanningHeight = list.naturalHeight(of: page.spanning)
      start.node = list.spanning
    }
    var first = start.node
    while first < list.nodes.count, list.nodes[first].isDiscardable { first += 1 }
    page.isTurned = page.spanning.isEmpty && list.isTurned(at: first)
    let sheet = page.isTurned ? PageBuilder(style: style.turned, limit: limit, budget: budget, threads: threads) : self
    guard list.floats.isEmpty else { return sheet.pageWithFloats(in: &list, from: &start, page) }
    let height = sheet.style.textHeight - page.spanningHeight
    return sheet.filled(page, in: &list, from: &start, height: height)
  }

  /// Fills the columns of a page.
  func filled(_ unfilled: PageBreaks, in list: inout VList, from start: inout Start, height: Length) -> PageBreaks {
    let sheet = self
    var page = unfilled
    let before = start
    page.columns = sheet.fittedColumns(in: &list, from: &start, height: height)
    if start.isDone(with: list), sheet.style.columns > 1, !page.columns.isEmpty {
      page.columns = balanced(list, from: before, height: height) ?? page.columns
    }
    return page
  }

  /// True if a chapter begins here that requires a right page.
  private func opensRight(_ list: VList, before index: Int) -> Bool {
    guard style.isTwoSided else { return false }
    var position = index - 1
    while position >= 0, list.nodes[position].isDiscardable {
      if case .penalty(let penalty) = list.nodes[position], penalty <= Penalty.forceRight { return true }
      position -= 1
    }
    return false
  }

  /// The columns of one page; ends early at a forced break.
  private func columns(in list: VList, from start: inout Start, height: Length) -> [Breaks] {
    var columns: [Breaks] = []
    while columns.count < style.columns, let column = next(in: list, from: &start, height: height) {
      columns.append(column)
      if column.isForced { break }
    }
    return columns
  }

  /// The columns of one page, with pictures scaled down if they then fit.
  private func fittedColumns(in list: inout VList, from start: inout Start, height: Length) -> [Breaks] {
    var columns: [Breaks] = []
    while columns.count < style.columns {
      let before = start
      guard var column = next(in: list, from: &start, height: height) else { break }
      for _ in 0..<4 {
        guard list.floats.isEmpty, !column.isForced, height - column.natural > height / 10, !start.isEnd(of: list),
          let changed = list.shrinkPictures(on: column.nodes, toTake: height - column.natural)
        else { break }
        var again = before
        let trial = next(in: list, from: &again, height: height)
        guard let trial, trial.nodes.upperBound > changed.end else {
          for (index, node) in changed.nodes { list.nodes[index] = node }
          break
        }
        (column, start) = (trial, again)
        column.hasShrunkPictures = true
      }
      columns.append(column)
      if column.isForced { break }
    }
    return columns
  }

  /// The columns of the last page at the least height that holds all of them.
  ///
  /// Whether they fit is not monotone in the height, since each column ends at the cheapest break: a search in halves gives a height that
  /// does, and a score of lower ones is tried. A frame that is divided, such as code, costs as much as a column that is eight lines higher.
  private func balanced(_ list: VList, from start: Start, height: Length) -> [Breaks]? {
    func fitting(_ height: Length) -> [Breaks]? {
      var end = start
      let columns = columns(in: list, from: &end, height: height)
      return end.isDone(with: list) && columns.allSatisfy { $0.natural <= height } ? columns : nil
    }
    var low = Length.zero
    var high = height
    var best: [Breaks]?
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if let columns = fitting(middle) { (best, high) = (columns, middle) } else { low = middle }
    }
    guard let found = best else { return nil }
    let even = found.reduce(Length.zero) { $0 + $1.natural } / max(style.columns, 1)
    let step = (high - even) / 20
    guard step > 1.pt else { return found }
    func cost(_ columns: [Breaks]) -> Length {
      let divided = columns.count { !$0.openFrames.isEmpty }
      return (columns.map(\.natural).max() ?? .zero) + 100.pt * divided
    }
    return ([found] + (0..<20).compactMap { fitting(even + step * $0) }).min { cost($0) < cost($1) }
  }

  /// Finds where the page that begins at `start` ends; moves `start` past it.
  private func next(in list: VList, from start: inout Start, height: Length) -> Breaks? {
    skipDiscardables(in: list, &start)
    if !start.floats.isEmpty, let column = floatsAlone(of: list, from: &start, height: height) { return column }
    if start.isEnd(of: list) { return notesAlone(of: list, from: &start, height: height) }
    var filling = PageFilling(list, from: start, height: height, style: style, explains: explainsEnds)
    guard let end = filling.findEnd() else { return nil }
    var page = Breaks(from: start, to: end)
    if explainsEnds { page.ends = filling.weighed.told(endingAt: end.index) }
    start = Start(after: end, from: start)
    return page
  }

  /// TeXbook chapter 15: glue, kerns and penalties at the top of a page vanish.
  func skipDiscardables(in list: VList, _ start: inout Start) {
    while !start.isEnd(of: list), list.nodes[start.node].isDiscardable || list.nodes[start.node].opensNoPage,
      list.floats.isEmpty || !list.floats.begins(at: start.node)
    {
      start.node += 1
    }
  }

  /// The rest of long notes gets a page without text, if necessary.
  private func notesAlone(of list: VList, from start: inout Start, height: Length) -> Breaks? {
    let notes = NoteArea(start.held, of: list, room: height)
    start.held = notes.pieces.isEmpty ? [] : notes.held
    guard !notes.pieces.isEmpty else { return nil }
    return Breaks(nodes: start.node..<start.node, natural: notes.height, notes: notes.pieces, notesHeight: notes.height)
  }
}

extension PageBuilder.Breaks {
  init(from start: PageBuilder.Start, to end: PageFilling.End) {
    self.init(
      nodes: start.node..<end.index, openFrames: start.openFrames, stretch: end.fill.isInfinite ? .zero : end.fill.stretch,
      natural: end.fill.natural, isForced: end.cost <= Penalty.force, demerits: end.demerits, notes: end.notes.pieces,
      notesHeight: end.notes.height, floats: end.floats)
  }
}

extension PageBuilder.Start {
  init(after end: PageFilling.End, from start: PageBuilder.Start) {
    self.init(node: end.index, openFrames: end.frames, held: end.notes.held, floats: end.floats.held, ahead: start.ahead)
  }
}

extension VNode {
  /// A rule between texts, which is not needed at the top of a page.
  var opensNoPage: Bool { if case .box(let box) = self { box.opensNoPage } else { false } }

  /// Vanishes at the top of a page.
  var isDiscardable: Bool {
    switch self {
    case .glue, .kern, .penalty: true
    case .box, .beginFrame, .endFrame: false
    }
  }

  /// True if glue after it is a break.
  var isBoxLike: Bool {
    switch self {
    case .box, .endFrame: true
    case .glue, .kern, .penalty, .beginFrame: false
    }
  }
}
