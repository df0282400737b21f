import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension BrokenList {
  /// The positions of the blocks of each slide that takes more than a page, and the page where it begins, counted from 0.
  func longSlides() -> [(page: Int, blocks: Range<Int>)] {
    var found: [(page: Int, blocks: Range<Int>)] = []
    var page = 0
    while page < pages.count {
      let first = page
      while page + 1 < pages.count, pages[page].columns.last.map({ !$0.isForced }) ?? false { page += 1 }
      defer { page += 1 }
      guard page > first, let begin = pages[first].columns.first?.nodes.lowerBound, let end = pages[page].columns.last?.nodes.upperBound
      else { continue }
      let firstBlock = starts.block(at: begin) ?? 0
      let next = starts.firstIndex { $0 >= end } ?? starts.count
      if firstBlock < next { found.append((first, firstBlock..<next)) }
    }
    return found
  }
}

extension Composer {
  /// The scales of slides that are too long for their page, largest first.
  private static let scales = [0.94, 0.88, 0.8]

  /// Sets slides that are too long in smaller type, four fifths at the least, and says so. One that does not even fit then keeps its size.
  func shrinkLongSlides(
    in lists: inout [VList], of tree: StyledTree, _ broken: ([VList]) -> BrokenList, _ setter: BlockBuilder
  ) -> [Diagnostic] {
    let blocks = tree.children(of: 0)
    var shrunk: [Int: (percent: Int, full: VList)] = [:]
    for scale in Self.scales {
      let made = broken(lists)
      let long = made.longSlides()
      guard !long.isEmpty else { break }
      for slide in long {
        for position in slide.blocks where made.order.indices.contains(position) {
          let block = made.order[position]
          guard lists.indices.contains(block), block < blocks.count else { continue }
          let full = shrunk[block]?.full ?? lists[block]
          lists[block] = setter.list(of: blocks[block], scale: scale)
          shrunk[block] = (Int(clamping: (scale * 100).rounded()), full)
        }
      }
    }
    if !shrunk.isEmpty {
      let made = broken(lists)
      for position in made.longSlides().flatMap(\.blocks) where made.order.indices.contains(position) {
        if let old = shrunk.removeValue(forKey: made.order[position]) { lists[made.order[position]] = old.full }
      }
    }
    _ = setter.takeDiagnostics()
    guard let least = shrunk.values.map(\.percent).min(), let first = shrunk.keys.min() else { return [] }
    return [
      Diagnostic(
        .note, "slides.shrunk", at: tree[blocks[first]].span, "slides with much text are in smaller type, down to \(least)%",
        hint: "divide them with ---, or say less")
    ]
  }
}

extension BrokenList {
  /// The slides that take more than a page, in one diagnostic at the first of them.
  func longSlides(in tree: StyledTree) -> [Diagnostic] {
    let long = longSlides()
    guard let first = long.first else { return [] }
    let blocks = tree.children(of: 0)
    let number = first.blocks.lowerBound
    let span = order.indices.contains(number) && order[number] < blocks.count ? tree[blocks[order[number]]].span : nil
    let pageNumbers = long.prefix(8).map { "\($0.page + 1)" }.joined(separator: ", ") + (long.count > 8 ? ", …" : "")
    return [
      Diagnostic(
        .warning, "slides.long", at: span,
        long.count == 1
          ? "the slide on page \(first.page + 1) goes on to the next page" : "slides go on to the next page: those on pages \(pageNumbers)",
        hint: "set a smaller fontsize: in the front matter, or divide the slide")
    ]
  }
}
