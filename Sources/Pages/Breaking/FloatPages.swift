import TypesetBoxes
import TypesetSettings

// Pages of documents with floats.

extension PageBuilder {
  /// The next page of a document with floats: those that are wide above its columns, the others as the columns have room for them.
  func pageWithFloats(in list: inout VList, from start: inout Start, _ unfilled: PageBreaks) -> PageBreaks {
    var page = unfilled
    let height = style.textHeight - page.spanningHeight
    if !start.floats.isEmpty, start.isFlushing || start.isEnd(of: list) && start.held.isEmpty {
      page = flushed(page, of: list, from: &start, height: height)
      start.isFlushing = !start.floats.isEmpty && start.isFlushing
      return page
    }
    meetWide(in: list, from: &start)
    (page.wide, start.floats) = FloatArea.wide(of: start.floats, list.floats, page: height, all: false)
    page.wideHeight = FloatArea.height(of: page.wide, list.floats)
    // One that is as high as this has its page alone.
    if page.wideHeight > height * 4 / 5 { return page }
    let before = start
    page = filled(page, in: &list, from: &start, height: height - page.wideHeight)
    if let (better, end) = withWideMet(on: page, in: &list, from: before, to: start, height: height) { (page, start) = (better, end) }
    if page.columns.last?.isForced == true, !start.floats.isEmpty, !start.isEnd(of: list) { start.isFlushing = true }
    start.ahead = []
    return page
  }

  /// Wide floats that the page begins with are above it, not above the next one.
  private func meetWide(in list: VList, from start: inout Start) {
    var number = list.floats.first(from: start.node)
    while number < list.floats.list.count, list.floats[number].nodes.lowerBound == start.node, list.floats[number].isWide {
      start.floats.append(number)
      start.node = list.floats[number].nodes.upperBound
      number += 1
    }
  }

  /// The page with the first wide float above it that its text has, if the place of that is still on the page then. LaTeX's are on the next page
  /// in any case.
  private func withWideMet(on page: PageBreaks, in list: inout VList, from before: Start, to end: Start, height: Length) -> (
    PageBreaks, Start
  )? {
    guard style.columns > 1, page.wide.isEmpty, let met = end.floats.first(where: { list.floats[$0].isWide && !before.floats.contains($0) })
    else { return nil }
    let float = list.floats[met]
    let earlier = before.floats + page.columns.flatMap { $0.floats.top + $0.floats.bottom + $0.floats.here } + end.floats
    guard !earlier.contains(where: { $0 < met && list.floats[$0].kind == float.kind }),
      FloatArea.wide(of: [met], list.floats, page: height, all: false).placed == [met]
    else { return nil }
    var trial = PageBreaks(spanning: page.spanning, spanningHeight: page.spanningHeight, wide: [met], isTurned: page.isTurned)
    trial.wideHeight = FloatArea.height(of: [met], list.floats)
    guard trial.wideHeight <= height * 4 / 5 else { return nil }
    var start = before
    start.ahead = [met]
    trial = filled(trial, in: &list, from: &start, height: height - trial.wideHeight)
    guard let last = trial.columns.last, last.nodes.upperBound >= float.nodes.upperBound else { return nil }
    return (trial, start)
  }

  /// Floats that have to be out: a page with nothing else.
  private func flushed(_ unfilled: PageBreaks, of list: VList, from start: inout Start, height: Length) -> PageBreaks {
    var page = unfilled
    (page.wide, start.floats) = FloatArea.wide(of: start.floats, list.floats, page: height, all: true)
    page.wideHeight = FloatArea.height(of: page.wide, list.floats)
    while page.columns.count < style.columns,
      let area = FloatArea.page(of: start.floats, list.floats, column: height - page.wideHeight, full: style.textHeight, all: true),
      page.wide.isEmpty || area.height <= height - page.wideHeight
    {
      page.columns.append(Breaks(nodes: start.node..<start.node, natural: area.height, floats: area))
      start.floats = area.held
    }
    return page
  }

  /// A column of floats, where those that wait are enough for one, or where the text has ended.
  func floatsAlone(of list: VList, from start: inout Start, height: Length) -> Breaks? {
    let hasEnded = start.isEnd(of: list) && start.held.isEmpty
    guard let area = FloatArea.page(of: start.floats, list.floats, column: height, full: style.textHeight, all: hasEnded) else {
      return nil
    }
    start.floats = area.held
    return Breaks(nodes: start.node..<start.node, natural: area.height, floats: area)
  }
}
