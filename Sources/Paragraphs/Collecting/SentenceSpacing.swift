import TypesetStyling

/// Spaces after punctuation.
enum SentenceSpacing {
  /// Widens a space after a sentence, and lets spaces after other punctuation stretch more, like TeX and English printers before the
  /// 20th century; other languages have no such custom.
  static func widen(_ glue: inout Node, shrink: Int, after text: TextBytes, at offset: Int, style: TextStyle) {
    guard style.language.hasPrefix("en"), !style.isCode else { return }
    let factor = text.spaceFactor(before: offset)
    guard factor != 1000 else { return }
    // § 1044; luaotfload's \fontdimen7 is the font's shrink.
    if factor >= 2000 { glue.width += shrink }
    glue.stretch = glue.stretch * factor / 1000
    glue.shrink = glue.shrink * 1000 / factor
  }
}
