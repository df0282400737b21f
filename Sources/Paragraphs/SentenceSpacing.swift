import TypesetStyling

extension Collector {
  /// TeX's space factor (TeXbook chapter 12, with plain TeX's codes) after the bytes before a place, in thousandths: 3000 after a
  /// sentence. A stop after a capital ends an abbreviation.
  func spaceFactor(before offset: Int) -> Int {
    let bytes = text.text
    var index = offset
    while index > 0 {
      index -= 1
      while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
      let scalar = decode(bytes, index).value
      let factor: Int
      switch scalar {
      // Closing signs leave the factor as it is.
      case ")", "]", "'", "\"", "\u{2019}", "\u{201D}", "\u{BB}": continue
      case ".", "?", "!": factor = 3000
      case ":": factor = 2000
      case ";": factor = 1500
      case ",": factor = 1250
      default: return 1000
      }
      guard index > 0 else { return factor }
      var before = index - 1
      while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
      return decode(bytes, before).value.properties.isUppercase ? 1000 : factor
    }
    return 1000
  }

  /// Widens a space after a sentence, and lets spaces after other punctuation stretch more, as English printers did before the
  /// 20th century and TeX does; other languages never had it.
  func widenSentence(_ glue: inout Node, shrink: Int, at offset: Int, style: TextStyle) {
    guard style.language.hasPrefix("en"), !style.isCode else { return }
    let factor = spaceFactor(before: offset)
    guard factor != 1000 else { return }
    // § 1044; luaotfload's \fontdimen7 is the font's shrink.
    if factor >= 2000 { glue.width += shrink }
    glue.stretch = glue.stretch * factor / 1000
    glue.shrink = glue.shrink * 1000 / factor
  }
}
