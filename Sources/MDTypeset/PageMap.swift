internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFonts

/// A part of a page and the line of the source that it comes from.
public struct PagePlace: Hashable, Sendable {
  /// In points from the page's upper left corner.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  /// The file, as messages name it, and the line, from 1, with which the block begins.
  public var file: String
  public var line: Int
}

extension TypesetDocument {
  /// Width and height of a page in points.
  public func pageSize(_ number: Int) -> (width: Double, height: Double) {
    (pages[number].width.points, pages[number].height.points)
  }

  /// A text that differs for pages that look different, as long as pictures do not change.
  public func pageFingerprint(_ number: Int) -> String { pages[number].printed { fonts.face($0).fileName } }

  /// Which block of the source each part of a page comes from, from top to bottom; headers and footers come from none.
  public func places(onPage number: Int) -> [PagePlace] {
    var areas: [(block: Int32, rect: Rect)] = []
    var block: Int32 = -1
    let page = pages[number]
    for (index, item) in page.ink.items.enumerated() {
      if let furniture = page.furniture, index >= furniture { break }
      if case .content(let id) = item {
        block = id.block
        continue
      }
      guard block >= 0, let area = area(of: item) else { continue }
      if let last = areas.last, last.block == block {
        areas[areas.count - 1].rect = joined(last.rect, area)
      } else {
        areas.append((block, area))
      }
    }
    return areas.compactMap { block, rect in
      guard let start = blockStarts[block] else { return nil }
      let place = source.position(of: start)
      return PagePlace(
        x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points, height: rect.height.points, file: place.file,
        line: place.line)
    }
  }

  private func joined(_ a: Rect, _ b: Rect) -> Rect {
    let (x, y) = (min(a.x, b.x), min(a.y, b.y))
    return Rect(x: x, y: y, width: max(a.x + a.width, b.x + b.width) - x, height: max(a.y + a.height, b.y + b.height) - y)
  }

  private func area(of item: InkItem) -> Rect? {
    switch item {
    case .run(let run):
      let extents = fonts.font(run.face, size: run.size).extents
      return Rect(x: run.x, y: run.y - extents.descender, width: run.size, height: extents.ascender + extents.descender)
    case .rule(let rect, _), .picture(_, let rect): return rect
    case .panel(let panel): return panel.rect
    default: return nil
    }
  }
}
