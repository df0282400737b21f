internal import CHarfBuzz
internal import TypesetBoxes
internal import TypesetFonts

/// Text within formulas.
enum TextBox {
  /// `\text`: words shaped at the size of the style, formulas between them in text style.
  ///
  /// - Parameter keepsFills: The caller distributes the free space of `\hfil` and the like.
  static func set(
    _ pieces: [TextPiece], _ style: MathStyle, keepsFills: Bool = false, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = Extent(first: buffer.count)
    let runsLeft = pieces.count > 1 && beginsAtRight(pieces)
    for (number, piece) in pieces.enumerated() {
      let part: Extent
      switch piece {
      case .words(let text, let bold, let italic, let family):
        part = buffer.part(NoadPart.sign + Int16(clamping: number)) {
          words(
            text, face: layout.texts.face(bold: bold, italic: italic, family), size: layout.size(style), layout.texts,
            base: runsLeft ? 1 : firstStrong, &$0)
        }
      case .formula(let field): part = layout.set(layout.noads(of: field), style <= .text ? .text : style, cramped: false, &buffer)
      case .space(let dimension): part = Extent(width: layout.length(dimension, style), first: buffer.count)
      case .lineEnd: part = Extent(width: layout.length(.textSpace, style), first: buffer.count)
      case .fill(let fill):
        if keepsFills { buffer.fills.append(FillPlace(element: buffer.count, fill: fill)) }
        continue
      }
      if runsLeft { buffer.move(out.first..<part.first, part.width, 0) } else { buffer.move(from: part.first, out.width, 0) }
      out.append(part)
    }
    return out
  }

  /// For `BidiLevels`: the direction of the first letter.
  private static let firstStrong: Int32 = 2

  /// True if the first letter of the words runs from right to left.
  private static func beginsAtRight(_ pieces: [TextPiece]) -> Bool {
    let texts = pieces.compactMap { if case .words(let text, _, _, _) = $0 { text } else { nil } }
    guard texts.contains(where: BidiLevels.mayRunRightToLeft) else { return false }
    return BidiLevels(Array(texts.joined()), direction: firstStrong)?.base == 1
  }

  /// A character that the math face lacks, from the faces of text.
  static func missing(_ scalar: UInt32, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    guard let scalar = Unicode.Scalar(scalar), let bytes = UTF8.encode(scalar) else { return Extent(first: buffer.count) }
    let face = layout.texts.face(bold: false, italic: false, .roman)
    return words(Array(bytes), face: face, size: layout.size(style), layout.texts, &buffer)
  }

  private static let olderBrackets: [Unicode.Scalar: Unicode.Scalar] = ["\u{27E8}": "\u{2329}", "\u{27E9}": "\u{232A}"]

  /// Words in one face, and in the book's fallbacks what that face lacks.
  ///
  /// - Parameter base: The level of the words around them, 0 or 1, or `firstStrong`.
  private static func words(
    _ text: [UInt8], face: Int, size: Int, _ texts: TextFaces, base: Int32 = firstStrong, _ buffer: inout ElementBuffer
  ) -> Extent {
    if text.allSatisfy({ $0 < 0x80 }), base != 1 { return run(text, face: face, size: size, texts, &buffer) }
    let levels = base == 1 || BidiLevels.mayRunRightToLeft(text) ? levels(of: text, base) : nil
    var out = Extent(first: buffer.count)
    var parts: [(level: UInt8, extent: Extent)] = []
    var pending: [UInt8] = []
    var (current, level) = (face, levels?.first ?? 0)
    func flush() {
      guard !pending.isEmpty else { return }
      let part = run(pending, face: current, size: size, texts, runsLeft: level & 1 == 1, &buffer)
      if levels == nil { buffer.move(from: part.first, out.width, 0) }
      parts.append((level, part))
      out.append(part)
      pending.removeAll()
    }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var place = 0
    for (index, typed) in scalars.enumerated() {
      var (scalar, wanted) = (typed, current)
      // Many faces have these brackets at the older code points only, as TeX's text fonts.
      if let older = olderBrackets[typed], texts.faces[face].glyph(typed.value) == 0, texts.faces[face].glyph(older.value) != 0 {
        scalar = older
      }
      let isJoined =
        scalar.properties.isVariationSelector || scalar == "\u{200C}" || scalar == "\u{200D}" || scalar.properties.isEmojiModifier
      if scalar.properties.isWhitespace {
        // A space of a face of emoji would be as wide as they are.
        wanted = face
      } else if scalar.properties.canonicalCombiningClass == .notReordered, !isJoined {
        let isEmoji = scalar.properties.isEmojiPresentation || index + 1 < scalars.count && scalars[index + 1] == "\u{FE0F}"
        let hasGlyph = texts.faces[face].glyph(scalar.value) != 0
        wanted = hasGlyph && !isEmoji ? face : texts.fallback(for: scalar, isEmoji: isEmoji) ?? face
      }
      let now = levels.map { place < $0.count ? $0[place] : level } ?? 0
      if wanted != current || now != level {
        flush()
        (current, level) = (wanted, now)
      }
      pending.append(contentsOf: Array(String(Character(scalar)).utf8))
      place += typed.utf8.count
    }
    flush()
    if levels != nil { order(parts, &buffer) }
    return out
  }

