/// A block while blocks are read.
struct Block {
  var kind: CommonMarkTree.Kind
  var parent: Int32
  var firstChild: Int32 = -1
  var lastChild: Int32 = -1
  var previousSibling: Int32 = -1
  var nextSibling: Int32 = -1
  var start: Int
  var end: Int
  /// The lines of a leaf, in `BlockReader.lines`.
  var lines: Range<Int>
  /// The text of a leaf in the store, once its lines have been joined.
  var text: Range<Int>?
  /// As in `CommonMarkTree.Node`.
  var detail: Int32 = 0
  /// The last line of the block and the blocks in it, and the last line on which the block was left blank.
  var lastLine: Int
  var blankLine = -1
  /// True if its last block ends with a blank line; of lists and items, when they are closed.
  var endsBlank = false
  /// True for a paragraph of which only definitions were left.
  var isEmpty = false
}

/// A line of a leaf: its bytes in the source, and the spaces that are left of a tab before them.
struct BlockLine {
  var text: Range<Int>
  var spaces: Int
}

/// Reads blocks: one walk over the lines, along the containers that are open (CommonMark, Appendix: A parsing strategy, Phase 1).
struct BlockReader {
  /// A block that is open.
  private struct Open {
    var block: Int
    /// Columns that this block and the blocks around it, up to the document, take of each line; quotes take no columns.
    var width: Int
  }

  /// What a code block needs to know of its fence.
  private struct Fence {
    var sign: UInt8
    var length: Int
    var indent: Int
  }

  let options: CommonMarkOptions
  private(set) var store: TextStore
  private(set) var blocks: [Block] = []
  private(set) var lines: [BlockLine] = []
  private(set) var lists: [CommonMarkTree.List] = []
  private(set) var tables: [[CommonMarkTree.Alignment]] = []
  private(set) var definitions = Definitions()

  /// The document, and the blocks that are open in it, each in the one before.
  private var open: [Open] = []
  /// The indices of quotes in `open`.
  private var quotes: [Int] = []
  /// The fence of the open code block; nil if that is indented.
  private var fence: Fence?
  /// The kind of the open block of HTML.
  private var htmlKind = 0
  private var line = LinePosition()
  private var lineNumber = 0
  /// Where the line before ends.
  private var previousEnd = 0
  /// Up to where the line is known to be no thematic break.
  private var breakStop = 0
  private var missingCells = 0
  /// Where reading has ended since there are too many blocks.
  private(set) var cut: Int?

  init(_ source: [UInt8], _ options: CommonMarkOptions) {
    self.options = options
    store = TextStore(source)
    blocks.append(Block(kind: .document, parent: -1, start: 0, end: source.count, lines: 0..<0, lastLine: 0))
    open.append(Open(block: 0, width: 0))
  }

  mutating func read(_ isStopped: () -> Bool) {
    let count = store.sourceCount
    // A mark of the order of bytes is no text.
    var start = HTMLBlocks.hasPrefix(store.bytes, 0, count, Words.byteOrderMark) ? 3 : 0
    while start < count {
      var end = start
      while end < count, store.bytes[end] != Byte.newline, store.bytes[end] != Byte.carriageReturn { end += 1 }
      readLine(start..<end)
      start =
        end < count && store.bytes[end] == Byte.carriageReturn && end + 1 < count && store.bytes[end + 1] == Byte.newline
        ? end + 2 : end + 1
      previousEnd = end
      if lineNumber & 0x3FF == 0, isStopped() { break }
      if blocks.count >= options.nodeLimit, start < count {
        cut = start
        break
      }
    }
    while !open.isEmpty { close() }
  }

  private mutating func readLine(_ range: Range<Int>) {
    lineNumber += 1
    breakStop = range.lowerBound
    line.begin(range, store.bytes)
    guard let matched = matchOpenBlocks() else { return }
    let isLazyPossible = matched < open.count && kind(ofOpen: open.count - 1) == .paragraph
    let hasOpened = openBlocks(below: matched)
    addLine(to: hasOpened ? open.count : matched, isLazyPossible: isLazyPossible && !hasOpened)
  }

