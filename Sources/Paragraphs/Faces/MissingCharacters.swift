import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// A character that no font has.
struct MissingCharacter {
  var scalar: Unicode.Scalar
  /// The position of its box on the line, in scaled points.
  var x: Int
  var advance: Int
  /// The number of its style.
  var style: Int32

  /// Draws a box with the character's code, in rows of two small digits.
  func draw(in ink: inout Ink, _ style: TextStyle, setter: ParagraphSetter) {
    let size = style.size
    let em = size.rawValue
    let face = setter.primaryFace(of: style)
    let rect = Rect(
      x: Length(rawValue: x + em / 25), y: style.rise - size.scaled(by: 0.14), width: Length(rawValue: advance - em * 2 / 25),
      height: size.scaled(by: 0.86))
    ink.items.append(
      .panel(Panel(rect: rect, radius: size.scaled(by: 0.05), fill: nil, border: style.color, borderWidth: size.scaled(by: 0.04))))
    var digits = String(scalar.value, radix: 16, uppercase: true)
    while digits.utf8.count < 4 || digits.utf8.count % 2 == 1 { digits = "0" + digits }
    let rows = digits.utf8.count / 2
    // As large as fits the box.
    let small = Length(rawValue: min(em * (rows == 2 ? 38 : 32) / 100, rect.width.rawValue * 8 / 10))
    for row in 0..<rows {
      let firstGlyph = Int32(ink.glyphs.count)
      var pen = 0
      for scalar in digits.unicodeScalars.dropFirst(row * 2).prefix(2) {
        guard let glyph = setter.fonts.face(face).glyph(for: scalar) else { continue }
        ink.glyphs.append(Glyph(id: glyph, x: Int32(clamping: pen), y: 0, cluster: 0))
        pen += setter.fonts.font(face, size: small).advance(of: glyph).rawValue
      }
      let left = rect.x + (rect.width - Length(rawValue: pen)) / 2
      // The first row carries the character itself, for copying.
      let firstByte = Int32(ink.text.count)
      if row == 0 { ink.text += Array(String(Character(scalar)).utf8) }
      ink.items.append(
        .run(
          GlyphRun(
            face: face, size: small, color: style.color, x: left,
            y: rect.y + rect.height.scaled(by: (Double(rows - row) - 0.86) / Double(rows)),
            width: Length(rawValue: pen), glyphs: firstGlyph..<Int32(ink.glyphs.count),
            text: firstByte..<Int32(ink.text.count))))
    }
  }
}

extension ParagraphSetter {
  /// The character of a cluster that its face lacks.
  func missingScalar(in bytes: [UInt8], at place: Int, upTo end: Int, face: FaceID) -> Unicode.Scalar {
    var index = min(place, bytes.count - 1)
    let first = decode(bytes, index)
    let face = fonts.face(face)
    guard face.glyph(for: first.value) != nil else { return first.value }
    index += first.length
    while index < end {
      let (scalar, length) = decode(bytes, index)
      guard scalar.extendsCluster else { break }
      if !scalar.isIgnorable, face.glyph(for: scalar) == nil { return scalar }
      index += length
    }
    return first.value
  }
}
