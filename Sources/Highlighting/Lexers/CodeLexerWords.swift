extension CodeLexer {
  /// A word: keyword, type, function, key … by the tables, its letters, and what follows it.
  mutating func lexWord() {
    let grammar = language.grammar
    var stop = index + 1
    while stop < end, language.starts[Int(bytes[stop])].contains(.wordPart) { stop += 1 }
    if stop < end, language.starts[Int(bytes[stop])].contains(.ending), byte(stop + 1) != UInt8(ascii: "=") { stop += 1 }
    if stop < end, stop - index <= 3, language.starts[Int(bytes[stop])].contains(.string),
      (index..<stop).allSatisfy({ language.starts[Int(bytes[$0])].contains(.prefix) }), lexString(from: index, at: stop)
    {
      return
    }
    let isMember = lastByte == UInt8(ascii: ".") && index > start && bytes[index - 1] == lastByte
    let wasAtCommand = isAtCommand
    isAtCommand = false
    let follower = nextInk(from: stop)
    if grammar.hasKeys, follower == UInt8(ascii: ":"), !grammar.hasSymbols || byte(stop) == follower,
      byte(stop) != UInt8(ascii: ":") || byte(stop + 1) != UInt8(ascii: ":"),
      [UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "("), 0x0A].contains(lastByte)
    {
      add(.property, until: stop)
      followsOperand = true
      return
    }
    if !isMember, let kind = language.words.find(bytes, index, stop), !(grammar.hasCommands && !wasAtCommand && kind != .keyword) {
      let declared = kind == .keyword ? language.declarations.find(bytes, index, stop) : nil
      add(kind, until: stop)
      declares = declared
      followsOperand = kind != .keyword
      if kind == .keyword { isAtCommand = wasAtCommand && grammar.hasCommands }
      return
    }
    if let declared = declares {
      declares = nil
      add(declared, until: stop)
    } else if grammar.hasCommands {
      lexCommandWord(until: stop, wasAtCommand: wasAtCommand)
    } else if let kind = kind(of: index..<stop, follower: follower, isMember: isMember) {
      add(kind, until: stop)
    } else {
      index = stop
    }
    followsOperand = true
  }

  private func kind(of word: Range<Int>, follower: UInt8, isMember: Bool) -> TokenClass? {
    let grammar = language.grammar
    if grammar.hasBangMacros, follower == UInt8(ascii: "!"), byte(word.upperBound) == follower,
      [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{")].contains(nextInk(from: word.upperBound + 1))
    {
      return .function
    }
    let first = bytes[word.lowerBound]
    if grammar.capitals != .plain, first.isCapital {
      let isConstant = word.count > 1 && word.allSatisfy { bytes[$0].isCapital || bytes[$0].isDigit || bytes[$0] == UInt8(ascii: "_") }
      if isConstant { return .constant }
      if grammar.capitals == .types { return .type }
      if grammar.capitals == .typesAndFunctions { return follower == UInt8(ascii: "(") ? .function : .type }
    }
    return grammar.callsHaveParentheses && follower == UInt8(ascii: "(") ? .function : nil
  }

  /// A word of a shell: a command, an assignment, or an argument.
  private mutating func lexCommandWord(until stop: Int, wasAtCommand: Bool) {
    if wasAtCommand, byte(stop) == UInt8(ascii: "=") {
      add(.variable, until: stop)
      index += 1
      isAssigning = true
    } else if wasAtCommand {
      add(.function, until: stop)
    } else {
      index = stop
    }
  }

  /// `$name`, `${…}`, `$(…)`, `@name`.
  mutating func lexSigil() -> Bool {
    let sigil = bytes[index]
    let grammar = language.grammar
    var name = index + 1
    if sigil == UInt8(ascii: "@"), byte(name) == sigil { name += 1 }
    if sigil == UInt8(ascii: "$"), grammar.hasCommands {
      isAtCommand = false
      guard let stop = shellVariableEnd(at: index) else {
        guard byte(name) == UInt8(ascii: "("), contexts.count < Self.deepest else { return false }
        contexts.append(.code(open: UInt8(ascii: "("), close: UInt8(ascii: ")"), depth: 0))
        add(.escape, until: name + 1)
        isAtCommand = true
        return true
      }
      add(.variable, until: stop)
      return true
    }
    let stop = nameEnd(from: name)
    guard stop > name else { return false }
    add(.variable, until: stop)
    return true
  }

  /// The end of a shell's variable at a `$`; nil where it is none.
  func shellVariableEnd(at offset: Int) -> Int? {
    let next = byte(offset + 1)
    if next == UInt8(ascii: "{") {
      for position in offset + 2..<max(offset + 2, min(end, offset + 400)) {
        if bytes[position] == UInt8(ascii: "}") { return position + 1 }
        if bytes[position] == 0x0A { break }
      }
      return offset + 2
    }
    if next.isDigit || "?!#@*$-".utf8.contains(next) { return offset + 2 }
    let stop = nameEnd(from: offset + 1)
    return stop > offset + 1 ? stop : nil
  }
}
