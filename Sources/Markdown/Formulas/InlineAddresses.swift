internal import TypesetDiagnostics

// Addresses in running text that CommonMark's parser must read differently.

/// The size after an image's address, `![x](y.svg =240x100)`, as HackMD has it.
struct ImageSize {
  /// Where the image begins, in the author's text.
  var start: Int
  /// Where the size is, which the parser does not read.
  var range: Range<Int>
  var attributes: Attributes
}

extension BlockText {
  // MARK: Sizes

  /// Reads `=240x`, `=240x100`, `=x100` or `=40%x` between an image's address or title and the closing parenthesis.
  ///
  /// - Parameters:
  ///   - start: The blank after the address.
  ///   - bracket: The bracket before the opening parenthesis.
  func imageSize(at start: Int, after bracket: Int) -> ImageSize? {
    var index = blanksEnd(start)
    var removed = start
    if byte(index) == UInt8(ascii: "\""), let quote = bytes[(index + 1)...].prefix(200).firstIndex(of: UInt8(ascii: "\"")) {
      removed = quote + 1
      index = blanksEnd(removed)
    }
    guard byte(index) == UInt8(ascii: "="), byte(index - 1) == ASCII.space else { return nil }
    let width = number(index + 1)
    let cross = index + 1 + width.utf8.count
    guard byte(cross) == UInt8(ascii: "x") else { return nil }
    let height = number(cross + 1)
    let end = cross + 1 + height.utf8.count
    guard byte(end) == ASCII.closeParenthesis, !(width + height).isEmpty, let image = imageStart(bracket) else { return nil }
    var attributes = Attributes()
    if !width.isEmpty { attributes.pairs.append(Attributes.Pair("width", width)) }
    if !height.isEmpty { attributes.pairs.append(Attributes.Pair("height", height)) }
    return ImageSize(start: source(image), range: source(removed)..<source(end), attributes: attributes)
  }

  private func blanksEnd(_ start: Int) -> Int {
    var index = start
    while byte(index) == ASCII.space { index += 1 }
    return index
  }

  /// At most five digits, and a percent sign after them.
  private func number(_ start: Int) -> String {
    let digits = bytes[min(start, bytes.count)...].prefix(5).prefix(while: ASCII.isDigit)
    let sign = !digits.isEmpty && byte(digits.endIndex) == UInt8(ascii: "%") ? "%" : ""
    return String(decoding: digits, as: UTF8.self) + sign
  }

  /// The `![` that a closing bracket belongs to.
  private func imageStart(_ bracket: Int) -> Int? {
    var depth = 0
    var index = bracket - 1
    while index > 0, bracket - index < 1_000 {
      if bytes[index] == ASCII.closeBracket { depth += 1 }
      if bytes[index] == ASCII.openBracket {
        if depth == 0 { return bytes[index - 1] == UInt8(ascii: "!") ? index - 1 : nil }
        depth -= 1
      }
      index -= 1
    }
    return nil
  }

  // MARK: Addresses with blanks

