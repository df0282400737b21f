internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetStyling

/// Blocks of a document, each as a document of one page that is as wide as the pages and as high as the block; what a block has on several pages is
/// joined.
package struct DocumentFragments {
  private let document: TypesetDocument

  package init(_ document: TypesetDocument) { self.document = document }

  /// The first byte of each of the document's own blocks.
  package var offsets: [Int] { document.blocks.map { Int($0.span.start) } }

  /// - Parameter chosen: Their places among the document's own blocks, from 0.
  /// - Returns: By these places; blocks that show nothing are left out.
  package func of(_ chosen: Range<Int>) -> [Int: TypesetDocument] {
    let blocks = document.blocks
    let numbers = Dictionary(chosen.clamped(to: blocks.indices).map { (Int32(blocks[$0].index), $0) }) { $1 }
    var sheets: [Int: Page] = [:]
    for page in document.pages where Self.holds(page, numbers) {
      for (block, part) in Part.parts(of: page) {
        guard let number = numbers[block], let area = part.area else { continue }
        var ink = Ink()
        for item in part.items.sorted() { ink.append(item..<item + 1, of: page.ink, dx: .zero, dy: -(area.y + area.height)) }
        // Letters may reach beyond their lines.
        let edges = InkEdges(of: ink, fonts: document.fonts)
        var sheet = sheets[number] ?? Page(width: page.width, height: .zero, background: page.background)
        sheet.ink.append(ink, dx: .zero, dy: -sheet.height - edges.top)
        sheet.height += edges.top + max(area.height, -edges.bottom)
        sheets[number] = sheet
      }
    }
    return sheets.mapValues { page in
      var one = document
      one.pages = [page]
      return one
    }
  }

  /// True if a page has something of one of the blocks. Of a text that grows few pages have.
  private static func holds(_ page: Page, _ blocks: [Int32: Int]) -> Bool {
    page.flow.contains { item in
      if case .content(let element) = item { blocks[element.block] != nil } else { false }
    }
  }

  /// What a block has on a page.
  private struct Part {
    var items: [Int] = []
    var area: Rect?

    mutating func add(_ item: Int, _ rect: Rect?) {
      items.append(item)
      if let rect { area = area?.union(rect) ?? rect }
    }

    func holds(_ rect: Rect) -> Bool {
      guard let area else { return false }
      let middle = rect.y + rect.height / 2
      return middle >= area.y && middle <= area.y + area.height
    }

    /// By the numbers of blocks.
    static func parts(of page: Page) -> [Int32: Part] {
      var parts: [Int32: Part] = [:]
      // Grounds, frames and rules come before what they belong to, within the block before: which one it is, their places say.
      var waiting: [(item: Int, area: Rect, block: Int32, next: Int32)] = []
      var (block, known): (Int32, Int) = (-1, 0)
      for (index, item) in page.flow.enumerated() {
        switch item {
        case .content(let element):
          block = element.block
          for place in known..<waiting.count { waiting[place].next = block }
          known = waiting.count
          parts[block, default: Part()].add(index, nil)
        case .run, .picture: parts[block, default: Part()].add(index, item.area)
        case .rule, .stroke, .panel, .path:
          if let area = item.area { waiting.append((index, area, block, block)) }
        case .mark, .part, .clip: parts[block, default: Part()].add(index, nil)
        }
      }
      let text = parts
      for entry in waiting {
        let isOwn = text[entry.block]?.holds(entry.area) ?? false
        let owner = !isOwn && text[entry.next]?.holds(entry.area) == true ? entry.next : entry.block
        parts[owner, default: Part()].add(entry.item, entry.area)
      }
      return parts
    }
  }
}
