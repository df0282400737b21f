internal import TypesetDiagnostics

/// Reads the openers of blocks that CommonMark does not know: admonitions, tabs, divs, definitions and clients' directives.
struct SpecialOpener {
  let cursor: LineCursor
  let first: LineCursor.First
  let open: OpenBlocks
  /// Where the last line begins that closes a container.
  var lastColons = -1
  private var bytes: [UInt8] { open.bytes }
  private var start: Int { first.offset }
  /// Columns before the opener.
  private var indent: Int { cursor.indent }

  /// - Parameters:
  ///   - definesTerm: True if a definition may be here: below a term, or below another definition of it.
  ///   - directives: The names that make `@Name` a directive.
  ///   - number: Of the next special block.
  func read(definesTerm: Bool, directives: Set<String>, number: Int, in dialect: Dialect = .general) -> BlockOpening? {
    for (reader, trait) in Construct.readers[Int(first.byte)] {
      if let trait, !dialect.has(trait) { continue }
      let opening: BlockOpening? =
        switch reader {
        case .admonition: admonition(mayBeEmpty: dialect.tool == .mkdocs)
        case .tab: tab(mayBeEmpty: dialect.tool == .mkdocs)
        case .division: selectorDivision(in: dialect) ?? division(in: dialect)
        case .definition: definesTerm ? definition() : nil
        case .directive: directives.isEmpty ? nil : directive(directives, number: number)
        case .texts: nil
        }
      if let opening { return opening }
    }
    return nil
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
  ///
  /// - Parameter mayBeEmpty: True where a title alone is a callout, too.
  private func admonition(mayBeEmpty: Bool) -> BlockOpening? {
    let end = cursor.trimmedEnd
    var index = first.offset
    while index < end, bytes[index] == first.byte { index += 1 }
    guard index - first.offset == 3 else { return nil }
    if first.byte == UInt8(ascii: "?"), index < end, bytes[index] == UInt8(ascii: "+") { index += 1 }
    // Python-Markdown and pymdownx: `!!!note`, `???note`, too.
    guard index < end, ASCII.isBlank(bytes[index]) || ASCII.isLetter(bytes[index]) else { return nil }
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
    guard !classes.isEmpty || title != nil, open.hasIndentedLine(after: cursor) || mayBeEmpty && title != nil else { return nil }
    return BlockOpening(.admonition(classes), .body(indent + 4, isDefinition: false), title: title)
  }

  /// `=== "Title"`.
  private func tab(mayBeEmpty: Bool) -> BlockOpening? {
    let end = cursor.trimmedEnd
    guard end - start >= 6, bytes[start + 1] == UInt8(ascii: "="), bytes[start + 2] == UInt8(ascii: "=") else { return nil }
    var index = start + 3
    if bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard ASCII.isBlank(bytes[index]), let title = quotedTitle(skipBlanks(index, end), end),
      mayBeEmpty || open.hasIndentedLine(after: cursor)
    else {
      return nil
    }
    return BlockOpening(.tab, .body(indent + 4, isDefinition: false), title: title)
  }

  /// `::: name`, `:::name`, `::: {.name #id}`, `:::{name}`, `::: name Title`, `:::name[Title]{key=value}`.
  private func division(in dialect: Dialect) -> BlockOpening? {
    var end = cursor.trimmedEnd
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
    if let (kind, rest) = bracketedKind(index, end) {
      let title = skipBlanks(rest, end)
      attributes.classes = [kind]
      return BlockOpening(.division(attributes), .colons(from: start), title: title < end ? title..<end : nil)
    }
    let isBraced = bytes[index] == ASCII.openBrace
    if isBraced, case let inner = skipBlanks(index + 1, end), inner < end, bytes[inner] == ASCII.closeBrace {
      // Quarto's editor writes `:::: {}` around blocks that belong together.
      index = inner + 1
    } else if isBraced, let read = Attributes.read(bytes[index..<end]) {
      attributes = read.attributes
      index += read.length
    } else {
      if isBraced { index += 1 }
      let nameStart = index
      while index < end, isName(bytes[index]) { index += 1 }
      // Places of MkDocs' plugins, `::: package.Name` and `::: mkdocs-click`, are no containers.
      guard index > nameStart, index == end || bytes[index] != UInt8(ascii: "."),
        !(dialect.tool == .mkdocs && index == end && SiteLine.hasOptions(bytes, below: cursor.end))
      else { return nil }
      attributes.classes = [String(decoding: bytes[nameStart..<index], as: UTF8.self)]
      // `::: 명제 2`: what no tool has as a name is read by people.
      if !isBraced, bytes[nameStart] >= 0x80 {
        return BlockOpening(.division(attributes), .colons(from: start), title: nameStart..<end)
      }
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
    if !isBraced, title == nil, beginsWithOption(index, end) {
      // VuePress' themes: `::: table title="Words" align="center"`.
      title = quotedOption("title=", index, end)
      index = end
    }
    if index < end {
      guard title == nil else { return nil }
      title = self.title(index, end, &attributes)
    }
    if !isBraced, let name = Self.messageKind(attributes.classes, title.map { bytes[$0] }) {
      attributes.classes = [name]
      if title != nil { title = nil }
    }
    return BlockOpening(.division(attributes), .colons(from: start), title: title)
  }

  /// The words of a title, without VitePress' flags and attributes at their end: `::: details Words {open}`, `::: tip {no-title}`.
  private func title(_ index: Int, _ lineEnd: Int, _ attributes: inout Attributes) -> Range<Int>? {
    var end = lineEnd
    for flag in ["{open}", "{no-title}"] where bytes[index..<end].reversed().starts(with: flag.utf8.reversed()) {
      // An empty title is none, not even the kind's name.
      if flag == "{no-title}" { return index..<index }
      end -= flag.utf8.count
      while end > index, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    }
    if end > index, bytes[end - 1] == ASCII.closeBrace, let brace = bytes[index..<end].lastIndex(of: ASCII.openBrace), brace > index,
      let read = Attributes.read(bytes[brace..<end]), brace + read.length == end
    {
      attributes = attributes.merged(with: read.attributes)
      end = brace
      while end > index, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    }
    return index < end ? index..<end : nil
  }

  /// True for `name="value"`.
  private func beginsWithOption(_ index: Int, _ end: Int) -> Bool {
    let name = bytes[index..<end].prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
    let rest = bytes[name.endIndex..<end]
    guard !name.isEmpty, rest.count > 2, rest.first == UInt8(ascii: "="), let quote = rest.dropFirst().first else { return false }
    return "\"'".utf8.contains(quote) && rest.dropFirst(2).contains(quote)
  }

  /// The words of an option between quotes.
  private func quotedOption(_ key: String, _ index: Int, _ end: Int) -> Range<Int>? {
    guard let open = bytes[index..<end].firstRange(of: Array(key.utf8))?.upperBound, open < end, "\"'".utf8.contains(bytes[open]),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open]), close > open + 1
    else { return nil }
    return open + 1..<close
  }

