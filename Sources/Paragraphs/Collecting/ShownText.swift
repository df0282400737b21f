import TypesetBoxes
import TypesetBytes
import TypesetFonts
import TypesetStyling

/// What is drawn in place of a paragraph's text: letters in another case, and colours that run over its characters.
///
/// Places remain places of the text, so that words are divided, copied and searched as they were written.
struct ShownText {
  private let bytes: [UInt8]
  private let cased: CasedText?
  /// Nil without a ramp.
  let ramps: RampColors?

  /// Nil if the text is drawn as it is, as nearly all texts are.
  init?(_ text: StyledText, setter: ParagraphSetter) {
    guard text.styles.contains(where: \.hasLooks) else { return nil }
    bytes = text.text
    cased = CasedText(text, setter: setter)
    ramps = RampColors(text)
    if cased == nil, ramps == nil { return nil }
  }

  /// Shapes a part of a word.
  ///
  /// - Parameter hasHyphen: True if a hyphen follows that is not in the text; its cluster is the end of the range.
  func shape(_ range: Range<Int>, hasHyphen: Bool = false, in context: ShapingContext, by shaper: Shaper) -> ShapedWord {
    let shown = cased?.shown(range)
    var text = shown.map { $0.bytes[...] } ?? bytes[range]
    if hasHyphen { text.append(UInt8(ascii: "-")) }
    let end = UInt32(range.count)
    let origins = shown.map { $0.origins + [end] } ?? (0...UInt32(text.count)).map { min($0, end) }
    let word = shaper.shape(text, in: context)
    let divided = ligatures(in: word, of: origins, from: range.lowerBound, by: shaper)
    guard divided.isEmpty else { return shaper.mapped(shaper.shape(text, in: context, dividing: divided), origins: origins) }
    return shown == nil ? word : shaper.mapped(word, origins: origins)
  }

  /// The clusters of a word within which the colour changes.
  private func ligatures(in word: ShapedWord, of origins: [UInt32], from start: Int, by shaper: Shaper) -> [Range<UInt32>] {
    guard let ramps else { return [] }
    let starts = Set(shaper.glyphs(of: word).map(\.cluster)).sorted() + [UInt32(origins.count - 1)]
    return zip(starts, starts.dropFirst()).compactMap { first, next in
      let range = start + Int(origins[Int(first)])..<start + Int(max(origins[Int(next)], origins[Int(first)]))
      return ramps.changes(within: range) ? first..<next : nil
    }
  }
}

/// A paragraph's text with the case of letters changed where its style says so.
private struct CasedText {
  /// The text as it is shown.
  private var shown: [UInt8] = []
  /// For each byte of the text and for its end, where it begins in `shown`.
  private var starts: [Int32] = []
  /// For each byte of `shown` and for its end, the byte of the text that it comes from.
  private var origins: [Int32] = []

  /// Nil if no style changes the case.
  init?(_ text: StyledText, setter: ParagraphSetter) {
    func letterCase(_ run: StyledText.Run) -> LetterCase {
      let style = text.styles[Int(run.style)]
      return style.hasLooks && !style.isCode ? style.looks.letterCase : .none
    }
    guard text.runs.contains(where: { letterCase($0) != .none }) else { return nil }
    starts.reserveCapacity(text.text.count + 1)
    // Whole strings: emphasis within a word does not divide it.
    var number = 0
    while number < text.runs.count {
      let run = text.runs[number]
      let (first, language) = (letterCase(run), text.styles[Int(run.style)].language)
      var end = number + 1
      while end < text.runs.count, letterCase(text.runs[end]) == first, text.styles[Int(text.runs[end].style)].language == language {
        end += 1
      }
      let range = Int(run.range.lowerBound)..<Int(text.runs[end - 1].range.upperBound)
      if let map = first == .none ? nil : setter.caseMap(for: language) {
        add(range, of: text.text, in: first, map)
      } else {
        add(text.text[range], showing: text.text[range].map(\.self))
      }
      number = end
    }
    starts.append(Int32(shown.count))
    origins.append(Int32(text.text.count))
  }

