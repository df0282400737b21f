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
    for (number, piece) in pieces.enumerated() {
      let part: Extent
      switch piece {
      case .words(let text, let bold, let italic, let family):
        part = buffer.part(NoadPart.sign + Int16(clamping: number)) {
          words(text, face: layout.texts.face(bold: bold, italic: italic, family), size: layout.size(style), layout.texts, &$0)
        }
      case .formula(let field): part = layout.set(layout.noads(of: field), style <= .text ? .text : style, cramped: false, &buffer)
      case .space(let dimension): part = Extent(width: layout.length(dimension, style), first: buffer.count)
      case .lineEnd: part = Extent(width: layout.length(.textSpace, style), first: buffer.count)
      case .fill(let fill):
        if keepsFills { buffer.fills.append(FillPlace(element: buffer.count, fill: fill)) }
        continue
      }
      buffer.move(from: part.first, out.width, 0)
      out.append(part)
    }
    return out
  }

  /// A character that the math face lacks, from the faces of text.
  static func missing(_ scalar: UInt32, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    guard let scalar = Unicode.Scalar(scalar), let bytes = UTF8.encode(scalar) else { return Extent(first: buffer.count) }
    let face = layout.texts.face(bold: false, italic: false, .roman)
    return words(Array(bytes), face: face, size: layout.size(style), layout.texts, &buffer)
  }

  private static let olderBrackets: [Unicode.Scalar: Unicode.Scalar] = ["\u{27E8}": "\u{2329}", "\u{27E9}": "\u{232A}"]

  /// Words in one face, and in the book's fallbacks what that face lacks.
  private static func words(_ text: [UInt8], face: Int, size: Int, _ texts: TextFaces, _ buffer: inout ElementBuffer) -> Extent {
    if text.allSatisfy({ $0 < 0x80 }) { return run(text, face: face, size: size, texts, &buffer) }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let directions = TextDirection.runs(of: scalars) ?? [TextDirection.Run(range: 0..<scalars.count, isRightToLeft: false)]
    var out = Extent(first: buffer.count)
    for direction in directions {
      let parts = pieces(of: scalars[direction.range], face: face, texts)
      for piece in direction.isRightToLeft ? parts.reversed() : parts {
        let part = run(piece.text, face: piece.face, size: size, isRightToLeft: direction.isRightToLeft, texts, &buffer)
        buffer.move(from: part.first, out.width, 0)
        out.append(part)
      }
    }
    return out
  }

  /// Characters of one direction, divided by the faces that have them.
  private static func pieces(of scalars: ArraySlice<Unicode.Scalar>, face: Int, _ texts: TextFaces) -> [(text: [UInt8], face: Int)] {
    var pieces: [(text: [UInt8], face: Int)] = []
    var current = face
    for (index, typed) in zip(scalars.indices, scalars) {
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
        let isEmoji = scalar.properties.isEmojiPresentation || index + 1 < scalars.endIndex && scalars[index + 1] == "\u{FE0F}"
        let hasGlyph = texts.faces[face].glyph(scalar.value) != 0
        wanted = hasGlyph && !isEmoji ? face : texts.fallback(for: scalar, isEmoji: isEmoji) ?? face
      }
      if pieces.isEmpty || wanted != current {
        pieces.append(([], wanted))
        current = wanted
      }
      pieces[pieces.count - 1].text += Array(String(Character(scalar)).utf8)
    }
    return pieces
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

  private static func run(
    _ text: [UInt8], face: Int, size: Int, isRightToLeft: Bool = false, _ texts: TextFaces, _ buffer: inout ElementBuffer
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
    if isRightToLeft { unsafe hb_buffer_set_direction(shaped, HB_DIRECTION_RTL) }
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
    return out
  }
}
