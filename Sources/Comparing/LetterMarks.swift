import TypesetBoxes
import TypesetFonts

// What is drawn with the letters of a line: grounds, rules under and through them, frames; capitals in place of small letters; space between them.

/// Letters of a line that have something in common beside their font.
struct LetterMark: Hashable, Sendable {
  /// In the letters of the part: its text without blanks and pictures.
  var letters: Range<Int>
  /// `ground #ffff00`, `underline #000000`, `capitals`, `spaced`.
  var look: String

  /// `a background in #ffff00`, as the object of a sentence.
  static func described(_ look: String) -> String {
    let color = look.split(separator: " ").last.map(String.init) ?? ""
    return switch look.prefix(while: { $0 != " " }) {
    case "ground": "a background in \(color)"
    case "underline": "a line below in \(color)"
    case "through": "a line through in \(color)"
    case "overline": "a line above in \(color)"
    case "capitals": "capitals in place of small letters"
    case "spaced": "space between its letters"
    default: "a frame in \(color)"
    }
  }
}

extension Unicode.Scalar {
  /// True for what counts as a letter of a line: no blank, and no place of a picture.
  var isCountedLetter: Bool { self != "\u{FFFC}" && !properties.isWhitespace }
}

/// Finds the marks of lines among what a page shows.
struct LetterMarks {
  /// What is drawn on the page beside glyphs, from below.
  private let decorations: [(rect: Rect, item: InkItem)]

  /// - Parameter items: Without parts of formulas.
  init(_ items: [InkItem]) {
    decorations = items.compactMap { item in item.area.map { ($0, item) } }
  }

  /// The marks of a line, in the order of its letters; none where text runs right to left, whose letters are not in the order of its glyphs.
  ///
  /// - Parameter letters: How many letters each run shows.
  func marks(of runs: [(run: GlyphRun, letters: Int)], in ink: borrowing Ink, _ fonts: FontBook) -> [LetterMark] {
    guard !runs.contains(where: { $0.run.isRightToLeft }) else { return [] }
    var out: [LetterMark] = []
    var start = 0
    for (run, count) in runs {
      defer { start += count }
      guard count > 0 else { continue }
      var looks = looks(of: run, among: runs.map(\.run))
      if Self.isInCapitals(run, ink, fonts) { looks.append("capitals") }
      if runs.count > 1, Self.isSpaced(run, ink, fonts) { looks.append("spaced") }
      for look in looks {
        if let index = out.lastIndex(where: { $0.look == look }), out[index].letters.upperBound == start {
          out[index].letters = out[index].letters.lowerBound..<start + count
        } else {
          out.append(LetterMark(letters: start..<start + count, look: look))
        }
      }
    }
    return out
  }

  private func looks(of run: GlyphRun, among runs: [GlyphRun]) -> [String] {
    guard let area = InkItem.run(run).area else { return [] }
    var out: [String] = []
    let (low, high) = (run.y - run.size / 2, run.y + run.size)
    for (rect, item) in decorations where rect.y < high && rect.y + rect.height > low {
      guard rect.x < area.x + area.width, area.x < rect.x + rect.width, Self.belongs(rect, to: runs, size: run.size),
        let look = Self.look(of: item, rect, run), !out.contains(look)
      else { continue }
      out.append(look)
    }
    return out.sorted()
  }

  /// True if a decoration is as wide as some runs of the line, with a little room: grounds of rows and rules of tables are wider.
  private static func belongs(_ rect: Rect, to runs: [GlyphRun], size: Length) -> Bool {
    let areas = runs.compactMap { InkItem.run($0).area }.filter { $0.x < rect.x + rect.width && rect.x < $0.x + $0.width }
    guard let left = areas.map(\.x).min(), let right = areas.map({ $0.x + $0.width }).max() else { return false }
    return rect.x >= left - size / 2 && rect.x + rect.width <= right + size / 2 && rect.height <= size * 2
  }

  private static func look(of item: InkItem, _ rect: Rect, _ run: GlyphRun) -> String? {
    guard let drawn = GraphicsSummary(of: [item]).looks.first?.look else { return nil }
    switch drawn.kind {
    case "ground", "frame": return "\(drawn.kind) \(drawn.color)"
    case "rule", "line", "drawing":
      let middle = rect.y + rect.height / 2 - run.y
      let place = middle < run.size / 20 ? "underline" : middle < run.size / 2 ? "through" : "overline"
      return "\(place) \(drawn.color)"
    default: return nil
    }
  }

  /// True if there is space between the first letters, beyond any kern; of a line that is one run, its width says as much.
  private static func isSpaced(_ run: GlyphRun, _ ink: borrowing Ink, _ fonts: FontBook) -> Bool {
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].prefix(5)
    guard glyphs.count > 2 else { return false }
    let font = fonts.font(run.face, size: run.size)
    return zip(glyphs, glyphs.dropFirst()).allSatisfy { glyph, next in
      Length(rawValue: Int(next.x) - Int(glyph.x)) > font.advance(of: glyph.id) + run.size / 30
    }
  }

  /// True if the first small letter of a run is shown by another glyph than the face has for it.
  private static func isInCapitals(_ run: GlyphRun, _ ink: borrowing Ink, _ fonts: FontBook) -> Bool {
    guard let letter = ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].first(where: { (0x61...0x7A).contains($0) }),
      let glyph = fonts.face(run.face).glyph(for: Unicode.Scalar(letter)), run.glyphs.count > 1
    else { return false }
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    // Ligatures hide letters too: then other letters are as they are.
    return !glyphs.contains { $0.id == glyph }
      && !ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].contains { byte in
        guard (0x61...0x7A).contains(byte), let other = fonts.face(run.face).glyph(for: Unicode.Scalar(byte)) else { return false }
        return glyphs.contains { $0.id == other }
      }
  }
}
