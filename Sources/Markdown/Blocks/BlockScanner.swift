import TypesetDiagnostics

/// The block that the next line may continue within its containers.
enum OpenLeaf {
  case none
  case paragraph
  case table
  case fence(byte: UInt8, length: Int, depth: Int, mathFrom: Int?)
  /// Until the line that has one of the ends.
  case html(HTMLEnd, depth: Int)
  /// A LaTeX environment that is shown as code, up to a place; see `BareEnvironments`.
  case environment(end: Int, depth: Int)

  var isParagraph: Bool { if case .paragraph = self { true } else { false } }
  var isTable: Bool { if case .table = self { true } else { false } }
  var isFence: Bool { if case .fence = self { true } else { false } }
  var isNone: Bool { if case .none = self { true } else { false } }
}

/// Goes through a Markdown text line by line along its block structure, before cmark reads it: finds the paragraphs, in which there may be
/// formulas, and the blocks that CommonMark does not know.
///
/// The scanner knows only the blocks that matter here: quotes and list items (their prefixes are not part of a formula), code and HTML
/// (in which nothing is math), tables (in which `|` is a separator). Each kind of block has its own reader, which recognises it at a line;
/// the scanner tracks what is open, and records what the parser reads. Each line is read once and each character looked at a bounded number
/// of times, so time is linear in the text.
struct BlockScanner {
  private let bytes: [UInt8]
  private let readsExtensions: Bool
  /// The names that make `@Name` a directive.
  private let directives: Set<String>
  private(set) var findings: Findings

  private var openBlocks: OpenBlocks
  private var leaf = OpenLeaf.none
  /// The lines of the current paragraph, without prefixes.
  private var block = InlineBlock()
  /// The lines of a math fence, without prefixes.
  private var mathFence: [Range<Int>] = []
  /// Where the next line begins.
  private var position: Int
  /// The number of containers around the paragraph above a blank line: a definition may follow.
  private var paragraphAbove: Int?
  /// True if this line ends a definition, so that another one may follow for its term.
  private var followsDefinition = false

  private(set) var tables: TableReader
  private var html: HTMLReader
  private var displays: DisplayReader
  private var components = ComponentReader()
  private var neighbours = HTMLNeighbours()
  /// Directives whose closing brace has not come yet, by their numbers among the special blocks.
  private var openDirectives: [Int] = []
  private var closers: CloserSearch
  private var signs: MySTSigns
  /// Unknown directives that were reported.
  private var reported: Set<String> = []
  /// True if letters and numbers in parentheses begin items: `a)`, `(1)`.
  private let hasFancyLists: Bool
  /// The form of the last item with such a marker.
  private var lastForm: String?
  /// How many tables the text is in.
  private let level: Int
  /// Where the last line of this many slashes begins, by their number; nil before the first line that begins with a slash.
  private var lastSlashLines: [Int: Int]?

  /// - Parameters:
  ///   - start: Where Markdown begins, after the front matter.
  ///   - readsExtensions: True if there are other blocks than CommonMark's and GitHub's.
  ///   - forms: How the document writes formulas, if that was decided before; nil to decide by the whole text.
  init(
    _ bytes: [UInt8], from start: Int, readsExtensions: Bool, directives: Set<String>, forms: FormulaForms?, isPandoc: Bool = false,
    level: Int = 0
  ) {
    self.bytes = bytes
    (self.level, hasFancyLists) = (level, isPandoc)
    self.readsExtensions = readsExtensions
    self.directives = directives
    position = start
    findings = Findings(bytes, from: start, readsExtensions: readsExtensions)
    findings.forms = forms
    openBlocks = OpenBlocks(bytes: bytes)
    tables = TableReader(bytes)
    html = HTMLReader(bytes, from: start)
    displays = DisplayReader(bytes, from: start)
    closers = CloserSearch(bytes)
    signs = MySTSigns(bytes, from: start)
  }

  mutating func scan() {
    while position < bytes.count { scanLine() }
    endBlock()
    findings.diagnostics += openDirectives.compactMap { findings.specials[$0].unclosed } + tables.tables.diagnostics
    findings.edits += tables.tables.edits
    if level == 0 { findings.settle() }
  }

  // MARK: Lines

