internal import TypesetDiagnostics

/// A line that says something about blocks and is none: attributes, the definition of attributes, an extension, the end of a block.
///
/// kramdown, Block Attributes, Extensions, EOB Marker; Python-Markdown's attr_list writes attributes alike.
enum KramdownLine {
  /// `{: .x #y key="value"}` for the block that it touches.
  case attributes
  /// `{:name: .x}`: what `{: name}` means elsewhere.
  case definition(name: String, Attributes)
  /// `{::name}` … `{:/name}`, with the text between them: not shown, or HTML as it is.
  case text(isShown: Bool, body: Range<Int>, end: Int)
  /// `{::options key="value" /}`, and what begins a block and has no end.
  case extensionAlone
  /// `^` alone.
  case end

  /// - Parameters:
  ///   - line: From its first character to its last.
  ///   - findings: Of a dialect; the end of a block is kramdown's alone.
  private init?(_ line: Range<Int>, _ findings: inout Findings) {
    let (bytes, dialect) = (findings.bytes, findings.dialect)
    let text = bytes[line]
    if text.first == UInt8(ascii: "^"), text.count == 1, dialect.has(.kramdownBlocks) {
      self = .end
      return
    }
    guard text.starts(with: "{:".utf8), text.last == ASCII.closeBrace || text.starts(with: "{::".utf8), dialect.has(.attributeLists) else {
      return nil
    }
    if text.starts(with: "{::".utf8) {
      guard let found = Self.extensionText(line, &findings) else { return nil }
      self = found
      return
    }
    guard text.dropLast().firstIndex(of: ASCII.closeBrace) == nil || Attributes.read(text)?.length == text.count else { return nil }
    let name = text.dropFirst(2).prefix(while: Self.isName)
    if !name.isEmpty, text.dropFirst(2 + name.count).first == UInt8(ascii: ":") {
      let list = Array("{:".utf8) + text.dropFirst(3 + name.count)
      guard let (attributes, length) = Attributes.read(list[...]), length == list.count else { return nil }
      self = .definition(name: String(decoding: name, as: UTF8.self), attributes)
      return
    }
    guard let (_, length) = Attributes.read(text), length == text.count else { return nil }
    self = .attributes
  }

