internal import TypesetDiagnostics

/// Lines of HTML and of Markdown beside each other, where CommonMark would take one for the other: a row of a table or an item that is indented
/// below a blank line (code), a picture or a list right below an opening tag (HTML).
struct HTMLNeighbours {
  /// How many tables, lists and other elements that hold blocks are open.
  private var (tables, lists, boxes) = (0, 0, 0)

  /// Notes what begins and ends on a line of HTML.
  mutating func pass(_ bytes: [UInt8], _ line: Range<Int>) {
    for index in line where bytes[index] == ASCII.less {
      let name = Self.name(bytes, at: index, before: line.upperBound)
      let step = bytes[index + 1..<line.upperBound].first == UInt8(ascii: "/") ? -1 : 1
      switch name {
      case "table": tables = max(0, tables + step)
      case "ul", "ol", "dl": lists = max(0, lists + step)
      case "div", "section", "article", "aside", "figure", "details", "center": boxes = max(0, boxes + step)
      default: break
      }
    }
  }

  /// True if a tag that is indented as code belongs to what is open: a part of a table or a list, or any block where HTML goes on over blank lines.
  func hold(_ bytes: [UInt8], at start: Int, before end: Int, in tool: Dialect.Tool) -> Bool {
    guard tables + lists + boxes > 0, bytes[start] == ASCII.less else { return false }
    let name = Self.name(bytes, at: start, before: end)
    return tables > 0 && Self.parts.contains(name) || lists > 0 && Self.items.contains(name)
      || [.kramdown, .mkdocs].contains(tool) && HTMLEnd.blockTags.contains(name)
  }

