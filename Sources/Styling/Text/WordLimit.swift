import TypesetDiagnostics

/// Truncates words of megabytes, which are usually pasted files: each letter of them might end a line.
///
/// Words are sequences without spaces; in Chinese, Japanese, Thai and similar scripts, each character ends a word.
struct WordLimit {
  /// The most bytes of a word.
  var limit = Budget().wordBytes
  /// Bytes since the last space.
  private var length = 0
  /// Bytes of the paragraph that have been looked at.
  private var seen = 0

  /// A paragraph begins.
  mutating func reset() { (length, seen) = (0, 0) }

  /// A text without the excess of its words; nil if there is none.
  ///
  /// - Parameters:
  ///   - text: Of the paragraph so far.
  ///   - beginsWord: True if there is a line end between them.
  mutating func cut(_ string: String, after text: [UInt8], beginsWord: Bool) -> String? {
    guard text.count + string.utf8.count > limit else { return nil }
    // Something was taken back.
    if seen > text.count { reset() }
    for byte in text[seen...] { length = Self.endsWord(byte) ? 0 : length + 1 }
    if beginsWord { length = 0 }
    var kept: [UInt8] = []
    var isCut = false
    var isLeftOut = length > limit
    for byte in string.utf8 {
      length = Self.endsWord(byte) ? 0 : length + 1
      // Never within a character.
      if byte & 0xC0 != 0x80 {
        let wasLeftOut = isLeftOut
        isLeftOut = length + (byte >= 0xC0 ? 1 : 0) > limit
        if isLeftOut, !wasLeftOut { kept += "…".utf8 }
      }
      if isLeftOut { isCut = true } else { kept.append(byte) }
    }
    seen = text.count + kept.count
    return isCut ? String(decoding: kept, as: UTF8.self) : nil
  }

  /// Spaces, and the first bytes of characters from U+0800 on.
  private static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0xE0 }
}
