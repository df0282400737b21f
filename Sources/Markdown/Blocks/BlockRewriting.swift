/// A block that CommonMark does not know and for which its parser reads a quote.
///
/// Admonitions, tabs, divs and definitions hold blocks, and so do quotes. Where the author wrote
///
///     !!! note "A *title*"
///         Its body.
///
/// the parser reads
///
///     > <!--marker-->
///     > ###### A *title* #
///     > Its body.
///
/// so that lists, quotes and these blocks nest in each other in every way; the marker says what the quote is really.
struct SpecialBlock {
  enum Kind: Equatable {
    /// `!!! name`, `??? name`; the classes come first to last.
    case admonition([String])
    case tab
    /// `::: name`, `::: {.name}`.
    case division(Attributes)
    /// `:   text` below its term.
    case definition
    /// `@Name(…) { … }`.
    case directive(ClientDirective)
    /// ```` ```{name} ````, `:::{name}`.
    case toolDirective(Directive)
    /// `/// name | title`.
    case slashes(SlashBlock)
    /// `(label)=`: the next block's name. There is no quote, only the marker.
    case target(String)
  }

  /// Of a directive: its text, braces included.
  var place: Range<Int>?

  var kind: Kind
  var hasTitle: Bool

  /// True if no tool but MyST's knows it.
  var isOfMyST: Bool {
    switch kind {
    case .toolDirective, .target: true
    default: false
    }
  }

  /// A comment that is between blocks which must not run together.
  static let separator = "<!---->"

  static func isSeparator(_ text: String) -> Bool { text.utf8.count < 1_100 && text.trimmedWhitespace() == separator }

  private static let markerHead: [UInt8] = Array("<!--".utf8) + [0xEF, 0xB7, 0x92]

  /// U+FDD2 is used for nothing else; see `MathSpans`.
  static func marker(_ number: Int) -> [UInt8] {
    markerHead + MathSpans.placeholder(number).dropFirst(3) + Array("-->".utf8)
  }

  /// The number in the text of a marker.
  static func number(ofMarker text: String) -> Int? {
    guard text.utf8.starts(with: markerHead) else { return nil }
    var number = 0
    for scalar in text.unicodeScalars.dropFirst(5) {
      guard (0xFDE0...0xFDEF).contains(scalar.value) else { break }
      number = number << 4 | Int(scalar.value - 0xFDE0)
    }
    return number
  }
}

extension MathScanner {
  /// The opener of a special block as it was read: where its title and its text are.
  struct Opener {
    var kind: SpecialBlock.Kind
    var title: Range<Int>?
    /// Columns of the body, from the opener's own; nil is a body between colons.
    var columns: Int?
    /// Where text of the body begins on the opener's line.
    var content: Int?
    /// Of a directive; nil ends on its line.
    var bracesColumns: Int?
    /// The body of a directive that ends on its line.
    var line: Range<Int>?
  }

  // MARK: Openers

  /// The special block that begins at the first character of a line.
  func special(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Opener? {
    switch first.byte {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): admonition(cursor, first)
    case UInt8(ascii: "="): tab(cursor, first.offset)
    case UInt8(ascii: ":"): division(cursor, first.offset) ?? definition(cursor, first.offset)
    case UInt8(ascii: "@") where !directives.isEmpty: directive(cursor, first.offset)
    default: nil
    }
  }

  /// True if a special block of any kind begins at the first character of a line.
  func beginsSpecial(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    switch first.byte {
    case ASCII.backtick, ASCII.tilde: beginsDirective(cursor, first.offset)
    case UInt8(ascii: "/"): slashOpener(cursor, first.offset) != nil
    case UInt8(ascii: ":"): beginsDirective(cursor, first.offset) || special(cursor, first) != nil
    default: special(cursor, first) != nil
    }
  }

