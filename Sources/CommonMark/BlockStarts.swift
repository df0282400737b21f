/// What a line begins, by its own bytes from a place on.
enum BlockStarts {
  /// `#` to `######` before white space: the level.
  static func headingLevel(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, bytes[index] == Byte.hash, index - start < 7 { index += 1 }
    guard index > start, index - start < 7, index == end || Byte.isBlank(bytes[index]) else { return nil }
    return index - start
  }

  /// A heading's text, without its closing signs.
  static func headingText(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int> {
    let text = Byte.trimmed(start..<end, in: bytes)
    var last = text.upperBound
    while last > text.lowerBound, bytes[last - 1] == Byte.hash { last -= 1 }
    if last == text.lowerBound { return last..<last }
    guard last < text.upperBound, Byte.isBlank(bytes[last - 1]) else { return text }
    return Byte.trimmed(text.lowerBound..<last, in: bytes)
  }

  /// The length of an opening fence.
  static func fence(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    let sign = bytes[start]
    var index = start
    while index < end, bytes[index] == sign { index += 1 }
    guard index - start >= 3 else { return nil }
    if sign == Byte.backtick { for rest in index..<end where bytes[rest] == sign { return nil } }
    return index - start
  }

  /// True for a fence that closes one of this length.
  static func closesFence(_ bytes: [UInt8], _ start: Int, _ end: Int, sign: UInt8, length: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == sign { index += 1 }
    guard index - start >= length else { return false }
    while index < end, Byte.isBlank(bytes[index]) { index += 1 }
    return index == end
  }

  /// `===` or `---`: the level of the heading above.
  static func underline(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard bytes[start] == Byte.equals || bytes[start] == Byte.hyphen else { return nil }
    var index = start
    while index < end, bytes[index] == bytes[start] { index += 1 }
    while index < end, Byte.isBlank(bytes[index]) { index += 1 }
    return index == end ? bytes[start] == Byte.equals ? 1 : 2 : nil
  }

  /// Where the line stops being a thematic break; its end if it is one.
  static func thematicBreak(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (isBreak: Bool, stop: Int) {
    let sign = bytes[start]
    guard sign == Byte.asterisk || sign == Byte.hyphen || sign == Byte.underscore else { return (false, start) }
    var count = 0
    for index in start..<end {
      if bytes[index] == sign {
        count += 1
      } else if !Byte.isBlank(bytes[index]) {
        return (false, index)
      }
    }
    return (count >= 3, end)
  }

  /// `[^label]:` – the label, and where what follows begins.
  static func footnote(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (label: Range<Int>, next: Int)? {
    guard start + 4 < end + 1, bytes[start] == Byte.openBracket, start + 1 < end, bytes[start + 1] == Byte.caret else { return nil }
    var index = start + 2
    while index < end, bytes[index] != Byte.closeBracket {
      if Byte.isBlank(bytes[index]) { return nil }
      index += 1
    }
    guard index > start + 2, index + 1 < end, bytes[index + 1] == Byte.colon else { return nil }
    return (start + 2..<index, index + 2)
  }

  /// The marker of an item.
  struct ListMarker {
    var length: Int
    var start: Int?
    var mark: UInt8
  }

  static func listMarker(_ bytes: [UInt8], _ start: Int, _ end: Int, interruptsParagraph: Bool) -> ListMarker? {
    var index = start
    var number: Int?
    switch bytes[start] {
    case Byte.asterisk, Byte.hyphen, Byte.plus: break
    case 0x30...0x39:
      var value = 0
      while index < end, Byte.isDigit(bytes[index]), index - start < 10 {
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard index - start < 10, index < end, bytes[index] == Byte.period || bytes[index] == Byte.closeParenthesis,
        !interruptsParagraph || value == 1
      else { return nil }
      number = value
    default: return nil
    }
    let marker = ListMarker(length: index + 1 - start, start: number, mark: bytes[index])
    index += 1
    guard index < end else { return interruptsParagraph ? nil : marker }
    guard Byte.isBlank(bytes[index]) else { return nil }
    if interruptsParagraph {
      while index < end, Byte.isBlank(bytes[index]) { index += 1 }
      if index == end { return nil }
    }
    return marker
  }

  /// `[ ]` or `[x]` before white space: true if it is done.
  static func task(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool? {
    guard start + 3 < end, bytes[start] == Byte.openBracket, bytes[start + 2] == Byte.closeBracket, Byte.isBlank(bytes[start + 3]) else {
      return nil
    }
    switch bytes[start + 1] {
    case Byte.space: return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }
}

/// Blocks of HTML, by CommonMark's seven kinds of them.
package enum HTMLBlocks {
  private static let literalNames: [[UInt8]] = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }
  /// Elements that begin a block wherever they are.
  private static let blockNames: Set<[UInt8]> = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption \
    figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol \
    optgroup option p param search section summary table tbody td tfoot th thead title tr track ul
    """.split(separator: " ").map { Array($0.utf8) })

  /// The kind that a line begins with its `<`, 1 to 7.
  static func kind(
    _ bytes: [UInt8], _ start: Int, _ end: Int, interruptsParagraph: Bool, _ names: HTMLAttributeNames = .plain
  ) -> Int? {
    guard start + 1 < end else { return nil }
    let next = bytes[start + 1]
    if next == Byte.question { return 3 }
    if next == Byte.exclamation {
      if hasPrefix(bytes, start + 2, end, Words.twoHyphens) { return 2 }
      if start + 2 < end, Byte.isLetter(bytes[start + 2]) { return 4 }
      if hasPrefix(bytes, start + 2, end, Words.cdata) { return 5 }
      return nil
    }
    let isEndTag = next == Byte.slash
    let nameStart = start + (isEndTag ? 2 : 1)
    var index = nameStart
    var name: [UInt8] = []
    while index < end, Byte.isLetterOrDigit(bytes[index]), index - nameStart < 11 {
      name.append(Byte.isLetter(bytes[index]) ? bytes[index] | 0x20 : bytes[index])
      index += 1
    }
    let isEnded = index == end || Byte.isSpace(bytes[index]) || bytes[index] == Byte.greater
    if isEnded, !isEndTag, literalNames.contains(name) { return 1 }
    if isEnded || hasPrefix(bytes, index, end, Words.emptyTagEnd), blockNames.contains(name) { return 6 }
    guard !interruptsParagraph, let tag = HTMLTags.tag(bytes, start, end, names) else { return nil }
    return Byte.trimmed(tag..<end, in: bytes).isEmpty ? 7 : nil
  }

  /// True if a range is one tag and nothing else.
  package static func isTag(_ bytes: [UInt8], _ range: Range<Int>, _ names: HTMLAttributeNames) -> Bool {
    HTMLTags.tag(bytes, range.lowerBound, range.upperBound, names) == range.upperBound
  }

  /// Elements that are within text wherever they are.
  private static let textNames: Set<[UInt8]> = Set(
    "abbr b bdo big br cite dfn em font i kbd mark q s small span strike strong sub sup tt u".split(separator: " ").map { Array($0.utf8) })

  /// It holds nothing: what is below it may be a tag, too.
  private static let lineBreak = Array("br".utf8)

  /// True for a line with the opening tag of an element within text, above a line of text: to pandoc, kramdown and Python-Markdown, both are
  /// one paragraph.
  package static func beginsText(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var index = start + 1
    var name: [UInt8] = []
    while index < end, Byte.isLetter(bytes[index]), name.count < 7 {
      name.append(bytes[index] | 0x20)
      index += 1
    }
    guard textNames.contains(name), index < end,
      Byte.isSpace(bytes[index]) || bytes[index] == Byte.greater || bytes[index] == Byte.slash && name == lineBreak
    else { return false }
    var next = end
    if next < bytes.count, bytes[next] == Byte.carriageReturn { next += 1 }
    guard next < bytes.count, bytes[next] == Byte.newline else { return false }
    next += 1
    while next < bytes.count, Byte.isBlank(bytes[next]) { next += 1 }
    return next < bytes.count && bytes[next] != Byte.newline && bytes[next] != Byte.carriageReturn
      && (bytes[next] != Byte.less || name == lineBreak)
  }

  /// True if a line ends a block of one of the kinds that do not end at blank lines.
  static func ends(kind: Int, _ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    switch kind {
    case 1:
      for index in line where bytes[index] == Byte.less && index + 1 < line.upperBound && bytes[index + 1] == Byte.slash {
        for name in literalNames {
          let end = index + 2 + name.count
          guard end < line.upperBound, bytes[end] == Byte.greater else { continue }
          if name.indices.allSatisfy({ bytes[index + 2 + $0] | 0x20 == name[$0] }) { return true }
        }
      }
      return false
    case 2: return contains(bytes, line, Words.commentEnd)
    case 3: return contains(bytes, line, Words.instructionEnd)
    case 4: return contains(bytes, line, Words.tagEnd)
    case 5: return contains(bytes, line, Words.cdataEnd)
    default: return false
    }
  }

  static func hasPrefix(_ bytes: [UInt8], _ start: Int, _ end: Int, _ word: [UInt8]) -> Bool {
    guard start + word.count <= end else { return false }
    for index in word.indices where word[index] != bytes[start + index] { return false }
    return true
  }

  private static func contains(_ bytes: [UInt8], _ range: Range<Int>, _ word: [UInt8]) -> Bool {
    for index in range where hasPrefix(bytes, index, range.upperBound, word) { return true }
    return false
  }
}
