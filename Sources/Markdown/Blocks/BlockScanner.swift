import TypesetDiagnostics

/// Goes through a Markdown text line by line along its block structure, before Markdown is read: finds the paragraphs, in which there may be
/// formulas, and the blocks that CommonMark does not know.
///
/// The scanner knows only the blocks that matter here: quotes and list items (their prefixes are not part of a formula), code and HTML
/// (in which nothing is math), tables (in which `|` is a separator). Each kind of block has its own reader, which recognises it at a line;
/// the scanner tracks what is open, and records what the parser reads. Each line is read once and each character looked at a bounded number
/// of times, so time is linear in the text.
struct BlockScanner {
  private let bytes: [UInt8]
  private let readsExtensions: Bool
  private var specials: SpecialReader
  var findings: Findings
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
  private var components: ComponentReader
  private var neighbours = HTMLNeighbours()
  /// Directives whose closing brace has not come yet, by their numbers among the special blocks.
  private var openDirectives: [Int] = []
  private var closers: CloserSearch
  private var signs: MySTSigns
  private var fancyItems: FancyItems
  private let cellTables: CellTableReader

  /// - Parameters:
  ///   - start: Where Markdown begins, after the front matter.
  ///   - readsExtensions: True if there are other blocks than CommonMark's and GitHub's.
  ///   - forms: How the document writes formulas, if that was decided before; nil to decide by the whole text.
  init(
    _ bytes: [UInt8], from start: Int, readsExtensions: Bool, directives: Set<String>, forms: FormulaForms?,
    dialect: Dialect = .general, level: Int = 0
  ) {
    self.bytes = bytes
    (fancyItems, components) = (FancyItems(dialect), ComponentReader(dialect))
    cellTables = CellTableReader(bytes: bytes, readsExtensions: readsExtensions, directives: directives, dialect: dialect, level: level)
    self.readsExtensions = readsExtensions
    specials = SpecialReader(directives: directives)
    position = start
    findings = Findings(bytes, from: start, readsExtensions: readsExtensions, dialect: dialect)
    findings.forms = forms
    openBlocks = OpenBlocks(bytes: bytes, endsOutermost: dialect.tool == .vitepress)
    tables = TableReader(bytes)
    html = HTMLReader(bytes, from: start)
    displays = DisplayReader(bytes, from: start, dialect: dialect)
    closers = CloserSearch(bytes)
    signs = MySTSigns(bytes, from: start, isKnown: dialect.tool == .myst)
  }

  mutating func scan() {
    while position < bytes.count, position & 0x3F != 0 || !findings.budget.isStopped { scanLine() }
    endBlock()
    findings.diagnostics += openDirectives.compactMap { findings.specials[$0].unclosed } + openBlocks.unclosed + tables.tables.diagnostics
    findings.edits += tables.tables.edits
    if cellTables.level == 0 { findings.settle() }
  }

  /// Scans the text of a cell, whose blocks are counted on from those around it.
  mutating func scan(continuing specials: inout [SpecialBlock]) -> Findings {
    swap(&findings.specials, &specials)
    scan()
    swap(&findings.specials, &specials)
    return findings
  }

  // MARK: Lines

