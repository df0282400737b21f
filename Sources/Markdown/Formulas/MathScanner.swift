import TypesetDiagnostics

/// A piece of the author's text for which the Markdown parser reads something else; see `BlockRewriting.swift`.
struct Edit {
  var range: Range<Int>
  var text: [UInt8]
}

/// Finds the formulas of a Markdown text, line by line along its block structure.
///
/// The scanner knows of blocks what it must: quotes and list items (their prefixes are not part of a formula), code and HTML
/// (in which nothing is math), tables (in which `|` means something). Each line is read once and each character looked at a
/// bounded number of times, so time is linear in the text.
struct MathScanner {
  let bytes: [UInt8]
  var found: [FoundMath] = []
  var diagnostics: [Diagnostic] = []

  /// Blocks for which the parser reads quotes, and what replaces the author's words for that.
  var specials: [SpecialBlock] = []
  var edits: [Edit] = []
  /// Labels of the footnotes that are defined, in brackets, as places in the text.
  var notes: [Range<Int>] = []
  /// Sizes after the addresses of images.
  private(set) var imageSizes: [ImageSize] = []
  /// True if there is a fence of Documenter's, such as ```` ```@docs ````.
  private(set) var hasDocumenterBlock = false
  /// Where `EastAsianEmphasis.letter` is to be put.
  private(set) var letters: [Range<Int>] = []
  /// See `InlineScanner`.
  private(set) var escapesParentheses = false
  /// True if there are other blocks than CommonMark's and GitHub's.
  let readsExtensions: Bool
  /// The names that make `@Name` a directive.
  var directives: Set<String> = []

  enum Container {
    case quote
    /// Columns that a line of the item is indented by.
    case item(Int)
    /// The indented body of an admonition, a tab or a definition.
    case body(Int, isDefinition: Bool)
    /// Up to a line of colons.
    case colons
    /// Up to a closing brace; columns that its lines may be indented by, and its number among the special blocks.
    case braces(Int, special: Int)
    /// Up to a line of as many of these bytes: a directive, a block between slashes.
    case fenced(byte: UInt8, length: Int)
  }

  enum Leaf {
    case none
    case paragraph
    case table
    case fence(byte: UInt8, length: Int, depth: Int, mathFrom: Int?)
    /// Until the line that has one of the ends; nil is until a blank line.
    case html(HTMLEnd, depth: Int)
    /// A LaTeX environment that is shown as code, up to a place; see `BareEnvironments.swift`.
    case environment(end: Int, depth: Int)
  }

  enum HTMLEnd {
    case rawText, comment, instruction, declaration, cdata, blankLine
  }

  var containers: [Container] = []
  var leaf = Leaf.none
  /// The paragraph above a blank line, by its container: a definition may follow.
  var paragraphAbove: Int?
  /// True if this line ends a definition, so that another one of its term may follow.
  var followsDefinition = false
  /// The table that is being read, and which are text.
  var tables = TableGuard()
  /// True if there is nothing but blank lines between a table and this line.
  var followsTable = false
  /// The lines of the paragraph that is being collected, prefixes stripped.
  var block = InlineBlock()
  var position: Int
  /// Where the text begins, after the front matter.
  let textStart: Int
  /// Where the last `$$` of the text is, so that openers without closers are not searched for again and again.
  let lastDoubleDollar: Int
  /// Closers that were looked for up to the end of the text, outside of all containers, without result.
  var exhausted = Set<String>()
  /// Where the next closer of an environment or component ends; `Int.max` where none follows.
  var closerEnds: [String: Int] = [:]
  /// Unknown directives that were reported.
  var saidDirectives: Set<String> = []
  /// Where a `<` is text although it opens HTML.
  var escaped: Set<Int> = []
  /// What is open within HTML that a blank line would end; see `continueRawText`.
  var rawTextInside: HTMLEnd?
  /// See `lastCloser`.
  var lastClosers: [HTMLEnd: Int] = [:]
  /// Openers of HTML that nothing closes and that were reported.
  var saidUnclosed: Set<String> = []
  /// See `showsMyST`; nil where nothing has asked for it.
  var isMyST: Bool?
  /// Where the last line of this many slashes begins, by their number.
  /// Nil before the first line that begins with a slash.
  var lastSlashLines: [Int: Int]?
  /// What was decided before; nil decides by all of the text.
  var forms: FormulaForms?
  /// True if there has been anything but imports.
  var hasContent = false
  /// Where the last component ends that is open, and what the lines in it are indented by.
  var componentsEnd = 0
  var componentIndent: Int?

