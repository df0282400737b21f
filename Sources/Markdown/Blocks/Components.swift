/// MDX: Markdown with components, `<Tabs><TabItem label="npm">`, with imports before its text and with comments in braces.
extension MathScanner {
  /// Takes what begins on this line and is MDX' own out of the text; tags of components are on lines of their own, so that what is
  /// between them is Markdown.
  mutating func takeMDX(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    let isFirst = !hasContent
    hasContent = true
    guard readsExtensions else { return false }
    switch first.byte {
    case ASCII.less: return takeComponents(cursor, first.offset)
    case ASCII.openBrace: return takeComment(cursor, first.offset)
    case UInt8(ascii: "i"), UInt8(ascii: "e"):
      guard isFirst, containers.isEmpty, cursor.indent == 0, takeModuleLine(cursor, first.offset) else { return false }
      // The next line may be one too.
      hasContent = false
      return true
    default: return false
    }
  }

  // MARK: Imports and exports

  /// `import … from '…'` and `export const …`, which are before the text and may go on up to a blank line.
  private mutating func takeModuleLine(_ cursor: LineCursor, _ start: Int) -> Bool {
    func line(_ from: Int, _ to: Int) -> String { String(decoding: bytes[from..<to], as: UTF8.self).trimmedWhitespace() }
    var text = line(start, cursor.end)
    var end = cursor.end
    let exports = ["export const ", "export let ", "export function ", "export default "]
    if exports.contains(where: text.hasPrefix) {
      guard text.hasSuffix(";") || text.hasSuffix("{") || text.contains("=") else { return false }
      while end + 1 < bytes.count, case let next = lineEnd(from: end + 1), !line(end + 1, next).isEmpty,
        !Self.isModuleLine(line(end + 1, next))
      {
        end = next
      }
    } else {
      guard text.hasPrefix("import ") else { return false }
      // `import {` over several lines.
      if text.hasSuffix("{") {
        for _ in 0..<60 where end + 1 < bytes.count && !text.contains("}") {
          let next = lineEnd(from: end + 1)
          text += " " + line(end + 1, next)
          end = next
        }
      }
      guard Self.isModuleLine(text) else { return false }
    }
    edits.append(Edit(range: start..<end, text: []))
    position = end + 1
    leaf = .none
    return true
  }

  private static func isModuleLine(_ text: String) -> Bool {
    if text.hasPrefix("export ") { return true }
    guard text.hasPrefix("import ") else { return false }
    let body = text.hasSuffix(";") ? text.dropLast() : text[...]
    guard let quote = body.last, quote == "'" || quote == "\"", let open = body.dropLast().lastIndex(of: quote) else { return false }
    let head = String(body[..<open]).trimmedWhitespace()
    return head == "import" || head.hasSuffix(" from") || head.hasSuffix("}from")
  }

  // MARK: Comments

  /// `{/* … */}` that begins a block and ends a line.
  private mutating func takeComment(_ cursor: LineCursor, _ start: Int) -> Bool {
    guard case .none = leaf, bytes[start..<cursor.end].starts(with: "{/*".utf8) else { return false }
    guard let end = nextEnd(of: "*/}", from: start), bytes[end..<lineEnd(from: end)].allSatisfy(ASCII.isBlank) else { return false }
    edits.append(Edit(range: start..<end, text: []))
    position = max(position, lineEnd(from: end) + 1)
    return true
  }

  // MARK: Components

  /// A line of nothing but tags of components, at least one of which has Markdown after it.
  private mutating func takeComponents(_ cursor: LineCursor, _ start: Int) -> Bool {
    let end = trimmedEnd(cursor)
    var starts: [Int] = []
    var index = start
    var isClosing = true
    while index < end {
      if ASCII.isBlank(bytes[index]) {
        index += 1
        continue
      }
      guard let next = componentEnd(index, end) else { return false }
      starts.append(index)
      if bytes[index + 1] != UInt8(ascii: "/") { isClosing = false }
      index = next
    }
    let isInParagraph = if case .paragraph = leaf { true } else { false }
    if isInParagraph { guard isClosing else { return false } } else if case .none = leaf {} else { return false }
    endBlock()
    leaf = .none
    componentIndent = nil
    for place in starts where bytes[place + 1] != UInt8(ascii: "/") {
      let name = String(
        decoding: bytes[(place + 1)..<end].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }, as: UTF8.self)
      if let close = nextEnd(of: "</\(name)>", from: place) { componentsEnd = max(componentsEnd, close) }
    }
    let lineBreak = [ASCII.newline] + prefix(containers.count)
    for (number, place) in starts.enumerated() {
      let text = number == 0 ? (isInParagraph ? lineBreak : []) : lineBreak
      if !text.isEmpty { edits.append(Edit(range: place..<place, text: text)) }
    }
    edits.append(Edit(range: end..<cursor.end, text: lineBreak))
    return true
  }

  /// What is between components is no code because it is indented: takes the indent of the first such line off all of them, and
  /// that of tags wholly.
  mutating func outdent(_ cursor: inout LineCursor, lineStart: Int) {
    guard let first = cursor.first else { return }
    let isInFence = if case .fence = leaf { true } else { false }
    let next = first.offset + 1 < cursor.end ? bytes[first.offset + 1] : 0
    let isTag = !isInFence && first.byte == ASCII.less && (next == UInt8(ascii: "/") || next &- 0x41 < 26)
    if componentIndent == nil, !isTag { componentIndent = cursor.indent }
    let columns = isTag ? cursor.indent : min(cursor.indent, componentIndent ?? 0)
    guard columns > 0 else { return }
    cursor.skip(columns: columns)
    edits.append(Edit(range: lineStart..<cursor.offset, text: []))
  }

  /// The end of a component's tag: `<Name …>`, `<Name … />`, `</Name>`. HTML's own names are none, whatever their case.
  private func componentEnd(_ start: Int, _ end: Int) -> Int? {
    guard bytes[start] == ASCII.less else { return nil }
    var index = start + 1
    if index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    let nameStart = index
    while index < end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    guard index < end, let first = name.first, first.isUppercase, name.contains(where: \.isLowercase), !HTMLNames.isKnown(name.lowercased())
    else { return nil }
    var quote: UInt8 = 0
    while index < end {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == ASCII.less {
        return nil
      } else if byte == ASCII.greater {
        return index + 1
      }
      index += 1
    }
    return nil
  }
}