  /// `:::[warning]`: the name of a callout in brackets, and where they end.
  private func bracketedKind(_ open: Int, _ end: Int) -> (kind: String, end: Int)? {
    guard bytes[open] == ASCII.openBracket, let close = bytes[open..<end].firstIndex(of: ASCII.closeBracket) else { return nil }
    let name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self).lowercased()
    return BlockExtensions.calloutNames.contains(name) ? (name, close + 1) : nil
  }

  /// The last line that is nothing but three colons or more; -1 for none.
  static func lastColons(in bytes: [UInt8], from start: Int) -> Int {
    var end = bytes.count
    while end > start {
      let begin = bytes[start..<end].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? start
      let line = bytes[begin..<end].drop(while: ASCII.isBlank)
      let colons = line.prefix { $0 == UInt8(ascii: ":") }.count
      if colons >= 3, line.dropFirst(colons).allSatisfy({ $0 <= ASCII.space }) { return begin }
      end = begin - 1
    }
    return -1
  }

  /// `::: column.grow`, `::: .box(width=320)`: classes and attributes as Pug writes them, which a line of colons closes; mkdocstrings'
  /// `::: package.Name` has none below it, or options that are indented.
  private func selectorDivision(in dialect: Dialect) -> BlockOpening? {
    guard dialect.tool != .mkdocs, start < lastColons else { return nil }
    let end = cursor.trimmedEnd
    var index = start
    while index < end, bytes[index] == UInt8(ascii: ":") { index += 1 }
    guard index - start >= 3 else { return nil }
    index = skipBlanks(index, end)
    func word() -> String {
      let from = index
      while index < end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || "-_".utf8.contains(bytes[index]) { index += 1 }
      return String(decoding: bytes[from..<index], as: UTF8.self)
    }
    var attributes = Attributes()
    let name = word()
    if !name.isEmpty { attributes.classes.append(name) }
    guard index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == ASCII.openParenthesis && !name.isEmpty else { return nil }
    while index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let next = word()
      guard !next.isEmpty else { return nil }
      attributes.classes.append(next)
    }
    if index < end, bytes[index] == ASCII.openParenthesis {
      guard bytes[end - 1] == ASCII.closeParenthesis,
        let read = Attributes.read([ASCII.openBrace] + bytes[(index + 1)..<(end - 1)] + [ASCII.closeBrace]),
        read.length == end - index
      else { return nil }
      attributes = attributes.merged(with: read.attributes)
      index = end
    }
    guard index == end, !attributes.pairs.isEmpty || !open.hasIndentedLine(after: cursor) else { return nil }
    return BlockOpening(.division(attributes), .colons(from: start), title: nil)
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
  private func definition() -> BlockOpening? {
    guard start + 1 < cursor.end, ASCII.isBlank(bytes[start + 1]) else { return nil }
    let content = skipBlanks(start + 1, cursor.end)
    guard content < cursor.end else { return nil }
    var marker = cursor
    marker.skip(columns: cursor.indent)
    marker.skipCharacter()
    let space = marker.indent
    return BlockOpening(.definition, .body(indent + 1 + (space > 4 ? 1 : space), isDefinition: true), content: content)
  }

  // MARK: Directives of clients

  /// The directive that begins at a line's first character: `@Name`, `@Name(key: value)`, `@Name { … }`, `@Name(key: value) { … }`.
  private func directive(_ directives: Set<String>, number: Int) -> BlockOpening? {
    let line = start..<max(start + 1, cursor.trimmedEnd)
    guard let head = DirectiveHead(bytes, in: line, names: directives, next: open.textLine(after:)) else { return nil }
    var opening = BlockOpening(.directive(head.directive), nil)
    let end = open.lineEnd(from: head.line.upperBound)
    opening.end = LineCursor(bytes, from: head.line.lowerBound, to: end).textEnd(from: head.line.lowerBound)
    opening.special.place = start..<(opening.end ?? end)
    switch head.body {
    case .none: break
    case .below: opening.container = .braces(open.bodyIndent(after: end), special: number)
    case .line(let range): opening.line = range
    }
    return opening
  }
}
