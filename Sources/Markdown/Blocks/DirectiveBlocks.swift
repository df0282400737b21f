/// Directives as blocks: `@Name`, `@Name(key: value)`, `@Name { … }`, `@Name(key: value) { … }`, the body on lines of its own or on the same.
extension MathScanner {
  /// The directive that begins at a line's first character.
  func directive(_ cursor: LineCursor, _ start: Int) -> Opener? {
    let end = trimmedEnd(cursor)
    var index = start + 1
    while index < end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
    let name = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
    guard directives.contains(name) else { return nil }
    var directive = ClientDirective(name: name, arguments: "")
    if index < end, bytes[index] == ASCII.openParenthesis {
      guard let close = closing(index, end) else { return nil }
      directive.arguments = String(decoding: bytes[(index + 1)..<close], as: UTF8.self)
      index = close + 1
    }
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    var opener = Opener(kind: .directive(directive), title: nil, columns: nil)
    guard index < end else { return opener }
    guard bytes[index] == ASCII.openBrace else { return nil }
    if index + 1 == end {
      opener.bracesColumns = bodyIndent(after: cursor)
    } else if bytes[end - 1] == ASCII.closeBrace {
      opener.line = index + 1..<end - 1
    } else {
      return nil
    }
    return opener
  }

  /// The parenthesis that closes one, outside of strings.
  private func closing(_ open: Int, _ end: Int) -> Int? {
    var depth = 0
    var quote: UInt8 = 0
    var index = open
    while index < end {
      let byte = bytes[index]
      if quote != 0 {
        if byte == ASCII.backslash { index += 1 } else if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == ASCII.openParenthesis {
        depth += 1
      } else if byte == ASCII.closeParenthesis {
        depth -= 1
        if depth == 0 { return index }
      }
      index += 1
    }
    return nil
  }

  /// How far the first line of a body is indented, which is no part of its text.
  private func bodyIndent(after cursor: LineCursor) -> Int {
    var next = cursor.end + 1
    var lines = 0
    while next < bytes.count, lines < 100 {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      if !line.isBlank {
        _ = match(&line)
        return min(line.indent, 100)
      }
      next = end + 1
      lines += 1
    }
    return 0
  }

  /// Writes the quote that the parser is to read for a directive.
  mutating func open(_ opener: Opener, _ cursor: inout LineCursor, _ first: (byte: UInt8, offset: Int)) {
    endBlock()
    leaf = .none
    let outer = prefix(containers.count)
    var text = Array(SpecialBlock.separator.utf8) + [ASCII.newline] + outer + Array("> ".utf8)
    text += SpecialBlock.marker(specials.count)
    var end = cursor.end
    if end > first.offset, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    specials.append(SpecialBlock(place: first.offset..<end, kind: opener.kind, hasTitle: false))
    let separator = [ASCII.newline] + outer + Array(SpecialBlock.separator.utf8)
    if let columns = opener.bracesColumns {
      containers.append(.braces(columns, special: specials.count - 1))
      edits.append(Edit(range: first.offset..<end, text: text))
    } else if let line = opener.line, bytes[line].contains(where: { !ASCII.isBlank($0) }) {
      edits.append(Edit(range: first.offset..<line.lowerBound, text: text + [ASCII.newline] + outer + Array("> ".utf8)))
      edits.append(Edit(range: line.upperBound..<end, text: separator))
      scanInline(InlineBlock(line: line, isHeading: false))
    } else {
      edits.append(Edit(range: first.offset..<end, text: text + separator))
    }
    cursor.offset = cursor.end
  }

  /// A line that is a closing brace, where a directive is open.
  func isClosingBrace(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first, first.byte == ASCII.closeBrace, trimmedEnd(cursor) == first.offset + 1 else { return false }
    return containers.contains { if case .braces = $0 { true } else { false } }
  }

  /// Closes the innermost directive at a line that is a closing brace.
  mutating func closesBraces(_ cursor: LineCursor, matched: Int) -> Bool {
    guard matched > 0, matched == containers.count, case .braces(_, let special) = containers[matched - 1], isClosingBrace(cursor),
      let first = cursor.first
    else { return false }
    endBlock()
    leaf = .none
    containers.removeLast()
    if let start = specials[special].place?.lowerBound { specials[special].place = start..<first.offset + 1 }
    let text = [ASCII.newline] + prefix(containers.count) + Array(SpecialBlock.separator.utf8)
    edits.append(Edit(range: first.offset..<first.offset + 1, text: text))
    return true
  }
}
