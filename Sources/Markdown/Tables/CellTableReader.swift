/// Tables whose cells are texts of their own: finds them, and writes them for the parser.
struct CellTableReader {
  let bytes: [UInt8]
  let readsExtensions: Bool
  /// The names that make `@Name` a directive.
  let directives: Set<String>
  let dialect: Dialect
  /// How many tables the text is in.
  let level: Int

  /// The table that begins at the first character of a line.
  func table(_ first: LineCursor.First, _ cursor: LineCursor, below: TableLines) -> CellTable? {
    guard level < CellTable.deepest else { return nil }
    let line = cursor.offset..<cursor.trimmedEnd
    if first.byte == UInt8(ascii: "+") { return dialect.has(.gridTables) ? GridTable.read(bytes, head: line, below: below) : nil }
    if first.byte == UInt8(ascii: "-"), dialect.has(.simpleTables) { return DashTable.read(bytes, dashes: line, below: below) }
    // kramdown reads blocks of HTML before tables.
    if first.byte == ASCII.less, cursor.htmlStart(interruptsParagraph: true, readsTextBelowTags: false) != nil { return nil }
    if dialect.has(.kramdownBlocks), let table = BarTable.read(bytes, head: line, below: below) { return table }
    if dialect.tool.isPandoc, first.byte == ASCII.pipe,
      let table = BarTable.readWithPlusSigns(bytes, head: line, below: below)
    {
      return table
    }
    if first.byte == ASCII.pipe, let table = SpannedTable.read(bytes, head: line, below: below) { return table }
    // A fence of code or of a div is no head, whatever is in its first line.
    if "`~:".utf8.contains(first.byte), bytes[line].prefix(3).allSatisfy({ $0 == first.byte }) { return nil }
    // Most lines are not above dashes.
    var next = below.next
    while next < bytes.count, bytes[next] == ASCII.space || bytes[next] == ASCII.greater { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "-"), dialect.has(.simpleTables) else { return nil }
    return DashTable.read(bytes, head: line, below: below)
  }

  /// Writes a table's quotes for the parser, and reads the texts of its cells.
  ///
  /// - Parameter prefix: What the containers around it begin a line with.
  func write(_ table: CellTable, at start: Int, prefix container: [UInt8], to findings: inout Findings) {
    let outer = container + [ASCII.greater, ASCII.space]
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
      let inner = table.frame.isInline ? inlines(of: text, &marker, cites: findings.cites) : blocks(of: text, &findings)
      findings.edits.append(Edit(range: start..<start, text: marker, inner: findings.inner.count))
      findings.inner.append(InnerText(text: text, findings: inner, prefix: prefix))
    }
    findings.edit(start..<table.range.upperBound, [ASCII.newline] + container + SpecialBlock.separatorBytes)
    findings.edits += table.caption
  }

  /// What is found in the text of a cell.
  private func blocks(of text: BlockText, _ findings: inout Findings) -> Findings {
    var scanner = BlockScanner(
      text.bytes, from: 0, readsExtensions: readsExtensions, directives: directives, forms: findings.forms,
      dialect: dialect, level: level + 1)
    scanner.findings.cites = findings.cites
    // The blocks of all texts are counted together.
    let first = findings.specials.count
    let inner = scanner.scan(continuing: &findings.specials)
    for number in first..<findings.specials.count {
      guard let place = findings.specials[number].place, !place.isEmpty else { continue }
      findings.specials[number].place = text.source(place)
    }
    if inner.hasDocumenterBlock { findings.hasDocumenterBlock = true }
    return inner
  }

  /// What is found in the text of a cell that has no blocks; the parser reads a heading on one line.
  private func inlines(of text: BlockText, _ marker: inout [UInt8], cites: Bool) -> Findings {
    var inner = Findings(text.bytes, from: 0, readsExtensions: readsExtensions, dialect: dialect)
    guard text.count > 0 else { return inner }
    inner.cites = cites
    marker += Array("###### ".utf8)
    inner.scan(InlineBlock(line: 0..<text.count, isHeading: true))
    for index in text.bytes.indices where text.bytes[index] == ASCII.newline { inner.edit(index..<index + 1, [ASCII.space]) }
    inner.edit(text.count..<text.count, Array(" #".utf8))
    return inner
  }
}
