import TypesetBytes

extension CodeLexer {
  // MARK: Comments

  mutating func lexComment() -> Bool {
    for block in language.blockComments where has(block.open, at: index) {
      lexBlockComment(block.open, block.close, nests: block.nests, block.kind)
      return true
    }
    for comment in language.lineComments where has(comment, at: index) {
      if comment == [UInt8(ascii: "#")] {
        // In a shell, and before a bracket of PHP, a number sign is not always a comment.
        if language.grammar.hasCommands, index > start, !bytes[index - 1].isSpace, !";(&|".utf8.contains(bytes[index - 1]) { return false }
        if language.grammar.hasHashAttributes, byte(index + 1) == UInt8(ascii: "[") { return false }
      }
      if language.grammar.hasLongBrackets, let level = longBracket(at: index + comment.count) {
        add(.comment, until: longBracketEnd(level, from: index + comment.count))
      } else {
        add(.comment, until: lineEnd(from: index))
      }
      return true
    }
    return false
  }

  private mutating func lexBlockComment(_ open: [UInt8], _ close: [UInt8], nests: Bool, _ kind: TokenClass) {
    var stop = index + open.count
    var depth = 1
    while stop < end {
      if has(close, at: stop) {
        stop += close.count
        depth -= 1
        if depth == 0 { break }
      } else if nests, has(open, at: stop) {
        stop += open.count
        depth += 1
      } else {
        stop += 1
      }
    }
    add(kind, until: min(stop, end))
  }

  // MARK: Strings

  /// Begins a string whose prefix begins at `prefix` and whose opener is at `quote`; false if no string begins there.
  mutating func lexString(from prefix: Int, at quote: Int) -> Bool {
    guard let opener = StringOpener(self, language, from: prefix, at: quote) else { return false }
    if let end = opener.end {
      index = prefix
      add(.string, until: end)
      followsOperand = true
      return true
    }
    guard contexts.count < Self.deepest else { return false }
    let kind = language.strings[opener.rule].rule.kind
    mayBeKey = [UInt8(ascii: "{"), UInt8(ascii: ","), 0x0A].contains(lastByte)
    add(kind, until: quote)
    contexts.append(.text(rule: opener.rule, hashes: opener.hashes, escapes: opener.escapes, interpolates: opener.interpolates))
    sink.add(kind, index, opener.contentStart)
    index = opener.contentStart
    return true
  }

  /// Goes on in a string until it ends, or code begins in it.
  mutating func lexText(_ number: Int, hashes: Int, escapes: Bool, interpolates: Bool) {
    let (_, close, interpolation, rule) = language.strings[number]
    let backslash = UInt8(ascii: "\\")
    let closer = close.first ?? 0
    let opener = interpolation.first ?? 0
    var from = index
    while index < end {
      let byte = bytes[index]
      if byte == backslash, escapes, hasHashes(hashes, after: index + 1) {
        let next = index + 1 + hashes
        sink.add(rule.kind, from, index)
        if interpolates, opener == backslash, self.byte(next) == UInt8(ascii: "("), contexts.count < Self.deepest {
          beginCode(UInt8(ascii: "("), UInt8(ascii: ")"), until: next + 1)
          return
        }
        add(.escape, until: escapeEnd(from: next))
        from = index
      } else if byte == closer, has(close, at: index), hasHashes(hashes, after: index + close.count) {
        let stop = index + close.count + hashes
        if rule.escape == .doubled, has(close, at: stop) {
          sink.add(rule.kind, from, index)
          add(.escape, until: stop + close.count)
          from = index
          continue
        }
        index = from
        add(rule.kind, until: stop)
        endText()
        if mayBeKey, language.grammar.hasKeys, nextInk(from: index) == UInt8(ascii: ":") { sink.recolorLast(.property) }
        mayBeKey = false
        return
      } else if interpolates, byte == opener, opener != backslash, has(interpolation, at: index) {
        let bracket = interpolation.last ?? 0
        if interpolation.count == 1, self.byte(index + 1) == bracket {
          sink.add(rule.kind, from, index)
          add(.escape, until: index + 2)
          from = index
          continue
        }
        guard contexts.count < Self.deepest else {
          index += 1
          continue
        }
        sink.add(rule.kind, from, index)
        beginCode(bracket, bracket == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}"), until: index + interpolation.count)
        return
      } else if rule.hasVariables, byte == UInt8(ascii: "$"), let stop = variableEnd(at: index) {
        sink.add(rule.kind, from, index)
        add(.variable, until: stop)
        from = index
      } else if byte == 0x0A, !rule.isMultiline {
        break
      } else {
        index += 1
      }
    }
    sink.add(rule.kind, from, min(index, end))
    endText()
  }