  private mutating func scanLine() {
    let start = position
    let end = openBlocks.lineEnd(from: start)
    position = end + 1
    var cursor = LineCursor(bytes, from: start, to: end)
    let matched = openBlocks.match(&cursor)
    if lastSlashLines == nil, cursor.first?.byte == UInt8(ascii: "/") {
      lastSlashLines = SlashOpener.lastLines(of: bytes, from: findings.textStart)
    }
    followsDefinition = false
    if openBlocks.isEmpty, let indent = components.outdent(&cursor, lineStart: start, isInFence: leaf.isFence) { findings.edit(indent, []) }
    if case .html(.blankLine, let depth) = leaf, matched >= depth, readsExtensions, isMarkdown(cursor, lineStart: start) {
      // The HTML would continue up to a blank line.
      findings.edit(start..<start, openBlocks.prefix(matched) + [ASCII.newline])
      endLeaf()
    }
    if !openBlocks.isEmpty { rewritePrefix(of: cursor, matched: matched, lineStart: start) }
    if continueLeaf(cursor, matched: matched) { return }
    if cursor.isBlank { return endParagraph(matched: matched) }
    if matched < openBlocks.count {
      // CommonMark, Laziness: a paragraph continues without its prefixes, unless the line begins a block.
      if leaf.isParagraph, !beginsBlock(cursor), openBlocks.mayBeLazy(from: matched, cursor) {
        if !takeLazyDisplay(cursor, matched: matched, lineStart: start) { addText(cursor) }
        return
      }
      endLeaf()
      openBlocks.containers.removeSubrange(matched...)
    }
    let isInside = matched == openBlocks.count
    if isInside, let number = openBlocks.closedAroundItem(by: cursor, lineStart: start) { return close(number, by: cursor) }
    if let number = openBlocks.closed(by: cursor, matched: matched) { return close(number, by: cursor) }
    openContainers(&cursor)
    paragraphAbove = nil
    beginLeaf(cursor, lineStart: start)
  }

  /// Continues code or HTML; false if the line is not part of these.
  private mutating func continueLeaf(_ cursor: LineCursor, matched: Int) -> Bool {
    switch leaf {
    case .none, .paragraph, .table: return false
    case .fence(let byte, let length, let depth, let mathFrom):
      if matched >= depth {
        continueFence(cursor, byte: byte, length: length, mathFrom: mathFrom)
        return true
      }
    case .environment(let end, let depth):
      if matched >= depth {
        continueEnvironment(cursor, end: end)
        return true
      }
    case .html(let end, let depth):
      if matched >= depth, !readsExtensions || !openBlocks.end(end, by: cursor, matched: matched) {
        continueHTML(end, cursor)
        return true
      }
    }
    leaf = .none
    return false
  }

  private mutating func endParagraph(matched: Int) {
    paragraphAbove = leaf.isParagraph ? matched : nil
    endBlock()
    if leaf.isTable { tables.followsTable = true }
    leaf = .none
    tables.endParagraph()
    // A blank line ends quotes that it does not name, and leaves list items open.
    if matched < openBlocks.count, case .quote = openBlocks.containers[matched] { openBlocks.containers.removeSubrange(matched...) }
  }

  /// Rewrites the beginning of a line that continues a special block, and separates the line after one from it.
  private mutating func rewritePrefix(of cursor: LineCursor, matched: Int, lineStart: Int) {
    if matched < openBlocks.count, case .body(_, isDefinition: true) = openBlocks.containers[matched] { followsDefinition = true }
    if matched < openBlocks.count, let first = cursor.first, openBlocks.containers[matched...].contains(where: \.isSpecial) {
      let isLazy = leaf.isParagraph && !beginsBlock(cursor)
      if first.byte == ASCII.greater || isLazy && !openBlocks.mayBeLazy(from: matched, cursor) {
        findings.edit(lineStart..<lineStart, openBlocks.prefix(matched) + SpecialBlock.separatorBytes + [ASCII.newline])
      }
    }
    guard openBlocks.containers[..<matched].contains(where: \.isSpecial) else { return }
    let end = cursor.first?.offset ?? cursor.end
    var text = openBlocks.prefix(matched)
    if cursor.first != nil { text += [UInt8](repeating: ASCII.space, count: min(cursor.indent, 1_000)) }
    findings.edit(lineStart..<end, text)
  }

  /// True if this line begins a block that ends a paragraph of an inner container. Outside of that container there is no paragraph
  /// to interrupt: any number and any tag count.
  private func beginsBlock(_ cursor: LineCursor) -> Bool {
    guard cursor.indent <= 3, let first = cursor.first else { return false }
    if first.byte == ASCII.greater || first.byte == ASCII.hash && cursor.isHeading { return true }
    if cursor.isThematicBreak || cursor.fence(readsExtensions: readsExtensions) != nil
      || readsExtensions && (beginsSpecial(cursor, first) || openBlocks.areClosed(by: cursor))
    {
      return true
    }
    if readsExtensions, openBlocks.containers.last?.isItem == true, fancyMarker(cursor, first) != nil { return true }
    return cursor.listMarkerWidth(first) != nil || cursor.noteLabelEnd(first) != nil || cursor.htmlStart(interruptsParagraph: false) != nil
  }

