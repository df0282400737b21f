import TypesetBytes

/// Reads YAML line by line.
struct YAMLLexer: Lexer {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  var sink: TokenSink
  /// Lines deeper than this belong to a block of text.
  private var textIndent: Int?
  private static let constants = WordTable([(.constant, "true false yes no on off null ~")], ignoresCase: true)

  init(bytes: [UInt8], end: Int, index: Int, sink: TokenSink) {
    (self.bytes, self.end, self.index, self.sink) = (bytes, end, index, sink)
  }

  mutating func lex() {
    while index < end {
      var stop = index
      while stop < end, bytes[stop] != 0x0A { stop += 1 }
      lexLine(until: stop)
      index = min(end, stop + 1)
    }
  }

  private mutating func lexLine(until stop: Int) {
    let start = index
    while index < stop, bytes[index].isBlank { index += 1 }
    guard index < stop else { return }
    if let indent = textIndent {
      if index - start > indent {
        sink.add(.string, index, stop)
        return
      }
      textIndent = nil
    }
    if bytes[start..<stop].starts(with: "---".utf8) || bytes[start..<stop].starts(with: "...".utf8) || bytes[index] == UInt8(ascii: "%") {
      sink.add(.attribute, index, stop)
      return
    }
    let indent = index - start
    while index < stop {
      let byte = bytes[index]
      let previous = index > start ? bytes[index - 1] : 0x20
      switch byte {
      case UInt8(ascii: "#") where previous.isBlank:
        sink.add(.comment, index, stop)
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"): lexQuoted(byte, until: stop)
      case UInt8(ascii: "&"), UInt8(ascii: "*"): lexMarked(.variable, until: stop)
      case UInt8(ascii: "!"): lexMarked(.type, until: stop)
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        if previous.isBlank, bytes[index..<stop].allSatisfy({ !$0.isLetter }) { textIndent = indent }
        index += 1
      case 0x20, 0x09, UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        if byte == UInt8(ascii: "-"), index + 1 < stop, !bytes[index + 1].isBlank { fallthrough }
        index += 1
      default: lexPlain(until: stop)
      }
    }
  }

  private mutating func lexMarked(_ kind: TokenClass, until stop: Int) {
    var close = index + 1
    while close < stop, !bytes[close].isBlank, !",]}".utf8.contains(bytes[close]) { close += 1 }
    sink.add(kind, index, close)
    index = close
  }

  private func isKeyEnd(_ offset: Int, _ stop: Int) -> Bool {
    offset < stop && bytes[offset] == UInt8(ascii: ":") && (offset + 1 == stop || bytes[offset + 1].isBlank)
  }

  private mutating func lexQuoted(_ quote: UInt8, until stop: Int) {
    var close = index + 1
    while close < stop, bytes[close] != quote { close += bytes[close] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1 }
    close = min(stop, close + 1)
    sink.add(isKeyEnd(close, stop) ? .property : .string, index, close)
    index = close
  }

  /// A key, or a value without quotes.
  private mutating func lexPlain(until stop: Int) {
    var close = index
    while close < stop, !isKeyEnd(close, stop) {
      if bytes[close] == UInt8(ascii: "#"), bytes[close - 1].isBlank { break }
      if ",]}".utf8.contains(bytes[close]) { break }
      close += 1
    }
    var inkEnd = close
    while inkEnd > index, bytes[inkEnd - 1].isBlank { inkEnd -= 1 }
    if isKeyEnd(close, stop) {
      sink.add(.property, index, inkEnd)
    } else if let constant = Self.constants.find(bytes, index, inkEnd) {
      sink.add(constant, index, inkEnd)
    } else if isNumber(index, inkEnd) {
      sink.add(.number, index, inkEnd)
    } else {
      sink.add(.string, index, inkEnd)
    }
    index = max(close, index + 1)
  }

  private func isNumber(_ start: Int, _ stop: Int) -> Bool {
    let first = bytes[start]
    guard first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".") else { return false }
    return stop - start <= 40
      && bytes[start..<stop].allSatisfy { $0.isDigit || "+-.:_eExXTZabcdefABCDEF".utf8.contains($0) }
      && bytes[start..<stop].contains(where: \.isDigit)
  }
}
