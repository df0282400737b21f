import TypesetBoxes
import TypesetFonts

/// The rules for East Asian characters of a text: the language of their forms, their classes, and the space between them.
struct EastAsianGrid {
  let text: TextBytes
  /// The language whose forms and rules the characters have; empty without such characters.
  let language: String
  /// True for Korean: brackets have their own width, and there is no gap between Hangul, Han characters and Latin.
  let isKorean: Bool
  let isChinese: Bool
  /// True if the text has East Asian characters, or belongs to text that has.
  let hasGrid: Bool
  /// True if Korean lines end at spaces only.
  let keepsWords: Bool

  init(_ text: TextBytes, language: String = "", hasGrid: Bool = false, keepsKoreanWords: Bool = false) {
    (self.text, self.language, self.hasGrid) = (text, language, hasGrid)
    (isKorean, isChinese) = (language.hasPrefix("ko"), language.hasPrefix("zh"))
    keepsWords = isKorean && keepsKoreanWords
  }

  /// The class of a full-width character. Quotes, dash and ellipsis are Chinese next to a Chinese character.
  func fullWidthClass(of value: Unicode.Scalar, at index: Int, length: Int) -> CJKClass {
    let shared: CJKClass
    switch value {
    case "\u{2018}", "\u{201C}": shared = .opening
    case "\u{2019}", "\u{201D}": shared = .closing
    case "\u{B7}", "\u{2014}", "\u{2015}", "\u{2025}", "\u{2026}": shared = .ideograph
    default: return CJKClass(value)
    }
    let bytes = text.bytes
    if isChineseDash(at: index) { return shared }
    var next = index + length
    var before = index
    if shared == .ideograph {
      // Chinese dashes and ellipses have two characters, one of which has no Chinese neighbour.
      let sign = bytes[index..<next]
      while next - index < 6 * length, bytes[next...].starts(with: sign) { next += length }
      while index - before < 6 * length, before >= length, bytes[(before - length)..<before] == sign { before -= length }
    }
    if next < bytes.count, CJKClass(decode(bytes, next).value).isFullWidth { return shared }
    before -= 1
    while before > 0, bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return before >= 0 && CJKClass(decode(bytes, before).value).isFullWidth ? shared : .other
  }

  /// True if the Chinese dash of two em dashes begins at a byte, or continues there.
  func isChineseDash(at index: Int) -> Bool {
    guard isChinese, isEmDash(at: index) else { return false }
    return isEmDash(at: index + 3) || isEmDash(at: index - 3)
  }

  func isEmDash(at index: Int) -> Bool { index >= 0 && text.isDash(endingAt: index + 3) && text.bytes[index + 2] == 0x94 }

  /// The position of a full stop's ink depends on the country: at the left in China and Japan, in the middle in Taiwan, as for colons in
  /// Japan. The face decides.
  func kind(of value: Unicode.Scalar, _ kind: CJKClass, _ shaped: ShapedWord, in context: ShapingContext, _ shaper: Shaper) -> CJKClass {
    let isStop: Bool
    switch value.value {
    case 0xB7, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B: isStop = true
    // In Japanese these keep their em (JLREQ, cl-04).
    case 0x30FB, 0xFF01, 0xFF1F: isStop = isChinese
    default: isStop = false
    }
    guard isStop, shaped.glyphs.count == 1, let index = shaped.glyphs.first else { return kind }
    guard let ink = shaper.font(of: context).inkWidth(of: shaper.glyphs[Int(index)].id), shaped.width > 0 else { return kind }
    let right = (ink.left + ink.width).rawValue * 100 / shaped.width
    let middle = (ink.left + ink.width / 2).rawValue * 100 / shaped.width
    return (40...60).contains(middle) ? .centred : right <= 55 ? .closing : .ideograph
  }

  /// The blank between two full-width characters that is part of them (JLREQ, appendix B).
  func room(between last: CJKClass, _ next: CJKClass, half: Int) -> Int {
    if isKorean { return 0 }
    switch (last, next) {
    case (.closing, .closing), (.opening, .opening): return 0
    case (.centred, _), (_, .centred): return half / 2
    case (.closing, _), (_, .opening): return half
    default: return 0
    }
  }

  /// True if a word of Hangul continues or begins at a byte, and must not be broken there.
  func isBesideHangul(_ offset: Int) -> Bool {
    guard keepsWords, offset > 0, offset < text.bytes.count else { return false }
    return scalar(endingAt: offset, in: text.bytes).isHangul || decode(text.bytes, offset).value.isHangul
  }

  /// Full-width currency signs, which are right before a number.
  func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FF04}" || scalar == "\u{FFE0}" || scalar == "\u{FFE1}" || (0xFFE5...0xFFE6).contains(scalar.value)
  }
}