  /// Ends the paragraph, table, code or HTML that is open.
  private mutating func endLeaf() {
    endBlock()
    leaf = .none
  }

  private mutating func endBlock() {
    if !block.lines.isEmpty {
      if let diagnostic = tables.interrupted(by: block) { findings.diagnostics.append(diagnostic) }
      findings.scan(block)
      tables.followsTable = false
    }
    block = InlineBlock()
  }

  // MARK: Containers

  /// Opens the quotes and list items that begin on this line.
  private mutating func openContainers(_ cursor: inout LineCursor) {
    while openBlocks.count < 1_000 {
      let indent = cursor.indent
      if leaf.isParagraph, indent >= 4 { return }
      guard indent <= 3, let first = cursor.first else { return }
      if first.byte == ASCII.greater {
        endLeaf()
        OpenBlocks.passQuoteMarker(&cursor)
        openBlocks.containers.append(.quote)
        continue
      }
      if readsExtensions, openSpecial(&cursor, first) { continue }
      if let label = cursor.noteLabelEnd(first) {
        // Further blocks of a footnote's definition are indented by four columns.
        findings.notes.append(first.offset..<label + 1)
        endLeaf()
        cursor.passNoteLabel(to: label)
        openBlocks.containers.append(.item(4))
        continue
      }
      guard let width = cursor.listMarkerWidth(first), !cursor.isThematicBreak else {
        if readsExtensions, openFancyItem(&cursor, first) { continue }
        return
      }
      // CommonMark, List items: an empty item, or a number other than 1, does not interrupt a paragraph.
      if leaf.isParagraph, !cursor.mayInterrupt(first, width: width) { return }
      endLeaf()
      openBlocks.containers.append(.item(cursor.passListMarker(width: width)))
    }
  }

  /// The marker of an item as only pandoc has it.
  private func fancyMarker(_ cursor: LineCursor, _ first: LineCursor.First) -> FancyMarker? {
    guard first.byte == ASCII.openParenthesis || first.byte == ASCII.hash || hasFancyLists && ASCII.isLetter(first.byte) else { return nil }
    return FancyMarker(bytes, at: first.offset, to: cursor.end, isFancy: hasFancyLists, after: lastForm)
  }

  /// Opens an item whose marker only pandoc has; the parser reads a number.
  private mutating func openFancyItem(_ cursor: inout LineCursor, _ first: LineCursor.First) -> Bool {
    guard !leaf.isParagraph, let marker = fancyMarker(cursor, first) else { return false }
    endLeaf()
    var number = marker.value ?? 1
    switch marker.kind {
    case .example(let label):
      findings.exampleCount += 1
      number = findings.examples[label] ?? findings.exampleCount
      if !label.isEmpty, findings.examples[label] == nil { findings.examples[label] = number }
      findings.markers[first.offset] = "(1)"
      lastForm = nil
      // pandoc: further lines of an example are indented by four columns, however long its label is.
      _ = cursor.passListMarker(width: marker.width)
      let written = Array("\(number))".utf8)
      let columns = max(4, written.count + 1)
      findings.edit(first.offset..<cursor.offset, written + [UInt8](repeating: ASCII.space, count: columns - written.count))
      openBlocks.containers.append(.item(columns))
      return true
    case .form(let form):
      findings.markers[first.offset] = form
      lastForm = form
    }
    findings.edit(first.offset..<first.offset + marker.width, marker.written(number: number))
    openBlocks.containers.append(.item(cursor.passListMarker(width: marker.width)))
    return true
  }

  // MARK: Special blocks

  /// True if a special block of any kind begins at the first character of a line.
  private func beginsSpecial(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    switch first.byte {
    case ASCII.backtick, ASCII.tilde: return DirectiveOpener(cursor, at: first.offset)?.isBlock ?? false
    case UInt8(ascii: "/"): return SlashOpener(cursor, at: first.offset, lastLines: lastSlashLines) != nil
    case UInt8(ascii: ":"): if DirectiveOpener(cursor, at: first.offset)?.isBlock ?? false { return true }
    default: break
    }
    return special(cursor, first) != nil
  }

  private func special(_ cursor: LineCursor, _ first: LineCursor.First) -> BlockOpening? {
    SpecialOpener(cursor: cursor, first: first, open: openBlocks)
      .read(definesTerm: first.byte == UInt8(ascii: ":") && definesTerm, directives: directives, number: findings.specials.count)
  }

  /// True right below a paragraph, below it and a blank line, or below another definition.
  private var definesTerm: Bool {
    if followsDefinition || leaf.isParagraph { return true }
    guard leaf.isNone, paragraphAbove == openBlocks.count else { return false }
    return !TableCaption.isAboveTable(TableLines(openBlocks, from: position), bytes)
  }

