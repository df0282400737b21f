internal import TypesetDiagnostics

/// MDX: Markdown with components, `<Tabs><TabItem label="npm">`, with imports before its text and with comments in braces.
struct ComponentReader {
  /// True after the first line that is not an import.
  private var hasContent = false
  /// Where the last open component ends, and the indent of the lines in it.
  private var end = 0
  private var indent: Int?
  /// True if that component is in no other block, so that all lines in it lose its indent, those of lists too.
  private(set) var isOutermost = true
  /// True once there was an import.
  private var hasImports = false
  /// True once there was an export whose brackets are never closed.
  private var isUnbalanced = false

  /// True where the tags of components are no words in angle brackets, whatever their names are.
  private let isForComponents: Bool

  init(_ dialect: Dialect = .general) { isForComponents = dialect.tool.hasComponents }

  /// True if an import or its dialect shows that the document is MDX.
  func isMDX(_ dialect: Dialect) -> Bool { hasImports || dialect.tool == .docusaurus }

  // MARK: Imports and exports

  /// True for the first lines of a text, up to the first that is not an import.
  mutating func isAtBeginning() -> Bool {
    defer { hasContent = true }
    return !hasContent
  }

  /// The end of an import or export that begins on a line: before the text, or, as MDX allows it, between blocks. Between them only MDX has
  /// exports of names.
  ///
  /// - Parameter isFree: True between blocks.
  mutating func module(_ cursor: LineCursor, _ start: Int, isFirst: Bool, isFree: Bool, _ dialect: Dialect) -> Int? {
    let begins = isMDX(dialect) ? Self.exports + ["import "] : ["import ", "export default "]
    guard isFirst || isFree && begins.contains(where: { cursor.bytes[start...].starts(with: $0.utf8) }),
      let end = moduleEnd(cursor, from: start)
    else { return nil }
    // The next line may be one, too.
    hasContent = false
    hasImports = true
    return end
  }

  private static let exports = ["export const ", "export let ", "export function ", "export async function ", "export default "]

  /// `import … from '…'` and `export const …`: an export extends to the line that closes its brackets, or to a blank line.
  mutating func moduleEnd(_ cursor: LineCursor, from start: Int) -> Int? {
    let bytes = cursor.bytes
    func line(_ from: Int, _ to: Int) -> String { String(decoding: bytes[from..<to], as: UTF8.self).trimmedWhitespace() }
    var text = line(start, cursor.end)
    var end = cursor.end
    if Self.exports.contains(where: text.hasPrefix) {
      let isName = text.dropFirst(15).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && text.hasPrefix("export default ")
      guard text.hasSuffix(";") || text.hasSuffix("{") || text.contains("=") || isName else { return nil }
      if let end = balancedEnd(bytes, from: start) { return end }
      while end + 1 < bytes.count, case let next = Self.lineEnd(in: bytes, from: end + 1), !line(end + 1, next).isEmpty,
        !Self.isModuleLine(line(end + 1, next))
      {
        end = next
      }
    } else {
      guard text.hasPrefix("import ") else { return nil }
      // `import {` over several lines.
      if text.hasSuffix("{") {
        for _ in 0..<60 where end + 1 < bytes.count && !text.contains("}") {
          let next = Self.lineEnd(in: bytes, from: end + 1)
          text += " " + line(end + 1, next)
          end = next
        }
      }
      guard Self.isModuleLine(text) else { return nil }
    }
    return end
  }

