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
      // At a paragraph's end they are read with it.
      guard leaf.isTable || matched < openBlocks.count else { return false }
      leave(matched)
      findings.prepend(openBlocks.prefix + [ASCII.newline], toLineAt: lineStart)
      beginLeaf(cursor, lineStart: lineStart)
      endLeaf()
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

  /// Ends what is open, and the containers that a line does not name.
  private mutating func leave(_ matched: Int) {
    endLeaf()
    if matched < openBlocks.count { openBlocks.containers.removeSubrange(matched...) }
  }
}