  private func kind(ofOpen index: Int) -> CommonMarkTree.Kind { blocks[open[index].block].kind }

  // MARK: Blocks that are open

  /// Passes over what the open blocks take of the line.
  ///
  /// - Returns: The number of blocks that go on; nil if the line is a fence and all is done.
  private mutating func matchOpenBlocks() -> Int? {
    var index = 1
    var quote = 0
    while index < open.count {
      if line.isBlank {
        // All go on to the next quote.
        let stop = quote < quotes.count ? quotes[quote] : open.count
        return matchBlank(from: index, to: stop)
      }
      let block = open[index].block
      switch blocks[block].kind {
      case .blockQuote:
        guard line.indent < 4, store.bytes[line.first] == Byte.greater else { return index }
        skipQuoteMarker()
        quote += 1
      case .item, .footnoteDefinition:
        let width = open[index].width - open[index - 1].width
        guard line.indent >= width else { return index }
        line.skip(columns: width, store.bytes)
      case .codeBlock:
        guard let fence else {
          guard line.indent >= 4 else { return index }
          line.skip(columns: 4, store.bytes)
          break
        }
        if line.indent < 4, store.bytes[line.first] == fence.sign,
          BlockStarts.closesFence(store.bytes, line.first, line.end, sign: fence.sign, length: fence.length)
        {
          previousEnd = line.end
          close()
          return nil
        }
        line.skip(columns: fence.indent, store.bytes)
      case .table:
        let first = TableCells.first(store.bytes, line.first, line.end)
        guard first < line.end, !Byte.trimmed(first..<line.end, in: store.bytes).isEmpty else { return index }
      default: break
      }
      index += 1
    }
    return index
  }

  /// A blank line, or what is left of one after the markers of quotes.
  private mutating func matchBlank(from index: Int, to stop: Int) -> Int {
    var matched = stop
    if stop == open.count {
      let tip = open[stop - 1].block
      switch blocks[tip].kind {
      case .paragraph, .table: matched -= 1
      case .htmlBlock where htmlKind >= 6: matched -= 1
      // An item that begins with a blank line ends with a second one.
      case .item where blocks[tip].firstChild < 0: matched -= 1
      default: break
      }
    }
    let width = open[matched - 1].width - open[index - 1].width
    let tip = open[matched - 1].block
    if line.indent >= width { line.skip(columns: width, store.bytes) } else { line.skipToFirst(store.bytes) }
    if blocks[tip].kind == .codeBlock { line.skip(columns: fence?.indent ?? 4, store.bytes) }
    return matched
  }

  private mutating func skipQuoteMarker() {
    line.skipToFirst(and: 1, store.bytes)
    if line.offset < line.end, Byte.isBlank(store.bytes[line.offset]) { line.skip(columns: 1, store.bytes) }
  }

  // MARK: Blocks that begin

  /// Opens the blocks that begin on the line; true if there are any.
  private mutating func openBlocks(below matched: Int) -> Bool {
    var count = matched
    var mayBeLazy = kind(ofOpen: open.count - 1) == .paragraph
    var hasOpened = false
    while true {
      let container = kind(ofOpen: count - 1)
      guard container != .codeBlock, container != .htmlBlock, !line.isBlank else { return hasOpened }
      let isOpened: Bool
      if line.indent >= 4 {
        guard !mayBeLazy, container != .paragraph else { return hasOpened }
        beginCode(below: count)
        return true
      }
      switch store.bytes[line.first] {
      case Byte.greater: isOpened = beginQuote(below: count)
      case Byte.hash: isOpened = beginHeading(below: count)
      case Byte.backtick, Byte.tilde: isOpened = beginFence(below: count)
      case Byte.less: isOpened = beginHTML(below: count, interruptsParagraph: container == .paragraph || mayBeLazy)
      case Byte.equals, Byte.hyphen, Byte.asterisk, Byte.underscore, Byte.plus, 0x30...0x39:
        isOpened = beginRule(below: count, container, isLazy: count < open.count)
      case Byte.openBracket: isOpened = beginBracket(below: count, container)
      default: isOpened = false
      }
      if isOpened {
        hasOpened = true
        mayBeLazy = false
        count = open.count
        if kind(ofOpen: count - 1).isLine { return true }
        continue
      }
      if container == .paragraph, count == open.count, options.readsTables, beginTable() { return true }
      if container == .table, count == open.count {
        addRow()
        return true
      }
      return hasOpened
    }
  }

