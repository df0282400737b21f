import TypesetBytes

/// Reads BibTeX: kinds of entries, names of fields, values in braces, in quotes or as numbers.
///
/// Signs of TeX mean nothing in values: addresses have `%` and `_`.
struct BibliographyLexer: Lexer {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  var sink: TokenSink
  /// Braces that are open; fields are within one.
  private var depth = 0

  init(bytes: [UInt8], end: Int, index: Int, sink: TokenSink) {
    (self.bytes, self.end, self.index, self.sink) = (bytes, end, index, sink)
  }

  mutating func lex() {
    var beginsLine = true
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "%") where beginsLine:
        var stop = index
        while stop < end, bytes[stop] != 0x0A { stop += 1 }
        add(.comment, until: stop)
      case UInt8(ascii: "@") where depth == 0:
        add(.keyword, until: wordEnd(from: index + 1))
      case UInt8(ascii: "{") where depth == 0:
        depth = 1
        index += 1
      case UInt8(ascii: "{"): add(.string, until: valueEnd(from: index + 1))
      case UInt8(ascii: "}"):
        depth = 0
        index += 1
      case UInt8(ascii: "\"") where depth == 1:
        var stop = index + 1
        while stop < end, bytes[stop] != UInt8(ascii: "\"") { stop += 1 }
        add(.string, until: min(stop + 1, end))
      case _ where byte.isDigit && depth == 1:
        var stop = index
        while stop < end, bytes[stop].isDigit { stop += 1 }
        add(.number, until: stop)
      case _ where byte.isLetter: lexWord()
      default: index += 1
      }
      beginsLine = byte == 0x0A || beginsLine && (byte == 0x20 || byte == 0x09)
    }
  }

  /// A field's name is before `=`; a key has digits in it.
  private mutating func lexWord() {
    let stop = wordEnd(from: index)
    var next = stop
    while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
    if depth == 1, next < end, bytes[next] == UInt8(ascii: "=") { add(.property, until: stop) } else { index = stop }
  }

  private func wordEnd(from start: Int) -> Int {
    var stop = start
    while stop < end, bytes[stop].isLetter || bytes[stop].isDigit || "-_:.+/".utf8.contains(bytes[stop]) { stop += 1 }
    return stop
  }

  /// After the brace that closes a value.
  private func valueEnd(from start: Int) -> Int {
    var inner = 1
    var stop = start
    while stop < end, inner > 0 {
      if bytes[stop] == UInt8(ascii: "{") { inner += 1 } else if bytes[stop] == UInt8(ascii: "}") { inner -= 1 }
      stop += 1
    }
    return stop
  }

  /// Reads at least one byte, so that the lexer always advances.
  private mutating func add(_ kind: TokenClass, until next: Int) {
    sink.add(kind, index, next)
    index = max(next, index + 1)
  }
}
