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
  ///   - dialect: The end of a block is kramdown's alone.
  init?(_ bytes: [UInt8], _ line: Range<Int>, _ dialect: Dialect) {
    let text = bytes[line]
    if text.first == UInt8(ascii: "^"), text.count == 1, dialect.has(.kramdownBlocks) {
      self = .end
      return
    }
    guard text.starts(with: "{:".utf8), text.last == ASCII.closeBrace || text.starts(with: "{::".utf8), dialect.has(.attributeLists) else {
      return nil
    }
    if text.starts(with: "{::".utf8) {
      guard let found = Self.extensionText(bytes, line) else { return nil }
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

  private static func isName(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// `{::name …}` at the beginning of a line, to its end on this line or on a later one.
  private static func extensionText(_ bytes: [UInt8], _ line: Range<Int>) -> KramdownLine? {
    let name = bytes[(line.lowerBound + 3)..<line.upperBound].prefix(while: isName)
    guard let close = bytes[name.endIndex..<line.upperBound].firstIndex(of: ASCII.closeBrace) else { return nil }
    let isAlone = bytes[close - 1] == UInt8(ascii: "/")
    if isAlone { return close + 1 == line.upperBound ? .extensionAlone : nil }
    let isComment = name.elementsEqual("comment".utf8)
    guard isComment || name.elementsEqual("nomarkdown".utf8) else { return close + 1 == line.upperBound ? .extensionAlone : nil }
    guard let end = closer(of: name, in: bytes, from: close + 1) else { return nil }
    let lineEnd = bytes[end.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count
    // Text after it makes it part of a paragraph.
    guard bytes[end.upperBound..<lineEnd].allSatisfy(ASCII.isBlank) else { return nil }
    return .text(isShown: !isComment, body: close + 1..<end.lowerBound, end: lineEnd)
  }

  /// `{:/name}` or `{:/}`.
  static func closer(of name: ArraySlice<UInt8>, in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var rest = bytes[start...]
    while let found = rest.firstRange(of: Array("{:/".utf8)) {
      let named = bytes[found.upperBound...].prefix(while: isName)
      if named.isEmpty || named.elementsEqual(name), named.endIndex < bytes.count, bytes[named.endIndex] == ASCII.closeBrace {
        return found.lowerBound..<named.endIndex + 1
      }
      rest = bytes[found.upperBound...]
    }
    return nil
  }
}

extension BlockScanner {
  /// Takes a line of kramdown's that is no block.
  mutating func takeKramdownLine(_ cursor: LineCursor, matched: Int, lineStart: Int) -> Bool {
    guard readsExtensions, cursor.indent <= 3, let first = cursor.first, first.byte == ASCII.openBrace || first.byte == UInt8(ascii: "^"),
      let line = KramdownLine(bytes, first.offset..<cursor.trimmedEnd, findings.dialect)
    else { return false }
    let range = first.offset..<cursor.trimmedEnd
    switch line {
    case .attributes:
      // At a paragraph's end they are read with it, and so is the name of the table of contents with its list.
      guard !leaf.isParagraph || matched < openBlocks.count, Attributes.read(bytes[range])?.attributes.references.contains("toc") != true
      else { return false }
      let isTable = leaf.isTable
      if isTable || matched < openBlocks.count {
        leave(matched)
        findings.prepend(openBlocks.prefix + [ASCII.newline], toLineAt: lineStart)
      }
      beginLeaf(cursor, lineStart: lineStart)
      endLeaf()
      findings.edit(range.upperBound..<range.upperBound, [ASCII.newline] + openBlocks.prefix)
    case .definition(let name, let attributes):
      leave(matched)
      findings.attributeLists[name] = attributes
      findings.edit(range, [])
    case .text(let isShown, let body, let end):
      leave(matched)
      if isShown {
        findings.edit(range.lowerBound..<body.lowerBound, Array("<div>".utf8))
        findings.edit(body.upperBound..<end, Array("</div>\n".utf8))
      } else {
        findings.edit(range.lowerBound..<end, [])
      }
      skip(to: end + 1)
    case .extensionAlone:
      leave(matched)
      findings.edit(range, [])
    case .end:
      leave(matched)
      findings.edit(range, SpecialBlock.separatorBytes)
    }
    return true
  }

  /// Takes kramdown's attributes of an item, `* {:.x} words`, which stand at its beginning.
  mutating func takeItemAttributes(_ cursor: inout LineCursor) {
    guard findings.dialect.has(.kramdownBlocks), let first = cursor.first, first.byte == ASCII.openBrace,
      bytes[first.offset..<cursor.end].starts(with: "{:".utf8), !bytes[first.offset..<cursor.end].starts(with: "{::".utf8),
      let (_, length) = Attributes.read(bytes[first.offset..<cursor.end])
    else { return }
    var end = first.offset + length
    while end < cursor.end, ASCII.isBlank(bytes[end]) { end += 1 }
    findings.edit(first.offset..<end, [])
    cursor.skip(to: end)
  }

  /// Takes `{::comment}…{:/}` and `{::nomarkdown}…{:/}` out of a line of text.
  mutating func takeKramdownSpans(_ line: Range<Int>) {
    guard findings.dialect.has(.attributeLists) else { return }
    var start = line.lowerBound
    while let open = bytes[start..<line.upperBound].firstRange(of: Array("{::".utf8)) {
      start = open.upperBound
      let name = bytes[start..<line.upperBound].prefix { ASCII.isLetter($0) }
      guard let brace = bytes[start..<line.upperBound].firstIndex(of: ASCII.closeBrace) else { return }
      if bytes[brace - 1] == UInt8(ascii: "/") {
        findings.edit(open.lowerBound..<brace + 1, [])
        start = brace + 1
        continue
      }
      guard ["comment", "nomarkdown"].contains(where: { name.elementsEqual($0.utf8) }),
        let close = KramdownLine.closer(of: name, in: bytes, from: brace + 1), close.upperBound <= line.upperBound
      else { continue }
      if name.elementsEqual("comment".utf8) {
        findings.edit(open.lowerBound..<close.upperBound, [])
      } else {
        findings.edit(open.lowerBound..<brace + 1, [])
        findings.edit(close, [])
      }
      start = close.upperBound
    }
  }

  /// Takes the attributes off a link's definition, `[name]: a.png "Title" {width=50%}`, which the parser would read as text.
  mutating func takeDefinitionAttributes(_ line: Range<Int>) {
    guard bytes[line].first == ASCII.openBracket, bytes[line].last == ASCII.closeBrace, bytes[line.lowerBound + 1] != UInt8(ascii: "^"),
      findings.dialect.has(.attributeLists), let close = bytes[line].firstIndex(of: ASCII.closeBracket), close + 2 < line.upperBound,
      bytes[close + 1] == UInt8(ascii: ":"), let open = bytes[line].lastIndex(of: ASCII.openBrace),
      Attributes.read(bytes[open..<line.upperBound])?.length == line.upperBound - open
    else { return }
    findings.edit(open..<line.upperBound, [])
  }

  /// pandoc: a backslash at a paragraph's end breaks a line that nothing follows.
  mutating func dropLastBackslash() {
    guard findings.dialect.has(.implicitReferences), let line = block.lines.last, let last = line.last, bytes[last] == ASCII.backslash,
      line.count < 2 || bytes[last - 1] != ASCII.backslash
    else { return }
    findings.edit(last..<last + 1, [])
  }

  /// Ends what is open, and the containers that a line does not name.
  private mutating func leave(_ matched: Int) {
    endLeaf()
    if matched < openBlocks.count { openBlocks.containers.removeSubrange(matched...) }
  }
}