  /// Adds a block to the innermost of the open ones that can hold it, and closes the blocks that cannot.
  @discardableResult
  private mutating func add(_ kind: CommonMarkTree.Kind, at start: Int, below count: Int, width: Int = 0) -> Int {
    while open.count > count { close() }
    while !self.kind(ofOpen: open.count - 1).canContain(kind) { close() }
    let parent = open[open.count - 1]
    let index = addNode(kind, start..<line.end, to: parent.block)
    open.append(Open(block: index, width: parent.width + width))
    if kind == .blockQuote { quotes.append(open.count - 1) }
    return index
  }

  private mutating func addNode(_ kind: CommonMarkTree.Kind, _ place: Range<Int>, to parent: Int) -> Int {
    let index = blocks.count
    blocks.append(
      Block(
        kind: kind, parent: Int32(parent), start: place.lowerBound, end: place.upperBound, lines: lines.count..<lines.count,
        lastLine: lineNumber))
    if blocks[parent].lastChild < 0 {
      blocks[parent].firstChild = Int32(index)
    } else {
      blocks[Int(blocks[parent].lastChild)].nextSibling = Int32(index)
      blocks[index].previousSibling = blocks[parent].lastChild
    }
    blocks[parent].lastChild = Int32(index)
    return index
  }

  private mutating func beginQuote(below count: Int) -> Bool {
    add(.blockQuote, at: line.first, below: count)
    skipQuoteMarker()
    return true
  }

  private mutating func beginHeading(below count: Int) -> Bool {
    guard let level = BlockStarts.headingLevel(store.bytes, line.first, line.end) else { return false }
    let text = BlockStarts.headingText(store.bytes, line.first + level, line.end)
    let heading = add(.heading, at: line.first, below: count)
    blocks[heading].detail = Int32(level)
    lines.append(BlockLine(text: text, spaces: 0))
    blocks[heading].lines = lines.count - 1..<lines.count
    return true
  }

  private mutating func beginFence(below count: Int) -> Bool {
    guard let length = BlockStarts.fence(store.bytes, line.first, line.end) else { return false }
    let code = add(.codeBlock, at: line.first, below: count)
    fence = Fence(sign: store.bytes[line.first], length: length, indent: line.indent)
    let info = Byte.trimmed(line.first + length..<line.end, in: store.bytes)
    blocks[code].detail = info.isEmpty ? -1 : definitions.addInfo(info, &store)
    return true
  }

  private mutating func beginCode(below count: Int) {
    line.skip(columns: 4, store.bytes)
    let code = add(.codeBlock, at: line.offset, below: count)
    blocks[code].detail = -1
    fence = nil
  }

  private mutating func beginHTML(below count: Int, interruptsParagraph: Bool) -> Bool {
    let names = options.attributeNames
    guard let kind = HTMLBlocks.kind(store.bytes, line.first, line.end, interruptsParagraph: interruptsParagraph, names),
      kind != 7 || !options.readsTextBelowTags || !HTMLBlocks.beginsText(store.bytes, line.first, line.end)
    else { return false }
    add(.htmlBlock, at: line.first, below: count)
    htmlKind = kind
    return true
  }

