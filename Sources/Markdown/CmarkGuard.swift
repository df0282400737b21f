/// Rewrites what cmark-gfm 0.29 would read in quadratic time or memory. Only texts that no author writes are changed: hundreds of openers
/// without a closer in one paragraph, 20 MB of references.
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
