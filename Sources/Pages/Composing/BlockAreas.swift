package import TypesetBoxes
package import TypesetFonts

/// The area of a page that each block covers, from top to bottom; headers and footers belong to none.
package func blockAreas(of page: Page, fonts: FontBook) -> [(block: Int32, rect: Rect)] {
  var areas: [(block: Int32, rect: Rect)] = []
  var block: Int32 = -1
  var extents = LastExtents()
  for (index, item) in page.ink.items.enumerated() {
    if let furniture = page.furniture, index >= furniture { break }
    if case .content(let id) = item {
      block = id.block
      continue
    }
    guard block >= 0, let area = area(of: item, fonts, &extents) else { continue }
    if let last = areas.last, last.block == block {
      areas[areas.count - 1].rect = last.rect.union(area)
    } else {
      areas.append((block, area))
    }
  }
  return areas
}

/// How far the last font reaches up and down: most runs have that of the one before.
private struct LastExtents {
  private var face: FaceID?
  private var size = Length.zero
  private var extents: (ascender: Length, descender: Length) = (.zero, .zero)

  mutating func of(_ run: GlyphRun, _ fonts: FontBook) -> (ascender: Length, descender: Length) {
    guard run.face != face || run.size != size else { return extents }
    let found = fonts.font(run.face, size: run.size).extents
    (face, size, extents) = (run.face, run.size, (found.ascender, found.descender))
    return extents
  }
}

private func area(of item: InkItem, _ fonts: FontBook, _ last: inout LastExtents) -> Rect? {
  switch item {
  case .run(let run):
    let extents = last.of(run, fonts)
    return Rect(x: run.x, y: run.y - extents.descender, width: run.width, height: extents.ascender + extents.descender)
  case .rule(let rect, _), .picture(_, let rect): return rect
  case .panel(let panel): return panel.rect
  default: return nil
  }
}
