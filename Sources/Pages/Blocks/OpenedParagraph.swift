import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// A paragraph that opens a chapter: its first letter may be as high as several lines, its first words may be in small capitals.
struct OpenedParagraph {
  let content: InlineContent
  let opening: ParagraphOpening
  let style: BlockStyle
  let shape: ParagraphShape

  func set(in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let (lines, kept) = capped(in: context, onto: &out) ?? (self.lines(of: content, shape, in: context, onto: &out), 1)
    out.append(lines, leading: style.leading, anchor: style.align.anchor, x: context.x, kept: kept)
    return out
  }

  // MARK: Drop caps

  /// Lines with the first letter beside them; nil where it has no place: it is no letter, or the paragraph has one line.
  ///
  /// - Returns: The lines, and how many of the spaces between the first ones are within the letter.
  private func capped(in context: BlockContext, onto out: inout SetBlock) -> (lines: Lines, kept: Int)? {
    guard opening.capLines > 1, style.align == .justified || style.align == .left, shape.lines.isEmpty, shape.tabs.isEmpty,
      let cap = DropCap(content, style, in: context)
    else { return nil }
    let before = out
    // A paragraph with fewer lines has a smaller letter.
    for count in stride(from: opening.capLines, to: 1, by: -1) {
      var distance = style.leading * (count - 1)
      var set: (lines: Lines, letter: DropCap.Letter)?
      // High formulas move lines apart, so that the letter becomes larger.
      for _ in 0..<3 {
        out = before
        let letter = cap.letter(spanning: distance)
        var shape = shape
        shape.indent = .zero
        // A character that no font has is no letter.
        guard letter.right > letter.left, shape.measure - letter.width > style.text.size * 8 else { return nil }
        let narrow = ParagraphShape.LinePlace(indent: letter.width, width: shape.measure - letter.width)
        let short = count + (letter.tail > style.leading - style.text.size.scaled(by: 0.7) ? 1 : 0)
        shape.lines = Array(repeating: narrow, count: short) + [ParagraphShape.LinePlace(indent: .zero, width: shape.measure)]
        let lines = lines(of: cap.rest, shape, in: context, onto: &out)
        let real = lines.distance(toLine: count, leading: style.leading)
        guard lines.lines.count >= count else { break }
        if real == distance {
          set = (lines, letter)
          break
        }
        distance = real
      }
      guard let set else { continue }
      return (cap.lines(set.lines, with: set.letter, measure: shape.measure, spanning: distance), count - 1)
    }
    out = before
    return nil
  }

  // MARK: Small capitals

  private func lines(of content: InlineContent, _ shape: ParagraphShape, in context: BlockContext, onto out: inout SetBlock) -> Lines {
    switch opening.firstLine {
    case .plain: return context.lines(of: content, shape: shape, onto: &out)
    case .words(let count):
      let capitals = content.withSmallCapitals(upTo: content.end(ofWords: count), spacing: Self.spacings[0])
      return context.lines(of: capitals, shape: shape, onto: &out)
    case .line: return firstLineInCapitals(of: content, shape, in: context, onto: &out)
    }
  }

  /// Space between small capitals, in em. More of it where a small word would otherwise end the line.
  private static let spacings = [0.03, 0.045, 0.06, 0.08, 0.015]

  /// Small capitals are wider than small letters, so fewer words are on the line: what is set in them is what is on the line then.
  private func firstLineInCapitals(
    of content: InlineContent, _ shape: ParagraphShape, in context: BlockContext, onto out: inout SetBlock
  ) -> Lines {
    let before = out
    let plain = context.lines(of: content, shape: shape, onto: &out)
    guard let first = plain.lines.first, plain.lines.count > 1 || !first.text.isEmpty else { return plain }
    var last: Lines?
    for spacing in Self.spacings {
      var end = content.wordEnd(Int(first.text.upperBound))
      for _ in 0..<6 where end > 0 {
        out = before
        let lines = context.lines(of: content.withSmallCapitals(upTo: end, spacing: spacing), shape: shape, onto: &out)
        last = last ?? lines
        let reached = content.wordEnd(Int(lines.lines.first?.text.upperBound ?? 0))
        if reached == end || lines.lines.count == 1 { return lines }
        if reached > end { break }
        end = reached
      }
    }
    out = before
    return context.lines(of: content.withSmallCapitals(upTo: content.end(ofWords: 3), spacing: Self.spacings[0]), shape: shape, onto: &out)
  }
}

