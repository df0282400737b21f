import TypesetBytes

// Where things end in code, found without reading on. Each search is bounded, or consumed by its caller.

extension CodeReading {
  /// The end of `#[…]`; nil if it is too far.
  func bracketEnd(from offset: Int) -> Int? {
    var depth = 0
    for position in offset..<min(end, offset + 1000) {
      if bytes[position] == UInt8(ascii: "[") { depth += 1 }
      if bytes[position] == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return position + 1 }
        if depth < 0 { return nil }
      }
      if depth == 0, position > offset + 2 { return nil }
    }
    return nil
  }

  /// The number of `=` in an opening long bracket of Lua.
  func longBracket(at offset: Int) -> Int? {
    guard byte(offset) == UInt8(ascii: "[") else { return nil }
    var level = 0
    while byte(offset + 1 + level) == UInt8(ascii: "="), level < 100 { level += 1 }
    return byte(offset + 1 + level) == UInt8(ascii: "[") ? level : nil
  }

  func longBracketEnd(_ level: Int, from offset: Int) -> Int {
    let close = [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    var stop = offset + 2 + level
    while stop < end, !has(close, at: stop) { stop += 1 }
    return min(end, stop + close.count)
  }

  /// The end of an escape whose letter is at `offset`: `n`, `x1B`, `u{1F600}`, `u00E9`, `033`.
  func escapeEnd(from offset: Int) -> Int {
    guard offset < end else { return end }
    var stop = offset + 1
    switch bytes[offset] {
    case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"):
      if byte(stop) == UInt8(ascii: "{") {
        while stop < end, stop < offset + 12, bytes[stop] != UInt8(ascii: "}"), bytes[stop] != 0x0A { stop += 1 }
        if byte(stop) == UInt8(ascii: "}") { stop += 1 }
      } else {
        let most = bytes[offset] == UInt8(ascii: "x") ? 2 : bytes[offset] == UInt8(ascii: "u") ? 4 : 8
        while stop < end, stop < offset + 1 + most, bytes[stop].isHexDigit { stop += 1 }
      }
    case 0x30...0x37:
      while stop < end, stop < offset + 3, (0x30...0x37).contains(bytes[stop]) { stop += 1 }
    default:
      // The whole of a character that is more than one byte.
      while stop < end, bytes[stop] & 0xC0 == 0x80 { stop += 1 }
    }
    return stop
  }

  /// The end of a shell's variable at a `$`; nil if it is not a variable.
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

  /// The end of `/…/` with its flags; nil if no regular expression begins here.
  func regexEnd(from offset: Int) -> Int? {
    var stop = offset + 1
    var isInClass = false
    while stop < min(end, offset + 800), bytes[stop] != 0x0A {
      switch bytes[stop] {
      case UInt8(ascii: "\\"): stop += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        guard stop > offset + 1 else { return nil }
        stop += 1
        while stop < end, bytes[stop].isLetter { stop += 1 }
        return stop
      default: break
      }
      stop += 1
    }
    return nil
  }

  /// The end of a number with its suffix and exponent.
  ///
  /// - Parameter hasQuotes: True if `'` groups its digits.
  func numberEnd(from offset: Int, hasQuotes: Bool) -> Int {
    var stop = offset
    let isHex = bytes[offset] == UInt8(ascii: "0") && byte(offset + 1) | 0x20 == UInt8(ascii: "x")
    while stop < end {
      let byte = bytes[stop]
      let next = self.byte(stop + 1)
      if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") {
        let isExponent = byte | 0x20 == (isHex ? UInt8(ascii: "p") : UInt8(ascii: "e"))
        if isExponent, next == UInt8(ascii: "-") || next == UInt8(ascii: "+"), self.byte(stop + 2).isDigit { stop += 1 }
        stop += 1
      } else if byte == UInt8(ascii: "."), next.isDigit {
        stop += 1
      } else if byte == UInt8(ascii: "'"), hasQuotes, next.isHexDigit {
        stop += 1
      } else {
        break
      }
    }
    return stop
  }
}
