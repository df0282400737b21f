internal import TypesetBoxes

/// Combining marks that a font does not attach to their letter, since it knows only other letters with them: `λ̄` of a face without Greek marks. They would
/// stand behind the letter, or across it; here they are over its middle, or below it.
enum LooseMarks {
  /// True for a text with marks of U+0300 to U+036F, all of which stand above or below one letter.
  static func mayBe(in text: ArraySlice<UInt8>) -> Bool {
    var has = false
    for (byte, next) in zip(text, text.dropFirst()) where byte == 0xCC || byte == 0xCD {
      // Those across a letter, and over two of them.
      if byte == 0xCC, 0xB4...0xB8 ~= next { return false }
      if byte == 0xCD, next == 0x8F || 0x9C...0xA2 ~= next { return false }
      has = has || byte == 0xCC && next >= 0x80 || byte == 0xCD && 0x80...0xAF ~= next
    }
    return has
  }

  /// Moves the marks among glyphs that run rightwards.
  static func place(_ glyphs: inout [ShapedGlyph], from start: Int, _ font: Font) {
    var base: (index: Int, ink: Rect)?
    for index in start..<glyphs.count {
      let glyph = glyphs[index]
      guard glyph.advance == 0 else {
        base = font.inkBounds(of: glyph.id).map { (index, $0) }
        continue
      }
      guard glyph.dx == 0, glyph.dy == 0, case (let letter, var ink)? = base, glyphs[letter].cluster == glyph.cluster,
        let mark = font.inkBounds(of: glyph.id)
      else { continue }
      // From the mark's reference point, which is where the letter ends.
      let middle = ink.x + ink.width / 2 - Length(rawValue: Int(glyphs[letter].advance))
      let dx = middle - (mark.x + mark.width / 2)
      let gap = font.size / 20
      let isBelow = mark.y + mark.height <= .zero
      let top = ink.y + ink.height
      let dy = isBelow ? min(.zero, ink.y - gap - mark.y - mark.height) : max(.zero, top + gap - mark.y)
      (glyphs[index].dx, glyphs[index].dy) = (Int32(clamping: dx.rawValue), Int32(clamping: dy.rawValue))
      // Another mark is beyond this one.
      let edge = mark.y + dy
      if isBelow {
        ink = Rect(x: ink.x, y: edge, width: ink.width, height: top - edge)
      } else {
        ink = Rect(x: ink.x, y: ink.y, width: ink.width, height: edge + mark.height - ink.y)
      }
      base = (letter, ink)
    }
  }
}
