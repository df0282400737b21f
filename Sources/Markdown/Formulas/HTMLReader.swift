internal import TypesetCommonMark
import TypesetDiagnostics

// HTML, as far as the scanner needs it.

/// What ends a block of HTML (CommonMark, HTML blocks).
enum HTMLEnd {
  case rawText, comment, instruction, declaration, cdata, blankLine
  /// Within other HTML; for CommonMark a drawing is nothing special.
  case drawing

  var closers: [StaticString] {
    switch self {
    case .blankLine: []
    case .comment: ["-->"]
    case .instruction: ["?>"]
    case .declaration: [">"]
    case .cdata: ["]]>"]
    case .rawText: ["</script>", "</style>", "</pre>", "</textarea>"]
    case .drawing: ["</svg>"]
    }
  }

  /// True if a line has the end.
  func ends(_ cursor: LineCursor) -> Bool {
    if self == .blankLine { return cursor.isBlank }
    return closers.contains { closer in
      (cursor.offset..<cursor.end).contains { Self.begins(cursor.bytes, with: closer, at: $0, before: cursor.end) }
    }
  }

  /// Tag names compare without case.
  static func begins(_ bytes: [UInt8], with word: StaticString, at start: Int, before end: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= end else { return false }
    return word.withUTF8Buffer { word in
      for index in word.indices where unsafe bytes[start + index] | 0x20 != word[index] | 0x20 { return false }
      return true
    }
  }

  /// True if an element's closing tag is at a place.
  static func closes(_ bytes: [UInt8], _ name: String, at start: Int, before end: Int) -> Bool {
    let tag = Array("</\(name)>".utf8)
    return start + tag.count <= end && zip(tag, bytes[start...]).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// True for `<svg` and no longer name.
  static func beginsDrawing(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
    guard begins(bytes, with: "<svg", at: start, before: end) else { return false }
    let next = start + "<svg".utf8.count
    return next >= end || ASCII.isBlank(bytes[next]) || bytes[next] == ASCII.greater || bytes[next] == UInt8(ascii: "/")
  }

  static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "source", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}

extension LineCursor {
  /// CommonMark, HTML blocks: the start conditions.
  ///
  /// - Parameter readsTextBelowTags: True where `<b>` alone on its line begins a paragraph with the text below it.
  func htmlStart(interruptsParagraph: Bool, readsTextBelowTags: Bool, _ names: HTMLAttributeNames = .signsWithValues) -> HTMLEnd? {
    guard let first, first.byte == ASCII.less else { return nil }
    let rest = String(decoding: bytes[first.offset..<min(end, first.offset + 24)], as: UTF8.self).lowercased()
    if rest.hasPrefix("<!--") { return .comment }
    if rest.hasPrefix("<?") { return .instruction }
    if rest.hasPrefix("<![cdata[") { return .cdata }
    if rest.hasPrefix("<!"), first.offset + 2 < end, ASCII.isLetter(bytes[first.offset + 2]) { return .declaration }
    let name = rest.drop { $0 == "<" || $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if !rest.hasPrefix("</"), ["script", "style", "pre", "textarea"].contains(name) { return .rawText }
    if HTMLEnd.blockTags.contains(String(name)) { return .blankLine }
    // Condition 7: a complete tag alone on its line.
    guard !interruptsParagraph, !name.isEmpty else { return nil }
    if drawingTagEnd(from: first.offset) != nil { return .blankLine }
    if readsTextBelowTags, HTMLBlocks.beginsText(bytes, first.offset, end) { return nil }
    var index = end
    while index > first.offset, ASCII.isBlank(bytes[index - 1]) { index -= 1 }
    guard index > first.offset, bytes[index - 1] == ASCII.greater else { return nil }
    let inner = bytes[first.offset + 1..<index - 1]
    // An address in angle brackets is text.
    let isAddress = inner.prefix { !ASCII.isBlank($0) }.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
    if isAddress { return nil }
    // Signs within values are none of tags.
    guard inner.contains(where: { $0 == ASCII.less || $0 == ASCII.greater }) else { return .blankLine }
    return HTMLBlocks.isTag(bytes, first.offset..<index, names) ? .blankLine : nil
  }

  /// Where a drawing's tag ends, if that is on a line below: `<svg` with its attributes on lines of their own, as editors write it.
  fileprivate func drawingTagEnd(from start: Int) -> Int? {
    guard HTMLEnd.beginsDrawing(bytes, at: start, before: end) else { return nil }
    // The prefixes of quotes would be in the tag.
    guard bytes[..<start].reversed().prefix(while: { $0 != ASCII.newline }).allSatisfy(ASCII.isBlank) else { return nil }
    var quote: UInt8 = 0
    for index in start + "<svg".utf8.count..<min(bytes.count, start + 10_000) {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == ASCII.greater {
        return index < end ? nil : index + 1
      } else if byte == ASCII.less {
        return nil
      }
    }
    return nil
  }
}

/// HTML that continues over blank lines, and HTML without an end tag.
struct HTMLReader {
  private let bytes: [UInt8]
  /// Where the text begins, after the front matter.
  private let textStart: Int
  /// What is open within HTML that a blank line would end.
  private var inner: HTMLEnd?
  /// Where that was closed last.
  private var innerEnd = 0
  /// Of the last tag over several lines.
  private var tagEnd = 0
  /// Where the last end of each kind is, -1 for nowhere. Each is looked for once.
  private var lastClosers: [HTMLEnd: Int] = [:]
  /// Openers that nothing closes and that were reported.
  private var reported: Set<String> = []

