import TypesetBoxes
import TypesetFonts

/// Sets text glyph by glyph, without kerning: enough to have something to draw.
func run(
  _ text: String, family: String = "Libertinus Serif", size: Length = 10.pt, x: Length, y: Length,
  color: Color = .black, in ink: inout Ink, book: FontBook, shows: String? = nil
) {
  guard let face = book.face(family: family) else { preconditionFailure("the family is bundled") }
  let font = book.font(face.id, size: size)
  let firstGlyph = Int32(ink.glyphs.count)
  let firstByte = Int32(ink.text.count)
  var advance = 0
  var byte = 0
  for scalar in text.unicodeScalars {
    let glyph = face.glyph(for: scalar) ?? 0
    ink.glyphs.append(Glyph(id: glyph, x: Int32(advance), y: 0, cluster: shows == nil ? UInt32(byte) : 0))
    advance += font.advance(of: glyph).rawValue
    byte += UTF8.width(scalar)
  }
  ink.text += (shows ?? text).utf8
  ink.items.append(
    .run(
      GlyphRun(
        face: face.id, size: size, color: color, x: x, y: y, width: Length(rawValue: advance),
        glyphs: firstGlyph..<Int32(ink.glyphs.count), text: firstByte..<Int32(ink.text.count))))
}

/// An A6 page.
func page(_ make: (inout Ink, FontBook) -> Void, book: FontBook) -> Page {
  var ink = Ink()
  make(&ink, book)
  return Page(width: 298.pt, height: 420.pt, ink: ink)
}