  /// The name of a tag, in lower case.
  private static func name(_ bytes: [UInt8], at start: Int, before end: Int) -> String {
    let tag = bytes[start + 1..<max(start + 1, end)]
    let name = tag.first == UInt8(ascii: "/") ? tag.dropFirst() : tag
    return String(decoding: name.prefix(11).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }, as: UTF8.self).lowercased()
  }

  private static let parts: Set<String> = ["tr", "td", "th", "table", "thead", "tbody", "tfoot", "colgroup", "col", "caption"]
  private static let items: Set<String> = ["li", "ul", "ol", "dl", "dt", "dd"]

  /// The elements around text that authors write Markdown in, blank lines or not.
  private static let boxes: Set<String> = [
    "div", "details", "center", "figure", "figcaption", "td", "th", "p", "section", "article", "aside", "summary",
  ]

  /// True if the line above ends with the opening tag of a box; in MDX all tags alone on their lines are.
  private static func isBelowOpeningTag(_ bytes: [UInt8], _ lineStart: Int, isMDX: Bool = false) -> Bool {
    guard let tag = tagAbove(bytes, lineStart), tag.lowerBound + 2 < tag.upperBound, bytes[tag.upperBound - 2] != UInt8(ascii: "/") else {
      return false
    }
    let name = bytes[tag.dropFirst()].prefix(10).prefix { ASCII.isLetter($0) }
    if isMDX, !name.isEmpty, !isLiteral(name) {
      var start = tag.lowerBound
      while start > 0, bytes[start - 1] == ASCII.space || bytes[start - 1] == ASCII.tab { start -= 1 }
      if start == 0 || bytes[start - 1] == ASCII.newline { return true }
    }
    return boxes.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// True for an element whose text is code, or a drawing's.
  private static func isLiteral(_ name: ArraySlice<UInt8>) -> Bool {
    ["pre", "code", "script", "style", "textarea", "svg", "table", "tr", "tbody", "thead", "ul", "ol", "g", "defs", "text"].contains {
      name.elementsEqual($0.utf8)
    }
  }

  /// True if the line above ends with the closing tag of a heading.
  private static func isBelowHeading(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    guard let tag = tagAbove(bytes, lineStart), tag.count == 5 else { return false }
    return bytes[tag.lowerBound + 1] == UInt8(ascii: "/") && bytes[tag.lowerBound + 2] | 0x20 == UInt8(ascii: "h")
      && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[tag.lowerBound + 3])
  }

  /// True if the line above ends with the closing tag of a block: `<summary>Answer</summary>`.
  private static func isBelowClosedBlock(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    guard let tag = tagAbove(bytes, lineStart), bytes[tag].dropFirst().first == UInt8(ascii: "/") else { return false }
    let name = String(decoding: bytes[tag].dropFirst(2).dropLast(), as: UTF8.self).lowercased()
    return ["summary", "div", "details", "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "center", "figure", "section"].contains(name)
  }

  /// True if the innermost open `<div>` above a line says that it holds Markdown, as kramdown wants it; what is below its own blocks is some.
  private static func isInMarkdown(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    var depth = 0
    var index = lineStart - 1
    while index > 0, lineStart - index < 20_000 {
      index -= 1
      guard bytes[index] == ASCII.less else { continue }
      let tag = bytes[index...].prefix(400)
      if tag.starts(with: "</div".utf8) {
        depth += 1
      } else if tag.starts(with: "<div".utf8) {
        guard depth == 0 else { depth -= 1; continue }
        return tag.prefix { $0 != ASCII.greater }.firstRange(of: Array("markdown=".utf8)) != nil
      }
    }
    return false
  }

  /// The tag at the end of the line above.
  ///
  /// - Parameter comments: How many of them are below it.
  private static func tagAbove(_ bytes: [UInt8], _ lineStart: Int, comments: Int = 0) -> Range<Int>? {
    var end = lineStart - 1
    while end > 0, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > 2, bytes[end - 1] == ASCII.greater else { return nil }
    var start = end - 1
    while start > 0, end - start < 300, bytes[start] != ASCII.less, bytes[start] != ASCII.newline { start -= 1 }
    guard bytes[start] == ASCII.less else { return nil }
    // A comment on a line of its own says nothing.
    guard bytes[start...].starts(with: "<!--".utf8) else { return start..<end }
    var line = start
    while line > 0, ASCII.isBlank(bytes[line - 1]) { line -= 1 }
    return line > 0 && bytes[line - 1] == ASCII.newline && comments < 4 ? tagAbove(bytes, line, comments: comments + 1) : nil
  }

  /// True if a line within HTML is a block of Markdown by what it begins with and by the tag above it.
  ///
  /// - Parameters:
  ///   - isMDX: True where all lines of text between tags are Markdown.
  ///   - dialect: Of pandoc's, text below a block is Markdown.
  ///   - beginsBlock: Whether a line begins a heading, a list item and the like.
  static func isMarkdown(_ cursor: LineCursor, lineStart: Int, isMDX: Bool, _ dialect: Dialect, beginsBlock: (LineCursor) -> Bool) -> Bool {
    let bytes = cursor.bytes
    guard let first = cursor.first else { return false }
    guard first.byte != ASCII.less else {
      // A tag within a line of text: `<b>Words</b> and more` below `</p>`, `<hr>`.
      return dialect.has(.markdownInHTML) && cursor.indent <= 3 && beginsText(cursor, first)
        && (isBelowClosedBlock(bytes, lineStart) || isBelowVoidTag(bytes, lineStart))
    }
    // Python-Markdown takes fences out before it looks at HTML.
    if dialect.tool == .mkdocs, cursor.fence(readsExtensions: true) != nil { return true }
    let isBelowTag = isBelowClosingTag(bytes, lineStart) || isBelowWholeTag(bytes, lineStart)
    if isMDX, cursor.indent <= 3, isBelowTag || isBelowOpeningTag(bytes, lineStart, isMDX: true) { return true }
    if dialect.has(.markdownInHTML), cursor.indent <= 3, isBelowVoidTag(bytes, lineStart) { return true }
    if dialect.has(.markdownInHTML) || dialect.tool == .kramdown, cursor.indent <= 3, isBelowClosedBlock(bytes, lineStart),
      dialect.has(.markdownInHTML) || isInMarkdown(bytes, lineStart)
    {
      return true
    }
    if cursor.indent <= 3,
      isBelowClosedBlock(bytes, lineStart) || isBelowVoidTag(bytes, lineStart) || isBelowOpeningTag(bytes, lineStart),
      hasMarks(bytes, from: first.offset)
    {
      return true
    }
    if beginsPicture(cursor, first) {
      return cursor.indent <= 3 && (isBelowOpeningTag(bytes, lineStart) || isBelowClosedBlock(bytes, lineStart))
    }
    if first.byte == ASCII.greater { return isBelowHeading(bytes, lineStart) }
    // kramdown's list of attributes ends HTML as it ends a paragraph: `{: .text-delta }` below `</summary>`.
    if dialect.has(.kramdownBlocks), cursor.bytes[first.offset...].starts(with: "{:".utf8) { return isBelowTag }
    return beginsBlock(cursor) && (isBelowTag || isBelowOpeningTag(bytes, lineStart))
  }

  /// True if a line of text, or one below it up to a blank line or a tag, has stars or backticks around words, or a link: nobody means these signs,
  /// which CommonMark prints as they are below a tag.
  private static func hasMarks(_ bytes: [UInt8], from start: Int) -> Bool {
    var (index, marks) = (start, [UInt8: Int]())
    let limit = min(bytes.count, start + 4_000)
    while index < limit {
      let byte = bytes[index]
      switch byte {
      case ASCII.newline:
        let next = bytes[(index + 1)..<limit].first { !ASCII.isBlank($0) }
        if next == nil || next == ASCII.newline || next == ASCII.less { return false }
        index += 1
      case UInt8(ascii: "*"), ASCII.backtick:
        let end = bytes[index..<limit].firstIndex { $0 != byte } ?? limit
        // Single stars may be multiplication.
        if byte == ASCII.backtick || end - index > 1 {
          let opens = end < limit && !ASCII.isBlank(bytes[end]) && bytes[end] != ASCII.newline
          let closes = index > start && !ASCII.isBlank(bytes[index - 1]) && bytes[index - 1] != ASCII.newline
          if closes, marks[byte] == end - index { return true }
          if opens { marks[byte] = end - index }
        }
        index = end
      case ASCII.closeBracket:
        if index + 2 < limit, bytes[index + 1] == ASCII.openParenthesis, bytes[start..<index].contains(ASCII.openBracket) { return true }
        index += 1
      default: index += 1
      }
    }
    return false
  }

  /// True if the line above is an element that is open nowhere: `<div class="line" />`, `<br />`, `<Card title="Words" />`.
  private static func isBelowWholeTag(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    guard let tag = tagAbove(bytes, lineStart), tag.count > 4, bytes[tag.upperBound - 2] == UInt8(ascii: "/") else { return false }
    return ASCII.isLetter(bytes[tag.lowerBound + 1])
  }

  /// True if the line above is the tag of an element without content: `<hr class="x">`, `<img src="a.png">`.
  private static func isBelowVoidTag(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    guard let tag = tagAbove(bytes, lineStart) else { return false }
    let name = bytes[tag.dropFirst()].prefix { ASCII.isLetter($0) }
    return HTMLNames.void.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// True for a line of text that begins with the tag of an element within text, and has words behind it.
  private static func beginsText(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    let line = cursor.bytes[first.offset..<cursor.trimmedEnd]
    let name = String(decoding: line.dropFirst().prefix { ASCII.isLetter($0) }, as: UTF8.self).lowercased()
    return (HTMLNames.inlines[name] != nil || name == "a") && line.last != ASCII.greater
  }

  /// True if the line above ends with a closing tag: a heading or list item right below it is meant as one, although CommonMark reads it as
  /// HTML.
  private static func isBelowClosingTag(_ bytes: [UInt8], _ lineStart: Int) -> Bool {
    var end = lineStart
    while end > 0, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > 3, bytes[end - 1] == ASCII.greater else { return false }
    var index = end - 2
    while index > 0, end - index < 30, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) { index -= 1 }
    return index < end - 2 && index > 0 && bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == ASCII.less
  }

  /// A picture alone on a line that is indented as code below an opening tag, as HTML: below a blank line it and all tags after it would be code.
  static func indentedPicture(_ cursor: LineCursor, lineStart: Int) -> [Edit] {
    guard cursor.indent > 3, let first = cursor.first, beginsPicture(cursor, first),
      isBelowOpeningTag(cursor.bytes, lineStart) || isBelowClosedBlock(cursor.bytes, lineStart)
    else { return [] }
    let line = cursor.bytes[first.offset..<cursor.trimmedEnd]
    guard let middle = line.prefix(2_000).firstRange(of: "](".utf8), var close = line.lastIndex(of: ASCII.closeParenthesis),
      middle.upperBound < close
    else { return [] }
    // Attributes behind it are a list, or nothing is.
    let rest = line[(close + 1)...]
    guard rest.isEmpty || rest.first == ASCII.openBrace && rest.last == ASCII.closeBrace else { return [] }
    var start = middle.upperBound
    if line[start] == ASCII.less, let end = line[start...].firstIndex(of: ASCII.greater) {
      (start, close) = (start + 1, end)
    } else if let blank = line[start..<close].firstIndex(where: ASCII.isBlank) {
      close = blank
    }
    let words = line[(first.offset + 2)..<middle.lowerBound]
    guard start < close, !words.contains(ASCII.closeBracket), !line[start..<close].contains(ASCII.openParenthesis) else { return [] }
    func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.flatMap { $0 == UInt8(ascii: "\"") ? Array("&quot;".utf8) : [$0] } }
    let tag = Array("<img src=\"".utf8) + escaped(line[start..<close]) + Array("\" alt=\"".utf8) + escaped(words) + Array("\">".utf8)
    return [Edit(range: first.offset..<cursor.trimmedEnd, text: tag)]
  }

  /// `![`
  private static func beginsPicture(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    first.byte == UInt8(ascii: "!") && first.offset + 1 < cursor.end && cursor.bytes[first.offset + 1] == ASCII.openBracket
  }
}