  /// A line of hyphens, asterisks and the like: an underline, a thematic break or an item.
  private mutating func beginRule(below count: Int, _ container: CommonMarkTree.Kind, isLazy: Bool) -> Bool {
    if container == .paragraph, !isLazy, let level = BlockStarts.underline(store.bytes, line.first, line.end) {
      let paragraph = open[count - 1].block
      takeDefinitions(from: paragraph)
      if !blocks[paragraph].isEmpty {
        blocks[paragraph].kind = .heading
        blocks[paragraph].detail = Int32(level)
        blocks[paragraph].end = line.end
        return true
      }
    }
    if line.first >= breakStop {
      let (isBreak, stop) = BlockStarts.thematicBreak(store.bytes, line.first, line.end)
      if isBreak {
        add(.thematicBreak, at: line.first, below: count)
        return true
      }
      breakStop = stop
    }
    guard
      let marker = BlockStarts.listMarker(store.bytes, line.first, line.end, interruptsParagraph: container == .paragraph)
    else { return false }
    beginItem(marker, below: count, container)
    return true
  }

  private mutating func beginItem(_ marker: BlockStarts.ListMarker, below count: Int, _ container: CommonMarkTree.Kind) {
    let start = line.first
    let indent = line.indent
    // Where the list goes on, its other items are closed.
    let list = container == .list ? lists[Int(blocks[open[count - 1].block].detail)] : nil
    let goesOn = list.map { $0.mark == marker.mark && ($0.start == nil) == (marker.start == nil) } ?? false
    if !goesOn {
      let list = add(.list, at: start, below: count)
      blocks[list].detail = Int32(lists.count)
      lists.append(CommonMarkTree.List(start: marker.start, mark: marker.mark))
    }
    let item = add(.item, at: start, below: goesOn ? count : open.count)
    blocks[item].end = start + marker.length
    line.skipToFirst(and: marker.length, store.bytes)
    let padding = line.isBlank || line.indent > 4 ? 1 : line.indent
    line.skip(columns: padding, store.bytes)
    open[open.count - 1].width += indent + marker.length + padding
    if options.readsTasks, !line.isBlank, line.indent < 4, let isDone = BlockStarts.task(store.bytes, line.first, line.end) {
      blocks[item].detail = isDone ? 2 : 1
      blocks[item].end = line.first + 3
      line.skipToFirst(and: 3, store.bytes)
      guard !line.isBlank else { return }
      // What follows a task's box is text.
      line.skipToFirst(store.bytes)
      add(.paragraph, at: line.first, below: open.count)
    }
  }

  private mutating func beginBracket(below count: Int, _ container: CommonMarkTree.Kind) -> Bool {
    guard options.readsFootnotes, let (label, next) = BlockStarts.footnote(store.bytes, line.first, line.end) else { return false }
    let note = add(.footnoteDefinition, at: line.first, below: count, width: 4)
    line.skipToFirst(and: next - line.first, store.bytes)
    line.skipToFirst(store.bytes)
    blocks[note].end = next
    blocks[note].detail = definitions.addFootnote(label, block: note, textStart: line.offset, store.bytes)
    return true
  }

  // MARK: Tables

  /// Makes the last line of the open paragraph the head of a table, if this line is its row of hyphens.
  private mutating func beginTable() -> Bool {
    switch store.bytes[line.first] {
    case Byte.bar, Byte.hyphen, Byte.colon: break
    default: return false
    }
    let paragraph = open[open.count - 1].block
    guard !blocks[paragraph].isEmpty, let columns = TableCells.alignments(store.bytes, line.first, line.end), let head = lines.last,
      TableCells.count(store.bytes, head.text.lowerBound, head.text.upperBound, limit: columns.count) == columns.count
    else { return false }
    lines.removeLast()
    blocks[paragraph].lines = blocks[paragraph].lines.lowerBound..<lines.count
    let table: Int
    if blocks[paragraph].lines.isEmpty {
      table = paragraph
      blocks[table].kind = .table
      blocks[table].start = head.text.lowerBound
      blocks[table].lines = lines.count..<lines.count
    } else {
      blocks[paragraph].end = lines[lines.count - 1].text.upperBound
      let count = open.count - 1
      table = add(.table, at: head.text.lowerBound, below: count)
    }
    blocks[table].end = line.end
    blocks[table].detail = Int32(tables.count)
    tables.append(columns)
    addRow(head.text, to: table, isHead: true)
    return true
  }

