/// Finds the spans of a block's inlines, by reading the parser's text along with the parser's nodes.
///
/// cmark counts an inline's column as if every line of a paragraph began where its first does, and wrongly after escapes,
/// entities and link definitions; so its positions of inlines are not used. Nodes come in document order, and the text that
/// each has consumed is known: the cursor only moves forward, and time is linear.
struct InlinePlaces {
  private let bytes: [UInt8]
  private var cursor = 0
  private var limit = 0
  private var quoteDepth = 0
  /// The number of texts of this block that were not found; after many of them, the search ends.
  private var failures = 0
  /// The openers of links and images that are open.
  private var openers: [Opener] = []

  private enum Opener { case bracket, angle, none }

  /// How far ahead a text is looked for: over a title's marker, a cell's padding, text that cmark has dropped.
  private static let window = 512

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Begins a paragraph, heading or cell, in a range of bytes.
  mutating func begin(_ range: Range<Int>, quoteDepth: Int) {
    cursor = min(range.lowerBound, bytes.count)
    limit = min(max(range.upperBound, cursor), bytes.count)
    self.quoteDepth = quoteDepth
    failures = 0
    openers = []
  }

  private func byte(_ index: Int) -> UInt8 { index < limit ? bytes[index] : 0 }

  // MARK: Leaves

  /// The span of a text; nil if unknown.
  mutating func text(_ literal: ArraySlice<UInt8>) -> Range<Int>? {
    guard failures < 16 else { return nil }
    for start in cursor..<max(cursor, min(limit, cursor + Self.window)) {
      if let end = match(literal, at: start) {
        cursor = end
        return start..<end
      }
    }
    failures += 1
    return nil
  }

  /// Passes over the placeholder of a formula.
  mutating func formula() {
    var index = cursor
    while index + 2 < min(limit, cursor + Self.window) {
      if bytes[index] == 0xEF && bytes[index + 1] == 0xB7 && bytes[index + 2] == 0x91 {
        cursor = index + 3
        return
      }
      index += 1
    }
  }

  mutating func lineEnd() -> Range<Int> {
    while cursor < limit, ASCII.isBlank(bytes[cursor]) || bytes[cursor] == ASCII.backslash {
      if bytes[cursor] == ASCII.newline { break }
      cursor += 1
    }
    let start = cursor
    while cursor < limit, bytes[cursor] != ASCII.newline { cursor += 1 }
    let end = min(cursor + 1, limit)
    cursor = end
    var quotes = 0
    while cursor < limit {
      if bytes[cursor] == ASCII.greater, quotes < quoteDepth {
        quotes += 1
      } else if bytes[cursor] != ASCII.space && bytes[cursor] != ASCII.tab {
        break
      }
      cursor += 1
    }
    return min(start, end)..<end
  }

  mutating func code() -> Range<Int>? {
    guard let start = find(ASCII.backtick) else { return nil }
    var length = 0
    while byte(start + length) == ASCII.backtick { length += 1 }
    var index = start + length
    while index < limit {
      var run = 0
      while byte(index + run) == ASCII.backtick { run += 1 }
      if run == length {
        cursor = index + run
        return start..<cursor
      }
      index += max(run, 1)
    }
    return nil
  }

  /// A tag, a comment: its lines may have prefixes in between.
  mutating func html(_ literal: [UInt8]) -> Range<Int>? {
    guard let start = find(ASCII.less) else { return nil }
    var index = start
    for (number, line) in literal.split(separator: ASCII.newline, omittingEmptySubsequences: false).enumerated() {
      if number > 0 {
        while index < limit, bytes[index] != ASCII.newline { index += 1 }
        index += 1
        while index < limit, index + line.count <= limit, !bytes[index..<index + line.count].elementsEqual(line),
          bytes[index] != ASCII.newline
        { index += 1 }
      }
      index += line.count
    }
    cursor = min(index, limit)
    return start..<max(start, cursor)
  }

  mutating func footnoteReference() -> Range<Int>? {
    guard let start = find(ASCII.openBracket) else { return nil }
    skipBracket(from: start)
    return start..<cursor
  }

  // MARK: Around other inlines

  /// Passes over emphasis marks, at most this many of them; returns where they begin.
  mutating func marks(_ count: Int, closing: Bool) -> Int {
    let start = cursor
    var passed = 0
    while passed < count, byte(cursor) == UInt8(ascii: "*") || byte(cursor) == UInt8(ascii: "_") || byte(cursor) == ASCII.tilde {
      cursor += 1
      passed += 1
    }
    return closing ? cursor : start
  }

