// HTML as far as the search for formulas must know it.

import TypesetDiagnostics

extension MathScanner {
  /// CommonMark, HTML blocks: the start conditions, as far as they say in what nothing is math.
  func htmlStart(_ cursor: LineCursor, interruptsParagraph: Bool) -> HTMLEnd? {
    guard let first = cursor.first, first.byte == ASCII.less else { return nil }
    let rest = String(decoding: bytes[first.offset..<min(cursor.end, first.offset + 24)], as: UTF8.self).lowercased()
    if rest.hasPrefix("<!--") { return .comment }
    if rest.hasPrefix("<?") { return .instruction }
    if rest.hasPrefix("<![cdata[") { return .cdata }
    // As cmark has it: capital letters only.
    if rest.hasPrefix("<!"), first.offset + 2 < cursor.end, (0x41...0x5A).contains(bytes[first.offset + 2]) { return .declaration }
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

  /// Text between tags may have formulas; a tag that says so has Markdown after it.
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

  /// A script, style or comment within other HTML goes on over blank lines, which end HTML for the parser: they are not blank to it.
  mutating func continueRawText(_ end: HTMLEnd, _ cursor: LineCursor) -> Bool {
    if let raw = rawTextInside {
      if ends(raw, cursor) { rawTextInside = nil }
    } else {
      guard end == .blankLine, cursor.isBlank, containers.isEmpty, readsExtensions, let raw = openRawText(in: block.lines),
        lastCloser(of: raw) > cursor.end
      else { return false }
      rawTextInside = raw
    }
    if cursor.isBlank { edits.append(Edit(range: cursor.end..<cursor.end, text: [UInt8(ascii: ";")])) }
    return true
  }

  /// What is open at the end of these lines of HTML: a script, a style or a comment.
  private func openRawText(in lines: [Range<Int>]) -> HTMLEnd? {
    var open: HTMLEnd?
    for line in lines {
      for index in line where bytes[index] == ASCII.less || bytes[index] == UInt8(ascii: "-") {
        if let end = open {
          if Self.closers(of: end).contains(where: { begins(with: $0, at: index, before: line.upperBound) }) { open = nil }
        } else if begins(with: "<!--", at: index, before: line.upperBound) {
          open = .comment
        } else if begins(with: "<script", at: index, before: line.upperBound) || begins(with: "<style", at: index, before: line.upperBound)
        {
          open = .rawText
        }
      }
    }
    return open
  }

  func ends(_ end: HTMLEnd, _ cursor: LineCursor) -> Bool {
    if end == .blankLine { return cursor.isBlank }
    return Self.closers(of: end).contains { closer in
      (cursor.offset..<cursor.end).contains { begins(with: closer, at: $0, before: cursor.end) }
    }
  }

  private static func closers(of end: HTMLEnd) -> [StaticString] {
    switch end {
    case .blankLine: []
    case .comment: ["-->"]
    case .instruction: ["?>"]
    case .declaration: [">"]
    case .cdata: ["]]>"]
    case .rawText: ["</script>", "</style>", "</pre>", "</textarea>"]
    }
  }

  /// Comments, `<![CDATA[`, `<?`, `<!A`, scripts and styles that nothing ends would hide the rest of the document (CommonMark 0.31, 4.6,
  /// kinds 1 to 5): their opener is text, and is reported.
  mutating func takeUnclosed(_ end: HTMLEnd, _ cursor: LineCursor) -> Bool {
    guard readsExtensions, let first = cursor.first, end != .blankLine else { return false }
    let head = String(decoding: bytes[first.offset..<min(cursor.end, first.offset + 9)], as: UTF8.self).lowercased()
    guard !ends(end, cursor), let (opener, _, closer) = Self.openers.first(where: { $0.end == end && head.hasPrefix($0.opener) }),
      lastCloser(of: end) < first.offset
    else { return false }
    let place = SourceSpan(first.offset, first.offset + opener.utf8.count)
    let name = String(decoding: bytes[place.range(within: bytes.count)], as: UTF8.self)
    if saidUnclosed.insert(opener).inserted {
      diagnostics.append(
        Diagnostic(.warning, "html.unclosed", at: place, "\(name) is never closed", hint: "close it with \(closer); it is shown as text"))
    }
    escaped.insert(first.offset)
    edits.append(Edit(range: first.offset..<first.offset, text: [ASCII.backslash]))
    return true
  }

  private static let openers: [(opener: String, end: HTMLEnd, closer: String)] = [
    ("<!--", .comment, "-->"), ("<?", .instruction, "?>"), ("<![cdata[", .cdata, "]]>"), ("<!", .declaration, ">"),
    ("<script", .rawText, "</script>"), ("<style", .rawText, "</style>"),
  ]

  /// Where the last end of a kind is in the text, -1 for nowhere. Each is looked for once.
  private mutating func lastCloser(of end: HTMLEnd) -> Int {
    if let known = lastClosers[end] { return known }
    let closers = Self.closers(of: end)
    var index = bytes.count - 1
    while index >= textStart, !closers.contains(where: { begins(with: $0, at: index, before: bytes.count) }) { index -= 1 }
    lastClosers[end] = index < textStart ? -1 : index
    return index < textStart ? -1 : index
  }

  /// Tag names compare without case.
  private func begins(with word: StaticString, at start: Int, before end: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= end else { return false }
    return word.withUTF8Buffer { word in
      for index in word.indices where unsafe bytes[start + index] | 0x20 != word[index] | 0x20 { return false }
      return true
    }
  }
  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "source", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
