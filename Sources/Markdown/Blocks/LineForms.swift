// What a line is by its own bytes, whatever is open around it.

extension LineCursor {
  /// The first character that is not white space, and its offset.
  typealias First = (byte: UInt8, offset: Int)

  /// Where the line ends without the white space at its end.
  var trimmedEnd: Int {
    var end = end
    while end > offset, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Where the line ends without a carriage return, which is after `start`.
  func textEnd(from start: Int) -> Int { end > start && bytes[end - 1] == ASCII.carriageReturn ? end - 1 : end }

  /// Passes over words and white space up to a place.
  mutating func skip(to place: Int) {
    while offset < place {
      if indent > 0 { skip(columns: indent) } else { skipCharacter() }
    }
  }

  /// The length of a list marker, without the space after it: `-`, `+`, `*`, `12.`, `3)`.
  func listMarkerWidth(_ first: First) -> Int? { ListMarker.width(in: bytes, at: first.offset, to: end) }

  /// True if an item that begins with this marker may be right below a paragraph: it is not empty, and its number is 1.
  func mayInterrupt(_ first: First, width: Int) -> Bool {
    let rest = first.offset + width
    if rest >= end || bytes[rest..<end].allSatisfy(ASCII.isBlank) { return false }
    return !ASCII.isDigit(first.byte) || width == 2 && first.byte == UInt8(ascii: "1")
  }

  /// Passes over a list marker and the space after it.
  ///
  /// - Returns: Columns that the item's further lines are indented by.
  mutating func passListMarker(width: Int) -> Int {
    let indent = indent
    skip(columns: indent)
    for _ in 0..<width { skipCharacter() }
    let space = self.indent
    let content = isBlank ? 1 : space > 4 ? 1 : space
    skip(columns: content)
    return indent + width + content
  }

  /// True if the line is one formula between single dollars, perhaps with a full stop or comma after it.
  var isFormula: Bool {
    guard indent <= 3, let first, first.byte == ASCII.dollar else { return false }
    var end = trimmedEnd
    while end > first.offset, ",.;:".utf8.contains(bytes[end - 1]) { end -= 1 }
    let line = bytes[first.offset..<end]
    return line.count > 2 && line.last == ASCII.dollar && !line.dropFirst().dropLast().contains(ASCII.dollar)
  }

  /// True for a line with one formula of LaTeX's between dollars and nothing else, whatever its indent.
  var isLoneFormula: Bool {
    guard let first, first.byte == ASCII.dollar, trimmedEnd > first.offset + 3 else { return false }
    let line = bytes[first.offset..<trimmedEnd]
    let inner = line.dropFirst().dropLast()
    return line.last == ASCII.dollar && !inner.dropFirst().dropLast().contains(ASCII.dollar) && MathEvidence.hasCommand(inner)
  }

  var isThematicBreak: Bool {
    guard let first, [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(first.byte) else { return false }
    var count = 0
    for index in first.offset..<end {
      if bytes[index] == first.byte {
        count += 1
      } else if !ASCII.isBlank(bytes[index]) {
        return false
      }
    }
    return count >= 3
  }

  /// True for the line below a heading's words (CommonMark, Setext headings).
  var isUnderline: Bool {
    guard let first, indent <= 3, first.byte == UInt8(ascii: "=") || first.byte == UInt8(ascii: "-") else { return false }
    return bytes[first.offset..<trimmedEnd].allSatisfy { $0 == first.byte }
  }

  var isHeading: Bool {
    guard let first else { return false }
    var index = first.offset
    while index < end, bytes[index] == ASCII.hash { index += 1 }
    return index - first.offset <= 6 && (index >= end || ASCII.isBlank(bytes[index]))
  }

  /// The position of the closing bracket of a footnote's label, `[^1]:`.
  func noteLabelEnd(_ first: First) -> Int? {
    guard first.byte == ASCII.openBracket, first.offset + 4 < end, bytes[first.offset + 1] == UInt8(ascii: "^") else { return nil }
    var index = first.offset + 2
    while index < end, bytes[index] != ASCII.closeBracket, bytes[index] != ASCII.openBracket, !ASCII.isBlank(bytes[index]) { index += 1 }
    let isLabel = index > first.offset + 2 && index + 1 < end && bytes[index] == ASCII.closeBracket
    return isLabel && bytes[index + 1] == UInt8(ascii: ":") ? index : nil
  }

  /// Passes over a footnote's label, its colon and the space after that.
  mutating func passNoteLabel(to bracket: Int) {
    skip(columns: indent)
    while offset < bracket + 2 { skipCharacter() }
    skip(columns: indent)
  }

  /// `|---|:-:|`, the second line of a table.
  var isDelimiterRow: Bool {
    var hasDash = false
    var hasPipe = false
    for index in offset..<end {
      switch bytes[index] {
      case UInt8(ascii: "-"): hasDash = true
      case ASCII.pipe: hasPipe = true
      case UInt8(ascii: ":"), ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return false
      }
    }
    return hasDash && hasPipe
  }

  /// The name in the `\begin{name}` with which a line begins.
  func environmentName(at start: Int) -> String? {
    let head = String(decoding: bytes[start..<min(end, start + 32)], as: UTF8.self)
    guard head.hasPrefix("\\begin{"), let close = head.firstIndex(of: "}") else { return nil }
    return String(head[head.index(head.startIndex, offsetBy: 7)..<close])
  }

  // MARK: Fences

  struct Fence {
    var byte: UInt8
    var length: Int
    /// GitHub's ```` ```math ````, MyST's ```` ```{math} ````, MMark's ```` ```mathjax ````.
    var isMath: Bool
    /// True if only Documenter has such a block.
    var isDocumenter: Bool
  }

  /// The fence that opens code on this line.
  func fence(readsExtensions: Bool) -> Fence? {
    guard let first, first.byte == ASCII.backtick || first.byte == ASCII.tilde else { return nil }
    var index = first.offset
    while index < end, bytes[index] == first.byte { index += 1 }
    let length = index - first.offset
    guard length >= 3 else { return nil }
    if first.byte == ASCII.backtick {
      for later in index..<end where bytes[later] == ASCII.backtick { return nil }
    }
    let info = String(decoding: bytes[index..<end], as: UTF8.self).split { $0.isWhitespace }
    return Fence(
      byte: first.byte, length: length,
      isMath: info.count == 1 && Self.mathFences.contains(info[0]) || info.first == "{math}" && readsExtensions,
      isDocumenter: info.first.map { Self.documenterBlocks.contains(String($0)) } ?? false)
  }

  private static let mathFences: Set<Substring> = ["math", "mathjax", "quiver"]
  private static let documenterBlocks: Set<String> = ["@meta", "@docs", "@example"]

  /// Where a fence ends that closes code, if this line is one.
  func fenceEnd(byte: UInt8, length: Int) -> Int? {
    guard indent <= 3, let first, first.byte == byte else { return nil }
    var index = first.offset
    while index < end, bytes[index] == byte { index += 1 }
    return index - first.offset >= length && bytes[index..<end].allSatisfy(ASCII.isBlank) ? index : nil
  }

  /// True if a line ends a block that becomes a quote.
  func closesBlock(byte: UInt8, length: Int) -> Bool {
    guard indent <= 3, let first, first.byte == byte else { return false }
    let end = trimmedEnd
    let count = end - first.offset
    guard byte == UInt8(ascii: "/") ? count == length : count >= length else { return false }
    return bytes[first.offset..<end].allSatisfy { $0 == byte }
  }
}

/// The marker of a list's item (CommonMark, List items).
enum ListMarker {
  /// Its length, without the space after it: `-`, `+`, `*`, `12.`, `3)`; nil for text that begins with none.
  static func width<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at start: Int, to end: Int) -> Int? where Bytes.Index == Int {
    guard start < end else { return nil }
    var index = start
    switch bytes[start] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): index += 1
    case 0x30...0x39:
      while index < end, index - start < 9, ASCII.isDigit(bytes[index]) { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == ASCII.closeParenthesis else { return nil }
      index += 1
    default: return nil
    }
    guard index >= end || ASCII.isBlank(bytes[index]) else { return nil }
    return index - start
  }
}