  func trimmedEnd(_ cursor: LineCursor) -> Int {
    var end = cursor.end
    while end > cursor.offset, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func skipBlanks(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// `"…"` up to the end of the line.
  private func quotedTitle(_ start: Int, _ end: Int) -> Range<Int>? {
    guard end - start >= 2, bytes[start] == bytes[end - 1], bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else {
      return nil
    }
    return start + 1..<end - 1
  }

  /// `!!! note`, `!!! danger inline "Title"`, `??? note`, `???+ note "Title"`, `??? "Title"`.
  private func admonition(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Opener? {
    let end = trimmedEnd(cursor)
    var index = first.offset
    while index < end, bytes[index] == first.byte { index += 1 }
    guard index - first.offset == 3 else { return nil }
    if first.byte == UInt8(ascii: "?"), index < end, bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard index < end, ASCII.isBlank(bytes[index]) else { return nil }
    var classes: [String] = []
    var title: Range<Int>?
    index = skipBlanks(index, end)
    while index < end {
      if let quoted = quotedTitle(index, end) {
        title = quoted
        break
      }
      let start = index
      while index < end,
        ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "-")
          || bytes[index] == UInt8(ascii: "_")
      { index += 1 }
      guard index > start, index == end || ASCII.isBlank(bytes[index]) else { return nil }
      classes.append(String(decoding: bytes[start..<index], as: UTF8.self))
      index = skipBlanks(index, end)
    }
    guard !classes.isEmpty || title != nil, hasIndentedLine(after: cursor) else { return nil }
    return Opener(kind: .admonition(classes), title: title, columns: 4)
  }

  /// `=== "Title"`.
  private func tab(_ cursor: LineCursor, _ start: Int) -> Opener? {
    let end = trimmedEnd(cursor)
    guard end - start >= 6, bytes[start + 1] == UInt8(ascii: "="), bytes[start + 2] == UInt8(ascii: "=") else { return nil }
    var index = start + 3
    if bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard ASCII.isBlank(bytes[index]), let title = quotedTitle(skipBlanks(index, end), end), hasIndentedLine(after: cursor) else {
      return nil
    }
    return Opener(kind: .tab, title: title, columns: 4)
  }

  /// True if the next line that is not blank is indented more than this one. What has no body is text.
  private func hasIndentedLine(after cursor: LineCursor) -> Bool {
    var next = cursor.end + 1
    var blanks = 0
    while next < bytes.count {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      if line.isBlank {
        blanks += 1
        guard blanks < 4 else { return false }
        next = end + 1
        continue
      }
      let matched = match(&line)
      return matched == containers.count && line.indent >= cursor.indent + 4
    }
    return false
  }

  /// `::: name`, `:::name`, `::: {.name #id}`, `:::{name}`, `::: name Title`, `:::name[Title]{key=value}`.
  private func division(_ cursor: LineCursor, _ start: Int) -> Opener? {
    var end = trimmedEnd(cursor)
    var index = start
    while index < end, bytes[index] == UInt8(ascii: ":") { index += 1 }
    guard index - start >= 3 else { return nil }
    // pandoc: colons at the end are decoration.
    while end > index, bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
    index = skipBlanks(index, end)
    guard index < end else { return nil }
    var attributes = Attributes()
    func isName(_ byte: UInt8) -> Bool {
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    let isBraced = bytes[index] == ASCII.openBrace
    if isBraced, let read = Attributes.read(bytes[index..<end]) {
      attributes = read.attributes
      index += read.length
    } else {
      if isBraced { index += 1 }
      let nameStart = index
      while index < end, isName(bytes[index]) { index += 1 }
      guard index > nameStart else { return nil }
      attributes.classes = [String(decoding: bytes[nameStart..<index], as: UTF8.self)]
      if isBraced {
        guard index < end, bytes[index] == ASCII.closeBrace else { return nil }
        index += 1
      }
    }
    var title: Range<Int>?
    if index < end, bytes[index] == ASCII.openBracket, let close = bytes[index..<end].lastIndex(of: ASCII.closeBracket) {
      title = index + 1..<close
      index = close + 1
    }
    index = skipBlanks(index, end)
    if index < end, let read = Attributes.read(bytes[index..<end]) {
      attributes = attributes.merged(with: read.attributes)
      index = skipBlanks(index + read.length, end)
    }
    if index < end {
      guard title == nil else { return nil }
      title = index..<end
    }
    if !isBraced, let name = Self.messageKind(attributes.classes, title.map { bytes[$0] }) {
      attributes.classes = [name]
      if title != nil { title = nil }
    }
    return Opener(kind: .division(attributes), title: title, columns: nil)
  }

  /// Zenn's `:::message alert` and Qiita's `:::note warn` are callouts without a title.
  private static func messageKind(_ classes: [String], _ title: ArraySlice<UInt8>?) -> String? {
    let word = String(decoding: title ?? [], as: UTF8.self)
    switch (classes.first, word) {
    case ("message", ""), ("note", "info"): return "note"
    case ("message", "alert"), ("note", "warn"): return "warning"
    case ("note", "alert"): return "danger"
    default: return nil
    }
  }

  /// `:   text` right below a paragraph, or below it and a blank line.
  private func definition(_ cursor: LineCursor, _ start: Int) -> Opener? {
    let isBelowTerm: Bool
    switch leaf {
    case .paragraph: isBelowTerm = true
    case .none: isBelowTerm = paragraphAbove == containers.count
    default: isBelowTerm = false
    }
    guard isBelowTerm || followsDefinition, start + 1 < cursor.end, ASCII.isBlank(bytes[start + 1]) else { return nil }
    let content = skipBlanks(start + 1, cursor.end)
    guard content < cursor.end else { return nil }
    var marker = cursor
    marker.skip(columns: cursor.indent)
    marker.skipCharacter()
    let space = marker.indent
    return Opener(kind: .definition, title: nil, columns: 1 + (space > 4 ? 1 : space), content: content)
  }

  // MARK: Rewriting

  /// Opens the special block that begins here; false where none does.
  mutating func openSpecial(_ cursor: inout LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    // Each level is written again on each line: what nests without end would grow without end.
    guard containers.count < 50 else { return false }
    switch first.byte {
    case ASCII.backtick, ASCII.tilde: return openDirective(&cursor, first.offset)
    case UInt8(ascii: "/"): return openSlashes(&cursor, first.offset)
    case UInt8(ascii: ":"): if openDirective(&cursor, first.offset) { return true }
    default: break
    }
    guard let opener = special(cursor, first) else { return false }
    if case .directive = opener.kind {
      open(opener, &cursor, first)
      return true
    }
    endBlock()
    leaf = .none
    let indent = cursor.indent
    let outer = prefix(containers.count)
    if let columns = opener.columns {
      containers.append(.body(indent + columns, isDefinition: opener.kind == .definition))
    } else {
      containers.append(.colons)
    }
    let inner = prefix(containers.count)
    var text = Array(SpecialBlock.separator.utf8) + [ASCII.newline] + outer + Array("> ".utf8)
    text += SpecialBlock.marker(specials.count)
    specials.append(SpecialBlock(kind: opener.kind, hasTitle: opener.title != nil))
    var end = cursor.end
    if end > first.offset, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    if let content = opener.content {
      edits.append(Edit(range: first.offset..<content, text: text + [ASCII.newline] + inner))
      cursor.skip(columns: indent)
      cursor.skipCharacter()
      cursor.skip(columns: cursor.indent)
    } else if let title = opener.title {
      edits.append(Edit(range: first.offset..<title.lowerBound, text: text + [ASCII.newline] + inner + Array("###### ".utf8)))
      edits.append(Edit(range: title.upperBound..<end, text: Array(" #".utf8)))
      scanInline(InlineBlock(line: title, isHeading: true))
      cursor.offset = cursor.end
    } else {
      edits.append(Edit(range: first.offset..<end, text: text))
      cursor.offset = cursor.end
    }
    return true
  }

  /// Opens a footnote's definition, `[^1]: …`; its further blocks are indented by four columns.
  mutating func openNote(_ cursor: inout LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    guard let index = noteLabelEnd(cursor, first) else { return false }
    notes.append(first.offset..<index + 1)
    endBlock()
    leaf = .none
    cursor.skip(columns: cursor.indent)
    while cursor.offset < index + 2 { cursor.skipCharacter() }
    cursor.skip(columns: cursor.indent)
    containers.append(.item(4))
    return true
  }

  /// Where the closing bracket is of the label with which a footnote's definition begins.
  func noteLabelEnd(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Int? {
    guard first.byte == ASCII.openBracket, first.offset + 4 < cursor.end, bytes[first.offset + 1] == UInt8(ascii: "^") else { return nil }
    var index = first.offset + 2
    while index < cursor.end, bytes[index] != ASCII.closeBracket, bytes[index] != ASCII.openBracket, !ASCII.isBlank(bytes[index]) {
      index += 1
    }
    let isLabel = index > first.offset + 2 && index + 1 < cursor.end && bytes[index] == ASCII.closeBracket
    return isLabel && bytes[index + 1] == UInt8(ascii: ":") ? index : nil
  }

  /// What the parser reads at the beginning of a line that goes on with the first containers, this many.
  func prefix(_ count: Int) -> [UInt8] {
    var out: [UInt8] = []
    for container in containers.prefix(count) {
      switch container {
      case .quote, .body, .colons, .braces, .fenced: out += [ASCII.greater, ASCII.space]
      case .item(let columns): out += [UInt8](repeating: ASCII.space, count: columns)
      }
    }
    return out
  }

  private static func isSpecial(_ container: Container) -> Bool {
    switch container {
    case .quote, .item: false
    case .body, .colons, .braces, .fenced: true
    }
  }

  /// Writes the beginning of a line anew where a special block goes on, and keeps what follows one apart from it.
  mutating func rewritePrefix(of cursor: LineCursor, matched: Int, lineStart: Int) {
    followsDefinition = if matched < containers.count, case .body(_, isDefinition: true) = containers[matched] { true } else { false }
    if matched < containers.count, let first = cursor.first, containers[matched...].contains(where: Self.isSpecial) {
      let isInParagraph = if case .paragraph = leaf { true } else { false }
      let isLazy = isInParagraph && !beginsBlock(cursor)
      if first.byte == ASCII.greater || isLazy && !mayBeLazy(from: matched, cursor) {
        edits.append(
          Edit(range: lineStart..<lineStart, text: prefix(matched) + Array(SpecialBlock.separator.utf8) + [ASCII.newline]))
      }
    }
    guard containers[..<matched].contains(where: Self.isSpecial) else { return }
    let end = cursor.first?.offset ?? cursor.end
    var text = prefix(matched)
    if cursor.first != nil { text += [UInt8](repeating: ASCII.space, count: min(cursor.indent, 1_000)) }
    edits.append(Edit(range: lineStart..<end, text: text))
  }

  /// True if a line may go on with a paragraph inside of containers that it lacks. Not in a body that is known by its indent; in a
  /// definition, unless the line is the next term.
  func mayBeLazy(from matched: Int, _ cursor: LineCursor) -> Bool {
    for container in containers[matched...] {
      guard case .body(_, let isDefinition) = container else { continue }
      guard isDefinition else { return false }
      let next = cursor.end + 1
      guard next < bytes.count else { continue }
      var line = LineCursor(bytes, from: next, to: lineEnd(from: next))
      _ = match(&line)
      if let first = line.first, first.byte == UInt8(ascii: ":"), first.offset + 1 < line.end, ASCII.isBlank(bytes[first.offset + 1]) {
        return false
      }
    }
    return true
  }

  /// A line of colons, which ends a division.
  func isColons(_ cursor: LineCursor) -> Bool {
    if !directives.isEmpty, isClosingBrace(cursor) { return true }
    guard cursor.indent <= 3, let first = cursor.first, first.byte == UInt8(ascii: ":"), containers.contains(where: Self.isColons) else {
      return false
    }
    let end = trimmedEnd(cursor)
    return end - first.offset >= 3 && bytes[first.offset..<end].allSatisfy { $0 == UInt8(ascii: ":") }
  }

  private static func isColons(_ container: Container) -> Bool { if case .colons = container { true } else { false } }

  /// Closes the innermost division at a line of colons.
  mutating func closesColons(_ cursor: LineCursor, matched: Int) -> Bool {
    guard matched > 0, matched == containers.count, case .colons = containers[matched - 1], isColons(cursor), !isClosingBrace(cursor),
      let first = cursor.first
    else { return false }
    let end = trimmedEnd(cursor)
    endBlock()
    leaf = .none
    containers.removeLast()
    let text = [ASCII.newline] + prefix(containers.count) + Array(SpecialBlock.separator.utf8)
    edits.append(Edit(range: first.offset..<end, text: text))
    return true
  }
}