  /// Where the parenthesis is that closes a link whose address has blanks, as pandoc has it; elsewhere such an address has to end like a
  /// file's name: `![](my figure.png)`.
  ///
  /// - Parameter blank: The first of the blanks.
  func spacedAddressEnd(from start: Int, blank: Int, inPandoc: Bool) -> Int? {
    guard blank > start, byte(start) != ASCII.less, byte(start) != ASCII.hash else { return nil }
    var depth = 0
    var index = start
    var dot: Int?
    while index < count, index - start < 500 {
      switch bytes[index] {
      // A title.
      case UInt8(ascii: "\"") where ASCII.isBlank(bytes[index - 1]) && titleEnds(index) && depth == 0,
        UInt8(ascii: "'") where ASCII.isBlank(bytes[index - 1]) && titleEnds(index) && depth == 0:
        var end = index
        while ASCII.isBlank(bytes[end - 1]) { end -= 1 }
        return end > blank && (inPandoc || isExtension(dot, before: end)) ? end : nil
      case ASCII.newline, ASCII.less, ASCII.greater, ASCII.openBracket, ASCII.closeBracket, ASCII.backtick, ASCII.dollar,
        UInt8(ascii: "\""):
        return nil
      // A folder of Windows': `Figures\a b.png`.
      case ASCII.backslash: guard ASCII.isLetter(byte(index + 1)) || ASCII.isDigit(byte(index + 1)) else { return nil }
      case UInt8(ascii: "="): if byte(index - 1) == ASCII.space { return nil }
      case UInt8(ascii: "."): dot = index
      case ASCII.openParenthesis: depth += 1
      case ASCII.closeParenthesis where depth > 0: depth -= 1
      case ASCII.closeParenthesis:
        guard !ASCII.isBlank(bytes[index - 1]) else { return nil }
        // `{{ source_url }}`: an address that only a site knows.
        let isTag = bytes[start..<index].starts(with: "{{".utf8) && bytes[start..<index].suffix(2).elementsEqual("}}".utf8)
        return inPandoc || isExtension(dot, before: index) || isCitation(start) || isTag ? index : nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// True if a title in quotes is the last before the closing parenthesis.
  private func titleEnds(_ start: Int) -> Bool {
    let quote = bytes[start]
    let title = bytes[(start + 1)...].prefix(300).prefix { $0 != quote && $0 != ASCII.newline }
    return byte(title.endIndex) == quote && byte(title.endIndex + 1) == ASCII.closeParenthesis
  }

  /// True for ScholarMarkdown's `[RDF](cite:cites key, other)`.
  private func isCitation(_ start: Int) -> Bool { bytes[start...].starts(with: "cite:".utf8) }

  /// True for two to five letters or digits between a dot and an address's end, or its fragment.
  private func isExtension(_ dot: Int?, before end: Int) -> Bool {
    guard let dot else { return false }
    let name = bytes[(dot + 1)..<end].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
    return (2...5).contains(name.count) && name.contains(where: ASCII.isLetter)
      && (name.endIndex == end || bytes[name.endIndex] == ASCII.hash)
  }

  // MARK: Bare addresses

  /// Angle brackets around a bare address that Chinese or Japanese text and a code span follow without a blank: without them GFM would
  /// take the beginning of the code for a part of the address.
  ///
  /// Looks back no further than the previous code span, so time is linear.
  ///
  /// - Parameter isNote: True for the mark of a footnote, which follows any address.
  func bracketedAddress(before code: Int, isNote: Bool = false) -> [Edit] {
    guard let address = bareAddress(before: code, isNote: isNote) else { return [] }
    let (start, end) = (address.lowerBound..<address.lowerBound, address.upperBound..<address.upperBound)
    return [Edit(range: start, text: [ASCII.less]), Edit(range: end, text: [ASCII.greater])]
  }

  /// The address in the author's text.
  private func bareAddress(before code: Int, isNote: Bool) -> Range<Int>? {
    var start = code
    while start > 0, code - start < 2_000, !ASCII.isBlank(bytes[start - 1]), bytes[start - 1] != ASCII.less,
      bytes[start - 1] != ASCII.backtick
    { start -= 1 }
    let word = bytes[start..<code]
    guard let scheme = ["https://", "http://"].compactMap({ word.firstRange(of: $0.utf8) }).min(by: { $0.lowerBound < $1.lowerBound }),
      mayPrecedeAddress(scheme.lowerBound) || isNote && bytes[scheme.lowerBound - 1] == ASCII.openParenthesis,
      var end = word[scheme.upperBound...].firstIndex(where: { $0 >= 0x80 }) ?? (isNote ? code : nil)
    else { return nil }
    // GFM, Autolinks: punctuation at the end belongs to the sentence.
    while end > scheme.upperBound, "?!.,:;'\")".utf8.contains(bytes[end - 1]) { end -= 1 }
    let address = bytes[scheme.lowerBound..<end]
    guard end > scheme.upperBound, !address.contains(where: { "$\\<>[]*~".utf8.contains($0) }) else { return nil }
    return source(scheme.lowerBound)..<source(end - 1) + 1
  }

  /// After a letter it is part of a word; after a bracket or quote it is the address of a link or an attribute.
  private func mayPrecedeAddress(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    return bytes[start - 1] >= 0x80 || ASCII.isBlank(bytes[start - 1])
  }
}