  /// Opens the special block that begins here; false where none does.
  private mutating func openSpecial(_ cursor: inout LineCursor, _ first: LineCursor.First) -> Bool {
    // Each level is written on each line: unbounded nesting would make the text grow without bound.
    guard openBlocks.count < 50 else { return false }
    switch first.byte {
    case ASCII.backtick, ASCII.tilde: return openDirective(&cursor, first.offset)
    case UInt8(ascii: "/"):
      guard let opener = SlashOpener(cursor, at: first.offset, lastLines: lastSlashLines) else { return false }
      begin(opener.opening(cursor, in: openBlocks), &cursor, first.offset)
      return true
    case UInt8(ascii: ":"): if openDirective(&cursor, first.offset) { return true }
    default: break
    }
    guard let opening = special(cursor, first) else { return false }
    begin(opening, &cursor, first.offset)
    return true
  }

  /// Opens the directive that begins on this line; false if none does, or if the parser reads it as code.
  private mutating func openDirective(_ cursor: inout LineCursor, _ start: Int) -> Bool {
    guard let opener = DirectiveOpener(cursor, at: start) else { return false }
    let isFence = opener.byte != UInt8(ascii: ":")
    if !opener.isKnown {
      guard !isFence || !Directive.engines.contains(opener.directive.name) && signs.show() else { return false }
    }
    if opener.directive.isLiteral {
      // Fences of backticks are code to the parser, too.
      guard !isFence else { return false }
      openLiteral(&cursor, start, opener)
      return true
    }
    if !opener.isKnown, reported.insert(opener.directive.name).inserted {
      findings.diagnostics.append(opener.unknown(at: start))
    }
    begin(opener.opening(cursor, in: openBlocks), &cursor, start)
    return true
  }

  /// Colons around lines of code become fences of tildes.
  private mutating func openLiteral(_ cursor: inout LineCursor, _ start: Int, _ opener: DirectiveOpener) {
    endBlock()
    let isMath = opener.directive.form == .math
    if !isMath { findings.edit(start..<start + opener.length, BareEnvironments.fence) }
    leaf = .fence(byte: opener.byte, length: opener.length, depth: openBlocks.count, mathFrom: isMath ? start : nil)
    mathFence = opener.argument.isEmpty ? [] : [opener.argument]
    cursor.offset = cursor.end
  }

  /// Begins the quote that the parser reads for a block.
  private mutating func begin(_ opening: BlockOpening, _ cursor: inout LineCursor, _ start: Int) {
    endLeaf()
    findings.write(opening, from: start, to: opening.end ?? cursor.textEnd(from: start), prefix: openBlocks.prefix)
    if let container = opening.container {
      openBlocks.containers.append(container)
      if case .braces(_, let special) = container { openDirectives.append(special) }
    }
    if let end = opening.end { position = openBlocks.lineEnd(from: end) + 1 }
    if let options = opening.options { position = options.upperBound + 1 }
    if let content = opening.content { cursor.skip(to: content) } else { cursor.offset = cursor.end }
  }

  /// Closes a container, with all that is in it, at its last line.
  private mutating func close(_ number: Int, by cursor: LineCursor) {
    guard let first = cursor.first else { return }
    endLeaf()
    if case .braces(_, let special) = openBlocks.containers[number], let start = findings.specials[special].place?.lowerBound {
      findings.specials[special].place = start..<first.offset + 1
      openDirectives.lastIndex(of: special).map { _ = openDirectives.remove(at: $0) }
    }
    openBlocks.containers.removeSubrange(number...)
    findings.edit(first.offset..<cursor.trimmedEnd, [ASCII.newline] + openBlocks.prefix + SpecialBlock.separatorBytes)
  }

  // MARK: Leaves

  private mutating func beginLeaf(_ cursor: LineCursor, lineStart: Int) {
    guard let first = cursor.first else { return }
    if first.byte != ASCII.pipe { tables.followsTable = false }
    let isInParagraph = leaf.isParagraph
    if leaf.isNone, readsExtensions, let table = cellTable(cursor, first) { return take(table, at: first.offset) }
    if cursor.indent >= 4, !isInParagraph {
      if neighbours.isInTable, HTMLNeighbours.beginsTablePart(bytes, at: first.offset, before: cursor.end) {
        // Not code: the author indents the parts of a table.
        findings.dropIndent(min(cursor.indent, 1_000), of: lineStart..<first.offset, from: cursor.offset)
        endBlock()
        leaf = .html(.blankLine, depth: openBlocks.count)
        return addHTML(cursor)
      }
      if addIndentedRow(cursor, first, lineStart: lineStart) { return }
      leaf = .none
      return  // Indented code.
    }
    if first.byte == ASCII.pipe, leaf.isNone, readsExtensions, takeLineBlock(cursor, first) { return }
    if cursor.indent <= 3 {
      if takeMDX(cursor, first) || openEnvironment(cursor, first) { return }
      if readsExtensions, takeMySTLine(cursor, first) { return }
      if let fence = cursor.fence(readsExtensions: readsExtensions) { return beginFence(fence, cursor, first) }
      if cursor.isHeading {
        endLeaf()
        addText(cursor)
        block.isHeading = true
        if hasFancyLists, level == 0, let line = block.lines.first { findings.headings.append(line) }
        endLeaf()
        return
      }
      if let end = cursor.htmlStart(interruptsParagraph: isInParagraph), !takeUnclosed(end, cursor, first) {
        endBlock()
        leaf = end.ends(cursor) && end != .blankLine ? .none : .html(end, depth: openBlocks.count)
        if end == .blankLine { addHTML(cursor) }
        return
      }
    }
    addText(cursor)
  }

