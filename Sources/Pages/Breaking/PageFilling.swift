import TypesetBoxes
import TypesetStyling

/// A page or a column while it is filled, and the best break so far (TeXbook chapter 15).
struct PageFilling {
  /// The content of the page so far.
  struct Fill {
    var natural: Length
    var stretch = Length.zero
    var shrink = Length.zero
    var isInfinite = false

    mutating func add(_ glue: Glue) {
      natural += glue.natural
      shrink += glue.shrink
      if glue.stretchOrder == .finite { stretch += glue.stretch } else { isInfinite = true }
    }
  }

  /// A possible end of the page.
  struct End {
    var cost: Int
    /// Badness and penalties, squared and added as for lines (TeXbook chapter 14).
    var demerits = PageDemerits.most
    /// The node of the break.
    var index: Int
    /// Frames that continue after it.
    var frames: [Int32]
    var fill: Fill
    var notes: NoteArea
    var floats: FloatArea
  }

  private let list: VList
  private let height: Length
  private let style: PageStyle
  private let start: Int
  private var index: Int
  private var fill: Fill
  private var frames: [Int32]
  private var notes: NoteArea
  private var nextNote: Int
  private var floats: FloatArea
  private var nextFloat: Int
  private var nextBarrier = 0
  /// Floats that are on the page already.
  private let ahead: [Int]
  private var hasBox = false
  /// True where the first baseline is settled.
  private var hasTop: Bool
  private var best: End?
  /// All positions that were considered, if breaks are to be explained.
  private(set) var weighed: [(index: Int, end: PageEnd)] = []
  private let explains: Bool
  /// The ends of least demerits that fit, the best first, if more than one is asked for.
  private var cheapest: [End] = []
  /// The last end that fits.
  private var last: End?
  /// The most ends.
  private let gathers: Int
  /// Ends of so many demerits are of no use.
  private let limit: Int
  /// The last position that fits although a break is prohibited there.
  private var lastResort: End?

  init(
    _ list: VList, from start: PageBuilder.Start, height: Length, style: PageStyle, explains: Bool = false, gathers: Int = 0,
    below limit: Int = .max
  ) {
    self.limit = limit
    self.list = list
    self.height = height
    self.style = style
    self.explains = explains
    self.gathers = gathers
    self.start = start.node
    index = start.node
    frames = start.openFrames
    hasTop = !start.openFrames.isEmpty
    fill = Fill(natural: list.overhead(of: start.openFrames))
    notes = NoteArea(start.held, of: list, room: height.scaled(by: 0.8))
    nextNote = list.firstNote(from: list.spanning > 0 && start.node == list.spanning ? 0 : start.node)
    ahead = start.ahead
    floats = list.floats.isEmpty ? FloatArea() : FloatArea(start.floats, of: list.floats, column: height)
    nextFloat = list.floats.isEmpty ? 0 : list.floats.first(from: start.node)
    if !list.floats.barriers.isEmpty { nextBarrier = list.floats.barriers.firstIndex { $0 > start.node } ?? list.floats.barriers.count }
  }

  /// The ends of least demerits that fit, the best first; after them the last one that fits, since it takes most onto the page.
  var ends: [End] {
    guard let last, !cheapest.contains(where: { $0.index == last.index }) else { return cheapest }
    return cheapest.prefix(gathers - 1) + [last]
  }

  /// Fills the page node by node; nil if it stays empty.
  mutating func findEnd() -> End? {
    while index < list.nodes.count {
      if nextFloat < list.floats.list.count || nextBarrier < list.floats.barriers.count {
        if passFloats() { return best }
        guard index < list.nodes.count else { break }
      }
      let node = list.nodes[index]
      switch node {
      case .box(let box):
        if !hasTop, !box.isMark {
          fill.natural += list.topSkip(above: box, style)
          hasTop = true
        }
        // A box that no longer fits ends the page even if there is no break before the next one.
        fill.natural += list.height(of: node)
        hasBox = true
        addNotes()
      case .beginFrame(let frame):
        fill.natural += list.height(of: node)
        frames.append(frame)
        hasTop = true
      case .endFrame(let frame):
        fill.natural += list.height(of: node)
        frames.removeAll { $0 == frame }
      case .glue(let glue):
        if index > start, list.nodes[index - 1].isBoxLike, endsPage(at: 0) { return best }
        fill.add(glue)
      case .kern: fill.natural += list.height(of: node)
      case .penalty(let penalty): if endsPage(at: penalty) { return best }
      }
      index += 1
    }
    // The end of the document ends its last page, unless the rest is too tall for one.
    fill.isInfinite = true
    return endsPage(at: Penalty.force) ? best : nil
  }

  /// Decides where floats are that begin here, and goes on after those that are elsewhere; true ends the page.
  private mutating func passFloats() -> Bool {
    while nextFloat < list.floats.list.count, list.floats[nextFloat].nodes.lowerBound == index {
      let number = nextFloat
      let isAfterBox = index > start && list.nodes[index - 1].isBoxLike
      if isAfterBox, endsPage(at: 0) { return true }
      nextFloat += 1
      if !ahead.contains(number), floats.add(number, of: list.floats, used: fill.natural + notes.height, column: height) {
        // At the top of a page, the space above it vanishes.
        while !hasBox, index < list.floats[number].content.lowerBound, list.nodes[index].isDiscardable { index += 1 }
        return false
      }
      index = list.floats[number].nodes.upperBound
      // A page may have nothing but floats where what follows is too high to be below them.
      if !hasBox, !floats.isEmpty, best == nil {
        best = End(cost: Int.max, index: index, frames: frames, fill: filled(), notes: notes, floats: floats)
      }
      if isAfterBox, index < list.nodes.count, endsPage(at: 0) { return true }
      if hasBox, let space = list.floats.space(skipping: number, here: floats.here) { fill.add(space) }
    }
    return passBarrier()
  }

