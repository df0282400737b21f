import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

extension BrokenList {
  /// The positions of the blocks of each slide that takes more than a page, the page where it begins, counted from 0, and how many it takes.
  ///
  /// - Parameter height: Of a page: slides of which a part goes beyond its foot are long, too, and count as taking one more. Glue shrinks by less than
  ///   a sixteenth of it.
  func longSlides(height: Length? = nil) -> [(page: Int, count: Int, blocks: Range<Int>)] {
    var found: [(page: Int, count: Int, blocks: Range<Int>)] = []
    var page = 0
    while page < pages.count {
      let first = page
      while page + 1 < pages.count, pages[page].columns.last.map({ !$0.isForced }) ?? false { page += 1 }
      defer { page += 1 }
      let isOverfull = height.map { height in pages[first...page].contains { $0.columns.contains { $0.natural > height + height / 16 } } }
      let count = page - first + (isOverfull == true ? 2 : 1)
      guard count > 1, let begin = pages[first].columns.first?.nodes.lowerBound, let end = pages[page].columns.last?.nodes.upperBound
      else { continue }
      let firstBlock = starts.block(at: begin) ?? 0
      let next = starts.firstIndex { $0 >= end } ?? starts.count
      if firstBlock < next { found.append((first, count, firstBlock..<next)) }
    }
    return found
  }
}

/// Slides that are too long for their page, while smaller pictures and smaller type are tried.
struct SlideFitting {
  /// The scales of type, largest first.
  private static let scales = [0.94, 0.88, 0.8]
  /// Pictures up to this part of the page's height keep their size.
  private static let leastPicture = 0.15

  private struct LongSlide {
    /// In the lists.
    var blocks: [Int]
    /// The fewest pages so far, and the largest type with which it takes no more: of what scale, in per cent, and the lists.
    var count: Int
    var percent = 100
    var lists: [VList]
    /// True if there are pictures that become smaller.
    var hasPictures = false
  }

  let tree: StyledTree
  let setter: BlockBuilder
  let broken: ([VList]) -> BrokenList
  private(set) var lists: [VList]
  private let blocks: [StyledTree.Index]
  /// By the first block of each.
  private var slides: [Int: LongSlide] = [:]

  init(_ lists: [VList], of tree: StyledTree, _ broken: @escaping ([VList]) -> BrokenList, _ setter: BlockBuilder) {
    (self.tree, self.setter, self.broken, self.lists) = (tree, setter, broken, lists)
    blocks = tree.children(of: 0)
  }

  /// Sets slides that are too long with smaller pictures, half their size at the least, else in smaller type, too, four fifths at the least: at
  /// the largest size at which they fit, or, if they never do, take the fewest pages. Smaller type is reported.
  mutating func run() -> [Diagnostic] {
    var long = take(percent: 100)
    var percent = 100
    for scale in [1] + Self.scales where !long.isEmpty {
      guard scale < 1 || shrinkPictures(of: long) else { continue }
      percent = Int(clamping: (scale * 100).rounded())
      if scale < 1 { for first in long { shrink(first, percent) } }
      long = take(percent: percent)
    }
    for slide in slides.values { put(slide.lists, of: slide) }
    enlargePictures()
    _ = setter.takeDiagnostics()
    let shrunk = slides.filter { $0.value.percent < 100 }
    guard let least = shrunk.values.map(\.percent).min(), let first = shrunk.keys.min() else { return [] }
    return [
      Diagnostic(
        .note, "slides.shrunk", at: tree[blocks[first]].span, "slides with much text are in smaller type, down to \(least)%",
        hint: "divide them with ---, or say less")
    ]
  }

  /// True if slides were too long for their pages.
  var hasChanged: Bool { !slides.isEmpty }

  /// The scales of the blocks in smaller type, by their positions.
  var scales: [Int: Double] {
    let shrunk = slides.values.filter { $0.percent < 100 }.flatMap { slide in slide.blocks.map { ($0, Double(slide.percent) / 100) } }
    return Dictionary(shrunk) { first, _ in first }
  }

