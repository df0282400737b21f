internal import Glibc

/// A finished page that is to be drawn on.
public struct MarkdownPage: Sendable {
  /// From 0.
  public let index: Int
  /// The number that the page shows.
  public let label: String
  /// The number of pages of the whole document.
  public let pageCount: Int
  /// Points.
  public let width: Double
  /// Points.
  public let height: Double
  /// Where headings, figures, formulas and all names of the whole document are.
  public let places: [DocumentPlace]

  package init(index: Int, label: String, pageCount: Int, width: Double, height: Double, places: [DocumentPlace]) {
    (self.index, self.label, self.pageCount) = (index, label, pageCount)
    (self.width, self.height, self.places) = (width, height, places)
  }

  /// Where a named part is, on whatever page: `fig-1` of `{#fig-1}`.
  public func place(of id: String) -> DocumentPlace? {
    let name = id.hasPrefix("#") ? String(id.dropFirst()) : id
    return places.first { $0.id == name && $0.kind != "label" } ?? places.first { $0.id == name }
  }

  /// The rectangle of a name on this page, in points from the page's upper left corner; nil if it is on other pages alone.
  public func rect(of id: String) -> CanvasRect? { rects(of: id).first }

  /// All rectangles of a name on this page: a part that is broken over pages has one on each, text over lines one for each line.
  public func rects(of id: String) -> [CanvasRect] {
    guard let first = place(of: id) else { return [] }
    return places.filter { $0.page == index && $0.id == first.id && $0.kind == first.kind }.map { place in
      CanvasRect(x: place.x, y: place.y, width: place.width, height: place.height)
    }
  }
}

extension Document {
  /// Draws over each finished page. What is outside the page is clipped.
  ///
  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - draw: The canvas has the size of the page.
  public func markdownPageOverlay(
    _ name: String = "page overlay", _ draw: @escaping @Sendable (_ page: MarkdownPage, _ canvas: inout Canvas) -> Void
  ) -> Document {
    with { $0.styles.pageDrawings.append(PageDrawing(name: name, draw: draw)) }
  }

  /// Draws an arrow from one named part to another: `markdownArrow(from: "a", to: "fig-1")`, or in Markdown `::: {.arrow from="a"
  ///     to="fig-1"}`.
  ///
  /// If they are on different pages, a reference to the second one's page is shown after the first. Unknown names draw nothing.
  ///
  /// - Parameters:
  ///   - start: The name of the part where it begins: `a` of `[text]{#a}`.
  ///   - end: The name of the part to which it leads.
  ///   - color: Of line and head.
  ///   - width: The width of its line, in points.
  public func markdownArrow(from start: String, to end: String, color: Color = .teal, width: Double = 0.8) -> Document {
    with { $0.styles.pageDrawings.append(.arrow(from: start, to: end, color: color, width: width)) }
  }

  /// Writes a note into the margin beside a named part, on the wider side.
  ///
  /// - Parameters:
  ///   - id: The name of the part beside it.
  ///   - text: A few words; they are broken into lines as wide as the margin.
  ///   - color: Of the text.
  ///   - size: Of the text, in points.
  public func markdownMarginNote(at id: String, _ text: String, color: Color = .teal, size: Double = 7.5) -> Document {
    markdownPageOverlay("the margin note at \(id)") { page, canvas in
      guard let rect = page.rect(of: id) else { return }
      let (left, right) = page.margins
      let isRight = right >= left
      let room = max(isRight ? right : left, 20) - 12
      let x = isRight ? page.width - max(right, 20) + 6 : 6
      var y = rect.y + size
      // About half an em a letter: the canvas cannot measure text.
      for line in wrapped(text, columns: max(Int(clamping: room / (size * 0.5)), 4)) {
        canvas.text(line, at: CanvasPoint(x, y), size: size, color: color, design: .sansSerif)
        y += size * 1.25
      }
    }
  }
}

/// What is drawn over a page.
package struct PageDrawing: Sendable {
  /// What diagnostics call it.
  package var name: String
  package var draw: @Sendable (MarkdownPage, inout Canvas) -> Void

  package init(name: String, draw: @escaping @Sendable (MarkdownPage, inout Canvas) -> Void) { (self.name, self.draw) = (name, draw) }

  /// An arrow between two named parts, on the page of `start`; if `end` is on another page, it names that page. Widths from 0 to 100 points.
  package static func arrow(from start: String, to end: String, color: Color, width: Double) -> PageDrawing {
    PageDrawing(name: "the arrow from \(start) to \(end)") { page, canvas in
      guard let from = page.rect(of: start), let target = page.place(of: end), width.isFinite, width > 0, width <= 100 else { return }
      guard let to = page.rect(of: end) else {
        canvas.text(
          "→ p. \(target.label)", at: CanvasPoint(from.maxX + 2, from.y + 2), size: max(canvas.fontSize * 0.6, 5), color: color,
          design: .sansSerif)
        return
      }
      let (tail, head) = (from.edge(towards: to.center, gap: 1.5), to.edge(towards: from.center, gap: 1.5))
      let (dx, dy) = (head.x - tail.x, head.y - tail.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 1 else { return }
      let (ux, uy) = (dx / length, dy / length)
      let size = min(3 + width * 2, length)
      let foot = CanvasPoint(head.x - ux * size, head.y - uy * size)
      canvas.stroke(.line(from: tail, to: foot), color, width: width)
      let half = size * 0.4
      let sides = [CanvasPoint(foot.x - uy * half, foot.y + ux * half), head, CanvasPoint(foot.x + uy * half, foot.y - ux * half)]
      canvas.fill(.polyline(sides, isClosed: true), color)
    }
  }
}

extension MarkdownPage {
  /// The free space to the left and right of everything on the page.
  fileprivate var margins: (left: Double, right: Double) {
    let own = places.filter { $0.page == index && $0.width > 0 }
    let left = own.map(\.x).min() ?? width / 6
    let right = width - (own.map { $0.x + $0.width }.max() ?? width * 5 / 6)
    return (left, right)
  }
}

extension CanvasRect {
  /// Where the line from the middle to a point leaves the rectangle, and a little further.
  fileprivate func edge(towards point: CanvasPoint, gap: Double) -> CanvasPoint {
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return center }
    let across = dx == 0 ? Double.infinity : width / 2 / abs(dx)
    let down = dy == 0 ? Double.infinity : height / 2 / abs(dy)
    let part = min(across, down, 1)
    return CanvasPoint(center.x + dx * part + dx / length * gap, center.y + dy * part + dy / length * gap)
  }
}

/// Words on lines of a number of characters.
private func wrapped(_ text: String, columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    if let last = lines.last, last.count + 1 + word.count <= columns {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