  /// Adds the rest of a line to the paragraph; a display that begins here is read to its end, over blank lines too.
  private mutating func addText(_ cursor: LineCursor) {
    guard let first = cursor.first else { return }
    let line = first.offset..<cursor.end
    if !leaf.isTable { leaf = .paragraph }
    if !block.isInsideDisplay, takeDisplay(from: first.offset, to: cursor.end) { return }
    if leaf.isTable {
      if readsExtensions, openBlocks.isEmpty, let words = tables.captionStart(cursor, first.offset) {
        // A blank line ends the table for the parser.
        findings.edit(first.offset..<words, Array("\n: ".utf8))
        leaf = .paragraph
        block.add(line, in: bytes)
      } else {
        addRow(line)
      }
      return
    }
    if cursor.isDelimiterRow {
      if beginTable(line) { return }
      tables.addDelimiterRow(line)
    }
    let wasInsideDisplay = block.isInsideDisplay
    block.add(line, in: bytes)
    if block.isInsideDisplay, !wasInsideDisplay { takeOpenDisplay() }
  }

  /// Reads a line block as a paragraph whose lines end where the author's do.
  private mutating func takeLineBlock(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard cursor.indent <= 3, cursor.pending == 0,
      let lines = LineBlock(bytes, head: first.offset..<cursor.trimmedEnd, below: TableLines(openBlocks, from: position))
    else { return false }
    leaf = .paragraph
    var start = first.offset
    for (number, line) in lines.lines.enumerated() {
      if number > 0 {
        let above = lines.lines[number - 1].words.upperBound
        if line.hasBar { findings.edit(above..<above, [ASCII.backslash]) }
        // Prefixes of the line stay as they are.
        start = line.words.lowerBound
        while start > above, bytes[start - 1] == ASCII.space { start -= 1 }
        if line.hasBar, start > above, bytes[start - 1] == ASCII.pipe { start -= 1 }
      }
      let blanks = line.words.isEmpty ? 1 : line.indent
      let isEmptyLine = line.hasBar && line.words.isEmpty
      findings.edit(start..<line.words.lowerBound, (0..<blanks).flatMap { _ in Array("\u{A0}".utf8) })
      // A sign at a line's beginning begins no block.
      if !isEmptyLine, line.indent == 0 { findings.letters.append(line.words.lowerBound..<line.words.lowerBound) }
      block.add(line.words, in: bytes)
    }
    position = lines.next
    return true
  }

  // MARK: Fences

  private mutating func beginFence(_ fence: LineCursor.Fence, _ cursor: LineCursor, _ first: LineCursor.First) {
    endBlock()
    leaf = .fence(byte: fence.byte, length: fence.length, depth: openBlocks.count, mathFrom: fence.isMath ? first.offset : nil)
    let argument = fence.isMath ? DirectiveOpener(cursor, at: first.offset)?.argument : nil
    mathFence = argument.map { $0.isEmpty ? [] : [$0] } ?? []
    if fence.isDocumenter { findings.hasDocumenterBlock = true }
  }

  private mutating func continueFence(_ cursor: LineCursor, byte: UInt8, length: Int, mathFrom: Int?) {
    guard let first = cursor.first, let end = cursor.fenceEnd(byte: byte, length: length) else {
      if mathFrom != nil { mathFence.append(cursor.offset..<cursor.end) }
      return
    }
    leaf = .none
    if let mathFrom {
      findings.addMathFence(mathFrom..<end, lines: mathFence)
    } else if byte == UInt8(ascii: ":") {
      findings.edit(first.offset..<end, BareEnvironments.fence)
    }
  }

  // MARK: Tables