/// The first letter of a paragraph, as high as several lines: its top is that of the first line's capitals, its foot is on the last one's
/// baseline.
private struct DropCap {
  /// Quotation marks before the letter, which hang out of the text at the first line.
  private let marks: InlineContent
  private let initial: InlineContent
  /// What is beside the letter.
  let rest: InlineContent
  private let context: BlockContext
  private let leading: Length
  private let isFullWidth: Bool

  /// The letter in its size.
  struct Letter {
    var ink: Ink
    /// Its left and right edge, and its lower one, from the reference point.
    var left: Length
    var right: Length
    /// How far it reaches above and below the baseline.
    var top = Length.zero
    var tail: Length
    /// How far lines are indented beside it.
    var width: Length
    /// From the baseline of its last line to its own.
    var rise = Length.zero
  }

  /// Nil where the text does not begin with a letter that can be alone.
  init?(_ content: InlineContent, _ style: BlockStyle, in context: BlockContext) {
    let bytes = content.text.text
    let head = String(decoding: bytes.prefix(96), as: UTF8.self)
    let marks = head.prefix { Self.opening.contains($0) || $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
    guard marks.count < 5, let letter = head.dropFirst(marks.count).first, letter.isLetter, let scalar = letter.unicodeScalars.first,
      !Self.joined.contains(where: { $0.contains(scalar.value) })
    else { return nil }
    let (start, end) = (marks.utf8.count, marks.utf8.count + letter.utf8.count)
    guard end < bytes.count else { return nil }
    self.marks = content.part(0..<start)
    initial = content.part(start..<end)
    rest = content.part(end..<bytes.count)
    self.context = context
    leading = style.leading
    isFullWidth = Self.squares.contains { $0.contains(scalar.value) }
  }

  private static let opening: Set<Character> = [
    "“", "‘", "„", "‚", "«", "‹", "»", "›", "\"", "'", "¿", "¡", "(", "[", "「", "『", "《", "〈", "（",
  ]

  /// Scripts whose letters are joined: none of them is alone.
  private static let joined: [ClosedRange<UInt32>] = [0x600...0x8FF, 0x1800...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFF]

  /// Han, kana and hangul fill their squares.
  private static let squares: [ClosedRange<UInt32>] = [0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF]

  /// The letter, so high that its foot is so far below the first line's baseline.
  func letter(spanning distance: Length) -> Letter {
    guard let text = initial.text.styles.first else { return Letter(ink: Ink(), left: .zero, right: .zero, tail: .zero, width: .zero) }
    let theme = context.document.tree.theme
    var style = text.applying(theme[.initial], families: theme.families)
    style.size = text.size
    style.features.removeAll { ["smcp", "c2sc"].contains($0.tag) }
    (style.isHyphenated, style.letterSpacing, style.background) = (false, .zero, nil)
    let height = capHeight(text)
    let own = capHeight(style)
    style.size = text.size.scaled(by: (distance + height).points / max(own.points, 0.1))
    var letter = measured(style)
    letter.width = letter.right - letter.left + text.size.scaled(by: 0.18)
    // Ideographs fill squares, an eighth of which is below the baseline.
    if isFullWidth { letter.rise = (style.size - text.size).scaled(by: 0.12) }
    return letter
  }

  /// How high the letter is in a style: capitals as the font says, so that round ones are a little higher.
  private func capHeight(_ style: TextStyle) -> Length {
    if isFullWidth { return style.size }
    let set = set(style)
    guard let run = set.ink.firstRun else { return style.size.scaled(by: 0.7) }
    let bytes = initial.text.text
    let isCapital = bytes.first.map { $0 < 0x80 } ?? false || (bytes.first.map { (0xC3...0xD4).contains($0) } ?? false)
    let font = context.document.fonts.font(run.face, size: style.size)
    let ink = InkEdges(of: set.ink, fonts: context.document.fonts).top
    return isCapital || ink == .zero ? font.capHeight : ink
  }

  private func set(_ style: TextStyle) -> Lines {
    var text = StyledText()
    text.append(initial.text.text, style: style)
    return context.document.paragraphs.set(
      text, attachments: [], shape: ParagraphShape(measure: 16_000.pt, alignment: .left, leading: leading))
  }

  private func measured(_ style: TextStyle) -> Letter {
    let ink = set(style).ink
    var letter = Letter(ink: ink, left: .zero, right: .zero, tail: .zero, width: .zero)
    var isFirst = true
    for case .run(let run) in ink.items {
      let font = context.document.fonts.font(run.face, size: run.size)
      for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let bounds = font.inkBounds(of: glyph.id) else { continue }
        let x = run.x + Length(rawValue: Int(glyph.x)) + bounds.x
        letter.left = isFirst ? x : min(letter.left, x)
        letter.right = max(letter.right, x + bounds.width)
        letter.top = max(letter.top, bounds.y + bounds.height + Length(rawValue: Int(glyph.y)))
        letter.tail = max(letter.tail, -(bounds.y + Length(rawValue: Int(glyph.y))))
        isFirst = false
      }
    }
    return letter
  }

