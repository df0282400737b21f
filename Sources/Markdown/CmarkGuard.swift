/// Rewrites what cmark-gfm 0.29 would read in quadratic time or memory. Only texts that no author writes are changed: hundreds of openers
/// without a closer in one paragraph, thousands of links among thousands of marks of emphasis, 20 MB of references.
///
/// Remove this file when cmark is replaced.
enum CmarkGuard {
  /// The most openers of one kind without a closer in a paragraph.
  private static let openerLimit = 300
  /// The most bytes that all references together may take.
  private static let referenceLimit = 20_000_000

  /// Inline HTML whose end cmark looks for up to the paragraph's end, from each opener.
  private static let pairs: [(opener: [UInt8], closer: [UInt8])] = [
    ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!--", "-->"), ("<!", ">"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// Where a backslash is needed to make cmark read an opener as text.
  static func escapes(in bytes: [UInt8], from start: Int) -> [Int] {
    var images = 0
    var tags = 0
    var brackets = 0
    var longestDefinition = 0
    var previous: UInt8 = ASCII.newline
    var lineStart = start
    var index = start - 1
    for byte in bytes[start...] {
      index += 1
      // Most of a text is lower-case letters and spaces.
      if byte > ASCII.openBracket || byte == ASCII.space {
        previous = byte
        continue
      }
      switch byte {
      case ASCII.openBracket:
        brackets += 1
        if previous == UInt8(ascii: "!") { images += 1 }
      case UInt8(ascii: "!"), UInt8(ascii: "?"): if previous == ASCII.less { tags += 1 }
      case ASCII.newline:
        if index - lineStart > 100, isDefinition(bytes, lineStart) { longestDefinition = max(longestDefinition, index - lineStart) }
        lineStart = index + 1
      default: break
      }
      previous = byte
    }
    var out: [Int] = []
    if tags > openerLimit || images > openerLimit {
      for paragraph in paragraphs(bytes, from: start) {
        if tags > openerLimit { out += unclosedTags(bytes, paragraph) }
        if images > openerLimit { out += openImages(bytes, paragraph) }
      }
    }
    if brackets > openerLimit {
      for paragraph in paragraphs(bytes, from: start) where paragraph.count > linkedBytes { out += linksAmongEmphasis(bytes, paragraph) }
    }
    if longestDefinition * brackets > referenceLimit { out += longDefinitions(bytes, from: start, limit: referenceLimit / brackets) }
    return out.sorted()
  }

  /// `[label]: address`, at the beginning of a line.
  private static func isDefinition(_ bytes: [UInt8], _ start: Int) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] == ASCII.space || bytes[index] == ASCII.greater { index += 1 }
    guard index < bytes.count, bytes[index] == ASCII.openBracket else { return false }
    while index + 1 < bytes.count, bytes[index] != ASCII.newline {
      if bytes[index] == ASCII.closeBracket { return bytes[index + 1] == UInt8(ascii: ":") }
      index += 1
    }
    return false
  }

  private static func longDefinitions(_ bytes: [UInt8], from start: Int, limit: Int) -> [Int] {
    var out: [Int] = []
    var line = start
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: ASCII.newline) ?? bytes.count
      if end - line > limit, isDefinition(bytes, line), let bracket = bytes[line..<end].firstIndex(of: ASCII.openBracket) {
        out.append(bracket)
      }
      line = end + 1
    }
    return out
  }

  /// The stretches between blank lines; no inline crosses one.
  private static func paragraphs(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
    var out: [Range<Int>] = []
    var first = start
    var isBlank = true
    for index in start..<bytes.count {
      if bytes[index] == ASCII.newline {
        if isBlank, index > first {
          out.append(first..<index)
          first = index + 1
        }
        isBlank = true
      } else if !ASCII.isBlank(bytes[index]) {
        isBlank = false
      }
    }
    if first < bytes.count { out.append(first..<bytes.count) }
    return out
  }

  private static func matches(_ bytes: [UInt8], _ index: Int, _ word: [UInt8], _ end: Int) -> Bool {
    index + word.count <= end && word.indices.allSatisfy { bytes[index + $0] == word[$0] }
  }

  private static func unclosedTags(_ bytes: [UInt8], _ paragraph: Range<Int>) -> [Int] {
    var out: [Int] = []
    for (opener, closer) in pairs {
      let last = paragraph.last { bytes[$0] == closer[0] && matches(bytes, $0, closer, paragraph.upperBound) } ?? paragraph.lowerBound
      let openers = (last..<paragraph.upperBound).filter { bytes[$0] == ASCII.less && matches(bytes, $0, opener, paragraph.upperBound) }
      if openers.count > openerLimit { out += openers }
    }
    return out
  }

  /// The bytes of a paragraph that may have enough links and emphasis to take long.
  private static let linkedBytes = 1 << 14
  /// How many marks of emphasis cmark may pass for all links of a paragraph: a tenth of a second.
  private static let passedMarks = 2_000_000

  /// Links after thousands of marks of emphasis and links: at each link's end cmark goes through all marks before it.
  ///
  /// Lines that begin an item, a heading or a row end what is counted; code in fences is not.
  private static func linksAmongEmphasis(_ bytes: [UInt8], _ stretch: Range<Int>) -> [Int] {
    var out: [Int] = []
    var fence: CodeFence?
    var (marks, passed) = (0, 0)
    var (isInList, isInTable) = (false, false)
    var line = stretch.lowerBound
    while line < stretch.upperBound {
      let end = bytes[line..<stretch.upperBound].firstIndex(of: ASCII.newline) ?? stretch.upperBound
      let isFirst = line == stretch.lowerBound
      let text = bytes[line..<end]
      line = end + 1
      let isCode = fence != nil
      fence = CodeFence.after(text, within: fence)
      guard fence == nil, !isCode else { continue }
      let content = text.drop { ASCII.isBlank($0) || $0 == ASCII.greater }
      isInTable = isInTable || isRowOfDashes(content)
      if isInTable || beginsBlock(content, isInList: isInList || isFirst) {
        (marks, passed) = (0, 0)
        if isFirst, !isInTable { isInList = true }
      }
      var previous = ASCII.space
      for (index, byte) in zip(content.indices, content) {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
          let next = index + 1 < end ? bytes[index + 1] : ASCII.space
          // A mark between spaces, and a line between letters, is none.
          let isText = ASCII.isBlank(previous) && ASCII.isBlank(next) || byte == UInt8(ascii: "_") && isWord(previous) && isWord(next)
          if next != byte, !isText { marks += 1 }
        case ASCII.openBracket:
          if passed > passedMarks, previous != ASCII.backslash { out.append(index) }
        case ASCII.closeBracket: passed += marks
        default: break
        }
        previous = byte
      }
    }
    return out
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || ASCII.isLetter(byte) || ASCII.isDigit(byte) }

  /// `|---|:-:|`
  private static func isRowOfDashes(_ line: ArraySlice<UInt8>) -> Bool {
    line.count < 4_096 && line.contains(UInt8(ascii: "|")) && line.contains(UInt8(ascii: "-"))
      && line.allSatisfy { ASCII.isBlank($0) || "|-:".utf8.contains($0) }
  }

  /// True for a line that begins an item or a heading, whatever is above it.
  private static func beginsBlock(_ line: ArraySlice<UInt8>, isInList: Bool) -> Bool {
    var rest = line.drop { ASCII.isDigit($0) }
    if rest.startIndex > line.startIndex {
      // Within a paragraph, only a first item begins a list.
      guard isInList || line[..<rest.startIndex].elementsEqual("1".utf8), let mark = rest.popFirst() else { return false }
      return (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")) && rest.first.map { ASCII.isBlank($0) } == true
    }
    if rest.first == UInt8(ascii: "#") {
      rest = rest.drop { $0 == UInt8(ascii: "#") }
    } else if let mark = rest.popFirst(), !"-+*".utf8.contains(mark) {
      return false
    }
    return rest.first.map { ASCII.isBlank($0) } == true
  }

  /// Images that are open while hundreds of others are: cmark goes through all of them at each link's end.
  private static func openImages(_ bytes: [UInt8], _ paragraph: Range<Int>) -> [Int] {
    var out: [Int] = []
    var isImage: [Bool] = []
    var images = 0
    for index in paragraph {
      switch bytes[index] {
      case ASCII.openBracket:
        let opensImage = index > paragraph.lowerBound && bytes[index - 1] == UInt8(ascii: "!")
        if opensImage, images >= openerLimit {
          out.append(index - 1)
          isImage.append(false)
        } else {
          isImage.append(opensImage)
          images += opensImage ? 1 : 0
        }
      case ASCII.closeBracket: if isImage.popLast() == true { images -= 1 }
      default: break
      }
    }
    return out
  }
}
