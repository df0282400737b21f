import TypesetBoxes
import TypesetChecking
import TypesetFonts

// What is drawn with the letters of a line: grounds, rules under and through them, frames; capitals in place of small letters; space between them.

/// Letters of a line that have something in common beside their font.
struct LetterMark: Hashable, Sendable {
  /// In the letters of the part: its text without blanks and pictures.
  var letters: Range<Int>
  /// `ground #ffff00`, `underline #000000`, `capitals`, `spaced`, `centered`, `right`.
  var look: String

  /// The side at which a line is, if it is an unusual one. Cells are where their column is.
  static func side(of line: SetLine) -> String? {
    switch (line.kind, line.report.alignment) {
    case (.cell, _), (.artifact, _), (.contents, _): nil
    case (_, .center): "centered"
    case (_, .right): "right"
    default: nil
    }
  }

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
    case "centered": "a place in the middle of its line"
    case "right": "a place at the end of its line"
    default: "a frame in \(color)"
    }
  }
}

extension Unicode.Scalar {
  /// True for what counts as a letter of a line: no blank, and no place of a picture.
  var isCountedLetter: Bool { value < 0x80 ? value != 0x20 && !(9...13 ~= value) : self != "\u{FFFC}" && !properties.isWhitespace }
}

extension StringProtocol {
  /// How many letters of a line the text is.
  var countedLetters: Int { unicodeScalars.count(where: \.isCountedLetter) }
}

extension ArraySlice<UInt8> {
  /// How many letters of a line these bytes of UTF-8 are.
  var countedLetters: Int {
    var count = 0
    for byte in self {
      // Characters beyond ASCII have to be known.
      guard byte < 0x80 else { return String(decoding: self, as: UTF8.self).countedLetters }
      if byte != 0x20, !(9...13 ~= byte) { count += 1 }
    }
    return count
  }
}

/// Finds the marks of lines among what a page shows.
struct LetterMarks {
  /// What is drawn on the page beside glyphs.
  private let decorations: [(rect: Rect, item: InkItem)]
  private let fonts: FontBook

  /// One or several glyphs and the letters that they show.
  private struct Piece {
    /// In the letters of the run.
    var letters: Range<Int>
    var x: Length
    var glyph: UInt32
    /// The letter, if it is a small one of ASCII and all that the glyph shows; 0 for others.
    var letter: UInt8
    /// True if a blank is before it.
    var beginsWord: Bool
  }

  /// - Parameter items: What a page shows beside glyphs.
  init(_ items: [InkItem], _ fonts: FontBook) {
    decorations = items.compactMap { item in item.area.map { ($0, item) } }
    self.fonts = fonts
  }

  /// The marks of a line, in the order of its letters; none where text runs right to left, whose letters are not in the order of its glyphs.
  func marks(of runs: [GlyphRun], in ink: borrowing Ink) -> [LetterMark] {
    guard !runs.contains(where: \.isRightToLeft) else { return [] }
    var out: [LetterMark] = []
    var start = 0
    func add(_ pieces: ArraySlice<Piece>, _ look: String) {
      guard let first = pieces.first, let last = pieces.last else { return }
      let letters = first.letters.lowerBound + start..<last.letters.upperBound + start
      if let index = out.lastIndex(where: { $0.look == look }), out[index].letters.upperBound == letters.lowerBound {
        out[index].letters = out[index].letters.lowerBound..<letters.upperBound
      } else {
        out.append(LetterMark(letters: letters, look: look))
      }
    }
    for run in runs {
      let pieces = Self.pieces(of: run, in: ink)
      for (rect, item) in decorations where Self.belongs(rect, to: runs, run) {
        let left = pieces.firstIndex { $0.x >= rect.x - run.size / 10 } ?? pieces.count
        let right = pieces.lastIndex { $0.x < rect.x + rect.width - run.size / 10 } ?? -1
        if left <= right, let look = Self.look(of: item, rect, run) { add(pieces[left...right], look) }
      }
      var index = 0
      while index < pieces.count {
        let end = pieces[(index + 1)...].firstIndex(where: \.beginsWord) ?? pieces.count
        if isInCapitals(pieces[index..<end], run) { add(pieces[index..<end], "capitals") }
        if isSpaced(pieces[index..<end], run) { add(pieces[index..<end], "spaced") }
        index = end
      }
      start += pieces.last?.letters.upperBound ?? 0
    }
    return out.sorted { ($0.letters.lowerBound, $0.look) < ($1.letters.lowerBound, $1.look) }
  }

  private static func pieces(of run: GlyphRun, in ink: borrowing Ink) -> [Piece] {
    let text = ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    var out: [Piece] = []
    var (count, byte) = (0, 0)
    var followsBlank = false
    for (place, glyph) in zip(glyphs.indices, glyphs) where place == glyphs.startIndex || Int(glyph.cluster) >= byte && byte < text.count {
      let next = place + 1 < glyphs.endIndex ? max(Int(glyphs[place + 1].cluster), byte) : text.count
      let bytes = text[(text.startIndex + byte)..<(text.startIndex + min(next, text.count))]
      // Further glyphs of a cluster show no letters of their own.
      guard !bytes.isEmpty else { continue }
      byte += bytes.count
      let letters = bytes.countedLetters
      guard letters > 0 else {
        followsBlank = true
        continue
      }
      let isSmall = bytes.count == 1 && bytes.first.map { (0x61...0x7A).contains($0) } == true
      out.append(
        Piece(
          letters: count..<count + letters, x: run.x + Length(rawValue: Int(glyph.x)), glyph: glyph.id,
          letter: isSmall ? bytes.first ?? 0 : 0, beginsWord: followsBlank))
      followsBlank = false
      count += letters
    }
    return out
  }

  /// True if a decoration is at a run and as wide as some runs of the line, with a little room: grounds of rows and rules of tables are wider.
  private static func belongs(_ rect: Rect, to runs: [GlyphRun], _ run: GlyphRun) -> Bool {
    // Its middle is among the letters: a ground or a rule of the next line is not.
    let middle = rect.y + rect.height / 2 - run.y
    guard middle > .zero - run.size.scaled(by: 0.35), middle < run.size.scaled(by: 0.85), rect.height <= run.size * 2,
      rect.x < run.x + run.width, run.x < rect.x + rect.width
    else { return false }
    let areas = runs.filter { $0.x < rect.x + rect.width && rect.x < $0.x + $0.width }
    guard let left = areas.map(\.x).min(), let right = areas.map({ $0.x + $0.width }).max() else { return false }
    return rect.x >= left - run.size / 2 && rect.x + rect.width <= right + run.size / 2
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

  /// True if each small letter of a word is shown by another glyph than the face has for it.
  private func isInCapitals(_ word: ArraySlice<Piece>, _ run: GlyphRun) -> Bool {
    let face = fonts.face(run.face)
    func isOther(_ piece: Piece) -> Bool { face.glyph(for: Unicode.Scalar(piece.letter)).map { $0 != piece.glyph } ?? false }
    // Most words are told by their first letter.
    guard let first = word.first(where: { $0.letter > 0 }), isOther(first) else { return false }
    let small = word.filter { $0.letter > 0 }
    return small.count > 1 && small.allSatisfy(isOther)
  }

  /// True if there is space between the letters of a word, beyond any kern.
  private func isSpaced(_ word: ArraySlice<Piece>, _ run: GlyphRun) -> Bool {
    guard word.count > 2 else { return false }
    let font = fonts.font(run.face, size: run.size)
    return zip(word, word.dropFirst()).prefix(4).allSatisfy { $1.x - $0.x > font.advance(of: $0.glyph) + run.size / 30 }
  }
}
