import TypesetBoxes
import TypesetSettings

/// Where words and pictures are on a slide: what has a place of its own must not stand on words, which would not be read.
struct CoveredSlide {
  /// From the paper's upper left corner; y grows upwards.
  private var words: [Rect] = []
  private var pictures: [Rect] = []

  init() {}

  /// What is in the text of a slide, as far as it is known before the page is broken.
  ///
  /// - Parameter isCentered: True if the text is in the middle of the page's height.
  init(_ list: borrowing VList, on page: PageStyle, isCentered: Bool) {
    var y = -page.top
    // As pages have it.
    if isCentered { y -= max(page.textHeight - list.naturalHeight, .zero).scaled(by: 0.44) }
    for node in list.nodes {
      if case .box(let box) = node, !box.isOnPaper {
        let items = Int(box.items.lowerBound)..<Int(box.items.upperBound)
        add(items, of: list.inks[Int(box.ink)], dx: page.left(onPage: 0) + box.x, dy: y - box.height)
      }
      y -= list.height(of: node)
    }
  }

  /// Adds what has a place on the paper.
  mutating func add(_ list: borrowing VList) { list.forEachPartOnPaper { add($0, of: $1, dx: .zero, dy: .zero) } }

  private mutating func add(_ items: Range<Int>, of ink: borrowing Ink, dx: Length, dy: Length) {
    for item in ink.items[items] {
      guard let area = item.area, case let moved = Rect(x: area.x + dx, y: area.y + dy, width: area.width, height: area.height) else {
        continue
      }
      switch item {
      case .run: words.append(moved)
      case .picture: pictures.append(moved)
      default: break
      }
    }
  }

  /// True for words beyond the edges of the paper, or at its left or upper one, such as those of a box without its padding.
  func leaves(_ page: PageStyle) -> Bool {
    words.contains { $0.x < 4.pt || $0.y + $0.height > -2.pt || $0.x + $0.width > page.width || $0.y < -page.height }
  }

  /// True if something on the paper and words here stand on each other. Words on a picture, such as its labels, may do so.
  func isCovered(by placed: CoveredSlide) -> Bool {
    words.contains { word in
      placed.words.contains { Self.touches($0, word) } || placed.pictures.contains { Self.touches($0, word) }
    }
  }

  private static func touches(_ area: Rect, _ word: Rect) -> Bool {
    let width = min(area.x + area.width, word.x + word.width) - max(area.x, word.x)
    let height = min(area.y + area.height, word.y + word.height) - max(area.y, word.y)
    return width > min(2.pt, word.width / 4) && height > word.height / 3
  }
}