  /// Begins a table where the last line of the paragraph is its head.
  private mutating func beginTable(_ delimiters: Range<Int>) -> Bool {
    guard let head = block.lines.last else { return false }
    let (row, isHead) = tables.begin(head, delimiters)
    guard isHead else {
      findings.add(TableRow(edits: row.edits, diagnostic: row.diagnostic))
      return false
    }
    block.lines.removeLast()
    endBlock()
    findings.add(row)
    leaf = .table
    return true
  }

  private mutating func addRow(_ line: Range<Int>) {
    let (row, isTable) = tables.add(line)
    findings.add(row)
    if !isTable { leaf = .paragraph }
  }

  /// A row that is indented like code; the parser reads it without its indent.
  private mutating func addIndentedRow(_ cursor: LineCursor, _ first: LineCursor.First, lineStart: Int) -> Bool {
    guard leaf.isTable, bytes[first.offset..<cursor.end].contains(ASCII.pipe) else { return false }
    findings.dropIndent(min(cursor.indent, 1_000), of: lineStart..<first.offset, from: cursor.offset)
    addRow(first.offset..<cursor.end)
    return true
  }

  /// The table that begins here whose cells are texts of their own.
  private func cellTable(_ cursor: LineCursor, _ first: LineCursor.First) -> CellTable? {
    guard cursor.indent <= 3, cursor.pending == 0, level < CellTable.deepest else { return nil }
    let below = TableLines(openBlocks, from: position)
    let line = cursor.offset..<cursor.trimmedEnd
    if first.byte == UInt8(ascii: "+") { return GridTable.read(bytes, head: line, below: below) }
    if first.byte == UInt8(ascii: "-") { return DashTable.read(bytes, dashes: line, below: below) }
    // Most lines are not above dashes.
    var next = position
    while next < bytes.count, bytes[next] == ASCII.space || bytes[next] == ASCII.greater { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "-") else { return nil }
    return DashTable.read(bytes, head: line, below: below)
  }

  /// Writes a table's quotes for the parser, and reads the texts of its cells.
  private mutating func take(_ table: CellTable, at start: Int) {
    let outer = openBlocks.prefix + [ASCII.greater, ASCII.space]
    let prefix = outer + [ASCII.greater, ASCII.space]
    let separator = SpecialBlock.separatorBytes + [ASCII.newline]
    findings.edit(start..<start, separator + outer + SpecialBlock.marker(findings.specials.count))
    findings.specials.append(SpecialBlock(place: start..<table.range.upperBound, kind: .table(table.frame), hasTitle: false))
    for lines in table.cells {
      var block = InlineBlock()
      let end = lines.last?.upperBound ?? start
      block.lines = lines.isEmpty ? [end..<end] : lines
      let text = BlockText(block, of: bytes)
      var marker = [ASCII.newline] + outer + separator + prefix + SpecialBlock.marker(findings.specials.count) + [ASCII.newline] + prefix
      findings.specials.append(SpecialBlock(place: (lines.first?.lowerBound ?? end)..<end, kind: .cell, hasTitle: false))
      let inner = table.frame.isInline ? inlines(of: text, &marker) : blocks(of: text)
      findings.edits.append(Edit(range: start..<start, text: marker, inner: findings.inner.count))
      findings.inner.append(InnerText(text: text, findings: inner, prefix: prefix))
    }
    findings.edit(start..<table.range.upperBound, [ASCII.newline] + openBlocks.prefix + SpecialBlock.separatorBytes)
    position = table.next
  }

  /// What is found in the text of a cell.
  private mutating func blocks(of text: BlockText) -> Findings {
    var scanner = BlockScanner(
      text.bytes, from: 0, readsExtensions: readsExtensions, directives: directives, forms: findings.forms, isPandoc: hasFancyLists,
      level: level + 1)
    // The blocks of all texts are counted together.
    let first = findings.specials.count
    swap(&scanner.findings.specials, &findings.specials)
    scanner.scan()
    swap(&scanner.findings.specials, &findings.specials)
    for number in first..<findings.specials.count {
      guard let place = findings.specials[number].place, !place.isEmpty else { continue }
      findings.specials[number].place = text.source(place)
    }
    if scanner.findings.hasDocumenterBlock { findings.hasDocumenterBlock = true }
    return scanner.findings
  }

  /// What is found in the text of a cell that has no blocks; the parser reads a heading on one line.
  private func inlines(of text: BlockText, _ marker: inout [UInt8]) -> Findings {
    var inner = Findings(text.bytes, from: 0, readsExtensions: readsExtensions)
    guard text.count > 0 else { return inner }
    marker += Array("###### ".utf8)
    inner.scan(InlineBlock(line: 0..<text.count, isHeading: true))
    for index in text.bytes.indices where text.bytes[index] == ASCII.newline { inner.edit(index..<index + 1, [ASCII.space]) }
    inner.edit(text.count..<text.count, Array(" #".utf8))
    return inner
  }

  // MARK: Displays