  /// What is shown for a range, and for each byte of it and for its end the byte it comes from, from the range's beginning.
  func shown(_ range: Range<Int>) -> (bytes: [UInt8], origins: [UInt32]) {
    let (start, end) = (Int(starts[range.lowerBound]), Int(starts[range.upperBound]))
    return (
      Array(shown[start..<end]), origins[start..<end].map { UInt32(max(0, Int($0) - range.lowerBound)) } + [UInt32(range.count)]
    )
  }

  /// Adds a stretch word by word.
  private mutating func add(_ range: Range<Int>, of text: [UInt8], in letterCase: LetterCase, _ map: CaseMap) {
    var start = range.lowerBound
    // Of a word that begins before the stretch only the rest is changed.
    if letterCase == .title, start > 0, text[start] != 0x20, text[start - 1] != 0x20,
      !text[..<start].suffix(3).elementsEqual("\u{FFFC}".utf8)
    {
      let end = text[start..<range.upperBound].firstIndex(of: 0x20) ?? range.upperBound
      add(text[start..<end], showing: Array(text[start..<end]))
      start = end
    }
    while start < range.upperBound {
      let isSpace = text[start] == 0x20
      let end = text[start..<range.upperBound].firstIndex { ($0 == 0x20) != isSpace } ?? range.upperBound
      let word = text[start..<end]
      if isSpace { add(word, showing: Array(word)) } else { add(word: word, in: letterCase, map) }
      start = end
    }
  }

  private mutating func add(word: ArraySlice<UInt8>, in letterCase: LetterCase, _ map: CaseMap) {
    guard let whole = map.changed(word, letterCase) else { return add(word, showing: Array(word)) }
    let (before, after) = (Self.scalarStarts(word[...]), Self.scalarStarts(whole[...]))
    if before.count == after.count {
      // Letter by letter.
      for (number, start) in before.enumerated() {
        let end = number + 1 < before.count ? before[number + 1] : word.endIndex
        let shownEnd = number + 1 < after.count ? after[number + 1] : whole.count
        add(word[start..<end], showing: Array(whole[after[number]..<shownEnd]))
      }
      return
    }
    // A letter becomes several (ß, ŉ) or loses its accent: the result for each cluster is known from the word up to it.
    var start = word.startIndex
    var shownStart = 0
    var characters = Substring(String(decoding: word, as: UTF8.self))
    let isLong = word.count > 256
    while let character = characters.popFirst() {
      let end = min(start + character.utf8.count, word.endIndex)
      if isLong {
        addCluster(word[start..<end], showing: (map.changed(word[start..<end], letterCase) ?? Array(word[start..<end]))[...])
      } else {
        let length = end == word.endIndex ? whole.count : map.changed(word[word.startIndex..<end], letterCase)?.count ?? shownStart
        let shownEnd = Self.scalarStart(atOrAfter: min(max(length, shownStart), whole.count), in: whole)
        addCluster(word[start..<end], showing: whole[shownStart..<shownEnd])
        shownStart = shownEnd
      }
      start = end
    }
  }

  /// Adds a letter, or letters that do not change, and what is shown for them.
  private mutating func add(_ letters: ArraySlice<UInt8>, showing bytes: [UInt8]) {
    guard letters.count == bytes.count else { return addCluster(letters, showing: bytes[...]) }
    for (offset, place) in letters.indices.enumerated() {
      starts.append(Int32(shown.count + offset))
      origins.append(Int32(place))
    }
    shown += bytes
  }

  /// Adds letters that are shown together.
  private mutating func addCluster(_ letters: ArraySlice<UInt8>, showing bytes: ArraySlice<UInt8>) {
    for place in letters.indices { starts.append(Int32(shown.count + (place == letters.startIndex ? 0 : bytes.count))) }
    origins += bytes.map { _ in Int32(letters.startIndex) }
    shown += bytes
  }

  private static func scalarStarts(_ bytes: ArraySlice<UInt8>) -> [Int] { bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } }

  private static func scalarStart(atOrAfter index: Int, in bytes: [UInt8]) -> Int {
    var index = index
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}

