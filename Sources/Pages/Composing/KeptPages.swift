import TypesetBoxes
import TypesetBytes
import TypesetStyling

/// Where an unchanged block was before an edit.
struct BlockOrigin: Sendable {
  /// Among the children of the document.
  var position: Int
  /// The change of its index in the tree.
  var shift: StyledTree.Index
}

/// The blocks of a document in one list, and where its pages break.
struct BrokenList: Sendable {
  var list: VList
  /// The positions of the blocks, in the order of the list.
  var order: [Int]
  /// The nodes at which they begin.
  var starts: [Int]
  var pages: [PageBuilder.PageBreaks]
  /// True if there are no more pages than allowed.
  var isComplete: Bool
}

/// The pages of a document, for the same one after an edit: a page on which unchanged blocks break as before is not assembled again.
struct KeptPages: Sendable {
  /// Where a page begins.
  private struct Start: Hashable {
    var block: Int
    var offset: Int
  }

  private let theme: Theme
  private let order: [Int]
  private let starts: [Int]
  private let breaks: [PageBuilder.PageBreaks]
  private let floats: VFloats
  private var pages: [Page]
  private let contexts: [PageContext]
  /// The label of the last page.
  private let last: String
  private let numbers: [Start: Int]

  init(_ pages: [Page], _ contexts: [PageContext], last: String, of broken: borrowing BrokenList, theme: Theme) {
    (self.pages, self.contexts, self.last, self.theme) = (pages, contexts, last, theme)
    (order, starts, breaks, floats) = (broken.order, broken.starts, broken.pages, broken.list.floats)
    var numbers: [Start: Int] = [:]
    for (number, page) in breaks.enumerated() {
      guard let node = page.columns.first?.nodes.lowerBound, let block = broken.starts.block(at: node) else { continue }
      numbers[Start(block: broken.order[block], offset: node - broken.starts[block])] = number
    }
    self.numbers = numbers
  }

  /// For each page the one that it was before; nil where it is another one.
  func unchanged(in new: borrowing BrokenList, _ origins: [BlockOrigin?], theme: Theme) -> [Int?] {
    guard theme == self.theme, !origins.isEmpty else { return [Int?](repeating: nil, count: new.pages.count) }
    return new.pages.indices.map { number in
      let page = new.pages[number]
      guard page.spanning.isEmpty, let node = page.columns.first?.nodes.lowerBound, let block = new.starts.block(at: node),
        let origin = origins[new.order[block]],
        let known = numbers[Start(block: origin.position, offset: node - new.starts[block])],
        (number - known) % 2 == 0 || !theme.page.isTwoSided,
        breaks[known].columns.count == page.columns.count, breaks[known].isTurned == page.isTurned, breaks[known].spanning.isEmpty,
        zip(page.columns, breaks[known].columns).allSatisfy({ isSame($0, $1, in: new, origins) }),
        floats.isEmpty && new.list.floats.isEmpty || hasSameFloats(page, breaks[known], shift: origin.shift, in: new, origins)
      else { return nil }
      return known
    }
  }

  /// True if a column holds the same parts of the same blocks as one before the edit.
  private func isSame(
    _ column: PageBuilder.Breaks, _ old: PageBuilder.Breaks, in new: borrowing BrokenList, _ origins: [BlockOrigin?]
  ) -> Bool {
    // Frames and notes are numbered through the document.
    guard column.nodes.count == old.nodes.count, column.stretch == old.stretch, column.natural == old.natural,
      column.openFrames.isEmpty, old.openFrames.isEmpty, column.notes.isEmpty, old.notes.isEmpty, column.ends.isEmpty,
      let first = new.starts.block(at: column.nodes.lowerBound), let oldFirst = starts.block(at: old.nodes.lowerBound)
    else { return false }
    let shift = column.nodes.lowerBound - old.nodes.lowerBound
    for block in first..<new.order.count where block == first || new.starts[block] < column.nodes.upperBound {
      let before = oldFirst + block - first
      guard before < order.count, let origin = origins[new.order[block]], origin.position == order[before],
        new.starts[block] == starts[before] + shift
      else { return false }
      if new.starts[block] >= column.nodes.upperBound { break }
    }
    return true
  }

  /// True if a page has the same floats in the same places, whose elements are renumbered as those of its text.
  private func hasSameFloats(
    _ page: PageBuilder.PageBreaks, _ old: PageBuilder.PageBreaks, shift: StyledTree.Index, in new: borrowing BrokenList,
    _ origins: [BlockOrigin?]
  ) -> Bool {
    guard page.wideHeight == old.wideHeight else { return false }
    var pairs = [(page.wide, old.wide)]
    for (column, before) in zip(page.columns, old.columns) {
      let (now, then) = (column.floats, before.floats)
      guard now.isPage == then.isPage, now.height == then.height else { return false }
      pairs += [(now.top, then.top), (now.here, then.here), (now.bottom, then.bottom)]
      // Those that are written here are left out of the text.
      pairs.append((new.list.floats.numbers(in: column.nodes), floats.numbers(in: before.nodes)))
    }
    for (numbers, known) in pairs {
      guard numbers.count == known.count else { return false }
      for (number, old) in zip(numbers, known) {
        let (float, before) = (new.list.floats[number], floats[old])
        guard float.nodes.count == before.nodes.count, float.content.count == before.content.count, float.height == before.height,
          float.space == before.space, let block = new.starts.block(at: float.content.lowerBound),
          let oldBlock = starts.block(at: before.content.lowerBound), let origin = origins[new.order[block]],
          origin.position == order[oldBlock], origin.shift == shift,
          float.content.lowerBound - new.starts[block] == before.content.lowerBound - starts[oldBlock],
          float.content.lowerBound - float.nodes.lowerBound == before.content.lowerBound - before.nodes.lowerBound
        else { return false }
      }
    }
    return true
  }

  /// A page as it is after the edit; nil if its header or its number is another one.
  func page(_ number: Int, _ context: PageContext, last: String, shift: StyledTree.Index) -> Page? {
    guard contexts[number] == context, last == self.last else { return nil }
    var page = pages[number]
    if shift != 0 { page.ink.changeBlocks { $0 + shift } }
    return page
  }

  /// A page without its number, to look for marks on it.
  func marked(_ number: Int) -> Page { pages[number] }
}

extension [Int] {
  /// The last block that begins at or before a node.
  func block(at node: Int) -> Int? {
    let count = partitioningIndex { $0 > node }
    return count > 0 ? count - 1 : nil
  }
}