  private mutating func beginCode(_ open: UInt8, _ close: UInt8, until next: Int) {
    contexts.append(.code(open: open, close: close, depth: 0))
    add(.escape, until: next)
    followsOperand = false
    isAtCommand = true
    lastByte = open
  }

  private mutating func endText() {
    contexts.removeLast()
    followsOperand = true
    isAtCommand = false
    lastByte = UInt8(ascii: "\"")
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    for step in 0..<count where byte(offset + step) != UInt8(ascii: "#") { return false }
    return true
  }

  private func variableEnd(at offset: Int) -> Int? {
    if language.grammar.hasCommands { return shellVariableEnd(at: offset) }
    let first = byte(offset + 1)
    guard first.isLetter || first == UInt8(ascii: "_") else { return nil }
    return nameEnd(from: offset + 1)
  }

  // MARK: Here documents

  mutating func lexHeredocStart(_ kind: Grammar.Heredocs) -> Bool {
    var position = index + 2
    if kind == .php {
      guard byte(position) == UInt8(ascii: "<") else { return false }
      position += 1
    } else if byte(position) == UInt8(ascii: "<") {
      index += 3
      return true
    }
    if kind != .php, byte(position) == UInt8(ascii: "-") || byte(position) == UInt8(ascii: "~") { position += 1 }
    if kind != .ruby { while byte(position).isBlank { position += 1 } }
    let quote = byte(position)
    let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    if isQuoted { position += 1 }
    let stop = nameEnd(from: position)
    guard stop > position, kind != .ruby || bytes[position].isCapital, !bytes[position].isDigit, pendingHeredocs.count < 16 else {
      return false
    }
    pendingHeredocs.append(Heredoc(delimiter: position..<stop, interpolates: quote != UInt8(ascii: "'")))
    index += kind == .php ? 3 : 2
    add(.string, until: isQuoted && byte(stop) == quote ? stop + 1 : stop)
    isAtCommand = false
    return true
  }

  /// The lines up to the delimiter; `index` is at the line end before them.
  mutating func lexHeredoc(_ heredoc: Heredoc) {
    let delimiter = Array(bytes[heredoc.delimiter])
    index = min(end, index + 1)
    while index < end {
      let stop = lineEnd(from: index)
      var ink = index
      while ink < stop, bytes[ink].isBlank { ink += 1 }
      if has(delimiter, at: ink), !byte(ink + delimiter.count).isNameByte {
        index = ink
        add(.string, until: ink + delimiter.count)
        break
      }
      lexHeredocLine(until: stop, interpolates: heredoc.interpolates)
      index = min(end, stop + 1)
    }
    // `endLine` is called at a line end and steps over one byte.
    if index > start { index -= 1 }
  }

  private mutating func lexHeredocLine(until stop: Int, interpolates: Bool) {
    var from = index
    while index < stop {
      let byte = bytes[index]
      let next = self.byte(index + 1)
      var variable: Int?
      if interpolates, byte == UInt8(ascii: "$") { variable = variableEnd(at: index) }
      if interpolates, byte == UInt8(ascii: "#"), next == UInt8(ascii: "{"), language.grammar.heredocs == .ruby {
        variable = (index..<min(stop, index + 400)).first { bytes[$0] == UInt8(ascii: "}") }.map { $0 + 1 }
      }
      if let variable, variable <= stop {
        sink.add(.string, from, index)
        add(.variable, until: variable)
        from = index
      } else {
        index += 1
      }
    }
    sink.add(.string, from, stop)
  }
}
