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
    if isCentered { y -= max(page.textHeight - list.naturalHeight, .zero) / 2 }
    for node in list.nodes {
      if case .box(let box) = node, !box.isOnPaper {
        add(box, of: list, dx: page.left(onPage: 0) + box.x, dy: y - box.height)
      }
      y -= list.height(of: node)
    }
  }

  /// Adds what has a place on the paper.
  mutating func add(_ list: borrowing VList) {
    for case .box(let box) in list.nodes where box.isOnPaper { add(box, of: list, dx: .zero, dy: .zero) }
  }

  private mutating func add(_ box: VBox, of list: borrowing VList, dx: Length, dy: Length) {
    for item in list.inks[Int(box.ink)].items[Int(box.items.lowerBound)..<Int(box.items.upperBound)] {
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

  /// True for words at the left or upper edge of the paper, such as those of a box without its padding.
  var beginsAtEdge: Bool { words.contains { $0.x < 4.pt || $0.y + $0.height > -2.pt } }

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