  init(_ bytes: [UInt8], from textStart: Int) { (self.bytes, self.textStart) = (bytes, textStart) }

  /// A script, style, comment or drawing within other HTML continues over blank lines, which would end the HTML for the parser: it must not see them
  /// as blank.
  ///
  /// - Parameter lines: Of the HTML so far; nil if nothing may be open in it.
  /// - Returns: True if this line is within one.
  mutating func continues(_ end: HTMLEnd, _ cursor: LineCursor, after lines: [Range<Int>]?) -> Bool {
    if let raw = inner {
      if raw.ends(cursor) { (inner, innerEnd) = (nil, cursor.end) }
      return true
    }
    guard end == .blankLine, cursor.isBlank, let lines, let raw = openRawText(in: lines), lastCloser(of: raw) > cursor.end else {
      return false
    }
    inner = raw
    return true
  }

  /// A drawing's tag over several lines is one line for the parser, which would not see HTML in it.
  mutating func joined(_ cursor: LineCursor, from start: Int) -> [Edit] {
    if tagEnd < start { tagEnd = cursor.drawingTagEnd(from: start) ?? 0 }
    guard tagEnd >= start else { return [] }
    guard cursor.end < tagEnd else {
      let rest = bytes[tagEnd..<cursor.end]
      return rest.allSatisfy(ASCII.isBlank) ? [] : [Edit(range: tagEnd..<tagEnd, text: [ASCII.newline])]
    }
    let lineEnd = cursor.trimmedEnd..<min(cursor.end + 1, bytes.count)
    return [Edit(range: lineEnd, text: [ASCII.space])]
  }

  /// What is open at the end of these lines of HTML: a script, a style, a comment or a drawing.
  private func openRawText(in lines: [Range<Int>]) -> HTMLEnd? {
    var open: HTMLEnd?
    for line in lines {
      for index in line.clamped(to: innerEnd..<bytes.count) where bytes[index] == ASCII.less || bytes[index] == UInt8(ascii: "-") {
        if let end = open {
          if end.closers.contains(where: { HTMLEnd.begins(bytes, with: $0, at: index, before: line.upperBound) }) { open = nil }
        } else if HTMLEnd.begins(bytes, with: "<!--", at: index, before: line.upperBound) {
          open = .comment
        } else if HTMLEnd.begins(bytes, with: "<script", at: index, before: line.upperBound)
          || HTMLEnd.begins(bytes, with: "<style", at: index, before: line.upperBound)
        {
          open = .rawText
        } else if HTMLEnd.beginsDrawing(bytes, at: index, before: line.upperBound) {
          open = .drawing
        }
      }
    }
    return open
  }

  /// Comments, `<![CDATA[`, `<?`, `<!A`, scripts and styles that nothing ends would hide the rest of the document (CommonMark 0.31, 4.6,
  /// kinds 1 to 5): their opener is text, and is reported.
  ///
  /// - Returns: True if it is text; the diagnostic is nil if such an opener was reported before.
  mutating func unclosed(_ end: HTMLEnd, _ cursor: LineCursor, at start: Int) -> (isText: Bool, diagnostic: Diagnostic?) {
    guard end != .blankLine else { return (false, nil) }
    let head = String(decoding: bytes[start..<min(cursor.end, start + 9)], as: UTF8.self).lowercased()
    guard !end.ends(cursor), let (opener, _, closer) = Self.openers.first(where: { $0.end == end && head.hasPrefix($0.opener) }),
      lastCloser(of: end) < start
    else { return (false, nil) }
    guard reported.insert(opener).inserted else { return (true, nil) }
    let place = SourceSpan(start, start + opener.utf8.count)
    let name = String(decoding: bytes[place.range(within: bytes.count)], as: UTF8.self)
    return (
      true,
      Diagnostic(.warning, "html.unclosed", at: place, "\(name) is never closed", hint: "close it with \(closer); it is shown as text")
    )
  }

  /// Makes an opener that nothing closes text; false for other ones.
  mutating func takeUnclosed(_ end: HTMLEnd, _ cursor: LineCursor, at start: Int, _ findings: inout Findings) -> Bool {
    let (isText, diagnostic) = unclosed(end, cursor, at: start)
    guard isText else { return false }
    if let diagnostic { findings.diagnostics.append(diagnostic) }
    findings.edit(start..<start, [ASCII.backslash])
    return true
  }

  private static let openers: [(opener: String, end: HTMLEnd, closer: String)] = [
    ("<!--", .comment, "-->"), ("<?", .instruction, "?>"), ("<![cdata[", .cdata, "]]>"), ("<!", .declaration, ">"),
    ("<script", .rawText, "</script>"), ("<style", .rawText, "</style>"),
  ]

  private mutating func lastCloser(of end: HTMLEnd) -> Int {
    if let known = lastClosers[end] { return known }
    let closers = end.closers
    var index = bytes.count - 1
    while index >= textStart, !closers.contains(where: { HTMLEnd.begins(bytes, with: $0, at: index, before: bytes.count) }) { index -= 1 }
    lastClosers[end] = index < textStart ? -1 : index
    return index < textStart ? -1 : index
  }
}