  init(_ bytes: [UInt8], from start: Int, readsExtensions: Bool) {
    self.bytes = bytes
    self.readsExtensions = readsExtensions
    position = start
    textStart = start
    var last = -1
    var index = bytes.count - 2
    while index >= start {
      if bytes[index] == ASCII.dollar && bytes[index + 1] == ASCII.dollar {
        last = index
        break
      }
      index -= 1
    }
    lastDoubleDollar = last
  }

  mutating func scan() {
    while position < bytes.count { scanLine() }
    endBlock()
    settle()
  }

  func lineEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count && bytes[end] != ASCII.newline { end += 1 }
    return end
  }

  // MARK: Block structure

  private mutating func scanLine() {
    let start = position
    let end = lineEnd(from: start)
    position = end + 1
    var cursor = LineCursor(bytes, from: start, to: end)
    let matched = match(&cursor)
    if lastSlashLines == nil, cursor.first?.byte == UInt8(ascii: "/") { lastSlashLines = Self.lastSlashLines(of: bytes, from: textStart) }
    followsDefinition = false
    if start < componentsEnd, containers.isEmpty { outdent(&cursor, lineStart: start) }
    if case .html(.blankLine, let depth) = leaf, matched >= depth, beginsBelowClosingTag(cursor, lineStart: start) {
      // The HTML would go on up to a blank line.
      edits.append(Edit(range: start..<start, text: prefix(matched) + [ASCII.newline]))
      endBlock()
      leaf = .none
    }
    if !containers.isEmpty { rewritePrefix(of: cursor, matched: matched, lineStart: start) }

    if case .fence(let byte, let length, let depth, let mathFrom) = leaf {
      if matched >= depth {
        continueFence(cursor, byte: byte, length: length, depth: depth, mathFrom: mathFrom, lineStart: start)
        return
      }
      leaf = .none
    }
    if case .environment(let end, let depth) = leaf {
      if matched >= depth {
        continueEnvironment(cursor, end: end)
        return
      }
      leaf = .none
    }
    if case .html(let htmlEnd, let depth) = leaf {
      if matched >= depth {
        if continueRawText(htmlEnd, cursor) { return }
        if ends(htmlEnd, cursor) {
          endBlock()
          leaf = .none
        } else if htmlEnd == .blankLine {
          addHTML(cursor)
        }
        return
      }
      leaf = .none
    }
    if cursor.isBlank {
      let isInParagraph = if case .paragraph = leaf { true } else { false }
      paragraphAbove = isInParagraph ? matched : nil
      endBlock()
      if case .table = leaf { followsTable = true }
      leaf = .none
      tables.endParagraph()
      // A blank line ends quotes that it does not name, and leaves list items open.
      if matched < containers.count, case .quote = containers[matched] { containers.removeSubrange(matched...) }
      return
    }

    let isInParagraph = if case .paragraph = leaf { true } else { false }
    if matched < containers.count {
      // CommonMark, Laziness: a paragraph goes on without its prefixes, unless the line begins a block.
      if isInParagraph, !beginsBlock(cursor), mayBeLazy(from: matched, cursor) {
        if !takeLazyDisplay(cursor, matched: matched, lineStart: start) { addText(cursor) }
        return
      }
      endBlock()
      leaf = .none
      containers.removeSubrange(matched...)
    }
    if matched == containers.count, closesAroundItem(cursor, lineStart: start) { return }
    if closesColons(cursor, matched: matched) || closesFenced(cursor, matched: matched) || closesBraces(cursor, matched: matched) { return }
    openContainers(&cursor)
    paragraphAbove = nil
    beginLeaf(cursor, lineStart: start)
  }

  /// Passes over the prefixes of the containers that are open; returns how many of them the line goes on with.
  func match(_ cursor: inout LineCursor) -> Int {
    for (number, container) in containers.enumerated() {
      switch container {
      case .quote:
        guard cursor.indent <= 3, cursor.first?.byte == ASCII.greater else { return number }
        passQuoteMarker(&cursor)
      case .item(let columns):
        if cursor.isBlank { continue }
        guard cursor.indent >= columns else { return number }
        cursor.skip(columns: columns)
      case .body(let columns, _):
        if cursor.isBlank { continue }
        guard cursor.indent >= columns else { return number }
        cursor.skip(columns: columns)
      case .colons, .fenced: continue
      case .braces(let columns, _):
        if !cursor.isBlank { cursor.skip(columns: min(cursor.indent, columns)) }
      }
    }
    return containers.count
  }

  private func passQuoteMarker(_ cursor: inout LineCursor) {
    cursor.skip(columns: cursor.indent)
    cursor.skipCharacter()
    if cursor.indent > 0 { cursor.skip(columns: 1) }
  }

  /// Opens the quotes and list items that begin on this line.
  private mutating func openContainers(_ cursor: inout LineCursor) {
    while containers.count < 1_000 {
      let indent = cursor.indent
      if case .paragraph = leaf, indent >= 4 { return }
      guard indent <= 3, let first = cursor.first else { return }
      if first.byte == ASCII.greater {
        endBlock()
        leaf = .none
        passQuoteMarker(&cursor)
        containers.append(.quote)
        continue
      }
      if readsExtensions, openSpecial(&cursor, first) { continue }
      if openNote(&cursor, first) { continue }
      guard let width = markerWidth(cursor, first), !isThematicBreak(cursor) else { return }
      if case .paragraph = leaf {
        // CommonMark, List items: an empty item, or a number other than 1, does not interrupt a paragraph.
        let rest = first.offset + width
        let isEmpty = rest >= cursor.end || (rest..<cursor.end).allSatisfy { ASCII.isBlank(bytes[$0]) }
        if isEmpty { return }
        if ASCII.isDigit(first.byte) && !(width == 2 && first.byte == UInt8(ascii: "1")) { return }
      }
      endBlock()
      leaf = .none
      cursor.skip(columns: indent)
      for _ in 0..<width { cursor.skipCharacter() }
      let space = cursor.indent
      let content = cursor.isBlank ? 1 : space > 4 ? 1 : space
      cursor.skip(columns: content)
      containers.append(.item(indent + width + content))
    }
  }

  /// The length of a list marker, its space left out: `-`, `+`, `*`, `12.`, `3)`.
  private func markerWidth(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Int? {
    var index = first.offset
    switch first.byte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): index += 1
    case 0x30...0x39:
      while index < cursor.end, index - first.offset < 9, ASCII.isDigit(bytes[index]) { index += 1 }
      guard index < cursor.end, bytes[index] == UInt8(ascii: ".") || bytes[index] == ASCII.closeParenthesis else {
        return nil
      }
      index += 1
    default: return nil
    }
    guard index >= cursor.end || ASCII.isBlank(bytes[index]) else { return nil }
    return index - first.offset
  }

  private func isThematicBreak(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first, [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(first.byte) else {
      return false
    }
    var count = 0
    for index in first.offset..<cursor.end {
      if bytes[index] == first.byte {
        count += 1
      } else if !ASCII.isBlank(bytes[index]) {
        return false
      }
    }
    return count >= 3
  }

  /// Would this line begin a block that a paragraph of an inner container can't go on over? Outside of that container there is
  /// no paragraph to interrupt: any number and any tag will do.
  func beginsBlock(_ cursor: LineCursor) -> Bool {
    guard cursor.indent <= 3, let first = cursor.first else { return false }
    if first.byte == ASCII.greater || first.byte == ASCII.hash && isHeading(cursor) { return true }
    if isThematicBreak(cursor) || fence(cursor) != nil
      || readsExtensions && (beginsSpecial(cursor, first) || isColons(cursor) || isFencedCloser(cursor))
    {
      return true
    }
    return markerWidth(cursor, first) != nil || noteLabelEnd(cursor, first) != nil || htmlStart(cursor, interruptsParagraph: false) != nil
  }

  private func isHeading(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first else { return false }
    var index = first.offset
    while index < cursor.end, bytes[index] == ASCII.hash { index += 1 }
    return index - first.offset <= 6 && (index >= cursor.end || ASCII.isBlank(bytes[index]))
  }

  private mutating func beginLeaf(_ cursor: LineCursor, lineStart: Int) {
    let isInParagraph = if case .paragraph = leaf { true } else { false }
    guard let first = cursor.first else { return }
    if first.byte != ASCII.pipe { followsTable = false }
    if cursor.indent >= 4, !isInParagraph {
      if addIndentedRow(cursor, lineStart: lineStart) { return }
      leaf = .none
      return  // Indented code.
    }
    if cursor.indent <= 3 {
      if takeMDX(cursor, first) || openEnvironment(cursor, first) { return }
      if readsExtensions, takeMySTLine(cursor, first) { return }
      if let fence = fence(cursor) {
        endBlock()
        leaf = .fence(
          byte: fence.byte, length: fence.length, depth: containers.count,
          mathFrom: fence.isMath ? cursor.first?.offset : nil)
        beginMathFence(fence.isMath ? directiveOpener(cursor, first.offset)?.argument : nil)
        if fence.isDocumenter { hasDocumenterBlock = true }
        return
      }
      if isHeading(cursor) {
        endBlock()
        leaf = .none
        addText(cursor)
        block.isHeading = true
        endBlock()
        leaf = .none
        return
      }
      if let end = htmlStart(cursor, interruptsParagraph: isInParagraph), !takeUnclosed(end, cursor) {
        endBlock()
        leaf = ends(end, cursor) && end != .blankLine ? .none : .html(end, depth: containers.count)
        if end == .blankLine { addHTML(cursor) }
        return
      }
    }
    addText(cursor)
  }

  // MARK: Fences

  /// The lines of a math fence, prefixes stripped.
  private var mathFenceBody: [Range<Int>] = []

  mutating func beginMathFence(_ argument: Range<Int>?) { mathFenceBody = argument.map { $0.isEmpty ? [] : [$0] } ?? [] }

  private func fence(_ cursor: LineCursor) -> (byte: UInt8, length: Int, isMath: Bool, isDocumenter: Bool)? {
    guard let first = cursor.first, first.byte == ASCII.backtick || first.byte == ASCII.tilde else { return nil }
    var index = first.offset
    while index < cursor.end, bytes[index] == first.byte { index += 1 }
    let length = index - first.offset
    guard length >= 3 else { return nil }
    if first.byte == ASCII.backtick {
      for later in index..<cursor.end where bytes[later] == ASCII.backtick { return nil }
    }
    let info = String(decoding: bytes[index..<cursor.end], as: UTF8.self).split { $0.isWhitespace }
    let isMath = info == ["math"] || info.first == "{math}" && readsExtensions
    return (first.byte, length, isMath, info.first.map { Self.documenterBlocks.contains(String($0)) } ?? false)
  }

  private static let documenterBlocks: Set<String> = ["@meta", "@docs", "@example"]

  private mutating func continueFence(
    _ cursor: LineCursor, byte: UInt8, length: Int, depth: Int, mathFrom: Int?, lineStart: Int
  ) {
    if cursor.indent <= 3, let first = cursor.first, first.byte == byte {
      var index = first.offset
      while index < cursor.end, bytes[index] == byte { index += 1 }
      let isOnlyFence = (index..<cursor.end).allSatisfy { ASCII.isBlank(bytes[$0]) }
      if index - first.offset >= length, isOnlyFence {
        leaf = .none
        if let mathFrom {
          appendMathFence(mathFrom..<index)
        } else if byte == UInt8(ascii: ":") {
          edits.append(Edit(range: first.offset..<index, text: Self.tildes))
        }
        return
      }
    }
    if mathFrom != nil { mathFenceBody.append(cursor.offset..<cursor.end) }
  }

  /// The formula of a fence, without the options of MyST's directive; their label names it.
  private mutating func appendMathFence(_ range: Range<Int>) {
    let lines = mathFenceBody
    let options = DirectiveOptions { number in
      number < lines.count ? String(decoding: bytes[lines[number]], as: UTF8.self).trimmedWhitespace() : nil
    }
    append(body: Array(lines.dropFirst(options.lineCount)), range: range, .display)
    guard let label = options.values["label"] ?? options.values["name"], Self.isLabel(label) else { return }
    edits.append(Edit(range: range.upperBound..<range.upperBound, text: Array(" {#\(label) .equation}".utf8)))
  }

  /// A name that can be in braces.
  static func isLabel(_ text: String) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.+/".utf8.contains($0) }
      && text.utf8.last != UInt8(ascii: ".")
  }

  // MARK: Text

  /// Adds the rest of a line to the paragraph; a display that begins here is taken whole, over blank lines too.
  private mutating func addText(_ cursor: LineCursor) {
    guard let first = cursor.first else { return }
    if case .table = leaf {} else { leaf = .paragraph }
    if !block.isInsideDisplay, takeDisplay(from: first.offset, to: cursor.end) { return }
    if case .table = leaf {
      guard !beginsCaption(cursor, first.offset) else {
        block.add(first.offset..<cursor.end, in: bytes)
        return
      }
      addRow(first.offset..<cursor.end)
      return
    }
    if isDelimiterRow(cursor) {
      if beginTable(cursor, first.offset..<cursor.end) { return }
      tables.addDelimiterRow(first.offset..<cursor.end)
    }
    let wasInsideDisplay = block.isInsideDisplay
    block.add(first.offset..<cursor.end, in: bytes)
    if block.isInsideDisplay, !wasInsideDisplay { takeOpenDisplay() }
  }

  mutating func endBlock() {
    if !block.lines.isEmpty {
      sayInterruptedTable()
      scanInline(block)
      followsTable = false
    }
    block = InlineBlock()
  }

  mutating func scanInline(_ block: InlineBlock) {
    var scanner = InlineScanner(bytes, block: block)
    scanner.scan()
    add(scanner, isHeading: block.isHeading)
  }

  /// Takes over what was found in a block.
  mutating func add(_ scanner: InlineScanner, isHeading: Bool = false) {
    for item in scanner.found {
      append(body: item.body, range: item.range, item.form, isTableRow: scanner.text.isTableRow, isHeading: isHeading)
    }
    letters += scanner.letters
    if scanner.escapesParentheses { escapesParentheses = true }
    if readsExtensions {
      edits += scanner.edits
      imageSizes += scanner.imageSizes
    }
    for diagnostic in scanner.diagnostics where diagnostic.span?.start != diagnostics.last?.span?.start { diagnostics.append(diagnostic) }
    if let place = scanner.commandsInText {
      diagnostics.append(
        Diagnostic(
          .warning, "math.text", at: SourceSpan(place, place + 1), "LaTeX commands next to this $ are typeset as text",
          hint: "write the formula between two dollar signs without spaces next to them, or \\$ for a dollar sign"))
    }
  }
}
