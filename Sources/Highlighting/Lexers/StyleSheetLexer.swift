import TypesetBytes

/// Reads CSS, and SCSS and Less well enough.
struct StyleSheetLexer: Lexer {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  var sink: TokenSink

  mutating func lex() {
    while index < end {
      let byte = bytes[index]
      if byte.isSpace || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";") {
        index += 1
      } else if !lexComment() {
        lexStatement()
      }
    }
  }

  private mutating func lexComment() -> Bool {
    guard bytes[index] == UInt8(ascii: "/") else { return false }
    var stop = index + 2
    if byte(index + 1) == UInt8(ascii: "/") {
      while stop < end, bytes[stop] != 0x0A { stop += 1 }
    } else if byte(index + 1) == UInt8(ascii: "*") {
      while stop < end, !(bytes[stop] == UInt8(ascii: "*") && byte(stop + 1) == UInt8(ascii: "/")) { stop += 1 }
      stop += 2
    } else {
      return false
    }
    add(.comment, until: min(stop, end))
    return true
  }

  private func isName(_ byte: UInt8) -> Bool { byte.isNameByte || byte == UInt8(ascii: "-") }

  private func nameEnd(_ offset: Int) -> Int {
    var offset = offset
    while offset < end, isName(bytes[offset]) { offset += 1 }
    return offset
  }

  /// A selector or an at-rule up to its `{`, or a declaration up to its `;`.
  private mutating func lexStatement() {
    var stop = index
    while stop < end, !";{}".utf8.contains(bytes[stop]) {
      // `#{…}` of SCSS.
      if bytes[stop] == UInt8(ascii: "#"), byte(stop + 1) == UInt8(ascii: "{") {
        while stop < end, bytes[stop] != UInt8(ascii: "}") { stop += 1 }
      }
      stop += 1
    }
    stop = min(stop, end)
    let isSelector = byte(stop) == UInt8(ascii: "{")
    let isRule = bytes[index] == UInt8(ascii: "@")
    var isValue = isRule
    if isRule { add(.keyword, until: max(index + 1, nameEnd(index + 1))) }
    while index < stop {
      let byte = bytes[index]
      if lexComment() { continue }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        lexString(byte)
      } else if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-") && self.byte(index + 1) == byte {
        add(.variable, until: max(index + 1, nameEnd(index + 1)))
      } else if isSelector, !isRule {
        lexSelectorPart(byte)
      } else if !isValue, byte == UInt8(ascii: ":") {
        isValue = true
        index += 1
      } else if !isValue, isName(byte) {
        add(.property, until: nameEnd(index))
      } else {
        lexValuePart(byte)
      }
    }
    if index < end { index += 1 }
  }

  private mutating func lexString(_ quote: UInt8) {
    var stop = index + 1
    while stop < end, bytes[stop] != quote, bytes[stop] != 0x0A { stop += bytes[stop] == UInt8(ascii: "\\") ? 2 : 1 }
    add(.string, until: min(end, stop + 1))
  }

  private mutating func lexSelectorPart(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "."): add(.attribute, until: max(index + 1, nameEnd(index + 1)))
    case UInt8(ascii: "#"): add(.constant, until: max(index + 1, nameEnd(index + 1)))
    case UInt8(ascii: ":"):
      let name = self.byte(index + 1) == byte ? index + 2 : index + 1
      add(.builtin, until: max(index + 1, nameEnd(name)))
    case UInt8(ascii: "["):
      index += 1
      sink.add(.property, index, nameEnd(index))
      index = nameEnd(index)
    case _ where isName(byte): add(.tag, until: nameEnd(index))
    default: index += 1
    }
  }

  private mutating func lexValuePart(_ byte: UInt8) {
    if byte == UInt8(ascii: "#"), self.byte(index + 1).isHexDigit {
      add(.constant, until: nameEnd(index + 1))
    } else if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "@") {
      add(.keyword, until: max(index + 1, nameEnd(index + 1)))
    } else if byte.isDigit || byte == UInt8(ascii: ".") && self.byte(index + 1).isDigit {
      var stop = index
      while stop < end, bytes[stop].isLetter || bytes[stop].isDigit || bytes[stop] == UInt8(ascii: ".") || bytes[stop] == UInt8(ascii: "%")
      { stop += 1 }
      add(.number, until: stop)
    } else if isName(byte) {
      let stop = nameEnd(index)
      if self.byte(stop) == UInt8(ascii: "(") { add(.function, until: stop) } else { index = max(stop, index + 1) }
    } else {
      index += 1
    }
  }
}