  /// Reads a display whose opener begins its line: `$$`, `\[`, `\begin{align}`.
  private mutating func takeDisplay(from start: Int, to lineEnd: Int) -> Bool {
    let (taken, diagnostic) = displays.read(from: start, to: lineEnd, in: openBlocks, beginsParagraph: block.lines.isEmpty, &signs)
    if let diagnostic { findings.diagnostics.append(diagnostic) }
    guard let taken else { return false }
    if case .environment = taken.opener.kind, block.hasOpenDollar, displays.dollarFollows(taken.end) {
      // `$`, an environment, `$`: the dollars are the delimiters.
      for piece in taken.body.dropLast() { block.add(piece, in: bytes) }
      let end = openBlocks.lineEnd(from: taken.end)
      if let last = taken.body.last { block.add(last.lowerBound..<end, in: bytes) }
      position = end + 1
      return true
    }
    take(taken)
    return true
  }

  private mutating func take(_ taken: TakenDisplay) {
    endBlock()
    if taken.isUnclosed { findings.diagnostics.append(taken.opener.unclosed(at: taken.start, endsWithParagraph: true)) }
    findings.add(body: taken.body, range: taken.start..<taken.end, taken.opener.form)
    let rest = taken.end..<openBlocks.lineEnd(from: taken.end)
    position = rest.upperBound + 1
    if let tag = taken.equationTag(in: bytes, to: rest.upperBound) {
      findings.tagLast(tag)
    } else if let label = displays.equationLabel(after: rest.lowerBound, to: rest.upperBound, &signs) {
      let name = bytes[(label.lowerBound + 1)..<(label.upperBound - 1)]
      findings.edit(label, Array("{#".utf8) + name + Array(" .equation}".utf8))
    } else if bytes[rest].contains(where: { !ASCII.isBlank($0) }) {
      block.add(rest, in: bytes)
    }
  }

  /// A display on a line without the prefixes of its paragraph's list item or quote is a block below it.
  private mutating func takeLazyDisplay(_ cursor: LineCursor, matched: Int, lineStart: Int) -> Bool {
    guard !block.isInsideDisplay, let first = cursor.first, DisplayOpener(bytes, at: first.offset, lineEnd: cursor.end) != nil else {
      return false
    }
    let outer = openBlocks.outer(matched)
    guard let taken = displays.read(from: first.offset, to: cursor.end, in: outer, &signs).taken, !taken.isUnclosed else { return false }
    openBlocks = outer
    let blank = outer.prefix + [ASCII.newline]
    findings.prepend(blank, toLineAt: lineStart)
    take(taken)
    leaf = .paragraph
    // A list's next item does not interrupt a paragraph unless its number is 1.
    if block.lines.isEmpty, position < bytes.count { findings.edit(position..<position, blank) }
    return true
  }

  /// After a line that leaves a `$$` open: the lines up to its closer belong to the formula.
  private mutating func takeOpenDisplay() {
    while block.isInsideDisplay, let start = block.openDisplay, let last = block.lines.last,
      let rest = displays.lines(below: start, to: last.upperBound, from: position, in: openBlocks)
    {
      for line in rest.lines { block.add(line, in: bytes) }
      position = rest.next
    }
  }

  // MARK: LaTeX's environments

  /// Begins an environment that is translated or shown as code, if it has an end.
  private mutating func openEnvironment(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard first.byte == ASCII.backslash, readsExtensions, let name = cursor.environmentName(at: first.offset) else { return false }
    if takeLaTeX(name, from: first.offset) { return true }
    guard !leaf.isParagraph, BareEnvironments.isShown(name), let end = closers.end(of: "\\end{\(name)}", from: first.offset) else {
      return false
    }
    findings.diagnostics.append(BareEnvironments.notSupported(name, at: first.offset, to: cursor.end))
    findings.edit(first.offset..<first.offset, BareEnvironments.fence + Array("latex\n".utf8) + openBlocks.prefix)
    leaf = .environment(end: end, depth: openBlocks.count)
    continueEnvironment(cursor, end: end)
    return true
  }

  /// Reads an environment for text that can be translated to HTML.
  private mutating func takeLaTeX(_ name: String, from start: Int) -> Bool {
    // In lists and quotes its lines have prefixes.
    guard openBlocks.isEmpty, let (translated, end) = LaTeXTranslator.environment(name, from: start, in: bytes, &closers) else {
      return false
    }
    endLeaf()
    findings.edits += translated
    findings.scan(InlineBlock(latex: start..<end, in: bytes))
    position = openBlocks.lineEnd(from: end) + 1
    return true
  }

  /// Closes the code on the line that has the environment's end.
  private mutating func continueEnvironment(_ cursor: LineCursor, end: Int) {
    guard cursor.end >= end else { return }
    findings.edit(cursor.end..<cursor.end, [ASCII.newline] + openBlocks.prefix + BareEnvironments.fence)
    leaf = .none
  }

