import TypesetBoxes
import TypesetBytes
import TypesetFonts
import TypesetStyling

/// A line below or through text, as it is drawn along one line of a paragraph.
struct DrawnLine {
  var form: TextLine.Form
  var color: Color
  /// The middle of its uppermost stroke, from the baseline, upwards.
  var y: Length
  /// Of a stroke.
  var thickness: Length
  /// From the baseline of the line to the baseline of the text.
  var rise = Length.zero

  /// The lowest and highest ink.
  var band: (low: Length, high: Length) {
    let half = thickness / 2
    return switch form {
    case .solid, .dash: (y - half, y + half)
    case .dot, .dashdot: (y - dot / 2, y + dot / 2)
    case .double: (y - thickness * 2 - half, y + half)
    case .wave: (y - amplitude * 2 - half, y + half)
    }
  }

  /// Dots are a little larger than strokes are thick, so that they look as dark.
  private var dot: Length { thickness.scaled(by: 1.4) }
  private var amplitude: Length { thickness.scaled(by: 1.1) }

  /// Draws it between two places.
  func draw(from start: Length, to end: Length, in ink: inout Ink) {
    guard end > start else { return }
    let width = end - start
    switch form {
    case .solid: rule(start, width, at: y, in: &ink)
    case .double:
      rule(start, width, at: y, in: &ink)
      rule(start, width, at: y - thickness * 2, in: &ink)
    case .dash:
      // It begins and ends with a dash.
      let count = max(0, Int(clamping: (width.points / (thickness.points * 4) - 1) / 2 + 0.5)) * 2 + 1
      ink.items.append(.stroke(Stroke(x0: start, y0: y, x1: end, y1: y, width: thickness, dash: width / count, color: color)))
    case .dot:
      let count = max(1, Int(clamping: (width - dot).points / (dot.points * 2) + 0.5))
      round(start, end, [.zero, max(width - dot, dot) / count], in: &ink)
    case .dashdot:
      let part = dot.scaled(by: 1.6)
      // Dash, gap, dot, gap: four parts, of which the dash is two; a last dash ends the line.
      let count = max(0, Int(clamping: ((width - dot).points / part.points - 2) / 6 + 0.5))
      let unit = max(width - dot, dot) / (count * 6 + 2)
      round(start, end, [unit * 2, unit * 2, .zero, unit * 2], in: &ink)
    case .wave: wave(start, width, in: &ink)
    }
  }

  private func rule(_ x: Length, _ width: Length, at y: Length, in ink: inout Ink) {
    ink.items.append(.rule(Rect(x: x, y: y - thickness / 2, width: width, height: thickness), color))
  }

  private func round(_ start: Length, _ end: Length, _ pattern: [Length], in ink: inout Ink) {
    let half = min(dot / 2, (end - start) / 2)
    var path = InkPath(
      steps: [
        .move(InkPath.Point(x: start + half, y: y)), .line(InkPath.Point(x: max(end - half, start + half + Length(rawValue: 1)), y: y)),
      ],
      stroke: color, width: dot)
    path.isRound = true
    path.pattern = pattern
    ink.items.append(.path(path))
  }

  /// Half waves of a sine, each a Bézier curve.
  private func wave(_ start: Length, _ width: Length, in ink: inout Ink) {
    let count = max(1, Int(clamping: width.points / (thickness.points * 3) + 0.5))
    let middle = y - amplitude
    func point(_ part: Double, _ side: Double) -> InkPath.Point {
      InkPath.Point(x: start + width.scaled(by: part / Double(count)), y: middle + amplitude.scaled(by: side * 4 / 3))
    }
    var steps: [InkPath.Step] = [.move(point(0, 0))]
    for number in 0..<count {
      let (place, side) = (Double(number), number % 2 == 0 ? 1.0 : -1.0)
      steps.append(.curve(point(place + 0.3642, side), point(place + 0.6358, side), point(place + 1, 0)))
    }
    var path = InkPath(steps: steps, stroke: color, width: thickness)
    path.isRound = true
    ink.items.append(.path(path))
  }
}

/// The glyphs of one line of a paragraph by their places, for lines that leave them out.
struct LineGlyphs {
  private struct Placed {
    var x: Length
    var y: Length
    var face: FaceID
    var size: Length
    var glyph: UInt32
    var expansion: Int
  }

  private var glyphs: [Placed] = []
  /// The widest that a glyph may be.
  private var reach = Length.zero

  /// Full-width characters are left out: they fill their squares, and lines run below them.
  init(_ ink: Ink, from firstItem: Int) {
    for item in ink.items[firstItem...] {
      guard case .run(let run) = item else { continue }
      reach = max(reach, run.size * 3)
      for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        let place = Int(run.text.lowerBound) + Int(glyph.cluster)
        if place < Int(run.text.upperBound), ink.text[place] >= 0xE2, CJKClass(decode(ink.text, place).value).isFullWidth { continue }
        glyphs.append(
          Placed(
            x: run.x + Length(rawValue: Int(glyph.x)), y: run.y + Length(rawValue: Int(glyph.y)), face: run.face, size: run.size,
            glyph: glyph.id, expansion: Int(run.expansion)))
      }
    }
    glyphs.sort { $0.x < $1.x }
  }

  /// The parts of a line between two places that keep clear of ink.
  func clear(_ line: DrawnLine, from start: Length, to end: Length, _ setter: ParagraphSetter) -> [(start: Length, end: Length)] {
    let (low, high) = line.band
    // As much room as the line is thick, at least a quarter of a point.
    let room = max(line.thickness, 0.25.pt)
    var parts: [(start: Length, end: Length)] = []
    var place = start
    var index = firstIndex(atOrAfter: start - reach)
    while index < glyphs.count, glyphs[index].x < end + reach {
      let glyph = glyphs[index]
      index += 1
      let spans = setter.inkSpans(
        of: glyph.glyph, glyph.face, size: glyph.size, from: low - glyph.y - room / 2, to: high - glyph.y + room / 2)
      for span in spans {
        func shown(_ x: Length) -> Length { glyph.x + Length(rawValue: x.rawValue * (1000 + glyph.expansion) / 1000) }
        let (left, right) = (shown(span.lowerBound) - room, shown(span.upperBound) + room)
        guard right > place, left < end else { continue }
        if left > place { parts.append((place, left)) }
        place = max(place, right)
      }
    }
    if place < end { parts.append((place, end)) }
    // Crumbs between two descenders are left out.
    return parts.filter { $0.end - $0.start > line.thickness * 2 || parts.count == 1 }
  }

  private func firstIndex(atOrAfter x: Length) -> Int { glyphs.partitioningIndex { $0.x >= x } }
}

/// A glyph and the heights between which its ink is looked for.
struct InkSpanKey: Hashable {
  var glyph: UInt32
  var face: FaceID
  var size: Length
  var low: Length
  var high: Length
}

extension ParagraphSetter {
  /// Where a glyph has ink between two heights; known from the last time for letters that recur.
  fileprivate func inkSpans(of glyph: UInt32, _ face: FaceID, size: Length, from low: Length, to high: Length) -> [ClosedRange<Length>] {
    let key = InkSpanKey(glyph: glyph, face: face, size: size, low: low, high: high)
    if let known = inkSpans[key] { return known }
    let spans = fonts.font(face, size: size).inkSpans(of: glyph, from: low, to: high)
    inkSpans[key] = spans
    return spans
  }
}