  /// Enters a link or an image; returns where it begins.
  mutating func openLink() -> Int {
    let start = cursor
    if byte(cursor) == UInt8(ascii: "!"), byte(cursor + 1) == ASCII.openBracket { cursor += 1 }
    switch byte(cursor) {
    case ASCII.openBracket:
      openers.append(.bracket)
      cursor += 1
    case ASCII.less:
      openers.append(.angle)
      cursor += 1
    default: openers.append(.none)
    }
    return start
  }

  /// Leaves a link or an image, with its address and title; returns where it ends.
  mutating func closeLink() -> Int {
    switch openers.popLast() ?? .none {
    case .none: return cursor
    case .angle:
      if let end = find(ASCII.greater) { cursor = end + 1 }
    case .bracket:
      guard let end = find(ASCII.closeBracket) else { return cursor }
      cursor = end + 1
      if byte(cursor) == ASCII.openParenthesis {
        skipDestination()
      } else if byte(cursor) == ASCII.openBracket {
        skipBracket(from: cursor)
      }
    }
    return cursor
  }

  private func find(_ wanted: UInt8) -> Int? {
    for index in cursor..<max(cursor, min(limit, cursor + Self.window)) where bytes[index] == wanted { return index }
    return nil
  }

  private mutating func skipBracket(from start: Int) {
    cursor = start + 1
    while cursor < limit, bytes[cursor] != ASCII.closeBracket { cursor += bytes[cursor] == ASCII.backslash ? 2 : 1 }
    cursor = min(cursor + 1, limit)
  }

  /// `(address "title")`: parentheses balance, and do not count in quotes and angle brackets.
  private mutating func skipDestination() {
    let start = cursor
    var depth = 0
    var quote: UInt8 = 0
    while cursor < limit {
      let byte = bytes[cursor]
      if byte == ASCII.backslash {
        cursor += 1
      } else if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == ASCII.less {
        if cursor == start + 1 { quote = ASCII.greater }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if ASCII.isBlank(bytes[cursor - 1]) { quote = byte }
      } else if byte == ASCII.openParenthesis {
        depth += 1
      } else if byte == ASCII.closeParenthesis {
        depth -= 1
        if depth == 0 { break }
      }
      cursor += 1
    }
    cursor = min(cursor + 1, limit)
  }

  // MARK: Escapes and entities

  /// The end of a text that is written at `start`, with any escapes and entities.
  private func match(_ literal: ArraySlice<UInt8>, at start: Int) -> Int? {
    var source = start
    var index = literal.startIndex
    while index < literal.endIndex {
      guard source < limit else { return nil }
      let next = byte(source + 1)
      if bytes[source] == ASCII.backslash, Self.isPunctuation(next), next == literal[index] {
        source += 2
        index += 1
      } else if bytes[source] == UInt8(ascii: "&"), let entity = entity(at: source, in: literal[index...]) {
        source += entity.source
        index += entity.literal
      } else if bytes[source] == literal[index] {
        source += 1
        index += 1
      } else {
        return nil
      }
    }
    return source
  }

  /// The number of an entity's bytes, and the number that it became: one character, or two if the second combines.
  private func entity(at start: Int, in literal: ArraySlice<UInt8>) -> (source: Int, literal: Int)? {
    var end = start + 1
    while end < min(limit, start + 34), ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) || bytes[end] == ASCII.hash {
      end += 1
    }
    guard byte(end) == UInt8(ascii: ";"), end > start + 1 else { return nil }
    end += 1
    let name = bytes[start..<end]
    // An unknown name stays as it is; `&amp;` alone can be both.
    if literal.starts(with: name), !name.elementsEqual("&amp;".utf8) { return nil }
    var count = Self.length(ofCharacter: literal[literal.startIndex])
    let rest = literal.dropFirst(count)
    for mark in ["\u{338}", "\u{20D2}", "\u{20E5}", "\u{FE00}", "\u{333}", "\u{331}", "\u{200A}"] where rest.starts(with: mark.utf8) {
      if end >= limit || bytes[end] != rest[rest.startIndex] { count += mark.utf8.count }
    }
    return (end - start, min(count, literal.count))
  }

  private static func length(ofCharacter lead: UInt8) -> Int { lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !ASCII.isLetter(byte) && !ASCII.isDigit(byte)
  }
}
