import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension BrokenList {
  /// The positions of the blocks of each slide that takes more than a page, the page where it begins, counted from 0, and how many it takes.
  func longSlides() -> [(page: Int, count: Int, blocks: Range<Int>)] {
    var found: [(page: Int, count: Int, blocks: Range<Int>)] = []
    var page = 0
    while page < pages.count {
      let first = page
      while page + 1 < pages.count, pages[page].columns.last.map({ !$0.isForced }) ?? false { page += 1 }
      defer { page += 1 }
      guard page > first, let begin = pages[first].columns.first?.nodes.lowerBound, let end = pages[page].columns.last?.nodes.upperBound
      else { continue }
      let firstBlock = starts.block(at: begin) ?? 0
      let next = starts.firstIndex { $0 >= end } ?? starts.count
      if firstBlock < next { found.append((first, page - first + 1, firstBlock..<next)) }
    }
    return found
  }
}

extension Composer {
  /// The scales of slides that are too long for their page, largest first.
  private static let scales = [0.94, 0.88, 0.8]

  /// A slide that takes more than a page, while smaller type is tried.
  private struct LongSlide {
    /// In the lists.
    var blocks: [Int]
    /// The fewest pages so far, and the largest type with which it takes no more: of what scale, in per cent, and the lists.
    var count: Int
    var percent = 100
    var lists: [VList]
  }

  /// Sets slides that are too long in smaller type, four fifths at the least, and says so: at the largest size at which they fit, or, if
  /// they never do, take the fewest pages.
  func shrinkLongSlides(
    in lists: inout [VList], of tree: StyledTree, _ broken: ([VList]) -> BrokenList, _ setter: BlockBuilder
  ) -> [Diagnostic] {
    let blocks = tree.children(of: 0)
    // By the first block of each.
    var slides: [Int: LongSlide] = [:]
    var percent = 100
    for scale in Self.scales + [0] {
      let made = broken(lists)
      let found = made.longSlides()
      var long: Set<Int> = []
      for slide in found {
        let own = slide.blocks.filter(made.order.indices.contains).map { made.order[$0] }
          .filter { lists.indices.contains($0) && $0 < blocks.count }
        guard let first = own.first else { continue }
        long.insert(first)
        let best = slides[first]?.count ?? .max
        if slide.count < best {
          slides[first] = LongSlide(blocks: own, count: slide.count, percent: percent, lists: own.map { lists[$0] })
        }
      }
      for (first, slide) in slides where slide.count > 1 && !long.contains(first) {
        slides[first] = LongSlide(blocks: slide.blocks, count: 1, percent: percent, lists: slide.blocks.map { lists[$0] })
      }
      guard scale > 0, !long.isEmpty else { break }
      for block in slides.filter({ long.contains($0.key) }).flatMap(\.value.blocks) {
        lists[block] = setter.list(of: blocks[block], scale: scale)
      }
      percent = Int(clamping: (scale * 100).rounded())
    }
    for slide in slides.values {
      for (block, list) in zip(slide.blocks, slide.lists) { lists[block] = list }
    }
    _ = setter.takeDiagnostics()
    let shrunk = slides.filter { $0.value.percent < 100 }
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
