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
    } else if let kind = language.kind(of: index..<stop, follower: follower, in: self) {
      add(kind, until: stop)
    } else {
      index = stop
    }
    followsOperand = true
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
}