  /// Adds the line to the open table.
  private mutating func addRow() {
    let table = open[open.count - 1].block
    addRow(line.first..<line.end, to: table, isHead: false)
    blocks[table].end = line.end
  }

  private mutating func addRow(_ text: Range<Int>, to table: Int, isHead: Bool) {
    let row = addNode(.tableRow, Byte.trimmed(text, in: store.bytes), to: table)
    blocks[row].detail = isHead ? 1 : 0
    let columns = tables[Int(blocks[table].detail)].count
    let end = blocks[row].end
    var index = TableCells.first(store.bytes, text.lowerBound, end)
    var count = 0
    while count < columns, let cell = TableCells.next(store.bytes, &index, end) {
      let block = addNode(.tableCell, cell, to: row)
      lines.append(BlockLine(text: cell, spaces: 0))
      blocks[block].lines = lines.count - 1..<lines.count
      count += 1
    }
    while count < columns, missingCells < options.missingCellLimit {
      _ = addNode(.tableCell, end..<end, to: row)
      missingCells += 1
      count += 1
    }
  }

  // MARK: The text of a line

  private mutating func addLine(to matched: Int, isLazyPossible: Bool) {
    let container = open[matched - 1].block
    let isBlank = line.isBlank
    if isBlank, blocks[container].lastChild >= 0 {
      let last = Int(blocks[container].lastChild)
      (blocks[last].blankLine, blocks[last].lastLine) = (lineNumber, lineNumber)
    }
    blocks[container].lastLine = lineNumber
    if isBlank {
      switch blocks[container].kind {
      case .blockQuote, .heading, .thematicBreak: break
      case .codeBlock where fence != nil: break
      case .item where blocks[container].firstChild < 0 && blocks[container].end > line.range.lowerBound: break
      default: blocks[container].blankLine = lineNumber
      }
    }
    if isLazyPossible, !isBlank {
      appendLine(to: open[open.count - 1].block)
      return
    }
    while open.count > matched { close() }
    switch blocks[container].kind {
    case .codeBlock:
      if fence == nil || blocks[container].start < line.range.lowerBound { appendLine(to: container, keepsIndent: true) }
    case .htmlBlock:
      appendLine(to: container, keepsIndent: true)
      if htmlKind < 6, HTMLBlocks.ends(kind: htmlKind, store.bytes, line.first..<line.end) {
        previousEnd = line.end
        close()
      }
    case .paragraph: if !isBlank { appendLine(to: container) }
    case .heading, .thematicBreak:
      previousEnd = line.end
      close()
    case .table: break
    default:
      guard !isBlank else { return }
      appendLine(to: add(.paragraph, at: line.first, below: open.count))
    }
  }

  private mutating func appendLine(to block: Int, keepsIndent: Bool = false) {
    if blocks[block].isEmpty {
      (blocks[block].isEmpty, blocks[block].text, blocks[block].start) = (false, nil, line.first)
      blocks[block].lines = lines.count..<lines.count
    }
    if keepsIndent {
      let rest = line.rest
      lines.append(BlockLine(text: rest.text, spaces: rest.spaces))
      if fence != nil || !line.isBlank || blocks[block].kind == .htmlBlock { blocks[block].end = line.end }
    } else {
      lines.append(BlockLine(text: line.first..<line.end, spaces: 0))
      blocks[block].end = line.end
    }
    blocks[block].lines = blocks[block].lines.lowerBound..<lines.count
  }

  // MARK: Blocks that end

