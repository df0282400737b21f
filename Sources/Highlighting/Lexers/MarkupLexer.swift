import TypesetBytes

/// Reads HTML and XML; scripts and style sheets inside by their own languages.
struct MarkupLexer: CodeReading {
  let bytes: [UInt8]
  let end: Int
  let isHTML: Bool
  let depth: Int
  var index: Int
  var sink: TokenSink

  init(_ bytes: [UInt8], _ range: Range<Int>, isHTML: Bool, _ sink: TokenSink, depth: Int) {
    self.bytes = bytes
    end = range.upperBound
    index = range.lowerBound
    self.isHTML = isHTML
    self.sink = sink
    self.depth = depth
  }

  mutating func lex() {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "<"): lexAngle()
      case UInt8(ascii: "&"): lexEntity()
      default: index += 1
      }
    }
  }

  private func has(_ word: StaticString, at offset: Int) -> Bool {
    guard offset + word.utf8CodeUnitCount <= end else { return false }
    return "\(word)".utf8.elementsEqual(bytes[offset..<offset + word.utf8CodeUnitCount].lazy.map { $0.isCapital ? $0 | 0x20 : $0 })
  }

  /// The offset after the next `word`, or the end.
  private func after(_ word: StaticString, from offset: Int) -> Int {
    var position = offset
    let first = "\(word)".utf8.first ?? 0
    while position < end {
      if bytes[position] == first, has(word, at: position) { return position + word.utf8CodeUnitCount }
      position += 1
    }
    return end
  }

  private mutating func lexEntity() {
    var stop = index + 1
    while stop < min(end, index + 32), bytes[stop].isLetter || bytes[stop].isDigit || bytes[stop] == UInt8(ascii: "#") { stop += 1 }
    if byte(stop) == UInt8(ascii: ";"), stop > index + 1 { add(.escape, until: stop + 1) } else { index += 1 }
  }

  private mutating func lexAngle() {
    let next = byte(index + 1)
    if has("<!--", at: index) {
      add(.comment, until: after("-->", from: index + 4))
    } else if has("<![cdata[", at: index) {
      add(.string, until: after("]]>", from: index + 9))
    } else if next == UInt8(ascii: "!") {
      add(.attribute, until: after(">", from: index))
    } else if next == UInt8(ascii: "?") {
      add(.attribute, until: after("?>", from: index))
    } else if next == UInt8(ascii: "/") || next.isNameByte {
      lexTag(isClosing: next == UInt8(ascii: "/"))
    } else {
      index += 1
    }
  }

  private mutating func lexTag(isClosing: Bool) {
    let name = index + (isClosing ? 2 : 1)
    var stop = name
    while stop < end, isName(bytes[stop]) { stop += 1 }
    let isScript = isHTML && !isClosing && has("script", at: name) && stop - name == 6
    let isStyle = isHTML && !isClosing && has("style", at: name) && stop - name == 5
    add(.tag, until: stop)
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        add(.tag, until: index + 1)
        break
      } else if byte == UInt8(ascii: "/"), self.byte(index + 1) == UInt8(ascii: ">") {
        add(.tag, until: index + 2)
        return
      } else if byte == UInt8(ascii: "<") {
        return
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        var close = index + 1
        while close < end, bytes[close] != byte { close += 1 }
        add(.string, until: min(end, close + 1))
      } else if isName(byte) {
        var close = index
        while close < end, isName(bytes[close]) { close += 1 }
        let isValue = index > 0 && bytes[index - 1] == UInt8(ascii: "=")
        add(isValue ? .string : .property, until: close)
      } else {
        index += 1
      }
    }
    if isScript { lexInner(until: "</script", as: .code(WebLanguages.javaScript)) }
    if isStyle { lexInner(until: "</style", as: .styleSheet) }
  }

  private func isName(_ byte: UInt8) -> Bool { byte.isNameByte || "-:.@#*".utf8.contains(byte) }

  private mutating func lexInner(until closer: StaticString, as lexing: Lexing) {
    let close = after(closer, from: index)
    let stop = close == end && !has(closer, at: max(index, end - closer.utf8CodeUnitCount)) ? end : close - closer.utf8CodeUnitCount
    guard stop > index else { return }
    sink = TypesetHighlighting.lex(bytes, index..<stop, as: lexing, into: sink, depth: depth + 1)
    index = stop
  }
}
