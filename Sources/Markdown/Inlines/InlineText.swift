import TypesetDiagnostics

/// The current text node: its bytes, where each was written, and whether with a backslash or as an entity.
struct InlineText {
  var node: Tree.Index
  var bytes: [UInt8]
  /// Of each byte, and of the end.
  var places: [Int32] = []
  var isEscaped: [Bool]

  /// Reads a text's bytes along with the author's.
  init(_ node: Tree.Index, _ bytes: [UInt8], written span: SourceSpan, in source: [UInt8]) {
    self.node = node
    self.bytes = bytes
    isEscaped = [Bool](repeating: false, count: bytes.count)
    let span = span.range(within: source.count)
    places.reserveCapacity(bytes.count + 1)
    if span.count == bytes.count {
      places = (span.lowerBound...span.upperBound).map { Int32(clamping: $0) }
      return
    }
    var place = span.lowerBound
    var index = 0
    while index < bytes.count {
      let written = place < span.upperBound ? source[place] : 0
      if written == ASCII.backslash, place + 1 < span.upperBound, source[place + 1] == bytes[index],
        !ASCII.isLetter(bytes[index]), !ASCII.isDigit(bytes[index])
      {
        places.append(Int32(clamping: place))
        isEscaped[index] = true
        place += 2
        index += 1
      } else if written == UInt8(ascii: "&"), bytes[index] != written || source[place..<span.upperBound].starts(with: "&amp;".utf8),
        let end = source[place..<min(span.upperBound, place + 34)].firstIndex(of: UInt8(ascii: ";"))
      {
        // A single character, whatever its name.
        repeat {
          places.append(Int32(clamping: place))
          isEscaped[index] = true
          index += 1
        } while index < bytes.count && bytes[index] & 0xC0 == 0x80
        place = end + 1
      } else {
        places.append(Int32(clamping: min(place, span.upperBound)))
        if written == bytes[index] { place += 1 }
        index += 1
      }
    }
    places.append(Int32(clamping: span.upperBound))
  }

  /// What follows, unless it begins with an escaped character.
  func unescaped(from start: Int) -> ArraySlice<UInt8> { start < bytes.count && isEscaped[start] ? [] : bytes[start...] }

  /// True for a bracket before one that is escaped.
  func opensEscapedBracket(at index: Int) -> Bool {
    bytes[index] == ASCII.openBracket && index + 1 < bytes.count && isEscaped[index + 1]
  }

  /// The span of some of its bytes.
  func span(of range: Range<Int>) -> SourceSpan { SourceSpan(Int(places[range.lowerBound]), Int(places[range.upperBound])) }
}
