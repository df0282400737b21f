import TypesetStyling

/// Spaces after punctuation.
enum SentenceSpacing {
  /// Widens a space after a sentence, and lets spaces after other punctuation stretch more, as English printers did before the
  /// 20th century and TeX does; other languages never had it.
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