  /// True ends the page at a barrier, where floats wait.
  private mutating func passBarrier() -> Bool {
    guard nextBarrier < list.floats.barriers.count, list.floats.barriers[nextBarrier] == index else { return false }
    nextBarrier += 1
    return !floats.held.isEmpty && endsPage(at: Penalty.force)
  }

  /// What is on the page, with its notes and floats.
  private func filled() -> Fill {
    var whole = fill
    for frame in frames { whole.natural += list.frames[Int(frame)].paddingBottom }
    // TeXbook chapter 15, \maxdepth: the last baselines of pages are level.
    if style.footDepth > .zero, frames.isEmpty, index > start, case .box(let last) = list.nodes[index - 1] {
      whole.natural += max(style.footDepth - max(last.depth, .zero), .zero)
    }
    whole.natural += notes.height + floats.height
    return whole
  }

  /// Adds the footnotes of the box that has been added.
  private mutating func addNotes() {
    while nextNote < list.notes.count, list.notes[nextNote].node <= index {
      notes.add(list.wholeNote(nextNote), of: list, room: height - fill.natural - floats.height)
      nextNote += 1
    }
  }

  /// Weighs a break before the node; true ends the page at the best break known.
  private mutating func endsPage(at penalty: Int) -> Bool {
    guard hasBox || !floats.isEmpty else { return false }
    let whole = filled()
    // A note that can't even begin here makes the page overfull, so that it ends before the line that refers to it.
    let isOverfull = whole.natural - whole.shrink > height || notes.penalty >= 10_000
    if penalty >= Penalty.prohibit {
      if !isOverfull { lastResort = End(cost: Int.max, index: index, frames: frames, fill: whole, notes: notes, floats: floats) }
      // Thousands of headings in a row: what is two pages away fits no more, and need not be looked at again by each page.
      guard whole.natural - whole.shrink > height + height, best != nil || lastResort != nil else { return false }
      best = best ?? lastResort
      return true
    }
    if explains {
      let cost = penalty <= Penalty.force ? penalty : badness(of: whole) + penalty + notes.penalty
      weighed.append((index, PageEnd(natural: whole.natural, height: height, penalty: penalty, cost: isOverfull ? nil : cost)))
    }
    if isOverfull, best != nil { return true }
    if isOverfull, let lastResort {
      best = lastResort
      return true
    }
    let isForced = penalty <= Penalty.force
    let badness = isForced ? 0 : isOverfull ? Int.max : badness(of: whole)
    let cost = isForced ? penalty : isOverfull ? Int.max : badness + penalty + notes.penalty
    let isBest = best.map { cost <= $0.cost } ?? true
    guard isBest || gathers > 0 && !isOverfull else { return isOverfull || isForced }
    let white = isForced ? PageDemerits.badness(ofLast: whole.natural, height: height) : badness
    let demerits = isOverfull ? PageDemerits.most : PageDemerits.of(badness: white, penalty: isForced ? 0 : penalty + notes.penalty)
    let isGathered = gathers > 0 && !isOverfull && demerits < limit
    if isBest || isGathered {
      let end = End(cost: cost, demerits: demerits, index: index, frames: frames, fill: whole, notes: notes, floats: floats)
      if isBest { best = end }
      if isGathered { gather(end) }
    }
    return isOverfull || isForced
  }

  /// Keeps an end if it is one of the best; of equals the last is the better one.
  private mutating func gather(_ end: End) {
    last = end
    guard cheapest.count < gathers || cheapest.last.map({ end.demerits <= $0.demerits }) ?? false else { return }
    if cheapest.count == gathers { cheapest.removeLast() }
    cheapest.insert(end, at: cheapest.firstIndex { end.demerits <= $0.demerits } ?? cheapest.count)
  }

  /// TeX's badness of a page (TeXbook chapter 14), from 0 to 10,000. Where the bottom may be ragged, four centimetres
  /// count as stretch, so that full pages win over early breaks anyway.
  private func badness(of fill: Fill) -> Int {
    let short = height - fill.natural
    if short <= .zero { return TypesetBoxes.badness(-short, fill.shrink) }
    if fill.isInfinite { return 0 }
    return TypesetBoxes.badness(short, style.isBottomFlush ? fill.stretch : max(fill.stretch, 113.pt))
  }
}

extension VList {
  /// The height at the top of frames that continue from the previous page: their padding and their heads.
  func overhead(of open: [Int32]) -> Length {
    open.reduce(.zero) { height, index in
      let frame = frames[Int(index)]
      let head = frame.head.map { naturalHeight(of: Int($0.lowerBound)..<Int($0.upperBound)) } ?? .zero
      return height + frame.padding + head
    }
  }
}
