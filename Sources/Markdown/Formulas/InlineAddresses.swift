// Addresses in running text that CommonMark's parser must read differently.

/// The size after an image's address, `![x](y.svg =240x100)`, as HackMD has it.
struct ImageSize {
  /// Where the image begins, in the author's text.
  var start: Int
  var attributes: Attributes
}

extension InlineScanner {
  // MARK: Sizes

  /// Reads `=240x`, `=240x100` or `=x100` between an image's address, or its title, and the closing parenthesis.
  ///
  /// - Parameters:
  ///   - start: The blank after the address.
  ///   - bracket: The bracket before the opening parenthesis.
  mutating func readImageSize(_ start: Int, after bracket: Int) {
    var index = blanksEnd(start)
    var removed = start
    if byte(index) == UInt8(ascii: "\""), let quote = text[(index + 1)...].prefix(200).firstIndex(of: UInt8(ascii: "\"")) {
      removed = quote + 1
      index = blanksEnd(removed)
    }
    guard byte(index) == UInt8(ascii: "="), byte(index - 1) == ASCII.space else { return }
    let width = number(index + 1)
    let cross = index + 1 + width.utf8.count
    guard byte(cross) == UInt8(ascii: "x") else { return }
    let height = number(cross + 1)
    let end = cross + 1 + height.utf8.count
    guard byte(end) == ASCII.closeParenthesis, !(width + height).isEmpty, let image = imageStart(bracket) else { return }
    var attributes = Attributes()
    if !width.isEmpty { attributes.pairs.append(Attributes.Pair("width", width)) }
    if !height.isEmpty { attributes.pairs.append(Attributes.Pair("height", height)) }
    imageSizes.append(ImageSize(start: source(image), attributes: attributes))
    edits.append(Edit(range: source(removed)..<source(end), text: []))
  }

  private func blanksEnd(_ start: Int) -> Int {
    var index = start
    while byte(index) == ASCII.space { index += 1 }
    return index
  }

  /// At most five digits.
  private func number(_ start: Int) -> String {
    String(decoding: text[min(start, text.count)...].prefix(5).prefix(while: ASCII.isDigit), as: UTF8.self)
  }

  /// The `![` that a closing bracket belongs to.
  private func imageStart(_ bracket: Int) -> Int? {
    var depth = 0
    var index = bracket - 1
    while index > 0, bracket - index < 1_000 {
      if text[index] == ASCII.closeBracket { depth += 1 }
      if text[index] == ASCII.openBracket {
        if depth == 0 { return text[index - 1] == UInt8(ascii: "!") ? index - 1 : nil }
        depth -= 1
      }
      index -= 1
    }
    return nil
  }

  // MARK: Bare addresses

  /// Puts angle brackets around a bare address that Chinese or Japanese text and a code span follow without a blank: cmark would
  /// take the beginning of the code for a part of the address.
  ///
  /// Looks back no further than to the code span before, so time is linear.
  mutating func endAddress(before code: Int) {
    var start = code
    while start > 0, !ASCII.isBlank(text[start - 1]), text[start - 1] != ASCII.less, text[start - 1] != ASCII.backtick { start -= 1 }
    let word = text[start..<code]
    guard let scheme = ["https://", "http://"].compactMap({ word.firstRange(of: $0.utf8) }).min(by: { $0.lowerBound < $1.lowerBound }),
      mayPrecedeAddress(scheme.lowerBound), var end = word[scheme.upperBound...].firstIndex(where: { $0 >= 0x80 })
    else { return }
    // GFM, Autolinks: punctuation at the end belongs to the sentence.
    while end > scheme.upperBound, "?!.,:;'\")".utf8.contains(text[end - 1]) { end -= 1 }
    let address = text[scheme.lowerBound..<end]
    guard end > scheme.upperBound, !address.contains(where: { "$\\<>[]*~".utf8.contains($0) }) else { return }
    let place = source(scheme.lowerBound)
    let placeOfEnd = source(end - 1) + 1
    edits.append(Edit(range: place..<place, text: [ASCII.less]))
    edits.append(Edit(range: placeOfEnd..<placeOfEnd, text: [ASCII.greater]))
  }

  /// Letters make another word of it; brackets and quotes make it a link's address or an attribute's.
  private func mayPrecedeAddress(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    return text[start - 1] >= 0x80 || ASCII.isBlank(text[start - 1])
  }
}