  /// The slides that are too long now, by their first blocks; the lists with which a slide takes fewer pages than before are kept.
  private mutating func take(percent: Int) -> Set<Int> {
    var long: Set<Int> = []
    let made = broken(lists)
    for slide in made.longSlides(height: tree.theme.page.textHeight) {
      let own = ownBlocks(of: slide.blocks, in: made)
      guard let first = own.first else { continue }
      long.insert(first)
      let known = slides[first]
      if slide.count < known?.count ?? .max {
        slides[first] = LongSlide(
          blocks: own, count: slide.count, percent: percent, lists: own.map { lists[$0] }, hasPictures: known?.hasPictures ?? false)
      }
    }
    for (first, slide) in slides where slide.count > 1 && !long.contains(first) {
      var fitting = slide
      (fitting.count, fitting.percent, fitting.lists) = (1, percent, slide.blocks.map { lists[$0] })
      slides[first] = fitting
    }
    return long
  }

  /// Where the blocks of a slide are in the lists.
  private func ownBlocks(of places: Range<Int>, in made: BrokenList) -> [Int] {
    places.filter(made.order.indices.contains).map { made.order[$0] }.filter { lists.indices.contains($0) && $0 < blocks.count }
  }

  private mutating func put(_ new: [VList], of slide: LongSlide) {
    for (block, list) in zip(slide.blocks, new) { lists[block] = list }
  }

  /// Sets a slide anew.
  ///
  /// - Parameter picture: The part of the page's height above which pictures become smaller.
  private mutating func set(_ first: Int, _ percent: Int, picture: Double) {
    guard let slide = slides[first] else { return }
    let tallest = slide.hasPictures ? tree.theme.page.textHeight.scaled(by: picture) : nil
    put(slide.blocks.map { setter.list(of: blocks[$0], scale: Double(percent) / 100, tallestPicture: tallest) }, of: slide)
  }

  /// Makes the pictures of slides as small as they may be; false if there are none.
  private mutating func shrinkPictures(of long: Set<Int>) -> Bool {
    var isChanged = false
    for first in long {
      shrink(first, 100)
      isChanged = isChanged || slides[first]?.hasPictures == true
    }
    return isChanged
  }

  /// Sets a slide in a size of type, with the smallest pictures where these make it lower: beside words that become lower, pictures are what is high.
  private mutating func shrink(_ first: Int, _ percent: Int) {
    set(first, percent, picture: Self.leastPicture)
    guard let slide = slides[first], !slide.hasPictures else { return }
    let plain = slide.blocks.map { lists[$0] }
    slides[first]?.hasPictures = true
    set(first, percent, picture: Self.leastPicture)
    guard !zip(slide.blocks, plain).contains(where: { lists[$0].naturalHeight < $1.naturalHeight }) else { return }
    slides[first]?.hasPictures = false
    put(plain, of: slide)
  }

  /// The largest pictures with which slides fit that do with the smallest ones.
  private mutating func enlargePictures() {
    var parts = slides.filter { $0.value.hasPictures && $0.value.count == 1 }.mapValues { _ in (fits: Self.leastPicture, isTooLarge: 1.0) }
    guard !parts.isEmpty else { return }
    for _ in 0..<5 {
      for (first, part) in parts { set(first, slides[first]?.percent ?? 100, picture: (part.fits + part.isTooLarge) / 2) }
      let made = broken(lists)
      let long = Set(made.longSlides(height: tree.theme.page.textHeight).compactMap { ownBlocks(of: $0.blocks, in: made).first })
      for (first, part) in parts {
        let middle = (part.fits + part.isTooLarge) / 2
        guard !long.contains(first), let slide = slides[first] else {
          parts[first]?.isTooLarge = middle
          continue
        }
        parts[first]?.fits = middle
        slides[first]?.lists = slide.blocks.map { lists[$0] }
      }
    }
    for first in parts.keys { if let slide = slides[first] { put(slide.lists, of: slide) } }
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