  /// The lines with the letter in the ink of the first one.
  ///
  /// What is copied has the whole word: it is the text of two spaces at the beginning of the line, and the letter and what follows it are parts of
  /// its glyphs.
  func lines(_ lines: Lines, with letter: Letter, measure: Length, spanning distance: Length) -> Lines {
    guard let first = lines.lines.first, let style = initial.text.styles.first else { return lines }
    var ink = lines.ink
    let range = Int(first.items.lowerBound)..<Int(first.items.upperBound)
    let isAtRight = context.document.paragraphs.beginsAtRight(rest.text)
    var items = Array(ink.items[range])
    var place = 0
    if case .content? = items.first { place = 1 }
    // Readers turn a word round that runs right to left.
    let word = isFullWidth || isAtRight ? [] : ink.takeWord(from: &items, after: place)
    let x = isAtRight ? measure - letter.right : -letter.left
    let (start, end) = isAtRight ? (measure - letter.width, measure) : (Length.zero, letter.right - letter.left)
    var added: [InkItem] = []
    func add(_ part: Ink, dx: Length, dy: Length, isSilent: Bool) {
      let start = ink.items.count
      ink.append(part, dx: dx, dy: dy)
      for case .run(var run) in ink.items[start...] {
        if isSilent { ink.giveUpText(of: &run) }
        added.append(.run(run))
      }
      ink.items.removeSubrange(start...)
    }
    let setter = context.document.paragraphs
    let copied = String(decoding: marks.text.text + initial.text.text + word, as: UTF8.self)
    var carrier = setter.silentInk(copied, style)
    carrier.doubleGlyph(width: letter.width)
    add(carrier, dx: start, dy: .zero, isSilent: false)
    add(letter.ink, dx: x, dy: letter.rise - distance, isSilent: true)
    if !marks.isEmpty {
      let hanging = setter.set(
        marks.text, attachments: [], shape: ParagraphShape(measure: 16_000.pt, alignment: .left, leading: leading))
      let width = hanging.lines.first?.width ?? .zero
      let gap = style.size.scaled(by: 0.06)
      add(hanging.ink, dx: isAtRight ? measure + gap : -width - gap, dy: .zero, isSilent: true)
    }
    // The text that is copied ends at the first line, too.
    if word.isEmpty { add(setter.silentInk(" ", style), dx: end, dy: .zero, isSilent: true) }
    items.insert(contentsOf: added, at: place)
    var out = lines.replacing(first, ink: ink, by: items)
    // An accent may reach into the space above, and no farther.
    out.lines[0].height = max(first.height, letter.top + letter.rise - distance - style.size.scaled(by: 0.3))
    return out
  }
}

extension Lines {
  /// From the first baseline to that of a line, counted from 1.
  fileprivate func distance(toLine count: Int, leading: Length) -> Length {
    zip(lines, lines.dropFirst()).prefix(count - 1).reduce(.zero) { distance, pair in
      distance + max(leading, pair.0.depth + pair.1.height + SetBlock.lineSkip)
    }
  }