  /// The end of the line on which a statement has closed all its brackets; nil if the text does not show it. Blank lines may be in it.
  private mutating func balancedEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    // Where one is never closed, others need not be looked at.
    guard !isUnbalanced else { return nil }
    let limit = min(bytes.count, start + Self.longestStatement)
    var depth = 0
    var quote: UInt8?
    var last: UInt8 = 0
    var index = start
    while index < limit {
      let byte = bytes[index]
      defer { index += 1 }
      if byte == ASCII.newline {
        // A quote within a line is an apostrophe of JSX; only templates go on.
        if quote != ASCII.backtick { quote = nil }
        if quote == nil, depth <= 0, !"=>,(+&|?:".utf8.contains(last) { return index }
        continue
      }
      if let open = quote {
        if byte == ASCII.backslash { index += 1 } else if byte == open { quote = nil }
        last = byte
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let rest = bytes[(index + 1)..<limit].prefix { $0 != ASCII.newline && $0 != byte }
        if rest.endIndex < limit, bytes[rest.endIndex] == byte { quote = byte }
      case ASCII.backtick: quote = byte
      case ASCII.openParenthesis, ASCII.openBracket, ASCII.openBrace: depth += 1
      case ASCII.closeParenthesis, ASCII.closeBracket, ASCII.closeBrace: depth -= 1
      default: break
      }
      if !ASCII.isBlank(byte), byte != ASCII.carriageReturn { last = byte }
    }
    if limit == bytes.count, quote == nil, depth <= 0 { return limit }
    isUnbalanced = true
    return nil
  }

  /// In bytes; more is hardly a line behind a tag.
  private static let longestRest = 10_000

  /// In bytes; more is hardly one statement.
  private static let longestStatement = 30_000

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
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

  /// The end of `{/* … */}` that begins at a place and ends a line.
  static func commentEnd(_ cursor: LineCursor, from start: Int, _ closers: inout CloserSearch) -> Int? {
    let bytes = cursor.bytes
    guard bytes[start..<cursor.end].starts(with: "{/*".utf8), let end = closers.end(of: "*/}", from: start),
      bytes[end..<lineEnd(in: bytes, from: end)].allSatisfy(ASCII.isBlank)
    else { return nil }
    return end
  }

  // MARK: Components

  /// A line of nothing but tags of components.
  struct TagLine {
    /// Where each tag begins.
    var starts: [Int] = []
    /// True if all of them are closing tags.
    var areClosing = true
    /// Of the last tag.
    var end = 0

    /// True for closing tags, for those within a component of MDX, and for the tag of a component right below text whose body begins below
    /// an empty line: VitePress' components end a paragraph.
    func mayEndParagraph(_ cursor: LineCursor, _ dialect: Dialect, _ reader: ComponentReader) -> Bool {
      if areClosing || dialect.tool == .docusaurus && reader.endsParagraph(cursor) { return true }
      guard [.vitepress, .slidev].contains(dialect.tool), starts.count == 1, cursor.end + 1 < cursor.bytes.count else { return false }
      let next = cursor.bytes[(cursor.end + 1)...].prefix(200)
      return next.first { $0 != ASCII.space && $0 != ASCII.tab && $0 != ASCII.carriageReturn && $0 != ASCII.greater } == ASCII.newline
    }
  }

  func tags(_ cursor: LineCursor, from start: Int) -> TagLine? {
    let bytes = cursor.bytes
    var line = TagLine()
    line.end = cursor.trimmedEnd
    var index = start
    while index < line.end {
      if ASCII.isBlank(bytes[index]) {
        index += 1
        continue
      }
      guard let next = Self.tagEnd(bytes, index, line.end, inCapitals: hasImports || isForComponents) else { return nil }
      line.starts.append(index)
      if bytes[index + 1] != UInt8(ascii: "/") { line.areClosing = false }
      index = next
    }
    return line
  }

  /// Opens the components of a line.
  ///
  /// - Parameter isOutermost: True if they are in no list or quote.
  mutating func open(_ line: TagLine, in bytes: [UInt8], isOutermost: Bool, _ closers: inout CloserSearch) {
    indent = nil
    if let first = line.starts.first, first >= end { self.isOutermost = isOutermost }
    // What is in an open component ends with it.
    for place in line.starts where bytes[place + 1] != UInt8(ascii: "/") && place >= end {
      let name = String(
        decoding: bytes[(place + 1)..<line.end].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".") },
        as: UTF8.self)
      if let close = Self.end(of: name, from: place, in: bytes, &closers) { end = close }
    }
  }

  /// Where a component ends, past those of the same name in it.
  private static func end(of name: String, from start: Int, in bytes: [UInt8], _ closers: inout CloserSearch) -> Int? {
    guard var close = closers.end(of: "</\(name)>", from: start) else { return nil }
    let opener = Array("<\(name)".utf8)
    func openers(_ from: Int, _ to: Int) -> Int {
      var (count, place) = (0, from)
      while let next = bytes.find(opener, from: place, to: to) {
        place = next + opener.count
        if place < to, !ASCII.isLetter(bytes[place]), !ASCII.isDigit(bytes[place]) { count += 1 }
      }
      return count
    }
    var inner = openers(start + 1, close)
    while inner > 0, let next = closers.end(of: "</\(name)>", from: close) {
      inner += openers(close, next) - 1
      close = next
    }
    return close
  }

  /// Opens the components of a line, and puts each tag on a line of its own.
  mutating func write(
    _ line: TagLine, _ cursor: LineCursor, isInParagraph: Bool, prefix: [UInt8], _ closers: inout CloserSearch, _ findings: inout Findings
  ) {
    open(line, in: cursor.bytes, isOutermost: prefix.isEmpty, &closers)
    let lineBreak = [ASCII.newline] + prefix
    for (number, place) in line.starts.enumerated() {
      if number > 0 || isInParagraph { findings.edit(place..<place, lineBreak) }
      ComponentTag.rename(at: place, in: cursor.bytes, &findings)
    }
    findings.edit(line.end..<cursor.end, lineBreak)
  }

  /// Removes the attributes of tags in MDX whose values are expressions, but those that give the address of a picture.
  func hideExpressions(in bytes: [UInt8], _ line: Range<Int>, _ findings: inout Findings) {
    guard isMDX(findings.dialect) else { return }
    for value in ComponentTag.expressions(in: bytes, line) { findings.edit(value, ComponentTag.address(in: bytes, value)) }
  }

  /// Writes the tag of a component on one line that is over several lines or has expressions.
  ///
  /// - Returns: Where the next line begins; nil if there is no such tag.
  mutating func takeTag(
    _ cursor: LineCursor, _ start: Int, in openBlocks: OpenBlocks, _ closers: inout CloserSearch, _ findings: inout Findings
  ) -> Int? {
    let bytes = cursor.bytes
    guard let tag = ComponentTag(bytes, from: start, isMDX: isMDX(findings.dialect)), tag.isSpecial || tag.isTitled(before: cursor.end)
    else { return nil }
    let end = openBlocks.lineEnd(from: tag.end)
    let isAlone = bytes[tag.end..<end].allSatisfy(ASCII.isBlank)
    // In a quote the lines of the tag have prefixes; text behind it is a line of its own.
    // What is behind it is read as a line again, so that a very long line would be read once for each of its tags.
    guard isAlone || openBlocks.isEmpty && end - tag.end < Self.longestRest, tag.end <= cursor.end || openBlocks.areItems else {
      return nil
    }
    open(TagLine(starts: [start], areClosing: false, end: tag.end), in: bytes, isOutermost: openBlocks.isEmpty, &closers)
    let lineBreak = [ASCII.newline] + openBlocks.prefix
    findings.edit(start..<tag.end, ComponentTag.renamed(tag.written[...]) + lineBreak + (isAlone ? [] : lineBreak))
    if !isAlone, let close = tag.closer(before: end) {
      findings.edit(close..<close, lineBreak + lineBreak)
      ComponentTag.rename(at: close, in: bytes, &findings)
    }
    return isAlone ? end + 1 : tag.end
  }

  /// Indented text between components is not code: removes the indent of the first such line from all of them, and that of tags
  /// entirely.
  ///
  /// - Returns: The range that the parser does not read.
  mutating func outdent(_ cursor: inout LineCursor, lineStart: Int, isInFence: Bool, isMDX: Bool) -> Range<Int>? {
    guard lineStart < end, let first = cursor.first else { return nil }
    let next = first.offset + 1 < cursor.end ? cursor.bytes[first.offset + 1] : 0
    let isTag = !isInFence && first.byte == ASCII.less && (next == UInt8(ascii: "/") || next &- 0x41 < 26 || isMDX && ASCII.isLetter(next))
    if !isTag { indent = indent ?? cursor.indent } else if next == UInt8(ascii: "/") { indent = nil }
    let columns = isTag ? cursor.indent : min(cursor.indent, indent ?? 0)
    guard columns > 0 else { return nil }
    cursor.skip(columns: columns)
    return lineStart..<cursor.offset
  }

  /// Opens an element of HTML, whose lines are as those of a component to MDX.
  mutating func openElement(_ cursor: LineCursor, _ start: Int, isOutermost: Bool, _ closers: inout CloserSearch) {
    let name = cursor.bytes[(start + 1)..<cursor.end].prefix { ASCII.isLetter($0) }
    guard ["details", "div", "section", "article", "aside", "figure"].contains(String(decoding: name, as: UTF8.self)),
      let close = closers.end(of: "</\(String(decoding: name, as: UTF8.self))>", from: start), close > cursor.end
    else { return }
    if start >= end { self.isOutermost = isOutermost }
    (indent, end) = (nil, max(end, close))
  }

  /// True for a line of tags within a component: it ends a paragraph, wherever that is.
  func endsParagraph(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first, first.byte == ASCII.less, first.offset < end else { return false }
    return tags(cursor, from: first.offset) != nil
  }

  /// The end of a component's tag: `<Name …>`, `<Name … />`, `</Name>`. HTML's own names are not components, whatever their case.
  ///
  /// - Parameter inCapitals: True where a name in capitals is no word.
  private static func tagEnd(_ bytes: [UInt8], _ start: Int, _ end: Int, inCapitals: Bool) -> Int? {
    guard bytes[start] == ASCII.less else { return nil }
    var index = start + 1
    if index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    let nameStart = index
    while index < end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    let hasSmallLetters = name.contains(where: \.isLowercase)
    guard index < end, let first = name.first, first.isUppercase,
      HTMLNames.isComponent(named: name) || !HTMLNames.isKnown(name.lowercased())
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
        // Of a name in capitals only what ends itself is no word in angle brackets.
        return hasSmallLetters || inCapitals || bytes[index - 1] == UInt8(ascii: "/") ? index + 1 : nil
      }
      index += 1
    }
    return nil
  }
}
