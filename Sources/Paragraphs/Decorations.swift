import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// Ranges of a line with a background, an underline, a strikethrough or a link.
struct Decorations {
  private struct Stretch {
    var style: Int32
    var element: ElementID?
    var start: Int
    var end: Int
  }

  private var stretches: [Stretch] = []
  /// Where each blank without text ends, by where it begins; it belongs to a range only if that continues after it.
  private var blanks: [Int: Int] = [:]

  /// Passes over a blank that was not typed: the space next to a full-width bracket, the gap between Chinese and Latin.
  mutating func skip(from start: Int, to end: Int) {
    if end > start { blanks[start] = end }
  }

  /// True if there are only blanks between two positions.
  private func isBlank(from start: Int, to end: Int) -> Bool {
    var place = start
    while place < end, let next = blanks[place] { place = next }
    return place == end
  }

  /// Joins adjacent ranges: text that runs from right to left comes from its right end.
  private func joined() -> [Stretch] {
    guard stretches.count > 1 else { return stretches }
    var out: [Stretch] = []
    for stretch in stretches.sorted(by: { $0.start < $1.start }) {
      if let last = out.last, last.style == stretch.style, last.element == stretch.element, isBlank(from: last.end, to: stretch.start) {
        out[out.count - 1].end = stretch.end
      } else {
        out.append(stretch)
      }
    }
    return out
  }

  mutating func extend(_ style: TextStyle, number: Int32, element: ElementID?, from start: Int, to end: Int) {
    guard end > start else { return }
    guard style.background != nil || style.underline != nil || style.strikethrough != nil || style.link != nil || style.anchor != nil else {
      return
    }
    if let last = stretches.last, last.style == number, last.element == element, last.end == start {
      stretches[stretches.count - 1].end = end
    } else if let last = stretches.last, last.style == number, last.element == element, last.start == end {
      // Text that runs right to left comes from there.
      stretches[stretches.count - 1].start = start
    } else {
      stretches.append(Stretch(style: number, element: element, start: start, end: end))
    }
  }

  /// Puts backgrounds before the line's items, lines and links after them.
  func draw(in ink: inout Ink, from firstItem: Int, styles: [TextStyle], setter: ParagraphSetter) {
    guard !stretches.isEmpty else { return }
    var panels: [InkItem] = []
    for stretch in joined() {
      let style = styles[Int(stretch.style)]
      let font = setter.fonts.font(setter.primaryFace(of: style), size: style.size)
      let x = Length(rawValue: stretch.start)
      let width = Length(rawValue: stretch.end - stretch.start)
      if let background = style.background {
        let room = style.size.scaled(by: 0.14)
        let top = font.capHeight + style.size.scaled(by: 0.26)
        let bottom = style.size.scaled(by: 0.3)
        panels.append(
          .panel(
            Panel(
              rect: Rect(x: x - room, y: style.rise - bottom, width: width + room * 2, height: top + bottom),
              radius: style.size.scaled(by: 0.18), fill: background)))
      }
      if let color = style.underline {
        let underline = font.underline
        ink.items.append(
          .rule(
            Rect(x: x, y: style.rise + underline.position - underline.thickness / 2, width: width, height: underline.thickness),
            color))
      }
      if let color = style.strikethrough {
        let thickness = font.underline.thickness
        ink.items.append(
          .rule(Rect(x: x, y: style.rise + font.xHeight / 2, width: width, height: thickness), color))
      }
      if let anchor = style.anchor {
        ink.marks.append(.destination(name: anchor))
        let height = style.size.scaled(by: 0.8)
        ink.items.append(.mark(Int32(ink.marks.count - 1), Rect(x: x, y: style.rise, width: width, height: height)))
      }
      if style.note > 0 {
        ink.marks.append(.note(style.note))
        ink.items.append(.mark(Int32(ink.marks.count - 1), Rect(x: x, y: style.rise, width: width, height: .zero)))
      }
      if let link = style.link {
        ink.marks.append(link.hasPrefix("#") ? .reference(destination: String(link.dropFirst())) : .link(url: link))
        let depth = style.size.scaled(by: 0.25)
        if let element = stretch.element { ink.items.append(.content(element)) }
        ink.items.append(
          .mark(
            Int32(ink.marks.count - 1),
            Rect(x: x, y: style.rise - depth, width: width, height: depth + style.size.scaled(by: 0.75))))
      }
    }
    ink.items.insert(contentsOf: panels, at: firstItem)
  }
}