  private mutating func scanLine() {
    let (start, end) = (position, openBlocks.lineEnd(from: position))
    position = end + 1
    var cursor = LineCursor(bytes, from: start, to: end)
    let isMDX = components.isMDX(findings.dialect)
    var indent = components.isOutermost ? components.outdent(&cursor, lineStart: start, isInFence: leaf.isFence, isMDX: isMDX) : nil
    let matched = openBlocks.match(&cursor)
    // The prefixes of special blocks are written anew.
    if openBlocks.containers[..<matched].contains(where: \.isSpecial) { indent = nil } else if let indent { findings.edit(indent, []) }
    specials.pass(cursor, textStart: findings.textStart)
    followsDefinition = false
    if case .html = leaf, readsExtensions { findings.edits += HTMLNeighbours.indentedPicture(cursor, lineStart: start) }
    if case .html(.blankLine, let depth) = leaf, matched >= depth, readsExtensions,
      HTMLNeighbours.isMarkdown(cursor, lineStart: start, isMDX: isMDX, findings.dialect, beginsBlock: { beginsBlock($0) })
        || isMDX && components.endsParagraph(cursor)
    {
      // The HTML would continue up to a blank line.
      findings.edit((indent?.upperBound ?? start)..<(indent?.upperBound ?? start), openBlocks.prefix(matched) + [ASCII.newline])
      endLeaf()
    }
    if !openBlocks.isEmpty { rewritePrefix(of: cursor, matched: matched, lineStart: start) }
    if continueLeaf(cursor, matched: matched, lineStart: start) { return }
    if cursor.isBlank { return endParagraph(matched: matched) }
    if readsExtensions, let line = KramdownLine(cursor, leaf: leaf, in: openBlocks, matched: matched, &findings) {
      let follows = leaf.isTable || matched < openBlocks.count
      endLeaf()
      openBlocks.containers.removeSubrange(matched...)
      if let next = line.write(cursor, at: start, follows: follows, prefix: openBlocks.prefix, to: &findings) { position = next }
      if line.isText { beginLeaf(cursor, lineStart: start) }
      return endLeaf()
    }
    if matched < openBlocks.count {
      // CommonMark, Laziness: a paragraph continues without its prefixes, unless the line begins a block.
      if leaf.isParagraph, !beginsBlock(cursor), openBlocks.mayBeLazy(from: matched, cursor) {
        if !takeLazyDisplay(cursor, matched: matched, lineStart: start) { addText(cursor) }
        return
      }
      if readsExtensions, leaf.isNone, let (items, taken) = displays.goingOn(cursor, in: openBlocks, from: matched, &signs) {
        findings.indent(items.indent(from: matched), lineAt: start, from: cursor.first?.offset ?? start)
        (openBlocks, leaf) = (items, .paragraph)
        return taken.map { take($0) } ?? addText(cursor)
      }
      if leaf.isParagraph, components.endsParagraph(cursor) {
        findings.prepend(openBlocks.prefix(matched) + [ASCII.newline], toLineAt: start)
      }
      endLeaf()
      openBlocks.containers.removeSubrange(matched...)
    }
    if let number = openBlocks.closing(by: cursor, matched: matched, lineStart: start) { return close(number, by: cursor) }
    openContainers(&cursor)
    paragraphAbove = nil
    beginLeaf(cursor, lineStart: start)
  }

  /// Continues code or HTML; false if the line is not part of these.
  private mutating func continueLeaf(_ cursor: LineCursor, matched: Int, lineStart: Int) -> Bool {
    guard let depth = leaf.depth else { return false }
    if matched < depth, let closer = leaf.closer(cursor, within: openBlocks.containers[matched..<depth], findings.dialect) {
      findings.edit(lineStart..<closer, openBlocks.prefix(depth))
      leaf = .none
      return true
    }
    guard matched >= depth else {
      leaf = .none
      return false
    }
    switch leaf {
    case .none, .paragraph, .table: return false
    case .fence(let byte, let length, _, let mathFrom): continueFence(cursor, byte: byte, length: length, mathFrom: mathFrom)
    case .environment(let end, _, let isListing): continueEnvironment(cursor, end: end, isListing: isListing)
    case .html(let end, _):
      if readsExtensions, openBlocks.end(end, by: cursor, matched: matched) {
        leaf = .none
        return false
      }
      continueHTML(end, cursor)
    }
    return true
  }

  private mutating func endParagraph(matched: Int) {
    paragraphAbove = leaf.isParagraph ? matched : nil
    endBlock()
    if leaf.isTable { tables.followsTable = true }
    leaf = .none
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
    findings.edit(lineStart..<(cursor.first?.offset ?? cursor.end), openBlocks.rewrittenPrefix(matched, cursor))
  }

