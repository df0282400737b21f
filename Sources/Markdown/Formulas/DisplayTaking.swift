import TypesetDiagnostics

// Displays that take whole lines, and what is made of those that are never closed.

extension MathScanner {
  /// The pieces of lines that a display consists of, and where its closer ends.
  struct TakenDisplay {
    var opener: DisplayOpener
    var start: Int
    var body: [Range<Int>]
    var end: Int
    var isUnclosed = false
  }

  /// Takes a display whose opener begins its line: `$$`, `\[`, `\begin{align}`.
  mutating func takeDisplay(from start: Int, to lineEnd: Int) -> Bool {
    if bytes[start] == ASCII.backslash, block.lines.isEmpty, DisplayOpener.isDefinition(bytes[start..<lineEnd]) {
      take(TakenDisplay(opener: .definition, start: start, body: [start..<lineEnd], end: lineEnd))
      return true
    }
    guard let taken = display(from: start, to: lineEnd) else { return false }
    if case .environment = taken.opener.kind, block.hasOpenDollar, dollarFollows(taken.end) {
      // `$`, lines of an environment, `$`: it belongs to the dollars.
      for piece in taken.body.dropLast() { block.add(piece, in: bytes) }
      let end = self.lineEnd(from: taken.end)
      if let last = taken.body.last { block.add(last.lowerBound..<end, in: bytes) }
      position = end + 1
      return true
    }
    take(taken)
    return true
  }

  private mutating func take(_ taken: TakenDisplay) {
    endBlock()
    if taken.isUnclosed { sayUnclosed(taken.start, taken.opener, endsWithParagraph: true) }
    append(body: taken.body, range: taken.start..<taken.end, taken.opener.form)
    let rest = taken.end..<lineEnd(from: taken.end)
    position = rest.upperBound + 1
    if let tag = equationTag(after: taken, to: rest.upperBound) {
      found[found.count - 1].math.tex += "\\tag*{" + String(decoding: bytes[tag], as: UTF8.self) + "}"
      found[found.count - 1].range = taken.start..<tag.upperBound
    } else if let label = equationLabel(after: rest.lowerBound, to: rest.upperBound) {
      let name = bytes[(label.lowerBound + 1)..<(label.upperBound - 1)]
      edits.append(Edit(range: label, text: Array("{#".utf8) + name + Array(" .equation}".utf8)))
    } else if bytes[rest].contains(where: { !ASCII.isBlank($0) }) {
      block.add(rest, in: bytes)
    }
  }

  /// MyST's `(label)` between a display and the end of its line, with its parentheses.
  private mutating func equationLabel(after place: Int, to lineEnd: Int) -> Range<Int>? {
    var start = place
    while start < lineEnd, ASCII.isBlank(bytes[start]) { start += 1 }
    guard start < lineEnd, bytes[start] == ASCII.openParenthesis else { return nil }
    var end = lineEnd
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end - start > 2, end - start < 100, bytes[end - 1] == ASCII.closeParenthesis,
      Self.isLabel(String(decoding: bytes[(start + 1)..<(end - 1)], as: UTF8.self)), showsMyST
    else { return nil }
    return start..<end
  }

