import TypesetBytes

// Markup inside code: JSX.

extension CodeLexer {
  mutating func lexTagName() {
    var stop = index
    while stop < end,
      bytes[stop].isNameByte || bytes[stop] == UInt8(ascii: ".") || bytes[stop] == UInt8(ascii: "-") || bytes[stop] == UInt8(ascii: ":")
    {
      stop += 1
    }
    add(.tag, until: stop)
  }

  /// Inside of `<name … >`.
  mutating func lexTag(isClosing: Bool) {
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: ">"):
        contexts.removeLast()
        add(.tag, until: index + 1)
        if !isClosing { contexts.append(.children) } else { leaveElement() }
        return
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: ">"):
        contexts.removeLast()
        add(.tag, until: index + 2)
        followsOperand = true
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        var stop = index + 1
        while stop < end, bytes[stop] != byte { stop += 1 }
        add(.string, until: min(end, stop + 1))
      case UInt8(ascii: "{"):
        guard beginBraces() else { return }
        return
      case UInt8(ascii: "<"):
        // No tag after all.
        contexts.removeLast()
        followsOperand = true
        return
      case _ where byte.isNameByte:
        var stop = index
        while stop < end, bytes[stop].isNameByte || bytes[stop] == UInt8(ascii: "-") || bytes[stop] == UInt8(ascii: ":") { stop += 1 }
        add(.property, until: stop)
      default: index += 1
      }
    }
  }

  private mutating func beginBraces() -> Bool {
    guard contexts.count < Self.deepest else {
      index += 1
      return true
    }
    contexts.append(.code(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), depth: 0))
    add(.escape, until: index + 1)
    followsOperand = false
    lastByte = UInt8(ascii: "{")
    return true
  }

  /// After a closing tag: the children of its element end too.
  private mutating func leaveElement() {
    if case .children = contexts.last { contexts.removeLast() }
    followsOperand = true
  }

  /// Between an element's tags.
  mutating func lexChildren() {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "{"):
        _ = beginBraces()
        return
      case UInt8(ascii: "<"):
        let next = byte(index + 1)
        let isClosing = next == UInt8(ascii: "/")
        guard isClosing || next.isLetter || next == UInt8(ascii: ">"), contexts.count < Self.deepest else {
          index += 1
          continue
        }
        contexts.append(.tag(isClosing: isClosing))
        add(.tag, until: index + (isClosing ? 2 : 1))
        if byte(index).isLetter { lexTagName() }
        return
      default: index += 1
      }
    }
  }
}