  /// The level of each byte; nil if all of them run from left to right.
  private static func levels(of text: [UInt8], _ base: Int32) -> [UInt8]? {
    guard var levels = BidiLevels(text, direction: base)?.levels else { return nil }
    // Blanks at the ends part the words from the formula around them, which runs from left to right.
    if base == firstStrong, let first = text.firstIndex(where: { $0 != 0x20 }), let last = text.lastIndex(where: { $0 != 0x20 }) {
      for index in text.indices where index < first || index > last { levels[index] = 0 }
    }
    return levels
  }

  /// Places parts, each set by itself, beside each other as they are read.
  private static func order(_ parts: [(level: UInt8, extent: Extent)], _ buffer: inout ElementBuffer) {
    var x = 0
    for number in BidiLevels.visualOrder(parts.map(\.level)) {
      let part = parts[number].extent
      buffer.move(part.first..<(number + 1 < parts.count ? parts[number + 1].extent.first : buffer.count), x, 0)
      x += part.width
    }
  }

  /// True if a space that follows a full stop, a colon or a similar sign is here. TeX widens it by the font's extra space
  /// (TeXbook chapter 12, space factors of 2000 and above), but not after a capital's full stop.
  private static func endsSentence(_ text: [UInt8], at index: Int) -> Bool {
    guard index > 0, index < text.count, text[index] == 0x20 else { return false }
    var before = index - 1
    while before > 0, [0x29, 0x27, 0x5D, 0x22].contains(text[before]) { before -= 1 }
    switch text[before] {
    case 0x2E, 0x3F, 0x21: return before > 0 && !(0x41...0x5A).contains(text[before - 1]) && text[before - 1] != 0x20
    case 0x3A: return true
    default: return false
    }
  }

  /// - Parameter runsLeft: True for a part of words that is read from right to left.
  private static func run(
    _ text: [UInt8], face: Int, size: Int, _ texts: TextFaces, runsLeft: Bool = false, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = Extent(first: buffer.count)
    let font = texts.font(face, size: size)
    guard let shaped = unsafe hb_buffer_create() else { return out }
    defer { unsafe hb_buffer_destroy(shaped) }
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe hb_buffer_add_utf8(shaped, characters.baseAddress, Int32(characters.count), 0, Int32(characters.count))
      }
    }
    unsafe hb_buffer_guess_segment_properties(shaped)
    unsafe hb_buffer_set_direction(shaped, runsLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_shape(font.handle, shaped, nil, 0)
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(shaped, &count), let places = unsafe hb_buffer_get_glyph_positions(shaped, &count)
    else { return out }
    let mathFace = texts.faces[face]
    for index in 0..<Int(count) {
      let glyph = unsafe infos[index].codepoint
      let place = unsafe places[index]
      let metrics = mathFace.metrics(of: glyph)
      // TeX's space is glue: nothing is drawn.
      if metrics.height != 0 || metrics.depth != 0 || metrics.advance == 0 {
        buffer.emit(glyph, 0, face: face, size: size, x: out.width + Int(place.x_offset), y: Int(place.y_offset))
      }
      out.width += Int(place.x_advance)
      if endsSentence(text, at: unsafe Int(infos[index].cluster)) { out.width += Int(place.x_advance) / 3 }
      out.height = max(out.height, mathFace.scaled(Int(metrics.height), size: size) + Int(place.y_offset))
      out.depth = max(out.depth, mathFace.scaled(Int(metrics.depth), size: size) - Int(place.y_offset))
    }
    // HarfBuzz gives glyphs from left to right; they are kept as they are read.
    if runsLeft { buffer.reverse(from: out.first) }
    return out
  }
}
