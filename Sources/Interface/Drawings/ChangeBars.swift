/// Bars in the margin beside what changed, and lines through removed formulas, pictures and code.
package struct ChangeBars: Sendable {
  /// The names of what changed.
  private let marks: Set<String>
  /// The names, among `marks`, of what is struck through as a whole.
  private let struck: Set<String>
  private let color: Color
  private let strikeColor: Color

  package init(marks: Set<String>, struck: Set<String>, color: UInt32, strikeColor: UInt32) {
    (self.marks, self.struck) = (marks, struck)
    (self.color, self.strikeColor) = (Color(hex: color), Color(hex: strikeColor))
  }

  /// Points.
  private static let (width, distance) = (1.2, 9.0)

  /// Draws the bars and lines of one page.
  package func draw(on page: MarkdownPage, _ canvas: inout Canvas) {
    let own = page.places.filter { $0.page == page.index && $0.width > 0 }
    let middle = page.width / 2
    // Where text begins: at the left of the page, or of its second column.
    let left = own.map(\.x).min() ?? 0
    let second = own.filter { $0.kind == "paragraph" && $0.x > middle }.map(\.x).min()
    let blocks = own.filter { ["code", "table", "formula"].contains($0.kind) }
    // Words that change in one line have one bar.
    var drawn: Set<CanvasRect> = []
    for mark in own {
      guard let id = mark.id, marks.contains(id) else { continue }
      // The name of a block is at its beginning.
      let isStruck = struck.contains(id)
      let place = mark.kind == "label" && isStruck ? blocks.first { $0.encloses(mark) } ?? mark : mark
      let start = second.map { place.x >= $0 - 1 ? $0 : left } ?? left
      let bar = CanvasRect(x: max(start - Self.distance, 2), y: place.y - 1, width: Self.width, height: place.height + 2)
      if drawn.insert(bar).inserted { canvas.fill(.rect(bar), color) }
      if isStruck { strike(place, &canvas) }
    }
  }

  /// Through the middle of a formula, and from corner to corner of what is higher.
  private func strike(_ place: DocumentPlace, _ canvas: inout Canvas) {
    let (right, bottom) = (place.x + place.width, place.y + place.height)
    guard place.height > 40 else {
      let y = place.y + place.height / 2
      return canvas.stroke(.line(from: CanvasPoint(place.x, y), to: CanvasPoint(right, y)), strikeColor, width: 0.7)
    }
    canvas.stroke(.line(from: CanvasPoint(place.x, place.y), to: CanvasPoint(right, bottom)), strikeColor, width: 0.7)
    canvas.stroke(.line(from: CanvasPoint(place.x, bottom), to: CanvasPoint(right, place.y)), strikeColor, width: 0.7)
  }
}

extension DocumentPlace {
  fileprivate func encloses(_ place: DocumentPlace) -> Bool {
    place.x >= x - 1 && place.y >= y - 1 && place.x + place.width <= x + width + 1 && place.y + place.height <= y + height + 1
  }
}
