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
    /// The lowest and the highest place of boxes in it, from the line's baseline; nil where there is only text.
    var boxes: ClosedRange<Int>?
    /// True if there is text in it.
    var hasText = false
    /// How far right of its place the ink of the only box is.
    var aside = 0

    mutating func take(_ box: BoxPlace?) {
      guard let box else { return (hasText, aside) = (true, 0) }
      aside = boxes == nil && !hasText ? box.aside : 0
      boxes = boxes.map { min($0.lowerBound, box.heights.lowerBound)...max($0.upperBound, box.heights.upperBound) } ?? box.heights
    }

    /// What it covers: its boxes, and of text what is above the baseline.
    func place(_ style: TextStyle) -> Rect {
      var (bottom, top) = (style.rise, style.rise + style.size.scaled(by: 0.8))
      if let boxes {
        let (low, high) = (Length(rawValue: boxes.lowerBound), Length(rawValue: boxes.upperBound))
        (bottom, top) = hasText ? (min(bottom, low), max(top, high)) : (low, high)
      }
      return Rect(x: Length(rawValue: start + aside), y: bottom, width: Length(rawValue: end - start), height: top - bottom)
    }

    /// The ground of the text, with some room around it.
    func panel(of background: Color, _ style: TextStyle, _ font: Font) -> Panel {
      let room = style.groundRoom
      let top = font.capHeight + style.size.scaled(by: 0.26)
      let bottom = style.size.scaled(by: 0.3)
      return Panel(
        rect: Rect(
          x: Length(rawValue: start) - room, y: style.rise - bottom, width: Length(rawValue: end - start) + room * 2, height: top + bottom),
        radius: style.size.scaled(by: 0.18), fill: background)
    }
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
        if let boxes = stretch.boxes { out[out.count - 1].take(BoxPlace(heights: boxes, aside: 0)) }
        if stretch.hasText { out[out.count - 1].take(nil) }
      } else {
        out.append(stretch)
      }
    }
    return out
  }

  /// - Parameter box: Where a box is; nil for text.
  mutating func extend(
    _ style: TextStyle, number: Int32, element: ElementID?, from start: Int, to end: Int, box: BoxPlace? = nil
  ) {
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
    stretches[stretches.count - 1].take(box)
  }

  /// Puts backgrounds before the line's items, lines and links after them.
  func draw(in ink: inout Ink, from firstItem: Int, styles: [TextStyle], setter: ParagraphSetter) {
    guard !stretches.isEmpty else { return }
    let stretches = joined()
    var panels: [InkItem] = []
    var (below, through): ([Stroked], [Stroked]) = ([], [])
    for stretch in stretches {
      let style = styles[Int(stretch.style)]
      guard style.background != nil || style.underline != nil || style.strikethrough != nil else { continue }
      let font = setter.fonts.font(setter.primaryFace(of: style), size: style.size)
      if let background = style.background { panels.append(.panel(stretch.panel(of: background, style, font))) }
      if let line = style.underline(font) { add(line, stretch, to: &below) }
      if let line = style.strike(font) { add(line, stretch, to: &through) }
    }
    if !below.isEmpty {
      let glyphs = LineGlyphs(ink, from: firstItem)
      for stroked in below {
        for part in glyphs.clear(stroked.line, from: stroked.start, to: stroked.end, setter) {
          stroked.line.draw(from: part.start, to: part.end, in: &ink)
        }
      }
    }
    for stroked in through { stroked.line.draw(from: stroked.start, to: stroked.end, in: &ink) }
    let places = namedPlaces(stretches, styles)
    for (number, stretch) in stretches.enumerated() { addMarks(stretch, styles[Int(stretch.style)], at: places[number], in: &ink) }
    ink.items.insert(contentsOf: panels, at: firstItem)
  }

  /// What each name covers, by the last of the adjacent ranges that have it.
  private func namedPlaces(_ stretches: [Stretch], _ styles: [TextStyle]) -> [Int: Rect] {
    var places: [Int: Rect] = [:]
    for (number, stretch) in stretches.enumerated() {
      let style = styles[Int(stretch.style)]
      guard let anchor = style.anchor else { continue }
      var place = stretch.place(style)
      if number > 0, styles[Int(stretches[number - 1].style)].anchor == anchor, isBlank(from: stretches[number - 1].end, to: stretch.start),
        let before = places.removeValue(forKey: number - 1)
      {
        place = before.union(place)
      }
      places[number] = place
    }
    return places
  }

  /// Marks where a link or a place with a name is.
  private func addMarks(_ stretch: Stretch, _ style: TextStyle, at place: Rect?, in ink: inout Ink) {
    let x = Length(rawValue: stretch.start)
    let width = Length(rawValue: stretch.end - stretch.start)
    if let anchor = style.anchor, let place {
      ink.marks.append(.destination(name: anchor))
      ink.items.append(.mark(Int32(ink.marks.count - 1), place))
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

  private struct Stroked {
    var line: DrawnLine
    var start: Length
    var end: Length
  }

  /// Adds a line, or continues the last one: emphasis in underlined text does not interrupt its dashes.
  private func add(_ line: DrawnLine, _ stretch: Stretch, to lines: inout [Stroked]) {
    let end = Length(rawValue: stretch.end)
    if let last = lines.last, last.line.continues(in: line), isBlank(from: last.end.rawValue, to: stretch.start) {
      lines[lines.count - 1].end = end
    } else {
      lines.append(Stroked(line: line, start: Length(rawValue: stretch.start), end: end))
    }
  }
}

extension HList {
  /// The lowest and the highest place of a box from the line's baseline.
  func place(ofBox number: Int32, rise: Length) -> BoxPlace? {
    guard case .box(let box) = nodes[Int(number)] else { return nil }
    let bottom = (rise - box.depth).rawValue
    var aside = 0
    if let first = box.items.first, case .picture(_, let rect) = ink.items[Int(first)], rect.width == box.width { aside = rect.x.rawValue }
    return BoxPlace(heights: bottom...max(bottom, (rise + box.height).rawValue), aside: aside)
  }
}

/// Where the ink of a box is in its line.
struct BoxPlace {
  /// From its lowest to its highest place, from the line's baseline.
  var heights: ClosedRange<Int>
  /// How far it is right of the box: a picture that its author has shifted.
  var aside: Int
}

extension DrawnLine {
  fileprivate func continues(in other: DrawnLine) -> Bool { form == other.form && color == other.color && rise == other.rise }
}

extension TextStyle {
  fileprivate func underline(_ font: Font) -> DrawnLine? {
    guard let color = underline else { return nil }
    let (position, thickness) = font.underline
    return DrawnLine(form: hasLooks ? looks.underline : .solid, color: color, y: rise + position, thickness: thickness, rise: rise)
  }

  fileprivate func strike(_ font: Font) -> DrawnLine? {
    guard let color = strikethrough else { return nil }
    let thickness = font.underline.thickness
    var line = DrawnLine(
      form: hasLooks ? looks.strike : .solid, color: color, y: rise + font.xHeight / 2 + thickness / 2, thickness: thickness, rise: rise)
    // The middle of its height is at the middle of an x.
    if line.form == .double || line.form == .wave { line.y += (line.band.high - line.band.low) / 2 - thickness / 2 }
    return line
  }
}

extension TextStyle {
  /// How far the ground of text reaches beyond it on either side.
  var groundRoom: Length { background == nil ? .zero : size.scaled(by: 0.14) }
}

/// What the grounds of the texts beside a run take of its outer spaces, which are wider by as much: the space between a word and a ground is
/// that between words. At a line's end the space vanishes, and the ground reaches into the margin.
struct GroundRooms {
  private var before = Length.zero
  private var after = Length.zero

  init() {}

  init(beside number: Int, of text: StyledText) {
    let runs = text.runs
    guard text.styles[Int(runs[number].style)].background == nil else { return }
    if number > 0 { before = text.styles[Int(runs[number - 1].style)].groundRoom }
    if number + 1 < runs.count { after = text.styles[Int(runs[number + 1].style)].groundRoom }
  }

  func width(beside space: Range<Int>, in run: Range<Int>) -> Int {
    (space.lowerBound == run.lowerBound ? before.rawValue : 0) + (space.upperBound == run.upperBound ? after.rawValue : 0)
  }
}
