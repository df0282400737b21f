/// Which names attributes of tags may have.
package enum HTMLAttributeNames: Sendable {
  /// CommonMark's: letters, digits and `_:.-`, the first of them no digit, point or hyphen.
  case plain
  /// Those of programs, too, which begin with a sign, where a value in quotes follows: `@click="go"`, `#item="{ name }"`, `(click)="go()"`, `[value]="x"`.
  case signsWithValues
  /// Those of Vue, without a value too: `#header`, `@click.prevent`.
  case signs
}

/// Tags, comments and the like within text.
struct HTMLTags {
  private let names: HTMLAttributeNames

  init(_ names: HTMLAttributeNames = .plain) { self.names = names }

  /// From where on a text has no closer of a kind: `-->`, `?>`, `>`, `]]>`.
  private var unclosed = [Int](repeating: Int.max, count: 4)

  mutating func begin() { for index in unclosed.indices { unclosed[index] = Int.max } }

  /// Where the HTML that begins with the `<` at a place ends; nil for a plain `<`.
  mutating func end(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start + 1 < end else { return nil }
    switch bytes[start + 1] {
    case Byte.question: return close(1, Words.instructionEnd, bytes, start + 2, end)
    case Byte.exclamation:
      if HTMLBlocks.hasPrefix(bytes, start + 2, end, Words.twoHyphens) {
        if HTMLBlocks.hasPrefix(bytes, start + 4, end, Words.tagEnd) { return start + 5 }
        if HTMLBlocks.hasPrefix(bytes, start + 4, end, Words.arrow) { return start + 6 }
        return close(0, Words.commentEnd, bytes, start + 4, end)
      }
      if HTMLBlocks.hasPrefix(bytes, start + 2, end, Words.cdata) { return close(3, Words.cdataEnd, bytes, start + 9, end) }
      guard start + 2 < end, Byte.isLetter(bytes[start + 2]) else { return nil }
      return close(2, Words.tagEnd, bytes, start + 3, end)
    default: return Self.tag(bytes, start, end, names)
    }
  }

  private mutating func close(_ kind: Int, _ word: [UInt8], _ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start < unclosed[kind] else { return nil }
    var index = start
    while index < end {
      if HTMLBlocks.hasPrefix(bytes, index, end, word) { return index + word.count }
      index += 1
    }
    unclosed[kind] = start
    return nil
  }

  /// Where the opening or closing tag at a place ends.
  static func tag(_ bytes: [UInt8], _ start: Int, _ end: Int, _ names: HTMLAttributeNames) -> Int? {
    var index = start + 1
    let isEndTag = index < end && bytes[index] == Byte.slash
    if isEndTag { index += 1 }
    guard index < end, Byte.isLetter(bytes[index]) else { return nil }
    while index < end, Byte.isLetterOrDigit(bytes[index]) || bytes[index] == Byte.hyphen { index += 1 }
    if isEndTag {
      while index < end, Byte.isSpace(bytes[index]) { index += 1 }
      return index < end && bytes[index] == Byte.greater ? index + 1 : nil
    }
    while true {
      let afterName = index
      while index < end, Byte.isSpace(bytes[index]) { index += 1 }
      guard index < end else { return nil }
      if bytes[index] == Byte.slash { return index + 1 < end && bytes[index + 1] == Byte.greater ? index + 2 : nil }
      if bytes[index] == Byte.greater { return index + 1 }
      guard index > afterName, let next = attribute(bytes, index, end, names) else { return nil }
      index = next
    }
  }

  private static func isNameStart(_ byte: UInt8) -> Bool { Byte.isLetter(byte) || byte == Byte.underscore || byte == Byte.colon }

  /// Where a name ends that begins at a place, and whether it is one of a program; nil where none begins.
  private static func name(_ bytes: [UInt8], _ start: Int, _ end: Int, _ names: HTMLAttributeNames) -> (end: Int, hasSign: Bool)? {
    let isSigned = names != .plain && (Words.attributeSigns.contains(bytes[start]) || bytes[start] == Byte.colon)
    guard isNameStart(bytes[start]) || isSigned else { return nil }
    // `:[name]`, `v-bind:[name]`
    let mayHaveSigns =
      isSigned || names != .plain && bytes[start] == UInt8(ascii: "v") && start + 1 < end && bytes[start + 1] == Byte.hyphen
    var index = start
    var hasSign = false
    while index < end {
      let byte = bytes[index]
      if mayHaveSigns, Words.attributeSigns.contains(byte) {
        hasSign = true
      } else if !isNameStart(byte), !Byte.isDigit(byte), byte != Byte.period, byte != Byte.hyphen {
        break
      }
      index += 1
    }
    // A sign alone names nothing.
    return index - start > 1 || !hasSign ? (index, hasSign) : nil
  }

  private static func attribute(_ bytes: [UInt8], _ start: Int, _ end: Int, _ names: HTMLAttributeNames) -> Int? {
    guard let (nameEnd, hasSign) = name(bytes, start, end, names) else { return nil }
    let wantsValue = hasSign && names == .signsWithValues
    var index = nameEnd
    while index < end, Byte.isSpace(bytes[index]) { index += 1 }
    guard index < end, bytes[index] == Byte.equals else { return wantsValue ? nil : nameEnd }
    index += 1
    while index < end, Byte.isSpace(bytes[index]) { index += 1 }
    guard index < end else { return nil }
    if bytes[index] == Byte.quotation || bytes[index] == Byte.apostrophe {
      let quote = bytes[index]
      index += 1
      while index < end, bytes[index] != quote { index += 1 }
      return index < end ? index + 1 : nil
    }
    if wantsValue { return nil }
    let valueStart = index
    while index < end, isUnquoted(bytes[index]) { index += 1 }
    return index > valueStart ? index : nil
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quotation, Byte.apostrophe, Byte.equals, Byte.less, Byte.greater, Byte.backtick: false
    default: !Byte.isSpace(byte)
    }
  }
}