  /// An equation's number that its author has written after the display, with its parentheses: `$$…$$ (4.7)`.
  private func equationTag(after display: TakenDisplay, to lineEnd: Int) -> Range<Int>? {
    switch display.opener.kind {
    case .dollars, .bracket: break
    default: return nil
    }
    guard !display.isUnclosed,
      !display.body.contains(where: {
        bytes[$0].firstRange(of: Array("\\tag".utf8)) != nil || bytes[$0].firstRange(of: [ASCII.backslash, ASCII.backslash]) != nil
      })
    else { return nil }
    var start = display.end
    while start < lineEnd, ASCII.isBlank(bytes[start]) { start += 1 }
    guard start < lineEnd, bytes[start] == ASCII.openParenthesis else { return nil }
    var end = lineEnd
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard (3...9).contains(end - start), bytes[end - 1] == ASCII.closeParenthesis, ASCII.isDigit(bytes[start + 1]) else { return nil }
    // `(4.7)`, `(3-1)`, `(2a)`.
    let number = bytes[(start + 1)..<(end - 1)]
    let isNumber = number.dropLast().allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard isNumber, number.last.map({ ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "'") }) ?? false else { return nil }
    return start..<end
  }

  /// True if the next character that is no white space, on this line or the next, is one dollar.
  private func dollarFollows(_ end: Int) -> Bool {
    var index = end
    var lines = 0
    while index < bytes.count, ASCII.isBlank(bytes[index]) || bytes[index] == ASCII.greater, lines < 2 {
      if bytes[index] == ASCII.newline { lines += 1 }
      index += 1
    }
    return index < bytes.count && bytes[index] == ASCII.dollar && (index + 1 == bytes.count || bytes[index + 1] != ASCII.dollar)
  }

  /// A display on a line that lacks the prefixes of its paragraph's list item or quote is no part of it, but a block below.
  mutating func takeLazyDisplay(_ cursor: LineCursor, matched: Int, lineStart: Int) -> Bool {
    guard !block.isInsideDisplay, let first = cursor.first, DisplayOpener(bytes, at: first.offset, lineEnd: cursor.end) != nil else {
      return false
    }
    let inner = containers
    let count = diagnostics.count
    containers.removeSubrange(matched...)
    guard let taken = display(from: first.offset, to: cursor.end), !taken.isUnclosed else {
      containers = inner
      diagnostics.removeSubrange(count...)
      return false
    }
    let blank = prefix(matched) + [ASCII.newline]
    if let last = edits.last, last.range.lowerBound == lineStart {
      edits[edits.count - 1].text = blank + last.text
    } else {
      edits.append(Edit(range: lineStart..<lineStart, text: blank))
    }
    take(taken)
    leaf = .paragraph
    // A list's next item does not interrupt a paragraph unless its number is 1.
    if block.lines.isEmpty, position < bytes.count { edits.append(Edit(range: position..<position, text: blank)) }
    return true
  }

  /// After a line that leaves a `$$` open: the lines up to its closer are the formula's, whatever blocks they look like.
  mutating func takeOpenDisplay() {
    while block.isInsideDisplay, let start = block.openDisplay, let last = block.lines.last {
      guard let opener = DisplayOpener(bytes, at: start, lineEnd: last.upperBound) else { return }
      var search = DisplaySearch(opener, bytes)
      search.addLine(start + 2..<last.upperBound, isBlank: false)
      var lines: [Range<Int>] = []
      var next = position
      var isClosed = false
      while next < bytes.count, !isClosed {
        let end = lineEnd(from: next)
        var cursor = LineCursor(bytes, from: next, to: end)
        guard match(&cursor) == containers.count, !cursor.isBlank else { return }
        cursor.skip(columns: cursor.indent)
        lines.append(cursor.offset..<end)
        isClosed = search.closer(in: cursor.offset..<end) != nil
        if !isClosed { search.addLine(cursor.offset..<end, isBlank: false) }
        next = end + 1
      }
      guard isClosed, search.isMath, search.body.contains(where: { MathEvidence.isFormula(bytes[$0], countsLetters: false) }) else {
        return
      }
      for line in lines { block.add(line, in: bytes) }
      position = next
    }
  }

  /// Looks for the closer of the display that begins here, over the lines of its container.
  private mutating func display(from start: Int, to lineEnd: Int) -> TakenDisplay? {
    guard let opener = DisplayOpener(bytes, at: start, lineEnd: lineEnd) else { return nil }
    // Without a closer anywhere only the paragraph is of interest.
    let isLast = opener.kind == .dollars && lastDoubleDollar < start + 2
    guard !exhausted.contains(opener.closerName) else { return nil }
    var search = DisplaySearch(opener, bytes)
    if let end = search.closer(in: start + opener.length..<lineEnd) {
      let taken = TakenDisplay(opener: opener, start: start, body: search.body, end: end)
      if case .environment = opener.kind {
      } else if hasText(after: end, to: lineEnd), equationTag(after: taken, to: lineEnd) == nil {
        return nil
      }
      return search.isMath ? taken : nil
    }
    search.addLine(start + opener.length..<lineEnd, isBlank: false)
    var next = lineEnd + 1
    while next < bytes.count, !search.beginsAgain, !(isLast && search.hasBlankLine) {
      let end = self.lineEnd(from: next)
      var cursor = LineCursor(bytes, from: next, to: end)
      let matched = match(&cursor)
      // A later line may lack a quote's `>`; what is indented less than its list item belongs to something else.
      if matched < containers.count {
        if leavesContainer(matched, cursor, search) { return recovered(search, start, isClosed: false) }
        cursor.skip(columns: cursor.indent)
      }
      if let closer = search.closer(in: cursor.offset..<end) {
        if search.isMath { return TakenDisplay(opener: opener, start: start, body: search.body, end: closer) }
        return recovered(search, start, isClosed: true)
      }
      search.addLine(cursor.offset..<end, isBlank: cursor.isBlank)
      next = end + 1
    }
    if containers.isEmpty, !search.beginsAgain, !isLast { exhausted.insert(opener.closerName) }
    return recovered(search, start, isClosed: false)
  }

  /// True if a display ends unclosed at a line that lacks the prefix of a container.
  private func leavesContainer(_ matched: Int, _ cursor: LineCursor, _ search: DisplaySearch) -> Bool {
    switch containers[matched] {
    case .quote: cursor.isBlank || search.hasBlankLine
    case .item, .body: search.hasBlankLine || ProseEvidence.isText(bytes[cursor.offset..<cursor.end])
    case .colons, .braces, .fenced: false
    }
  }

  private mutating func hasText(after end: Int, to lineEnd: Int) -> Bool {
    if equationLabel(after: end, to: lineEnd) != nil { return false }
    let start = end + MathEvidence.stop(at: end, in: bytes, to: lineEnd)
    return bytes[start..<lineEnd].contains { !ASCII.isBlank($0) }
  }

  /// What is left of a display without a closer: its lines up to the paragraph's end, where they are a formula.
  private mutating func recovered(_ search: DisplaySearch, _ start: Int, isClosed: Bool) -> TakenDisplay? {
    let opener = search.opener
    if case .bracket = opener.kind { return nil }
    if opener.kind == .dollars {
      let lines = search.body.isEmpty ? [] : search.formulaLines(isClosedByLast: isClosed)
      if let last = lines.last {
        return TakenDisplay(opener: opener, start: start, body: lines, end: last.upperBound, isUnclosed: true)
      }
    }
    sayUnclosed(start, opener, endsWithParagraph: false)
    return nil
  }

  private mutating func sayUnclosed(_ start: Int, _ opener: DisplayOpener, endsWithParagraph: Bool) {
    diagnostics.append(
      Diagnostic(
        .warning, "math.unclosed", at: SourceSpan(start, start + max(opener.length, 6)),
        endsWithParagraph ? "this display is never closed; it ends with its paragraph" : "this display is never closed",
        hint: "close it with \(opener.closerName)\(opener.kind == .dollars ? ", or write \\$ for a dollar sign" : "")"))
  }
}