  /// Closes the innermost of the open blocks.
  private mutating func close() {
    guard let last = open.popLast() else { return }
    let block = last.block
    if quotes.last == open.count { quotes.removeLast() }
    switch blocks[block].kind {
    case .paragraph: takeDefinitions(from: block)
    case .blockQuote: blocks[block].end = max(blocks[block].end, previousEnd)
    case .codeBlock:
      if fence != nil {
        blocks[block].end = max(blocks[block].end, previousEnd)
      } else {
        while let line = lines.last, blocks[block].lines.count > 1, Byte.trimmed(line.text, in: store.bytes).isEmpty {
          lines.removeLast()
          blocks[block].lines = blocks[block].lines.lowerBound..<lines.count
        }
      }
    case .list: lists[Int(blocks[block].detail)].isTight = isTight(block)
    default: break
    }
    if blocks[block].kind == .list || blocks[block].kind == .item, blocks[block].lastChild >= 0 {
      blocks[block].endsBlank = endsBlank(Int(blocks[block].lastChild))
    }
    let parent = Int(blocks[block].parent)
    guard parent >= 0 else { return }
    if blocks[block].isEmpty { unlink(block, from: parent) }
    blocks[parent].end = max(blocks[parent].end, blocks[block].end)
    blocks[parent].lastLine = max(blocks[parent].lastLine, blocks[block].lastLine)
  }

  /// Takes away the last child of a block.
  private mutating func unlink(_ block: Int, from parent: Int) {
    let previous = blocks[block].previousSibling
    blocks[parent].lastChild = previous
    if previous >= 0 { blocks[Int(previous)].nextSibling = -1 } else { blocks[parent].firstChild = -1 }
  }

  private func isFollowedByBlank(_ block: Int) -> Bool { blocks[block].blankLine == blocks[block].lastLine }

  private func endsBlank(_ block: Int) -> Bool {
    switch blocks[block].kind {
    case .list, .item: blocks[block].lastChild < 0 ? isFollowedByBlank(block) : blocks[block].endsBlank
    default: isFollowedByBlank(block)
    }
  }

  /// A list is loose if a blank line is between its items, or between the blocks of one of them.
  private func isTight(_ list: Int) -> Bool {
    var item = Int(blocks[list].firstChild)
    while item >= 0 {
      let next = Int(blocks[item].nextSibling)
      if next >= 0, isFollowedByBlank(item) { return false }
      var child = Int(blocks[item].firstChild)
      while child >= 0 {
        if next >= 0 || blocks[child].nextSibling >= 0, endsBlank(child) { return false }
        child = Int(blocks[child].nextSibling)
      }
      item = next
    }
    return true
  }

  /// Takes the definitions of links from the beginning of a paragraph.
  private mutating func takeDefinitions(from paragraph: Int) {
    guard let first = blocks[paragraph].lines.first, !lines[first].text.isEmpty,
      store.bytes[lines[first].text.lowerBound] == Byte.openBracket
    else { return }
    let text = store.join(lines[blocks[paragraph].lines])
    let rest = definitions.take(from: text, &store)
    blocks[paragraph].text = rest..<text.upperBound
    guard rest > text.lowerBound else { return }
    blocks[paragraph].isEmpty = rest == text.upperBound
    if blocks[paragraph].isEmpty {
      blocks[paragraph].lines = lines.count..<lines.count
    } else {
      blocks[paragraph].start = store.source(of: rest)
    }
  }
}

extension CommonMarkTree.Kind {
  /// True for blocks that end with their line, or take the rest of it as text.
  fileprivate var isLine: Bool {
    switch self {
    case .heading, .codeBlock, .htmlBlock, .thematicBreak, .paragraph: true
    default: false
    }
  }

  fileprivate func canContain(_ kind: CommonMarkTree.Kind) -> Bool {
    switch self {
    case .document, .blockQuote, .item, .footnoteDefinition: kind != .item
    case .list: kind == .item
    default: false
    }
  }
}
