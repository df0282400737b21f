import TypesetDiagnostics
import TypesetStyling

extension BrokenList {
  /// The slides that take more than a page, in one diagnostic at the first of them.
  func longSlides(in tree: StyledTree) -> [Diagnostic] {
    let long = pages.indices.dropFirst().filter { page in
      let isFirst = page < 2 || pages[page - 2].columns.last?.isForced ?? true
      return pages[page - 1].columns.last.map { !$0.isForced } ?? false && isFirst
    }
    guard let first = long.first, let node = pages[first - 1].columns.first?.nodes.lowerBound else { return [] }
    let number = starts.lastIndex { $0 <= node } ?? 0
    let blocks = tree.children(of: 0)
    let span = order.indices.contains(number) && order[number] < blocks.count ? tree[blocks[order[number]]].span : nil
    let pageNumbers = long.prefix(8).map { "\($0)" }.joined(separator: ", ") + (long.count > 8 ? ", …" : "")
    return [
      Diagnostic(
        .warning, "slides.long", at: span,
        long.count == 1
          ? "the slide on page \(first) goes on to the next page" : "slides go on to the next page: those on pages \(pageNumbers)",
        hint: "set a smaller fontsize: in the front matter, or divide the slide")
    ]
  }
}