  // MARK: HTML

  private mutating func continueHTML(_ end: HTMLEnd, _ cursor: LineCursor) {
    if html.continues(end, cursor, after: openBlocks.isEmpty && readsExtensions ? block.lines : nil) {
      if cursor.isBlank { findings.edit(cursor.end..<cursor.end, [UInt8(ascii: ";")]) }
    } else if end.ends(cursor) {
      endLeaf()
    } else if end == .blankLine {
      addHTML(cursor)
    }
  }

  /// Text between tags may have formulas; after a tag with `markdown="1"` it is Markdown.
  private mutating func addHTML(_ cursor: LineCursor) {
    guard readsExtensions, let first = cursor.first else { return }
    block.add(first.offset..<cursor.end, in: bytes)
    neighbours.pass(bytes, first.offset..<cursor.end)
    let markdown = MarkdownInHTML(cursor, from: first.offset, prefix: openBlocks.prefix)
    findings.edits += markdown.edits + html.joined(cursor, from: first.offset)
    if markdown.isOpen { endLeaf() }
  }

  /// True if a line within HTML is a block of Markdown by what it begins with and by the tag above it.
  private func isMarkdown(_ cursor: LineCursor, lineStart: Int) -> Bool {
    guard let first = cursor.first, first.byte != ASCII.less else { return false }
    if HTMLNeighbours.beginsPicture(cursor, first) { return HTMLNeighbours.isBelowOpeningTag(bytes, lineStart) }
    if first.byte == ASCII.greater { return HTMLNeighbours.isBelowHeading(bytes, lineStart) }
    return beginsMarkdownBlock(cursor) && (html.isBelowClosingTag(lineStart) || HTMLNeighbours.isBelowOpeningTag(bytes, lineStart))
  }

  /// A heading, a list item and the like, but no tag and no quote.
  private func beginsMarkdownBlock(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first, first.byte != ASCII.less, first.byte != ASCII.greater else { return false }
    return beginsBlock(cursor)
  }

  /// An opener that nothing closes is text.
  private mutating func takeUnclosed(_ end: HTMLEnd, _ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard readsExtensions, case let (isText, diagnostic) = html.unclosed(end, cursor, at: first.offset), isText else { return false }
    if let diagnostic { findings.diagnostics.append(diagnostic) }
    findings.escaped.insert(first.offset)
    findings.edit(first.offset..<first.offset, [ASCII.backslash])
    return true
  }

  // MARK: MDX and MyST

  /// Removes MDX syntax that begins on this line from the text; puts tags of components on lines of their own, so that the text between
  /// them is Markdown.
  private mutating func takeMDX(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    let isFirst = components.isAtBeginning() && openBlocks.isEmpty && cursor.indent == 0
    guard readsExtensions else { return false }
    if first.byte == ASCII.less { return takeComponents(cursor, first.offset) }
    // MDX allows imports between blocks, too.
    let isImport =
      !isFirst && leaf.isNone && openBlocks.isEmpty && cursor.indent == 0 && bytes[first.offset...].starts(with: "import ".utf8)
    if isFirst || isImport, let end = ComponentReader.moduleEnd(cursor, from: first.offset) {
      findings.edit(first.offset..<end, [])
      position = end + 1
      leaf = .none
      components.passModule()
      return true
    }
    guard leaf.isNone, let end = ComponentReader.commentEnd(cursor, from: first.offset, &closers) else { return false }
    findings.edit(first.offset..<end, [])
    position = max(position, openBlocks.lineEnd(from: end) + 1)
    return true
  }

  private mutating func takeComponents(_ cursor: LineCursor, _ start: Int) -> Bool {
    guard let line = components.tags(cursor, from: start) else { return false }
    let isInParagraph = leaf.isParagraph
    guard isInParagraph ? line.areClosing : leaf.isNone else { return false }
    endLeaf()
    components.open(line, in: bytes, &closers)
    let lineBreak = [ASCII.newline] + openBlocks.prefix
    for (number, place) in line.starts.enumerated() where number > 0 || isInParagraph { findings.edit(place..<place, lineBreak) }
    findings.edit(line.end..<cursor.end, lineBreak)
    return true
  }

  /// `(label)=` names the next block; `% comment` and `+++` are for programs.
  private mutating func takeMySTLine(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard let line = signs.line(cursor, first) else { return false }
    let range = first.offset..<cursor.trimmedEnd
    switch line {
    case .nothing: findings.edit(range, [])
    case .target(let label): findings.writeTarget(label, for: range, prefix: openBlocks.prefix)
    }
    endLeaf()
    return true
  }
}