  fileprivate static func isName(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// `{::name …}` at the beginning of a line, to its end on this line or on a later one.
  private static func extensionText(_ line: Range<Int>, _ findings: inout Findings) -> KramdownLine? {
    let bytes = findings.bytes
    let name = bytes[(line.lowerBound + 3)..<line.upperBound].prefix(while: isName)
    guard let close = bytes[name.endIndex..<line.upperBound].firstIndex(of: ASCII.closeBrace) else { return nil }
    let isAlone = bytes[close - 1] == UInt8(ascii: "/")
    if isAlone { return close + 1 == line.upperBound ? .extensionAlone : nil }
    let isComment = name.elementsEqual("comment".utf8)
    guard isComment || name.elementsEqual("nomarkdown".utf8) else { return close + 1 == line.upperBound ? .extensionAlone : nil }
    guard let end = findings.closer(of: name, from: close + 1) else { return nil }
    let lineEnd = bytes[end.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count
    // Text after it makes it part of a paragraph.
    guard bytes[end.upperBound..<lineEnd].allSatisfy(ASCII.isBlank) else { return nil }
    return .text(isShown: !isComment, body: close + 1..<end.lowerBound, end: lineEnd)
  }

  /// What is read of a line, in the place where the scanner is; nil for a line that begins or continues a block.
  ///
  /// - Parameter matched: The number of containers that the line continues.
  init?(_ cursor: LineCursor, leaf: OpenLeaf, in open: OpenBlocks, matched: Int, _ findings: inout Findings) {
    guard cursor.indent <= 3, let first = cursor.first, first.byte == ASCII.openBrace || first.byte == UInt8(ascii: "^") else { return nil }
    self.init(first.offset..<cursor.trimmedEnd, &findings)
    guard case .attributes = self else { return }
    // At a paragraph's end they are read with it, and so is the name of the table of contents with its list.
    let isContents = Attributes.read(open.bytes[first.offset..<cursor.trimmedEnd])?.attributes.references.contains("toc") == true
    let isInParagraph = leaf.isParagraph && matched == open.count
    if isInParagraph && !Self.endsParagraph(at: cursor, findings.dialect) || isContents { return nil }
  }

  /// True if text follows on the next line: in kramdown the list ends the paragraph.
  private static func endsParagraph(at cursor: LineCursor, _ dialect: Dialect) -> Bool {
    guard dialect.has(.kramdownBlocks), cursor.end < cursor.bytes.count else { return false }
    let next = cursor.bytes[(cursor.end + 1)...].prefix { $0 != ASCII.newline }.drop(while: ASCII.isBlank)
    return !next.isEmpty && next.first != ASCII.carriageReturn && !next.starts(with: "{:".utf8)
  }

  var isText: Bool { if case .attributes = self { true } else { false } }

  /// Writes for the parser what it reads instead of the line.
  ///
  /// - Parameters:
  ///   - start: Where the line begins, with its prefixes.
  ///   - follows: True if something was open above that the line ends.
  /// - Returns: Where the next line begins, if it is not the next one.
  func write(_ cursor: LineCursor, at start: Int, follows: Bool, prefix: [UInt8], to findings: inout Findings) -> Int? {
    guard let first = cursor.first else { return nil }
    let range = first.offset..<cursor.trimmedEnd
    switch self {
    case .attributes:
      if follows { findings.prepend(prefix + [ASCII.newline], toLineAt: start) }
      findings.edit(range.upperBound..<range.upperBound, [ASCII.newline] + prefix)
    case .definition(let name, let attributes):
      findings.attributeLists[name] = attributes
      findings.edit(range, [])
    case .text(isShown: true, let body, let end):
      findings.edit(range.lowerBound..<body.lowerBound, Array("<div>".utf8))
      findings.edit(body.upperBound..<end, Array("</div>\n".utf8))
      return end + 1
    case .text(_, _, let end):
      findings.edit(range.lowerBound..<end, [])
      return end + 1
    case .extensionAlone: findings.edit(range, [])
    case .end: findings.edit(range, SpecialBlock.separatorBytes)
    }
    return nil
  }
}

extension Findings {
  /// The next `{:/name}` or `{:/}`. Places are asked for in order, so that the text is read once.
  fileprivate mutating func closer(of name: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    let key = String(decoding: name, as: UTF8.self)
    if let known = extensionClosers[key], known.lowerBound >= start { return known.isEmpty ? nil : known }
    var rest = bytes[min(start, bytes.count)...]
    while let found = rest.firstRange(of: Array("{:/".utf8)) {
      let named = bytes[found.upperBound...].prefix(while: KramdownLine.isName)
      if named.isEmpty || named.elementsEqual(name), named.endIndex < bytes.count, bytes[named.endIndex] == ASCII.closeBrace {
        extensionClosers[key] = found.lowerBound..<named.endIndex + 1
        return extensionClosers[key]
      }
      rest = bytes[found.upperBound...]
    }
    extensionClosers[key] = bytes.count..<bytes.count
    return nil
  }

  /// What some dialects write within lines of text that the parser would show.
  ///
  /// - Parameter line: Without prefixes; white space at its end included.
  mutating func readWords(of line: Range<Int>, isInsideDisplay: Bool) {
    guard readsExtensions else { return }
    if bytes[line].contains(ASCII.openBrace) {
      takeKramdownSpans(line)
      var end = line.upperBound
      while end > line.lowerBound, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
      takeDefinitionAttributes(line.lowerBound..<end)
    }
    if dialect.tool.isPandoc, !isInsideDisplay { takeEscapedBlanks(line) }
  }

  /// Takes kramdown's attributes of an item, `* {:.x} words`, which stand at its beginning.
  mutating func takeItemAttributes(_ cursor: inout LineCursor) {
    guard dialect.has(.kramdownBlocks), let first = cursor.first, first.byte == ASCII.openBrace,
      bytes[first.offset..<cursor.end].starts(with: "{:".utf8), !bytes[first.offset..<cursor.end].starts(with: "{::".utf8),
      let (_, length) = Attributes.read(bytes[first.offset..<cursor.end])
    else { return }
    var end = first.offset + length
    while end < cursor.end, ASCII.isBlank(bytes[end]) { end += 1 }
    edit(first.offset..<end, [])
    cursor.skip(to: end)
  }

  /// Takes `{::comment}…{:/}` and `{::nomarkdown}…{:/}` out of a line of text.
  private mutating func takeKramdownSpans(_ line: Range<Int>) {
    guard dialect.has(.attributeLists) else { return }
    var start = line.lowerBound
    while let brace = bytes[start..<line.upperBound].firstIndex(of: ASCII.openBrace) {
      start = brace + 1
      guard bytes[brace..<line.upperBound].starts(with: "{::".utf8) else { continue }
      let open = brace..<brace + 3
      start = open.upperBound
      let name = bytes[start..<line.upperBound].prefix { ASCII.isLetter($0) }
      guard let brace = bytes[start..<line.upperBound].firstIndex(of: ASCII.closeBrace) else { return }
      if bytes[brace - 1] == UInt8(ascii: "/") {
        edit(open.lowerBound..<brace + 1, [])
        start = brace + 1
        continue
      }
      guard ["comment", "nomarkdown"].contains(where: { name.elementsEqual($0.utf8) }),
        let close = closer(of: name, from: brace + 1), close.upperBound <= line.upperBound
      else { continue }
      if name.elementsEqual("comment".utf8) {
        edit(open.lowerBound..<close.upperBound, [])
      } else {
        edit(open.lowerBound..<brace + 1, [])
        edit(close, [])
      }
      start = close.upperBound
    }
  }

  /// Takes the attributes off a link's definition, `[name]: a.png "Title" {width=50%}`, which the parser would read as text.
  private mutating func takeDefinitionAttributes(_ line: Range<Int>) {
    guard bytes[line].first == ASCII.openBracket, bytes[line].last == ASCII.closeBrace, bytes[line.lowerBound + 1] != UInt8(ascii: "^"),
      dialect.has(.attributeLists), let close = bytes[line].firstIndex(of: ASCII.closeBracket), close + 2 < line.upperBound,
      bytes[close + 1] == UInt8(ascii: ":"), let open = bytes[line].lastIndex(of: ASCII.openBrace),
      Attributes.read(bytes[open..<line.upperBound])?.length == line.upperBound - open
    else { return }
    edit(open..<line.upperBound, [])
  }

  /// A heading's line as the parser reads it.
  mutating func takeHeading(_ line: Range<Int>) {
    if takeAppendix(line) { return }
    takePart(line)
    if let edit = HeadingAttributes.plain(bytes, line, readsLists: dialect.has(.attributeLists)) { self.edit(edit.range, edit.text) }
  }

  /// bookdown: `# (APPENDIX) Appendix {-}` makes the chapters below it appendices, and is no page of its own.
  private mutating func takeAppendix(_ line: Range<Int>) -> Bool {
    guard bytes[line].drop(while: { $0 == ASCII.hash }).drop(while: ASCII.isBlank).starts(with: "(APPENDIX)".utf8) else { return false }
    edit(line, Array("\\appendix\n".utf8))
    return true
  }

  /// bookdown: `# (PART) Basics` is a heading above chapters.
  private mutating func takePart(_ line: Range<Int>) {
    let words = bytes[line].drop { $0 == ASCII.hash }.drop(while: ASCII.isBlank)
    for part in ["(PART) ", "(PART\\*) "] where words.starts(with: part.utf8) {
      edit(words.startIndex..<words.startIndex + part.utf8.count, [])
    }
  }

  /// pandoc: a blank after a backslash is one at which no line ends.
  private mutating func takeEscapedBlanks(_ line: Range<Int>) {
    guard bytes[line].contains(ASCII.backslash) else { return }
    var isInside = false
    var index = line.lowerBound
    while index + 1 < line.upperBound {
      if bytes[index] == ASCII.backtick || bytes[index] == ASCII.dollar { isInside.toggle() }
      if bytes[index] == ASCII.backslash {
        if bytes[index + 1] == ASCII.openParenthesis || bytes[index + 1] == ASCII.openBracket { return }
        if !isInside, bytes[index + 1] == ASCII.space { edit(index..<index + 2, [0xC2, 0xA0]) }
        index += 1
      }
      index += 1
    }
  }

  /// pandoc: a backslash at a paragraph's end breaks a line that nothing follows.
  mutating func dropLastBackslash(of block: InlineBlock) {
    guard dialect.has(.implicitReferences), let line = block.lines.last, let last = line.last(where: { bytes[$0] != ASCII.carriageReturn }),
      bytes[last] == ASCII.backslash, last == line.lowerBound || bytes[last - 1] != ASCII.backslash
    else { return }
    edit(last..<last + 1, [])
  }
}
