import TypesetBoxes
import TypesetInterface
import TypesetMarkdown
import TypesetSettings

/// A document whose pages are small, several on a sheet, in rows from the top; notes are to the right of their slides where they are to be beside them.
struct Handout {
  private let pages: [Page]
  /// What is on each sheet, from left to right and down; nil is an empty place.
  private var sheetPlaces: [[Int?]] = []
  private var columns = 1
  private var rows = 1
  private var width: Length
  private var height: Length
  private var margin = 36.pt
  private var gap = 18.pt

  private static let edge = Color(red: 168, green: 176, blue: 186)

  /// - Parameter pages: In their order. The way the sheet is turned and divided is the one in which the first of them is largest.
  init(_ style: HandoutStyle, of pages: [Page]) {
    self.pages = pages
    (width, height) = (style.width, style.height)
    if style.notes == .beside {
      (columns, rows) = (2, style.pages)
      sheetPlaces = Self.chunks(of: Self.pairs(in: pages).flatMap { [$0.slide, $0.notes] }, columns * rows)
      guard rows == 1, let page = pages.first else { return }
      // A screen for the presenter, which has slides in their size.
      (width, height, margin, gap) = (page.width * 2, page.height, .zero, .zero)
    } else {
      divide(for: style)
      sheetPlaces = Self.chunks(of: pages.indices.map { $0 }, style.pages)
    }
  }

  private static func chunks(of places: [Int?], _ count: Int) -> [[Int?]] {
    stride(from: 0, to: places.count, by: count).map { Array(places[$0..<min($0 + count, places.count)]) }
  }

  /// Slides with the pages of their notes. A page on which notes go on is known by nothing, and is taken for a slide.
  private static func pairs(in pages: [Page]) -> [(slide: Int?, notes: Int?)] {
    var pairs: [(slide: Int?, notes: Int?)] = []
    for (number, page) in pages.enumerated() {
      if !page.isNotes {
        pairs.append((number, nil))
      } else if let last = pairs.indices.last, pairs[last].notes == nil {
        pairs[last].notes = number
      } else {
        pairs.append((nil, number))
      }
    }
    return pairs
  }

  private mutating func divide(for style: HandoutStyle) {
    guard let page = pages.first else { return }
    var best = (scale: 0.0, handout: self)
    for isTurned in [false, true] {
      for columns in 1...style.pages {
        var tried = self
        (tried.columns, tried.rows) = (columns, (style.pages + columns - 1) / columns)
        if isTurned { swap(&tried.width, &tried.height) }
        let scale = tried.scale(of: page)
        if scale > best.scale * 1.02 { best = (scale, tried) }
      }
    }
    self = best.handout
  }

  /// The room for each of the pages on a sheet.
  private var room: (width: Length, height: Length) {
    ((width - margin * 2 - gap * (columns - 1)) / columns, (height - margin * 2 - gap * (rows - 1)) / rows)
  }

  private func scale(of page: Page) -> Double {
    max(min(room.width.points / max(page.width.points, 1), room.height.points / max(page.height.points, 1)), 0)
  }

  /// The rectangle of a page at a place of a sheet (y grows upwards from the sheet's upper edge, as in ink), and its scale.
  private func frame(of page: Page, at place: Int) -> (rect: Rect, scale: Double) {
    let scale = scale(of: page)
    let (pageWidth, pageHeight) = (page.width.scaled(by: scale), page.height.scaled(by: scale))
    let (row, column) = place.quotientAndRemainder(dividingBy: columns)
    let left = margin + (room.width + gap) * column + (room.width - pageWidth) / 2
    let top = margin + (room.height + gap) * row + (room.height - pageHeight) / 2
    return (Rect(x: left, y: -(top + pageHeight), width: pageWidth, height: pageHeight), scale)
  }

  /// The sheets; each has its number as label.
  var sheets: [Page] {
    sheetPlaces.enumerated().map { number, places in
      var sheet = Page(width: width, height: height)
      sheet.label = "\(number + 1)"
      for (place, index) in places.enumerated() { if let index { draw(pages[index], at: place, onto: &sheet) } }
      return sheet
    }
  }

  private func draw(_ page: Page, at place: Int, onto sheet: inout Page) {
    let (rect, scale) = frame(of: page, at: place)
    sheet.ink.items.append(.content(.artifact))
    if let background = page.background { sheet.ink.items.append(.rule(rect, background)) }
    sheet.ink.append(page.ink, scale: scale, x: rect.x, y: rect.y + rect.height, within: rect)
    sheet.ink.items += [.content(.artifact), .panel(Panel(rect: rect, fill: nil, border: Self.edge, borderWidth: 0.5.pt))]
  }

  /// Where the pages are.
  fileprivate var places: [Int: (sheet: Int, rect: Rect, scale: Double)] {
    var found: [Int: (sheet: Int, rect: Rect, scale: Double)] = [:]
    for (sheet, places) in sheetPlaces.enumerated() {
      for (place, index) in places.enumerated() {
        guard let index, case let (rect, scale) = frame(of: pages[index], at: place) else { continue }
        found[index] = (sheet, rect, scale)
      }
    }
    return found
  }
}

extension Page {
  /// True for the notes of a slide.
  fileprivate var isNotes: Bool {
    ink.marks.contains { if case .destination(let name) = $0 { name.hasPrefix(SlideNotes.identifier) } else { false } }
  }
}

extension PagedDocument {
  /// Puts the pages on sheets, with the places of what is collected.
  mutating func put(on style: HandoutStyle) {
    guard style.hasSheets else { return }
    let handout = Handout(style, of: pages)
    let known = places.isEmpty ? [:] : handout.places
    for (number, place) in places {
      let fragments = place.fragments.compactMap { fragment -> CollectedPlace.Fragment? in
        guard let (sheet, rect, scale) = known[fragment.page] else { return nil }
        let shown = CanvasRect(
          x: rect.x.points + fragment.rect.x * scale, y: -(rect.y + rect.height).points + fragment.rect.y * scale,
          width: fragment.rect.width * scale, height: fragment.rect.height * scale)
        return CollectedPlace.Fragment(page: sheet, label: "\(sheet + 1)", rect: shown)
      }
      places[number] = CollectedPlace(fragments)
    }
    (pages, reused) = (handout.sheets, [:])
  }
}
