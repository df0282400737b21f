import TypesetBoxes
import TypesetSettings

/// What the ends of pages cost together, as for lines (TeXbook chapter 14).
enum PageDemerits {
  /// Of a page that is overfull, or ends where no break is allowed.
  static let most = 100_000_000

  static func of(badness: Int, penalty: Int) -> Int {
    let white = 10 + min(badness, 9990)
    let charge = min(max(penalty, 0), 10_000)
    return min(white * white + charge * charge, most)
  }

  /// The badness of the last page of a chapter that holds less than a sixth of a page: a few lines alone on their page.
  static func badness(ofLast natural: Length, height: Length) -> Int {
    let missing = height / 6 - natural
    return missing > .zero ? TypesetBoxes.badness(missing, height / 8) : 0
  }
}

/// The last pages, as long as a page after them may still move their ends: a page that ends badly, such as before a table that does not fit,
/// or with a chapter whose last two lines are all that it holds, is looked at together with those before it (Knuth and Plass's idea for lines,
/// in a window of a few pages).
struct PageWindow {
  /// The most pages whose ends are chosen together.
  static let length = 4
  /// A page of more demerits ends badly: about a ninth of it is white, or it is the last one and has three lines at most.
  static let bad = 2000

  private struct Member {
    var page: PageBuilder.PageBreaks
    var start: PageBuilder.Start
    var height: Length
  }

  private var members: [Member] = []

  /// Adds the page that has been filled last; one of several columns, or turned, or with pictures that are scaled down for it, closes the window.
  mutating func append(_ page: PageBuilder.PageBreaks, from start: PageBuilder.Start, of builder: PageBuilder) {
    guard builder.choosesEndsTogether, !page.isTurned, page.columns.count == 1, let column = page.columns.first,
      !column.hasShrunkPictures, !column.nodes.isEmpty
    else { return members.removeAll() }
    var start = start
    start.node = column.nodes.lowerBound
    members.append(Member(page: page, start: start, height: builder.style.textHeight - page.spanningHeight))
    if members.count > Self.length { members.removeFirst() }
  }

  /// Ends the last pages elsewhere if the last one ends badly and their demerits are less in sum then. An end that is certain closes the window.
  ///
  /// The pages reach as far as before or farther, in no more pages, so that the others are none the worse.
  ///
  /// - Parameter end: Where the next page begins.
  mutating func improve(
    _ pages: inout [PageBuilder.PageBreaks], endingAt end: inout PageBuilder.Start, in list: VList, of builder: PageBuilder
  ) {
    defer { if members.last?.page.columns[0].isForced ?? true { members.removeAll() } }
    guard members.count > 1, members.last.map({ $0.page.columns[0].demerits > Self.bad }) ?? false, list.floats.isEmpty else { return }
    let search = PageSearch(
      list: list, builder: builder, heights: members.map(\.height), target: end.node,
      isForced: members.last?.page.columns[0].isForced ?? false)
    let known = members.reduce(0) { $0 + $1.page.columns[0].demerits }
    let count = members.count
    if let best = search.least(from: [PageSearch.Path(start: members[0].start)], below: known) {
      var start = members[0].start
      for (number, step) in best.steps.enumerated() {
        members[number].start = start
        members[number].page.columns = [step.column]
        start = step.end
      }
      members.removeLast(count - best.steps.count)
      end = start
    }
    if builder.explainsEnds {
      for number in members.indices { members[number].page.columns[0].ends = explained(number, search) }
    }
    pages.replaceSubrange((pages.count - count)..., with: members.map(\.page))
  }

