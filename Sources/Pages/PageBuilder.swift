public import TypesetBoxes
public import TypesetStyling

/// Breaks one vertical list into pages, as TeX's page builder does (TeXbook chapter 15): each page ends at the break of
/// least cost that fits, where cost is the badness of the page's glue and the penalty of the break.
public struct PageBuilder {
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
  }

  /// - Returns: The pages in order, and whether the limit cut the document short.
  public func build(_ list: VList) -> (pages: [Page], isComplete: Bool) {
    var pages: [Page] = []
    var start = 0
    var open: [Int32] = []
    while let page = next(in: list, from: &start, open: &open) {
      guard pages.count < limit else { return (pages, false) }
      pages.append(assemble(page, of: list))
    }
    return (pages, true)
  }

  /// Finds where the page that begins at `start` ends; moves `start` and the open frames past it.
  private func next(in list: VList, from start: inout Int, open: inout [Int32]) -> Breaks? {
    // TeXbook chapter 15: glue, kerns and penalties at the top of a page vanish.
    while start < list.nodes.count, list.nodes[start].isDiscardable { start += 1 }
    guard start < list.nodes.count else { return nil }
    var fill = Fill(natural: overhead(of: open, in: list))
    var frames = open
    var best: (cost: Int, index: Int, frames: [Int32], fill: Fill)?
    var hasBox = false
    var index = start

    /// Weighs a break before node `index`; true ends the page at the best break known.
    func tryBreak(_ penalty: Int) -> Bool {
      guard hasBox, penalty < Penalty.prohibit else { return false }
      var whole = fill
      for frame in frames { whole.natural += list.frames[Int(frame)].padding }
      let isOverfull = whole.natural - whole.shrink > style.textHeight
      if isOverfull, best != nil { return true }
      let cost = penalty <= Penalty.force ? penalty : isOverfull ? Int.max : badness(of: whole) + penalty
      if best.map({ cost <= $0.cost }) ?? true { best = (cost, index, frames, whole) }
      return isOverfull || penalty <= Penalty.force
    }

    while index < list.nodes.count {
      switch list.nodes[index] {
      case .box(let box):
        // A box that can't fit any more ends the page even where no break stands before the next one.
        fill.natural += box.height + box.depth
        hasBox = true
      case .beginFrame(let frame):
        fill.natural += list.frames[Int(frame)].padding
        frames.append(frame)
      case .endFrame(let frame):
        fill.natural += list.frames[Int(frame)].padding
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
        stretch: best.fill.isInfinite ? .zero : best.fill.stretch, natural: best.fill.natural)
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
    return list.nodes[Int(head.lowerBound)..<Int(head.upperBound)].reduce(.zero) { height, node in
      switch node {
      case .box(let box): height + box.height + box.depth
      case .glue(let glue): height + glue.natural
      case .kern(let kern): height + kern
      case .penalty, .beginFrame, .endFrame: height
      }
    }
  }

  /// TeX's badness of a page (TeXbook chapter 14), from 0 to 10,000. Where the bottom may be ragged, four centimetres
  /// count as stretch, so that full pages win over early breaks all the same.
  private func badness(of fill: Fill) -> Int {
    let short = style.textHeight - fill.natural
    if short <= .zero {
      return TypesetBoxes.badness(-short, fill.shrink)
    }
    if fill.isInfinite { return 0 }
    return TypesetBoxes.badness(short, style.isBottomFlush ? fill.stretch : max(fill.stretch, 113.pt))
  }
}

extension VNode {
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
