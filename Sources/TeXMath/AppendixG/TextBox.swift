internal import CHarfBuzz
internal import TypesetBoxes
internal import TypesetFonts

extension Layout {
  /// `\text`: words shaped at the size of the style, formulas between them in text style.
  mutating func text(_ pieces: [TextPiece], _ style: MathStyle) -> Extent {
    var out = Extent(first: elements.count)
    for piece in pieces {
      var part: Extent
      switch piece {
      case .words(let text, let bold, let italic, let family):
        part = words(text, face: textFace(bold: bold, italic: italic, family), size: size(style))
      case .formula(let field): part = set(noads(of: field), style <= .text ? .text : style, cramped: false)
      case .space(let dimension): part = Extent(width: length(dimension, style), first: elements.count)
      }
      move(from: part.first, out.width, 0)
      out.width += part.width
      out.height = max(out.height, part.height)
      out.depth = max(out.depth, part.depth)
    }
    return out
  }

  /// A character that the math face lacks, from the faces of text.
  mutating func missing(_ scalar: UInt32, _ style: MathStyle) -> Extent {
    guard let scalar = Unicode.Scalar(scalar), let bytes = UTF8.encode(scalar) else { return Extent(first: elements.count) }
    return words(Array(bytes), face: textFace(bold: false, italic: false, .roman), size: size(style))
  }

  /// The space between words of text at the size of the formula.
  var textSpace: Int {
    mutating get {
      let face = faces[textFace(bold: false, italic: false, .roman)]
      let metrics = face.metrics(of: face.glyph(0x20))
      return metrics.advance > 0 ? scaled(Int(metrics.advance), size: sizes.0, upem: face.unitsPerEm) : sizes.0 / 3
    }
  }

  private mutating func textFace(bold: Bool, italic: Bool, _ family: TextFamily) -> Int {
    let key = (bold ? 1 : 0) | (italic ? 2 : 0) | Int(family.rawValue) << 2
    if let known = textFaces[key] { return known }
    let names: [String] =
      switch family {
      case .roman: textFamilies
      case .sans: ["Latin Modern Sans"]
      case .mono: ["Latin Modern Mono"]
      }
    var index = 0
    for name in names {
      guard let face = fonts.face(family: name, weight: bold ? 700 : 400, slant: italic ? .italic : .upright) else { continue }
      index = number(of: face)
      break
    }
    textFaces[key] = index
    return index
  }

  private mutating func number(of face: Face) -> Int {
    if let known = faces.firstIndex(where: { $0.face.id == face.id }) { return known }
    faces.append(MathFace(face))
    return faces.count - 1
  }

  /// Words in one face, and in the book's fallbacks what that face lacks.
  private mutating func words(_ text: [UInt8], face: Int, size: Int) -> Extent {
    if text.allSatisfy({ $0 < 0x80 }) { return run(text, face: face, size: size) }
    var out = Extent(first: elements.count)
    var pending: [UInt8] = []
    var current = face
    func flush() {
      guard !pending.isEmpty else { return }
      let part = run(pending, face: current, size: size)
      move(from: part.first, out.width, 0)
      out.width += part.width
      out.height = max(out.height, part.height)
      out.depth = max(out.depth, part.depth)
      pending.removeAll()
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      var wanted = current
      if !scalar.properties.isWhitespace, scalar.properties.canonicalCombiningClass == .notReordered {
        wanted = faces[face].glyph(scalar.value) != 0 ? face : fallback(for: scalar) ?? face
      }
      if wanted != current {
        flush()
        current = wanted
      }
      pending.append(contentsOf: Array(String(Character(scalar)).utf8))
    }
    flush()
    return out
  }

  private mutating func fallback(for scalar: Unicode.Scalar) -> Int? {
    let language: String
    switch scalar.value {
    case 0x3040...0x30FF: language = "ja"
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF: language = "ko"
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      language = ["zh", "ja", "ko"].contains { self.language.hasPrefix($0) } ? self.language : "zh-cn"
    default: language = self.language
    }
    return fonts.fallback(for: FallbackRequest(scalars: [scalar], language: language)).map { number(of: $0) }
  }

  /// True if a space that follows a full stop, a colon or a similar sign is here. TeX widens it by the font's extra space
  /// (TeXbook chapter 12, space factors of 2000 and above), but not after a capital's full stop.
  private func endsSentence(_ text: [UInt8], at index: Int) -> Bool {
    guard index > 0, index < text.count, text[index] == 0x20 else { return false }
    var before = index - 1
    while before > 0, [0x29, 0x27, 0x5D, 0x22].contains(text[before]) { before -= 1 }
    switch text[before] {
    case 0x2E, 0x3F, 0x21: return before > 0 && !(0x41...0x5A).contains(text[before - 1]) && text[before - 1] != 0x20
    case 0x3A: return true
    default: return false
    }
  }

  private mutating func run(_ text: [UInt8], face: Int, size: Int) -> Extent {
    var out = Extent(first: elements.count)
    let key = face << 40 | size
    let font: Font
    if let known = textFonts[key] {
      font = known
    } else {
      font = faces[face].face.font(size: Length(rawValue: size))
      textFonts[key] = font
    }
    guard let buffer = unsafe hb_buffer_create() else { return out }
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe hb_buffer_add_utf8(buffer, characters.baseAddress, Int32(characters.count), 0, Int32(characters.count))
      }
    }
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_shape(font.handle, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count), let places = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    else { return out }
    let upem = faces[face].unitsPerEm
    for index in 0..<Int(count) {
      let glyph = unsafe infos[index].codepoint
      let place = unsafe places[index]
      let metrics = faces[face].metrics(of: glyph)
      // TeX's space is glue: nothing is drawn.
      if metrics.height != 0 || metrics.depth != 0 || metrics.advance == 0 {
        emit(glyph, 0, face: face, size: size, x: out.width + Int(place.x_offset), y: Int(place.y_offset))
      }
      out.width += Int(place.x_advance)
      if endsSentence(text, at: unsafe Int(infos[index].cluster)) { out.width += Int(place.x_advance) / 3 }
      out.height = max(out.height, scaled(Int(metrics.height), size: size, upem: upem) + Int(place.y_offset))
      out.depth = max(out.depth, scaled(Int(metrics.depth), size: size, upem: upem) - Int(place.y_offset))
    }
    return out
  }
}