/// The colours of a paragraph's characters, where ramps of colours run over them.
struct RampColors {
  /// Where characters with their own colour begin, in order, and where each ends.
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var colors: [Color] = []

  /// Nil without a ramp.
  init?(_ text: StyledText) {
    var number = 0
    while number < text.runs.count {
      let style = text.styles[Int(text.runs[number].style)]
      guard style.hasLooks, let ramp = style.looks.ramp else {
        number += 1
        continue
      }
      var end = number + 1
      while end < text.runs.count, text.styles[Int(text.runs[end].style)].looks.ramp == ramp { end += 1 }
      add(text, Int(text.runs[number].range.lowerBound)..<Int(text.runs[end - 1].range.upperBound), ramp.colors, style.color)
      number = end
    }
    if starts.isEmpty { return nil }
  }

  /// Spaces have no part in a ramp.
  private mutating func add(_ text: StyledText, _ range: Range<Int>, _ ramp: ColorRamp, _ color: Color) {
    let first = starts.count
    var place = range.lowerBound
    for character in String(decoding: text.text[range], as: UTF8.self) {
      let length = character.utf8.count
      if !character.isWhitespace {
        starts.append(place)
        ends.append(min(place + length, range.upperBound))
      }
      place += length
    }
    let count = starts.count - first
    let isOnDark = color.red * 0.3 + color.green * 0.6 + color.blue * 0.1 > 0.5
    for number in 0..<count { colors.append(ramp.color(number, of: count, isOnDark: isOnDark)) }
  }

  /// The colour of the character at a byte; nil outside of ramps.
  func color(at place: Int) -> Color? { index(at: place).map { colors[$0] } }

  /// True if the colour changes between the characters of a range.
  func changes(within range: Range<Int>) -> Bool {
    guard range.count > 1, let first = index(at: range.lowerBound) else { return false }
    var next = first + 1
    while next < starts.count, starts[next] < range.upperBound {
      if colors[next] != colors[first] { return true }
      next += 1
    }
    return false
  }

  private func index(at place: Int) -> Int? {
    let count = starts.partitioningIndex { $0 > place }
    return count > 0 && place < ends[count - 1] ? count - 1 : nil
  }
}

extension RampColors {
  /// A part of a word in one colour.
  struct Part {
    var piece: LinePacker.Piece
    var x: Int
    var style: TextStyle
    /// Where its text begins in the text of the whole word.
    var cluster: UInt32
  }

  /// The parts of a piece of a line, in reading order.
  ///
  /// - Parameter widening: Of its glyphs, in thousandths.
  func parts(of piece: LinePacker.Piece, at x: Int, _ style: TextStyle, widening: Int, _ glyphs: [ShapedGlyph]) -> [Part] {
    var parts: [Part] = []
    var pen = x
    for index in piece.shaped.glyphs {
      let glyph = glyphs[Int(index)]
      var look = style
      look.color = color(at: Int(piece.text.lowerBound) + Int(glyph.cluster)) ?? style.color
      let advance = Int(glyph.advance) * (1000 + widening) / 1000 + style.letterSpacing.rawValue
      if let last = parts.indices.last, parts[last].style.color == look.color || parts[last].cluster == glyph.cluster {
        parts[last].piece.shaped.glyphs = parts[last].piece.shaped.glyphs.lowerBound..<index + 1
        parts[last].piece.width += advance
        parts[last].cluster = min(parts[last].cluster, glyph.cluster)
      } else {
        var part = piece
        part.shaped.glyphs = index..<index + 1
        part.width = advance
        parts.append(Part(piece: part, x: pen, style: look, cluster: glyph.cluster))
      }
      pen += advance
    }
    if piece.level & 1 == 1 { parts.reverse() }
    for number in parts.indices {
      let start = number == 0 ? 0 : parts[number].cluster
      let end = number + 1 < parts.count ? parts[number + 1].cluster : UInt32(piece.text.count)
      parts[number].cluster = start
      parts[number].piece.text = piece.text.lowerBound + Int32(start)..<piece.text.lowerBound + Int32(max(end, start))
      parts[number].piece.hasHyphen = piece.hasHyphen && number == parts.count - 1
    }
    return parts
  }
}
