import TypesetBoxes
import TypesetPictures
import TypesetStyling

/// Tabs at the outer edge of pages, one below the other, by which a reader finds chapters in a closed book.
struct ThumbTabs {
  var color: Color
  var isTwoSided: Bool

  /// In points; the height of a tab is less where there are many.
  private static let width = 15.0
  private static let mostHeight = 54.0

  /// Adds the tab of its chapter to each page from the first chapter on. A document with one chapter has none.
  func add(to pages: inout [Page], from pictures: PictureBook) {
    let chapters = Self.chapters(of: pages)
    let count = (chapters.last ?? 0) + 1
    guard count > 1 else { return }
    var drawn: [Int: PictureID] = [:]
    for index in pages.indices where chapters[index] >= 0 {
      let page = pages[index]
      let height = min(page.height.points * 0.84 / Double(count), Self.mostHeight)
      let isLeft = isTwoSided && index % 2 == 1
      let number = chapters[index]
      let key = number * 2 + (isLeft ? 1 : 0)
      let svg = Array(tab(number, height: height).utf8)
      guard let id = drawn[key] ?? (try? pictures.load(bytes: svg)) else { return }
      drawn[key] = id
      let y = page.height.points * 0.08 + Double(number) * height
      let rect = Rect(
        x: isLeft ? .zero : page.width - Self.width.pt, y: -(y + height).pt, width: Self.width.pt, height: height.pt)
      if page.furniture == nil { pages[index].furniture = page.ink.items.count }
      pages[index].ink.items += [.content(.artifact), .picture(id, rect)]
    }
  }

  /// The chapter at the end of each page, from 0; -1 before the first.
  private static func chapters(of pages: [Page]) -> [Int] {
    func levels(_ page: Page) -> [Int] {
      page.flow.compactMap { item in
        guard case .mark(let mark, _) = item, case .heading(let level, _, _) = page.ink.marks[Int(mark)] else { return nil }
        return level
      }
    }
    let found = pages.map(levels)
    guard let top = found.joined().min() else { return pages.map { _ in -1 } }
    var number = -1
    return found.map { levels in
      number += levels.count { $0 == top }
      return number
    }
  }

  private func tab(_ number: Int, height: Double) -> String {
    let fill = color.description.prefix(7)
    let front = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue > 0.6 ? "#000000" : "#ffffff"
    let size = min(9, height * 0.8)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)pt" height="\(height)pt" viewBox="0 0 \(Self.width) \(height)">\
      <rect width="\(Self.width)" height="\(height - 1)" fill="\(fill)"/>\
      <text x="\(Self.width / 2)" y="\(height / 2 + size * 0.35)" text-anchor="middle" font-family="Libertinus Sans" font-weight="bold" \
      font-size="\(size)" fill="\(front)">\(number + 1)</text></svg>
      """
  }
}