  /// The same with other items for the first line.
  fileprivate func replacing(_ first: Line, ink: Ink, by items: [InkItem]) -> Lines {
    var out = self
    out.ink = ink
    out.ink.items.replaceSubrange(Int(first.items.lowerBound)..<Int(first.items.upperBound), with: items)
    let shift = Int32(items.count) - Int32(first.items.count)
    for index in out.lines.indices {
      let range = out.lines[index].items
      out.lines[index].items = (index == 0 ? range.lowerBound : range.lowerBound + shift)..<range.upperBound + shift
    }
    return out
  }
}

extension Ink {
  /// Glyphs that are one cluster have their text here alone: a single one would have it everywhere in the file.
  fileprivate mutating func doubleGlyph(width: Length) {
    guard case .run(var run)? = items.first, let glyph = glyphs.first else { return }
    glyphs.append(glyph)
    (run.glyphs, run.width) = (0..<2, width)
    items[0] = .run(run)
  }

  /// Leaves a run without text.
  fileprivate mutating func giveUpText(of run: inout GlyphRun) {
    run.text = run.text.lowerBound..<run.text.lowerBound
    for index in Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound) { glyphs[index].cluster = 0 }
  }

  /// Takes the text from the glyphs up to the first space: they stay, and belong to the text before them.
  ///
  /// - Returns: The text.
  fileprivate mutating func takeWord(from items: inout [InkItem], after start: Int) -> [UInt8] {
    var word: [UInt8] = []
    var index = start
    while index < items.count, case .run(var run) = items[index], !run.isIncidental, !run.text.isEmpty {
      let bytes = text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      let length = bytes.prefix { $0 > 0x20 && $0 < 0xE3 }.count
      if length == 0 { break }
      word += bytes.prefix(length)
      let glyphs = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
      guard length < bytes.count, let split = glyphs.first(where: { Int(self.glyphs[$0].cluster) >= length }), !run.isRightToLeft else {
        giveUpText(of: &run)
        items[index] = .run(run)
        if length < bytes.count { break }
        index += 1
        continue
      }
      var rest = run
      let offset = self.glyphs[split].x
      for glyph in split..<glyphs.upperBound {
        self.glyphs[glyph].x -= offset
        self.glyphs[glyph].cluster -= UInt32(length)
      }
      rest.x += Length(rawValue: Int(offset))
      rest.width -= Length(rawValue: Int(offset))
      rest.glyphs = Int32(split)..<run.glyphs.upperBound
      rest.text = run.text.lowerBound + Int32(length)..<run.text.upperBound
      run.width = Length(rawValue: Int(offset))
      run.glyphs = run.glyphs.lowerBound..<Int32(split)
      giveUpText(of: &run)
      items.replaceSubrange(index...index, with: run.glyphs.isEmpty ? [.run(rest)] : [.run(run), .run(rest)])
      break
    }
    return word
  }
}

extension InlineContent {
  /// The same with the first bytes in small capitals.
  fileprivate func withSmallCapitals(upTo end: Int, spacing: Double) -> InlineContent {
    var head = part(0..<end)
    head.recast { style in
      guard !style.isCode else { return }
      style.features = style.features.overlaid(by: [ShapingKey.Feature(tag: "smcp", value: 1)])
      style.letterSpacing += style.size.scaled(by: spacing)
      style.isHyphenated = false
    }
    return head + part(end..<text.text.count)
  }

  /// Where so many words end.
  fileprivate func end(ofWords count: Int) -> Int {
    var rest = count
    for (index, byte) in text.text.enumerated() where byte == 0x20 {
      rest -= 1
      if rest == 0 { return index }
    }
    return text.text.count
  }

  /// The end of the last whole word up to a place.
  fileprivate func wordEnd(_ place: Int) -> Int {
    let bytes = text.text
    var end = min(place, bytes.count)
    // Within a word: that one is left out.
    if end < bytes.count, bytes[end] != 0x20, end > 0, bytes[end - 1] != 0x20 {
      end = bytes[..<end].lastIndex(of: 0x20) ?? end
    }
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    return end
  }
}