  /// True if this line begins a block that ends a paragraph of an inner container. Outside of that container there is no paragraph
  /// to interrupt: any number and any tag count.
  private func beginsBlock(_ cursor: LineCursor) -> Bool {
    guard cursor.indent <= 3, let first = cursor.first else { return false }
    if first.byte == ASCII.greater || first.byte == ASCII.hash && cursor.isHeading { return true }
    if components.endsParagraph(cursor) { return true }
    if cursor.isThematicBreak || cursor.fence(readsExtensions: readsExtensions) != nil
      || readsExtensions
        && (specials.begins(cursor, first, in: openBlocks, definesTerm: definesTerm(first), findings) || openBlocks.areClosed(by: cursor)
          || openBlocks.containers.last?.isItem == true && fancyItems.marker(cursor, first, depth: openBlocks.count) != nil)
    {
      return true
    }
    return cursor.listMarkerWidth(first) != nil || cursor.noteLabelEnd(first) != nil
      || cursor.htmlStart(interruptsParagraph: false, readsTextBelowTags: findings.dialect.has(.textBelowTags)) != nil
  }

  /// Ends the paragraph, table, code or HTML that is open.
  private mutating func endLeaf() {
    endBlock()
    leaf = .none
  }

  private mutating func endBlock() {
    if !block.lines.isEmpty {
      if let diagnostic = tables.interrupted(by: block) { findings.diagnostics.append(diagnostic) }
      findings.dropLastBackslash(of: block)
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
        if cursor.isBlank, readsExtensions, let words = openBlocks.noteText(from: position, beginsBlock: { beginsBlock($0) }) {
          findings.edit(cursor.offset..<words.offset, [ASCII.space])
          (cursor, position) = (words, words.end + 1)
        }
        openBlocks.containers.append(.item(4))
        continue
      }
      guard let width = cursor.listMarkerWidth(first), !cursor.isThematicBreak else {
        guard readsExtensions, let marker = fancyItems.marker(cursor, first, depth: openBlocks.count),
          !leaf.isParagraph || openBlocks.containers.last?.isItem == true && (marker.value == 1 || first.byte == ASCII.hash)
        else { return }
        endLeaf()
        openBlocks.containers.append(.item(fancyItems.pass(marker, &cursor, at: first.offset, in: openBlocks, &findings)))
        continue
      }
      if leaf.isParagraph, FormulaOverLines.goesOn(at: first.offset, block, bytes) { return }
      if leaf.isParagraph, !fancyItems.mayBegin(cursor, first, width: width, below: block, in: openBlocks, &findings) { return }
      endLeaf()
      fancyItems.pass(first, width: width, indent: indent, in: openBlocks, &findings)
      openBlocks.containers.append(.item(openBlocks.passItem(width: width, &cursor, below: position, &findings)))
      findings.takeItemAttributes(&cursor)
    }
  }

  // MARK: Special blocks

  /// True for a colon right below a paragraph, below it and a blank line, or below another definition.
  private func definesTerm(_ first: LineCursor.First) -> Bool {
    guard findings.dialect.defines(first.byte) else { return false }
    if followsDefinition || leaf.isParagraph { return true }
    guard leaf.isNone, paragraphAbove == openBlocks.count else { return false }
    return !TableCaption.isAboveTable(TableLines(openBlocks, from: position), bytes)
  }

  /// Opens the special block that begins here; false where none does.
  private mutating func openSpecial(_ cursor: inout LineCursor, _ first: LineCursor.First) -> Bool {
    // Each level is written on each line: unbounded nesting would make the text grow without bound.
    guard openBlocks.count < 50 else { return false }
    switch specials.opening(cursor, first, in: openBlocks, definesTerm: definesTerm(first), &signs, &findings) {
    case .block(let opening): begin(opening, &cursor, first.offset)
    case .literal(let opener): openLiteral(&cursor, first.offset, opener)
    case nil: return false
    }
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
    if opening.special.kind == .definition { findings.takeItemAttributes(&cursor) }
  }

  /// Closes a container, with all that is in it, at its last line.
  private mutating func close(_ number: Int, by cursor: LineCursor) {
    guard let first = cursor.first else { return }
    endLeaf()
    if case .braces(_, let special) = openBlocks.containers[number] {
      findings.specials[special].end(at: first.offset + 1)
      openDirectives.removeAll { $0 == special }
    }
    openBlocks.containers.removeSubrange(number...)
    findings.edit(first.offset..<cursor.trimmedEnd, [ASCII.newline] + openBlocks.prefix + SpecialBlock.separatorBytes)
  }

  // MARK: Leaves

  private mutating func beginLeaf(_ line: LineCursor, lineStart: Int) {
    var cursor = line
    guard let first = cursor.first else { return }
    if first.byte != ASCII.pipe { tables.followsTable = false }
    let isInParagraph = leaf.isParagraph
    if leaf.isNone, readsExtensions, cursor.indent <= 3, cursor.pending == 0,
      let table = cellTables.table(first, cursor, below: TableLines(openBlocks, from: position))
    {
      cellTables.write(table, at: first.offset, prefix: openBlocks.prefix, to: &findings)
      position = table.next
      return
    }
    if cursor.indent >= 4, !isInParagraph {
      if neighbours.hold(bytes, at: first.offset, before: cursor.end, in: findings.dialect.tool) {
        findings.dropIndent(of: cursor, from: lineStart)
        endBlock()
        leaf = .html(.blankLine, depth: openBlocks.count)
        return addHTML(cursor)
      }
      if leaf.isTable, bytes[first.offset..<cursor.end].contains(ASCII.pipe) {
        findings.dropIndent(of: cursor, from: lineStart)
        return addRow(first.offset..<cursor.end)
      }
      if [.obsidian, .logseq, .honkit].contains(findings.dialect.tool), leaf.isNone, cursor.isLoneFormula {
        findings.dropIndent(of: cursor, from: lineStart)
        cursor.skip(columns: cursor.indent)
        return addText(cursor)
      }
      leaf = .none
      return  // Indented code.
    }
    if first.byte == ASCII.pipe, leaf.isNone, readsExtensions, findings.dialect.has(.lineBlocks), takeLineBlock(cursor, first) { return }
    // Right below a display its paragraph goes on, and nothing is code.
    if cursor.indent >= 4, block.lines.isEmpty { findings.dropIndent(of: cursor, from: lineStart) }
    if cursor.indent <= 3 {
      if takeMDX(cursor, first) || openEnvironment(cursor, first) { return }
      if readsExtensions, takeSiteLine(cursor, first) { return }
      if let fence = cursor.fence(readsExtensions: readsExtensions) { return beginFence(fence, cursor, first) }
      if cursor.isHeading {
        endLeaf()
        if readsExtensions { findings.takeHeading(first.offset..<cursor.trimmedEnd) }
        if cellTables.dialect.has(.implicitReferences), cellTables.level == 0 { findings.headings.append(first.offset..<cursor.end) }
        addText(cursor)
        block.isHeading = true
        endLeaf()
        return
      }
      if let end = cursor.htmlStart(interruptsParagraph: isInParagraph, readsTextBelowTags: findings.dialect.has(.textBelowTags)),
        !readsExtensions || !html.takeUnclosed(end, cursor, at: first.offset, &findings)
      {
        endBlock()
        if components.isMDX(findings.dialect) {
          components.openElement(cursor, first.offset, isOutermost: openBlocks.isEmpty, &closers)
        }
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
    components.hideExpressions(in: bytes, line, &findings)
    if !leaf.isTable { leaf = .paragraph }
    findings.readWords(of: line, isInsideDisplay: block.isInsideDisplay)
    if !block.isInsideDisplay, takeDisplay(from: first.offset, to: cursor.end) { return }
    if leaf.isTable {
      if readsExtensions, let end = tables.end(at: cursor, first.offset, findings.dialect, in: openBlocks.prefix) {
        findings.edits += end
        leaf = .paragraph
        block.add(line, in: bytes)
      } else {
        addRow(line)
      }
      return
    }
    if cursor.isDelimiterRow, beginTable(line) { return }
    let wasInsideDisplay = block.isInsideDisplay
    block.add(line, in: bytes)
    if block.isInsideDisplay, !wasInsideDisplay { takeOpenDisplay() }
    if block.lines.count > 1, !block.isInsideDisplay, cursor.isUnderline { endLeaf() }
  }

  /// Reads a line block as a paragraph whose lines end where the author's do.
  private mutating func takeLineBlock(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard cursor.indent <= 3, cursor.pending == 0,
      let lines = LineBlock(bytes, head: first.offset..<cursor.trimmedEnd, below: TableLines(openBlocks, from: position))
    else { return false }
    leaf = .paragraph
    lines.write(to: &findings, &block, in: bytes)
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
    findings.endFence(first.offset..<end, byte, mathFrom: mathFrom, lines: mathFence)
  }

  // MARK: Tables

  /// Begins a table where the last line of the paragraph is its head.
  private mutating func beginTable(_ delimiters: Range<Int>) -> Bool {
    guard let head = block.lines.last else { return false }
    let (row, isHead) = tables.begin(head, delimiters, fitsHead: findings.dialect.tool.isPandoc)
    if isHead {
      block.lines.removeLast()
      if readsExtensions, block.lines.count == 1, let caption = SpannedTable.caption(bytes, block.lines[0]) { findings.edits += caption }
      endBlock()
      leaf = .table
    }
    findings.add(isHead ? row : TableRow(edits: row.edits, diagnostic: row.diagnostic))
    return isHead
  }

  private mutating func addRow(_ line: Range<Int>) {
    let (row, isTable) = tables.add(line)
    findings.add(row)
    if !isTable { leaf = .paragraph }
  }

  // MARK: Displays

  /// Reads a display whose opener begins its line: `$$`, `\[`, `\begin{align}`.
  private mutating func takeDisplay(from start: Int, to lineEnd: Int) -> Bool {
    let (taken, diagnostic) = displays.read(from: start, to: lineEnd, in: openBlocks, paragraph: block, &signs)
    if let diagnostic { findings.diagnostics.append(diagnostic) }
    guard let taken else { return false }
    if case .environment(let name) = taken.opener.kind, block.hasOpenDollar, displays.dollarCloses(name, after: taken.end) {
      // `$`, an environment, `$`: the dollars are the delimiters.
      let end = openBlocks.lineEnd(from: taken.end)
      block.add(taken.body, before: end, in: bytes)
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
    if displays.name(taken, by: rest, &signs, &findings) { return }
    if bytes[rest].contains(where: { !ASCII.isBlank($0) }) { block.add(rest, in: bytes) }
  }

  /// A display on a line without the prefixes of its paragraph's list item or quote is a block below it.
  private mutating func takeLazyDisplay(_ cursor: LineCursor, matched: Int, lineStart: Int) -> Bool {
    guard !block.isInsideDisplay, !block.hasOpenDollar || bytes[lineStart] != ASCII.backslash,
      let (taken, items, blank) = displays.lazily(cursor, in: openBlocks, from: matched, &signs)
    else { return false }
    openBlocks = items ?? openBlocks.outer(matched)
    findings.prepend(blank, toLineAt: lineStart)
    findings.indent(openBlocks.indent(from: matched), lineAt: lineStart, from: cursor.first?.offset ?? lineStart)
    take(taken)
    leaf = .paragraph
    // A list's next item does not interrupt a paragraph unless its number is 1.
    if items == nil, block.lines.isEmpty, position < bytes.count { findings.edit(position..<position, blank) }
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
    guard BareEnvironments.isShown(name), let end = closers.end(of: "\\end{\(name)}", from: first.offset) else { return false }
    let listing = Listing(name, in: bytes, from: first.offset, to: cursor.end, end: end)
    // A listing may be right below words; other environments are words of their paragraph.
    guard listing != nil || !leaf.isParagraph else { return false }
    endLeaf()
    BareEnvironments.open(name, listing, at: first.offset, to: cursor.end, prefix: openBlocks.prefix, &findings)
    leaf = .environment(end: end, depth: openBlocks.count, isListing: listing != nil)
    if listing != nil { return true }
    continueEnvironment(cursor, end: end, isListing: false)
    return true
  }

  /// Reads an environment for text that can be translated to HTML.
  private mutating func takeLaTeX(_ name: String, from start: Int) -> Bool {
    guard let found = LaTeXTranslator.environment(name, start, openBlocks, &closers, findings.cites) else { return false }
    endLeaf()
    findings.add(found.edits, found.faults)
    findings.scan(InlineBlock(latex: start..<found.end, in: bytes))
    position = openBlocks.lineEnd(from: found.end) + 1
    return true
  }

  /// Closes the code on the line that has the environment's end.
  private mutating func continueEnvironment(_ cursor: LineCursor, end: Int, isListing: Bool) {
    guard cursor.end >= end else { return }
    if !isListing { findings.edit(cursor.end..<cursor.end, [ASCII.newline] + openBlocks.prefix + BareEnvironments.fence) }
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
    components.hideExpressions(in: bytes, first.offset..<cursor.end, &findings)
    let markdown = MarkdownInHTML(cursor, from: first.offset, prefix: openBlocks.prefix, findings.dialect)
    findings.edits += markdown.edits + html.joined(cursor, from: first.offset)
    if markdown.isOpen { endLeaf() }
  }

  // MARK: MDX and MyST

  /// Removes MDX syntax that begins on this line from the text; puts tags of components on lines of their own, so that the text between
  /// them is Markdown.
  private mutating func takeMDX(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    let isOutermost = openBlocks.isEmpty && cursor.indent == 0
    let isFirst = components.isAtBeginning() && isOutermost
    guard readsExtensions, first.byte != ASCII.less else { return readsExtensions && takeComponents(cursor, first.offset) }
    let module = isOutermost ? components.module(cursor, first.offset, isFirst: isFirst, isFree: leaf.isNone, findings.dialect) : nil
    guard let end = module ?? (leaf.isNone ? ComponentReader.commentEnd(cursor, from: first.offset, &closers) : nil) else { return false }
    findings.edit(first.offset..<end, [])
    position = max(position, openBlocks.lineEnd(from: end) + 1)
    if module != nil { leaf = .none }
    return true
  }

  private mutating func takeComponents(_ cursor: LineCursor, _ start: Int) -> Bool {
    if leaf.isNone, let next = components.takeTag(cursor, start, in: openBlocks, &closers, &findings) {
      position = next
      return true
    }
    let isInParagraph = leaf.isParagraph
    guard let line = components.tags(cursor, from: start) else { return false }
    guard isInParagraph ? line.mayEndParagraph(cursor, findings.dialect, components) : leaf.isNone else { return false }
    endLeaf()
    components.write(line, cursor, isInParagraph: isInParagraph, prefix: openBlocks.prefix, &closers, &findings)
    return true
  }

  /// Removes what only tools read: `(label)=` of MyST, comments of vaults, settings of sites; see `SiteLine`.
  private mutating func takeSiteLine(_ cursor: LineCursor, _ first: LineCursor.First) -> Bool {
    guard let line = SiteLine.take(cursor, first, leaf.isParagraph, in: openBlocks, &signs, &closers, &findings) else { return false }
    if line.hasText { addText(cursor) } else { endLeaf() }
    position = max(position, openBlocks.lineEnd(from: line.end) + 1)
    return true
  }
}
