import TypesetBoxes

extension Checker {
  /// Rules that look at the ends of pages: lines and headings that are alone on a page or column.
  mutating func checkPages() {
    for paragraph in Dictionary(grouping: lines.filter(\.isRunningText), by: \.paragraph).values {
      guard let first = paragraph.first, let last = paragraph.last, first.page != last.page else { continue }
      let onFirst = paragraph.count { $0.page == first.page }
      let onLast = paragraph.count { $0.page == last.page }
      func isCut(after index: Int) -> Bool { paragraph[index].report.end == .chosen || paragraph[index].report.end == .hyphen }
      if onLast == 1, isCut(after: paragraph.count - 2) {
        report(.widow, at: last, "the last line of this paragraph stands alone at the top of page \(last.page + 1): “\(last.excerpt)”")
      }
      if onFirst == 1, isCut(after: 0), paragraph.count > 2 {
        report(
          .orphan, at: first, "the first line of this paragraph stands alone at the bottom of page \(first.page + 1): “\(first.excerpt)”")
      }
    }
    if applies(.strandedHeading) { checkHeadings() }
  }

  private mutating func checkHeadings() {
    let ends = document.pages.map { PageEnds(of: $0, in: document.structure) }
    for (number, page) in ends.enumerated().dropLast() {
      // A heading alone on a page opens a part.
      guard page.last == .heading, page.first != .heading || page.blocks > 1, ends[number + 1].first != .heading,
        ends[number + 1].first != nil
      else { continue }
      let heading = lines.last { $0.page == number && $0.kind == .heading && $0.block == page.lastBlock }
      let message = "this heading is the last thing on page \(number + 1)" + (heading.map { ": “\($0.excerpt)”" } ?? "")
      if let heading {
        report(.strandedHeading, at: heading, message)
      }
    }
  }
}

/// What a page begins and ends with, headers, footers and notes apart.
private struct PageEnds {
  var first: SetLine.Kind?
  var last: SetLine.Kind?
  var lastBlock: Int32 = -1
  var blocks = 0

  init(of page: Page, in structure: DocumentStructure) {
    var element = ElementID.artifact
    var kind: SetLine.Kind?
    for item in page.flow {
      if case .content(let next) = item {
        if next != element { kind = nil }
        element = next
        continue
      }
      guard element != .artifact, item.area != nil else { continue }
      let found = kind ?? structure.kind(of: element)
      kind = found
      guard found != .note, found != .artifact else { continue }
      first = first ?? found
      last = found
      if lastBlock != element.block { blocks += 1 }
      lastBlock = element.block
    }
  }
}
