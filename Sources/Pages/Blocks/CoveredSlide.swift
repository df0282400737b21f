import TypesetBoxes
import TypesetPictures
import TypesetSettings

/// Where words and pictures are on a slide: what has a place of its own must not stand on words, which would not be read.
struct CoveredSlide {
  /// From the paper's upper left corner; y grows upwards.
  private var words: [Rect] = []
  private var pictures: [(id: PictureID, area: Rect)] = []
  /// Grounds of boxes.
  private var grounds: [Rect] = []

  init() {}

  /// What is in the text of a slide, and in what is below it, as far as it is known before the page is broken.
  ///
  /// - Parameter freeAbove: Which part of the page's free height is above the text.
  init(_ list: borrowing VList, _ below: VList? = nil, on page: PageStyle, freeAbove: Double) {
    var y = -page.top
    // As pages have it.
    y -= max(page.textHeight - list.naturalHeight - (below?.naturalHeight ?? .zero), .zero).scaled(by: freeAbove)
    add(list, at: &y, left: page.left(onPage: 0))
    if let below { add(below, at: &y, left: page.left(onPage: 0)) }
  }

  private mutating func add(_ list: borrowing VList, at y: inout Length, left: Length) {
    for node in list.nodes {
      if case .box(let box) = node, !box.isOnPaper {
        let items = Int(box.items.lowerBound)..<Int(box.items.upperBound)
        add(items, of: list.inks[Int(box.ink)], dx: left + box.x, dy: y - box.height)
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
      case .picture(let id, _): pictures.append((id, moved))
      case .rule(_, let color) where color.alpha > 0.5 && moved.height > 3.pt: grounds.append(moved)
      case .panel(let panel) where (panel.fill?.alpha ?? 0) > 0.5: grounds.append(moved)
      default: break
      }
    }
  }

  /// True for words beyond the edges of the paper, or at its left or upper one, such as those of a box without its padding.
  func leaves(_ page: PageStyle) -> Bool {
    words.contains { $0.x < 4.pt || $0.y + $0.height > -2.pt || $0.x + $0.width > page.width || $0.y < -page.height }
  }

  /// True if something on the paper and words here stand on each other. Words on a picture, such as its labels, may do so.
  func isCovered(by placed: CoveredSlide, _ covers: CoveringPictures) -> Bool {
    let areas = placed.words + placed.grounds
    if words.contains(where: { word in areas.contains { Self.touches($0, word) } }) { return true }
    return placed.pictures.contains { picture in
      let below = words.filter { Self.touches(picture.area, $0) }
      guard !below.isEmpty else { return false }
      let part = covers.part(of: picture.id, in: picture.area)
      return below.contains { Self.touches(part, $0) }
    }
  }

  private static func touches(_ area: Rect, _ word: Rect) -> Bool {
    let width = min(area.x + area.width, word.x + word.width) - max(area.x, word.x)
    let height = min(area.y + area.height, word.y + word.height) - max(area.y, word.y)
    return width > min(2.pt, word.width / 4) && height > word.height / 3
  }
}

/// What of pictures hides the words below them: their margins may be transparent.
struct CoveringPictures {
  let pictures: PictureBook

  /// The squares into which a picture's sides are divided.
  private static let count = 24
  private static let leastAlpha: UInt32 = 20

  /// The part of a picture's area on which there is something.
  func part(of id: PictureID, in area: Rect) -> Rect {
    let count = Self.count
    guard case .raster(let raster)? = try? pictures.drawing(of: id, as: .tile(width: count, height: count)),
      raster.pixels.count == count * count
    else { return area }
    let inked = raster.pixels.indices.filter { raster.pixels[$0] >> 24 >= Self.leastAlpha }
    let (columns, rows) = (inked.map { $0 % count }, inked.map { $0 / count })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else { return area }
    func share(_ number: Int, of length: Length) -> Length { length.scaled(by: Double(number) / Double(count)) }
    return Rect(
      x: area.x + share(left, of: area.width), y: area.y + share(count - 1 - bottom, of: area.height),
      width: share(right + 1 - left, of: area.width), height: share(bottom + 1 - top, of: area.height))
  }
}