  /// Where a page of the window could have ended, with the least demerits of all then, the pages before it being as they are.
  private func explained(_ number: Int, _ search: PageSearch) -> [PageEnd] {
    let demerits = members.map { $0.page.columns[0].demerits }
    let chosen = members[number].page.columns[0].nodes.upperBound
    var totals = [chosen: demerits.reduce(0, +)]
    let path = PageSearch.Path(start: members[number].start, demerits: demerits[..<number].reduce(0, +))
    for end in search.ends(of: path, page: number) where end.index != chosen {
      let next = search.going(on: path, to: end)
      totals[end.index] = (next.start.node >= search.target ? next : search.least(from: [next], page: number + 1, below: .max))?.demerits
    }
    var filling = search.filling(from: path.start, page: number, explains: true)
    _ = filling.findEnd()
    var places = filling.weighed
    for index in places.indices { places[index].end.total = totals[places[index].index] }
    return places.told(endingAt: chosen)
  }
}

/// Ways through the pages of a window.
private struct PageSearch {
  /// The most ends of each page that are followed; three of four pages are ways enough to follow all.
  static let ends = 3
  /// Of the page before a last one, which several lines have to leave.
  static let endsBeforeLast = 8

  struct Path {
    var start: PageBuilder.Start
    var demerits = 0
    var steps: [(column: PageBuilder.Breaks, end: PageBuilder.Start)] = []
  }

  let list: VList
  let builder: PageBuilder
  /// Of the text of each page.
  let heights: [Length]
  /// The node that the pages have to reach.
  let target: Int
  /// True if the last page ends with a chapter.
  let isForced: Bool

  /// The way of least demerits that reaches the target; nil if it is not below a sum.
  ///
  /// - Parameter page: The one that begins where the paths end.
  func least(from paths: [Path], page first: Int = 0, below limit: Int) -> Path? {
    var (paths, limit) = (paths, limit)
    var best: Path?
    for page in first..<max(first, heights.count) {
      var next: [Path] = []
      for path in paths {
        for end in ends(of: path, page: page, below: limit) where path.demerits + end.demerits < limit {
          let reached = going(on: path, to: end)
          if reached.start.node >= target {
            (best, limit) = (reached, reached.demerits)
          } else if end.cost > Penalty.force {
            next.join(reached)
          }
        }
      }
      paths = next
    }
    return best
  }

  /// The ends of the page after a path that are followed.
  ///
  /// - Parameter limit: What the path's demerits are to be below with it.
  func ends(of path: Path, page: Int, below limit: Int = .max) -> [PageFilling.End] {
    var filling = filling(from: path.start, page: page, explains: false, below: limit - path.demerits)
    _ = filling.findEnd()
    return filling.ends
  }

  func filling(from start: PageBuilder.Start, page: Int, explains: Bool, below limit: Int = .max) -> PageFilling {
    var start = start
    builder.skipDiscardables(in: list, &start)
    return PageFilling(
      list, from: start, height: heights[page], style: builder.style, explains: explains,
      gathers: isForced && page == heights.count - 2 ? Self.endsBeforeLast : Self.ends, below: limit)
  }

  func going(on path: Path, to end: PageFilling.End) -> Path {
    var start = path.start
    builder.skipDiscardables(in: list, &start)
    let next = PageBuilder.Start(after: end, from: start)
    return Path(
      start: next, demerits: path.demerits + end.demerits, steps: path.steps + [(PageBuilder.Breaks(from: start, to: end), next)])
  }
}

extension [PageSearch.Path] {
  /// Adds a path, unless a better one ends in the same state.
  fileprivate mutating func join(_ path: PageSearch.Path) {
    guard let same = firstIndex(where: { $0.start == path.start }) else { return append(path) }
    if path.demerits < self[same].demerits { self[same] = path }
  }
}

extension [(index: Int, end: PageEnd)] {
  /// The last places that were weighed, with the one at which the page ends.
  func told(endingAt index: Int) -> [PageEnd] {
    let chosen = lastIndex { $0.index == index } ?? count
    return self[Swift.max(0, Swift.min(chosen, count - 7))...].map { place in
      var told = place.end
      told.isChosen = place.index == index
      return told
    }
  }
}
