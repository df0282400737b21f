// HTML as far as the search for formulas must know it.

extension MathScanner {
  /// CommonMark, HTML blocks: the start conditions, as far as they say in what nothing is math.
  func htmlStart(_ cursor: LineCursor, interruptsParagraph: Bool) -> HTMLEnd? {
    guard let first = cursor.first, first.byte == ASCII.less else { return nil }
    let rest = String(decoding: bytes[first.offset..<min(cursor.end, first.offset + 24)], as: UTF8.self).lowercased()
    if rest.hasPrefix("<!--") { return .comment }
    if rest.hasPrefix("<?") { return .instruction }
    if rest.hasPrefix("<![cdata[") { return .cdata }
    if rest.hasPrefix("<!") { return .declaration }
    let name = rest.drop { $0 == "<" || $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if !rest.hasPrefix("</"), ["script", "style", "pre", "textarea"].contains(name) { return .rawText }
    if Self.blockTags.contains(String(name)) { return .blankLine }
    // Condition 7: a complete tag alone on its line.
    guard !interruptsParagraph, !name.isEmpty else { return nil }
    var index = cursor.end
    while index > first.offset, ASCII.isBlank(bytes[index - 1]) { index -= 1 }
    guard index > first.offset, bytes[index - 1] == ASCII.greater else { return nil }
    let inner = bytes[first.offset + 1..<index - 1]
    let others = [ASCII.less, ASCII.greater, UInt8(ascii: ":"), UInt8(ascii: "@")]
    return inner.contains(where: others.contains) ? nil : .blankLine
  }

  /// Text between tags may have formulas; a tag that says so has Markdown behind it.
  mutating func addHTML(_ cursor: LineCursor) {
    guard readsExtensions, let first = cursor.first else { return }
    block.add(first.offset..<cursor.end, in: bytes)
    if opensMarkdown(cursor, first.offset) {
      endBlock()
      leaf = .none
    }
  }

  /// A heading or list item right below a line that ends with a closing tag is meant as one, whatever CommonMark takes it for.
  func beginsBelowClosingTag(_ cursor: LineCursor, lineStart: Int) -> Bool {
    guard readsExtensions, cursor.indent <= 3, let first = cursor.first, beginsBlock(cursor), first.byte != ASCII.less,
      first.byte != ASCII.greater
    else { return false }
    var end = lineStart
    while end > 0, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > 3, bytes[end - 1] == ASCII.greater else { return false }
    var index = end - 2
    while index > 0, end - index < 30, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) { index -= 1 }
    return index < end - 2 && index > 0 && bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == ASCII.less
  }

  func ends(_ end: HTMLEnd, _ cursor: LineCursor) -> Bool {
    switch end {
    case .blankLine: return cursor.isBlank
    case .comment: return contains("-->", cursor)
    case .instruction: return contains("?>", cursor)
    case .declaration: return contains(">", cursor)
    case .cdata: return contains("]]>", cursor)
    case .rawText:
      return ["</script>", "</style>", "</pre>", "</textarea>"].contains { contains($0, cursor) }
    }
  }

  func contains(_ word: String, _ cursor: LineCursor) -> Bool {
    let word = Array(word.utf8)
    guard cursor.end - cursor.offset >= word.count else { return false }
    for start in cursor.offset...cursor.end - word.count {
      // Tag names compare without case.
      var index = 0
      while index < word.count, bytes[start + index] | 0x20 == word[index] | 0x20 { index += 1 }
      if index == word.count { return true }
    }
    return false
  }

  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "source", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
