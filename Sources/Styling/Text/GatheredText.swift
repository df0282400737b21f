import TypesetBoxes
import TypesetDiagnostics

/// The text of a paragraph while its nodes are gone through: spaces are collapsed as in HTML, line ends of the source become spaces or
/// nothing, words have a limit, and places without text have their names from what is beside them.
struct GatheredText {
  private(set) var content = InlineContent()
  /// A soft break that waits for the character after it.
  var softBreak: TextStyle?
  /// The name of a place without text; the text after it has it.
  var anchor: String?
  var wordLimit = WordLimit()

  /// In bytes.
  var length: Int { content.text.text.count }

  var hasInk: Bool { content.text.text.contains { $0 != 0x20 } }

  /// The word before the place where text is added, if only a space or a line end is between; empty else.
  var lastWord: Substring {
    let text = content.text.text.suffix(64)
    guard softBreak != nil || text.last == 0x20 || text.suffix(2).elementsEqual("\u{A0}".utf8) else { return "" }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).last ?? ""
  }

  mutating func begin() {
    content = InlineContent()
    softBreak = nil
    anchor = nil
    wordLimit.reset()
  }

  mutating func attach(_ attachment: Attachment) { content.attachments.append(attachment) }

  /// Ideographic spaces at the end fill the cells of tables in their sources.
  mutating func dropPadding() {
    while content.text.text.last == 0x80, content.text.text.suffix(3).elementsEqual("\u{3000}".utf8),
      let last = content.text.runs.indices.last,
      content.text.runs[last].range.count >= 3, !content.text.styles[Int(content.text.runs[last].style)].isCode
    {
      content.text.text.removeLast(3)
      content.text.runs[last].range = content.text.runs[last].range.lowerBound..<content.text.runs[last].range.upperBound - 3
      if content.text.runs[last].range.isEmpty { content.text.runs.removeLast() }
    }
  }

  /// Adds text.
  ///
  /// - Returns: The most bytes of a word, if one was cut to them.
  @discardableResult mutating func append(_ string: String, _ style: TextStyle) -> Int? {
    var limit: Int?
    var string = string
    if let cut = wordLimit.cut(string, after: content.text.text, beginsWord: softBreak != nil) {
      (string, limit) = (cut, wordLimit.limit)
    }
    // Text begins with no space: not after a display either.
    if content.text.text.isEmpty, !style.isCode, string.utf8.first == 0x20 {
      let rest = string.drop { $0 == " " }
      if !rest.isEmpty { limit = append(String(rest), style) ?? limit }
      return limit
    }
    guard let first = string.unicodeScalars.first else { return limit }
    if softBreak != nil, content.text.text.isEmpty { softBreak = nil }
    if let breakStyle = softBreak {
      softBreak = nil
      // Chinese and Japanese have no spaces between words: a line end in the source is not one either.
      if !first.isJoined(to: lastScalar), !endsWithSpace { content.text.append(" ".utf8, style: breakStyle) }
    }
    var style = style
    if let name = anchor, style.anchor == nil {
      anchor = nil
      style.anchor = name
    }
    guard !style.isCode, hasSpaces(string) else {
      content.text.append(string.utf8, style: style)
      return limit
    }
    var follows = endsWithSpace
    let single = string.utf8.filter { byte in
      defer { follows = byte == 0x20 }
      return byte != 0x20 || !follows
    }
    content.text.append(single, style: style)
    return limit
  }

  /// Names a place without text of its own: it is at the word before it, or at what follows.
  ///
  /// - Returns: The name that the place has, which may have been there.
  mutating func mark(_ name: String) -> String? {
    guard softBreak == nil, let last = content.text.runs.last, content.text.text.last != 0x20 else {
      anchor = anchor ?? name
      return anchor
    }
    var own = content.text.styles[Int(last.style)]
    if let known = own.anchor { return known }
    if let waiting = anchor { return waiting }
    own.anchor = name
    let range = Int(last.range.lowerBound)..<Int(last.range.upperBound)
    let start = content.text.text[range].lastIndex(of: 0x20).map { $0 + 1 } ?? range.lowerBound
    let word = Array(content.text.text[start..<range.upperBound])
    content.text.removeLast(word.count)
    content.text.append(word, style: own)
    return name
  }

  private var endsWithSpace: Bool {
    guard content.text.text.last == 0x20, let run = content.text.runs.last else { return false }
    return !content.text.styles[Int(run.style)].isCode
  }

  /// True if several spaces would follow each other, which are collapsed as in HTML, except in code.
  private func hasSpaces(_ string: String) -> Bool {
    var string = string
    return string.withUTF8 { bytes in
      guard let first = unsafe bytes.first else { return false }
      if first == 0x20, endsWithSpace { return true }
      var previous: UInt8 = 0
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        if byte == 0x20, previous == 0x20 { return true }
        previous = byte
      }
      return false
    }
  }

  var lastScalar: Unicode.Scalar? {
    String(decoding: content.text.text.suffix(4), as: UTF8.self).unicodeScalars.last
  }
}

extension Unicode.Scalar {
  /// True if a line end in the source is no space between a character and this one. Quotes and dashes are Chinese only beside a Chinese
  /// character.
  fileprivate func isJoined(to last: Unicode.Scalar?) -> Bool {
    guard let last else { return true }
    return last.isSpacelessCJK && (isSpacelessCJK || isSharedPunctuation) || isSpacelessCJK && last.isSharedPunctuation
  }

  /// Han, kana, bopomofo and the full-width punctuation that goes with them; not Hangul, which has spaces between words.
  var isSpacelessCJK: Bool {
    switch value {
    case 0x2E80...0x312F, 0x31A0...0x31FF, 0x3220...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF65,
      0x1B000...0x1B16F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Quotes, dash and ellipsis, which Chinese and Western text have in common.
  var isSharedPunctuation: Bool {
    switch value {
    case 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026: true
    default: false
    }
  }
}
